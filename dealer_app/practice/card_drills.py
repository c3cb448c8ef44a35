"""Drills on cards: points, third cards, who wins, and which areas of the layout win; the last for dice too."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import TypeVar

from dealer_app.domain.baccarat.table_of_play import (
    PLAYER_DRAWS_UP_TO,
    PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS,
    STANDS_WITHOUT_THIRD_FROM,
    Coup,
    Winner,
    banker_draws,
    hand_total,
    is_natural,
    make_coup,
    player_draws,
)
from dealer_app.domain.cards import Card
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Area, Prize, Result, Verdict
from dealer_app.practice.coups import deal_coup, deal_hand, deal_totals, possible_ends
from dealer_app.practice.drill_table import Ask, NotAskedError
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, DrillScene, Exercise, Mistake, Slip

_Ended = TypeVar("_Ended")

NOBODY = "nobody"
_NEXT = (Side.PLAYER.value, Side.BANKER.value, NOBODY)


def scene_of_coup(cards: Sequence[Card]) -> DrillScene:
    """The two hands that these cards make."""
    coup = make_coup(cards)
    return DrillScene(player=coup.player.cards, banker=coup.banker.cards)


def gather_mistakes(right: Sequence[Answer], slips: Iterator[tuple[Answer, Slip]]) -> tuple[Mistake, ...]:
    """Wrong answers with all mistakes that give them; a mistake that comes to the right answer is none."""
    found: dict[Answer, list[Slip]] = {}
    for answer, slip in slips:
        if answer not in right and slip not in found.setdefault(answer, []):
            found[answer].append(slip)
    return tuple(Mistake(answer, tuple(each)) for answer, each in found.items())


# Points


def ask_total(ask: Ask) -> Exercise:
    """The points of one hand, of two cards or three."""
    chance = ask.chance()
    cards = deal_hand(chance, ask.number("cards") or chance.choice((2, 3)))
    total = hand_total(cards)
    right: tuple[Answer, ...] = ((str(total),),)
    question = DrillQuestion(
        code="total",
        form=AnswerForm.NUMBER,
        right=right,
        mistakes=gather_mistakes(right, _total_slips(cards)),
        usual=Slip(Cause.TOTAL, "added-wrong"),
        clause=ask.clause,
        facts={"total": str(total)},
        why="total",
    )
    return ask.exercise(DrillScene(player=cards), (question,))


def _total_slips(cards: Sequence[Card]) -> Iterator[tuple[Answer, Slip]]:
    points = [card.points for card in cards]
    yield (str(sum(points)),), Slip(Cause.TOTAL, "tens-kept")
    with_pictures = sum(10 if card.points == 0 else card.points for card in cards)
    yield (str(with_pictures),), Slip(Cause.TOTAL, "pictures-as-ten")
    for left_out in range(len(cards)):
        rest = sum(points[:left_out] + points[left_out + 1 :]) % 10
        yield (str(rest),), Slip(Cause.TOTAL, "card-left-out", {"card": cards[left_out].value})


# Third cards


def ask_draw(ask: Ask) -> Exercise:
    """Who takes the next card, if anybody does: on four cards, or after the Player's third."""
    chance = ask.chance()
    player, banker, third = chance.choice(require_any(list(_wished_draws(ask))))
    cards = deal_totals(chance, player, banker, *(() if third is None else (third,)))
    right: tuple[Answer, ...] = ((_next_side(player, banker, third),),)
    question = DrillQuestion(
        code="draw" if third is None else "draw-after-third",
        form=AnswerForm.CHOICE,
        choices=_NEXT if third is None else _NEXT[1:],
        right=right,
        mistakes=gather_mistakes(right, _draw_slips(player, banker, third)),
        usual=Slip(Cause.DRAW_TABLE, "table-misread"),
        clause=ask.clause,
        facts={"player": str(player), "banker": str(banker), "third": "" if third is None else str(third)},
        why=_draw_reason(player, banker, third),
    )
    return ask.exercise(scene_of_coup(cards), (question,))


def _wished_draws(ask: Ask) -> Iterator[tuple[int, int, int | None]]:
    """First totals and Player's third, as the skill wishes for them."""
    after_third = ask.text("after") == "third"
    for player, banker in product(range(10), range(10)):
        if ask.number("player") not in (None, player) or ask.number("banker") not in (None, banker):
            continue
        if ask.text("hands") not in ("", _hands_kind(player, banker)) or (
            not ask.text("hands") and is_natural(player, banker)
        ):
            continue
        if not after_third:
            yield player, banker, None
        elif player_draws(player, banker):
            yield from ((player, banker, third) for third in range(10))


def _hands_kind(player: int, banker: int) -> str:
    if is_natural(player, banker):
        return "natural"
    return "player-draws" if player_draws(player, banker) else "player-stands"


def _next_side(player: int, banker: int, third: int | None) -> str:
    if third is None and player_draws(player, banker):
        return Side.PLAYER.value
    return Side.BANKER.value if banker_draws(player, banker, third) else NOBODY


def _draw_slips(player: int, banker: int, third: int | None) -> Iterator[tuple[Answer, Slip]]:
    """What comes of forgetting the natural, of the other row of the table, of one point more or less."""
    if third is None:
        if is_natural(player, banker):
            yield (Side.PLAYER.value,), Slip(Cause.DRAW_NATURAL, "natural-drawn-on")
            yield (Side.BANKER.value,), Slip(Cause.DRAW_NATURAL, "natural-drawn-on")
            return
        if player <= PLAYER_DRAWS_UP_TO:
            yield (Side.BANKER.value,), Slip(Cause.DRAW_TABLE, "player-passed-over")
            yield (NOBODY,), Slip(Cause.DRAW_TABLE, "player-stood-too-low")
        else:
            yield (Side.PLAYER.value,), Slip(Cause.DRAW_TABLE, "player-drew-too-high")
            late = "banker-stood-too-low" if banker < STANDS_WITHOUT_THIRD_FROM else "banker-drew-too-high"
            yield (NOBODY if banker < STANDS_WITHOUT_THIRD_FROM else Side.BANKER.value,), Slip(Cause.DRAW_TABLE, late)
        return
    as_if_stood = Side.BANKER.value if banker < STANDS_WITHOUT_THIRD_FROM else NOBODY
    yield (as_if_stood,), Slip(Cause.DRAW_TABLE, "as-if-player-stood")
    total = (player + third) % 10
    by_total = Side.BANKER.value if total in PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[banker] else NOBODY
    yield (by_total,), Slip(Cause.DRAW_TABLE, "total-for-third", {"total": str(total)})
    for other in (banker - 1, banker + 1):
        if 0 <= other <= 7:
            drawn = Side.BANKER.value if third in PLAYER_THIRDS_ON_WHICH_BANKER_DRAWS[other] else NOBODY
            yield (drawn,), Slip(Cause.DRAW_TABLE, "row-of-other-total", {"total": str(other)})


def _draw_reason(player: int, banker: int, third: int | None) -> str:
    if is_natural(player, banker):
        return "natural"
    if third is None and player <= PLAYER_DRAWS_UP_TO:
        return "player-draws"
    draws = banker_draws(player, banker, third)
    if third is None:
        return "banker-draws-alone" if draws else "banker-stands-alone"
    return "banker-draws" if draws else "banker-stands"


# Results


def ask_outcome(ask: Ask) -> Exercise:
    """Who has won, of a finished coup."""
    chance = ask.chance()
    winner = ask.text("winner")
    end = chance.choice([end for end in possible_ends() if winner in ("", _winner(end.player, end.banker))])
    cards = deal_coup(chance, end)
    coup = make_coup(cards)
    right: tuple[Answer, ...] = ((_winner(coup.player.points, coup.banker.points),),)
    question = DrillQuestion(
        code="outcome",
        form=AnswerForm.CHOICE,
        choices=tuple(each.value for each in Winner),
        right=right,
        mistakes=gather_mistakes(right, _outcome_slips(coup)),
        usual=Slip(Cause.OUTCOME, "hands-misread"),
        clause=ask.clause,
        facts={"player": str(coup.player.points), "banker": str(coup.banker.points)},
        why="outcome",
    )
    return ask.exercise(scene_of_coup(cards), (question,))


def _winner(player: int, banker: int) -> str:
    if player == banker:
        return Winner.TIE.value
    return Winner.PLAYER.value if player > banker else Winner.BANKER.value


def _outcome_slips(coup: Coup) -> Iterator[tuple[Answer, Slip]]:
    first = [hand_total(hand.cards[:2]) for hand in (coup.player, coup.banker)]
    yield (_winner(*first),), Slip(Cause.OUTCOME, "third-left-out")
    yield (_winner(coup.banker.points, coup.player.points),), Slip(Cause.OUTCOME, "lower-hand")


# Winning areas


def ask_areas(ask: Ask) -> Exercise:
    """Every area of the layout that wins, touched on the felt."""
    scene, row = deal_result(ask)
    layout = ask.table.rules.layout
    won = tuple(area for area, verdict in zip(layout.areas, row, strict=True) if verdict.result is Result.WIN)
    question = DrillQuestion(
        code="areas",
        form=AnswerForm.AREAS,
        choices=tuple(layout.areas),
        right=(tuple(won),),
        usual=Slip(Cause.AREA_WRONG, "areas-misread"),
        clause=ask.clause,
        facts={"count": str(len(won))},
        why="areas",
    )
    return ask.exercise(scene, (question,))


def deal_result(ask: Ask) -> tuple[DrillScene, tuple[Verdict, ...]]:
    """Cards or dice on which the wished area wins its wished prize, and what every area of the layout comes to."""
    rules, chance = ask.table.rules, ask.chance()
    if rules.tai_sai is not None:
        judge = rules.tai_sai
        tumble = chance.choice(require_any(ask.table.tumbles_won(ask.text("area"), ask.text("prize"))))
        return DrillScene(dice=tumble.dice), judge.verdict_row(tumble)
    assert rules.baccarat is not None, "a game without dice has cards"
    rows = rules.baccarat.judge.rows
    end = chance.choice(require_any(ask.table.ends_won(ask.text("area"), ask.text("prize"))))
    return scene_of_coup(deal_coup(chance, end)), rows[end.row]


def require_any(found: Sequence[_Ended]) -> Sequence[_Ended]:
    if not found:
        raise NotAskedError
    return found


def find_wished_areas(ask: Ask, won: Mapping[Area, Prize]) -> tuple[Area, ...]:
    """Of the areas that won those that the skill asks for: one, all of a kind of dice bet, or any."""
    area, prize = ask.text("area"), ask.text("prize")
    return tuple(
        each
        for each, its_prize in won.items()
        if area in ("", each, each.partition(":")[0]) and prize in ("", its_prize.value)
    )

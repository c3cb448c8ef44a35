"""Drills on announcements: what is said now, of four. The words themselves are those of `dealer_app.texts`, by code.

A table is really played up to the moment, by the lines of a script, and the right announcement is that of its guide.
The others are what the same document has said at another step; of a result or an offer, what a misread hand gives.

A choice is a code, after it a colon and what it is made of: `one-moment`, `insurance:player 3/2`, `totals:9H8D3C4D`,
`result:9H8D3C4D`, `result:2-5-6`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random

from msgspec import Struct

from dealer_app.domain.baccarat.insurance import stage_offers
from dealer_app.domain.baccarat.reconstruction import correct_places
from dealer_app.domain.baccarat.situations import PAIR_KINDS
from dealer_app.domain.baccarat.table_of_play import (
    INITIAL_CARDS,
    Coup,
    banker_draws,
    is_natural,
    make_coup,
    player_draws,
)
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import DIE_FACES, Tumble, every_tumble
from dealer_app.domain.round.guide import Guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Round, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.round.visible import open_cards, open_coup
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.values import replace
from dealer_app.practice.card_drills import gather_mistakes, require_any, scene_of_coup
from dealer_app.practice.coups import (
    CoupEnd,
    deal_coup,
    deal_hand,
    deal_totals,
    end_of_coup,
    is_possible_end,
    possible_ends,
)
from dealer_app.practice.drill_table import Ask, DrillTable, NotAskedError
from dealer_app.practice.insurance_offers import describe_odds, find_wished_offers, table_odds
from dealer_app.practice.order_drills import scene_as_put
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, DrillScene, Exercise, SceneBet, Slip
from dealer_app.practice.skills import DrillKind, Skill, book_skills
from dealer_app.scripts.language import read_command
from dealer_app.scripts.session import PlaySession
from dealer_app.texts.texts import (
    RESULT,
    TOTALS,
    WINNER_AREAS,
    Words,
    coup_result_text,
    prizes_won,
    totals_text,
    tumble_result_text,
)

_INSURANCE = "insurance"
_CHOICES = 4
_STAKE_CHIPS = (2, 4, 10, 20, 40, 100)
_LABELS = ("red", "blue", "green", "yellow")
_APPROVE = "as pit_supervisor Supervisor-1 approve"


class Course(Struct, frozen=True):
    """The lines of a script up to the moment, and how the table is opened for it."""

    lines: tuple[str, ...]
    settings: tuple[str, ...] = ()


def ask_words(ask: Ask) -> Exercise:
    """What is announced at the moment that the skill wishes for."""
    said, chance = ask.text("say"), ask.chance()
    session = _play_lines(ask, _COURSES[said](ask, chance))
    if session.guide().say != said:
        # Another reading of the document is in force, by which something else comes of it.
        raise NotAskedError
    return ask.exercise(table_scene(ask.table, session.state), (make_words_question(ask, session, chance),))


def make_words_question(ask: Ask, session: PlaySession, chance: Random) -> DrillQuestion:
    """What is announced at this moment of a table, where the guide says something of which a skill is known."""
    guide, round_ = session.guide(), session.state.round
    choice = _right_choice(guide, round_)
    right: tuple[Answer, ...] = ((choice,),)
    slips = _choose_slips(ask, chance, choice, round_)
    choices = [choice, *dict.fromkeys(answer[0] for answer, _ in slips)]
    chance.shuffle(choices)
    return DrillQuestion(
        code="words-case" if session.state.cases else "words-claim" if session.state.claim else "words",
        form=AnswerForm.CHOICE,
        part="announcement",
        choices=tuple(choices),
        right=right,
        mistakes=gather_mistakes(right, iter(slips)),
        usual=Slip(Cause.WORDS, "other-words"),
        clause=ask.clause,
        facts={
            "step": guide.step.value,
            "trouble": guide.facts.get("trouble", ""),
            "face_down": str(_count_face_down(round_)),
            "said": choice,
            "book": ask.table.rules.book.game,
            "layout": ask.table.rules.layout.letter,
        },
        why="words",
    )


def announcement_choice_text(words: Words, rules: Rules, choice: str) -> str:
    """A choice in words, as it is said."""
    code, _, made_of = choice.partition(":")
    if code == RESULT and rules.tai_sai is not None:
        tumble = _read_dice(made_of)
        return tumble_result_text(words, tumble, prizes_won(rules.layout, rules.tai_sai.verdict_row(tumble)))
    if code == RESULT:
        assert rules.baccarat is not None, "a game without dice has cards"
        cards = _read_cards(made_of)
        won = prizes_won(rules.layout, rules.baccarat.judge.coup_row(cards))
        return coup_result_text(words, make_coup(cards), won)
    if code == TOTALS:
        return totals_text(words, make_coup(_read_cards(made_of)))
    own = f"say.{rules.book.game}"
    section = own if code in words.sections.get(own, {}) else "say"
    return words.text(section, code, {"offers": made_of})


def _read_dice(text: str) -> Tumble:
    first, second, third = (int(die) for die in text.split("-"))
    return Tumble((first, second, third))


def _read_cards(text: str) -> tuple[Card, ...]:
    return tuple(CARDS[text[place : place + 2]] for place in range(0, len(text), 2))


def _write_cards(cards: Sequence[Card]) -> str:
    return "".join(card.value for card in cards)


# The moment


def _count_face_down(round_: Round | None) -> int:
    """How many cards lie there that nobody sees."""
    return 0 if round_ is None else sum(not drawn.turned for drawn in round_.cards)


def _play_lines(ask: Ask, course: Course) -> PlaySession:
    session = ask.table.open_session(course.settings)
    for line in course.lines:
        happened = session.give_command(read_command(line, table=session.usual, at=session.at))
        if isinstance(happened, Refusal):
            raise NotAskedError
    return session


def _right_choice(guide: Guide, round_: Round | None) -> str:
    """What the guide says, with what it is made of."""
    if guide.say == _INSURANCE:
        return f"{_INSURANCE}:{guide.facts['offers']}"
    if guide.say not in (RESULT, TOTALS):
        return guide.say
    assert round_ is not None, "there is a result only in a round"
    if round_.dice is not None:
        return f"{RESULT}:{'-'.join(map(str, round_.dice))}"
    return f"{guide.say}:{_write_cards(open_cards(round_))}"


def table_scene(table: DrillTable, state: TableState) -> DrillScene:
    """What lies open on the table at this moment."""
    round_ = state.round
    if round_ is None:
        return DrillScene()
    bets = tuple(SceneBet(bet.wager, bet.wager.stake) for bet in round_.in_play)
    seen = [(drawn.card, drawn.put) for drawn in round_.cards if drawn.card is not None and drawn.turned]
    cards, put = [card for card, _ in seen], tuple(place for _, place in seen)
    if len(seen) == len(round_.cards) and put != correct_places(make_coup(cards)):
        scene = scene_as_put(cards, put)
    else:
        scene = replace(scene_of_coup(open_cards(round_)), dice=round_.dice or ())
    return replace(scene, bets=bets, unit=table.unit)


def _bet_lines(ask: Ask, chance: Random, areas: Sequence[str]) -> list[str]:
    """A bet on each of these areas, each of another bettor."""
    seats = ask.table.rules.layout.seats
    places = [str(seat) for seat in seats] or list(_LABELS)
    chosen = chance.sample(places, len(areas))
    return [
        f"bet {who} {area} {chance.choice(_STAKE_CHIPS) * ask.table.unit}"
        for who, area in zip(chosen, areas, strict=True)
    ]


def _round_lines(ask: Ask, chance: Random, cards: Sequence[Card] = (), *, areas: Sequence[str] = ()) -> list[str]:
    """A round with bets, closed, and these cards dealt. Without a bet on a hand nobody can be offered insurance."""
    layout = ask.table.rules.layout
    hands = {"player", "banker"}
    others = [area for area in layout.areas if area not in hands]
    placed = areas or chance.sample(others, chance.choice((1, 2)))
    return [
        "place your bets",
        *_bet_lines(ask, chance, placed),
        "no more bets",
        *(f"card {card.value}" for card in cards),
    ]


def _open_bets(_ask: Ask, _chance: Random) -> Course:
    return Course(())


def _close_bets(ask: Ask, chance: Random) -> Course:
    areas = chance.sample(list(ask.table.rules.layout.areas), chance.choice((1, 2, 3)))
    return Course(("place your bets", *_bet_lines(ask, chance, areas)))


def _draw_player(ask: Ask, chance: Random) -> Course:
    player, banker = chance.choice([totals for totals in product(range(10), repeat=2) if player_draws(*totals)])
    return Course(tuple(_round_lines(ask, chance, deal_totals(chance, player, banker))))


def _draw_banker(ask: Ask, chance: Random) -> Course:
    """After the Player's third card; where totals are not announced also on four cards."""
    totals: list[tuple[int, ...]] = [
        (player, banker, third)
        for player, banker, third in product(range(10), repeat=3)
        if player_draws(player, banker) and banker_draws(player, banker, third)
    ]
    if not ask.table.rules.has_clause("totals-announced") and chance.random() < 1 / 2:
        totals = [
            each
            for each in product(range(10), repeat=2)
            if not player_draws(*each) and banker_draws(each[0], each[1], None)
        ]
    player, banker, *thirds = chance.choice(totals)
    return Course(tuple(_round_lines(ask, chance, deal_totals(chance, player, banker, *thirds))))


def _announce_totals(ask: Ask, chance: Random) -> Course:
    fitting = [
        each for each in product(range(10), repeat=2) if player_draws(*each) or banker_draws(each[0], each[1], None)
    ]
    return Course(tuple(_round_lines(ask, chance, deal_totals(chance, *chance.choice(fitting)))))


def _offer_insurance(ask: Ask, chance: Random) -> Course:
    """An offer on a hand that somebody has bet on; one on four cards is closed before the Player's third."""
    insurance = ask.table.rules.book.insurance
    if insurance is None:
        raise NotAskedError
    moment, offer = chance.choice(require_any(find_wished_offers(ask, insurance)))
    cards = deal_totals(chance, *moment.cards)
    lines = _round_lines(ask, chance, cards[:INITIAL_CARDS], areas=(offer.side.value,))
    for third in cards[INITIAL_CARDS:]:
        before = stage_offers(insurance, InsuranceStage.AFTER_FOUR, moment.first, moment.banker)
        lines += ["offer closed"] * any(each.side is offer.side for each in before)
        lines.append(f"card {third.value}")
    return Course(tuple(lines))


def _waive_insurance(ask: Ask, chance: Random) -> Course:
    """A seated bettor sees the Banker's third card first, where the Banker draws whatever comes (3.14)."""
    fitting = [(player, banker) for player, banker in product(range(6), range(3))]
    cards = deal_totals(chance, *chance.choice(fitting))
    dealt = _round_lines(ask, chance, cards, areas=("banker", "player"))
    lines = (*dealt, "turn 1 3", "turn 2 4", "as pit_supervisor Supervisor-1 waive insurance")
    return Course(lines, ("dealing=face-down",))


def _announce_result(ask: Ask, chance: Random) -> Course:
    if ask.table.rules.tai_sai is not None:
        dice = " ".join(map(str, chance.choice(list(every_tumble())).dice))
        return Course((*_round_lines(ask, chance), "tumbles 3", f"dice {dice}"))
    cards = deal_coup(chance, chance.choice(possible_ends()))
    return Course(tuple(_round_lines(ask, chance, cards)))


def _deal_two(ask: Ask, chance: Random) -> list[str]:
    """A round of which two cards lie open: nothing is established yet."""
    return _round_lines(ask, chance, deal_hand(chance, 2))


def _void_round(ask: Ask, chance: Random) -> Course:
    if ask.table.rules.tai_sai is not None:
        return Course((*_round_lines(ask, chance), f"tumbles {chance.randint(1, 2)}", _APPROVE))
    return Course((*_deal_two(ask, chance), "report not-shuffled", _APPROVE))


def _change_shoe(ask: Ask, chance: Random) -> Course:
    return Course((*_void_round(ask, chance).lines, "void"))


def _give_options(ask: Ask, chance: Random) -> Course:
    """The second card lies at the Player's; at MBS two cards came together in a known order."""
    if ask.table.rules.has_clause("totals-announced"):
        return Course((*_deal_two(ask, chance), "report together-order-known at 1 2"))
    first, second = deal_hand(chance, 2)
    return Course((*_round_lines(ask, chance, (first,)), f"card {second.value} to P"))


def _continue_or_return(ask: Ask, chance: Random) -> Course:
    """A card was seen in the shoe; at MBS the power has failed."""
    power = ask.table.rules.has_clause("totals-announced")
    return Course((*_deal_two(ask, chance), "report power-failure" if power else "report card-seen-in-device"))


def _withdraw_or_stay(ask: Ask, chance: Random) -> Course:
    """In HLGA the cutting card came as the first card of the round (MBS 3.22.1)."""
    return Course((*_round_lines(ask, chance), "cutting card", "report cutting-card-first"), ("hlga=yes",))


def _refuse_late_bet(ask: Ask, chance: Random) -> Course:
    """Chips were added after closing: the first bet is found larger than it was."""
    chips, unit = chance.choice((10, 20, 40)), ask.table.unit
    who = chance.choice([str(seat) for seat in ask.table.rules.layout.seats] or _LABELS)
    area = chance.choice(ask.table.rules.layout.areas)
    accepted = chance.randint(1, chips - 1) * unit
    bet = f"bet {who} {area} {chips * unit}"
    return Course(("place your bets", bet, "no more bets", f"bet found late 1 accepted {accepted} : added to it"))


def _excess_card(ask: Ask, chance: Random) -> Course:
    """A fifth card, face down, where no hand draws."""
    ends = [end for end in possible_ends() if not end.player_third and not end.banker_third]
    cards = deal_coup(chance, chance.choice(ends))
    (one_more,) = deal_hand(chance, 1)
    return Course((*_round_lines(ask, chance, cards), f"card {one_more.value} face down"))


def _raise_claim(ask: Ask, chance: Random) -> Course:
    """A bettor disputes the result: a supervisor is called."""
    return Course((*_announce_result(ask, chance).lines, "result", "claim a guest disputes"))


_COURSES: Mapping[str, Callable[[Ask, Random], Course]] = {
    "place-your-bets": _open_bets,
    "no-more-bets": _close_bets,
    "player-draws": _draw_player,
    "banker-draws": _draw_banker,
    "totals": _announce_totals,
    "insurance": _offer_insurance,
    "insurance-waived": _waive_insurance,
    "result": _announce_result,
    "void": _void_round,
    "shoe-change": _change_shoe,
    "dealing-error": _give_options,
    "continue-or-return": _continue_or_return,
    "withdraw-or-stay": _withdraw_or_stay,
    "too-late": _refuse_late_bet,
    "card-in-excess": _excess_card,
    "one-moment": _raise_claim,
}


# What else could be said


_NEAR: Mapping[str, tuple[str, ...]] = {
    "place-your-bets": ("no-more-bets", "shoe-change"),
    "no-more-bets": ("place-your-bets", "too-late"),
    "player-draws": ("banker-draws", "no-more-bets", "card-in-excess"),
    "banker-draws": ("player-draws", "card-in-excess"),
    "insurance-waived": ("player-draws", "banker-draws"),
    "void": ("dealing-error", "one-moment", "continue-or-return", "too-late"),
    "dealing-error": ("continue-or-return", "withdraw-or-stay", "void"),
    "continue-or-return": ("dealing-error", "void", "one-moment"),
    "withdraw-or-stay": ("continue-or-return", "shoe-change", "dealing-error"),
    "too-late": ("no-more-bets", "void", "one-moment"),
    "card-in-excess": ("dealing-error", "void", "banker-draws"),
    "one-moment": ("void", "too-late", "continue-or-return"),
    "shoe-change": ("void", "place-your-bets", "one-moment"),
}
"""What is said at the steps beside it, or of a like trouble; of these first the ones that the document knows."""
_MADE = frozenset({RESULT, TOTALS, _INSURANCE})


def _choose_slips(ask: Ask, chance: Random, choice: str, round_: Round | None) -> list[tuple[Answer, Slip]]:
    """Three wrong announcements, each with what it comes of."""
    code, _, made_of = choice.partition(":")
    found: dict[str, list[Slip]] = {}
    for other, slip in _possible_slips(ask, chance, code, made_of, round_):
        if other != choice and (other in found or len(found) < _CHOICES - 1):
            found.setdefault(other, []).append(slip)
    return [((other,), slip) for other, slips in found.items() for slip in slips]


def _possible_slips(
    ask: Ask, chance: Random, code: str, made_of: str, round_: Round | None
) -> Iterator[tuple[str, Slip]]:
    if code == RESULT and round_ is not None and round_.dice is not None:
        yield from _dice_slips(chance, round_.dice)
    elif code == RESULT:
        yield from _result_slips(ask, chance, _read_cards(made_of))
    elif code == TOTALS:
        yield from _total_slips(chance, make_coup(_read_cards(made_of)))
    elif code == _INSURANCE:
        yield from _offer_slips(ask, chance, made_of, round_)
    else:
        said = {str(skill.wish["say"]) for skill in _word_skills(ask)} - _MADE - {code}
        near = [other for other in _NEAR[code] if other in said]
        rest = sorted(said - set(near))
        for other in (*near, *chance.sample(rest, len(rest))):
            yield other, Slip(Cause.WORDS, "said-at-another-step", {"said": other})


def _offer_slips(ask: Ask, chance: Random, offers: str, round_: Round | None) -> Iterator[tuple[str, Slip]]:
    """The other hand, other odds, and no offer at all."""
    insurance = ask.table.rules.book.insurance
    assert insurance is not None, "an offer comes from an insurance book"
    side, _, odds = offers.partition(" ")
    other = Side.BANKER if side == Side.PLAYER.value else Side.PLAYER
    yield f"{_INSURANCE}:{other.value} {odds}", Slip(Cause.WORDS, "other-hand")
    assert round_ is not None, "insurance is offered in a round"
    next_draw = open_coup(round_).next_draw
    assert next_draw is not None, "a card is due where insurance is offered"
    yield f"{next_draw.value}-draws", Slip(Cause.INSURANCE_MISSED, "not-offered")
    wrong = [each for each in table_odds(insurance) if str(each) != odds]
    for each in chance.sample(wrong, len(wrong)):
        yield f"{_INSURANCE}:{side} {each}", Slip(Cause.WORDS, "offer-at-other-odds", describe_odds(each))


def _total_slips(chance: Random, coup: Coup) -> Iterator[tuple[str, Slip]]:
    """The totals of the other hand, and one point more or less."""
    player, banker = coup.player.points, coup.banker.points
    read = [(banker, player, "totals-exchanged")]
    read += [((player + step) % 10, banker, "total-misread") for step in (1, -1)]
    read += [(player, (banker + step) % 10, "total-misread") for step in (1, -1)]
    for one, other, code in read:
        if (one, other) != (player, banker):
            yield f"{TOTALS}:{_write_cards(deal_totals(chance, one, other))}", Slip(Cause.WORDS, code)


def _dice_slips(chance: Random, dice: Sequence[int]) -> Iterator[tuple[str, Slip]]:
    """One die misread."""
    read = [
        (abs(other - face), (*dice[:place], other, *dice[place + 1 :]))
        for place, face in enumerate(dice)
        for other in DIE_FACES
    ]
    seen = {tuple(sorted(dice))}
    # A face beside the right one first; of a triple there are not enough of those.
    for _, each in sorted(chance.sample(read, len(read)), key=lambda one: one[0]):
        if tuple(sorted(each)) not in seen:
            seen.add(tuple(sorted(each)))
            yield f"{RESULT}:{'-'.join(map(str, each))}", Slip(Cause.WORDS, "die-misread")


def _result_slips(ask: Ask, chance: Random, cards: Sequence[Card]) -> Iterator[tuple[str, Slip]]:
    """Another result that one misreading makes, of which something else is said."""
    end = end_of_coup(cards)
    seen = {_said_of_end(ask, end)}
    read = [
        (replace(end, player=end.banker, banker=end.player), "hands-exchanged"),
        (replace(end, player_third=not end.player_third), "cards-counted-wrong"),
        (replace(end, banker_third=not end.banker_third), "cards-counted-wrong"),
        *((replace(end, pairs=pairs), "pair-misread") for pairs in range(PAIR_KINDS)),
        *((replace(end, player=(end.player + step) % 10), "total-misread") for step in (1, -1)),
        *((replace(end, banker=(end.banker + step) % 10), "total-misread") for step in (1, -1)),
    ]
    for other, code in (read[0], *chance.sample(read[1:], len(read) - 1)):
        if is_possible_end(other) and _said_of_end(ask, other) not in seen:
            seen.add(_said_of_end(ask, other))
            yield f"{RESULT}:{_write_cards(deal_coup(chance, other))}", Slip(Cause.WORDS, code)


def _said_of_end(ask: Ask, end: CoupEnd) -> tuple[object, ...]:
    """All that an announcement says of a result: both totals, a natural, and the side bets that won."""
    rules = ask.table.rules
    assert rules.baccarat is not None, "a coup is of cards"
    won = prizes_won(rules.layout, rules.baccarat.judge.rows[end.row])
    natural = not end.player_third and not end.banker_third and is_natural(end.player, end.banker)
    side_bets = tuple((area, prize) for area, prize in won.items() if area not in WINNER_AREAS)
    return end.player, end.banker, natural, side_bets


def _word_skills(ask: Ask) -> list[Skill]:
    return [skill for skill in book_skills(ask.table.rules.book.game) if skill.drill is DrillKind.WORDS]

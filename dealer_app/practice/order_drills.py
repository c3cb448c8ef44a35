"""Drills on the order of cards: they lie where they should not, the drawn order is known, and each has its place.

The right places are those of the reconstruction. Each wrong one is what the cards come to under one changed rule: left
as they lie, two cards to each hand at a time, third cards dealt in turn whatever the Table of Play says.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from dealer_app.domain.baccarat.reconstruction import Place, Reconstruction, correct_places, reconstruct
from dealer_app.domain.baccarat.table_of_play import (
    INITIAL_CARDS,
    STANDS_WITHOUT_THIRD_FROM,
    banker_draws,
    hand_total,
    is_natural,
    make_coup,
    player_draws,
)
from dealer_app.domain.cards import Card
from dealer_app.practice.card_drills import gather_mistakes, require_any
from dealer_app.practice.coups import CoupEnd, deal_coup, deal_hand, possible_ends
from dealer_app.practice.drill_table import Ask
from dealer_app.practice.questions import Answer, AnswerForm, Cause, DrillQuestion, DrillScene, Exercise, Slip

_NAMES = {Place.PLAYER: "player", Place.BANKER: "banker", Place.NEITHER: "next-round"}
_PLACES = tuple(_NAMES.values())
_ALL_CARDS = 6
_P, _B, _X = Place.PLAYER, Place.BANKER, Place.NEITHER


def ask_order(ask: Ask) -> Exercise:
    """What the skill asks of cards that lie elsewhere than they belong."""
    return _ASKED[ask.text("ask")](ask)


# Cards and where they lie


def _different_cards(deal: Callable[[], tuple[Card, ...]]) -> tuple[Card, ...]:
    """No card twice, so that each can be pointed at by its name."""
    while True:
        cards = deal()
        if len(set(cards)) == len(cards):
            return cards


def _deal_end(chance: Random, ends: Sequence[CoupEnd]) -> tuple[Card, ...]:
    return _different_cards(lambda: deal_coup(chance, chance.choice(ends)))


def scene_as_put(drawn: Sequence[Card], put: Sequence[Place]) -> DrillScene:
    """Cards where they lie, with the order in which they were drawn."""
    return DrillScene(
        player=_cards_lying(drawn, put, _P), banker=_cards_lying(drawn, put, _B), drawn=tuple(drawn), put=tuple(put)
    )


def _cards_lying(drawn: Sequence[Card], put: Sequence[Place], place: Place) -> tuple[Card, ...]:
    return tuple(card for card, lies in zip(drawn, put, strict=True) if lies is place)


def _hand_by_hand(drawn: Sequence[Card], put: Sequence[Place]) -> Answer:
    """The cards as they lie: the Player Hand, the Banker Hand, what lies beside them."""
    return tuple(card.value for place in Place for card in _cards_lying(drawn, put, place))


# Two hands to be laid


def _ask_hands(ask: Ask) -> Exercise:
    """All cards in the order in which they are laid: the Player Hand, then the Banker Hand."""
    chance = ask.chance()
    thirds = ask.text("case") == "thirds"
    ends = [end for end in possible_ends() if (end.player_third or end.banker_third) is thirds]
    drawn = _deal_end(chance, ends)
    put = _exchange_places(chance, correct_places(make_coup(drawn)))
    done = reconstruct(drawn, put)
    right: tuple[Answer, ...] = (_hand_by_hand(drawn, correct_places(done.coup)),)
    question = DrillQuestion(
        code="order-hands",
        part="card",
        form=AnswerForm.ORDER,
        choices=_hand_by_hand(drawn, put),
        right=right,
        mistakes=gather_mistakes(right, _hands_slips(drawn, put, done)),
        usual=Slip(Cause.IRREGULARITY_ORDER, "cards-mixed-up"),
        clause=ask.clause,
        facts={
            "player": str(len(done.coup.player.cards)),
            "banker": str(len(done.coup.banker.cards)),
            "moved": " ".join(one.card.value for one in done.misplaced),
        },
        why="order-hands",
    )
    return ask.exercise(scene_as_put(drawn, put), (question,))


def _exchange_places(chance: Random, right: Sequence[Place]) -> tuple[Place, ...]:
    """Two cards of different hands lie in each other's place."""
    put = list(right)
    one = chance.choice([order for order, place in enumerate(put) if place is _P])
    other = chance.choice([order for order, place in enumerate(put) if place is _B])
    put[one], put[other] = put[other], put[one]
    return tuple(put)


def _hands_slips(drawn: Sequence[Card], put: Sequence[Place], done: Reconstruction) -> Iterator[tuple[Answer, Slip]]:
    """One changed rule of dealing each."""
    right, cause = correct_places(done.coup), Cause.IRREGULARITY_ORDER
    thirds = right[INITIAL_CARDS:]
    yield _hand_by_hand(drawn, put), Slip(cause, "left-as-it-lies")
    yield _hand_by_hand(drawn, (_P, _P, _B, _B, *thirds)), Slip(cause, "two-at-a-time")
    yield _hand_by_hand(drawn, (_B, _P, _B, _P, *thirds)), Slip(cause, "banker-first")
    if len(thirds) > 1:
        yield _hand_by_hand(drawn, (*right[:INITIAL_CARDS], _B, _P)), Slip(cause, "thirds-exchanged")
    # Each hand has its cards, but in the order in which they were picked up from where they lay.
    as_lying = _hand_by_hand(drawn, put)
    hands = (done.coup.player.cards, done.coup.banker.cards)
    picked = tuple(value for hand in hands for value in sorted((card.value for card in hand), key=as_lying.index))
    yield picked, Slip(cause, "order-within-hand")


# Third cards, and cards too many


def _ask_places(ask: Ask) -> Exercise:
    """Of each card after the fourth where it belongs: a hand, or the next round."""
    chance = ask.chance()
    drawn = _DEALS[ask.text("case")](chance)
    right = correct_places(make_coup(drawn))
    put = _misplace_later(chance, right)
    done = reconstruct(drawn, put)
    belongs = {one.order: one.belongs for one in done.misplaced}
    questions = [
        _place_question(ask, drawn, put[order], belongs.get(order, put[order]), order)
        for order in range(INITIAL_CARDS, len(drawn))
    ]
    return ask.exercise(scene_as_put(drawn, put), questions)


def _deal_thirds(chance: Random) -> tuple[Card, ...]:
    return _deal_end(chance, [end for end in possible_ends() if end.player_third or end.banker_third])


def _deal_excess(chance: Random) -> tuple[Card, ...]:
    """A coup that ended before its sixth card, and a card or two drawn all the same."""
    one_third = chance.random() < 1 / 2
    ends = [
        end
        for end in possible_ends()
        if not (end.player_third and end.banker_third)
        and (end.player_third or end.banker_third) is one_third
        and not is_natural(end.player, end.banker)
    ]
    return _with_excess(chance, require_any(ends))


def _deal_natural(chance: Random) -> tuple[Card, ...]:
    ends = [
        end
        for end in possible_ends()
        if not (end.player_third or end.banker_third) and is_natural(end.player, end.banker)
    ]
    return _with_excess(chance, require_any(ends))


def _with_excess(chance: Random, ends: Sequence[CoupEnd]) -> tuple[Card, ...]:
    def deal() -> tuple[Card, ...]:
        coup = deal_coup(chance, chance.choice(ends))
        return (*coup, *deal_hand(chance, chance.randint(1, _ALL_CARDS - len(coup))))

    return _different_cards(deal)


_DEALS: Mapping[str, Callable[[Random], tuple[Card, ...]]] = {
    "thirds": _deal_thirds,
    "excess": _deal_excess,
    "natural": _deal_natural,
}


def _misplace_later(chance: Random, right: Sequence[Place]) -> tuple[Place, ...]:
    """Some card after the fourth lies elsewhere."""
    later = right[INITIAL_CARDS:]
    while True:
        put = tuple(chance.choice((_P, _B, place)) for place in later)
        if put != tuple(later):
            return (*right[:INITIAL_CARDS], *put)


def _place_question(ask: Ask, drawn: Sequence[Card], lies: Place, belongs: Place, order: int) -> DrillQuestion:
    right: tuple[Answer, ...] = ((_NAMES[belongs],),)
    return DrillQuestion(
        code="order-place",
        part="hand",
        form=AnswerForm.CHOICE,
        choices=_PLACES,
        right=right,
        mistakes=gather_mistakes(right, _place_slips(drawn, lies, order)),
        usual=Slip(Cause.IRREGULARITY_ORDER, "card-in-wrong-place"),
        clause=ask.clause,
        facts={
            "card": drawn[order].value,
            "number": str(order + 1),
            "lies": _NAMES[lies],
            "player": str(hand_total(drawn[:INITIAL_CARDS:2])),
            "banker": str(hand_total(drawn[1:INITIAL_CARDS:2])),
        },
        why=f"order-place.{_NAMES[belongs]}",
    )


def _place_slips(drawn: Sequence[Card], lies: Place, order: int) -> Iterator[tuple[Answer, Slip]]:
    """Left where it lies, dealt in turn, or by a Table of Play without its natural or its Player's third card."""
    player, banker = hand_total(drawn[:INITIAL_CARDS:2]), hand_total(drawn[1:INITIAL_CARDS:2])
    yield (_NAMES[lies],), Slip(Cause.IRREGULARITY_ORDER, "left-as-it-lies")
    in_turn = _P if order == INITIAL_CARDS else _B
    if is_natural(player, banker):
        yield (_NAMES[in_turn],), Slip(Cause.DRAW_NATURAL, "natural-drawn-on")
        return
    yield (_NAMES[in_turn],), Slip(Cause.IRREGULARITY_ORDER, "dealt-in-turn")
    if order > INITIAL_CARDS:
        if player_draws(player, banker):
            stood = _B if banker < STANDS_WITHOUT_THIRD_FROM else _X
            yield (_NAMES[stood],), Slip(Cause.DRAW_TABLE, "as-if-player-stood")
        return
    if player_draws(player, banker):
        yield (_NAMES[_B],), Slip(Cause.DRAW_TABLE, "player-passed-over")
    elif banker_draws(player, banker, None):
        yield (_NAMES[_X],), Slip(Cause.DRAW_TABLE, "banker-stood-too-low")
    else:
        yield (_NAMES[_B],), Slip(Cause.DRAW_TABLE, "banker-drew-too-high")


_ASKED: Mapping[str, Callable[[Ask], Exercise]] = {
    "hands": _ask_hands,
    "places": _ask_places,
}

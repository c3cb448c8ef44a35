"""A report that comes late: of a card or of dice that were keyed by hand while the device could not be heard.

What is the same is matched and never dealt twice. What may be the same place of the drawn order, and says another card,
only the dealer can tell.
"""

from collections.abc import Callable, Iterable

from msgspec import Struct

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.events import CardDrawn, DiceRead, Event
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.state import DrawnCard, Round, TableState
from dealer_app.domain.rulebook import Side
from dealer_app.observations import Destination
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import Awaiting, Listening, Question, Unheard

HANDS = {Destination.PLAYER: Side.PLAYER, Destination.BANKER: Side.BANKER}
_PLACES = {Side.PLAYER: Place.PLAYER, Side.BANKER: Place.BANKER}


class Late(Struct, frozen=True):
    """The report is of this card, by its place; None where it may be of one, and the dealer is asked."""

    round: int
    place: int | None


def late_card(
    table: TableState, listening: Listening, entry: Awaiting, may_be_new: Callable[[Side | None], bool]
) -> Late | None:
    """Whether a report of a card is the late one of a card that was keyed; None if it is of a new one.

    `may_be_new` says whether the next card of the table could be one of this hand.
    """
    round_ = round_awaited(table, listening)
    card = CARDS.get(entry.hidden.get("card", ""))
    if round_ is None or card is None or "said" in entry.facts or entry.question is not Question.WAITS:
        return None
    hand = hand_told(table, entry)
    keyed = [(place, round_.cards[place]) for place in listening.unheard.places if place < len(round_.cards)]
    here = [(place, drawn) for place, drawn in keyed if _lies_with(drawn, hand)]
    same = next((place for place, drawn in here if drawn.card is card), None)
    if same is not None:
        return Late(round_.number, same)
    new = may_be_new(hand)
    unknown = next((place for place, drawn in here if drawn.card is None), None)
    if unknown is not None and not new:
        return Late(round_.number, unknown)
    if not keyed or (not here and new):
        return None
    return Late(round_.number, None)


def hand_told(table: TableState, entry: Awaiting) -> Side | None:
    """For which hand the device calls a card. A round that a carried card opened it counts one card too low."""
    if table.carried_in:
        return None
    return HANDS.get(Destination(entry.hidden["destination"]))


def round_awaited(table: TableState, listening: Listening) -> Round | None:
    """The round of which something keyed may still be reported: the one that is on, or the last before a card came."""
    on = table.round
    round_ = on if on is not None and (on.cards or on.dice or on.number == listening.unheard.round) else table.last
    return round_ if round_ is not None and round_.number == listening.unheard.round else None


def _lies_with(drawn: DrawnCard, hand: Side | None) -> bool:
    return hand is None or drawn.put in (_PLACES[hand], Place.NEITHER)


def still_unheard(
    before: Unheard, lying: int, happened: Iterable[Event], may_tell: Callable[[DeviceKind], bool]
) -> Unheard:
    """What of a round may still be reported late, after this has happened to it while so many cards lay there."""
    places, dice = before.places, before.dice
    for event in happened:
        match event:
            case CardDrawn(source=Source() as source):
                if source.by_hand and may_tell(DeviceKind.SHOE):
                    places = (*places, lying)
                elif not source.keyed_by:
                    # Reports keep their order: of the cards before this one none comes any more.
                    places = ()
                lying += 1
            case DiceRead(source=Source() as source):
                dice = source.by_hand and may_tell(DeviceKind.TUMBLER)
            case _:
                pass
    if (places, dice) == (before.places, before.dice):
        return before
    return Unheard(round=before.round, places=places, dice=dice)

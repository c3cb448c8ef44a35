"""Live odds of a station: whether two people have switched them on, and every look at them.

They are on for the shoe in use, and never shown while a round is on: a look ends when bets are opened. What is
reckoned for a look is in `table_chances`; nothing of it is in the journal, only who looked and for how long.
"""

from collections import Counter

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.cards import Card
from dealer_app.domain.round.state import TableState
from dealer_app.domain.values import replace
from dealer_app.station_events import LiveOddsSwitched, LookBegan, LookEnded

LiveOddsEvent = LiveOddsSwitched | LookBegan | LookEnded
_MOST_LOOKS = 50
"""So many are kept for the page; the journal has them all."""


class OddsLook(Struct, frozen=True, kw_only=True):
    """Who looked, after which round, since when, and how long."""

    number: int
    by: str
    round: int
    at: int
    offset: int
    counter: int
    milliseconds: int | None = None
    is_open: bool = True


class LiveOddsState(Struct, frozen=True, kw_only=True):
    """The switch, and the looks of the shoe in use, the latest last."""

    switched: LiveOddsSwitched | None = None
    """Who switched them on; nothing while they are off."""
    looks: tuple[OddsLook, ...] = ()
    count: int = 0

    @property
    def is_on(self) -> bool:
        return self.switched is not None

    @property
    def open_look(self) -> OddsLook | None:
        """The look that somebody has open now."""
        last = self.looks[-1] if self.looks else None
        return last if last is not None and last.is_open else None


def count_seen(table: TableState) -> Counter[Card] | None:
    """The cards that lay open of the shoe in use; nothing where its composition is not known.

    Burned cards that lay face down count as unseen, and so does a card that is carried face down.
    """
    shoe = table.shoe
    if not shoe.decks or not shoe.composition_known:
        return None
    seen = Counter(shoe.seen)
    seen.subtract(
        drawn.card for drawn in table.carried if drawn.card is not None and drawn.seal is None and not drawn.turned
    )
    return +seen


def look_end_events(state: LiveOddsState, now: Timestamp) -> tuple[LookEnded, ...]:
    """The end of the look that is open, if one is."""
    look = state.open_look
    if look is None:
        return ()
    return (LookEnded(number=look.number, milliseconds=max(0, now.counter - look.counter) // 1_000),)


# The fold


def apply_live_odds_event(before: LiveOddsState, event: LiveOddsEvent) -> LiveOddsState:
    match event:
        case LiveOddsSwitched(on=True):
            return LiveOddsState(switched=event)
        case LiveOddsSwitched():
            return replace(before, switched=None)
        case LookBegan():
            look = OddsLook(
                number=event.number,
                by=event.by,
                round=event.round,
                at=event.at,
                offset=event.offset,
                counter=event.counter,
            )
            return replace(before, looks=(*before.looks, look)[-_MOST_LOOKS:], count=event.number)
        case LookEnded():
            looks = tuple(
                replace(look, milliseconds=event.milliseconds, is_open=False) if look.number == event.number else look
                for look in before.looks
            )
            return replace(before, looks=looks)


def end_cut_off_look(before: LiveOddsState) -> LiveOddsState:
    """The station has started again: how long the look lasted that was open nobody knows."""
    if before.open_look is None:
        return before
    return replace(before, looks=(*before.looks[:-1], replace(before.looks[-1], is_open=False)))


def end_with_shoe(before: LiveOddsState) -> LiveOddsState:
    """They were switched on for a shoe; the looks at it are over with it."""
    return LiveOddsState() if before.is_on or before.looks else before

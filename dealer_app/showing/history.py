"""What the roads and the trail show: the results of this shoe, or of this opening, by the number of the round.

A history is folded from the events of the journal and from nothing else. A desk begins with an empty one and gives it
each event that a decision makes durable (`after`). What the journal had before that moment is read beside it: all
events from the last TableOpened on, or from further back, up to the last one before the desk followed, in their order
(`history_of`), and then laid under it (`merged`). It forgets by itself with a new shoe and a new opening, so reading
from further back does no harm.

Bets, cards and dice of the round are as the domain folds them (`round.apply`); kept here is only what the domain does
not keep: the marks of the rounds before, and the bets of the last one, so that a bettor can have the same again.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec import Struct, field

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.baccarat.situation import BANKER_PAIR, NO_PAIR, PLAYER_PAIR, pair_kind
from dealer_app.domain.roads import Gap, RoundMark
from dealer_app.domain.round import events, mending_events, table_events
from dealer_app.domain.round.apply import apply
from dealer_app.domain.round.apply_mended import known_prefix
from dealer_app.domain.round.state import PlacedBet, Round, TableState
from dealer_app.domain.values import replace

ROUNDS_KEPT = 600
"""More rounds than a shoe has, or a day of dice; of what is older nothing is shown."""
EVENTS_KEPT = 2_000
"""What can happen while a journal is read, many times over."""


class History(Struct, frozen=True, kw_only=True):
    """See the module. A corrected round stands in the place of what it was before; a void one is `None`.

    A round that was dealt while the station was out, and whose dice nobody noted, is a gap, as in the roads.
    """

    marks: Mapping[int, RoundMark | Gap | None] = field(default_factory=dict)
    tumbles: Mapping[int, tuple[int, int, int] | Gap | None] = field(default_factory=dict)
    table: TableState = field(default_factory=TableState)
    """The round that is on, or the last one, as the domain folds it; nothing else of the table is followed."""
    before: tuple[PlacedBet, ...] = ()
    """The bets of the round before it."""
    whole: bool = False
    """Whether it goes back as far as it has to; until then what is heard is kept, to be laid over what was before."""
    heard: tuple[object, ...] = ()


def after(history: History, event: object) -> History:
    """The history after one event; what says nothing of results changes nothing."""
    change = _CHANGES.get(type(event))
    if change is None:
        return history
    now: History = change(history, event)
    return now if now.whole else replace(now, heard=(*now.heard, event)[-EVENTS_KEPT:])


def history_of(happened: Iterable[object]) -> History:
    """What these events add up to."""
    return reduce(after, happened, History(whole=True))


def merged(before: History, later: History) -> History:
    """What was before a desk followed, with what the desk has heard since; after a new opening only that."""
    return later if later.whole else reduce(after, later.heard, replace(before, whole=True, heard=()))


# The round, as the domain has it


def _opened(history: History, event: table_events.TableOpened) -> History:
    del history, event
    return History(whole=True)


def _new_shoe(history: History, event: table_events.CardsBrought) -> History:
    del event
    return replace(history, marks={})


def _began(history: History, event: events.RoundBegan) -> History:
    round_ = history.table.round
    before = history.before if round_ is None else round_.bets or history.before
    return replace(history, table=apply(history.table, event), before=before)


def _in_the_round(history: History, event: events.Event) -> History:
    """What changes bets, cards or dice of the round; of one of which the beginning was not heard nothing is known."""
    if history.table.round is None:
        return history
    return replace(history, table=apply(history.table, event))


def _undone(history: History, event: events.EntryUndone) -> History:
    return _in_the_round(history, event) if event.entry == "bet" else history


# Results


def _announced(history: History, event: events.ResultAnnounced) -> History:
    """Only from here on is a result shown: it never runs ahead of the dealer."""
    del event
    round_ = history.table.round
    if round_ is None:
        return history
    if round_.dice is not None:
        return replace(history, tumbles=_kept(history.tumbles, round_.number, round_.dice))
    mark = _mark(round_)
    return history if mark is None else replace(history, marks=_kept(history.marks, round_.number, mark))


def _mark(round_: Round) -> RoundMark | None:
    cards = known_prefix(round_.cards)
    hands = coup(cards)
    if hands.winner is None:
        return None
    pairs = pair_kind(cards)
    return RoundMark(
        winner=hands.winner,
        player_pair=pairs not in (NO_PAIR, BANKER_PAIR),
        banker_pair=pairs not in (NO_PAIR, PLAYER_PAIR),
        natural=hands.natural,
    )


def _undone_result(history: History, event: events.SettlementUndone) -> History:
    """The round is open again; it comes back with its next result."""
    del event
    round_ = history.table.round
    if round_ is None:
        return history
    return replace(
        history,
        marks={number: mark for number, mark in history.marks.items() if number != round_.number},
        tumbles={number: dice for number, dice in history.tumbles.items() if number != round_.number},
    )


def _voided(history: History, event: events.RoundVoided) -> History:
    del event
    round_ = history.table.round
    return history if round_ is None else _void(history, (round_.number,), of_dice=not round_.cards)


def _rounds_voided(history: History, event: mending_events.RoundsVoided) -> History:
    return _void(history, event.numbers, of_dice=True)


def _void(history: History, numbers: Iterable[int], *, of_dice: bool) -> History:
    """A void round leaves no mark on a road; in a trail its place stays."""
    marks: Mapping[int, RoundMark | Gap | None] = {**history.marks, **dict.fromkeys(numbers)}
    if not of_dice:
        return replace(history, marks=marks)
    return replace(history, marks=marks, tumbles={**history.tumbles, **dict.fromkeys(numbers)})


def _entered(history: History, event: mending_events.OutageRoundsEntered) -> History:
    """Dealt while the station was out: in the roads a gap, in the trail too where nobody noted the dice."""
    noted = {event.first + place: getattr(dealt, "dice", None) or Gap(1) for place, dealt in enumerate(event.rounds)}
    gap: Mapping[int, RoundMark | Gap | None] = {**history.marks, event.first: Gap(len(event.rounds))}
    return replace(history, marks=gap, tumbles={**history.tumbles, **noted}, table=TableState())


def _kept(known: Mapping[int, Any], number: int, result: object) -> Mapping[int, Any]:
    """With this result, and of the oldest rounds no more than are shown."""
    after = {**known, number: result}
    while len(after) > ROUNDS_KEPT:
        del after[next(iter(after))]
    return after


_IN_THE_ROUND = (
    events.BetPlaced,
    events.BetTakenBack,
    events.BetNeverPlaced,
    events.BetCut,
    mending_events.BetCorrected,
    events.CardDrawn,
    events.CardCarriedIn,
    events.CardsTurned,
    events.CardsReordered,
    mending_events.CardsLaid,
    mending_events.CardsTakenAsTheyLie,
    events.Reconstructed,
    mending_events.CardCorrected,
    events.DiceRead,
    mending_events.DiceCorrected,
)

_CHANGES: Mapping[type, Callable[[History, Any], History]] = {
    table_events.TableOpened: _opened,
    table_events.CardsBrought: _new_shoe,
    events.RoundBegan: _began,
    **dict.fromkeys(_IN_THE_ROUND, _in_the_round),
    events.EntryUndone: _undone,
    events.ResultAnnounced: _announced,
    events.SettlementUndone: _undone_result,
    events.RoundVoided: _voided,
    mending_events.RoundsVoided: _rounds_voided,
    mending_events.OutageRoundsEntered: _entered,
}

"""The results of this shoe, or of this opening, by the number of the round: what the roads and the trail show.

A history is folded from the events of the journal and from nothing else. A screen begins with an empty one and gives it
each event that a decision makes durable (`update_history`). The journal before that moment is read beside it: all
events from the last TableOpened on, or from further back, up to the last one before the screen followed, in their order
(`build_history`), and then laid under it (`merge_histories`). It forgets by itself with a new shoe and a new opening,
so reading from further back does no harm.

Bets, cards and dice of the round are as the domain folds them (`apply_event`); kept here is only what the domain does
not keep: the marks of the rounds before, and the bets of the last one, so that a bettor can have the same again.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from typing import Any

from msgspec import Struct, field

from dealer_app.domain.baccarat.situations import BANKER_PAIR, NO_PAIR, PLAYER_PAIR, pair_kind
from dealer_app.domain.baccarat.table_of_play import Winner, make_coup
from dealer_app.domain.roads import OutageGap, RoundMark
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.fold import apply_event
from dealer_app.domain.round.fold_corrections import open_prefix
from dealer_app.domain.round.state import PlacedBet, Round, TableState
from dealer_app.domain.values import replace

ROUNDS_KEPT = 600
"""More rounds than a shoe has, or a day of dice; of what is older nothing is shown."""
EVENTS_KEPT = 2_000
"""What can happen while a journal is read, many times over."""


class AnnouncedResult(Struct, frozen=True, kw_only=True):
    """The result of a round as it was announced: who won with how many points, or the dice."""

    round: int
    winner: Winner | None = None
    player: int = 0
    banker: int = 0
    dice: tuple[int, int, int] | None = None


class ResultsHistory(Struct, frozen=True, kw_only=True):
    """The marks of the rounds so far. A corrected round takes the place of what it was before; a void one is `None`.

    A round that was dealt while the station was out, and whose dice nobody noted, is a gap, as in the roads.
    """

    marks: Mapping[int, RoundMark | OutageGap | None] = field(default_factory=dict)
    marks_before: Mapping[int, RoundMark | OutageGap | None] = field(default_factory=dict)
    """Those of the shoe before, while its successor is prepared and after."""
    tumbles: Mapping[int, tuple[int, int, int] | OutageGap | None] = field(default_factory=dict)
    table: TableState = field(default_factory=TableState)
    """The round that is on, or the last one, as the domain folds it; nothing else of the table is followed."""
    last_bets: tuple[PlacedBet, ...] = ()
    """The bets of the round before it."""
    announced: AnnouncedResult | None = None
    """The result of the round that is on, or of the last one, as it stands since it was announced last."""
    announced_before: AnnouncedResult | None = None
    """What was announced of that round before it was corrected, where that was another result."""
    is_complete: bool = False
    """Whether it goes back as far as it has to; until then new events are kept, to be laid over what was before."""
    new_events: tuple[object, ...] = ()


def update_history(history: ResultsHistory, event: object) -> ResultsHistory:
    """The history after one event; what says nothing of results changes nothing."""
    change = _UPDATES.get(type(event))
    if change is None:
        return history
    now: ResultsHistory = change(history, event)
    return now if now.is_complete else replace(now, new_events=(*now.new_events, event)[-EVENTS_KEPT:])


def build_history(happened: Iterable[object]) -> ResultsHistory:
    """What these events add up to."""
    return reduce(update_history, happened, ResultsHistory(is_complete=True))


def merge_histories(before: ResultsHistory, later: ResultsHistory) -> ResultsHistory:
    """Lays what a screen has followed over the history before it; after a new opening only the later one counts."""
    return (
        later
        if later.is_complete
        else reduce(update_history, later.new_events, replace(before, is_complete=True, new_events=()))
    )


# The round, as the domain has it


def _start_table(_history: ResultsHistory, _event: events.TableOpened) -> ResultsHistory:
    return ResultsHistory(is_complete=True)


def _start_shoe(history: ResultsHistory, _event: events.CardsBrought) -> ResultsHistory:
    return replace(history, marks={}, marks_before=history.marks or history.marks_before)


def _start_round(history: ResultsHistory, event: events.RoundBegan) -> ResultsHistory:
    round_ = history.table.round
    before = history.last_bets if round_ is None else round_.bets or history.last_bets
    return replace(
        history,
        table=apply_event(history.table, event),
        last_bets=before,
        announced=None,
        announced_before=None,
    )


def _follow_round(history: ResultsHistory, event: events.Event) -> ResultsHistory:
    """Follows bets, cards and dice of the round; ignored for a round whose beginning is not in this history."""
    if history.table.round is None:
        return history
    return replace(history, table=apply_event(history.table, event))


def _undo_entry(history: ResultsHistory, event: events.EntryUndone) -> ResultsHistory:
    return _follow_round(history, event) if event.entry == "bet" else history


# Results


def _add_result(
    history: ResultsHistory, _event: events.ResultAnnounced | correction_events.SettlementRestored
) -> ResultsHistory:
    """Only from here on is a result shown: it never runs ahead of the dealer."""
    round_ = history.table.round
    if round_ is None:
        return history
    history = _note_announcement(history, _announced_result(round_))
    if round_.dice is not None:
        return replace(history, tumbles=_with_result(history.tumbles, round_.number, round_.dice))
    mark = _round_mark(round_)
    return history if mark is None else replace(history, marks=_with_result(history.marks, round_.number, mark))


def _announced_result(round_: Round) -> AnnouncedResult:
    hands = make_coup(open_prefix(round_.cards))
    return AnnouncedResult(
        round=round_.number,
        winner=hands.winner,
        player=hands.player.points,
        banker=hands.banker.points,
        dice=round_.dice,
    )


def _note_announcement(history: ResultsHistory, result: AnnouncedResult) -> ResultsHistory:
    """With this result; another one that was announced of this round is kept as what it corrects."""
    before = history.announced
    corrected = before is not None and before != result
    return replace(history, announced=result, announced_before=before if corrected else history.announced_before)


def _round_mark(round_: Round) -> RoundMark | None:
    cards = open_prefix(round_.cards)
    hands = make_coup(cards)
    if hands.winner is None:
        return None
    pairs = pair_kind(cards)
    return RoundMark(
        winner=hands.winner,
        player_pair=pairs not in (NO_PAIR, BANKER_PAIR),
        banker_pair=pairs not in (NO_PAIR, PLAYER_PAIR),
        natural=hands.is_natural,
        points=max(hands.player.points, hands.banker.points),
    )


def _remove_result(history: ResultsHistory, _event: events.SettlementUndone) -> ResultsHistory:
    """The round is open again; it comes back with its next result."""
    round_ = history.table.round
    if round_ is None:
        return history
    return replace(
        history,
        marks={number: mark for number, mark in history.marks.items() if number != round_.number},
        tumbles={number: dice for number, dice in history.tumbles.items() if number != round_.number},
    )


def _void_round(history: ResultsHistory, _event: events.RoundVoided) -> ResultsHistory:
    round_ = history.table.round
    return history if round_ is None else _mark_void(history, (round_.number,), of_dice=not round_.cards)


def _void_rounds(history: ResultsHistory, event: correction_events.RoundsVoided) -> ResultsHistory:
    return _mark_void(history, event.numbers, of_dice=True)


def _mark_void(history: ResultsHistory, numbers: Iterable[int], *, of_dice: bool) -> ResultsHistory:
    """A void round leaves no mark on a road; in a trail its place stays."""
    marks: Mapping[int, RoundMark | OutageGap | None] = {**history.marks, **dict.fromkeys(numbers)}
    if not of_dice:
        return replace(history, marks=marks)
    return replace(history, marks=marks, tumbles={**history.tumbles, **dict.fromkeys(numbers)})


def _add_outage_rounds(history: ResultsHistory, event: correction_events.OutageRoundsEntered) -> ResultsHistory:
    """Dealt while the station was out: in the roads a gap, in the trail too where nobody noted the dice."""
    noted = {
        event.first + place: getattr(dealt, "dice", None) or OutageGap(1) for place, dealt in enumerate(event.rounds)
    }
    gap: Mapping[int, RoundMark | OutageGap | None] = {**history.marks, event.first: OutageGap(len(event.rounds))}
    return replace(history, marks=gap, tumbles={**history.tumbles, **noted}, table=TableState())


def _with_result(known: Mapping[int, Any], number: int, result: object) -> Mapping[int, Any]:
    """With this result, and of the oldest rounds no more than are shown."""
    after = {**known, number: result}
    while len(after) > ROUNDS_KEPT:
        del after[next(iter(after))]
    return after


_ROUND_EVENTS = (
    events.BetPlaced,
    events.BetTakenBack,
    events.BetNeverPlaced,
    events.BetCut,
    correction_events.BetCorrected,
    events.CardDrawn,
    events.CardCarriedIn,
    events.CardsTurned,
    events.CardsReordered,
    correction_events.CardsLaid,
    correction_events.CardsTakenAsTheyLie,
    events.Reconstructed,
    correction_events.CardCorrected,
    events.DiceRead,
    correction_events.DiceCorrected,
)

_UPDATES: Mapping[type, Callable[[ResultsHistory, Any], ResultsHistory]] = {
    events.TableOpened: _start_table,
    events.CardsBrought: _start_shoe,
    events.RoundBegan: _start_round,
    **dict.fromkeys(_ROUND_EVENTS, _follow_round),
    events.EntryUndone: _undo_entry,
    events.ResultAnnounced: _add_result,
    events.SettlementUndone: _remove_result,
    correction_events.SettlementRestored: _add_result,
    events.RoundVoided: _void_round,
    correction_events.RoundsVoided: _void_rounds,
    correction_events.OutageRoundsEntered: _add_outage_rounds,
}

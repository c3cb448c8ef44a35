"""The fold of all events into the state of a station. Nothing is judged here; an event that is there has happened."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from dealer_app.domain.round.apply import apply as apply_round
from dealer_app.domain.round.events import Event
from dealer_app.domain.round.mending_events import OutageRoundsEntered
from dealer_app.domain.round.table_events import CardsBrought, ShoeClosed, ShoeEnded, TableClosed, TableOpened
from dealer_app.domain.values import replace
from dealer_app.journal import facts as of_journal
from dealer_app.journal.recovery import Folding
from dealer_app.people import apply as people_apply
from dealer_app.people.events import PeopleEvent
from dealer_app.station import backups, facts, hand_dealing, set_up
from dealer_app.station.listening import remembering
from dealer_app.station.snapshot import read_carried, read_snapshot
from dealer_app.station.state import Outage, StationState


def apply(state: StationState, event: object) -> StationState:
    """The state after one event, of whatever kind."""
    return _APPLY[type(event)](state, event)


def _of_round(state: StationState, event: Event) -> StationState:
    return replace(state, table=apply_round(state.table, event))


def _outage_entered(state: StationState, event: OutageRoundsEntered) -> StationState:
    return replace(_of_round(state, event), outage=Outage.NONE)


def _opened(state: StationState, event: TableOpened) -> StationState:
    return replace(_of_round(state, event), set_up=set_up.with_table(state.set_up))


def _closed(state: StationState, event: TableClosed) -> StationState:
    """The limits are compared with the sign at each opening."""
    table = state.table.table
    limits = {name: limits for name, limits in state.limits.items() if table is None or name != table.name}
    return replace(
        _of_round(state, event),
        limits=limits,
        by_hand={},
        set_up=set_up.without_table(state.set_up),
        backups=backups.after_closing(state.backups),
    )


def _without_shoe(state: StationState, event: CardsBrought | ShoeEnded | ShoeClosed) -> StationState:
    after = _of_round(state, event)
    return replace(after, by_hand=hand_dealing.without_shoe(state.by_hand)) if state.by_hand else after


def _of_people(state: StationState, event: PeopleEvent) -> StationState:
    by_hand = hand_dealing.after_people(state.by_hand, event)
    return replace(state, people=people_apply.apply(state.people, event), by_hand=by_hand)


def _by_hand(state: StationState, event: facts.HandDealingAllowed) -> StationState:
    return replace(state, by_hand=hand_dealing.allowed(state.by_hand, event))


def _unchanged(state: StationState, event: object) -> StationState:
    del event
    return state


def _began(state: StationState, event: of_journal.JournalBegan) -> StationState:
    return replace(state, station=event.station)


def _carried(state: StationState, event: of_journal.StateCarried) -> StationState:
    del state
    return read_carried(event.state)


def _started(state: StationState, event: facts.StationStarted) -> StationState:
    return replace(state, running=True, station=event.station, backups=backups.after_start(state.backups))


def _stopped(state: StationState, event: facts.StationStopped) -> StationState:
    del event
    return replace(state, running=False)


def _cut_off(state: StationState, event: facts.UncleanStop) -> StationState:
    """Only an open table can have been played at meanwhile. An answer that was still owed is owed again."""
    del event
    asked = state.outage is Outage.NONE and state.table.table is not None
    return replace(state, outage=Outage.ASKED if asked else state.outage)


def _answered(state: StationState, event: facts.OutageAnswered) -> StationState:
    return replace(state, outage=Outage.PLAYED_ON if event.played_on else Outage.NONE)


def _in_force(state: StationState, event: facts.RulebookInForce) -> StationState:
    return replace(state, book=event)


def _rulings(state: StationState, event: facts.RulingsConfirmed) -> StationState:
    read = facts.RulebookInForce(game=event.game, fingerprint=event.fingerprint, rulings=event.rulings)
    return replace(state, confirmed={**state.confirmed, read.game: read})


def _limits(state: StationState, event: facts.LimitsConfirmed) -> StationState:
    return replace(state, limits={**state.limits, event.table: event.limits})


def _shift_began(state: StationState, event: facts.ShiftBegan) -> StationState:
    return replace(state, shift=event.number, shifts=event.number)


def _shift_ended(state: StationState, event: facts.ShiftEnded) -> StationState:
    del event
    return replace(state, shift=None)


def _setting(state: StationState, event: facts.SettingChanged) -> StationState:
    return replace(state, settings={**state.settings, event.setting: event.after})


def _second_head(state: StationState, event: facts.SecondHeadPlaced) -> StationState:
    return replace(state, second_head=event.after, second_head_waived=(0, 0))


def _waived(state: StationState, event: facts.SecondHeadWaived) -> StationState:
    return replace(state, second_head_waived=(event.since, event.until))


def _clock_checked(state: StationState, event: facts.ClockChecked) -> StationState:
    return replace(state, clock_synchronised=event.synchronised)


def _of_backups(state: StationState, event: backups.BackupFact) -> StationState:
    return replace(state, backups=backups.apply(state.backups, event))


def _of_devices(state: StationState, event: remembering.DeviceFact) -> StationState:
    return replace(state, listening=remembering.apply(state.listening, event))


def _set_up(state: StationState, event: facts.DevicesSetUp) -> StationState:
    after = set_up.after_start(state.set_up, event, is_open=state.table.table is not None)
    return replace(_of_devices(state, event), set_up=after)


def _incident(state: StationState, event: facts.DeviceIncident) -> StationState:
    after = set_up.after_incident(state.set_up, event, is_open=state.table.table is not None)
    by_hand = hand_dealing.after_incident(state.by_hand, event, after.now[event.device])
    return replace(_of_devices(state, event), by_hand=by_hand, set_up=after)


_APPLY: Mapping[type, Callable[[StationState, Any], StationState]] = {
    **dict.fromkeys(get_args(Event), _of_round),
    OutageRoundsEntered: _outage_entered,
    TableOpened: _opened,
    TableClosed: _closed,
    **dict.fromkeys((CardsBrought, ShoeEnded, ShoeClosed), _without_shoe),
    **dict.fromkeys(get_args(PeopleEvent), _of_people),
    of_journal.JournalBegan: _began,
    of_journal.StateCarried: _carried,
    of_journal.SnapshotTaken: _unchanged,
    of_journal.JournalVerified: _unchanged,
    facts.StationStarted: _started,
    facts.StationStopped: _stopped,
    facts.UncleanStop: _cut_off,
    facts.ClockJumped: _unchanged,
    facts.OutageAnswered: _answered,
    facts.RulebookInForce: _in_force,
    facts.RulingsConfirmed: _rulings,
    facts.LimitsConfirmed: _limits,
    facts.ShiftBegan: _shift_began,
    facts.ShiftEnded: _shift_ended,
    facts.SettingChanged: _setting,
    facts.SecondHeadPlaced: _second_head,
    facts.SecondHeadWaived: _waived,
    facts.NewVolumeAgreed: _unchanged,
    facts.ClockChecked: _clock_checked,
    **dict.fromkeys(get_args(backups.BackupFact), _of_backups),
    **dict.fromkeys(get_args(remembering.DeviceFact), _of_devices),
    facts.DevicesSetUp: _set_up,
    facts.DeviceIncident: _incident,
    facts.HandDealingAllowed: _by_hand,
    facts.DiskFilledUp: _unchanged,
    facts.ProgramFailed: _unchanged,
}


_OF_A_ROUND = frozenset(kind for kind, folded in _APPLY.items() if folded is _of_round)


def folding(program: str) -> Folding[StationState]:
    """How a journal of this station is folded, by the program of this version."""
    return Folding(start=_Fold, read=read_snapshot, program=program)


class _Fold:
    """Folds many events: while they are of rounds, as nearly all are, the table alone is folded on."""

    def __init__(self, begin: StationState | None) -> None:
        self._state = begin or StationState()
        self._table = self._state.table

    def add(self, event: object) -> None:
        if type(event) in _OF_A_ROUND:
            self._table = apply_round(self._table, event)  # type: ignore[arg-type]
            return
        self._state = apply(self.state(), event)
        self._table = self._state.table

    def state(self) -> StationState:
        return replace(self._state, table=self._table)

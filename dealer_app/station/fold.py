"""The fold of all events into the state of a station. Nothing is judged here; an event that is there has happened."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from dealer_app import practice_list_events, station_events
from dealer_app.domain.round.correction_events import OutageRoundsEntered
from dealer_app.domain.round.events import CardsBrought, Event, ShoeClosed, ShoeEnded, TableClosed, TableOpened
from dealer_app.domain.round.fold import apply_event as apply_round
from dealer_app.domain.values import replace
from dealer_app.journal import records as of_journal
from dealer_app.journal.recovery import FoldMethod
from dealer_app.people import fold as people_apply
from dealer_app.people.events import PeopleEvent
from dealer_app.practice_events import PracticeEvent
from dealer_app.station import backups, device_fold, house_law, practice_list
from dealer_app.station.snapshot import read_carried_state, read_snapshot
from dealer_app.station.state import Outage, StationState
from dealer_app.station.supervisor import alarms, checklists, odds_looks, order_watch


def apply_station_event(state: StationState, event: object) -> StationState:
    """The state after one event, of whatever kind."""
    return _FOLDS[type(event)](state, event)


def _fold_round(state: StationState, event: Event) -> StationState:
    return replace(state, table=apply_round(state.table, event))


def _fold_outage_rounds(state: StationState, event: OutageRoundsEntered) -> StationState:
    return replace(_fold_round(state, event), outage=Outage.NONE)


def _fold_table_open(state: StationState, event: TableOpened) -> StationState:
    return replace(
        _fold_round(state, event),
        set_up=device_fold.open_table_devices(state.set_up),
        law=house_law.end_notice(state.law),
        checklists=checklists.begin_table(state.checklists),
    )


def _fold_table_close(state: StationState, event: TableClosed) -> StationState:
    """The limits are compared with the sign at each opening."""
    table = state.table.table
    limits = {name: limits for name, limits in state.limits.items() if table is None or name != table.name}
    return replace(
        _fold_round(state, event),
        limits=limits,
        last_table=table or state.last_table,
        by_hand={},
        set_up=device_fold.clear_table_devices(state.set_up),
        backups=backups.count_closing(state.backups),
        law=house_law.end_notice(state.law),
        checklists=checklists.end_table(state.checklists),
        currency=practice_list.end_table(state.currency),
        live_odds=odds_looks.end_with_shoe(state.live_odds),
    )


def _fold_shoe_end(state: StationState, event: CardsBrought | ShoeEnded | ShoeClosed) -> StationState:
    after = replace(_fold_round(state, event), live_odds=odds_looks.end_with_shoe(state.live_odds))
    return replace(after, by_hand=device_fold.end_with_shoe(state.by_hand)) if state.by_hand else after


def _fold_people(state: StationState, event: PeopleEvent) -> StationState:
    by_hand = device_fold.end_with_dealer(state.by_hand, event)
    return replace(state, people=people_apply.apply_people_event(state.people, event), by_hand=by_hand)


def _fold_hand_dealing(state: StationState, event: station_events.HandDealingAllowed) -> StationState:
    return replace(state, by_hand=device_fold.allow_hand_dealing(state.by_hand, event))


def _fold_nothing(state: StationState, _event: object) -> StationState:
    return state


def _fold_journal_begin(state: StationState, event: of_journal.JournalBegan) -> StationState:
    return replace(state, station=event.station)


def _fold_carried_state(_state: StationState, event: of_journal.StateCarried) -> StationState:
    return read_carried_state(event.state)


def _fold_start(state: StationState, event: station_events.StationStarted) -> StationState:
    return replace(
        state,
        running=True,
        station=event.station,
        backups=backups.reset_alarm(state.backups),
        live_odds=odds_looks.end_cut_off_look(state.live_odds),
    )


def _fold_stop(state: StationState, _event: station_events.StationStopped) -> StationState:
    return replace(state, running=False)


def _fold_unclean_stop(state: StationState, _event: station_events.UncleanStop) -> StationState:
    """Only an open table can have been played at meanwhile. An answer that was still owed is owed again."""
    asked = state.outage is Outage.NONE and state.table.table is not None
    return replace(state, outage=Outage.ASKED if asked else state.outage)


def _fold_outage_answer(state: StationState, event: station_events.OutageAnswered) -> StationState:
    return replace(state, outage=Outage.PLAYED_ON if event.played_on else Outage.NONE)


def _fold_rulebook(state: StationState, event: station_events.RulebookInForce) -> StationState:
    return replace(state, book=event)


def _fold_rulings(state: StationState, event: station_events.RulingsConfirmed) -> StationState:
    read = station_events.RulebookInForce(game=event.game, fingerprint=event.fingerprint, rulings=event.rulings)
    return replace(state, confirmed={**state.confirmed, read.game: read})


def _fold_limits(state: StationState, event: station_events.LimitsConfirmed) -> StationState:
    return replace(state, limits={**state.limits, event.table: event.limits})


def _fold_shift_begin(state: StationState, event: station_events.ShiftBegan) -> StationState:
    return replace(state, shift=event.number, shifts=event.number)


def _fold_shift_end(state: StationState, _event: station_events.ShiftEnded) -> StationState:
    return replace(state, shift=None)


def _fold_call(state: StationState, event: station_events.SupervisorCalled) -> StationState:
    return replace(state, called=event.time)


def _fold_call_end(state: StationState, _event: station_events.SupervisorCame) -> StationState:
    return replace(state, called="")


def _fold_dispute(state: StationState, event: station_events.DisputeBegan) -> StationState:
    return replace(state, law=house_law.begin_dispute(state.law, event))


def _fold_dispute_step(state: StationState, event: station_events.DisputeStepNoted) -> StationState:
    return replace(state, law=house_law.note_dispute_step(state.law, event))


def _fold_closing_notice(state: StationState, event: station_events.ClosingNoticed) -> StationState:
    return replace(state, law=house_law.note_closing(state.law, event))


def _fold_checklist(state: StationState, event: station_events.ChecklistSigned) -> StationState:
    return replace(state, checklists=checklists.note_checklist(state.checklists, event))


def _fold_setting(state: StationState, event: station_events.SettingChanged) -> StationState:
    return replace(state, settings={**state.settings, event.setting: event.after})


def _fold_second_head(state: StationState, event: station_events.SecondHeadPlaced) -> StationState:
    return replace(state, second_head=event.after, second_head_waived=(0, 0))


def _fold_currency_demand(state: StationState, event: practice_list_events.CurrencyDemanded) -> StationState:
    return replace(state, currency=practice_list.begin_demand(state.currency, event))


def _fold_currency_shown(state: StationState, event: practice_list_events.CurrencyShown) -> StationState:
    return replace(state, currency=practice_list.note_shown(state.currency, event))


def _fold_waiver(state: StationState, event: station_events.SecondHeadWaived) -> StationState:
    return replace(state, second_head_waived=(event.since, event.until))


def _fold_clock_check(state: StationState, event: station_events.ClockChecked) -> StationState:
    return replace(state, clock_synchronised=event.synchronised)


def _fold_backups(state: StationState, event: backups.BackupEvent) -> StationState:
    return replace(state, backups=backups.apply_backup_event(state.backups, event))


def _fold_alarm(state: StationState, event: alarms.AlarmEvent) -> StationState:
    return replace(state, alarms=alarms.apply_alarm_event(state.alarms, event))


def _fold_order(state: StationState, event: order_watch.OrderEvent) -> StationState:
    return replace(state, order=order_watch.apply_order_event(state.order, event))


def _fold_live_odds(state: StationState, event: odds_looks.LiveOddsEvent) -> StationState:
    return replace(state, live_odds=odds_looks.apply_live_odds_event(state.live_odds, event))


def _fold_devices(state: StationState, event: device_fold.DeviceEvent) -> StationState:
    return replace(state, listening=device_fold.apply_device_event(state.listening, event))


def _fold_device_setup(state: StationState, event: station_events.DevicesSetUp) -> StationState:
    after = device_fold.start_devices(state.set_up, event, is_open=state.table.table is not None)
    return replace(_fold_devices(state, event), set_up=after)


def _fold_incident(state: StationState, event: station_events.DeviceIncident) -> StationState:
    after = device_fold.add_device(state.set_up, event, is_open=state.table.table is not None)
    by_hand = device_fold.end_with_device(state.by_hand, event, after.now[event.device])
    return replace(_fold_devices(state, event), by_hand=by_hand, set_up=after)


def _fold_practice(state: StationState, _event: object) -> StationState:
    return state if state.for_practice else replace(state, for_practice=True)


_FOLDS: Mapping[type, Callable[[StationState, Any], StationState]] = {
    **dict.fromkeys(get_args(Event), _fold_round),
    OutageRoundsEntered: _fold_outage_rounds,
    TableOpened: _fold_table_open,
    TableClosed: _fold_table_close,
    **dict.fromkeys((CardsBrought, ShoeEnded, ShoeClosed), _fold_shoe_end),
    **dict.fromkeys(get_args(PeopleEvent), _fold_people),
    **dict.fromkeys(get_args(PracticeEvent), _fold_practice),
    of_journal.JournalBegan: _fold_journal_begin,
    of_journal.StateCarried: _fold_carried_state,
    of_journal.SnapshotTaken: _fold_nothing,
    of_journal.JournalVerified: _fold_nothing,
    station_events.StationStarted: _fold_start,
    station_events.StationStopped: _fold_stop,
    station_events.UncleanStop: _fold_unclean_stop,
    station_events.ClockJumped: _fold_nothing,
    station_events.ResultDisplayed: _fold_nothing,
    station_events.OutageAnswered: _fold_outage_answer,
    station_events.RulebookInForce: _fold_rulebook,
    station_events.RulingsConfirmed: _fold_rulings,
    station_events.LimitsConfirmed: _fold_limits,
    station_events.ShiftBegan: _fold_shift_begin,
    station_events.ShiftEnded: _fold_shift_end,
    station_events.SupervisorCalled: _fold_call,
    station_events.SupervisorCame: _fold_call_end,
    station_events.DisputeBegan: _fold_dispute,
    station_events.DisputeStepNoted: _fold_dispute_step,
    station_events.ClosingNoticed: _fold_closing_notice,
    station_events.ChecklistSigned: _fold_checklist,
    station_events.ClosedWithoutNotice: _fold_nothing,
    station_events.SettingChanged: _fold_setting,
    station_events.SecondHeadPlaced: _fold_second_head,
    practice_list_events.CurrencyDemanded: _fold_currency_demand,
    practice_list_events.CurrencyShown: _fold_currency_shown,
    station_events.SecondHeadWaived: _fold_waiver,
    station_events.NewVolumeAgreed: _fold_nothing,
    station_events.ClockChecked: _fold_clock_check,
    **dict.fromkeys(get_args(backups.BackupEvent), _fold_backups),
    **dict.fromkeys(get_args(device_fold.DeviceEvent), _fold_devices),
    **dict.fromkeys(get_args(alarms.AlarmEvent), _fold_alarm),
    **dict.fromkeys(get_args(order_watch.OrderEvent), _fold_order),
    **dict.fromkeys(get_args(odds_looks.LiveOddsEvent), _fold_live_odds),
    station_events.DevicesSetUp: _fold_device_setup,
    station_events.DeviceIncident: _fold_incident,
    station_events.HandDealingAllowed: _fold_hand_dealing,
    station_events.DiskFilledUp: _fold_nothing,
    station_events.ProgramFailed: _fold_nothing,
}


_ROUND_EVENT_TYPES = frozenset(kind for kind, folded in _FOLDS.items() if folded is _fold_round)


def station_fold_method(program: str) -> FoldMethod[StationState]:
    """How a journal of this station is folded, by the program of this version."""
    return FoldMethod(start=_StationFold, read=read_snapshot, program=program)


class _StationFold:
    """Folds many events: while they are of rounds, as nearly all are, the table alone is folded on."""

    def __init__(self, begin: StationState | None) -> None:
        self._state = begin or StationState()
        self._table = self._state.table

    def add(self, event: object) -> None:
        if type(event) in _ROUND_EVENT_TYPES:
            self._table = apply_round(self._table, event)  # type: ignore[arg-type]
            return
        self._state = apply_station_event(self.state(), event)
        self._table = self._state.table

    def state(self) -> StationState:
        return replace(self._state, table=self._table)

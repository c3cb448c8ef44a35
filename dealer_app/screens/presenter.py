"""Builds the Screen after every change of the station and hands it to the window.

New cards and dice are painted at once; the whole screen follows in the next turn of the loop. `build_screen` chooses
what the rail shows, what is on the stage and which panel is over it.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping

from dealer_app.clock import Timestamp
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Phase
from dealer_app.domain.values import replace
from dealer_app.people.events import SessionEnd, SessionEnded
from dealer_app.screens import timeline
from dealer_app.screens.action_runner import ScreenSnapshot, take_snapshot
from dealer_app.screens.actions import GRANT_PICK
from dealer_app.screens.blocks import Control, ScreenText
from dealer_app.screens.context import AssetFault, Looks, ScreenContext, input_target, is_supervisor_here
from dealer_app.screens.house import first_run, shoe_change, table_opening
from dealer_app.screens.house import menu as demonstration
from dealer_app.screens.house import menu as menu_key
from dealer_app.screens.house.acting_positions import assignment_panel
from dealer_app.screens.house.disputes_panel import disputes_panel
from dealer_app.screens.house.menu import is_allowed, menu_panel, table_end_panel
from dealer_app.screens.house.people_panels import account_panel, locks_panel, relief_panel, shift_panel
from dealer_app.screens.house.reference_panels import (
    clause_panel,
    dice_change_panel,
    recall_panel,
    shoe_end_panel,
    shortcuts_panel,
)
from dealer_app.screens.house.settings import backups_panel, limits_panel, settings_panel
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.irregularity import case, case_page, claims, outage, question_rail
from dealer_app.screens.irregularity.claims import claim_panel
from dealer_app.screens.irregularity.corrections import correction_panel
from dealer_app.screens.irregularity.decision import decision_panel
from dealer_app.screens.irregularity.devices_panel import devices_panel, hand_signature_panel
from dealer_app.screens.irregularity.menus import (
    irregularities_panel,
    room_key,
    supervisor_call_text,
    supervisor_panel,
)
from dealer_app.screens.irregularity.report import report_panel
from dealer_app.screens.irregularity.signature import grant_panel
from dealer_app.screens.key_input import Debounce, first_entry, screen_controls
from dealer_app.screens.labels import duration_text, section_text
from dealer_app.screens.ports import ScreenSettings, WindowPort
from dealer_app.screens.rail import build_rail
from dealer_app.screens.recall.past_reader import PastReader
from dealer_app.screens.recall.recall_page import recall_page
from dealer_app.screens.recall.recall_search import search_panel
from dealer_app.screens.recall.recall_view import RECALL_PANELS
from dealer_app.screens.reports.report_maker import ReportMaker
from dealer_app.screens.reports.report_panel import reports_overlay
from dealer_app.screens.results_history import ResultsHistory, update_history
from dealer_app.screens.round import betting_keys, keypad, parts, stage
from dealer_app.screens.round import hands as glancing
from dealer_app.screens.round import top_bar as play_bar
from dealer_app.screens.screen import Cue, HandsShown, Overlay, RailContent, Screen, TableStage, TopBar
from dealer_app.screens.sounds import AlarmSounds, WaitReminder, choose_cue, is_waiting_for_person
from dealer_app.screens.supervisor import room
from dealer_app.screens.supervisor.alarms_panel import alarms_panel, supervisors_only_panel
from dealer_app.screens.supervisor.checklist_panel import checklist_panel
from dealer_app.screens.supervisor.insurance_panel import insurance_panel
from dealer_app.screens.supervisor.live_odds import is_look_open, live_odds_screen
from dealer_app.screens.supervisor.order_page import hold_rail, is_table_held, order_screen
from dealer_app.screens.timeline import Timeline, TimelineEvent
from dealer_app.station.core import Done
from dealer_app.station.state import Outage, StationState
from dealer_app.station.station import Station
from dealer_app.station.supervisor.supervisor_desks import room_terminal
from dealer_app.station.transaction import Author
from dealer_app.texts import LanguagePair, language_pair


def house_overlay(context: ScreenContext) -> Overlay | None:
    """The panel that is open, if it is one of ours and there is still something in it to be done."""
    at_table = context.state.table.table is not None and context.rules is not None
    match context.input_state.panel:
        case Panel.MENU:
            return menu_panel(context)
        case Panel.CLAUSE:
            return clause_panel(context)
        case Panel.KEYS:
            return shortcuts_panel(context)
        case Panel.RECALL:
            return recall_panel(context)
        case Panel.LIMITS:
            return limits_panel(context) if at_table else None
        case Panel.INSURANCE:
            offered = context.rules is not None and context.rules.book.insurance is not None
            return insurance_panel(context) if at_table and offered else None
        case Panel.SHOE:
            return _shoe_panel(context)
        case Panel.RELIEF:
            return relief_panel(context) if at_table and context.state.table.round is None else None
        case Panel.LOCKS:
            return locks_panel(context)
        case Panel.BACKUPS:
            return backups_panel(context) if context.state.backups.place else None
        case Panel.CLOSING:
            return table_end_panel(context) if at_table and context.current_account is not None else None
        case Panel.SHOE_ORDER | Panel.LIVE_ODDS if context.rules is not None and context.rules.baccarat is None:
            return None
        case panel if panel in _SIGNED_IN_PANELS and context.current_account is not None:
            return _SIGNED_IN_PANELS[panel](context)
        case _:
            return None


_SIGNED_IN_PANELS: Mapping[Panel, Callable[[ScreenContext], Overlay]] = {
    Panel.ACTING: assignment_panel,
    Panel.PEOPLE: account_panel,
    Panel.SETTINGS: settings_panel,
    Panel.SHIFT: shift_panel,
    Panel.DISPUTES: disputes_panel,
    Panel.CHECKLIST: checklist_panel,
    Panel.ALARMS: alarms_panel,
    Panel.SHOE_ORDER: lambda context: supervisors_only_panel(context, Panel.SHOE_ORDER),
    Panel.LIVE_ODDS: lambda context: supervisors_only_panel(context, Panel.LIVE_ODDS),
}
"""For anybody who is signed in, also while no table is open."""


def _shoe_panel(context: ScreenContext) -> Overlay | None:
    if is_allowed(context, commands.EndShoe):
        return shoe_end_panel(context)
    return dice_change_panel(context) if is_allowed(context, correction_commands.ChangeDice) else None


def irregularity_overlay(context: ScreenContext) -> Overlay | None:
    """The panel that is open of these; none where it has become impossible meanwhile."""
    if context.current_account is None:
        return None
    at_table = context.rules is not None and context.state.table.table is not None
    match context.input_state.panel:
        case Panel.SUPERVISOR:
            return supervisor_panel(context)
        case Panel.DEVICES:
            return devices_panel(context)
        case _ if not at_table:
            return None
        case Panel.HAND:
            return hand_signature_panel(context)
        case Panel.IRREGULARITIES:
            return irregularities_panel(context)
        case Panel.REPORT:
            return report_panel(context)
        case Panel.CORRECT:
            return correction_panel(context)
        case Panel.APPROVAL if context.input_state.pick(GRANT_PICK):
            return grant_panel(context)
        case Panel.APPROVAL:
            held = context.state.table.claim is not None and not context.state.table.cases
            return claim_panel(context) if held else decision_panel(context)
        case _:
            return None


_SHOE_STEPS = frozenset(
    {Step.CHANGE_DICE, Step.BRING_CARDS, Step.CHECK_CARDS, Step.SHUFFLE, Step.CUT, Step.BURN, Step.END_SHOE}
)


def build_screen(context: ScreenContext) -> Screen:
    """What is shown, and what may be touched."""
    page = _supervisor_page(context)
    if page is not None:
        return page(context)
    if context.is_room:
        shown = room.room_screen(context, _open_overlay(context))
        return _with_past(shown, context) if context.input_state.panel in RECALL_PANELS else shown
    if context.is_monitor:
        return room.door_screen(context)
    part, lies_over = _rail_content(context), _open_overlay(context)
    menu = menu_key.menu_key(context)
    made = Screen(
        top_bar=_with_menu(play_bar.build_top_bar(context), menu),
        ribbon=demonstration.demo_ribbon(context),
        stage=part.page or case_page.blind_page(context) or stage.build_stage(context),
        rail=build_rail(context, part),
        overlay=lies_over,
        keys=(*(keypad.keypad_controls(context) if _is_in_play(context) else ()), menu, room_key(context)),
        writes=entry_in_focus(context, part, lies_over),
        moves=_scroll_texts(context.words),
        call=supervisor_call_text(context),
    )
    if context.input_state.panel in RECALL_PANELS:
        return _with_past(made, context)
    return _with_refused_keys(made, context)


def _supervisor_page(context: ScreenContext) -> Callable[[ScreenContext], Screen] | None:
    """The page that takes the place of everything else: for who may read it, at a game of cards."""
    no_cards = context.rules is not None and context.rules.baccarat is None
    if no_cards or not is_supervisor_here(context):
        return None
    return {Panel.SHOE_ORDER: order_screen, Panel.LIVE_ODDS: live_odds_screen}.get(context.input_state.panel)


def _with_past(made: Screen, context: ScreenContext) -> Screen:
    """A past round over all of it: of the table nothing can be pressed meanwhile."""
    searching = context.input_state.panel is Panel.RECALL_SEARCH
    over = search_panel(context, context.past) if searching else None
    writes = context.input_state.writes if searching else ""
    return replace(made, recall=recall_page(context, context.past), overlay=over, keys=(), writes=writes)


def _with_refused_keys(made: Screen, context: ScreenContext) -> Screen:
    """What means nothing here and would make something else of what is keyed next; never a key that has a meaning."""
    refused = betting_keys.invalid_keys(context) if _is_in_play(context) and made.overlay is None else ()
    if not refused:
        return made
    meant = {control.key for control in screen_controls(made)}
    return replace(made, keys=(*made.keys, *(control for control in refused if control.key not in meant)))


def entry_in_focus(context: ScreenContext, part: RailContent, lies_over: Overlay | None) -> str:
    """Where the keyboard writes: never in an entry that has gone from the screen."""
    named = context.input_state.writes
    if lies_over is not None:
        return named or lies_over.writes
    return named if named and (part.entries is None or named in part.entries) else part.writes


def _scroll_texts(words: LanguagePair) -> tuple[str, str]:
    up, down = (section_text(words, "window", code).first for code in ("further-up", "further-down"))
    return up, down


def _is_in_play(context: ScreenContext) -> bool:
    """Whether a round in its normal course has the word: elsewhere its keys would mean what nobody sees."""
    return _content_builder(context) is None


def _with_menu(bar: TopBar, menu: Control) -> TopBar:
    """The name of the table opens its menu."""
    table, *others = bar.left
    return replace(bar, left=(replace(table, act=menu.act), *others))


def _rail_content(context: ScreenContext) -> RailContent:
    return (_content_builder(context) or parts.round_rail)(context)


def _content_builder(context: ScreenContext) -> Callable[[ScreenContext], RailContent] | None:
    """Who has the word, if not a round in its normal course: what must be said before anything else comes first."""
    state = context.state
    if state.people.kind is None:
        return first_run.first_run_rail
    if context.current_account is None:
        return first_run.sign_in_rail
    if state.outage is not Outage.NONE:
        return outage.outage_rail
    if context.guide is None or context.guide.step is Step.OPEN_TABLE:
        return table_opening.table_opening_rail
    if question_rail.has_device_question(context):
        return question_rail.device_question_rail
    if state.table.cases:
        return case.case_rail
    if state.table.claim is not None:
        return claims.claim_rail
    if is_table_held(context):
        return hold_rail
    if context.guide.step in _SHOE_STEPS:
        return shoe_change.shoe_rail
    return None


def _open_overlay(context: ScreenContext) -> Overlay | None:
    if context.input_state.panel is Panel.NONE:
        return None
    if context.input_state.panel is Panel.REPORTS:
        return reports_overlay(context)
    if context.input_state.panel is Panel.ROOM:
        return None if context.is_room or context.state.people.kind is None else room.room_panel(context)
    return irregularity_overlay(context) or house_overlay(context)


_PIN_LIFETIME = 60_000_000
"""Microseconds after the last touch."""


class Presenter(ABC):
    """Keeps what one screen shows up to date: builds it after each event, and gives it to the window."""

    def __init__(
        self, station: Station, outlets: WindowPort, place: ScreenSettings, *, looks: Looks, history: ResultsHistory
    ) -> None:
        self._station = station
        self._window = outlets
        self._settings = place
        self._looks = looks
        self._results_history = history
        self._timeline = Timeline()
        self._input_state = NO_INPUT
        self._opening = NO_INPUT
        """What is chosen for a table that is to be opened."""
        self._refusal: Refusal | None = None
        self._notice: ScreenText | None = None
        self._early_press: tuple[str, str] | None = None
        """The control that was pressed before its time, and the step at which: what is said of it goes with them."""
        self._sound_fault: AssetFault | None = None
        self._step_start = station.now().counter
        self._screen: Screen | None = None
        self._snapshot: ScreenSnapshot | None = None
        """What the screen shows that is there now: an action is for that and for nothing that has come since."""
        self._input_target: tuple[object, ...] = ()
        self._was_in_room = False
        self._last_touch = self._step_start
        self._shown_state: StationState | None = None
        self._reminder = WaitReminder()
        self._alarm_sounds = AlarmSounds()
        self._languages = (looks.first, looks.second)
        self._bets_open: tuple[int, int] = (0, 0)
        self._debounce = Debounce()
        self._is_halted = False
        """Some of what was keyed was not taken: further keys may be the rest of it, and are ignored before Esc."""
        self._past = PastReader(place.folder, build_screen, self.show, place.save_report)
        self._reports = ReportMaker(place.folder, self.show)
        self._next_show: asyncio.Handle | None = None
        """The screen that is on its way after a glance."""
        station.add_follower(self._on_events)

    @property
    def screen(self) -> Screen:
        assert self._screen is not None, "shown before it is asked for"
        return self._screen

    def _on_events(self, happened: Done, author: Author, moment: Timestamp) -> None:
        room = room_terminal(self._settings.terminal)
        for event in happened:
            if isinstance(event, SessionEnded) and (event.terminal, event.why) == (room, SessionEnd.IDLE):
                self._notice = section_text(self.words, "room", "closed-itself")
            self._results_history = update_history(self._results_history, event)
            one = TimelineEvent(event, moment.utc, moment.offset, author.badge, author.position)
            self._timeline = timeline.append_event(self._timeline, one)

    def _show_new_cards(self) -> bool:
        """Whether the hands have changed, which then are painted already."""
        shown = None if self._screen is None else self._screen.stage
        if not isinstance(shown, TableStage):
            return False
        if self._station.state.table.cases:
            # What has happened is about to have a page in the place of the table.
            return False
        result = shown.result
        cards = glancing.add_new_cards(self._station.state.table, result) if isinstance(result, HandsShown) else None
        hands = cards or stage.hands_or_dice(self._context())
        if hands is None or hands == result:
            return False
        self._window.show_hands(hands)
        return True

    def show(self) -> None:
        if self._next_show is not None:
            self._next_show.cancel()
            self._next_show = None
        now = self._station.now()
        self._drop_stale_input(now)
        self._keep_opening()
        before, self._screen = self._screen, build_screen(self._context())
        in_room = self._station.room.time_left(self._settings.terminal) is not None
        self._snapshot = replace(take_snapshot(self._station), in_room=in_room)
        begins = first_entry(self._screen) if not self._screen.writes else ""
        if begins:
            self._input_state = self._input_state.replace(writes=begins)
            self._screen = build_screen(self._context())
        if self._early_press is not None and not self._is_press_blocked(self._screen):
            self._notice = self._early_press = None
            self._screen = build_screen(self._context())
        if before is None or before.step != self._screen.step:
            self._step_start = now.counter
            if self._station.state is not self._shown_state:
                # What the hand itself brought about by typing it knows: Enter after the last digit is meant.
                self._debounce.note_step(self._screen.step, self._settings.milliseconds())
            if self._input_state.confirming:
                self._input_state = replace(self._input_state, confirming="")
                self._screen = build_screen(self._context())
            elif self._screen.leave is None:
                # What is shown has not changed by it, but for the time since the step came.
                self._screen = replace(self._screen, rail=replace(self._screen.rail, since=duration_text(0)))
        self._shown_state = self._station.state
        self._window.show(self._screen, self._looks)
        self._window.show_guests(self._context)
        # The same in another language is nothing new.
        spoken, self._languages = self._languages, (self._looks.first, self._looks.second)
        cue = choose_cue(before if spoken == self._languages else None, self._screen, refused=self._refusal is not None)
        cue = self._alarm_sounds.find_cue(self._context()) or cue
        if cue is None and self._reminder.is_due(now.counter, waits=self._is_waiting()):
            cue = Cue.APPROVAL
        if cue is not None and self._looks.sound:
            self._window.play_sound(cue)

    def _keep_opening(self) -> None:
        """What is chosen for a table that is to be opened outlasts the panels over it, until the table is open."""
        context = self._context()
        if context.state.table.table is not None or context.current_account is None:
            self._opening = NO_INPUT
        else:
            self._opening, self._input_state = table_opening.keep_opening(self._opening, self._input_state)

    def _is_press_blocked(self, now: Screen) -> bool:
        """Whether what was pressed before its time still is, at the same step."""
        assert self._early_press is not None, "asked of what was pressed"
        name, step = self._early_press
        pressable = any(control.name == name and control.act is not None for control in screen_controls(now))
        return step == now.step and not pressable

    def _is_waiting(self) -> bool:
        table = self._station.state.table
        may_wait = bool(table.cases or table.claim is not None or self._station.state.called)
        return may_wait and is_waiting_for_person(self._context())

    def _drop_stale_input(self, now: Timestamp) -> None:
        """What was keyed is gone when the table has moved on, and a PIN or a grave act that nobody goes on with."""
        context = self._context()
        if self._was_in_room and not context.is_room:
            # Also where it closed by itself: of what a supervisor had open there the dealer sees nothing.
            self._input_state = self._input_state.close_panel()
        self._was_in_room = context.is_room
        keyed, in_room = input_target(context), context.is_room or context.is_monitor
        if keyed != self._input_target:
            if self._input_target:
                held, changed = self._input_state.has_input, keyed[0] != self._input_target[0]
                self._input_state = self._input_state.lapse(in_room=in_room and not changed)
                if changed:
                    # Who is here now has keyed nothing yet.
                    self._is_halted = False
                elif held and not self._input_state.has_input:
                    self._on_input_dropped()
            self._input_target = keyed
        if (self._input_state.pins or self._input_state.confirming) and now.counter - self._last_touch > _PIN_LIFETIME:
            self._input_state = self._input_state.replace(pins={}, confirming="")
        round_ = self._station.state.table.round
        number = 0 if round_ is None or round_.phase is not Phase.BETTING else round_.number
        if number != self._bets_open[0]:
            self._bets_open = (number, now.counter if number else 0)

    @abstractmethod
    def _on_input_dropped(self) -> None:
        """The table has moved on, and what had been begun to be keyed for it is gone."""

    @property
    def words(self) -> LanguagePair:
        """The languages of this screen."""
        return language_pair(self._looks.first, self._looks.second)

    def _context(self) -> ScreenContext:
        station, place = self._station, self._settings
        room_left = station.room.time_left(place.terminal)
        context = ScreenContext(
            state=station.state,
            rules=station.rules,
            guide=station.guide(),
            approval_request=station.approval_digest(),
            words=self.words,
            positions=place.positions,
            moment=station.now(),
            terminal=place.terminal if room_left is None else room_terminal(place.terminal),
            looks=self._looks,
            input_state=self._input_state,
            refusal=self._refusal,
            notice=self._notice or self._halt_notice(),
            sound_fault=self._sound_fault,
            results_history=self._results_history,
            timeline=self._timeline,
            step_start=self._step_start,
            betting_since=self._bets_open[1],
            is_small=self._window.is_small(),
            is_display_alive=self._window.is_display_alive(),
            demo_devices=place.demo_devices,
            devices=dict(place.devices),
            journal_lamp=place.journal_lamp(),
            journal_head=place.journal_head(self.words),
            now_text=place.time_text(station),
            day_text=place.day_text(station),
            room_left=room_left,
            is_monitor=place.is_monitor,
            is_compact=self._window.is_compact(),
            can_look_back=self._past.can_read,
            can_save_reports=place.save_report is not None,
            order_figures=station.order.record.figures,
        )
        if station.rules is not None and is_look_open(context):
            context = replace(context, live_odds=place.find_live_odds(station.rules, station.state.table))
        past, report = self._past.follow(context), self._reports.follow(context)
        if past is context.past and report is context.report:
            return context
        return replace(context, past=past, report=report)

    def _halt_notice(self) -> ScreenText | None:
        return section_text(self.words, "window", "keys-not-taken") if self._is_halted else None

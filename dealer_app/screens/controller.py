"""One screen of a station while it runs: holds its input, and acts on a touch or a key.

It lives on the loop of the station's actor. Actions are done one after the other; the screen is built again after each
of them (`Presenter`), and whenever the station has changed by itself.
"""

import asyncio

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.screens import actions, timeline
from dealer_app.screens.action_runner import ActionRunner, ScreenSnapshot, has_pin
from dealer_app.screens.blocks import Control, ScreenText
from dealer_app.screens.context import AssetFault, Looks
from dealer_app.screens.house.people_panels import relief_notice
from dealer_app.screens.input_state import SECOND_REASON_PICK, InputState, Panel
from dealer_app.screens.irregularity import menus
from dealer_app.screens.key_input import (
    BACK_TAB,
    BACKSPACE,
    ENTER,
    ESCAPE,
    TAB,
    BadgeReader,
    ConfirmTwice,
    KeyQueue,
    enter_control,
    handle_key,
    read_badge_input,
)
from dealer_app.screens.labels import HOLD, section_text
from dealer_app.screens.ports import ScreenSettings, WindowPort
from dealer_app.screens.presenter import Presenter
from dealer_app.screens.reports.report_view import ReportTask
from dealer_app.screens.results_history import ResultsHistory, merge_histories
from dealer_app.screens.screen import Cue
from dealer_app.screens.timeline import Timeline
from dealer_app.station.report_orders import ReportForm
from dealer_app.station.station import Station
from dealer_app.station.two_people import SECOND_CODES


class ScreenController(Presenter):
    """Takes the touches and keys of one screen, has their actions run in their order, and sounds what is refused."""

    def __init__(
        self,
        station: Station,
        performer: ActionRunner,
        outlets: WindowPort,
        place: ScreenSettings,
        *,
        looks: Looks,
        history: ResultsHistory,
    ) -> None:
        super().__init__(station, outlets, place, looks=looks, history=history)
        self._runner = performer
        self._actions: asyncio.Queue[tuple[actions.Action, ScreenSnapshot]] = asyncio.Queue(maxsize=1)
        self._current_action: actions.Action | None = None
        self._key_queue = KeyQueue()
        self._confirm_twice = ConfirmTwice()
        self._badge_reader = BadgeReader()
        self._by_keys = False
        """Whether it was a key that was pressed last, and no finger on the screen."""

    @property
    def can_look_back(self) -> bool:
        return self._past.can_read

    @property
    def is_idle(self) -> bool:
        """Whether all that was given has been done."""
        return not (self._is_busy or self._next_show is not None or self._key_queue or self._past.is_reading)

    @property
    def _is_busy(self) -> bool:
        return self._current_action is not None or not self._actions.empty()

    def load_past(self, before: ResultsHistory, past: Timeline) -> None:
        """What the journal says of the time before this desk; what has happened since is laid over it."""
        self._results_history = merge_histories(before, self._results_history)
        self._timeline = timeline.merge_timelines(past, self._timeline)
        self.refresh()

    def follow_looks(self, looks: Looks) -> None:
        """Another screen of this station was set so."""
        if looks != self._looks:
            self._looks = looks
            self.refresh()

    def refresh(self) -> None:
        """The station has changed, or time has passed.

        What is done at once is shown when it is over; while a PIN is weighed the table is shown as it goes on.
        """
        if self._current_action is not None and not has_pin(self._current_action):
            return
        if self._show_new_cards() or self._current_action is not None:
            # In the next turn of the loop: what has been decided took one already.
            if self._next_show is None:
                self._next_show = asyncio.get_running_loop().call_soon(self.show)
        else:
            self.show()

    # What is touched

    def press_key(self, key: str) -> None:
        """A key of the keyboard. What cannot be done now says what it waits for.

        What is typed while an action is being done is done after it, each key in its order and Enter among them: an
        Enter that was left out would make one amount of two. An amount and the Enter that ends it stay together, or
        neither is taken and further keys are ignored until the dealer has seen it and starts again with Esc.
        """
        self._by_keys = True
        if not self._is_busy and self._next_show is not None:
            self.show()
        read = self._badge_reader.take(key, self._settings.milliseconds(), self._input_state)
        if read is not None and not self._is_busy and self._take_badge(*read):
            return
        if self._is_halted:
            self._reject_key(key)
        elif not self._is_busy:
            self._handle_key(key)
        elif not self._key_queue.add(key, self._input_target):
            # What was typed before it is done as it was typed; what comes after it would lack this one.
            self._halt_keys(forgets=False)

    def _take_badge(self, text: str, before: InputState) -> bool:
        """Whether a reader has typed a badge of the house elsewhere than in the entry in which it is keyed."""
        badge = text.upper()
        if badge not in self._station.state.people.accounts:
            return False
        read = read_badge_input(self.screen, before, self.screen.writes, badge)
        if read is not None:
            self._is_halted = False
            self._set_input(read)
        return read is not None

    def press(self, act: actions.Action, name: str = "") -> None:
        """An action given by touching the control of this name on the screen."""
        self._by_keys = False
        if not self._is_busy:
            # A person who touches the screen has seen it.
            self._is_halted = False
        self._run_press(act, name)

    def _handle_key(self, key: str) -> None:
        before, amount = self._input_state, self._has_amount
        found = handle_key(self.screen, self._input_state, key)
        if found.act is not None:
            self._run_press(found.act, "" if found.control is None else found.control.name)
        elif found.control is not None:
            if found.control.halts:
                self._is_halted = True
                self._key_queue.clear()
            self.show_wait(found.control)
        elif key not in _SILENT_KEYS:
            name = key.removeprefix(HOLD)
            why = section_text(self.words, "window", "key-means-nothing", key=name)
            self.show_wait(Control(name=f"key:none:{key}", label=ScreenText(name), waits=why))
        if (
            key == ENTER
            and self._input_state is before
            and (amount or (found.act is not None and before.is_half_keyed))
        ):
            # It ends what was keyed, whatever came of it: nothing came of an amount that is none, or so soon after the
            # step. What is keyed next is no part of that, and is not to be put into its place.
            self._halt_keys()
            self.show()

    @property
    def _has_amount(self) -> bool:
        """Also where the entry for it is open and empty, or a seat is half keyed: the digits that come next may be
        meant for another bet.
        """
        input_state = self._input_state
        return (
            bool(input_state.digits or input_state.seat_digits or input_state.area is not None)
            and not self.screen.writes
        )

    def _handle_queued_keys(self) -> None:
        """Handles the keys that wait, until one of them is an action that takes its time.

        Enter is for an entry that was typed before it: by itself it was given for a screen that is there no more, as
        the second knock of a hand. Nor is it for an entry that was typed while the table was still in another state.
        """
        moved = False
        while self._key_queue and not self._is_busy:
            if self._next_show is not None:
                self.show()
                # What the table has taken away takes along what was keyed behind it.
                continue
            key, keyed_for_then = self._key_queue.take()
            moved = moved or keyed_for_then != self._input_target
            if key != ENTER:
                self._handle_key(key)
            elif self._input_state.has_input and moved:
                self._halt_keys()
                self.show()
            elif self._input_state.has_input:
                self._handle_key(key)

    def _on_input_dropped(self) -> None:
        # Who has moved the table on at this screen knows it.
        if self._by_keys and self._current_action is None:
            # The hand is in the middle of it: its next keys would be the rest of an amount without its head.
            self._halt_keys()

    def _halt_keys(self, *, forgets: bool = True) -> None:
        """Drops some of what was keyed and signals it to the dealer, who may be typing without looking."""
        self._is_halted = True
        if forgets:
            self._key_queue.clear()
        if self._looks.sound:
            self._window.play_sound(Cue.REFUSED)

    def _reject_key(self, key: str) -> None:
        """Esc leaves all that was begun: what is keyed after it is whole."""
        if key == ESCAPE and not self._is_busy:
            self._is_halted = False
            self._set_input(self._input_state.clear())
            return
        if self._looks.sound:
            self._window.play_sound(Cue.REFUSED)
        if not self._is_busy:
            self._refusal = self._notice = self._early_press = None
            self.show()

    def _run_press(self, act: actions.Action, name: str) -> None:
        """One is done before another is taken."""
        self._last_touch = self._station.now().counter
        self._station.room.note_presence(self._settings.terminal)
        if self._is_busy or self._snapshot is None:
            return
        if (
            name
            and name == self._next_step_name()
            and self._debounce.is_too_soon(self.screen.step, self._settings.milliseconds())
        ):
            return
        if self._confirm_twice.is_too_soon(name, self._input_state, self._settings.milliseconds()):
            return
        match act:
            case actions.SetInput(input_state=input_state):
                # Nothing was typed for which Enter would be meant: who presses it twice means this one.
                only_a_step = name == self._next_step_name() and not (
                    self._input_state.writes or self._input_state.digits
                )
                self._set_input(input_state)
                if only_a_step and name != self._next_step_name():
                    self._debounce.note_step(self.screen.step, self._settings.milliseconds())
            case actions.Simulate(device=device, what=what):
                self._window.simulate(device, what)
            case actions.SaveReport(order=order):
                self._past.save_pack(order)
            case actions.TakeDrill():
                self._past.take_drill()
            case actions.Practise():
                self._window.open_practice()
            case actions.ToggleDisplay():
                self._window.toggle_display()
            case actions.UseReport() | actions.CancelReport():
                self._use_report(act)
            case actions.CheckDevices(then=then):
                self._window.test_devices()
                self._set_input(then)
            case _:
                # A PIN is good for this one act, whatever becomes of it.
                self._input_state = self._confirm_twice.apply_action(name, self._input_state).replace(pins={})
                self._actions.put_nowait((act, self._snapshot))

    def _use_report(self, act: actions.UseReport | actions.CancelReport) -> None:
        """Of the report that is shown; nobody waits for it at the table."""
        order = self._reports.view.order
        match act:
            case actions.CancelReport(forget=forget):
                self._reports.cancel(forget=forget)
            case actions.UseReport(task=task, form=form, place=place) if order is not None:
                self._reports.begin(replace(order, form=ReportForm(form)), ReportTask(task), place)
            case _:
                pass
        self.show()

    def show_wait(self, control: Control) -> None:
        """Somebody pressed what cannot be pressed now: it says why."""
        if self._is_busy or not (control.waits or control.sub):
            return
        self._notice, self._early_press = control.waits or control.sub, (control.name, self.screen.step)
        self.show()
        if self._looks.sound:
            self._window.play_sound(Cue.REFUSED)

    def _next_step_name(self) -> str:
        control = enter_control(self.screen)
        return "" if control is None else control.name

    def open_panel(self, panel: Panel) -> None:
        """Opens a panel over what is there; what is typed stays typed."""
        self._set_input(self._input_state.replace(panel=panel))

    def show_notice(self, line: ScreenText | None) -> None:
        """Something that was found while it ran: a sound that is missing, a file that cannot be written."""
        self._notice, self._early_press = line, None
        self.refresh()

    def go_without_sound(self, why: AssetFault, line: ScreenText) -> None:
        """No sound can be played here: shows this once, and keeps it beside the switch from then on."""
        self._sound_fault = why
        self.show_notice(line)

    def _set_input(self, input_state: InputState) -> None:
        looks = apply_looks_pick(self._looks, input_state)
        changed = looks != self._looks
        if changed:
            self._looks = looks
        input_state = self._confirm_twice.apply_change(self._input_state, input_state, self._settings.milliseconds())
        if input_state.panel is not self._input_state.panel:
            input_state = input_state.replace(pins={})
        self._input_state = input_state.replace(
            picks={name: it for name, it in input_state.picks.items() if name != LOOKS_PICK}
        )
        self._refusal = None
        self._notice, self._early_press = self._window.save_looks(looks) if changed else None, None
        self.show()

    # The task

    async def run(self) -> None:
        """Has what is given done, one thing after the other, until it is cancelled."""
        try:
            while await self._run_one():
                self._handle_queued_keys()
        finally:
            await self._past.end()
            self._reports.end()

    async def _run_one(self) -> bool:
        """Whether play goes on. What was given, with the PIN that may be in it, is gone when this is over."""
        act, seen = await self._actions.get()
        self._current_action = act
        try:
            await self._run_action(act, seen)
            await asyncio.sleep(0)
            self.show()
        except Exception as problem:  # noqa: BLE001 - whatever it is, play stops and the screen says so
            self._window.report_failure(problem)
            return False
        finally:
            self._current_action = None
        return True

    async def _run_action(self, act: actions.Action, seen: ScreenSnapshot) -> None:
        """Nothing else is taken meanwhile; but the table may have moved on, and then what was keyed is gone."""
        self._notice = self._early_press = None
        self._refusal = await self._runner.run(act, seen)
        if self._refusal is None:
            then: InputState | None = getattr(act, "then", None)
            if has_pin(act) or (then is not None and then.panel not in (Panel.NONE, self._input_state.panel)):
                # The screen may not have been built again yet: what it leaves open is meant for what it brought about.
                self._drop_stale_input(self._station.now())
            chip = self._input_state.chip
            self._input_state = (self._input_state.close_panel() if then is None else then).replace(pins={}, chip=chip)
            if menus.is_call_answered(self._context(), act):
                await self._runner.run(actions.EndCall(), seen)
            if isinstance(act, actions.Relieve):
                self._notice = relief_notice(self._context())
            if isinstance(act, actions.ShowReport):
                self._reports.begin(act.order, ReportTask.SHOW)
            if isinstance(act, actions.RestartDisplay):
                self._window.restart_display()
            if isinstance(act, actions.StopStation):
                self._window.leave()
        elif isinstance(act, actions.SendCommand | actions.AnswerDevice) and _is_second_missing(act, self._refusal):
            # What was keyed waits for the second person, in place of the refusal.
            asked = self._input_state.close_panel().replace(panel=Panel.HAND, signing=act)
            self._input_state, self._refusal = asked.with_pick(SECOND_REASON_PICK, self._refusal.code), None
            if self._key_queue:
                self._halt_keys()
        elif self._by_keys and (self._key_queue or self._has_amount):
            # The refused amount is still in the entry, and what was typed ahead was typed for what would come after it.
            self._halt_keys()


def _is_second_missing(act: actions.SendCommand | actions.AnswerDevice, refusal: Refusal) -> bool:
    """Whether the only reason of the refusal is that no second person has approved what was keyed."""
    alone = act.second is None and not (isinstance(act, actions.SendCommand) and act.by is not None)
    return alone and refusal.code in SECOND_CODES


_SILENT_KEYS = frozenset({ENTER, ESCAPE, BACKSPACE, TAB, BACK_TAB, " "})
"""What moves or ends something and means nothing where there is nothing: every other key says that it does nothing."""
LOOKS_PICK = "looks"
"""The choice by which a menu changes how the screen is set: `theme=bright`."""


def apply_looks_pick(looks: Looks, input_state: InputState) -> Looks:
    """How the screen is set after this choice."""
    name, _, value = input_state.pick(LOOKS_PICK).partition("=")
    return looks if not name else looks.with_option(name, value)

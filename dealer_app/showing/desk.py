"""One screen of a station while it runs: what it sees, what its fingers hold, and what becomes of a touch.

It lives on the loop of the station's actor. Whatever is given is done one thing after the other; a screen is made anew
after each, and whenever the station has changed by itself. What a device has put on the table is glanced at first: the
hands alone, painted at once; the whole screen follows in the next turn of the loop.
"""

import asyncio
from collections import deque
from dataclasses import replace

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Phase
from dealer_app.showing import acts, chronicle, mending, play
from dealer_app.showing.blocks import Control
from dealer_app.showing.chronicle import Chronicle, Happened
from dealer_app.showing.deafness import Deafness
from dealer_app.showing.fingers import NOTHING, Fingers, Panel
from dealer_app.showing.history import History, after, merged
from dealer_app.showing.keyboard import ENTER, first_field, next_step, pressed
from dealer_app.showing.keyed_for import keyed_for
from dealer_app.showing.lines import Line
from dealer_app.showing.outlets import Outlets, Place
from dealer_app.showing.performing import Performer, Seen, seen_of, takes_time
from dealer_app.showing.rail import since
from dealer_app.showing.screen import Cue, Hands, Screen, TableStage
from dealer_app.showing.screen_of import screen
from dealer_app.showing.seeing import Looks, Seeing
from dealer_app.showing.sounding import Knocks, cue_of, waits_for_somebody
from dealer_app.showing.walking import controls
from dealer_app.station.core import Done
from dealer_app.station.moment import Moment
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.writing import Author
from dealer_app.wording import Both, both

_MOST_TYPED_AHEAD = 32
_PIN_LAPSES = 60_000_000
"""Microseconds after the last touch."""


class Desk:
    """See the module."""

    def __init__(
        self, station: Station, performer: Performer, outlets: Outlets, place: Place, *, looks: Looks, history: History
    ) -> None:
        self._station = station
        self._performer = performer
        self._outlets = outlets
        self._place = place
        self._looks = looks
        self._history = history
        self._chronicle = Chronicle()
        self._fingers = NOTHING
        self._refusal: Refusal | None = None
        self._said: Line | None = None
        self._too_early: tuple[str, str] | None = None
        """The control that was pressed before its time, and the step at which: what is said of it goes with them."""
        self._since = station.now().counter
        self._screen: Screen | None = None
        self._seen: Seen | None = None
        """What the screen shows that is there now: an act is for that and for nothing that has come since."""
        self._keyed_for: tuple[object, ...] = ()
        self._touched = self._since
        self._shown_state: StationState | None = None
        self._knocks = Knocks()
        self._spoken = (looks.first, looks.second)
        self._betting: tuple[int, int] = (0, 0)
        self._deafness = Deafness()
        self._given: asyncio.Queue[tuple[acts.Act, Seen]] = asyncio.Queue()
        self._performing: acts.Act | None = None
        self._typed_ahead: deque[str] = deque(maxlen=_MOST_TYPED_AHEAD)
        self._follows: asyncio.Handle | None = None
        """The screen that is on its way after a glance."""
        station.follow(self._follow)

    # What is seen

    @property
    def screen(self) -> Screen:
        assert self._screen is not None, "shown before it is asked for"
        return self._screen

    @property
    def idle(self) -> bool:
        """Whether all that was given has been done."""
        return not self._busy and self._follows is None and not self._typed_ahead

    @property
    def _busy(self) -> bool:
        return self._performing is not None or not self._given.empty()

    def _follow(self, happened: Done, author: Author, moment: Moment) -> None:
        for event in happened:
            self._history = after(self._history, event)
            one = Happened(event, moment.utc, moment.offset, author.badge, author.position)
            self._chronicle = chronicle.after(self._chronicle, one)

    def remember(self, before: History, told: Chronicle) -> None:
        """What the journal says of the time before this desk; what has happened since stands over it."""
        self._history = merged(before, self._history)
        self._chronicle = chronicle.merged(told, self._chronicle)
        self.changed()

    def changed(self) -> None:
        """The station has changed, or time has passed.

        What is done at once is shown when it is over; while a PIN is weighed the table is shown as it goes on.
        """
        if self._performing is not None and not takes_time(self._performing):
            return
        if self._glanced() or self._performing is not None:
            # In the next turn of the loop: what has been decided took one already.
            if self._follows is None:
                self._follows = asyncio.get_running_loop().call_soon(self.show)
        else:
            self.show()

    def _glanced(self) -> bool:
        """Whether the hands have changed, which then are painted already."""
        shown = None if self._screen is None else self._screen.stage
        if not isinstance(shown, TableStage):
            return False
        if self._station.state.table.cases:
            # What has happened is about to have a page in the place of the table.
            return False
        result = shown.result
        cards = play.with_new_cards(self._station.state.table, result) if isinstance(result, Hands) else None
        hands = cards or play.glance(self._seeing())
        if hands is None or hands == result:
            return False
        self._outlets.glance(hands)
        return True

    def show(self) -> None:
        if self._follows is not None:
            self._follows.cancel()
            self._follows = None
        now = self._station.now()
        self._lapse(now)
        before, self._screen = self._screen, screen(self._seeing())
        self._seen = seen_of(self._station)
        begins = first_field(self._screen) if not self._screen.writes else ""
        if begins:
            self._fingers = self._fingers.but(writes=begins)
            self._screen = screen(self._seeing())
        if self._too_early is not None and not self._still_too_early(self._screen):
            self._said = self._too_early = None
            self._screen = screen(self._seeing())
        if before is None or before.step != self._screen.step:
            self._since = now.counter
            if self._station.state is not self._shown_state:
                # What the hand itself brought about by typing it knows: Enter after the last digit is meant.
                self._deafness.step_changed(self._place.milliseconds())
            if self._fingers.confirming:
                self._fingers = replace(self._fingers, confirming="")
                self._screen = screen(self._seeing())
            else:
                # What is shown has not changed by it, but for the time since the step came.
                self._screen = replace(self._screen, rail=replace(self._screen.rail, since=since(0)))
        self._shown_state = self._station.state
        self._outlets.show(self._screen, self._looks)
        # The same in another language is nothing new.
        spoken, self._spoken = self._spoken, (self._looks.first, self._looks.second)
        cue = cue_of(before if spoken == self._spoken else None, self._screen, refused=self._refusal is not None)
        if cue is None and self._knocks.due(now.counter, waits=self._waits_for_somebody()):
            cue = Cue.APPROVAL
        if cue is not None and self._looks.sound:
            self._outlets.sound(cue)

    def _still_too_early(self, now: Screen) -> bool:
        """Whether what was pressed before its time still is, at the same step."""
        assert self._too_early is not None, "asked of what was pressed"
        name, step = self._too_early
        pressable = any(control.name == name and control.act is not None for control in controls(now))
        return step == now.step and not pressable

    def _waits_for_somebody(self) -> bool:
        table = self._station.state.table
        may_wait = bool(table.cases or table.claim is not None or self._fingers.called)
        return may_wait and waits_for_somebody(self._seeing())

    def _lapse(self, now: Moment) -> None:
        """What was keyed is gone when the table has moved on, and a PIN that nobody goes on with."""
        keyed = keyed_for(self._seeing())
        if keyed != self._keyed_for:
            self._fingers = self._fingers.lapsed() if self._keyed_for else self._fingers
            self._keyed_for = keyed
        if self._fingers.pins and now.counter - self._touched > _PIN_LAPSES:
            self._fingers = self._fingers.but(pins={})
        round_ = self._station.state.table.round
        number = 0 if round_ is None or round_.phase is not Phase.BETTING else round_.number
        if number != self._betting[0]:
            self._betting = (number, now.counter if number else 0)

    @property
    def words(self) -> Both:
        """The languages of this screen."""
        return both(self._looks.first, self._looks.second)

    def _seeing(self) -> Seeing:
        station, place = self._station, self._place
        return Seeing(
            state=station.state,
            rules=station.rules,
            guide=station.guide(),
            asked=station.asked(),
            words=self.words,
            positions=place.positions,
            moment=station.now(),
            terminal=place.terminal,
            looks=self._looks,
            fingers=self._fingers,
            refusal=self._refusal,
            said=self._said,
            history=self._history,
            chronicle=self._chronicle,
            since=self._since,
            betting_since=self._betting[1],
            small=self._outlets.small(),
            simulated=place.simulated,
            devices=dict(place.devices),
            journal=place.journal(),
            now_text=place.time_text(station),
            day_text=place.day_text(station),
        )

    # What is touched

    def key(self, key: str) -> None:
        """A key of the keyboard. What cannot be done now says what it waits for.

        What is typed while an act is being done is for the screen that comes after it; Enter would be for another step.
        """
        if self._busy:
            if key != ENTER:
                self._typed_ahead.append(key)
            return
        if self._follows is not None:
            self.show()
        found = pressed(self.screen, self._fingers, key)
        if found.act is not None:
            self.press(found.act, "" if found.control is None else found.control.name)
        elif found.control is not None:
            self.waits(found.control)

    def press(self, act: acts.Act, name: str = "") -> None:
        """An act of the control of this name, as it stands on the screen. One is done before another is taken."""
        self._touched = self._station.now().counter
        if self._busy or self._seen is None:
            return
        if name and name == self._next_step() and self._deafness.deaf(self._place.milliseconds()):
            return
        match act:
            case acts.Change(fingers=fingers):
                # Nothing was typed for which Enter would be meant: who presses it twice means this one.
                only_a_step = name == self._next_step() and not (self._fingers.writes or self._fingers.digits)
                self._change(fingers)
                if only_a_step and name != self._next_step():
                    self._deafness.step_changed(self._place.milliseconds())
            case acts.Simulate(device=device, what=what):
                self._outlets.simulate(device, what)
            case acts.Leave():
                self._outlets.leave()
            case _:
                # A PIN is good for this one act, whatever becomes of it.
                self._fingers = self._fingers.but(pins={})
                self._given.put_nowait((act, self._seen))

    def waits(self, control: Control) -> None:
        """Somebody pressed what cannot be pressed now: it says why."""
        if self._busy or not (control.waits or control.sub):
            return
        self._said, self._too_early = control.waits or control.sub, (control.name, self.screen.step)
        self.show()
        if self._looks.sound:
            self._outlets.sound(Cue.REFUSED)

    def _next_step(self) -> str:
        control = next_step(self.screen)
        return "" if control is None else control.name

    def open(self, panel: Panel) -> None:
        """Opens a panel over what is there; what is typed stays typed."""
        self._change(self._fingers.but(panel=panel))

    def say(self, line: Line | None) -> None:
        """Something that was found while it ran: a sound that is missing, a file that cannot be written."""
        self._said, self._too_early = line, None
        self.changed()

    def _change(self, fingers: Fingers) -> None:
        looks = looked(self._looks, fingers)
        changed = looks != self._looks
        if changed:
            self._looks = looks
        if fingers.panel is not self._fingers.panel:
            fingers = fingers.but(pins={})
        self._fingers = fingers.but(picks={name: it for name, it in fingers.picks.items() if name != LOOKS})
        self._refusal = None
        self._said, self._too_early = self._outlets.keep_looks(looks) if changed else None, None
        self.show()

    # The task

    async def run(self) -> None:
        """Has what is given done, one thing after the other, until it is cancelled."""
        while True:
            act, seen = await self._given.get()
            self._performing = act
            try:
                await self._perform(act, seen)
                await asyncio.sleep(0)
            except Exception as problem:  # noqa: BLE001 - whatever it is, play stops and the screen says so
                self._outlets.failed(problem)
                return
            finally:
                self._performing = None
            self.show()
            while self._typed_ahead and not self._busy:
                self.key(self._typed_ahead.popleft())

    async def _perform(self, act: acts.Act, seen: Seen) -> None:
        """Nothing else is taken meanwhile; but the table may have moved on, and then what was keyed is gone."""
        self._said = self._too_early = None
        self._refusal = await self._performer.perform(act, seen)
        if self._refusal is None:
            if takes_time(act):
                # The screen may not have been made anew yet: what it leaves open is meant for what it brought about.
                self._lapse(self._station.now())
            then: Fingers | None = getattr(act, "then", None)
            self._fingers = (self._fingers.closed() if then is None else then).but(pins={})
            self._fingers = mending.answered(self._seeing(), act)
            if isinstance(act, acts.StopStation):
                self._outlets.leave()


LOOKS = "looks"
"""The choice by which a menu changes how the screen is set: `theme=bright`."""


def looked(looks: Looks, fingers: Fingers) -> Looks:
    """How the screen is set after this choice."""
    name, _, value = fingers.pick(LOOKS).partition("=")
    return looks if not name else looks.setting(name, value)

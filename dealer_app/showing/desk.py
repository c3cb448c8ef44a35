"""One screen of a station while it runs: what it sees, what its fingers hold, and what becomes of a touch.

It lives on the loop of the station's actor. Whatever is given is done one thing after the other; a screen is made anew
after each, and whenever the station has changed by itself. What a device has put on the table is glanced at first: the
hands alone, painted at once; the whole screen follows in the next turn of the loop.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.positions import Positions
from dealer_app.showing import acts
from dealer_app.showing.fingers import NOTHING, Fingers, Panel
from dealer_app.showing.history import History, after, merged
from dealer_app.showing.keyboard import pressed
from dealer_app.showing.lines import Line
from dealer_app.showing.performing import Performer, Seen, seen_of
from dealer_app.showing.play import glance
from dealer_app.showing.screen import Cue, DiceShown, Hands, Screen, TableStage
from dealer_app.showing.screen_of import screen
from dealer_app.showing.seeing import Looks, Seeing
from dealer_app.showing.sounding import cue_of
from dealer_app.station.core import Done
from dealer_app.station.station import Station
from dealer_app.wording import both


def _no_glance(_: Hands | DiceShown) -> None:
    """Where nobody waits for a card, the whole screen is early enough."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlets:
    """Where a desk shows, sounds and ends: the window's, or a test's."""

    show: Callable[[Screen, Looks], None]
    glance: Callable[[Hands | DiceShown], None] = _no_glance
    """Paints the hands before it returns; the screen that they belong to follows."""
    sound: Callable[[Cue], None]
    simulate: Callable[[str, str], None]
    keep_looks: Callable[[Looks], None]
    leave: Callable[[], None]
    failed: Callable[[BaseException], None]
    """The journal cannot be written, or the program is at fault: play stops."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where the screen stands."""

    terminal: str
    positions: Positions
    day_text: Callable[[Station], str]
    time_text: Callable[[Station], str]
    simulated: tuple[str, ...] = ()
    devices: tuple[tuple[str, str], ...] = ()


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
        self._fingers = NOTHING
        self._refusal: Refusal | None = None
        self._said: Line | None = None
        self._since = station.now().counter
        self._screen: Screen | None = None
        self._given: asyncio.Queue[acts.Act] = asyncio.Queue()
        self._performing = False
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
        return self._given.empty() and not self._performing and self._follows is None

    def _follow(self, happened: Done) -> None:
        for event in happened:
            self._history = after(self._history, event)

    def remember(self, before: History) -> None:
        """What the journal says of the time before this desk; what has happened since stands over it."""
        self._history = merged(before, self._history)
        self.changed()

    def changed(self) -> None:
        """The station has changed, or time has passed. While an act is being done it is shown when that is over."""
        if self._performing:
            return
        if self._glanced():
            if self._follows is None:
                self._follows = asyncio.get_running_loop().call_soon(self.show)
        else:
            self.show()

    def _glanced(self) -> bool:
        """Whether the hands have changed, which then are painted already."""
        shown = None if self._screen is None else self._screen.stage
        if not isinstance(shown, TableStage):
            return False
        hands = glance(self._seeing())
        if hands is None or hands == shown.result:
            return False
        self._outlets.glance(hands)
        return True

    def show(self) -> None:
        if self._follows is not None:
            self._follows.cancel()
            self._follows = None
        now = self._station.now()
        before, self._screen = self._screen, screen(self._seeing())
        if before is None or before.step != self._screen.step:
            self._since = now.counter
            self._fingers = replace(self._fingers, confirming="")
            self._screen = screen(self._seeing())
        self._outlets.show(self._screen, self._looks)
        cue = cue_of(before, self._screen, refused=self._refusal is not None)
        if cue is not None and self._looks.sound:
            self._outlets.sound(cue)

    def _seeing(self) -> Seeing:
        station, place = self._station, self._place
        return Seeing(
            state=station.state,
            rules=station.rules,
            guide=station.table.guide(),
            asked=station.table.asked(),
            words=both(self._looks.first, self._looks.second),
            positions=place.positions,
            moment=station.now(),
            terminal=place.terminal,
            looks=self._looks,
            fingers=self._fingers,
            refusal=self._refusal,
            said=self._said,
            history=self._history,
            since=self._since,
            simulated=place.simulated,
            devices=dict(place.devices),
            now_text=place.time_text(station),
            day_text=place.day_text(station),
        )

    # What is touched

    def key(self, key: str) -> None:
        """A key of the keyboard. What cannot be done now says what it waits for."""
        if self._follows is not None:
            self.show()
        found = pressed(self.screen, self._fingers, key)
        if found.act is not None:
            self.press(found.act)

    def press(self, act: acts.Act) -> None:
        match act:
            case acts.Change(fingers=fingers):
                self._change(fingers)
            case acts.Simulate(device=device, what=what):
                self._outlets.simulate(device, what)
            case acts.Leave():
                self._outlets.leave()
            case _:
                self._given.put_nowait(act)

    def open(self, panel: Panel) -> None:
        """Opens a panel over what is there; what is typed stays typed."""
        self._change(self._fingers.but(panel=panel))

    def say(self, line: Line | None) -> None:
        """Something that was found while it ran: a sound that is missing, a file that cannot be written."""
        self._said = line
        self.changed()

    def _change(self, fingers: Fingers) -> None:
        looks = looked(self._looks, fingers)
        if looks != self._looks:
            self._looks = looks
            self._outlets.keep_looks(looks)
        self._fingers = replace(fingers, picks={name: it for name, it in fingers.picks.items() if name != LOOKS})
        self._refusal = self._said = None
        self.show()

    # The task

    async def run(self) -> None:
        """Has what is given done, one thing after the other, until it is cancelled."""
        while True:
            act = await self._given.get()
            self._performing = True
            try:
                await self._perform(act)
            except Exception as problem:  # noqa: BLE001 - whatever it is, play stops and the screen says so
                self._outlets.failed(problem)
                return
            finally:
                self._performing = False
            self.show()

    async def _perform(self, act: acts.Act) -> None:
        seen: Seen = seen_of(self._station)
        fingers = self._fingers
        self._refusal = await self._performer.perform(act, seen)
        if self._refusal is None:
            then: Fingers | None = getattr(act, "then", None)
            # What was chosen while it was being done is newer than what it would have become.
            if self._fingers is fingers:
                self._fingers = fingers.closed() if then is None else then
            if isinstance(act, acts.StopStation):
                self._outlets.leave()
        else:
            self._fingers = replace(self._fingers, pins={})


LOOKS = "looks"
"""The choice by which a menu changes how the screen is set: `theme=bright`."""


def looked(looks: Looks, fingers: Fingers) -> Looks:
    """How the screen is set after this choice."""
    name, _, value = fingers.pick(LOOKS).partition("=")
    return looks if not name else looks.setting(name, value)

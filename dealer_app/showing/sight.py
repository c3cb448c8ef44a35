"""What somebody at a desk sees: the screen, made anew from the station and from what his fingers hold.

What a device has put on the table is glanced at first: the hands alone, painted at once; the whole screen follows in
the next turn of the loop. What he gives is in `desk`.
"""

import asyncio
from abc import ABC, abstractmethod

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Phase
from dealer_app.domain.values import replace
from dealer_app.showing import chronicle
from dealer_app.showing.chronicle import Chronicle, Happened
from dealer_app.showing.deafness import Deafness
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.history import History, after
from dealer_app.showing.keyboard import first_field
from dealer_app.showing.keyed_for import keyed_for
from dealer_app.showing.lines import Line
from dealer_app.showing.outlets import Outlets, Place
from dealer_app.showing.performing import Seen, seen_of
from dealer_app.showing.play import glancing, stage
from dealer_app.showing.screen import Cue, Hands, Screen, TableStage
from dealer_app.showing.screen_of import screen
from dealer_app.showing.seeing import Looks, Seeing
from dealer_app.showing.sounding import Knocks, cue_of, waits_for_somebody
from dealer_app.showing.texts import put, time_text
from dealer_app.showing.unusable import Why
from dealer_app.showing.walking import controls
from dealer_app.station.core import Done
from dealer_app.station.moment import Moment
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.writing import Author
from dealer_app.wording import Both, both

_PIN_LAPSES = 60_000_000
"""Microseconds after the last touch."""


class Sight(ABC):
    """See the module."""

    def __init__(self, station: Station, outlets: Outlets, place: Place, *, looks: Looks, history: History) -> None:
        self._station = station
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
        self._unheard: Why | None = None
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
        self._halted = False
        """Some of what was keyed was not taken: what follows may be the rest of it, and is not heard before Esc."""
        self._follows: asyncio.Handle | None = None
        """The screen that is on its way after a glance."""
        station.follow(self._follow)

    @property
    def screen(self) -> Screen:
        assert self._screen is not None, "shown before it is asked for"
        return self._screen

    def _follow(self, happened: Done, author: Author, moment: Moment) -> None:
        for event in happened:
            self._history = after(self._history, event)
            one = Happened(event, moment.utc, moment.offset, author.badge, author.position)
            self._chronicle = chronicle.after(self._chronicle, one)

    def _glanced(self) -> bool:
        """Whether the hands have changed, which then are painted already."""
        shown = None if self._screen is None else self._screen.stage
        if not isinstance(shown, TableStage):
            return False
        if self._station.state.table.cases:
            # What has happened is about to have a page in the place of the table.
            return False
        result = shown.result
        cards = glancing.with_new_cards(self._station.state.table, result) if isinstance(result, Hands) else None
        hands = cards or stage.glance(self._seeing())
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
                self._deafness.step_changed(self._screen.step, self._place.milliseconds())
            if self._fingers.confirming:
                self._fingers = replace(self._fingers, confirming="")
                self._screen = screen(self._seeing())
            else:
                # What is shown has not changed by it, but for the time since the step came.
                self._screen = replace(self._screen, rail=replace(self._screen.rail, since=time_text(0)))
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
        """What was keyed is gone when the table has moved on, and a PIN or a grave act that nobody goes on with."""
        keyed = keyed_for(self._seeing())
        if keyed != self._keyed_for:
            if self._keyed_for:
                held, self._fingers = self._fingers.holding, self._fingers.lapsed()
                if keyed[0] != self._keyed_for[0]:
                    # Who is here now has keyed nothing yet.
                    self._halted = False
                elif held:
                    self._taken_away()
            self._keyed_for = keyed
        if (self._fingers.pins or self._fingers.confirming) and now.counter - self._touched > _PIN_LAPSES:
            self._fingers = self._fingers.but(pins={}, confirming="")
        round_ = self._station.state.table.round
        number = 0 if round_ is None or round_.phase is not Phase.BETTING else round_.number
        if number != self._betting[0]:
            self._betting = (number, now.counter if number else 0)

    @abstractmethod
    def _taken_away(self) -> None:
        """The table has moved on, and what had been begun to be keyed for it is gone."""

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
            said=self._said or self._halted_line(),
            unheard=self._unheard,
            history=self._history,
            chronicle=self._chronicle,
            since=self._since,
            betting_since=self._betting[1],
            small=self._outlets.small(),
            simulated=place.simulated,
            devices=dict(place.devices),
            journal=place.journal(),
            head=place.head(self.words),
            now_text=place.time_text(station),
            day_text=place.day_text(station),
        )

    def _halted_line(self) -> Line | None:
        return put(self.words, "window", "keys-not-taken") if self._halted else None

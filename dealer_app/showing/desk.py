"""One screen of a station while it runs: what its fingers hold, and what becomes of a touch or a key.

It lives on the loop of the station's actor. Whatever is given is done one thing after the other; a screen is made anew
after each (`sight`), and whenever the station has changed by itself.
"""

import asyncio

from dealer_app.domain.round.refusal import Refusal
from dealer_app.showing import acts, chronicle
from dealer_app.showing.blocks import Control
from dealer_app.showing.chronicle import Chronicle
from dealer_app.showing.confirming import Confirming
from dealer_app.showing.fingers import HAND_CODE, Fingers, Panel
from dealer_app.showing.history import History, merged
from dealer_app.showing.keyboard import ENTER, ESCAPE, next_step, pressed
from dealer_app.showing.lines import Line
from dealer_app.showing.mending import supervising
from dealer_app.showing.outlets import Outlets, Place
from dealer_app.showing.performing import Performer, Seen, takes_time
from dealer_app.showing.screen import Cue
from dealer_app.showing.seeing import Looks
from dealer_app.showing.sight import Sight
from dealer_app.showing.typed_ahead import TypedAhead
from dealer_app.showing.unusable import Why
from dealer_app.station.second_codes import SECOND_NEEDED
from dealer_app.station.station import Station


class Desk(Sight):
    """See the module."""

    def __init__(
        self, station: Station, performer: Performer, outlets: Outlets, place: Place, *, looks: Looks, history: History
    ) -> None:
        super().__init__(station, outlets, place, looks=looks, history=history)
        self._performer = performer
        self._given: asyncio.Queue[tuple[acts.Act, Seen]] = asyncio.Queue(maxsize=1)
        self._performing: acts.Act | None = None
        self._typed_ahead = TypedAhead()
        self._confirming = Confirming()
        self._by_keys = False
        """Whether it was a key that was pressed last, and no finger on the screen."""

    @property
    def idle(self) -> bool:
        """Whether all that was given has been done."""
        return not self._busy and self._follows is None and not self._typed_ahead

    @property
    def _busy(self) -> bool:
        return self._performing is not None or not self._given.empty()

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

    # What is touched

    def key(self, key: str) -> None:
        """A key of the keyboard. What cannot be done now says what it waits for.

        What is typed while an act is being done is done after it, each key in its order and Enter among them: an Enter
        that was left out would make one amount of two. An amount and the Enter that ends it stay together, or neither
        is taken and nothing more is heard until the dealer has seen it and begins anew with Esc.
        """
        self._by_keys = True
        if not self._busy and self._follows is not None:
            self.show()
        if self._halted:
            self._not_heard(key)
        elif not self._busy:
            self._hear(key)
        elif not self._typed_ahead.add(key, self._keyed_for):
            # What was typed before it is done as it was typed; what comes after it would lack this one.
            self._halt(forgets=False)

    def press(self, act: acts.Act, name: str = "") -> None:
        """An act that a finger gives, by the control of this name as it stands on the screen."""
        self._by_keys = False
        if not self._busy:
            # Whoever touches the screen has seen it.
            self._halted = False
        self._press(act, name)

    def _hear(self, key: str) -> None:
        before, amount = self._fingers, self._amount_is_keyed
        found = pressed(self.screen, self._fingers, key)
        if found.act is not None:
            self._press(found.act, "" if found.control is None else found.control.name)
        elif found.control is not None:
            if found.control.halts:
                self._halted = True
                self._typed_ahead.forget()
            self.waits(found.control)
        if key == ENTER and self._fingers is before and (amount or (found.act is not None and before.begun)):
            # It ends what was keyed, whatever came of it: nothing came of an amount that is none, or so soon after the
            # step. What is keyed next is no part of that, and is not to be put into its place.
            self._halt()
            self.show()

    @property
    def _amount_is_keyed(self) -> bool:
        """Also where the entry for it is open and empty, or a seat is half keyed: the digits that come next may be
        meant for another bet.
        """
        fingers = self._fingers
        return bool(fingers.digits or fingers.seat_digits or fingers.area is not None) and not self.screen.writes

    def _hear_typed_ahead(self) -> None:
        """Until one of them is an act that takes its time.

        Enter is for an entry that was typed before it: by itself it was given for a screen that is there no more, as
        the second knock of a hand. Nor is it for an entry that was typed while the table still stood otherwise.
        """
        moved = False
        while self._typed_ahead and not self._busy:
            if self._follows is not None:
                self.show()
                # What the table has taken away takes along what was keyed behind it.
                continue
            key, keyed_for_then = self._typed_ahead.take()
            moved = moved or keyed_for_then != self._keyed_for
            if key != ENTER:
                self._hear(key)
            elif self._fingers.holding and moved:
                self._halt()
                self.show()
            elif self._fingers.holding:
                self._hear(key)

    def _taken_away(self) -> None:
        # Who has moved the table on himself knows it.
        if self._by_keys and self._performing is None:
            # The hand is in the middle of it: its next keys would be the rest of an amount without its head.
            self._halt()

    def _halt(self, *, forgets: bool = True) -> None:
        """Some of what was keyed is not taken, and the dealer is told so: he may be typing without a look."""
        self._halted = True
        if forgets:
            self._typed_ahead.forget()
        if self._looks.sound:
            self._outlets.sound(Cue.REFUSED)

    def _not_heard(self, key: str) -> None:
        """Esc leaves all that was begun: what is keyed after it is whole."""
        if key == ESCAPE and not self._busy:
            self._halted = False
            self._change(self._fingers.left())
            return
        if self._looks.sound:
            self._outlets.sound(Cue.REFUSED)
        if not self._busy:
            self._refusal = self._said = self._too_early = None
            self.show()

    def _press(self, act: acts.Act, name: str) -> None:
        """One is done before another is taken."""
        self._touched = self._station.now().counter
        if self._busy or self._seen is None:
            return
        if name and name == self._next_step() and self._deafness.deaf(self.screen.step, self._place.milliseconds()):
            return
        if self._confirming.too_soon(name, self._fingers, self._place.milliseconds()):
            return
        match act:
            case acts.Change(fingers=fingers):
                # Nothing was typed for which Enter would be meant: who presses it twice means this one.
                only_a_step = name == self._next_step() and not (self._fingers.writes or self._fingers.digits)
                self._change(fingers)
                if only_a_step and name != self._next_step():
                    self._deafness.step_changed(self.screen.step, self._place.milliseconds())
            case acts.Simulate(device=device, what=what):
                self._outlets.simulate(device, what)
            case acts.CheckDevices(then=then):
                self._outlets.test()
                self._change(then)
            case _:
                # A PIN is good for this one act, whatever becomes of it.
                self._fingers = self._confirming.given(name, self._fingers).but(pins={})
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

    def go_without_sound(self, why: Why, line: Line) -> None:
        """No sound can be played here: that is said once, and stands beside the switch from then on."""
        self._unheard = why
        self.say(line)

    def _change(self, fingers: Fingers) -> None:
        looks = looked(self._looks, fingers)
        changed = looks != self._looks
        if changed:
            self._looks = looks
        fingers = self._confirming.after(self._fingers, fingers, self._place.milliseconds())
        if fingers.panel is not self._fingers.panel:
            fingers = fingers.but(pins={})
        self._fingers = fingers.but(picks={name: it for name, it in fingers.picks.items() if name != LOOKS})
        self._refusal = None
        self._said, self._too_early = self._outlets.keep_looks(looks) if changed else None, None
        self.show()

    # The task

    async def run(self) -> None:
        """Has what is given done, one thing after the other, until it is cancelled."""
        while await self._do_one():
            self._hear_typed_ahead()

    async def _do_one(self) -> bool:
        """Whether play goes on. What was given, with the PIN that may be in it, is gone when this is over."""
        act, seen = await self._given.get()
        self._performing = act
        try:
            await self._perform(act, seen)
            await asyncio.sleep(0)
            self.show()
        except Exception as problem:  # noqa: BLE001 - whatever it is, play stops and the screen says so
            self._outlets.failed(problem)
            return False
        finally:
            self._performing = None
        return True

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
            self._fingers = supervising.answered(self._seeing(), act)
            if isinstance(act, acts.StopStation):
                self._outlets.leave()
        elif isinstance(act, acts.Give | acts.AnswerDevice) and _takes_two(act, self._refusal):
            # What was keyed waits for the second person, in place of the refusal.
            asked = self._fingers.closed().but(panel=Panel.HAND, signing=act)
            self._fingers, self._refusal = asked.picked(HAND_CODE, self._refusal.code), None
            if self._typed_ahead:
                self._halt()
        elif self._by_keys and (self._typed_ahead or self._amount_is_keyed):
            # The refused amount still lies there, and what was typed ahead was typed for what would come after it.
            self._halt()


def _takes_two(act: acts.Give | acts.AnswerDevice, refusal: Refusal) -> bool:
    """Whether it is refused only because nobody stands beside who keyed it."""
    alone = act.second is None and not (isinstance(act, acts.Give) and act.by is not None)
    return alone and refusal.code in SECOND_NEEDED


LOOKS = "looks"
"""The choice by which a menu changes how the screen is set: `theme=bright`."""


def looked(looks: Looks, fingers: Fingers) -> Looks:
    """How the screen is set after this choice."""
    name, _, value = fingers.pick(LOOKS).partition("=")
    return looks if not name else looks.setting(name, value)

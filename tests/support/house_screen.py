"""Somebody at a screen in a test, with a real station behind it: types, touches, presses Enter, one part at a time.

    screen = HouseScreen(pins)
    screen.begins()                       # the first run, as it is typed
    screen.signs_in("D1", "482913")
    screen.types("badge-opens", "S1").types("pin-opens", "730264").enter()

Only what the house shows is built here; whatever is touched has to be on the screen and possible.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import TypeVar

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.journal.memory import MemoryJournal
from dealer_app.people.events import Purpose
from dealer_app.people.lockout import FAILURES
from dealer_app.people.pin_effort import Effort
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import Pin
from dealer_app.people.position_file import positions
from dealer_app.people.sessions import Check, Tried
from dealer_app.showing import acts
from dealer_app.showing.acts import asking
from dealer_app.showing.blocks import Block, Control, Entry, Row, Rows
from dealer_app.showing.fingers import NOTHING, Fingers, Panel
from dealer_app.showing.house import first_run, opening_part, overlays, shoe_part, signing_in
from dealer_app.showing.keyboard import written
from dealer_app.showing.part import Part
from dealer_app.showing.performing import Performer, seen_of
from dealer_app.showing.screen import Overlay, Page
from dealer_app.showing.screen_of import written_in
from dealer_app.showing.seeing import Looks, Seeing
from dealer_app.showing.walking import of_blocks
from dealer_app.station.core import Around
from dealer_app.station.facts import StationStarted
from dealer_app.station.proof import Proof
from dealer_app.station.reading import rules_of
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.writing import Writer
from dealer_app.wording import Both, both
from tests.support.live_station import SteppingClock

Result = TypeVar("Result")
QUICK = Effort(memory_kibibytes=8, passes=1, lanes=1)
DEMO_DEVICES = {"shoe": "shoe", "tumbler": "tumbler"}
FIRST = ("D1", "Dealer 1", "482913"), ("S1", "Supervisor 1", "730264")
MANAGERS = ("M1", "Manager 1", "482913"), ("M2", "Manager 2", "730264")


class HouseScreen:
    """See the module."""

    def __init__(self, pins: PinWork, *, demo: bool = True) -> None:
        around = Around(positions=positions(), rules=rules_of, salt=lambda: "salt")
        self.clock = SteppingClock()
        self.station = Station(StationState(), Writer(MemoryJournal(), self.clock), around)
        self.station.note(StationStarted(station="T1", program="test", rulebooks=""))
        self.fingers, self.looks = NOTHING, Looks()
        self.demo = demo
        self.words: Both | None = None
        self._performer = Performer(self._do, pins, positions(), "table")
        self.refusal: Refusal | None = None

    async def _do(self, work: Callable[[Station], Result]) -> Result:
        await asyncio.sleep(0)
        return work(self.station)

    # What is seen

    @property
    def seeing(self) -> Seeing:
        station = self.station
        return Seeing(
            state=station.state,
            rules=station.rules,
            guide=station.table.guide(),
            asked=station.table.asked(),
            words=self.words or both(self.looks.first, self.looks.second),
            positions=positions(),
            moment=self.clock.at,
            terminal="table",
            looks=self.looks,
            fingers=self.fingers,
            refusal=self.refusal,
            simulated=tuple(DEMO_DEVICES) if self.demo else (),
            devices=DEMO_DEVICES if self.demo else {},
        )

    def step(self) -> Step:
        """What the guide asks for now."""
        guide = self.station.table.guide()
        return Step.OPEN_TABLE if guide is None else guide.step

    @property
    def part(self) -> Part:
        seeing = self.seeing
        if seeing.state.people.kind is None:
            return first_run.first_run(seeing)
        if seeing.signed_in is None:
            return signing_in.sign_in(seeing)
        if seeing.guide is None or seeing.guide.step is Step.OPEN_TABLE:
            return opening_part.opening(seeing)
        return shoe_part.shoe(seeing)

    @property
    def overlay(self) -> Overlay | None:
        return overlays.overlay(self.seeing)

    @property
    def primary(self) -> Control:
        lies_over = self.overlay
        if lies_over is not None:
            assert lies_over.primary is not None
            return lies_over.primary
        return self.part.primary

    def can_enter(self) -> bool:
        """Whether the next step is possible."""
        return self.primary.act is not None

    def panel(self) -> Panel:
        return self.fingers.panel

    def blocks(self) -> Iterator[Block]:
        lies_over = self.overlay
        if lies_over is not None:
            yield from (*lies_over.left_column, *lies_over.right_column)
            return
        part = self.part
        yield from part.work
        if isinstance(part.page, Page):
            for column in (part.page.head, *part.page.columns, part.page.foot):
                yield from column

    def controls(self) -> Iterator[Control]:
        yield self.primary
        yield from of_blocks(self.blocks())
        lies_over = self.overlay
        if lies_over is not None:
            yield from (each for each in (lies_over.grave, lies_over.close) if each is not None)

    def control(self, name: str) -> Control:
        found = [each for each in self.controls() if each.name == name]
        assert len(found) == 1, (name, sorted(each.name for each in self.controls()))
        return found[0]

    def has(self, name: str) -> bool:
        return any(each.name == name for each in self.controls())

    def entry(self, name: str) -> Entry:
        found = [each for each in self.blocks() if isinstance(each, Entry) and each.name == name]
        assert len(found) == 1, (name, [each.name for each in self.blocks() if isinstance(each, Entry)])
        return found[0]

    def row(self, name: str) -> Row:
        rows = [row for block in self.blocks() if isinstance(block, Rows) for row in block.rows]
        return next(row for row in rows if row.name == name)

    @property
    def writes(self) -> str:
        lies_over = self.overlay
        if lies_over is not None:
            return self.fingers.writes or lies_over.writes
        return written_in(self.seeing, self.part, None)

    # What is done

    def touches(self, *names: str) -> "HouseScreen":
        for name in names:
            act = self.control(name).act
            assert act is not None, f"{name} cannot be pressed now: {self.control(name).waits}"
            self.does(act)
        return self

    def touches_row(self, name: str) -> "HouseScreen":
        act = self.row(name).act
        assert act is not None
        self.does(act)
        return self

    def types(self, name: str, text: str) -> "HouseScreen":
        """Touches the entry, takes away what was typed there, and types."""
        entries = [each for each in self.blocks() if isinstance(each, Entry) and each.name == name]
        named = f"entry:{name}"
        act = entries[0].act if entries else self.control(named).act if self.has(named) else self.row(named).act
        assert act is not None
        self.does(act)
        if name in self.fingers.texts:
            self.does(acts.Change(self.fingers.typed(name, "")))
        elif name in self.fingers.pins:
            self.does(acts.Change(self.fingers.secretly(name, Pin(""))))
        return self.keys(text)

    def keys(self, text: str) -> "HouseScreen":
        """Types where the keyboard writes."""
        for key in text:
            fingers: Fingers = self.fingers.but(writes=self.writes)
            self.does(acts.Change(written(fingers, key)))
        return self

    def signs_too(self) -> "HouseScreen":
        """The supervisor keys badge and PIN beside who is signed in."""
        badge, _, pin = FIRST[1] if self.demo else MANAGERS[1]
        return self.keys(badge).enter().keys(pin).enter()

    def enter(self) -> "HouseScreen":
        act = self.primary.act
        assert act is not None, f"{self.primary.name} waits for: {self.primary.waits.first}"
        refusal = self.does(act)
        assert refusal is None, refusal
        return self

    def does(self, act: acts.Act) -> Refusal | None:
        """As the desk does it."""
        if isinstance(act, acts.Change):
            name, _, value = act.fingers.pick("looks").partition("=")
            self.looks = self.looks.setting(name, value)
            picks = {name: it for name, it in act.fingers.picks.items() if name != "looks"}
            self.fingers = act.fingers.but(picks=picks)
            self.refusal = None
            return None

        async def one() -> Refusal | None:
            return await self._performer.perform(act, seen_of(self.station))

        self.refusal = asyncio.run(one())
        if self.refusal is None:
            then = getattr(act, "then", None)
            self.fingers = self.fingers.closed() if then is None else then
        else:
            self.fingers = replace(self.fingers, pins={})
        return self.refusal

    def opens_menu(self) -> "HouseScreen":
        self.does(acts.Change(self.fingers.closed().but(panel=Panel.MENU)))
        return self

    def touches_menu(self, name: str) -> "HouseScreen":
        return self.opens_menu().touches(name)

    @property
    def proof(self) -> Proof:
        """Of whoever is signed in."""
        return Proof("table", Purpose.SIGN_IN, self.station.state.people.sessions["table"].number)

    def relieves(self) -> "HouseScreen":
        """Takes the table over by the panel."""
        refusal = self.does(acts.Relieve())
        assert refusal is None, refusal
        return self

    # Whole ways

    def begins(self) -> "HouseScreen":
        """The first run, by the keyboard alone."""
        for number, (badge, name, pin) in enumerate(FIRST if self.demo else MANAGERS, start=1):
            assert self.writes == f"badge-{number}"
            for text in (badge, name, pin, pin):
                self.keys(text).enter()
        return self

    def signs_in(self, badge: str, pin: str) -> "HouseScreen":
        return self.keys(badge).enter().keys(pin).enter()

    def locks_out(self, badge: str) -> "HouseScreen":
        """Somebody keys wrong PINs for this badge until it is locked."""
        digest, _ = self.station.people.challenge(badge)
        tried = Tried(badge=badge, terminal="table", purpose=Purpose.CONFIRM, check=Check.WRONG, digest=digest)
        for _ in range(FAILURES):
            assert isinstance(self.station.people.tried(tried), Refusal)
        return self

    def closes_bets(self) -> "HouseScreen":
        """A round has begun, and its cards are to come."""
        for command in (asking(commands.PlaceYourBets), asking(commands.NoMoreBets)):
            done = self.station.table.give(self.proof, command)
            assert not isinstance(done, Refusal), (command, done)
        return self

    def plays_a_round(self) -> "HouseScreen":
        """To its end, without bets, by commands: what is shown of a round is not the house's."""
        table, given = self.station.table, list[Command]()
        if self.station.state.table.round is None:
            given += [asking(commands.PlaceYourBets), asking(commands.NoMoreBets)]
        given += [asking(commands.DrawCard, card=CARDS[card], face_up=True) for card in ("9S", "2H", "KD", "3C")]
        given += [asking(commands.AnnounceResult), asking(commands.SettleAll)]
        for command in given:
            done = table.give(self.proof, command)
            assert not isinstance(done, Refusal), (command, done)
        return self

    def opens(self, badge: str = "S1", pin: str = "730264") -> "HouseScreen":
        """With all as it is chosen."""
        return self.types("badge-opens", badge).types("pin-opens", pin).enter()

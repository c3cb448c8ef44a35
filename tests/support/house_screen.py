"""Somebody at a screen in a test, with a real station behind it: types, touches, presses Enter, one part at a time.

    screen = HouseScreen(pins)
    screen.begins()                       # the first run, as it is typed
    screen.begins_session("D1", "482913")
    screen.types("badge-opens", "S1").types("pin-opens", "730264").enter()

Only what the house shows is built here; whatever is touched has to be on the screen and possible.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import TypeVar

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.domain.values import replace
from dealer_app.journal.store import MemoryJournal
from dealer_app.people.events import Purpose
from dealer_app.people.lockout import FAILURES
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import Pin
from dealer_app.people.positions import load_positions
from dealer_app.people.sessions import PinAttempt, PinResult
from dealer_app.screens import actions, presenter
from dealer_app.screens.action_runner import ActionRunner, take_snapshot
from dealer_app.screens.actions import new_command
from dealer_app.screens.blocks import Block, Control, EntryBlock, ListRow, RowsBlock
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.house import first_run, shoe_change, table_opening
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.screens.key_input import block_controls, type_key
from dealer_app.screens.presenter import entry_in_focus
from dealer_app.screens.screen import Overlay, PageStage, RailContent
from dealer_app.station.core import Proof, StationEnvironment
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.table import load_rules
from dealer_app.station.transaction import JournalWriter
from dealer_app.station_events import StationStarted
from dealer_app.texts import LanguagePair, language_pair
from tests.support.live_station import SteppingClock

Result = TypeVar("Result")
DEMO_DEVICES = {"shoe": "shoe", "tumbler": "tumbler"}
FIRST = ("D1", "Dealer 1", "482913"), ("S1", "Supervisor 1", "730264")
MANAGERS = ("M1", "Manager 1", "482913"), ("M2", "Manager 2", "730264")


class HouseScreen:
    """The person at one screen, with its station: each method does what a hand would, or says what is shown."""

    def __init__(self, pins: PinWork, *, demo: bool = True) -> None:
        around = StationEnvironment(positions=load_positions(), rules=load_rules, salt=lambda: "salt")
        self.clock = SteppingClock()
        self.station = Station(StationState(), JournalWriter(MemoryJournal(), self.clock), around)
        self.station.record(StationStarted(station="T1", program="test", rulebooks=""))
        self.input_state, self.looks = NO_INPUT, Looks()
        self.demo = demo
        self.words: LanguagePair | None = None
        self._performer = ActionRunner(self._do, pins, load_positions(), "table")
        self.refusal: Refusal | None = None

    async def _do(self, work: Callable[[Station], Result]) -> Result:
        await asyncio.sleep(0)
        return work(self.station)

    # What is seen

    @property
    def context(self) -> ScreenContext:
        station = self.station
        return ScreenContext(
            state=station.state,
            rules=station.rules,
            guide=station.table.guide(),
            approval_request=station.table.approval_digest(),
            words=self.words or language_pair(self.looks.first, self.looks.second),
            positions=load_positions(),
            moment=self.clock.at,
            terminal="table",
            looks=self.looks,
            input_state=self.input_state,
            refusal=self.refusal,
            demo_devices=tuple(DEMO_DEVICES) if self.demo else (),
            devices=DEMO_DEVICES if self.demo else {},
        )

    def step(self) -> Step:
        """What the guide asks for now."""
        guide = self.station.table.guide()
        return Step.OPEN_TABLE if guide is None else guide.step

    @property
    def part(self) -> RailContent:
        context = self.context
        if context.state.people.kind is None:
            return first_run.first_run_rail(context)
        if context.current_account is None:
            return first_run.sign_in_rail(context)
        if context.guide is None or context.guide.step is Step.OPEN_TABLE:
            return table_opening.table_opening_rail(context)
        return shoe_change.shoe_rail(context)

    @property
    def overlay(self) -> Overlay | None:
        return presenter.house_overlay(self.context)

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
        return self.input_state.panel

    def blocks(self) -> Iterator[Block]:
        lies_over = self.overlay
        if lies_over is not None:
            yield from (*lies_over.left_column, *lies_over.right_column)
            return
        part = self.part
        yield from part.work
        if isinstance(part.page, PageStage):
            for column in (part.page.head, *part.page.columns, part.page.foot):
                yield from column

    def controls(self) -> Iterator[Control]:
        yield self.primary
        yield from block_controls(self.blocks())
        lies_over = self.overlay
        if lies_over is not None:
            yield from (each for each in (lies_over.grave, lies_over.close) if each is not None)

    def control(self, name: str) -> Control:
        found = [each for each in self.controls() if each.name == name]
        assert len(found) == 1, (name, sorted(each.name for each in self.controls()))
        return found[0]

    def has(self, name: str) -> bool:
        return any(each.name == name for each in self.controls())

    def entry(self, name: str) -> EntryBlock:
        found = [each for each in self.blocks() if isinstance(each, EntryBlock) and each.name == name]
        assert len(found) == 1, (name, [each.name for each in self.blocks() if isinstance(each, EntryBlock)])
        return found[0]

    def row(self, name: str) -> ListRow:
        rows = [row for block in self.blocks() if isinstance(block, RowsBlock) for row in block.rows]
        return next(row for row in rows if row.name == name)

    @property
    def writes(self) -> str:
        lies_over = self.overlay
        if lies_over is not None:
            return self.input_state.writes or lies_over.writes
        return entry_in_focus(self.context, self.part, None)

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
        entries = [each for each in self.blocks() if isinstance(each, EntryBlock) and each.name == name]
        named = f"entry:{name}"
        act = entries[0].act if entries else self.control(named).act if self.has(named) else self.row(named).act
        assert act is not None
        self.does(act)
        if name in self.input_state.texts:
            self.does(actions.SetInput(self.input_state.with_text(name, "")))
        elif name in self.input_state.pins:
            self.does(actions.SetInput(self.input_state.with_pin(name, Pin(""))))
        return self.keys(text)

    def keys(self, text: str) -> "HouseScreen":
        """Types where the keyboard writes."""
        for key in text:
            input_state: InputState = self.input_state.replace(writes=self.writes)
            self.does(actions.SetInput(type_key(input_state, key)))
        return self

    def signs_second(self) -> "HouseScreen":
        """The supervisor keys badge and PIN beside who is signed in."""
        badge, _, pin = FIRST[1] if self.demo else MANAGERS[1]
        return self.keys(badge).enter().keys(pin).enter()

    def enter(self) -> "HouseScreen":
        act = self.primary.act
        assert act is not None, f"{self.primary.name} waits for: {self.primary.waits.first}"
        refusal = self.does(act)
        assert refusal is None, refusal
        return self

    def does(self, act: actions.Action) -> Refusal | None:
        """As the desk does it."""
        if isinstance(act, actions.SetInput):
            name, _, value = act.input_state.pick("looks").partition("=")
            self.looks = self.looks.with_option(name, value)
            picks = {name: it for name, it in act.input_state.picks.items() if name != "looks"}
            self.input_state = act.input_state.replace(picks=picks)
            self.refusal = None
            return None

        async def one() -> Refusal | None:
            return await self._performer.run(act, take_snapshot(self.station))

        self.refusal = asyncio.run(one())
        if self.refusal is None:
            then = getattr(act, "then", None)
            self.input_state = self.input_state.close_panel() if then is None else then
        else:
            self.input_state = replace(self.input_state, pins={})
        return self.refusal

    def opens_menu(self) -> "HouseScreen":
        self.does(actions.SetInput(self.input_state.close_panel().replace(panel=Panel.MENU)))
        return self

    def touches_menu(self, name: str) -> "HouseScreen":
        return self.opens_menu().touches(name)

    @property
    def proof(self) -> Proof:
        """The proof of the person who is signed in."""
        return Proof("table", Purpose.SIGN_IN, self.station.state.people.sessions["table"].number)

    def relieves(self) -> "HouseScreen":
        """Takes the table over by the panel."""
        refusal = self.does(actions.Relieve())
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

    def begins_session(self, badge: str, pin: str) -> "HouseScreen":
        return self.keys(badge).enter().keys(pin).enter()

    def locks_badge(self, badge: str) -> "HouseScreen":
        """Somebody keys wrong PINs for this badge until it is locked."""
        digest, _ = self.station.people.pin_challenge(badge)
        tried = PinAttempt(badge=badge, terminal="table", purpose=Purpose.CONFIRM, check=PinResult.WRONG, digest=digest)
        for _ in range(FAILURES):
            assert isinstance(self.station.people.record_attempt(tried), Refusal)
        return self

    def closes_bets(self) -> "HouseScreen":
        """A round has begun, and its cards are to come."""
        for command in (new_command(commands.PlaceYourBets), new_command(commands.NoMoreBets)):
            done = self.station.table.give(self.proof, command)
            assert not isinstance(done, Refusal), (command, done)
        return self

    def plays_a_round(self) -> "HouseScreen":
        """To its end, without bets, by commands: what is shown of a round is not the house's."""
        table, given = self.station.table, list[Command]()
        if self.station.state.table.round is None:
            given += [new_command(commands.PlaceYourBets), new_command(commands.NoMoreBets)]
        given += [new_command(commands.DrawCard, card=CARDS[card], face_up=True) for card in ("9S", "2H", "KD", "3C")]
        given += [new_command(commands.AnnounceResult), new_command(commands.SettleAll)]
        for command in given:
            done = table.give(self.proof, command)
            assert not isinstance(done, Refusal), (command, done)
        return self

    def opens(self, badge: str = "S1", pin: str = "730264") -> "HouseScreen":
        """With all as it is chosen."""
        return self.types("badge-opens", badge).types("pin-opens", pin).enter()

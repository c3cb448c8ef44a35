"""Moments at a table as pictures need them: a script up to that moment, the input, and the screen of it.

The scripts are those of the golden rounds; amounts are in cents. Everything comes the same way each time: the people,
the moments of the clock, the cards.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from random import Random
from typing import Any

from msgspec import Struct, field

from dealer_app.clock import Timestamp
from dealer_app.domain.cards import CARDS, DECK
from dealer_app.domain.round import commands
from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Source
from dealer_app.domain.round.table_settings import BurnRule, usual_table
from dealer_app.domain.values import replace
from dealer_app.journal.store import MemoryJournal
from dealer_app.people.events import FolderKind
from dealer_app.people.positions import Position, load_positions
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.action_runner import ActionRunner
from dealer_app.screens.actions import SetInput
from dealer_app.screens.context import Looks
from dealer_app.screens.controller import ScreenController
from dealer_app.screens.house.shoe_forms import ShoeEndReason
from dealer_app.screens.input_state import NO_INPUT, InputState
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.screens.screen import Screen
from dealer_app.scripts.language import DEALER, read_command, read_settings
from dealer_app.scripts.session import PlaySession
from dealer_app.station.hand_keying import source_device_kind
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.table import CommandExtras
from dealer_app.station.transaction import JournalWriter
from dealer_app.station_events import DeviceIncident, Incident, UncleanStop
from tests.support.desk_settings import PLACE, QUIET, TERMINAL
from tests.support.live_station import StaffedStation, make_environment
from tests.support.rounds import V4, book_rules

_NAMES = {
    Position.DEALER: "Dealer 1",
    Position.PIT_SUPERVISOR: "Supervisor 1",
    Position.PIT_MANAGER: "Manager 3",
    Position.SHIFT_MANAGER: "Shift Manager 1",
}

_FOUNDERS = {("M1", Position.PIT_MANAGER): "Manager 1", ("M2", Position.SHIFT_MANAGER): "Manager 2"}
"""Who begins a house; another manager of a script has another number."""

STILL = Looks(motion=False)
"""A card that fades in is not painted the same twice."""


class SceneEnd(Enum):
    """How far a table has come where a script does not say it."""

    FIRST_RUN = "first run"
    SIGN_IN = "sign in"
    OPENING = "opening"
    SHOE = "shoe"
    OUTAGE = "outage"
    ROUND = "round"


class Scene(Struct, frozen=True, kw_only=True):
    """`opened` are settings as they are typed after `open`; `script` what happens until the picture is taken."""

    name: str
    game: str = V4
    layout: str = "A"
    script: str = ""
    opened: str = "name=B-07 min=10000 max=2000000 differential=5000000"
    input_state: InputState = NO_INPUT
    rounds_before: int = 0
    until: SceneEnd = SceneEnd.ROUND
    step: Step | None = None
    """The work on the shoe at which it stops."""
    simulated: tuple[str, ...] = ()
    devices: Mapping[str, str] = field(default_factory=lambda: {"shoe": "shoe"})
    kind: FolderKind = FolderKind.LIVE
    looks: Looks = STILL


_EVENING = Timestamp(
    utc=int(datetime(2026, 11, 18, 13, 46, 50, tzinfo=UTC).timestamp()) * 1_000_000, offset=480, counter=1_000_000
)
"""A little before the time that the top bar of a picture shows."""


class StagedStation(StaffedStation):
    """A house of people who have no names."""

    def person_name(self, badge: str, position: Position) -> str:
        return _FOUNDERS.get((badge, position)) or _NAMES.get(position) or super().person_name(badge, position)


class SceneStage:
    """A scene that is played to its moment, and a desk that shows it."""

    def __init__(self, scene: Scene, looks: Looks | None = None) -> None:
        self.scene = scene
        self.house = StagedStation(MemoryJournal(), scene.kind, first=_EVENING)
        if scene.until is SceneEnd.FIRST_RUN:
            self.house.station = Station(
                StationState(), JournalWriter(MemoryJournal(), self.house.clock), make_environment()
            )
        self.rules = book_rules(scene.game, scene.layout)
        book = load_rulebook(scene.game)
        self.table = read_settings(usual_table(book, self.rules.layout), scene.opened.split())
        self.screen: Screen | None = None
        self.looks = looks or scene.looks
        self.desk = self._desk(self.house.station)
        self._play()

    def _desk(self, station: Station) -> ScreenController:
        outlets = replace(QUIET, show=self._show)
        place = replace(PLACE, demo_devices=self.scene.simulated, devices=tuple(self.scene.devices.items()))
        performer = ActionRunner(_never, _NoPins(), load_positions(), TERMINAL)  # type: ignore[arg-type]
        return ScreenController(station, performer, outlets, place, looks=self.looks, history=ResultsHistory())

    def _show(self, screen: Screen, looks: Looks) -> None:
        self.screen, self.looks = screen, looks

    def _play(self) -> None:
        if self.scene.until is SceneEnd.FIRST_RUN:
            return
        if self.scene.until is SceneEnd.OPENING:
            self._begin_session()
            self._connect_devices()
            return
        session = PlaySession(self.rules, self.table)
        opening = session.setup_command(Step.OPEN_TABLE)
        assert opening is not None, "a session knows how to open its table"
        self._give(opening)
        if self.scene.until is not SceneEnd.SIGN_IN:
            self._begin_session()
        self._connect_devices()
        while (command := self._prepare_command(session)) is not None:
            if self._is_at_step(wanted=not self.scene.rounds_before):
                return
            self._give(command)
        dealt = SceneRounds(self.scene.name)
        while self.house.station.state.table.rounds < self.scene.rounds_before:
            self._give(dealt.command(self._guide()))
        while self._guide().step is not Step.PLACE_YOUR_BETS and self.scene.until is not SceneEnd.SIGN_IN:
            self._give(dealt.command(self._guide()))
        for line in self.scene.script.strip().splitlines():
            self._line(line.strip())
        if self.scene.until is SceneEnd.SHOE:
            self._next_shoe(session)
        if self.scene.until is SceneEnd.OUTAGE:
            self.house.station.record(UncleanStop(last=0, round=None))

    def _connect_devices(self) -> None:
        for device in self.scene.devices:
            self.house.station.record(DeviceIncident(device=device, incident=Incident.CONNECTED, detail=""))

    def _is_at_step(self, *, wanted: bool) -> bool:
        return wanted and self.scene.until is SceneEnd.SHOE and self._guide().step is self.scene.step

    def _next_shoe(self, session: PlaySession) -> None:
        """After rounds of the first one: it is ended and counted, and the next is prepared up to the step."""
        self._give(_make_command(commands.EndShoe, reason=ShoeEndReason.LAST_ROUND.value, counted=None))
        while not self._is_at_step(wanted=True):
            command = self._prepare_command(session)
            assert command is not None, f"{self.scene.name}: no shoe has the step {self.scene.step}"
            if isinstance(command, commands.DoShoeWork) and command.work is commands.ShoeWork.CUT:
                command = replace(command, second="seat 3", cutting_card=14)
            self._give(command)

    def _begin_session(self) -> None:
        self.house.person_proof(DEALER)
        accounts = self.house.station.state.people.accounts
        dealer = next(badge for badge, each in accounts.items() if each.position is Position.DEALER)
        self.house.begin_session(dealer, terminal=TERMINAL)

    def _prepare_command(self, session: PlaySession) -> Command | None:
        session.state = self.house.station.state.table
        step = self._guide().step
        if step is Step.BURN and self.table.burn is BurnRule.BY_FIRST_CARD:
            return _make_command(commands.BurnCards, cards=(CARDS["5H"],), unseen=5)
        return session.setup_command(step)

    def _guide(self) -> Guide:
        guide = self.house.station.table.guide()
        assert guide is not None, "the table is open"
        return guide

    def _line(self, line: str) -> None:
        self._give(read_command(line, table=self.table, at=0), line)

    def _give(self, command: Command, line: str = "") -> None:
        done = (
            self._report_command(command) if self._is_device_command(command) else self.house.play(command, self.rules)
        )
        assert not isinstance(done, Refusal), f"{self.scene.name}: {line or command}: {done}"

    def _is_device_command(self, command: Command) -> bool:
        """Whether the device of the picture tells it, and nobody has to key it."""
        kind = source_device_kind(command)
        return (
            kind is not None and kind.value in self.scene.devices.values() and self.scene.until is not SceneEnd.SIGN_IN
        )

    def _report_command(self, command: Command) -> object:
        """A command as a device reports it, in the name of the dealer."""
        badge = self.house.person_badge(command.by)
        device = next(iter(self.scene.devices))
        if isinstance(command, commands.DrawCard):
            command = replace(command, by_device=True)
        return self.house.station.table.give_proven(badge, command, CommandExtras(source=Source(device=device)))

    def show_screen(self) -> Screen:
        """The screen of the moment, with its input."""
        self.desk.show()
        if self.scene.input_state != NO_INPUT:
            self.desk.press(SetInput(self.scene.input_state))
        assert self.screen is not None, "shown"
        return self.screen


class _NoPins:
    """Nobody keys a PIN in a picture."""


async def _never(work: object) -> object:
    raise AssertionError(f"nothing is given in a picture: {work}")


def _make_command(kind: type[Command], **facts: Any) -> Command:
    return kind(by=DEALER, at=0, **facts)


class SceneRounds:
    """Rounds without bets, one after the other, the same ones for the same name."""

    def __init__(self, name: str) -> None:
        self._chance = Random(name)
        self._cards = list(DECK) * 8
        self._chance.shuffle(self._cards)

    def command(self, guide: Guide) -> Command:
        match guide.step:
            case Step.PLACE_YOUR_BETS:
                return _make_command(commands.PlaceYourBets)
            case Step.NO_MORE_BETS:
                return _make_command(commands.NoMoreBets)
            case Step.DRAW_PLAYER | Step.DRAW_BANKER:
                return _make_command(commands.DrawCard, card=self._cards.pop())
            case Step.TURN_CARDS:
                places = tuple(int(place) - 1 for place in guide.facts["cards"].split())
                return _make_command(commands.TurnCards, places=places)
            case Step.OFFER_INSURANCE:
                return _make_command(commands.CloseOffer)
            case Step.TUMBLE:
                return _make_command(commands.CountTumbles, tumbles=3)
            case Step.READ_DICE:
                one, two, three = (self._chance.randint(1, 6) for _ in range(3))
                return _make_command(commands.ReadDice, dice=(one, two, three))
            case Step.ANNOUNCE_RESULT:
                return _make_command(commands.AnnounceResult)
            case Step.SETTLE:
                return _make_command(commands.SettleAll)
            case _:
                raise AssertionError(f"no usual round has {guide.step}")

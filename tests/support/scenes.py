"""Moments at a table as pictures need them: a script up to that moment, what the fingers hold, and the screen of it.

The scripts are those of the golden rounds; amounts are in cents. Everything comes the same way each time: the people,
the moments of the clock, the cards.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from enum import Enum
from random import Random
from typing import Any

from msgspec import Struct, field

from dealer_app.domain.cards import CARDS, DECK
from dealer_app.domain.round import commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.guided import Guide, Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.table import Burn
from dealer_app.domain.values import replace
from dealer_app.journal.memory import MemoryJournal
from dealer_app.people.events import Kind
from dealer_app.people.position_file import positions
from dealer_app.people.positions import Position
from dealer_app.play.language import read_line
from dealer_app.play.people import DEALER
from dealer_app.play.session import Session
from dealer_app.play.tables import read_open, usual_table
from dealer_app.rulebooks import approved
from dealer_app.showing.acts import Change
from dealer_app.showing.desk import Desk
from dealer_app.showing.fingers import NOTHING, Fingers
from dealer_app.showing.history import History
from dealer_app.showing.house.shoe_work import EndOfShoe
from dealer_app.showing.performing import Performer
from dealer_app.showing.screen import Screen
from dealer_app.showing.seeing import Looks
from dealer_app.station.facts import DeviceIncident, Incident, UncleanStop
from dealer_app.station.keying import keys_for
from dealer_app.station.moment import Moment
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.table_desk import Beside
from dealer_app.station.writing import Writer
from tests.support.live_station import House, around
from tests.support.quiet_desk import PLACE, QUIET, TERMINAL
from tests.support.rounds import rules_of

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


class Until(Enum):
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
    game: str
    layout: str
    script: str = ""
    opened: str = "name=B-07 min=10000 max=2000000 differential=5000000"
    fingers: Fingers = NOTHING
    rounds_before: int = 0
    until: Until = Until.ROUND
    step: Step | None = None
    """The work on the shoe at which it stops."""
    simulated: tuple[str, ...] = ()
    devices: Mapping[str, str] = field(default_factory=lambda: {"shoe": "shoe"})
    kind: Kind = Kind.LIVE
    looks: Looks = STILL


_EVENING = Moment(
    utc=int(datetime(2026, 11, 18, 13, 46, 50, tzinfo=UTC).timestamp()) * 1_000_000, offset=480, counter=1_000_000
)
"""A little before the time that the top bar of a picture shows."""


class Staged(House):
    """A house of people who have no names."""

    def named(self, badge: str, position: Position) -> str:
        return _FOUNDERS.get((badge, position)) or _NAMES.get(position) or super().named(badge, position)


class Stage:
    """A scene that is played to its moment, and a desk that shows it."""

    def __init__(self, scene: Scene, looks: Looks | None = None) -> None:
        self.scene = scene
        self.house = Staged(MemoryJournal(), scene.kind, first=_EVENING)
        if scene.until is Until.FIRST_RUN:
            self.house.station = Station(StationState(), Writer(MemoryJournal(), self.house.clock), around())
        self.rules = rules_of(scene.game, scene.layout)
        book = approved(scene.game)
        self.table = read_open(usual_table(book, self.rules.layout), scene.opened.split())
        self.screen: Screen | None = None
        self.looks = looks or scene.looks
        self.desk = self._desk(self.house.station)
        self._play()

    def _desk(self, station: Station) -> Desk:
        outlets = replace(QUIET, show=self._show)
        place = replace(PLACE, simulated=self.scene.simulated, devices=tuple(self.scene.devices.items()))
        performer = Performer(_never, _NoPins(), positions(), TERMINAL)  # type: ignore[arg-type]
        return Desk(station, performer, outlets, place, looks=self.looks, history=History())

    def _show(self, screen: Screen, looks: Looks) -> None:
        self.screen, self.looks = screen, looks

    def _play(self) -> None:
        if self.scene.until is Until.FIRST_RUN:
            return
        if self.scene.until is Until.OPENING:
            self._signs_in()
            self._connects()
            return
        session = Session(self.rules, self.table)
        opening = session.opening(Step.OPEN_TABLE)
        assert opening is not None, "a session knows how to open its table"
        self._give(opening)
        if self.scene.until is not Until.SIGN_IN:
            self._signs_in()
        self._connects()
        while (command := self._preparing(session)) is not None:
            if self._at_its_step(wanted=not self.scene.rounds_before):
                return
            self._give(command)
        dealt = Dealing(self.scene.name)
        while self.house.station.state.table.rounds < self.scene.rounds_before:
            self._give(dealt.command(self._guide()))
        while self._guide().step is not Step.PLACE_YOUR_BETS and self.scene.until is not Until.SIGN_IN:
            self._give(dealt.command(self._guide()))
        for line in self.scene.script.strip().splitlines():
            self._line(line.strip())
        if self.scene.until is Until.SHOE:
            self._next_shoe(session)
        if self.scene.until is Until.OUTAGE:
            self.house.station.note(UncleanStop(last=0, round=None))

    def _connects(self) -> None:
        for device in self.scene.devices:
            self.house.station.note(DeviceIncident(device=device, incident=Incident.CONNECTED, detail=""))

    def _at_its_step(self, *, wanted: bool) -> bool:
        return wanted and self.scene.until is Until.SHOE and self._guide().step is self.scene.step

    def _next_shoe(self, session: Session) -> None:
        """After rounds of the first one: it is ended and counted, and the next is prepared up to the step."""
        self._give(_of(commands.EndShoe, reason=EndOfShoe.LAST_ROUND.value, counted=None))
        while not self._at_its_step(wanted=True):
            command = self._preparing(session)
            assert command is not None, f"{self.scene.name}: no shoe has the step {self.scene.step}"
            if isinstance(command, commands.DoShoeWork) and command.work is commands.ShoeWork.CUT:
                command = replace(command, second="seat 3", cutting_card=14)
            self._give(command)

    def _signs_in(self) -> None:
        self.house.proof_of(DEALER)
        accounts = self.house.station.state.people.accounts
        dealer = next(badge for badge, each in accounts.items() if each.position is Position.DEALER)
        self.house.sign_in(dealer, terminal=TERMINAL)

    def _preparing(self, session: Session) -> Command | None:
        session.state = self.house.station.state.table
        step = self._guide().step
        if step is Step.BURN and self.table.burn is Burn.BY_FIRST_CARD:
            return _of(commands.BurnCards, cards=(CARDS["5H"],), unseen=5)
        return session.opening(step)

    def _guide(self) -> Guide:
        guide = self.house.station.table.guide()
        assert guide is not None, "the table is open"
        return guide

    def _line(self, line: str) -> None:
        self._give(read_line(line, table=self.table, at=0), line)

    def _give(self, command: Command, line: str = "") -> None:
        done = self._hears(command) if self._is_heard(command) else self.house.play(command, self.rules)
        assert not isinstance(done, Refusal), f"{self.scene.name}: {line or command}: {done}"

    def _is_heard(self, command: Command) -> bool:
        """Whether the device of the picture tells it, and nobody has to key it."""
        kind = keys_for(command)
        return kind is not None and kind.value in self.scene.devices.values() and self.scene.until is not Until.SIGN_IN

    def _hears(self, command: Command) -> object:
        """As a device has told it, in the name of the dealer."""
        badge = self.house.badge_of(command.by)
        device = next(iter(self.scene.devices))
        if isinstance(command, commands.DrawCard):
            command = replace(command, by_device=True)
        return self.house.station.table.given(badge, command, Beside(source=Source(device=device)))

    def seen(self) -> Screen:
        """The screen of the moment, with what the fingers hold."""
        self.desk.show()
        if self.scene.fingers != NOTHING:
            self.desk.press(Change(self.scene.fingers))
        assert self.screen is not None, "shown"
        return self.screen


class _NoPins:
    """Nobody keys a PIN in a picture."""


async def _never(work: object) -> object:
    raise AssertionError(f"nothing is given in a picture: {work}")


def _of(kind: type[Command], **facts: Any) -> Command:
    return kind(by=DEALER, at=0, **facts)


class Dealing:
    """Rounds without bets, one after the other, the same ones for the same name."""

    def __init__(self, name: str) -> None:
        self._chance = Random(name)
        self._cards = list(DECK) * 8
        self._chance.shuffle(self._cards)

    def command(self, guide: Guide) -> Command:
        match guide.step:
            case Step.PLACE_YOUR_BETS:
                return _of(commands.PlaceYourBets)
            case Step.NO_MORE_BETS:
                return _of(commands.NoMoreBets)
            case Step.DRAW_PLAYER | Step.DRAW_BANKER:
                return _of(commands.DrawCard, card=self._cards.pop())
            case Step.TURN_CARDS:
                places = tuple(int(place) - 1 for place in guide.facts["cards"].split())
                return _of(commands.TurnCards, places=places)
            case Step.OFFER_INSURANCE:
                return _of(commands.CloseOffer)
            case Step.TUMBLE:
                return _of(commands.CountTumbles, tumbles=3)
            case Step.READ_DICE:
                one, two, three = (self._chance.randint(1, 6) for _ in range(3))
                return _of(commands.ReadDice, dice=(one, two, three))
            case Step.ANNOUNCE_RESULT:
                return _of(commands.AnnounceResult)
            case Step.SETTLE:
                return _of(commands.SettleAll)
            case _:
                raise AssertionError(f"no usual round has {guide.step}")

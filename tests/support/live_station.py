"""A station in a test, with its people: founded by two managers, staffed, its documents and limits confirmed by two.

    house = StaffedStation(MemoryJournal())
    house.confirm(load_rulebook(V4), table)
    house.play(commands.PlaceYourBets(by=DEALER, at=0), rules)

Who gives a command follows from its role: each person of a script has an account. Nobody's PIN is really hashed here;
the text in place of a hash names the badge.
"""

from collections.abc import Iterable
from itertools import count
from typing import Self

from dealer_app.clock import Timestamp
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round import commands
from dealer_app.domain.round.commands import ChangeLimits, CloseTable, OpenTable
from dealer_app.domain.round.correction_commands import ChangeDice, EnterOutageRounds
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person
from dealer_app.domain.round.table_settings import Rules, Table
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.values import replace
from dealer_app.journal.records import Journal
from dealer_app.people.accounts import AddAccount, NewPerson
from dealer_app.people.events import FolderKind, Purpose
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import Position, load_positions
from dealer_app.people.sessions import PinAttempt, PinResult
from dealer_app.station.core import Done, Proof, StationEnvironment
from dealer_app.station.house_law import DEVICE_FAULT_LAW, LAW_ON, is_law_on
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.table import load_rules, rulebook_event
from dealer_app.station.transaction import JournalWriter
from dealer_app.station.two_people import Proposal, ProposeLimits, ProposePeople, ProposeRulings, ProposeSetting
from dealer_app.station_events import RulebookInForce, StationStarted, UncleanStop

ROLES = {
    "dealer": Position.DEALER,
    "pit_supervisor": Position.PIT_SUPERVISOR,
    "pit_manager": Position.PIT_MANAGER,
    "shift_manager": Position.SHIFT_MANAGER,
    "assistant_casino_manager": Position.ASSISTANT_CASINO_MANAGER,
}
FIRST = Timestamp(utc=1_800_000_000_000_000, offset=480, counter=1_000_000)
NEXT_DAY = replace(FIRST, utc=FIRST.utc + 86_400_000_000, counter=1)


class SteppingClock:
    """Moves by a millisecond each time it is asked; `jump` sets the wall clock alone."""

    def __init__(self, first: Timestamp = FIRST) -> None:
        self.at = first
        self.synchronised: bool | None = None
        """What the system tells of it: nothing, until a test says otherwise."""

    def is_synchronised(self) -> bool | None:
        return self.synchronised

    def now(self) -> Timestamp:
        at = self.at
        self.at = Timestamp(utc=at.utc + 1_000, offset=at.offset, counter=at.counter + 1_000)
        return self.at

    def wait(self, microseconds: int) -> None:
        self.at = replace(self.at, utc=self.at.utc + microseconds, counter=self.at.counter + microseconds)

    def jump(self, microseconds: int) -> None:
        self.at = replace(self.at, utc=self.at.utc + microseconds)


def make_environment() -> StationEnvironment:
    salts = count(1)
    return StationEnvironment(positions=load_positions(), rules=load_rules, salt=lambda: f"salt{next(salts)}")


def fake_hash(badge: str) -> HashedPin:
    return HashedPin(f"what stands for the PIN of {badge}")


_CLOSER = Person("Supervisor", "pit_supervisor")


class StaffedStation:
    """A station, and its people with their proofs, by the person of a script that each has the account of."""

    def __init__(self, journal: Journal, kind: FolderKind = FolderKind.LIVE, *, first: Timestamp = FIRST) -> None:
        self.clock = SteppingClock(first)
        self.station = Station(StationState(), JournalWriter(journal, self.clock), make_environment())
        self.check_done(self.station.record(StationStarted(station="T1", program="test", rulebooks="")))
        self._staff: dict[tuple[str, str], Proof] = {}
        self._badges: dict[tuple[str, str], str] = {}
        self.staff(kind)

    @classmethod
    def from_station(cls, station: Station, clock: SteppingClock) -> Self:
        """The people of a station that is there already, found or not."""
        house = cls.__new__(cls)
        house.clock, house.station, house._staff, house._badges = clock, station, {}, {}
        return house

    def again(self, person: Person) -> Proof:
        """Signs in the account of this person of a script again, after the station was restarted."""
        badge = next(
            badge
            for badge, account in self.station.state.people.accounts.items()
            if account.position is ROLES[person.role] and badge not in ("M1", "M2")
        )
        self._badges[person.role, person.name] = badge
        self._staff[person.role, person.name] = proof = self.begin_session(badge)
        return proof

    def staff(self, kind: FolderKind = FolderKind.LIVE) -> None:
        """The first run."""
        live = (("M1", Position.PIT_MANAGER), ("M2", Position.SHIFT_MANAGER))
        demo = (("M1", Position.DEALER), ("M2", Position.PIT_SUPERVISOR))
        first = [
            NewPerson(badge=badge, name=self.person_name(badge, position), position=position, pin=fake_hash(badge))
            for badge, position in (live if kind is FolderKind.LIVE else demo)
        ]
        self.check_done(self.station.people.begin_house(kind, first))
        self.m1, self.m2 = self.begin_session("M1"), self.begin_session("M2")

    @staticmethod
    def check_done(happened: Done | Refusal | int | Proof) -> Done:
        assert not isinstance(happened, Refusal), happened
        return happened if isinstance(happened, tuple) else ()

    def begin_session(self, badge: str, purpose: Purpose = Purpose.SIGN_IN, terminal: str | None = None) -> Proof:
        digest, _ = self.station.people.pin_challenge(badge)
        tried = PinAttempt(
            badge=badge, terminal=terminal or f"of {badge}", purpose=purpose, check=PinResult.RIGHT, digest=digest
        )
        proof = self.station.people.record_attempt(tried)
        assert isinstance(proof, Proof), proof
        return proof

    def two(self, proposal: Proposal, pin: HashedPin | None = None) -> None:
        """Proposed by one manager, agreed by the other, carried out."""
        number = self.station.two_people.propose(self.m1, proposal)
        assert isinstance(number, int), number
        self.check_done(self.station.two_people.agree(self.m2, number))
        self.check_done(self.station.two_people.execute(self.m1, number, pin=pin))

    def add(self, badge: str, position: Position) -> None:
        change = AddAccount(badge=badge, name=self.person_name(badge, position), position=position)
        self.two(ProposePeople(change=change), fake_hash(badge))

    def person_name(self, badge: str, position: Position) -> str:
        """What somebody is called here."""
        del position
        return f"Person {badge}"

    def person_proof(self, person: Person) -> Proof:
        """The proof of the account for a person of a script, who is signed in at a terminal of their own."""
        known = (person.role, person.name)
        if known not in self._staff:
            badge = f"{person.role[0].upper()}{len(self._staff) + 10}"
            self._badges[known] = badge
            self.add(badge, ROLES.get(person.role, Position.TRAINEE))
            self._staff[known] = self.begin_session(badge)
        return self._staff[known]

    def confirm(self, book: Rulebook, table: Table) -> RulebookInForce:
        read = rulebook_event(book)
        if self.station.state.confirmed.get(read.game) != read:
            self.two(ProposeRulings(read=read))
        self.confirm_limits(table.name, table.limits)
        return read

    def confirm_limits(self, table: str, limits: TableLimits) -> None:
        self.two(ProposeLimits(table=table, limits=limits))

    def play(self, command: Command, rules: Rules, *, approval: Proof | None = None) -> Done | Refusal:
        """Gives a command of a script as the account of its person; the supervisor's account approves what is keyed."""
        # A supervisor closes the table, whoever the script says.
        proof = self.person_proof(_CLOSER if isinstance(command, CloseTable) else command.by)
        if isinstance(command, EnterOutageRounds):
            self.check_done(self.station.record(UncleanStop(last=0, round=None)))
            self.check_done(self.station.table.answer_outage(proof, played_on=True))
        command = self._with_badges(command)
        if isinstance(command, OpenTable):
            if rules.device_fault_voids and not is_law_on(self.station.state.settings, DEVICE_FAULT_LAW):
                self.two(ProposeSetting(setting=DEVICE_FAULT_LAW, value=LAW_ON))
            read = self.confirm(rules.book, command.table)
            return self.station.table.open_table(proof, command.table, game=read)
        if isinstance(command, ChangeLimits):
            table = self.station.state.table.table
            self.confirm_limits("" if table is None else table.name, command.limits)
        return self.station.table.give(proof, command, request=self.station.table.approval_digest(), approval=approval)

    def _with_badges(self, command: Command) -> Command:
        """Of who checks cards or inspects dice a script says the name, a live station wants the badge."""
        match command:
            case commands.DoShoeWork(work=commands.ShoeWork.CHECK, second=str(second)):
                return replace(command, second=self._supervisor_badge(second))
            case ChangeDice(inspected_by=inspector):
                return replace(command, inspected_by=self._supervisor_badge(inspector))
            case _:
                return command

    def person_badge(self, person: Person) -> str:
        self.person_proof(person)
        return self._badges[person.role, person.name]

    def _supervisor_badge(self, name: str) -> str:
        return self.person_badge(Person(name, "pit_supervisor"))

    def approve(self, proof: Proof, *, refusing: str = "", surveillance: str | None = None) -> Done | Refusal:
        """Somebody answers what is asked now, as he sees it."""
        by = Person("", "")
        answer = commands.Refuse(by=by, at=0, reason=refusing) if refusing else commands.Approve(by=by, at=0)
        return self.station.table.give(
            proof, answer, request=self.station.table.approval_digest(), surveillance=surveillance
        )

    def play_all(self, given: Iterable[Command], rules: Rules) -> list[Done]:
        return [self.check_done(self.play(command, rules)) for command in given]

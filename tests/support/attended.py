"""A station with devices in a test: a house with people, an open table, and reports as if they came from a device.

    table = Attended(V4)
    table.bets_closed().says(CardRead(card=CARDS["9H"]))

Commands are given as a dealer gives them, by `do`; whatever a device is asked for is kept in `asked`.
"""

from collections.abc import Mapping
from typing import Any, Self

from dealer_app.domain.cards import DECK, Card
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, TableState
from dealer_app.domain.round.table import Dealing, InsuranceShown, Table
from dealer_app.domain.wagers import Area, Bettor, Wager
from dealer_app.journal.codec import decode
from dealer_app.journal.journal import Journal
from dealer_app.journal.memory import MemoryJournal
from dealer_app.observations import Observation, Request
from dealer_app.station.core import Done
from dealer_app.station.listening.answers import Said
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.heard import Reported
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import Awaiting, Question, Reply
from dealer_app.station.station import Station
from tests.support.live_station import House
from tests.support.rounds import DEALER, LIMITS, SUPERVISOR, TAI_SAI, rules_of

SHOE, TUMBLER = "shoe", "tumbler"
KINDS = {SHOE: DeviceKind.SHOE, TUMBLER: DeviceKind.TUMBLER}


class Kept:
    """Keeps what devices are asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Request]] = []

    def ask(self, device: str, request: Request) -> None:
        self.asked.append((device, request))


class Attended:
    """See the module."""

    def __init__(
        self,
        book: str,
        *,
        journal: Journal | None = None,
        dealing: Dealing = Dealing.FACE_UP,
        kinds: Mapping[str, DeviceKind] = KINDS,
        **settings: Any,
    ) -> None:
        self.journal = journal or MemoryJournal()
        self._at(House(self.journal), book)
        self.seat(book, dealing)
        self.listen(kinds, **settings)

    @classmethod
    def at(cls, house: House, book: str, journal: Journal) -> Self:
        """The table of a station that is there already, of which nothing is opened yet, or everything."""
        table = cls.__new__(cls)
        table.journal = journal
        table._at(house, book)
        return table

    def _at(self, house: House, book: str) -> None:
        self.house = house
        self.rules = rules_of(book, "A")
        self.outgoing = Kept()

    def seat(self, book: str, dealing: Dealing = Dealing.FACE_UP) -> None:
        """Opens the table and prepares its cards or dice, by hand."""
        layout = self.rules.layout
        table = Table(
            name="T1",
            layout="A",
            positions=layout.most_positions,
            decks=None if self.rules.book.decks is None else 8,
            dealing=dealing,
            insurance=InsuranceShown.NOT_OFFERED if self.rules.book.insurance is None else InsuranceShown.DISPLAY,
            limits=LIMITS,
        )
        self.do(commands.OpenTable, by=SUPERVISOR, table=table)
        if book == TAI_SAI:
            self.do(mending_commands.ChangeDice, set_name="ivory", inspected_by="Supervisor")
            return
        self.new_shoe()

    def new_shoe(self, *, burned: bool = True) -> "Attended":
        self.do(commands.BringCards, set_name="blue", decks=8)
        self.do(commands.DoShoeWork, work=commands.ShoeWork.CHECK, second="Supervisor")
        self.do(commands.DoShoeWork, work=commands.ShoeWork.SHUFFLE)
        self.do(commands.DoShoeWork, work=commands.ShoeWork.CUT, second="Guest")
        if burned:
            self.do(commands.BurnCards, cards=(DECK[0],), unseen=DECK[0].points or 10)
        return self

    def listen(self, kinds: Mapping[str, DeviceKind] = KINDS, **settings: Any) -> None:
        self.dealer = self.house.proof_of(DEALER)
        self.supervisor = self.house.proof_of(SUPERVISOR)
        chosen = ListeningSettings(terminal=self.dealer.terminal, **settings)
        self.station.devices.listen(chosen, kinds, self.outgoing)

    # What happens

    def do(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> "Attended":
        """Give a command, which must be accepted; the devices look at what it has changed.

        Cards and dice are keyed with the supervisor beside the dealer, as it takes where there are devices.
        """
        given = self.house.play(command(by=by, at=0, **fields), self.rules, approval=self.house.proof_of(SUPERVISOR))
        assert not isinstance(given, Refusal), f"{command.__name__}: {given}"
        self.station.devices.look()
        return self

    def alone(self, command: type[Command], **fields: Any) -> Done | Refusal:
        """The same by the dealer with nobody beside him."""
        return self.house.play(command(by=DEALER, at=0, **fields), self.rules)

    def refused(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> str:
        given = self.house.play(command(by=by, at=0, **fields), self.rules)
        assert isinstance(given, Refusal), f"{command.__name__} was accepted"
        return given.code

    def betting(self) -> "Attended":
        self.do(commands.PlaceYourBets)
        seat = 1 if self.rules.seats(self.table_settings) else None
        area = "player" if self.rules.baccarat is not None else "big"
        wager = Wager(area=Area(area), stake=Money(1000), seat=seat, bettor=Bettor("seated"))
        return self.do(commands.PlaceBet, wager=wager)

    def closed(self) -> "Attended":
        return self.betting().do(commands.NoMoreBets)

    def finish(self) -> "Attended":
        return self.do(commands.AnnounceResult).do(commands.SettleAll)

    def says(self, *observations: Observation, device: str = SHOE, generation: int = 1) -> "Attended":
        for observation in observations:
            reported = Reported(device=device, generation=generation, observation=observation)
            self.station.devices.hear(reported)
        return self

    def answer(self, reply: Reply = Reply.DEAL, *, seconded: bool = False, **said: Any) -> "Attended":
        """The first question, answered by the dealer."""
        given = self.answered(reply, seconded=seconded, **said)
        assert not isinstance(given, Refusal), given
        return self

    def answered(self, reply: Reply = Reply.DEAL, *, seconded: bool = False, **said: Any) -> Any:
        second = self.supervisor if seconded else None
        return self.station.devices.answer(self.dealer, self.first.number, Said(reply=reply, **said), approval=second)

    # What is there

    @property
    def station(self) -> Station:
        return self.house.station

    @property
    def table(self) -> TableState:
        return self.station.state.table

    @property
    def table_settings(self) -> Table:
        assert self.table.table is not None
        return self.table.table

    @property
    def first(self) -> Awaiting:
        return self.station.devices.row[0]

    @property
    def questions(self) -> list[Question]:
        return [entry.question for entry in self.station.devices.row]

    @property
    def cards(self) -> list[Card | None]:
        """The cards of the round that is on, or of the last one, in drawn order."""
        round_ = self.table.round or self.table.last
        return [] if round_ is None else [drawn.card for drawn in round_.cards]

    @property
    def case(self) -> str:
        return self.table.cases[-1].trouble if self.table.cases else ""

    def events(self, kind: type[Any]) -> list[Any]:
        decoded = (decode(entry, self.journal.sealed) for entry in self.journal.entries())
        return [event for event in decoded if isinstance(event, kind)]

    def bodies(self) -> str:
        """All that can be read in the journal without its seals."""
        return "\n".join(entry.body for entry in self.journal.entries())

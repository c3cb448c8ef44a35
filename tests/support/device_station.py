"""A station with devices in a test: a house with people, an open table, and reports as if they came from a device.

    table = DeviceStation(V4)
    table.close_bets().says(CardRead(card=CARDS["9H"]))

Commands are given as a dealer gives them, by `do`; whatever a device is asked for is kept in `asked`.
"""

from collections.abc import Mapping
from typing import Any, Self

from dealer_app.device_questions import DeviceKind, Question, QueueEntry, Reply
from dealer_app.devices.answers import DealerAnswer
from dealer_app.devices.device_state import ListeningSettings
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, Person, TableState
from dealer_app.domain.round.table_settings import Dealing, Table
from dealer_app.journal.codec import decode
from dealer_app.journal.records import Journal
from dealer_app.journal.store import MemoryJournal
from dealer_app.observations import DeviceReport, DeviceRequest, Observation
from dealer_app.station.core import Done
from dealer_app.station.station import Station
from tests.support.live_station import StaffedStation
from tests.support.rounds import DEALER, SUPERVISOR, TableHands, book_rules, make_table, make_wager

SHOE, TUMBLER = "shoe", "tumbler"
KINDS = {SHOE: DeviceKind.SHOE, TUMBLER: DeviceKind.TUMBLER}


class RequestLog:
    """Keeps what devices are asked for."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, DeviceRequest]] = []

    def ask(self, device: str, request: DeviceRequest) -> None:
        self.asked.append((device, request))


class DeviceStation(TableHands):
    """A station with an open table, whose devices report what the test says; commands are given by its people."""

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
        self._set_house(StaffedStation(self.journal), book)
        self.seat(dealing)
        self.listen(kinds, **settings)

    @classmethod
    def from_house(cls, house: StaffedStation, book: str, journal: Journal) -> Self:
        """The table of a station that is there already, of which nothing is opened yet, or everything."""
        table = cls.__new__(cls)
        table.journal = journal
        table._set_house(house, book)
        return table

    def _set_house(self, house: StaffedStation, book: str) -> None:
        self.house = house
        self.rules = book_rules(book, "A")
        self.outgoing = RequestLog()

    def seat(self, dealing: Dealing = Dealing.FACE_UP) -> None:
        """Opens the table and prepares its cards or dice, by hand."""
        self.prepare(make_table(self.rules, dealing=dealing))

    def listen(self, kinds: Mapping[str, DeviceKind] = KINDS, **settings: Any) -> None:
        self.dealer = self.house.person_proof(DEALER)
        self.supervisor = self.house.person_proof(SUPERVISOR)
        chosen = ListeningSettings(terminal=self.dealer.terminal, **settings)
        self.station.devices.listen(chosen, kinds, self.outgoing)

    # What happens

    def do(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> Self:
        """Give a command, which must be accepted; the devices look at what it has changed.

        Cards and dice are keyed with the supervisor beside the dealer, as it takes where there are devices.
        """
        given = self.house.play(
            command(by=by, at=0, **fields), self.rules, approval=self.house.person_proof(SUPERVISOR)
        )
        assert not isinstance(given, Refusal), f"{command.__name__}: {given}"
        self.station.devices.advance()
        return self

    def alone(self, command: type[Command], **fields: Any) -> Done | Refusal:
        """The same by the dealer with nobody beside him."""
        return self.house.play(command(by=DEALER, at=0, **fields), self.rules)

    def expect_refusal(self, command: type[Command], *, by: Person = DEALER, **fields: Any) -> str:
        given = self.house.play(command(by=by, at=0, **fields), self.rules)
        assert isinstance(given, Refusal), f"{command.__name__} was accepted"
        return given.code

    def begin_bets(self) -> "DeviceStation":
        self.do(commands.PlaceYourBets)
        seat = 1 if self.rules.seats(self.table_settings) else None
        area = "player" if self.rules.baccarat is not None else "big"
        return self.do(commands.PlaceBet, wager=make_wager(area, 1000, seat))

    def close_bets(self) -> "DeviceStation":
        return self.begin_bets().do(commands.NoMoreBets)

    def finish(self) -> "DeviceStation":
        return self.do(commands.AnnounceResult).do(commands.SettleAll)

    def says(self, *observations: Observation, device: str = SHOE, generation: int = 1) -> "DeviceStation":
        for observation in observations:
            self.station.devices.hear(device, DeviceReport(generation=generation, observation=observation))
        return self

    def answer(self, reply: Reply = Reply.DEAL, *, seconded: bool = False, **said: Any) -> "DeviceStation":
        """The first question, answered by the dealer."""
        given = self.try_answer(reply, seconded=seconded, **said)
        assert not isinstance(given, Refusal), given
        return self

    def try_answer(self, reply: Reply = Reply.DEAL, *, seconded: bool = False, **said: Any) -> Any:
        second = self.supervisor if seconded else None
        return self.station.devices.answer(
            self.dealer, self.first.number, DealerAnswer(reply=reply, **said), approval=second
        )

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
    def first(self) -> QueueEntry:
        return self.station.devices.question_queue[0]

    @property
    def questions(self) -> list[Question]:
        return [entry.question for entry in self.station.devices.question_queue]

    @property
    def cards(self) -> list[Card | None]:
        """The cards of the round that is on, or of the last one, in drawn order."""
        round_ = self.table.round or self.table.last
        return [] if round_ is None else [drawn.card for drawn in round_.cards]

    @property
    def case(self) -> str:
        return self.table.cases[-1].trouble if self.table.cases else ""

    def events(self, kind: type[Any]) -> list[Any]:
        decoded = (decode(entry, self.journal.read_sealed) for entry in self.journal.entries())
        return [event for event in decoded if isinstance(event, kind)]

    def bodies(self) -> str:
        """All that can be read in the journal without its seals."""
        return "\n".join(entry.body for entry in self.journal.entries())

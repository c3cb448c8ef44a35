"""A whole station with a simulated device on a pseudo-terminal: real port, real driver, actor, journal; and its dealer.

The dealer of the test is honest: he sees the cards that left the shoe, and answers what he is asked by them.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from dealer_app.device_questions import ALLOWED, SIMULATED_DEVICES, EntrySubject, Link, Question, Reply
from dealer_app.devices.actor import Actor
from dealer_app.devices.answers import DealerAnswer
from dealer_app.devices.device_state import ListeningSettings
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.observations import Destination
from dealer_app.station.station import Station
from dealer_app.station.two_people import ProposeSetting
from dealer_app.wiring import DeviceConnection, make_device, next_card_target
from drivers.address import ListedPort, UsbIdentity
from drivers.port import PortEnvironment
from drivers.profiles import PROFILES
from drivers.requests import Sending
from drivers.serial_line import DeviceLine, SerialLine
from drivers.simulation.devices import SimulatedShoe, SimulatedTumbler
from drivers.simulation.line import SimulatedLine
from drivers.simulation.pty_end import PtyEnd
from tests.support.device_station import DeviceStation
from tests.support.real_ports import PATIENCE_SECONDS, QUICK, milliseconds
from tests.support.rounds import DEALER

PLUG = UsbIdentity(vendor=0x0403, product=0x6001, serial_number="A1")
QUIET_SECONDS = 0.02
"""For so long nothing has to happen, after all that was written is read, before the dealer takes it that nothing
will.
"""
_LOST_AFTER_SECONDS = 0.5
"""What is written before a line that was plugged in is opened again is gone: it is not waited for any longer."""


class WatchedEnd(PtyEnd):
    """Counts the bytes that were written since it was plugged in."""

    written = 0

    def write(self, data: bytes) -> None:
        super().write(data)
        self.written += len(data)

    def plug(self) -> None:
        super().plug()
        self.written = 0


class WatchedLine(SerialLine):
    """Counts the bytes that the port has taken and put into its inbox: it reads again only after that."""

    def __init__(self, name: str, baudrate: int) -> None:
        super().__init__(name, baudrate)
        self.taken = 0
        self._given = 0

    def read(self) -> bytes:
        self.taken = self._given
        data = super().read()
        self._given += len(data)
        return data


class LineWatch:
    """Of one end and whatever line is open to it."""

    def __init__(self, end: WatchedEnd) -> None:
        self._end = end
        self._line: WatchedLine | None = None
        self._counted = (0, 0)
        self._since = 0.0

    def open(self, name: str, baudrate: int) -> DeviceLine:
        self._line = WatchedLine(name, baudrate)
        return self._line

    def all_taken(self) -> bool:
        """Whether the station has all that was written, or what is missing is gone for good."""
        counted = self._end.written, 0 if self._line is None else self._line.taken
        if counted[0] == counted[1]:
            return True
        if counted != self._counted:
            self._counted, self._since = counted, time.monotonic()
        if time.monotonic() - self._since < _LOST_AFTER_SECONDS:
            return False
        self._end.written = counted[1]
        return True


class StationBench:
    """A station with one device on its line. `on_table` are the cards of the round that really left the shoe."""

    def __init__(self, table: DeviceStation, name: str, actor: Actor, line: SimulatedLine, watch: LineWatch) -> None:
        self.table = table
        self._watch = watch
        self.name = name
        self.actor = actor
        self.end = line.end
        self.simulated = PROFILES[name].simulator(line)
        self.on_table: list[Card] = []
        self.asked: list[Question] = []

    @property
    def shoe(self) -> SimulatedShoe:
        assert isinstance(self.simulated, SimulatedShoe)
        return self.simulated

    @property
    def tumbler(self) -> SimulatedTumbler:
        assert isinstance(self.simulated, SimulatedTumbler)
        return self.simulated

    async def soon(self, holds: Callable[[], bool]) -> None:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            assert time.monotonic() < give_up, f"it did not come about; asked {self.asked}, {self.table.questions}"
            self.simulated.answer()
            await asyncio.sleep(0.002)

    async def quiet(self) -> None:
        """Until the line is there, all that was written is read, and nothing has happened for a while."""
        await self.soon(self.is_connected)
        since, head = time.monotonic(), self.table.journal.head()
        while time.monotonic() - since < QUIET_SECONDS or not self._watch.all_taken():
            self.simulated.answer()
            await asyncio.sleep(0.002)
            # What is in the inbox of the port is taken before anything that somebody wants.
            await self.actor.run_on_station(lambda _: None)
            if self.table.journal.head() != head:
                since, head = time.monotonic(), self.table.journal.head()

    def is_connected(self) -> bool:
        known = self.table.station.state.listening.devices.get(self.name)
        return known is not None and known.link is Link.CONNECTED

    async def all_taken(self) -> None:
        """Until all that was written is taken, whether it is listened to or not."""
        await self.soon(self._watch.all_taken)
        await self.actor.run_on_station(lambda _: None)

    async def do(self, command: type[Command], **fields: object) -> None:
        given = await self.actor.run_on_station(
            lambda station: station.table.give(
                self.table.dealer, command(by=DEALER, at=0, **fields), approval=self.table.supervisor
            )
        )
        assert not isinstance(given, Refusal), f"{command.__name__}: {given}"

    # The round as it really is

    async def draw(self, card: Card, to: Destination) -> None:
        self.on_table.append(card)
        # A plug that is pulled is waited for.
        await asyncio.to_thread(self.shoe.draw, card, to)

    async def deal(self, cards: list[Card]) -> None:
        """A round from the front of these cards, by the Table of Play; they are taken away."""
        while await self.deal_one(cards):
            pass

    async def deal_one(self, cards: list[Card]) -> bool:
        """The next card, if the hands ask for one."""
        place = next_card_target(self.on_table).next_to
        if place is None:
            return False
        await self.draw(cards.pop(0), place)
        return True

    async def end_of_game(self) -> None:
        winner = next_card_target(self.on_table).winner
        assert winner is not None, "the hands are not finished"
        hands: dict[Destination, list[Card]] = {Destination.PLAYER: [], Destination.BANKER: []}
        for place, card in enumerate(self.on_table):
            hands[self._lies_at(place)].append(card)
        await asyncio.to_thread(
            self.shoe.result, winner, player=hands[Destination.PLAYER], banker=hands[Destination.BANKER]
        )
        self.shoe.report_standby()

    # The dealer

    async def answer_all(self) -> None:
        """Answers every question by the cards that are really on the table."""
        await self.quiet()
        while self.table.station.devices.question_queue:
            await self.actor.run_on_station(self._answer_first)
            await self.quiet()

    def _answer_first(self, station: Station) -> None:
        """Looks at the table and answers at once: a report that comes in between would be keyed a second time."""
        for entry in station.devices.question_queue[:1]:
            self.asked.append(entry.question)
            by, beside = self.table.dealer, self.table.supervisor
            answered = station.devices.answer(by, entry.number, self.truth(), approval=beside)
            assert not isinstance(answered, Refusal), f"{entry.question}: {answered}"

    def truth(self) -> DealerAnswer:
        entry = self.table.first
        missing = self.cards_missing()
        if entry.what is EntrySubject.CARDS:
            return DealerAnswer(reply=Reply.DEAL, cards=missing) if missing else DealerAnswer(reply=Reply.NOTHING)
        assert entry.what is EntrySubject.CARD, entry.question
        known = entry.hidden.card
        left = self.on_table[len(self.table.cards) :] if self.table.table.round is not None else []
        if left and known in (None, left[0]):
            return DealerAnswer(reply=Reply.DEAL, cards=() if known else (left[0],))
        return DealerAnswer(reply=Reply.NOTHING)

    def cards_missing(self) -> tuple[Card, ...]:
        """The cards on the table after those that are known, and before the next one that waits in the row.

        Two cards alike are distinguished by their hands, and by the cards after them.
        """
        if self.table.table.round is None:
            return ()
        known = len(self.table.cards)
        left = [(card, self._lies_at(place)) for place, card in enumerate(self.on_table)][known:]
        row = self.table.station.devices.question_queue[1:]
        waiting = [(entry.hidden.card, entry.hidden.destination) for entry in row if entry.what is EntrySubject.CARD]
        if not waiting:
            return tuple(self.on_table[known:])
        found = (n for n in range(len(left)) if left[n] == waiting[0] and _in_order(waiting, left[n:]))
        return tuple(self.on_table[known:][: next(found, 0)])

    def _lies_at(self, place: int) -> Destination:
        to = next_card_target(self.on_table[:place]).next_to
        assert to is not None, "no more cards are drawn than the hands ask for"
        return to


def _in_order(some: Iterable[object], everything: Iterable[object]) -> bool:
    """Whether all of the first are among the second, in the same order."""
    left = iter(everything)
    return all(each in left for each in some)


@asynccontextmanager
async def station_bench(
    table: DeviceStation,
    profile: str,
    *,
    sending: Sending = Sending.OFF,
    on_change: Callable[[object], None] | None = None,
) -> AsyncIterator[StationBench]:
    """The station listens to one simulated device of this profile; its line is found again by its plug."""
    # A live house, whose devices are programs here: it takes two people to allow that.
    table.house.two(ProposeSetting(setting=SIMULATED_DEVICES, value=ALLOWED))
    end = WatchedEnd()
    watch = LineWatch(end)
    surroundings = PortEnvironment(
        clock=milliseconds,
        opener=watch.open,
        listing=lambda: [ListedPort(name=end.address, usb=PLUG)],
        back_off=QUICK,
    )
    connection = DeviceConnection(profile=profile, port=str(PLUG), sending=sending)
    connected = make_device(connection, surroundings, sealed=lambda: table.station.devices.sealed)
    actor = Actor(
        table.station,
        ListeningSettings(terminal=table.dealer.terminal),
        lambda: {profile: connected},
        on_change=on_change or (lambda _: None),
    )
    line = SimulatedLine(end, baudrate=PROFILES[profile].baudrate)
    bench = StationBench(table, profile, actor, line, watch)
    task = asyncio.create_task(actor.run())
    try:
        await bench.soon(lambda: task.done() or bench.is_connected())
        yield bench
    finally:
        actor.stop()
        await task
        end.unplug()


async def new_round(bench: StationBench) -> None:
    bench.on_table = []
    await bench.do(commands.PlaceYourBets)
    await bench.do(commands.NoMoreBets)

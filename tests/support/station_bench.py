"""A whole station with a simulated device on a pseudo-terminal: real port, real driver, actor, journal; and its dealer.

The dealer of the test is honest: he sees the cards that left the shoe, and answers what he is asked by them.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager

from dealer_app.composition import Connection, device, drawn_by_the_rules
from dealer_app.domain.cards import Card
from dealer_app.domain.round import commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.refusal import Refusal
from dealer_app.observations import Destination
from dealer_app.station.actor import Actor
from dealer_app.station.listening.answers import Said
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.identity import ALLOWED, SIMULATED
from dealer_app.station.listening.questions import Link, Question, Reply, What
from dealer_app.station.proposals import ProposeSetting
from drivers.asking import Sending
from drivers.port import Surroundings
from drivers.ports.address import ListedPort, UsbIdentity
from drivers.profiles import PROFILES
from drivers.simulation.devices import SimulatedShoe, SimulatedTumbler
from drivers.simulation.line import SimulatedLine
from tests.support.attended import Attended
from tests.support.device_bench import PATIENCE_SECONDS, QUICK, milliseconds
from tests.support.rounds import DEALER
from tests.support.watched_line import Watch, WatchedEnd

PLUG = UsbIdentity(vendor=0x0403, product=0x6001, serial_number="A1")
QUIET_SECONDS = 0.02
"""So long nothing has to happen, all that was written being heard, before the dealer takes it that nothing will."""


class StationBench:
    """See the module. `on_table` are the cards of the round that really left the shoe."""

    def __init__(self, table: Attended, name: str, actor: Actor, line: SimulatedLine, watch: Watch) -> None:
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
        """Until the line is there, all that was written is heard, and nothing has happened for a while."""
        await self.soon(self.connected)
        since, head = time.monotonic(), self.table.journal.head()
        while time.monotonic() - since < QUIET_SECONDS or not self._watch.all_taken():
            self.simulated.answer()
            await asyncio.sleep(0.002)
            # What lies in the inbox of the port is heard before whatever somebody wants.
            await self.actor.do(lambda _: None)
            if self.table.journal.head() != head:
                since, head = time.monotonic(), self.table.journal.head()

    def connected(self) -> bool:
        known = self.table.station.state.listening.devices.get(self.name)
        return known is not None and known.link is Link.CONNECTED

    async def all_taken(self) -> None:
        """Until all that was written is taken, whether it is listened to or not."""
        await self.soon(self._watch.all_taken)
        await self.actor.do(lambda _: None)

    async def do(self, command: type[Command], **fields: object) -> None:
        given = await self.actor.do(
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
        place = drawn_by_the_rules(self.on_table).next_to
        if place is None:
            return False
        await self.draw(cards.pop(0), place)
        return True

    async def end_of_game(self) -> None:
        winner = drawn_by_the_rules(self.on_table).winner
        assert winner is not None, "the hands are not finished"
        hands: dict[Destination, list[Card]] = {Destination.PLAYER: [], Destination.BANKER: []}
        for place, card in enumerate(self.on_table):
            hands[self._lies_at(place)].append(card)
        await asyncio.to_thread(
            self.shoe.result, winner, player=hands[Destination.PLAYER], banker=hands[Destination.BANKER]
        )
        self.shoe.stand_by()

    # The dealer

    async def answer_all(self) -> None:
        """Everything that is asked, by what really lies there."""
        await self.quiet()
        while self.table.station.devices.row:
            entry = self.table.first
            self.asked.append(entry.question)
            said = self.truth()
            answered = await self.actor.do(
                lambda station, number=entry.number, it=said: station.devices.answer(  # type: ignore[misc]
                    self.table.dealer, number, it, approval=self.table.supervisor
                )
            )
            assert not isinstance(answered, Refusal), f"{entry.question}: {answered}"
            await self.quiet()

    def truth(self) -> Said:
        entry = self.table.first
        missing = self.missing()
        if entry.what is What.CARDS:
            return Said(reply=Reply.DEAL, cards=missing) if missing else Said(reply=Reply.NOTHING)
        assert entry.what is What.CARD, entry.question
        known = entry.hidden["card"]
        left = self.on_table[len(self.table.cards) :] if self.table.table.round is not None else []
        if left and known in ("", left[0].text):
            return Said(reply=Reply.DEAL, cards=() if known else (left[0],))
        return Said(reply=Reply.NOTHING)

    def missing(self) -> tuple[Card, ...]:
        """What lies there behind the cards that are known, and before the next one that waits in the row.

        Two cards alike are told apart by the hands in which they lie, and by what lies behind them.
        """
        if self.table.table.round is None:
            return ()
        known = len(self.table.cards)
        left = [(card.text, self._lies_at(place).value) for place, card in enumerate(self.on_table)][known:]
        row = self.table.station.devices.row[1:]
        waiting = [(entry.hidden["card"], entry.hidden["destination"]) for entry in row if entry.what is What.CARD]
        if not waiting:
            return tuple(self.on_table[known:])
        found = (n for n in range(len(left)) if left[n] == waiting[0] and _in_order(waiting, left[n:]))
        return tuple(self.on_table[known:][: next(found, 0)])

    def _lies_at(self, place: int) -> Destination:
        to = drawn_by_the_rules(self.on_table[:place]).next_to
        assert to is not None, "no more cards are drawn than the hands ask for"
        return to


def _in_order(some: Iterable[object], everything: Iterable[object]) -> bool:
    """Whether all of the first are among the second, in the same order."""
    left = iter(everything)
    return all(each in left for each in some)


@asynccontextmanager
async def station_bench(
    table: Attended, profile: str, *, sending: Sending = Sending.OFF, on_change: Callable[[object], None] | None = None
) -> AsyncIterator[StationBench]:
    """The station listens to one simulated device of this profile; its line is found again by its plug."""
    # A live house, whose devices are programs here: it takes two people to allow that.
    table.house.two(ProposeSetting(setting=SIMULATED, value=ALLOWED))
    end = WatchedEnd()
    watch = Watch(end)
    surroundings = Surroundings(
        clock=milliseconds,
        opener=watch.open,
        listing=lambda: [ListedPort(name=end.address, usb=PLUG)],
        back_off=QUICK,
    )
    connection = Connection(profile=profile, port=str(PLUG), sending=sending)
    connected = device(connection, surroundings, sealed=lambda: table.station.devices.sealed)
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
        await bench.soon(lambda: task.done() or bench.connected())
        yield bench
    finally:
        actor.stop()
        await task
        end.unplug()


async def new_round(bench: StationBench) -> None:
    bench.on_table = []
    await bench.do(commands.PlaceYourBets)
    await bench.do(commands.NoMoreBets)

"""Cards from a pseudo-terminal to a painted window, by turns with the bare pipeline; prints the seconds as JSON.

A process of its own, because there is one Qt to a process. It plays rounds on a whole station with a window of
1920 x 1080, without sound and motion, and reads the clock at the end of the paintEvent in which the card is new.
"""

import asyncio
import json
import sys
import time
from pathlib import Path

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication

from dealer_app.domain.round import commands
from dealer_app.domain.values import replace
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import HashEffort
from dealer_app.screens.action_runner import ActionRunner
from dealer_app.screens.context import Looks
from dealer_app.screens.controller import ScreenController
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.screens.screen import DiceShown, HandsShown
from dealer_app.station.startup import Program, start_station
from tests.bench.reference.bare_pty_to_paint import BarePaintPipeline
from tests.bench.shoe_of_a_bench import Awaited, begins, reports
from tests.support.desk_settings import PLACE, QUIET
from tests.support.device_station import DeviceStation
from tests.support.live_station import StaffedStation, SteppingClock, make_environment
from tests.support.rounds import V4
from tests.support.station_bench import StationBench, station_bench
from ui.event_loop import WindowLoop
from ui.hands.widget import HandsWidget
from ui.theme import fonts
from ui.window import StationWindow

ROUNDS = 50
Times = tuple[list[float], list[float]]
"""Of the station, and of the bare pipeline."""
_QUICK = HashEffort(memory_kibibytes=8, passes=1, lanes=1)


class PaintClock(Awaited):
    """Reads the clock when the hands have been painted with a card that was not there before."""

    def __init__(self) -> None:
        super().__init__()
        self._shown = self._cards = 0
        paint, show = HandsWidget.paintEvent, HandsWidget.show_hands

        def show_hands(widget: HandsWidget, hands: HandsShown | DiceShown) -> None:
            show(widget, hands)
            self._shown = number_of_cards(hands)

        def paint_event(widget: HandsWidget, event: QPaintEvent) -> None:
            paint(widget, event)
            self._look()

        HandsWidget.show_hands = show_hands  # type: ignore[method-assign,assignment]
        HandsWidget.paintEvent = paint_event  # type: ignore[method-assign]

    def _look(self) -> None:
        if self._shown == self._cards:
            return
        self._cards = self._shown
        if self._cards:
            self.take_time()


def number_of_cards(shown: HandsShown | DiceShown) -> int:
    if isinstance(shown, DiceShown):
        return 0
    return sum(bool(card.card) for hand in (shown.player, shown.banker) for card in hand.cards)


async def measure_cards(
    table: DeviceStation, pins: PinWork, seen: PaintClock, bare: BarePaintPipeline
) -> tuple[list[float], list[float]]:
    window = StationWindow()
    window.resize(1920, 1080)
    desks: list[ScreenController] = []

    def changed(_: object) -> None:
        for each in desks:
            each.refresh()

    async with station_bench(table, "angel_eye", on_change=changed) as bench:
        desk = make_controller(window, bench, pins)
        desks.append(desk)
        desk.show()
        window.show()
        bare.show()
        bench.simulated.start()
        await bench.answer_all()
        times = await deal_cards(bench, seen, bare)
    window.may_close = True
    window.close()
    return times


def make_controller(window: StationWindow, bench: StationBench, pins: PinWork) -> ScreenController:
    outlets = replace(QUIET, show=window.show_screen, show_hands=window.show_new_cards)
    place = replace(PLACE, terminal=bench.table.dealer.terminal, milliseconds=lambda: time.monotonic_ns() // 1_000_000)
    performer = ActionRunner(bench.actor.run_on_station, pins, place.positions, place.terminal)
    return ScreenController(
        bench.table.station, performer, outlets, place, looks=Looks(motion=False), history=ResultsHistory()
    )


async def deal_cards(bench: StationBench, seen: PaintClock, bare: BarePaintPipeline) -> Times:
    ours: list[float] = []
    theirs: list[float] = []
    for number in range(ROUNDS):
        await begins(bench, number)
        await wait_for_paint()
        for frame in reports(number, len(ours)):
            ours.append(await asyncio.to_thread(seen.write, bench.end, frame))
            await wait_for_paint()
            theirs.append(await asyncio.to_thread(bare.write, frame))
        await bench.do(commands.AnnounceResult)
        await bench.do(commands.SettleAll)
    return ours, theirs


async def wait_for_paint() -> None:
    """A card comes every few seconds: what follows from the one before is on the screen by then."""
    await asyncio.sleep(0.03)


def main() -> None:
    folder = Path(sys.argv[1])
    application = QApplication(sys.argv[:1])
    fonts.install_fonts()
    clock = SteppingClock()
    seen, bare = PaintClock(), BarePaintPipeline(folder)
    loop = WindowLoop(application)
    asyncio.set_event_loop(loop)
    pins = PinWork(_QUICK)
    try:
        with start_station(
            folder, Program(station="T1", version="bench", rulebooks=""), clock, make_environment()
        ) as station:
            table = DeviceStation.from_house(StaffedStation.from_station(station, clock), V4, station.journal)
            table.house.staff()
            table.seat()
            table.listen()
            with loop:
                ours, theirs = loop.run_until_complete(measure_cards(table, pins, seen, bare))
    finally:
        pins.close()
        bare.stop()
    print(json.dumps({"ours": ours, "theirs": theirs}))


if __name__ == "__main__":
    main()

"""The heart of the window's loop while a dealer signs in, changes the language, and opens things; prints JSON.

A timer beats as often as it can. The longest time between two beats of each deed is how long the window was deaf and
blind. PINs are hashed with their full effort, on their own thread as always.
"""

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.table_settings import usual_table
from dealer_app.people.events import FolderKind
from dealer_app.people.pins import USUAL_EFFORT
from dealer_app.people.positions import Position
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens import actions
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.scripts.language import read_settings
from dealer_app.station.table import rulebook_event
from tests.bench.reference.bare_panel import BarePanel
from tests.support.signers import DEALER, SUPERVISOR
from tests.support.window_bench import AtWindow, WindowSetting, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import brings_cards, current_round
from ui.theme import fonts

GAME = "tiger-buffalo-v4"
LAYOUT = "A"
_OPENED = "name=B-07 min=10000 max=2000000 differential=5000000"
_COUP = ("9S", "2H", "KD", "3C")
_BEAT_MILLISECONDS = 1
_STILL_SECONDS = 0.15
_AGAIN = 3
"""Each deed so often: the first time loads what is kept from then on, and is told apart."""


class Heart:
    """The longest gap between two beats since `rest`, and the most that the window's own thread worked in one."""

    def __init__(self) -> None:
        self.longest = self.most_work = self._last = self._worked = 0.0
        self.rest()
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_BEAT_MILLISECONDS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        self.longest = max(self.longest, now - self._last)
        self.most_work = max(self.most_work, worked - self._worked)
        self._last, self._worked = now, worked

    def rest(self) -> None:
        self.longest = self.most_work = 0.0
        self._last, self._worked = time.perf_counter(), time.thread_time()

    def stop(self) -> None:
        self._timer.stop()


class Deeds:
    """What was done, with the gaps of each time, and how long it took until all of it was to be seen."""

    def __init__(self, table: AtWindow) -> None:
        self._table = table
        self._heart = Heart()
        self._bare = BarePanel()
        self.gaps: dict[str, list[float]] = {}
        self.work: dict[str, list[float]] = {}
        self.whole: dict[str, list[float]] = {}

    async def measure(self, name: str, deed: Callable[[], Awaitable[object]]) -> None:
        """With all that follows from it: what is painted, checked and written."""
        await asyncio.sleep(_STILL_SECONDS)
        self._heart.rest()
        begun = time.perf_counter()
        await deed()
        self.whole.setdefault(name, []).append(time.perf_counter() - begun)
        await asyncio.sleep(_STILL_SECONDS)
        self.gaps.setdefault(name, []).append(self._heart.longest)
        self.work.setdefault(name, []).append(self._heart.most_work)

    async def act(self, name: str, act: actions.Action) -> None:
        await self.measure(name, partial(self._table.give, act))

    async def bare(self) -> None:
        """The same loop, and plain buttons."""
        self._bare.show()
        await asyncio.sleep(_STILL_SECONDS)
        await self.measure("bare", self._say_bare)
        self._bare.hide()

    async def _say_bare(self) -> None:
        self._bare.say()

    async def do_nothing(self) -> None:
        """Whatever else the machine does."""

    async def settle_disk(self) -> None:
        """The head to the disk, and the log folded into the database, as between two rounds."""
        self._table.station.journal.checkpoint()

    def stop(self) -> None:
        self._heart.stop()
        self._bare.deleteLater()


def looks(choice: str) -> actions.SetInput:
    return actions.SetInput(NO_INPUT.with_pick("looks", choice))


async def do_deeds(table: AtWindow, deeds: Deeds) -> None:
    people = (
        actions.NewPersonKeyed(badge="D1", name="Dealer 1", position=Position.DEALER, pin=DEALER.pin),
        actions.NewPersonKeyed(badge="S1", name="Supervisor 1", position=Position.PIT_SUPERVISOR, pin=SUPERVISOR.pin),
    )
    # Nobody has keyed the people of a new house before that.
    await table.read_ahead()
    await table.give(actions.FoundHouse(kind=FolderKind.DEMO, people=people))
    await deeds.act("first sign-in", actions.SignIn(DEALER))
    for _ in range(_AGAIN):
        await deeds.bare()
        await deeds.act("sign-in", actions.SignIn(DEALER))
    book = load_rulebook(GAME)
    layout = next(each for each in book.layouts if each.letter == LAYOUT)
    opened = read_settings(usual_table(book, layout), _OPENED.split())
    await deeds.act("first table", actions.OpenTableAction(table=opened, game=rulebook_event(book), by=SUPERVISOR))
    hands = ByKeys(table)
    await brings_cards(hands)
    await deeds.measure("first round", hands.press_next)
    for seat in layout.seats:
        await hands.bet(seat, "player", 500)
    for _ in range(_AGAIN):
        await at_the_table(deeds)
    await deeds.measure("bets closed", hands.press_next)
    for _ in _COUP:
        before = len(current_round(table).cards)
        table.devices.simulate("shoe", "card")
        await table.soon(partial(_has_more_cards, table, before))
    while table.station.state.table.round is not None:
        await hands.press_next()
    await look_back(table, hands, deeds)
    await show_report(table, hands, deeds)


def _has_more_cards(table: AtWindow, before: int) -> bool:
    return len(current_round(table).cards) > before


async def look_back(table: AtWindow, hands: ByKeys, deeds: Deeds) -> None:
    """A past round with its screens: of each step the picture is made, and later found again."""
    await hands.opens_menu()
    await hands.press("open:recall")

    async def opens() -> None:
        await table.key("Enter")
        await table.soon(lambda: table.screen.recall is not None and table.screen.recall.screen is not None)

    async def steps(key: str) -> None:
        await table.key(key)
        await table.settle()

    await deeds.measure("first look back", opens)
    for _ in range(2 * _AGAIN):
        await deeds.measure("step back", partial(steps, "1"))
    for _ in range(_AGAIN):
        await deeds.measure("step on", partial(steps, "3"))
    await table.key("Esc")


async def show_report(table: AtWindow, hands: ByKeys, deeds: Deeds) -> None:
    """The pages of a report, made by a process of their own."""
    await hands.opens_menu()
    await hands.press("open:reports")
    await hands.press("report-kind:round")

    async def shows() -> None:
        await hands.press("show-report")
        await table.soon(lambda: bool(table.screen.overlay and table.screen.overlay.name == "reports-pages"))
        await table.settle()

    for _ in range(_AGAIN):
        await deeds.measure("report shown", shows)
        await hands.press("other-report")


async def at_the_table(deeds: Deeds) -> None:
    """In a round, with bets on the layout."""
    await deeds.measure("nothing", deeds.do_nothing)
    await deeds.bare()
    await deeds.measure("checkpoint", deeds.settle_disk)
    for panel in (Panel.MENU, Panel.RECALL, Panel.IRREGULARITIES, Panel.PEOPLE):
        await deeds.act(panel.value, actions.SetInput(InputState(panel=panel)))
        await deeds.act("panel closed", actions.SetInput(NO_INPUT))
    for choice in ("language=zh-Hant", "language=zh-Hans", "language=en", "theme=bright", "theme=dark"):
        await deeds.act(choice.partition("=")[0], looks(choice))


def main() -> None:
    application = QApplication(sys.argv[:1])
    fonts.install_fonts()
    found: dict[str, dict[str, list[float]]] = {}

    async def play(table: AtWindow) -> None:
        deeds = Deeds(table)
        try:
            await do_deeds(table, deeds)
        finally:
            deeds.stop()
        found.update(gaps=deeds.gaps, work=deeds.work, whole=deeds.whole)

    setting = WindowSetting(
        looks=Looks(sound=False), effort=USUAL_EFFORT, paints_ahead=True, cards=tuple(CARDS[card] for card in _COUP)
    )
    at_window(application, Path(sys.argv[1]), play, setting)
    print(json.dumps(found))


if __name__ == "__main__":
    main()

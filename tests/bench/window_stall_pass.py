"""The heart of the window's loop while a dealer signs in, changes the language, and opens things; prints JSON.

A timer beats as often as it can. The longest time between two beats of each deed is how long the window was deaf and
blind. PINs are hashed with their full effort, on their own thread as always.
"""

import asyncio
import json
import sys
import time
from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from dealer_app.people.events import Kind
from dealer_app.people.pin_effort import STATED
from dealer_app.people.positions import Position
from dealer_app.play.tables import read_open, usual_table
from dealer_app.rulebooks import approved
from dealer_app.showing import acts
from dealer_app.showing.fingers import NOTHING, Fingers, Panel
from dealer_app.showing.seeing import Looks
from dealer_app.station.reading import in_force
from dealer_app.wording import Language
from tests.support import at_window
from tests.support.at_window import DEALER, SUPERVISOR, AtTable
from ui.theme import fonts

GAME = "tiger-buffalo-v4"
_OPENED = "name=B-07 min=10000 max=2000000 differential=5000000"
_BEAT_MILLISECONDS = 1
_STILL_SECONDS = 0.15
_STARTED_SECONDS = 5.0
"""Nobody has keyed the people of a new house before that; meanwhile the documents are read ahead."""
_AGAIN = 3
"""Each deed so often: the first time loads what is kept from then on, and is told apart."""


class Heart:
    """The longest gap between two beats since `rest`."""

    def __init__(self) -> None:
        self._last = time.perf_counter()
        self.longest = 0.0
        self._timer = QTimer()
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(_BEAT_MILLISECONDS)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.perf_counter()
        self.longest = max(self.longest, now - self._last)
        self._last = now

    def rest(self) -> None:
        self.longest = 0.0
        self._last = time.perf_counter()

    def stop(self) -> None:
        self._timer.stop()


class Deeds:
    """What was done, with the gaps of each time."""

    def __init__(self, table: AtTable) -> None:
        self._table = table
        self._heart = Heart()
        self.gaps: dict[str, list[float]] = {}

    async def of(self, name: str, act: acts.Act | None) -> None:
        """With all that follows from it: what is painted, checked and written."""
        await asyncio.sleep(_STILL_SECONDS)
        self._heart.rest()
        if act is not None:
            await self._table.give(act)
        await asyncio.sleep(_STILL_SECONDS)
        self.gaps.setdefault(name, []).append(self._heart.longest)

    async def settled(self) -> None:
        """The head to the disk, and the log folded into the database, as between two rounds."""
        await asyncio.sleep(_STILL_SECONDS)
        self._heart.rest()
        self._table.station.journal.settle()
        await asyncio.sleep(_STILL_SECONDS)
        self.gaps.setdefault("checkpoint", []).append(self._heart.longest)

    def stop(self) -> None:
        self._heart.stop()


def looks(choice: str) -> acts.Change:
    return acts.Change(NOTHING.picked("looks", choice))


async def done(table: AtTable, deeds: Deeds) -> None:
    people = (
        acts.NewPersonKeyed(badge="D1", name="Dealer 1", position=Position.DEALER, pin=DEALER.pin),
        acts.NewPersonKeyed(badge="S1", name="Supervisor 1", position=Position.PIT_SUPERVISOR, pin=SUPERVISOR.pin),
    )
    await asyncio.sleep(_STARTED_SECONDS)
    await table.give(acts.FoundHouse(kind=Kind.DEMO, people=people))
    for _ in range(_AGAIN):
        await deeds.of("sign-in", acts.SignIn(DEALER))
    book = approved(GAME)
    opened = read_open(usual_table(book, book.layouts[0]), _OPENED.split())
    await table.give(acts.OpenTable(table=opened, game=in_force(book), by=SUPERVISOR))
    for _ in range(_AGAIN):
        await deeds.of("nothing", None)
        await deeds.settled()
        for name, panel in (("menu", Panel.MENU), ("recall", Panel.RECALL)):
            await deeds.of(name, acts.Change(Fingers(panel=panel)))
            await table.give(acts.Change(NOTHING))
        for language in (Language.ZH_HANT, Language.EN):
            await deeds.of(f"language {language.value}", looks(f"language={language.value}"))


def main() -> None:
    application = QApplication(sys.argv[:1])
    fonts.install()
    at_window.QUICK = STATED
    gaps: dict[str, list[float]] = {}

    async def play(table: AtTable) -> None:
        deeds = Deeds(table)
        try:
            await done(table, deeds)
        finally:
            deeds.stop()
        gaps.update(deeds.gaps)

    at_window.at_window(application, Path(sys.argv[1]), play, at_window.Setting(looks=Looks(sound=False)))
    print(json.dumps(gaps))


if __name__ == "__main__":
    main()

"""A window in a process of its own that is killed at random moments while rounds are played at it.

    python -m tests.ui.at_the_window.window_proof --kills 60 --seed 1

What the screen showed after each deed is held against the journal of that moment; then all holds that holds after the
kill of any station. Starts are those of `dealer-station run` itself.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from dealer_app.domain.round.events import CardDrawn, RoundConcluded
from tests.support.journal_watch import WatchedJournal
from tests.support.kill_checks import (
    IN_A_START,
    TOLD,
    UNTOLD,
    UNWRITTEN,
    Kill,
    KillReport,
    began_where_it_ended,
    books,
    kills,
    verify_journal,
)
from tests.support.window_rounds import V4
from tests.ui.at_the_window.window_until_kill import LETTER, MINOR, MORE_THAN_ONE, seed_bets

_START_SECONDS = 1.5
_DEED_SECONDS = (0.02, 0.06, 0.12)
_PATIENCE_SECONDS = 60.0
Line = dict[str, Any]


@contextmanager
def _process(*words: str) -> Iterator["subprocess.Popen[str]"]:
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"}
    with subprocess.Popen(
        [sys.executable, "-m", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        start_new_session=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


class KilledWindow:
    """One window through all of its kills."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder / "data"
        self.folder.mkdir()
        self.beside = folder
        self.seed = seed
        self.journal = WatchedJournal(self.folder)
        self.proved = KillReport("window")
        self._next_card = 0
        self._told: list[Fraction] = [Fraction(0), Fraction(0)]

    def proves(self, kill: Kill) -> None:
        """One life of the window, and all that holds after its end."""
        before = len(self.journal.entries)
        lines = self._starts(kill) if kill.deed is None else self._plays(kill)
        self.journal.look()
        done = [line for line in lines if "done" in line]
        self.proved.deeds += len(done)
        untold = self._as_shown(done, lines, before)
        where = UNTOLD if untold else UNWRITTEN if lines and "done" not in lines[-1] else TOLD
        self.proved.kills[where if done else IN_A_START] += 1
        self._cards(lines, before)
        self._money(done, before)
        verify_journal(self.folder)
        began_where_it_ended(self.journal, before)
        for each in books(self.journal, V4, LETTER, self.beside, self.proved):
            bets = [(bet.wager.seat, bet.wager.area, bet.wager.stake // MINOR) for bet in each.bets]
            planned = seed_bets(self.seed, each.number)
            assert bets == (planned if each.ends else planned[: len(bets)]), f"round {each.number}"
        assert [self.proved.collected, self.proved.paid] == self._told, "the books and the screen say the same"

    def _starts(self, kill: Kill) -> list[Line]:
        """The program itself, killed while it starts."""
        with _process("dealer_app", "run", "--data-dir", str(self.folder), "--size", "1366x768") as process:
            time.sleep(kill.seconds)
            assert process.poll() is None, process.communicate()
            process.kill()
        return []

    def _plays(self, kill: Kill) -> list[Line]:
        lines: list[Line] = []
        words = (str(self.folder), str(self.seed), str(self._next_card))
        with _process("tests.ui.at_the_window.window_until_kill", *words) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            giving_up = threading.Timer(_PATIENCE_SECONDS, process.kill)
            giving_up.start()
            begun, timer = 0, None
            for text in process.stdout:
                if not text.endswith("\n"):
                    break
                lines.append(json.loads(text))
                begun += "begins" in lines[-1]
                if begun == kill.deed and timer is None:
                    timer = threading.Timer(kill.seconds, process.kill)
                    timer.start()
            said = process.stderr.read()
            assert timer is not None, said[-3000:]
            timer.join()
            giving_up.cancel()
            assert process.wait() == -signal.SIGKILL, said[-3000:]
            assert "Traceback" not in said, said[-3000:]
        return lines

    # What holds

    def _as_shown(self, done: list[Line], lines: list[Line], before: int) -> bool:
        """What the screen showed after each deed was in the journal then; whether more is there by now."""
        last = before
        for line in done:
            last = line["sequence"]
            assert last <= len(self.journal.entries), f"event {last} was shown, and is lost"
            assert self.journal.entries[last - 1].hash.hex() == line["hash"], f"event {last} is another one by now"
            self._stands(line)
        untold = self.journal.words(last) if done else []
        more = [line["begins"] for line in lines if "begins" in line][-1:] == [MORE_THAN_ONE]
        assert more or len({decision for decision, _ in untold}) <= 1, f"more than one was never shown: {untold}"
        return bool(untold)

    def _stands(self, line: Line) -> None:
        round_ = self.journal.tables[line["sequence"] - 1].round
        if round_ is None or "stakes" not in line:
            return
        stakes = sorted([bet.wager.area, bet.wager.stake // MINOR] for bet in round_.in_play)
        assert sorted([area.partition(".")[0], stake] for area, stake in line["stakes"]) == stakes, line
        cards = sorted(drawn.card.text for drawn in round_.cards if drawn.card is not None)
        assert sorted(card for hand in line["cards"] for card in hand) == cards, line

    def _cards(self, lines: list[Line], before: int) -> None:
        """Each card that left the shoe is there once, in its order; the last may have been on its way."""
        left = [line for line in lines if "leaves" in line]
        drawn = [event.card for event in self.journal.events[before:] if isinstance(event, CardDrawn)]
        known, leaves = [None if card is None else card.text for card in drawn], [line["leaves"] for line in left]
        assert known in (leaves, leaves[:-1]), f"{known} of {leaves}: {[line.get('done') for line in lines]}"
        self._next_card = left[-1]["place"] + 1 if left else self._next_card

    def _money(self, done: list[Line], before: int) -> None:
        """What the screen said is collected and paid; of the last round it may not have been shown any more."""
        shown = [tuple(map(int, line["done"].split()[1:])) for line in done if line["done"].startswith("settled ")]
        ends = [event for event in self.journal.events[before:] if isinstance(event, RoundConcluded)]
        assert len(shown) <= len(ends) <= len(shown) + 1, f"{ends}, and {shown} were shown"
        for at, end in enumerate(ends):
            taken, paid = (amount * MINOR for amount in shown[at]) if at < len(shown) else (end.collected, end.paid)
            self._told[0] += taken
            self._told[1] += paid


def prove_window(folder: Path, times: int, seed: int) -> KillReport:
    """So many kills of one window."""
    begun, chance = time.monotonic(), Random(f"window {seed}")
    killed = KilledWindow(folder, seed)
    for number, kill in enumerate(kills(times, chance, start_seconds=_START_SECONDS, seconds=_DEED_SECONDS)):
        # The first life founds the house: it comes to its first round.
        killed.proves(kill if number else Kill(9, kill.seconds))
    killed.proved.seconds = time.monotonic() - begun
    return killed.proved


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    with TemporaryDirectory(prefix="dealer-station-") as folder:
        print(prove_window(Path(folder), wanted.kills, wanted.seed), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

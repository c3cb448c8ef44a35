"""Whole rounds at the real program on a real X server: keys and the pointer come through XTEST, from outside it."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.round.events import BetPlaced, BetsClosed, CardDrawn, DiceRead, ResultAnnounced, RoundConcluded
from dealer_app.people.events import SessionBegun
from dealer_app.showing import acts
from dealer_app.station.facts import StationStopped
from tests.support.at_window import AtTable, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_money import journalled
from tests.support.window_rounds import TAI_SAI, V4, brings_cards, brings_dice, opens

pytestmark = pytest.mark.x11

PATIENCE_SECONDS = 20
STARTS_SECONDS = 3.0
SEES_SECONDS = 1.0
DEAF_SECONDS = 0.45
"""Enter does nothing for so long after a step has changed."""


class XHand:
    """A hand of flesh at the keys and the pointer, as far as the program can tell."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def does(self, *words: object) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        print(*words, file=self._process.stdin, flush=True)
        assert self._process.stdout.readline() == "done\n"

    def keys(self, text: str) -> None:
        self.does("keys", *text)

    def enter(self) -> None:
        time.sleep(DEAF_SECONDS)
        self.does("key", "Return")


class Seen:
    """Waits for what the journal says, read from outside as by anybody."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __call__(self, kind: type, number: int = 1) -> None:
        self.until(lambda: len(journalled(self._folder, kind)) >= number, f"{number} {kind.__name__}")

    def until(self, holds: Callable[[], bool], what: str) -> None:
        give_up = time.monotonic() + PATIENCE_SECONDS
        while not holds():
            assert time.monotonic() < give_up, f"not in the journal: {what}"
            time.sleep(0.02)


@contextmanager
def running(words: list[str]) -> Iterator["subprocess.Popen[str]"]:
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


@contextmanager
def program(folder: Path) -> Iterator[XHand]:
    words = ["run", "--demo", "--data-dir", str(folder), "--size", "1920x1080"]
    hand = [sys.executable, "-m", "tests.support.x_events"]
    with running([sys.executable, "-m", "dealer_app", *words]), running(hand) as process:
        yield XHand(process)


class Recording(ByKeys):
    """Prepares a folder at a window of the same size, and remembers where things are for the pointer."""

    def __init__(self, table: AtTable) -> None:
        super().__init__(table)
        self.at: dict[str, tuple[int, int]] = {}

    def remember(self, *names: str) -> None:
        for name in names:
            spot = self.table.spot(name)
            self.at[name] = spot.x(), spot.y()


def prepared(
    qapp: QApplication, folder: Path, game: str, letter: str, *, rehearses: bool = False
) -> dict[str, tuple[int, int]]:
    """A demonstration with its two people and an open table, between rounds; and where things are on it."""
    places: dict[str, tuple[int, int]] = {}

    async def play(table: AtTable) -> None:
        hands = Recording(table)
        await table.found()
        await opens(hands, game, letter)
        await (brings_dice if game == TAI_SAI else brings_cards)(hands)
        device = "tumbler:tumble" if game == TAI_SAI else "shoe:card"
        hands.remember("next:place-your-bets", f"simulate:{device}")
        if rehearses:
            await hands.on()
            hands.remember("big")
            await table.touch("big")
            hands.remember("chip:500")
            places.update(hands.at)
            return
        places.update(hands.at)
        await table.give(acts.SignOut())
        # Stopped in order, so that no outage is asked about.
        table.station.note(StationStopped())

    folder.mkdir(parents=True)
    at_window(qapp, folder, play)
    return places


def signs_in(hand: XHand, seen: Seen, before: int) -> None:
    hand.keys("d1")
    hand.enter()
    hand.keys("482913")
    hand.enter()
    seen(SessionBegun, before + 1)


def count(folder: Path, kind: type) -> int:
    return len(journalled(folder, kind))


def drawn_whole(folder: Path, before: int) -> bool:
    cards = [event.card for event in journalled(folder, CardDrawn)[before:] if event.card is not None]
    return len(cards) >= 4 and coup(cards).complete


def test_tai_sai_by_keys(qapp: QApplication, tmp_path: Path) -> None:
    """The dealer has only keys; what is clicked is the tumbler's own lever."""
    folder = tmp_path / "demo"
    places = prepared(qapp, folder, TAI_SAI, "C")
    seen, rounds = Seen(folder), count(folder, RoundConcluded)
    bets, closed, dice = (count(folder, kind) for kind in (BetPlaced, BetsClosed, DiceRead))
    sessions = count(folder, SessionBegun)
    with program(tmp_path) as hand:
        begins_to_listen(hand, seen, sessions)
        hand.enter()
        time.sleep(DEAF_SECONDS)
        hand.keys("1")
        hand.keys("500")
        hand.enter()
        seen(BetPlaced, bets + 1)
        hand.enter()
        seen(BetsClosed, closed + 1)
        hand.does("click", *places["simulate:tumbler:tumble"])
        seen(DiceRead, dice + 1)
        hand.enter()
        seen(ResultAnnounced, rounds + 1)
        hand.enter()
        seen(RoundConcluded, rounds + 1)


def test_baccarat_by_keys(qapp: QApplication, tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    places = prepared(qapp, folder, V4, "A")
    seen, sessions = Seen(folder), count(folder, SessionBegun)
    with program(tmp_path) as hand:
        begins_to_listen(hand, seen, sessions)
        hand.enter()
        time.sleep(DEAF_SECONDS)
        hand.keys("32500")
        hand.enter()
        seen(BetPlaced)
        (bet,) = journalled(folder, BetPlaced)
        assert (bet.bet.wager.seat, bet.bet.wager.area, bet.bet.wager.stake) == (3, "banker", 50_000)
        hand.enter()
        seen(BetsClosed)
        for number in range(1, 7):
            hand.does("click", *places["simulate:shoe:card"])
            seen(CardDrawn, number)
            if drawn_whole(folder, 0):
                break
        hand.enter()
        seen(ResultAnnounced)
        hand.enter()
        seen(RoundConcluded)


def test_tai_sai_by_the_pointer(qapp: QApplication, tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    places = prepared(qapp, tmp_path / "rehearsal", TAI_SAI, "C", rehearses=True)
    prepared(qapp, folder, TAI_SAI, "C")
    seen, rounds = Seen(folder), count(folder, RoundConcluded)
    bets, closed, dice = (count(folder, kind) for kind in (BetPlaced, BetsClosed, DiceRead))
    sessions = count(folder, SessionBegun)
    primary = places["next:place-your-bets"]
    with program(tmp_path) as hand:
        begins_to_listen(hand, seen, sessions)
        for spot in (primary, places["big"], places["chip:500"], primary):
            hand.does("click", *spot)
            time.sleep(DEAF_SECONDS)
        seen(BetPlaced, bets + 1)
        hand.does("click", *primary)
        seen(BetsClosed, closed + 1)
        time.sleep(DEAF_SECONDS)
        hand.does("click", *places["simulate:tumbler:tumble"])
        seen(DiceRead, dice + 1)
        time.sleep(DEAF_SECONDS)
        hand.does("click", *primary)
        seen(ResultAnnounced, rounds + 1)
        time.sleep(DEAF_SECONDS)
        hand.does("click", *primary)
        seen(RoundConcluded, rounds + 1)


def begins_to_listen(hand: XHand, seen: Seen, sessions: int) -> None:
    """The window is there once it takes a badge; a letter that came before it is taken back first."""
    time.sleep(STARTS_SECONDS)
    signs_in(hand, seen, sessions)
    # The journal has it before the screen: a finger waits until it sees what it presses.
    time.sleep(SEES_SECONDS)

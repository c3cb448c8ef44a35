"""Whole rounds at the real program on a real X server: keys and the pointer come through XTEST, from outside it."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from msgspec import Struct
from PySide6.QtWidgets import QApplication

from dealer_app.domain.round.events import (
    BetPlaced,
    BetsClosed,
    CardDrawn,
    DiceRead,
    InsuranceTaken,
    OfferClosed,
    ResultAnnounced,
    RoundConcluded,
)
from dealer_app.people.events import SessionBegun
from dealer_app.screens import actions
from dealer_app.station_events import StationStarted, StationStopped
from tests.support.folder_events import journal_events, round_results
from tests.support.long_tests import mostly_long
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_rounds import brings_cards, brings_dice, opens

pytestmark = pytest.mark.x11

PATIENCE_SECONDS = 20
FOUR_CARDS = 4
STARTS_SECONDS = 3.0
SEES_SECONDS = 1.0
DICE = "2 4 6"
"""Twelve: BIG."""
DEAF_SECONDS = 0.45
"""Enter does nothing for so long after a step has changed."""


_PAD = {"+": "KP_Add", "-": "KP_Subtract"}


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

    def pad(self, text: str) -> None:
        """On the number pad, whatever its lock makes of it."""
        self.does("keys", *(_PAD.get(each, f"KP_{each}") for each in text))

    def enter(self) -> None:
        time.sleep(DEAF_SECONDS)
        self.does("key", "KP_Enter")

    @contextmanager
    def locked(self, *, on: bool) -> Iterator[None]:
        """A server begins with the lock of the number pad off, and keeps it as it was left."""
        if on:
            self.does("key", "Num_Lock")
        try:
            yield
        finally:
            if on:
                self.does("key", "Num_Lock")


class JournalWait:
    """Waits for what the journal says, read from outside as by anybody."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._starts = len(journal_events(folder, StationStarted))

    def next_start(self) -> None:
        """A busy machine takes its time until the station writes that it has started; its window follows soon."""
        self(StationStarted, self._starts + 1)

    def __call__(self, kind: type, number: int = 1) -> None:
        self.until(lambda: len(journal_events(self._folder, kind)) >= number, f"{number} {kind.__name__}")

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
def program(folder: Path, cards: str) -> Iterator[XHand]:
    words = ["run", "--demo", "--data-dir", str(folder), "--size", "1920x1080"]
    hand = [sys.executable, "-m", "tests.ui_x11.x_events"]
    stacked = [sys.executable, "-m", "tests.ui_x11.demo_cards", cards, DICE]
    with running([*stacked, *words]), running(hand) as process:
        yield XHand(process)


class Recording(ByKeys):
    """Prepares a folder at a window of the same size, and remembers where things are for the pointer."""

    def __init__(self, table: AtWindow) -> None:
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

    async def play(table: AtWindow) -> None:
        hands = Recording(table)
        await table.begin_house()
        await opens(hands, game, letter)
        await (brings_dice if game == TAI_SAI else brings_cards)(hands)
        device = "tumbler:tumble" if game == TAI_SAI else "shoe:card"
        hands.remember("next:place-your-bets", f"simulate:{device}")
        if rehearses:
            await hands.press_next()
            hands.remember(area_of(game))
            await table.touch(area_of(game))
            hands.remember("chip:500")
            places.update(hands.at)
            return
        places.update(hands.at)
        await table.give(actions.SignOut())
        # Stopped in order, so that no outage is asked about.
        table.station.record(StationStopped())

    folder.mkdir(parents=True)
    at_window(qapp, folder, play)
    return places


def signs_in(hand: XHand, seen: JournalWait, before: int) -> None:
    hand.keys("d1")
    hand.enter()
    hand.keys("482913")
    hand.enter()
    seen(SessionBegun, before + 1)


def count(folder: Path, kind: type) -> int:
    return len(journal_events(folder, kind))


class Game(Struct, frozen=True, kw_only=True):
    """A bet by keys, the cards after it, and what the round comes to in cents: collected, paid."""

    game: str
    letter: str
    bet: str
    cards: str
    came_to: tuple[int, int]
    insures: str = ""
    """What is keyed when the fourth card lies there."""


GAMES = (
    Game(game=V4, letter="A", bet="31500", cards="9S 2H KD 3C", came_to=(0, 50_000)),
    Game(game=MBS, letter="A", bet="31500", cards="2S 9H KD 9C", came_to=(50_000, 0)),
    # Four against six: the Banker is insured, and loses to a nine. 600 at 5 to 2 are as much as the bet.
    Game(
        game=INSURANCE,
        letter="A",
        bet="321500",
        cards="2S 3H 2D 3C 5S",
        came_to=(150_000, 150_000),
        insures="+600",
    ),
    Game(game=TAI_SAI, letter="C", bet="1500", cards="", came_to=(0, 50_000)),
)
_ROUNDS = [(game, True) for game in GAMES] + [(GAMES[0], False)]


@pytest.mark.parametrize(
    ("played", "locked"),
    mostly_long(_ROUNDS, keep_every=3),
    ids=[f"{game.game}{'' if lock else '-lock-off'}" for game, lock in _ROUNDS],
)
def test_a_round_by_the_number_pad(qapp: QApplication, tmp_path: Path, played: Game, locked: bool) -> None:
    """The dealer has only keys; what is clicked is the shoe's or the tumbler's own lever."""
    folder = tmp_path / "demo"
    places = prepared(qapp, folder, played.game, played.letter)
    seen, sessions = JournalWait(folder), count(folder, SessionBegun)
    with program(tmp_path, played.cards) as hand:
        begins_to_listen(hand, seen, sessions)
        with hand.locked(on=locked):
            hand.enter()
            time.sleep(DEAF_SECONDS)
            hand.pad(played.bet)
            hand.enter()
            seen(BetPlaced)
            hand.enter()
            seen(BetsClosed)
            draws(hand, seen, places, played)
            hand.enter()
            seen(ResultAnnounced)
            hand.enter()
            seen(RoundConcluded)
    assert round_results(folder) == [played.came_to]


def draws(hand: XHand, seen: JournalWait, places: dict[str, tuple[int, int]], played: Game) -> None:
    """The cards or the dice; between the fourth card and the fifth what is insured."""
    if not played.cards:
        hand.does("click", *places["simulate:tumbler:tumble"])
        seen(DiceRead)
    for number in range(1, len(played.cards.split()) + 1):
        hand.does("click", *places["simulate:shoe:card"])
        seen(CardDrawn, number)
        if played.insures and number == FOUR_CARDS:
            time.sleep(SEES_SECONDS)
            hand.pad(played.insures)
            hand.enter()
            seen(InsuranceTaken)
            hand.enter()
            seen(OfferClosed)
            time.sleep(SEES_SECONDS)


@pytest.mark.parametrize("played", mostly_long([GAMES[0], GAMES[-1]], keep_every=2), ids=lambda played: played.game)
def test_a_round_by_the_pointer(qapp: QApplication, tmp_path: Path, played: Game) -> None:
    folder = tmp_path / "demo"
    places = prepared(qapp, tmp_path / "rehearsal", played.game, played.letter, rehearses=True)
    prepared(qapp, folder, played.game, played.letter)
    seen, sessions = JournalWait(folder), count(folder, SessionBegun)
    primary = places["next:place-your-bets"]
    with program(tmp_path, played.cards) as hand:
        begins_to_listen(hand, seen, sessions)
        for spot in (primary, places[area_of(played.game)], places["chip:500"], primary):
            hand.does("click", *spot)
            time.sleep(DEAF_SECONDS)
        seen(BetPlaced)
        hand.does("click", *primary)
        seen(BetsClosed)
        time.sleep(DEAF_SECONDS)
        draws(hand, seen, places, played)
        time.sleep(DEAF_SECONDS)
        hand.does("click", *primary)
        seen(ResultAnnounced)
        time.sleep(DEAF_SECONDS)
        hand.does("click", *primary)
        seen(RoundConcluded)
    assert round_results(folder) == [played.came_to]


def area_of(game: str) -> str:
    return "big" if game == TAI_SAI else "player.seat-3"


def begins_to_listen(hand: XHand, seen: JournalWait, sessions: int) -> None:
    """The window is there once it takes a badge; a letter that came before it is taken back first."""
    seen.next_start()
    time.sleep(STARTS_SECONDS)
    signs_in(hand, seen, sessions)
    # The journal has it before the screen: a finger waits until it sees what it presses.
    time.sleep(SEES_SECONDS)

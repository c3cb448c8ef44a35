"""How many touches and keys the usual things take: played, counted, and printed in docs/window.md as they are."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from tests.screens.round.felt_touches import touch_area, touch_seat
from tests.screens.round.round_screens import AtScreen
from tests.support.rounds import V4, RoundTable

PAGE = Path(__file__).parents[3] / "docs" / "window.md"
FIVE = [(1, "player", 500), (2, "banker", 500), (3, "player", 1000), (5, "banker", 500), (5, "tie", 500)]


class Counting:
    """Somebody at a screen, of whom each touch and each key is counted."""

    def __init__(self, table: RoundTable) -> None:
        self.screen = AtScreen(table)
        self.count = 0

    def touch(self, *names: str) -> "Counting":
        for name in names:
            self.count += 1
            area, _, seat = name.partition("@")
            if name == "next":
                self.screen.next()
            elif name.startswith("seat-"):
                touch_seat(self.screen, int(name.removeprefix("seat-")))
            elif name.startswith(("chip:", "same-again")):
                self.screen.press(name)
            else:
                touch_area(self.screen, area, int(seat) if seat else None)
        return self

    def key(self, keys: str) -> "Counting":
        self.screen.key(keys)
        self.count += len(keys)
        return self

    @property
    def bets(self) -> list[tuple[int | None, str, int]]:
        return [(bet.wager.seat, str(bet.wager.area), bet.wager.stake // 100) for bet in self.screen.table.round.bets]


def betting() -> RoundTable:
    return RoundTable(V4)


def second_round() -> RoundTable:
    """Seat 3 had two bets in the round before."""
    table = betting().bets(("player", 20_000, 3), ("tie", 10_000, 3), ("banker", 30_000, 2)).close()
    return table.deal("9H AC TD 5C").finish().begin()


Hands = Callable[[Counting], Counting]


class Row(Struct, frozen=True, kw_only=True):
    """A row of the table: what is done, from where, what lies there then, and how."""

    name: str
    begin: Callable[[], RoundTable] = betting
    bets: list[tuple[int, str, int]]
    before: Hands = lambda hands: hands
    """What was done once for many bets, as choosing the chip: it is not counted."""
    touches: Hands
    keys: Hands
    most: tuple[int, int]
    """What was wanted of touches and of keys."""


ROWS = (
    Row(
        name="a bet of the chosen chip",
        bets=[(3, "player", 500)],
        before=lambda hands: hands.touch("chip:500"),
        touches=lambda hands: hands.touch("player@3", "next"),
        keys=lambda hands: hands.key("315. "),
        most=(2, 5),
    ),
    Row(
        name="a bet of it on an area that all seats share",
        bets=[(3, "tie", 500)],
        before=lambda hands: hands.touch("chip:500"),
        touches=lambda hands: hands.touch("seat-3", "tie", "next"),
        keys=lambda hands: hands.key("335. "),
        most=(3, 5),
    ),
    Row(
        name="five bets, one of them of two chips",
        bets=FIVE,
        touches=lambda hands: hands.touch(
            *("chip:500", "player@1", "next", "banker@2", "next", "player@3", "player@3", "next"),
            *("banker@5", "next", "tie", "next"),
        ),
        keys=lambda hands: hands.key("115. +2* +110. +25. 3* "),
        most=(12, 25),
    ),
    Row(
        name="all last stakes of a seat again",
        begin=second_round,
        bets=[(3, "player", 200), (3, "tie", 100)],
        touches=lambda hands: hands.touch("seat-3", "same-again"),
        keys=lambda hands: hands.key("3*"),
        most=(2, 2),
    ),
)


def play(row: Row, hands: Hands) -> int:
    """So many it took, and what was meant lies there."""
    at = row.before(Counting(row.begin()))
    at.count = 0
    hands(at)
    assert at.bets == row.bets
    return at.count


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_the_usual_bets_take_no_more_than_was_wanted(row: Row) -> None:
    touches, keys = play(row, row.touches), play(row, row.keys)
    assert (touches, keys) <= row.most
    assert touches <= row.most[0]
    assert keys <= row.most[1]


def test_the_page_prints_what_was_counted() -> None:
    printed = PAGE.read_text(encoding="utf-8")
    for row in ROWS:
        line = f"| {row.name} | {play(row, row.touches)} | {play(row, row.keys)} |"
        assert line in printed, line

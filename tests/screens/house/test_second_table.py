"""The second table of a day: what the first one had is proposed again, and the touches until it is open are counted."""

from pathlib import Path

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round.table_settings import Table
from dealer_app.domain.wagers import Area
from tests.support.house_screen import FIRST, MANAGERS, HouseScreen
from tests.support.rounds import INSURANCE, MBS, V4

PAGE = Path(__file__).parents[3] / "docs" / "window.md"
MOST_TOUCHES = 6


class OpeningHands:
    """Somebody at a screen whose touches are counted, but for those of a signature: badge, Enter, PIN, Enter."""

    def __init__(self, screen: HouseScreen) -> None:
        self.screen = screen
        self.count = self.signatures = 0

    def touch(self, *names: str) -> None:
        for name in names:
            self.screen.touches(name)
            self.count += 1

    def sign(self, entry: str, pin_entry: str) -> None:
        badge, _, pin = (FIRST if self.screen.demo else MANAGERS)[1]
        self.screen.types(entry, badge).types(pin_entry, pin).enter()
        self.signatures += 1

    def sign_all_that_is_asked(self) -> None:
        """Whatever two people have to confirm first, and then the opening itself."""
        for step in ("confirm-readings", "confirm-limits"):
            if self.screen.primary.name == step:
                self.sign("badge-second", "pin-second")
        self.sign("badge-opens", "pin-opens")

    @property
    def table(self) -> Table:
        table = self.screen.station.state.table.table
        assert table is not None
        return table


def first_table(screen: HouseScreen) -> OpeningHands:
    """A table with limits and chips of its own, open."""
    screen.touches(f"game:{V4}", "layout:P", "leaf:table").types("table-name", "B-12").types("unit", "5")
    screen.touches("leaf:limits").types("min-all", "200").types("max-all", "30000")
    screen.touches_row("limit:tie").types("max-tie", "5000")
    at = OpeningHands(screen)
    at.sign_all_that_is_asked()
    at.count = at.signatures = 0
    return at


def play_second_table(at: OpeningHands, game: str, layout: str) -> None:
    """From the table that is open to the next one of another game that is."""
    at.screen.opens_menu()
    at.count += 1
    at.touch("open:close-table")
    if at.screen.control("close-table").act is None:
        badge, _, pin = FIRST[1]
        at.screen.keys(badge).enter().keys(pin)
        at.signatures += 1
    at.touch("close-table", "close-table", f"game:{game}", f"layout:{layout}")
    at.sign_all_that_is_asked()


def test_a_second_table_takes_six_touches_and_the_signatures(live: HouseScreen) -> None:
    at = first_table(live)
    play_second_table(at, MBS, "C")
    book = live.station.state.book
    assert book is not None
    assert (book.game, at.table.layout, at.table.name, at.table.unit) == (MBS, "C", "B-12", Money(500))
    assert at.table.limits.general == AreaLimits(minimum=Money(20_000), maximum=Money(3_000_000))
    assert at.count <= MOST_TOUCHES
    line = f"| a second table of another game, from the one that is open, besides the signatures | {at.count} | |"
    assert line in PAGE.read_text(encoding="utf-8")


def test_it_takes_no_more_at_a_demonstration(screen: HouseScreen) -> None:
    at = first_table(screen)
    play_second_table(at, INSURANCE, "C")
    assert at.count <= MOST_TOUCHES
    assert at.table.layout == "C"


def test_the_same_table_again_takes_nothing_but_its_closing_and_the_signatures(screen: HouseScreen) -> None:
    at = first_table(screen)
    before = at.table
    screen.touches_menu("open:close-table").keys("S1").enter().keys("730264").touches("close-table", "close-table")
    at.sign_all_that_is_asked()
    assert (at.count, at.signatures) == (0, 1)
    assert at.table == before


def test_another_layout_keeps_the_limits_of_the_bets_that_it_has(screen: HouseScreen) -> None:
    at = first_table(screen)
    play_second_table(at, V4, "A")
    assert at.table.limits == TableLimits(
        general=AreaLimits(minimum=Money(20_000), maximum=Money(3_000_000)),
        areas={Area("tie"): AreaLimits(maximum=Money(500_000))},
        differentials=at.table.limits.differentials,
    )
    assert set(at.table.limits.differentials) == {"differential"}
    assert at.table.unit == Money(500)

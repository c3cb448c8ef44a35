"""A full round of each game at the real window, by keys alone and by touches alone: bets to settled, to the cent."""

from collections.abc import Awaitable, Callable
from fractions import Fraction
from pathlib import Path

from msgspec import Struct
from PySide6.QtWidgets import QApplication

from dealer_app.domain.round.events import RoundConcluded
from tests.support.folder_events import journal_events
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import WindowHands
from tests.support.window_rounds import calls_bets, prepares, takes_bets
from tests.ui.at_the_window.touch_hands import Ways, both_ways
from tests.ui.at_the_window.window_devices import keys_cards, keys_dice, pulls, tumbles
from tests.ui.at_the_window.window_money import layout_chips, rail_rows, rail_sums


class Ended(Struct, frozen=True, kw_only=True):
    """What a round came to, in minor units."""

    collected: int
    paid: int


def play(qapp: QApplication, folder: Path, way: Ways, round_: Callable[[WindowHands], Awaitable[None]]) -> Ended:
    """Founds the house, has the round played, and reads from the journal what it came to."""

    async def played(table: AtWindow) -> None:
        await table.begin_house()
        await round_(way(table))
        assert table.station.state.table.round is None, table.describe()
        # What is not in the journal was never said to be settled.
        assert table.control("next:place-your-bets").act is not None

    at_window(qapp, folder, played)
    (ended,) = journal_events(folder, RoundConcluded)
    return Ended(collected=_whole(ended.collected), paid=_whole(ended.paid))


def _whole(amount: Fraction) -> int:
    assert amount.denominator == 1
    return amount.numerator


@both_ways
def test_tiger_buffalo(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    async def round_(hands: WindowHands) -> None:
        table = hands.table
        await prepares(hands, V4, "P")
        await calls_bets(hands, (3, "banker", 1500), (5, "player", 500), (1, "tie", 100))
        assert layout_chips(table) == {"banker.seat-3": ("1,500",), "player.seat-5": ("500",), "tie": ("100",)}
        await hands.press_next()
        await pulls(table, "2S", "3H", "3D", "3C", "6S", "KH")
        await hands.press_next()
        # Banker wins with six: 1 to 2.
        assert rail_sums(table)[-1] == "750"
        await hands.press("collected")
        assert rail_rows(table)["pay:3:seated"].right == "750"
        await hands.press("pay:3:seated")
        await hands.press_next()

    assert play(qapp, tmp_path, way, round_) == Ended(collected=60_000, paid=75_000)


@both_ways
def test_insurance(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """Covered, another amount up to the cap, and a No; the offer is closed before the next card."""

    async def round_(hands: WindowHands) -> None:
        table = hands.table
        await prepares(hands, INSURANCE, "A")
        await takes_bets(hands, (1, "banker", 1000), (3, "banker", 1500), (5, "player", 500), (6, "banker", 200))
        await pulls(table, "2S", "3H", "2D", "3C")
        assert set(rail_rows(table)) == {f"insure:{seat}:seated:banker" for seat in (1, 3, 6)}
        await hands.press("insure:3:seated:banker:cover")
        await hands.insures("insure:1:seated:banker", 250)
        await hands.press("insure:6:seated:banker:no")
        assert [row.done for row in rail_rows(table).values()] == [True, True, True]
        await hands.press_next()
        await pulls(table, "5S")
        await hands.press_next()
        # Player 9, Banker 6: insurance at 5 to 2 pays 1,500 and 625.
        assert rail_sums(table)[-1] == "2,625"
        paid = {name: row.right for name, row in rail_rows(table).items() if name.startswith("pay:")}
        assert paid == {"pay:1:seated": "625", "pay:3:seated": "1,500", "pay:5:seated": "500"}
        await hands.press_next()

    assert play(qapp, tmp_path, way, round_) == Ended(collected=270_000, paid=262_500)


@both_ways
def test_tiger_baccarat_face_down(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """The cards are drawn, then turned, and a Banker win pays less its commission."""

    async def round_(hands: WindowHands) -> None:
        table = hands.table
        await prepares(hands, MBS, "A", "dealing:face-down")
        await takes_bets(hands, (3, "banker", 1500), (8, "player", 700))
        await pulls(table, "2S", "3H", "4D", "4C")
        await hands.press_next()
        await hands.press_next()
        await hands.press_next()
        assert rail_sums(table)[-1] == "1,425"
        assert "1,425" in rail_rows(table)["pay:3:seated"].right
        await hands.press_next()

    assert play(qapp, tmp_path, way, round_) == Ended(collected=70_000, paid=142_500)


@both_ways
def test_tai_sai(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    async def round_(hands: WindowHands) -> None:
        table = hands.table
        await prepares(hands, TAI_SAI, "C")
        await calls_bets(hands, (None, "big", 1500), (None, "domino:12", 500), (None, "single:4", 300))
        assert layout_chips(table) == {"big": ("1,500",), "domino:12": ("500",), "single:4": ("300",)}
        await hands.press_next()
        await tumbles(table, 2, 4, 6)
        await hands.press_next()
        assert rail_sums(table)[-1] == "1,800"
        await hands.press("collected")
        await hands.press("pay:big")
        await hands.press("pay:single:4")
        await hands.press_next()

    assert play(qapp, tmp_path, way, round_) == Ended(collected=50_000, paid=180_000)


@both_ways
def test_cards_keyed_by_hand(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    """No card comes from the shoe: each is keyed, its rank and then its suit."""

    async def round_(hands: WindowHands) -> None:
        await prepares(hands, V4, "A")
        await takes_bets(hands, (7, "player", 400))
        await keys_cards(hands, "9S", "QH", "TD", "AC")
        await hands.press_next()
        assert rail_sums(hands.table)[-1] == "400"
        await hands.press_next()

    assert play(qapp, tmp_path, way, round_) == Ended(collected=0, paid=40_000)


@both_ways
def test_dice_keyed_by_hand(qapp: QApplication, tmp_path: Path, way: Ways) -> None:
    async def round_(hands: WindowHands) -> None:
        await prepares(hands, TAI_SAI, "A")
        await takes_bets(hands, (None, "small", 400))
        await keys_dice(hands, 1, 2, 4)
        await hands.press_next()
        await hands.press_next()

    assert play(qapp, tmp_path, way, round_) == Ended(collected=0, paid=40_000)

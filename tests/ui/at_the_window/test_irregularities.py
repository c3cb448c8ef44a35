"""What goes wrong at the real window: reported from the list or detected, and put right to its end with PINs keyed."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.showing.mending.irregularities import listed
from tests.support.at_window import AtTable, at_window
from tests.support.window_hands import ByTouch, Hands
from tests.support.window_mending import mends, reports
from tests.support.window_rounds import (
    INSURANCE,
    MBS,
    TAI_SAI,
    V4,
    brings_cards,
    brings_dice,
    opens,
    pulls,
    tumbles,
)

APPENDIX = {V4: "P", INSURANCE: "A", MBS: "A", TAI_SAI: "C"}
FACE_DOWN = "dealing:face-down"


async def with_two_cards(hands: Hands, game: str, *settings: str) -> None:
    """A round with bets, and two cards or the dice on the table."""
    await hands.table.found()
    await hands.table.employs_chief()
    await opens(hands, game, APPENDIX[game], *settings)
    if game == TAI_SAI:
        await brings_dice(hands)
        await hands.on()
        await hands.bet(None, "big", 1500)
        await hands.on()
        await tumbles(hands.table, 2, 4, 6)
        return
    await brings_cards(hands)
    await hands.on()
    await hands.bet(3, "banker", 1500)
    await hands.bet(5, "player", 500)
    await hands.on()
    await pulls(hands.table, "2S", "3H")


@pytest.mark.parametrize(
    ("game", "settings"),
    [(V4, ()), (INSURANCE, ()), (MBS, ()), (MBS, (FACE_DOWN,)), (TAI_SAI, ())],
    ids=["v4", "insurance", "mbs", "mbs-face-down", "tai-sai"],
)
def test_everything_that_the_list_offers_is_put_right(
    qapp: QApplication, tmp_path: Path, game: str, settings: tuple[str, ...]
) -> None:
    """Each as it would come; when a round is void or the table stops over it, another one is begun."""
    told: list[str] = []

    async def play(table: AtTable) -> None:
        hands = ByTouch(table)
        await with_two_cards(hands, game, *settings)
        codes = listed(table.behind.desk._seeing())
        for code in codes:
            if code not in listed(table.behind.desk._seeing()):
                continue
            await reports(hands, code)
            await mends(hands)
            told.append(code)
            if table.station.state.table.round is None:
                break

    at_window(qapp, tmp_path, play)
    assert told

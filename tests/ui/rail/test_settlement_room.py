"""A settlement of a full round in the smallest usual window: all that is collected and paid is in sight, not cut."""

import pytest
from pytestqt.qtbot import QtBot

from dealer_app.screens.context import Looks
from dealer_app.texts import Language
from tests.support.rounds import V4
from tests.support.scenes import Scene, SceneStage
from ui.blocks.block import BlockWidget
from ui.blocks.text_metrics import ELLIPSIS
from ui.rail import RailWidget
from ui.theme.sizes import Measures

pytestmark = pytest.mark.usefixtures("letters")
SMALL = Measures.from_size(1366, 768)
EIGHT_BETS = """
place your bets
bet 1 player 100000
bet 2 banker 250000
bet 2 tie 10000
bet 3 banker 300000
bet 5 player 250000
bet 6 banker 150000
bet 6 big_tiger 10000
bet 7 player 150000
no more bets
card 7H
card KS
card 7C
card 3D
card AS
card 3C
result"""
SIX_PAIRS = (
    "place your bets\n"
    + "".join(f"bet {seat} banker {100_000 + seat * 10_000}\nbet {seat} banker_pair 10000\n" for seat in range(1, 4))
    + "".join(f"bet {seat} banker {100_000 + seat * 10_000}\nbet {seat} banker_pair 10000\n" for seat in range(5, 8))
    + EIGHT_BETS[EIGHT_BETS.index("no more bets") :]
)


def painted_texts(qtbot: QtBot, script: str, first: Language = Language.EN) -> list[str]:
    """All that the rail of the end of this script paints; nothing of it is to be moved."""
    second = Language.ZH_HANT if first is Language.EN else Language.EN
    looks = Looks(first=first, second=second, motion=False)
    scene = Scene(name="settling", game=V4, layout="A", script=script)
    rail = RailWidget()
    qtbot.addWidget(rail)
    rail.set_measures(SMALL)
    rail.resize(SMALL.rail_width, SMALL.height - SMALL.top_bar_height)
    rail.show_rail(SceneStage(scene, looks).show_screen().rail)
    assert not rail.has_overflow
    texts = [text.text for widget in rail.findChildren(BlockWidget) for text in widget.plan.texts]
    assert not [text for text in texts if ELLIPSIS in text]
    return texts


@pytest.mark.parametrize("first", [Language.EN, Language.ZH_HANT, Language.ZH_HANS])
def test_eight_bets_are_settled_without_moving_anything(qtbot: QtBot, first: Language) -> None:
    texts = painted_texts(qtbot, EIGHT_BETS, first)
    assert {"1,250", "1,500", "5,750"} <= set(texts)
    assert any("50" in text and "5,000" in text for text in texts), "the formula of the side bet"


def test_each_losing_stake_is_named_by_seat_area_and_amount(qtbot: QtBot) -> None:
    losing = [f"{seat} BANKER PAIR 100" for seat in (1, 2, 3, 5, 6, 7)]
    assert [text for text in painted_texts(qtbot, SIX_PAIRS) if "BANKER PAIR" in text] == losing


def test_once_collected_the_losing_stakes_leave_their_room_to_what_is_paid(qtbot: QtBot) -> None:
    collected = SIX_PAIRS + "".join(f"\npaid {number}" for number in range(2, 13, 2))
    texts = painted_texts(qtbot, collected)
    assert not [text for text in texts if "BANKER PAIR" in text]
    assert sum(text.startswith("BANKER 1,") for text in texts) == 6, "the formula of each seat"

"""A table of dice has neither cards nor a shoe: no screen of it speaks of them."""

import re
from collections.abc import Iterator

import pytest
from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import Control, ScreenText
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.screen import TopBar
from dealer_app.texts import Language
from tests.support.rounds import TAI_SAI
from tests.support.scenes import STILL, Scene, SceneStage

BETS = "place your bets\nbet red big 100000\nbet blue odd 30000\n"
ROLLED = f"{BETS}no more bets\ntumbles 3\ndice 2 5 6\nresult\n"
STAGES = {
    "betting": BETS,
    "closed": f"{BETS}no more bets\n",
    "announced": ROLLED,
    "settled": f"{ROLLED}settled\n",
    "disputed": f"{ROLLED}claim claims-unpaid\n",
}
CARDS = re.compile(r"\bshoe|\bcards?\b|靴|(?<!骨)牌(?!局|所示|相同)", re.IGNORECASE)
KEPT = frozenset({"cutting-card-out"})
"""Entries of the menu keep their places at every table, and say why they cannot be pressed."""


def _texts(value: object) -> Iterator[ScreenText]:
    """Every text but those of the top bar, whose lamps name each device that a station can have."""
    if isinstance(value, TopBar) or (isinstance(value, Control) and value.name in KEPT):
        return
    if isinstance(value, ScreenText):
        yield value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _texts(getattr(value, field))
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)


SEARCH = Panel.RECALL_SEARCH
"""It looks through every round of this journal, also of tables with cards."""


@pytest.mark.parametrize("panel", [panel for panel in Panel if panel is not SEARCH])
@pytest.mark.parametrize("stage", STAGES)
def test_no_screen_of_a_table_of_dice_speaks_of_cards(stage: str, panel: Panel) -> None:
    scene = Scene(
        name=stage,
        game=TAI_SAI,
        layout="C",
        rounds_before=1,
        devices={"tumbler": "tumbler"},
        opened="name=S-03 min=1000 max=5000000 differential=3000000 odd_even_differential=2000000",
        script=STAGES[stage],
        input_state=NO_INPUT.replace(panel=panel),
    )
    for first, second in ((Language.EN, Language.ZH_HANT), (Language.ZH_HANS, Language.EN)):
        screen = SceneStage(scene, replace(STILL, first=first, second=second)).show_screen()
        found = [text for text in _texts(screen) if CARDS.search(f"{text.first} {text.second}")]
        assert not found, found

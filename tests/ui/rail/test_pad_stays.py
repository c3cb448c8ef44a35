"""The keys on which a PIN is keyed stay under the finger, whether or not something was refused just before."""

import pytest
from PySide6.QtCore import QPoint, QRect
from pytestqt.qtbot import QtBot

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal
from dealer_app.domain.values import replace
from dealer_app.people.pin_work import PinWork
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.presenter import build_screen as screen_of
from dealer_app.screens.screen import Rail
from dealer_app.texts import Language, language_pair
from tests.support.house_screen import HouseScreen
from tests.support.signers import QUICK
from ui.rail import RailWidget
from ui.theme.sizes import Measures

pytestmark = pytest.mark.usefixtures("letters")
SIZES = [pytest.param((1920, 1080), id="1920"), pytest.param((1366, 768), id="1366")]
PAIRS = ((Language.EN, Language.ZH_HANT), (Language.ZH_HANT, Language.EN), (Language.ZH_HANS, Language.EN))
RIBBON = 36
"""Of a demonstration, and a pixel or two more."""


def signing_in() -> ScreenContext:
    pins = PinWork(QUICK)
    try:
        return HouseScreen(pins).begins().keys("D1").enter().context
    finally:
        pins.close()


def opening() -> ScreenContext:
    pins = PinWork(QUICK)
    try:
        screen = HouseScreen(pins).begins().begins_session("D1", "482913")
        return screen.types("badge-opens", "S1").enter().context
    finally:
        pins.close()


def keys(widget: RailWidget, rail: Rail) -> dict[str, QRect]:
    widget.show_rail(rail)
    found: dict[str, QRect] = {}
    for button in widget.controls():
        name = button.control.name
        if name.startswith(("pad:", "badge-", "pin-", "entry:")) or name in ("sign-in", "open-table"):
            found[name] = QRect(button.mapTo(widget, QPoint(0, 0)), button.size())
    return found


REFUSED = (
    ("wrong-badge-or-pin", {"left": "4"}),
    ("locked-out", {"minutes": "15", "until": "18:45"}),
    ("locked-out", {"minutes": "1440", "until": "2026-01-31 18:45"}),
    ("wrong-and-slow", {"seconds": "60"}),
    ("pin-too-soon", {"seconds": "60"}),
)


@pytest.mark.parametrize("ribbon", [0, RIBBON], ids=["live", "demo"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair[0].value)
@pytest.mark.parametrize("where", [signing_in, opening])
def test_a_refused_pin_moves_no_key(
    qtbot: QtBot, where: object, pair: tuple[Language, Language], size: tuple[int, int], ribbon: int
) -> None:
    assert callable(where)
    context = replace(where(), words=language_pair(*pair))
    measures = Measures.from_size(*size)
    rail = RailWidget()
    qtbot.addWidget(rail)
    rail.set_measures(measures)
    rail.resize(measures.rail_width, size[1] - measures.top_bar_height - ribbon)
    before = keys(rail, screen_of(context).rail)
    assert {f"pad:{digit}" for digit in range(10)} <= set(before)
    for told in (
        *(replace(context, refusal=Refusal(code=code, clause=HOUSE_POLICY, facts=facts)) for code, facts in REFUSED),
        replace(context, notice=ScreenText("Key: PIN", "PIN")),
    ):
        shown = screen_of(told).rail
        assert shown.refusal
        assert keys(rail, shown) == before, shown.refusal
        assert not rail.has_overflow
    assert keys(rail, screen_of(context).rail) == before

"""A PIN is in what the keys of its panel do; once that is shown no more, nothing in the whole process holds it."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QApplication

from dealer_app.domain.values import replace
from dealer_app.people.events import FolderKind
from dealer_app.people.pin_work import PinWork
from dealer_app.people.pins import Pin
from dealer_app.screens.actions import SetInput, SignOut
from dealer_app.screens.blocks import Control, KeysBlock, ScreenText
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.screen import PageStage, TableStage
from tests.support.house_screen import HouseScreen
from tests.support.long_tests import mostly_long
from tests.support.memory_texts import live_values
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import table_context
from tests.support.signers import QUICK
from tests.ui.sample_rails import INSURANCE
from ui.blocks.scroller import Scroller
from ui.theme.theme import DARK
from ui.touch import TouchButtons
from ui.window import StationWindow

LOOKS = Looks(motion=False)
DIGITS = "907143"
PINS = ("pin", "pin-1", "pin-2", "pin-own", "pin-opens", "pin-second", "pin-in-charge", "pin-incoming", "pin-stops")
SIZES = ((1920, 1080), (1366, 768))
pytestmark = pytest.mark.usefixtures("letters")


def keyed(panel: Panel = Panel.NONE) -> InputState:
    """Somebody has keyed his PIN, wherever this panel asks for one, and confirmed that the station stops."""
    badges = {name.replace("pin", "badge"): "S1" for name in PINS}
    pins = {name: Pin(DIGITS) for name in PINS}
    return InputState(panel=panel, pins=pins, texts=badges, writes="pin", confirming="stop-station")


def held() -> int:
    """How many of these PINs there are."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return sum(each.text == DIGITS for each in live_values(Pin))


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


@pytest.fixture(params=[SIZES[0], pytest.param(SIZES[1], marks=pytest.mark.long)])
def window(qapp: QApplication, request: pytest.FixtureRequest) -> Iterator[StationWindow]:
    made = StationWindow()
    made.resize(*request.param)
    made.show()
    qapp.processEvents()
    yield made
    made.may_close = True
    made.close()


def shown(window: StationWindow, context: ScreenContext, input_state: InputState) -> None:
    window.show_screen(build_screen(replace(context, input_state=input_state)), LOOKS)
    QApplication.processEvents()


def at_a_table() -> ScreenContext:
    view = table_context(RoundTable(V4).close())
    return replace(view, state=replace(view.state, people=replace(view.state.people, kind=FolderKind.LIVE)))


@pytest.mark.parametrize("panel", mostly_long(Panel, keep_every=4))
def test_after_a_panel_is_closed(window: StationWindow, panel: Panel) -> None:
    table = at_a_table()
    shown(window, table, NO_INPUT)
    shown(window, table, keyed(panel))
    shown(window, table, NO_INPUT)
    assert not held()


def test_after_somebody_has_signed_in(window: StationWindow, pins: PinWork) -> None:
    house = HouseScreen(pins).begins()
    context = house.context
    shown(window, context, keyed())
    assert held(), "the keys of a sign-in are for the PIN as it is keyed"
    house.begins_session("D1", "482913")
    shown(window, house.context, NO_INPUT)
    assert not held()


def test_after_a_page_has_given_place_to_the_table(window: StationWindow, pins: PinWork) -> None:
    """The first run asks for its PINs on a page."""
    context = HouseScreen(pins).context
    first = build_screen(replace(context, input_state=keyed()))
    assert isinstance(first.stage, PageStage)
    window.show_screen(first, LOOKS)
    del first
    assert held()
    table = at_a_table()
    assert isinstance(build_screen(table).stage, TableStage)
    shown(window, table, NO_INPUT)
    assert not held()


def test_no_touch_of_the_table_takes_a_pin_along() -> None:
    """A PIN is keyed over the table: what can be touched on it, and its keys, are made without."""
    made = build_screen(replace(at_a_table(), input_state=keyed(Panel.APPROVAL)))
    kept = made.stage, *made.keys
    del made
    assert len(kept) > 1
    assert not held()


def test_what_is_hidden_on_a_bar_does_nothing_any_more(window: StationWindow) -> None:
    touches = TouchButtons(window)
    place = window.rect()
    two = [(each.act, each.name, each.name, place) for each in (INSURANCE.primary, INSURANCE.tools[0]) if each.act]
    touches.place_buttons(two, DARK)
    touches.place_buttons(two[:1], DARK)
    assert [each.act is None for each in touches._buttons] == [False, True]


def test_after_a_folded_column_has_become_shorter(window: StationWindow) -> None:
    """Plans of each way to fold it are remembered: of what was shown before, none."""

    def column(*names: str) -> tuple[KeysBlock, ...]:
        acts = {name: SetInput(NO_INPUT.with_pin("pin", Pin(DIGITS))) if name in "pq" else SignOut() for name in names}
        return tuple(
            KeysBlock(controls=(Control(name=each, label=ScreenText(each), act=acts[each]),), columns=1)
            for each in names
        )

    made = Scroller(window.rail, window.rail)
    made.resize(400, 150)
    for blocks in (column("a", "p", "q"), column("a")):
        made.show_blocks(blocks, 400)
        made.arrange()
    del blocks
    assert not held()

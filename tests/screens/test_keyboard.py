"""What keys mean on any screen: Enter is the one next step, a text takes letters, nothing grave is under a key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.values import replace
from dealer_app.people.pins import MOST_DIGITS, Pin
from dealer_app.screens.actions import BeginShift, EndShift, SetInput, SignOut
from dealer_app.screens.blocks import EntryBlock, KeysBlock, ListRow, RowsBlock, ScreenText, Weight
from dealer_app.screens.input_state import NO_INPUT, Panel
from dealer_app.screens.key_input import (
    BACK_TAB,
    BACKSPACE,
    ENTER,
    ESCAPE,
    MOST_LETTERS,
    TAB,
    KeyResult,
    first_entry,
    handle_key,
    type_key,
)
from dealer_app.screens.screen import Overlay
from tests.screens.screens import control, primary, screen

KEYS = [*"0123456789.-*/+", "F1", "F2", "hold -", "hold *", "hold .", BACKSPACE, ENTER, ESCAPE]


def test_enter_is_the_one_next_step() -> None:
    assert handle_key(screen(step=primary(act=SignOut())), NO_INPUT, ENTER).act == SignOut()


def test_enter_says_what_a_step_waits_for_when_it_cannot_be_done_now() -> None:
    waiting = primary(waits=ScreenText("waiting for the card"))
    found = handle_key(screen(step=waiting), NO_INPUT, ENTER)
    assert found.act is None
    assert found.control == waiting


def test_what_lies_over_the_station_has_enter_to_itself() -> None:
    overlay = Overlay(name="approval", title=ScreenText("Approve"), primary=primary("approve", act=BeginShift()))
    assert handle_key(screen(step=primary(act=SignOut()), overlay=overlay), NO_INPUT, ENTER).act == BeginShift()


@pytest.mark.parametrize("key", KEYS)
def test_nothing_grave_is_under_any_key(key: str) -> None:
    grave = control("void", weight=Weight.GRAVE, act=SignOut(), key=key)
    step = control("void-it", weight=Weight.GRAVE, act=SignOut())
    assert handle_key(screen(KeysBlock(controls=(grave,), columns=1), step=step), NO_INPUT, key).act is None


def test_a_key_presses_the_control_that_shows_it_and_one_that_is_possible_first() -> None:
    row = ListRow(name="1", title="1", controls=(control("no", key="/"), control("other-no", key="/", act=EndShift())))
    assert handle_key(screen(RowsBlock(rows=(row,))), NO_INPUT, "/").act == EndShift()


def test_a_key_with_no_place_on_the_screen_is_found_last() -> None:
    shown, hidden = control("a", key="5", act=BeginShift()), control("b", key="5", act=EndShift())
    assert (
        handle_key(screen(KeysBlock(controls=(shown,), columns=1), keys=(hidden,)), NO_INPUT, "5").act == BeginShift()
    )
    assert handle_key(screen(keys=(hidden,)), NO_INPUT, "5").act == EndShift()


def test_backspace_takes_a_digit_where_minus_does() -> None:
    deletes = control("delete", key="-", act=EndShift())
    assert handle_key(screen(keys=(deletes,)), NO_INPUT, BACKSPACE).act == EndShift()


def test_while_a_text_is_open_letters_go_to_it_and_to_no_control() -> None:
    input_state = NO_INPUT.replace(writes="reason")
    shown = screen(keys=(control("five", key="5", act=EndShift()),), writes="reason")
    found = handle_key(shown, input_state, "5")
    assert isinstance(found.act, SetInput)
    assert found.act.input_state.text("reason") == "5"


def test_escape_leaves_the_open_seat_with_all_that_was_begun_there() -> None:
    """The call of a supervisor goes on."""
    for begun in (
        NO_INPUT.replace(seat=3),
        NO_INPUT.replace(seat=3, area="tie", digits="50"),
        NO_INPUT.replace(seat_digits="1"),
    ):
        found = handle_key(screen(), begun, ESCAPE)
        assert isinstance(found.act, SetInput)
        assert found.act.input_state == NO_INPUT
    assert handle_key(screen(), NO_INPUT, ESCAPE).act is None


def test_escape_closes_a_panel_and_decides_nothing() -> None:
    found = handle_key(screen(), NO_INPUT.replace(panel=Panel.MENU, digits="50"), ESCAPE)
    assert isinstance(found.act, SetInput)
    assert found.act.input_state == NO_INPUT


@given(st.text(alphabet="0123456789abc", max_size=40))
def test_a_pin_takes_digits_alone_up_to_its_length_and_shows_itself_nowhere(typed: str) -> None:
    input_state = NO_INPUT.replace(writes="pin")
    for key in typed:
        input_state = type_key(input_state, key)
    digits = "".join(key for key in typed if key.isdigit())[:MOST_DIGITS]
    assert input_state.secret() == Pin(digits)
    assert input_state.texts == {}
    assert repr(input_state) == repr(NO_INPUT.replace(writes="pin"))


@given(st.text(alphabet=st.characters(codec="utf-8", exclude_categories=["Cc"]), max_size=MOST_LETTERS + 20))
def test_a_text_is_what_was_typed_up_to_its_length_and_backspace_takes_it_back(typed: str) -> None:
    input_state = NO_INPUT.replace(writes="reason")
    for key in typed:
        input_state = type_key(input_state, key)
    assert input_state.text("reason") == typed[:MOST_LETTERS]
    for _ in typed[:MOST_LETTERS]:
        input_state = type_key(input_state, BACKSPACE)
    assert input_state.text("reason") == ""


def _field(name: str, value: str = "") -> EntryBlock:
    return EntryBlock(name=name, label=ScreenText(name), value=value, act=SetInput(NO_INPUT.replace(writes=name)))


def test_enter_goes_to_the_next_text_while_the_step_still_waits_for_one() -> None:
    shown = screen(_field("badge"), _field("pin"), step=primary(waits=ScreenText("Key in the PIN")), writes="badge")
    assert handle_key(shown, NO_INPUT, ENTER).act == SetInput(NO_INPUT.replace(writes="pin"))
    last = screen(_field("badge"), _field("pin"), step=primary(waits=ScreenText("Key in the PIN")), writes="pin")
    assert handle_key(last, NO_INPUT, ENTER).act is None


def test_tab_goes_through_the_texts_and_back() -> None:
    shown = screen(_field("badge"), _field("pin"), writes="pin")
    assert handle_key(shown, NO_INPUT, BACK_TAB).act == SetInput(NO_INPUT.replace(writes="badge"))
    assert handle_key(shown, NO_INPUT, TAB) == KeyResult()
    begun = screen(_field("badge", "S1"), _field("pin"), writes="badge")
    assert handle_key(begun, NO_INPUT, TAB).act == SetInput(NO_INPUT.replace(writes="pin"))
    untouched = screen(_field("badge"), _field("pin"), writes="badge")
    assert handle_key(untouched, NO_INPUT, TAB) == KeyResult()


def test_a_panel_begins_with_its_first_text_unless_digits_press_its_keys() -> None:
    fields = (_field("badge"), _field("pin"))
    assert first_entry(screen(overlay=Overlay(name="x", title=ScreenText("x"), right_column=fields))) == "badge"
    pad = KeysBlock(controls=(control("seven", key="7", act=EndShift()),), columns=1)
    assert first_entry(screen(overlay=Overlay(name="x", title=ScreenText("x"), right_column=(*fields, pad)))) == ""
    assert first_entry(screen(*fields)) == ""


def test_behind_a_badge_that_is_keyed_digits_are_its_pin_whatever_was_chosen_meanwhile() -> None:
    pin = replace(_field("pin"), secret=True)
    for badge, begins in (("", "badge"), ("S1", "pin")):
        fields = (_field("badge", badge), pin, _field("reason"))
        assert first_entry(screen(overlay=Overlay(name="x", title=ScreenText("x"), right_column=fields))) == begins


def test_a_key_of_the_table_means_nothing_in_a_panel_over_it() -> None:
    seats = (control("seat", key="2", act=EndShift()), control("menu", key="F10", act=BeginShift()))
    shown = screen(overlay=Overlay(name="x", title=ScreenText("x")), keys=seats)
    assert handle_key(shown, NO_INPUT, "2") == KeyResult()
    assert handle_key(shown, NO_INPUT, "F10").act == BeginShift()

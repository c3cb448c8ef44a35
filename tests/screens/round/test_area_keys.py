"""Every area of every layout is chosen by the keypad alone: by a key of its own, or by its kind and its numbers."""

import pytest

from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.actions import SetInput
from dealer_app.screens.input_state import NO_INPUT, InputState
from dealer_app.screens.key_input import handle_key
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.round.betting_keys import AREA_KEYPAD, BET_KINDS, area_keys
from dealer_app.screens.round.table_context import table_context
from dealer_app.texts import Language, Words
from tests.screens.round.round_screens import AtScreen
from tests.support.rounds import TAI_SAI, RoundTable
from tests.support.screen_contexts import make_context

LAYOUTS = [(game, layout.letter) for game in GAMES for layout in load_rulebook(game).layouts]


def _reached(table: RoundTable, input_state: InputState, depth: int) -> set[Area]:
    """Every area that some keys of the keypad lead to."""
    shown = build_screen(make_context(table.rules, table.state, input_state=input_state))
    found: set[Area] = set()
    for key in AREA_KEYPAD:
        act = handle_key(shown, input_state, key).act
        if not isinstance(act, SetInput):
            continue
        if act.input_state.area is not None:
            found.add(act.input_state.area)
        elif depth and act.input_state != input_state and act.input_state.seat == input_state.seat:
            found |= _reached(table, act.input_state, depth - 1)
    return found


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_a_layout_has_no_more_areas_or_kinds_than_keys(game: str, letter: str) -> None:
    """One more needs a key in AREA_KEYPAD; a kind of dice bet that is not in BET_KINDS would have none in silence."""
    table = RoundTable(game, layout=letter)
    areas = table.rules.layout.areas
    if load_rulebook(game).house is RuleFamily.BACCARAT:
        assert len(areas) <= len(AREA_KEYPAD)
        return
    assert {area.partition(":")[0] for area in areas} - {"pair_single"} <= set(BET_KINDS)
    assert len(BET_KINDS) <= len(AREA_KEYPAD)


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_the_last_line_of_the_areas_has_room_for_the_same_bets_again(game: str, letter: str) -> None:
    """In a line of its own it would lift every area key that the next digit is read from."""
    table = RoundTable(game, layout=letter)
    at = table_context(make_context(table.rules, table.state, input_state=NO_INPUT.replace(seat=1)))
    assert at is not None
    (keys,) = area_keys(at)
    assert len(keys.controls) % keys.columns
    assert keys.fixed or table.rules.baccarat is None


@pytest.mark.parametrize("language", Language)
def test_a_kind_of_bets_has_a_name_on_its_key(language: Language) -> None:
    named = {code.partition(".")[0] for code in Words.load(language).sections["play"] if code.startswith("kind-")}
    assert {f"kind-{kind}" for kind in BET_KINDS if any(_is_numbered(area, kind) for area in _dice_areas())} <= named


def _dice_areas() -> set[Area]:
    return {
        area
        for game in GAMES
        if load_rulebook(game).house is not RuleFamily.BACCARAT
        for layout in load_rulebook(game).layouts
        for area in layout.areas
    }


def _is_numbered(area: Area, kind: str) -> bool:
    """Whether a key opens the numbers of this kind; a kind without numbers has the name of its area."""
    return area.startswith(f"{kind}:")


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_area_of_a_layout_is_reached_by_the_keypad(game: str, letter: str) -> None:
    table = RoundTable(game, layout=letter)
    input_state = NO_INPUT.replace(seat=1) if table.rules.layout.seats else NO_INPUT.replace(bettor="seated")
    assert _reached(table, input_state, 4) == set(table.rules.layout.areas)


def test_half_a_number_asks_for_the_number_and_where_there_are_no_seats_none_is_asked_for() -> None:
    screen = AtScreen(RoundTable(TAI_SAI)).press("kind:double").press("number:5")
    assert screen.part.primary.waits.first == "Choose its number"
    screen.input_state = NO_INPUT.replace(digits="500")
    assert screen.part.primary.waits.first == "Choose the area"

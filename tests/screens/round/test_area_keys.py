"""Every area of every layout is chosen by the keypad alone: by a key of its own, or by its kind and its numbers."""

import pytest

from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.actions import SetInput
from dealer_app.screens.input_state import NO_INPUT, InputState
from dealer_app.screens.key_input import handle_key
from dealer_app.screens.presenter import build_screen
from tests.support.rounds import RoundTable
from tests.support.screen_contexts import make_context

LAYOUTS = [(game, layout.letter) for game in GAMES for layout in load_rulebook(game).layouts]
KEYS = "1234567890./"


def _reached(table: RoundTable, fingers: InputState, depth: int) -> set[Area]:
    """Every area that some keys of the keypad lead to."""
    shown = build_screen(make_context(table.rules, table.state, fingers=fingers))
    found: set[Area] = set()
    for key in KEYS:
        act = handle_key(shown, fingers, key).act
        if not isinstance(act, SetInput):
            continue
        if act.input_state.area is not None:
            found.add(act.input_state.area)
        elif depth and act.input_state != fingers and act.input_state.seat == fingers.seat:
            found |= _reached(table, act.input_state, depth - 1)
    return found


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_area_of_a_layout_is_reached_by_the_keypad(game: str, letter: str) -> None:
    table = RoundTable(game, layout=letter)
    fingers = NO_INPUT.replace(seat=1) if table.rules.layout.seats else NO_INPUT.replace(bettor="seated")
    assert _reached(table, fingers, 4) == set(table.rules.layout.areas)

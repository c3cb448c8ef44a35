"""Every area of every layout is chosen by the keypad alone: by a key of its own, or by its kind and its numbers."""

import pytest

from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import GAMES, approved
from dealer_app.showing.acts import Change
from dealer_app.showing.fingers import NOTHING, Fingers
from dealer_app.showing.keyboard import pressed
from dealer_app.showing.screen_of import screen
from tests.support.mending_screens import seen
from tests.support.rounds import Seated

LAYOUTS = [(game, layout.letter) for game in GAMES for layout in approved(game).layouts]
KEYS = "1234567890./"


def _reached(table: Seated, fingers: Fingers, depth: int) -> set[Area]:
    """Every area that some keys of the keypad lead to."""
    shown = screen(seen(table.rules, table.state, fingers=fingers))
    found: set[Area] = set()
    for key in KEYS:
        act = pressed(shown, fingers, key).act
        if not isinstance(act, Change):
            continue
        if act.fingers.area is not None:
            found.add(act.fingers.area)
        elif depth and act.fingers != fingers and act.fingers.seat == fingers.seat:
            found |= _reached(table, act.fingers, depth - 1)
    return found


@pytest.mark.parametrize(("game", "letter"), LAYOUTS)
def test_every_area_of_a_layout_is_reached_by_the_keypad(game: str, letter: str) -> None:
    table = Seated(game, layout=letter)
    fingers = NOTHING.but(seat=1) if table.rules.layout.seats else NOTHING.but(bettor="seated")
    assert _reached(table, fingers, 4) == set(table.rules.layout.areas)

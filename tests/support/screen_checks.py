"""What holds of every screen, and what somebody presses who presses anything: at a desk and at a window."""

from dealer_app.screens.blocks import Control, Weight
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.screen import Screen

KEYS = (
    *"0123456789.*/+-",
    "Enter",
    "Esc",
    "Backspace",
    "Tab",
    "Backtab",
    *(f"F{number}" for number in (1, 2, 3, 9, 10)),
    "hold -",
    "hold *",
    "hold .",
)
SELDOM = frozenset({"stop-station", "close-table", "sign-out", "simulate", "call", "irregularity", "supervisor"})
"""What leads away from the table, or is there always."""


def check_screen(screen: Screen) -> None:
    """Of every screen."""
    there = list(screen_controls(screen))
    following = [each for each in there if each.weight is Weight.NEXT]
    if not following:
        # A list of what may be chosen, which can be closed: nothing follows until something is.
        assert screen.overlay is not None, "there is no next step"
        assert screen.overlay.close is not None, f"{screen.overlay.name} leads nowhere"
    else:
        assert len(following) == 1, f"{[each.name for each in following]} are next"
        assert following[0].act is not None or following[0].waits, f"{following[0].name} does not say what it waits for"
    _each_of_its_own_name(there)


def _each_of_its_own_name(there: list[Control]) -> None:
    """A clause may stand in two places: it opens the same."""
    does: dict[str, Control] = {}
    for each in there:
        other = does.setdefault(each.name, each)
        assert each.act == other.act, f"two controls are called {each.name} and do not do the same"

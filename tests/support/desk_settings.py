"""The outlets and the place of a desk in a test: nothing is sounded or kept, and it is one moment of one day.

    replace(QUIET, show=seen.append)

What goes wrong is raised, unless a test wants it otherwise.
"""

from dealer_app.people.positions import load_positions
from dealer_app.screens.ports import ScreenSettings, WindowPort

TERMINAL = "table"


def _raise(problem: BaseException) -> None:
    raise problem


QUIET = WindowPort(
    show=lambda _screen, _looks: None,
    play_sound=lambda _: None,
    simulate=lambda _device, _what: None,
    save_looks=lambda _: None,
    leave=lambda: None,
    report_failure=_raise,
)
PLACE = ScreenSettings(
    terminal=TERMINAL,
    positions=load_positions(),
    day_text=lambda _: "2026-11-18",
    time_text=lambda _: "21:47:08",
    milliseconds=lambda: 0,
)

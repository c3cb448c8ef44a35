"""Where a desk of a test shows, and where it stands: nothing is heard or kept, and it is one moment of one day.

    replace(QUIET, show=seen.append)

What goes wrong is raised, unless a test wants it otherwise.
"""

from dealer_app.people.position_file import positions
from dealer_app.showing.outlets import Outlets, Place

TERMINAL = "table"


def _raised(problem: BaseException) -> None:
    raise problem


QUIET = Outlets(
    show=lambda _screen, _looks: None,
    sound=lambda _: None,
    simulate=lambda _device, _what: None,
    keep_looks=lambda _: None,
    leave=lambda: None,
    failed=_raised,
)
PLACE = Place(
    terminal=TERMINAL,
    positions=positions(),
    day_text=lambda _: "2026-11-18",
    time_text=lambda _: "21:47:08",
    milliseconds=lambda: 0,
)

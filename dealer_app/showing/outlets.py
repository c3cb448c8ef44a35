"""Where a desk shows, sounds and ends, and where its screen stands: the window's, or a test's."""

from collections.abc import Callable

from msgspec import Struct

from dealer_app.people.positions import Positions
from dealer_app.showing.journal_seen import JournalSeen
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.screen import Cue, DiceShown, Hands, Screen
from dealer_app.showing.seeing import Looks
from dealer_app.station.station import Station
from dealer_app.wording import Both


def _not_made_ahead(_: str) -> None:
    """Where nobody is kept waiting by it, what a document needs is made when it is shown."""


def _no_glance(_: Hands | DiceShown) -> None:
    """Where nobody waits for a card, the whole screen is early enough."""


class Outlets(Struct, frozen=True, kw_only=True):
    """Where a desk shows, sounds and ends: the window's, or a test's."""

    show: Callable[[Screen, Looks], None]
    glance: Callable[[Hands | DiceShown], None] = _no_glance
    """Paints the hands before it returns; the screen that they belong to follows."""
    read: Callable[[str], None] = _not_made_ahead
    """The document of this game has been read: what is shown of it can be made before somebody looks for it."""
    sound: Callable[[Cue], None]
    simulate: Callable[[str, str], None]
    test: Callable[[], None] = lambda: None
    """Opens the line of every device anew."""
    keep_looks: Callable[[Looks], Line | None]
    """Comes back with what stands against it, if it cannot be kept."""
    small: Callable[[], bool] = lambda: False
    """Whether the window is too small for a live table."""
    leave: Callable[[], None]
    failed: Callable[[BaseException], None]
    """The journal cannot be written, or the program is at fault: play stops."""


class Place(Struct, frozen=True, kw_only=True):
    """Where the screen stands."""

    terminal: str
    positions: Positions
    day_text: Callable[[Station], str]
    time_text: Callable[[Station], str]
    milliseconds: Callable[[], int]
    """For what a hand cannot have meant so soon."""
    journal: Callable[[], JournalSeen] = lambda: JournalSeen.SAVED
    head: Callable[[Both], Line] = lambda _: EMPTY
    """What there is to say of the head of the journal, for who compares it or notes it."""
    simulated: tuple[str, ...] = ()
    devices: tuple[tuple[str, str], ...] = ()

"""Everything from which a screen is made: the station as it stands, who looks, and what his fingers hold."""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from msgspec import Struct, field

from dealer_app.domain.round.guided import Guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table import Rules
from dealer_app.domain.values import replace
from dealer_app.people.events import Kind
from dealer_app.people.positions import Positions
from dealer_app.people.state import Account
from dealer_app.showing.chronicle import Chronicle
from dealer_app.showing.fingers import NOTHING, Fingers
from dealer_app.showing.history import History
from dealer_app.showing.journal_seen import JournalSeen
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.unusable import Why
from dealer_app.station.moment import Moment
from dealer_app.station.state import StationState
from dealer_app.wording import Both, Language


class Theme(Enum):
    DARK = "dark"
    BRIGHT = "bright"


class Looks(Struct, frozen=True, kw_only=True):
    """How this screen is set: for whoever works here, kept beside the journal and never in it."""

    first: Language = Language.EN
    second: Language = Language.ZH_HANT
    theme: Theme = Theme.DARK
    turned: bool = True
    """The layout as the dealer sees it: his left is at the left."""
    sound: bool = True
    motion: bool = True
    limits_on_layout: bool = False
    by_area: bool = False
    """Settlement is listed area by area, not seat by seat."""
    last_seat_first: bool = False
    countdown_seconds: int = 0
    """Betting time that is shown counting down; none where it is 0."""

    def setting(self, name: str, value: str) -> "Looks":
        """With another value of one of these, as a menu names it; unchanged where it means nothing."""
        try:
            match name:
                case "language":
                    first = Language(value)
                    second = self.first if first is self.second else self.second
                    return replace(self, first=first, second=second)
                case "second-language":
                    return replace(self, second=Language(value))
                case "theme":
                    return replace(self, theme=Theme(value))
                case "turned" | "sound" | "motion" | "limits-on-layout" | "by-area" | "last-seat-first":
                    changed: Mapping[str, Any] = {name.replace("-", "_"): value == ON}
                    return replace(self, **changed)
                case "countdown":
                    return replace(self, countdown_seconds=max(0, int(value)))
                case _:
                    return self
        except ValueError:
            return self


ON = "on"


class Seeing(Struct, frozen=True, kw_only=True):
    """`asked` is the hash of what waits for an approval; `since` when the present step began."""

    state: StationState
    rules: Rules | None
    guide: Guide | None
    asked: str | None
    words: Both
    positions: Positions
    moment: Moment
    terminal: str
    looks: Looks = field(default_factory=Looks)
    fingers: Fingers = NOTHING
    refusal: Refusal | None = None
    said: Line | None = None
    """Something that the station has to say once: a file that cannot be read, a sound that is missing."""
    history: History = field(default_factory=History)
    chronicle: Chronicle = field(default_factory=Chronicle)
    betting_since: int = 0
    """The counter at which bets were opened; 0 where they are not open."""
    small: bool = False
    """Whether the window is too small for a live table."""
    since: int = 0
    """The counter of the moment at which the present step began."""
    unheard: Why | None = None
    """Why no sound can be played here, once that was found."""
    simulated: tuple[str, ...] = ()
    """The simulated devices that this screen moves, by name."""
    devices: Mapping[str, str] = field(default_factory=dict)
    """The devices that are set up here, by name: `shoe` or `tumbler`."""
    journal: JournalSeen = JournalSeen.SAVED
    head: Line = EMPTY
    """How far the journal goes, for who compares it or notes it."""
    now_text: str = ""
    """The time of day at the table."""
    day_text: str = ""

    @property
    def signed_in(self) -> Account | None:
        """Who is signed in at this screen."""
        session = self.state.people.sessions.get(self.terminal)
        return None if session is None else self.state.people.accounts[session.badge]

    @property
    def demo(self) -> bool:
        return self.state.people.kind is Kind.DEMO

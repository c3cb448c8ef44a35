"""Words on the screen: in the language that is read, in the one that helps, and shorter for little room."""

from enum import Enum

from msgspec import Struct
from msgspec.structs import force_setattr

from dealer_app.domain.round.plain_text import visible_text


class Line(Struct, frozen=True):
    """One text, in which every sign is seen. `second` may be empty; `short` stands where the first does not fit."""

    first: str
    second: str = ""
    short: str = ""

    def __post_init__(self) -> None:
        """What an older journal holds, or a device says, is painted as it is and moves no other letter."""
        for name in ("first", "second", "short"):
            text = getattr(self, name)
            if not text.isprintable():
                force_setattr(self, name, visible_text(text, keep="\n"))

    def __bool__(self) -> bool:
        return bool(self.first)


EMPTY = Line("")


class Tone(Enum):
    """How a text, a row or a mark is meant; a window gives each a shape and a colour."""

    PLAIN = "plain"
    QUIET = "quiet"
    GOOD = "good"
    """In order, established, approved: a disc with a tick."""
    ATTENTION = "attention"
    """An irregularity, something to look at: a triangle."""
    STOP = "stop"
    """A fault, a void: an octagon."""
    WINNER = "winner"
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    SIMULATED = "simulated"
    OFF = "off"
    """Not used, not offered, does not apply: dashed."""

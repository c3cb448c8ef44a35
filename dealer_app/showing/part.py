"""What the part of the station that has the word now contributes: play, mending or the house."""

from msgspec import Struct

from dealer_app.showing.blocks import Block, Control
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.screen import Announcement, Page, TrackStep


class Part(Struct, frozen=True, kw_only=True):
    """The rail's work, its one next step, and a page where the table makes room for one.

    Instruction, reason and announcement are the guide's where they are not given here.
    """

    work: tuple[Block, ...]
    primary: Control
    track: tuple[TrackStep, ...] = ()
    page: Page | None = None
    instruction: Line = EMPTY
    why: Line = EMPTY
    clauses: tuple[str, ...] = ()
    say: Announcement | None = None
    writes: str = ""
    """Where the keyboard writes while the fingers name nothing: the first entry that is still empty."""
    entries: frozenset[str] | None = None
    """What there is to write in, where an entry may have gone from the screen that the fingers still name."""

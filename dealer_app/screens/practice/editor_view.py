"""What the scenario editor is made from beside the view of practice: the draft, what is chosen, what it comes to."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.practice.round_moment import Moment
from dealer_app.practice.scenario_draft import DraftReport
from dealer_app.practice.scenarios import Handlers, Happening, Scenario, Trigger
from dealer_app.rulebooks import load_rulebook


class EditorLeaf(Enum):
    """What of a scenario is written, or which one."""

    FILES = "files"
    TABLE = "table"
    SHOE = "shoe"
    BETS = "bets"
    STEPS = "steps"
    TEXTS = "texts"
    PREVIEW = "preview"


LEAVES: Mapping[str, EditorLeaf] = {
    "F2": EditorLeaf.TABLE,
    "F3": EditorLeaf.SHOE,
    "F4": EditorLeaf.BETS,
    "F5": EditorLeaf.STEPS,
    "F6": EditorLeaf.TEXTS,
}
"""The leaves of a scenario by their keys, in the order in which one is written."""


class StepMode(Enum):
    """What of a step is chosen now."""

    LIST = "list"
    WHAT = "what"
    WHEN = "when"
    EXPECT = "expect"
    SAY = "say"
    """Its words in three languages."""
    LINE = "line"
    """Its lines of a script, as they are written in a file."""


TEXT_MODES = frozenset({StepMode.SAY, StepMode.LINE})


class EditorInput(Struct, frozen=True, kw_only=True):
    """What is chosen and keyed in the editor and is not yet part of the draft."""

    leaf: EditorLeaf = EditorLeaf.FILES
    mode: StepMode = StepMode.LIST
    step: int = 0
    """Which step is framed, from 0."""
    is_new: bool = False
    """Whether the step that is chosen comes after all others."""
    when: Trigger = Trigger(card=1)
    do: Happening = Happening()
    bet: int = 0
    """Which bet is framed."""
    area: int = 0
    seat: int = 0
    standing: int = 0
    """Whose chips: 0 is the seated guest, or the first colour of a table without seats."""
    round: int = 0
    """Of which round bets are put, from 0."""
    digits: str = ""
    rank: str = ""
    """The rank of a card whose suit is still to be keyed, or the dice of a throw so far."""
    by_wish: bool = False
    page: int = 0
    field: int = 0
    """In which text the keyboard writes."""
    texts: tuple[str, ...] = ()
    """What is written in the texts of a step."""
    is_leaving: bool = False
    """Whether it was asked once if what is not saved may be lost."""

    @property
    def is_writing(self) -> bool:
        """Whether letters are written now."""
        return self.leaf is EditorLeaf.TEXTS or (self.leaf is EditorLeaf.STEPS and self.mode in TEXT_MODES)


class PreviewView(Struct, frozen=True, kw_only=True):
    """A look at the draft as it is played."""

    moment: Moment | None
    """What is to be done now; nothing after the end."""
    last: Moment
    count: int
    steps: int
    """How many steps of the scenario have come."""


class EditorView(Struct, frozen=True, kw_only=True):
    """The editor as it is now."""

    keyed: EditorInput
    draft: Scenario | None = None
    report: DraftReport | None = None
    handlers: Handlers = {}
    is_saved: bool = True
    files: tuple[Scenario, ...] = ()
    """What can be opened, own ones first."""
    own: frozenset[str] = frozenset()
    """The ids of those that a trainer of this folder wrote."""
    faults: tuple[str, ...] = ()
    preview: PreviewView | None = None

    @property
    def current(self) -> Scenario:
        assert self.draft is not None, "a scenario is open on this leaf"
        return self.draft

    @property
    def current_report(self) -> DraftReport:
        assert self.report is not None, "a scenario is open on this leaf"
        return self.report

    @property
    def has_dice(self) -> bool:
        return load_rulebook(self.current.book).dice is not None

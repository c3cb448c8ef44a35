"""What is known of the past while somebody looks back: the round that was read, its neighbours, what a search found.

It is a value like all that a screen is made from; `past_reader` reads it.
"""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app.journal.round_summaries import RoundSummary
from dealer_app.journal.search import RoundPlace
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.recall.moments import RoundMoments
from dealer_app.screens.screen import Screen

ROUND_PICK = "past-round"
"""The round that is looked at, as `first number last`; the last one where it is empty."""
SEARCH_PICK = "past-search"
"""What is searched for, once Enter has ended it; empty before."""
SEARCH_FIELDS = ("day", "shoe", "round", "seat", "clause")
RECALL_PANELS = frozenset({Panel.RECALL_PAGE, Panel.RECALL_SEARCH})
LAST_STEP = 10**6
"""Stands for the last step of whichever round is read."""


class RecallFault(Enum):
    """Why nothing can be shown."""

    NOT_FOUND = "not-found"
    NO_ROUNDS = "no-rounds"
    DAMAGED = "damaged"
    NOT_READ = "not-read"


class PackState(Struct, frozen=True):
    """Of the dispute pack or a drill: being made, made in this place, or why it could not be made."""

    making: bool = False
    place: str = ""
    fault: str = ""


class StepText(Struct, frozen=True):
    """A step in words: what happened, and by whom."""

    title: str
    lines: tuple[str, ...] = ()


class RecallView(Struct, frozen=True, kw_only=True):
    """What a screen shows of the past. While it is read it has what was there before."""

    of: RoundMoments | None = None
    step: int = 0
    then: Screen | None = None
    """The screen after that step; nothing where it cannot be made, or may not be shown now."""
    texts: tuple[StepText, ...] = ()
    """Of each step."""
    withheld: bool = False
    """Whether somebody has to read a card of the round independently first."""
    before: RoundPlace | None = None
    after: RoundPlace | None = None
    reading: bool = False
    fault: RecallFault | None = None
    found: tuple[RoundSummary, ...] = ()
    more: bool = False
    """Whether a search found more rounds than are shown."""
    pack: PackState | None = None
    """Of the round that is looked at; nothing before somebody wants it."""
    drill: PackState | None = None
    """The scenario that is made of the round that is looked at; its fault is a code."""
    drill_facts: Mapping[str, str] = field(default_factory=dict)
    """What is said in that fault."""
    searched: str = ""
    """What was searched for."""


NO_PAST = RecallView()
"""Nobody looks back."""


def place_text(place: RoundPlace) -> str:
    return f"{place.first} {place.number} {place.last}"


def summary_place(found: RoundSummary) -> RoundPlace:
    return RoundPlace(found.first, found.number, found.last)


def read_place(text: str) -> RoundPlace | None:
    numbers = text.split()
    return RoundPlace(*map(int, numbers)) if len(numbers) == 3 else None


def search_text(input_state: InputState) -> str:
    """What is keyed, as one text: by it a search is known."""
    return "\n".join(input_state.text(f"past-{name}").strip() for name in SEARCH_FIELDS)


def step_number(input_state: InputState, of: RoundMoments) -> int:
    return min(max(0, input_state.page), len(of.moments) - 1)

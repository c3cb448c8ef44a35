"""What happens in a practice folder: trainees by number, sessions, answers. Never in the folder of a table.

A trainee is a random number here. Name and badge stand beside the journal, so that they can be deleted for good.
"""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct


class PracticeMode(Enum):
    """What a session is for: to learn, or to show what is known."""

    DRILL = "drill"
    EXAM = "exam"


class PracticeBegan(Struct, frozen=True, kw_only=True):
    """The folder is for practice: the first event after the beginning of its journal, and never of a table's."""


class TraineeEnrolled(Struct, frozen=True, kw_only=True):
    """Somebody practises here from now on, under this number."""

    trainee: str


class TraineeErased(Struct, frozen=True, kw_only=True):
    """Name, badge and everything worked out from the answers are deleted; the answers stay, of nobody."""

    trainee: str


class RungOpened(Struct, frozen=True, kw_only=True):
    """A trainer opens a rung of the ladder before the one below is mastered."""

    trainee: str
    rung: str


class PracticeSessionBegan(Struct, frozen=True, kw_only=True):
    """A session begins; of an exam the hash of its items is written before the first of them is shown."""

    session: int
    trainee: str
    mode: PracticeMode
    book: str
    layout: str
    fingerprint: str
    """Of the document and the choices of its rulings."""
    seed: int
    items: int = 0
    items_hash: str = ""


class PracticeAnswered(Struct, frozen=True, kw_only=True):
    """One question answered, and what it came to. Skill, document, layout and seed make the question again."""

    session: int
    trainee: str
    at: int
    """When, in microseconds since 1970: what the memory of a skill is reckoned from."""
    skill: str
    book: str
    layout: str
    seed: int
    question: int
    """Which of the questions of the exercise, from 0."""
    answer: tuple[str, ...]
    right: bool
    causes: tuple[str, ...]
    money: int
    milliseconds: int
    limit_seconds: int
    hints: int
    first_try: bool
    rating: int
    counts: bool
    """Whether it moves the schedule: the first answer of a skill each day does, later ones only train."""


class PracticeSessionRated(Struct, frozen=True, kw_only=True):
    """How the trainee rates the session, 1 to 5 by competency, before the result is shown."""

    session: int
    ratings: Mapping[str, int]


class PracticeSessionEnded(Struct, frozen=True, kw_only=True):
    """A session ends; one that was cut off ends at the next start, interrupted."""

    session: int
    interrupted: bool = False


PracticeEvent = (
    PracticeBegan
    | TraineeEnrolled
    | TraineeErased
    | RungOpened
    | PracticeSessionBegan
    | PracticeAnswered
    | PracticeSessionRated
    | PracticeSessionEnded
)

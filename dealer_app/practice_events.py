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
    GUIDED = "guided"
    """A round; the guide says what comes next."""
    UNGUIDED = "unguided"
    """A round; the trainee says what comes next, and the round goes on as the book says."""
    FREE = "free"
    """A round; what the trainee does is done, and its consequence follows."""


class PracticeBegan(Struct, frozen=True, kw_only=True):
    """The folder is for practice: the first event after the beginning of its journal, and never of a table's."""


class TraineeEnrolled(Struct, frozen=True, kw_only=True):
    """Somebody practises here from now on, under this number."""

    trainee: str


class TraineeErased(Struct, frozen=True, kw_only=True):
    """Name, badge and everything worked out from the answers are deleted; the answers stay, of nobody."""

    trainee: str
    trainer: str = ""
    """Who did it; nobody where it was done in the terminal."""


class RungOpened(Struct, frozen=True, kw_only=True):
    """A trainer opens a rung of the ladder before the one below is mastered."""

    trainee: str
    rung: str
    trainer: str = ""


class TrainerEnrolled(Struct, frozen=True, kw_only=True):
    """Somebody trains here, under this number. What the PIN is checked against is kept apart, by its digest."""

    trainer: str
    digest: str


class TrainerPinSet(Struct, frozen=True, kw_only=True):
    """A trainer has another PIN."""

    trainer: str
    digest: str


class TrainerRemoved(Struct, frozen=True, kw_only=True):
    """Somebody trains here no more; the name is deleted."""

    trainer: str


class TrainerSignedIn(Struct, frozen=True, kw_only=True):
    """A trainer opened the trainer's room, or tried to with a wrong PIN."""

    trainer: str
    right: bool


class TraineeNoted(Struct, frozen=True, kw_only=True):
    """A trainer wrote a note on a trainee. Its words stand with the name, so that they are deleted with it."""

    trainee: str
    trainer: str
    note: int
    session: int = 0
    """During which session; of none where it was written beside one."""
    after: int = 0
    """The entry of the journal after which it was written: what the trainer had seen then."""
    mark: str = ""
    """`good` or `poor`, where it is no more than that."""


class GradeRuleSet(Struct, frozen=True, kw_only=True):
    """From now on grades are by this rule: a grade, and how many per cent right and right in time it takes."""

    trainer: str
    rule: tuple[tuple[int, int, int], ...]


class CurrencyKeyMade(Struct, frozen=True, kw_only=True):
    """From now on lists of who has shown what are signed by this key. Here is its public half alone."""

    key: str
    trainer: str = ""


class CurrencyListed(Struct, frozen=True, kw_only=True):
    """A list of who has shown what was signed."""

    made: int
    """When, in microseconds since 1970."""
    rows: int
    digest: str
    """Of the file."""
    trainer: str = ""


class ExamHalted(Struct, frozen=True, kw_only=True):
    """An exam was left: it waits until a trainer resumes or ends it, as one does that was cut off."""

    session: int


class ExamResumed(Struct, frozen=True, kw_only=True):
    """A trainer lets an exam that was left or cut off go on, at the question at which it was."""

    session: int
    trainer: str


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
    at: int = 0
    """When, in microseconds since 1970; 0 where it was written before that was."""


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


class RoundItem(Struct, frozen=True, kw_only=True):
    """One round of a session, by what makes it again: a scenario in its version, or a dealt round by its seed alone."""

    scenario: str = ""
    version: int = 0
    digest: str = ""
    """Of the file of the scenario as it was then."""
    seed: int = 0


class RoundsChosen(Struct, frozen=True, kw_only=True):
    """Which rounds a session plays, in their order; written with its beginning."""

    session: int
    rounds: tuple[RoundItem, ...]


class RoundAnswered(Struct, frozen=True, kw_only=True):
    """One decision in a round, and what it came to. Rounds, place and seed make the question again."""

    session: int
    trainee: str
    at: int
    """When, in microseconds since 1970."""
    round: int
    """Which round of the session, from 0."""
    moment: int
    """Which moment of that round, from 0."""
    question: int
    """Which of the questions of the moment, from 0."""
    code: str
    """What was asked."""
    competency: str
    skill: str
    """The skill that it shows; empty where no drill asks the same."""
    answer: tuple[str, ...]
    right: bool
    causes: tuple[str, ...]
    clause: str
    money: int
    weight: int
    milliseconds: int
    limit_seconds: int
    hints: int
    first_try: bool
    rating: int
    counts: bool
    """Whether it moves the schedule."""


class RoundTrouble(Struct, frozen=True, kw_only=True):
    """A step of a scenario that waited for a time, a trainer or chance has come, before this moment of the round."""

    session: int
    round: int
    moment: int
    step: int


class TroubleArmed(Struct, frozen=True, kw_only=True):
    """A trainer armed trouble in a session of rounds: what, and when it is to come."""

    session: int
    trainer: str
    number: int
    """By which its coming, and its being disarmed, name it."""
    trouble: str
    when: str
    parameter: str = ""
    """The step, the event, or how often an hour."""
    most: int = 1
    """So often at most."""


class TroubleDisarmed(Struct, frozen=True, kw_only=True):
    """What was armed under this number comes no more."""

    session: int
    trainer: str
    number: int


class TroubleCame(Struct, frozen=True, kw_only=True):
    """Trouble that was armed has come, before this moment of the round."""

    session: int
    round: int
    moment: int
    number: int


class RoundFrozen(Struct, frozen=True, kw_only=True):
    """A trainer has stopped the time of a round."""

    session: int
    trainer: str
    round: int
    moment: int


class RoundWentOn(Struct, frozen=True, kw_only=True):
    """A frozen round goes on, where it was or from an earlier step."""

    session: int
    trainer: str
    round: int
    step: int
    """Which of the steps shown in this round, from 0."""
    taken_back: int = 0
    """So many answers of this round do not count any more: they stand in the journal before this."""


class RoundForked(Struct, frozen=True, kw_only=True):
    """From a step of a round another one goes on; the round itself stays as it was played."""

    session: int
    trainer: str
    round: int
    """The new one, from 0."""
    source: int
    """The round it was forked from."""
    step: int
    """From which of its steps, from 0."""


class PracticeSessionRated(Struct, frozen=True, kw_only=True):
    """How the trainee rates the session, 1 to 5 by competency, before the result is shown."""

    session: int
    ratings: Mapping[str, int]


class ReplayMarked(Struct, frozen=True, kw_only=True):
    """A trainer marked a session of rounds, 1 to 5 by competency, without having seen the marks of another."""

    session: int
    trainer: str
    marks: Mapping[str, int]


class ClassShoeGiven(Struct, frozen=True, kw_only=True):
    """These trainees are dealt the same rounds from now on, in the same order: those of the shoe of this number."""

    trainees: tuple[str, ...]
    shoe: int
    """0: rounds by chance again."""
    trainer: str = ""


class PracticeSessionEnded(Struct, frozen=True, kw_only=True):
    """A session ends. Drills that were cut off end at the next start, interrupted; an exam waits for a trainer."""

    session: int
    interrupted: bool = False
    trainer: str = ""
    """Who ended an exam that was interrupted."""


PracticeEvent = (
    PracticeBegan
    | TraineeEnrolled
    | TraineeErased
    | RungOpened
    | TrainerEnrolled
    | TrainerPinSet
    | TrainerRemoved
    | TrainerSignedIn
    | TraineeNoted
    | GradeRuleSet
    | CurrencyKeyMade
    | CurrencyListed
    | ExamHalted
    | ExamResumed
    | PracticeSessionBegan
    | PracticeAnswered
    | RoundsChosen
    | RoundAnswered
    | RoundTrouble
    | TroubleArmed
    | TroubleDisarmed
    | TroubleCame
    | RoundFrozen
    | RoundWentOn
    | RoundForked
    | PracticeSessionRated
    | ReplayMarked
    | ClassShoeGiven
    | PracticeSessionEnded
)

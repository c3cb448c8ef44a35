"""What the screens of whole rounds are made from beside the view of practice: what is chosen, and the session."""

from enum import Enum

from msgspec import Struct

from dealer_app.practice.debrief import Debrief
from dealer_app.practice.questions import Competency
from dealer_app.practice.round_questions import AskedMoment, RoundQuestion
from dealer_app.practice.round_session import RoundDecision
from dealer_app.practice.round_steps import RoundStep
from dealer_app.practice.scenarios import Scenario, ScenarioShelf
from dealer_app.practice.trainee_names import Trainer, TrainerNote
from dealer_app.practice.troubles import ArmedTrouble, Arming, StepPlace, Trouble
from dealer_app.practice_events import PracticeMode
from dealer_app.rulebooks import GAMES
from dealer_app.screens.blocks import NO_TEXT, LaneRemark, ScreenText


class RoundInput(Struct, frozen=True, kw_only=True):
    """What is chosen for rounds, and what is looked at after one."""

    mode: PracticeMode = PracticeMode.UNGUIDED
    book: str = ""
    """Whose scenarios are listed; that of the open document where nothing is said."""
    level: int = 0
    """Only scenarios of this level; all where it is 0."""
    by_clause: bool = False
    place: int = 0
    """Which page of the list."""
    is_other_pressed: bool = False
    """Guided: whether another step was pressed than the one that is due."""
    error: int = 0
    """Which error of the debrief is looked at, from 0."""
    is_answer_open: bool = False
    """Whether the book has been read to the question of this error."""
    round: int = 0
    """Which round of the session the lanes show, from 0."""
    moment: int = 0
    """Which moment of a round is in sight, in milliseconds; that of the error where nobody has moved it."""


class SessionView(Struct, frozen=True, kw_only=True):
    """A session of rounds as it is now."""

    number: int
    """Of the session, in the journal."""
    mode: PracticeMode
    asked: AskedMoment
    question: RoundQuestion
    is_step_asked: bool
    decisions: tuple[RoundDecision, ...]
    scenario: Scenario
    round: int
    """Which round of the session, from 1."""
    rounds: int
    seed: int
    items: int = 0
    """Of an exam: how many decisions it asks for."""
    items_hash: str = ""
    waited: int = 0
    """How long the question is on the screen, in milliseconds."""
    is_frozen: bool = False
    """Whether a trainer has stopped the round."""
    debrief: Debrief | None = None
    remarks: tuple[LaneRemark, ...] = ()
    """What trainers wrote of the trainee since it began, in milliseconds of the session."""

    @property
    def is_exam(self) -> bool:
        return self.mode is PracticeMode.EXAM

    @property
    def is_guided(self) -> bool:
        return self.mode is PracticeMode.GUIDED

    @property
    def says_verdict(self) -> bool:
        """Whether each answer is judged at once: an exam says nothing, and for real the consequence follows."""
        return self.mode is PracticeMode.UNGUIDED

    @property
    def competencies(self) -> tuple[Competency, ...]:
        """What was asked for, in the usual order."""
        seen = {decision.asked.competency for decision in self.decisions}
        return tuple(each for each in Competency if each in seen)


class PanelMode(Enum):
    """What is on the trainer's panel."""

    DOOR = "door"
    """The PIN of a trainer."""
    ARM = "arm"
    STEPS = "steps"
    """To which step of the round."""
    NOTE = "note"


STEP_OF_SCENARIO = "step:"
"""Before the place of a step that waits for a trainer, where a trouble is chosen."""


class PanelInput(Struct, frozen=True, kw_only=True):
    """What is chosen on the panel and not yet armed or kept."""

    mode: PanelMode = PanelMode.ARM
    page: int = 0
    trouble: str = ""
    when: Arming = Arming.NOW
    step: int = 0
    event: int = 0
    rate: int = 0
    most: int = 0
    framed: int = 0
    """Which of the armed troubles is disarmed by its key."""
    text: str = ""
    trainer: int = 0
    """Who keys the PIN."""


class PanelView(Struct, frozen=True, kw_only=True):
    """The trainer's panel as it is now."""

    keyed: PanelInput
    trainer: Trainer | None = None
    trainers: tuple[Trainer, ...] = ()
    pin_digits: int = 0
    trainee: str = ""
    """The name of who practises."""
    is_beside: bool = False
    """Whether it is in a window of its own."""
    is_exam: bool = False
    has_round: bool = False
    waiting: tuple[int, ...] = ()
    """The steps of the scenario that wait for a trainer: they come before all troubles."""
    troubles: tuple[Trouble, ...] = ()
    places: tuple[StepPlace, ...] = ()
    events: tuple[str, ...] = ()
    armed: tuple[ArmedTrouble, ...] = ()
    """Those that may still come."""
    steps: tuple[RoundStep, ...] = ()
    """What was due at each step of the round so far."""
    frozen_at: int | None = None
    taken_back: int = 0
    """How many answers count no more if the round goes on from the step that is shown."""
    notes: tuple[TrainerNote, ...] = ()
    """Of this session."""
    notice: ScreenText = NO_TEXT


class RoundView(Struct, frozen=True, kw_only=True):
    """The second argument of every function that makes a part of a screen of rounds."""

    keyed: RoundInput = RoundInput()
    shelf: ScenarioShelf = ScenarioShelf()
    session: SessionView | None = None
    panel: PanelView | None = None
    """The trainer's panel, while it is open over the table."""

    @property
    def current(self) -> SessionView:
        """The session that is on, or was just ended."""
        assert self.session is not None, "a round is on the screen"
        return self.session


def list_scenarios(shelf: ScenarioShelf, keyed: RoundInput, open_book: str) -> tuple[Scenario, ...]:
    """Those of the chosen document and level, in the chosen order."""
    book = keyed.book or open_book
    found = (file.scenario for file in shelf.files.values())
    fit = [each for each in found if each.book == book and keyed.level in (0, each.level)]
    return tuple(sorted(fit, key=_by_clause if keyed.by_clause else _by_level))


def _by_level(scenario: Scenario) -> tuple[object, ...]:
    return scenario.level, _by_clause(scenario)


def _by_clause(scenario: Scenario) -> tuple[object, ...]:
    """By the numbers of the first clause: 5.9 comes before 5.13."""
    numbers = tuple(int(part) if part.isdecimal() else 0 for part in scenario.clauses[0].split("."))
    return numbers, scenario.id


def next_book(keyed: RoundInput, open_book: str) -> str:
    """The document after the one whose scenarios are listed."""
    return GAMES[(GAMES.index(keyed.book or open_book) + 1) % len(GAMES)]

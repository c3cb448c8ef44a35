"""Exams of whole rounds: scenarios and dealt rounds, sealed, the same for everybody who gets the seed.

One that was left goes on at the same question; by its seed and its rounds somebody else can play and grade it again.
"""

from collections.abc import Sequence
from itertools import islice
from random import Random

from msgspec import Struct

from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.exam import ExamChangedError
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.grading import grade_answer
from dealer_app.practice.round_questions import ask_moment
from dealer_app.practice.round_session import (
    RoundSession,
    UnknownScenarioError,
    hash_rounds,
    make_round,
    scenario_item,
)
from dealer_app.practice.scenario_check import can_play_scenario
from dealer_app.practice.scenarios import ScenarioShelf, book_scenarios, load_scenarios
from dealer_app.practice.trainee_records import ExamRecord
from dealer_app.practice_events import (
    ExamResumed,
    PracticeMode,
    PracticeSessionBegan,
    RoundAnswered,
    RoundItem,
    RoundsChosen,
)

USUAL_ROUNDS = 6
_SEEDS = 10**9


def choose_rounds(table: DrillTable, shelf: ScenarioShelf, seed: int, count: int) -> tuple[RoundItem, ...]:
    """So many rounds of an exam: scenarios that can be played at this layout, and rounds dealt from the seed.

    What depends on time, a trainer or a device is left out: everybody gets the same.
    """
    chance = Random(f"rounds {seed}")  # noqa: S311 - it draws an exam, and guards nothing
    rules = table.rules
    known = [
        each
        for each in book_scenarios(shelf, rules.book.game)
        if not (each.scenario.is_timed or each.scenario.needs_device)
    ]
    fit = (each for each in chance.sample(known, len(known)) if can_play_scenario(each, table))
    chosen = tuple(islice(fit, count // 2))
    items = [scenario_item(shelf, each.scenario.id) for each in chosen]
    items += [RoundItem(seed=1 + chance.randrange(_SEEDS)) for _ in range(count - len(items))]
    chance.shuffle(items)
    return tuple(items)


def resume_rounds(
    folder: PracticeFolder, exam: ExamRecord, table: DrillTable, trainer: str, shelf: ScenarioShelf | None = None
) -> RoundSession:
    """An exam of rounds that was left or cut off, at the question at which it was; no answer is asked again.

    Raises ExamChangedError where document, scenarios or program make other items of it than were sealed.
    """
    events = folder.session_events(exam.session)
    rounds = next(event.rounds for event in events if isinstance(event, RoundsChosen))
    try:
        session = RoundSession(
            folder,
            folder.state.open_exams[exam.session],
            table,
            mode=PracticeMode.EXAM,
            rounds=rounds,
            seed=exam.seed,
            shelf=shelf,
            number=exam.session,
        )
    except UnknownScenarioError as problem:
        raise ExamChangedError from problem
    if session.items_hash != exam.items_hash or session.count_items() != exam.items:
        raise ExamChangedError
    session.replay([event for event in events if isinstance(event, RoundAnswered)])
    folder.record(ExamResumed(session=exam.session, trainer=trainer))
    return session


class RoundsRepeat(Struct, frozen=True, kw_only=True):
    """An exam of rounds graded once more from its journal."""

    items: int
    answered: int
    right: int
    same_items: bool
    same_marks: bool


def repeat_rounds(
    began: PracticeSessionBegan,
    rounds: Sequence[RoundItem],
    answers: Sequence[RoundAnswered],
    table: DrillTable,
    shelf: ScenarioShelf | None = None,
) -> RoundsRepeat:
    """Plays the rounds again by the book and grades the answers that were given."""
    known = load_scenarios() if shelf is None else shelf
    given = {(each.round, each.moment, each.question): each for each in answers}
    marks: list[tuple[bool, bool]] = []
    items = 0
    for place, item in enumerate(rounds):
        play = make_round(item, table, known)
        while not play.over:
            asked = ask_moment(play)
            items += len(asked.questions)
            for each, question in enumerate(asked.questions):
                event = given.get((place, asked.moment.number, each))
                if event is not None:
                    marks.append((grade_answer(question.question, event.answer).right, event.right))
            play.play_book()
    return RoundsRepeat(
        items=items,
        answered=len(answers),
        right=sum(now for now, _ in marks),
        same_items=hash_rounds(rounds, table) == began.items_hash and items == began.items,
        same_marks=len(marks) == len(answers) and all(now == then for now, then in marks),
    )

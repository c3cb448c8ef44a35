"""The scenarios that come with the station: each can be played, by a perfect trainee and by a bad one, to its end."""

from collections.abc import Sequence
from random import Random

import pytest

from dealer_app.clock import Timestamp
from dealer_app.journal.records import Secret
from dealer_app.practice.dealt_rounds import deal_scenario
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.round_questions import ask_moment
from dealer_app.practice.round_session import RoundSession, scenario_item
from dealer_app.practice.round_steps import keypad_steps
from dealer_app.practice.scenario_check import check_scenario, find_table, play_perfectly, scenario_table
from dealer_app.practice.scenarios import ScenarioFile, load_scenarios
from dealer_app.practice.state import PracticeState, apply_practice_event
from dealer_app.practice.wording import answer_text, choice_text, question_text, reason_text, slip_text, story_text
from dealer_app.practice_events import PracticeEvent, PracticeMode, TraineeEnrolled
from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks.clauses import ClauseKind, document_clauses
from dealer_app.texts import Language, Words
from tests.support.live_station import SteppingClock

SHELF = load_scenarios()
FILES = list(SHELF.files.values())
TRAINEE = "t1"
LANGUAGES = [Words.load(language) for language in Language]
_LONG_WAIT = 600_000
_WRONG = 0.4
_MOST_ACTS = 200
"""How often the bad trainee is wrong."""


class MemoryFolder(PracticeFolder):
    """Keeps what is written in memory: how it becomes durable is proved elsewhere."""

    def __init__(self) -> None:
        self._clock = SteppingClock()
        self.state = apply_practice_event(PracticeState(), TraineeEnrolled(trainee=TRAINEE))

    def now(self) -> Timestamp:
        return self._clock.now()

    def record(self, *events: PracticeEvent, secrets: Sequence[Secret] = ()) -> None:
        assert not secrets
        for event in events:
            self.state = apply_practice_event(self.state, event)


@pytest.fixture
def folder() -> PracticeFolder:
    return MemoryFolder()


def begin(folder: PracticeFolder, file: ScenarioFile, mode: PracticeMode) -> RoundSession:
    item = scenario_item(SHELF, file.scenario.id)
    return RoundSession(folder, TRAINEE, find_table(file.scenario), mode=mode, rounds=(item,), shelf=SHELF)


def test_all_of_them_are_read() -> None:
    assert SHELF.faults == ()
    assert len(FILES) >= 60


@pytest.mark.parametrize("book", GAMES)
def test_each_clause_on_irregularities_has_a_scenario(book: str) -> None:
    """Every rule of section 5 asks something of a dealer; what is only defined there, or left to the house, is none."""
    asked = {
        clause.number
        for clause in document_clauses(book)
        if clause.number.startswith("5.") and clause.kind is ClauseKind.RULE
    }
    shown = {clause for file in FILES if file.scenario.book == book for clause in file.scenario.clauses}
    assert asked - shown == set()


def test_ten_have_more_than_one_trouble() -> None:
    combined = [file for file in FILES if "trouble" in file.scenario.id]
    assert len(combined) >= 10
    for file in combined:
        play = RoundPlay(file.scenario, find_table(file.scenario))
        play_perfectly(play)
        assert sum(line.startswith(("report ", "bet found ", "card ", "tumbles ")) for line in play.lines) >= 2


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.scenario.id)
def test_everything_in_it_can_happen(file: ScenarioFile) -> None:
    assert check_scenario(file) == ()
    assert file.name == f"{file.scenario.id}.toml"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.scenario.id)
def test_a_perfect_trainee_has_everything_right(folder: PracticeFolder, file: ScenarioFile) -> None:
    session = begin(folder, file, PracticeMode.UNGUIDED)
    while True:
        session.tick(_LONG_WAIT if file.scenario.is_timed else 0)
        say_everything(session)
        decision = session.answer(session.question.right[0], 500)
        assert decision.mark.right
        if not session.ask_next():
            break
    session.end()
    assert session.is_over
    assert session.play.session.books.is_balanced


def say_everything(session: RoundSession) -> None:
    """All that is asked has its words, in every language."""
    question, scene = session.question, session.exercise.scene
    slips = (question.usual, *(slip for mistake in question.mistakes for slip in mistake.slips))
    for words in LANGUAGES:
        assert question_text(words, question)
        assert reason_text(words, question)
        assert bool(story_text(words, scene)) == bool(scene.story)
        assert all(choice_text(words, question, choice) for choice in question.choices)
        assert all(answer_text(words, question, answer) for answer in question.right)
        assert all(slip_text(words, slip) for slip in slips)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.scenario.id)
def test_a_bad_trainee_comes_to_the_end_too(folder: PracticeFolder, file: ScenarioFile) -> None:
    chance = Random(file.scenario.id)
    for mode in (PracticeMode.UNGUIDED, PracticeMode.FREE):
        session = begin(folder, file, mode)
        while True:
            session.tick(_LONG_WAIT if file.scenario.is_timed else 0)
            question = session.question
            is_wrong = bool(question.mistakes) and chance.random() < _WRONG
            given = chance.choice(question.mistakes).answer if is_wrong else question.right[0]
            decision = session.answer(given, chance.randint(500, 30_000))
            assert decision.mark.right is not is_wrong
            assert not is_wrong or decision.causes
            if not session.ask_next():
                break
        session.end()
        assert session.is_over


def do_anything(play: RoundPlay, chance: Random) -> None:
    """Acts of a trainee who does what comes to mind; some of it is what is due."""
    steps = list(keypad_steps(play.table.rules).values())
    for _ in range(_MOST_ACTS):
        if play.over:
            return
        assert ask_moment(play).questions
        assert play.moment is not None
        play.do(chance.choice(steps) if chance.random() < _WRONG else play.moment.due[0])
    raise AssertionError("the round does not end")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(5))
def test_whatever_is_really_done_a_round_comes_to_its_end(seed: int) -> None:
    chance = Random(seed)
    for file in FILES:
        do_anything(RoundPlay(file.scenario, find_table(file.scenario)), chance)
    for game in GAMES:
        table = scenario_table(game, "A")
        for number in range(1, 40):
            do_anything(RoundPlay(deal_scenario(table, number), table, seed=number), chance)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.scenario.id)
def test_played_again_it_is_the_same_round(file: ScenarioFile) -> None:
    plays = [RoundPlay(file.scenario, find_table(file.scenario)) for _ in range(2)]
    for play in plays:
        play_perfectly(play)
    assert plays[0].lines == plays[1].lines

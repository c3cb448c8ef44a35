"""Two trainers mark the same replay blind, and a class is dealt from one shoe."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.questions import Competency
from dealer_app.practice.replay_marks import (
    ReplayNotPossibleError,
    compare_marks,
    find_replay,
    mark_replay,
    open_replay,
    visible_marks,
)
from dealer_app.practice.round_session import RoundSession
from dealer_app.practice.trainee_records import ReplayRecord, shoe_round
from dealer_app.practice_events import ClassShoeGiven, PracticeMode, RoundItem, TroubleCame
from dealer_app.rulebooks import load_rulebook
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

BOOK = load_rulebook("tai-sai-open-cover-v5")
TABLE = DrillTable(make_rules(BOOK, BOOK.layouts[0]))


@contextmanager
def reopened(path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    with reopened(tmp_path) as opened:
        yield opened


def play(
    folder: PracticeFolder, trainee: str, item: RoundItem, mode: PracticeMode = PracticeMode.UNGUIDED
) -> RoundSession:
    """A round to its end, with one step answered wrong."""
    session = RoundSession(folder, trainee, TABLE, mode=mode, rounds=(item,))
    more, number = True, 0
    while more:
        question = session.question
        wrong = [(each,) for each in question.choices if (each,) not in question.right]
        session.answer(wrong[0] if number == 2 and wrong else question.right[0], 1000)
        more, number = session.ask_next(), number + 1
    session.end()
    return session


def known(folder: PracticeFolder, session: int) -> ReplayRecord:
    found = find_replay(folder.state, session)
    assert found is not None
    return found


@pytest.mark.parametrize("mode", [PracticeMode.UNGUIDED, PracticeMode.GUIDED, PracticeMode.FREE])
def test_a_replay_shows_every_decision_as_it_was_graded_and_writes_nothing(
    folder: PracticeFolder, mode: PracticeMode
) -> None:
    session = play(folder, folder.enroll("Trainee 4").trainee, RoundItem(seed=11), mode)
    before = folder.sequence
    replay = open_replay(folder, session.number)
    assert [(each.question.code, each.answer, each.mark.right) for each in replay.decisions] == [
        (each.question.code, each.answer, each.mark.right) for each in session.decisions
    ]
    assert folder.sequence == before


def test_nobody_sees_the_marks_of_another_before_giving_their_own(folder: PracticeFolder) -> None:
    session = play(folder, folder.enroll("Trainee 4").trainee, RoundItem(seed=11)).number
    replay = open_replay(folder, session)
    mine = dict.fromkeys(replay.competencies, 4)
    assert mark_replay(folder, replay, "one", mine)
    assert set(visible_marks(known(folder, session), "one")) == {"one"}
    assert not visible_marks(known(folder, session), "two")
    assert not compare_marks(known(folder, session), "two")
    first = replay.competencies[0]
    assert mark_replay(folder, replay, "two", {**mine, first: 2})
    for trainer in ("one", "two"):
        rows = {row.competency: row for row in compare_marks(known(folder, session), trainer)}
        assert (rows[first].marks, rows[first].difference, rows[first].is_wide) == ((4, 2), 2, True)
        assert not any(row.is_wide for competency, row in rows.items() if competency is not first)


def test_marks_are_given_once_and_whole(folder: PracticeFolder) -> None:
    session = play(folder, folder.enroll("Trainee 4").trainee, RoundItem(seed=11)).number
    replay = open_replay(folder, session)
    whole = dict.fromkeys(replay.competencies, 3)
    first = replay.competencies[0]
    other = next(each for each in Competency if each not in replay.competencies)
    for wrong in ({}, {**whole, first: 0}, {**whole, first: 6}, {**whole, other: 3}):
        assert not mark_replay(folder, replay, "one", wrong)
    assert mark_replay(folder, replay, "one", whole)
    assert not mark_replay(folder, replay, "one", {**whole, first: 5}), "what was given stays"
    assert known(folder, session).marks["one"][first.value] == 3


def test_marks_are_there_after_a_restart_and_gone_with_the_trainee(tmp_path: Path) -> None:
    with reopened(tmp_path) as folder:
        trainee = folder.enroll("Trainee 4").trainee
        session = play(folder, trainee, RoundItem(seed=11)).number
        replay = open_replay(folder, session)
        mark_replay(folder, replay, "one", dict.fromkeys(replay.competencies, 3))
    with reopened(tmp_path) as folder:
        assert set(known(folder, session).marks) == {"one"}
        folder.erase(trainee)
        assert find_replay(folder.state, session) is None


def test_what_a_trainer_took_part_in_is_not_played_again_as_if_it_had_been_alone(folder: PracticeFolder) -> None:
    session = play(folder, folder.enroll("Trainee 4").trainee, RoundItem(seed=11)).number
    folder.record(TroubleCame(session=session, round=0, moment=1, number=1))
    with pytest.raises(ReplayNotPossibleError):
        open_replay(folder, session)


def test_a_class_is_dealt_the_same_rounds_in_the_same_order(folder: PracticeFolder) -> None:
    people = [folder.enroll(name).trainee for name in ("Trainee 4", "Trainee 5")]
    folder.record(ClassShoeGiven(trainees=tuple(people), shoe=7))
    dealt = []
    for trainee in people:
        items = []
        for _ in range(2):
            record = folder.state.trainees[trainee]
            items.append(shoe_round(record.shoe, record.shoe_rounds))
            play(folder, trainee, items[-1])
        play(folder, trainee, RoundItem(seed=99))
        assert folder.state.trainees[trainee].shoe_rounds == 2, "a round of another seed is none of the shoe"
        dealt.append(items)
    assert dealt[0] == dealt[1]
    assert dealt[0][0] != dealt[0][1]
    assert shoe_round(8, 0) != shoe_round(7, 0)
    folder.record(ClassShoeGiven(trainees=(people[0],), shoe=0))
    assert [folder.state.trainees[each].shoe for each in people] == [0, 7]

"""What a trainer does to a round that is on: armed, frozen, gone back in, forked; the journal stays whole, and an exam
refuses all of it.
"""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from dealer_app.journal.recovery import verify_all
from dealer_app.practice.debrief import make_debrief
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.round_session import RoundSession
from dealer_app.practice.round_steps import RoundStep
from dealer_app.practice.round_trainer import (
    ArmTrouble,
    DisarmTrouble,
    ForkRound,
    FreezeRound,
    LetGoOn,
    LetStepCome,
    RoundTrainer,
    ShowStep,
    TrainerAct,
    TrainerRefusal,
)
from dealer_app.practice.scenario_check import check_text, scenario_table
from dealer_app.practice.scenarios import read_shelf
from dealer_app.practice.troubles import MOST_ARMED, ArmedTrouble, Arming
from dealer_app.practice_events import (
    PracticeMode,
    RoundAnswered,
    RoundForked,
    RoundFrozen,
    RoundItem,
    RoundWentOn,
    TraineeNoted,
    TroubleArmed,
    TroubleCame,
    TroubleDisarmed,
)
from dealer_app.wiring import make_practised_device
from tests.practice.test_scenarios import EXCESS
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

TABLE = scenario_table("tiger-buffalo-v4", "A")
SEED = 1
"""Of a dealt round in which nothing goes wrong by itself."""
DISPLAY = ArmedTrouble(trouble="display-wrong", when=Arming.NOW)


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        yield opened


def begin(
    folder: PracticeFolder, mode: PracticeMode = PracticeMode.UNGUIDED, rounds: int = 1
) -> tuple[RoundSession, RoundTrainer]:
    session = RoundSession(
        folder,
        folder.enroll("A trainee").trainee,
        TABLE,
        mode=mode,
        rounds=tuple(RoundItem(seed=SEED + place) for place in range(rounds)),
        make_device=make_practised_device,
    )
    return session, RoundTrainer(session, folder, "x1")


def answer(session: RoundSession, *, right: bool = True) -> None:
    question = session.question
    wrong = next((each,) for each in (*question.choices, "none") if (each,) not in question.right)
    session.answer(question.right[0] if right else wrong, 1000)
    session.ask_next()


def play_to(session: RoundSession, step: RoundStep) -> None:
    while session.moment.due[0] is not step or not session.is_step_asked:
        answer(session)


def play_out(session: RoundSession) -> None:
    while not session.is_over:
        answer(session)


def events_of(folder: PracticeFolder, session: RoundSession, kind: type) -> list[object]:
    return [each for each in folder.session_events(session.number) if isinstance(each, kind)]


def check_journal(folder: PracticeFolder) -> None:
    """Every entry is there, and the chain holds."""
    assert verify_all(folder.path).sequence == folder.sequence


EVERYTHING: tuple[TrainerAct, ...] = (
    ArmTrouble(DISPLAY),
    LetStepCome(0),
    DisarmTrouble(1),
    FreezeRound(),
    ShowStep(0),
    LetGoOn(),
    ForkRound(),
)


def test_an_exam_refuses_all_of_it_and_writes_nothing(folder: PracticeFolder) -> None:
    session, trainer = begin(folder, PracticeMode.EXAM)
    answer(session)
    before, place = folder.sequence, session.moment
    for act in EVERYTHING:
        assert trainer.act(act) is TrainerRefusal.IN_EXAM
        assert trainer.refusal(act) is TrainerRefusal.IN_EXAM
    assert (folder.sequence, session.moment) == (before, place)
    assert session.play.armed.armed == ()
    assert not session.play.has_device, "nothing can befall a device that is not there"


def test_trouble_that_is_armed_comes_and_is_written(folder: PracticeFolder) -> None:
    session, trainer = begin(folder)
    play_to(session, RoundStep.DRAW_PLAYER)
    assert trainer.act(ArmTrouble(DISPLAY)) is None
    assert session.moment.due == (RoundStep.STOP,), "it can come, so it comes at once"
    (armed,) = events_of(folder, session, TroubleArmed)
    (came,) = events_of(folder, session, TroubleCame)
    assert isinstance(armed, TroubleArmed)
    assert isinstance(came, TroubleCame)
    assert (armed.trouble, armed.when, armed.trainer) == ("display-wrong", "now", "x1")
    assert (came.number, came.round, came.moment) == (armed.number, 0, session.moment.number)
    play_out(session)
    check_journal(folder)


def test_what_is_disarmed_never_comes(folder: PracticeFolder) -> None:
    session, trainer = begin(folder)
    silence = ArmedTrouble(trouble="shoe-silence", when=Arming.EVENT, event="bets-closed")
    assert trainer.act(ArmTrouble(silence)) is None
    assert trainer.act(DisarmTrouble(1)) is None
    play_out(session)
    assert events_of(folder, session, TroubleCame) == []
    assert len(events_of(folder, session, TroubleDisarmed)) == 1


def test_what_this_table_cannot_have_and_too_much_is_refused(folder: PracticeFolder) -> None:
    _, trainer = begin(folder)
    leaning = ArmTrouble(ArmedTrouble(trouble="die-leaning", when=Arming.NOW))
    assert trainer.act(leaning) is TrainerRefusal.NOT_AT_THIS_TABLE
    later = ArmTrouble(ArmedTrouble(trouble="power-cut", when=Arming.RATE, rate=2))
    for _ in range(MOST_ARMED):
        assert trainer.act(later) is None
    assert trainer.act(later) is TrainerRefusal.TOO_MANY


def test_what_is_armed_waits_on_in_the_next_round(folder: PracticeFolder) -> None:
    session, trainer = begin(folder, rounds=2)
    play_to(session, RoundStep.SETTLE)
    trainer.act(ArmTrouble(ArmedTrouble(trouble="shoe-lost-report", when=Arming.NOW)))
    play_out(session)
    (came,) = events_of(folder, session, TroubleCame)
    assert isinstance(came, TroubleCame)
    assert came.round == 1


def test_in_a_frozen_round_no_time_passes(folder: PracticeFolder) -> None:
    session, trainer = begin(folder)
    play_to(session, RoundStep.DRAW_PLAYER)
    trainer.act(ArmTrouble(ArmedTrouble(trouble="display-wrong", when=Arming.RATE, rate=60)))
    assert trainer.act(FreezeRound()) is None
    assert not any(session.tick(60_000) for _ in range(60))
    with pytest.raises(AssertionError):
        session.answer(session.question.right[0], 1000)
    assert trainer.act(LetGoOn()) is None
    assert any(session.tick(60_000) for _ in range(60)), "an hour at sixty an hour"
    assert session.moment.due == (RoundStep.STOP,)


def test_a_freeze_in_the_middle_of_a_moment_asks_nothing_twice(folder: PracticeFolder) -> None:
    session, trainer = begin(folder)
    play_to(session, RoundStep.ANNOUNCE_RESULT)
    answer(session)
    place = session.place
    assert place > 0
    trainer.act(ShowStep(0))
    assert session.moment.due == (RoundStep.OPEN_BETTING,), "it is looked at"
    trainer.act(ShowStep(len(session.lines[-1]) - 1))
    trainer.act(LetGoOn())
    assert (session.place, session.moment.due[0]) == (place, RoundStep.ANNOUNCE_RESULT)
    assert session.taken_back == []


def test_going_on_from_an_earlier_step_takes_back_what_came_after_it(folder: PracticeFolder) -> None:
    session, trainer = begin(folder)
    play_to(session, RoundStep.DRAW_PLAYER)
    answered = len(session.decisions)
    answer(session, right=False)
    answer(session)
    assert trainer.act(ShowStep(answered)) is None
    assert trainer.act(LetGoOn()) is None
    assert session.moment.due == (RoundStep.DRAW_PLAYER,)
    assert session.moment.state.round is not None
    assert session.moment.state.round.cards == ()
    assert len(session.decisions) == answered
    assert [each.mark.right for each in session.taken_back] == [False, True]
    play_out(session)
    written = [each for each in events_of(folder, session, RoundAnswered) if isinstance(each, RoundAnswered)]
    assert len(written) == len(session.decisions) + 2, "what was answered stays in the journal"
    again = written[answered + 2]
    assert (again.moment, again.first_try, again.counts) == (answered, False, False)
    assert written[-1].first_try, "what was never seen before is a first try"
    (went,) = events_of(folder, session, RoundWentOn)
    assert isinstance(went, RoundWentOn)
    assert (went.step, went.taken_back) == (answered, 2)
    check_journal(folder)


def test_a_fork_leaves_the_round_as_it_was_played(folder: PracticeFolder) -> None:
    session, trainer = begin(folder)
    play_to(session, RoundStep.ANNOUNCE_RESULT)
    first, answered = session.play, len(session.decisions)
    lines = [*first.lines]
    trainer.act(ShowStep(2))
    assert trainer.act(ForkRound()) is None
    assert session.moment.due == (RoundStep.DRAW_PLAYER,)
    assert len(session.plays) == 2
    trainer.act(ArmTrouble(ArmedTrouble(trouble="shoe-silence", when=Arming.NOW)))
    answer(session)
    assert session.moment.device is not None
    play_out(session)
    assert first.lines == lines
    assert [each.round for each in session.decisions[:answered]] == [0] * answered
    assert {each.round for each in session.decisions[answered:]} == {1}
    (forked,) = events_of(folder, session, RoundForked)
    assert isinstance(forked, RoundForked)
    assert (forked.source, forked.round, forked.step) == (0, 1, 2)
    assert len(events_of(folder, session, RoundFrozen)) == 1
    session.end()
    session.rate({})
    debrief = make_debrief(session)
    assert debrief is not None
    assert len(debrief.scenarios) == 2
    assert [part.began for part in debrief.done] == sorted(part.began for part in debrief.done)
    check_journal(folder)


def test_there_is_nothing_to_resume_round_in_a_round_that_runs(folder: PracticeFolder) -> None:
    _, trainer = begin(folder)
    assert trainer.act(LetGoOn()) is TrainerRefusal.NOT_FROZEN
    assert trainer.act(ForkRound()) is TrainerRefusal.NOT_FROZEN
    assert trainer.act(ShowStep(1)) is TrainerRefusal.NO_STEP
    assert trainer.act(ShowStep(-1)) is TrainerRefusal.NO_STEP


def test_a_round_that_is_over_takes_nothing_more(folder: PracticeFolder) -> None:
    session, trainer = begin(folder)
    play_out(session)
    assert {trainer.act(act) for act in EVERYTHING} == {TrainerRefusal.ROUND_OVER}


def test_a_note_is_bound_to_the_entry_after_which_it_was_written(folder: PracticeFolder) -> None:
    session, _ = begin(folder)
    answer(session)
    after = folder.sequence
    folder.write_note(session.trainee, "x1", "looks at the rail first", session=session.number)
    folder.write_note(session.trainee, "x1", "", session=session.number, mark="good")
    notes = folder.trainees[session.trainee].notes
    assert [(each.after, each.mark) for each in notes] == [(after, ""), (after + 1, "good")]
    written = [each for each in events_of(folder, session, TraineeNoted) if isinstance(each, TraineeNoted)]
    assert [each.after for each in written] == [after, after + 1]
    assert "rail" not in "".join(map(str, written)), "its words stand with the name alone"


def test_a_scenario_injects_a_fault_of_the_device_by_its_bytes(folder: PracticeFolder) -> None:
    text = EXCESS.replace('inject = ["card next face down"]', 'inject = ["shoe lost-report"]').replace(
        "{ card = 4 }", "{ card = 2 }"
    )
    text = text[: text.index("[[expect]]")]
    assert check_text(text.encode(), "own.toml") == ()
    shelf = read_shelf({"own.toml": text.encode()})
    session = RoundSession(
        folder,
        folder.enroll("A trainee").trainee,
        TABLE,
        mode=PracticeMode.UNGUIDED,
        rounds=(RoundItem(scenario="v4-too-many"),),
        shelf=shelf,
        make_device=make_practised_device,
    )
    play_to(session, RoundStep.STOP)
    assert session.moment.device is not None
    assert session.moment.device.fault == "lost-report"
    assert session.moment.state.round is not None
    assert len(session.moment.state.round.cards) == 2


def test_a_step_that_waits_for_a_trainer_comes_when_the_trainer_says_so(folder: PracticeFolder) -> None:
    text = EXCESS.replace("{ card = 4 }", "{ trainer = true }").replace(
        '["card next face down"]', '["report power-failure"]'
    )
    text = text[: text.index("[[expect]]")]
    session = RoundSession(
        folder,
        folder.enroll("A trainee").trainee,
        TABLE,
        mode=PracticeMode.UNGUIDED,
        rounds=(RoundItem(scenario="v4-too-many"),),
        shelf=read_shelf({"own.toml": text.encode()}),
    )
    trainer = RoundTrainer(session, folder, "x1")
    play_to(session, RoundStep.DRAW_PLAYER)
    assert trainer.act(LetStepCome(1)) is TrainerRefusal.NOT_AT_THIS_TABLE
    assert trainer.act(LetStepCome(0)) is None
    assert session.moment.case is not None
    assert session.moment.case.trouble == "power-failure"
    assert trainer.act(LetStepCome(0)) is TrainerRefusal.NOT_AT_THIS_TABLE, "it has come"
    (armed,) = events_of(folder, session, TroubleArmed)
    assert isinstance(armed, TroubleArmed)
    assert (armed.trouble, armed.trainer) == ("step:1", "x1")


@pytest.mark.parametrize(
    ("line", "said"),
    [("shoe asleep", "is no fault of a shoe"), ("tumbler silence", "this game has a shoe")],
)
def test_a_fault_that_no_device_has_is_named_with_its_line(line: str, said: str) -> None:
    text = EXCESS.replace('inject = ["card next face down"]', f'inject = ["{line}"]')
    (fault,) = check_text(text.encode(), "own.toml")
    assert said in fault
    assert "line " in fault

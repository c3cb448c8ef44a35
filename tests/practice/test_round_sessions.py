"""Rounds as a trainee plays them: graded by the guide, each answer durable before it is taken, an exam sealed."""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from itertools import count
from pathlib import Path

import pytest

from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.practice.debrief import make_debrief
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.overview import make_row
from dealer_app.practice.questions import Cause, Competency
from dealer_app.practice.round_exam import choose_rounds, repeat_rounds, resume_rounds
from dealer_app.practice.round_session import RoundSession, scenario_item
from dealer_app.practice.round_steps import RoundStep, keypad_steps
from dealer_app.practice.scenario_check import play_perfectly, scenario_table
from dealer_app.practice.scenarios import ScenarioShelf, load_scenarios, read_shelf
from dealer_app.practice.skills import skills_by_id
from dealer_app.practice_events import (
    PracticeMode,
    PracticeSessionBegan,
    RoundAnswered,
    RoundItem,
    RoundsChosen,
    RoundTrouble,
)
from dealer_app.rulebooks import GAMES
from tests.practice.test_scenarios import EXCESS
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

SHELF = read_shelf({"own.toml": EXCESS.encode()})
TABLE = scenario_table("tiger-buffalo-v4", "A")
INSURED = scenario_table("tiger-buffalo-insurance", "C")
OFFER = """\
id = "ip-offer"
version = 1
book = "tiger-buffalo-insurance"
layout = "C"
clauses = ["3.12", "5.13.2"]
level = 2

[title]
en = "An offer on five"
zh-Hant = "五點問保險"
zh-Hans = "五点问保险"

[debrief]
en = "Offer it before the next card."
zh-Hant = "抽下一張牌之前先問保險。"
zh-Hans = "抽下一张牌之前先问保险。"

[shoe]
cards = "5D QS AS 3S 5S"

[[bet]]
seat = 1
area = "player"
stake = 1000

[[bet]]
seat = 2
area = "banker"
stake = 500

[[step]]
when = { seconds = 8 }
do = { leaves = "2" }
"""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    with open_folder(tmp_path) as opened:
        yield opened


def open_folder(path: Path) -> AbstractContextManager[PracticeFolder]:
    numbers = count(1)
    return open_practice(path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}")


def begin(
    folder: PracticeFolder,
    mode: PracticeMode,
    *,
    table: DrillTable = TABLE,
    shelf: ScenarioShelf = SHELF,
    rounds: tuple[RoundItem, ...] = (),
) -> RoundSession:
    chosen = rounds or (scenario_item(shelf, next(iter(shelf.files))),)
    return RoundSession(
        folder, folder.enroll("A trainee").trainee, table, mode=mode, rounds=chosen, seed=3, shelf=shelf
    )


def answer_rightly(session: RoundSession) -> None:
    session.answer(session.question.right[0], 1000)


def play_to(session: RoundSession, step: RoundStep) -> None:
    while session.moment.due[0] is not step or not session.is_step_asked:
        answer_rightly(session)
        assert session.ask_next()


def play_out(session: RoundSession) -> None:
    while True:
        answer_rightly(session)
        if not session.ask_next():
            return


@pytest.mark.parametrize("game", GAMES)
def test_there_are_ten_steps_in_the_places_of_the_keypad(game: str) -> None:
    steps = keypad_steps(scenario_table(game, "A").rules)
    assert "".join(steps) == "1234567890"
    assert len(set(steps.values())) == 10


def test_the_list_of_steps_is_always_whole(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.UNGUIDED)
    lists = set()
    while True:
        if session.is_step_asked:
            lists.add(session.question.choices)
        answer_rightly(session)
        if not session.ask_next():
            break
    assert len(lists) == 1


def test_a_wrong_step_moves_no_card_and_the_book_goes_on(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.UNGUIDED)
    play_to(session, RoundStep.NO_MORE_BETS)
    done = session.answer((RoundStep.DRAW_PLAYER.value,), 1000)
    assert (done.mark.right, done.causes) == (False, (Cause.CLOSE_LATE,))
    assert session.ask_next()
    state = session.play.session.state
    assert state.round is not None
    assert state.round.cards == ()
    assert session.moment.due == (RoundStep.DRAW_PLAYER,)


def test_done_for_real_a_wrong_step_has_its_consequence(folder: PracticeFolder) -> None:
    """A card before No more Bets: play stops, and the trainee has to see it."""
    session = begin(folder, PracticeMode.FREE)
    play_to(session, RoundStep.NO_MORE_BETS)
    session.answer((RoundStep.DRAW_PLAYER.value,), 1000)
    assert session.ask_next()
    assert session.moment.due == (RoundStep.STOP,)
    assert session.decisions[-1].done is not None
    assert session.decisions[-1].done.happened


def test_done_for_real_what_the_table_refuses_has_none(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.FREE)
    play_to(session, RoundStep.NO_MORE_BETS)
    session.answer((RoundStep.SETTLE.value,), 1000)
    assert session.ask_next()
    done = session.decisions[-1].done
    assert done is not None
    assert done.refusal is not None
    assert session.moment.due == (RoundStep.NO_MORE_BETS,)


def test_where_the_order_is_open_only_what_does_no_harm_is_right(folder: PracticeFolder) -> None:
    """What would bring trouble is never one of them."""
    text = EXCESS.replace('when = { event = "case-opened" }', 'when = { state = "settle" }\norder = "any"')
    shelf = read_shelf({"own.toml": text.encode()})
    session = begin(folder, PracticeMode.UNGUIDED, shelf=shelf)
    play_to(session, RoundStep.SETTLE)
    assert session.moment.due == (RoundStep.SETTLE,), "nothing else can be done without trouble"


def test_the_house_may_expect_another_step(folder: PracticeFolder) -> None:
    text = EXCESS.replace('when = { event = "case-opened" }', 'when = { state = "settle" }\nby = "stop"')
    shelf = read_shelf({"own.toml": text.encode()})
    session = begin(folder, PracticeMode.UNGUIDED, shelf=shelf)
    play_to(session, RoundStep.SETTLE)
    assert session.answer((RoundStep.STOP.value,), 1000).mark.right
    assert session.ask_next()
    play_out(session)
    assert session.is_over, "the book's step is played"


def test_an_irregularity_is_asked_in_the_order_of_the_station(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.UNGUIDED)
    play_to(session, RoundStep.STOP)
    codes = [each.question.code for each in session.asked.questions]
    assert codes == [
        "round-step",
        "trouble",
        "established",
        "decided-bet",
        "decider",
        "options",
        "course",
        "words-case",
    ]
    assert session.round_question.limit_seconds == 12
    assert session.round_question.weight == 3


def test_words_that_are_said_first_are_not_asked_again(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.UNGUIDED)
    assert not session.say_first(), "the drills ask no words of it"
    play_to(session, RoundStep.ANNOUNCE_RESULT)
    assert session.say_first()
    assert session.question.code == "words"
    answer_rightly(session)
    assert session.ask_next()
    assert session.is_step_asked
    assert not session.say_first()
    answer_rightly(session)
    assert session.ask_next()
    assert session.moment.due == (RoundStep.SETTLE,)


def test_a_missed_offer_costs_what_the_house_returns(folder: PracticeFolder) -> None:
    """Insurance Plus 5.13.2: seat 1 would have insured the Player Hand, which loses, so the Original Bet goes back."""
    shelf = read_shelf({"own.toml": OFFER.encode()})
    session = begin(folder, PracticeMode.UNGUIDED, table=INSURED, shelf=shelf)
    play_to(session, RoundStep.OFFER_INSURANCE)
    done = session.answer((RoundStep.DRAW_PLAYER.value,), 1000)
    assert done.causes == (Cause.INSURANCE_MISSED,)
    assert done.money == -1000


def test_an_insurance_that_won_is_paid_before_the_bets(folder: PracticeFolder) -> None:
    """Seat 1 has insured half of the bet at 5 to 2 on PLAYER 6, which loses."""
    shelf = read_shelf({"own.toml": OFFER.encode()})
    session = begin(folder, PracticeMode.UNGUIDED, table=INSURED, shelf=shelf)
    play_to(session, RoundStep.SETTLE)
    asked = session.asked.questions[1]
    assert (asked.question.code, asked.skill) == ("insurance-pay", "insurance.pay.5-to-2")
    assert asked.question.right == (("1500",),)


def test_a_card_while_the_offer_is_open_is_a_late_close(folder: PracticeFolder) -> None:
    shelf = read_shelf({"own.toml": OFFER.encode()})
    session = begin(folder, PracticeMode.UNGUIDED, table=INSURED, shelf=shelf)
    play_to(session, RoundStep.CLOSE_OFFER)
    assert session.answer((RoundStep.DRAW_PLAYER.value,), 1000).causes == (Cause.INSURANCE_LATE,)


def test_what_waits_for_time_comes_when_it_has_passed(folder: PracticeFolder) -> None:
    shelf = read_shelf({"own.toml": OFFER.encode()})
    session = begin(folder, PracticeMode.UNGUIDED, table=INSURED, shelf=shelf)
    play_to(session, RoundStep.DRAW_PLAYER)
    assert not session.tick(3000)
    assert session.tick(5000)
    assert session.moment.due == (RoundStep.STOP,)
    assert session.moment.case is not None
    assert session.moment.case.trouble == "player-left"


def test_what_the_table_does_not_allow_yet_waits(folder: PracticeFolder) -> None:
    """Nobody can leave who has not bet: it comes when there is a bet."""
    shelf = read_shelf({"own.toml": OFFER.encode()})
    session = begin(folder, PracticeMode.UNGUIDED, table=INSURED, shelf=shelf)
    assert not session.tick(20_000)
    assert session.moment.due == (RoundStep.OPEN_BETTING,)
    answer_rightly(session)
    assert session.ask_next()
    assert session.moment.due == (RoundStep.STOP,)
    assert session.play.fired == [0]


def test_nothing_comes_between_the_step_and_what_belongs_to_it(folder: PracticeFolder) -> None:
    shelf = read_shelf({"own.toml": OFFER.replace("seconds = 8", "seconds = 60").encode()})
    session = begin(folder, PracticeMode.UNGUIDED, table=INSURED, shelf=shelf)
    play_to(session, RoundStep.ANNOUNCE_RESULT)
    answer_rightly(session)
    assert session.ask_next()
    assert not session.tick(90_000)
    assert session.question.code == "words"


def test_a_trainer_lets_trouble_come_as_soon_as_the_table_allows(folder: PracticeFolder) -> None:
    text = OFFER.replace("{ seconds = 8 }", "{ trainer = true }")
    session = begin(folder, PracticeMode.UNGUIDED, table=INSURED, shelf=read_shelf({"own.toml": text.encode()}))
    assert not session.arm(0), "armed, and nobody has bet"
    play_to(session, RoundStep.STOP)
    assert session.play.fired == [0]
    fork = session.play.fork()
    play_perfectly(fork)
    assert fork.over
    assert not session.play.over, "a fork leaves the round whole"
    troubles = [each for each in folder.session_events(session.number) if isinstance(each, RoundTrouble)]
    assert [each.step for each in troubles] == [0]


def test_chance_lets_trouble_come_at_its_rate(folder: PracticeFolder) -> None:
    text = OFFER.replace("{ seconds = 8 }", '{ rate = "60/hour" }')
    session = begin(folder, PracticeMode.UNGUIDED, table=INSURED, shelf=read_shelf({"own.toml": text.encode()}))
    play_to(session, RoundStep.DRAW_PLAYER)
    assert any(session.tick(5000) for _ in range(120)), "within ten minutes it has come, some ten times over"


def test_decisions_move_the_skills_they_show(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.UNGUIDED)
    play_out(session)
    known = folder.state.trainees[session.trainee]
    assert {"draw.natural", "irregularity.excess.established", "pay.player"} <= set(known.skills)
    assert known.decisions[Competency.PACE.value] == "rr"
    assert known.answers == len(session.decisions)
    row = make_row(session.trainee, known, skills_by_id(), folder.now().utc)
    assert {grade.competency: grade.tries for grade in row.grades}[Competency.PACE] == 2


def test_guided_answers_are_no_test(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.GUIDED)
    play_out(session)
    known = folder.state.trainees[session.trainee]
    assert (known.skills, known.decisions) == ({}, {})


def test_the_debrief_comes_after_the_own_rating(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.UNGUIDED)
    play_to(session, RoundStep.STOP)
    session.answer((RoundStep.ANNOUNCE_RESULT.value,), 20_000)
    assert session.ask_next()
    play_out(session)
    session.end()
    assert make_debrief(session) is None
    session.rate({Competency.IRREGULARITIES: 5})
    debrief = make_debrief(session)
    assert debrief is not None
    (flag,) = debrief.flags
    assert (flag.weight, flag.causes) == (3, (Cause.IRREGULARITY_CLASS,))
    assert len(debrief.book) == len(debrief.done) == debrief.decisions
    assert debrief.done[flag.decision].answer == ()
    assert sum(phase.milliseconds for phase in debrief.phases) == debrief.milliseconds
    assert debrief.right_first == debrief.decisions - 1


# Exams


def test_an_exam_of_rounds_is_repeated_to_the_same_marks(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.EXAM, rounds=choose_rounds(TABLE, SHELF, 5, 2))
    answered = 0
    while True:
        question = session.question
        wrong = question.mistakes[0].answer if question.mistakes and answered % 3 == 0 else None
        session.answer(wrong or question.right[0], 1000)
        answered += 1
        if not session.ask_next():
            break
    session.end()
    events = folder.session_events(session.number)
    began, chosen = events[0], events[1]
    assert isinstance(began, PracticeSessionBegan)
    assert isinstance(chosen, RoundsChosen)
    answers = [event for event in events if isinstance(event, RoundAnswered)]
    again = repeat_rounds(began, chosen.rounds, answers, TABLE, SHELF)
    assert (again.same_items, again.same_marks) == (True, True)
    assert (again.items, again.answered) == (began.items, answered)
    assert again.right == session.right_first


def test_an_exam_on_any_layout_has_scenarios_of_its_document() -> None:
    table = scenario_table("tiger-buffalo-v4", "P")
    rounds = choose_rounds(table, load_scenarios(), 5, 6)
    assert sum(bool(each.scenario) for each in rounds) == 3
    assert all(each.scenario.startswith("v4-") for each in rounds if each.scenario)
    assert choose_rounds(table, load_scenarios(), 5, 6) == rounds


def test_an_exam_gives_no_hint_and_no_trouble_at_will(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.EXAM)
    with pytest.raises(AssertionError):
        session.take_hint()
    with pytest.raises(AssertionError):
        session.arm(0)


@pytest.mark.parametrize("answered", [0, 1, 8, 11])
def test_an_exam_that_is_cut_off_goes_on_at_the_same_question(tmp_path: Path, answered: int) -> None:
    with open_folder(tmp_path) as folder:
        session = begin(folder, PracticeMode.EXAM)
        for _ in range(answered):
            answer_rightly(session)
            session.ask_next()
        waiting = session.question
    with open_folder(tmp_path) as folder:
        (exam,) = folder.state.trainees[session.trainee].exams
        assert (exam.session, exam.answered, exam.rounds) == (session.number, answered, 1)
        resumed = resume_rounds(folder, exam, TABLE, "trainer", SHELF)
        assert resumed.question == waiting
        play_out(resumed)
        resumed.end()
        assert len(resumed.decisions) == resumed.count_items()
        assert folder.state.open_exams == {}


def test_what_is_left_of_an_exam_waits_for_a_trainer(folder: PracticeFolder) -> None:
    session = begin(folder, PracticeMode.EXAM)
    answer_rightly(session)
    session.end()
    (exam,) = folder.state.trainees[session.trainee].exams
    assert (exam.items, exam.answered, exam.ended) == (session.count_items(), 1, False)
    assert folder.state.open_exams == {session.number: session.trainee}


def test_an_answer_that_cannot_be_written_does_not_count(
    folder: PracticeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = begin(folder, PracticeMode.EXAM)
    question = session.question

    def refuse(*_events: object) -> None:
        raise JournalError(JournalFault.DISK_FULL, {})

    with monkeypatch.context() as patched:
        patched.setattr(folder, "record", refuse)
        with pytest.raises(JournalError):
            answer_rightly(session)
    assert (session.question, session.decisions) == (question, [])
    answer_rightly(session)
    assert len(session.decisions) == 1


@pytest.mark.parametrize("game", GAMES)
def test_rounds_are_dealt_from_a_seed_in_every_game(folder: PracticeFolder, game: str) -> None:
    table = scenario_table(game, "A")
    for mode in (PracticeMode.UNGUIDED, PracticeMode.FREE):
        session = begin(
            folder, mode, table=table, shelf=ScenarioShelf(), rounds=tuple(RoundItem(seed=seed) for seed in (1, 2, 3))
        )
        play_out(session)
        assert session.is_over
        assert all(each.mark.right for each in session.decisions)

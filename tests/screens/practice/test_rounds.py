"""Whole rounds at the screen of practice: what each way of playing shows, and what it keeps to itself."""

from collections.abc import Iterator
from importlib import resources
from itertools import count
from pathlib import Path

import pytest

from dealer_app.domain.values import replace
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.people.pins import HashedPin
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.questions import AnswerForm
from dealer_app.practice.round_steps import RoundStep, keypad_steps
from dealer_app.practice.scenarios import load_scenarios, read_shelf
from dealer_app.practice_events import PracticeMode, RoundAnswered, RoundItem
from dealer_app.practice_window import PracticeTexts
from dealer_app.rulebooks import GAMES
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import Block, Control, KeysBlock, LanesBlock, ListRow, NoteBlock, RowsBlock, Tone
from dealer_app.screens.practice.exam_pages import group_hash
from dealer_app.screens.practice.view import PracticePage
from dealer_app.screens.screen import AreaState, HandsShown, PageStage, StepsShown, TableStage
from dealer_app.texts import Language, language_pair
from tests.support.at_practice import AtPractice
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

INSURANCE = "tiger-buffalo-insurance"
OFFERED = 3
"""The seed of a dealt round in which insurance is offered, and something goes wrong."""


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        yield opened


def begin_round(
    folder: PracticeFolder,
    mode: PracticeMode,
    *,
    game: str = INSURANCE,
    seed: int = OFFERED,
    language: Language = Language.EN,
) -> AtPractice:
    at = AtPractice(folder, language)
    at.desk.press(Practise("letter", "A"))
    at.touch("enroll")
    at.desk.press(Practise("game", game))
    at.desk.press(Practise("home"))
    at.touch("rounds")
    at.desk.rounds._begin((RoundItem(seed=seed),), mode)
    at.desk.show()
    return at


def give(at: AtPractice, *, right: bool = True, step: RoundStep | None = None) -> None:
    """Answers what is asked, and goes on."""
    question = at.desk.rounds.current.question
    wrong = [(choice,) for choice in question.choices if (choice,) not in question.right]
    answer = (step.value,) if step is not None else question.right[0] if right or not wrong else wrong[0]
    at.desk.rounds.answer(answer)
    at.desk.show()


def play_to(at: AtPractice, step: RoundStep) -> None:
    """By the book, to the moment at which this step is due."""
    session = at.desk.rounds.current
    while not (session.is_step_asked and session.moment.due[0] is step):
        give(at)


def stage_of(at: AtPractice) -> TableStage:
    stage = at.desk.screen.stage
    assert isinstance(stage, TableStage)
    return stage


def strip_of(at: AtPractice) -> StepsShown:
    past = stage_of(at).past
    assert isinstance(past, StepsShown)
    return past


def step_keys(at: AtPractice) -> tuple[Control, ...]:
    pad = next(block for block in at.desk.screen.rail.work if isinstance(block, KeysBlock) and block.fixed)
    return pad.controls


@pytest.mark.parametrize("game", GAMES)
def test_the_ten_steps_lie_in_the_places_of_the_keypad_whatever_is_due(folder: PracticeFolder, game: str) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED, game=game)
    keys = {key.key: key.name for key in step_keys(at)}
    steps = keypad_steps(at.desk.rounds.current.table.rules)
    assert keys == {**{digit: f"choice:{step.value}" for digit, step in steps.items()}, ".": "say-it"}
    give(at)
    assert {key.key: key.name for key in step_keys(at)} == keys


def test_the_guide_speaks_and_marks_its_step(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.GUIDED)
    rail = at.desk.screen.rail
    assert rail.say is not None
    assert rail.why
    assert [key.name for key in step_keys(at) if key.picked] == [f"choice:{RoundStep.OPEN_BETTING.value}"]
    at.key("7")
    assert at.desk.screen.rail.refusal, "another step is not done"
    at.key("1")
    assert at.desk.rounds.current.decisions[-1].mark.right


def test_without_the_guide_nothing_on_the_table_says_what_comes_next(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED)
    play_to(at, RoundStep.OFFER_INSURANCE)
    stage = stage_of(at)
    assert isinstance(stage.result, HandsShown)
    assert not stage.result.player.note
    assert not [card for hand in (stage.result.player, stage.result.banker) for card in hand.cards if card.word]
    assert not stage.table.with_odds
    assert {area.state for area in stage.table.areas} == {AreaState.CLOSED}
    assert at.desk.screen.rail.say is None
    guided = begin_round(folder, PracticeMode.GUIDED)
    play_to(guided, RoundStep.OFFER_INSURANCE)
    assert AreaState.SELECTED in {area.state for area in stage_of(guided).table.areas}, "the guide shows the offer"


def test_wrong_words_are_told_with_one_full_stop_each(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED, language=Language.ZH_HANT)
    play_to(at, RoundStep.ANNOUNCE_RESULT)
    give(at)
    give(at, right=False)
    (told,) = (block for block in at.desk.screen.rail.work if isinstance(block, NoteBlock) and block.tone is Tone.STOP)
    assert "。。" not in told.text.first
    assert ".." not in told.text.second


@pytest.mark.parametrize("mode", [PracticeMode.UNGUIDED, PracticeMode.GUIDED])
def test_what_a_bet_is_paid_is_not_on_the_table_while_it_is_asked(folder: PracticeFolder, mode: PracticeMode) -> None:
    at = begin_round(folder, mode)
    session = at.desk.rounds.current
    while not session.question.code.startswith("pay"):
        give(at)
    areas = stage_of(at).table.areas
    assert any(area.state is AreaState.SELECTED and area.stakes for area in areas), "the bet that is asked about"
    assert not [stake.wins for area in areas for stake in area.stakes if stake.wins]


def test_a_wrong_step_is_told_with_the_next_question_and_the_book_is_played(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED)
    play_to(at, RoundStep.OFFER_INSURANCE)
    cards = len(at.desk.rounds.current.moment.state.round.cards)  # type: ignore[union-attr]
    give(at, step=RoundStep.DRAW_PLAYER)
    told = [block for block in at.desk.screen.rail.work if isinstance(block, NoteBlock) and block.tone is Tone.STOP]
    assert len(told) == 1
    assert "Offer insurance" in told[0].text.first
    assert told[0].clauses[0].label.first == "3.12"
    assert [step.tone for step in strip_of(at).steps if step.tone is Tone.STOP] == [Tone.STOP]
    round_ = at.desk.rounds.current.moment.state.round
    assert round_ is not None
    assert len(round_.cards) == cards, "no card was drawn"


def test_for_real_the_act_is_done_and_nothing_is_said_of_it(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.FREE)
    play_to(at, RoundStep.OFFER_INSURANCE)
    give(at, step=RoundStep.DRAW_PLAYER)
    moment = at.desk.rounds.current.moment
    assert moment.case is not None, "a card is out, and nobody was asked"
    assert moment.due == (RoundStep.STOP,)
    assert not [block for block in at.desk.screen.rail.work if isinstance(block, NoteBlock) and block.tone is Tone.STOP]
    assert {step.tone for step in strip_of(at).steps} == {Tone.PLAIN}


def test_what_the_table_refuses_for_real_says_why(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.FREE)
    give(at, step=RoundStep.SETTLE)
    told = next(block for block in at.desk.screen.rail.work if isinstance(block, NoteBlock) and block.title)
    assert told.text
    assert at.desk.rounds.current.moment.due == (RoundStep.OPEN_BETTING,)


def test_an_exam_says_nothing_of_what_was_right(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.EXAM)
    give(at, right=False)
    give(at)
    assert {step.tone for step in strip_of(at).steps} == {Tone.PLAIN}
    assert strip_of(at).steps[0].label.first != "Open betting", "what was said, not what was right"
    assert not [block for block in at.desk.screen.rail.work if isinstance(block, NoteBlock) and block.framed]
    assert "clause" not in at.controls()
    assert not [cell for cell in at.desk.screen.top_bar.left if cell.name == "so-far"]


@pytest.mark.parametrize("language", list(Language))
def test_a_dealt_round_of_every_game_is_played_to_its_debrief(folder: PracticeFolder, language: Language) -> None:
    for game in GAMES:
        for mode in (PracticeMode.GUIDED, PracticeMode.UNGUIDED):
            at = begin_round(folder, mode, game=game, language=language)
            number = 0
            while at.page() is PracticePage.ROUND:
                number += 1
                give(at, right=mode is PracticeMode.GUIDED or number % 4 != 0)
            assert at.page() is PracticePage.ROUND_RATING
            for competency in at.desk.rounds.view().current.competencies:
                at.touch(f"rate:{competency.value}:4")
            at.touch("round-rate")
            page = at.desk.screen.stage
            assert isinstance(page, PageStage)
            lanes = next(block for block in page.head if isinstance(block, LanesBlock))
            assert len(lanes.upper.parts) == len(lanes.lower.parts)
            assert bool(lanes.flags) == (mode is PracticeMode.UNGUIDED)


def rate_round(at: AtPractice) -> None:
    for competency in at.desk.rounds.view().current.competencies:
        at.touch(f"rate:{competency.value}:4")
    at.touch("round-rate")


def test_the_debrief_leads_from_error_to_error_first_the_question_then_the_book(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED)
    number = 0
    while at.page() is PracticePage.ROUND:
        number += 1
        give(at, right=number not in (3, 6, 9))
    rate_round(at)
    errors = [row for column in page_of(at).columns for block in column for row in rows_in(block)]
    assert [row.framed for row in errors] == [True, False, False]
    book = [block for block in at.desk.screen.rail.work if isinstance(block, NoteBlock) and block.tone is Tone.GOOD]
    assert not book, "first the question"
    at.key("Enter")
    assert [block for block in at.desk.screen.rail.work if isinstance(block, NoteBlock) and block.tone is Tone.GOOD]
    at.key("Enter")
    assert at.desk.rounds.keyed.error == 1
    at.key("3")
    assert at.desk.rounds.keyed.error == 2
    at.key("Esc")
    assert at.page() is PracticePage.HOME


def page_of(at: AtPractice) -> PageStage:
    page = at.desk.screen.stage
    assert isinstance(page, PageStage)
    return page


def rows_in(block: Block) -> tuple[ListRow, ...]:
    return block.rows if isinstance(block, RowsBlock) else ()


FAULTY = b'id = "broken"\nversion = "one"\n'


def test_a_faulty_scenario_is_named_with_its_line_and_the_others_can_be_played(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED)
    at.desk.rounds._shelf = read_shelf({"broken.toml": FAULTY})
    at.desk.press(Practise("scenarios"))
    faults = [block for column in page_of(at).columns for block in column if isinstance(block, NoteBlock)]
    assert [fault for fault in faults if fault.text.first.startswith("broken.toml, line 2:")]
    assert [fault for fault in faults if fault.tone is Tone.STOP]


def test_time_is_shown_and_an_answer_beyond_it_is_late(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED)
    for _ in range(20):
        at.desk.refresh()
    give(at)
    assert at.desk.rounds.current.decisions[-1].is_late
    assert strip_of(at).steps[0].tone is Tone.ATTENTION


def test_an_answer_is_written_before_it_is_shown_as_taken(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED)
    session = at.desk.rounds.current
    give(at)
    assert len(strip_of(at).steps) == 2
    written = [event for event in folder.session_events(session.number) if isinstance(event, RoundAnswered)]
    assert len(written) == 1


def test_amounts_are_keyed_with_digits(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED)
    session = at.desk.rounds.current
    while session.question.form is not AnswerForm.AMOUNT:
        give(at)
    amount = int(session.question.right[0][0]) // 100
    at.key(*str(amount), "Enter")
    assert session.decisions[-1].mark.right


PIN = "274916"


def test_an_exam_of_rounds_that_is_left_waits_for_a_trainer_and_goes_on_at_the_same_question(
    folder: PracticeFolder,
) -> None:
    at = AtPractice(folder)
    at.key("F10", *"Trainer 1", "Enter", *PIN, "Enter", *PIN, "Enter", "Esc", *"Anna", "Enter")
    at.key("9", *"77", "*")
    assert at.page() is PracticePage.EXAM_SEALED
    sealed = at.desk.rounds.current
    assert group_hash(sealed.items_hash) in repr(at.desk.screen.stage)
    assert sealed.seed == 77
    at.key("Enter")
    give(at)
    give(at, right=False)
    asked = sealed.question
    at.key("Esc", "Esc")
    assert at.page() is PracticePage.EXAM_WAITS
    at.key("Enter", *PIN, "Enter", "Enter")
    assert at.page() is PracticePage.ROUND
    resumed = at.desk.rounds.current
    assert resumed is not sealed
    assert resumed.question == asked
    assert [each.mark.right for each in resumed.decisions] == [True, False]
    assert len(strip_of(at).steps) == 3


def test_an_exam_of_rounds_that_is_cut_off_waits_at_the_next_start(tmp_path: Path) -> None:
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: "t1") as folder:
        at = begin_round(folder, PracticeMode.EXAM)
        give(at)
        at.desk.rounds.session = None
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: "t2") as folder:
        at = AtPractice(folder)
        at.desk.press(Practise("trainee", "t1"))
        assert at.page() is PracticePage.EXAM_WAITS
        assert "1" in repr(at.desk.screen.stage)


def test_an_exam_of_rounds_ends_with_its_seal_and_its_result(folder: PracticeFolder) -> None:
    at = begin_round(folder, PracticeMode.EXAM)
    session = at.desk.rounds.current
    at.key("Enter")
    while at.page() is PracticePage.ROUND:
        give(at)
    rate_round(at)
    assert at.page() is PracticePage.DEBRIEF
    seal = repr(at.desk.screen.rail.work)
    assert session.items_hash[:16] in seal
    assert session.table.rules.book.choice_fingerprint[:16] in seal
    at.key("/")
    assert at.page() is PracticePage.EXAM_RESULT
    assert not folder.state.open_exams


def test_an_answer_that_cannot_be_written_stops_practice_and_does_not_count(
    folder: PracticeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = begin_round(folder, PracticeMode.UNGUIDED)
    problems: list[BaseException] = []
    at.desk._window = replace(at.desk._window, report_failure=problems.append)

    def fail(*_events: object) -> None:
        raise JournalError(JournalFault.DISK_FULL)

    monkeypatch.setattr(folder, "record", fail)
    at.desk.press(Practise("choose", RoundStep.OPEN_BETTING.value))
    at.touch("answer")
    assert [type(problem) for problem in problems] == [JournalError]
    assert not at.desk.rounds.current.decisions
    texts = PracticeTexts(language_pair(Language.EN, Language.ZH_HANT))
    assert texts.stop.title[0].startswith("Not graded")


def test_what_a_trainer_wrote_of_the_round_lies_under_its_lanes(folder: PracticeFolder) -> None:
    trainer = folder.enroll_trainer("Trainer 1", HashedPin("hash of it"))
    folder.enroll("Before")
    folder.write_note("t2", trainer.trainer, "of somebody else")
    at = begin_round(folder, PracticeMode.UNGUIDED)
    who = at.desk.rounds.current.trainee
    while at.page() is PracticePage.ROUND:
        give(at)
        if len(at.desk.rounds.current.decisions) == 3:
            folder.write_note(who, trainer.trainer, "Eyes on the shoe.")
    rate_round(at)
    lanes = next(block for block in page_of(at).head if isinstance(block, LanesBlock))
    assert [remark.text for remark in lanes.remarks] == ["Trainer 1: Eyes on the shoe."]


def test_scenarios_of_the_house_are_played_and_a_step_that_cannot_happen_is_named(folder: PracticeFolder) -> None:
    own = folder.path / "scenarios"
    own.mkdir()
    shipped = next(iter(load_scenarios().files.values()))
    text = (resources.files("resources") / "scenarios" / shipped.name).read_text(encoding="utf-8")
    (own / "own.toml").write_text(text.replace(shipped.scenario.id, "own-round", 1), encoding="utf-8")
    never = '\n[[step]]\nwhen = { card = 9 }\ndo = { inject = ["report power-failure"] }\n'
    (own / "never.toml").write_text(text.replace(shipped.scenario.id, "never-round", 1) + never, encoding="utf-8")
    at = begin_round(folder, PracticeMode.UNGUIDED)
    shelf = at.desk.rounds.shelf
    assert "own-round" in shelf.files
    assert "never-round" not in shelf.files
    assert [fault for fault in shelf.faults if fault.startswith("never.toml, line ")]
    at.desk.press(Practise("scenario", "own-round"))
    assert at.page() is PracticePage.ROUND

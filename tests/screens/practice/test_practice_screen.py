"""Practice at its screen: whole sessions by keys alone and by touch alone, every page checked in every language."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.skills import read_skills
from dealer_app.practice.wording import story_text
from dealer_app.rulebooks import GAMES
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import Face, NoteBlock
from dealer_app.screens.practice import practice_controller
from dealer_app.screens.practice.view import PracticePage
from dealer_app.screens.screen import AreaState, Cue, HandsShown, TableStage
from dealer_app.texts import Language, Words
from tests.support.at_practice import AtPractice
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        yield opened


def whole_session(at: AtPractice, press: Callable[[str], None]) -> None:
    """Somebody new answers six questions, rates themselves, and comes home."""
    for letter in "AN NA":
        press(f"letter:{letter}")
    press("enroll")
    assert at.page() is PracticePage.HOME
    press("begin")
    for number in range(6):
        at.answer(press, right=number != 2)
        press("answer")
        assert at.page() is PracticePage.VERDICT
        press("next")
    press("stop")
    assert at.page() is PracticePage.QUESTION, "asked once more"
    press("stop")
    assert at.page() is PracticePage.OWN_RATING
    press("rate:drawing:4")
    press("show-result")
    assert at.page() is PracticePage.RESULT
    press("home")
    assert at.page() is PracticePage.HOME
    assert at.folder.trainees["t1"].name == "AN NA"
    assert at.folder.state.trainees["t1"].answers == 6
    assert at.folder.state.trainees["t1"].right == 5


@pytest.mark.parametrize("language", list(Language))
def test_a_session_by_touch_alone(folder: PracticeFolder, language: Language) -> None:
    at = AtPractice(folder, language)
    whole_session(at, at.touch)


def test_a_session_by_keys_alone(folder: PracticeFolder) -> None:
    at = AtPractice(folder)

    def press(name: str) -> None:
        if name.startswith("letter:"):
            at.key(name[-1])
        else:
            key = at.controls()[name].key
            assert key, f"{name} has no key"
            at.key(key)

    whole_session(at, press)


@pytest.mark.parametrize("game", GAMES)
def test_every_skill_of_every_game_is_asked_and_answered_at_the_screen(folder: PracticeFolder, game: str) -> None:
    at = AtPractice(folder)
    at.desk.press(Practise("letter", "A"))
    at.touch("enroll")
    at.desk.press(Practise("game", game))
    for layout in (at.desk._view().table.rules.book.layouts[0], at.desk._view().table.rules.book.layouts[-1]):
        at.desk.press(Practise("layout", layout.letter))
        for skill in at.desk._view().skills:
            at.desk.press(Practise("skill", skill.id))
            for _ in at.desk._current.exercise.questions:
                assert isinstance(at.desk.screen.stage, TableStage)
                at.answer(at.touch)
                at.touch("answer")
                assert at.desk._current.answered[-1].mark.right, skill.id
                at.touch("next")
            at.desk._current.end()


def test_an_answer_that_is_not_keyed_yet_says_what_it_waits_for(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    at.desk.press(Practise("letter", "A"))
    at.touch("enroll")
    at.touch("begin")
    at.key("Enter")
    assert at.desk.screen.rail.refusal
    assert at.cues[-1] is Cue.REFUSED
    assert at.folder.state.trainees["t1"].answers == 0


def test_odds_and_points_are_not_shown_before_the_answer(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    at.desk.press(Practise("letter", "A"))
    at.touch("enroll")
    at.desk.press(Practise("skill", "pay.tie"))
    stage = at.desk.screen.stage
    assert isinstance(stage, TableStage)
    assert not any(area.odds for area in stage.table.areas)
    assert not stage.table.with_odds
    at.answer(at.touch)
    at.touch("answer")
    stage = at.desk.screen.stage
    assert isinstance(stage, TableStage)
    assert any(area.odds for area in stage.table.areas)


def test_practice_says_on_every_screen_that_it_is_practice(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    assert at.desk.screen.ribbon is not None
    assert "PRACTICE" in at.desk.screen.ribbon.text.first


def drill_at_the_screen(folder: PracticeFolder, game: str, skill: str) -> AtPractice:
    at = AtPractice(folder)
    at.desk.press(Practise("letter", "A"))
    at.touch("enroll")
    at.desk.press(Practise("game", game))
    at.desk.press(Practise("skill", skill))
    return at


def notes_of(at: AtPractice) -> list[str]:
    return [block.text.first for block in at.desk.screen.rail.work if isinstance(block, NoteBlock)]


def test_what_has_happened_stands_over_the_keys(folder: PracticeFolder) -> None:
    at = drill_at_the_screen(folder, "tiger-buffalo-v4", "irregularity.bet.moved")
    story = at.desk.screen.rail.work[0]
    assert isinstance(story, NoteBlock)
    assert story.framed
    assert story.text.first == story_text(Words.load(Language.EN), at.desk._current.exercise.scene)


def test_cards_lie_as_they_came_and_face_down_without_their_faces(folder: PracticeFolder) -> None:
    at = drill_at_the_screen(folder, "tiger-baccarat-mbs-v3", "irregularity.gone-with-card")
    stage, scene = at.desk.screen.stage, at.desk._current.exercise.scene
    assert isinstance(stage, TableStage)
    assert isinstance(stage.result, HandsShown)
    shown = [*stage.result.player.cards, *stage.result.banker.cards]
    assert sorted(card.number or 0 for card in shown) == list(range(1, len(scene.lying) + 1))
    assert all(card.face is Face.BACK and not card.card for card in shown)


def test_a_card_on_no_hand_is_told(folder: PracticeFolder) -> None:
    at = drill_at_the_screen(folder, "tiger-buffalo-v4", "irregularity.excess.established")
    beside = len(at.desk._current.exercise.scene.lying)
    assert f"On no hand: card {beside}, face down" in notes_of(at)


def test_a_faulty_file_of_skills_is_named_on_the_first_page(
    folder: PracticeFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = read_skills("[[skill]\n", "skills.toml")
    monkeypatch.setattr(practice_controller, "load_skills", lambda: broken)
    at = AtPractice(folder)
    assert at.page() is PracticePage.TRAINEES
    assert at.desk.screen.rail.refusal.first.startswith("skills.toml: ")
    assert "at line 1" in at.desk.screen.rail.refusal.first


def test_the_time_runs_against_its_limit_until_the_answer(folder: PracticeFolder) -> None:
    at = drill_at_the_screen(folder, "tai-sai-open-cover-v5", "areas")
    begun = at.desk.screen.rail.since
    at.milliseconds += 20_000
    at.desk.refresh()
    limit = at.desk._current.exercise.limit_seconds
    seconds = [float(text.partition(" ")[0]) for text in (begun, at.desk.screen.rail.since)]
    assert seconds[1] - seconds[0] >= 20
    assert at.desk.screen.rail.since.endswith(f"s of {limit} s")
    at.answer(at.touch)
    at.touch("answer")
    assert at.page() is PracticePage.VERDICT
    shown = at.desk.screen.rail.since
    at.desk.refresh()
    assert at.desk.screen.rail.since == shown == ""


def test_the_sign_and_the_bet_that_is_asked_are_told(folder: PracticeFolder) -> None:
    at = drill_at_the_screen(folder, "tiger-buffalo-v4", "limits.accept.differential")
    told = notes_of(at)
    assert [line for line in told if line.startswith("Sign: minimum ")]
    assert [line for line in told if line.startswith("This bet: Seat ")]


def test_other_bets_are_not_struck_while_one_is_asked(folder: PracticeFolder) -> None:
    """They count with it: to whom they seem collected, the differential comes out wrong."""
    at = drill_at_the_screen(folder, "tiger-buffalo-v4", "limits.accept.differential")
    stage = at.desk.screen.stage
    assert isinstance(stage, TableStage)
    assert len([stake for area in stage.table.areas for stake in area.stakes]) > 1
    assert not [stake for area in stage.table.areas for stake in area.stakes if stake.struck]
    assert [area.seat for area in stage.table.areas if area.state is AreaState.LIT]
    assert not [area for area in stage.table.areas if area.state is AreaState.DIMMED]

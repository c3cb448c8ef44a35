"""The scenario editor: by keys alone and by touch alone a scenario is written, looked at, corrected and saved."""

import errno
import os
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

from dealer_app.people.pins import HashedPin
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.scenario_check import check_files, check_text, load_shelf
from dealer_app.practice.scenario_file import write_scenario
from dealer_app.practice.scenarios import Scenario, ScenarioFile, load_scenarios
from dealer_app.rulebooks import GAMES
from dealer_app.screens.actions import Practise
from dealer_app.screens.practice.editor_view import LEAVES, EditorLeaf, StepMode
from dealer_app.screens.practice.view import PracticePage
from dealer_app.screens.screen import TableStage
from dealer_app.texts import Language
from tests.support.at_practice import AtPractice
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock
from tests.support.long_tests import mostly_long

PIN = "274916"
GAME = "tiger-buffalo-v4"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        opened.enroll_trainer("Trainer 1", HashedPin(f"hash of {PIN}"))
        opened.enroll("Trainee 4")
        yield opened


def open_editor(folder: PracticeFolder, language: Language = Language.EN, *, compact: bool = False) -> AtPractice:
    at = AtPractice(folder, language, compact=compact)
    at.key("F10", *PIN, "Enter", "F2")
    assert at.page() is PracticePage.EDITOR
    return at


def open_new(folder: PracticeFolder, game: str = GAME, language: Language = Language.EN) -> AtPractice:
    at = open_editor(folder, language)
    at.key("Enter", str(GAMES.index(game) + 1))
    assert draft_of(at).book == game
    return at


def draft_of(at: AtPractice) -> Scenario:
    return at.desk.editor.draft


def leaf_of(at: AtPractice) -> EditorLeaf:
    return at.desk.editor.keyed.leaf


def own_files(folder: PracticeFolder) -> list[Path]:
    return sorted((folder.path / "scenarios").glob("*.toml"))


def notice(at: AtPractice) -> str:
    return at.desk.screen.rail.refusal.first


def test_nobody_but_a_trainer_is_here(folder: PracticeFolder) -> None:
    at = AtPractice(folder)
    for step in at.desk.editor.steps:
        at.desk.press(Practise(step, "table"))
    assert at.page() is not PracticePage.EDITOR
    assert own_files(folder) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_scenario_is_written_by_keys_alone(folder: PracticeFolder, game: str) -> None:
    at = open_new(folder, game)
    at.key("5", "F3")
    if at.desk.editor.view().has_dice:
        at.key("-", "3", "3", "1")
    else:
        at.key("-", "-", "3", "2", "5", "4")
    at.key("F4", "/", "/", ".", *"250", "Enter")
    assert [bet.stake for bet in draft_of(at).bet] == [100_000, 50_000, 25_000]
    at.key("F5", "Enter", "1")
    assert at.desk.editor.keyed.mode is StepMode.WHEN
    at.key("Enter", "F6", "F7", "F5", "F2", "9", "F9")
    assert notice(at).startswith("Saved as"), (notice(at), at.desk.editor.view().current_report.faults)
    (path,) = own_files(folder)
    assert check_files((path,)) == (1, ())
    assert path.read_bytes() == write_scenario(draft_of(at)).encode()
    assert draft_of(at).id in load_shelf(folder.path).files


@pytest.mark.parametrize("game", GAMES)
def test_a_scenario_is_written_by_touch_alone(folder: PracticeFolder, game: str) -> None:
    at = open_editor(folder, Language.ZH_HANS)
    for name in ("editor-new", f"game:{game}", "level", "leaf:shoe", "delete"):
        at.touch(name)
    for name in ("die:3", "die:3", "die:1") if at.desk.editor.view().has_dice else ("rank:5", "suit:H"):
        at.touch(name)
    at.touch("leaf:bets")
    for name in ("digit:2", "digit:0", "digit:0"):
        at.touch(name)
    stage = at.desk.screen.stage
    assert isinstance(stage, TableStage)
    area = stage.table.areas[-1]
    assert area.act is not None
    at.desk.press(area.act, area.name)
    assert (draft_of(at).bet[-1].stake, draft_of(at).bet[-1].area) == (20_000, area.area)
    at.touch("leaf:steps")
    at.touch("add")
    at.touch("what:handler:chips-added-late") if "what:handler:chips-added-late" in at.controls() else at.touch(
        next(name for name in at.controls() if name.startswith("what:"))
    )
    at.touch("editor-take")
    for name in ("leaf:texts", "suggest", "leaf:table", "clauses", "save"):
        at.touch(name)
    assert len(own_files(folder)) == 1, at.desk.editor.view().current_report.faults


@pytest.mark.parametrize(
    "file", mostly_long(load_scenarios().files.values(), keep_every=12), ids=lambda file: file.scenario.id
)
def test_each_of_the_station_is_opened_and_saved_as_it_was(folder: PracticeFolder, file: ScenarioFile) -> None:
    """A copy under an own id; all else of it is the same, and the file of the station is not touched."""
    at = open_editor(folder)
    at.desk.press(Practise("game", file.scenario.book))
    at.desk.press(Practise("editor"))
    at.desk.press(Practise("editor-open", file.scenario.id))
    at.touch("save")
    (path,) = own_files(folder)
    text = path.read_text(encoding="utf-8")
    name = path.stem
    assert text == write_scenario(file.written).replace(f'id = "{file.scenario.id}"', f'id = "{name}"').replace(
        f"\nversion = {file.scenario.version}\n", "\nversion = 1\n"
    )
    assert check_text(text.encode(), path.name) == ()


def test_a_step_that_can_never_happen_is_named_and_saving_waits(folder: PracticeFolder) -> None:
    at = open_new(folder)
    at.key("F6", "F7", "F5", "0", "2", "Enter", "0", "1", "3", "0", "0", "0", "Enter")
    report = at.desk.editor.view().current_report
    assert report.step_fault(0) is None
    (fault,) = [each for each in report.faults if each.step == 1]
    assert fault.facts["card"] == "7"
    assert at.desk.screen.rail.instruction.first == "Correct step 2"
    assert at.controls()["save"].act is None
    at.key("F9")
    assert own_files(folder) == []
    assert "Saving waits" in notice(at)
    at.key("Enter")
    assert at.desk.editor.keyed.mode is StepMode.WHEN
    at.key(".", ".", ".", "Enter", "F2", "9", "F6", "F7", "F9")
    assert len(own_files(folder)) == 1, notice(at)


def test_result_money_and_differential_are_there_while_it_is_written(folder: PracticeFolder) -> None:
    at = open_new(folder)
    report = at.desk.editor.view().current_report
    assert report.rehearsal.paid + report.rehearsal.collected > 0
    (differential,) = report.differentials
    assert differential.apart == 50_000
    before = report.rehearsal.paid
    at.key("F4", "+", "-")
    assert len(draft_of(at).bet) == 1
    after = at.desk.editor.view().current_report
    assert (after.rehearsal.paid, after.differentials) != (before, report.differentials)


def test_the_preview_plays_it_and_records_nothing(folder: PracticeFolder) -> None:
    at = open_new(folder)
    at.key("F5", "Enter", "1", "Enter")
    before = folder.sequence
    at.key("*")
    assert leaf_of(at) is EditorLeaf.PREVIEW
    moments = []
    for _ in range(40):
        preview = at.desk.editor.view().preview
        assert preview is not None
        if preview.moment is None:
            break
        moments.append(preview.moment.due[0].value)
        at.key("Enter")
    assert "stop" in moments
    assert moments[-1] == "settle"
    at.key("-")
    at.key("Esc")
    assert leaf_of(at) is EditorLeaf.STEPS
    assert folder.sequence == before


def test_a_wish_is_dealt_and_another_seed_deals_another(folder: PracticeFolder) -> None:
    at = open_new(folder)
    at.key("F3", "F7", "1")
    assert draft_of(at).shoe.must == "player draws on 0"
    assert draft_of(at).shoe.cards == ""
    at.key("F11")
    assert draft_of(at).shoe.seed == 1
    at.key("1")
    assert draft_of(at).shoe.must == ""


def test_texts_are_typed_and_signs_are_signs(folder: PracticeFolder) -> None:
    at = open_new(folder)
    at.key("F6", *"One *-/+9", "Backspace", "Enter")
    assert draft_of(at).title["en"] == "One *-/+"
    at.key(*"一張")
    assert draft_of(at).title["zh-Hant"] == "一張"


def test_an_own_one_gets_a_higher_version_when_it_is_another_round(folder: PracticeFolder) -> None:
    at = open_new(folder)
    at.key("F5", "Enter", "1", "Enter", "F2", "9", "F6", "F7", "F9", "F9")
    assert draft_of(at).version == 1
    at.key("F4", *"100", "Enter", "F9")
    assert draft_of(at).version == 2
    assert len(own_files(folder)) == 1


def test_what_is_not_saved_is_asked_for_once(folder: PracticeFolder) -> None:
    at = open_new(folder)
    at.key("Esc")
    assert leaf_of(at) is EditorLeaf.TABLE
    at.key("Esc")
    assert leaf_of(at) is EditorLeaf.FILES
    at.key("Esc")
    assert at.page() is PracticePage.CLASS


def test_a_full_disk_is_said_and_what_was_there_stays(folder: PracticeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    at = open_new(folder)
    at.key("F5", "Enter", "1", "Enter", "F2", "9", "F6", "F7", "F9")
    (path,) = own_files(folder)
    before = path.read_bytes()

    def fill(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    at.key("F4", *"100", "Enter")
    with monkeypatch.context() as patch:
        patch.setattr("dealer_app.practice.scenario_file.os.fsync", fill)
        at.key("F9")
    assert "The disk is full" in notice(at)
    assert path.read_bytes() == before
    assert [each.name for each in path.parent.iterdir()] == [path.name]
    at.key("F9")
    assert path.read_bytes() != before


def test_what_a_step_does_is_kept_as_a_handler_that_others_name(folder: PracticeFolder) -> None:
    at = open_new(folder)
    at.key("F6", "F7", "F5", "Enter")
    at.touch("what-page")
    while "what:leaves:1" not in at.controls():
        at.touch("what-page")
    at.touch("what:leaves:1")
    at.key("Enter", "7")
    (step,) = draft_of(at).step
    assert step.do.handler == "own-1"
    assert (folder.path / "scenarios" / "handlers" / "own-1.toml").exists()
    at.key("F2", "9", "F6", "F7", "F9")
    (path,) = own_files(folder)
    assert check_files((path,)) == (1, ())


def test_another_document_begins_with_what_it_has(folder: PracticeFolder) -> None:
    at = open_new(folder)
    for number, game in enumerate(GAMES, start=1):
        at.key("F2", str(number))
        assert draft_of(at).book == game
        assert not [
            each for each in at.desk.editor.view().current_report.faults if each.part.startswith(("bet", "shoe"))
        ]
        at.key("+")
        assert not [each for each in at.desk.editor.view().current_report.faults if each.part.startswith("shoe")]


def test_of_several_rounds_each_has_its_bets_and_steps(folder: PracticeFolder) -> None:
    at = open_new(folder)
    at.key("6", "F4", "F11", *"300", "Enter", "F5", "Enter")
    while "what:handler:power-cut" not in at.controls():
        at.touch("what-page")
    at.touch("what:handler:power-cut")
    at.key("Enter", "8", "8")
    assert (draft_of(at).rounds, draft_of(at).bet[-1].round, draft_of(at).step[0].round) == (2, 2, 2)
    at.key("2", "Enter")
    assert draft_of(at).step[0].round == 2, "another moment, and the same round"
    at.key("F2", "9", "F6", "F7", "F9")
    assert len(own_files(folder)) == 1, at.desk.editor.view().current_report.faults


@pytest.mark.parametrize("language", list(Language))
def test_every_leaf_has_its_words(folder: PracticeFolder, language: Language) -> None:
    at = open_new(folder, language=language)
    for key in LEAVES:
        at.key(key)
        assert at.desk.screen.rail.instruction.first
    at.key("F5", "Enter", "1", "Enter")
    for mode in ("what", "when", "say", "line", "expect"):
        at.desk.press(Practise("editor-mode", mode))
        at.key("Esc")
    assert leaf_of(at) is EditorLeaf.STEPS


def press_anything(at: AtPractice, choose: Callable[[int], int]) -> None:
    for _ in range(90):
        there = [each for each in at.controls().values() if each.act is not None and each.name != "language"]
        control = there[choose(len(there))]
        at.touch(control.name)
        if at.page() is not PracticePage.EDITOR:
            at.desk.press(Practise("editor"))


@pytest.mark.parametrize("seed", mostly_long(range(4), keep_every=4))
def test_whatever_is_pressed_what_is_saved_can_be_played(folder: PracticeFolder, seed: int) -> None:
    chance = Random(seed)
    at = open_new(folder, GAMES[seed % len(GAMES)])
    press_anything(at, chance.randrange)
    files = own_files(folder)
    assert check_files(tuple(files))[1] == ()

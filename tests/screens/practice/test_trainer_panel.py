"""The trainer's panel: who may open it, what it shows and does, over the table and in a window of its own."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from dealer_app.domain.values import replace
from dealer_app.people.pins import HashedPin
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.round_steps import RoundStep
from dealer_app.practice.troubles import Arming
from dealer_app.practice_events import PracticeMode, RoundItem, TroubleArmed
from dealer_app.rulebooks import GAMES
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import Control, LanesBlock, NoteBlock
from dealer_app.screens.context import Looks
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.ports import SecondDesk
from dealer_app.screens.practice.round_view import PanelMode
from dealer_app.screens.practice.view import PracticePage
from dealer_app.screens.screen import PageStage, Screen, TableStage
from dealer_app.texts import Language
from dealer_app.wiring import make_practised_device
from tests.support.at_practice import AtPractice
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock
from tests.support.screen_checks import check_screen

PIN = "274916"
GAME = "tiger-buffalo-v4"
TEN_MINUTES = 600_000


class AtTwoWindows(AtPractice):
    """At the screen of practice with simulated devices, and at a second window where there can be one."""

    def __init__(self, folder: PracticeFolder, language: Language = Language.EN) -> None:
        super().__init__(folder, language)
        self.has_monitor = True
        self.second: Screen | None = None
        """What is on the second window; nothing while it is closed."""
        self.second_desk: SecondDesk
        self.desk.make_device = make_practised_device
        self.desk._window = replace(
            self.desk._window,
            open_second=self._open_second,
            show_second=self._show_second,
            close_second=self._close_second,
        )

    def _open_second(self, desk: SecondDesk) -> bool:
        self.second_desk = desk
        return self.has_monitor

    def _show_second(self, screen: Screen, _looks: Looks) -> None:
        check_screen(screen)
        self.second = screen

    def _close_second(self) -> None:
        self.second = None


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        opened.enroll_trainer("Trainer 1", HashedPin(f"hash of {PIN}"))
        opened.enroll("Trainee 4")
        yield opened


def begin(
    folder: PracticeFolder,
    mode: PracticeMode = PracticeMode.UNGUIDED,
    game: str = GAME,
    language: Language = Language.EN,
) -> AtTwoWindows:
    at = AtTwoWindows(folder, language)
    at.desk.press(Practise("trainee", folder.list_trainees()[0].trainee))
    play(at, mode, game)
    return at


def play(at: AtTwoWindows, mode: PracticeMode = PracticeMode.UNGUIDED, game: str = GAME) -> None:
    at.desk.press(Practise("game", game))
    at.desk.press(Practise("home"))
    at.touch("rounds")
    at.desk.rounds._begin((RoundItem(seed=1),), mode)
    at.desk.show()
    if mode is PracticeMode.EXAM:
        at.desk.press(Practise("sit"))


def give(at: AtTwoWindows, count: int = 1) -> None:
    for _ in range(count):
        at.desk.rounds.answer(at.desk.rounds.current.question.right[0])
        at.desk.show()


def open_panel(at: AtTwoWindows) -> None:
    at.key("F10", *PIN, "Enter")
    assert at.desk.panel.trainer


def mode_of(at: AtTwoWindows) -> PanelMode:
    return at.desk.panel.keyed.mode


def is_signed_in(at: AtTwoWindows) -> bool:
    return bool(at.desk.panel.trainer)


def is_second_open(at: AtTwoWindows) -> bool:
    return at.second is not None


def armed_codes(at: AtTwoWindows) -> list[tuple[str, Arming]]:
    return [(each.trouble, each.when) for each in at.desk.rounds.current.play.armed.armed if not each.is_done]


def test_a_pin_opens_it_and_nothing_else(folder: PracticeFolder) -> None:
    at = begin(folder)
    at.key("F10")
    assert mode_of(at) is PanelMode.DOOR
    at.key(*"111111", "Enter")
    assert not is_signed_in(at)
    for what in ("panel-arm", "panel-freeze", "panel-note", "panel-steps", "panel-beside"):
        at.desk.press(Practise(what))
    assert mode_of(at) is PanelMode.DOOR
    assert at.desk.rounds.current.frozen_at is None
    at.key(*PIN, "Enter")
    assert mode_of(at) is PanelMode.ARM
    at.key("F10")
    assert at.desk.screen.overlay is None
    assert not is_signed_in(at), "who closes it is signed out"


def test_without_a_trainer_there_is_none(tmp_path: Path) -> None:
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: "t1") as folder:
        folder.enroll("Trainee 4")
        at = begin(folder)
        at.key("F10")
        assert at.desk.screen.overlay is None
        assert at.desk.screen.rail.refusal


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("game", GAMES)
def test_each_of_the_four_ways_is_armed_by_keys(folder: PracticeFolder, game: str, language: Language) -> None:
    at = begin(folder, game=game, language=language)
    give(at)
    open_panel(at)
    at.key("+", "9", "*", "0", "F2", "Enter")
    at.key("/", "0", "Enter")
    at.key("-", "0", "0", "F2", "Enter")
    assert [when for _, when in armed_codes(at)] == [Arming.STEP, Arming.EVENT, Arming.RATE]
    events = folder.session_events(at.desk.rounds.current.number)
    armed = [each for each in events if isinstance(each, TroubleArmed)]
    assert [each.most for each in armed] == [2, 2, 3]
    assert armed[2].parameter == "12"
    at.key("F3", "F4")
    assert [when for _, when in armed_codes(at)] == [Arming.STEP, Arming.RATE]
    at.key("+", "+", ".", "Enter")
    assert len(at.controls()), "the panel stays open"


def test_trouble_now_is_on_the_trainees_screen_at_once(folder: PracticeFolder) -> None:
    at = begin(folder)
    give(at, 4)
    open_panel(at)
    code = "power-cut"
    at.touch(f"what:{code}")
    at.key(".", "Enter", "F10")
    assert at.desk.rounds.current.moment.due == (RoundStep.STOP,)
    assert at.page() is PracticePage.ROUND
    assert at.desk.screen.overlay is None


def test_no_time_passes_for_the_trainee_while_the_panel_is_open(folder: PracticeFolder) -> None:
    at = begin(folder)
    give(at, 2)
    open_panel(at)
    before = at.desk.question_age()
    at.milliseconds += 60_000
    at.desk.refresh()
    assert at.desk.question_age() == before
    at.key("F10")
    assert at.desk.question_age() < before + 10_000


def test_frozen_nothing_is_answered_until_it_goes_on(folder: PracticeFolder) -> None:
    at = begin(folder)
    give(at, 3)
    open_panel(at)
    at.key("F5", "F10")
    answered = len(at.desk.rounds.current.decisions)
    assert at.desk.screen.rail.primary.act is None
    at.desk.press(Practise("choose", RoundStep.DRAW_BANKER.value))
    at.desk.press(Practise("answer"))
    assert len(at.desk.rounds.current.decisions) == answered
    at.milliseconds += 60_000
    age = at.desk.question_age()
    open_panel(at)
    at.key("F5", "F10")
    assert at.desk.question_age() < age + 10_000, "the minute does not count"
    give(at)
    assert len(at.desk.rounds.current.decisions) == answered + 1


def test_back_and_to_any_step_and_on_from_there(folder: PracticeFolder) -> None:
    at = begin(folder)
    give(at, 4)
    open_panel(at)
    at.key("F6")
    assert at.desk.rounds.current.step_in_sight == 3
    at.key("F7", "2")
    assert at.desk.rounds.current.moment.due == (RoundStep.NO_MORE_BETS,)
    at.key("F5", "F10")
    assert len(at.desk.rounds.current.decisions) == 1
    assert at.desk.rounds.current.frozen_at is None


def test_a_fork_is_a_round_of_its_own(folder: PracticeFolder) -> None:
    at = begin(folder)
    give(at, 4)
    open_panel(at)
    at.key("F8")
    over = at.desk.screen.overlay
    assert over is not None
    assert isinstance(over.right_column[0], NoteBlock), "it is to be frozen first"
    at.key("F7", "3", "F8", "F10")
    session = at.desk.rounds.view().current
    assert (session.round, session.rounds) == (2, 2)
    assert at.desk.rounds.current.moment.due == (RoundStep.DRAW_PLAYER,)


def test_an_exam_has_it_dashed_and_its_clock_runs(folder: PracticeFolder) -> None:
    at = begin(folder, PracticeMode.EXAM)
    give(at, 2)
    at.key("F10", *PIN, "Enter")
    controls = at.controls()
    for name in ("panel-freeze", "panel-back", "panel-steps", "panel-fork", "panel-arm", "what:power-cut"):
        assert controls[name].act is None
        assert controls[name].waits
    before = at.desk.question_age()
    at.milliseconds += 5_000
    assert at.desk.question_age() > before + 4_000
    for what, value in (("panel-what", "power-cut"), ("panel-arm", ""), ("panel-freeze", ""), ("panel-step", "0")):
        at.desk.press(Practise(what, value))
    session = at.desk.rounds.current
    assert session.frozen_at is None
    assert session.play.armed.armed == ()
    assert at.desk.panel.notice.first == "Refused in an exam"


def test_notes_and_marks_stand_in_the_debrief_at_their_moment(folder: PracticeFolder) -> None:
    at = begin(folder)
    give(at, 3)
    open_panel(at)
    after = folder.sequence
    at.key("F9", *"looks first", "Enter", "F11", "F10")
    notes = folder.trainees[at.desk.trainee].notes
    assert [(each.text, each.mark) for each in notes] == [("looks first", ""), ("", "good")]
    assert notes[0].after == after
    while at.page() is PracticePage.ROUND:
        give(at)
    for competency in at.desk.rounds.view().current.competencies:
        at.touch(f"rate:{competency.value}:4")
    at.touch("round-rate")
    page = at.desk.screen.stage
    assert isinstance(page, PageStage)
    lanes = next(block for block in page.head if isinstance(block, LanesBlock))
    assert [each.text for each in lanes.remarks] == ["Trainer 1: looks first", "Trainer 1: Good"]


# In a window of its own


def open_second(at: AtTwoWindows) -> None:
    at.desk.press(Practise("trainer"))
    at.key(*PIN, "Enter")
    at.key("8")
    at.key("Esc")


def second_controls(at: AtTwoWindows) -> dict[str, Control]:
    assert at.second is not None
    return {each.name: each for each in screen_controls(at.second)}


@pytest.mark.parametrize("language", list(Language))
def test_the_second_window_shows_what_the_trainee_sees_and_takes_no_touch_of_it(
    folder: PracticeFolder, language: Language
) -> None:
    at = AtTwoWindows(folder, language)
    open_second(at)
    assert isinstance(at.second and at.second.stage, PageStage), "no round is on"
    assert at.page() is PracticePage.TRAINEES, "the room is closed, and the trainee goes on"
    at.desk.press(Practise("trainee", folder.list_trainees()[0].trainee))
    play(at)
    give(at, 3)
    assert at.second is not None
    stage, mirror = at.desk.screen.stage, at.second.stage
    assert isinstance(stage, TableStage)
    assert isinstance(mirror, TableStage)
    assert mirror.result == stage.result
    assert mirror.past == stage.past
    assert all(area.act is None for area in mirror.table.areas)
    at.second_desk.press(Practise("answer"))
    at.second_desk.press(Practise("leave"))
    assert len(at.desk.rounds.current.decisions) == 3
    assert at.left == []


def test_what_is_keyed_there_leaves_alone_what_the_trainee_has_keyed(folder: PracticeFolder) -> None:
    at = AtTwoWindows(folder)
    open_second(at)
    at.desk.press(Practise("trainee", folder.list_trainees()[0].trainee))
    play(at)
    give(at, 2)
    at.key("3")
    chosen = at.desk.keyed.chosen
    assert chosen
    press = at.second_desk.press_key
    for key in ("6", "-", "0", "Enter", "F9", "w", "e", "l", "l", "Enter", "F12"):
        press(key)
    assert at.desk.keyed.chosen == chosen
    assert len(armed_codes(at)) == 1
    notes = folder.trainees[at.desk.trainee].notes
    assert [(each.text, each.mark) for each in notes] == [("well", ""), ("", "poor")]
    age = at.desk.question_age()
    at.milliseconds += 3_000
    assert at.desk.question_age() > age + 2_000, "beside the trainee it stops no clock"
    press("F5")
    assert at.desk.screen.rail.primary.act is None, "frozen"
    press("F5")
    at.key("F10")
    assert at.desk.screen.overlay is None, "there is one panel"
    press("F10")
    assert not is_second_open(at)


def test_the_second_window_closes_when_nobody_is_there(folder: PracticeFolder) -> None:
    at = AtTwoWindows(folder)
    open_second(at)
    assert is_second_open(at)
    at.milliseconds += TEN_MINUTES + 10_000
    at.desk.refresh()
    assert not is_second_open(at)
    assert not at.desk.panel.trainer


def test_where_there_can_be_no_second_window_it_says_so(folder: PracticeFolder) -> None:
    at = AtTwoWindows(folder)
    at.has_monitor = False
    at.desk.press(Practise("trainer"))
    at.key(*PIN, "Enter")
    at.key("8")
    assert not is_second_open(at)
    assert at.desk.screen.rail.refusal


def test_closed_by_its_corner_nobody_is_signed_in_any_more(folder: PracticeFolder) -> None:
    at = AtTwoWindows(folder)
    open_second(at)
    at.second_desk.leave()
    assert not is_second_open(at)
    assert not at.desk.panel.trainer


def test_what_waits_goes_on_waiting_in_the_next_session_while_the_second_window_is_open(folder: PracticeFolder) -> None:
    at = AtTwoWindows(folder)
    open_second(at)
    at.desk.press(Practise("trainee", folder.list_trainees()[0].trainee))
    play(at)
    for key in ("6", "-", "F2", "Enter", "7", "*", "Enter"):
        at.second_desk.press_key(key)
    assert [when for _, when in armed_codes(at)] == [Arming.RATE, Arming.STEP]
    at.key("Esc", "Esc")
    play(at)
    assert [when for _, when in armed_codes(at)] == [Arming.RATE, Arming.STEP]
    at.key("Esc", "Esc")
    play(at, game="tai-sai-open-cover-v5")
    assert [when for _, when in armed_codes(at)] == [Arming.RATE, Arming.STEP], "both can happen there too"
    at.second_desk.press_key("F10")
    at.key("Esc", "Esc")
    play(at)
    assert armed_codes(at) == [], "without a trainer nothing is armed"

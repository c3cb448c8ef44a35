"""Every page of practice in every language and both sizes: no word is cut, and nothing has to be moved to be seen."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.screens.actions import Practise
from dealer_app.screens.context import Looks
from dealer_app.texts import Language
from tests.support.at_practice import AtPractice
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock
from tests.ui.pictures import Camera
from tests.ui.practice_class import fill_class
from ui.blocks.block import BlockWidget
from ui.blocks.scroller import Scroller

pytestmark = pytest.mark.usefixtures("qapp")
SIZES = ((1920, 1080), (1366, 768))


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers):02}") as opened:
        fill_class(opened)
        yield opened


def pages(at: AtPractice) -> Iterator[str]:
    """Everybody's way through all pages; what is on the screen is looked at after each."""
    act = at.desk.press
    yield "trainees"
    act(Practise("trainee", "t07"))
    yield "home"
    act(Practise("course"))
    yield "course"
    act(Practise("exam"))
    yield "exam"
    act(Practise("seal"))
    yield "sealed"
    act(Practise("sit"))
    yield "question of an exam"
    act(Practise("stop"))
    act(Practise("stop"))
    yield "waits"
    act(Practise("trainer"))
    yield "door"
    if not at.folder.state.trainers:
        at.key(*"Trainer 1", "Enter", *"274916", "Enter", *"274916", "Enter")
    else:
        at.key(*"274916", "Enter")
    yield "decide"
    at.touch("end-exam")
    at.touch("end-exam")
    yield "result"
    for page in ("person", "note", "name", "erase", "rungs", "class", "filter", "grades", "trainers", "add-people"):
        if page != "person":
            act(Practise("person", "t07"))
        act(Practise(page))
        yield page
    act(Practise("class"))
    act(Practise("class-beside"))
    yield "errors"
    act(Practise("class-beside"))
    for _ in range(3):
        act(Practise("choose-filter", "competency"))
    yield "skills"
    yield from editor_pages(at)
    act(Practise("close-room"))


def editor_pages(at: AtPractice) -> Iterator[str]:
    """The leaves of the scenario editor, with a step that can never happen and everything that is chosen of one."""
    keys = (
        ("files", ("F2",)),
        ("table", ("Enter",)),
        ("shoe", ("F3",)),
        ("wishes", ("F7",)),
        ("no steps", ("F5",)),
        ("what", ("Enter",)),
        ("when", ("1",)),
        ("steps", (*"000", "Enter")),
        ("say", ("3", "F7")),
        ("expect", ("Esc", "4")),
        ("lines", ("Esc", "6")),
        ("texts", ("Esc", "F6", "F7")),
    )
    for name, pressed in keys:
        at.key(*pressed)
        yield f"editor: {name}"
    at.key("Esc", "Esc", "Esc")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", list(Language))
def test_no_word_is_cut_and_nothing_is_out_of_sight(
    folder: PracticeFolder, size: tuple[int, int], language: Language
) -> None:
    camera = Camera(size)
    at = AtPractice(folder, language, compact=size[0] < 1920)
    looks = Looks(motion=False).with_option("language", language.value)
    wrong = []
    for page in pages(at):
        camera.window.show_screen(at.desk.screen, looks)
        camera.window.show()
        QApplication.processEvents()
        blocks = [widget for widget in camera.window.findChildren(BlockWidget) if widget.isVisible()]
        assert blocks, page
        wrong += [f"{page}: {text.text}" for each in blocks for text in each.plan.texts if text.text.endswith("…")]
        columns = [each for each in camera.window.findChildren(Scroller) if each.isVisible()]
        wrong += [f"{page}: a column has to be moved" for each in columns if each.has_overflow]
    camera.close()
    assert wrong == []

"""Small pictures of layouts: the page comes first, they follow one in a turn of the loop, and soon all are there."""

import pytest
from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.context import Looks
from tests.support.scene_list import SCENES
from tests.support.scenes import SceneStage
from ui.blocks.gallery import picture_size
from ui.idle_work import IdleWork, WorkPieces
from ui.table.thumbnails import Thumbnails
from ui.theme.sizes import Measures
from ui.theme.theme import DARK
from ui.window import StationWindow

pytestmark = pytest.mark.usefixtures("letters")
GAME = "tiger-buffalo-v4"
LETTERS = tuple(layout.letter for layout in load_rulebook(GAME).layouts)
SIZE = picture_size(Measures.from_size(1920, 1080))
LOOKS = Looks(motion=False)


def painted(thumbnails: Thumbnails, letter: str = "A", size: QSize = SIZE, game: str = GAME) -> QImage:
    image = QImage(size, QImage.Format.Format_RGB32)
    image.fill(DARK.bg)
    with QPainter(image) as painter:
        thumbnails.paint(painter, QRectF(image.rect()), game, letter, DARK)
    return image


def bright(image: QImage) -> set[str]:
    """The bright colours of the game that are in it."""
    marks = {"player": DARK.player_mark, "banker": DARK.banker_mark, "tie": DARK.tie_mark}
    seen = {image.pixelColor(x, y).rgb() for x in range(image.width()) for y in range(image.height())}
    return {name for name, colour in marks.items() if colour.rgb() in seen}


@pytest.mark.parametrize(
    ("game", "letter", "sides"),
    [
        (GAME, "A", {"player", "banker"}),
        (GAME, "C", {"player", "tie"}),
        (GAME, "O", {"tie"}),
        (GAME, "P", {"player", "banker", "tie"}),
        ("tiger-buffalo-insurance", "A", {"player", "banker"}),
        ("tiger-buffalo-insurance", "C", {"player", "tie"}),
        ("tiger-baccarat-mbs-v3", "A", set()),
    ],
)
def test_only_what_few_layouts_have_is_bright(turns: IdleWork, game: str, letter: str, sides: set[str]) -> None:
    """Pairs, WU DALANG and TIGER BUFFALO, TIGER TIE, the sevens; and nothing where all have the same bets."""
    thumbnails = Thumbnails(turns, lambda: None)
    assert bright(painted(thumbnails, letter, SIZE * 4, game)) == sides


def empty() -> QImage:
    image = QImage(SIZE, QImage.Format.Format_RGB32)
    image.fill(DARK.bg)
    return image


def test_without_a_loop_they_are_there_at_once(turns: IdleWork) -> None:
    thumbnails = Thumbnails(turns, lambda: None)
    seen = [painted(thumbnails, letter) for letter in LETTERS]
    assert empty() not in seen


def test_in_a_loop_what_is_missing_comes_and_is_told_once(turns: IdleWork, qtbot: QtBot) -> None:
    came: list[str] = []
    thumbnails = Thumbnails(turns, lambda: came.append("all"))
    turns.begin()
    assert [painted(thumbnails, letter) for letter in "ABC"] == [empty()] * 3
    qtbot.waitUntil(lambda: turns.is_queue_empty)
    assert came == ["all"]
    whole = Thumbnails(IdleWork(turns), lambda: None)
    assert [painted(thumbnails, letter) for letter in "ABC"] == [painted(whole, letter) for letter in "ABC"]
    assert turns.is_queue_empty


def noted(done: list[str]) -> WorkPieces:
    done.append("all")
    yield


def test_what_was_made_ahead_is_there_at_once(turns: IdleWork, qtbot: QtBot) -> None:
    thumbnails = Thumbnails(turns, lambda: None)
    turns.begin()
    done: list[str] = []
    turns.schedule_ahead("layouts", thumbnails.prepare(GAME, "AB", SIZE, DARK))
    turns.schedule_ahead("after", noted(done))
    qtbot.waitUntil(lambda: bool(done))
    assert empty() not in [painted(thumbnails, letter) for letter in "AB"]
    assert painted(thumbnails, "C") == empty()


def test_the_page_that_came_before_them_is_soon_whole(qapp: QApplication) -> None:
    stage = SceneStage(next(scene for scene in SCENES if scene.name == "opening-layout"))
    screen = stage.show_screen()
    pictures = []
    for by_turns in (False, True):
        window = StationWindow()
        window.resize(1920, 1080)
        if by_turns:
            window.idle_work.begin()
        window.show_screen(screen, LOOKS)
        window.show()
        qapp.processEvents()
        first = window.grab().toImage()
        turns_taken = 0
        while not window.idle_work.is_queue_empty:
            qapp.processEvents()
            turns_taken += 1
        assert turns_taken <= 4 * len(LETTERS)
        pictures.append((first, window.grab().toImage()))
        window.may_close = True
        window.close()
        window.idle_work.end()
        window.deleteLater()
    (at_once, _), (begun, whole) = pictures
    assert begun != at_once
    assert whole == at_once

"""Painting, layer by layer, in a process of its own, by turns with bare painting; prints the seconds of each as JSON.

On the platform that the environment names: on X every repaint ends with its flush to the server. A repaint is what
`QWidget.repaint` does until it comes back.
"""

import json
import sys
import time
from collections.abc import Callable
from itertools import cycle

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt
from PySide6.QtGui import QGuiApplication, QPainter, QPen, QPixmap
from PySide6.QtWidgets import QApplication, QWidget

from dealer_app.domain.cards import DECK
from dealer_app.domain.values import replace
from dealer_app.screens.blocks import CardShown, Face
from dealer_app.screens.context import Looks
from dealer_app.screens.screen import HandsShown, TableStage
from tests.bench.reference.bare_fill import BareFill
from tests.support.scene_list import SCENES
from tests.support.scenes import SceneStage
from ui.hands.panel import card_slot
from ui.table.picture import TablePicture, make_picture_key
from ui.theme import fonts
from ui.theme.theme import DARK
from ui.window import StationWindow

TURNS = 60
LOOKS = Looks(motion=False)


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def by_turns(*works: Callable[[], object], turns: int = TURNS) -> list[list[float]]:
    """The seconds of each; the first turn finds nothing kept, and is not counted."""
    times: list[list[float]] = [[] for _ in works]
    for turn in range(turns + 1):
        for kept, work in zip(times, works, strict=True):
            found = seconds(work)
            if turn:
                kept.append(found)
    return times


def repaint(widget: QWidget, rect: QRect) -> None:
    """Until it is flushed: the platform has taken all that it was given."""
    widget.repaint(rect)
    QGuiApplication.sync()


class CardChanger:
    """Another card each time on the first place of the left hand; that the window is told of it is not measured."""

    def __init__(self, window: StationWindow, stage: TableStage) -> None:
        assert isinstance(stage.result, HandsShown)
        self._window = window
        self._hands = stage.result
        self._turn = 0
        places = window.parts.hands.places
        assert places is not None
        self.rect = card_slot(places.left, 0, sideways=False).toAlignedRect()

    def put(self) -> None:
        self._turn += 1
        card = CardShown(face=Face.OPEN, card=DECK[self._turn % len(DECK)].text, name="card:1")
        name = "banker" if self._hands.turned else "player"
        hand = replace(getattr(self._hands, name), cards=(card,))
        self._window.parts.hands.show_hands(replace(self._hands, **{name: hand}))

    def paint(self) -> None:
        repaint(self._window.parts.hands, self.rect)


def card_seconds(cards: CardChanger, bare: BareFill) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {"card": [], "bare card": []}
    for _ in range(4 * len(DECK)):
        cards.put()
        times["card"].append(seconds(cards.paint))
        times["bare card"].append(seconds(lambda: repaint(bare, cards.rect)))
        QApplication.processEvents()
    # Each face is made once.
    return {name: kept[len(DECK) :] for name, kept in times.items()}


def bare_paths(picture: TablePicture) -> None:
    """The outlines of the same layout on a picture of the same size, filled and framed, with no word in them."""
    made = QPixmap(picture.key.size)
    made.fill(DARK.bg)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(Qt.GlobalColor.white, 2))
        painter.setBrush(Qt.GlobalColor.darkGreen)
        painter.drawPath(picture.shapes.felt)
        for box in picture.shapes.boxes:
            painter.drawPath(box.path)


def paint_all(window: StationWindow) -> None:
    """Every part of the window, opaque or not, from what is kept of it."""
    for part in (window, *window.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)):
        part.update()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.UpdateRequest)


def anew(window: StationWindow) -> Callable[[], None]:
    """In another size, nothing that was painted before can be used."""
    widths = cycle((1919, 1918, 1920))

    def painted() -> None:
        window.resize(next(widths), 1080)
        QApplication.processEvents()
        paint_all(window)

    return painted


def main() -> None:
    application = QApplication(sys.argv[:1])
    fonts.install_fonts()
    scene = next(each for each in SCENES if each.name == "betting")
    screen = SceneStage(scene).show_screen()
    assert isinstance(screen.stage, TableStage)
    window, bare = StationWindow(), BareFill()
    window.resize(1920, 1080)
    window.show_screen(screen, LOOKS)
    window.show()
    bare.show()
    application.processEvents()
    picture = window.parts.table.picture
    assert picture is not None
    shown = screen.stage.table
    ground = make_picture_key(shown, window.parts.table.size(), DARK)
    times = card_seconds(CardChanger(window, screen.stage), bare)
    (whole,) = by_turns(lambda: paint_all(window))
    (all_anew,) = by_turns(anew(window), turns=12)
    layer, paths = by_turns(lambda: TablePicture(shown, ground), lambda: bare_paths(picture), turns=20)
    print(json.dumps(times | {"whole": whole, "anew": all_anew, "layer": layer, "bare paths": paths}))


if __name__ == "__main__":
    main()

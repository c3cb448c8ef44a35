"""Pictures of the documentation that no scene of a table has: practice, display, recall, supervisor's room.

`tests.ui.screenshots` keeps them in docs/images.
"""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from dealer_app.domain.values import replace
from dealer_app.odds.baccarat import ShoeOdds
from dealer_app.odds.results import LiveBet
from dealer_app.odds.shoe import make_shoe_counts
from dealer_app.practice.folder import open_practice
from dealer_app.practice.questions import Answer
from dealer_app.practice_events import PracticeMode, RoundItem
from dealer_app.screens.actions import Practise
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.display.customer_view import build_customer_screen
from dealer_app.screens.input_state import Panel
from dealer_app.screens.screen import Screen
from dealer_app.station.supervisor.odds_looks import count_seen
from dealer_app.texts import Language, language_pair
from dealer_app.wiring import make_practised_device
from tests.screens.test_supervisor_pages import held_stage, open_look, set_stage, show
from tests.support.at_practice import AtPractice
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock
from tests.support.rounds import V4
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneStage
from tests.support.signers import SUPERVISOR
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys
from tests.support.window_irregularities import resolves_all
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.window_devices import finishes_round, pulls
from tests.ui.pictures import Camera
from tests.ui.practice_class import fill_class
from ui.display.display_painter import paint_customer_screen

Pictures = Iterator[tuple[str, QImage]]
WIDE, HIGH = QSize(1920, 1080), QSize(1080, 1920)
_INSURANCE, _OFFERED = "tiger-buffalo-insurance", 3
"""A dealt round in which insurance is offered, and something goes wrong."""
_WRONG = frozenset({3, 6, 9})
_LATE = 68
"""Rounds after which a shoe of eight decks is near its end."""


def display_pictures() -> Pictures:
    """What guests see at an offer, and at a result on a screen that stands upright."""
    yield "display", paint_display("insurance", WIDE)
    yield "display-upright", paint_display("settlement", HIGH)


def paint_display(name: str, size: QSize) -> QImage:
    context = scene_context(next(scene for scene in SCENES if scene.name == name))
    shown = build_customer_screen(context, language_pair(Language.EN, Language.ZH_HANT), {})
    picture = QImage(size, QImage.Format.Format_RGB32)
    with QPainter(picture) as painter:
        paint_customer_screen(painter, size, shown, 14_828)
    return picture


def scene_context(scene: Scene) -> ScreenContext:
    """What the customer display of a scene is made from."""
    made: list[ScreenContext] = []
    stage = SceneStage(scene)

    def keep(make: Callable[[], ScreenContext]) -> None:
        made.append(make())

    stage.desk._window = replace(stage.desk._window, show_guests=keep)
    stage.show_screen()
    return made[-1]


def supervisor_pictures(camera: Camera) -> Pictures:
    """A shoe that may be unshuffled, while the table is held; and the odds of a shoe near its end."""
    held = held_stage()
    yield "shoe-order", camera.picture(show(held, Panel.SHOE_ORDER), held.looks)
    late = set_stage(rounds=_LATE)
    yield "live-odds", camera.picture(open_look(with_real_odds(late)), late.looks)


def with_real_odds(stage: SceneStage) -> SceneStage:
    """Live odds over the cards that nobody has seen, beside those of a full shoe."""
    book, layout = stage.rules.book, stage.rules.layout
    seen = count_seen(stage.house.station.state.table)
    assert book.decks is not None
    assert seen is not None
    odds, decks = ShoeOdds(book, layout), stage.house.station.state.table.shoe.decks
    full = odds.refresh(make_shoe_counts(decks, book.decks))
    now = odds.refresh(make_shoe_counts(decks, book.decks, tuple(seen.elements())))
    bets = tuple(
        LiveBet(area=one.bet.area, win=one.chances.win, edge=one.chances.edge, full_edge=usual.chances.edge)
        for one, usual in zip(now.bets, full.bets, strict=True)
    )
    stage.desk._settings = replace(stage.desk._settings, find_live_odds=lambda _rules, _table: bets)
    return stage


def practice_pictures(camera: Camera) -> Pictures:
    """The home of a trainee, a round, its debrief, and what a trainer sees of the class and of one person."""
    numbers = count(1)
    with (
        TemporaryDirectory() as folder,
        open_practice(Path(folder), PROGRAM, SteppingClock(), lambda: f"t{next(numbers):02}") as practice,
    ):
        fill_class(practice)
        at = AtPractice(practice)

        def look() -> QImage:
            return camera.picture(at.desk.screen, Looks(motion=False))

        at.desk.press(Practise("trainee", "t07"))
        yield "practice-home", look()
        at.desk.press(Practise("trainer"))
        at.key(*"Trainer 1", "Enter", *"274916", "Enter", *"274916", "Enter")
        at.desk.press(Practise("class"))
        yield "practice-class", look()
        at.desk.press(Practise("person", "t07"))
        yield "practice-person", look()
        at.desk.press(Practise("close-room"))
        at.desk.press(Practise("trainee", "t07"))
        at.desk.press(Practise("game", _INSURANCE))
        at.desk.press(Practise("home"))
        at.touch("rounds")
        at.desk.rounds._begin((RoundItem(seed=_OFFERED),), PracticeMode.UNGUIDED)
        at.desk.show()
        for number in count(1):
            if at.page().value != "round":
                break
            if number == max(_WRONG) + 1:
                yield "practice-round", look()
            at.desk.rounds.answer(_answer(at, right=number not in _WRONG))
            at.desk.show()
        for competency in at.desk.rounds.view().current.competencies:
            at.touch(f"rate:{competency.value}:4")
        at.touch("round-rate")
        yield "practice-debrief", look()
        yield "practice-panel", camera.picture(_open_panel(at), Looks(motion=False))


def _open_panel(at: AtPractice) -> Screen:
    """The second window of a trainer, in a round of which four steps are answered, with two troubles armed."""
    shown: list[Screen] = []
    second = replace(
        at.desk._window, open_second=lambda _: True, show_second=lambda screen, _looks: shown.append(screen)
    )
    at.desk._window, at.desk.make_device = second, make_practised_device
    at.desk.press(Practise("trainer"))
    at.key(*"274916", "Enter")
    at.touch("panel-beside")
    at.desk.press(Practise("close-room"))
    at.desk.press(Practise("trainee", "t07"))
    at.touch("rounds")
    at.desk.rounds._begin((RoundItem(seed=_OFFERED),), PracticeMode.UNGUIDED)
    for _ in range(4):
        at.desk.rounds.answer(_answer(at, right=True))
    at.desk.show()
    for key in ("8", "-", "F2", "Enter", "5", "/", "0", "0", "Enter", "2", "*", "0", "0", "0", "0", "0"):
        at.desk.second.press_key(key)
    return shown[-1]


def _answer(at: AtPractice, *, right: bool) -> Answer:
    question = at.desk.rounds.current.question
    wrong = [(choice,) for choice in question.choices if (choice,) not in question.right]
    return question.right[0] if right or not wrong else wrong[0]


def window_pictures(app: QApplication) -> Pictures:
    """The room of a supervisor who is asked to decide a dispute, and a round as it is looked back on."""
    found: list[tuple[str, QImage]] = []

    def look(table: AtWindow, name: str) -> None:
        found.append((name, table.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)))

    async def play(table: AtWindow) -> None:
        hands = ByKeys(table)
        await starts_table(hands, V4, "P")
        await takes_bets(hands, (3, "banker", 500))
        await pulls(table, "9S", "2H", "KD", "3C")
        await hands.press_next()
        await hands.press("claim")
        await hands.press("reason:claims-payment")
        await hands.press_next()
        await hands.press("supervisor")
        await hands.press("supervisor-room")
        await hands.fills(SUPERVISOR.badge, SUPERVISOR.pin.text)
        await table.settle()
        look(table, "supervisor")
        await resolves_all(hands)
        await hands.press("leave-room")
        await table.settle()
        await finishes_round(hands)
        await table.read_ahead()
        await hands.opens_menu()
        await hands.press("open:recall")
        await table.key("Enter")
        await table.soon(lambda: table.screen.recall is not None and table.screen.recall.screen is not None)
        await table.key("1", "1")
        await table.settle()
        look(table, "recall")

    with TemporaryDirectory() as place:
        at_window(app, Path(place), play)
    yield from found

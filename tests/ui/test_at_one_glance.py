"""Nothing of a usual round has to be moved to be seen: at both sizes, in each language, under a demonstration's ribbon.

What can be longer than any window is named here with its reason; of that too the next step is always in sight, and
what is not seen is counted.
"""

from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget

from dealer_app.device_questions import DeviceRecord, EntrySubject, Link, ListeningState, Question, QueueEntry, Reply
from dealer_app.domain.round.state import TableState
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.screens.key_input import screen_controls
from dealer_app.screens.presenter import build_screen as screen_of
from dealer_app.screens.screen import Ribbon, Screen
from dealer_app.texts import Language, language_pair
from tests.support.long_tests import mostly_long
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4, RoundTable
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneStage
from tests.support.screen_contexts import make_context as mending_seen
from tests.support.screen_contexts import state_context
from tests.support.script_states import state_changes
from tests.support.traces import Script, read_scripts
from ui.blocks.scroller import Scroller
from ui.theme import fonts
from ui.window import StationWindow

SIZES = {"1366": (1366, 768), "1920": (1920, 1080)}
SMALLEST = "1366"
PAIRS = {
    "en": (Language.EN, Language.ZH_HANT),
    "zh-Hant": (Language.ZH_HANT, Language.EN),
    "zh-Hans": (Language.ZH_HANS, Language.EN),
}
LONGER_THAN_A_WINDOW: Mapping[tuple[str, str], str] = {
    (
        "opening-readings",
        "1366",
    ): "as many texts as the document leaves open, read before a table is opened",
}
RIBBON = Ribbon(text=ScreenText("DEMONSTRATION", "示範"), controls=())

_SEATS = (1, 2, 3, 5, 6, 7, 8, 9)
_EACH = "place your bets\n" + "".join(
    f"bet {seat} {'player' if place % 2 else 'banker'} {100_000 + place * 12_500}\n"
    for place, seat in enumerate(_SEATS)
)
_OPENED = "name=M-21 min=10000 max=2000000"
_HIGH = "card 7H\ncard KS\ncard 7C\ncard 3D\ncard AS\ncard 3C\n"
FULL = (
    Scene(
        name="full-settlement",
        game=MBS,
        layout="A",
        opened=_OPENED,
        script=_EACH.replace("player", "banker") + "no more bets\n" + _HIGH + "result\n",
    ),
    Scene(
        name="full-options",
        game=MBS,
        layout="A",
        opened=_OPENED,
        script=_EACH + "no more bets\ncard 3H\ncard 9S\nreport together-order-lost at 1 2\n",
    ),
    Scene(
        name="full-insurance",
        game=INSURANCE,
        layout="A",
        script="place your bets\n"
        + "".join(f"bet {seat} player {100_000 + seat * 12_500}\n" for seat in (1, 2, 3, 5, 6, 7))
        + "no more bets\ncard KH\ncard 9C\ncard 6S\ncard 5D\n",
    ),
    Scene(
        name="full-void",
        game=MBS,
        layout="A",
        opened=_OPENED,
        script=_EACH + "no more bets\nreport power-failure\n",
    ),
)
"""Everybody sits and has bet."""
_LONG_TABLE = """
place your bets
bet 1 player 100000
bet 2 banker 200000
bet 3 player 50000
bet 5 banker 150000
bet 6 player 250000
bet 7 player 30000
bet 8 banker 80000
bet 9 banker 300000
bet 10 player 120000
bet 11 banker 60000
bet 12 player 400000
bet 15 banker 100000
bet 7 small_buffalo 10000
bet 1 big_buffalo 10000
bet 9 big_tiger 10000
bet 15 small_tiger 10000
bet 6 player_pair 10000
bet 2 player_pair 10000
bet 3 tie 20000
bet 12 tie 10000
bet 9 banker_pair 20000
bet 10 player_char_siu 10000
bet 8 banker_char_siu 20000
no more bets
"""
_COLLECTED = "".join(f"paid {number}\n" for number in (1, 3, 5, 6, 9, 11, 13, 14, 16, 19, 20, 21, 22, 23))
LONG = tuple(
    Scene(
        name=f"long-{name}",
        game=V4,
        layout="K",
        opened="name=B-12 positions=12 min=10000 max=2000000 differential=5000000",
        script=_LONG_TABLE + _HIGH + script,
    )
    for name, script in (("settlement", "result\n"), ("collected", "result\n" + _COLLECTED))
)
_DICE_OPENED = "name=S-03 min=1000 max=5000000 differential=3000000 odd_even_differential=2000000"
_DICE_ROUNDS = """
place your bets
bet red big 100000
bet blue small 50000
no more bets
tumbles 3
dice 1 1 1
result
settled
place your bets
bet yellow big 30000
"""
DICE_AGAIN = tuple(
    Scene(
        name=f"dice-again-{letter}",
        game=TAI_SAI,
        layout=letter,
        opened=_DICE_OPENED,
        devices={"tumbler": "tumbler"},
        script=_DICE_ROUNDS,
        input_state=NO_INPUT.replace(bettor="green"),
    )
    for letter in ("A", "C", "E")
)
"""A bet lies there, and the bets of the round before can be had again."""
OF_DICE = (Question.LINE_LOST, Question.REPORTS_LOST, Question.HOW_THEY_LIE, Question.DICE_UNREADABLE)
CORRECTED = replace(
    next(scene for scene in SCENES if scene.name == "correct"),
    name="correct-bet",
    input_state=NO_INPUT.replace(panel=Panel.CORRECT, picks={"correct": "bet"}),
)


BEGINS = ("menu", "report", "betting", "settled", "correct-bet", "dice-again-C", "dice-again-E")
"""Scenes whose touches open panels."""


class Glass:
    """One window of a size, and what of it is out of sight."""

    def __init__(self, size: tuple[int, int]) -> None:
        fonts.install_fonts()
        self.window = StationWindow()
        self.window.resize(*size)
        self.window.show()

    def show(self, screen: Screen, looks: Looks) -> None:
        self.window.show_screen(replace(screen, ribbon=RIBBON), looks)
        QApplication.sendPostedEvents()

    def moved(self) -> list[str]:
        """The columns that have to be moved, and how much of each is not seen."""
        parts = (self.window.rail, self.window.page, self.window.overlay)
        columns = ((part, each) for part in parts if part.isVisible() for each in part.findChildren(Scroller))
        return [
            f"{type(part).__name__} {each.width()}" for part, each in columns if each.isVisible() and each.has_overflow
        ]

    def hidden_step(self) -> str:
        """The one next step, if any of it is out of sight."""
        over = self.window.overlay.primary if self.window.overlay.isVisible() else None
        button = over or self.window.rail.primary
        assert button is not None
        seen = button.visibleRegion().boundingRect() == button.rect() and _within(button, self.window)
        return "" if seen else button.control.name

    def close(self) -> None:
        self.window.may_close = True
        self.window.close()
        self.window.deleteLater()


def _within(widget: QWidget, window: QWidget) -> bool:
    return window.rect().contains(QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size()))


@pytest.fixture(scope="module", params=sorted(SIZES))
def glass(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[tuple[str, Glass]]:
    assert qapp is not None
    made = Glass(SIZES[request.param])
    yield request.param, made
    made.close()


@cache
def looks_of(language: str) -> Looks:
    first, second = PAIRS[language]
    return Looks(first=first, second=second, motion=False)


@pytest.mark.parametrize("language", PAIRS)
@pytest.mark.parametrize("scene", [*SCENES, *FULL, *LONG, *DICE_AGAIN], ids=lambda scene: scene.name)
def test_a_scene_is_seen_at_one_glance(glass: tuple[str, Glass], scene: Scene, language: str) -> None:
    size, window = glass
    window.show(SceneStage(scene, looks_of(language)).show_screen(), looks_of(language))
    assert not window.hidden_step()
    if (scene.name, size) not in LONGER_THAN_A_WINDOW:
        assert not window.moved()


@pytest.mark.parametrize(("glass", "name"), [(size, name) for name, size in LONGER_THAN_A_WINDOW], indirect=["glass"])
def test_what_is_longer_than_a_window_is_named_because_it_is(glass: tuple[str, Glass], name: str) -> None:
    _, window = glass
    scene = next(each for each in SCENES if each.name == name)
    window.show(SceneStage(scene, looks_of("en")).show_screen(), looks_of("en"))
    assert window.moved()


@pytest.mark.parametrize(
    ("begins", "language"), mostly_long([(begins, language) for begins in BEGINS for language in PAIRS], keep_every=2)
)
def test_every_panel_that_one_touch_opens_is_seen_at_one_glance(
    glass: tuple[str, Glass], begins: str, language: str
) -> None:
    _, window = glass
    scene = next(each for each in (*SCENES, CORRECTED, *DICE_AGAIN) if each.name == begins)
    stage = SceneStage(scene, looks_of(language))
    opened = dict(_opened(stage.show_screen()))
    assert opened
    for name, input_state in opened.items():
        stage.desk.press(SetInput(input_state))
        assert stage.screen is not None
        window.show(stage.screen, looks_of(language))
        assert not window.hidden_step(), name
        assert not window.moved(), name
        stage.desk.press(SetInput(scene.input_state))


@pytest.mark.parametrize("language", PAIRS)
@pytest.mark.parametrize("question", OF_DICE)
def test_a_tumble_that_is_keyed_for_its_tumbler_is_seen_at_one_glance(
    glass: tuple[str, Glass], question: Question, language: str
) -> None:
    _, window = glass
    looks = looks_of(language)
    table = RoundTable(TAI_SAI, layout="C").bets(("big", 100_000, None)).close()
    entry = QueueEntry(number=1, device="tumbler", what=EntrySubject.DICE_UNHEARD, question=question, round=1)
    context = replace(
        mending_seen(table.rules, table.state, listening=ListeningState(row=(entry,), asked=1)),
        words=language_pair(looks.first, looks.second),
        looks=looks,
        input_state=NO_INPUT.replace(picks={"reply": Reply.DEAL.value}, dice="53"),
    )
    window.show(screen_of(context), looks)
    assert not window.hidden_step()
    assert not window.moved()


def _opened(screen: Screen) -> Iterator[tuple[str, InputState]]:
    """What a touch of the screen brings up, by the name of the control; how the screen is set is not changed."""
    rows = [] if screen.overlay is None else [*screen.overlay.left_column, *screen.overlay.right_column]
    for control in screen_controls(screen):
        if isinstance(control.act, SetInput) and "looks" not in control.act.input_state.picks:
            yield control.name, control.act.input_state
    for row in (row for block in rows for row in getattr(block, "rows", ())):
        if isinstance(row.act, SetInput):
            yield row.name, row.act.input_state


@pytest.mark.parametrize("glass", [SMALLEST], indirect=True)
@pytest.mark.parametrize("script", mostly_long(read_scripts()[::5], keep_every=4), ids=lambda script: script.path.stem)
def test_every_turn_of_every_fifth_script_is_seen_at_one_glance_in_english_in_the_smallest_window(
    glass: tuple[str, Glass], script: Script
) -> None:
    _, window = glass
    for rules, state in state_changes(script):
        for input_state in (NO_INPUT, NO_INPUT.replace(panel=Panel.APPROVAL if state.cases else Panel.NONE)):
            looks = looks_of("en")
            words = language_pair(looks.first, looks.second)
            window.show(
                screen_of(state_context(rules, state, words=words, looks=looks, input_state=input_state)), looks
            )
            assert not window.hidden_step()
            assert not window.moved()


KEYED_BY_HAND = ("ip-order-lost", "ip-together-order-known", "ip-insured-bet-taken-out", "mbs-method-c")
"""Bets are returned in some of them while cards are drawn, in others cards are passed before all are drawn."""


def _with_shoe(state: TableState) -> Iterator[tuple[InputState, ListeningState]]:
    """The shoe is there, lost, or the keys are open beside it; or it could not read a card, which is keyed."""
    there, lost = ({"shoe": DeviceRecord(link=link)} for link in (Link.CONNECTED, Link.LOST))
    yield NO_INPUT, ListeningState(devices=there)
    yield NO_INPUT, ListeningState(devices=lost)
    yield NO_INPUT.replace(panel=Panel.CARD), ListeningState(devices=there)
    number = 0 if state.round is None else state.round.number
    unread = QueueEntry(number=1, device="shoe", what=EntrySubject.CARD, question=Question.UNREADABLE, round=number)
    for picks in ({}, {"reply": Reply.DEAL.value}):
        yield NO_INPUT.replace(picks=picks), ListeningState(devices=there, row=(unread,), asked=1)


@pytest.mark.parametrize("glass", [SMALLEST], indirect=True)
@pytest.mark.parametrize(
    "language", ["en", *(pytest.param(one, marks=pytest.mark.long) for one in PAIRS if one != "en")]
)
@pytest.mark.parametrize("name", KEYED_BY_HAND)
def test_a_card_can_be_keyed_at_one_glance_whatever_else_the_rail_says(
    glass: tuple[str, Glass], name: str, language: str
) -> None:
    _, window = glass
    looks = looks_of(language)
    (script,) = (each for each in read_scripts() if each.path.stem == name)
    for rules, state in state_changes(script):
        if state.round is None or state.cases:
            continue
        for input_state, listening in _with_shoe(state):
            words = language_pair(looks.first, looks.second)
            context = state_context(rules, state, words=words, looks=looks, input_state=input_state)
            station = replace(context.state, listening=listening)
            window.show(screen_of(replace(context, state=station, devices={"shoe": "shoe"})), looks)
            assert not window.hidden_step()
            assert not window.moved()


@pytest.mark.parametrize("glass", [SMALLEST], indirect=True)
def test_what_is_out_of_sight_is_counted(glass: tuple[str, Glass]) -> None:
    _, window = glass
    scene = next(each for each in SCENES if each.name == "opening-readings")
    window.show(SceneStage(scene, looks_of("en")).show_screen(), looks_of("en"))
    column = next(each for each in window.window.page.findChildren(Scroller) if each.has_overflow)
    up, down = column.findChildren(QAbstractButton, "handle")
    assert not up.isEnabled()
    assert down.isEnabled()
    assert min(down.width(), down.height()) >= 64
    before = int(down.accessibleDescription())
    assert before > 0
    down.click()
    assert up.isEnabled()
    assert int(down.accessibleDescription()) < before
    while down.isEnabled():
        down.click()
    assert int(up.accessibleDescription()) > 0

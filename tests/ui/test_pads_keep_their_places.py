"""One pad of digits and one board of letters, and no key of theirs moves when something appears on the screen.

Nor does a key of an area."""

from collections.abc import Iterator, Mapping

import pytest
from PySide6.QtCore import QPoint, QRect

from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.people.pins import Pin
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Block, EntryBlock, KeysBlock
from dealer_app.screens.input_state import NO_INPUT, InputState, Panel
from dealer_app.screens.pads import digit_keys, letter_keys
from dealer_app.screens.screen import PageStage, Screen
from dealer_app.texts import Language
from tests.support.scene_list import SCENES
from tests.support.scenes import STILL, Scene, SceneStage
from tests.ui.pictures import Camera

pytestmark = pytest.mark.usefixtures("qapp")
SIZES = ((1920, 1080), (1366, 768))
SCENE_BY_NAME = {scene.name: scene for scene in SCENES}
APPROVAL = NO_INPUT.replace(panel=Panel.APPROVAL, writes="badge")
OPENER = NO_INPUT.replace(writes="badge-opens")
STATES: Mapping[str, tuple[InputState, ...]] = {
    "approval": (
        APPROVAL,
        APPROVAL.with_text("badge", "P"),
        APPROVAL.with_text("badge", "P10"),
        APPROVAL.with_text("badge", "D11"),
        APPROVAL.with_text("badge", "7302"),
    ),
    "sign-in": (
        NO_INPUT.replace(writes="badge-own"),
        NO_INPUT.replace(writes="badge-own").with_text("badge-own", "D"),
        NO_INPUT.replace(writes="badge-own").with_text("badge-own", "730264"),
    ),
    "first-run": (
        NO_INPUT.replace(writes="pin-1").with_text("badge-1", "M1"),
        NO_INPUT.replace(writes="pin-1").with_text("badge-1", "M1").with_pin("pin-1", Pin("1")),
        NO_INPUT.replace(writes="pin-1").with_text("badge-1", "M1").with_pin("pin-1", Pin("111111")),
        NO_INPUT.replace(writes="pin-1-again").with_text("badge-1", "?").with_pin("pin-1", Pin("111111")),
    ),
}


@pytest.fixture(params=SIZES, ids=lambda size: f"{size[0]}")
def camera(request: pytest.FixtureRequest) -> Iterator[Camera]:
    made = Camera(request.param)
    yield made
    made.close()


def all_blocks(screen: Screen) -> Iterator[Block]:
    yield from screen.rail.work
    if screen.overlay is not None:
        yield from (*screen.overlay.left_column, *screen.overlay.right_column)
    if isinstance(screen.stage, PageStage):
        for column in (*screen.stage.columns, screen.stage.foot):
            yield from column


def pad_of(screen: Screen) -> KeysBlock:
    pads = [block for block in all_blocks(screen) if isinstance(block, KeysBlock) and block.fixed]
    assert len(pads) == 1
    return pads[0]


def key_places(camera: Camera, screen: Screen) -> dict[str, QRect]:
    """By name, where each key of the pad is on the window."""
    found = {}
    for control in pad_of(screen).controls:
        widget, _ = camera.window.touch_point(control.name)
        found[control.name] = QRect(widget.mapTo(camera.window, QPoint(0, 0)), widget.size())
    return found


def shown(stage: SceneStage, camera: Camera, input_state: InputState) -> Screen:
    stage.desk.press(SetInput(input_state))
    assert stage.screen is not None
    camera.picture(stage.screen, stage.looks)
    return stage.screen


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", STATES)
def test_no_key_of_a_pad_moves_when_something_appears(camera: Camera, name: str, language: Language) -> None:
    looks = replace(STILL, first=language, second=Language.EN if language is not Language.EN else Language.ZH_HANT)
    stage = SceneStage(SCENE_BY_NAME[name], looks)
    stage.show_screen()
    places = [key_places(camera, shown(stage, camera, input_state)) for input_state in STATES[name]]
    assert len(places[0]) == len(digit_keys())
    first, *others = [list(each.values()) for each in places]
    assert all(other == first for other in others)


@pytest.mark.parametrize("name", STATES)
def test_the_pad_of_digits_is_the_same_everywhere(camera: Camera, name: str) -> None:
    stage = SceneStage(SCENE_BY_NAME[name])
    stage.show_screen()
    screen = shown(stage, camera, STATES[name][0])
    labels = [control.name.partition(":")[2] for control in pad_of(screen).controls]
    assert [label for label in labels if label.isdigit()] == [key for key in digit_keys() if key.isdigit()]
    places = list(key_places(camera, screen).values())
    assert len({place.x() for place in places}) == 4, "as on the keypad, in however little room"
    assert len({place.y() for place in places}) == 3
    assert all(place.height() >= 64 and place.width() >= 64 for place in places)


@pytest.mark.parametrize("name", ["approval", "sign-in"])
def test_the_board_of_letters_is_the_same_everywhere(camera: Camera, name: str) -> None:
    stage = SceneStage(SCENE_BY_NAME[name])
    stage.show_screen()
    turns = next(each for each in pad_of(shown(stage, camera, STATES[name][0])).controls if each.label.first == "A B C")
    assert isinstance(turns.act, SetInput)
    screen = shown(stage, camera, turns.act.input_state)
    labels = [control.label.first for control in pad_of(screen).controls]
    assert labels[:27] == list(letter_keys()[:27])
    places = list(key_places(camera, screen).values())
    assert len({place.x() for place in places}) == 6
    assert len({place.y() for place in places}) == 5


_BEFORE = """
place your bets
bet 3 banker 250000
bet 3 tie 10000
no more bets
card 7H
card KS
card 7C
card 3D
card AS
card 3C
result
settled
place your bets
"""
_MOMENTS = ("", "bet 3 banker 250000\nbet 3 tie 10000\n", "bet 3 tie 10000\n")
"""With `same-again`, once those bets lie there again, and once another was keyed instead."""


@pytest.mark.parametrize("game", [game for game in GAMES if load_rulebook(game).house is RuleFamily.BACCARAT])
def test_no_area_key_moves_when_the_same_bets_are_on_the_layout_again(camera: Camera, game: str) -> None:
    places, offered = [], []
    for moment in _MOMENTS:
        scene = Scene(name="again", game=game, script=_BEFORE + moment, input_state=NO_INPUT.replace(seat=3))
        screen = SceneStage(scene).show_screen()
        camera.picture(screen, scene.looks)
        names = [
            control.name for block in all_blocks(screen) if isinstance(block, KeysBlock) for control in block.controls
        ]
        offered.append("same-again" in names)
        widgets = {name: camera.window.touch_point(name)[0] for name in names if name.startswith("area:")}
        places.append(
            {name: QRect(each.mapTo(camera.window, QPoint(0, 0)), each.size()) for name, each in widgets.items()}
        )
    assert offered == [True, False, False]
    assert places[0] == places[1] == places[2]


_SETTLING = """
place your bets
bet 1 player 100000
bet 5 banker 250000
bet 5s1 banker 50000
no more bets
card 7H
card KS
card 7C
card 3D
card AS
card 3C
result
"""
_WRONG_PAY = NO_INPUT.replace(panel=Panel.REPORT).with_pick("report", "wrong-take-or-pay")
_AMOUNT = NO_INPUT.replace(seat=3, area=Area("banker"))
FRACTIONS = "name=B-12 unit=250 min=10000 max=2000000 differential=5000000"


@pytest.mark.parametrize("language", Language)
def test_no_key_moves_when_it_is_said_whose_payment_was_wrong(camera: Camera, language: Language) -> None:
    looks = replace(STILL, first=language, second=Language.EN if language is not Language.EN else Language.ZH_HANT)
    stage = SceneStage(Scene(name="wrong-pay", script=_SETTLING, opened=FRACTIONS), looks)
    stage.show_screen()
    places = []
    for input_state in (
        _WRONG_PAY,
        _WRONG_PAY.with_pick("who", "3"),
        _WRONG_PAY.with_pick("who", "5").with_pick("wrong-way", "paid-too-much").replace(digits="25"),
    ):
        screen = shown(stage, camera, input_state)
        assert screen.overlay is not None
        names = [
            control.name
            for block in screen.overlay.left_column
            if isinstance(block, KeysBlock)
            for control in block.controls
        ]
        widgets = {name: camera.window.touch_point(name)[0] for name in names}
        places.append(
            {name: QRect(each.mapTo(camera.window, QPoint(0, 0)), each.size()) for name, each in widgets.items()}
        )
    assert places[0] == places[1] == places[2]


@pytest.mark.parametrize("unit", ["name=B-12 min=10000", FRACTIONS])
def test_amounts_have_one_pad_wherever_they_are_keyed(camera: Camera, unit: str) -> None:
    shapes = []
    for script, input_state in (
        ("place your bets", _AMOUNT),
        ("place your bets\nbet 3 banker 250000", _AMOUNT.replace(digits="25")),
        (_SETTLING, _WRONG_PAY),
        ("", NO_INPUT.replace(panel=Panel.LIMITS, writes="min-all")),
    ):
        scene = Scene(name="amounts", script=script, opened=unit, input_state=input_state)
        screen = SceneStage(scene).show_screen()
        camera.picture(screen, scene.looks)
        pads = [
            [control for control in block.controls if control.label.first.isdigit()]
            for block in all_blocks(screen)
            if isinstance(block, KeysBlock) and block.fixed and any(each.label.first == "7" for each in block.controls)
        ]
        assert len(pads) == 1
        lines: dict[int, list[str]] = {}
        for control in pads[0]:
            widget, _ = camera.window.touch_point(control.name)
            lines.setdefault(widget.mapTo(camera.window, QPoint(0, 0)).y(), []).append(control.label.first)
        shapes.append(list(lines.values()))
    assert all(shape == [["7", "8", "9"], ["4", "5", "6", "00"], ["1", "2", "3", "0"]] for shape in shapes)


def entry_places(camera: Camera, screen: Screen) -> dict[str, QRect]:
    """By name, where each entry for a badge or a PIN is on the window."""
    found = {}
    for block in all_blocks(screen):
        if isinstance(block, EntryBlock) and block.name.startswith(("badge", "pin")):
            widget, _ = camera.window.touch_point(block.name)
            found[block.name] = QRect(widget.mapTo(camera.window, QPoint(0, 0)), widget.size())
    return found


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    ("name", "moments"),
    [
        (
            "opening-readings",
            (NO_INPUT, NO_INPUT.replace(writes="badge-opens"), NO_INPUT.replace(writes="pin-second")),
        ),
        ("opening-limits", (NO_INPUT, NO_INPUT.replace(writes="min-all"), NO_INPUT.replace(writes="badge-second"))),
        (
            "menu",
            tuple(
                NO_INPUT.replace(panel=Panel.LIMITS, writes=writes).with_text("min-all", "200")
                for writes in ("min-all", "badge-in-charge", "pin-second")
            ),
        ),
    ],
)
def test_no_entry_of_a_signature_moves_whichever_entry_is_written(
    camera: Camera, name: str, moments: tuple[InputState, ...], language: Language
) -> None:
    looks = replace(STILL, first=language, second=Language.EN if language is not Language.EN else Language.ZH_HANT)
    scene = SCENE_BY_NAME[name]
    stage = SceneStage(scene, looks)
    stage.show_screen()
    picks = scene.input_state.picks
    places = [entry_places(camera, shown(stage, camera, moment.replace(picks=picks))) for moment in moments]
    assert len(places[0]) >= 2
    assert places[0] == places[1] == places[2]

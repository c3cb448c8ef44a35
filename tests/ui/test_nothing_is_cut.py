"""Nothing that is painted of a usual round is cut: no text ends in an ellipsis, no amount lies on another box.

Every scene at both sizes, in each language, under the ribbon of a demonstration, which takes the most room. What may be
cut is named here with its reason.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from dealer_app.domain.values import replace
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.blocks import Control, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.screen import AreaState, TimeLine, TimePart
from tests.support.long_tests import mostly_long
from tests.support.rounds import BACCARAT, INSURANCE, MBS
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene, SceneStage
from tests.ui.pictures import Camera
from tests.ui.test_at_one_glance import DICE_AGAIN, FULL, PAIRS, SIZES, looks_of
from ui.blocks.control import ControlButton
from ui.blocks.control_plan import plan_control
from ui.blocks.plan import Dress
from ui.blocks.text_metrics import ELLIPSIS
from ui.recall.time_line import paint_time_line
from ui.table.box_contents import BoxContents, clear_distance, mark_place, mark_radius
from ui.table.stakes import pile_parts
from ui.theme import fonts
from ui.theme.sizes import Measures
from ui.theme.theme import DARK

MAY_BE_CUT: Mapping[tuple[str, str], str] = {
    ("opening-layout", "1366"): "which bets a layout has is below in full for the one that is chosen",
}
DEEPEST = 10.0
"""So far, in pixels, an amount may reach over the corner of the box beside its own: nothing is written there."""


@pytest.fixture(scope="module", params=sorted(SIZES))
def camera(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[tuple[str, Camera]]:
    assert qapp is not None
    made = Camera(SIZES[request.param])
    yield request.param, made
    made.close()


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is painted from now on."""
    texts: list[str] = []
    paint = QPainter.drawText

    def note(painter: QPainter, *given: Any) -> Any:
        texts.extend(each for each in given if isinstance(each, str))
        return paint(painter, *given)

    monkeypatch.setattr(QPainter, "drawText", note)
    return texts


@pytest.fixture
def demonstration(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ScreenContext, "is_demo", property(lambda _context: True))


def as_demonstration(scene: Scene) -> Scene:
    return replace(scene, simulated=tuple(scene.devices))


@pytest.mark.usefixtures("demonstration")
@pytest.mark.parametrize(
    ("scene", "language"),
    mostly_long([(each, language) for each in (*SCENES, *FULL, *DICE_AGAIN) for language in PAIRS], keep_every=4),
    ids=lambda value: getattr(value, "name", value),
)
def test_no_text_is_cut(camera: tuple[str, Camera], painted: list[str], scene: Scene, language: str) -> None:
    size, window = camera
    stage = SceneStage(as_demonstration(scene), looks_of(language))
    window.picture(stage.show_screen(), looks_of(language))
    assert painted
    if (scene.name, size) not in MAY_BE_CUT:
        assert not [text for text in painted if ELLIPSIS in text]


# The rows of both hands at Method C

METHOD_C = Scene(
    name="method-c",
    game=MBS,
    opened="name=M-21 min=10000 max=2000000 dealing=face-down hlga=yes method=C",
    script="place your bets\nbet 3 player 500000\nbet 2 banker 400000\nno more bets\n"
    "card 6S\ncard 3H\ncard KD\ncard TC\n",
)


@pytest.mark.usefixtures("demonstration")
@pytest.mark.parametrize("language", PAIRS)
def test_every_key_of_a_hand_shows_its_digit_and_its_words_whole(camera: tuple[str, Camera], language: str) -> None:
    _, window = camera
    window.picture(SceneStage(as_demonstration(METHOD_C), looks_of(language)).show_screen(), looks_of(language))
    keys = {"turn:1": "1", "turn:3": "2", "pass:player": "4", "refused:player": "5", "absent:player": "6"}
    buttons = {each.control.name: each for each in window.window.findChildren(ControlButton)}
    for name, key in keys.items():
        label, said = buttons[name].control.label, _painted_on(buttons[name])
        assert key in said, name
        if language != "en":
            assert {label.first, label.short} & set(said), name


def _painted_on(button: ControlButton) -> list[str]:
    plan = plan_control(button.look, float(button.width()), float(button.height()), button.surface.dress)
    return [text.text for text in plan.texts]


@pytest.mark.parametrize("language", PAIRS)
def test_the_bar_of_a_table_of_dice_names_its_layout(
    camera: tuple[str, Camera], painted: list[str], language: str
) -> None:
    _, window = camera
    scene = next(each for each in SCENES if each.name == "tai-sai")
    window.picture(SceneStage(scene, looks_of(language)).show_screen(), looks_of(language))
    assert [text for text in painted if text.startswith("RWS 2023-10-06") and text.endswith(" C")]


# The list of what can have happened


@pytest.mark.parametrize("language", PAIRS)
def test_the_list_of_irregularities_says_of_each_why_it_cannot_be_reported_now(
    camera: tuple[str, Camera], language: str
) -> None:
    _, window = camera
    scene = next(each for each in SCENES if each.name == "report")
    window.picture(SceneStage(scene, looks_of(language)).show_screen(), looks_of(language))
    reports = [
        each
        for each in window.window.overlay.findChildren(ControlButton)
        if each.control.name.startswith("report:") and each.control.act is None
    ]
    assert len(reports) > 10
    assert not [each.control.name for each in reports if not _says(each, each.control)]


def _says(button: ControlButton, control: Control) -> bool:
    return bool({control.waits.first, control.waits.short} & set(_painted_on(button)))


# The felt with bets everywhere

_AMOUNTS = (125_000, 2_000_000, 52_500, 1_250_000, 10_000, 1_500_000, 300_000, 1_050_000)
_SIDE_AMOUNTS = (10_000, 250_000, 52_500)
_BANKER_SIX = "no more bets\ncard 7H\ncard KS\ncard 7C\ncard 3D\ncard AS\n{offer}card 3C\nresult\n"


def full_table(game: str, letter: str) -> Scene:
    """Everybody sits and has bet, and all side bets lie there: BANKER wins with six points of three cards."""
    layout = next(each for each in load_rulebook(game).layouts if each.letter == letter)
    seats = layout.seats
    lines = [
        f"bet {seat} {'banker' if place % 3 else 'player'} {_AMOUNTS[place % len(_AMOUNTS)]}"
        for place, seat in enumerate(seats)
    ]
    for number, area in enumerate(each for each in layout.areas if each not in ("banker", "player")):
        lines += [
            f"bet {seats[(number * 3 + again * 2) % len(seats)]} {area} {_SIDE_AMOUNTS[(number + again) % 3]}"
            for again in range(1 + number % 3)
        ]
    played = _BANKER_SIX.format(offer="offer closed\n" if game == INSURANCE else "")
    return Scene(
        name=f"full-{game}-{letter}",
        game=game,
        layout=letter,
        opened="name=B-12 min=10000 max=2000000" + ("" if game == MBS else " differential=50000000"),
        script="place your bets\n" + "\n".join(lines) + "\n" + played,
    )


FULL_TABLES = [(game, layout.letter) for game in BACCARAT for layout in load_rulebook(game).layouts]


@pytest.fixture(scope="module")
def small(qapp: QApplication) -> Iterator[Camera]:
    assert qapp is not None
    made = Camera(SIZES["1366"])
    yield made
    made.close()


@pytest.mark.parametrize(("game", "letter"), mostly_long(FULL_TABLES, keep_every=3))
def test_on_a_full_table_no_amount_lies_on_another_box_and_no_tick_on_a_name(
    small: Camera, game: str, letter: str
) -> None:
    small.picture(SceneStage(full_table(game, letter), looks_of("en")).show_screen(), looks_of("en"))
    filled = small.layout.filled
    parts = [(each, part) for each in filled for part in pile_parts(each.lying, each.pile_middle)]
    assert len(parts) > 10
    for each, part in parts:
        assert part.width() < each.box.bounds.width() + 40, each.box.name
        for other in filled:
            if other.box.seat not in (None, each.box.seat):
                over = part.intersected(_inner(other))
                assert min(over.width(), over.height()) <= DEEPEST, (each.box.name, other.box.name)
    for number, (one, part) in enumerate(parts):
        for other, beside in parts[number + 1 :]:
            over = part.intersected(beside)
            assert other is one or min(over.width(), over.height()) < 3, (one.box.name, other.box.name)
    for each in filled:
        if each.shown.state is AreaState.LIT and not each.shown.stakes:
            radius = mark_radius(each)
            assert clear_distance(each, mark_place(each, radius)) >= radius * 0.7, each.box.name


def _inner(each: BoxContents) -> QRectF:
    """The part of a box that is surely its own, whatever its shape."""
    around = each.box.bounds
    across, down = around.width() * 0.15, around.height() * 0.15
    return around.adjusted(across, down, -across, -down)


# The line of time of a past round


@pytest.mark.parametrize("wide", [4, 12, 30, 60, 90, 400])
def test_a_part_of_the_line_of_time_has_as_many_words_as_have_room(
    qapp: QApplication, painted: list[str], wide: int
) -> None:
    assert qapp is not None
    fonts.install_fonts()
    title = ScreenText("Third cards", "補牌", "3rd")
    line = TimeLine(parts=(TimePart(0, wide, title),), marks=(), begin="21:46", end="21:47", now="21:46", length=1_000)
    canvas = QImage(1048, 120, QImage.Format.Format_RGB32)
    with QPainter(canvas) as painter:
        paint_time_line(painter, line, QRectF(0, 0, 1048, 120), Dress(DARK, Measures.from_size(1920, 1080)))
    said = [text for text in painted if text not in {"21:46", "21:47"}]
    assert said in ([], ["3rd"], ["Third cards"], ["Third cards 補牌"])
    assert wide < 60 or said

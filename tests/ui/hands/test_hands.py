"""The hands and the dice: what is new is painted alone, what may not be known is not in the picture."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPaintEvent, QRegion
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import CardShown, Face, ScreenText, Tone
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.labels import section_text
from dealer_app.screens.screen import DiceShown, Die, HandShown, HandsShown
from dealer_app.texts import Language, language_pair
from ui.hands import panel
from ui.hands.panel import hand_places
from ui.hands.widget import HandsWidget, _TableCard
from ui.theme.sizes import Measures
from ui.theme.theme import BRIGHT, DARK, ColourTheme

pytestmark = pytest.mark.usefixtures("letters")
PLACE = CardShown(
    face=Face.PLACE, sideways=True, word=ScreenText("STANDS"), note=ScreenText("no 3rd card"), tone=Tone.QUIET
)


def _open(card: str, *, sideways: bool = False) -> CardShown:
    return CardShown(face=Face.OPEN, card=card, sideways=sideways, name=f"card:{card}")


def _hand(tone: Tone, *cards: CardShown, points: str = "6", wins: bool = False) -> HandShown:
    name, glyph = (ScreenText("PLAYER", "閒"), "閒") if tone is Tone.PLAYER else (ScreenText("BANKER", "莊"), "庄")
    return HandShown(
        tone=tone, name=name, glyph=glyph, note=ScreenText("stands · 3.15"), cards=cards, points=points, wins=wins
    )


PLAYER = _hand(Tone.PLAYER, _open("KH"), _open("6S"), PLACE)
BANKER = _hand(Tone.BANKER, _open("9C"), _open("5D"), PLACE, points="4")
HANDS = HandsShown(player=PLAYER, banker=BANKER)
DIE = Die(face=5, flat=True)
DICE = DiceShown(
    dice=(DIE, DIE, Die(face=2, flat=None)),
    total="12",
    outcomes=(("大", "BIG", "1 to 1"),),
    tumbles=3,
    flat_word=ScreenText("flat"),
    total_word=ScreenText("Total Sum"),
)


@pytest.fixture
def widget(qtbot: QtBot) -> HandsWidget:
    return _made(qtbot, 1920, 1080)


def _made(qtbot: QtBot, width: int, height: int, theme: ColourTheme = DARK) -> HandsWidget:
    made = HandsWidget()
    qtbot.addWidget(made)
    measures = Measures.from_size(width, height)
    made.set_measures(measures)
    made.set_theme(theme)
    made.resize(width - measures.rail_width, measures.hands_height)
    return made


class Paints(QObject):
    """Which regions were painted."""

    def __init__(self, watched: QWidget) -> None:
        super().__init__()
        self.regions: list[QRegion] = []
        watched.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.regions.append(QRegion(event.region()))
        return False


@pytest.fixture
def shown(widget: HandsWidget, qtbot: QtBot) -> Iterator[HandsWidget]:
    widget.show_hands(HANDS)
    with qtbot.waitExposed(widget):
        widget.show()
    widget.repaint()
    yield widget
    widget.close()


def _image(widget: HandsWidget) -> QImage:
    return widget.grab().toImage()


def _near(colour: QColor, image: QImage, rect: QRect) -> int:
    return sum(
        image.pixelColor(x, y) == colour
        for x in range(rect.left(), rect.right(), 2)
        for y in range(rect.top(), rect.bottom(), 2)
    )


def test_a_new_card_paints_its_own_rectangle_and_the_points(shown: HandsWidget, qtbot: QtBot) -> None:
    paints = Paints(shown)
    third = _open("3C", sideways=True)
    shown.show_hands(replace(HANDS, banker=_hand(Tone.BANKER, *BANKER.cards[:2], third, points="7")))
    qtbot.waitUntil(lambda: bool(paints.regions))
    laid = hand_places(shown.width(), shown.height(), Measures.from_size(1920, 1080))
    painted = QRegion()
    for region in paints.regions:
        painted = painted.united(region)
    assert painted.contains(laid.right.slots[2].toRect())
    assert painted.contains(laid.right.points.toRect())
    assert not painted.intersects(laid.left.panel.toRect())
    assert not painted.intersects(laid.right.slots[0].adjusted(0, 0, -20, 0).toRect())


def test_what_is_painted_alone_is_what_is_painted_anew(shown: HandsWidget, qtbot: QtBot) -> None:
    """Card by card, note by note, against a widget that has never seen anything else."""
    steps = [
        replace(HANDS, player=replace(PLAYER, note=ScreenText("draws · 3.12"))),
        replace(HANDS, player=_hand(Tone.PLAYER, *PLAYER.cards[:2], _open("TD", sideways=True), points="0")),
        replace(HANDS, banker=_hand(Tone.BANKER, CardShown(face=Face.BACK), CardShown(face=Face.SEALED), points="?")),
        replace(
            HANDS, banker=replace(BANKER, wins=True), banner=ScreenText("BANKER WINS", "莊贏"), banner_tone=Tone.BANKER
        ),
        replace(HANDS, turned=True),
        HANDS,
    ]
    for step in steps:
        shown.show_hands(step)
        fresh = _made(qtbot, 1920, 1080)
        fresh.show_hands(step)
        assert _image(shown) == _image(fresh)


@pytest.mark.parametrize("first", Language)
@pytest.mark.parametrize("code", ["natural", "stands", "draws", "player-draws", "banker-draws", "depends"])
@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768)])
def test_whether_a_hand_draws_is_said_in_both_languages_with_its_clause(
    size: tuple[int, int], code: str, first: Language, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The third card is where a second language helps most (3.12)."""
    words = language_pair(first, Language.ZH_HANT if first is Language.EN else Language.EN)
    note = section_text(words, "play", f"note-{code}")
    hands = [
        replace(hand, name=section_text(words, "play", side), note=note, clause="3.12")
        for hand, side in ((PLAYER, "player"), (BANKER, "banker"))
    ]
    painted: list[str] = []
    monkeypatch.setattr(panel, "_headers", {})
    monkeypatch.setattr(panel, "draw_text", lambda _painter, _rect, text, *_: painted.append(text))
    for turned in (False, True):
        made = _made(qtbot, *size)
        made.show_hands(HandsShown(player=hands[0], banker=hands[1], turned=turned))
        _image(made)
    said = [text for text in painted if text.endswith("3.12")]
    assert len(said) == 4
    assert all(text.startswith((note.first, note.short or note.first)) and note.second in text for text in said)


def test_the_same_hands_again_paint_nothing(shown: HandsWidget, qtbot: QtBot) -> None:
    paints = Paints(shown)
    shown.show_hands(replace(HANDS))
    qtbot.wait(30)
    assert paints.regions == []


@pytest.mark.parametrize("theme", [pytest.param(DARK, id="dark"), pytest.param(BRIGHT, id="bright")])
def test_the_winner_has_a_golden_frame_and_golden_points(qtbot: QtBot, theme: ColourTheme) -> None:
    widget = _made(qtbot, 1920, 1080, theme)
    widget.show_hands(replace(HANDS, banker=replace(BANKER, wins=True)))
    image, laid = _image(widget), hand_places(widget.width(), widget.height(), Measures.from_size(1920, 1080))
    assert _near(theme.lit, image, laid.right.points.toRect()) > 100
    assert _near(theme.lit, image, laid.left.panel.toRect()) == 0
    frame = QPoint(round(laid.right.panel.x()) + 2, round(laid.right.panel.center().y()))
    assert image.pixelColor(frame) == theme.lit


def test_a_card_that_is_not_turned_is_not_in_the_picture(qtbot: QtBot) -> None:
    def painted(card: str) -> QImage:
        widget = _made(qtbot, 1920, 1080)
        widget.show_hands(replace(HANDS, player=_hand(Tone.PLAYER, CardShown(face=Face.BACK, card=card), points="?")))
        assert card == "" or card not in widget.accessibleName()
        return _image(widget)

    assert painted("KH") == painted("") == painted("4C")


def test_turned_the_banker_is_at_the_left(widget: HandsWidget) -> None:
    def left_is(colour: QColor) -> bool:
        return _image(widget).pixelColor(16, widget.height() // 2) == colour

    widget.show_hands(HANDS)
    assert left_is(DARK.player_tint)
    widget.show_hands(replace(HANDS, turned=True))
    assert left_is(DARK.banker_tint)


def test_a_card_in_excess_is_seen_beside_the_third(qtbot: QtBot) -> None:
    cards = (*PLAYER.cards[:2], _open("3C", sideways=True), CardShown(face=Face.SEALED, sideways=True))
    with_it, without = _made(qtbot, 1920, 1080), _made(qtbot, 1920, 1080)
    with_it.show_hands(replace(HANDS, player=_hand(Tone.PLAYER, *cards)))
    without.show_hands(replace(HANDS, player=_hand(Tone.PLAYER, *cards[:3])))
    assert _image(with_it) != _image(without)


def test_touching_a_card_gives_its_act_back(shown: HandsWidget) -> None:
    touched = []
    shown.on_act = lambda act, name: touched.append((act, name))
    act = SetInput(NO_INPUT.replace(framed="card"))
    card = replace(_open("6S"), act=act)
    shown.show_hands(replace(HANDS, player=_hand(Tone.PLAYER, _open("KH"), card, PLACE)))
    at = hand_places(shown.width(), shown.height(), Measures.from_size(1920, 1080)).left.slots[1].center().toPoint()
    target = shown.childAt(at)
    assert target is not None
    assert target.accessibleName() == "PLAYER: 6S"
    QTest.mouseClick(target, Qt.MouseButton.LeftButton)
    assert touched == [(act, "card:6S")]
    shown.show_hands(HANDS)
    assert shown.childAt(at) is None


def test_a_card_comes_in_only_where_motion_is_wanted_and_is_seen_at_once(shown: HandsWidget, qtbot: QtBot) -> None:
    third = _open("3C", sideways=True)
    drawn = replace(HANDS, banker=_hand(Tone.BANKER, *BANKER.cards[:2], third))
    shown.motion = True
    shown.show_hands(drawn)
    rect = hand_places(shown.width(), shown.height(), Measures.from_size(1920, 1080)).right.slots[2].toRect()
    first = _image(shown).pixelColor(rect.center().x(), rect.top() + 6)
    assert first != DARK.banker_tint
    qtbot.waitUntil(lambda: _image(shown).pixelColor(rect.center().x(), rect.top() + 6) == DARK.card)
    still = _made(qtbot, 1920, 1080)
    still.show_hands(drawn)
    qtbot.waitUntil(lambda: _image(shown) == _image(still))


def test_the_dice_are_shown_with_their_sum(widget: HandsWidget) -> None:
    widget.show_hands(DICE)
    image = _image(widget)
    assert _near(DARK.card, image, image.rect()) > 1000
    assert _near(DARK.lit, image, image.rect()) > 200
    assert widget.accessibleName() == "5, 5, 2 Total Sum 12 BIG"
    widget.show_hands(replace(DICE, dice=(DIE, DIE, Die(face=None)), total="–", outcomes=()))
    assert _near(DARK.lit, _image(widget), image.rect()) == 0


def test_a_die_that_is_not_flat_is_told_by_shape_and_colour(widget: HandsWidget) -> None:
    widget.show_hands(DICE)
    assert _near(DARK.stop, _image(widget), widget.rect()) == 0
    widget.show_hands(replace(DICE, dice=(DIE, DIE, Die(face=2, flat=False))))
    assert _near(DARK.stop, _image(widget), widget.rect()) > 20


def test_a_card_is_painted_again_by_copying_two_pictures(shown: HandsWidget, monkeypatch: pytest.MonkeyPatch) -> None:
    """The ground and the card itself: nothing of a panel is drawn, and no other card."""
    shown.grab()
    for drawn in ("paint_panel", "paint_header", "paint_points", "paint_banner", "paint_dice", "card_picture"):
        monkeypatch.setattr(f"ui.hands.widget.{drawn}", _draws)
    copied: list[tuple[int, int]] = []
    paint = HandsWidget._paint_card

    def paint_card(widget: HandsWidget, painter: QPainter, lying: _TableCard) -> None:
        copied.append(lying.which)
        paint(widget, painter, lying)

    monkeypatch.setattr(HandsWidget, "_paint_card", paint_card)
    shown.repaint(
        hand_places(shown.width(), shown.height(), Measures.from_size(1920, 1080)).left.slots[0].toAlignedRect()
    )
    assert copied == [(0, 0)]


def _draws(*_: object) -> None:
    pytest.fail("something was drawn anew")

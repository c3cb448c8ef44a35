"""The painters by probing pixels: what can be told by form, by colour and by nothing but what a viewer may see."""

from collections.abc import Callable
from functools import partial
from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from dealer_app.domain.cards import CARDS, Suit
from dealer_app.screens.blocks import CardShown, Face, ScreenText, Tone
from ui.painting import cards, marks, shapes
from ui.theme import theme as contrast
from ui.theme.fonts import font
from ui.theme.theme import BRIGHT, DARK, ColourTheme

pytestmark = pytest.mark.usefixtures("letters")
THEMES = (pytest.param(DARK, id="dark"), pytest.param(BRIGHT, id="bright"))


def _painted(width: int, height: int, ground: QColor, paint: Callable[[QPainter], None]) -> QImage:
    image = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(ground)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint(painter)
    return image


def _has(image: QImage, colour: QColor) -> bool:
    return any(image.pixelColor(x, y) == colour for x in range(image.width()) for y in range(image.height()))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", [66, 118])
@pytest.mark.parametrize("sideways", [False, True])
def test_every_card_has_a_face_of_its_own(theme: ColourTheme, width: int, sideways: bool) -> None:
    wide, high = (round(width * 1.4), width) if sideways else (width, round(width * 1.4))
    faces = {bytes(cards.card_image(Face.OPEN, text, wide, high, 1.0, theme).constBits()) for text in CARDS}
    assert len(faces) == len(CARDS)


@pytest.mark.parametrize("text", sorted(CARDS))
def test_a_suit_is_red_or_black_and_the_whole_rank_is_written(text: str) -> None:
    image = cards.card_image(Face.OPEN, text, 118, 165, 1.0, DARK)
    red = CARDS[text].suit in {Suit.HEARTS, Suit.DIAMONDS}
    assert _has(image, DARK.red) is red
    assert _has(image, DARK.ink) is not red
    assert all(image.pixelColor(4, y) == DARK.card for y in range(20, 145))


@pytest.mark.parametrize("width", [44, 66, 100, 118, 170])
def test_a_ten_lying_sideways_is_written_whole(width: int) -> None:
    image = cards.card_image(Face.OPEN, "TD", round(width * 1.4), width, 1.0, DARK)
    left = range(round(width * 0.8))
    rows = [y for y in range(width) if any(image.pixelColor(x, y) == DARK.red for x in left)]
    assert rows[-1] - rows[0] > width * 0.25


@pytest.mark.parametrize("face", [Face.BACK, Face.SEALED, Face.HIDDEN])
def test_a_card_that_may_not_be_seen_looks_the_same_whatever_it_is(face: Face) -> None:
    def back(card: str) -> QImage:
        return _painted(118, 165, DARK.bg, lambda painter: _card(painter, CardShown(face=face, card=card)))

    assert back("KH") == back("2C") == back("")
    assert not _has(back("KH"), DARK.red)


def _card(painter: QPainter, shown: CardShown) -> None:
    cards.draw_card(painter, QRectF(0, 0, 118, 165), shown, DARK)


def test_backs_differ_by_what_they_say() -> None:
    assert len({bytes(cards.card_image(face, "", 118, 165, 1.0, DARK).constBits()) for face in _BACKS}) == len(_BACKS)


_BACKS = (Face.BACK, Face.SEALED, Face.HIDDEN)


def test_a_face_is_painted_once_for_each_size() -> None:
    first = cards.card_image(Face.OPEN, "9S", 118, 165, 1.0, DARK)
    assert cards.card_image(Face.OPEN, "9S", 118, 165, 1.0, DARK) is first
    assert cards.card_image(Face.OPEN, "9S", 118, 165, 2.0, DARK).width() == 236


def test_the_place_of_the_next_card_stands_out_and_says_so() -> None:
    def place(tone: Tone) -> QImage:
        shown = CardShown(face=Face.PLACE, word=ScreenText("NEXT CARD"), tone=tone)
        return _painted(
            170, 120, DARK.s1, lambda painter: cards.draw_card(painter, QRectF(2, 2, 160, 114), shown, DARK)
        )

    assert _has(place(Tone.PLAIN), DARK.t1)
    for quiet in (Tone.OFF, Tone.QUIET):
        assert not _has(place(quiet), DARK.t1)
        assert _has(place(quiet), DARK.t2)


@pytest.mark.parametrize("face", [1, 2, 3, 4, 5, 6])
def test_a_die_has_its_pips(face: int) -> None:
    image = cards.die_image(face, 120, 1.0, DARK)
    dark = {
        (x, y) for x, y in ((a, b) for a in (29, 60, 91) for b in (29, 60, 91)) if image.pixelColor(x, y) == DARK.ink
    }
    assert len(dark) == face


@pytest.mark.parametrize("theme", THEMES)
def test_every_tone_that_is_shown_has_a_shape_of_its_own(theme: ColourTheme) -> None:
    """Without colours, so that not the colour tells them apart (how something stands is shape, colour and word)."""
    grey = {}
    for tone in Tone:
        image = _painted(28, 28, theme.s1, partial(_mark, tone=tone, theme=theme))
        levels = [image.pixelColor(x, y).lightness() != theme.s1.lightness() for x in range(28) for y in range(28)]
        grey[tone] = tuple(levels)
    assert not any(grey[Tone.PLAIN])
    assert not any(grey[Tone.QUIET])
    alike = {Tone.GOOD, Tone.WINNER}
    shown = [grey[tone] for tone in Tone if tone not in {Tone.PLAIN, Tone.QUIET, *alike, Tone.PLAYER}]
    assert len(set(shown)) == len(shown)


def _mark(painter: QPainter, *, tone: Tone, theme: ColourTheme) -> None:
    marks.draw_mark(painter, tone, QRectF(2, 2, 24, 24), theme)


@pytest.mark.parametrize("theme", THEMES)
def test_letters_of_every_tone_can_be_read_on_a_panel(theme: ColourTheme) -> None:
    for tone in Tone:
        assert contrast.contrast_ratio(marks.mark_colour(tone, theme), theme.s1) >= contrast.TEXT_CONTRAST
        assert contrast.contrast_ratio(theme.t1, marks.tint_colour(tone, theme)) >= contrast.TEXT_CONTRAST
    for tone in (Tone.PLAYER, Tone.BANKER, Tone.TIE, Tone.STOP):
        assert contrast.contrast_ratio(theme.onfill, marks.fill_colour(tone, theme)) >= contrast.TEXT_CONTRAST


@pytest.mark.parametrize("name", marks.icon_names())
def test_every_icon_stays_in_its_square(name: str) -> None:
    def paint(painter: QPainter) -> None:
        marks.draw_icon(painter, name, QRectF(8, 8, 24, 24), DARK.t1)

    image = _painted(40, 40, DARK.s1, paint)
    inside = [image.pixelColor(x, y) != DARK.s1 for x in range(8, 32) for y in range(8, 32)]
    outside = [
        image.pixelColor(x, y) != DARK.s1 for x in range(40) for y in range(40) if not (7 <= x <= 32 and 7 <= y <= 32)
    ]
    assert any(inside)
    assert not any(outside)


def test_an_icon_without_a_picture_leaves_the_words_alone() -> None:
    image = _painted(
        40, 40, DARK.s1, lambda painter: marks.draw_icon(painter, "none such", QRectF(0, 0, 40, 40), DARK.t1)
    )
    assert not _has(image, DARK.t1)


LONG = ScreenText("Player insurance plus", "閒保險", "P ins.")


def test_a_text_takes_the_longest_form_that_fits() -> None:
    letters = font(20, 600)
    assert shapes.choose_text(LONG, letters, 1000, both=True) == "Player insurance plus 閒保險"
    assert shapes.choose_text(LONG, letters, shapes.text_width(LONG.first, letters)) == LONG.first
    assert shapes.choose_text(LONG, letters, shapes.text_width(LONG.first, letters) - 1) == LONG.short


def test_a_text_that_does_not_fit_says_that_something_is_missing() -> None:
    letters = font(20, 600)
    cut = shapes.choose_text(ScreenText("Player insurance plus"), letters, 80)
    assert cut.endswith("…")
    assert shapes.text_width(cut, letters) <= 80


GLYPHS = ("大", "小", "單", "雙", "圍")


@pytest.mark.parametrize(("glyph", "simplified"), [("單", "单"), ("雙", "双"), ("圍", "围"), ("圍", "全圍")])
def test_an_outcome_has_the_same_frame_in_both_ways_of_writing(glyph: str, simplified: str) -> None:
    """The frame alone: what is at the edge of the square, where no glyph reaches."""
    one, other = (_painted(60, 60, DARK.s1, partial(_outcome, glyph=each)) for each in (glyph, simplified))
    edge = [(x, y) for x in range(60) for y in range(60) if not (14 <= x < 46 and 14 <= y < 50)]
    assert all(one.pixel(x, y) == other.pixel(x, y) for x, y in edge)


def test_outcomes_are_told_apart_by_their_frames() -> None:
    frames = set()
    for glyph in GLYPHS:
        image = _painted(60, 60, DARK.s1, partial(_outcome, glyph=glyph))
        edge = [(x, y) for x in range(60) for y in range(60) if not (14 <= x < 46 and 14 <= y < 50)]
        frames.add(tuple(image.pixelColor(x, y) != DARK.s1 for x, y in edge))
    assert len(frames) == len(GLYPHS)


def _outcome(painter: QPainter, *, glyph: str) -> None:
    marks.draw_outcome(painter, glyph, QRectF(2, 2, 56, 56), DARK)


def test_two_words_of_a_small_place_stand_under_each_other_whole() -> None:
    """Where one line has no room and there is no short form, nothing is cut."""

    def rows(word: ScreenText) -> int:
        shown = CardShown(face=Face.PLACE, word=word, tone=Tone.OFF)
        rect = QRectF(0, 0, 92, 66)
        image = _painted(92, 66, DARK.s1, lambda painter: cards.draw_card(painter, rect, shown, DARK))
        written = [any(image.pixelColor(x, y) == DARK.t2 for x in range(8, 84)) for y in range(6, 60)]
        return sum(now and not before for before, now in pairwise([False, *written]))

    assert rows(ScreenText("THIRD CARD")) == 2
    assert rows(ScreenText("THIRD CARD", "", "THIRD")) == 2
    assert rows(ScreenText("STANDS")) == 1

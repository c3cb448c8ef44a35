"""Paints the three dice as they lie, their sum, what it won, and the tumbles that were felt."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from dealer_app.screens.blocks import Tone
from dealer_app.screens.screen import DiceShown, Die
from ui.painting.cards import draw_die
from ui.painting.marks import draw_mark, draw_outcome
from ui.painting.shapes import LEFT, MIDDLE, RIGHT, choose_text, draw_text, fit_font, text_width
from ui.theme.fonts import font
from ui.theme.sizes import RADIUS_BUTTON, RADIUS_PANEL, Measures
from ui.theme.theme import ColourTheme

_MOST_TICKS = 6


def paint_dice(painter: QPainter, shown: DiceShown, size: QRectF, theme: ColourTheme, measures: Measures) -> None:
    px = measures.px
    panel = size.adjusted(px(8, 6), px(8, 4), -px(8, 6), -px(8, 6))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.s1)
    painter.drawRoundedRect(panel, px(RADIUS_PANEL), px(RADIUS_PANEL))
    pitch, inset = px(150, 92), px(24, 16)
    foot = QRectF(panel.x(), panel.bottom() - px(42, 36), panel.width(), px(36, 32))
    side = min(px(120, 76), int(foot.y() - panel.y()) - px(8, 4))
    top = panel.y() + (foot.y() - panel.y() - side) / 2
    for index, die in enumerate(shown.dice):
        rect = QRectF(panel.x() + inset + index * pitch, top, side, side)
        draw_die(painter, rect, die.face, theme)
        _draw_flat(painter, die, QRectF(rect.x(), foot.y(), pitch - px(8), foot.height()), shown, (theme, measures))
    x = panel.x() + inset + 3 * pitch
    sum_rect = QRectF(x, panel.y(), px(190, 130), foot.y() - panel.y())
    letters = font(measures.text(124, 76), 700, display=True)
    painter.setFont(letters)
    painter.setPen(theme.lit if shown.outcomes else theme.t1)
    painter.drawText(sum_rect, MIDDLE | Qt.TextFlag.TextDontClip, shown.total)
    caption = font(measures.text(19, 16), 600)
    word = choose_text(shown.total_word, caption, sum_rect.width())
    draw_text(painter, QRectF(x, foot.y(), sum_rect.width(), foot.height()), word, caption, theme.t2, MIDDLE)
    x = sum_rect.right() + px(28, 12)
    outcomes = QRectF(x, panel.y() + px(11, 8), px(266, 224), panel.height() - px(22, 16))
    _draw_outcomes(painter, shown.outcomes, outcomes, theme, measures)
    x = outcomes.right() + px(36, 20)
    _draw_tumbles(painter, shown, QRectF(x, panel.y(), panel.right() - x - px(16, 8), panel.height()), theme, measures)


def _draw_flat(
    painter: QPainter, die: Die, rect: QRectF, shown: DiceShown, dress: tuple[ColourTheme, Measures]
) -> None:
    """Flat with a tick, with a triangle where that is in doubt; of one that is not, the word is struck through."""
    if die.flat is None:
        return
    theme, measures = dress
    side = measures.px(22, 18)
    mark = QRectF(rect.x(), rect.center().y() - side / 2, side, side)
    lies_flat = Tone.ATTENTION if shown.flat_doubted else Tone.GOOD
    draw_mark(painter, lies_flat if die.flat else Tone.STOP, mark, theme)
    letters = font(measures.text(19, 16), 600)
    room = QRectF(QPointF(mark.right() + measures.px(8, 6), rect.y()), rect.bottomRight())
    word = choose_text(shown.flat_word, letters, room.width())
    draw_text(painter, room, word, letters, theme.t1 if die.flat else theme.stop, LEFT)
    if not die.flat:
        painter.setPen(QPen(theme.stop, 2))
        painter.drawLine(
            QPointF(room.x(), room.center().y()), QPointF(room.x() + text_width(word, letters), room.center().y())
        )


def _draw_outcomes(
    painter: QPainter, outcomes: Sequence[tuple[str, str, str]], rect: QRectF, theme: ColourTheme, measures: Measures
) -> None:
    """What the sum won, in golden frames one under the other."""
    if not outcomes:
        return
    gap = measures.px(9, 6)
    rows = max(2, len(outcomes))
    high = (rect.height() - gap * (rows - 1)) / rows
    padding = measures.px(16, 10)
    for index, (glyph, name, odds) in enumerate(outcomes):
        frame = QRectF(rect.x(), rect.y() + index * (high + gap), rect.width(), high)
        painter.setPen(QPen(theme.lit, measures.stroke(3)))
        painter.setBrush(theme.s2)
        painter.drawRoundedRect(
            frame.adjusted(1.5, 1.5, -1.5, -1.5), measures.px(RADIUS_BUTTON), measures.px(RADIUS_BUTTON)
        )
        side = min(high * 0.74, measures.px(50, 34))
        picture = QRectF(frame.x() + padding, frame.center().y() - side / 2, side, side)
        draw_outcome(painter, glyph, picture, theme)
        small = font(measures.text(18, 16), 600)
        x = picture.right() + padding
        sizes = [font(measures.text(large, less), 700) for large, less in ((28, 22), (24, 19), (20, 16))]
        room = QRectF(x, frame.y(), frame.right() - padding - x, high)
        beside = QRectF(room.x(), room.y(), room.width() - text_width(odds, small) - 6, high)
        letters = fit_font(name, beside.width(), sizes)
        if text_width(name, letters) <= beside.width():
            draw_text(painter, room, odds, small, theme.lit, RIGHT)
            draw_text(painter, beside, name, letters, theme.t1, LEFT)
            continue
        # A long name has its odds below it.
        upper, lower = QRectF(room.x(), room.y(), room.width(), high / 2), room.adjusted(0, high / 2, 0, 0)
        draw_text(painter, upper.adjusted(0, 2, 0, 0), name, fit_font(name, room.width(), sizes[-1:]), theme.t1, LEFT)
        draw_text(painter, lower.adjusted(0, -2, 0, 0), odds, small, theme.lit, LEFT)


def _draw_tumbles(painter: QPainter, shown: DiceShown, rect: QRectF, theme: ColourTheme, measures: Measures) -> None:
    """A tick for each that was felt, a triangle where these are in doubt, an empty dashed ring for each that is still
    owed, and the words of the guide.
    """
    px = measures.px
    y = rect.y() + px(8, 5)
    title, small = font(measures.text(18, 16), 600), font(measures.text(18, 16), 500)
    line = px(28, 20)
    draw_text(
        painter,
        QRectF(rect.x(), y, rect.width(), line),
        choose_text(shown.tumbles_word, title, rect.width()),
        title,
        theme.t1,
    )
    y += line + px(6, 3)
    if shown.tumbles is not None:
        side, pitch = px(44, 26), px(96, 60)
        count = min(_MOST_TICKS, max(shown.fewest_tumbles, shown.tumbles))
        pitch = min(pitch, int(rect.width() / count))
        felt = Tone.ATTENTION if shown.tumbles_doubted else Tone.GOOD
        for index in range(count):
            disc = QRectF(rect.x() + px(6, 2) + index * pitch, y, side, side)
            draw_mark(painter, felt if index < shown.tumbles else Tone.OFF, disc, theme)
            below = QRectF(disc.x(), disc.bottom(), side, px(26, 20))
            if not measures.compact:
                draw_text(painter, below, str(index + 1), font(measures.text(18), 700), theme.t1, MIDDLE)
        y += side + px(28, 4)
    for index, text in enumerate(shown.lines):
        letters = title if index == 0 else small
        if y + line > rect.bottom() + 2:
            break
        draw_text(
            painter,
            QRectF(rect.x(), y, rect.width(), line),
            choose_text(text, letters, rect.width()),
            letters,
            theme.t1 if index == 0 else theme.t2,
        )
        y += line


def dice_text(shown: DiceShown) -> str:
    faces = ", ".join("?" if die.face is None else str(die.face) for die in shown.dice)
    return " ".join((faces, shown.total_word.first, shown.total, *(name for _, name, _ in shown.outcomes)))

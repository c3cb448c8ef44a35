"""The parts of the customer display that change with the round: banner, hands, dice, what won, limits, pay table."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import NO_TEXT, Face, ScreenText, Tone
from dealer_app.screens.display.customer_screen import (
    Countdown,
    CustomerScreen,
    DisplayBanner,
    DisplayFact,
    PayGroup,
    PayRow,
    WinShown,
)
from dealer_app.screens.screen import DiceShown, HandShown, HandsShown
from ui.painting.cards import CARD_HEIGHT, draw_card, draw_die
from ui.painting.marks import draw_mark, draw_outcome, draw_tick, fill_colour, mark_colour, tint_colour
from ui.painting.shapes import LEFT, MIDDLE, RIGHT, draw_text, fit_font, fit_text, text_width
from ui.theme.fonts import font
from ui.theme.theme import ColourTheme

_FULL_GROUND = frozenset((Tone.PLAYER, Tone.BANKER, Tone.TIE, Tone.STOP))
"""Results and a void have the full colour as their ground; what is asked for has a tint of it."""
_BANNER_SIZES = (170, 150, 132, 116, 104, 92, 84, 76, 64, 54, 44, 36)
"""Capitals of 76 are 54 high: 20 mm on a monitor of 32 inches, which are read from 4 m."""
_SECOND_SHARES = (1.0, 0.85, 0.7, 0.6)
"""How large the second language is beside the first."""
_ODDS_SIZES = (112, 92, 84, 76, 64, 54, 44)
_GAP = 18
_TALL = 5
"""A banner that is not so many times as wide as it is high has its words and the odds of an offer in two rows."""
_LINE = 1.16


class Brush(Struct, frozen=True):
    """What paints, in which colours, and by how much the design is enlarged."""

    painter: QPainter
    theme: ColourTheme
    scale: float

    def px(self, length: float) -> float:
        return length * self.scale

    def font(self, px: float, weight: int = 600, *, display: bool = False) -> QFont:
        return font(max(1, round(px * self.scale)), weight, display=display)

    def fonts(self, sizes: Sequence[float], weight: int = 700) -> list[QFont]:
        return [self.font(size, weight) for size in sizes]

    def rect(self, rect: QRectF) -> QRectF:
        """A rectangle of the design, in this window."""
        return QRectF(self.px(rect.x()), self.px(rect.y()), self.px(rect.width()), self.px(rect.height()))

    def box(self, rect: QRectF, ground: QColor, edge: QColor, width: float = 2) -> None:
        pen = self.px(width)
        self.painter.setPen(QPen(edge, pen))
        self.painter.setBrush(ground)
        radius = self.px(16)
        self.painter.drawRoundedRect(rect.adjusted(pen / 2, pen / 2, -pen / 2, -pen / 2), radius, radius)

    def line(self, rect: QRectF) -> None:
        """A hairline at the foot of a row."""
        self.painter.setPen(QPen(self.theme.line, self.px(1)))
        self.painter.drawLine(rect.bottomLeft(), rect.bottomRight())


def join_both(text: ScreenText, between: str = "  ") -> str:
    """Both languages in one line."""
    return f"{text.first}{between}{text.second}" if text.second and text.second != text.first else text.first


def paint_banner(brush: Brush, rect: QRectF, banner: DisplayBanner, countdown: Countdown | None = None) -> None:
    """The large words with their mark; under them a line, on the right the odds or the seconds that are left."""
    theme, full = brush.theme, banner.tone in _FULL_GROUND and not banner.right
    ground = fill_colour(banner.tone, theme) if full else tint_colour(banner.tone, theme)
    edge = theme.lit if full else mark_colour(banner.tone, theme)
    brush.box(rect, ground, theme.edge if banner.tone in (Tone.PLAIN, Tone.QUIET) else edge, 5)
    inside = rect.adjusted(brush.px(32), brush.px(10), -brush.px(32), -brush.px(10))
    if countdown is not None:
        wide = min(brush.px(620), inside.width() * 0.42)
        _paint_seconds(brush, QRectF(inside.right() - wide, inside.y(), wide, inside.height()), countdown)
        inside.setRight(inside.right() - wide - brush.px(_GAP))
    elif banner.right and rect.width() >= _TALL * rect.height():
        inside.setRight(inside.right() - _paint_right(brush, inside, banner.right) - brush.px(_GAP))
    colour = theme.onfill if full else theme.t1
    if banner.right and rect.width() < _TALL * rect.height():
        _paint_tall_offer(brush, rect.adjusted(brush.px(32), brush.px(10), -brush.px(32), -brush.px(10)), banner)
        return
    if banner.tone not in (Tone.PLAIN, Tone.QUIET, Tone.WINNER, Tone.GOOD):
        side = min(inside.height() * 0.42, brush.px(96))
        place = QRectF(inside.x(), inside.center().y() - side / 2, side, side)
        draw_mark(brush.painter, banner.tone, place, theme)
        inside.setLeft(inside.x() + side + brush.px(28))
    _paint_words(brush, inside, banner, colour, theme.onfill if full else theme.t2)


def _paint_tall_offer(brush: Brush, inside: QRectF, banner: DisplayBanner) -> None:
    """On a screen that stands upright: what is offered as wide as the banner, below it for whom, and the odds."""
    theme, high = brush.theme, inside.height() * 0.46
    side = min(high * 0.6, brush.px(84))
    draw_mark(brush.painter, banner.tone, QRectF(inside.x(), inside.y() + (high - side) / 2, side, side), theme)
    left = side + brush.px(24)
    words = replace(banner, note=NO_TEXT)
    _paint_words(brush, QRectF(inside.x() + left, inside.y(), inside.width() - left, high), words, theme.t1, theme.t2)
    below = inside.adjusted(0, high, 0, 0)
    wide = _paint_right(brush, below, banner.right) + brush.px(_GAP)
    lines = _note_lines(brush, banner.note, below.width() - wide)
    y = below.center().y() - sum(letters.pixelSize() * _LINE for _, letters in lines) / 2
    for text, letters in lines:
        line = QRectF(below.x(), y, below.width() - wide, letters.pixelSize() * _LINE)
        draw_text(brush.painter, line, text, letters, theme.t2)
        y += line.height()


Words = tuple[tuple[str, QFont], ...]
"""Words side by side in one line."""


def _paint_words(brush: Brush, room: QRectF, banner: DisplayBanner, colour: QColor, quiet: QColor) -> None:
    """The large words in both languages, and the line below."""
    notes = _note_lines(brush, banner.note, room.width())
    words_high = room.height() - sum(letters.pixelSize() * _LINE for _, letters in notes)
    lines = [(line, colour) for line in _fit_words(brush, banner.text, (room.width(), words_high))]
    lines += [(((note, letters),), quiet) for note, letters in notes]
    y = room.center().y() - sum(_line_height(line) for line, _ in lines) / 2
    for line, ink in lines:
        x, high = room.x(), _line_height(line)
        for text, letters in line:
            draw_text(brush.painter, QRectF(x, y, room.right() - x, high), text, letters, ink)
            x += text_width(text, letters) + brush.px(_GAP)
        y += high


def _line_height(line: Words) -> float:
    return max(letters.pixelSize() for _, letters in line) * _LINE


def _fit_words(brush: Brush, text: ScreenText, room: tuple[float, float]) -> tuple[Words, ...]:
    """The first language as large as there is room for, so that it is read from afar; the second no larger.

    Of the ways in which that has room, the second is as large as it can be: beside the first, or below it.
    """
    for size in _BANNER_SIZES:
        ways = _lay_words(brush, text, size)
        found = next((way for way in ways if _has_room(brush, way, room)), None)
        if found is not None:
            return found
    small = brush.fonts(_BANNER_SIZES[-1:], 800)
    return tuple(((each, fit_font(each, room[0], small)),) for each in (text.first, text.second) if each)


def _lay_words(brush: Brush, text: ScreenText, size: float) -> Iterator[tuple[Words, ...]]:
    """The ways to lay the words with the first language of this size, that with the largest second one first."""
    first = text.first, brush.font(size, 800)
    if not text.second:
        yield ((first,),)
        return
    for share in _SECOND_SHARES:
        second = text.second, brush.font(size * share, 800)
        yield ((first, second),)
        yield ((first,), (second,))


def _has_room(brush: Brush, lines: tuple[Words, ...], room: tuple[float, float]) -> bool:
    wide, high = room
    widest = max(
        sum(text_width(text, letters) for text, letters in line) + brush.px(_GAP) * (len(line) - 1) for line in lines
    )
    return widest <= wide and sum(_line_height(line) for line in lines) <= high


def _note_lines(brush: Brush, note: ScreenText, width: float) -> list[tuple[str, QFont]]:
    if not note:
        return []
    whole, readable = join_both(note), brush.fonts((44, 40, 36, 32, 30), 600)
    letters = fit_font(whole, width, readable)
    if text_width(whole, letters) <= width or not note.second:
        return [(whole, letters)]
    small = brush.fonts((40, 36, 32, 28, 26, 24, 22), 600)
    lines = [note.first, note.second]
    if any(text_width(each, small[-1]) > width for each in lines):
        # Parts that are divided by a dot stand below one another.
        lines = [part for each in lines for part in each.split(" · ")]
    return [(each, fit_font(each, width, small)) for each in lines]


def _paint_right(brush: Brush, room: QRectF, text: ScreenText) -> float:
    """The odds of an offer; gives the width that they take."""
    small = brush.font(40, 700)
    low = small.pixelSize() * 1.2
    high_enough = [size for size in _ODDS_SIZES if brush.px(size) * 1.12 + low <= room.height()] or _ODDS_SIZES[-1:]
    letters = fit_font(text.first, room.width() * 0.34, brush.fonts(high_enough, 800))
    wide = max(text_width(text.first, letters), text_width(text.second, small)) + brush.px(8)
    place = QRectF(room.right() - wide, room.y(), wide, room.height())
    high = letters.pixelSize() * 1.12
    y = place.center().y() - (high + low) / 2
    draw_text(brush.painter, QRectF(place.x(), y, wide, high), text.first, letters, brush.theme.lit, RIGHT)
    draw_text(brush.painter, QRectF(place.x(), y + high, wide, low), text.second, small, brush.theme.lit, RIGHT)
    return wide


def _paint_seconds(brush: Brush, rect: QRectF, countdown: Countdown) -> None:
    """The seconds that are left, and a bar of them."""
    bar = brush.px(24)
    size = min(brush.px(300), (rect.height() - 2 * bar) * 0.86)
    place = rect.adjusted(0, 0, 0, -2 * bar)
    draw_text(brush.painter, place, str(countdown.left), font(round(size), 800, display=True), brush.theme.t1, RIGHT)
    whole = QRectF(rect.x(), rect.bottom() - bar * 1.4, rect.width(), bar)
    brush.painter.fillRect(whole, brush.theme.s3)
    part = whole.width() * countdown.left / max(1, countdown.all)
    brush.painter.fillRect(QRectF(whole.right() - part, whole.y(), part, bar), brush.theme.go)


def paint_correction(brush: Brush, rect: QRectF, shown: CustomerScreen) -> None:
    """That the result is another one now, and what was shown before, struck through."""
    theme = brush.theme
    brush.box(rect, theme.warnt, theme.warn, 5)
    inside = rect.adjusted(brush.px(32), brush.px(6), -brush.px(28), -brush.px(6))
    side = min(brush.px(66), inside.height() * 0.7)
    draw_mark(brush.painter, Tone.ATTENTION, QRectF(inside.x(), inside.center().y() - side / 2, side, side), theme)
    left = QRectF(inside.x() + side + brush.px(24), inside.y(), inside.width() * 0.5, inside.height())
    words = join_both(shown.corrected)
    draw_text(brush.painter, left, words, fit_font(words, left.width(), brush.fonts((84, 76, 64, 54), 800)), theme.t1)
    right = QRectF(left.right(), inside.y(), inside.right() - left.right(), inside.height())
    caption = QRectF(right.x(), right.y(), right.width(), right.height() * 0.4)
    draw_text(brush.painter, caption, join_both(shown.shown_before), brush.font(26, 500), theme.t1, RIGHT)
    before = join_both(shown.before)
    letters = fit_font(before, right.width(), brush.fonts((46, 40, 34, 28, 24), 700))
    place = QRectF(right.x(), caption.bottom(), right.width(), right.height() * 0.6)
    draw_text(brush.painter, place, before, letters, theme.t2, RIGHT)
    wide = min(text_width(before, letters), right.width())
    brush.painter.setPen(QPen(theme.t1, brush.px(5)))
    y = place.center().y() + letters.pixelSize() * 0.04
    brush.painter.drawLine(QPointF(right.right() - wide, y), QPointF(right.right(), y))


def paint_hands(brush: Brush, rect: QRectF, hands: HandsShown) -> None:
    """As guests see the table: the Player at the left, the totals in the middle; on a high screen over the cards."""
    gap = brush.px(12)
    wide = (rect.width() - gap) / 2
    left = QRectF(rect.x(), rect.y(), wide, rect.height())
    for hand, place, mirrored in ((hands.player, left, False), (hands.banker, left.translated(wide + gap, 0), True)):
        colour = brush.theme.lit if hand.wins else mark_colour(hand.tone, brush.theme)
        brush.box(place, tint_colour(hand.tone, brush.theme), colour, 6 if hand.wins else 2)
        if place.height() > place.width() * 0.85:
            _paint_high_hand(brush, place, hand)
        else:
            _paint_wide_hand(brush, place, hand, mirrored=mirrored)


def _paint_name(brush: Brush, room: QRectF, hand: HandShown, align: Qt.AlignmentFlag) -> None:
    name = join_both(hand.name, " ")
    letters = fit_font(name, room.width() - brush.px(60), brush.fonts((48, 42, 36, 30), 700))
    side = letters.pixelSize() * 0.8
    wide = text_width(name, letters)
    whole = side + brush.px(16) + wide
    starts = {LEFT: room.x(), MIDDLE: room.center().x() - whole / 2, RIGHT: room.right() - whole}
    x = starts[align]
    draw_mark(brush.painter, hand.tone, QRectF(x, room.center().y() - side / 2, side, side), brush.theme)
    place = QRectF(x + side + brush.px(16), room.y(), wide + 2, room.height())
    draw_text(brush.painter, place, name, letters, brush.theme.t1)


def _points_colour(brush: Brush, hand: HandShown) -> QColor:
    return brush.theme.lit if hand.wins else brush.theme.t1


def _paint_wide_hand(brush: Brush, panel: QRectF, hand: HandShown, *, mirrored: bool) -> None:
    inside = panel.adjusted(brush.px(28), brush.px(10), -brush.px(28), -brush.px(16))
    name_high = min(brush.px(70), inside.height() * 0.28)
    _paint_name(brush, QRectF(inside.x(), inside.y(), inside.width(), name_high), hand, RIGHT if mirrored else LEFT)
    room = QRectF(inside.x(), inside.y() + name_high, inside.width(), inside.height() - name_high)
    card = min(room.height() / CARD_HEIGHT, inside.width() * 0.19)
    cards_wide = card * (2 + CARD_HEIGHT) + brush.px(28)
    x = room.right() - cards_wide if mirrored else room.x()
    _paint_cards(brush, QPointF(x, room.y()), card, hand)
    free = QRectF(room.x(), panel.y(), room.width() - cards_wide - brush.px(20), panel.height())
    if not mirrored:
        free.translate(cards_wide + brush.px(20), 0)
    size = min(panel.height() * 0.78, brush.px(260))
    draw_text(
        brush.painter, free, hand.points, font(round(size), 800, display=True), _points_colour(brush, hand), MIDDLE
    )


def _paint_high_hand(brush: Brush, panel: QRectF, hand: HandShown) -> None:
    inside = panel.adjusted(brush.px(20), brush.px(20), -brush.px(20), -brush.px(24))
    name = QRectF(inside.x(), inside.y(), inside.width(), brush.px(76))
    _paint_name(brush, name, hand, MIDDLE)
    card = min(inside.width() * 0.27, (inside.height() - name.height()) * 0.46 / CARD_HEIGHT)
    cards_high = card * CARD_HEIGHT
    points = QRectF(
        inside.x(), name.bottom(), inside.width(), inside.bottom() - cards_high - name.bottom() - brush.px(8)
    )
    size = min(points.height() * 0.9, brush.px(300))
    draw_text(
        brush.painter, points, hand.points, font(round(size), 800, display=True), _points_colour(brush, hand), MIDDLE
    )
    third = any(shown.sideways for shown in hand.cards)
    wide = card * (2 + (CARD_HEIGHT if third else 0)) + brush.px(14) * (2 if third else 1)
    _paint_cards(brush, QPointF(inside.center().x() - wide / 2, inside.bottom() - cards_high), card, hand)


def _paint_cards(brush: Brush, at: QPointF, card: float, hand: HandShown) -> None:
    """Two cards upright, and a third one that lies sideways, or its place with a word."""
    x = at.x()
    for shown in hand.cards:
        sideways = shown.sideways
        wide, high = (card * CARD_HEIGHT, card) if sideways else (card, card * CARD_HEIGHT)
        rect = QRectF(round(x), round(at.y() + (card * CARD_HEIGHT - high) / 2), round(wide), round(high))
        if shown.face is Face.PLACE:
            _paint_place(brush, rect, shown.word, mark_colour(hand.tone, brush.theme))
        else:
            draw_card(brush.painter, rect, shown, brush.theme)
        x += wide + brush.px(14)


def _paint_place(brush: Brush, rect: QRectF, word: ScreenText, colour: QColor) -> None:
    pen = QPen(colour, brush.px(2))
    pen.setDashPattern([3.4, 2.6])
    brush.painter.setPen(pen)
    brush.painter.setBrush(Qt.BrushStyle.NoBrush)
    brush.painter.drawRoundedRect(rect, brush.px(12), brush.px(12))
    letters = fit_font(word.first, rect.width() - brush.px(8), brush.fonts((28, 24, 20, 16), 600))
    high = rect.height() / 2
    for number, text in enumerate((word.first, word.second)):
        line = QRectF(rect.x(), rect.center().y() + (number - 1) * high * 0.66, rect.width(), high * 0.66)
        draw_text(brush.painter, line, text, letters, brush.theme.t1, MIDDLE)


def paint_dice(brush: Brush, rect: QRectF, dice: DiceShown) -> None:
    """Three dice and their sum; dashed while they are covered."""
    brush.box(rect, brush.theme.s1, brush.theme.s1)
    side = round(min(rect.height() * 0.76, rect.width() * 0.2))
    gap = brush.px(32)
    shown = [die.face for die in dice.dice]
    x = rect.x() + brush.px(36) if dice.total else rect.center().x() - (3 * side + 2 * gap) / 2
    for face in shown:
        draw_die(brush.painter, QRectF(round(x), round(rect.center().y() - side / 2), side, side), face, brush.theme)
        x += side + gap
    if not dice.total:
        return
    free = QRectF(x, rect.y(), rect.right() - x - brush.px(12), rect.height())
    caption = brush.px(48)
    points = free.adjusted(0, 0, 0, -caption)
    size = min(brush.px(250), points.height() * 0.95)
    letters = font(round(size), 800, display=True)
    if text_width(dice.total, letters) > free.width():
        letters = font(round(size * free.width() / text_width(dice.total, letters)), 800, display=True)
    draw_text(brush.painter, points, dice.total, letters, brush.theme.lit, MIDDLE)
    below = QRectF(free.x(), free.bottom() - caption * 1.2, free.width(), caption)
    words = join_both(dice.total_word)
    draw_text(
        brush.painter,
        below,
        words,
        fit_font(words, below.width(), brush.fonts((30, 26, 22), 600)),
        brush.theme.t2,
        MIDDLE,
    )


def paint_chances(brush: Brush, rect: QRectF, wins: Sequence[WinShown]) -> None:
    """The even chances that won, each in a box with its shape."""
    gap = brush.px(14)
    high = (rect.height() - gap * (len(wins) - 1)) / max(1, len(wins))
    for number, win in enumerate(wins):
        box = QRectF(rect.x(), rect.y() + number * (high + gap), rect.width(), high)
        brush.box(box, brush.theme.s2, brush.theme.lit, 5)
        side = min(brush.px(84), high * 0.66)
        inside = box.adjusted(brush.px(32), 0, -brush.px(28), 0)
        draw_outcome(
            brush.painter, win.glyph, QRectF(inside.x(), inside.center().y() - side / 2, side, side), brush.theme
        )
        odds = brush.font(38, 700)
        wide = text_width(win.odds, odds)
        draw_text(brush.painter, inside, win.odds, odds, brush.theme.lit, RIGHT)
        room = inside.adjusted(side + brush.px(28), 0, -wide - brush.px(20), 0)
        name = join_both(win.name, " ")
        letters = fit_font(name, room.width(), brush.fonts((80, 72, 64, 54, 44), 800))
        draw_text(brush.painter, room, name, letters, brush.theme.t1)


def paint_wins(brush: Brush, rect: QRectF, wins: Sequence[WinShown]) -> None:
    """Every bet that won, with its odds, in as many columns as it takes."""
    if not wins:
        return
    brush.box(rect, brush.theme.s1, brush.theme.lit, 2)
    inside = rect.adjusted(brush.px(24), brush.px(10), -brush.px(24), -brush.px(10))
    columns = _count_columns(brush, inside, len(wins))
    rows = -(-len(wins) // columns)
    gap = brush.px(32)
    wide = (inside.width() - gap * (columns - 1)) / columns
    high = min(inside.height() / rows, brush.px(88))
    top = inside.center().y() - high * rows / 2
    for number, win in enumerate(wins):
        column, row = divmod(number, rows)
        _paint_win(brush, QRectF(inside.x() + column * (wide + gap), top + row * high, wide, high), win)


def _count_columns(brush: Brush, room: QRectF, wins: int) -> int:
    """The fewest columns in which a row is still high enough to be read from afar."""
    for columns in (1, 2, 3, 4):
        if room.height() / -(-wins // columns) >= brush.px(42) or room.width() / (columns + 1) < brush.px(420):
            return columns
    return 4


def _paint_win(brush: Brush, row: QRectF, win: WinShown) -> None:
    side = min(brush.px(40), row.height() * 0.6)
    disc = QRectF(row.x(), row.center().y() - side / 2, side, side)
    brush.painter.setPen(Qt.PenStyle.NoPen)
    brush.painter.setBrush(brush.theme.lit)
    brush.painter.drawEllipse(disc)
    draw_tick(brush.painter, disc, brush.theme.litink)
    size = min(46.0, row.height() / brush.scale * 0.62)
    odds = brush.font(size, 700)
    wide = text_width(win.odds, odds)
    draw_text(brush.painter, row, win.odds, odds, brush.theme.lit, RIGHT)
    room = row.adjusted(side + brush.px(16), 0, -wide - brush.px(16), 0)
    if win.dice:
        die = round(min(row.height() * 0.62, brush.px(46)))
        x = room.right() - len(win.dice) * (die + brush.px(6))
        for face in win.dice:
            draw_die(brush.painter, QRectF(round(x), round(room.center().y() - die / 2), die, die), face, brush.theme)
            x += die + brush.px(6)
        room.setRight(room.right() - len(win.dice) * (die + brush.px(6)) - brush.px(8))
    forms = (join_both(win.name, " "), win.name.first)
    sizes = brush.fonts((size, size * 0.86, size * 0.74, size * 0.62))
    letters = fit_font(forms[0], room.width(), sizes)
    draw_text(brush.painter, room, fit_text(forms, letters, room.width()), letters, brush.theme.t1)


def paint_limits(brush: Brush, rect: QRectF, facts: Sequence[DisplayFact]) -> None:
    """The limits of the table, as large as there is room for."""
    if not facts:
        return
    high = min(rect.height() / len(facts), brush.px(150))
    for number, fact in enumerate(facts):
        row = QRectF(rect.x(), rect.y() + number * high, rect.width(), high)
        value = fit_font(fact.value, row.width() * 0.62, brush.fonts((96, 84, 76, 64, 54)))
        if value.pixelSize() > high * 0.84:
            value = font(round(high * 0.84), 700)
        draw_text(brush.painter, row, fact.value, value, brush.theme.t1, RIGHT)
        room = row.adjusted(0, high * 0.14, -text_width(fact.value, value) - brush.px(20), -high * 0.14)
        for line, text, weight, colour in (
            (0, fact.caption.first, 700, brush.theme.t1),
            (1, fact.caption.second, 500, brush.theme.t2),
        ):
            half = QRectF(room.x(), room.y() + line * room.height() / 2, room.width(), room.height() / 2)
            sizes = brush.fonts((34, 30, 26, 22, 18), weight)
            draw_text(brush.painter, half, text, fit_font(text, half.width(), sizes), colour)
        brush.line(row)


def paint_facts(brush: Brush, rect: QRectF, facts: Sequence[DisplayFact]) -> None:
    """The limits beside one another, each below its caption."""
    if not facts:
        return
    wide = rect.width() / len(facts)
    for number, fact in enumerate(facts):
        cell = QRectF(rect.x() + number * wide, rect.y(), wide - brush.px(12), rect.height())
        caption = join_both(fact.caption, " ")
        upper = QRectF(cell.x(), cell.y(), cell.width(), cell.height() * 0.36)
        letters = fit_font(caption, cell.width(), brush.fonts((24, 22, 20, 18, 16), 500))
        draw_text(brush.painter, upper, caption, letters, brush.theme.t2)
        lower = QRectF(cell.x(), upper.bottom(), cell.width(), cell.height() * 0.64)
        letters = fit_font(fact.value, cell.width(), brush.fonts((60, 54, 48, 40, 34)))
        draw_text(brush.painter, lower, fact.value, letters, brush.theme.t1)


def paint_notes(brush: Brush, rect: QRectF, notes: Sequence[ScreenText]) -> None:
    high = min(brush.px(60), rect.height() / max(1, len(notes)))
    for number, note in enumerate(notes):
        row = QRectF(rect.x(), rect.y() + number * high, rect.width(), high)
        words = join_both(note)
        draw_text(
            brush.painter,
            row,
            words,
            fit_font(words, row.width(), brush.fonts((30, 28, 26, 24, 20), 500)),
            brush.theme.t1,
        )


def paint_pays(brush: Brush, rect: QRectF, groups: Sequence[PayGroup], captions: tuple[ScreenText, ScreenText]) -> None:
    """The pay table: a heading for each group, a row a bet, the odds, and the chance to win where it is shown."""
    brush.box(rect, brush.theme.s1, brush.theme.s1)
    inside = rect.adjusted(brush.px(32), brush.px(14), -brush.px(32), -brush.px(14))
    rows = sum(len(group.rows) for group in groups)
    head = brush.px(56)
    high = min(brush.px(66), (inside.height() - head * len(groups)) / max(1, rows))
    y = inside.y()
    for number, group in enumerate(groups):
        place = QRectF(inside.x(), y, inside.width(), head)
        draw_text(brush.painter, place, join_both(group.title, " "), brush.font(28, 700), brush.theme.t1)
        if not number:
            said = "   ".join(join_both(each, " ") for each in captions if each)
            draw_text(brush.painter, place, said, brush.font(26, 500), brush.theme.t2, RIGHT)
        y += head
        for row in group.rows:
            _paint_pay_row(brush, QRectF(inside.x(), y, inside.width(), high), row, with_chance=bool(captions[1]))
            y += high


def _paint_pay_row(brush: Brush, row: QRectF, pay: PayRow, *, with_chance: bool) -> None:
    theme = brush.theme
    size = min(36.0, row.height() / brush.scale * 0.62)
    right = row
    if with_chance:
        draw_text(brush.painter, row, pay.chance, brush.font(size * 0.92, 500), theme.t1, RIGHT)
        right = row.adjusted(0, 0, -brush.px(160), 0)
    odds = fit_font(pay.odds, right.width() * 0.5, brush.fonts((size, size * 0.88, size * 0.76, size * 0.64)))
    wide = min(text_width(pay.odds, odds), right.width() * 0.5)
    draw_text(brush.painter, right, pay.odds, odds, theme.lit, RIGHT)
    x = row.x()
    if pay.tone is not Tone.PLAIN:
        side = size * brush.scale * 0.72
        draw_mark(brush.painter, pay.tone, QRectF(x, row.center().y() - side / 2, side, side), theme)
        x += side + brush.px(18)
    room = QRectF(x, row.y(), right.right() - wide - brush.px(20) - x, row.height())
    forms = (join_both(pay.name, " "), pay.name.first)
    letters = fit_font(forms[0], room.width(), brush.fonts((size, size * 0.88, size * 0.76, size * 0.64)))
    draw_text(brush.painter, room, fit_text(forms, letters, room.width()), letters, theme.t1)
    brush.line(row)

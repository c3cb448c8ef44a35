"""Chips on an area: discs with amounts beside them, amounts alone where it is narrow, and what a winner is paid.

Up to three stakes are shown one by one; more of them as one stack with their number and their sum. Chips and amounts
are always upright, however the box is turned.
"""

from collections.abc import Iterator
from math import cos, pi, radians, sin, tan

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from dealer_app.domain.values import replace
from dealer_app.screens.screen import NOTHING_WON, Stake
from dealer_app.texts.texts import amount_text
from ui.painting.marks import CHIP_COLOURS
from ui.table.geometry import Box, BoxRank
from ui.table.geometry.boxes import is_compact
from ui.table.lettering import BOLD, SMALLEST, label_width
from ui.table.symbols import paint_back_arrow
from ui.theme.fonts import font
from ui.theme.theme import ColourTheme

MOST_SHOWN = 3
_NARROW = 72
_WIDE = 110
"""In a small window a chip has room only in a cell of this width."""
_HIGH = 80
"""In a lower box a disc is smaller, so that the odds still have room: those of insurance above all."""
_SEVERAL_DISC = 12.0
"""The disc of several stakes over one another: the name of the box still has room above them."""
_LINE = 22.0
"""Of amounts without discs."""
LOW_LINE = 20.0
_LOW_DISC = 9.5
"""Where name, stake and win have hardly room over one another."""
LEAST_LINE = 18.0
"""At the round end of a long table, where they have none: the grounds of the amounts touch one another."""
_GAP = 6.0
_PAD = 8.0
_LEAST_PAD = 5.0
_CLOSE_PAD = 1.0
_CLOSE_CORNER = 4.0
"""With least ground its corners are hardly round: the first and the last figure would reach over them."""
_NAMED_PAD = 3.0
_BACK_ARROW = 0.85
"""The room of the arrow behind an amount that goes back, of its letters."""
_PILL_HEIGHT = 1.2
"""The height of an amount's ground, of its letters: between two of them something is left."""
_EDGE_MARKS = 6
_LEAST_NUMBER = 11
"""The number of a seat on a disc is not smaller, however small the disc."""
# The house's palette: the colour of the highest chip that a stake holds.
_PALETTE = (
    (100_000, QColor("#D9982B")),
    (50_000, QColor("#7D4FC4")),
    (10_000, QColor("#24292F")),
    (2_500, QColor("#2F8F5B")),
    (500, QColor("#B3472F")),
    (0, QColor("#4B6A8C")),
)


class Token(Struct, frozen=True, kw_only=True):
    """One amount: a chip beside it where there is room; `mark` is on the chip, or before the amount."""

    text: str
    mark: str = ""
    behind: str = ""
    colour: QColor | None = None
    """None where there is no disc."""
    edge: QColor | None = None
    """The colour of its bettor, around an amount that has no disc."""
    win: bool = False
    struck: bool = False
    back: bool = False
    """An arrow behind the amount: it goes back."""
    stack: bool = False
    width: float = 0.0


class Pile(Struct, frozen=True, kw_only=True):
    """All that lies on one box, in rows."""

    rows: tuple[tuple[Token, ...], ...]
    row: float
    """The height of a row."""
    radius: float
    px: int
    named: bool = False
    """The name of the box is before the first amount."""
    close: bool = False
    """The grounds of the amounts are as small as they may be."""
    lean: float = 0.0
    """How much lower each step to the right lies: what lies on a box that leans follows it."""

    @property
    def height(self) -> float:
        return len(self.rows) * self.row

    @property
    def discs(self) -> bool:
        return any(token.colour is not None for row in self.rows for token in row)

    @property
    def width(self) -> float:
        return max((_row_width(row) for row in self.rows), default=0.0)

    @property
    def widest(self) -> float:
        """The width of its widest amount."""
        return max((token.width for row in self.rows for token in row), default=0.0)


_NOTHING = Pile(rows=(), row=0.0, radius=0.0, px=SMALLEST)


class PileWay(Struct, frozen=True, kw_only=True):
    """A way to lay stakes; as drawn, each has its disc, and up to three are shown singly."""

    discs: bool = True
    close: bool = False
    """With least ground."""
    line: float = _LINE
    """The height of a row without discs."""
    worded: bool = True
    """How many they are is said beside their sum, or below it."""
    name: str = ""
    """Of the box, before the first amount where it has no other place."""
    singly: int = MOST_SHOWN
    """More of them are one stack with their sum."""
    paired: bool = False
    """Each in a row of its own, with its win."""


AS_DRAWN = PileWay()


def make_pile(box: Box, stakes: tuple[Stake, ...], scale: float, way: PileWay = AS_DRAWN) -> Pile:
    """How these stakes lie on a box."""
    if not stakes:
        return _NOTHING
    large = max(1.0, scale)
    compact = is_compact(scale)
    narrow = not way.discs or box.width < (_WIDE if compact else _NARROW) * large
    small = box.rank in (BoxRank.SIDE, BoxRank.CELL) or box.height < _HIGH * large
    radius = (12.0 if compact else 13.0 if small else 15.0) * large
    px = round((SMALLEST if narrow else 18 if box.rank is BoxRank.MAIN else 17) * large)
    shown = stakes if len(stakes) <= way.singly else (stack_stakes(stakes),)
    tokens = [token for stake in shown for token in _stake_tokens(stake, box, narrow=narrow)]
    if len(stakes) > way.singly:
        tokens[:1] = _stack_tokens(tokens[0], stakes[0].together if way.worded else "", box, px)
    tokens[:1] = [replace(tokens[0], mark=f"{way.name} {tokens[0].mark}".strip())] if way.name else tokens[:1]
    if len(tokens) > MOST_SHOWN - 1 and not narrow:
        radius, px = min(radius, _SEVERAL_DISC * large), round(SMALLEST * large)
    low = way.line < _LINE
    if low:
        radius = min(radius, _LOW_DISC * large, (way.line / 2 - 1) * large)
    pad = (_NAMED_PAD if way.name else _CLOSE_PAD if way.close else _LEAST_PAD if narrow else _PAD) * large
    # A win has no edge that its figures could touch.
    closest = way.close and not way.name
    sized = [_size_token(token, px, radius, 0.0 if closest and token.win else pad) for token in tokens]
    line = way.line * large
    row = max(2 * radius + 2, line if low else 0.0) if any(token.colour is not None for token in sized) else line
    rows = _paired_rows(sized) if way.paired else _token_rows(sized, box.width)
    lean = 0.0 if box.upright or box.rank is not BoxRank.SHARED else tan(radians(box.angle))
    return Pile(rows=rows, row=row, radius=radius, px=px, named=bool(way.name), close=way.close, lean=lean)


def stack_stakes(stakes: tuple[Stake, ...]) -> Stake:
    """Several stakes as one: their sum, and what they are paid together where all of it is known."""
    minor = sum(stake.minor for stake in stakes)
    decimals = 2 if all(amount_text(stake.minor) == stake.amount for stake in stakes) else 0
    struck, back = all(stake.struck for stake in stakes), all(stake.back for stake in stakes)
    won = sum((stake.won for stake in stakes), NOTHING_WON)
    known = all(bool(stake.won) is bool(stake.wins) for stake in stakes)
    wins = f"+{amount_text(won, decimals)}" if won and known else ""
    return Stake(amount=amount_text(minor, decimals), minor=minor, struck=struck, back=back, wins=wins, won=won)


def _stack_tokens(token: Token, words: str, box: Box, px: int) -> list[Token]:
    """`600 · 6 bets`, or one below the other where it is narrow, or in a cell the sum alone: nothing is its factor."""
    alone = replace(token, mark="", behind="", stack=True)
    whole = replace(alone, behind=f"· {words}")
    if words and _size_token(whole, px, _SEVERAL_DISC, _PAD).width <= box.width:
        return [whole]
    return [alone] if box.rank is BoxRank.CELL or not words else [alone, Token(text=words)]


def _stake_tokens(stake: Stake, box: Box, *, narrow: bool) -> list[Token]:
    seat = str(stake.seat) if stake.seat is not None and box.seat is None else ""
    alone = stake.standing == "S"
    mark = seat or (stake.standing if alone else "")
    behind = "" if alone and not seat else stake.standing
    # A seat has a disc even where it is narrow: beside the amount it would read as part of it.
    own = CHIP_COLOURS.get(stake.chip)
    colour = None
    if not narrow or seat:
        colour = own or next(colour for least, colour in _PALETTE if stake.minor >= least)
    if stake.wins and not stake.amount:
        return [Token(text=stake.wins, mark=mark, behind=behind, colour=colour, win=True)]
    first = Token(
        text=stake.amount,
        mark=mark,
        behind=behind,
        colour=colour,
        edge=own,
        struck=stake.struck,
        back=stake.back,
    )
    tokens = [first]
    if stake.wins:
        tokens.append(Token(text=stake.wins, win=True))
    return tokens


def _size_token(token: Token, px: int, radius: float, pad: float) -> Token:
    width = label_width(_pill_text(token), px, BOLD) + 2 * pad + (px * _BACK_ARROW if token.back else 0.0)
    if token.colour is not None:
        width += 2 * radius - pad / 4
    return replace(token, width=width)


def _pill_text(token: Token) -> str:
    """The text in the pill: with the mark, where there is no disc for it."""
    before = token.mark if token.colour is None or token.stack else ""
    return " ".join(part for part in (before, token.text, token.behind) if part)


def _token_rows(tokens: list[Token], room: float) -> tuple[tuple[Token, ...], ...]:
    """As many beside one another as there is room for."""
    rows: list[list[Token]] = []
    for token in tokens:
        if rows and _row_width((*rows[-1], token)) <= room:
            rows[-1].append(token)
        else:
            rows.append([token])
    return tuple(map(tuple, rows))


def _paired_rows(tokens: list[Token]) -> tuple[tuple[Token, ...], ...]:
    rows: list[list[Token]] = []
    for token in tokens:
        if token.win and rows:
            rows[-1].append(token)
        else:
            rows.append([token])
    return tuple(map(tuple, rows))


def _row_width(row: tuple[Token, ...]) -> float:
    return sum(token.width for token in row) + _GAP * (len(row) - 1)


def pile_bounds(lying: Pile, middle: QPointF) -> QRectF:
    """What a pile covers, with its edges."""
    width = lying.width + 4 + abs(lying.lean) * lying.height
    height = lying.height + 4 + abs(lying.lean) * lying.width
    return QRectF(middle.x() - width / 2, middle.y() - height / 2, width, height)


def pile_parts(lying: Pile, middle: QPointF) -> tuple[QRectF, ...]:
    """What each disc and each amount of a pile covers."""
    parts: list[QRectF] = []
    for token, left in _token_places(lying, middle):
        parts.append(_pill_rect(token, left, lying))
        if token.colour is not None:
            parts.append(QRectF(left.x(), left.y() - lying.radius, 2 * lying.radius, 2 * lying.radius))
    return tuple(parts)


def _token_places(lying: Pile, middle: QPointF) -> Iterator[tuple[Token, QPointF]]:
    """Each amount, and the middle of its left edge: upright itself, along the box in its row."""
    for number, row in enumerate(lying.rows):
        down = (number + 0.5) * lying.row - lying.height / 2
        across = -_row_width(row) / 2
        for token in row:
            lower = (across + token.width / 2) * lying.lean
            yield token, middle + QPointF(across - down * lying.lean, down + lower)
            across += token.width + _GAP


def paint_pile(painter: QPainter, lying: Pile, middle: QPointF, theme: ColourTheme) -> None:
    """The pile around this point."""
    for token, left in _token_places(lying, middle):
        _paint_token(painter, token, left, lying, theme)


def _paint_token(painter: QPainter, token: Token, left: QPointF, lying: Pile, theme: ColourTheme) -> None:
    pill, plain = _pill_rect(token, left, lying), token.colour is None
    edge = QPen(theme.go, 1.5) if token.edge is None else QPen(token.edge, 3)
    painter.setPen(edge if plain and not token.win else Qt.PenStyle.NoPen)
    painter.setBrush(theme.lit if token.win else theme.pill)
    corner = pill.height() / 2
    if lying.close and plain:
        corner = min(corner, _CLOSE_CORNER * lying.px / SMALLEST)
    painter.drawRoundedRect(pill, corner, corner)
    arrow = lying.px * _BACK_ARROW if token.back else 0.0
    text = pill.adjusted(0.0 if plain else lying.radius, 0, -arrow, 0)
    painter.setPen(theme.litink if token.win else theme.pilltext)
    painter.setFont(font(lying.px, BOLD))
    painter.drawText(text, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, _pill_text(token))
    if token.struck:
        across = label_width(_pill_text(token), lying.px, BOLD) / 2
        painter.setPen(QPen(theme.pilltext, 2))
        painter.drawLine(text.center() - QPointF(across, 0), text.center() + QPointF(across, 0))
    if token.back:
        behind = QPointF(
            text.center().x() + label_width(_pill_text(token), lying.px, BOLD) / 2 + arrow * 0.6, pill.center().y()
        )
        paint_back_arrow(painter, behind, lying.px * _BACK_ARROW * 0.34, theme)
    if token.colour is not None:
        _paint_chip(painter, token, QPointF(left.x() + lying.radius, left.y()), lying.radius, theme)


def _pill_rect(token: Token, left: QPointF, lying: Pile) -> QRectF:
    """The ground of an amount, from the middle of its disc if it has one."""
    high = min(lying.row - 2, lying.px * _PILL_HEIGHT)
    start = left.x() + (lying.radius if token.colour is not None else 0.0)
    return QRectF(start, left.y() - high / 2, token.width - (start - left.x()), high)


def _paint_chip(painter: QPainter, token: Token, middle: QPointF, radius: float, theme: ColourTheme) -> None:
    assert token.colour is not None
    if token.stack:
        for lower in (6.0, 3.0):
            _paint_disc(painter, middle + QPointF(0, lower), radius, token.colour)
    _paint_disc(painter, middle, radius, token.colour)
    painter.setPen(QPen(theme.onfill, radius * 0.24, Qt.PenStyle.SolidLine, Qt.PenCapStyle.FlatCap))
    for number in range(_EDGE_MARKS):
        angle = number * 2 * pi / _EDGE_MARKS
        towards = QPointF(cos(angle), sin(angle))
        painter.drawLine(middle + towards * radius * 0.74, middle + towards * radius * 0.99)
    painter.setPen(QPen(theme.onfill, 1))
    marked = bool(token.mark) and not token.stack
    painter.setBrush(theme.onfill if marked else token.colour)
    number = max(_LEAST_NUMBER, round(radius * 0.95))
    inner = max(radius * 0.62, number * 0.65) if marked else radius * 0.62
    painter.drawEllipse(middle, inner, inner)
    if marked:
        painter.setPen(QColor("#15181B"))
        painter.setFont(font(number, 800))
        square = QRectF(middle.x() - radius, middle.y() - radius, 2 * radius, 2 * radius)
        painter.drawText(square, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, token.mark)


def _paint_disc(painter: QPainter, middle: QPointF, radius: float, colour: QColor) -> None:
    painter.setPen(QPen(QColor("#0B0E11"), 1))
    painter.setBrush(colour)
    painter.drawEllipse(middle, radius, radius)

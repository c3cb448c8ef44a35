"""Paints the whole customer display into a rectangle, in the design that suits its shape."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter

from dealer_app.screens.blocks import ScreenText, Tone
from dealer_app.screens.display.customer_screen import CustomerScreen, DisplayBanner, DisplayState
from dealer_app.screens.screen import TrailShown
from ui.display.band import (
    Brush,
    join_both,
    paint_banner,
    paint_chances,
    paint_correction,
    paint_dice,
    paint_facts,
    paint_hands,
    paint_limits,
    paint_notes,
    paint_pays,
    paint_wins,
)
from ui.display.formats import DisplayFormat, choose_format
from ui.display.past import paint_roads, paint_trail
from ui.painting.shapes import LEFT, RIGHT, draw_text, fit_font, text_width
from ui.theme.theme import DARK, ColourTheme

Part = Callable[[Brush, QRectF, CustomerScreen], None]


def paint_customer_screen(painter: QPainter, size: QSize, shown: CustomerScreen, frames: int) -> None:
    """`frames` counts one a second while the station sends: who sees it rise knows that the display is alive."""
    brush, design = _prepare(painter, size)
    _paint_header(brush, design, shown)
    code = choose_arrangement(shown)
    for part, rect in design.arrangements[code].items():
        _PARTS[part](brush, brush.rect(rect), shown)
    if code != "idle":
        _paint_past(brush, design, shown)
    _paint_foot(brush, design, shown, f"{shown.alive.first} {frames}")


def paint_stale(painter: QPainter, size: QSize, shown: CustomerScreen) -> None:
    """Over everything, and never an old result: the station sends no more."""
    brush, design = _prepare(painter, size)
    rect = QRectF(design.width * 0.06, design.height * 0.3, design.width * 0.88, design.height * 0.4)
    paint_banner(brush, brush.rect(rect), DisplayBanner(text=shown.stale, tone=Tone.ATTENTION, note=shown.prevails))


def choose_arrangement(shown: CustomerScreen) -> str:
    """Which parts there are, and where."""
    is_dice = isinstance(shown.past, TrailShown)
    match shown.state:
        case DisplayState.NEW_SHOE | DisplayState.IDLE:
            return "idle"
        case DisplayState.RESULT if is_dice:
            return "dice-corrected" if shown.before else "dice-result"
        case DisplayState.RESULT:
            return "corrected" if shown.before else "result"
        case DisplayState.NO_MORE_BETS if is_dice:
            return "dice-covered"
        case DisplayState.INSURANCE:
            return "offer"
        case DisplayState.PENDING if shown.hands is not None:
            return "offer"
        case DisplayState.CARDS:
            return "cards"
        case _:
            return "dice-band" if is_dice else "band"


def _prepare(painter: QPainter, size: QSize) -> tuple[Brush, DisplayFormat]:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.fillRect(QRectF(0, 0, size.width(), size.height()), DARK.bg)
    design = choose_format(size)
    scale = design.scale(size)
    painter.translate((size.width() - design.width * scale) / 2, (size.height() - design.height * scale) / 2)
    theme: ColourTheme = DARK
    return Brush(painter, theme, scale), design


def _split_wins(shown: CustomerScreen) -> tuple[list[int], list[int]]:
    even = [number for number, win in enumerate(shown.wins) if win.glyph]
    return even, [number for number, win in enumerate(shown.wins) if not win.glyph]


def _paint_all_banner(brush: Brush, rect: QRectF, shown: CustomerScreen) -> None:
    if shown.banner is not None:
        paint_banner(brush, rect, shown.banner, shown.countdown)


def _paint_all_hands(brush: Brush, rect: QRectF, shown: CustomerScreen) -> None:
    if shown.hands is not None:
        paint_hands(brush, rect, shown.hands)


def _paint_all_dice(brush: Brush, rect: QRectF, shown: CustomerScreen) -> None:
    if shown.dice is not None:
        paint_dice(brush, rect, shown.dice)


def _paint_even_chances(brush: Brush, rect: QRectF, shown: CustomerScreen) -> None:
    paint_chances(brush, rect, [shown.wins[number] for number in _split_wins(shown)[0]])


def _paint_other_wins(brush: Brush, rect: QRectF, shown: CustomerScreen) -> None:
    paint_wins(brush, rect, [shown.wins[number] for number in _split_wins(shown)[1]])


_PARTS: Mapping[str, Part] = {
    "banner": _paint_all_banner,
    "hands": _paint_all_hands,
    "dice": _paint_all_dice,
    "corrected": paint_correction,
    "chances": _paint_even_chances,
    "wins": _paint_other_wins,
    # The last fact is the shoe and round: the header has it.
    "limits": lambda brush, rect, shown: paint_limits(brush, rect, shown.facts[:-1]),
    "notes": lambda brush, rect, shown: paint_notes(brush, rect, shown.notes),
    "pays": lambda brush, rect, shown: paint_pays(brush, rect, shown.pays, shown.pay_captions),
}


def _paint_past(brush: Brush, design: DisplayFormat, shown: CustomerScreen) -> None:
    past = shown.past
    if isinstance(past, TrailShown):
        paint_trail(brush, design.of_dice, past)
        limits = design.of_dice.get("limits")
    else:
        paint_roads(brush, design, shown)
        limits = design.beside_roads.get("limits")
    if limits is not None:
        paint_facts(brush, brush.rect(limits), shown.facts[:-1])


def _paint_header(brush: Brush, design: DisplayFormat, shown: CustomerScreen) -> None:
    rect = brush.rect(design.header)
    brush.painter.fillRect(rect, brush.theme.s1)
    brush.line(rect)
    upright = design.name == "portrait"
    # A high screen has the limits at its foot, and the pay table has them in large.
    facts = shown.facts[-1:] if upright or choose_arrangement(shown) == "idle" else shown.facts
    right = rect.right() - brush.px(28)
    for fact in reversed(facts):
        right -= _paint_header_fact(brush, rect, right, fact.caption, fact.value) + brush.px(28)
    room = QRectF(rect.x() + brush.px(32), rect.y(), right - rect.x() - brush.px(40), rect.height())
    title = QRectF(room.x(), room.y() + room.height() * 0.1, room.width(), room.height() * 0.5)
    draw_text(
        brush.painter,
        title,
        shown.title,
        fit_font(shown.title, title.width(), brush.fonts((40, 34, 28), 800)),
        brush.theme.t1,
    )
    sub = QRectF(room.x(), title.bottom(), room.width(), room.height() * 0.32)
    words = join_both(shown.sub)
    letters = fit_font(words, sub.width(), brush.fonts((22, 20, 18, 16), 500))
    if text_width(words, letters) > sub.width():
        words = shown.sub.first
        letters = fit_font(words, sub.width(), brush.fonts((22, 20, 18, 16), 500))
    draw_text(brush.painter, sub, words, letters, brush.theme.t2)


def _paint_header_fact(brush: Brush, rect: QRectF, right: float, caption: ScreenText, value: str) -> float:
    """A caption over its value, at the right end; gives its width."""
    words, small, large = join_both(caption, " "), brush.font(21, 500), brush.font(44, 700)
    wide = max(text_width(words, small), text_width(value, large)) + brush.px(4)
    cell = QRectF(right - wide, rect.y(), wide, rect.height())
    upper = QRectF(cell.x(), cell.y() + cell.height() * 0.08, wide, cell.height() * 0.32)
    draw_text(brush.painter, upper, words, small, brush.theme.t2, RIGHT)
    lower = QRectF(cell.x(), upper.bottom(), wide, cell.height() * 0.54)
    draw_text(brush.painter, lower, value, large, brush.theme.t1, RIGHT)
    return wide


def _paint_foot(brush: Brush, design: DisplayFormat, shown: CustomerScreen, alive: str) -> None:
    rect = brush.rect(design.foot)
    brush.painter.fillRect(rect, brush.theme.s1)
    inside = rect.adjusted(brush.px(30), 0, -brush.px(30), 0)
    says = join_both(shown.prevails)
    letters = brush.font(19, 500)
    if design.name == "portrait":
        upper = QRectF(inside.x(), inside.y(), inside.width(), inside.height() / 2)
        lower = upper.translated(0, inside.height() / 2)
        draw_text(brush.painter, upper, says, brush.font(22, 600), brush.theme.t1)
        _paint_facts_of_the_foot(brush, lower, shown.foot, alive, align_right=False)
        return
    draw_text(brush.painter, inside, says, letters, brush.theme.t1)
    free = inside.adjusted(text_width(says, letters) + brush.px(40), 0, 0, 0)
    _paint_facts_of_the_foot(brush, free, shown.foot, alive, align_right=True)


def _paint_facts_of_the_foot(brush: Brush, rect: QRectF, facts: str, alive: str, *, align_right: bool) -> None:
    letters = fit_font(f"{facts} · {alive}", rect.width(), brush.fonts((19, 18, 17, 16), 500))
    wide = text_width(alive, letters)
    before = f"{facts} · " if facts else ""
    start = rect.right() - wide - text_width(before, letters) if align_right else rect.x()
    draw_text(
        brush.painter, QRectF(start, rect.y(), rect.width(), rect.height()), before, letters, brush.theme.t2, LEFT
    )
    after = QRectF(start + text_width(before, letters), rect.y(), wide + 2, rect.height())
    draw_text(brush.painter, after, alive, letters, brush.theme.ok, LEFT)

"""Pictures in a column: the approved layouts of a game to choose from, and a page of paper.

A layout has its letter, a small picture, and which bets are offered there; a page is as large as it is printed.
"""

from msgspec import Struct
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import Control, GalleryBlock, PageBlock, ScreenText
from ui.blocks.plan import (
    BlockPlan,
    ColumnFold,
    ControlPaint,
    ControlPlace,
    Dress,
    Frame,
    Icon,
    PagePicture,
    PlanDraft,
    Thumbnail,
)
from ui.blocks.text_metrics import TextStyle, advance, wrap_text
from ui.theme.sizes import Measures

_COLUMNS = 6
_LARGE_LINES = 4
_GAP, _GAP_COMPACT = 6, 4
_INSET = 8
_SMALL_TOP = 6
_BETWEEN = " \N{MIDDLE DOT} "


_ASPECT = 0.42
_ASPECT_COMPACT = 0.32
"""How high the picture of a layout is, of its width."""


_PAGE_EDGE, _PAGE_MARGIN = 1, 40
"""Of the margin of a page, in pixels, so much can be left out at a side: nothing is printed there."""


def picture_size(measures: Measures) -> QSize:
    """Of the picture of a layout where a page is full of them: as wide as its tile."""
    page = measures.width - measures.rail_width - 2 * measures.px(24, 12)
    gap = measures.px(_GAP, _GAP_COMPACT)
    return _picture_below_letter((page - gap * (_COLUMNS - 1)) / _COLUMNS, measures)


def _picture_beside_letter(measures: Measures) -> QSize:
    return QSize(measures.px(100, 84), measures.px(46, 36))


def _picture_below_letter(tile: float, measures: Measures) -> QSize:
    """In a compact window less high: three lines of tiles and what the chosen one offers are in sight."""
    room = tile - 2 * measures.px(_INSET)
    return QSize(int(room), int(room * (_ASPECT_COMPACT if measures.compact else _ASPECT)))


def plan_gallery(block: GalleryBlock, width: float, dress: Dress) -> BlockPlan:
    draft, px = PlanDraft(dress), dress.measures.px
    if not block.layouts:
        return draft.plan(width, 0.0)
    gap = px(_GAP, _GAP_COMPACT)
    columns = _column_count(len(block.layouts), int((width + gap) // px(176, 130)))
    wide = (width - gap * (columns - 1)) / columns
    small = _small_style(dress)
    room = wide - px(16)
    large = not dress.fold.close or (dress.measures.compact and dress.fold.columns == 1)
    said = [_bet_lines(control, room, dress, large=large) for control in block.layouts]
    size = _picture_below_letter(wide, dress.measures) if large else _picture_beside_letter(dress.measures)
    head = _head_height(dress) if not large else _letter_style(dress).height + px(8, 2) + size.height()
    high = head + max(map(len, said)) * small.height + px(8, 6)
    for number, (control, lines) in enumerate(zip(block.layouts, said, strict=True)):
        rect = QRectF((number % columns) * (wide + gap), (number // columns) * (high + gap), wide, high)
        _draw_layout(control, block.game, _TilePlace(rect=rect, lines=lines, head=head, size=size, large=large), draft)
    foot = -(-len(block.layouts) // columns) * (high + gap) - gap
    # All that the chosen one offers is written below them in full.
    captions = ((layout_letter(each), _full_caption(each)) for each in block.layouts if each.picked)
    for text in (f"{letter}: {caption}" for letter, caption in captions if caption):
        foot = draft.write_lines(wrap_text(text, small, width), (0.0, foot + gap), small, dress.theme.t1)
    return draft.plan(width, foot)


def layout_letter(control: Control) -> str:
    return control.name.rpartition(":")[2]


def _full_caption(control: Control) -> str:
    """All that is said of a layout: how many positions there are is the short form of its letter."""
    return _BETWEEN.join(filter(None, (control.label.short, control.sub.first)))


def _small_style(dress: Dress) -> TextStyle:
    return TextStyle(dress.measures.text(16))


def _letter_style(dress: Dress) -> TextStyle:
    return TextStyle(dress.measures.text(32, 30), 700)


def _head_height(dress: Dress) -> float:
    """As high as the letter with the picture beside it, and how many seats there are below both."""
    px = dress.measures.px
    letter = px(4, 2) + _letter_style(dress).height
    picture = px(_SMALL_TOP, 4) + _picture_beside_letter(dress.measures).height()
    return float(max(letter, picture) + _small_style(dress).height)


def _column_count(layouts: int, most: int) -> int:
    """As few as make no more lines than six would: then each is as large as the page allows."""
    six = max(1, min(_COLUMNS, layouts, most))
    return -(-layouts // -(-layouts // six))


def _bet_lines(control: Control, room: float, dress: Dress, *, large: bool) -> tuple[str, ...]:
    """Below the picture: what distinguishes this layout; every bet where nothing does and the picture is small."""
    text = control.sub.short or ("" if large else control.sub.first)
    most = _LARGE_LINES if not dress.fold.close else _most_lines(dress.fold)
    return wrap_text(text, _small_style(dress), room, most) if most and text else ()


class _TilePlace(Struct, frozen=True, kw_only=True):
    """Where a layout is, and how large its picture; a large one is below the letter, a small one beside it."""

    rect: QRectF
    lines: tuple[str, ...]
    head: float
    size: QSize
    large: bool

    def picture(self, inset: float, top: float) -> QRectF:
        left = self.rect.center().x() - self.size.width() / 2
        if not self.large:
            left = self.rect.right() - inset - self.size.width()
        return QRectF(QPointF(left, top), self.size.toSizeF())


def _most_lines(fold: ColumnFold) -> int:
    return 0 if fold.columns > 1 else 2 if fold.spare else 1


def _draw_layout(control: Control, game: str, place: _TilePlace, draft: PlanDraft) -> None:
    rect, dress = place.rect, draft.dress
    measures, theme = dress.measures, dress.theme
    px = measures.px
    possible = control.act is not None
    draft.parts.append(
        Frame(
            rect=rect,
            radius=px(10),
            fill=theme.pick if control.picked else theme.s2,
            border=theme.go if control.picked else theme.line if possible else theme.t3,
            stroke=3.0 if control.picked else 1.2,
            dashed=not possible,
        )
    )
    large, small = _letter_style(dress), _small_style(dress)
    top = rect.top() + (px(4, 2) + large.height if place.large else px(_SMALL_TOP, 4))
    picture = place.picture(px(_INSET), top)
    draft.parts.append(Thumbnail(game=game, letter=layout_letter(control), rect=picture))
    x, y = rect.left() + px(9), rect.top() + px(4, 2)
    ink = theme.t3 if not possible else theme.go if control.picked else theme.t1
    room = rect.width() - px(16) if place.large else picture.left() - x - px(4)
    written = draft.write(layout_letter(control), (x, y), large, ink, room=room)
    if control.picked:
        size = px(18, 16)
        # Below a letter that has its number of seats beside it.
        corner = QPointF(x, written.bottom() + px(2))
        if not place.large:
            corner = QPointF(written.right() + px(3), written.center().y() - size / 2)
        tick = QRectF(corner, QSizeF(size, size))
        draft.parts.append(Icon(name="tick", rect=tick, ink=theme.go))
    if control.label.short != layout_letter(control) and place.large:
        wide = advance(control.label.short, small)
        at = (rect.right() - px(9) - wide, written.center().y() - small.height / 2)
        draft.write(control.label.short, at, small, ink)
    elif control.label.short != layout_letter(control):
        below = max(written.bottom(), picture.bottom())
        draft.write(control.label.short, (x, below), small, ink, room=rect.width() - px(16))
    draft.write_lines(place.lines, (x, rect.top() + place.head + px(2)), small, theme.t1 if possible else theme.t3)
    captioned = replace(control, sub=ScreenText(_full_caption(control)))
    draft.places.append(ControlPlace(control=captioned, rect=rect, kind=ControlPaint.BARE))


# A page of paper


def plan_page(block: PageBlock, width: float, dress: Dress) -> BlockPlan:
    """As large as it is printed: a column scrolls over it, and where it is narrower, the empty margins go first.

    Only a column that has less room still shows the page smaller.
    """
    draft = PlanDraft(dress)
    wide, high = block.size
    room = int(width - 2 * _PAGE_EDGE)
    cut = min(_PAGE_MARGIN, max(0, wide - room + 1) // 2)
    shown = wide - 2 * cut
    scale = min(1.0, room / shown)
    place = QRectF(int((width - shown * scale) / 2), _PAGE_EDGE, shown * scale, high * scale)
    frame = place.adjusted(-_PAGE_EDGE, -_PAGE_EDGE, _PAGE_EDGE, _PAGE_EDGE)
    draft.parts.append(Frame(rect=frame, radius=0.0, fill=dress.theme.t1, border=dress.theme.t3))
    draft.parts.append(PagePicture(file=block.file, rect=place, cut=cut))
    return draft.plan(width, frame.bottom())

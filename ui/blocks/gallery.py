"""The approved layouts of a game to choose from: a letter, a small picture, and which bets are offered there."""

from PySide6.QtCore import QPointF, QRectF, QSize

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import Control, GalleryBlock, ScreenText
from ui.blocks.plan import BlockPlan, ColumnFold, ControlPaint, ControlPlace, Dress, Frame, Icon, PlanDraft, Thumbnail
from ui.blocks.text_metrics import TextStyle, wrap_text
from ui.theme.sizes import Measures

_COLUMNS = 6
_MOST_LINES = 5
_BETWEEN = " \N{MIDDLE DOT} "


def picture_size(measures: Measures) -> QSize:
    """Of the small picture of a layout."""
    return QSize(measures.px(100, 84), measures.px(46, 36))


def plan_gallery(block: GalleryBlock, width: float, dress: Dress) -> BlockPlan:
    draft, px = PlanDraft(dress), dress.measures.px
    if not block.layouts:
        return draft.plan(width, 0.0)
    gap = px(6)
    columns = max(1, min(_COLUMNS, len(block.layouts), int((width + gap) // px(176, 130))))
    wide = (width - gap * (columns - 1)) / columns
    small = _small_style(dress)
    room = wide - px(16)
    brief = dress.fold.close or any(len(wrap_text(each.sub.first, small, room)) > _MOST_LINES for each in block.layouts)
    said = [_bet_lines(control, room, dress, brief=brief) for control in block.layouts]
    high = _head_height(dress) + max(map(len, said)) * small.height + px(6, 4)
    for number, (control, lines) in enumerate(zip(block.layouts, said, strict=True)):
        rect = QRectF((number % columns) * (wide + gap), (number // columns) * (high + gap), wide, high)
        _draw_layout(control, block.game, (rect, lines), draft)
    foot = -(-len(block.layouts) // columns) * (high + gap) - gap
    if brief:
        # All that the chosen one offers is written below them in full.
        for text in (f"{layout_letter(each)}: {_full_caption(each)}" for each in block.layouts if each.picked):
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
    """As high as the letter with its positions, and the picture beside them."""
    return float(dress.measures.px(4, 2) + _letter_style(dress).height + _small_style(dress).height)


def _bet_lines(control: Control, room: float, dress: Dress, *, brief: bool) -> tuple[str, ...]:
    """Below the picture: every bet; where there is no room for all, what distinguishes this layout."""
    text = control.sub.short or control.sub.first if brief else control.sub.first
    most = _most_lines(dress.fold) if brief else _MOST_LINES
    return wrap_text(text, _small_style(dress), room, most) if most and text else ()


def _most_lines(fold: ColumnFold) -> int:
    return 0 if fold.columns > 1 else 2 if fold.spare else 1


def _draw_layout(control: Control, game: str, place: tuple[QRectF, tuple[str, ...]], draft: PlanDraft) -> None:
    (rect, lines), dress = place, draft.dress
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
    picture = QRectF(QPointF(rect.right() - px(108, 92), rect.top() + px(8, 4)), picture_size(measures).toSizeF())
    draft.parts.append(Thumbnail(game=game, letter=layout_letter(control), rect=picture))
    x, y = rect.left() + px(9), rect.top() + px(4, 2)
    large, small = _letter_style(dress), _small_style(dress)
    ink = theme.t3 if not possible else theme.go if control.picked else theme.t1
    room = picture.left() - x - px(4)
    written = draft.write(layout_letter(control), (x, y), large, ink, room=room)
    if control.picked:
        size = px(18, 16)
        tick = QRectF(written.right() + px(3), written.center().y() - size / 2, size, size)
        draft.parts.append(Icon(name="tick", rect=tick, ink=theme.go))
    if control.label.short != layout_letter(control):
        below = written.bottom() >= picture.bottom()
        draft.write(
            control.label.short, (x, written.bottom()), small, ink, room=rect.width() - px(16) if below else room
        )
    draft.write_lines(lines, (x, rect.top() + _head_height(dress) + px(2)), small, theme.t2 if possible else theme.t3)
    told = replace(control, sub=ScreenText(_full_caption(control)))
    draft.places.append(ControlPlace(control=told, rect=rect, kind=ControlPaint.BARE))

"""The approved layouts of a game to choose from: a letter, a small picture, and which bets are offered there."""

from PySide6.QtCore import QPointF, QRectF, QSize

from dealer_app.showing.blocks import Control, Gallery
from ui.blocks.plan import Draft, Dress, Frame, Icon, Kind, Place, Plan, Thumbnail
from ui.blocks.writing import Letters, wrapped
from ui.theme.measures import Measures

_COLUMNS = 6
_MOST_LINES = 4


def picture_size(measures: Measures) -> QSize:
    """Of the small picture of a layout."""
    return QSize(measures.px(100, 84), measures.px(46, 40))


def plan_gallery(block: Gallery, width: float, dress: Dress) -> Plan:
    draft, px = Draft(dress), dress.measures.px
    if not block.layouts:
        return draft.plan(width, 0.0)
    gap = px(6)
    columns = max(1, min(_COLUMNS, len(block.layouts), int((width + gap) // px(176, 130))))
    wide = (width - gap * (columns - 1)) / columns
    small = Letters(dress.measures.text(16))
    said = [len(wrapped(control.sub.first, small, wide - px(16), _MOST_LINES)) for control in block.layouts]
    # Folded, all pictures are in sight, and what the chosen one offers stands below them in full.
    high = float(px(66) if dress.fold.close else px(66, 60) + max(said) * small.height)
    for number, control in enumerate(block.layouts):
        rect = QRectF((number % columns) * (wide + gap), (number // columns) * (high + gap), wide, high)
        _layout(control, block.game, rect, draft)
    lines = -(-len(block.layouts) // columns)
    foot = lines * (high + gap) - gap
    if dress.fold.close:
        picked = (f"{letter_of(each)}: {each.sub.first}" for each in block.layouts if each.picked)
        for text in picked:
            foot = draft.lines(wrapped(text, small, width), (0.0, foot + gap), small, dress.theme.t1)
    return draft.plan(width, foot)


def letter_of(control: Control) -> str:
    return control.name.rpartition(":")[2]


def _layout(control: Control, game: str, rect: QRectF, draft: Draft) -> None:
    measures, theme = draft.dress.measures, draft.dress.theme
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
    picture = QRectF(QPointF(rect.right() - px(108, 92), rect.top() + px(8)), picture_size(measures).toSizeF())
    draft.parts.append(Thumbnail(game=game, letter=letter_of(control), rect=picture))
    x, y = rect.left() + px(9), rect.top() + px(6)
    large, small = Letters(measures.text(22, 20), 700), Letters(measures.text(16))
    ink = theme.t3 if not possible else theme.go if control.picked else theme.t1
    room = picture.left() - x - px(4)
    written = draft.write(letter_of(control), (x, y), large, ink, room=room)
    if control.picked:
        tick = QRectF(written.right() + px(4), y + px(5), px(18), px(18))
        draft.parts.append(Icon(name="tick", rect=tick, ink=theme.go))
    positions = control.label.short
    if positions and positions != letter_of(control):
        draft.write(positions, (x, y + large.height - px(2)), small, theme.t2 if possible else theme.t3, room=room)
    room = rect.width() - px(16)
    top = picture.bottom() + px(5)
    lines = int((rect.bottom() - px(4) - top) // small.height)
    if lines > 0 and control.sub:
        said = wrapped(control.sub.first, small, room, lines)
        draft.lines(said, (x, top), small, theme.t2 if possible else theme.t3)
    draft.places.append(Place(control=control, rect=rect, kind=Kind.BARE))

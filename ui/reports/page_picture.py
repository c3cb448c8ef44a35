"""A page of paper in the window: its place in a column, and its picture, read from its file once."""

from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter

from dealer_app.screens.blocks import PageBlock
from ui.blocks.plan import BlockPlan, Dress, Frame, PagePicture, PlanDraft

_PAGES_KEPT = 4
_EDGE = 1
_MARGIN = 40
"""Of the margin of a page, in pixels, so much can be left out at a side: nothing is printed there."""


def plan_page(block: PageBlock, width: float, dress: Dress) -> BlockPlan:
    """As large as it is printed: a column scrolls over it, and where it is narrower, the empty margins go first.

    Only a column that has less room still shows the page smaller.
    """
    draft = PlanDraft(dress)
    wide, high = block.size
    room = int(width - 2 * _EDGE)
    cut = min(_MARGIN, max(0, wide - room + 1) // 2)
    shown = wide - 2 * cut
    scale = min(1.0, room / shown)
    place = QRectF(int((width - shown * scale) / 2), _EDGE, shown * scale, high * scale)
    frame = place.adjusted(-_EDGE, -_EDGE, _EDGE, _EDGE)
    draft.parts.append(Frame(rect=frame, radius=0.0, fill=dress.theme.t1, border=dress.theme.t3))
    draft.parts.append(PagePicture(file=block.file, rect=place, cut=cut))
    return draft.plan(width, frame.bottom())


def paint_page(painter: QPainter, part: PagePicture) -> None:
    image = page_image(part.file)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawImage(part.rect, image, QRectF(part.cut, 0.0, image.width() - 2 * part.cut, image.height()))


@lru_cache(maxsize=_PAGES_KEPT)
def page_image(file: str) -> QImage:
    """The page; an empty picture where the file is gone, as after its panel was closed."""
    return QImage(file)

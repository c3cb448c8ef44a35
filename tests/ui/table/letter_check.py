"""Checks that what is printed in a box is inside it."""

from PySide6.QtCore import QPointF

from ui.table.box_contents import BoxContents
from ui.table.lettering import SMALLEST
from ui.table.painter import box_colours, box_texts
from ui.table.symbols import rotate_point
from ui.theme.theme import DARK


def check_letters(each: BoxContents) -> None:
    """Every letter is large enough to be read, and none is outside of its box."""
    box = each.box
    for line in box_texts(each, box_colours(box, each.shown, DARK)):
        assert line.px >= SMALLEST, (box.name, line.text)
        # From the foot of the letters to their top, and as wide as they are.
        high, wide = line.px * 0.4, line.width / 2
        for corner in (QPointF(-wide, -high), QPointF(wide, -high), QPointF(-wide, high), QPointF(wide, high)):
            assert box.path.contains(line.middle + rotate_point(line.angle, corner)), (box.name, line.text)

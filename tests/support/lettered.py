"""Whether what is printed in a box lies in it."""

from PySide6.QtCore import QPointF

from ui.table.filling import Filled
from ui.table.lettering import SMALLEST
from ui.table.marks import turned
from ui.table.painter import colours_of, letters_of
from ui.theme.tokens import DARK


def check_letters(each: Filled) -> None:
    """Every letter is large enough to be read, and none is outside of its box."""
    box = each.box
    for line in letters_of(each, colours_of(box, each.shown, DARK)):
        assert line.px >= SMALLEST, (box.name, line.text)
        # From the foot of the letters to their top, and as wide as they are.
        high, wide = line.px * 0.4, line.width / 2
        for corner in (QPointF(-wide, -high), QPointF(wide, -high), QPointF(-wide, high), QPointF(wide, high)):
            assert box.path.contains(line.middle + turned(line.angle, corner)), (box.name, line.text)

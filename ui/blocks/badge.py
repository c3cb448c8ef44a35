"""The number of a seat in its disc; that of a standing bettor is dashed, and his letter stands at its foot."""

from PySide6.QtCore import QRectF

from ui.blocks.plan import Draft, Frame
from ui.blocks.writing import Letters, advance

_NUMERALS = "0123456789"


def draw_badge(draft: Draft, text: str, rect: QRectF) -> None:
    measures, theme = draft.dress.measures, draft.dress.theme
    number = text.rstrip("S") if text.endswith("S") else text.split("S", maxsplit=1)[0]
    standing = text[len(number) :]
    draft.parts.append(
        Frame(rect=rect, radius=rect.height() / 2, fill=theme.bg, border=theme.t1, stroke=2.0, dashed=bool(standing))
    )
    letters = Letters(measures.text(20 if set(number) <= set(_NUMERALS) else 16), 700)
    while advance(number, letters) > rect.width() - 6 and letters.px > 16:
        letters = Letters(letters.px - 1, 700)
    wide = advance(number, letters)
    draft.write(number, (rect.center().x() - wide / 2, rect.center().y() - letters.height / 2), letters, theme.t1)
    if standing:
        small = Letters(16, 700)
        wide = advance(standing, small) + measures.px(6)
        foot = QRectF(rect.right() - wide * 0.8, rect.bottom() - measures.px(17), wide, measures.px(20))
        draft.parts.append(Frame(rect=foot, radius=measures.px(6), fill=theme.t1))
        draft.write(standing, (foot.left() + measures.px(3), foot.center().y() - small.height / 2), small, theme.bg)

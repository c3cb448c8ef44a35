"""The band at the head of a page or a panel: title, what it is about, and when at its right."""

from PySide6.QtCore import QRectF

from dealer_app.showing.lines import Line, Tone
from ui.blocks.plan import Draft, Dress, Icon, Mark, Plan
from ui.blocks.tones import marked
from ui.blocks.writing import Letters, advance


def plan_band(
    title: Line, sub: Line, right: tuple[str, ...], sign: Tone | str, size: tuple[float, float], dress: Dress
) -> Plan:
    """`sign` is the tone of which the mark stands before the title, or the name of an icon."""
    draft, measures, theme = Draft(dress), dress.measures, dress.theme
    px, (width, height) = measures.px, size
    end = _right(right, size, draft)
    x = float(px(24, 14))
    large = px(40, 32)
    square = QRectF(x, (height - large) / 2, large, large)
    if isinstance(sign, Tone):
        if marked(sign):
            draft.parts.append(Mark(tone=sign, rect=square))
            x += large + px(20, 12)
    elif sign:
        draft.parts.append(Icon(name=sign, rect=square, ink=theme.t1))
        x += large + px(20, 12)
    letters, helping, below = (
        Letters(measures.text(28, 22), 700),
        Letters(measures.text(24, 18)),
        Letters(measures.text(18, 16)),
    )
    y = (height - letters.height - (below.height if sub else 0)) / 2
    written = draft.write(title.first, (x, y), letters, theme.t1, room=end - x)
    second = written.right() + px(14)
    if title.second and second + advance(title.second, helping) <= end:
        draft.write(title.second, (second, y + (letters.height - helping.height) / 2), helping, theme.t2)
    if sub:
        draft.write(sub.first, (x, y + letters.height), below, theme.t2, room=end - x)
    return draft.plan(width, height)


def _right(right: tuple[str, ...], size: tuple[float, float], draft: Draft) -> float:
    """The last of them is the one that counts: how long it has lasted."""
    measures, theme = draft.dress.measures, draft.dress.theme
    width, height = size
    end = width - measures.px(24, 14)
    usual, strong = Letters(measures.text(18, 16)), Letters(measures.text(18, 16), 700)
    y = (height - usual.height * len(right)) / 2
    left = end
    for number, text in enumerate(right):
        last = number == len(right) - 1
        letters = strong if last else usual
        x = end - advance(text, letters)
        draft.write(text, (x, y), letters, theme.t1 if last else theme.t2)
        left = min(left, x)
        y += usual.height
    return left - measures.px(16) if right else end

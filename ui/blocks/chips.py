"""Clauses in their small frames: in a row, or behind the last word of a sentence."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.showing.blocks import Control
from ui.blocks.control_plan import natural_width
from ui.blocks.control_words import Look
from ui.blocks.plan import Draft, Dress, Place
from ui.blocks.writing import Letters, wrapped

_GAP = 6


def chips_width(chips: tuple[Control, ...], dress: Dress) -> float:
    return sum(natural_width(Look.of(chip), dress) for chip in chips) + dress.measures.px(_GAP) * max(0, len(chips) - 1)


def place_chips(draft: Draft, chips: tuple[Control, ...], x: float, y: float) -> None:
    for chip in chips:
        wide = natural_width(Look.of(chip), draft.dress)
        draft.places.append(Place(control=chip, rect=QRectF(x, y, wide, draft.dress.measures.px(26))))
        x += wide + draft.dress.measures.px(_GAP)


def flow_chips(
    draft: Draft, chips: tuple[Control, ...], start: tuple[float, float], span: tuple[float, float]
) -> float:
    """Behind a text that ends at `start`, and in lines of their own between the two ends of `span` where it is full.

    Gives back the foot of the last of them.
    """
    left, right = span
    x, y = start
    high = draft.dress.measures.px(26)
    for chip in chips:
        wide = min(natural_width(Look.of(chip), draft.dress), right - left)
        if x + wide > right and x > left:
            x, y = left, y + high + draft.dress.measures.px(4)
        draft.places.append(Place(control=chip, rect=QRectF(x, y, wide, high)))
        x += wide + draft.dress.measures.px(_GAP)
    return y + high


Style = tuple[Letters, QColor]


def sentence(
    draft: Draft, text: str, chips: tuple[Control, ...], at: tuple[float, float], right: float, style: Style
) -> float:
    """A text and behind its last word its clauses; gives back its foot."""
    (x, y), (letters, ink), high = at, style, draft.dress.measures.px(26)
    lines = wrapped(text, letters, max(1.0, right - x), 12)
    if not chips:
        return draft.lines(lines, at, letters, ink)
    y = draft.lines(lines[:-1], at, letters, ink)
    end = x
    below = max(0.0, (high - letters.height) / 2)
    if lines:
        end = draft.write(lines[-1], (x, y + below), letters, ink).right() + draft.dress.measures.px(8)
    foot = flow_chips(draft, chips, (end, y + below + (letters.height - high) / 2), (x, right))
    return max(foot, y + below + letters.height)

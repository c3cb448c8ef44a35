"""Where the words of a control stand, with its icon and its key, and how much room it would like to have."""

from bisect import bisect_left
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.cards import Suit
from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.card_signs import SIGNS
from dealer_app.showing.lines import Line
from ui.blocks.control_words import GAP, Lines, Look, Run, candidates, chosen, fits, high, length, widest
from ui.blocks.plan import Draft, Dress, Frame, Icon, Pip, Plan
from ui.blocks.writing import REMEMBERED, Letters, advance, elided, figures, wrapped

_ICON = 22
_ICON_ABOVE = 1.9
"""A control that is narrower than so many times its height has its icon above its label."""
_BADGE = 22
_PIP = 24
_SUITS = {sign: Suit(suit) for suit, sign in SIGNS.items()}
_WIDEST = 400
_CAPLESS = 75
_WITH_ICON = 110
"""In less width a control has no icon beside its words."""
_NARROW = 130
"""In less width a key is not shown if the second language had to go for it."""


@lru_cache(maxsize=REMEMBERED)
def plan_control(look: Look, width: float, height: float, dress: Dress) -> Plan:
    """Its words, icon and key; the frame around them is painted by the control as it is pressed or not."""
    match look.weight:
        case Weight.NEXT:
            return _next(look, width, height, dress)
        case Weight.CLAUSE:
            return _chip(look, width, height, dress)
        case Weight.USUAL | Weight.QUIET | Weight.GRAVE:
            return _usual(look, width, height, dress)


def ink(look: Look, dress: Dress) -> QColor:
    theme = dress.theme
    if look.weight is Weight.NEXT:
        return theme.goink if look.possible else theme.t2
    if not look.possible:
        return theme.go if look.picked else theme.t3
    if look.weight is Weight.GRAVE and look.armed:
        return theme.onfill
    return theme.go if look.picked else theme.t1


@lru_cache(maxsize=REMEMBERED)
def natural_width(look: Look, dress: Dress) -> int:
    """In which it says all it has to say."""
    measures = dress.measures
    if look.weight is Weight.CLAUSE:
        return round(advance(look.label.first, Letters(measures.text(16), 600))) + measures.px(16)
    best = next(candidates(look, dress, measures.px(64)))
    return max(measures.target, round(widest(best) + _around(dress)) + 2)


@lru_cache(maxsize=REMEMBERED)
def least_width(look: Look, dress: Dress) -> int:
    """Below which it would be cut."""
    if look.weight is Weight.CLAUSE:
        return natural_width(look, dress)
    widths = _widths(dress)
    # What fits into a width fits into any that is wider.
    found = bisect_left(widths, True, key=lambda width: _enough(look, width, dress))
    return widths[found] if found < len(widths) else natural_width(look, dress)


@lru_cache(maxsize=REMEMBERED)
def wide_enough(look: Look, width: float, dress: Dress) -> bool:
    """Whether the least width is no more than this; for one width that is known sooner than the least one."""
    widths = _widths(dress)
    if look.weight is Weight.CLAUSE or width < widths[0]:
        return natural_width(look, dress) <= width
    narrower = widths[min(len(widths), 1 + int(width - widths[0]) // widths.step) - 1]
    if _enough(look, narrower, dress):
        return True
    return not _enough(look, widths[-1], dress) and natural_width(look, dress) <= width


def _widths(dress: Dress) -> range:
    """Which are tried."""
    return range(dress.measures.target, dress.measures.px(_WIDEST), 4)


def _enough(look: Look, width: int, dress: Dress) -> bool:
    measures, room = dress.measures, width - _around(dress)
    high = measures.target - 2 * measures.px(3, 2)
    return any(fits(lines, room, high) for lines in candidates(look, dress, room))


def height_of(control: Control, dress: Dress) -> int:
    measures = dress.measures
    match control.weight:
        case Weight.NEXT:
            return measures.primary_height
        case Weight.GRAVE:
            return measures.px(96)
        case Weight.CLAUSE:
            return measures.px(26)
        case Weight.USUAL | Weight.QUIET:
            return measures.target


def key_width(key: str, dress: Dress) -> float:
    return 0.0 if not key else advance(key, Letters(dress.measures.text(16), 600)) + dress.measures.px(12)


def _around(dress: Dress) -> float:
    """What lies left and right of its words; an icon and a key only where there is room for them."""
    return 2 * _padding(dress)


def _padding(dress: Dress) -> int:
    return dress.measures.px(10, 4)


def _usual(look: Look, width: float, height: float, dress: Dress) -> Plan:
    px, draft = dress.measures.px, Draft(dress)
    padding = _padding(dress)
    above = bool(look.icon) and width < _ICON_ABOVE * height and height >= px(60)
    left, right = float(padding), width - padding
    top, bottom = float(px(3, 2)), height - px(3, 2)
    if above:
        top = _head(draft, look, width)
        left, right = float(px(4)), float(width - px(4))
    elif look.key and cap_fits(look, width, height, dress):
        cap = key_width(look.key, dress)
        _key_cap(draft, look, QRectF(width - cap - px(6), (height - px(24)) / 2, cap, px(24)))
        right = width - cap - px(6) - px(GAP) // 2
    elif look.key and _cap_above(look, width, height, dress):
        cap = key_width(look.key, dress)
        _key_cap(draft, look, QRectF((width - cap) / 2, px(7, 6), cap, px(24, 22)))
        top += px(26, 25)
    icon = px(_ICON) + px(GAP) if look.icon and not above and width >= px(_WITH_ICON) else 0
    lines = chosen(look, dress, right - left - icon, bottom - top)
    at_left = bool(look.sub and not figures(look.sub.first) and width >= px(180)) or (
        bool(look.key) and width >= px(240)
    )
    used = widest(lines) + icon
    x = left + px(4) if at_left and left + px(4) + used <= right else left + (right - left - used) / 2
    y = top + (bottom - top - sum(high(line) for line in lines)) / 2
    if look.picked and y < px(_BADGE):
        x = max(float(px(4)), min(x, width - px(_BADGE) - used))
    if icon:
        size = px(_ICON)
        draft.parts.append(Icon(name=look.icon, rect=QRectF(x, (height - size) / 2, size, size), ink=ink(look, dress)))
        x += icon
    _write_lines(draft, look, lines, QRectF(x, y, used - icon, 0), centred=not at_left and not icon)
    return draft.plan(width, height)


def cap_fits(look: Look, width: float, height: float, dress: Dress) -> bool:
    """Whether the words lose nothing by the key beside them; a digit is its own key."""
    if look.key == look.label.first or width < dress.measures.px(_CAPLESS):
        return False
    px, padding = dress.measures.px, _padding(dress)
    icon = px(_ICON) + px(GAP) if look.icon and width >= px(_WITH_ICON) else 0
    beside = width - padding - icon - key_width(look.key, dress) - px(6) - px(GAP) // 2
    high_enough = height - 2 * px(3, 2)
    with_it, without = (chosen(look, dress, each, high_enough) for each in (beside, width - 2 * padding - icon))
    if width < dress.measures.px(_NARROW):
        return _words(with_it) == _words(without)
    return _words(with_it).startswith(look.label.first) or _words(with_it) == _words(without)


def _cap_above(look: Look, width: float, height: float, dress: Dress) -> bool:
    """Whether the key stands over a word that has no room beside it; a digit or a figure stays in the middle."""
    label, px = look.label.first, dress.measures.px
    if look.icon or look.sub or (len(label) < 3 and label.isascii()) or height < px(60):
        return False
    lines = chosen(look, dress, width - 2 * _padding(dress), height - px(32, 30))
    return len(lines) == 1 and _words(lines).startswith(label)


def _words(lines: Lines) -> str:
    return " ".join(run.text for line in lines for run in line)


def _head(draft: Draft, look: Look, width: float) -> float:
    """Icon and key side by side above the words; gives back where these begin."""
    px = draft.dress.measures.px
    size, y = px(24, 22), px(8, 7)
    cap = key_width(look.key, draft.dress)
    x = (width - size - (px(10) + cap if look.key else 0)) / 2
    draft.parts.append(Icon(name=look.icon, rect=QRectF(x, y, size, size), ink=ink(look, draft.dress)))
    if look.key:
        _key_cap(draft, look, QRectF(x + size + px(10), y, cap, px(24, 22)))
    return float(y + size + px(1))


def _write_lines(draft: Draft, look: Look, lines: Lines, at: QRectF, *, centred: bool) -> None:
    """One under the other."""
    y = at.top()
    for number, line in enumerate(lines):
        x = at.left() + ((at.width() - length(line)) / 2 if centred else 0)
        for place, run in enumerate(line):
            if run.text in _SUITS:
                x = _draw_suit(draft, look, run, QPointF(x, y + high(line) / 2))
                continue
            colour = ink(look, draft.dress) if place == 0 and number == 0 else _second_ink(look, draft.dress, run)
            x = draft.write(run.text, (x, y + (high(line) - run.letters.height) / 2), run.letters, colour).right() + GAP
        y += high(line)


def _draw_suit(draft: Draft, look: Look, run: Run, left: QPointF) -> float:
    """As on the cards, in its own colour whatever the key is like; gives back where the next would stand."""
    suit, wide, side = _SUITS[run.text], advance(run.text, run.letters), draft.dress.measures.px(_PIP)
    rect = QRectF(left.x() + (wide - side) / 2, left.y() - side / 2, side, side)
    red = suit in {Suit.HEARTS, Suit.DIAMONDS}
    draft.parts.append(Pip(suit=suit, rect=rect, ink=draft.dress.theme.suit if red else ink(look, draft.dress)))
    return left.x() + wide + GAP


def _second_ink(look: Look, dress: Dress, run: Run) -> QColor:
    if not look.possible or look.picked or look.armed or run.letters.weight >= 700:
        return ink(look, dress)
    return dress.theme.t2


def _key_cap(draft: Draft, look: Look, rect: QRectF) -> None:
    draw_key_cap(draft, look.key, rect, ink(look, draft.dress))


def draw_key_cap(draft: Draft, key: str, rect: QRectF, ink: QColor | None = None) -> None:
    """The key of the keypad, in its frame."""
    letters = Letters(draft.dress.measures.text(16), 600)
    colour = ink or draft.dress.theme.t1
    draft.parts.append(Frame(rect=rect, radius=draft.dress.measures.px(5), border=colour, stroke=1.2))
    wide = advance(key, letters)
    draft.write(key, (rect.center().x() - wide / 2, rect.center().y() - letters.height / 2), letters, colour)


def _chip(look: Look, width: float, height: float, dress: Dress) -> Plan:
    draft, letters = Draft(dress), Letters(dress.measures.text(16), 600)
    shown = elided(look.label.first, letters, width - dress.measures.px(6))
    x = (width - advance(shown, letters)) / 2
    colour = dress.theme.t1 if look.possible else dress.theme.t2
    draft.write(shown, (x, (height - letters.height) / 2), letters, colour)
    return draft.plan(width, height)


def _next(look: Look, width: float, height: float, dress: Dress) -> Plan:
    """Large, from the left; below it what it brings about, or what it waits for; Enter at the right."""
    draft, measures = Draft(dress), dress.measures
    px = measures.px
    colour = ink(look, dress)
    left, right = float(px(24, 18)), width - px(18, 14)
    if look.key:
        cap = key_width(look.key, dress) + px(6)
        _key_cap(draft, look, QRectF(right - cap, (height - px(32)) / 2, cap, px(32)))
        right -= cap + px(12)
    below = look.sub if look.possible else look.waits or look.sub
    under = Letters(measures.text(18, 16))
    room = right - left
    said = _said_below(below, under, room)
    largest = measures.primary_text if len(said) < 2 else px(28, 24)
    text, letters = _large(look.label, room, largest, measures.text(20))
    y = (height - letters.height - under.height * len(said)) / 2
    first = draft.write(text, (left, y), letters, colour, room=room)
    helping = Letters(measures.text(20, 18))
    second = look.label.second
    if second and first.right() + px(14) + advance(second, helping) <= right:
        lower = y + (letters.height - helping.height) / 2 + px(2)
        draft.write(second, (first.right() + px(14), lower), helping, colour)
    draft.lines(said, (left, y + letters.height), under, colour)
    return draft.plan(width, height)


def _said_below(below: Line, letters: Letters, room: float) -> tuple[str, ...]:
    """On one line, if need be in its short form; else on two."""
    for text in (below.first, below.short):
        if text and advance(text, letters) <= room:
            return (text,)
    return wrapped(below.short or below.first, letters, room, 2)


def _large(label: Line, room: float, largest: int, smallest: int) -> tuple[str, Letters]:
    """As large as it fits, and its short form before it is small."""
    for text in dict.fromkeys((label.first, label.short or label.first)):
        for pixels in range(largest, smallest - 1, -2):
            letters = Letters(pixels, 700, display=True)
            if advance(text, letters) <= room:
                return text, letters
    return label.short or label.first, Letters(smallest, 700, display=True)

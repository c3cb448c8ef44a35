"""Where the words of a control stand: on how many lines, with which key and icon, and what gives way in little room.

What does not fit is tried in a fixed order: the second language goes first, then the label breaks into two lines, then
its short form stands in its place, and only then is it cut.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor

from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.lines import Line
from ui.blocks.plan import Draft, Dress, Frame, Icon, Plan
from ui.blocks.writing import REMEMBERED, Letters, advance, elided, figures, wrapped

_GAP = 8
_ICON = 22
_ICON_ABOVE = 1.9
"""A control that is narrower than so many times its height has its icon above its label."""
_BADGE = 22


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """All of a control that is seen; what it does is not."""

    label: Line
    waits: Line
    sub: Line
    key: str
    weight: Weight
    picked: bool
    icon: str
    possible: bool
    armed: bool = False

    @classmethod
    def of(cls, control: Control, *, armed: bool = False) -> "Look":
        return cls(
            label=control.label,
            waits=control.waits,
            sub=control.sub,
            key=control.key,
            weight=control.weight,
            picked=control.picked,
            icon=control.icon,
            possible=control.act is not None,
            armed=armed,
        )


@dataclass(frozen=True, slots=True)
class _Run:
    text: str
    letters: Letters


_Lines = tuple[tuple[_Run, ...], ...]


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
        return theme.t3
    if look.weight is Weight.GRAVE and look.armed:
        return theme.onfill
    return theme.go if look.picked else theme.t1


@lru_cache(maxsize=REMEMBERED)
def natural_width(look: Look, dress: Dress) -> int:
    """In which it says all it has to say."""
    measures = dress.measures
    if look.weight is Weight.CLAUSE:
        return round(advance(look.label.first, Letters(measures.text(16), 600))) + measures.px(16)
    best = next(_candidates(look, dress, measures.px(64)))
    return max(measures.target, round(_widest(best) + _around(look, dress)) + 2)


@lru_cache(maxsize=REMEMBERED)
def least_width(look: Look, dress: Dress) -> int:
    """Below which it would be cut."""
    measures = dress.measures
    if look.weight is Weight.CLAUSE:
        return natural_width(look, dress)
    least = min(_widest(lines) for lines in _candidates(look, dress, measures.px(64)))
    return max(measures.target, round(least + _around(look, dress)) + 2)


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
    return 0.0 if not key else advance(key, Letters(dress.measures.text(16), 600)) + dress.measures.px(14)


def _around(look: Look, dress: Dress) -> float:
    """What lies left and right of its words."""
    px = dress.measures.px
    icon = px(_ICON) + px(_GAP) if look.icon else 0
    key = key_width(look.key, dress) + px(_GAP) if look.key else 0.0
    return 2 * _padding(dress) + icon + key


def _padding(dress: Dress) -> int:
    return dress.measures.px(10, 8)


def _widest(lines: _Lines) -> float:
    return max(_length(line) for line in lines)


def _length(line: tuple[_Run, ...]) -> float:
    return sum(advance(run.text, run.letters) for run in line) + _GAP * (len(line) - 1)


def _candidates(look: Look, dress: Dress, width: float) -> Iterator[_Lines]:
    """The ways to say it, the best first."""
    text = dress.measures.text
    bold, small = Letters(text(20 if look.weight is Weight.GRAVE else 18), 700), Letters(text(16))
    label, sub = look.label, look.sub
    if not look.possible and look.waits:
        sub = look.waits
    short = label.short or label.first
    if sub and figures(sub.first):
        figure = (_Run(sub.first, bold),)
        if label.second:
            yield (_Run(label.first, small), _Run(label.second, small)), figure
        yield (_Run(label.first, small),), figure
        yield (_Run(short, small),), figure
        return
    if sub:
        for said in dict.fromkeys((sub.first, sub.short or sub.first)):
            below = (_Run(said, small),)
            if label.second:
                yield (_Run(label.first, bold), _Run(label.second, small)), below
            yield (_Run(label.first, bold),), below
            yield (_Run(short, bold),), below
        if label.second:
            yield (_Run(label.first, bold), _Run(label.second, small)), *_broken(sub.first, small, width)
        yield (_Run(label.first, bold),), *_broken(sub.first, small, width)
    elif label.second:
        yield (_Run(label.first, bold),), (_Run(label.second, small),)
        yield ((_Run(label.first, bold), _Run(label.second, small)),)
    yield ((_Run(label.first, bold),),)
    yield _broken(label.first, bold, width)
    yield _broken(label.first, Letters(small.px, 700), width)
    yield ((_Run(short, bold),),)
    yield ((_Run(short, Letters(small.px, 700)),),)


def _broken(text: str, letters: Letters, width: float) -> _Lines:
    return tuple((_Run(line, letters),) for line in wrapped(text, letters, width, 3))


def _chosen(look: Look, dress: Dress, width: float, height: float) -> _Lines:
    """The best that fits, or the last, cut."""
    lines: _Lines = ()
    for lines in _candidates(look, dress, width):
        if _widest(lines) <= width and sum(_high(line) for line in lines) <= height:
            return lines
    return tuple((_Run(elided(line[0].text, line[0].letters, width), line[0].letters),) for line in lines[:1])


def _high(line: tuple[_Run, ...]) -> int:
    return max(run.letters.height for run in line)


def _usual(look: Look, width: float, height: float, dress: Dress) -> Plan:
    px, draft = dress.measures.px, Draft(dress)
    padding = _padding(dress)
    above = bool(look.icon) and width < _ICON_ABOVE * height and height >= px(60)
    left, right = float(padding), width - padding
    top, bottom = float(px(3)), height - px(3)
    if look.key:
        cap = key_width(look.key, dress)
        at = px(6) if above else (height - px(24)) / 2
        _key_cap(draft, look, QRectF(width - cap - px(6), at, cap, px(24)))
        if not above:
            right = width - cap - px(6) - px(_GAP)
    if above:
        size = px(24, 22)
        draft.parts.append(
            Icon(name=look.icon, rect=QRectF((width - size) / 2, px(8, 7), size, size), ink=ink(look, dress))
        )
        top = px(8, 7) + size + px(1)
        left, right = float(px(4)), float(width - px(4))
    icon = px(_ICON) + px(_GAP) if look.icon and not above else 0
    lines = _chosen(look, dress, right - left - icon, bottom - top)
    at_left = bool(look.sub and not figures(look.sub.first) and width >= px(180)) or (
        bool(look.key) and width >= px(240)
    )
    used = _widest(lines) + icon
    x = left + px(4) if at_left and left + px(4) + used <= right else left + (right - left - used) / 2
    y = top + (bottom - top - sum(_high(line) for line in lines)) / 2
    if icon:
        size = px(_ICON)
        draft.parts.append(Icon(name=look.icon, rect=QRectF(x, (height - size) / 2, size, size), ink=ink(look, dress)))
        x += icon
    _write_lines(draft, look, lines, QRectF(x, y, used - icon, 0), centred=not at_left and not icon)
    return draft.plan(width, height)


def _write_lines(draft: Draft, look: Look, lines: _Lines, at: QRectF, *, centred: bool) -> None:
    """One under the other; a line that would run under the badge of what is picked makes room for it."""
    badge = draft.dress.measures.px(_BADGE) if look.picked else 0
    y = at.top()
    for number, line in enumerate(lines):
        x = at.left() + ((at.width() - _length(line)) / 2 if centred else 0)
        if badge and number == 0 and y < badge * 0.8 and not look.key:
            x = max(draft.dress.measures.px(5), min(x, at.left() + at.right() - at.left() - _length(line)))
        for place, run in enumerate(line):
            colour = ink(look, draft.dress) if place == 0 and number == 0 else _second_ink(look, draft.dress, run)
            x = (
                draft.write(run.text, (x, y + (_high(line) - run.letters.height) / 2), run.letters, colour).right()
                + _GAP
            )
        y += _high(line)


def _second_ink(look: Look, dress: Dress, run: _Run) -> QColor:
    if not look.possible or look.picked or look.armed or run.letters.weight >= 700:
        return ink(look, dress)
    return dress.theme.t2


def _key_cap(draft: Draft, look: Look, rect: QRectF) -> None:
    letters = Letters(draft.dress.measures.text(16), 600)
    colour = ink(look, draft.dress)
    draft.parts.append(Frame(rect=rect, radius=draft.dress.measures.px(5), border=colour, stroke=1.2))
    wide = advance(look.key, letters)
    draft.write(look.key, (rect.center().x() - wide / 2, rect.center().y() - letters.height / 2), letters, colour)


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
    said = next((text for text in (below.first, below.short) if text and advance(text, under) <= room), below.first)
    text, letters = _large(look.label, room, measures.primary_text, measures.text(20))
    y = (height - letters.height - (under.height if below else 0)) / 2
    first = draft.write(text, (left, y), letters, colour, room=room)
    helping = Letters(measures.text(20, 18))
    second = look.label.second
    if second and first.right() + px(14) + advance(second, helping) <= right:
        lower = y + (letters.height - helping.height) / 2 + px(2)
        draft.write(second, (first.right() + px(14), lower), helping, colour)
    if below:
        draft.write(said, (left, y + letters.height), under, colour, room=room)
    return draft.plan(width, height)


def _large(label: Line, room: float, largest: int, smallest: int) -> tuple[str, Letters]:
    """As large as it fits, and its short form before it is small."""
    for text in dict.fromkeys((label.first, label.short or label.first)):
        for pixels in range(largest, smallest - 1, -2):
            letters = Letters(pixels, 700, display=True)
            if advance(text, letters) <= room:
                return text, letters
    return label.short or label.first, Letters(smallest, 700, display=True)

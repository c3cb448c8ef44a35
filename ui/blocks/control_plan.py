"""The plan of a control: its words, its icon and its key, and how wide it needs to be."""

from bisect import bisect_left
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor

from dealer_app.domain.cards import Suit
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText, Weight
from dealer_app.screens.labels import SUIT_SIGNS
from ui.blocks.plan import BlockPlan, Dress, Frame, Icon, Pip, PlanDraft
from ui.blocks.text_metrics import CACHE_SIZE, TextStyle, advance, elide_text, is_figure_text, widest_piece, wrap_text

_MOST_LINES = 3
GAP = 8
"""Between two texts on one line, and between a text and what is beside it."""


class ControlLook(NamedTuple):
    """All of a control that is seen; what it does is not. Its plan is remembered by it."""

    label: ScreenText
    waits: ScreenText
    sub: ScreenText
    key: str
    weight: Weight
    picked: bool
    icon: str
    possible: bool
    armed: bool = False

    @classmethod
    def from_control(cls, control: Control) -> "ControlLook":
        return cls(
            label=control.label,
            waits=control.waits,
            sub=control.sub,
            # A digit says itself which key it is.
            key="" if control.key == control.label.first else control.key_words or control.key,
            weight=control.weight,
            picked=control.picked,
            icon=control.icon,
            possible=control.act is not None,
            armed=control.is_armed,
        )


class TextRun(NamedTuple):
    text: str
    letters: TextStyle


Lines = tuple[tuple[TextRun, ...], ...]


def widest_line(lines: Lines) -> float:
    return max(line_length(line) for line in lines)


def line_length(line: tuple[TextRun, ...]) -> float:
    return sum(advance(run.text, run.letters) for run in line) + GAP * (len(line) - 1)


def has_room(lines: Lines, width: float, height: float) -> bool:
    return bool(lines) and widest_line(lines) <= width and sum(line_height(line) for line in lines) <= height


def text_candidates(look: ControlLook, dress: Dress, width: float) -> Iterator[Lines]:
    """The ways to say it, the best first."""
    text = dress.measures.text
    usual, small = 20 if look.weight is Weight.GRAVE else 18, TextStyle(text(16))
    bold = TextStyle(text(24 if _is_glyph(look.label.first) else usual), 700)
    sub = look.sub if look.possible or look.picked or is_figure_text(look.sub.first) else look.waits or look.sub
    if sub and (sub.short or sub.first) in look.label.first:
        sub = NO_TEXT  # the label says it, as that of Undo
    if sub and is_figure_text(sub.first):
        yield from _with_figure(look.label, sub.first, (bold, small), width)
        return
    for letters in (bold, TextStyle(small.px, 700)):
        if sub:
            yield from _with_sub(look.label, sub, letters, small)
        elif look.label.second:
            yield (TextRun(look.label.first, letters),), (TextRun(look.label.second, small),)
            yield ((TextRun(look.label.first, letters), TextRun(look.label.second, small)),)
        if letters is bold and sub:
            yield (TextRun(look.label.first, bold),), *_break_lines(sub.first, small, width)
    yield from _with_broken_label(look.label, sub or ScreenText(look.label.second), small, width)
    on_three = []
    for letters in (bold, TextStyle(small.px, 700)):
        yield ((TextRun(look.label.first, letters),),)
        broken = _break_lines(look.label.first, letters, width)
        if look.label.short and len(broken) == _MOST_LINES:
            on_three.append(broken)
        else:
            yield broken
    for letters in (bold, TextStyle(small.px, 700)):
        yield ((TextRun(look.label.short or look.label.first, letters),),)
        yield _break_lines(look.label.short or look.label.first, letters, width)
    yield from on_three
    yield ((TextRun(look.label.short or look.label.first, TextStyle(small.px, 700)),),)


def _is_glyph(text: str) -> bool:
    """A digit, a rank or a suit, which is written larger than a word."""
    return len(text) == 1 or (len(text) == 2 and is_figure_text(text))


def _with_figure(label: ScreenText, figure: str, letters: tuple[TextStyle, TextStyle], width: float) -> Iterator[Lines]:
    """An amount counts for more than what it is called."""
    bold, small = letters
    if label.second:
        yield (TextRun(label.first, small), TextRun(label.second, small)), (TextRun(figure, bold),)
    for said in dict.fromkeys((label.first, label.short or label.first)):
        for each in (bold, TextStyle(small.px, 700)):
            yield (TextRun(said, small),), (TextRun(figure, each),)
    broken = _break_lines(label.first, small, width)
    if broken:
        yield *broken, (TextRun(figure, TextStyle(small.px, 700)),)


def _with_sub(label: ScreenText, sub: ScreenText, bold: TextStyle, small: TextStyle) -> Iterator[Lines]:
    for said in dict.fromkeys((sub.first, sub.short or sub.first)):
        below = (TextRun(said, small),)
        if label.second:
            yield (TextRun(label.first, bold), TextRun(label.second, small)), below
        yield (TextRun(label.first, bold),), below
        if label.short:
            yield (TextRun(label.short, bold),), below


def _with_broken_label(label: ScreenText, below: ScreenText, small: TextStyle, width: float) -> Iterator[Lines]:
    """A long label on two lines, and what is below it: a reason, or the second language."""
    broken = _break_lines(label.first, TextStyle(small.px, 700), width)
    if len(broken) == _MOST_LINES - 1:
        yield from ((*broken, (TextRun(said, small),)) for said in (below.first, below.short) if said)


def _break_lines(text: str, letters: TextStyle, width: float) -> Lines:
    if width < widest_piece(text, letters):
        return ()  # a word would be broken
    lines = wrap_text(text, letters, width)
    # The rest of a longer one would be cut: a shorter text comes first.
    return tuple((TextRun(line, letters),) for line in lines) if len(lines) <= _MOST_LINES else ()


def choose_lines(look: ControlLook, dress: Dress, width: float, height: float) -> Lines:
    """The best that fits, or the last, cut."""
    fitting = _find_lines(look, dress, width, height)
    if fitting:
        return fitting
    *_, last = text_candidates(look, dress, width)
    return tuple((TextRun(elide_text(line[0].text, line[0].letters, width), line[0].letters),) for line in last[:1])


def _find_lines(look: ControlLook, dress: Dress, width: float, height: float) -> Lines:
    """The best that fits; nothing where none does."""
    return next((lines for lines in text_candidates(look, dress, width) if has_room(lines, width, height)), ())


def line_height(line: tuple[TextRun, ...]) -> int:
    return max(run.letters.height for run in line)


_ICON = 22
_ICON_ABOVE = 1.9
"""A control that is narrower than so many times its height has its icon above its label."""
_BADGE = 22
_PIP = 24
_SUITS = {sign: Suit(suit) for suit, sign in SUIT_SIGNS.items()}
_WIDEST = 400
_CAPLESS = 75
_WITH_ICON = 110
"""In less width a control has no icon beside its words."""
_NARROW = 130
"""In less width a key is not shown if the second language had to go for it."""


@lru_cache(maxsize=CACHE_SIZE)
def plan_control(look: ControlLook, width: float, height: float, dress: Dress) -> BlockPlan:
    """Its words, icon and key; the frame around them is painted by the control as it is pressed or not."""
    match look.weight:
        case Weight.NEXT:
            return _plan_next(look, width, height, dress)
        case Weight.CLAUSE:
            return _plan_chip(look, width, height, dress)
        case Weight.USUAL | Weight.QUIET | Weight.GRAVE:
            return _plan_usual(look, width, height, dress)


def control_ink(look: ControlLook, dress: Dress) -> QColor:
    theme = dress.theme
    if look.weight is Weight.NEXT:
        return theme.goink if look.possible else theme.t2
    if not look.possible:
        return theme.go if look.picked else theme.t3
    if look.weight is Weight.GRAVE and look.armed:
        return theme.onfill
    return theme.go if look.picked else theme.t1


@lru_cache(maxsize=CACHE_SIZE)
def natural_width(look: ControlLook, dress: Dress) -> int:
    """In which it says all it has to say."""
    measures = dress.measures
    if look.weight is Weight.CLAUSE:
        return round(advance(look.label.first, TextStyle(measures.text(16), 600))) + measures.px(16)
    best = next(text_candidates(look, dress, measures.px(64)))
    return max(measures.target, round(widest_line(best) + _side_room(dress)) + 2)


@lru_cache(maxsize=CACHE_SIZE)
def least_width(look: ControlLook, dress: Dress) -> int:
    """Below which it would be cut."""
    if look.weight is Weight.CLAUSE:
        return natural_width(look, dress)
    widths = _width_steps(dress)
    # What fits into a width fits into any that is wider.
    found = bisect_left(widths, True, key=lambda width: _has_words_room(look, width, dress))
    return widths[found] if found < len(widths) else natural_width(look, dress)


@lru_cache(maxsize=CACHE_SIZE)
def is_wide_enough(look: ControlLook, width: float, dress: Dress) -> bool:
    """Whether the least width is no more than this; for one width that is known sooner than the least one."""
    widths = _width_steps(dress)
    if look.weight is Weight.CLAUSE or width < widths[0]:
        return natural_width(look, dress) <= width
    narrower = widths[min(len(widths), 1 + int(width - widths[0]) // widths.step) - 1]
    if _has_words_room(look, narrower, dress):
        return True
    return not _has_words_room(look, widths[-1], dress) and natural_width(look, dress) <= width


def _width_steps(dress: Dress) -> range:
    """Which are tried."""
    return range(dress.measures.target, dress.measures.px(_WIDEST), 4)


def _has_words_room(look: ControlLook, width: int, dress: Dress) -> bool:
    measures, room = dress.measures, width - _side_room(dress)
    high = measures.target - 2 * measures.px(2)
    return any(has_room(lines, room, high) for lines in text_candidates(look, dress, room))


def control_height(control: Control, dress: Dress) -> int:
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
    return 0.0 if not key else advance(key, TextStyle(dress.measures.text(16), 600)) + dress.measures.px(12)


def _side_room(dress: Dress) -> float:
    """The padding left and right of its words; an icon and a key only where there is room for them."""
    return 2 * _side_padding(dress)


def _side_padding(dress: Dress) -> int:
    return dress.measures.px(10, 4)


def _plan_usual(look: ControlLook, width: float, height: float, dress: Dress) -> BlockPlan:
    px, draft = dress.measures.px, PlanDraft(dress)
    padding = _side_padding(dress)
    above = bool(look.icon) and width < _ICON_ABOVE * height and height >= px(60)
    left, right = float(padding), width - padding
    top, bottom = float(px(2)), height - px(2)
    if above:
        top = _draw_head(draft, look, width)
        left, right = float(px(4)), float(width - px(4))
    cap, place = key_width(look.key, dress), CapPlace.NONE if above else find_cap_place(look, width, height, dress)
    if place is CapPlace.CORNER:
        return _plan_corner(look, width, height, dress)
    if place is CapPlace.BESIDE:
        _draw_own_cap(draft, look, QRectF(width - cap - px(6), (height - px(24)) / 2, cap, px(24)))
        right = width - cap - px(6) - px(GAP) // 2
    elif place is CapPlace.ABOVE:
        x = (width - cap) / 2
        x = min(x, width - px(_BADGE) - cap - px(4)) if look.picked else x
        _draw_own_cap(draft, look, QRectF(max(x, float(px(4))), px(7, 6), cap, px(24, 22)))
        top += px(26, 25)
    icon = 0 if above else _icon_room(look, width, dress)
    lines = choose_lines(look, dress, right - left - icon, bottom - top)
    if look.picked:
        lines = _lines_clear_of_tick(look, lines, (right - left - icon, bottom - top), dress, width - icon, top)
    at_left = bool(look.sub and not is_figure_text(look.sub.first) and width >= px(180)) or (
        bool(look.key) and width >= px(240) and not _is_glyph(look.label.first)
    )
    used = widest_line(lines) + icon
    x = left + px(4) if at_left and left + px(4) + used <= right else left + (right - left - used) / 2
    y = top + (bottom - top - sum(line_height(line) for line in lines)) / 2
    if look.picked and y < px(_BADGE):
        # Only the first line lies as high as the tick.
        first = line_length(lines[0]) + icon
        end = x + first + (0 if at_left or icon else (used - first) / 2)
        x = max(float(px(4)), x - max(0.0, end - (width - px(_BADGE))))
    if icon:
        size = px(_ICON)
        draft.parts.append(
            Icon(name=look.icon, rect=QRectF(x, (height - size) / 2, size, size), ink=control_ink(look, dress))
        )
        x += icon
    _write_lines(draft, look, lines, QRectF(x, y, used - icon, 0), centred=not at_left and not icon)
    return draft.plan(width, height)


def _lines_clear_of_tick(
    look: ControlLook, lines: Lines, room: tuple[float, float], dress: Dress, width: float, top: float
) -> Lines:
    """Rather without the second language than with the tick over it; only a first line may lie as high as the tick."""
    px = dress.measures.px
    beside = width - px(_BADGE) - _side_padding(dress)

    def is_clear(each: Lines) -> bool:
        y = top + (room[1] - sum(line_height(line) for line in each)) / 2
        return y >= px(_BADGE) or line_length(each[0]) <= beside

    if is_clear(lines):
        return lines
    for wide in (room[0], beside):
        for each in text_candidates(look, dress, wide):
            if has_room(each, min(wide, room[0]), room[1]) and is_clear(each):
                return each
    return lines


def _plan_corner(look: ControlLook, width: float, height: float, dress: Dress) -> BlockPlan:
    """Its key is beside the first of its lines, all of which are in the middle of the room that they have."""
    px, draft, padding = dress.measures.px, PlanDraft(dress), _side_padding(dress)
    lines, icon = _corner_lines(look, width, height, dress), _icon_room(look, width, dress)
    if icon:
        size = px(_ICON)
        at = QRectF(padding, (height - size) / 2, size, size)
        draft.parts.append(Icon(name=look.icon, rect=at, ink=control_ink(look, dress)))
    left, room = padding + icon, width - 2 * padding - icon
    y = (height - sum(line_height(line) for line in lines)) / 2
    corner, high = _corner_width(look, dress), px(24, 22)
    cap = QRectF(left + room - corner + px(GAP) // 2, 0, key_width(look.key, dress), high)
    cap.moveTop(max(float(px(2)), y + (line_height(lines[0]) - high) / 2))
    _draw_own_cap(draft, look, cap)
    _write_lines(draft, look, lines[:1], QRectF(left, y, room - corner, 0), centred=True)
    _write_lines(draft, look, lines[1:], QRectF(left, y + line_height(lines[0]), room, 0), centred=True, start=1)
    return draft.plan(width, height)


class CapPlace(Enum):
    """Where on a control its key is shown."""

    BESIDE = "beside"
    ABOVE = "above"
    CORNER = "corner"
    """Beside the first of several lines."""
    NONE = "none"
    """It says itself which key it is, or is too small even for its shortest words with the key."""


def find_cap_place(look: ControlLook, width: float, height: float, dress: Dress) -> CapPlace:
    """Where the words lose nothing by the key, or else where they only lose the second language or what is below them.

    Who plays by keypad reads the key off the control: it comes before all but the words themselves.
    """
    if not look.key:
        return CapPlace.NONE
    beside, above = (
        _room_beside_cap(look, width, height, dress),
        (width - 2 * _side_padding(dress), height - dress.measures.px(32, 30)),
    )
    if _is_broken(look, _find_lines(look, dress, *beside)) and _is_on_one_line(look, above, height, dress):
        return CapPlace.ABOVE
    if _loses_nothing_beside(look, width, beside, dress):
        return CapPlace.BESIDE
    if _is_whole_below(look, above, height, dress):
        return CapPlace.ABOVE
    if _corner_lines(look, width, height, dress):
        return CapPlace.CORNER
    if _keeps_words(look, _find_lines(look, dress, *beside)):
        return CapPlace.BESIDE
    return CapPlace.ABOVE if _keeps_words(look, _find_lines(look, dress, *above)) else CapPlace.NONE


def _corner_lines(look: ControlLook, width: float, height: float, dress: Dress) -> Lines:
    """The best of several lines that leave room for the key beside the first of them; nothing where none do."""
    px, whole = dress.measures.px, width - 2 * _side_padding(dress) - _icon_room(look, width, dress)
    first = whole - _corner_width(look, dress)
    for lines in text_candidates(look, dress, whole):
        fits = len(lines) > 1 and has_room(lines, whole, height - 2 * px(2)) and line_length(lines[0]) <= first
        if fits and _keeps_words(look, lines):
            return lines
    return ()


def _corner_width(look: ControlLook, dress: Dress) -> float:
    """What the key takes of the first line; the tick of what is picked lies in the corner itself."""
    px = dress.measures.px
    return key_width(look.key, dress) + px(GAP) // 2 + (px(_BADGE) if look.picked else 0)


def _room_beside_cap(look: ControlLook, width: float, height: float, dress: Dress) -> tuple[float, float]:
    px = dress.measures.px
    used = _side_padding(dress) + _icon_room(look, width, dress) + key_width(look.key, dress) + px(6) + px(GAP) // 2
    return width - used, height - 2 * px(2)


def _icon_room(look: ControlLook, width: float, dress: Dress) -> int:
    px = dress.measures.px
    return px(_ICON) + px(GAP) if look.icon and width >= px(_WITH_ICON) else 0


def _loses_nothing_beside(look: ControlLook, width: float, beside: tuple[float, float], dress: Dress) -> bool:
    if width < dress.measures.px(_CAPLESS):
        return False
    whole = width - 2 * _side_padding(dress) - _icon_room(look, width, dress)
    with_it, without = choose_lines(look, dress, *beside), choose_lines(look, dress, whole, beside[1])
    if width < dress.measures.px(_NARROW):
        return _joined_words(with_it) == _joined_words(without)
    return _joined_words(with_it).startswith(look.label.first) or _joined_words(with_it) == _joined_words(without)


def _is_whole_below(look: ControlLook, above: tuple[float, float], height: float, dress: Dress) -> bool:
    """Whether a word alone fits below the key; a digit or a figure stays in the middle if it can."""
    label = look.label.first
    if look.icon or look.sub or (len(label) < 3 and label.isascii()) or height < dress.measures.px(60):
        return False
    lines = choose_lines(look, dress, *above)
    return len(lines) == 1 and _joined_words(lines).startswith(label)


def _is_broken(look: ControlLook, lines: Lines) -> bool:
    """Whether not even the short form of the label is whole on one line."""
    return not lines or lines[0][0].text not in (look.label.first, look.label.short)


def _is_on_one_line(look: ControlLook, above: tuple[float, float], height: float, dress: Dress) -> bool:
    """Whether the label, or its short form, is on one line below the key."""
    if look.icon or height < dress.measures.px(60):
        return False
    return not _is_broken(look, _find_lines(look, dress, *above))


def _keeps_words(look: ControlLook, lines: Lines) -> bool:
    """Whether they have the label, whole or in its short form."""
    said = _joined_words(lines).replace(" ", "")
    labels = (look.label.first, look.label.short)
    return any(label and said.startswith(label.replace(" ", "")) for label in labels)


def _joined_words(lines: Lines) -> str:
    return " ".join(run.text for line in lines for run in line)


def _draw_head(draft: PlanDraft, look: ControlLook, width: float) -> float:
    """Icon and key side by side above the words; gives back where these begin."""
    px = draft.dress.measures.px
    size, y = px(24, 22), px(8, 7)
    cap = key_width(look.key, draft.dress)
    x = (width - size - (px(10) + cap if look.key else 0)) / 2
    draft.parts.append(Icon(name=look.icon, rect=QRectF(x, y, size, size), ink=control_ink(look, draft.dress)))
    if look.key:
        _draw_own_cap(draft, look, QRectF(x + size + px(10), y, cap, px(24, 22)))
    return float(y + size + px(1))


def _write_lines(
    draft: PlanDraft, look: ControlLook, lines: Lines, at: QRectF, *, centred: bool, start: int = 0
) -> None:
    """One under the other; `start` is the number of the first, where some are written already."""
    y = at.top()
    for number, line in enumerate(lines, start=start):
        x = at.left() + ((at.width() - line_length(line)) / 2 if centred else 0)
        for place, run in enumerate(line):
            if run.text in _SUITS:
                most = line_height(line) if len(lines) > 1 else draft.dress.measures.px(_PIP)
                x = _draw_suit(draft, look, run, QPointF(x, y + line_height(line) / 2), most)
                continue
            colour = (
                control_ink(look, draft.dress) if place == 0 and number == 0 else _second_ink(look, draft.dress, run)
            )
            x = (
                draft.write(
                    run.text, (x, y + (line_height(line) - run.letters.height) / 2), run.letters, colour
                ).right()
                + GAP
            )
        y += line_height(line)


def _draw_suit(draft: PlanDraft, look: ControlLook, run: TextRun, left: QPointF, most: float) -> float:
    """As on the cards, in its own colour whatever the key is like; returns the place of the next."""
    suit, wide, side = _SUITS[run.text], advance(run.text, run.letters), min(most, draft.dress.measures.px(_PIP))
    rect = QRectF(left.x() + (wide - side) / 2, left.y() - side / 2, side, side)
    red = suit in {Suit.HEARTS, Suit.DIAMONDS}
    draft.parts.append(Pip(suit=suit, rect=rect, ink=draft.dress.theme.suit if red else control_ink(look, draft.dress)))
    return left.x() + wide + GAP


def _second_ink(look: ControlLook, dress: Dress, run: TextRun) -> QColor:
    if not look.possible or look.picked or look.armed or run.letters.weight >= 700:
        return control_ink(look, dress)
    return dress.theme.t2


def _draw_own_cap(draft: PlanDraft, look: ControlLook, rect: QRectF) -> None:
    draw_key_cap(draft, look.key, rect, control_ink(look, draft.dress))


def draw_key_cap(draft: PlanDraft, key: str, rect: QRectF, ink: QColor | None = None) -> None:
    """The key of the keypad, in its frame."""
    letters = TextStyle(draft.dress.measures.text(16), 600)
    colour = ink or draft.dress.theme.t1
    draft.parts.append(Frame(rect=rect, radius=draft.dress.measures.px(5), border=colour, stroke=1.2))
    wide = advance(key, letters)
    draft.write(key, (rect.center().x() - wide / 2, rect.center().y() - letters.height / 2), letters, colour)


def _plan_chip(look: ControlLook, width: float, height: float, dress: Dress) -> BlockPlan:
    draft, letters = PlanDraft(dress), TextStyle(dress.measures.text(16), 600)
    shown = elide_text(look.label.first, letters, width - dress.measures.px(6))
    x = (width - advance(shown, letters)) / 2
    colour = dress.theme.t1 if look.possible else dress.theme.t2
    draft.write(shown, (x, (height - letters.height) / 2), letters, colour)
    return draft.plan(width, height)


def _plan_next(look: ControlLook, width: float, height: float, dress: Dress) -> BlockPlan:
    """Large, from the left; below it what it brings about, or what it waits for; Enter at the right."""
    draft, measures = PlanDraft(dress), dress.measures
    px = measures.px
    colour = control_ink(look, dress)
    left, right = float(px(24, 18)), width - px(18, 14)
    if look.key:
        cap = key_width(look.key, dress) + px(6)
        _draw_own_cap(draft, look, QRectF(right - cap, (height - px(32)) / 2, cap, px(32)))
        right -= cap + px(12)
    below = look.sub if look.possible else look.waits or look.sub
    under = TextStyle(measures.text(18, 16))
    room = right - left
    said = _below_lines(below, under, room)
    largest = measures.primary_text if len(said) < 2 else px(28, 24)
    text, letters = _large_text(look.label, room, largest, measures.text(20))
    y = (height - letters.height - under.height * len(said)) / 2
    first = draft.write(text, (left, y), letters, colour, room=room)
    helping = TextStyle(measures.text(20, 18))
    second = look.label.second
    if second and first.right() + px(14) + advance(second, helping) <= right:
        lower = y + (letters.height - helping.height) / 2 + px(2)
        draft.write(second, (first.right() + px(14), lower), helping, colour)
    draft.write_lines(said, (left, y + letters.height), under, colour)
    return draft.plan(width, height)


def _below_lines(below: ScreenText, letters: TextStyle, room: float) -> tuple[str, ...]:
    """On one line, if need be in its short form; else on two."""
    for text in (below.first, below.short):
        if text and advance(text, letters) <= room:
            return (text,)
    return wrap_text(below.short or below.first, letters, room, 2)


def _large_text(label: ScreenText, room: float, largest: int, smallest: int) -> tuple[str, TextStyle]:
    """As large as it fits, and its short form before it is small."""
    for text in dict.fromkeys((label.first, label.short or label.first)):
        for pixels in range(largest, smallest - 1, -2):
            letters = TextStyle(pixels, 700, display=True)
            if advance(text, letters) <= room:
                return text, letters
    return label.short or label.first, TextStyle(smallest, 700, display=True)

"""Where the guide's words stand at the head of the rail, and the step track at its foot."""

from msgspec import Struct
from PySide6.QtCore import QRectF

from dealer_app.domain.values import replace
from dealer_app.showing.lines import EMPTY, Line, Tone
from dealer_app.showing.screen import Rail, StepState, TrackStep
from ui.blocks.chips import sentence
from ui.blocks.plan import Draft, Dress, Frame, Icon, Mark, Plan, Written
from ui.blocks.writing import Letters, advance, elided, wrapped


class Lean(Struct, frozen=True, kw_only=True):
    """What the guide leaves out so that the work has room: first the help, then the size."""

    second_say: bool = True
    second_instruction: bool = True
    smaller: int = 0
    tight: bool = False
    """What was refused, with hardly a margin."""
    reason: bool = True
    """Not where the reason is told on the page too: its clause alone."""


RICH = Lean()
BARE = Lean(second_say=False, second_instruction=False, smaller=8)
LEANER = (RICH, Lean(smaller=2), Lean(second_say=False, smaller=4), Lean(second_say=False, smaller=8), BARE)
LEANEST = replace(BARE, reason=False)
"""Before the work has to be moved to be seen."""
TIGHT = replace(BARE, tight=True)


def plan_guide(rail: Rail, width: float, lean: Lean, dress: Dress) -> Plan:
    """Caption, instruction, announcement, reason, and why the last touch was refused."""
    draft, px = Draft(dress), dress.measures.px
    y = _caption(rail, width, draft)
    y = _instruction(rail, width, lean, draft, y)
    if rail.say is not None:
        y = _said(rail, width, lean, draft, y + px(8, 3))
    if rail.why or rail.clauses:
        y = _why(rail, width, lean, draft, y + px(8, 3))
    if rail.refusal:
        y = _refusal(rail, width, lean, draft, y + px(8, 5))
    return draft.plan(width, y)


def plan_told(rail: Rail, width: float, high: float, dress: Dress) -> Plan | None:
    """Why the last touch was refused, by itself: it stands below the keys on which somebody types, if it has room."""
    for refusal in _shorter(rail.refusal):
        draft = Draft(dress)
        plan = draft.plan(width, _refusal(replace(rail, refusal=refusal), width, RICH, draft, 0.0))
        if plan.height <= high:
            return plan
    return None


def plan_told_instead(rail: Rail, width: float, high: float, dress: Dress) -> Plan | None:
    """The guide with the refusal in the place of its reason, no higher than it was; nothing where it would be."""
    bare = (replace(rail, why=EMPTY, clauses=(), refusal=refusal) for refusal in _shorter(rail.refusal))
    plans = (plan_guide(instead, width, lean, dress) for instead in bare for lean in (*LEANER, TIGHT))
    return next((plan for plan in plans if plan.height <= high), None)


def _shorter(told: Line) -> tuple[Line, ...]:
    """In both languages, or in the first alone."""
    return told, Line(told.first)


def _caption(rail: Rail, width: float, draft: Draft) -> float:
    measures, theme = draft.dress.measures, draft.dress.theme
    letters = Letters(measures.text(16), 600)
    wide = advance(rail.since, letters)
    draft.write(rail.since, (width - wide, 0.0), letters, theme.t3)
    text = rail.caption.first
    room = width - wide - measures.px(12)
    if measures.compact and rail.track:
        text = next((line for line in _one_line(rail) if advance(line.upper(), letters) <= room), text)
    draft.write(text.upper(), (0.0, 0.0), letters, theme.t3, room=room)
    return float(letters.height)


def _one_line(rail: Rail) -> tuple[str, ...]:
    """The step track in a compact window: which step of how many, and what it is called; shorter and shorter."""
    now = next((place for place, step in enumerate(rail.track) if step.state is StepState.NOW), None)
    if now is None:
        return (rail.caption.first,)
    count, name = rail.step.first or f"{now + 1}/{len(rail.track)}", rail.track[now].label
    return (f"{count} · {name.first}", f"{count} · {name.short or name.first}", count)


def _instruction(rail: Rail, width: float, lean: Lean, draft: Draft, y: float) -> float:
    """On one line as large as it fits, down to a fifth less; else on two."""
    measures, theme = draft.dress.measures, draft.dress.theme
    largest = measures.instruction - measures.px(lean.smaller)
    letters = Letters(largest, 700, display=True)
    for pixels in range(largest, round(largest * 0.8), -1):
        if advance(rail.instruction.first, Letters(pixels, 700, display=True)) <= width:
            letters = Letters(pixels, 700, display=True)
            break
    else:
        letters = Letters(round(largest * 0.86), 700, display=True)
    lines = wrapped(rail.instruction.first, letters, width, 2)
    y = draft.lines(lines, (0.0, y), letters, theme.t1)
    if rail.instruction.second and lean.second_instruction:
        helping = Letters(measures.text(24, 19))
        for line in wrapped(rail.instruction.second, helping, width, 2):
            draft.write(line, (0.0, y), helping, theme.t2)
            y += helping.height
    return y


def _column(rail: Rail, draft: Draft) -> float:
    """How far the words stand in, so that the captions have a column of their own; none in a compact rail."""
    measures = draft.dress.measures
    if measures.compact:
        return 0.0
    letters = Letters(measures.text(16), 600)
    captions = [rail.why_caption.first, "" if rail.say is None else rail.say.caption.first]
    widest = max(advance(caption.upper(), letters) for caption in captions)
    return max(float(measures.px(68)), widest + measures.px(12))


def _beside(text: str, y: float, height: float, draft: Draft) -> None:
    letters = Letters(draft.dress.measures.text(16), 600)
    if not draft.dress.measures.compact:
        draft.write(text.upper(), (0.0, y + (height - letters.height) / 2), letters, draft.dress.theme.t3)


def _said(rail: Rail, width: float, lean: Lean, draft: Draft, y: float) -> float:
    measures, theme, say = draft.dress.measures, draft.dress.theme, rail.say
    assert say is not None
    x, letters = _column(rail, draft), Letters(measures.announcement, 600)
    _beside(say.caption.first, y, letters.height, draft)
    y = draft.lines(wrapped(say.text.first, letters, width - x, 4), (x, y), letters, theme.t1)
    if say.text.second and lean.second_say:
        helping = Letters(measures.text(20, 17))
        y = draft.lines(wrapped(say.text.second, helping, width - x, 3), (x, y), helping, theme.t2)
    return y


def _why(rail: Rail, width: float, lean: Lean, draft: Draft, y: float) -> float:
    measures, theme = draft.dress.measures, draft.dress.theme
    x, letters = _column(rail, draft), Letters(measures.text(18, 16))
    high = max(letters.height, measures.px(26)) if rail.clauses else letters.height
    _beside(rail.why_caption.first, y, high, draft)
    why = rail.why.first if lean.reason or rail.say is None or not rail.clauses else ""
    return sentence(draft, why, rail.clauses, (x, y), width, (letters, theme.t2))


def _refusal(rail: Rail, width: float, lean: Lean, draft: Draft, y: float) -> float:
    """In a box of its own, with the triangle: it stays until the next touch."""
    measures, theme = draft.dress.measures, draft.dress.theme
    px = measures.px
    letters, helping = Letters(measures.text(18, 16), 600), Letters(measures.text(16))
    size, padding = px(24, 22), px(10, 8) if not lean.tight else px(4, 3)
    x = padding + size + px(10, 8)
    room = width - x - padding
    top, place = y, len(draft.parts)
    y += padding
    draft.parts.append(Mark(tone=Tone.ATTENTION, rect=QRectF(padding, y, size, size)))
    y = draft.lines(wrapped(rail.refusal.first, letters, room, 4), (x, y), letters, theme.t1)
    if rail.refusal.second:
        y = draft.lines(wrapped(rail.refusal.second, helping, room, 3), (x, y), helping, theme.t2)
    y = max(y, top + padding + size) + padding
    box = QRectF(0, top, width, y - top)
    draft.parts.insert(place, Frame(rect=box, radius=px(10), fill=theme.warnt, border=theme.warn, stroke=2.0))
    return y


def plan_track(track: tuple[TrackStep, ...], width: float, height: float, dress: Dress) -> Plan:
    """Two lines of pills; where they need more, what lies farthest from now is left out, the past before the future."""
    draft, px = Draft(dress), dress.measures.px
    gap, high = px(5), px(34)
    lines = max(1, int((height + gap) // (high + gap)))
    steps = list(track)
    while steps and _lines_needed(steps, width, gap, dress) > lines:
        steps.pop(_dispensable(steps))
    x = y = 0.0
    for step in steps:
        wide = _pill_width(step, dress)
        if x and x + wide > width:
            x, y = 0.0, y + high + gap
        _pill(step, QRectF(x, y, wide, high), draft)
        x += wide + gap
    return draft.plan(width, height)


def _dispensable(steps: list[TrackStep]) -> int:
    if steps[0].state in {StepState.DONE, StepState.STRUCK}:
        return 0
    struck = next((place for place, step in enumerate(steps) if step.state is StepState.STRUCK), None)
    return len(steps) - 1 if struck is None else struck


def _lines_needed(steps: list[TrackStep], width: float, gap: float, dress: Dress) -> int:
    lines, x = 1, 0.0
    for step in steps:
        wide = _pill_width(step, dress)
        if x and x + wide > width:
            lines, x = lines + 1, 0.0
        x += wide + gap
    return lines


def _letters(dress: Dress) -> Letters:
    return Letters(dress.measures.text(16), 600)


def _pill_width(step: TrackStep, dress: Dress) -> float:
    px = dress.measures.px
    sign = px(19) if step.state in {StepState.DONE, StepState.NOW} else 0
    return advance(_named(step), _letters(dress)) + px(20) + sign


def _named(step: TrackStep) -> str:
    return step.label.short or step.label.first


def _pill(step: TrackStep, rect: QRectF, draft: Draft) -> None:
    theme, px = draft.dress.theme, draft.dress.measures.px
    fill, border, ink = {
        StepState.DONE: (theme.s2, None, theme.t1),
        StepState.NOW: (theme.go, None, theme.goink),
        StepState.NEXT: (None, theme.t2, theme.t1),
        StepState.LATER: (None, theme.line, theme.t3),
        StepState.STRUCK: (None, theme.line, theme.t3),
    }[step.state]
    dashed = step.state is StepState.STRUCK
    radius = rect.height() / 2
    draft.parts.append(Frame(rect=rect, radius=radius, fill=fill, border=border, stroke=1.5, dashed=dashed))
    letters, x = _letters(draft.dress), rect.left() + px(10)
    if step.state in {StepState.DONE, StepState.NOW}:
        size = px(15)
        sign = QRectF(x, rect.center().y() - size / 2, size, size)
        done = step.state is StepState.DONE
        draft.parts.append(Icon(name="tick" if done else "arrow", rect=sign, ink=theme.ok if done else ink))
        x += px(19)
    text = elided(_named(step), letters, rect.right() - x)
    at = QRectF(x, rect.center().y() - letters.height / 2, advance(text, letters), letters.height)
    struck = step.state is StepState.STRUCK
    draft.parts.append(Written(text=text, rect=at, letters=letters, ink=ink, struck=struck))

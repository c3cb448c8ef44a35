"""The rail at the side of the window: its plan, and the widget that paints it."""

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import NO_TEXT, Block, EntryBlock, GapBlock, KeysBlock, RowsBlock, ScreenText, Tone
from dealer_app.screens.screen import Rail, StepState, TrackStep
from ui.blocks.block import BlockWidget
from ui.blocks.control import ControlButton
from ui.blocks.plan import BlockPlan, ControlPlace, Dress, Frame, Icon, PlanDraft, TextPart, ToneMark
from ui.blocks.scroller import Scroller
from ui.blocks.surface import Surface
from ui.blocks.text_blocks import draw_sentence
from ui.blocks.text_metrics import TextStyle, advance, elide_text, wrap_text
from ui.stop_screen import safe_paint


class GuideTrim(Struct, frozen=True, kw_only=True):
    """What the guide leaves out so that the work has room: first the help, then the size."""

    second_reason: bool = True
    second_say: bool = True
    second_instruction: bool = True
    smaller: int = 0
    tight: bool = False
    """What was refused, with hardly a margin."""
    reason: bool = True
    """Whether the reason is shown; where the page shows it too, only its clause is."""


RICH = GuideTrim()
BARE = GuideTrim(second_reason=False, second_say=False, second_instruction=False, smaller=8)
LEANER = (
    RICH,
    GuideTrim(smaller=2),
    GuideTrim(second_reason=False, smaller=2),
    GuideTrim(second_reason=False, second_say=False, smaller=4),
    GuideTrim(second_reason=False, second_say=False, smaller=8),
    BARE,
)
LEANEST = replace(BARE, reason=False)
"""Before the work has to be moved to be seen."""
TIGHT = replace(BARE, tight=True)


def plan_guide(rail: Rail, width: float, lean: GuideTrim, dress: Dress) -> BlockPlan:
    """Caption, instruction, announcement, reason, and why the last touch was refused."""
    draft, px = PlanDraft(dress), dress.measures.px
    y = _draw_caption(rail, width, draft)
    y = _draw_instruction(rail, width, lean, draft, y)
    if rail.say is not None:
        y = _draw_announcement(rail, width, lean, draft, y + px(8, 3))
    if (rail.why or rail.clauses) and not _is_reason_folded(rail, lean):
        y = _draw_reason(rail, width, lean, draft, y + px(8, 3))
    if rail.refusal:
        y = _draw_refusal(rail, width, lean, draft, y + px(8, 5))
    return draft.plan(width, y)


def plan_refusal(rail: Rail, width: float, high: float, dress: Dress) -> BlockPlan | None:
    """Why the last touch was refused, by itself: it is below the keys on which somebody types, if it has room."""
    for refusal in _refusal_forms(rail.refusal):
        draft = PlanDraft(dress)
        plan = draft.plan(width, _draw_refusal(replace(rail, refusal=refusal), width, RICH, draft, 0.0))
        if plan.height <= high:
            return plan
    return None


def plan_refusal_guide(rail: Rail, width: float, high: float, dress: Dress) -> BlockPlan | None:
    """The guide with the refusal in the place of its reason, no higher than it was; where that is not enough also of
    what is said and of the instruction, which the next step repeats. Nothing where there is no way.
    """
    forms = _refusal_forms(rail.refusal)
    bare = (replace(rail, why=NO_TEXT, clauses=(), refusal=refusal) for refusal in forms)
    alone = (replace(rail, why=NO_TEXT, clauses=(), say=None, instruction=NO_TEXT, refusal=each) for each in forms)
    plans = (plan_guide(instead, width, lean, dress) for instead in (*bare, *alone) for lean in (*LEANER, TIGHT))
    return next((plan for plan in plans if plan.height <= high), None)


def _refusal_forms(refusal: ScreenText) -> tuple[ScreenText, ...]:
    """In both languages, or in the first alone."""
    return refusal, ScreenText(refusal.first)


def _draw_caption(rail: Rail, width: float, draft: PlanDraft) -> float:
    measures, theme = draft.dress.measures, draft.dress.theme
    letters = TextStyle(measures.text(16), 600)
    wide = advance(rail.since, letters)
    draft.write(rail.since, (width - wide, 0.0), letters, theme.t3)
    text = rail.caption.first
    room = width - wide - measures.px(12)
    if measures.compact and rail.track:
        text = next((line for line in _track_texts(rail) if advance(line.upper(), letters) <= room), text)
    draft.write(text.upper(), (0.0, 0.0), letters, theme.t3, room=room)
    return float(letters.height)


def _track_texts(rail: Rail) -> tuple[str, ...]:
    """The step track in a compact window: which step of how many, and what it is called; shorter and shorter."""
    now = next((place for place, step in enumerate(rail.track) if step.state is StepState.NOW), None)
    if now is None:
        return (rail.caption.first,)
    count, name = rail.step.first or f"{now + 1}/{len(rail.track)}", rail.track[now].label
    return (f"{count} · {name.first}", f"{count} · {name.short or name.first}", count)


def _draw_instruction(rail: Rail, width: float, lean: GuideTrim, draft: PlanDraft, y: float) -> float:
    """On one line as large as it fits, down to a fifth less; else on two."""
    measures, theme = draft.dress.measures, draft.dress.theme
    largest = measures.instruction - measures.px(lean.smaller)
    letters = TextStyle(largest, 700, display=True)
    for pixels in range(largest, round(largest * 0.8), -1):
        if advance(rail.instruction.first, TextStyle(pixels, 700, display=True)) <= width:
            letters = TextStyle(pixels, 700, display=True)
            break
    else:
        letters = TextStyle(round(largest * 0.86), 700, display=True)
    lines, helping = wrap_text(rail.instruction.first, letters, width, 2), TextStyle(measures.text(24, 19))
    y = draft.write_lines(lines, (0.0, y), letters, theme.t1)
    if not lean.second_instruction:
        _write_behind(rail.instruction.second, lines, (0.0, y - letters.height), (letters, helping), width, draft)
    elif rail.instruction.second:
        for line in wrap_text(rail.instruction.second, helping, width, 2):
            draft.write(line, (0.0, y), helping, theme.t2)
            y += helping.height
    return y


def _write_behind(
    second: str,
    lines: tuple[str, ...],
    at: tuple[float, float],
    letters: tuple[TextStyle, TextStyle],
    right: float,
    draft: PlanDraft,
) -> None:
    """The second language behind the last line of the first, where that line leaves room: it costs no height."""
    (x, y), (of_first, of_second), gap = at, letters, draft.dress.measures.px(10)
    end = x + (advance(lines[-1], of_first) if lines else 0.0) + gap
    if second and end + advance(second, of_second) <= right:
        lower = of_first.baseline(QRectF(0, y, 0, of_first.height)).y() - of_second.baseline(QRectF(0, 0, 0, 0)).y()
        draft.write(second, (end, lower - of_second.height / 2), of_second, draft.dress.theme.t2)


def _caption_width(rail: Rail, draft: PlanDraft) -> float:
    """How far the words are indented, so that the captions have a column of their own; not at all in a compact rail."""
    measures = draft.dress.measures
    if measures.compact:
        return 0.0
    letters = TextStyle(measures.text(16), 600)
    captions = [rail.why_caption.first, "" if rail.say is None else rail.say.caption.first]
    widest = max(advance(caption.upper(), letters) for caption in captions)
    return max(float(measures.px(68)), widest + measures.px(12))


def _draw_side_caption(text: str, y: float, height: float, draft: PlanDraft) -> None:
    letters = TextStyle(draft.dress.measures.text(16), 600)
    if not draft.dress.measures.compact:
        draft.write(text.upper(), (0.0, y + (height - letters.height) / 2), letters, draft.dress.theme.t3)


def _is_reason_folded(rail: Rail, lean: GuideTrim) -> bool:
    """Whether only the clause of the reason is shown, behind what is said."""
    return not lean.reason and rail.say is not None and bool(rail.clauses)


def _draw_announcement(rail: Rail, width: float, lean: GuideTrim, draft: PlanDraft, y: float) -> float:
    measures, theme, say = draft.dress.measures, draft.dress.theme, rail.say
    assert say is not None
    x, letters = _caption_width(rail, draft), TextStyle(measures.announcement, 600)
    _draw_side_caption(say.caption.first, y, letters.height, draft)
    lines, helping = [(say.text.first, letters, theme.t1, 4)], TextStyle(measures.text(20, 17))
    beneath = lean.second_say or say.is_read_second
    if say.text.second and beneath:
        lines.append((say.text.second, helping, theme.t2, 3))
    for text, style, ink, most in lines[:-1]:
        y = draft.write_lines(wrap_text(text, style, width - x, most), (x, y), style, ink)
    text, style, ink, most = lines[-1]
    if _is_reason_folded(rail, lean):
        return draw_sentence(draft, text, rail.clauses, (x, y), width, (style, ink))
    written = wrap_text(text, style, width - x, most)
    y = draft.write_lines(written, (x, y), style, ink)
    if not beneath:
        _write_behind(say.text.second, written, (x, y - style.height), (style, helping), width, draft)
    return y


def _draw_reason(rail: Rail, width: float, lean: GuideTrim, draft: PlanDraft, y: float) -> float:
    measures, theme = draft.dress.measures, draft.dress.theme
    x, letters = _caption_width(rail, draft), TextStyle(measures.text(18, 16))
    high = max(letters.height, measures.px(26)) if rail.clauses else letters.height
    _draw_side_caption(rail.why_caption.first, y, high, draft)
    y = draw_sentence(draft, rail.why.first, rail.clauses, (x, y), width, (letters, theme.t2))
    if not rail.why or not rail.why.second or rail.why.second == rail.why.first:
        return y
    if lean.second_reason:
        helping = TextStyle(measures.text(16))
        return draft.write_lines(wrap_text(rail.why.second, helping, width - x), (x, y), helping, theme.t3)
    # Behind the clauses, which stay where the first language ends: it costs no height.
    end = draft.places[-1].rect.right() if rail.clauses else x + advance(rail.why.first, letters)
    end += measures.px(10)
    if end + advance(rail.why.second, letters) <= width:
        draft.write(rail.why.second, (end, y - high + (high - letters.height) / 2), letters, theme.t2)
    return y


def _draw_refusal(rail: Rail, width: float, lean: GuideTrim, draft: PlanDraft, y: float) -> float:
    """In a box of its own, with the triangle: it stays until the next touch."""
    measures, theme = draft.dress.measures, draft.dress.theme
    px = measures.px
    letters, helping = TextStyle(measures.text(18, 16), 600), TextStyle(measures.text(16))
    size, padding = px(24, 22), px(10, 8) if not lean.tight else px(4, 3)
    x = padding + size + px(10, 8)
    room = width - x - padding
    top, place = y, len(draft.parts)
    y += padding
    draft.parts.append(ToneMark(tone=Tone.ATTENTION, rect=QRectF(padding, y, size, size)))
    y = draft.write_lines(wrap_text(rail.refusal.first, letters, room, 4), (x, y), letters, theme.t1)
    if rail.refusal.second:
        y = draft.write_lines(wrap_text(rail.refusal.second, helping, room, 3), (x, y), helping, theme.t2)
    y = max(y, top + padding + size) + padding
    box = QRectF(0, top, width, y - top)
    draft.parts.insert(place, Frame(rect=box, radius=px(10), fill=theme.warnt, border=theme.warn, stroke=2.0))
    return y


def plan_track(track: tuple[TrackStep, ...], width: float, height: float, dress: Dress) -> BlockPlan:
    """Two lines of pills; where they need more, the steps farthest from now are left out, the past before the
    future.
    """
    draft, px = PlanDraft(dress), dress.measures.px
    gap, high = px(5), px(34)
    lines = max(1, int((height + gap) // (high + gap)))
    steps = list(track)
    while steps and _lines_needed(steps, width, gap, dress) > lines:
        steps.pop(_spare_step(steps))
    x = y = 0.0
    for step in steps:
        wide = _pill_width(step, dress)
        if x and x + wide > width:
            x, y = 0.0, y + high + gap
        _draw_pill(step, QRectF(x, y, wide, high), draft)
        x += wide + gap
    return draft.plan(width, height)


def _spare_step(steps: list[TrackStep]) -> int:
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


def _track_style(dress: Dress) -> TextStyle:
    return TextStyle(dress.measures.text(16), 600)


def _pill_width(step: TrackStep, dress: Dress) -> float:
    px = dress.measures.px
    sign = px(19) if step.state in {StepState.DONE, StepState.NOW} else 0
    return advance(_step_name(step), _track_style(dress)) + px(20) + sign


def _step_name(step: TrackStep) -> str:
    return step.label.short or step.label.first


def _draw_pill(step: TrackStep, rect: QRectF, draft: PlanDraft) -> None:
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
    letters, x = _track_style(draft.dress), rect.left() + px(10)
    if step.state in {StepState.DONE, StepState.NOW}:
        size = px(15)
        sign = QRectF(x, rect.center().y() - size / 2, size, size)
        done = step.state is StepState.DONE
        draft.parts.append(Icon(name="tick" if done else "arrow", rect=sign, ink=theme.ok if done else ink))
        x += px(19)
    text = elide_text(_step_name(step), letters, rect.right() - x)
    at = QRectF(x, rect.center().y() - letters.height / 2, advance(text, letters), letters.height)
    struck = step.state is StepState.STRUCK
    draft.parts.append(TextPart(text=text, rect=at, letters=letters, ink=ink, struck=struck))


class RailWidget(Surface):
    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rail: Rail | None = None
        self._names: tuple[str, ...] = ()
        self._guide = BlockWidget(self, self)
        self._work = Scroller(self, self)
        self._told = BlockWidget(self, self)
        """Why the last touch was refused, where it must not push away the keys that are typed on."""
        self._foot = BlockWidget(self, self)

    def show_rail(self, rail: Rail) -> None:
        before, self._rail = self._rail, rail
        self.arrange()
        self._update_accessibility(rail)
        if QAccessible.isActive() and rail.refusal and (before is None or before.refusal != rail.refusal):
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.Alert))

    def _update_accessibility(self, rail: Rail) -> None:
        """What to do, what to say and why, for who hears the screen: Qt informs a screen reader when it changes."""
        said = NO_TEXT if rail.say is None else rail.say.text
        about = " ".join(text.first for text in (rail.refusal, said, rail.why) if text)
        if rail.instruction.first != self.accessibleName():
            self.setAccessibleName(rail.instruction.first)
        if about != self.accessibleDescription():
            self.setAccessibleDescription(about)

    @property
    def primary(self) -> ControlButton | None:
        return None if self._rail is None else self.control(self._rail.primary.name)

    @property
    def has_overflow(self) -> bool:
        """Whether the work has to be moved to be seen."""
        return self._work.has_overflow

    def arrange(self) -> None:
        if self._rail is None or self.width() <= 0:
            return
        rail, measures = self._rail, self.dress.measures
        px, padding = measures.px, measures.rail_padding
        width = self.width() - 2 * padding
        foot = self._plan_foot(rail, width)
        foot_top = self.height() - px(12, 6) - round(foot.height)
        self._foot.show_plan(foot)
        self._foot.setGeometry(padding, foot_top, width, round(foot.height))
        top = px(10, 4)
        room = foot_top - px(12, 6) - top
        work = self._work.show_blocks(rail.work, width)
        space = px(14, 5) if rail.work else 0
        steady = bool(rail.refusal) and _has_keys(rail)
        head = replace(rail, refusal=NO_TEXT) if steady else rail
        guide = self._plan_guide(head, width, room - space, work)
        high = guide.height
        below = room - high - space - work - px(8, 5)
        refusal_plan = plan_refusal(rail, width, below, self.dress) if steady else None
        if steady and refusal_plan is None:
            # There is no room below: it goes where the reason was, or else nothing can stay as it is.
            instead = plan_refusal_guide(rail, width, guide.height, self.dress)
            guide = self._plan_guide(rail, width, room - space, work) if instead is None else instead
            high = high if instead is not None else guide.height
        self._guide.show_plan(guide)
        self._guide.setGeometry(padding, top, width, round(high))
        work_top = top + round(high) + space
        self._work.setGeometry(padding, work_top, width, max(0, foot_top - px(12, 6) - work_top))
        self._work.arrange()
        self._told.setVisible(refusal_plan is not None)
        if refusal_plan is None:
            self._told.forget()
        else:
            at_foot = _foot_blocks(rail)
            kept = self._work.least_height(at_foot, width, room) + px(8, 5) if at_foot else 0
            self._told.show_plan(refusal_plan)
            told_top = top + room - kept - round(refusal_plan.height)
            self._told.setGeometry(padding, told_top, width, round(refusal_plan.height))
            self._told.raise_()
        self._chain_focus_again()

    def _plan_guide(self, rail: Rail, width: int, room: float, work: float) -> BlockPlan:
        """As much of the guide's words as the work leaves room for, if need be once that is folded."""
        plans = [plan_guide(rail, width, lean, self.dress) for lean in LEANER]
        if plans[-1].height > room - work:
            work = self._work.least_height(rail.work, width, int(room - plans[-1].height))
        leanest = plan_guide(rail, width, LEANEST, self.dress)
        return next((plan for plan in plans if plan.height <= room - work), leanest)

    def _plan_foot(self, rail: Rail, width: int) -> BlockPlan:
        """The next step is always at the same place, whether there is a track or not."""
        draft, measures = PlanDraft(self.dress), self.dress.measures
        px = measures.px
        high = measures.primary_height
        draft.places.append(ControlPlace(control=rail.primary, rect=QRectF(0, 0, width, high)))
        y = high + px(8, 6)
        if not measures.compact:
            track = px(74)
            draft.add_plan(plan_track(rail.track, width, track, self.dress), 0, y)
            y += track + px(10)
        gap = px(8, 6)
        tools = rail.tools
        if tools:
            wide = (width - gap * (len(tools) - 1)) / len(tools)
            for place, tool in enumerate(tools):
                rect = QRectF(place * (wide + gap), y, wide, measures.tool_height)
                draft.places.append(ControlPlace(control=tool, rect=rect))
        return draft.plan(width, y + measures.tool_height)

    def _chain_focus_again(self) -> None:
        names = tuple(button.control.name for button in self.controls())
        if names != self._names:
            self._names = names
            self.chain_focus()
        self.follow_focus()

    def section_number(self, button: ControlButton) -> int:
        sections = (self._guide, self._work, self._foot)
        return next((place for place, section in enumerate(sections) if section.isAncestorOf(button)), 0)

    def reveal(self, button: ControlButton) -> None:
        self._work.reveal(button)

    @safe_paint
    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), self.dress.theme.s1)
            painter.fillRect(QRect(0, 0, 1, self.height()), QColor(self.dress.theme.line))


def _has_keys(rail: Rail) -> bool:
    """Whether there is anything to press: it stays under the finger, whatever is said."""
    return any(isinstance(block, EntryBlock | KeysBlock | RowsBlock) for block in rail.work)


def _foot_blocks(rail: Rail) -> tuple[Block, ...]:
    """What is at the foot of the work, behind its last gap."""
    gaps = [place for place, block in enumerate(rail.work) if isinstance(block, GapBlock)]
    return rail.work[gaps[-1] + 1 :] if gaps else ()

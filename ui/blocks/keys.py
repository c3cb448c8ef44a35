"""Controls in columns, under a caption. What is grave stands alone, with nothing near it."""

from PySide6.QtCore import QRectF

from dealer_app.showing.blocks import Control, Keys, Weight
from ui.blocks.chips import chips_width, place_chips
from ui.blocks.control_plan import height_of, natural_width, wide_enough
from ui.blocks.control_words import Look
from ui.blocks.plan import Draft, Dress, Place, Plan
from ui.blocks.writing import Letters, advance, wrapped

GRAVE_MARGIN = 40
GRAVE_MARGIN_COMPACT = 28
_GAP = 6
_GAP_COMPACT = 4


def plan_keys(block: Keys, width: float, dress: Dress) -> Plan:
    draft, measures = Draft(dress), dress.measures
    y = _title(block, width, draft)
    gap = measures.px(_GAP, _GAP_COMPACT)
    controls, columns = _arranged(block, width, gap, dress)
    column = (width - gap * (columns - 1)) / columns
    for line in _lines(controls, columns):
        grave = any(control.weight is Weight.GRAVE for control in line)
        high = max(height_of(control, dress) for control in line)
        y += measures.px(GRAVE_MARGIN, GRAVE_MARGIN_COMPACT) if grave and y else 0
        x = 0.0
        for control in line:
            span = min(control.span, columns)
            wide = column * span + gap * (span - 1)
            draft.places.append(Place(control=control, rect=QRectF(x, y, wide, high)))
            x += wide + gap
        y += high + (measures.px(GRAVE_MARGIN, GRAVE_MARGIN_COMPACT) if grave else gap)
    return draft.plan(width, max(0.0, y - gap if block.controls else y))


def _arranged(block: Keys, width: float, gap: float, dress: Dress) -> tuple[tuple[Control, ...], int]:
    """The keys in their order, and in how many columns; where it must be, in as few lines as their words allow."""
    controls, wished = block.controls, max(1, min(block.columns, sum(control.span for control in block.controls)))
    columns = _columns_that_fit(controls, wished, width, gap, dress)
    few = block.few_lines or controls
    spread = any(control.span > 1 or control.weight is Weight.GRAVE for control in few)
    if dress.fold.close and not spread:
        most = _columns_that_fit(few, len(few), width, gap, dress)
        lines = -(-len(few) // max(1, most))
        if lines < len(_lines(controls, columns)):
            return few, -(-len(few) // lines)
    return controls, _balanced(controls, columns)


def _columns_that_fit(controls: tuple[Control, ...], wished: int, width: float, gap: float, dress: Dress) -> int:
    columns = wished
    while columns > 1 and not _fits(controls, (width - gap * (columns - 1)) / columns, gap, dress):
        columns -= 1
    return max(1, columns)


def _title(block: Keys, width: float, draft: Draft) -> float:
    """The caption, its second language and the clauses; gives back where the keys begin."""
    measures, theme = draft.dress.measures, draft.dress.theme
    letters = Letters(measures.text(16))
    end = width
    if block.clauses:
        end -= chips_width(block.clauses, draft.dress)
        place_chips(draft, block.clauses, end, 0.0)
        end -= measures.px(8)
    y = 0.0
    if block.title:
        lines = wrapped(block.title.first, letters, end)
        y = draft.lines(lines, (0.0, y), letters, theme.t2)
        x = advance(lines[-1], letters) + measures.px(8)
        if block.title.second and x + advance(block.title.second, letters) <= end:
            draft.write(block.title.second, (x, y - letters.height), letters, theme.t3)
        y += measures.px(5)
    return max(y, measures.px(32) if block.clauses else 0.0)


def _fits(controls: tuple[Control, ...], column: float, gap: float, dress: Dress) -> bool:
    return all(
        wide_enough(Look.of(control), column * control.span + gap * (control.span - 1), dress) for control in controls
    )


def _balanced(controls: tuple[Control, ...], columns: int) -> int:
    """As many in each line as in the next: four keys that do not fit on one stand two and two."""
    if any(control.span > 1 for control in controls) or not controls:
        return columns
    lines = -(-len(controls) // columns)
    return -(-len(controls) // lines) if lines == 2 else columns


def _lines(controls: tuple[Control, ...], columns: int) -> list[list[Control]]:
    lines: list[list[Control]] = []
    used = columns
    for control in controls:
        span = min(control.span, columns)
        alone = control.weight is Weight.GRAVE or bool(lines and lines[-1][-1].weight is Weight.GRAVE)
        if used + span > columns or alone:
            lines.append([])
            used = 0
        lines[-1].append(control)
        used += span
    return lines


def keys_width(block: Keys, dress: Dress) -> float:
    """In which all of them say what they have to say, in as many columns as are wished."""
    gap = dress.measures.px(_GAP)
    columns = max(1, min(block.columns, sum(control.span for control in block.controls)))
    widest = max((natural_width(Look.of(control), dress) / control.span for control in block.controls), default=0.0)
    title = advance(block.title.first, Letters(dress.measures.text(16))) if block.title else 0.0
    return max(columns * (widest + gap) - gap, title)


def lonely(block: Keys) -> bool:
    """Whether something grave is among them, beside which nothing may stand."""
    return any(control.weight is Weight.GRAVE for control in block.controls)

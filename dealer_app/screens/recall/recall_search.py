"""The panel in which past rounds are searched: by day, shoe, round, seat and clause, any of them."""

from datetime import date

from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    EntryBlock,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import form_next_step
from dealer_app.screens.labels import label_text
from dealer_app.screens.pads import entry_pad
from dealer_app.screens.recall.recall_view import (
    LAST_STEP,
    ROUND_PICK,
    SEARCH_FIELDS,
    SEARCH_PICK,
    RecallView,
    place_text,
    search_text,
    summary_place,
)
from dealer_app.screens.screen import Overlay

_MOST_DIGITS = 9


def search_panel(context: ScreenContext, view: RecallView) -> Overlay:
    """At the right what is searched for, at the left what was found."""
    input_state = context.input_state
    faults = {name: _fault(context, name) for name in SEARCH_FIELDS}
    entries = tuple(_entry(context, name, faults[name]) for name in SEARCH_FIELDS)
    wanted = search_text(input_state)
    ready = bool(wanted.strip()) and not any(faults.values())
    act = SetInput(input_state.with_pick(SEARCH_PICK, wanted)) if ready else None
    back = input_state.replace(panel=Panel.RECALL_PAGE, writes="").with_pick(SEARCH_PICK, "")
    return Overlay(
        name=Panel.RECALL_SEARCH.value,
        title=label_text(context, "past.search-title"),
        sub=label_text(context, "past.search-sub"),
        left_column=tuple(_found_blocks(context, view)),
        right_column=(*entries, *_pad(context)),
        primary=form_next_step("past-find", label_text(context, "past.search-go"), act),
        close=Control(name="close", label=label_text(context, "house.close"), act=SetInput(back), key="Esc"),
    )


def _entry(context: ScreenContext, name: str, fault: ScreenText) -> EntryBlock:
    field, input_state = f"past-{name}", context.input_state
    return EntryBlock(
        name=field,
        label=label_text(context, f"past.search-{name}"),
        value=input_state.text(field),
        writing=input_state.writes == field,
        wrong=fault,
        act=SetInput(input_state.replace(writes=field)),
    )


def _pad(context: ScreenContext) -> tuple[Block, ...]:
    writes = context.input_state.writes
    return (entry_pad(context, writes),) if writes.startswith("past-") else ()


def _fault(context: ScreenContext, name: str) -> ScreenText:
    text = context.input_state.text(f"past-{name}").strip()
    if not text or name == "clause":
        return NO_TEXT
    if name == "day":
        return NO_TEXT if _is_day(text) else label_text(context, "past.no-day")
    is_number = text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS
    return NO_TEXT if is_number else label_text(context, "past.no-number")


def _is_day(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() in (text, f"{text[:4]}-{text[4:6]}-{text[6:]}")
    except ValueError:
        return False


def _found_blocks(context: ScreenContext, view: RecallView) -> list[Block]:
    wanted = context.input_state.pick(SEARCH_PICK)
    if not wanted:
        return []
    if view.reading:
        return [NoteBlock(text=label_text(context, "past.reading"), tone=Tone.QUIET)]
    if view.searched != wanted or view.fault is not None:
        code = "past.not-found" if view.fault is None else f"past.{view.fault.value}"
        return [NoteBlock(text=label_text(context, code), tone=Tone.ATTENTION, framed=True)]
    found = view.found
    then = context.input_state.replace(panel=Panel.RECALL_PAGE, page=LAST_STEP, writes="").with_pick(SEARCH_PICK, "")
    rows = tuple(
        ListRow(
            name=f"past-found:{one.first}:{one.number}",
            title=label_text(context, "past.found-round", round=str(one.number), shoe=str(one.shoe)).first,
            lines=(f"{one.day} · {one.table}",),
            right=one.result,
            act=SetInput(then.with_pick(ROUND_PICK, place_text(summary_place(one)))),
        )
        for one in found
    )
    blocks: list[Block] = [HeadingBlock(text=label_text(context, "past.found"), right=str(len(rows)))]
    if view.more:
        blocks.append(NoteBlock(text=label_text(context, "past.found-more"), tone=Tone.QUIET))
    return [*blocks, RowsBlock(rows=rows)]

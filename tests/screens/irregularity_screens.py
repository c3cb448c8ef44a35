"""Screens of irregularities in a test: what there is to touch of them, and what a touch changes.

context = make_context(table.rules, table.state)
part = case_rail(context)
context = touch_control(context, part.primary)
"""

from collections.abc import Iterator, Mapping

from dealer_app.device_questions import EntryFacts, EntrySubject, ListeningState, Question, QueueEntry, read_secrets
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Block, Control, ListRow, RowsBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.screens.key_input import block_controls, page_controls
from dealer_app.screens.screen import Overlay, RailContent

ROLES = {"pit_supervisor": "S1", "pit_manager": "P1", "shift_manager": "G1", "assistant_casino_manager": "A1"}
QUESTIONS = [question for question in Question if question is not Question.WAITS]
"""All that a device may be asked about, but for what waits its turn."""


def touch_control(context: ScreenContext, control: Control | ListRow) -> ScreenContext:
    """What the screen is made of after a touch that changes nothing but the screen."""
    assert isinstance(control.act, SetInput), f"{control.name} does {control.act}"
    return replace(context, input_state=control.act.input_state)


def with_fingers(context: ScreenContext, input_state: InputState) -> ScreenContext:
    return replace(context, input_state=input_state)


def part_controls(shown: RailContent | Overlay) -> Iterator[Control]:
    """Every control of a part or a panel."""
    if isinstance(shown, RailContent):
        yield shown.primary
        yield from block_controls(shown.work)
        if shown.page is not None:
            yield from page_controls(shown.page)
        return
    yield from filter(None, (shown.primary, shown.grave, shown.close, *shown.reasons))
    yield from block_controls((*shown.left_column, *shown.right_column))


def part_blocks(shown: RailContent | Overlay) -> Iterator[Block]:
    if isinstance(shown, RailContent):
        yield from shown.work
        for column in () if shown.page is None else shown.page.columns:
            yield from column
        return
    yield from shown.left_column
    yield from shown.right_column


def part_rows(shown: RailContent | Overlay) -> Iterator[ListRow]:
    for block in part_blocks(shown):
        if isinstance(block, RowsBlock):
            yield from block.rows


def find_control(shown: RailContent | Overlay, name: str) -> Control:
    found = [one for one in part_controls(shown) if one.name == name]
    assert found, f"there is no {name}; there are {sorted(one.name for one in part_controls(shown))}"
    return found[0]


def make_question(what: EntrySubject, question: Question, hidden: Mapping[str, str] | None = None) -> ListeningState:
    """One question of a device, about what it has reported."""
    entry = QueueEntry(
        number=7,
        device="shoe 1",
        what=what,
        question=question,
        round=1,
        facts=EntryFacts(unseen=3),
        hidden=read_secrets(hidden or {}),
    )
    return ListeningState(row=(entry,), asked=7)

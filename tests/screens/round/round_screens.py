"""Somebody who plays a round by nothing but what its screen offers.

table = RoundTable(V4)
find_control(table_context(table), "done")
"""

from collections.abc import Iterator
from typing import Any

from dealer_app.domain.round.commands import DrawCard
from dealer_app.domain.round.engine import decide
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.guide import make_guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, TableState
from dealer_app.domain.values import replace
from dealer_app.screens.actions import Action, SendCommand, SendCommands, SetInput
from dealer_app.screens.blocks import Block, Control, RowsBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.screens.key_input import block_controls
from dealer_app.screens.round.keypad import keypad_controls
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.screen import RailContent
from tests.support.rounds import DEALER, PEOPLE, RoundTable
from tests.support.screen_contexts import table_context


def replace_state(context: ScreenContext, state: TableState) -> ScreenContext:
    """The same seen of another state of the table."""
    assert context.rules is not None, "seen at an open table"
    station = replace(context.state, table=state)
    return replace(context, state=station, guide=make_guide(context.rules, state))


def screen_controls(made: RailContent) -> Iterator[Control]:
    """Everything in a part that can be pressed."""
    yield made.primary
    yield from block_controls(made.work)


def screen_acts(made: RailContent) -> Iterator[tuple[str, Action]]:
    """Every act in a part with the name of what carries it: controls, and rows that can be touched."""
    for control in screen_controls(made):
        if control.act is not None:
            yield control.name, control.act
    yield from row_acts(made.work)


def row_acts(work: tuple[Block, ...]) -> Iterator[tuple[str, Action]]:
    for block in work:
        if isinstance(block, RowsBlock):
            for row in block.rows:
                if row.act is not None:
                    yield row.name, row.act


def find_control(context: ScreenContext, name: str) -> Control:
    """The control of this name, in the part or among the keys."""
    everything = (*screen_controls(round_rail(context)), *keypad_controls(context))
    found = [one for one in everything if one.name == name]
    assert found, f"no {name}; there are {[one.name for one in everything]}"
    return found[0]


def key_control(context: ScreenContext, key: str) -> Control:
    """What a key of the keypad presses."""
    everything = (*screen_controls(round_rail(context)), *keypad_controls(context))
    found = [one for one in everything if one.key == key]
    assert len(found) == 1, f"{key} presses {[one.name for one in found]}"
    return found[0]


class AtScreen:
    """Somebody plays a table by nothing but what a screen offers him."""

    def __init__(self, table: RoundTable, *, role: str = "dealer", **changes: Any) -> None:
        self.table = table
        self.role = role
        self.input_state = InputState()
        self.changes = changes

    @property
    def context(self) -> ScreenContext:
        return table_context(self.table, role=self.role, input_state=self.input_state, **self.changes)

    @property
    def part(self) -> RailContent:
        return round_rail(self.context)

    def press(self, name: str) -> "AtScreen":
        return self.do(find_control(self.context, name))

    def key(self, keys_pressed: str) -> "AtScreen":
        """Keys of the keypad one after the other; a space between them is the next step."""
        for key in keys_pressed:
            self.do(self.part.primary if key == " " else key_control(self.context, key))
        return self

    def next(self, times: int = 1) -> "AtScreen":
        for _ in range(times):
            self.do(self.part.primary)
        return self

    def do(self, pressed: Control) -> "AtScreen":
        assert pressed.act is not None, f"{pressed.name} waits: {pressed.waits}"
        return self.perform(pressed.act)

    def perform(self, act: Action) -> "AtScreen":
        match act:
            case SetInput(input_state=input_state):
                self.input_state = input_state
            case SendCommand(command=command, then=then):
                self._give(command)
                self._take_input(then)
            case SendCommands(commands=commands, then=then):
                for command in commands:
                    self._give(command)
                self._take_input(then)
            case _:
                raise AssertionError(f"{act} is not of a round")
        return self

    def _take_input(self, then: InputState | None) -> None:
        """As the controller does it: the chosen chip stays chosen."""
        self.input_state = (self.input_state.close_panel() if then is None else then).replace(
            chip=self.input_state.chip
        )

    def _give(self, command: Command) -> None:
        given = replace(command, by=PEOPLE.get(self.role, DEALER), at=0)
        if isinstance(given, DrawCard):
            given = replace(given, salt="salt")
        happened = decide(rules=self.table.rules, state=self.table.state, command=given)
        assert not isinstance(happened, Refusal), f"{command}: {happened}"
        self.table.happened.extend(happened)
        self.table.state = fold(self.table.state, happened)

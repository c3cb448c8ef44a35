"""What a dealer sees of a table that a test drives: everything from which a screen of a round is made.

table = Seated(V4)
view = seen(table)
part(view).primary
"""

from collections.abc import Iterator
from typing import Any

from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.commands import DrawCard
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.guide import guide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.values import replace
from dealer_app.people.events import Kind
from dealer_app.people.position_file import positions
from dealer_app.people.positions import Position
from dealer_app.people.state import Account, PeopleState, Session
from dealer_app.showing.acts import Act, Change, Give, GiveAll
from dealer_app.showing.blocks import Block, Control, Rows
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.history import history_of
from dealer_app.showing.part import Part
from dealer_app.showing.play.keys import keys
from dealer_app.showing.play.parts import part
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.walking import of_blocks
from dealer_app.station.moment import Moment
from dealer_app.station.state import StationState
from dealer_app.wording import Language, both
from tests.support.rounds import DEALER, PEOPLE, Seated

TERMINAL = "table 1"
PLACES = positions()
NAMES = {
    "dealer": Position.DEALER,
    "pit_supervisor": Position.PIT_SUPERVISOR,
    "pit_manager": Position.PIT_MANAGER,
    "shift_manager": Position.SHIFT_MANAGER,
}
MOMENT = Moment(utc=1_800_000_000_000_000, offset=480, counter=7_000_000)
WORDS = both(Language.EN, Language.ZH_HANT)


def seen_state(rules: Rules, state: TableState, **changes: Any) -> Seeing:
    """Any state of a table, seen by a dealer."""
    account = Account(badge="B1", name="Dealer 1", position=Position.DEALER)
    people = PeopleState(
        kind=Kind.LIVE, accounts={"B1": account}, sessions={TERMINAL: Session(number=1, badge="B1", begun=0)}
    )
    made = Seeing(
        state=StationState(people=people, table=state),
        rules=rules,
        guide=guide(rules, state),
        asked=None,
        words=WORDS,
        positions=PLACES,
        moment=MOMENT,
        terminal=TERMINAL,
    )
    return replace(made, **changes)


def seen(table: Seated, *, role: str = "dealer", fingers: Fingers | None = None, **changes: Any) -> Seeing:
    """The table as it stands, seen by somebody in this role."""
    account = Account(badge="B1", name="Dealer 1", position=NAMES[role])
    people = PeopleState(
        kind=Kind.LIVE, accounts={"B1": account}, sessions={TERMINAL: Session(number=1, badge="B1", begun=0)}
    )
    made = Seeing(
        state=StationState(people=people, table=table.state),
        rules=table.rules,
        guide=guide(table.rules, table.state) if table.state.table is not None else None,
        asked=None,
        words=WORDS,
        positions=PLACES,
        moment=MOMENT,
        terminal=TERMINAL,
        history=history_of(table.happened),
        now_text="21:47:08",
        day_text="18 Nov 2026",
    )
    return replace(made, fingers=fingers or made.fingers, **changes)


def with_state(seeing: Seeing, state: TableState) -> Seeing:
    """The same seen of another state of the table."""
    assert seeing.rules is not None, "seen at an open table"
    station = replace(seeing.state, table=state)
    return replace(seeing, state=station, guide=guide(seeing.rules, state))


def controls_of(made: Part) -> Iterator[Control]:
    """Everything in a part that can be pressed."""
    yield made.primary
    yield from of_blocks(made.work)


def acts_of(made: Part) -> Iterator[tuple[str, Act]]:
    """Every act in a part with the name of what carries it: controls, and rows that can be touched."""
    for control in controls_of(made):
        if control.act is not None:
            yield control.name, control.act
    yield from rows_touched(made.work)


def rows_touched(work: tuple[Block, ...]) -> Iterator[tuple[str, Act]]:
    for block in work:
        if isinstance(block, Rows):
            for row in block.rows:
                if row.act is not None:
                    yield row.name, row.act


def control(seeing: Seeing, name: str) -> Control:
    """The control of this name, in the part or among the keys."""
    everything = (*controls_of(part(seeing)), *keys(seeing))
    found = [one for one in everything if one.name == name]
    assert found, f"no {name}; there are {[one.name for one in everything]}"
    return found[0]


def keyed(seeing: Seeing, key: str) -> Control:
    """What a key of the keypad presses."""
    everything = (*controls_of(part(seeing)), *keys(seeing))
    found = [one for one in everything if one.key == key]
    assert len(found) == 1, f"{key} presses {[one.name for one in found]}"
    return found[0]


class AtScreen:
    """Somebody plays a table by nothing but what a screen offers him."""

    def __init__(self, table: Seated, *, role: str = "dealer", **changes: Any) -> None:
        self.table = table
        self.role = role
        self.fingers = Fingers()
        self.changes = changes

    @property
    def seeing(self) -> Seeing:
        return seen(self.table, role=self.role, fingers=self.fingers, **self.changes)

    @property
    def part(self) -> Part:
        return part(self.seeing)

    def press(self, name: str) -> "AtScreen":
        return self.do(control(self.seeing, name))

    def key(self, keys_pressed: str) -> "AtScreen":
        """Keys of the keypad one after the other; a space between them is the next step."""
        for key in keys_pressed:
            self.do(self.part.primary if key == " " else keyed(self.seeing, key))
        return self

    def next(self, times: int = 1) -> "AtScreen":
        for _ in range(times):
            self.do(self.part.primary)
        return self

    def do(self, pressed: Control) -> "AtScreen":
        assert pressed.act is not None, f"{pressed.name} waits: {pressed.waits}"
        return self.perform(pressed.act)

    def perform(self, act: Act) -> "AtScreen":
        match act:
            case Change(fingers=fingers):
                self.fingers = fingers
            case Give(command=command, then=then):
                self._give(command)
                self.fingers = self.fingers.closed() if then is None else then
            case GiveAll(commands=commands, then=then):
                for command in commands:
                    self._give(command)
                self.fingers = self.fingers.closed() if then is None else then
            case _:
                raise AssertionError(f"{act} is not of a round")
        return self

    def _give(self, command: Command) -> None:
        given = replace(command, by=PEOPLE.get(self.role, DEALER), at=0)
        if isinstance(given, DrawCard):
            given = replace(given, salt="salt")
        happened = decide(rules=self.table.rules, state=self.table.state, command=given)
        assert not isinstance(happened, Refusal), f"{command}: {happened}"
        self.table.happened.extend(happened)
        self.table.state = fold(self.table.state, happened)

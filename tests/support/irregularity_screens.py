"""Screens of irregularities in a test: everything there is to see of a table, for any viewer and any input.

seeing = make_context(table.rules, table.state)
part = case_rail(seeing)
seeing = touch_control(seeing, part.primary)
"""

from collections.abc import Iterator, Mapping
from functools import cache

from dealer_app.clock import Timestamp
from dealer_app.device_questions import EntryFacts, EntrySubject, ListeningState, Question, QueueEntry, read_secrets
from dealer_app.domain.round.guide import make_guide
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.people.events import FolderKind
from dealer_app.people.positions import Position, Positions, load_positions
from dealer_app.people.state import Account, PeopleState, Session
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Block, Control, ListRow, RowsBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.screens.key_input import block_controls, page_controls
from dealer_app.screens.screen import Overlay, RailContent
from dealer_app.station.state import Outage, StationState
from dealer_app.texts import Language, LanguagePair, language_pair

TERMINAL = "table 1"
BADGES = {
    "D1": Position.DEALER,
    "S1": Position.PIT_SUPERVISOR,
    "P1": Position.PIT_MANAGER,
    "G1": Position.SHIFT_MANAGER,
    "A1": Position.ASSISTANT_CASINO_MANAGER,
}
ROLES = {"pit_supervisor": "S1", "pit_manager": "P1", "shift_manager": "G1", "assistant_casino_manager": "A1"}
QUESTIONS = [question for question in Question if question is not Question.WAITS]
"""All that a device may be asked about, but for what waits its turn."""


@cache
def _positions() -> Positions:
    return load_positions()


def people(signed_in: str = "D1") -> PeopleState:
    """One of each position; the dealer is signed in at the table."""
    accounts = {
        badge: Account(badge=badge, name=position.value.replace("-", " ").title() + " 1", position=position)
        for badge, position in BADGES.items()
    }
    session = Session(number=1, badge=signed_in, begun=0)
    return PeopleState(kind=FolderKind.DEMO, accounts=accounts, sessions={TERMINAL: session})


@cache
def _people(signed_in: str) -> PeopleState:
    return people(signed_in)


def make_context(
    rules: Rules,
    table: TableState,
    *,
    fingers: InputState | None = None,
    signed_in: str = "D1",
    listening: ListeningState | None = None,
    outage: Outage = Outage.NONE,
    words: LanguagePair | None = None,
) -> ScreenContext:
    state = StationState(
        running=True,
        people=_people(signed_in),
        table=table,
        listening=listening or ListeningState(),
        outage=outage,
    )
    return ScreenContext(
        state=state,
        rules=rules,
        guide=None if outage is Outage.ASKED else make_guide(rules, table),
        approval_request=None,
        words=words or language_pair(Language.EN, Language.ZH_HANT),
        positions=_positions(),
        moment=Timestamp(utc=0, offset=480, counter=0),
        terminal=TERMINAL,
        input_state=fingers or InputState(),
        now_text="12:34:56",
    )


def touch_control(seeing: ScreenContext, control: Control | ListRow) -> ScreenContext:
    """What the screen is made of after a touch that changes nothing but the screen."""
    assert isinstance(control.act, SetInput), f"{control.name} does {control.act}"
    return replace(seeing, input_state=control.act.input_state)


def with_fingers(seeing: ScreenContext, fingers: InputState) -> ScreenContext:
    return replace(seeing, input_state=fingers)


# What can be touched


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

"""Screens of what went wrong in a test: everything there is to see of a table, whoever looks and whatever he touches.

seeing = seen(table.rules, table.state)
part = mending.case(seeing)
seeing = touched(seeing, part.primary)
"""

from collections.abc import Iterator, Mapping
from functools import cache

from dealer_app.domain.round.guide import guide
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.values import replace
from dealer_app.people.events import Kind
from dealer_app.people.position_file import positions
from dealer_app.people.positions import Position, Positions
from dealer_app.people.state import Account, PeopleState, Session
from dealer_app.showing.acts import Act, Change
from dealer_app.showing.blocks import Block, Control, Row, Rows
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.part import Part
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.walking import of_blocks, of_page
from dealer_app.station.listening.questions import Awaiting, Listening, Question, What
from dealer_app.station.moment import Moment
from dealer_app.station.state import Outage, StationState
from dealer_app.wording import Both, Language, both

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
    return positions()


def people(signed_in: str = "D1") -> PeopleState:
    """One of each position; the dealer is signed in at the table."""
    accounts = {
        badge: Account(badge=badge, name=position.value.replace("-", " ").title() + " 1", position=position)
        for badge, position in BADGES.items()
    }
    session = Session(number=1, badge=signed_in, begun=0)
    return PeopleState(kind=Kind.DEMO, accounts=accounts, sessions={TERMINAL: session})


@cache
def _people(signed_in: str) -> PeopleState:
    return people(signed_in)


def seen(
    rules: Rules,
    table: TableState,
    *,
    fingers: Fingers | None = None,
    signed_in: str = "D1",
    listening: Listening | None = None,
    outage: Outage = Outage.NONE,
    words: Both | None = None,
) -> Seeing:
    state = StationState(
        running=True,
        people=_people(signed_in),
        table=table,
        listening=listening or Listening(),
        outage=outage,
    )
    return Seeing(
        state=state,
        rules=rules,
        guide=None if outage is Outage.ASKED else guide(rules, table),
        asked=None,
        words=words or both(Language.EN, Language.ZH_HANT),
        positions=_positions(),
        moment=Moment(utc=0, offset=480, counter=0),
        terminal=TERMINAL,
        fingers=fingers or Fingers(),
        now_text="12:34:56",
    )


def touched(seeing: Seeing, control: Control | Row) -> Seeing:
    """What the screen is made of after a touch that changes nothing but the screen."""
    assert isinstance(control.act, Change), f"{control.name} does {control.act}"
    return replace(seeing, fingers=control.act.fingers)


def with_fingers(seeing: Seeing, fingers: Fingers) -> Seeing:
    return replace(seeing, fingers=fingers)


# What can be touched


def controls_of(shown: Part | Overlay) -> Iterator[Control]:
    """Every control of a part or a panel."""
    if isinstance(shown, Part):
        yield shown.primary
        yield from of_blocks(shown.work)
        if shown.page is not None:
            yield from of_page(shown.page)
        return
    yield from filter(None, (shown.primary, shown.grave, shown.close, *shown.reasons))
    yield from of_blocks((*shown.left_column, *shown.right_column))


def blocks_of(shown: Part | Overlay) -> Iterator[Block]:
    if isinstance(shown, Part):
        yield from shown.work
        for column in () if shown.page is None else shown.page.columns:
            yield from column
        return
    yield from shown.left_column
    yield from shown.right_column


def rows_of(shown: Part | Overlay) -> Iterator[Row]:
    for block in blocks_of(shown):
        if isinstance(block, Rows):
            yield from block.rows


def control(shown: Part | Overlay, name: str) -> Control:
    found = [one for one in controls_of(shown) if one.name == name]
    assert found, f"there is no {name}; there are {sorted(one.name for one in controls_of(shown))}"
    return found[0]


def act_of(shown: Part | Overlay, name: str) -> Act:
    act = control(shown, name).act
    assert act is not None, f"{name} waits: {control(shown, name).waits.first}"
    return act


def asked(what: What, question: Question, hidden: Mapping[str, str] | None = None) -> Listening:
    """One question of a device, about what it has reported."""
    entry = Awaiting(
        number=7,
        device="shoe 1",
        what=what,
        question=question,
        round=1,
        facts={"unseen": "3"},
        hidden=hidden or {},
    )
    return Listening(row=(entry,), asked=7)

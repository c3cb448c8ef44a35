"""What somebody sees of a table in a test: everything from which a screen of it is made, without a station.

table = RoundTable(V4)
round_rail(table_context(table))
case_rail(make_context(table.rules, table.state))
"""

from functools import cache
from typing import Any

from dealer_app.clock import Timestamp
from dealer_app.device_questions import ListeningState
from dealer_app.domain.round.guide import make_guide
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.people.events import FolderKind
from dealer_app.people.positions import Position, load_positions
from dealer_app.people.state import Account, PeopleState, Session
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState
from dealer_app.screens.results_history import build_history
from dealer_app.station.state import Outage, StationState
from dealer_app.texts import Language, LanguagePair, language_pair
from tests.support.rounds import RoundTable

TERMINAL = "table 1"
PLACES = load_positions()
NAMES = {
    "dealer": Position.DEALER,
    "pit_supervisor": Position.PIT_SUPERVISOR,
    "pit_manager": Position.PIT_MANAGER,
    "shift_manager": Position.SHIFT_MANAGER,
}
BADGES = {
    "D1": Position.DEALER,
    "S1": Position.PIT_SUPERVISOR,
    "P1": Position.PIT_MANAGER,
    "G1": Position.SHIFT_MANAGER,
    "A1": Position.ASSISTANT_CASINO_MANAGER,
}
MOMENT = Timestamp(utc=1_800_000_000_000_000, offset=480, counter=7_000_000)
WORDS = language_pair(Language.EN, Language.ZH_HANT)


def _make(state: StationState, rules: Rules, **facts: Any) -> ScreenContext:
    usual = {"approval_request": None, "words": WORDS, "positions": PLACES, "moment": MOMENT, "terminal": TERMINAL}
    return ScreenContext(state=state, rules=rules, **{**usual, **facts})


def state_context(rules: Rules, state: TableState, /, *, role: str = "dealer", **facts: Any) -> ScreenContext:
    """Any state of a table, seen by somebody in this role who is alone in the house."""
    people = PeopleState(
        kind=FolderKind.LIVE,
        accounts={"B1": Account(badge="B1", name="Dealer 1", position=NAMES[role])},
        sessions={TERMINAL: Session(number=1, badge="B1", begun=0)},
    )
    guide = None if state.table is None else make_guide(rules, state)
    known = {"state": StationState(people=people, table=state), "guide": guide, "rules": rules}
    return _make(**{**known, **facts})


def table_context(
    table: RoundTable, *, role: str = "dealer", input_state: InputState | None = None, **facts: Any
) -> ScreenContext:
    """The table as it is now, with its history."""
    known = {
        "results_history": build_history(table.happened),
        "now_text": "21:47:08",
        "day_text": "18 Nov 2026",
        "input_state": input_state or InputState(),
    }
    return state_context(table.rules, table.state, role=role, **{**known, **facts})


@cache
def _people(signed_in: str) -> PeopleState:
    """One of each position, in a demonstration."""
    accounts = {
        badge: Account(badge=badge, name=position.value.replace("-", " ").title() + " 1", position=position)
        for badge, position in BADGES.items()
    }
    session = Session(number=1, badge=signed_in, begun=0)
    return PeopleState(kind=FolderKind.DEMO, accounts=accounts, sessions={TERMINAL: session})


def make_context(
    rules: Rules,
    table: TableState,
    *,
    input_state: InputState | None = None,
    signed_in: str = "D1",
    listening: ListeningState | None = None,
    outage: Outage = Outage.NONE,
    words: LanguagePair | None = None,
) -> ScreenContext:
    """Any state of a table, seen by any of the people of a whole house, with what its devices ask."""
    return _make(
        StationState(
            running=True,
            people=_people(signed_in),
            table=table,
            listening=listening or ListeningState(),
            outage=outage,
        ),
        rules,
        guide=None if outage is Outage.ASKED else make_guide(rules, table),
        words=words or WORDS,
        moment=Timestamp(utc=0, offset=480, counter=0),
        input_state=input_state or InputState(),
        now_text="12:34:56",
    )

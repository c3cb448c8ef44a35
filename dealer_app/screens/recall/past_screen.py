"""The screen of a past moment: made again by `build_screen`, as it was when nothing was half keyed.

What no journal has is left out: what somebody had begun to key, and for how long a step had lasted. Lamps and languages
are those of who looks back.
"""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.round.guide import make_guide
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import Rules
from dealer_app.people.events import subject_digest
from dealer_app.people.positions import Positions
from dealer_app.screens.context import Looks, ScreenContext
from dealer_app.screens.recall.moments import RecalledMoment, RoundMoments
from dealer_app.station.case_approvals import case_approval
from dealer_app.station.house_law import DEVICE_FAULT_LAW, is_law_on
from dealer_app.station.state import Outage, StationState
from dealer_app.station.table import RulesChangedError, load_rules
from dealer_app.station_events import RulebookInForce
from dealer_app.texts import language_pair

_MICROSECONDS = 1_000_000


@lru_cache(maxsize=4)
def _read_rules(game: RulebookInForce, letter: str, *, device_fault: bool) -> Rules | None:
    """None where the document of then is not the one that this program has."""
    try:
        return load_rules(game, letter).with_device_fault(voids=device_fault)
    except RulesChangedError:
        return None


def past_rules(state: StationState) -> Rules | None:
    """The rules of the table that was open then; None where none was, or they cannot be had any more."""
    table, book = state.table.table, state.book
    if table is None or book is None:
        return None
    return _read_rules(book, table.layout, device_fault=is_law_on(state.settings, DEVICE_FAULT_LAW))


def local_time(utc: int, offset: int) -> datetime:
    return datetime.fromtimestamp(utc // _MICROSECONDS, UTC) + timedelta(minutes=offset)


def moment_time(moment: RecalledMoment) -> str:
    return f"{local_time(moment.utc, moment.offset):%H:%M:%S}"


class PastPlace(Struct, frozen=True, kw_only=True):
    """Whose screen of then it is: of which terminal of the house, as it is set for who looks back."""

    terminal: str
    positions: Positions
    looks: Looks


def past_context(of: RoundMoments, moment: RecalledMoment, at: PastPlace) -> ScreenContext | None:
    """From what the screen of this moment is made; None where its table or its document is not there."""
    state = moment.state
    rules = past_rules(state)
    if rules is None:
        return None
    waiting = case_approval(state.table)
    round_ = state.table.round
    betting = round_ is not None and round_.phase is Phase.BETTING
    return ScreenContext(
        state=state,
        rules=rules,
        guide=None if state.outage is Outage.ASKED else make_guide(rules, state.table),
        approval_request=None if waiting is None else subject_digest(waiting[0]),
        words=language_pair(at.looks.first, at.looks.second),
        positions=at.positions,
        moment=Timestamp(utc=moment.utc, offset=moment.offset, counter=moment.counter),
        terminal=at.terminal,
        looks=at.looks,
        results_history=moment.history,
        timeline=moment.timeline,
        step_start=moment.counter,
        betting_since=of.bets_opened if betting else 0,
        devices={name: kind.value for name, kind in state.set_up.now.items() if kind is not None},
        now_text=moment_time(moment),
        day_text=moment.day,
    )

"""What recall has to come to: every round of the golden scripts, folded from the beginning of each."""

from functools import cache

from msgspec import Struct

from dealer_app.domain.round.events import RoundBegan
from dealer_app.domain.round.fold import apply_event
from dealer_app.domain.round.state import Round, TableState
from dealer_app.domain.values import replace
from tests.support.journals import script_decisions
from tests.support.long_journals import golden_decisions
from tests.support.traces import read_scripts


class ExpectedRound(Struct, frozen=True):
    """A round of a golden script: where it begins, and how it stood at last in the fold of all that happened before."""

    first: int
    number: int
    script: str
    day: str
    round: Round


@cache
def recall_rounds() -> tuple[ExpectedRound, ...]:
    """What recall has to come to, folded from the beginning of each script."""
    found: list[ExpectedRound] = []
    sequence = 0
    days = iter(golden_decisions())
    for script in read_scripts():
        state, mine = TableState(), list[ExpectedRound]()
        for happened in script_decisions(script)[0]:
            _, written = next(days)
            for event in happened:
                sequence += 1
                state = apply_event(state, event)
                now = state.round or state.last
                if isinstance(event, RoundBegan):
                    assert state.round is not None
                    mine.append(ExpectedRound(sequence, event.number, script.name, written.day, state.round))
                if mine and now is not None and now.number == mine[-1].number:
                    mine[-1] = replace(mine[-1], round=now)
        found += mine
    return tuple(found)

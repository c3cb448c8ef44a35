"""What is only done while no round is on, or no table is open: a shift ends, the station stops, a volume begins.

Screens ask it before they offer it.
"""

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.station.state import StationState


def round_on(state: StationState) -> Refusal | None:
    """What stands against it: each round belongs to one shift, and a stop leaves nothing open."""
    return None if state.table.round is None else refused("round-on", HOUSE_POLICY)


def not_at_rest(state: StationState) -> Refusal | None:
    """What stands against a new volume: an open table, on which all that is in play depends, or a device's question.

    A table closes only when nothing is unresolved, no claim and no winnings are left, and no card is carried. A shift
    that is on goes on in the new volume: of it there is a number alone.
    """
    if state.table.table is not None:
        return refused("volume-table-open", HOUSE_POLICY)
    return refused("volume-question-open", HOUSE_POLICY) if state.listening.row else None

"""What is only done while no round is on: a shift ends, the station stops. Screens ask it before they offer it."""

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.station.state import StationState


def round_on(state: StationState) -> Refusal | None:
    """What stands against it: each round belongs to one shift, and a stop leaves nothing open."""
    return None if state.table.round is None else refused("round-on", HOUSE_POLICY)

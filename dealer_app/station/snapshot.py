"""The state of a station as the bytes of a snapshot, and read from them again."""

import msgspec

from dealer_app.journal.codec import Find
from dealer_app.journal.wire import converter
from dealer_app.station.sealed_state import with_sealed, without_sealed
from dealer_app.station.state import StationState

_FORM = 2
"""Of the first form, which held what was sealed, none is read."""


def snapshot(state: StationState) -> bytes:
    """The state as a snapshot keeps it; what is sealed is not in it."""
    kept = converter().unstructure(without_sealed(state), unstructure_as=StationState)
    return msgspec.json.encode({"form": _FORM, "state": kept})


def read_snapshot(kept: bytes, find: Find) -> StationState:
    """The state again, with what is sealed from the journal. Raises whatever comes up for bytes that are none."""
    wire = msgspec.json.decode(kept)
    if wire["form"] != _FORM:
        raise ValueError(f"a snapshot of the form {wire['form']}")
    return with_sealed(converter().structure(wire["state"], StationState), find)

"""The state of a station as the bytes of a snapshot, and read from them again."""

from hashlib import sha256

import msgspec

from dealer_app.journal.codec import Find
from dealer_app.journal.facts import StateCarried
from dealer_app.journal.wire import from_plain, to_plain
from dealer_app.station.sealed_state import with_sealed, without_sealed
from dealer_app.station.state import StationState

_FORM = 2
"""Of the first form, which held what was sealed, none is read."""


def snapshot(state: StationState) -> bytes:
    """The state as a snapshot keeps it; what is sealed is not in it."""
    return _written(without_sealed(state))


def _written(state: StationState) -> bytes:
    return msgspec.json.encode({"form": _FORM, "state": to_plain(state, StationState)})


def carried(state: StationState) -> StateCarried:
    """The state as a new volume takes it over. Nothing in it may be sealed: its volume has not what that stands for."""
    assert without_sealed(state) == state, "at rest nothing is sealed"
    kept = snapshot(state)
    return StateCarried(digest=sha256(kept).hexdigest(), state=kept.decode())


def read_carried(kept: str) -> StationState:
    """The state again, also from a program that knew fewer parts of it: what it did not know had not happened.

    A snapshot may be dropped for that, and this may not. Where a part is renamed, or made of what happened before, the
    next form says how the older one becomes it.
    """
    wire = msgspec.json.decode(kept)
    if wire["form"] != _FORM:
        raise ValueError(f"a carried state of the form {wire['form']}")
    state: StationState = from_plain(wire["state"], StationState)
    return state


def read_snapshot(kept: bytes, find: Find) -> StationState:
    """The state again, with what is sealed from the journal. Raises whatever comes up for bytes that are none.

    Of a state with other parts none is read: what it does not have only the events can say.
    """
    wire = msgspec.json.decode(kept)
    if wire["form"] != _FORM:
        raise ValueError(f"a snapshot of the form {wire['form']}")
    state: StationState = from_plain(wire["state"], StationState)
    # A part that is not known, or not there, would be passed over in silence.
    if _written(state) != kept:
        raise ValueError("a snapshot of another state")
    return with_sealed(state, find)

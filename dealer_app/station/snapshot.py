"""The state of a station as the bytes of a snapshot, and read from them again."""

from hashlib import sha256

import msgspec
from msgspec.structs import fields

from dealer_app.journal.codec import Find
from dealer_app.journal.facts import StateCarried
from dealer_app.journal.wire import from_plain, to_plain
from dealer_app.station.sealed_state import with_sealed, without_sealed
from dealer_app.station.state import StationState

_FORM = 2
"""Of the first form, which held what was sealed, none is read."""


def snapshot(state: StationState) -> bytes:
    """The state as a snapshot keeps it; what is sealed is not in it."""
    return msgspec.json.encode({"form": _FORM, "state": to_plain(without_sealed(state), StationState)})


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
    if wire["state"].keys() != {part.name for part in fields(StationState)}:
        raise ValueError("a snapshot of another state")
    return with_sealed(from_plain(wire["state"], StationState), find)

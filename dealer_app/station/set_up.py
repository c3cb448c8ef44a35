"""Which devices are set up at a start, and which the open table has had: for whoever asks who keys in their stead.

A table that was opened with a device, or at which one was set up since, has had it until it is closed: that the station
was started without it lets nobody key alone.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from dealer_app.domain.values import replace
from dealer_app.station.facts import DeviceIncident, DevicesSetUp
from dealer_app.station.listening.kinds import DeviceKind

Kinds = Mapping[str, DeviceKind | None]
"""By name, what each is; None where a journal of before names a device alone."""


class SetUp(Struct, frozen=True, kw_only=True):
    """What the last start has set up, and what the table that is open has had since it was opened."""

    now: Kinds = field(default_factory=dict)
    at_table: Kinds = field(default_factory=dict)


def after_start(before: SetUp, event: DevicesSetUp, *, is_open: bool) -> SetUp:
    """These are set up, and no others."""
    return SetUp(now=event.devices, at_table={**before.at_table, **event.devices} if is_open else {})


def after_incident(before: SetUp, event: DeviceIncident, *, is_open: bool) -> SetUp:
    """Something became of it, so it is set up: in a journal of before nothing else says so."""
    if event.device in before.now:
        return before
    came: Kinds = {event.device: None}
    return SetUp(now={**before.now, **came}, at_table={**before.at_table, **came} if is_open else {})


def with_table(before: SetUp) -> SetUp:
    return before if before.at_table == before.now else replace(before, at_table=before.now)


def without_table(before: SetUp) -> SetUp:
    return replace(before, at_table={})


def absent(before: SetUp, here: Mapping[str, DeviceKind], kind: DeviceKind) -> tuple[str, ...]:
    """The devices of this kind that the open table has had, where none of that kind is here; one unknown may be it."""
    if kind in here.values():
        return ()
    return tuple(name for name, each in before.at_table.items() if each in (kind, None))

"""The fold of what happens to devices: their lines and errors, and the row of what is asked about them."""

from collections.abc import Callable, Mapping
from typing import Any

from dealer_app.domain.values import replace
from dealer_app.station.facts import (
    DeviceAsked,
    DeviceConfirmed,
    DeviceIncident,
    DeviceSettled,
    DevicesSetUp,
    Incident,
    KeyedByHand,
)
from dealer_app.station.listening.questions import Awaiting, KnownDevice, Link, Listening, Unheard

DeviceFact = DevicesSetUp | DeviceIncident | DeviceAsked | DeviceSettled | KeyedByHand | DeviceConfirmed


def apply(listening: Listening, event: DeviceFact) -> Listening:
    return _APPLY[type(event)](listening, event)


def _set_up(listening: Listening, event: DevicesSetUp) -> Listening:
    """A device that is not set up any more cannot be heard, whatever its line was before."""
    known = {
        name: device if name in event.devices else replace(device, link=Link.LOST)
        for name, device in listening.devices.items()
    }
    return replace(listening, devices=known)


def _incident(listening: Listening, event: DeviceIncident) -> Listening:
    before = listening.devices.get(event.device, KnownDevice(link=Link.LOST))
    return replace(listening, devices={**listening.devices, event.device: _became(before, event)})


def _became(before: KnownDevice, event: DeviceIncident) -> KnownDevice:
    match event.incident:
        case Incident.CONNECTED:
            return replace(before, link=Link.CONNECTED, identity=event.identity, refused=False)
        case Incident.REFUSED:
            return replace(before, link=Link.LOST, identity=event.identity, refused=True)
        case Incident.LOST:
            return replace(before, link=Link.LOST, refused=False)
        case Incident.TROUBLE:
            return replace(before, error=event.detail)
        case Incident.OVER:
            return replace(before, error="")
        case Incident.COUNTED:
            return replace(before, error=event.detail)
        case Incident.NOTED:
            return before
        case Incident.RESULT_KEPT:
            return replace(before, result=int(event.detail))
        case Incident.RESULT_DONE:
            return replace(before, result=None)
        case Incident.REPLACED:
            # Another device holds no error of the one before it.
            return KnownDevice(link=before.link, identity=before.identity, refused=before.refused)


def _asked(listening: Listening, event: DeviceAsked) -> Listening:
    entry = Awaiting(
        number=event.number,
        device=event.device,
        what=event.what,
        question=event.question,
        round=event.round,
        facts=event.facts,
        hidden=event.hidden,
        source=event.source,
    )
    asked = max(listening.asked, event.number)
    if any(one.number == event.number for one in listening.row):
        row = tuple(entry if one.number == event.number else one for one in listening.row)
    else:
        row = (entry, *listening.row) if event.front else (*listening.row, entry)
    return replace(listening, row=row, asked=asked)


def _settled(listening: Listening, event: DeviceSettled) -> Listening:
    return replace(listening, row=tuple(one for one in listening.row if one.number != event.number))


def _keyed(listening: Listening, event: KeyedByHand) -> Listening:
    return replace(listening, unheard=Unheard(round=event.round, places=event.places, dice=event.dice))


def _confirmed(listening: Listening, event: DeviceConfirmed) -> Listening:
    """Cards are reported in their order: those before it will not be told any more."""
    before = listening.unheard
    if before.round != event.round:
        return listening
    if event.place is None:
        return replace(listening, unheard=replace(before, dice=False))
    later = tuple(place for place in before.places if place > event.place)
    return replace(listening, unheard=replace(before, places=later))


_APPLY: Mapping[type, Callable[[Listening, Any], Listening]] = {
    DevicesSetUp: _set_up,
    DeviceIncident: _incident,
    DeviceAsked: _asked,
    DeviceSettled: _settled,
    KeyedByHand: _keyed,
    DeviceConfirmed: _confirmed,
}

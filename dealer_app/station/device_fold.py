"""The fold of device events: lines and errors, the question queue, setups and hand dealing."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from dealer_app.device_questions import (
    DeviceKind,
    DeviceRecord,
    Link,
    ListeningState,
    PendingReports,
    QueueEntry,
    read_facts,
    read_secrets,
)
from dealer_app.domain.values import replace
from dealer_app.people.events import DealerRelieved, PeopleEvent, SessionBegun, SessionEnd, SessionEnded
from dealer_app.station_events import (
    DeviceAsked,
    DeviceConfirmed,
    DeviceIncident,
    DeviceSettled,
    DevicesSetUp,
    HandDealingAllowed,
    Incident,
    KeyedByHand,
)

DeviceEvent = DevicesSetUp | DeviceIncident | DeviceAsked | DeviceSettled | KeyedByHand | DeviceConfirmed


def apply_device_event(listening: ListeningState, event: DeviceEvent) -> ListeningState:
    return _APPLY_DEVICE_EVENT[type(event)](listening, event)


def _apply_devices(listening: ListeningState, event: DevicesSetUp) -> ListeningState:
    """A device that is not set up any more counts as lost, whatever its line was before."""
    known = {
        name: device if name in event.devices else replace(device, link=Link.LOST)
        for name, device in listening.devices.items()
    }
    return replace(listening, devices=known)


def _apply_incident(listening: ListeningState, event: DeviceIncident) -> ListeningState:
    before = listening.devices.get(event.device, DeviceRecord(link=Link.LOST))
    return replace(listening, devices={**listening.devices, event.device: _update_record(before, event)})


def _update_record(before: DeviceRecord, event: DeviceIncident) -> DeviceRecord:
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
            return DeviceRecord(link=before.link, identity=before.identity, refused=before.refused)


def _apply_question(listening: ListeningState, event: DeviceAsked) -> ListeningState:
    entry = QueueEntry(
        number=event.number,
        device=event.device,
        what=event.what,
        question=event.question,
        round=event.round,
        facts=read_facts(event.facts),
        hidden=read_secrets(event.hidden),
        source=event.source,
    )
    asked = max(listening.asked, event.number)
    if any(one.number == event.number for one in listening.row):
        row = tuple(entry if one.number == event.number else one for one in listening.row)
    else:
        row = (entry, *listening.row) if event.front else (*listening.row, entry)
    return replace(listening, row=row, asked=asked)


def _apply_settlement(listening: ListeningState, event: DeviceSettled) -> ListeningState:
    return replace(listening, row=tuple(one for one in listening.row if one.number != event.number))


def _apply_keyed(listening: ListeningState, event: KeyedByHand) -> ListeningState:
    return replace(listening, unheard=PendingReports(round=event.round, places=event.places, dice=event.dice))


def _apply_confirmation(listening: ListeningState, event: DeviceConfirmed) -> ListeningState:
    """Cards are reported in their order: earlier ones will not be reported any more."""
    before = listening.unheard
    if before.round != event.round:
        return listening
    if event.place is None:
        return replace(listening, unheard=replace(before, dice=False))
    later = tuple(place for place in before.places if place > event.place)
    return replace(listening, unheard=replace(before, places=later))


_APPLY_DEVICE_EVENT: Mapping[type, Callable[[ListeningState, Any], ListeningState]] = {
    DevicesSetUp: _apply_devices,
    DeviceIncident: _apply_incident,
    DeviceAsked: _apply_question,
    DeviceSettled: _apply_settlement,
    KeyedByHand: _apply_keyed,
    DeviceConfirmed: _apply_confirmation,
}


DeviceKinds = Mapping[str, DeviceKind | None]
"""By name, what each is; None where a journal of before names a device alone."""


class DeviceSetup(Struct, frozen=True, kw_only=True):
    """What the last start has set up, and what the table that is open has had since it was opened."""

    now: DeviceKinds = field(default_factory=dict)
    at_table: DeviceKinds = field(default_factory=dict)


def start_devices(before: DeviceSetup, event: DevicesSetUp, *, is_open: bool) -> DeviceSetup:
    """These are set up, and no others."""
    return DeviceSetup(now=event.devices, at_table={**before.at_table, **event.devices} if is_open else {})


def add_device(before: DeviceSetup, event: DeviceIncident, *, is_open: bool) -> DeviceSetup:
    """Something became of it, so it is set up: in a journal of before nothing else says so."""
    if event.device in before.now:
        return before
    came: DeviceKinds = {event.device: None}
    return DeviceSetup(now={**before.now, **came}, at_table={**before.at_table, **came} if is_open else {})


def open_table_devices(before: DeviceSetup) -> DeviceSetup:
    return before if before.at_table == before.now else replace(before, at_table=before.now)


def clear_table_devices(before: DeviceSetup) -> DeviceSetup:
    return replace(before, at_table={})


def absent_device_names(before: DeviceSetup, here: Mapping[str, DeviceKind], kind: DeviceKind) -> tuple[str, ...]:
    """The devices of this kind that the open table has had, where none of that kind is here; one unknown may be it."""
    if kind in here.values():
        return ()
    return tuple(name for name, each in before.at_table.items() if each in (kind, None))


class HandDealing(Struct, frozen=True, kw_only=True):
    """The approval to key by hand while devices are lost: which devices, who keys, where, and whose approval it is."""

    devices: tuple[str, ...]
    dealer: str
    terminal: str
    approved_by: str
    approval: int


HandDealings = Mapping[DeviceKind, HandDealing]
"""By the kind of the device in whose stead somebody keys."""


def allow_hand_dealing(now: HandDealings, event: HandDealingAllowed) -> HandDealings:
    given = HandDealing(
        devices=event.devices,
        dealer=event.dealer,
        terminal=event.terminal,
        approved_by=event.approved_by,
        approval=event.approval,
    )
    return {**now, event.kind: given}


def end_with_device(now: HandDealings, event: DeviceIncident, kind: DeviceKind | None) -> HandDealings:
    """A device that connects ends the approval to key in the place of its kind, also if given for another device.

    An older journal does not say which kind it is: then it ends the approvals that name the device, or name none.
    """
    if event.incident is not Incident.CONNECTED:
        return now
    if kind is not None:
        return {each: allowed for each, allowed in now.items() if each is not kind} if now else now
    return _keep_permissions(now, lambda each: bool(each.devices) and event.device not in each.devices)


def end_with_dealer(now: HandDealings, event: PeopleEvent) -> HandDealings:
    """Another dealer comes, or this one leaves."""
    match event:
        case SessionEnded(badge=badge, terminal=terminal, why=why) if why is not SessionEnd.RESTART:
            return _keep_permissions(now, lambda each: (each.dealer, each.terminal) != (badge, terminal))
        case SessionBegun(badge=badge, terminal=terminal):
            return _keep_permissions(now, lambda each: each.dealer == badge or each.terminal != terminal)
        case DealerRelieved(incoming=incoming, terminal=terminal):
            return _keep_permissions(now, lambda each: each.dealer == incoming or each.terminal != terminal)
        case _:
            return now


def end_with_shoe(now: HandDealings) -> HandDealings:
    """The shoe has ended: what was allowed in place of one is over."""
    return {kind: each for kind, each in now.items() if kind is not DeviceKind.SHOE}


def _keep_permissions(now: HandDealings, stays: Callable[[HandDealing], bool]) -> HandDealings:
    return {kind: each for kind, each in now.items() if stays(each)} if now else now

"""Who keys cards or dice by himself while no device can be heard: as the journal says that it was allowed, and ended.

One approval lasts until one of the devices is heard again, another dealer comes, the shoe ends or the table is closed.
A restart alone ends nothing: the dealer who signs in again deals on.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from dealer_app.people.events import DealerRelieved, PeopleEvent, SessionBegun, SessionEnd, SessionEnded
from dealer_app.station.facts import DeviceIncident, HandDealingAllowed, Incident
from dealer_app.station.listening.kinds import DeviceKind


class HandDealing(Struct, frozen=True, kw_only=True):
    """Of which devices none is heard, who keys in their stead, where, and by whose approval of which number."""

    devices: tuple[str, ...]
    dealer: str
    terminal: str
    approved_by: str
    approval: int


ByHand = Mapping[DeviceKind, HandDealing]
"""By the kind of the device in whose stead somebody keys."""


def allowed(now: ByHand, event: HandDealingAllowed) -> ByHand:
    given = HandDealing(
        devices=event.devices,
        dealer=event.dealer,
        terminal=event.terminal,
        approved_by=event.approved_by,
        approval=event.approval,
    )
    return {**now, event.kind: given}


def after_incident(now: ByHand, event: DeviceIncident, kind: DeviceKind | None) -> ByHand:
    """A device that is heard ends what was allowed in the stead of its kind, also of another one.

    Of which kind it is a journal of before does not say: then it ends what names it, or names none.
    """
    if event.incident is not Incident.CONNECTED:
        return now
    if kind is not None:
        return {each: allowed for each, allowed in now.items() if each is not kind} if now else now
    return _kept(now, lambda each: bool(each.devices) and event.device not in each.devices)


def after_people(now: ByHand, event: PeopleEvent) -> ByHand:
    """Another dealer comes, or this one leaves."""
    match event:
        case SessionEnded(badge=badge, terminal=terminal, why=why) if why is not SessionEnd.RESTART:
            return _kept(now, lambda each: (each.dealer, each.terminal) != (badge, terminal))
        case SessionBegun(badge=badge, terminal=terminal):
            return _kept(now, lambda each: each.dealer == badge or each.terminal != terminal)
        case DealerRelieved(incoming=incoming, terminal=terminal):
            return _kept(now, lambda each: each.dealer == incoming or each.terminal != terminal)
        case _:
            return now


def without_shoe(now: ByHand) -> ByHand:
    """The shoe has ended: what was allowed in place of one is over."""
    return {kind: each for kind, each in now.items() if kind is not DeviceKind.SHOE}


def _kept(now: ByHand, stays: Callable[[HandDealing], bool]) -> ByHand:
    return {kind: each for kind, each in now.items() if stays(each)} if now else now

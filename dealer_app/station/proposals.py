"""What two people decide together, away from a round: limits, readings, people, their locks, the head, some settings.

A proposal lives until the station stops; what was agreed and not yet carried out has then to be asked again.
"""

import json

from msgspec import Struct

from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.journal.wire import to_plain
from dealer_app.people.accounts import AccountChange, asked_for
from dealer_app.people.requests import Asked, Item
from dealer_app.people.unlocking import asked_to_unlock
from dealer_app.station.backups import plan_text
from dealer_app.station.facts import BackupsPlanned, RulebookInForce
from dealer_app.station.state import StationState


class ProposeLimits(Struct, frozen=True, kw_only=True):
    """The sign at this table is to show these limits."""

    table: str
    limits: TableLimits


class ProposeRulings(Struct, frozen=True, kw_only=True):
    """This document is to be read so, by this very file."""

    read: RulebookInForce


class ProposePeople(Struct, frozen=True, kw_only=True):
    change: AccountChange


class ProposeSetting(Struct, frozen=True, kw_only=True):
    """A setting that no manager changes alone is to have this value."""

    setting: str
    value: int


class ProposeUnlock(Struct, frozen=True, kw_only=True):
    """A person who is locked out is to be so no longer."""

    badge: str


class ProposeSecondHead(Struct, frozen=True, kw_only=True):
    """The head is to be kept a second time in this file; empty: in none."""

    file: str


class ProposeWithoutSecondHead(Struct, frozen=True, kw_only=True):
    """The station is to start for a while without its second head, which cannot be reached."""

    since: int
    until: int


class ProposeVolume(Struct, frozen=True, kw_only=True):
    """The journal is to go on in a volume of this number."""

    volume: int


class ProposeBackups(Struct, frozen=True, kw_only=True):
    """Copies of the journal are to be made by the station itself, so often, in this place; empty: no more."""

    place: str
    mark: str
    hours: int
    most: int


Proposal = (
    ProposeLimits
    | ProposeRulings
    | ProposePeople
    | ProposeSetting
    | ProposeUnlock
    | ProposeSecondHead
    | ProposeWithoutSecondHead
    | ProposeVolume
    | ProposeBackups
)


def asked_now(state: StationState, proposal: Proposal) -> Asked:
    """What this proposal asks, on what is so now."""
    match proposal:
        case ProposeLimits(table=table, limits=limits):
            before = state.limits.get(table, "")
            return _asked(Item.LIMITS, f"limits of {table}", before, limits_text(limits))
        case ProposeRulings(read=read):
            known = state.confirmed.get(read.game)
            before = "" if known is None else _read_text(known)
            return _asked(Item.RULINGS, f"rulings of {read.game}", before, _read_text(read))
        case ProposeSetting(setting=setting, value=value):
            return _asked(Item.SETTING, f"setting {setting}", state.settings.get(setting, ""), str(value))
        case ProposePeople(change=change):
            return asked_for(state.people, change)
        case ProposeSecondHead(file=file):
            return _asked(Item.SECOND_HEAD, "where the head is kept a second time", state.second_head, file)
        case ProposeWithoutSecondHead(since=since, until=until):
            what = f"start without {state.second_head}"
            return _asked(Item.WITHOUT_SECOND_HEAD, what, "", f"from {since} to {until}")
        case ProposeVolume(volume=volume):
            return _asked(Item.NEW_VOLUME, "a new volume of the journal", str(volume - 1), str(volume))
        case ProposeBackups():
            after = BackupsPlanned(
                place=proposal.place, mark=proposal.mark, hours=proposal.hours, most=proposal.most, approval=0
            )
            return _asked(Item.BACKUPS, "scheduled backups", plan_text(state.backups), plan_text(after))
        case ProposeUnlock(badge=badge):
            return asked_to_unlock(state.people, badge)


def _asked(item: Item, what: str, before: str, after: str) -> Asked:
    return Asked(item=item, what=what, before=before, after=after, clause=HOUSE_POLICY)


def limits_text(limits: TableLimits) -> str:
    """Limits as they are asked and compared: the same limits are always the same text."""
    wire = to_plain(limits, TableLimits)
    return json.dumps(wire, sort_keys=True, separators=(",", ":"))


def _read_text(read: RulebookInForce) -> str:
    return f"{read.fingerprint} {' '.join(f'{number}={option}' for number, option in read.rulings)}".rstrip()

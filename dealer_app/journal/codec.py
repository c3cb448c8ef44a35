"""Events to records and back: the body of an event as JSON, what is sealed in it apart from it.

A sealed card, and what an open case or a question about a device remembers of a card that nobody may know, stand in the
body by their digest only; value and salt lie in the journal's table `sealed` (written in the same transaction) and come
back from there.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import events, mending_events
from dealer_app.domain.round.state import Seal
from dealer_app.domain.values import dataclass
from dealer_app.journal.event_names import BY_CLASS, NAMES, UPCASTS, Body
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.record import Entry, Record, Sealed
from dealer_app.journal.trouble import Fault, JournalError
from dealer_app.journal.wire import converter, typed_decoder, typed_encoder
from dealer_app.station.facts import DeviceAsked

Find = Callable[[str], tuple[str, str]]
"""The value and the salt behind a digest."""

_json = msgspec.json.Encoder()
_read = msgspec.json.Decoder()


class UnknownEventError(JournalError):
    """The journal holds an event that this program does not know: a newer one has written it."""

    def __init__(self, name: str, version: int) -> None:
        known = f"{name} {NAMES[name].version}" if name in NAMES else "–"
        super().__init__(Fault.NEWER, {"file": DATABASE, "version": f"{name} {version}", "known": known})
        self.name = name
        self.version = version


def encode(event: object) -> Record:
    """The record of an event."""
    kind = type(event)
    write = _WRITTEN.get(kind) or _written(kind)
    body, sealed = write(event)
    named = BY_CLASS[kind]
    return Record(name=named.name, version=named.version, body=body.decode(), sealed=sealed)


def decode(entry: Entry, find: Find) -> object:
    """The event of an entry; what is sealed in it is found by its digest."""
    return decoded(entry.name, entry.version, entry.body, find)


def decoded(name: str, version: int, body: str, find: Find) -> object:
    known = _KNOWN.get(name) or _known(name, version)
    if known.direct is not None and version == known.version:
        event = known.direct(body)
    else:
        wire = _read.decode(body)
        if version != known.version:
            wire = _raised(wire, known, version)
        event = (known.made or _made(known.event))(wire, known.event)
    return event if known.opened is None else known.opened(event, find)


@dataclass(frozen=True, slots=True)
class _Known:
    """A name, ready to be read: straight into its class, or through the converter."""

    event: type
    version: int
    direct: Callable[[str], object] | None
    opened: Callable[[Any, Find], object] | None
    """Where something of it may lie apart."""
    made: Callable[[Any, Any], object] | None
    """Where it is not read straight."""


_KNOWN: dict[str, _Known] = {}
"""Filled as names are met: a converter takes a moment to be made for each class. Bounded by the names there are."""
_Written = tuple[bytes, tuple[Sealed, ...]]
_WRITTEN: dict[type, Callable[[Any], _Written]] = {}


def _written(event: type) -> Callable[[Any], _Written]:
    """How an event of this class is written: straight, through the converter, or with something of it apart."""
    direct = typed_encoder(event)
    if event in _SEALED:
        _WRITTEN[event] = _sealing(event, direct)
    elif direct is not None:
        _WRITTEN[event] = _straight(direct)
    else:
        _WRITTEN[event] = _through_the_converter(event)
    return _WRITTEN[event]


def _straight(encode: Callable[[object], bytes]) -> Callable[[Any], _Written]:
    return lambda event: (encode(event), ())


def _through_the_converter(event: type) -> Callable[[Any], _Written]:
    to_wire = converter().get_unstructure_hook(event)
    return lambda event: (_json.encode(to_wire(event)), ())


def _sealing(kind: type, direct: Callable[[object], bytes] | None) -> Callable[[Any], _Written]:
    """Nearly every card lies open, and is written straight."""
    seal, _ = _SEALED[kind]
    straight = direct if kind in _SEALED_CARDS else None

    def write(event: Any) -> _Written:
        if straight is not None and event.seal is None:
            return straight(event), ()
        body, sealed = seal(converter().get_unstructure_hook(kind)(event))
        return _json.encode(body), sealed

    return write


def _known(name: str, version: int) -> _Known:
    named = NAMES.get(name)
    if named is None:
        raise UnknownEventError(name, version)
    _, opened = _SEALED.get(named.event, (None, None))
    direct = typed_decoder(named.event)
    read, made = (None, _made(named.event)) if direct is None else (direct.decode, None)
    known = _KNOWN[name] = _Known(named.event, named.version, read, opened, made)
    return known


@cache
def _made(event: type) -> Callable[[Any, Any], object]:
    return converter().get_structure_hook(event)


def _raised(wire: Body, known: _Known, version: int) -> Body:
    name = BY_CLASS[known.event].name
    for old in range(version, known.version):
        wire = UPCASTS[name, old](wire)
    if version > known.version:
        raise UnknownEventError(name, version)
    return wire


# What is sealed


def hidden_sealed(hidden: Mapping[str, str]) -> Sealed:
    """What a case or a question remembers and nobody may see yet, as the table `sealed` keeps it."""
    value, salt = _json.encode(hidden).decode(), hidden.get("salt", "")
    return Sealed(sha256((salt + value).encode()).hexdigest(), value, salt)


def hidden_from(digest: Mapping[str, str], find: Find) -> Mapping[str, str]:
    """The inverse of `hidden_sealed`, for what stands by its digest alone."""
    value, _ = find(digest["digest"])
    hidden: dict[str, str] = _read.decode(value)
    return hidden


def _seal_card(body: Body) -> tuple[Body, tuple[Sealed, ...]]:
    seal, card = body["seal"], body["card"]
    if seal is None or card is None:
        return body, ()
    body = {**body, "card": None, "seal": {"digest": seal["digest"]}}
    return body, (Sealed(seal["digest"], card, seal["salt"]),)


def _card_opened(event: Any, find: Find) -> object:
    seal = event.seal
    if seal is None or seal.salt:
        return event
    value, salt = find(seal.digest)
    return replace(event, card=CARDS[value], seal=Seal(seal.digest, salt))


def _seal_case(body: Body) -> tuple[Body, tuple[Sealed, ...]]:
    hidden = body["case"]["hidden"]
    if not hidden:
        return body, ()
    sealed = hidden_sealed(hidden)
    return {**body, "case": {**body["case"], "hidden": {"digest": sealed.digest}}}, (sealed,)


def _case_opened(event: events.CaseOpened, find: Find) -> object:
    case = event.case
    return replace(event, case=replace(case, hidden=hidden_from(case.hidden, find))) if case.hidden else event


def _seal_asked(body: Body) -> tuple[Body, tuple[Sealed, ...]]:
    body, sealed = _seal_case({"case": body})
    return body["case"], sealed


def _asked_opened(event: DeviceAsked, find: Find) -> object:
    return replace(event, hidden=hidden_from(event.hidden, find)) if event.hidden else event


_Sealing = Callable[[Body], tuple[Body, tuple[Sealed, ...]]]
_Opening = Callable[[Any, Find], object]

_SEALED_CARDS: Mapping[type, tuple[_Sealing, _Opening]] = {
    events.CardDrawn: (_seal_card, _card_opened),
    events.CardCarriedIn: (_seal_card, _card_opened),
    mending_events.CardHeldOver: (_seal_card, _card_opened),
}
assert _SEALED_CARDS.keys() == {
    event for event in BY_CLASS if any(field.type == Seal | None for field in fields(event))
}, "a card that may keep its seal is written apart, whichever event tells of it; only CardUnsealed tells it to all"

_SEALED: Mapping[type, tuple[_Sealing, _Opening]] = {
    **_SEALED_CARDS,
    events.CaseOpened: (_seal_case, _case_opened),
    DeviceAsked: (_seal_asked, _asked_opened),
}

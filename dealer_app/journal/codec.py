"""Events to records and back: the body of an event as JSON, what is sealed in it apart from it.

A sealed card, and what an open case or a question about a device remembers of a card that nobody may know, stand in the
body by their digest only; value and salt lie in the journal's table `sealed` (written in the same transaction) and come
back from there.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import events, mending_events
from dealer_app.domain.round.state import Seal
from dealer_app.domain.values import replace
from dealer_app.journal.event_names import BY_CLASS, NAMES, UPCASTS, Body
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.record import Entry, Record, Sealed
from dealer_app.journal.trouble import Fault, JournalError
from dealer_app.journal.wire import from_plain, reader, writer
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
    if version == known.version:
        event = known.read(body)
    else:
        event = from_plain(_raised(_read.decode(body), known, version), known.event)
    return event if known.opened is None else known.opened(event, find)


class _Known(Struct, frozen=True):
    """A name, ready to be read."""

    event: type
    version: int
    read: Callable[[str], object]
    opened: Callable[[Any, Find], object] | None
    """Where something of it may lie apart."""


_KNOWN: dict[str, _Known] = {}
"""Filled as names are met: a reader takes a moment to be made for each class. Bounded by the names there are."""
_Written = tuple[bytes, tuple[Sealed, ...]]
_Apart = tuple[Any, tuple[Sealed, ...]]
_WRITTEN: dict[type, Callable[[Any], _Written]] = {}


def _written(event: type) -> Callable[[Any], _Written]:
    """How an event of this class is written: whole, or with something of it apart."""
    write = writer(event)
    apart, _ = _SEALED.get(event, (_nothing_apart, None))

    def written(event: object) -> _Written:
        told, sealed = apart(event)
        return write(told), sealed

    _WRITTEN[event] = written
    return written


def _known(name: str, version: int) -> _Known:
    named = NAMES.get(name)
    if named is None:
        raise UnknownEventError(name, version)
    _, opened = _SEALED.get(named.event, (None, None))
    known = _KNOWN[name] = _Known(named.event, named.version, reader(named.event), opened)
    return known


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
    value, salt = _json.encode(dict(hidden)).decode(), hidden.get("salt", "")
    return Sealed(sha256((salt + value).encode()).hexdigest(), value, salt)


def hidden_from(digest: Mapping[str, str], find: Find) -> Mapping[str, str]:
    """The inverse of `hidden_sealed`, for what stands by its digest alone."""
    value, _ = find(digest["digest"])
    hidden: dict[str, str] = _read.decode(value)
    return hidden


def _nothing_apart(event: Any) -> _Apart:
    return event, ()


def _card_apart(event: Any) -> _Apart:
    """Of a card that is sealed the digest alone."""
    seal, card = event.seal, event.card
    if seal is None or card is None:
        return event, ()
    return replace(event, card=None, seal=Seal(seal.digest)), (Sealed(seal.digest, card.text, seal.salt),)


def _card_opened(event: Any, find: Find) -> object:
    seal = event.seal
    if seal is None or seal.salt:
        return event
    value, salt = find(seal.digest)
    return replace(event, card=CARDS[value], seal=Seal(seal.digest, salt))


def _case_apart(event: events.CaseOpened) -> _Apart:
    if not event.case.hidden:
        return event, ()
    sealed = hidden_sealed(event.case.hidden)
    return replace(event, case=replace(event.case, hidden={"digest": sealed.digest})), (sealed,)


def _case_opened(event: events.CaseOpened, find: Find) -> object:
    case = event.case
    return replace(event, case=replace(case, hidden=hidden_from(case.hidden, find))) if case.hidden else event


def _asked_apart(event: DeviceAsked) -> _Apart:
    if not event.hidden:
        return event, ()
    sealed = hidden_sealed(event.hidden)
    return replace(event, hidden={"digest": sealed.digest}), (sealed,)


def _asked_opened(event: DeviceAsked, find: Find) -> object:
    return replace(event, hidden=hidden_from(event.hidden, find)) if event.hidden else event


_SEALED_CARDS: Mapping[type, tuple[Callable[[Any], _Apart], Callable[[Any, Find], object]]] = {
    events.CardDrawn: (_card_apart, _card_opened),
    events.CardCarriedIn: (_card_apart, _card_opened),
    mending_events.CardHeldOver: (_card_apart, _card_opened),
}
assert _SEALED_CARDS.keys() == {
    event for event in BY_CLASS if any(field.type == Seal | None for field in fields(event))
}, "a card that may keep its seal is written apart, whichever event tells of it; only CardUnsealed tells it to all"

_SEALED: Mapping[type, tuple[Callable[[Any], _Apart], Callable[[Any, Find], object]]] = {
    **_SEALED_CARDS,
    events.CaseOpened: (_case_apart, _case_opened),
    DeviceAsked: (_asked_apart, _asked_opened),
}

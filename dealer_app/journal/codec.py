"""Writes events as JSON and reads them back; what is sealed in them is kept apart.

A sealed card, and what an open case or a device question remembers of a card that nobody may know, are in
the body by their digest only. Value and salt are in the table `sealed`, written in the same transaction.

Sets are written sorted, mappings whose keys are no text as lists of pairs, exact amounts as numerator and
denominator. A value of one of several classes names its kind; classes are found by these kinds alone.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache, lru_cache
from hashlib import sha256
from types import UnionType
from typing import Any, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.state import Seal
from dealer_app.domain.values import replace
from dealer_app.journal.event_registry import EVENT_NAMES, NAMES_BY_CLASS, UPCASTS, EventBody
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.records import JournalEntry, Record, SealedValue
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.station_events import DeviceAsked

ValueLayout = Callable[[Any], Any]


def json_reader(kind: Any) -> Callable[[str | bytes], Any]:
    """Reads the JSON of a value of this type."""
    paired = _pair_layout(kind)
    if paired is None:
        return msgspec.json.Decoder(kind, dec_hook=_read_exact).decode
    return lambda text: from_plain(_decoder.decode(text), kind)


def json_writer(kind: Any) -> Callable[[Any], bytes]:
    """Writes a value of this type as JSON."""
    laid_out = _find_layout(kind)
    return _exact_encoder.encode if laid_out is None else lambda value: _exact_encoder.encode(laid_out(value))


def to_plain(value: Any, kind: Any = None) -> Any:
    """A value of this type as lists, dictionaries, texts and numbers; without a type it holds no set and no kinds."""
    laid_out = None if kind is None else _find_layout(kind)
    return msgspec.to_builtins(value if laid_out is None else laid_out(value), enc_hook=_write_exact)


def from_plain(plain: Any, kind: Any) -> Any:
    """The inverse of `to_plain`."""
    paired = _pair_layout(kind)
    return msgspec.convert(plain if paired is None else paired(plain), kind, dec_hook=_read_exact)


@lru_cache(maxsize=1_000)
def _make_fraction(numerator: int, denominator: int) -> Fraction:
    """The same few amounts come again and again; the ones that came last are at hand."""
    return Fraction(numerator, denominator)


def _read_exact(kind: type, plain: Any) -> Fraction:
    assert kind is Fraction, f"{kind} is read straight"
    return _make_fraction(*plain)


def _write_exact(value: object) -> object:
    match value:
        case Fraction():
            return [value.numerator, value.denominator]
        case _:
            assert isinstance(value, Mapping), f"{type(value)} is written straight"
            return dict(value)


_exact_encoder = msgspec.json.Encoder(enc_hook=_write_exact)


# What is laid out before it is written


@cache
def _find_layout(kind: Any) -> ValueLayout | None:
    """How a value of this type is laid out; None where it is written straight."""
    match _plain_kind(kind):
        case type() as struct if issubclass(struct, msgspec.Struct):
            return _struct_layout(struct)
        case (origin, of) if origin is frozenset:
            one = _find_layout(of[0]) or _keep_value
            return lambda values: sorted((to_plain(one(value)) for value in values), key=repr)
        case (origin, of) if origin is tuple:
            return _tuple_layout(of)
        case (origin, (key, of)) if origin is Mapping:
            kept = _find_layout(of)
            if not _is_text(key):
                kept = kept or _keep_value
                return lambda mapping: [[name, kept(value)] for name, value in mapping.items()]
            return kept and (lambda mapping: {name: kept(value) for name, value in mapping.items()})
        case (origin, of) if origin is Union:
            return _union_layout(of)
        case _:
            return None


def _struct_layout(struct: type[msgspec.Struct]) -> ValueLayout | None:
    """The kind comes last, as it always did."""
    config = struct.__struct_config__
    parts = [(field.name, _find_layout(field.type)) for field in fields(struct)]
    if config.tag is None and not any(laid_out for _, laid_out in parts):
        return None
    ways = [(name, laid_out or _keep_value) for name, laid_out in parts]
    kind = {} if config.tag is None else {config.tag_field: config.tag}
    return lambda value: {name: way(getattr(value, name)) for name, way in ways} | kind


def _tuple_layout(of: tuple[Any, ...]) -> ValueLayout | None:
    if of[-1:] == (...,):
        each = _find_layout(of[0])
        return each and (lambda values: [each(value) for value in values])
    ways = [_find_layout(one) for one in of]
    if not any(ways):
        return None
    return lambda values: [(way or _keep_value)(value) for way, value in zip(ways, values, strict=True)]


def _union_layout(of: tuple[Any, ...]) -> ValueLayout | None:
    """None, one class, or several that name their kind: each is laid out by its own class."""
    ways = {get_origin(one) or one: way for one in of if (way := _find_layout(one)) is not None}
    if not ways:
        return None
    assert len(ways) == 1 or all(isinstance(one, type) for one in ways), f"{of} cannot be told apart"
    only = next(iter(ways.values())) if len(ways) == 1 and len(of) == 2 and type(None) in of else None
    if only is not None:
        return lambda value: None if value is None else only(value)
    return lambda value: ways.get(type(value), _keep_value)(value)


# What is put back before it is read


@cache
def _pair_layout(kind: Any) -> ValueLayout | None:
    """How lists of pairs in the JSON of this type become mappings again; None where there is none."""
    match _plain_kind(kind):
        case type() as struct if issubclass(struct, msgspec.Struct):
            ways = {field.name: way for field in fields(struct) if (way := _pair_layout(field.type)) is not None}
            return (lambda plain: _apply_layouts(plain, ways)) if ways else None
        case (origin, of) if origin is tuple and of[-1:] == (...,):
            each = _pair_layout(of[0])
            return each and (lambda plain: [each(one) for one in plain])
        case (origin, (key, of)) if origin is Mapping:
            kept = _pair_layout(of) or _keep_value
            if not _is_text(key):
                return lambda plain: {_hashable(name): kept(value) for name, value in plain}
            return None if kept is _keep_value else lambda plain: {name: kept(value) for name, value in plain.items()}
        case (origin, of) if origin is Union:
            ways_of = [way for one in of if (way := _pair_layout(one)) is not None]
            assert len(ways_of) <= 1, f"{kind} holds several classes with pairs"
            return (lambda plain: None if plain is None else ways_of[0](plain)) if ways_of else None
        case _:
            return None


def _apply_layouts(plain: Any, ways: Mapping[str, ValueLayout]) -> Any:
    return {name: ways[name](value) if name in ways else value for name, value in plain.items()}


def _hashable(name: Any) -> Any:
    return tuple(name) if isinstance(name, list) else name


# Types


def _plain_kind(kind: Any) -> Any:
    """A class as it is, and what is made of others as what it is and of what."""
    while hasattr(kind, "__supertype__"):
        kind = kind.__supertype__
    origin = get_origin(kind)
    if origin is None:
        return kind
    return (Union if origin is UnionType else origin), get_args(kind)


def _is_text(key: Any) -> bool:
    plain = _plain_kind(key)
    return plain is str or (isinstance(plain, type) and issubclass(plain, Enum))


def _keep_value(value: Any) -> Any:
    return value


FindSealed = Callable[[str], tuple[str, str]]
"""The value and the salt behind a digest."""

_plain_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder()


class UnknownEventError(JournalError):
    """The journal holds an event that this program does not know: a newer one has written it."""

    def __init__(self, name: str, version: int) -> None:
        known = f"{name} {EVENT_NAMES[name].version}" if name in EVENT_NAMES else "–"
        super().__init__(JournalFault.NEWER, {"file": DATABASE, "version": f"{name} {version}", "known": known})
        self.name = name
        self.version = version


def encode(event: object) -> Record:
    """The record of an event."""
    kind = type(event)
    write = _WRITERS.get(kind) or _make_writer(kind)
    body, sealed = write(event)
    named = NAMES_BY_CLASS[kind]
    return Record(name=named.name, version=named.version, body=body.decode(), sealed=sealed)


def decode(entry: JournalEntry, find: FindSealed) -> object:
    """The event of an entry; what is sealed in it is found by its digest."""
    return decode_body(entry.name, entry.version, entry.body, find)


def decode_body(name: str, version: int, body: str, find: FindSealed) -> object:
    known = _READERS.get(name) or _find_reader(name, version)
    if version == known.version:
        event = known.read(body)
    else:
        event = from_plain(_upcast(_decoder.decode(body), known, version), known.event)
    return event if known.opened is None else known.opened(event, find)


class _EventReader(Struct, frozen=True):
    """A name, ready to be read."""

    event: type
    version: int
    read: Callable[[str], object]
    opened: Callable[[Any, FindSealed], object] | None
    """Where something of it may lie apart."""


_READERS: dict[str, _EventReader] = {}
"""Filled as names are met: a reader takes a moment to be made for each class. Bounded by the names there are."""
_WrittenBody = tuple[bytes, tuple[SealedValue, ...]]
_SplitEvent = tuple[Any, tuple[SealedValue, ...]]
_WRITERS: dict[type, Callable[[Any], _WrittenBody]] = {}


def _make_writer(event: type) -> Callable[[Any], _WrittenBody]:
    """How an event of this class is written: whole, or with something of it apart."""
    write = json_writer(event)
    apart, _ = _SEALED_EVENTS.get(event, (_split_nothing, None))

    def written(event: object) -> _WrittenBody:
        body, sealed = apart(event)
        return write(body), sealed

    _WRITERS[event] = written
    return written


def _find_reader(name: str, version: int) -> _EventReader:
    named = EVENT_NAMES.get(name)
    if named is None:
        raise UnknownEventError(name, version)
    _, opened = _SEALED_EVENTS.get(named.event, (None, None))
    known = _READERS[name] = _EventReader(named.event, named.version, json_reader(named.event), opened)
    return known


def _upcast(wire: EventBody, known: _EventReader, version: int) -> EventBody:
    name = NAMES_BY_CLASS[known.event].name
    for old in range(version, known.version):
        wire = UPCASTS[name, old](wire)
    if version > known.version:
        raise UnknownEventError(name, version)
    return wire


# What is sealed


def seal_hidden(hidden: Mapping[str, str]) -> SealedValue:
    """What a case or a question remembers and nobody may see yet, as the table `sealed` keeps it."""
    value, salt = _plain_encoder.encode(dict(hidden)).decode(), hidden.get("salt", "")
    return SealedValue(sha256((salt + value).encode()).hexdigest(), value, salt)


def open_hidden(digest: Mapping[str, str], find: FindSealed) -> Mapping[str, str]:
    """The inverse of `seal_hidden`, for a value of which only the digest is given."""
    value, _ = find(digest["digest"])
    hidden: dict[str, str] = _decoder.decode(value)
    return hidden


def _split_nothing(event: Any) -> _SplitEvent:
    return event, ()


def _split_card(event: Any) -> _SplitEvent:
    """Of a card that is sealed the digest alone."""
    seal, card = event.seal, event.card
    if seal is None or card is None:
        return event, ()
    return replace(event, card=None, seal=Seal(seal.digest)), (SealedValue(seal.digest, card.text, seal.salt),)


def _open_card(event: Any, find: FindSealed) -> object:
    seal = event.seal
    if seal is None or seal.salt:
        return event
    value, salt = find(seal.digest)
    return replace(event, card=CARDS[value], seal=Seal(seal.digest, salt))


def _split_case(event: events.CaseOpened) -> _SplitEvent:
    if not event.case.hidden:
        return event, ()
    sealed = seal_hidden(event.case.hidden)
    return replace(event, case=replace(event.case, hidden={"digest": sealed.digest})), (sealed,)


def _open_case(event: events.CaseOpened, find: FindSealed) -> object:
    case = event.case
    return replace(event, case=replace(case, hidden=open_hidden(case.hidden, find))) if case.hidden else event


def _split_question(event: DeviceAsked) -> _SplitEvent:
    if not event.hidden:
        return event, ()
    sealed = seal_hidden(event.hidden)
    return replace(event, hidden={"digest": sealed.digest}), (sealed,)


def _open_question(event: DeviceAsked, find: FindSealed) -> object:
    return replace(event, hidden=open_hidden(event.hidden, find)) if event.hidden else event


_SEALED_CARDS: Mapping[type, tuple[Callable[[Any], _SplitEvent], Callable[[Any, FindSealed], object]]] = {
    events.CardDrawn: (_split_card, _open_card),
    events.CardCarriedIn: (_split_card, _open_card),
    correction_events.CardHeldOver: (_split_card, _open_card),
}
assert _SEALED_CARDS.keys() == {
    event for event in NAMES_BY_CLASS if any(field.type == Seal | None for field in fields(event))
}, "a card that may keep its seal is written apart, whichever event tells of it; only CardUnsealed tells it to all"

_SEALED_EVENTS: Mapping[type, tuple[Callable[[Any], _SplitEvent], Callable[[Any, FindSealed], object]]] = {
    **_SEALED_CARDS,
    events.CaseOpened: (_split_case, _open_case),
    DeviceAsked: (_split_question, _open_question),
}

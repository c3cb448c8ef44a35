"""Values as the journal writes them: plain JSON from frozen dataclasses, and back.

One converter for events and for snapshots. A card is its two characters, an exact amount its numerator and
denominator, a mapping whose keys are no text a list of pairs, and where a field may be one of several classes the
value names its kind. Classes are found by these names alone, never by where they live in the program.
"""

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from cattrs import BaseConverter, Converter
from cattrs.strategies import configure_tagged_union

from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.round import needs, outage

KIND = "kind"

NEEDS: Mapping[str, type] = {
    "answer": needs.AnswerNeeded,
    "approval": needs.ApprovalNeeded,
    "inspection": needs.InspectionNeeded,
    "order": needs.OrderNeeded,
    "options": needs.OptionsNeeded,
    "reconstruction": needs.ReconstructionNeeded,
    "comparison": needs.ComparisonNeeded,
    "void": needs.VoidNeeded,
    "ruling": needs.RulingNeeded,
    "late-offer": needs.LateOfferNeeded,
    "intentions": needs.IntentionsNeeded,
    "attendance": needs.AttendanceNeeded,
    "cards-aside": needs.CardsAsideNeeded,
    "missing-card": needs.MissingCardNeeded,
    "replacement": needs.ReplacementNeeded,
    "reset": needs.ResetNeeded,
    "changes": needs.ChangesNeeded,
    "removal": needs.RemovalNeeded,
    "carried-card": needs.CarriedCardNeeded,
    "affected-rounds": needs.AffectedRoundsNeeded,
}
CORRECTIONS: Mapping[str, type] = {
    "bet": needs.BetCorrection,
    "card": needs.CardCorrection,
    "dice": needs.DiceCorrection,
    "late-part": needs.LatePart,
    "without-value": needs.WithoutValue,
    "tumble-counted": needs.TumbleCounted,
}

OUTAGE_ROUNDS: Mapping[str, type] = {"cards": outage.CardRound, "dice": outage.DiceRound}


def _tagged(converter: Converter, union: Any, names: Mapping[str, type]) -> None:
    assert set(get_args(union)) == set(names.values()), "every class of the union has one name"
    named = {cls: name for name, cls in names.items()}
    configure_tagged_union(union, converter, tag_generator=named.__getitem__, tag_name=KIND)


def _mapping_to_wire(cls: Any, converter: BaseConverter) -> Callable[[Mapping[Any, Any]], Any]:
    key, value = get_args(cls)
    one, other = converter.get_unstructure_hook(key), converter.get_unstructure_hook(value)
    if _is_text(key):
        return lambda mapping: {one(name): other(kept) for name, kept in mapping.items()}
    return lambda mapping: [[one(name), other(kept)] for name, kept in mapping.items()]


def _mapping_from_wire(cls: Any, converter: BaseConverter) -> Callable[[Any, Any], Mapping[Any, Any]]:
    key, value = get_args(cls)
    one, other = converter.get_structure_hook(key), converter.get_structure_hook(value)
    if _is_text(key):
        return lambda wire, _: {one(name, key): other(kept, value) for name, kept in wire.items()}
    return lambda wire, _: {one(name, key): other(kept, value) for name, kept in wire}


def _is_enum(cls: Any) -> bool:
    return isinstance(cls, type) and issubclass(cls, Enum)


def _enum_from_wire(cls: Any) -> Callable[[Any, Any], Enum]:
    """By a look into a mapping, which takes a third of the time that calling the class takes."""
    members = {member.value: member for member in cls}
    return lambda value, _: members[value]


def _made_of(origin: Any) -> Callable[[Any], bool]:
    return lambda cls: get_origin(cls) == origin


def _is_text(key: Any) -> bool:
    while hasattr(key, "__supertype__"):
        key = key.__supertype__
    return key is str or _is_enum(key) or key is Card


def _set_to_wire(cls: Any, converter: BaseConverter) -> Callable[[Any], list[Any]]:
    """Sorted, because the same set must always be the same bytes."""
    (of,) = get_args(cls)
    hook = converter.get_unstructure_hook(of)
    return lambda values: sorted((hook(value) for value in values), key=repr)


def typed_decoder(cls: type) -> msgspec.json.Decoder[Any] | None:
    """Reads bytes straight into a class, some three times faster; None where the class holds what msgspec cannot."""
    if _holds(cls, _NOT_DIRECT):
        return None
    return msgspec.json.Decoder(cls, dec_hook=_exact)


def _exact(cls: type, wire: Any) -> Fraction:
    assert cls is Fraction, f"{cls} is read by the converter"
    return _fraction(*wire)


def _fraction(numerator: int, denominator: int) -> Fraction:
    """Nearly all are whole, and those are made faster."""
    return Fraction(numerator) if denominator == 1 else Fraction(numerator, denominator)


_NOT_DIRECT = frozenset((Card, needs.Need, needs.Correction, needs.Correction | None, outage.OutageRound))
"""A card is written as text, though it is a dataclass, and unions of classes are told apart by their kind."""


def _holds(cls: Any, what: frozenset[Any]) -> bool:
    if cls in what:
        return True
    if is_dataclass(cls):
        return any(_holds(kind, what) for kind in get_type_hints(cls).values())
    parts = get_args(cls)
    keyed = get_origin(cls) is Mapping and not _is_text(parts[0])
    return keyed or any(_holds(part, what) for part in parts)


def make_converter() -> Converter:
    """A converter that knows the values of the domain; the people and the station need no more than it does."""
    converter = Converter(detailed_validation=False, forbid_extra_keys=True)
    converter.register_unstructure_hook(Card, lambda card: card.text)
    converter.register_structure_hook(Card, lambda text, _: CARDS[text])
    converter.register_unstructure_hook(Fraction, lambda exact: [exact.numerator, exact.denominator])
    converter.register_structure_hook(Fraction, lambda pair, _: _fraction(*pair))
    converter.register_structure_hook(Card | None, lambda text, _: None if text is None else CARDS[text])
    converter.register_structure_hook_factory(_is_enum, _enum_from_wire)
    converter.register_unstructure_hook_factory(_made_of(Mapping), _mapping_to_wire)
    converter.register_structure_hook_factory(_made_of(Mapping), _mapping_from_wire)
    converter.register_unstructure_hook_factory(_made_of(frozenset), _set_to_wire)
    _tagged(converter, needs.Correction, CORRECTIONS)
    converter.register_structure_hook(needs.Correction | None, _optional(converter, needs.Correction))
    converter.register_unstructure_hook(needs.Correction | None, _none_or(converter, needs.Correction))
    _tagged(converter, needs.Need, NEEDS)
    _tagged(converter, outage.OutageRound, OUTAGE_ROUNDS)
    return converter


def _optional(converter: Converter, union: Any) -> Callable[[Any, Any], Any]:
    return lambda wire, _: None if wire is None else converter.structure(wire, union)


def _none_or(converter: Converter, union: Any) -> Callable[[Any], Any]:
    return lambda value: None if value is None else converter.unstructure(value, unstructure_as=union)

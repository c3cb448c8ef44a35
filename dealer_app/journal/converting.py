"""Values as the journal writes them: plain JSON from frozen dataclasses, and back.

One converter for events and for snapshots. An exact amount is its numerator and denominator, a mapping whose keys are
no text a list of pairs, and where a field may be one of several classes the value names its kind. Classes are found by
these names alone, never by where they live in the program.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import Any, get_args, get_origin

from cattrs import BaseConverter, Converter
from cattrs.strategies import configure_tagged_union

from dealer_app.domain.round import needs, outage
from dealer_app.journal.wire import exact, is_enum, is_text

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
    "insurance": needs.InsuranceCorrection,
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
    if is_text(key):
        return lambda mapping: {one(name): other(kept) for name, kept in mapping.items()}
    return lambda mapping: [[one(name), other(kept)] for name, kept in mapping.items()]


def _mapping_from_wire(cls: Any, converter: BaseConverter) -> Callable[[Any, Any], Mapping[Any, Any]]:
    key, value = get_args(cls)
    one, other = converter.get_structure_hook(key), converter.get_structure_hook(value)
    if is_text(key):
        return lambda wire, _: {one(name, key): other(kept, value) for name, kept in wire.items()}
    return lambda wire, _: {one(name, key): other(kept, value) for name, kept in wire}


def _is_list(cls: Any) -> bool:
    return get_origin(cls) is tuple and get_args(cls)[-1] is ...


def _list_from_wire(cls: Any, converter: BaseConverter) -> Callable[[Any, Any], tuple[Any, ...]]:
    """What makes its parts is looked up once, not for each of them."""
    of, _ = get_args(cls)
    hook = converter.get_structure_hook(of)
    return lambda wire, _: tuple([hook(one, of) for one in wire])


def _enum_from_wire(cls: Any) -> Callable[[Any, Any], Enum]:
    """By a look into a mapping, which takes a third of the time that calling the class takes."""
    members = {member.value: member for member in cls}
    return lambda value, _: members[value]


def _made_of(origin: Any) -> Callable[[Any], bool]:
    return lambda cls: get_origin(cls) == origin


def _set_to_wire(cls: Any, converter: BaseConverter) -> Callable[[Any], list[Any]]:
    """Sorted, because the same set must always be the same bytes."""
    (of,) = get_args(cls)
    hook = converter.get_unstructure_hook(of)
    return lambda values: sorted((hook(value) for value in values), key=repr)


@cache
def converter() -> Converter:
    """A converter that knows the values of the domain; the people and the station need no more than it does."""
    made = Converter(detailed_validation=False, forbid_extra_keys=True)
    made.register_unstructure_hook(Fraction, lambda exact: [exact.numerator, exact.denominator])
    made.register_structure_hook(Fraction, lambda pair, _: exact(*pair))
    made.register_structure_hook_factory(is_enum, _enum_from_wire)
    made.register_unstructure_hook_factory(_made_of(Mapping), _mapping_to_wire)
    made.register_structure_hook_factory(_made_of(Mapping), _mapping_from_wire)
    made.register_unstructure_hook_factory(_made_of(frozenset), _set_to_wire)
    made.register_structure_hook_factory(_is_list, _list_from_wire)
    _tagged(made, needs.Correction, CORRECTIONS)
    made.register_structure_hook(needs.Correction | None, _optional(made, needs.Correction))
    made.register_unstructure_hook(needs.Correction | None, _none_or(made, needs.Correction))
    _tagged(made, needs.Need, NEEDS)
    _tagged(made, outage.OutageRound, OUTAGE_ROUNDS)
    return made


def _optional(converter: Converter, union: Any) -> Callable[[Any, Any], Any]:
    return lambda wire, _: None if wire is None else converter.structure(wire, union)


def _none_or(converter: Converter, union: Any) -> Callable[[Any], Any]:
    return lambda value: None if value is None else converter.unstructure(value, unstructure_as=union)

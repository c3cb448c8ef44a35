"""Checks of who decides what, and of how the document is read: roles, decisions, policies, rulings."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import Enum

from msgspec.structs import fields

from dealer_app.domain.baccarat.insurance import CapReading, OriginalReading
from dealer_app.domain.limits import DifferentialReading
from dealer_app.domain.policies import Policies
from dealer_app.domain.rulebook import House
from dealer_app.rulebooks.checks.repeats import repeated
from dealer_app.rulebooks.shape import RulebookShape

_NOT_IN_EVERY_BOOK = frozenset({"withdrawal_scope_order_lost", "withdrawal_scope_interruption"})
"""Points that only some of the baccarat documents speak of."""

_ALWAYS_DECIDED = ("uncovered_case", "void", "bet_correction", "claim")
"""What somebody must be able to decide at every table."""

_READINGS: Mapping[str, type[Enum]] = {"L4": DifferentialReading, "I6": CapReading, "I11": OriginalReading}
"""The rulings whose options change a calculation, with the readings that the calculation knows."""


def identity(book: RulebookShape) -> Iterator[str]:
    for field in fields(book.identity):
        if not getattr(book.identity, field.name).strip():
            yield f"identity.{field.name}: is empty"
    written = book.identity.effective
    try:
        effective = datetime.fromisoformat(written)
    except ValueError:
        yield f'identity.effective: "{written}" is not a date, or a date and time'
        return
    if "T" in written and effective.tzinfo is None:
        yield "identity.effective: the offset from UTC is missing, as in 2025-08-08T08:00+08:00"


def policies(book: RulebookShape) -> Iterator[str]:
    for field in fields(Policies):
        missing = getattr(book.policies, field.name) is None
        if book.house is House.TAI_SAI and not missing and field.default is None:
            yield f"policies.{field.name}: has no meaning in tai-sai"
        if book.house is House.BACCARAT and missing and field.name not in _NOT_IN_EVERY_BOOK:
            yield f"policies.{field.name}: missing"
    yield from _chosen_by_rulings(book)


def _chosen_by_rulings(book: RulebookShape) -> Iterator[str]:
    """A policy that follows a ruling has the value that the ruling has chosen, and knows all its options."""
    rulings_by_number = {ruling.number: ruling for ruling in book.rulings}
    for name, policy in book.policies.items():
        if policy.ruling is None:
            continue
        ruling = rulings_by_number.get(policy.ruling)
        values = {value.value for value in type(policy.value)}
        if ruling is None or ruling.chosen != policy.value.value or not set(ruling.options) <= values:
            yield f"policies.{name}.ruling: {policy.ruling} does not choose {policy.value.value}"


def people(book: RulebookShape) -> Iterator[str]:
    codes = {role.code for role in book.roles}
    for place, decision in enumerate(book.decisions):
        if decision.role not in codes:
            yield f'decisions[{place}].role: there is no role "{decision.role}"'
    yield from repeated("roles", (role.code for role in book.roles))
    yield from repeated("decisions", (decision.code for decision in book.decisions))
    for place, role in enumerate(book.roles):
        if role.rank < 1:
            yield f"roles[{place}].rank: must be at least 1"
    for code in _ALWAYS_DECIDED:
        if all(decision.code != code for decision in book.decisions):
            yield f'decisions: nobody decides "{code}"'
    lowest = min((role.rank for role in book.roles), default=0)
    for place, decision in enumerate(book.decisions):
        if decision.code in _ALWAYS_DECIDED and any(
            role.code == decision.role and role.rank == lowest for role in book.roles
        ):
            yield f'decisions[{place}].role: "{decision.code}" is not for the lowest role'


def rulings(book: RulebookShape) -> Iterator[str]:
    yield from repeated("rulings", (ruling.number for ruling in book.rulings))
    for ruling in book.rulings:
        if ruling.chosen not in ruling.options:
            yield f'rulings.{ruling.number}.chosen: "{ruling.chosen}" is not one of its options'
        yield from repeated(f"rulings.{ruling.number}.options", ruling.options)
        if not ruling.subject.strip():
            yield f"rulings.{ruling.number}.subject: is empty"
        reading = _READINGS.get(ruling.number)
        for option in ruling.options if reading is not None else ():
            if option not in {each.value for each in reading or ()}:
                yield f'rulings.{ruling.number}.options: no calculation knows "{option}"'

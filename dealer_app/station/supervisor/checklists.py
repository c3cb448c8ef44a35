"""The checklists of the house: gone through when a table opens and when it closes, and signed by a supervisor.

The items are data (`resources/checklists.toml`); all faults of a faulty file are named at once. Where the house has
switched it on, no table opens or closes without its list. Who inspected what is in the journal, by name and position.
"""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.values import replace
from dealer_app.station_events import ChecklistAnswer, ChecklistKind, ChecklistSigned

CHECKLISTS = "checklists"
"""The setting by which no table opens or closes without its list."""
NOT_NEEDED, NEEDED = 0, 1
MOST_ITEMS = 9
"""As many as there are digits to tick them."""
Checklists = Mapping[tuple[ChecklistKind, RuleFamily], tuple[str, ...]]


class ChecklistFaultsError(Exception):
    """A file of checklists that cannot be used, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


def read_checklists(text: str) -> Checklists:
    """The lists of a file, from its text. Raises ChecklistFaultsError with all that is wrong."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise ChecklistFaultsError((f"checklists.toml: {problem}",)) from None
    faults = tuple(_find_faults(tables))
    if faults:
        raise ChecklistFaultsError(faults)
    return {(kind, family): tuple(tables[kind.value][family.value]) for kind in ChecklistKind for family in RuleFamily}


def _find_faults(tables: Mapping[str, object]) -> Iterator[str]:
    kinds, families = ({each.value for each in enum} for enum in (ChecklistKind, RuleFamily))
    yield from (f"{name}: no such checklist" for name in tables if name not in kinds)
    for kind in sorted(kinds):
        lists = tables.get(kind)
        if not isinstance(lists, Mapping):
            yield f"{kind} is missing"
            continue
        yield from (f"{kind}.{name}: no such family of games" for name in lists if name not in families)
        for family in sorted(families):
            items = lists.get(family)
            if not isinstance(items, list) or not all(isinstance(item, str) and item for item in items):
                yield f"{kind}.{family} is no list of items"
            elif not 0 < len(items) <= MOST_ITEMS:
                yield f"{kind}.{family} has {len(items)} items: 1 to {MOST_ITEMS} can be ticked"
            elif len(set(items)) < len(items):
                yield f"{kind}.{family} has an item twice"


@cache
def load_checklists() -> Checklists:
    """The lists of this house."""
    return read_checklists((files("resources") / "checklists.toml").read_text(encoding="utf-8"))


class ChecklistState(Struct, frozen=True, kw_only=True):
    """The lists that were signed for the opening and for the closing; each lasts until its next one is due."""

    opening: ChecklistSigned | None = None
    closing: ChecklistSigned | None = None


def due_kind(table: TableState) -> ChecklistKind:
    """The list that can be gone through now: there is always one."""
    return ChecklistKind.OPENING if table.table is None else ChecklistKind.CLOSING


def list_faults(signed: ChecklistSigned | None) -> tuple[ChecklistAnswer, ...]:
    """What was not in order."""
    return () if signed is None else tuple(answer for answer in signed.answers if not answer.in_order)


def is_checklist_needed(settings: Mapping[str, str]) -> bool:
    """Whether no table opens or closes here without its list."""
    return int(settings.get(CHECKLISTS, NOT_NEEDED)) == NEEDED


def check_opening(settings: Mapping[str, str], lists: ChecklistState, family: RuleFamily) -> Refusal | None:
    """Refuses to open a table of this family before its list is signed, where the house asks for that."""
    if not is_checklist_needed(settings):
        return None
    signed_for = "" if lists.opening is None else lists.opening.family
    return None if signed_for == family.value else simple_refusal("opening-checklist-first", HOUSE_POLICY)


def check_closing(settings: Mapping[str, str], lists: ChecklistState, table: TableState) -> Refusal | None:
    """Refuses to close before the list is signed after the last round, where the house asks for that."""
    if not is_checklist_needed(settings):
        return None
    is_signed = lists.closing is not None and lists.closing.rounds == table.rounds
    return None if is_signed else simple_refusal("closing-checklist-first", HOUSE_POLICY)


# The fold


def note_checklist(before: ChecklistState, event: ChecklistSigned) -> ChecklistState:
    if event.checklist is ChecklistKind.OPENING:
        return replace(before, opening=event)
    return replace(before, closing=event)


def begin_table(before: ChecklistState) -> ChecklistState:
    """What was found at the last closing is known to who opens, and no matter of this table any more."""
    return before if before.closing is None else replace(before, closing=None)


def end_table(before: ChecklistState) -> ChecklistState:
    """The next opening has a list of its own."""
    return before if before.opening is None else replace(before, opening=None)

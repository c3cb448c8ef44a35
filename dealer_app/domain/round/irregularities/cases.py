"""Opening a case, and meeting its needs: what all who resolve one have in common."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from msgspec import Struct, field

from dealer_app.domain.round import events
from dealer_app.domain.round.decide.conditions import MaybeRefusal
from dealer_app.domain.round.irregularities.kinds import IRREGULARITY_BY_CODE, IrregularityKind, case_plan
from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    ChipsReturned,
    ChipsReturnNeeded,
    Correction,
    Need,
    OrderNeeded,
    ReconstructionNeeded,
    VoidNeeded,
)
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import Case, ChipMove, Person, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace

NeedType = TypeVar("NeedType")


class CaseSubject(Struct, frozen=True, kw_only=True):
    """What a case is about beyond its facts: cards by their places, a correction, what may not be seen yet, and chips
    that move or go back.
    """

    places: tuple[int, ...] = ()
    applies: Correction | None = None
    hidden: Mapping[str, str] = field(default_factory=dict)
    returns: tuple[ChipsReturned, ...] = ()
    """Chips on the layout that go back once all else is decided."""
    moves: tuple[ChipMove, ...] = ()


def open_case(
    rules: Rules,
    state: TableState,
    by: Person,
    trouble: IrregularityKind,
    *,
    facts: Mapping[str, str] | None = None,
    about: CaseSubject | None = None,
) -> tuple[events.Event, ...]:
    """The case of this trouble, with what it needs; without needs it is on record and closed at once."""
    about = about or CaseSubject()
    made = case_plan(rules, state, trouble, about.places)
    needs = made.needs
    if about.applies is not None:
        needs = tuple(
            replace(need, applies=about.applies) if isinstance(need, ApprovalNeeded) else need for need in needs
        )
    if about.returns:
        needs = (*needs, ChipsReturnNeeded(made.clause, about.returns))
    case = Case(
        number=state.entries + 1,
        trouble=trouble.value,
        clause=made.clause,
        reported_by=by.name,
        established=made.established,
        needs=needs,
        facts=dict(facts or {}),
        hidden=dict(about.hidden),
        places=about.places,
        moves=about.moves,
    )
    return (
        (events.CaseOpened(case=case),)
        if needs
        else (events.CaseOpened(case=case), events.CaseClosed(case=case.number))
    )


def current_need(state: TableState) -> Need | None:
    """What the open case needs next; the case opened last comes first."""
    return state.cases[-1].needs[0] if state.cases else None


def expect_need(state: TableState, kind: type[NeedType]) -> NeedType:
    need = current_need(state)
    assert isinstance(need, kind), "asked only when this is needed"
    return need


def may_meet_need(kind: type[NeedType]) -> Callable[[Rules, TableState], MaybeRefusal]:
    """The condition of a command that meets this kind of need."""

    def may(rules: Rules, state: TableState) -> MaybeRefusal:
        need = current_need(state)
        if isinstance(need, kind):
            return None
        return simple_refusal("not-asked", state.cases[-1].clause if state.cases else rules.clause("round"))

    return may


def meet_need(state: TableState, by: Person, said: str, *, read: str = "") -> tuple[events.Event, ...]:
    """This need is met; after the last one the case is closed."""
    case = state.cases[-1]
    done = events.NeedMet(case=case.number, by=by, said=said, read=read)
    return (done,) if len(case.needs) > 1 else (done, events.CaseClosed(case=case.number))


def meet_and_add(state: TableState, by: Person, said: str, *needs: Need) -> tuple[events.Event, ...]:
    """This need is met, and brings about others before those that are left."""
    case = state.cases[-1]
    done = events.NeedMet(case=case.number, by=by, said=said)
    return (done, events.NeedsChanged(case=case.number, needs=(*needs, *case.needs[1:])))


def decider_refusal(rules: Rules, state: TableState, by: Person, role: str, clause: str) -> MaybeRefusal:
    """The role that the clause names, or above, and never the person who asks."""
    if by.name == state.cases[-1].reported_by:
        return simple_refusal("same-person", "house policy")
    if not rules.may_act(by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    return None


def changeable_case(state: TableState) -> Case | None:
    """A case about cards in which nobody has decided anything: more may be found, and it is planned again."""
    case = state.cases[-1] if state.cases else None
    return case if case and not case.begun and IRREGULARITY_BY_CODE[case.trouble].planned_again else None


def can_replace_needs(needs: Sequence[Need], former: Sequence[Need]) -> bool:
    """Whether a case with these needs leaves nothing undone of a former one.

    A void returns every bet, and who decides the order of cards has them laid by it.
    """
    kinds = {type(need) for need in needs}
    if VoidNeeded in kinds:
        return True
    if OrderNeeded in kinds:
        kinds |= {ReconstructionNeeded, ApprovalNeeded}
    return {type(need) for need in former} <= kinds


def case_reporter(state: TableState) -> Person:
    """Who reported the case that is open: who asks what follows from its decision, not who decides."""
    return Person(state.cases[-1].reported_by, "dealer")

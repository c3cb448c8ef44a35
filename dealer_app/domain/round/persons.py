"""Bettors who are one person, because the dealer says so: a person may bet at more than one place.

What a clause gives to the Player goes together for them: the choice after an irregularity, being paid once under the
minimum (MBS 5.14), the share of the maximum at the capped odds of insurance (Insurance Plus 3.12.2). What a clause says
of a bet or of a place stays with the place: answers to insurance, Original Bets, who squeezes, priorities and limits.
"""

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction

from dealer_app.domain.round.needs import OptionsNeeded
from dealer_app.domain.round.state import Case, TableState, Who
from dealer_app.domain.values import replace


def person_of(state: TableState, who: Who) -> frozenset[Who]:
    """This bettor with all who are the same person."""
    return next((person for person in state.persons if who in person), frozenset({who}))


def one_of_each(state: TableState, bettors: Iterable[Who]) -> tuple[Who, ...]:
    """Of every person among these bettors the first."""
    firsts: list[Who] = []
    for who in bettors:
        if person_of(state, who).isdisjoint(firsts):
            firsts.append(who)
    return tuple(firsts)


def under_minimum_before(state: TableState, who: Who) -> bool:
    """Whether this person has been settled under the minimum before, at whichever of his places (MBS 5.14)."""
    before = state.under_minimum_before
    return bool(before) and not before.isdisjoint(person_of(state, who))


def one_person(state: TableState, one: Who, other: Who) -> TableState:
    """From here on these two, and whoever each of them already is, are one person."""
    person = person_of(state, one) | person_of(state, other)
    others = (known for known in state.persons if known.isdisjoint(person))
    return replace(state, persons=(*others, person))


def two_persons(state: TableState, who: Who) -> TableState:
    """This bettor is a person of his own after all; whose the choice was that had been made for both is not known."""
    former = person_of(state, who)
    cases = tuple(_asked_again(case, former) if choosing(case) else case for case in state.cases)
    return replace(state, persons=_without(state, {who}), cases=cases)


def ended(state: TableState, gone: Collection[Who]) -> TableState:
    """These bettors are no more. The person may still be there at his other places, with what counts against him.

    Of who has left them all it counts at each until somebody new is there.
    """
    if not gone:
        return state
    counted = state.under_minimum_before
    for person in state.persons:
        if not person.isdisjoint(gone) and not person.isdisjoint(counted):
            counted |= (person - frozenset(gone)) or person
    return replace(state, persons=_without(state, gone), under_minimum_before=counted)


def set_off(state: TableState, due: Mapping[Who, Fraction]) -> Mapping[Who, Fraction]:
    """What a person owes at one of his places is taken from what he is owed at another, as it is at one place."""
    left = dict(due)
    for who, amount in due.items():
        for other in sorted(person_of(state, who) & due.keys(), key=str):
            if amount < 0 < left[other]:
                moved = min(-left[who], left[other])
                left[who] += moved
                left[other] -= moved
    return left


def merged(persons: Iterable[frozenset[Who]]) -> tuple[frozenset[Who], ...]:
    """Who shares a place is one person."""
    apart: tuple[frozenset[Who], ...] = ()
    for person in persons:
        mine = [known for known in apart if not known.isdisjoint(person)]
        apart = (*(known for known in apart if known.isdisjoint(person)), person.union(*mine))
    return apart


def choosing(case: Case) -> bool:
    """Whether the choices that were made in this case can still change anything."""
    return any(isinstance(need, OptionsNeeded) for need in case.needs)


def _without(state: TableState, gone: Collection[Who]) -> tuple[frozenset[Who], ...]:
    left = (person - frozenset(gone) for person in state.persons)
    return tuple(person for person in left if len(person) > 1)


def _asked_again(case: Case, person: frozenset[Who]) -> Case:
    return replace(case, chosen={who: option for who, option in case.chosen.items() if who not in person})

"""A bettor walks away: his bets are settled as they lie, and what he is owed is kept (RWS v4 5.3, MBS 5.10).

Where a settlement has been taken back he may have chips with him that would have to come back: what he then owes is
recorded as not recovered (ruling O18).
"""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from dealer_app.domain.round import commands, events, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.cases import opened
from dealer_app.domain.round.decide.conditions import current
from dealer_app.domain.round.decide.ending import chips_listed, chips_of, walk_away
from dealer_app.domain.round.persons import person_of, set_off
from dealer_app.domain.round.state import Case, Person, TableState, Who
from dealer_app.domain.round.table import BetKeeping, Rules
from dealer_app.domain.round.trouble import Trouble


def leave(rules: Rules, state: TableState, command: commands.Report, who: Who) -> tuple[events.Event, ...]:
    """He is gone from all his places; the cards that he held are passed on."""
    facts = {"text": command.text} if command.text else {}
    gone = walk_away(state, (who,))
    holders = state.round.holders.items() if state.round is not None else ()
    person = person_of(state, who)
    given = tuple(events.CardsGiven(side=side, who=None) for side, holder in holders if holder in person)
    return (*gone, *given, *opened(rules, state, command.by, Trouble.PLAYER_LEFT, facts=facts))


def may_be_here(rules: Rules, state: TableState, person: Collection[Who]) -> bool:
    """A bettor of the round, at any of these places; bets not keyed, whoever is at a seat, or anybody without seats."""
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.KEYED:
        return any(bet.who in person for bet in current(state).in_play)
    seats = rules.seats(state.table) if rules.layout.seats else (None,)
    return any(seat in seats for seat, _ in person)


def bettors_with_chips(state: TableState) -> tuple[Who, ...]:
    """Whose chips are to be moved back, in whichever of the open cases."""
    return tuple(dict.fromkeys(who for case in _chips_moved(state) for who in chips_of(case)))


def _chips_moved(state: TableState) -> tuple[Case, ...]:
    return tuple(case for case in state.cases if case.trouble == Trouble.CHIPS_MOVED.value)


def leave_with_chips(rules: Rules, state: TableState, command: commands.Report, who: Who) -> tuple[events.Event, ...]:
    """Of who has left nothing comes back and nothing goes out: it is settled without him, or kept for him."""
    person = person_of(state, who)
    case = next(case for case in reversed(_chips_moved(state)) if not person.isdisjoint(chips_of(case)))
    due = chips_of(case)
    his = {place: due.pop(place) for place in [*due] if place in person}
    done: tuple[events.Event, ...] = (events.CaseClosed(case=case.number),)
    if state.round is not None and _of_the_settlement_undone(state, case):
        # What he is owed, or would owe, shows when the round is settled once more.
        places = (place for place in sorted(person, key=str) if place not in state.left)
        done = (*done, *(mending_events.BettorLeft(who=place, took=_took(state, place)) for place in places))
    else:
        gone = walk_away(state, person) if state.round is not None else ()
        done = (*done, *_without_him(set_off(state, his)), *gone)
    done = (*done, *opened(rules, fold(state, done), command.by, Trouble.PLAYER_LEFT))
    return (*done, *chips_listed(rules, fold(state, done), Person(case.reported_by, "dealer"), due))


def _of_the_settlement_undone(state: TableState, case: Case) -> bool:
    """Whether these chips come back from it, and not from rounds before that are void with their dice (Tai Sai 5.6)."""
    if state.round is None or not state.undone:
        return False
    of = {number: who for number, who, _ in state.round.chips}
    moved: dict[Who, Fraction] = {}
    for line in state.undone:
        moved[of[line.number]] = moved.get(of[line.number], Fraction(0)) + line.moves
    return all(-moved.get(who, Fraction(0)) == amount for who, amount in chips_of(case).items())


def _without_him(due: Mapping[Who, Fraction]) -> Iterator[events.Event]:
    for who, amount in due.items():
        if amount < 0:
            yield mending_events.ChipsNotRecovered(who=who, amount=-amount)
        elif amount > 0:
            yield mending_events.WinningsKept(who=who, amount=amount, given_back=True)


def _took(state: TableState, who: Who) -> Fraction:
    """The stakes that he has taken up with what was paid on them; of a bet that he lost there is nothing."""
    assert state.round is not None, "chips are moved back into a round"
    stakes = {number: stake for number, of, stake in state.round.chips if of == who}
    return sum((stakes[line.number] + line.moves for line in state.undone if line.number in stakes), Fraction(0))

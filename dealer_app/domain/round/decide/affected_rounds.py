"""What rounds that are void with their dice come to, bettor by bettor (Tai Sai 5.6, 5.12; rulings O13, O25).

Each bettor is reckoned with net over all affected rounds: the stakes of his that are with the house, less what it has
paid him. Who is there has the difference moved. For who has left it is kept, or cannot be recovered.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.round import events, mending_events
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.apply_bettors import away
from dealer_app.domain.round.decide.ending import chips_ticked, void_round, walk_away
from dealer_app.domain.round.persons import person_of
from dealer_app.domain.round.seen import dice_of_rounds
from dealer_app.domain.round.state import PastRound, Person, TableState, Who
from dealer_app.domain.round.table import Rules

Known = tuple[Who, int, int]
"""A bettor at his place: in which sitting of the table, and how many others have bet there since."""


class AffectedRounds(Struct, frozen=True, kw_only=True):
    """How the round that is on ends, what all the rounds come to, and the chips that then go out or come back."""

    ended: tuple[events.Event, ...]
    rounds: mending_events.RoundsVoided
    chips: Mapping[Who, Fraction]


def void_affected(
    rules: Rules, state: TableState, by: Person, *, first: int, gone: frozenset[Who], clause: str
) -> AffectedRounds:
    """From the round named on all are void that its dice affected, the one that is on if it is played with them.

    `gone` are bettors who have left without a report, each from all his places; those reported are known.
    """
    dice = dice_of_rounds(state).get(first)
    gone = frozenset(each for who in gone for each in person_of(state, who))
    ended: tuple[events.Event, ...] = ()
    back: Mapping[Who, Fraction] = {}
    is_void = state.round is not None and state.round.number >= first and state.dice_set == dice
    if state.round is not None:
        there = dict.fromkeys(bet.who for bet in state.round.bets)
        ended = walk_away(state, [who for who in there if who in gone])
    if state.round is not None and is_void:
        left = fold(state, ended)
        ended = (*ended, *void_round(rules, left, by, clause))
        back = {who: -moved for who, moved in chips_ticked(state.round).items() if who not in left.left}
    after = fold(state, ended)
    # The round that ends now may push the oldest one out of what is remembered.
    past = (*state.history, *(after.history[-1:] if is_void else ()))
    affected = tuple(one for one in past if one.number >= first and one.dice_set == dice)
    reckoning = _Reckoning(after, affected, gone)
    for who, amount in back.items():
        reckoning.add((who, after.sittings, 0), after.rounds, due=amount)
    kept, lost, chips = reckoning.lines()
    rounds = mending_events.RoundsVoided(
        numbers=tuple(one.number for one in affected),
        nets=tuple((one.number, who, net) for one in affected for who, net in one.nets),
        not_recovered=lost,
        clause=clause,
        kept=kept,
    )
    return AffectedRounds(ended=ended, rounds=rounds, chips=chips)


_Lines = tuple[tuple[int, Who, Fraction], ...]


class _Reckoning:
    """What is due to everybody out of these rounds, and how much of it is kept for him already."""

    def __init__(self, state: TableState, affected: tuple[PastRound, ...], gone: frozenset[Who]) -> None:
        self._state = state
        self._gone = gone | (state.away if state.round is None else away(state, state.round))
        self._due: dict[Known, Fraction] = {}
        self._kept: dict[Known, Fraction] = {}
        self._last: dict[Known, int] = {}
        self._ties = [*_ties(state)]
        of = {past.number: past for past in affected}
        for past in affected:
            for who, amount in (*past.nets, *past.owing):
                self.add(_known(past, who), past.number, due=-amount)
        for kept in state.kept:
            if kept.round in of:
                self.add(_known(of[kept.round], kept.who), kept.round, due=kept.amount, kept=kept.amount)

    def add(self, one: Known, number: int, *, due: Fraction, kept: Fraction = Fraction(0)) -> None:
        self._due[one] = self._due.get(one, Fraction(0)) + due
        self._kept[one] = self._kept.get(one, Fraction(0)) + kept
        self._last[one] = max(number, self._last.get(one, 0))

    def lines(self) -> tuple[_Lines, _Lines, Mapping[Who, Fraction]]:
        """What is kept, what is not recovered, and the chips that move, each bettor in one of them or two."""
        keeping: list[tuple[int, Who, Fraction]] = []
        lost: list[tuple[int, Who, Fraction]] = []
        chips: dict[Who, Fraction] = {}
        for person in self._persons():
            due = sum((self._due[one] for one in person if one in self._due), Fraction(0))
            there = [one for one in person if self._is_there(one)]
            kept = self._still_kept(person, due) if there else max(due, Fraction(0))
            if kept:
                keeping.append((*self._place(person, 1), kept))
            if there and due != kept:
                chips[there[0][0]] = chips.get(there[0][0], Fraction(0)) + due - kept
            elif due < 0:
                lost.append((*self._place(person, -1), -due))
        return tuple(keeping), tuple(lost), chips

    def _still_kept(self, person: list[Known], due: Fraction) -> Fraction:
        """What was kept for who is back, and not fetched yet, leaves the table by being handed over, no other way."""
        kept = sum((self._kept[one] for one in person if one in self._kept), Fraction(0))
        return max(min(kept, due), Fraction(0))

    def _place(self, person: list[Known], sign: int) -> tuple[int, Who]:
        """Of a person's places the one where something is kept, or where this was due or owed."""
        known = [one for one in person if one in self._due]
        kept = [one for one in known if sign > 0 and self._kept[one]]
        one = next(iter((*kept, *(one for one in known if self._due[one] * sign > 0))))
        return self._last[one], one[0]

    def _is_there(self, one: Known) -> bool:
        who, sitting, others_since = one
        return sitting == self._state.sittings and not others_since and who not in self._gone

    def _persons(self) -> Iterator[list[Known]]:
        """Everybody of whom these rounds know, with the places at which he is the same person."""
        left = list(self._due)
        while left:
            person = self._tied({left[0]})
            yield [one for one in left if one in person] + sorted(person - self._due.keys(), key=str)
            left = [one for one in left if one not in person]

    def _tied(self, person: set[Known]) -> set[Known]:
        grown = person.union(*(tie for tie in self._ties if not person.isdisjoint(tie)))
        return person if grown == person else self._tied(grown)


def _ties(state: TableState) -> Iterator[frozenset[Known]]:
    """Whom the dealer said to be one person, now or in any round before: who has left is in no pair of now."""
    for person in state.persons:
        yield frozenset((who, state.sittings, 0) for who in person)
    for past in state.history:
        for person in past.persons:
            yield frozenset(_known(past, who) for who in person)


def _known(past: PastRound, who: Who) -> Known:
    return who, past.sitting, past.former.count(who)

"""A second ledger of a Tai Sai table: what each bettor has put in and had out of every round, as the test plays it.

Nothing of the engine is used: only even-money bets are played, so what they come to is known from the dice. A person is
a label with the sitting of the table and how many others have bet under it since; the test says who is tied to whom.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

Known = tuple[str, int, int]
Line = tuple[int, str, int]
"""In which round, under which label, how much."""


@dataclass
class LedgerRound:
    """One round: with which dice, and for each bettor what he has had out of it less what he put in."""

    dice: str
    hands: defaultdict[Known, int] = field(default_factory=lambda: defaultdict(int))
    kept: defaultdict[Known, int] = field(default_factory=lambda: defaultdict(int))


@dataclass
class PersonAccount:
    """What is due to one person out of the affected rounds, and where it is expected."""

    labels: frozenset[str]
    due: int
    there: bool
    kept_before: int

    @property
    def amount_kept(self) -> int:
        return max(0, min(self.kept_before, self.due) if self.there else self.due)

    @property
    def chips(self) -> int:
        return self.due - self.amount_kept if self.there else 0

    @property
    def amount_lost(self) -> int:
        return 0 if self.there else max(0, -self.due)


class DiceLedger:
    def __init__(self) -> None:
        self.rounds: dict[int, LedgerRound] = {}
        self.ties: list[set[Known]] = []
        self.now: list[set[str]] = []
        """The labels that are one person as it was said, as long as he has not left."""
        self.away: set[Known] = set()
        self.sitting = 0
        self.others: defaultdict[str, int] = defaultdict(int)

    def bettor_key(self, label: str) -> Known:
        return label, self.sitting, self.others[label]

    def tie(self, one: str, other: str) -> None:
        """They are one person, with everybody who is already one person with either."""
        person = self.person(one) | self.person(other)
        self.ties.append({self.bettor_key(label) for label in person})
        self.now = [known for known in self.now if not known & person] + [set(person)]

    def person(self, label: str) -> frozenset[str]:
        """All the labels of whose this one is."""
        return frozenset(next((known for known in self.now if label in known), {label}))

    def apart(self, *labels: str) -> None:
        """These are nobody's any more, or somebody else's."""
        self.now = [known - set(labels) for known in self.now]

    def release_kept(self, label: str) -> None:
        """All that is kept under this label goes into the hands of whom it is kept for."""
        for played in self.rounds.values():
            for one in [one for one in played.kept if one[0] == label]:
                played.hands[one] += played.kept.pop(one)
        self.away.discard(self.bettor_key(label))

    def close_table(self) -> None:
        self.sitting += 1
        self.away.clear()
        self.now.clear()
        self.others.clear()

    def rounds_with_dice(self, first: int, dice: str) -> list[LedgerRound]:
        return [played for number, played in self.rounds.items() if number >= first and played.dice == dice]

    def reckon(self, affected: Iterable[LedgerRound], gone: frozenset[str]) -> list[PersonAccount]:
        rounds = list(affected)
        left = {one for played in rounds for one in (*played.hands, *played.kept)}
        found = []
        while left:
            person = self._join_ties({min(left)})
            left -= person
            found.append(
                PersonAccount(
                    labels=frozenset(one[0] for one in person),
                    due=-sum(played.hands[one] for played in rounds for one in person if one in played.hands),
                    there=any(self._is_there(one, gone) for one in person),
                    kept_before=sum(played.kept[one] for played in rounds for one in person if one in played.kept),
                )
            )
        return found

    def void(self, numbers: Iterable[int], kept: Iterable[Line], lost: Iterable[Line]) -> None:
        """Of these rounds nothing is left but what is kept now, and what could not be recovered."""
        names = {}
        for number in numbers:
            played = self.rounds[number]
            names[number] = {one[0]: one for one in (*played.hands, *played.kept)}
            played.hands.clear()
            played.kept.clear()
        for number, label, amount in kept:
            self.rounds[number].kept[names[number][label]] += amount
            self.rounds[number].hands[names[number][label]] -= amount
        for number, label, amount in lost:
            self.rounds[number].hands[names[number][label]] += amount

    def _is_there(self, one: Known, gone: frozenset[str]) -> bool:
        return one == self.bettor_key(one[0]) and one[0] not in gone and one not in self.away

    def _join_ties(self, person: set[Known]) -> set[Known]:
        for tie in self.ties:
            if tie & person and not tie <= person:
                return self._join_ties(person | tie)
        return person


def by_label(amounts: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
    summed: defaultdict[str, Fraction] = defaultdict(Fraction)
    for label, amount in amounts:
        summed[label] += amount
    return dict(summed)

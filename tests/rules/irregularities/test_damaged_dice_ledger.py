"""Damaged dice against a second ledger: whatever was played before, no cent is won or lost (Tai Sai 5.6, 5.12)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from dealer_app.domain.round import commands, correction_commands, correction_events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Phase, Who
from dealer_app.domain.wagers import Bettor
from tests.rules.irregularities.dice_ledger import DiceLedger, Known, LedgerRound, Line, PersonAccount, by_label
from tests.support.rounds import DEALER, SHIFT_MANAGER, SUPERVISOR, TAI_SAI, RoundTable

LABELS = ("ann", "bob", "cy", "dee")
SEQUENCES = 400
Bets = dict[int, tuple[str, str, int]]


def who(label: str) -> Who:
    return None, Bettor(label)


class LedgerDay:
    """Rounds, leavings, changes of dice and of people at one table, as chance has it, and the ledger beside them."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.table = RoundTable(TAI_SAI, begun=False)
        self.ledger = DiceLedger()
        self.dice = "ivory"
        self.met: Counter[str] = Counter()
        self.bets: Bets = {}
        self.left: set[str] = set()
        self.seen_to: set[int] = set()
        """Bets of which what they came to has reached the bettor."""

    def may(self, likely: float) -> bool:
        return self.chance.random() < likely

    @property
    def played(self) -> LedgerRound:
        return self.ledger.rounds[self.table.state.rounds]

    def between(self) -> None:
        """What can happen before bets are opened."""
        table, ledger = self.table, self.ledger
        if self.may(0.25):
            self.changes_dice()
        for owed in dict.fromkeys(each for each, _ in table.state.winnings_unclaimed):
            if self.may(0.4):
                self.met["handed over"] += 1
                table.do(correction_commands.HandOver, by=SUPERVISOR, who=owed, text="came back")
                ledger.release_kept(owed[1])
        one, other = self.chance.sample(LABELS, 2)
        if self.may(0.15) and self.taken(correction_commands.SamePerson, one=who(one), other=who(other)):
            ledger.tie(one, other)
            self.met["one person"] += 1
        for person in table.state.persons:
            one, other = (label for _, label in self.chance.sample(sorted(person, key=str), 2))
            if self.may(0.1):
                table.do(correction_commands.TwoPersons, one=who(one), other=who(other))
                for tie in ledger.ties:
                    tie.discard(ledger.bettor_key(other))
                ledger.apart(other)
                self.met["two persons"] += 1
            elif self.may(0.1):
                table.do(correction_commands.NewPlayer, who=who(one))
                ledger.others[one] += 1
                ledger.apart(one)
                self.met["new player"] += 1
        if self.may(0.05) and not table.state.winnings_unclaimed:
            self.closed_and_opened()

    def changes_dice(self) -> None:
        self.dice = self.chance.choice(("ivory", "ebony", "bone"))
        self.table.do(correction_commands.ChangeDice, set_name=self.dice, inspected_by="Supervisor")

    def closed_and_opened(self) -> None:
        opened = self.table.state.table
        self.table.do(commands.CloseTable).do(commands.OpenTable, by=SUPERVISOR, table=opened)
        self.table.do(correction_commands.ChangeDice, set_name=self.dice, inspected_by="Supervisor")
        self.ledger.close_table()
        self.met["closed"] += 1

    def taken(self, command: type, **fields: Any) -> bool:
        decision = self.table.decide_command(command, DEALER, **fields)
        if isinstance(decision, Refusal):
            return False
        self.table.do(command, **fields)
        return True

    def begin(self) -> None:
        self.table.begin()
        self.ledger.rounds[self.table.state.rounds] = LedgerRound(self.dice)
        self.bets, self.left, self.seen_to = {}, set(), set()
        for label in LABELS:
            for area in ("big", "small"):
                if self.may(0.35):
                    stake = 100 * self.chance.randint(1, 20)
                    self.table.bet(area, stake, bettor=label)
                    self.bets[self.table.state.entries] = label, area, stake
                    self.played.hands[self.ledger.bettor_key(label)] -= stake

    def leaves(self, likely: float) -> None:
        for label in dict.fromkeys(label for label, _, _ in self.bets.values()):
            if label not in self.left and self.may(likely):
                person = self.ledger.person(label)
                told = self.chance.choice(sorted(person))
                self.table.report(IrregularityKind.PLAYER_LEFT, who=who(told))
                self.met["left all his places"] += len(person) > 1
                self.left |= person

    def rolls(self) -> None:
        dice = [self.chance.randint(1, 6) for _ in range(3)]
        self.table.close()
        self.leaves(0.15)
        self.table.roll(*dice)
        self.winning = "" if len(set(dice)) == 1 else "small" if sum(dice) <= 10 else "big"

    def announces(self) -> None:
        self.table.announce()
        for number in self.bets:
            if self.may(0.3):
                self.table.do(commands.TickBet, number=number)
                self.pay(number)
        self.leaves(0.15)

    def pay(self, number: int) -> None:
        label, _, _ = self.bets[number]
        if label not in self.left:
            self.seen_to.add(number)
            self.played.hands[self.ledger.bettor_key(label)] += self.worth(number)

    def worth(self, number: int) -> int:
        _, area, stake = self.bets[number]
        return 2 * stake if area == self.winning else 0

    def settles(self) -> None:
        self.table.do(commands.SettleAll)
        for number, (label, _, _) in self.bets.items():
            if number not in self.seen_to and label in self.left:
                self.keep(label, self.worth(number))
            elif number not in self.seen_to:
                self.pay(number)
        self.ended()

    def keep(self, label: str, amount: int) -> None:
        if amount:
            self.met["kept"] += 1
            self.played.kept[self.ledger.bettor_key(label)] += amount

    def ended(self) -> None:
        self.gone_or_back()
        self.ledger.apart(*self.left)

    def gone_or_back(self) -> None:
        there = {self.ledger.bettor_key(label) for label, _, _ in self.bets.values()}
        self.ledger.away = (self.ledger.away - there) | {self.ledger.bettor_key(label) for label in self.left}

    def damaged(self) -> None:
        """The shift manager states the first round; what the table tells is held against the ledger."""
        table, ledger = self.table, self.ledger
        table.report(IrregularityKind.DAMAGED_DICE)
        if not ledger.rounds:
            self.met["none played"] += 1
            assert not table.state.cases
            assert table.state.dice_damaged
            return
        first = self.chance.choice([*ledger.rounds, len(ledger.rounds) + 1])
        dice = ledger.rounds[first].dice if first in ledger.rounds else ""
        mine = [number for number, played in ledger.rounds.items() if played.dice == dice]
        self.met["of other dice" if dice not in ("", self.dice) else "of these dice" if dice else "none affected"] += 1
        told_gone = frozenset(label for label in LABELS if self.may(0.3))
        gone = frozenset(each for label in told_gone for each in ledger.person(label))
        others = {n: p.kept.copy() for n, p in ledger.rounds.items() if n < first or p.dice != dice}
        stands = table.state.round is not None and dice != self.dice
        if stands:
            self.left |= {each for label, _, _ in self.bets.values() if label in gone for each in ledger.person(label)}
            self.gone_or_back()
            self.met["stands"] += 1
        elif table.state.round is not None:
            self.void_now(gone)
        affected = ledger.rounds_with_dice(first, dice)
        expected = ledger.reckon(affected, gone)
        before = len(table.find_events(correction_events.RoundsVoided))
        table.do(
            correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=first, gone=frozenset(map(who, told_gone))
        )
        (voided,) = table.find_events(correction_events.RoundsVoided)[before:]
        assert voided.numbers == tuple(number for number in mine if number >= first)
        self.compared(voided, expected, others)
        ledger.void(voided.numbers, lines(voided.kept or ()), lines(voided.not_recovered))
        table.resolve()
        assert table.state.dice_damaged == (dice in ("", self.dice))
        if stands:
            self.plays_on()
        last = table.state.last
        assert last is None or last.phase is Phase.VOID or last.number not in voided.numbers

    def compared(
        self,
        voided: correction_events.RoundsVoided,
        expected: list[PersonAccount],
        others: Mapping[int, Mapping[Known, int]],
    ) -> None:
        """What is told as kept, not recovered and moved is what the ledger expects, and nothing else is kept."""
        table = self.table
        assert voided.kept is not None
        # The stakes of the round that was on go back first; what was paid and collected waits below.
        moving = [case.facts for case in table.state.cases if case.trouble == IrregularityKind.CHIPS_MOVED.value]
        chips = dict(moving[-1]) if moving else {}
        moved = by_label((name.removeprefix("- "), Fraction(amount)) for name, amount in chips.items())
        kept = by_label((each[1], amount) for _, each, amount in voided.kept)
        lost = by_label((each[1], amount) for _, each, amount in voided.not_recovered)
        assert sum(kept.values()) == sum(one.amount_kept for one in expected)
        assert sum(lost.values()) == sum(one.amount_lost for one in expected)
        assert sum(moved.values()) == sum(one.chips for one in expected)
        for one in expected:
            # Labels of the same name in another sitting are other people.
            same = [other for other in expected if other.labels & one.labels]
            for told, what in ((kept, "amount_kept"), (lost, "amount_lost"), (moved, "chips")):
                labels = frozenset().union(*(other.labels for other in same))
                if len(same) == 1:
                    assert sum(told.get(label, 0) for label in labels) == getattr(one, what)
            self.met["there" if one.there else "gone"] += 1
            self.met["both"] += one.there and bool(one.amount_kept)
            self.met["not recovered"] += bool(one.amount_lost)
            assert one.chips + one.amount_kept - one.amount_lost == one.due
        elsewhere = ((one[0], amount) for kept_of in others.values() for one, amount in kept_of.items())
        total = Counter({label: int(amount) for label, amount in kept.items()})
        for label, amount in elsewhere:
            total[label] += amount
        told = by_label((each[1], amount) for each, amount in table.state.winnings_unclaimed)
        assert told == {label: amount for label, amount in total.items() if amount}

    def plays_on(self) -> None:
        """The round that is on stands: whoever left, it is settled as it lies."""
        table = self.table
        before = by_label((each[1], amount) for each, amount in table.state.winnings_unclaimed)
        assert table.state.round is not None
        number = table.state.round.number
        if table.round.phase is Phase.BETTING:
            self.rolls()
        if table.round.phase is Phase.CLOSED:
            self.announces()
        self.settles()
        assert table.round.phase is Phase.CONCLUDED
        after = by_label((each[1], amount) for each, amount in table.state.winnings_unclaimed)
        kept = by_label((one[0], Fraction(amount)) for one, amount in self.ledger.rounds[number].kept.items())
        assert after == by_label([*before.items(), *kept.items()])

    def void_now(self, gone: frozenset[str]) -> None:
        """The bets of the round that is on go back to who is there, and are kept for who has left."""
        person = self.ledger.person
        self.left |= {each for label, _, _ in self.bets.values() if label in gone for each in person(label)}
        for number, (label, _, stake) in self.bets.items():
            if number not in self.seen_to and label not in self.left:
                self.played.hands[self.ledger.bettor_key(label)] += stake
        for label in self.left:
            self.keep(label, max(0, -self.played.hands[self.ledger.bettor_key(label)]))
            self.met["left in the round"] += 1
        self.ended()


def lines(told: Iterable[tuple[int, Who, Fraction]]) -> list[Line]:
    return [(number, label, int(amount)) for number, (_, label), amount in told]


def play(seed: int) -> Counter[str]:
    day = LedgerDay(seed)
    for _ in range(day.chance.randint(0, 6)):
        day.between()
        day.begin()
        day.rolls()
        day.announces()
        day.settles()
    day.between()
    stage = day.chance.randint(0, 3)
    if stage:
        day.begin()
    if stage > 1:
        day.rolls()
    if stage > 2:
        day.announces()
    day.met[f"stage {stage}"] += 1
    day.damaged()
    if day.table.state.dice_damaged:
        day.changes_dice()
    for _ in range(day.chance.randint(0, 2)):
        day.between()
        day.begin()
        day.rolls()
        day.announces()
        day.settles()
    day.met["found once more"] += 1
    day.damaged()
    return day.met


@pytest.mark.clause(TAI_SAI, "5.3", "5.6", "5.12")
def test_every_cent_is_where_the_second_ledger_has_it() -> None:
    met: Counter[str] = Counter()
    for seed in range(SEQUENCES):
        try:
            met += play(seed)
        except AssertionError as wrong:
            raise AssertionError(f"sequence {seed}") from wrong
    wanted = {
        "kept",
        "handed over",
        "one person",
        "two persons",
        "new player",
        "closed",
        "none played",
        "none affected",
        "of other dice",
        "of these dice",
        "stands",
        "left all his places",
        "there",
    }
    wanted |= {"gone", "both", "not recovered", "left in the round", *(f"stage {stage}" for stage in range(4))}
    assert all(met[each] >= 5 for each in wanted), met

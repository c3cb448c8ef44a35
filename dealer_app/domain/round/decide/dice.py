"""Decides on dice: how often they tumbled, how they lie, and rounds played with damaged ones.

Tai Sai 3.7, 3.8, 5.5, 5.6, 5.12; rulings O13, O25. Damaged dice void every round in which they were used.
Each bettor is reckoned with once over all of these rounds: those present have the difference moved, for those
who left it is kept or recorded as not recovered.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.dice import DIE_FACES
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.decide.conditions import (
    CommandResult,
    MaybeRefusal,
    PhaseCondition,
    current_round,
    open_matter_refusal,
    round_on_refusal,
)
from dealer_app.domain.round.decide.round_end import chip_moves, open_chips_case, record_departures, void_round
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.fold_bettors import bettors_away
from dealer_app.domain.round.irregularities.cases import (
    case_reporter,
    decider_refusal,
    expect_need,
    meet_need,
    open_case,
)
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import AffectedRoundsNeeded, ChipsReturned, ChipsReturnNeeded
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import Case, PastRound, Person, Phase, TableState, Who, find_person
from dealer_app.domain.round.table_settings import BetKeeping, Rules, Table
from dealer_app.domain.round.visible import round_dice_sets


def _no_dice_refusal(rules: Rules, _table: Table) -> MaybeRefusal:
    return simple_refusal("no-dice-here", rules.clause("round")) if rules.book.dice is None else None


def _second_tumble_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    return None if current_round(state).tumbles is None else simple_refusal("tumbled-already", rules.clause("tumble"))


may_count_tumbles = PhaseCondition((Phase.BETTING, Phase.CLOSED), _second_tumble_refusal, never=_no_dice_refusal)


def count_tumbles(rules: Rules, state: TableState, command: commands.CountTumbles) -> CommandResult:
    if command.tumbles < 0:
        return simple_refusal("no-number", rules.clause("tumble"))
    if current_round(state).phase is Phase.BETTING:
        facts = {"tumbles": str(command.tumbles)}
        return open_case(rules, state, command.by, IrregularityKind.TUMBLE_BEFORE_CLOSING, facts=facts)
    return judge_tumbles(rules, state, command.by, command.tumbles)


def judge_tumbles(rules: Rules, state: TableState, by: Person, tumbles: int) -> tuple[events.Event, ...]:
    """The tumbler has come to rest after so many tumbles; too few of them are no valid tumble (5.5.1)."""
    assert rules.book.dice is not None, "asked only of a game with dice"
    counted = events.TumblesCounted(tumbles=tumbles)
    if tumbles < rules.book.dice.fewest_tumbles:
        return (counted, *open_case(rules, state, by, IrregularityKind.TOO_FEW_TUMBLES))
    return (counted,)


def _no_dice_yet_refusal(rules: Rules, state: TableState) -> MaybeRefusal:
    if current_round(state).tumbles is None:
        return simple_refusal("not-tumbled", rules.clause("tumble"))
    if current_round(state).dice is not None:
        return simple_refusal("dice-read-already", rules.clause("dice-at-rest"))
    return None


may_read_dice = PhaseCondition((Phase.CLOSED,), _no_dice_yet_refusal, never=_no_dice_refusal)


def read_dice(rules: Rules, state: TableState, command: commands.ReadDice) -> CommandResult:
    if any(die not in DIE_FACES for die in command.dice):
        return simple_refusal("no-such-die", rules.clause("dice-at-rest"))
    if not all(command.flat):
        return open_case(rules, state, command.by, IrregularityKind.COCKED_DIE)
    return (events.DiceRead(dice=command.dice),)


BettorSitting = tuple[Who, int, int]
"""A bettor at one place: in which sitting of the table, and how many others have bet there since."""


class AffectedRounds(Struct, frozen=True, kw_only=True):
    """How the round that is on ends, what all the rounds come to, and the chips that then go out or come back."""

    ended: tuple[events.Event, ...]
    rounds: correction_events.RoundsVoided
    chips: Mapping[Who, Fraction]


def void_affected_rounds(
    rules: Rules, state: TableState, by: Person, *, first: int, gone: frozenset[Who], clause: str
) -> AffectedRounds:
    """From the round named on all are void that its dice affected, the one that is on if it is played with them.

    `gone` are bettors who have left without a report, each from all their places; those reported are known.
    """
    dice = round_dice_sets(state).get(first)
    gone = frozenset(each for who in gone for each in find_person(state, who))
    ended: tuple[events.Event, ...] = ()
    back: Mapping[Who, Fraction] = {}
    is_void = state.round is not None and state.round.number >= first and state.dice_set == dice
    if state.round is not None:
        there = dict.fromkeys(bet.who for bet in state.round.bets)
        ended = record_departures(state, [who for who in there if who in gone])
    if state.round is not None and is_void:
        left = fold(state, ended)
        ended = (*ended, *void_round(rules, left, by, clause))
        back = {who: -moved for who, moved in chip_moves(state.round).items() if who not in left.left}
    after = fold(state, ended)
    # The round that ends now may push the oldest one out of what is remembered.
    past = (*state.history, *(after.history[-1:] if is_void else ()))
    affected = tuple(one for one in past if one.number >= first and one.dice_set == dice)
    reckoning = _Reckoning(after, affected, gone)
    for who, amount in back.items():
        reckoning.add((who, after.sittings, 0), after.rounds, due=amount)
    kept, lost, chips = reckoning.lines()
    rounds = correction_events.RoundsVoided(
        numbers=tuple(one.number for one in affected),
        nets=tuple((one.number, who, net) for one in affected for who, net in one.nets),
        not_recovered=lost,
        clause=clause,
        kept=kept,
    )
    return AffectedRounds(ended=ended, rounds=rounds, chips=chips)


_ReckoningLines = tuple[tuple[int, Who, Fraction], ...]


class _Reckoning:
    """What is due to everybody out of these rounds, and how much of it is kept for them already."""

    def __init__(self, state: TableState, affected: tuple[PastRound, ...], gone: frozenset[Who]) -> None:
        self._state = state
        self._gone = gone | (state.away if state.round is None else bettors_away(state, state.round))
        self._due: dict[BettorSitting, Fraction] = {}
        self._kept: dict[BettorSitting, Fraction] = {}
        self._last: dict[BettorSitting, int] = {}
        self._ties = [*_ties(state)]
        of = {past.number: past for past in affected}
        for past in affected:
            for who, amount in (*past.nets, *past.owing):
                self.add(_bettor_sitting(past, who), past.number, due=-amount)
        for kept in state.kept:
            if kept.round in of:
                self.add(_bettor_sitting(of[kept.round], kept.who), kept.round, due=kept.amount, kept=kept.amount)

    def add(self, one: BettorSitting, number: int, *, due: Fraction, kept: Fraction = Fraction(0)) -> None:
        self._due[one] = self._due.get(one, Fraction(0)) + due
        self._kept[one] = self._kept.get(one, Fraction(0)) + kept
        self._last[one] = max(number, self._last.get(one, 0))

    def lines(self) -> tuple[_ReckoningLines, _ReckoningLines, Mapping[Who, Fraction]]:
        """What is kept, what is not recovered, and the chips that move, each bettor in one of them or two."""
        keeping: list[tuple[int, Who, Fraction]] = []
        lost: list[tuple[int, Who, Fraction]] = []
        chips: dict[Who, Fraction] = {}
        for person in self._persons():
            due = sum((self._due[one] for one in person if one in self._due), Fraction(0))
            there = [one for one in person if self._is_there(one)]
            kept = self._amount_kept(person, due) if there else max(due, Fraction(0))
            if kept:
                keeping.append((*self._place(person, 1), kept))
            if there and due != kept:
                chips[there[0][0]] = chips.get(there[0][0], Fraction(0)) + due - kept
            elif due < 0:
                lost.append((*self._place(person, -1), -due))
        return tuple(keeping), tuple(lost), chips

    def _amount_kept(self, person: list[BettorSitting], due: Fraction) -> Fraction:
        """What was kept for who is back, and not fetched yet, leaves the table by being handed over, no other way."""
        kept = sum((self._kept[one] for one in person if one in self._kept), Fraction(0))
        return max(min(kept, due), Fraction(0))

    def _place(self, person: list[BettorSitting], sign: int) -> tuple[int, Who]:
        """Of a person's places the one where something is kept, or where this was due or owed."""
        known = [one for one in person if one in self._due]
        kept = [one for one in known if sign > 0 and self._kept[one]]
        one = next(iter((*kept, *(one for one in known if self._due[one] * sign > 0))))
        return self._last[one], one[0]

    def _is_there(self, one: BettorSitting) -> bool:
        who, sitting, others_since = one
        return sitting == self._state.sittings and not others_since and who not in self._gone

    def _persons(self) -> Iterator[list[BettorSitting]]:
        """Everybody of whom these rounds know, with the places at which they are the same person."""
        left = list(self._due)
        while left:
            person = self._join_ties({left[0]})
            yield [one for one in left if one in person] + sorted(person - self._due.keys(), key=str)
            left = [one for one in left if one not in person]

    def _join_ties(self, person: set[BettorSitting]) -> set[BettorSitting]:
        grown = person.union(*(tie for tie in self._ties if not person.isdisjoint(tie)))
        return person if grown == person else self._join_ties(grown)


def _ties(state: TableState) -> Iterator[frozenset[BettorSitting]]:
    """Whom the dealer said to be one person, now or in any round before: who has left is in no pair of now."""
    for person in state.persons:
        yield frozenset((who, state.sittings, 0) for who in person)
    for past in state.history:
        for person in past.persons:
            yield frozenset(_bettor_sitting(past, who) for who in person)


def _bettor_sitting(past: PastRound, who: Who) -> BettorSitting:
    return who, past.sitting, past.former.count(who)


def state_affected_rounds(
    rules: Rules, state: TableState, command: correction_commands.StateAffectedRounds
) -> CommandResult:
    """From the round named on all are void that were played with its dice, the one that is on included if it is.

    The next round is named where none was played with them. Each bettor's net is listed and reversed: what is owed to
    who has left is kept, what they would owe not recovered; play waits until a supervisor has seen the rest moved.
    """
    need = expect_need(state, AffectedRoundsNeeded)
    wrong = decider_refusal(rules, state, command.by, need.role, need.clause)
    wrong = wrong or _first_round_refusal(state, command.first, need.clause)
    if wrong is not None:
        return wrong
    asked_by = case_reporter(state)
    stated = meet_need(state, command.by, f"from round {command.first}")
    affected = void_affected_rounds(
        rules, fold(state, stated), asked_by, first=command.first, gone=command.gone, clause=need.clause
    )
    done: tuple[events.Event, ...] = (*stated, *affected.ended, affected.rounds)
    done = (*done, *open_chips_case(rules, fold(state, done), asked_by, affected.chips))
    return (*done, *_return_stakes(state, fold(state, done), asked_by, need.clause))


def _return_stakes(before: TableState, after: TableState, by: Person, clause: str) -> tuple[events.Event, ...]:
    """Of the round that ended with it the stakes still lie on the layout: they are given back before all else."""
    round_ = before.round
    if round_ is None or after.round is not None or before.table is None:
        return ()
    chips = tuple(
        ChipsReturned(bet.who, bet.wager.area, bet.wager.stake)
        for bet in round_.in_play
        if bet.number not in round_.ticked and bet.who not in after.away
    )
    if not chips and before.table.bets is BetKeeping.KEYED:
        return ()
    trouble = IrregularityKind.DAMAGED_DICE.value
    needs = (ChipsReturnNeeded(clause, chips),)
    case = Case(
        number=after.entries + 1, trouble=trouble, clause=clause, reported_by=by.name, established=None, needs=needs
    )
    return (events.CaseOpened(case=case),)


def _first_round_refusal(state: TableState, first: int, clause: str) -> MaybeRefusal:
    """Only a round of which it is known what it came to, or the next one: the dice in the tumbler are meant then."""
    oldest = next(iter(round_dice_sets(state)))
    if oldest <= first <= state.rounds + 1:
        return None
    if 1 <= first < oldest:
        # The station no longer has what those came to: name the oldest it has, and report the others for a ruling.
        return Refusal(code="round-too-old", clause=clause, facts={"first": str(oldest)})
    return Refusal(code="no-such-round", clause=clause, facts={"first": str(oldest), "last": str(state.rounds + 1)})


def may_change_dice(rules: Rules, state: TableState) -> MaybeRefusal:
    """Dice are changed between rounds; after damage to those in the tumbler no round begins before."""
    if rules.book.dice is None:
        return simple_refusal("no-dice-here", rules.clause("round"))
    return open_matter_refusal(state) or round_on_refusal(state, rules)


def change_dice(_rules: Rules, _state: TableState, command: correction_commands.ChangeDice) -> CommandResult:
    inspector = command.inspected_by.strip()
    if not command.set_name.strip() or inspector in ("", command.by.name):
        return simple_refusal("dice-to-be-inspected", "house policy")
    return (correction_events.DiceChanged(set_name=command.set_name, inspected_by=inspector),)

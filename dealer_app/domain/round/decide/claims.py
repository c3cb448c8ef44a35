"""Decides on claims, on bettors who leave, and on winnings that are kept for them.

A claim holds play until a supervisor closes it. The bets of a bettor who leaves are settled as they lie (RWS
v4 5.3, MBS 5.10); a supervisor hands over what was kept.
"""

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction

from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.decide.conditions import CommandResult, MaybeRefusal, current_round, table_closed_refusal
from dealer_app.domain.round.decide.round_end import case_chips, open_chips_case, record_departures
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.cases import open_case
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Case, Person, Phase, TableState, Who, find_person, offset_debts
from dealer_app.domain.round.table_settings import BetKeeping, Rules


def may_raise_claim(rules: Rules, state: TableState) -> MaybeRefusal:
    """A round is put on hold after its result; once the next one begins all rights have ended (RWS 5.6, 5.12)."""
    ended = state.round is not None and state.round.phase is Phase.ANNOUNCED
    if not ended and not (state.round is None and state.last is not None):
        return simple_refusal("nothing-to-claim", rules.clause("earlier-rounds-stand"))
    return table_closed_refusal(state) or (
        None if state.claim is None else simple_refusal("claim-open", "house policy")
    )


def raise_claim(rules: Rules, state: TableState, command: commands.HoldForClaim) -> CommandResult:
    assert state.table is not None, "asked only at an open table"
    who = command.who
    if who is not None and who[0] not in (rules.seats(state.table) if rules.layout.seats else (None,)):
        return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(who[0])})
    return (events.ClaimRaised(number=state.entries + 1, by=command.by, text=command.text, who=who),)


def may_close_claim(_rules: Rules, state: TableState) -> MaybeRefusal:
    return None if state.claim is not None else Refusal(code="no-claim", clause="house policy")


def close_claim(rules: Rules, state: TableState, command: commands.CloseClaim) -> CommandResult:
    assert state.claim is not None, "asked only while a claim is open"
    role, clause = rules.decider("claim")
    if command.by.name == state.claim.by:
        return Refusal(code="same-person", clause=clause)
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    if not command.decision.strip():
        return Refusal(code="reason-needed", clause=clause)
    if not command.clause.strip():
        return Refusal(code="clause-needed", clause=clause)
    if command.difference is not None and command.difference < 0:
        return Refusal(code="difference-below-zero", clause=clause)
    rests_on = command.clause.strip()
    if rests_on not in rules.book.clauses and rests_on != HOUSE_POLICY:
        return Refusal(code="no-such-clause", clause=clause, facts={"clause": rests_on})
    return (
        events.ClaimClosed(
            number=state.claim.number,
            by=command.by,
            decision=command.decision,
            clause=rests_on,
            surveillance=command.surveillance,
            offered=command.offered.strip(),
            difference=command.difference,
            answer=command.answer,
        ),
    )


def may_hand_over_winnings(rules: Rules, state: TableState) -> MaybeRefusal:
    return (
        table_closed_refusal(state) if state.kept else simple_refusal("nothing-unclaimed", rules.clause("player-left"))
    )


def hand_over_winnings(rules: Rules, state: TableState, command: correction_commands.HandOver) -> CommandResult:
    """Handed to the bettor, or taken in charge for them, by a supervisor; in the supervisor's words."""
    role, clause = rules.decider("claim")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    owed = sum((amount for who, amount in state.winnings_unclaimed if who == command.who), Fraction(0))
    if not owed:
        return simple_refusal("nothing-unclaimed", rules.clause("player-left"))
    if not command.text.strip():
        return simple_refusal("reason-needed", clause)
    return (correction_events.WinningsHandedOver(who=command.who, amount=owed, by=command.by, text=command.text),)


def leave_table(rules: Rules, state: TableState, command: commands.Report, who: Who) -> tuple[events.Event, ...]:
    """The bettor is gone from all places; the cards they held are passed on."""
    facts = {"text": command.text} if command.text else {}
    gone = record_departures(state, (who,))
    holders = state.round.holders.items() if state.round is not None else ()
    person = find_person(state, who)
    given = tuple(events.CardsGiven(side=side, who=None) for side, holder in holders if holder in person)
    return (*gone, *given, *open_case(rules, state, command.by, IrregularityKind.PLAYER_LEFT, facts=facts))


def may_be_present(rules: Rules, state: TableState, person: Collection[Who]) -> bool:
    """Whether a bettor can be at the table, at any of these places.

    With bets keyed it has to be a bettor of the round; otherwise anybody at a seat, or anybody where there are no
    seats.
    """
    assert state.table is not None, "asked only at an open table"
    if state.table.bets is BetKeeping.KEYED:
        return any(bet.who in person for bet in current_round(state).in_play)
    seats = rules.seats(state.table) if rules.layout.seats else (None,)
    return any(seat in seats for seat, _ in person)


def bettors_with_chips(state: TableState) -> tuple[Who, ...]:
    """Whose chips are to be moved back, in whichever of the open cases."""
    return tuple(dict.fromkeys(who for case in _chip_cases(state) for who in case_chips(case)))


def _chip_cases(state: TableState) -> tuple[Case, ...]:
    return tuple(case for case in state.cases if case.trouble == IrregularityKind.CHIPS_MOVED.value)


def leave_with_chips(rules: Rules, state: TableState, command: commands.Report, who: Who) -> tuple[events.Event, ...]:
    """Of who has left nothing comes back and nothing goes out: it is settled without them, or kept for them."""
    person = find_person(state, who)
    case = next(case for case in reversed(_chip_cases(state)) if not person.isdisjoint(case_chips(case)))
    due = case_chips(case)
    own = {place: due.pop(place) for place in [*due] if place in person}
    done: tuple[events.Event, ...] = (events.CaseClosed(case=case.number),)
    if state.round is not None and _is_from_undone_settlement(state, case):
        # What they are owed, or would owe, shows when the round is settled once more.
        places = (place for place in sorted(person, key=str) if place not in state.left)
        done = (
            *done,
            *(correction_events.BettorLeft(who=place, took=_chips_with_bettor(state, place)) for place in places),
        )
    else:
        gone = record_departures(state, person) if state.round is not None else ()
        done = (*done, *_settle_absent(offset_debts(state, own)), *gone)
    done = (*done, *open_case(rules, fold(state, done), command.by, IrregularityKind.PLAYER_LEFT))
    reporter = Person(case.reported_by, "dealer")
    return (*done, *open_chips_case(rules, fold(state, done), reporter, due, moves=case.moves))


def _is_from_undone_settlement(state: TableState, case: Case) -> bool:
    """Whether these chips come back from it, and not from rounds before that are void with their dice (Tai Sai 5.6)."""
    if state.round is None or not state.undone:
        return False
    of = {number: who for number, who, _ in state.round.chips}
    moved: dict[Who, Fraction] = {}
    for line in state.undone:
        moved[of[line.number]] = moved.get(of[line.number], Fraction(0)) + line.chip_amount
    return all(-moved.get(who, Fraction(0)) == amount for who, amount in case_chips(case).items())


def _settle_absent(due: Mapping[Who, Fraction]) -> Iterator[events.Event]:
    for who, amount in due.items():
        if amount < 0:
            yield correction_events.ChipsNotRecovered(who=who, amount=-amount)
        elif amount > 0:
            yield correction_events.WinningsKept(who=who, amount=amount, given_back=True)


def _chips_with_bettor(state: TableState, who: Who) -> Fraction:
    """The stakes that the bettor took up with what was paid on them; nothing of a bet that was lost."""
    assert state.round is not None, "chips are moved back into a round"
    stakes = {number: stake for number, of, stake in state.round.chips if of == who}
    return sum((stakes[line.number] + line.chip_amount for line in state.undone if line.number in stakes), Fraction(0))

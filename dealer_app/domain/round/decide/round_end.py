"""Ends a round without its settlement, and puts right what has moved on the table.

A round can be void, its settlement can be taken back, and a wrong payment can be restored; every chip that
moves back is listed for a supervisor.
"""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_events, events
from dealer_app.domain.round.decide.conditions import CommandResult
from dealer_app.domain.round.decide.dealing import card_from_facts, hold_card
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.cases import CaseSubject, open_case
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import VoidNeeded
from dealer_app.domain.round.refusal import Refusal, simple_refusal
from dealer_app.domain.round.state import (
    Case,
    ChipMove,
    Person,
    Phase,
    Round,
    TableState,
    Who,
    find_person,
    offset_debts,
)
from dealer_app.domain.round.table_settings import Rules, chip_refusal
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Bettor


def void_and_move_chips(
    rules: Rules, state: TableState, by: Person, clause: str, *, closes_shoe: str = ""
) -> tuple[events.Event, ...]:
    """The round is void and all its bets are returned (RWS v4 5.16); chips that had moved are moved back first."""
    done = void_round(rules, state, by, clause, closes_shoe=closes_shoe)
    assert state.round is not None, "only the round that is on is voided"
    return (*done, *move_chips_back(rules, state.round, fold(state, done), by, kept=state.left))


def void_round(
    rules: Rules, state: TableState, by: Person, clause: str, *, closes_shoe: str = ""
) -> tuple[events.Event, ...]:
    """How it ends: bets of who has left are kept for them, less what they took along. The chips are still to move."""
    assert state.round is not None, "only the round that is on is voided"
    done: tuple[events.Event, ...] = (
        *_hold_early_cards(state, by),
        *_keep_stakes(state, {number: 0 for number, _, _ in _chips_on_layout(state.round)}),
        events.RoundVoided(clause=clause),
    )
    # A case that waits under this one may have found the shoe wrong: a void by another clause does not make it right.
    closes_shoe = closes_shoe or next((need.closes for need in _void_needs_open(state) if need.closes), "")
    if not closes_shoe and any(case.trouble == IrregularityKind.IMPOSSIBLE_CARD.value for case in state.cases):
        # Nobody has looked yet at a card that cannot be: no round is dealt from a shoe that may not be right.
        closes_shoe = rules.clause("foreign-card")
    if closes_shoe:
        done = (*done, events.ShoeClosed(clause=closes_shoe))
    return (*done, *open_carried_card_case(rules, fold(state, done), by))


def _void_needs_open(state: TableState) -> Iterator[VoidNeeded]:
    return (need for case in state.cases for need in case.needs if isinstance(need, VoidNeeded))


def void_current_or_last(
    rules: Rules, state: TableState, by: Person, clause: str, *, closes_shoe: str = ""
) -> tuple[events.Event, ...]:
    """The round that is on is void, or the last one, whose settlement is taken back for it."""
    if state.round is not None:
        return void_and_move_chips(rules, state, by, clause, closes_shoe=closes_shoe)
    assert state.last is not None, "asked only of a round that can still be corrected"
    done: tuple[events.Event, ...] = (events.SettlementUndone(),)
    back = fold(state, done)
    done = (*done, *void_and_move_chips(rules, back, by, clause, closes_shoe=closes_shoe))
    return (*done, *move_chips_back(rules, state.last, fold(state, done), by, kept=leavers_to_pay(state) | back.left))


def _hold_early_cards(state: TableState, by: Person) -> tuple[events.Event, ...]:
    """A card that came before its time, of which a case still asks, is the first of the next round (ruling O6)."""
    asked = (IrregularityKind.CARD_BEFORE_CLOSING.value, IrregularityKind.CARD_DURING_OFFER.value)
    return tuple(hold_card(state, card_from_facts(case, by, 0)) for case in state.cases if case.trouble in asked)


def open_carried_card_case(
    rules: Rules, state: TableState, by: Person, *, facts: Mapping[str, str] | None = None
) -> tuple[events.Event, ...]:
    """A card that opens the next round has been seen: play stops before bets are opened (ruling O6).

    One that came while bets were open stops it then.
    """
    decided = state.round is not None and (state.round.phase is not Phase.BETTING or state.carried_for != "")
    if decided or not any(card.turned for card in state.carried):
        return ()
    facts = {"cards": str(len(state.carried)), **(facts or {})}
    return open_case(rules, state, by, IrregularityKind.OPEN_CARD_CARRIED, facts=facts)


def leavers_to_pay(state: TableState) -> frozenset[Who]:
    """Who left before the last round ended, and has not had what it owed them: none of their chips has moved."""
    if state.last is None:
        return frozenset(who for who, _ in state.taken_along)
    return frozenset(kept.who for kept in state.kept if kept.round == state.last.number and not kept.given_back)


def record_departures(state: TableState, people: Iterable[Who]) -> tuple[events.Event, ...]:
    """These bettors leave, each from all places at which they are one person, but from none twice (RWS v4 5.3)."""
    places = dict.fromkeys(place for who in people for place in (who, *sorted(find_person(state, who), key=str)))
    return tuple(_departure_event(state, who) for who in places if who not in state.left)


def _departure_event(state: TableState, who: Who) -> events.Event:
    """With what the bettor has been paid already: the bets that are ticked have been seen to."""
    round_ = state.round
    stakes = {number: stake for number, of, stake in round_.chips if of == who} if round_ is not None else {}
    seen_to = round_.ticked & stakes.keys() if round_ is not None else frozenset()
    if round_ is None or not seen_to:
        return correction_events.BettorLeft(who=who)
    lines = (line for line in round_.settled if line.number in seen_to)
    took = sum((stakes[line.number] + line.chip_amount for line in lines), Fraction(0))
    return correction_events.BettorLeft(who=who, took=took)


def return_bets(
    state: TableState, counts: Mapping[int, int], clause: str, *, never_placed: bool = False
) -> tuple[events.Event, ...]:
    """Of these bets, by their numbers, no more than so much stays; the rest goes back, or is kept for who has left."""
    whole = frozenset(number for number, part in counts.items() if not part)
    back = events.BetsReturned(numbers=whole, clause=clause, never_placed=never_placed)
    returned = (back,) if whole else ()
    cut = (events.BetCut(number=number, accepted=Money(part)) for number, part in counts.items() if part)
    return (*returned, *cut, *_keep_stakes(state, counts, given_back=True))


def _keep_stakes(state: TableState, counts: Mapping[int, int], *, given_back: bool = False) -> Iterator[events.Event]:
    """The bets of a bettor who has left are kept for them, as winnings are, until they come (RWS v4 5.3, 5.16)."""
    assert state.round is not None, "bets lie there only in a round"
    going: dict[Who, Fraction] = {}
    for number, who, stake in _chips_on_layout(state.round):
        if number in counts and who in state.left:
            going[who] = going.get(who, Fraction(0)) + stake - counts[number]
    if given_back:
        return (correction_events.WinningsKept(who=who, amount=back, given_back=True) for who, back in going.items())
    return keep_for_absent(state, going)


def keep_for_absent(state: TableState, owed: Mapping[Who, Fraction]) -> Iterator[events.Event]:
    """What the end of a round owes to those who have left, less what they took along when it was first settled."""
    taken: dict[Who, Fraction] = {}
    for who, took in state.taken_along:
        taken[who] = taken.get(who, Fraction(0)) + took
    due = {who: owed.get(who, Fraction(0)) - taken.get(who, Fraction(0)) for who in dict.fromkeys((*owed, *taken))}
    for who, amount in offset_debts(state, due).items():
        if amount > 0 and who in state.left:
            yield correction_events.WinningsKept(who=who, amount=amount)
        elif amount < 0:
            yield correction_events.ChipsNotRecovered(who=who, amount=-amount)


def _chips_on_layout(round_: Round) -> Iterator[tuple[int, Who, Money]]:
    """Every bet of which the chips still lie there, insurance too."""
    yield from ((bet.number, bet.who, bet.wager.stake) for bet in round_.in_play)
    yield from ((bet.number, bet.who, bet.stake) for bet in round_.insurance if bet.number not in round_.returned)


def move_chips_back(
    rules: Rules, settled: Round, state: TableState, by: Person, *, kept: frozenset[Who] = frozenset()
) -> tuple[events.Event, ...]:
    """What had been collected goes back, what had been paid comes back, bettor by bettor; a supervisor looks at it."""
    due = {who: -amount for who, amount in chip_moves(settled).items() if who not in kept}
    return open_chips_case(rules, state, by, due, moves=_bet_moves(settled, None))


def move_chip_differences(
    rules: Rules, settled: Round, state: TableState, by: Person, *, kept: frozenset[Who] = frozenset()
) -> tuple[events.Event, ...]:
    """The difference between a repeated settlement and what had been collected and paid by the one before."""
    assert state.round is not None, "a settlement is made again in its round"
    differences = dict(chip_moves(state.round))
    for who, moved in chip_moves(settled).items():
        differences[who] = differences.get(who, Fraction(0)) - moved
    due = {who: amount for who, amount in differences.items() if who not in kept}
    return open_chips_case(rules, state, by, due, moves=_bet_moves(settled, state.round))


def open_chips_case(
    rules: Rules, state: TableState, by: Person, due: Mapping[Who, Fraction], *, moves: Iterable[ChipMove] = ()
) -> tuple[events.Event, ...]:
    """Bettor by bettor what goes out to them, or with a minus comes back from them; nothing if all is right.

    `moves` say of the same chips on which areas they move.
    """
    facts = {f"{who[0] or '-'} {who[1]}": str(amount) for who, amount in due.items() if amount}
    if not facts:
        return ()
    own = tuple(move for move in moves if due.get(move.who))
    return open_case(rules, state, by, IrregularityKind.CHIPS_MOVED, facts=facts, about=CaseSubject(moves=own))


def _bet_moves(settled: Round, again: Round | None) -> Iterator[ChipMove]:
    """Each bet of which chips have moved otherwise than the second settlement has it; without one all come back."""
    before, after = _moved_chips(settled), {} if again is None else _moved_chips(again)
    areas = {**_bet_areas(settled), **({} if again is None else _bet_areas(again))}
    for number, (who, area) in areas.items():
        was, now = before.get(number, Fraction(0)), after.get(number, Fraction(0))
        if was != now:
            yield ChipMove(who=who, area=area, before=was, after=now)


def _bet_areas(round_: Round) -> Mapping[int, tuple[Who, Area]]:
    """By number, whose each bet is and where it lies, insurance too."""
    placed = {bet.number: (bet.who, bet.wager.area) for bet in round_.bets}
    insured = {bet.number: (bet.who, Area(f"{bet.side.value}_insurance")) for bet in round_.insurance}
    return {**placed, **insured}


def _moved_chips(round_: Round) -> Mapping[int, Fraction]:
    return {line.number: line.chip_amount for line in round_.settled if line.number in round_.ticked}


def case_chips(case: Case) -> dict[Who, Fraction]:
    """The inverse: what a case of chips lists, bettor by bettor."""
    found: dict[Who, Fraction] = {}
    for bettor, amount in case.facts.items():
        seat, _, place = bettor.partition(" ")
        found[None if seat == "-" else int(seat), Bettor(place)] = Fraction(amount)
    return found


def chip_moves(round_: Round) -> Mapping[Who, Fraction]:
    """What chips have paid each bettor, or with a minus taken from them: never what chips cannot make (ruling B9)."""
    of = {bet.number: bet.who for bet in round_.bets} | {bet.number: bet.who for bet in round_.insurance}
    moved: dict[Who, Fraction] = {}
    for line in round_.settled:
        if line.number in round_.ticked:
            moved[of[line.number]] = moved.get(of[line.number], Fraction(0)) + line.chip_amount
    return moved


def undo_settlement(rules: Rules, state: TableState, by: Person) -> tuple[events.Event, ...]:
    """The result is taken back, and the chips with it; nothing if there was no result yet (ruling O2)."""
    ended = state.round or state.last
    assert ended is not None, "asked only of a round that can still be corrected"
    if state.round is not None and state.round.phase is not Phase.ANNOUNCED:
        return ()
    undone = (events.SettlementUndone(),)
    return (*undone, *move_chips_back(rules, ended, fold(state, undone), by, kept=leavers_to_pay(state)))


def restore_payment(rules: Rules, state: TableState, command: commands.Report) -> CommandResult:
    """What was seen is on record; what goes out to the bettor, or comes back, is listed for the supervisor."""
    assert state.table is not None, "asked only at an open table"
    who, due = command.who, command.due
    if who is None or not due:
        return simple_refusal("no-stake", rules.clause("settlement"))
    if who[0] not in (rules.seats(state.table) if rules.layout.seats else (None,)):
        # Who was paid by mistake need not have bet; but they are at this table.
        return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(who[0])})
    off = chip_refusal(rules, state.table, due)
    if off is not None:
        return off
    facts = {"text": command.text} if command.text else {}
    case = open_case(rules, state, command.by, IrregularityKind.WRONG_TAKE_OR_PAY, facts=facts)[0]
    assert isinstance(case, events.CaseOpened), "a case begins with its opening"
    renewed = (events.CaseOpened(case=replace(case.case, needs=())), events.CaseClosed(case=case.case.number))
    return (*renewed, *open_chips_case(rules, fold(state, renewed), command.by, {who: Fraction(due)}))

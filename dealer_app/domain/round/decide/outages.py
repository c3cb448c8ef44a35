"""Decides on rounds dealt during an outage, and on two bettors who are one person.

Rounds dealt by hand are entered by a supervisor. The station checks that the noted cards make the noted
result and that the shoe can have held them; the bets of a round that was cut off are written off as settled
by hand.

The dealer may say at any time that two bettors are one person, or are two after all. What was decided for
them before is not decided again, except for what is not paid yet.
"""

from collections.abc import Iterator

from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, Winner, make_coup
from dealer_app.domain.dice import DIE_FACES
from dealer_app.domain.policies import UnderMinimum
from dealer_app.domain.round import correction_commands, correction_events, events
from dealer_app.domain.round.correction_commands import CardRound, DiceRound, OutageRound
from dealer_app.domain.round.decide.claims import may_be_present
from dealer_app.domain.round.decide.conditions import (
    MOST_ROUND_CARDS,
    CommandResult,
    MaybeRefusal,
    can_run_empty,
    open_matter_refusal,
    table_closed_refusal,
)
from dealer_app.domain.round.decide.round_end import record_departures, undo_settlement
from dealer_app.domain.round.decide.settlement import settlement_lines
from dealer_app.domain.round.fold import fold, next_round_cards
from dealer_app.domain.round.irregularities.resolution import choice_places
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Case, Person, Phase, ShoeStep, TableState, Who, find_person, has_open_options
from dealer_app.domain.round.table_settings import Rules

MOST_ROUNDS = 1_000
"""More than a table deals in a day: a larger number is a slip of the keys."""


def may_enter_rounds(rules: Rules, state: TableState) -> MaybeRefusal:
    """Between rounds, or in the one that was cut off, with whatever is open in it; never while a claim holds play."""
    if state.claim is not None:
        return simple_refusal("claim-open", HOUSE_POLICY)
    reason = table_closed_refusal(state) if state.round is not None else open_matter_refusal(state)
    if reason is None and rules.baccarat is not None and state.shoe.step is not ShoeStep.READY:
        return simple_refusal("shoe-not-ready", HOUSE_POLICY)
    if reason is not None or state.shoe.cards_left >= INITIAL_CARDS:
        return reason
    return _shoe_size_refusal(rules, state, (CardRound(Winner.TIE),))


def enter_rounds(rules: Rules, state: TableState, command: correction_commands.EnterOutageRounds) -> CommandResult:
    role, clause = rules.decider("bet_correction")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    if not command.text.strip():
        return simple_refusal("reason-needed", clause)
    if not command.rounds:
        return simple_refusal("no-rounds-entered", HOUSE_POLICY)
    if len(command.rounds) > MOST_ROUNDS:
        return Refusal(code="too-many-rounds-entered", clause=HOUSE_POLICY, facts={"most": str(MOST_ROUNDS)})
    for place, dealt in enumerate(command.rounds, start=1):
        wrong = _impossible_round_refusal(rules, state, dealt, place)
        if wrong is not None:
            return wrong
    beyond = _shoe_size_refusal(rules, state, command.rounds)
    if beyond is not None:
        return beyond
    entered = correction_events.OutageRoundsEntered(
        first=state.rounds + (state.round is None),
        rounds=command.rounds,
        settled_by_hand=_bets_left_lying(state),
        cards=_most_cards_dealt(rules, state, command.rounds),
        by=command.by,
        text=command.text,
    )
    return (*_unseal_cards(state, command.rounds), entered)


def _impossible_round_refusal(rules: Rules, state: TableState, dealt: OutageRound, place: int) -> MaybeRefusal:
    match dealt:
        case CardRound(winner, cards):
            if rules.baccarat is None:
                return simple_refusal("no-cards-here", rules.clause("round"))
            impossible = next((card for card in cards if cards.count(card) > state.shoe.decks), None)
            if impossible is not None:
                clause = rules.clause("foreign-card")
                return Refusal(code="impossible-card", clause=clause, facts={"card": impossible.text})
            made = make_coup(cards)
            if cards and (made.winner is not winner or made.carry):
                facts = {"place": str(place)}
                return Refusal(code="not-the-result-of-the-cards", clause=rules.clause("third-card"), facts=facts)
        case DiceRound(dice):
            if rules.book.dice is None:
                return simple_refusal("no-dice-here", rules.clause("round"))
            if dice is not None and any(die not in DIE_FACES for die in dice):
                return simple_refusal("no-such-die", rules.clause("dice-at-rest"))
    return None


def _shoe_size_refusal(rules: Rules, state: TableState, rounds: tuple[OutageRound, ...]) -> MaybeRefusal:
    """No round takes fewer than four cards."""
    if rules.baccarat is None or not can_run_empty(state):
        return None
    if _count_cards_dealt(state, rounds, INITIAL_CARDS) <= state.shoe.cards_left:
        return None
    return Refusal(code="more-than-the-shoe-holds", clause=HOUSE_POLICY, facts={"left": str(state.shoe.cards_left)})


def _bets_left_lying(state: TableState) -> frozenset[int]:
    """The bets of the interrupted round that had not gone back before the outage."""
    if state.round is None:
        return frozenset()
    every = {bet.number for bet in state.round.bets} | {bet.number for bet in state.round.insurance}
    return frozenset(every - state.round.returned)


def _count_cards_dealt(state: TableState, rounds: tuple[OutageRound, ...], if_unknown: int) -> int:
    """How many cards these rounds took from the shoe, beyond those that had left it before the outage."""
    out = len(state.carried) + (len(state.round.cards) if state.round is not None else 0)
    taken = sum(len(one.cards) or if_unknown for one in rounds if isinstance(one, CardRound))
    return max(0, taken - out)


def _most_cards_dealt(rules: Rules, state: TableState, rounds: tuple[OutageRound, ...]) -> int:
    """A round of which the cards were not noted may have taken six: the shoe holds what is certainly left."""
    if rules.baccarat is None:
        return 0
    most = _count_cards_dealt(state, rounds, MOST_ROUND_CARDS)
    return min(most, state.shoe.cards_left) if can_run_empty(state) else most


def _unseal_cards(state: TableState, rounds: tuple[OutageRound, ...]) -> tuple[events.Event, ...]:
    """The bets of the rounds that these cards were dealt in are closed long ago: their seals end (ruling O6)."""
    lay = (*(state.round.cards if state.round is not None else ()), *state.carried)
    kept = next_round_cards(state, rounds)
    return tuple(
        events.CardUnsealed(card=one.card, seal=one.seal)
        for one in lay
        if one.card is not None and one.seal is not None and one not in kept
    )


def may_join_bettors(rules: Rules, state: TableState) -> MaybeRefusal:
    """At any time; where it may change what a result comes to, an open case comes first."""
    return open_matter_refusal(state) if _may_change_result(rules, state) else table_closed_refusal(state)


def may_separate_bettors(rules: Rules, state: TableState) -> MaybeRefusal:
    return may_join_bettors(rules, state) if state.persons else simple_refusal("not-one-person", HOUSE_POLICY)


def join_bettors(rules: Rules, state: TableState, command: correction_commands.SamePerson) -> CommandResult:
    """What one of them has chosen is the choice of the other; two different choices cannot be one person's."""
    wrong = _place_refusal(rules, state, command.one, command.other)
    if wrong is not None:
        return wrong
    if command.other in find_person(state, command.one):
        return simple_refusal("one-person-already", HOUSE_POLICY)
    said: tuple[events.Event, ...] = (correction_events.BettorsAreOne(one=command.one, other=command.other),)
    after = fold(state, said)
    person = find_person(after, command.one)
    wrong = _presence_refusal(rules, state, person)
    if wrong is not None:
        return wrong
    said = (*said, *(record_departures(after, person) if state.left & person else ()))
    for case in filter(has_open_options, state.cases):
        if len({case.chosen[who] for who in person if who in case.chosen}) > 1:
            return simple_refusal("choices-differ", case.clause)
        said = (*said, *_share_choice(after, case, person))
    return (*said, *_undo_changed_result(rules, state, after, command.by))


def separate_bettors(rules: Rules, state: TableState, command: correction_commands.TwoPersons) -> CommandResult:
    if command.one == command.other or command.other not in find_person(state, command.one):
        return simple_refusal("not-one-person", HOUSE_POLICY)
    said = (correction_events.BettorsAreTwo(one=command.one, other=command.other),)
    return (*said, *_undo_changed_result(rules, state, fold(state, said), command.by))


def _place_refusal(rules: Rules, state: TableState, one: Who, other: Who) -> MaybeRefusal:
    assert state.table is not None, "asked only at an open table"
    if one == other:
        return simple_refusal("one-bettor", HOUSE_POLICY)
    for seat, _ in (one, other):
        if seat not in (rules.seats(state.table) if rules.layout.seats else (None,)):
            return Refusal(code="no-such-seat", clause=rules.layout.clause, facts={"seat": str(seat)})
    return None


def _presence_refusal(rules: Rules, state: TableState, person: frozenset[Who]) -> MaybeRefusal:
    """Who left has left all their places: where one of them has bets it is said first that they left that one too.

    Which of the two is wrong, that they left or that they are the same, nobody can tell for the dealer.
    """
    gone = sorted(state.left & person, key=str)
    here = [who for who in sorted(person - state.left, key=str) if gone and may_be_present(rules, state, {who})]
    if not here:
        return None
    facts = {"left": _bettor_fact(gone[0]), "here": _bettor_fact(here[0])}
    return Refusal(code="one-of-them-left", clause=rules.clause("player-left"), facts=facts)


def _bettor_fact(who: Who) -> str:
    """As the wording takes a bettor."""
    return f"{who[0]} {who[1]}"


def _share_choice(state: TableState, case: Case, person: frozenset[Who]) -> Iterator[events.Event]:
    option = next((case.chosen[who] for who in person if who in case.chosen), None)
    if option is not None:
        for who in choice_places(state, person):
            if who not in case.chosen:
                yield events.OptionChosen(case=case.number, who=who, option=option)


def _may_change_result(rules: Rules, state: TableState) -> bool:
    """One person is settled under the minimum once (MBS 5.14), and has one cap of insurance at 10 to 1 (ruling I6)."""
    if state.round is None or state.round.phase is not Phase.ANNOUNCED:
        return False
    return rules.book.policies.under_minimum.value is UnderMinimum.ONCE_ONLY or bool(state.round.insurance_in_play)


def _undo_changed_result(rules: Rules, state: TableState, after: TableState, by: Person) -> tuple[events.Event, ...]:
    """Takes back and announces again a result that has changed."""
    if not _may_change_result(rules, state) or settlement_lines(rules, state) == settlement_lines(rules, after):
        return ()
    return undo_settlement(rules, after, by)

"""After an outage: the table may have played on, and what it dealt is entered by hand, with a supervisor.

The station judges what is written down as far as it can: that the cards noted of a round make the result noted, and
that the shoe can have held them. How the chips went it cannot know; the bets of a round that it had begun are written
off as settled by hand, so that none of them is left lying in the books.
"""

from dealer_app.domain.baccarat.coup import INITIAL_CARDS, coup
from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.dice import FACES
from dealer_app.domain.round import events, mending_commands, mending_events
from dealer_app.domain.round.apply_outage import left_over
from dealer_app.domain.round.decide.conditions import CARDS_OF_A_ROUND, Why, may_run_out, nothing_unresolved, table_open
from dealer_app.domain.round.decide.decision import Decision
from dealer_app.domain.round.outage import CardRound, DiceRound, OutageRound
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.state import ShoeStep, TableState
from dealer_app.domain.round.table import Rules

MOST_ROUNDS = 1_000
"""More than a table deals in a day: whoever enters more has keyed something wrong."""


def may_enter(rules: Rules, state: TableState) -> Why:
    """Between rounds, or in the one that was cut off, with whatever is open in it; never while a claim holds play."""
    if state.claim is not None:
        return refused("claim-open", HOUSE_POLICY)
    reason = table_open(state) if state.round is not None else nothing_unresolved(state)
    if reason is None and rules.baccarat is not None and state.shoe.step is not ShoeStep.READY:
        return refused("shoe-not-ready", HOUSE_POLICY)
    if reason is not None or state.shoe.left >= INITIAL_CARDS:
        return reason
    return _beyond_the_shoe(rules, state, (CardRound(Winner.TIE),))


def enter(rules: Rules, state: TableState, command: mending_commands.EnterOutageRounds) -> Decision:
    role, clause = rules.decider("bet_correction")
    if not rules.may_act(command.by.role, role):
        return Refusal(code="wrong-role", clause=clause, facts={"role": rules.title(role)})
    if not command.text.strip():
        return refused("reason-needed", clause)
    if not command.rounds:
        return refused("no-rounds-entered", HOUSE_POLICY)
    if len(command.rounds) > MOST_ROUNDS:
        return Refusal(code="too-many-rounds-entered", clause=HOUSE_POLICY, facts={"most": str(MOST_ROUNDS)})
    for place, dealt in enumerate(command.rounds, start=1):
        wrong = _cannot_have_been(rules, state, dealt, place)
        if wrong is not None:
            return wrong
    beyond = _beyond_the_shoe(rules, state, command.rounds)
    if beyond is not None:
        return beyond
    entered = mending_events.OutageRoundsEntered(
        first=state.rounds + (state.round is None),
        rounds=command.rounds,
        settled_by_hand=_still_lying(state),
        cards=_most_cards(rules, state, command.rounds),
        by=command.by,
        text=command.text,
    )
    return (*_unsealed(state, command.rounds), entered)


def _cannot_have_been(rules: Rules, state: TableState, dealt: OutageRound, place: int) -> Why:
    match dealt:
        case CardRound(winner, cards):
            if rules.baccarat is None:
                return refused("no-cards-here", rules.clause("round"))
            impossible = next((card for card in cards if cards.count(card) > state.shoe.decks), None)
            if impossible is not None:
                clause = rules.clause("foreign-card")
                return Refusal(code="impossible-card", clause=clause, facts={"card": impossible.text})
            made = coup(cards)
            if cards and (made.winner is not winner or made.carry):
                facts = {"place": str(place)}
                return Refusal(code="not-the-result-of-the-cards", clause=rules.clause("third-card"), facts=facts)
        case DiceRound(dice):
            if rules.book.dice is None:
                return refused("no-dice-here", rules.clause("round"))
            if dice is not None and any(die not in FACES for die in dice):
                return refused("no-such-die", rules.clause("dice-at-rest"))
    return None


def _beyond_the_shoe(rules: Rules, state: TableState, rounds: tuple[OutageRound, ...]) -> Why:
    """No round takes fewer than four cards."""
    if rules.baccarat is None or not may_run_out(state):
        return None
    if _more_cards(state, rounds, INITIAL_CARDS) <= state.shoe.left:
        return None
    return Refusal(code="more-than-the-shoe-holds", clause=HOUSE_POLICY, facts={"left": str(state.shoe.left)})


def _still_lying(state: TableState) -> frozenset[int]:
    """The bets of the interrupted round that had not gone back before the outage."""
    if state.round is None:
        return frozenset()
    every = {bet.number for bet in state.round.bets} | {bet.number for bet in state.round.insurance}
    return frozenset(every - state.round.returned)


def _more_cards(state: TableState, rounds: tuple[OutageRound, ...], if_unknown: int) -> int:
    """How many cards these rounds took from the shoe, beyond those that had left it before the outage."""
    out = len(state.carried) + (len(state.round.cards) if state.round is not None else 0)
    taken = sum(len(one.cards) or if_unknown for one in rounds if isinstance(one, CardRound))
    return max(0, taken - out)


def _most_cards(rules: Rules, state: TableState, rounds: tuple[OutageRound, ...]) -> int:
    """A round of which the cards were not noted may have taken six: the shoe holds what is certainly left."""
    if rules.baccarat is None:
        return 0
    most = _more_cards(state, rounds, CARDS_OF_A_ROUND)
    return min(most, state.shoe.left) if may_run_out(state) else most


def _unsealed(state: TableState, rounds: tuple[OutageRound, ...]) -> tuple[events.Event, ...]:
    """The bets of the rounds that these cards were dealt in are closed long ago: their seals end (ruling O6)."""
    lay = (*(state.round.cards if state.round is not None else ()), *state.carried)
    kept = left_over(state, rounds)
    return tuple(
        events.CardUnsealed(card=one.card, seal=one.seal)
        for one in lay
        if one.card is not None and one.seal is not None and one not in kept
    )

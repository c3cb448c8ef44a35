"""The guide: for any state the one next step, what to say, who may do it, and by which clause.

It reads what lies open and what the needs of a case are, never a value that is face down, and it lists as allowed
exactly the commands that decide would hear. Words are not here: a step is a code with facts.
"""

from collections.abc import Mapping

from dealer_app.domain.baccarat.coup import INITIAL_CARDS
from dealer_app.domain.baccarat.winner import Winner
from dealer_app.domain.limits_open import below_minimum
from dealer_app.domain.policies import UnderMinimum
from dealer_app.domain.round.decide import allowed
from dealer_app.domain.round.decide.betting import excess_clauses, in_excess, may_open
from dealer_app.domain.round.decide.carrying import may_deal_free_hand
from dealer_app.domain.round.decide.conditions import is_last_round
from dealer_app.domain.round.decide.over_limits import differential_excess
from dealer_app.domain.round.decide.settling import winning
from dealer_app.domain.round.guided import DEALER, Guide, Step
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    AnswerNeeded,
    ApprovalNeeded,
    AttendanceNeeded,
    CardsAsideNeeded,
    CarriedCardNeeded,
    ChangesNeeded,
    ComparisonNeeded,
    InspectionNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    MissingCardNeeded,
    Need,
    OptionsNeeded,
    OrderNeeded,
    ReconstructionNeeded,
    RemovalNeeded,
    ReplacementNeeded,
    ResetNeeded,
    RulingNeeded,
    VoidNeeded,
)
from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.round.said import said_in_case
from dealer_app.domain.round.seen import Dealing, next_card, offer_just_closed, open_coup
from dealer_app.domain.round.state import Case, Phase, Round, ShoeStep, TableState, Who
from dealer_app.domain.round.table import BetKeeping, InsuranceShown, Rules
from dealer_app.domain.round.waiting import waiting
from dealer_app.domain.rulebook import House, InsuranceOffer, Side


def guide(rules: Rules, state: TableState) -> Guide:
    """The answer to "what now?", the same for the window, the voice, the keyboard and the command line."""
    waited = waiting(rules, state)
    step, why, who, say, facts = _next(rules, state)
    if step is Step.OFFER_INSURANCE and not waited and _keyed(state):
        facts = {**facts, "answered": "all"}
    return Guide(step=step, why=why, who=who, say=say, facts=facts, allowed=allowed(rules, state), waiting=waited)


_Next = tuple[Step, str, str, str, Mapping[str, str]]


def _next(rules: Rules, state: TableState) -> _Next:
    if state.cases:
        return _in_case(rules, state, state.cases[-1])
    if state.table is None:
        role, clause = rules.decider("void")
        return Step.OPEN_TABLE, clause, role, "", {}
    if state.claim is not None:
        role, clause = rules.decider("claim")
        return Step.CLOSE_CLAIM, clause, role, "one-moment", {"claim": state.claim.text}
    if state.round is None:
        return _between_rounds(rules, state)
    return _in_round(rules, state, state.round)


def _in_case(rules: Rules, state: TableState, case: Case) -> _Next:
    need: Need = case.needs[0]
    facts = {"trouble": case.trouble, **case.facts}
    if case.established is not None:
        facts["established"] = "yes" if case.established else "no"
    match need:
        case OptionsNeeded(_, scope):
            facts["scope"] = scope.value
        case CardsAsideNeeded(_, count):
            facts["cards"] = str(count)
        case ReplacementNeeded(_, missing):
            facts["cards"] = " ".join(card.text for card in missing)
        case ChangesNeeded() | RemovalNeeded() if state.round is not None:
            over = differential_excess(rules, state)
            facts.update({"over": str(over)} if over else {})
        case AnswerNeeded() if state.round is not None and state.round.phase is Phase.BETTING:
            facts.update(_on_behalf(state.round))
        case _:
            pass
    clause, who = getattr(need, "clause", case.clause), getattr(need, "role", DEALER)
    return STEP_OF[type(need)], clause, who, said_in_case(state, case), facts


STEP_OF: Mapping[type[Need], Step] = {
    AnswerNeeded: Step.ANSWER,
    ApprovalNeeded: Step.APPROVE,
    InspectionNeeded: Step.INSPECT,
    OrderNeeded: Step.DECIDE_ORDER,
    OptionsNeeded: Step.OPTIONS,
    ReconstructionNeeded: Step.RECONSTRUCT,
    ComparisonNeeded: Step.COMPARE,
    VoidNeeded: Step.VOID,
    RulingNeeded: Step.RULING,
    LateOfferNeeded: Step.OFFER_LATE,
    IntentionsNeeded: Step.NAME_INTENTIONS,
    AttendanceNeeded: Step.SIGN_ATTENDANCE,
    CardsAsideNeeded: Step.SET_CARDS_ASIDE,
    MissingCardNeeded: Step.NAME_MISSING_CARDS,
    ReplacementNeeded: Step.REPLACE_MISSING_CARDS,
    ResetNeeded: Step.RESET_DEVICE,
    ChangesNeeded: Step.CHANGE_WAGERS,
    RemovalNeeded: Step.REMOVE_WAGERS,
    CarriedCardNeeded: Step.CHOOSE_CARRIED_USE,
    AffectedRoundsNeeded: Step.STATE_AFFECTED_ROUNDS,
}


_SHOE = {
    ShoeStep.NONE: Step.BRING_CARDS,
    ShoeStep.ENDED: Step.BRING_CARDS,
    ShoeStep.CARDS_IN: Step.CHECK_CARDS,
    ShoeStep.CHECKED: Step.SHUFFLE,
    ShoeStep.SHUFFLED: Step.CUT,
    ShoeStep.CUT: Step.BURN,
}


def _between_rounds(rules: Rules, state: TableState) -> _Next:
    assert state.table is not None, "asked only at an open table"
    if rules.book.house is House.BACCARAT:
        if state.shoe.step in _SHOE:
            return _SHOE[state.shoe.step], "house policy", DEALER, "", {}
        if may_deal_free_hand(rules, state) is None:
            return Step.DEAL_FREE_HAND, rules.clause("uncovered"), DEALER, "", {"cards": str(len(state.carried))}
        if may_open(rules, state) is not None:
            return _end_of_shoe(rules, state)
    if state.dice_damaged:
        return Step.CHANGE_DICE, rules.clause("damaged-dice"), DEALER, "", {}
    if rules.book.dice is not None and not state.dice_set:
        return Step.CHANGE_DICE, "house policy", DEALER, "", {"opening": "yes"}
    facts = {"round": str(state.rounds + 1)}
    if is_last_round(state):
        facts["last_round"] = "yes"
    if rules.book.insurance is not None and state.table.insurance is InsuranceShown.NOT_OFFERED:
        facts["notice"] = rules.clause("no-insurance")
    return Step.PLACE_YOUR_BETS, rules.clause("bets-open"), DEALER, "place-your-bets", facts


def _end_of_shoe(rules: Rules, state: TableState) -> _Next:
    """A card carried over never crosses a change of shoe: it is burned with a supervisor (ruling O6)."""
    if not state.carried:
        return Step.END_SHOE, "house policy", DEALER, "shoe-change", {}
    role, clause = rules.decider("replacement_of_cards")
    return Step.END_SHOE, clause, role, "shoe-change", {"carried": str(len(state.carried))}


def _in_round(rules: Rules, state: TableState, round_: Round) -> _Next:
    if round_.phase is Phase.BETTING:
        assert state.table is not None, "a round is played at an open table"
        if state.table.bets is BetKeeping.KEYED and in_excess(rules, state):
            return Step.REJECT_EXCESS, excess_clauses(rules, state)[0], DEALER, "", {}
        advised, on_behalf = _to_advise(rules, state, round_), _on_behalf(round_)
        clause = "under-minimum" if advised and not on_behalf else "bets-close"
        return Step.NO_MORE_BETS, rules.clause(clause), DEALER, "no-more-bets", {**advised, **on_behalf}
    if round_.phase is Phase.ANNOUNCED:
        left = [line for line in round_.settled if line.number not in round_.ticked]
        facts = {"left": str(len(left)), **_winning(rules, state, round_)}
        return Step.SETTLE, rules.clause("settlement"), DEALER, "", facts
    if rules.baccarat is None:
        return _dice(rules, round_)
    return _cards(rules, state, round_)


def _dice(rules: Rules, round_: Round) -> _Next:
    assert rules.book.dice is not None, "asked only of a game with dice"
    if round_.tumbles is None:
        return Step.TUMBLE, rules.clause("tumble"), DEALER, "", {"fewest": str(rules.book.dice.fewest_tumbles)}
    if round_.dice is None:
        return Step.READ_DICE, rules.clause("dice-at-rest"), DEALER, "", {}
    return Step.ANNOUNCE_RESULT, rules.clause("result"), DEALER, "result", {"dice": "-".join(map(str, round_.dice))}


def _cards(rules: Rules, state: TableState, round_: Round) -> _Next:
    asked = next_card(rules, state, round_)
    match asked.step:
        case Dealing.DRAW:
            step = Step.DRAW_PLAYER if asked.side is Side.PLAYER else Step.DRAW_BANKER
            facts = {"card": str(len(round_.cards) + 1), **_drawer(state), **_lammer_back(state, round_)}
            if len(round_.cards) < INITIAL_CARDS:
                return step, rules.clause("initial-cards"), DEALER, "", facts
            clause = rules.clause("banker-third-first" if round_.insurance_waived else "third-card")
            if round_.insurance_waived and len(round_.cards) <= state.waived_with:
                # All seats are told once, before the next third card, whichever it is (3.14).
                return step, clause, DEALER, "insurance-waived", {**facts, "waived": "yes"}
            if len(round_.cards) == INITIAL_CARDS and rules.has("totals-announced"):
                # Both totals are announced before a third card is dealt (MBS 3.15).
                return step, clause, DEALER, "totals", facts
            if asked.side is Side.PLAYER:
                return step, clause, DEALER, "player-draws", facts
            return step, clause, DEALER, "banker-draws", facts
        case Dealing.TURN:
            places = " ".join(str(place + 1) for place in asked.places)
            held = {f"{side.value}_held_by": named(who) for side, who in round_.holders.items()}
            clause = "initial-cards" if min(asked.places) < INITIAL_CARDS else "third-card"
            back = _lammer_back(state, round_)
            return Step.TURN_CARDS, rules.clause(clause), DEALER, "", {"cards": places, **held, **back}
        case Dealing.INSURE:
            offers = _shown(asked.offers)
            shown = {"lammer": offers} if _by_lammers(state) else {}
            if _lammer_back(state, round_):
                shown["lammer_back"] = "yes"
            return Step.OFFER_INSURANCE, rules.clause("insurance"), DEALER, "insurance", {"offers": offers, **shown}
        case Dealing.FINISHED:
            subject = "tie" if open_coup(round_).winner is Winner.TIE else "result"
            return Step.ANNOUNCE_RESULT, rules.clause(subject), DEALER, "result", _lammer_back(state, round_)


@last_remembered
def _shown(offers: tuple[InsuranceOffer, ...]) -> str:
    return ", ".join(f"{offer.side.value} {offer.odds}" for offer in offers)


def _to_advise(rules: Rules, state: TableState, round_: Round) -> Mapping[str, str]:
    """The bets whose bettors are to be advised of the minimum before bets are closed (RWS and Tai Sai 5.2)."""
    assert state.table is not None, "a round is played at an open table"
    wagers = [bet.wager for bet in round_.in_play]
    below = below_minimum(rules.book, state.table.limits, wagers)
    if not below or rules.book.policies.under_minimum.value is UnderMinimum.ONCE_ONLY:
        return {}
    return {"under_minimum": " ".join(str(round_.in_play[place].number) for place in below)}


def _on_behalf(round_: Round) -> Mapping[str, str]:
    """The bets on behalf: each exists only if its chips lie on the layout when bets are closed."""
    bets = " ".join(str(bet.number) for bet in round_.in_play if bet.on_behalf)
    return {"on_behalf": bets} if bets else {}


def _winning(rules: Rules, state: TableState, round_: Round) -> Mapping[str, str]:
    """Where bets are not keyed no amounts are known: the winning areas with their odds."""
    if _keyed(state):
        return {}
    return {"winning": ", ".join(f"{area} {odds}" for area, odds in winning(rules, round_))}


def _keyed(state: TableState) -> bool:
    return state.table is not None and state.table.bets is BetKeeping.KEYED


def _by_lammers(state: TableState) -> bool:
    return state.table is not None and state.table.insurance is InsuranceShown.LAMMER


def _lammer_back(state: TableState, round_: Round) -> Mapping[str, str]:
    """The lammer of an offer that has just been closed is taken back before the next card, or after one closed it."""
    by_card = bool(state.closed_by_card) and len(round_.cards) == state.closed_by_card + 1
    return {"lammer": "back"} if (offer_just_closed(round_) or by_card) and _by_lammers(state) else {}


def _drawer(state: TableState) -> Mapping[str, str]:
    """The bettor who has the dealing device, where one has (MBS 3.12.1)."""
    return {} if state.device_with is None else {"drawn_by": named(state.device_with)}


def named(who: Who) -> str:
    seat, bettor = who
    return bettor if seat is None else f"{seat} {bettor}"

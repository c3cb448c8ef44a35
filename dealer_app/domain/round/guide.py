"""The guide: for any state of a table the one next step, its clause, its words and who does it.

It reads only what lies open and what the open cases need, never a value that is face down. Its allowed
commands are exactly those that `decide` accepts. Words are not here: a step is a code with facts.
"""

from collections.abc import Iterator, Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, Winner
from dealer_app.domain.limits import bets_below_minimum
from dealer_app.domain.policies import UnderMinimum
from dealer_app.domain.round.decide.betting import bets_in_excess, excess_clauses, may_open_bets, table_overrun
from dealer_app.domain.round.decide.conditions import is_last_round, open_matter_refusal
from dealer_app.domain.round.decide.settlement import areas_won
from dealer_app.domain.round.decide.shoe import may_deal_free_hand
from dealer_app.domain.round.engine import available_commands
from dealer_app.domain.round.irregularities.kinds import IRREGULARITY_BY_CODE, IrregularityKind
from dealer_app.domain.round.irregularities.resolution import option_bettors
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    AnswerNeeded,
    ApprovalNeeded,
    AttendanceNeeded,
    CardsAsideNeeded,
    CarriedCardNeeded,
    ChangesNeeded,
    ChipsReturnNeeded,
    ComparisonNeeded,
    DeviceFaultNeeded,
    GuestsNotifiedNeeded,
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
from dealer_app.domain.round.state import (
    Case,
    Claim,
    Command,
    Phase,
    PlacedBet,
    Round,
    ShoeStep,
    TableState,
    Who,
    one_per_person,
)
from dealer_app.domain.round.table_settings import BetKeeping, InsuranceShown, Rules
from dealer_app.domain.round.visible import CardStep, is_offer_just_closed, next_card, open_answers, open_coup
from dealer_app.domain.rulebook import InsuranceOffer, RuleFamily, Side
from dealer_app.domain.values import cache_last

DEALER_ROLE = "dealer"


class Step(Enum):
    """The one thing to do next."""

    OPEN_TABLE = "open-table"
    CHANGE_DICE = "change-dice"
    BRING_CARDS = "bring-cards"
    CHECK_CARDS = "check-cards"
    SHUFFLE = "shuffle"
    CUT = "cut"
    BURN = "burn"
    END_SHOE = "end-shoe"
    PLACE_YOUR_BETS = "place-your-bets"
    REJECT_EXCESS = "reject-excess"
    NO_MORE_BETS = "no-more-bets"
    DRAW_PLAYER = "draw-player"
    DRAW_BANKER = "draw-banker"
    TURN_CARDS = "turn-cards"
    OFFER_INSURANCE = "offer-insurance"
    TUMBLE = "tumble"
    READ_DICE = "read-dice"
    ANNOUNCE_RESULT = "announce-result"
    SETTLE = "settle"
    CLOSE_CLAIM = "close-claim"
    ANSWER = "answer"
    APPROVE = "approve"
    INSPECT = "inspect"
    DECIDE_ORDER = "decide-order"
    OPTIONS = "options"
    RECONSTRUCT = "reconstruct"
    COMPARE = "compare"
    VOID = "void"
    RULING = "ruling"
    OFFER_LATE = "offer-late"
    NAME_INTENTIONS = "name-intentions"
    SIGN_ATTENDANCE = "sign-attendance"
    SET_CARDS_ASIDE = "set-cards-aside"
    NAME_MISSING_CARDS = "name-missing-cards"
    REPLACE_MISSING_CARDS = "replace-missing-cards"
    RESET_DEVICE = "reset-device"
    CHANGE_WAGERS = "change-wagers"
    REMOVE_WAGERS = "remove-wagers"
    CHOOSE_CARRIED_USE = "choose-carried-use"
    DEAL_FREE_HAND = "deal-free-hand"
    STATE_AFFECTED_ROUNDS = "state-affected-rounds"
    STATE_DEVICE_FAULT = "state-device-fault"
    NOTIFY_GUESTS = "notify-guests"
    RETURN_CHIPS = "return-chips"


class OpenItem(Struct, frozen=True):
    """One thing that is waited for: what, by which clause, and from whom: a role, or one bettor at the table.

    `what` is the code of a trouble, `claim`, or `insurance`, with the hand that is insured.
    """

    what: str
    clause: str
    role: str = DEALER_ROLE
    who: Who | None = None
    side: Side | None = None


class Guide(Struct, frozen=True, kw_only=True):
    """What to do now. `say` is the announcement, by code; empty where nothing is said."""

    step: Step
    why: str
    who: str = DEALER_ROLE
    say: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    allowed: tuple[type[Command], ...] = ()
    open_items: tuple[OpenItem, ...] = ()


def case_announcement(state: TableState, case: Case) -> str:
    """To the bettors: what they are asked, what becomes of their bets, or only that play waits for somebody."""
    row = IRREGULARITY_BY_CODE[case.trouble]
    match case.needs[0]:
        case VoidNeeded() | GuestsNotifiedNeeded():
            return "void"
        case OptionsNeeded():
            return row.options_announcement
        case ApprovalNeeded() if row.kind is not IrregularityKind.EXCESS_CARD or _has_complete_hands(state):
            return row.approval_announcement
        case (
            ApprovalNeeded()
            | InspectionNeeded()
            | OrderNeeded()
            | RulingNeeded()
            | ComparisonNeeded()
            | DeviceFaultNeeded()
        ):
            return "one-moment"
        case _:
            return ""


def _has_complete_hands(state: TableState) -> bool:
    """By what lies open: a card that came before the others were turned is not yet said to be one too many."""
    return state.round is None or open_coup(state.round).is_complete


def find_open_items(rules: Rules, state: TableState) -> tuple[OpenItem, ...]:
    """Everything that is waited for now, what comes first standing first; nothing while the dealer just goes on."""
    if state.cases:
        return tuple(one for case in reversed(state.cases) for one in _case_items(state, case))
    if state.claim is not None:
        role, clause = rules.decider("claim")
        return (OpenItem("claim", clause, role),)
    return _insurance_items(rules, state)


def _case_items(state: TableState, case: Case) -> Iterator[OpenItem]:
    need = case.needs[0]
    if isinstance(need, OptionsNeeded) and state.round is not None and _has_bets_keyed(state):
        for who in one_per_person(state, option_bettors(state)):
            if who not in case.chosen:
                yield OpenItem(case.trouble, need.clause, who=who)
        return
    yield OpenItem(case.trouble, getattr(need, "clause", case.clause), getattr(need, "role", DEALER_ROLE))


def _insurance_items(rules: Rules, state: TableState) -> tuple[OpenItem, ...]:
    round_ = state.round
    insured = rules.baccarat is not None and rules.book.insurance is not None
    if not insured or round_ is None or round_.phase is not Phase.CLOSED or open_matter_refusal(state) is not None:
        return ()
    if not _has_bets_keyed(state):
        return ()
    clause = rules.clause("insurance")
    found: list[OpenItem] = []
    for offer, silent in open_answers(rules, state, round_):
        found += map(_answer_items(clause, round_.bets, offer.side).__getitem__, silent)
    return tuple(found)


@cache_last
def _answer_items(clause: str, bets: tuple[PlacedBet, ...], side: Side) -> Mapping[Who, OpenItem]:
    """What is waited for while nobody has answered yet: the same for each bettor until one has."""
    return {bet.who: OpenItem("insurance", clause, who=bet.who, side=side) for bet in bets}


def make_guide(rules: Rules, state: TableState) -> Guide:
    """The answer to "what now?", the same for the window, the voice, the keyboard and the command line."""
    waited = find_open_items(rules, state)
    step, why, who, say, facts = _next_step(rules, state)
    if step is Step.OFFER_INSURANCE and not waited and _has_bets_keyed(state):
        facts = {**facts, "answered": "all"}
    return Guide(
        step=step, why=why, who=who, say=say, facts=facts, allowed=available_commands(rules, state), open_items=waited
    )


_StepParts = tuple[Step, str, str, str, Mapping[str, str]]


def _next_step(rules: Rules, state: TableState) -> _StepParts:
    if state.cases:
        return _case_step(rules, state, state.cases[-1])
    if state.table is None:
        role, clause = rules.decider("void")
        return Step.OPEN_TABLE, clause, role, "", {}
    if state.claim is not None:
        return _claim_step(rules, state.claim)
    if state.round is None:
        return _between_rounds_step(rules, state)
    return _round_step(rules, state, state.round)


def _claim_step(rules: Rules, claim: Claim) -> _StepParts:
    role, clause = rules.decider("claim")
    facts = {"claim": claim.text}
    if claim.who is not None:
        facts["disputed_by"] = f"{claim.who[0]} {claim.who[1]}"
    return Step.CLOSE_CLAIM, clause, role, "one-moment", facts


def _case_step(rules: Rules, state: TableState, case: Case) -> _StepParts:
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
            over = table_overrun(rules, state)
            facts.update({"over": str(over)} if over else {})
        case AnswerNeeded() if state.round is not None and state.round.phase is Phase.BETTING:
            facts.update(_behalf_facts(state.round))
        case _:
            pass
    clause, who = getattr(need, "clause", case.clause), getattr(need, "role", DEALER_ROLE)
    return NEED_STEPS[type(need)], clause, who, case_announcement(state, case), facts


NEED_STEPS: Mapping[type[Need], Step] = {
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
    DeviceFaultNeeded: Step.STATE_DEVICE_FAULT,
    GuestsNotifiedNeeded: Step.NOTIFY_GUESTS,
    ChipsReturnNeeded: Step.RETURN_CHIPS,
}


_SHOE_STEPS = {
    ShoeStep.NONE: Step.BRING_CARDS,
    ShoeStep.ENDED: Step.BRING_CARDS,
    ShoeStep.CARDS_IN: Step.CHECK_CARDS,
    ShoeStep.CHECKED: Step.SHUFFLE,
    ShoeStep.SHUFFLED: Step.CUT,
    ShoeStep.CUT: Step.BURN,
}


def _between_rounds_step(rules: Rules, state: TableState) -> _StepParts:
    assert state.table is not None, "asked only at an open table"
    if rules.book.house is RuleFamily.BACCARAT:
        if state.shoe.step in _SHOE_STEPS:
            return _SHOE_STEPS[state.shoe.step], "house policy", DEALER_ROLE, "", {}
        if may_deal_free_hand(rules, state) is None:
            return Step.DEAL_FREE_HAND, rules.clause("uncovered"), DEALER_ROLE, "", {"cards": str(len(state.carried))}
        if may_open_bets(rules, state) is not None:
            return _end_shoe_step(rules, state)
    if state.dice_damaged:
        return Step.CHANGE_DICE, rules.clause("damaged-dice"), DEALER_ROLE, "", {}
    if rules.book.dice is not None and not state.dice_set:
        return Step.CHANGE_DICE, "house policy", DEALER_ROLE, "", {"opening": "yes"}
    facts = {"round": str(state.rounds + 1)}
    if is_last_round(state):
        facts["last_round"] = "yes"
    if rules.book.insurance is not None and state.table.insurance is InsuranceShown.NOT_OFFERED:
        facts["notice"] = rules.clause("no-insurance")
    return Step.PLACE_YOUR_BETS, rules.clause("bets-open"), DEALER_ROLE, "place-your-bets", facts


def _end_shoe_step(rules: Rules, state: TableState) -> _StepParts:
    """A card carried over never crosses a change of shoe: it is burned with a supervisor (ruling O6)."""
    if not state.carried:
        return Step.END_SHOE, "house policy", DEALER_ROLE, "shoe-change", {}
    role, clause = rules.decider("replacement_of_cards")
    return Step.END_SHOE, clause, role, "shoe-change", {"carried": str(len(state.carried))}


def _round_step(rules: Rules, state: TableState, round_: Round) -> _StepParts:
    if round_.phase is Phase.BETTING:
        assert state.table is not None, "a round is played at an open table"
        if state.table.bets is BetKeeping.KEYED and bets_in_excess(rules, state):
            return Step.REJECT_EXCESS, excess_clauses(rules, state)[0], DEALER_ROLE, "", {}
        advised, on_behalf = _minimum_facts(rules, state, round_), _behalf_facts(round_)
        clause = "under-minimum" if advised and not on_behalf else "bets-close"
        return Step.NO_MORE_BETS, rules.clause(clause), DEALER_ROLE, "no-more-bets", {**advised, **on_behalf}
    if round_.phase is Phase.ANNOUNCED:
        left = [line for line in round_.settled if line.number not in round_.ticked]
        facts = {"left": str(len(left)), **_win_facts(rules, state, round_)}
        return Step.SETTLE, rules.clause("settlement"), DEALER_ROLE, "", facts
    if rules.baccarat is None:
        return _dice_step(rules, round_)
    return _card_step(rules, state, round_)


def _dice_step(rules: Rules, round_: Round) -> _StepParts:
    assert rules.book.dice is not None, "asked only of a game with dice"
    if round_.tumbles is None:
        return Step.TUMBLE, rules.clause("tumble"), DEALER_ROLE, "", {"fewest": str(rules.book.dice.fewest_tumbles)}
    if round_.dice is None:
        return Step.READ_DICE, rules.clause("dice-at-rest"), DEALER_ROLE, "", {}
    return (
        Step.ANNOUNCE_RESULT,
        rules.clause("result"),
        DEALER_ROLE,
        "result",
        {"dice": "-".join(map(str, round_.dice))},
    )


def _card_step(rules: Rules, state: TableState, round_: Round) -> _StepParts:
    asked = next_card(rules, state, round_)
    match asked.step:
        case CardStep.DRAW:
            step = Step.DRAW_PLAYER if asked.side is Side.PLAYER else Step.DRAW_BANKER
            facts = {"card": str(len(round_.cards) + 1), **_drawer_facts(state), **_lammer_facts(state, round_)}
            if len(round_.cards) < INITIAL_CARDS:
                return step, rules.clause("initial-cards"), DEALER_ROLE, "", facts
            clause = rules.clause("banker-third-first" if round_.insurance_waived else "third-card")
            if round_.insurance_waived and len(round_.cards) <= state.waived_with:
                # It is announced to all seats once, before the next third card, whichever it is (3.14).
                return step, clause, DEALER_ROLE, "insurance-waived", {**facts, "waived": "yes"}
            if len(round_.cards) == INITIAL_CARDS and rules.has_clause("totals-announced"):
                # Both totals are announced before a third card is dealt (MBS 3.15).
                return step, clause, DEALER_ROLE, "totals", facts
            if asked.side is Side.PLAYER:
                return step, clause, DEALER_ROLE, "player-draws", facts
            return step, clause, DEALER_ROLE, "banker-draws", facts
        case CardStep.TURN:
            places = " ".join(str(place + 1) for place in asked.places)
            held = {f"{side.value}_held_by": bettor_fact(who) for side, who in round_.holders.items()}
            clause = "initial-cards" if min(asked.places) < INITIAL_CARDS else "third-card"
            back = _lammer_facts(state, round_)
            return Step.TURN_CARDS, rules.clause(clause), DEALER_ROLE, "", {"cards": places, **held, **back}
        case CardStep.INSURE:
            offers = _offers_text(asked.offers)
            shown = {"lammer": offers} if _shows_lammers(state) else {}
            if _lammer_facts(state, round_):
                shown["lammer_back"] = "yes"
            return (
                Step.OFFER_INSURANCE,
                rules.clause("insurance"),
                DEALER_ROLE,
                "insurance",
                {"offers": offers, **shown},
            )
        case CardStep.FINISHED:
            subject = "tie" if open_coup(round_).winner is Winner.TIE else "result"
            return Step.ANNOUNCE_RESULT, rules.clause(subject), DEALER_ROLE, "result", _lammer_facts(state, round_)


@cache_last
def _offers_text(offers: tuple[InsuranceOffer, ...]) -> str:
    return ", ".join(f"{offer.side.value} {offer.odds}" for offer in offers)


def _minimum_facts(rules: Rules, state: TableState, round_: Round) -> Mapping[str, str]:
    """The bets whose bettors are to be advised of the minimum before bets are closed (RWS and Tai Sai 5.2)."""
    assert state.table is not None, "a round is played at an open table"
    wagers = [bet.wager for bet in round_.in_play]
    below = bets_below_minimum(rules.book, state.table.limits, wagers)
    if not below or rules.book.policies.under_minimum.value is UnderMinimum.ONCE_ONLY:
        return {}
    return {"under_minimum": " ".join(str(round_.in_play[place].number) for place in below)}


def _behalf_facts(round_: Round) -> Mapping[str, str]:
    """The bets on behalf: each exists only if its chips lie on the layout when bets are closed."""
    bets = " ".join(str(bet.number) for bet in round_.in_play if bet.on_behalf)
    return {"on_behalf": bets} if bets else {}


def _win_facts(rules: Rules, state: TableState, round_: Round) -> Mapping[str, str]:
    """Where bets are not keyed no amounts are known: the winning areas with their odds."""
    if _has_bets_keyed(state):
        return {}
    return {"winning": ", ".join(f"{area} {odds}" for area, odds in areas_won(rules, round_))}


def _has_bets_keyed(state: TableState) -> bool:
    return state.table is not None and state.table.bets is BetKeeping.KEYED


def _shows_lammers(state: TableState) -> bool:
    return state.table is not None and state.table.insurance is InsuranceShown.LAMMER


def _lammer_facts(state: TableState, round_: Round) -> Mapping[str, str]:
    """The lammer of an offer that has just been closed is taken back before the next card, or after one closed it."""
    by_card = bool(state.closed_by_card) and len(round_.cards) == state.closed_by_card + 1
    return {"lammer": "back"} if (is_offer_just_closed(round_) or by_card) and _shows_lammers(state) else {}


def _drawer_facts(state: TableState) -> Mapping[str, str]:
    """The bettor who has the dealing device, where one has (MBS 3.12.1)."""
    return {} if state.device_with is None else {"drawn_by": bettor_fact(state.device_with)}


def bettor_fact(who: Who) -> str:
    seat, bettor = who
    return bettor if seat is None else f"{seat} {bettor}"

"""The steps of the round: done, now, next, to come, or struck through where they do not apply.

What does not apply is known from what lies open, never from a card that is face down.
"""

from dealer_app.domain.baccarat.table_of_play import (
    INITIAL_CARDS,
    ThirdCardRule,
    banker_draws,
    hand_total,
    third_card_rule,
)
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import Phase, Round
from dealer_app.domain.round.table_settings import InsuranceShown
from dealer_app.domain.round.visible import open_cards, open_coup
from dealer_app.domain.rulebook import InsuranceStage, RuleFamily, Side
from dealer_app.screens.round.table_context import TableContext
from dealer_app.screens.screen import StepState, TrackStep

_DICE_STEPS = ("bets", "no-more", "tumbled", "result", "settle", "next")
_FACE_UP_STEPS = (
    "bets",
    "no-more",
    "p1",
    "b1",
    "p2",
    "b2",
    "insurance-1",
    "p3",
    "insurance-2",
    "b3",
    "result",
    "settle",
    "next",
)
_FACE_DOWN_STEPS = (
    "bets",
    "no-more",
    "four-cards",
    "turn",
    "insurance-1",
    "p3",
    "insurance-2",
    "b3",
    "result",
    "settle",
    "next",
)
_CARD_STEPS = {0: "p1", 1: "b1", 2: "p2", 3: "b2"}
_INSURANCE_STEPS = ("insurance-1", "insurance-2")


def round_track(at: TableContext) -> tuple[TrackStep, ...]:
    steps = _step_codes(at)
    now = _current_step(at)
    place = steps.index(now)
    struck = _steps_to_strike(at)
    found = []
    came = False
    for number, step in enumerate(steps):
        if step in struck and step != now:
            state = StepState.STRUCK
        elif number < place:
            state = StepState.DONE
        elif number == place:
            state = StepState.NOW
        else:
            state = StepState.LATER if came else StepState.NEXT
            came = True
        found.append(TrackStep(at.text(f"step-{step}"), state))
    return tuple(found)


def _step_codes(at: TableContext) -> tuple[str, ...]:
    if at.rules.book.house is RuleFamily.TAI_SAI:
        return _DICE_STEPS
    steps = _FACE_DOWN_STEPS if at.has_face_down_deal else _FACE_UP_STEPS
    if at.rules.book.insurance is None or at.table.insurance is InsuranceShown.NOT_OFFERED:
        return tuple(step for step in steps if step not in _INSURANCE_STEPS)
    return steps


_CODE_BY_STEP = {
    Step.PLACE_YOUR_BETS: "next",
    Step.DEAL_FREE_HAND: "next",
    Step.REJECT_EXCESS: "bets",
    Step.NO_MORE_BETS: "bets",
    Step.TUMBLE: "tumbled",
    Step.READ_DICE: "tumbled",
    Step.ANNOUNCE_RESULT: "result",
    Step.SETTLE: "settle",
}


def _current_step(at: TableContext) -> str:
    step = at.guide.step
    if step is Step.PLACE_YOUR_BETS and at.state.last is None:
        return "bets"  # nothing is done before the first round
    if step in _CODE_BY_STEP:
        return _CODE_BY_STEP[step]
    cards = len(at.round.cards)
    match step:
        case Step.OFFER_INSURANCE:
            return "insurance-1" if cards <= INITIAL_CARDS else "insurance-2"
        case Step.DRAW_PLAYER | Step.DRAW_BANKER if cards < INITIAL_CARDS:
            return "four-cards" if at.has_face_down_deal else _CARD_STEPS[cards]
        case Step.TURN_CARDS if len(open_cards(at.round)) < INITIAL_CARDS:
            # Dealt face up, only a card that was carried over unknown can still lie face down.
            return "turn" if at.has_face_down_deal else _CARD_STEPS[len(open_cards(at.round))]
        case Step.TURN_CARDS:
            return "p3" if open_coup(at.round).next_draw is Side.PLAYER else "b3"
        case _:
            return "p3" if step is Step.DRAW_PLAYER else "b3"


def _steps_to_strike(at: TableContext) -> frozenset[str]:
    round_ = at.state.round or at.state.last
    if round_ is None:
        return frozenset()
    void = _void_steps(round_) if round_.phase is Phase.VOID else frozenset()
    if at.rules.baccarat is None:
        return void
    known = len(open_cards(round_))
    if round_.phase is Phase.BETTING or known < INITIAL_CARDS:
        return void
    return void | {*_third_cards_to_strike(round_), *_offers_to_strike(at, round_)}


def _void_steps(round_: Round) -> frozenset[str]:
    """What did not come in a void round: it is not shown as done (nobody announced or settled it)."""
    missing = {"result", "settle"} | {step for cards, step in _CARD_STEPS.items() if cards >= len(round_.cards)}
    drawn = len(round_.cards)
    missing |= {"four-cards"} if drawn < INITIAL_CARDS else set()
    missing |= {"turn", "p3", "b3", *_INSURANCE_STEPS} if drawn <= INITIAL_CARDS else set()
    return frozenset(missing | ({"tumbled"} if round_.dice is None else set()))


def _third_cards_to_strike(round_: Round) -> tuple[str, ...]:
    cards = open_cards(round_)
    player, banker = hand_total(cards[0:INITIAL_CARDS:2]), hand_total(cards[1:INITIAL_CARDS:2])
    gone = [] if third_card_rule(Side.PLAYER, player, banker) is ThirdCardRule.DRAWS else ["p3"]
    match third_card_rule(Side.BANKER, player, banker):
        case ThirdCardRule.NATURAL | ThirdCardRule.STANDS:
            gone.append("b3")
        case ThirdCardRule.DEPENDS if len(cards) > INITIAL_CARDS and not banker_draws(player, banker, cards[4].points):
            gone.append("b3")
        case _:
            pass
    return tuple(gone)


def _offers_to_strike(at: TableContext, round_: Round) -> tuple[str, ...]:
    """An insurance step that was not offered, or cannot come any more."""
    assert at.rules.baccarat is not None, "asked of cards"
    offering = at.guide.step is Step.OFFER_INSURANCE
    lies = len(open_cards(round_))
    gone = []
    if InsuranceStage.AFTER_FOUR not in round_.offers_closed and not (offering and lies == INITIAL_CARDS):
        gone.append("insurance-1")
    no_second = lies > INITIAL_CARDS or "p3" in _third_cards_to_strike(round_) or round_.insurance_waived
    if InsuranceStage.AFTER_P3 not in round_.offers_closed and no_second and not (offering and lies > INITIAL_CARDS):
        gone.append("insurance-2")
    return tuple(gone)

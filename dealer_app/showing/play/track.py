"""Where the round stands: its steps, done, now, next, to come, or struck through where they do not apply.

What does not apply is known from what lies open, never from a card that is face down.
"""

from dealer_app.domain.baccarat.coup import INITIAL_CARDS, total_of
from dealer_app.domain.baccarat.table_of_play import Third, banker_draws, third_card
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.seen import open_cards, open_coup
from dealer_app.domain.round.state import Phase, Round
from dealer_app.domain.round.table import InsuranceShown
from dealer_app.domain.rulebook import House, InsuranceStage, Side
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.screen import StepState, TrackStep

_DICE = ("bets", "no-more", "tumbled", "result", "settle", "next")
_FACE_UP = (
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
_FACE_DOWN = (
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
_CARDS = {0: "p1", 1: "b1", 2: "p2", 3: "b2"}
_INSURANCE = ("insurance-1", "insurance-2")


def track(at: AtTable) -> tuple[TrackStep, ...]:
    steps = _steps(at)
    now = _now(at)
    place = steps.index(now)
    struck = _struck(at)
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
        found.append(TrackStep(at.label(f"step-{step}"), state))
    return tuple(found)


def _steps(at: AtTable) -> tuple[str, ...]:
    if at.rules.book.house is House.TAI_SAI:
        return _DICE
    steps = _FACE_DOWN if at.face_down else _FACE_UP
    if at.rules.book.insurance is None or at.table.insurance is InsuranceShown.NOT_OFFERED:
        return tuple(step for step in steps if step not in _INSURANCE)
    return steps


_OF_STEP = {
    Step.PLACE_YOUR_BETS: "next",
    Step.DEAL_FREE_HAND: "next",
    Step.REJECT_EXCESS: "bets",
    Step.NO_MORE_BETS: "bets",
    Step.TUMBLE: "tumbled",
    Step.READ_DICE: "tumbled",
    Step.ANNOUNCE_RESULT: "result",
    Step.SETTLE: "settle",
}


def _now(at: AtTable) -> str:
    step = at.guide.step
    if step is Step.PLACE_YOUR_BETS and at.state.last is None:
        return "bets"  # nothing is done before the first round
    if step in _OF_STEP:
        return _OF_STEP[step]
    cards = len(at.round.cards)
    match step:
        case Step.OFFER_INSURANCE:
            return "insurance-1" if cards <= INITIAL_CARDS else "insurance-2"
        case Step.DRAW_PLAYER | Step.DRAW_BANKER if cards < INITIAL_CARDS:
            return "four-cards" if at.face_down else _CARDS[cards]
        case Step.TURN_CARDS if len(open_cards(at.round)) < INITIAL_CARDS:
            # Dealt face up, only a card that was carried over unknown can still lie face down.
            return "turn" if at.face_down else _CARDS[len(open_cards(at.round))]
        case Step.TURN_CARDS:
            return "p3" if open_coup(at.round).next_draw is Side.PLAYER else "b3"
        case _:
            return "p3" if step is Step.DRAW_PLAYER else "b3"


def _struck(at: AtTable) -> frozenset[str]:
    round_ = at.state.round
    if round_ is None or at.rules.baccarat is None:
        return frozenset()
    known = len(open_cards(round_))
    if round_.phase is Phase.BETTING or known < INITIAL_CARDS:
        return frozenset()
    return frozenset((*_no_thirds(round_), *_no_offers(at, round_)))


def _no_thirds(round_: Round) -> tuple[str, ...]:
    cards = open_cards(round_)
    player, banker = total_of(cards[0:INITIAL_CARDS:2]), total_of(cards[1:INITIAL_CARDS:2])
    gone = [] if third_card(Side.PLAYER, player, banker) is Third.DRAWS else ["p3"]
    match third_card(Side.BANKER, player, banker):
        case Third.NATURAL | Third.STANDS:
            gone.append("b3")
        case Third.DEPENDS if len(cards) > INITIAL_CARDS and not banker_draws(player, banker, cards[4].points):
            gone.append("b3")
        case _:
            pass
    return tuple(gone)


def _no_offers(at: AtTable, round_: Round) -> tuple[str, ...]:
    """An insurance step that was not offered, or cannot come any more."""
    assert at.rules.baccarat is not None, "asked of cards"
    offering = at.guide.step is Step.OFFER_INSURANCE
    lies = len(open_cards(round_))
    gone = []
    if InsuranceStage.AFTER_FOUR not in round_.offers_closed and not (offering and lies == INITIAL_CARDS):
        gone.append("insurance-1")
    no_second = lies > INITIAL_CARDS or "p3" in _no_thirds(round_) or round_.insurance_waived
    if InsuranceStage.AFTER_P3 not in round_.offers_closed and no_second and not (offering and lies > INITIAL_CARDS):
        gone.append("insurance-2")
    return tuple(gone)

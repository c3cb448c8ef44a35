"""The ten steps among which a trainee says what comes next in a round, always in the places of the keypad.

The list is the same through a whole document, so that it gives nothing away. Here is also which of them the guide
means, and what kind of error another one is.
"""

from collections.abc import Mapping
from enum import Enum

from dealer_app.domain.baccarat.table_of_play import INITIAL_CARDS, is_natural
from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.round.visible import open_cards, open_coup
from dealer_app.practice.questions import Cause, Competency


class RoundStep(Enum):
    """What a dealer can do next."""

    OPEN_BETTING = "open-betting"
    NO_MORE_BETS = "no-more-bets"
    DRAW_PLAYER = "draw-player"
    DRAW_BANKER = "draw-banker"
    OFFER_INSURANCE = "offer-insurance"
    CLOSE_OFFER = "close-offer"
    TURN_CARDS = "turn-cards"
    CHANGE_CARDS = "change-cards"
    TUMBLE = "tumble"
    READ_DICE = "read-dice"
    TUMBLE_AGAIN = "tumble-again"
    CHANGE_DICE = "change-dice"
    ANNOUNCE_RESULT = "announce-result"
    SETTLE = "settle"
    STOP = "stop"
    NO_CARD = "no-card"
    ALL_BACK = "all-bets-back"


SAY_IT = "."
"""The key that opens the words to say."""

_ALWAYS = {
    "1": RoundStep.OPEN_BETTING,
    "2": RoundStep.NO_MORE_BETS,
    "7": RoundStep.ANNOUNCE_RESULT,
    "8": RoundStep.SETTLE,
    "9": RoundStep.STOP,
}
_WITH_CARDS = {
    **_ALWAYS,
    "3": RoundStep.DRAW_PLAYER,
    "4": RoundStep.DRAW_BANKER,
    "0": RoundStep.NO_CARD,
}
_INSURED_KEYS = {**_WITH_CARDS, "5": RoundStep.OFFER_INSURANCE, "6": RoundStep.CLOSE_OFFER}
_CARD_KEYS = {**_WITH_CARDS, "5": RoundStep.TURN_CARDS, "6": RoundStep.CHANGE_CARDS}
_DICE_KEYS = {
    **_ALWAYS,
    "3": RoundStep.TUMBLE,
    "4": RoundStep.READ_DICE,
    "5": RoundStep.TUMBLE_AGAIN,
    "6": RoundStep.CHANGE_DICE,
    "0": RoundStep.ALL_BACK,
}


def keypad_steps(rules: Rules) -> Mapping[str, RoundStep]:
    """The ten steps of a document by their digit, `1` to `9` and then `0`: never sorted, never thinned."""
    cards = _CARD_KEYS if rules.book.insurance is None else _INSURED_KEYS
    keys = _DICE_KEYS if rules.baccarat is None else cards
    return {digit: keys[digit] for digit in "1234567890"}


_STEPS: Mapping[Step, RoundStep] = {
    Step.PLACE_YOUR_BETS: RoundStep.OPEN_BETTING,
    Step.REJECT_EXCESS: RoundStep.STOP,
    Step.NO_MORE_BETS: RoundStep.NO_MORE_BETS,
    Step.DRAW_PLAYER: RoundStep.DRAW_PLAYER,
    Step.DRAW_BANKER: RoundStep.DRAW_BANKER,
    Step.TURN_CARDS: RoundStep.TURN_CARDS,
    Step.END_SHOE: RoundStep.CHANGE_CARDS,
    Step.CHANGE_DICE: RoundStep.CHANGE_DICE,
    Step.TUMBLE: RoundStep.TUMBLE,
    Step.READ_DICE: RoundStep.READ_DICE,
    Step.ANNOUNCE_RESULT: RoundStep.ANNOUNCE_RESULT,
    Step.SETTLE: RoundStep.SETTLE,
}


def book_steps(
    rules: Rules, state: TableState, guide: Guide, *, offered: bool, stands_said: bool
) -> tuple[RoundStep, ...]:
    """What the guide means, the usual one first; none where it is done without asking, as turning cards by a guest.

    Where no card is due the dealer may say so before the result is announced.
    """
    if guide.step is Step.OFFER_INSURANCE:
        return (RoundStep.CLOSE_OFFER if offered else RoundStep.OFFER_INSURANCE,)
    step = _STEPS.get(guide.step)
    if step is None or step not in keypad_steps(rules).values():
        return ()
    if step is RoundStep.ANNOUNCE_RESULT and not stands_said and _has_no_card_due(rules, state):
        return (step, RoundStep.NO_CARD)
    return (step,)


def _has_no_card_due(rules: Rules, state: TableState) -> bool:
    """Both hands stand, and one of them on its first two cards."""
    return rules.baccarat is not None and state.round is not None and len(state.round.cards) < INITIAL_CARDS + 2


STEP_COMPETENCY: Mapping[RoundStep, Competency] = {
    RoundStep.OPEN_BETTING: Competency.PACE,
    RoundStep.NO_MORE_BETS: Competency.PACE,
    RoundStep.DRAW_PLAYER: Competency.DRAWING,
    RoundStep.DRAW_BANKER: Competency.DRAWING,
    RoundStep.OFFER_INSURANCE: Competency.INSURANCE,
    RoundStep.CLOSE_OFFER: Competency.INSURANCE,
    RoundStep.TURN_CARDS: Competency.DRAWING,
    RoundStep.CHANGE_CARDS: Competency.DEVICES,
    RoundStep.TUMBLE: Competency.DEVICES,
    RoundStep.READ_DICE: Competency.DEVICES,
    RoundStep.TUMBLE_AGAIN: Competency.DEVICES,
    RoundStep.CHANGE_DICE: Competency.DEVICES,
    RoundStep.ANNOUNCE_RESULT: Competency.DRAWING,
    RoundStep.SETTLE: Competency.SETTLING,
    RoundStep.STOP: Competency.IRREGULARITIES,
    RoundStep.NO_CARD: Competency.DRAWING,
    RoundStep.ALL_BACK: Competency.IRREGULARITIES,
}

STEP_SECONDS: Mapping[RoundStep, int] = {
    RoundStep.NO_MORE_BETS: 10,
    RoundStep.OFFER_INSURANCE: 6,
    RoundStep.CLOSE_OFFER: 10,
    RoundStep.SETTLE: 8,
    RoundStep.STOP: 10,
}
USUAL_SECONDS = 5
"""For a step that has no limit of its own."""

_DRAWS = frozenset({RoundStep.DRAW_PLAYER, RoundStep.DRAW_BANKER, RoundStep.NO_CARD})
_MOVES = frozenset({*_DRAWS, RoundStep.TUMBLE, RoundStep.READ_DICE, RoundStep.TUMBLE_AGAIN, RoundStep.TURN_CARDS})


class StepError(Enum):
    """How a step that was not due is wrong, for its words."""

    INSURANCE_MISSED = "insurance-missed"
    INSURANCE_LATE = "insurance-late"
    CLOSE_LATE = "close-late"
    TABLE_OF_PLAY = "table-of-play"
    NATURAL = "natural-missed"
    TROUBLE_MISSED = "trouble-missed"
    NO_TROUBLE = "no-trouble"
    RESULT_TOO_SOON = "result-too-soon"
    OUT_OF_PLACE = "out-of-place"


_CAUSES: Mapping[StepError, Cause] = {
    StepError.INSURANCE_MISSED: Cause.INSURANCE_MISSED,
    StepError.INSURANCE_LATE: Cause.INSURANCE_LATE,
    StepError.CLOSE_LATE: Cause.CLOSE_LATE,
    StepError.TABLE_OF_PLAY: Cause.DRAW_TABLE,
    StepError.NATURAL: Cause.DRAW_NATURAL,
    StepError.TROUBLE_MISSED: Cause.IRREGULARITY_CLASS,
    StepError.NO_TROUBLE: Cause.IRREGULARITY_CLASS,
    StepError.RESULT_TOO_SOON: Cause.OUTCOME,
    StepError.OUT_OF_PLACE: Cause.IRREGULARITY_ORDER,
}


def step_cause(error: StepError) -> Cause:
    """Under which cause of the closed list a wrong step is counted."""
    return _CAUSES[error]


def judge_step(state: TableState, due: RoundStep, said: RoundStep) -> StepError:
    """What it would come to if this were done where the other step is due."""
    if due is RoundStep.STOP:
        return StepError.TROUBLE_MISSED
    if due is RoundStep.OFFER_INSURANCE and said in {*_DRAWS, RoundStep.ANNOUNCE_RESULT, RoundStep.CLOSE_OFFER}:
        return StepError.INSURANCE_MISSED
    if due is RoundStep.CLOSE_OFFER and said in {*_DRAWS, RoundStep.ANNOUNCE_RESULT}:
        return StepError.INSURANCE_LATE
    if said in (RoundStep.STOP, RoundStep.ALL_BACK):
        return StepError.NO_TROUBLE
    if due is RoundStep.NO_MORE_BETS and said in _MOVES:
        return StepError.CLOSE_LATE
    if _is_about_cards(due, said):
        return StepError.NATURAL if _has_natural(state) else StepError.TABLE_OF_PLAY
    if said in (RoundStep.ANNOUNCE_RESULT, RoundStep.SETTLE):
        return StepError.RESULT_TOO_SOON
    return StepError.OUT_OF_PLACE


def _is_about_cards(due: RoundStep, said: RoundStep) -> bool:
    decided = {*_DRAWS, RoundStep.ANNOUNCE_RESULT}
    return due in decided and said in decided


def _has_natural(state: TableState) -> bool:
    round_ = state.round
    if round_ is None or len(open_cards(round_)) != INITIAL_CARDS:
        return False
    coup = open_coup(round_)
    return is_natural(coup.player.points, coup.banker.points)

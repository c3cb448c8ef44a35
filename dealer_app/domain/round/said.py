"""What the dealer says to the bettors while an irregularity is put right, by code; nothing where nothing is said."""

from dealer_app.domain.round.needs import (
    ApprovalNeeded,
    ComparisonNeeded,
    InspectionNeeded,
    OptionsNeeded,
    OrderNeeded,
    RulingNeeded,
    VoidNeeded,
)
from dealer_app.domain.round.seen import open_coup
from dealer_app.domain.round.state import Case, TableState
from dealer_app.domain.round.trouble import Trouble

_NO_DEALING_ERROR = frozenset(
    {Trouble.POWER_FAILURE.value, Trouble.DEVICE_RESET.value, Trouble.CARD_SEEN_IN_DEVICE.value}
)
"""The bettors are asked what they want though nobody dealt wrongly."""


def said_in_case(state: TableState, case: Case) -> str:
    """To the bettors: what they are asked, what becomes of their bets, or only that play waits for somebody."""
    match case.needs[0]:
        case VoidNeeded():
            return "void"
        case OptionsNeeded() if case.trouble == Trouble.CUTTING_CARD_FIRST.value:
            return "withdraw-or-stay"
        case OptionsNeeded():
            return "continue-or-return" if case.trouble in _NO_DEALING_ERROR else "dealing-error"
        case ApprovalNeeded() if case.trouble == Trouble.LATE_BET.value:
            return "too-late"
        case ApprovalNeeded() if case.trouble == Trouble.EXCESS_CARD.value and _hands_are_whole(state):
            return "card-in-excess"
        case ApprovalNeeded() | InspectionNeeded() | OrderNeeded() | RulingNeeded() | ComparisonNeeded():
            return "one-moment"
        case _:
            return ""


def _hands_are_whole(state: TableState) -> bool:
    """By what lies open: a card that came before the others were turned is not yet said to be one too many."""
    return state.round is None or open_coup(state.round).complete

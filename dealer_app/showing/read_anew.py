"""What somebody reads anew with his own eyes before he decides: of it the whole screen tells nothing until he has.

Blind reading is the policy of the house: who approves a correction, or looks at a card that cannot be, keys what he
sees before anything that was recorded or asked is shown to him.
"""

from collections.abc import Iterator

from dealer_app.domain.round.needs import ApprovalNeeded, CardCorrection, DiceCorrection, InspectionNeeded
from dealer_app.domain.round.reading import is_read_blind
from dealer_app.domain.round.state import TableState


def corrections(state: TableState) -> Iterator[CardCorrection | DiceCorrection]:
    """Every correction of a card or of dice that waits for somebody's eyes, in whichever case."""
    for case in state.cases:
        for need in case.needs:
            if isinstance(need, ApprovalNeeded) and is_read_blind(need.applies):
                yield need.applies


def places_kept(state: TableState) -> frozenset[int]:
    """The places, in drawn order, of the cards that are read anew."""
    return frozenset(wanted.place for wanted in corrections(state) if isinstance(wanted, CardCorrection))


def round_kept(state: TableState) -> int | None:
    """The round of which neither result nor record is told now."""
    at_hand = state.round or state.last
    return None if at_hand is None or not any(corrections(state)) else at_hand.number


def is_read_anew(state: TableState) -> bool:
    """Whether anything is: then the picture of the table is not shown, and the page of the case is."""
    return is_inspected(state) or any(corrections(state))


def is_inspected(state: TableState) -> bool:
    """Whether somebody has to look at a card that was read as one that cannot be."""
    return any(isinstance(need, InspectionNeeded) for case in state.cases for need in case.needs)

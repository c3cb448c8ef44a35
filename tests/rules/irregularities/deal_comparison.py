"""What properties over one round played in two ways compare with: the troubles, the layouts, and where two are
unlike.
"""

from collections.abc import Mapping

from hypothesis import strategies as st

from dealer_app.domain.round.irregularities.kinds import REPORTABLE_KINDS, IrregularityKind
from tests.support.rounds import INSURANCE, MBS, V4

LAYOUTS: Mapping[str, tuple[str, ...]] = {V4: ("A", "M", "P"), INSURANCE: ("A", "C"), MBS: ("A",)}
"""Layouts of different bets, so that other cards establish something."""
OF_CARDS = tuple(
    trouble
    for trouble in IrregularityKind
    if trouble
    in REPORTABLE_KINDS
    - {
        IrregularityKind.EXCESS_CARD_SEEN,  # it has to lie there: test_same_right_later draws it
        IrregularityKind.MISSED_INSURANCE,
        IrregularityKind.LIMITS_OF_EARLIER_ROUND,
        IrregularityKind.ERROR_OF_EARLIER_ROUND,
        IrregularityKind.WRONG_TAKE_OR_PAY,
        IrregularityKind.CUTTING_CARD_FIRST,
        IrregularityKind.TUMBLED_TOO_EARLY,
        IrregularityKind.TOO_FEW_TUMBLES,
        IrregularityKind.COCKED_DIE,
        IrregularityKind.DAMAGED_DICE,
        IrregularityKind.WRONG_LAMPS,
    }
)
"""What can be reported of any round while its cards are dealt."""

card_counts = st.integers(1, 6)


class Differences:
    """A round played in two ways, and where the two are not alike: every difference of one example is shown at once."""

    def __init__(self) -> None:
        self.differ: list[str] = []

    def compare(self, what: str, one: object, other: object) -> None:
        if one != other and not (isinstance(one, str) and isinstance(other, str)):  # Refused is refused.
            self.differ.append(f"{what}: {one} | {other}")

    def check_same(self) -> None:
        assert not self.differ, "\n".join(self.differ)

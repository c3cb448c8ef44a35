"""What properties over one round told in two ways compare with: the troubles, the layouts, and where two are unlike."""

from collections.abc import Mapping

from hypothesis import settings
from hypothesis import strategies as st

from dealer_app.domain.round.trouble import REPORTABLE, Trouble
from tests.support.rounds import INSURANCE, MBS, V4

LAYOUTS: Mapping[str, tuple[str, ...]] = {V4: ("A", "M", "P"), INSURANCE: ("A", "C"), MBS: ("A",)}
"""Layouts of different bets, so that other cards establish something."""
OF_CARDS = tuple(
    trouble
    for trouble in Trouble
    if trouble
    in REPORTABLE
    - {
        Trouble.EXCESS_CARD_SEEN,  # A card beside the hands has to lie there: it is drawn in test_same_right_later.
        Trouble.MISSED_INSURANCE,
        Trouble.LIMITS_OF_EARLIER_ROUND,
        Trouble.ERROR_OF_EARLIER_ROUND,
        Trouble.WRONG_TAKE_OR_PAY,
        Trouble.CUTTING_CARD_FIRST,
        Trouble.TUMBLED_TOO_EARLY,
        Trouble.TOO_FEW_TUMBLES,
        Trouble.COCKED_DIE,
        Trouble.DAMAGED_DICE,
        Trouble.WRONG_LAMPS,
    }
)
"""What can be told of any round while its cards are dealt."""

counts = st.integers(1, 6)


class Same:
    """What is told in two ways, and where the two are not alike: every difference of one example is shown at once."""

    def __init__(self) -> None:
        self.differ: list[str] = []

    def of(self, what: str, one: object, other: object) -> None:
        if one != other and not (isinstance(one, str) and isinstance(other, str)):  # Refused is refused.
            self.differ.append(f"{what}: {one} | {other}")

    def holds(self) -> None:
        assert not self.differ, "\n".join(self.differ)


def few(examples: int) -> settings:
    return settings(max_examples=examples)

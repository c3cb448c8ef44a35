"""Which card a question is about: its number in the drawn order, where the device says that it goes, where one is due.

Never what it shows; and where cards lie face down not what the device knows of the hands by them.
"""

from msgspec import Struct

from dealer_app.domain.baccarat.coup import INITIAL_CARDS
from dealer_app.domain.round.state import Phase, TableState
from dealer_app.domain.rulebook import Side
from dealer_app.station.listening.fitting import expected
from dealer_app.station.listening.late import hand_told
from dealer_app.station.listening.questions import Awaiting, What


class NamedCard(Struct, frozen=True, kw_only=True):
    """The card of a question; a hand is None where nobody says one, or none is due."""

    number: int
    says: Side | None
    due: Side | None

    @property
    def code(self) -> str:
        """Of the words for it."""
        if self.says is None:
            return "card" if self.due is None else "card-due"
        return "card-says" if self.due is None else "card-both"


def named_card(table: TableState, entry: Awaiting) -> NamedCard | None:
    """As the table stands now; None where the question is not of one card of a round."""
    round_ = table.round
    if entry.what is not What.CARD or round_ is None or round_.phase is Phase.ANNOUNCED:
        return None
    if "destination" not in entry.hidden:
        return None
    lies_open = len(round_.cards) < INITIAL_CARDS or all(card.turned for card in round_.cards)
    says = hand_told(table, entry) if lies_open else None
    return NamedCard(number=len(round_.cards) + 1, says=says, due=expected(round_))

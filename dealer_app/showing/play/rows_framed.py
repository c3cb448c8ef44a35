"""The key + in a list: the next row is framed."""

from dealer_app.domain.round.guided import Step
from dealer_app.showing.acts import Act
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.insuring import next_asked
from dealer_app.showing.play.turning import next_hand


def next_row(at: AtTable) -> Act | None:
    """In a settlement + means paid, which stands on the row itself."""
    match at.guide.step:
        case Step.OFFER_INSURANCE:
            return next_asked(at)
        case Step.TURN_CARDS:
            return next_hand(at)
        case _:
            return None

"""What turning a card does: it is turned if its value is known to the shoe, or keyed first if it is not."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.seen import Dealing, next_card
from dealer_app.showing.about_card import TURNING
from dealer_app.showing.acts import Act, Change, Give, asking
from dealer_app.showing.fingers import NOTHING, Panel
from dealer_app.showing.play.at_table import AtTable


def to_turn(at: AtTable) -> tuple[int, ...]:
    """The cards that are to be turned now, by their places."""
    round_ = at.state.round
    if round_ is None or not at.may(commands.TurnCards):
        return ()
    asked = next_card(at.rules, at.state, round_)
    return asked.places if asked.step is Dealing.TURN else ()


def turn_act(at: AtTable, place: int) -> Act | None:
    """Whether the value is known is asked, and never which it is."""
    return turn_all(at, (place,)) if place in to_turn(at) else None


def turn_all(at: AtTable, places: tuple[int, ...]) -> Act:
    """These cards are turned; the first of which the value is unknown is keyed before."""
    unknown = next((place for place in places if at.round.cards[place].card is None), None)
    if unknown is None:
        return Give(command=asking(commands.TurnCards, places=places), then=NOTHING)
    return Change(at.fingers.but(panel=Panel.CARD, rank="", suit="").picked(TURNING, str(unknown)))

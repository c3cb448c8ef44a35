"""A card that lies sealed beside the hands, or waits for the next round: told, never which, and it can be touched."""

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.round import commands
from dealer_app.showing.about_card import CARRIED, about_card
from dealer_app.showing.blocks import Block, Control, Keys
from dealer_app.showing.play.at_table import AtTable


def sealed(at: AtTable) -> tuple[Block, ...]:
    """Nothing where no such card lies there."""
    which = CARRIED if at.state.carried else _aside(at)
    if not which:
        return ()
    card = Control(
        name="sealed-card",
        label=at.label("sealed-lies"),
        sub=at.label("sealed-touch"),
        act=about_card(at.fingers, which) if at.may(commands.Report) else None,
        waits=at.label("not-now"),
        icon="lock",
    )
    return (Keys(controls=(card,), columns=1),)


def _aside(at: AtTable) -> str:
    """The place of the first card in excess that lies beside the hands and has not been seen."""
    cards = () if at.state.round is None else at.state.round.cards
    return next((str(place) for place, card in enumerate(cards) if card.put is Place.NEITHER and not card.turned), "")

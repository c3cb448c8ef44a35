"""A card that lies sealed beside the hands, or waits for the next round: told, never which, and it can be touched."""

from dealer_app.domain.baccarat.reconstruction import Place, told_places
from dealer_app.domain.round import commands
from dealer_app.domain.round.apply_mended import known_prefix
from dealer_app.domain.rulebook import Side
from dealer_app.showing.about_card import CARRIED, about_card
from dealer_app.showing.blocks import Block, Control, Keys, Note
from dealer_app.showing.lines import Tone
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.hands import lying_on
from dealer_app.showing.play.turning_acts import to_turn
from dealer_app.showing.texts import clause_control


def sealed(at: AtTable) -> tuple[Block, ...]:
    """Nothing where no such card lies there."""
    unseen = any(not card.turned for card in at.state.carried)
    which = CARRIED if unseen else _aside(at)
    if not which:
        return ()
    card = Control(
        name="sealed-card",
        label=at.label("sealed-not-known" if not unseen and _not_known_yet(at) else "sealed-lies"),
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


def _not_known_yet(at: AtTable) -> bool:
    """Whether a hand may still need it: which, the cards that are to be turned will tell (MBS 3.15)."""
    cards = at.round.cards
    told = told_places(known_prefix(cards), len(cards))
    return any(told[place] is None for place, card in enumerate(cards) if card.put is Place.NEITHER)


def laid_after_all(at: AtTable) -> tuple[Block, ...]:
    """A card that came early and turned out to be the next of a hand: it is laid there before it is turned."""
    return tuple(
        Note(
            text=at.label(f"lay-on-{side.value}", number=str(place + 1)),
            tone=Tone.ATTENTION,
            framed=True,
            clauses=(clause_control(at.seeing, at.rules.clause("third-card")),),
        )
        for side in Side
        for place, drawn in lying_on(at.round, side)
        if drawn.seal is not None and place in to_turn(at)
    )

"""With bets off the dealer names who squeezes a hand, by his seat: it is never inferred."""

from dealer_app.domain.round import commands
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Block, Control, Keys
from dealer_app.showing.lines import Line
from dealer_app.showing.play.at_table import AtTable

NAMING = "naming"


def naming(at: AtTable) -> tuple[Block, ...]:
    """The seats from which the dealer names who squeezes a hand, where bets are not keyed."""
    chosen = at.fingers.pick(NAMING)
    if at.keyed or chosen not in (side.value for side in Side) or not at.may(commands.GiveCards):
        return ()
    side = Side(chosen)
    then = at.fingers.picked(NAMING, "")
    seats = tuple(
        Control(
            name=f"holder:{side.value}:{seat}",
            label=Line(str(seat)),
            act=Give(command=asking(commands.GiveCards, side=side, who=(seat, SEATED)), then=then),
        )
        for seat in at.seats
    )
    return (Keys(controls=seats, columns=6, title=at.label("who-squeezes", hand=at.label(side.value))),)

"""A claim is raised: cards and chips stay as they lie, and the next round waits until it is decided."""

from dealer_app.domain.round import commands
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Block, Control, Keys
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.play.at_table import AtTable


def claiming(at: AtTable) -> tuple[Block, ...]:
    """After the result and before the next round begins: then all rights have ended."""
    if not at.may(commands.HoldForClaim):
        return ()
    hold = asking(commands.HoldForClaim, text=at.label("claim-at-table").first)
    claim = Control(
        name="claim",
        label=at.label("claim"),
        sub=at.label("claim-sub"),
        act=Give(command=hold, then=NOTHING),
        icon="shield",
    )
    return (Keys(controls=(claim,), columns=1),)

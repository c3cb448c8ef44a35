"""A claim is raised: cards and chips stay as they lie, and the next round waits until it is decided.

What is claimed, and by whom, is said in the form that the list of irregularities has for it.
"""

from dealer_app.domain.round import commands
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Keys
from dealer_app.showing.fingers import Panel
from dealer_app.showing.play.at_table import AtTable


def claiming(at: AtTable) -> tuple[Block, ...]:
    """After the result and before the next round begins: then all rights have ended."""
    if not at.may(commands.HoldForClaim):
        return ()
    claim = Control(
        name="claim",
        label=at.label("claim"),
        sub=at.label("claim-sub"),
        act=Change(at.fingers.closed().but(panel=Panel.REPORT).picked("report", "hold-for-claim")),
        icon="shield",
    )
    return (Keys(controls=(claim,), columns=1),)

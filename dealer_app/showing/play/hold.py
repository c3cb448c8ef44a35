"""Keys that are held for a second: Undo, which names what it takes back, and the call for a supervisor."""

from dealer_app.domain.round import commands
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Control
from dealer_app.showing.fingers import Panel
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.digit_pad import point_key
from dealer_app.showing.play.undoing import undo_names


def hold_keys(at: AtTable) -> tuple[Control, ...]:
    calls = Control(
        name="key:supervisor", label=at.label("supervisor"), act=at.change(panel=Panel.SUPERVISOR), key="hold *"
    )
    if not at.may(commands.Undo):
        return (calls, *point_key(at))
    undo = Give(command=asking(commands.Undo), then=at.fingers)
    return (
        calls,
        Control(name="key:undo", label=at.label("undo"), sub=undo_names(at.seeing), act=undo, key="hold -"),
        *point_key(at),
    )

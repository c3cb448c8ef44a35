"""Insurance after the Player's third card is waived (Insurance Plus 3.14): granted by a role, all seats told first."""

from dealer_app.domain.round import commands
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Keys
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.granted_in_place import Grant, asked_in_place
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.texts import clause_control, line


def waiving(at: AtTable) -> tuple[Block, ...]:
    """Only where the table would hear it: while the Banker has 0, 1 or 2 and so draws on anything."""
    if not at.may(commands.WaiveInsurance):
        return ()
    role, clause = at.rules.decider("banker_third_card_first")
    act: Act = Give(command=asking(commands.WaiveInsurance), then=NOTHING)
    sub = at.label("waive-sub")
    if not at.decides(role):
        act = asked_in_place(at.fingers, Grant.WAIVER)
        sub = at.label("asks-role", role=line(at.seeing.words, lambda each: each.role(role)))
    control = Control(name="waive", label=at.label("waive"), sub=sub, act=act)
    return (Keys(controls=(control,), columns=1, clauses=(clause_control(at.seeing, clause),)),)

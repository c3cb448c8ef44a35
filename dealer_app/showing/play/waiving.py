"""Insurance after the Player's third card is waived (Insurance Plus 3.14): granted by a role, all seats told first."""

from dealer_app.domain.round import commands
from dealer_app.showing.acts import Give, asking
from dealer_app.showing.blocks import Block, Control, Keys
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.lines import EMPTY
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.texts import clause_control, line


def waiving(at: AtTable) -> tuple[Block, ...]:
    """Only where the table would hear it: while the Banker has 0, 1 or 2 and so draws on anything."""
    if not at.may(commands.WaiveInsurance):
        return ()
    role, clause = at.rules.decider("banker_third_card_first")
    granted = at.decides(role)
    who = line(at.seeing.words, lambda each: each.role(role))
    control = Control(
        name="waive",
        label=at.label("waive"),
        sub=at.label("waive-sub"),
        act=Give(command=asking(commands.WaiveInsurance), then=NOTHING) if granted else None,
        waits=EMPTY if granted else at.label("asks-role", role=who),
    )
    return (Keys(controls=(control,), columns=1, clauses=(clause_control(at.seeing, clause),)),)

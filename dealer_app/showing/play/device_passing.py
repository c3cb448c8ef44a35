"""Who has the dealing device where bettors draw the cards (MBS 3.12): it is passed to one, and given back."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Who
from dealer_app.showing.acts import Act, Give, asking
from dealer_app.showing.blocks import Block, Control, Keys
from dealer_app.showing.granted_in_place import Grant, asked_in_place
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.bettors import bettor_line
from dealer_app.showing.texts import line


def device_passing(at: AtTable, who: Who) -> tuple[Block, ...]:
    """To the bettor that is chosen; without a wager only by leave of a role (3.12.2)."""
    if not at.may(commands.PassDevice):
        return ()
    if at.state.device_with is not None:
        return device_back(at)
    role, _ = at.rules.decider("drawing_without_a_wager")
    act: Act = Give(command=asking(commands.PassDevice, who=who), then=at.fingers)
    sub = bettor_line(at.seeing.words, who)
    if not at.decides(role) and not any(bet.who == who for bet in at.round.in_play):
        act = asked_in_place(at.fingers, Grant.DEVICE, who=who)
        sub = at.label("asks-role", role=line(at.seeing.words, lambda each: each.role(role)))
    control = Control(name="device-to", label=at.label("device-to"), sub=sub, act=act)
    return (Keys(controls=(control,), columns=1),)


def device_back(at: AtTable) -> tuple[Block, ...]:
    """He who has it gives it back when he likes (3.12.8)."""
    who = at.state.device_with
    if who is None or not at.may(commands.PassDevice):
        return ()
    back = Control(
        name="device-back",
        label=at.label("device-back"),
        sub=bettor_line(at.seeing.words, who),
        act=Give(command=asking(commands.PassDevice, who=None), then=at.fingers),
    )
    return (Keys(controls=(back,), columns=1),)

"""The same bets as in the round before, of a seat or of the whole table, with one touch."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.state import PlacedBet
from dealer_app.showing.acts import GiveAll, asking
from dealer_app.showing.blocks import Control, Keys
from dealer_app.showing.lines import Line
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.totals import bets_count


def same_again(at: AtTable) -> tuple[Keys, ...]:
    """Nothing once a bet lies there: what is repeated is a beginning."""
    if not at.may(commands.PlaceBet):
        return ()
    bets = _before(at)
    if not bets:
        return ()
    stake = sum(bet.wager.stake for bet in bets)
    given = tuple(asking(commands.PlaceBet, wager=bet.wager) for bet in bets)
    control = Control(
        name="same-again",
        label=at.label("same-again"),
        sub=Line(f"{bets_count(at, len(bets)).first} · {at.money(stake)}"),
        act=GiveAll(commands=given, then=at.fingers),
        icon="refresh",
    )
    return (Keys(controls=(control,), columns=1),)


def _before(at: AtTable) -> tuple[PlacedBet, ...]:
    """What lay there before, on this layout; bets on behalf are asked for anew each time."""
    seat = at.fingers.seat
    lies = {(bet.wager.seat, bet.wager.bettor) for bet in at.round.in_play}
    return tuple(
        bet
        for bet in at.seeing.history.before
        if (seat is None or bet.wager.seat == seat)
        and not bet.on_behalf
        and bet.who not in lies
        and bet.wager.area in at.rules.layout.areas
        and (not at.seats or bet.wager.seat in at.seats)
    )

"""Settlement of one bet: what is exactly won or lost, what the house can pay of it in chips, and any commission.

The exact amount is always kept; the payable one stands beside it (ruling B9). Who is paid first is the round's affair.
"""

from dataclasses import dataclass
from fractions import Fraction

from dealer_app.domain.money import Money, Odds, payable
from dealer_app.domain.rulebook import Commission, Layout
from dealer_app.domain.wagers import Prize, Result, Verdict, Wager


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """What a bet comes to. `net` is the bettor's gain, exact; `gross` is that before commission."""

    wager: Wager
    verdict: Verdict
    counts: Fraction
    gross: Fraction
    commission: Fraction
    net: Fraction
    payable: Money | None

    @property
    def returned(self) -> Fraction:
        """What goes back of the stake, besides any prize: all of it on a push, what did not count on a loss."""
        return Fraction(self.wager.stake) - (self.counts if self.verdict.result is Result.LOSE else 0)


def settle(
    wager: Wager,
    verdict: Verdict,
    *,
    counts: Fraction | None = None,
    commission: Commission | None = None,
    unit: Money | None = None,
) -> Settled:
    """Settle a decided bet. Without `counts` all of it counts; without `unit` only the exact amount is given."""
    part = Fraction(wager.stake) if counts is None else counts
    gross = gain(verdict, part)
    taken = Fraction(0)
    if commission is not None and wager.area == commission.area and verdict.result is Result.WIN:
        gross = commission.gross.prize(part)
        taken = gross * commission.rate
    net = gross - taken
    return Settled(
        wager=wager,
        verdict=verdict,
        counts=part,
        gross=gross,
        commission=taken,
        net=net,
        payable=None if unit is None else payable(net, unit),
    )


def gain(verdict: Verdict, counts: Fraction) -> Fraction:
    """What the bettor gains on the part that counts: odds on a win, minus that part on a loss, nothing on a push."""
    match verdict.result:
        case Result.WIN:
            assert verdict.odds is not None, "a bet that won has odds"
            return verdict.odds.prize(counts)
        case Result.LOSE:
            return -counts
        case Result.PUSH | Result.OPEN:
            return Fraction(0)


def unpayable_prizes(layout: Layout, wager: Wager, unit: Money) -> dict[Prize, Odds]:
    """The prizes of a bet that whole chips of `unit` cannot pay exactly: pointed out when it is placed (ruling B9)."""
    stake = Fraction(wager.stake)
    return {prize: odds for prize, odds in layout.prizes(wager.area).items() if odds.prize(stake) % unit != 0}

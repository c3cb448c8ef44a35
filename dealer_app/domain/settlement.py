"""Settlement of one bet: what is exactly won or lost, what the house can pay of it in chips, and any commission.

The exact amount is always kept; the payable one is kept beside it (ruling B9). The order of payment is decided in the
round.
"""

from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.money import Money, Odds, payable_amount
from dealer_app.domain.rulebook import Commission, Layout
from dealer_app.domain.wagers import RETURNED, Prize, Result, Verdict, Wager


class BetSettlement(Struct, frozen=True, kw_only=True):
    """What a bet comes to. `net` is the bettor's gain, exact; `gross` is that before commission."""

    wager: Wager
    verdict: Verdict
    counts: Fraction
    gross: Fraction
    commission: Fraction
    net: Fraction
    payable: Money | None

    @property
    def amount_returned(self) -> Fraction:
        """What goes back of the stake, besides any prize: all of it on a push, what did not count on a loss."""
        return Fraction(self.wager.stake) - (self.counts if self.verdict.result is Result.LOSE else 0)


def settle_bet(
    wager: Wager,
    verdict: Verdict,
    *,
    counts: Fraction | None = None,
    commission: Commission | None = None,
    unit: Money | None = None,
) -> BetSettlement:
    """Settle a decided bet. Without `counts` all of it counts; without `unit` only the exact amount is given."""
    part = Fraction(wager.stake) if counts is None else counts
    ended = effective_verdict(verdict, part)
    gross = exact_gain(ended, part)
    taken = Fraction(0)
    if commission is not None and wager.area == commission.area and ended.result is Result.WIN:
        gross = commission.gross.prize(part)
        taken = gross * commission.rate
    net = gross - taken
    return BetSettlement(
        wager=wager,
        verdict=ended,
        counts=part,
        gross=gross,
        commission=taken,
        net=net,
        payable=None if unit is None else _payable_net(ended, net, wager, unit),
    )


def _payable_net(verdict: Verdict, net: Fraction, wager: Wager, unit: Money) -> Money:
    """A bet that is lost whole is collected as it lies (Tai Sai 3.9); what is paid or given back is in whole chips."""
    if verdict.result is Result.LOSE and net == -wager.stake:
        return Money(-wager.stake)
    return payable_amount(net, unit)


def effective_verdict(verdict: Verdict, counts: Fraction) -> Verdict:
    """How a bet ends of which this part counts: if nothing does it is returned, whatever the result (MBS 5.14)."""
    return verdict if counts else RETURNED


def exact_gain(verdict: Verdict, counts: Fraction) -> Fraction:
    """What the bettor gains on the part that counts: odds on a win, minus that part on a loss, nothing on a push."""
    match verdict.result:
        case Result.WIN:
            assert verdict.odds is not None, "a bet that won has odds"
            return verdict.odds.prize(counts)
        case Result.LOSE:
            return -counts
        case Result.PUSH:
            return Fraction(0)
        case Result.OPEN:
            raise AssertionError("a bet is settled once it is decided")


def unpayable_prizes(layout: Layout, wager: Wager, unit: Money) -> dict[Prize, Odds]:
    """The prizes of a bet that whole chips of `unit` cannot pay exactly: pointed out when it is placed (ruling B9)."""
    stake = Fraction(wager.stake)
    return {prize: odds for prize, odds in layout.prizes(wager.area).items() if odds.prize(stake) % unit != 0}

"""Exact amounts as the audit format writes them: `num/den` in lowest terms."""

from fractions import Fraction
from math import gcd

from dealer_app.domain.wagers import Result, Verdict


def text(amount: Fraction) -> str:
    return f"{amount.numerator}/{amount.denominator}"


def net_of_whole_stake(verdict: Verdict, stake: int) -> str:
    """What a stake gains that counts in full: the same as settlement.gain, without a Fraction for each bet."""
    if verdict.result is Result.LOSE:
        return f"-{stake}/1"
    if verdict.odds is None:
        return "0/1"
    win, per = stake * verdict.odds.win, verdict.odds.stake
    common = gcd(win, per)
    return f"{win // common}/{per // common}"

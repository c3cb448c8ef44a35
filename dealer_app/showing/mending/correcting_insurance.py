"""Correcting an insurance bet: of one that was keyed the amount, or that nobody had bought it (Insurance Plus 5.14)."""

from dealer_app.domain.money import Money
from dealer_app.domain.round import mending_commands
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import DEALER, InsuranceBet, Round
from dealer_app.showing.acts import asking
from dealer_app.showing.blocks import Block, Note
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.picking import money_keyed, money_pad, reason_of
from dealer_app.showing.mending.saying import money, rules_of, say
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

_ANY = "any"
"""Which reason is given does not count for what an amount may be."""


def insurance_bets(round_: Round) -> tuple[InsuranceBet, ...]:
    """Those of which the chips still lie there."""
    return tuple(bet for bet in round_.insurance if bet.number not in round_.returned)


def insured_otherwise(
    seeing: Seeing, bet: InsuranceBet, *, none: bool
) -> tuple[tuple[Block, ...], mending_commands.CorrectBet | None, Line]:
    """Its amount as the chips lie is keyed; more than the engine takes is said at once."""
    if none:
        return (), _corrected(seeing, bet, None), EMPTY
    digits = seeing.fingers.digits
    stake = (money_keyed(seeing, digits) if digits else None) or Money(0)
    shown = stake or bet.stake
    blocks = (
        Note(text=say(seeing, "amount-is", amount=str(shown)), title=Line(money(seeing, shown)), framed=True),
        money_pad(seeing),
    )
    if stake in (0, bet.stake):
        return blocks, None, say(seeing, "waits-amount")
    return blocks, _corrected(seeing, bet, stake), _against(seeing, bet, stake)


def _corrected(seeing: Seeing, bet: InsuranceBet, stake: Money | None) -> mending_commands.CorrectBet:
    number, reason = bet.number, reason_of(seeing)
    return asking(mending_commands.CorrectBet, number=number, wager=None, stake=stake, reason=reason)


def _against(seeing: Seeing, bet: InsuranceBet, stake: Money) -> Line:
    """Why the engine would not take this amount, whatever the reason for it."""
    command = mending_commands.CorrectBet(by=DEALER, at=0, number=bet.number, wager=None, stake=stake, reason=_ANY)
    decided = decide(rules=rules_of(seeing), state=seeing.state.table, command=command)
    if not isinstance(decided, Refusal):
        return EMPTY
    return line(seeing.words, lambda words: words.refusal(decided))

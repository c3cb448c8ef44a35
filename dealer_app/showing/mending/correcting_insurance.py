"""Correcting an insurance bet: its amount, whose it is, on what, that it was not keyed, or that nobody had bought it.

The chips decide, as with every bet (Insurance Plus 5.14); the engine keeps it to the caps of its offer.
"""

from collections.abc import Sequence

from dealer_app.domain.money import Money
from dealer_app.domain.round import mending_commands
from dealer_app.domain.round.decide import decide
from dealer_app.domain.round.decide.correcting_insurance import offers_made
from dealer_app.domain.round.needs import InsuranceCorrection, Insured
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import DEALER, InsuranceBet, Round, Who
from dealer_app.domain.rulebook import InsuranceOffer
from dealer_app.domain.values import replace
from dealer_app.showing.acts import Change, asking
from dealer_app.showing.blocks import Block, Control
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.bettors import bets_keyed, round_at_hand
from dealer_app.showing.mending.letters import left
from dealer_app.showing.mending.picking import amount_blocks, money_keyed, reason_of
from dealer_app.showing.mending.saying import bettor_text, insurance_text, rules_of, say
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

OFFER = "offer"
_ANY = "any"
"""Which reason is given does not count for what an amount may be."""


def insurance_bets(round_: Round) -> tuple[InsuranceBet, ...]:
    """Those of which the chips still lie there."""
    return tuple(bet for bet in round_.insurance if bet.number not in round_.returned)


def offer_keys(seeing: Seeing, bet: InsuranceBet | None) -> tuple[Control, ...]:
    """The offers that were made and are closed, each as an area of its own: the odds tell two of a hand apart."""
    picked = _offer(seeing, bet)
    return tuple(_offer_key(seeing, offer, picked=picked == offer) for offer in _offers(seeing))


def _offer_key(seeing: Seeing, offer: InsuranceOffer, *, picked: bool) -> Control:
    area = f"{offer.side.value}_insurance"
    return Control(
        name=f"{OFFER}:{_code(offer)}",
        label=line(seeing.words, lambda words: words.area(area)),
        sub=Line(str(offer.odds)),
        act=Change(left(seeing.fingers.picked(OFFER, _code(offer)).but(area=None))),
        picked=picked,
    )


def _offers(seeing: Seeing) -> tuple[InsuranceOffer, ...]:
    round_ = round_at_hand(seeing)
    return () if round_ is None else offers_made(rules_of(seeing), round_)


def _code(offer: InsuranceOffer) -> str:
    return f"{offer.stage.value}:{offer.side.value}"


def _offer(seeing: Seeing, bet: InsuranceBet | None) -> InsuranceOffer | None:
    code = seeing.fingers.pick(OFFER) or ("" if bet is None else f"{bet.stage.value}:{bet.side.value}")
    return next((offer for offer in _offers(seeing) if _code(offer) == code), None)


def insured_otherwise(
    seeing: Seeing, bet: InsuranceBet | None, *, who: Who | None, choices: Sequence[Block], none: bool = False
) -> tuple[tuple[Block, ...], mending_commands.CorrectBet | None, Line]:
    """As the chips lie: what is not said otherwise stays as it was keyed. What the engine does not take is said."""
    if none and bet is not None:
        return (), _corrected(seeing, bet, None, None), EMPTY
    digits, offer = seeing.fingers.digits, _offer(seeing, bet)
    typed = money_keyed(seeing, digits) if digits else None
    stake = typed if typed is not None else Money(0) if bet is None else bet.stake
    blocks = (
        *choices,
        *amount_as_it_lies(seeing, None if bet is None else bet.stake, wrong=EMPTY),
    )
    if who is None:
        return blocks, None, say(seeing, "waits-who")
    if offer is None and bet is None:
        return blocks, None, say(seeing, "waits-area")
    insured = None if offer is None else Insured(who, offer.stage, offer.side)
    moved = insured if bet is None or insured != Insured(bet.who, bet.stage, bet.side) else None
    unsaid = stake == 0 and (bets_keyed(seeing) or bet is not None)
    if unsaid or (bet is not None and moved is None and stake == bet.stake):
        return blocks, None, say(seeing, "waits-amount")
    command = _corrected(seeing, bet, stake, moved)
    return blocks, command, against(seeing, command)


def amount_as_it_lies(seeing: Seeing, before: int | None, *, wrong: Line | None = None) -> tuple[Block, ...]:
    """Where the amount is keyed; while nothing is, what was recorded of the bet stands there."""
    hint = EMPTY if before is None else say(seeing, "amount-keyed", amount=str(before))
    return amount_blocks(seeing, label="amount-is", hint=hint, wrong=wrong)


def _corrected(
    seeing: Seeing, bet: InsuranceBet | None, stake: Money | None, insured: Insured | None
) -> mending_commands.CorrectBet:
    number, reason = None if bet is None else bet.number, reason_of(seeing)
    return asking(mending_commands.CorrectBet, number=number, wager=None, stake=stake, insured=insured, reason=reason)


def against(seeing: Seeing, asked: mending_commands.CorrectBet) -> Line:
    """Why the engine would not take it, whatever the reason for it: no change, over a cap, not in chips."""
    command = replace(asked, by=DEALER, at=0, reason=_ANY)
    decided = decide(rules=rules_of(seeing), state=seeing.state.table, command=command)
    if not isinstance(decided, Refusal):
        return EMPTY
    return line(seeing.words, lambda words: words.refusal(decided))


def insurance_before_after(seeing: Seeing, round_: Round | None, wanted: InsuranceCorrection) -> tuple[str, str]:
    """What was keyed of it, and what the chips say, for who approves it."""
    bets = () if round_ is None else round_.insurance
    bet = next((bet for bet in bets if bet.number == wanted.number), None)
    right: InsuranceBet | None = None
    if wanted.stake is not None and wanted.insured is not None:
        who, stage, side = wanted.insured.who, wanted.insured.stage, wanted.insured.side
        right = InsuranceBet(number=0, who=who, stage=stage, side=side, stake=wanted.stake)
    elif wanted.stake is not None and bet is not None:
        right = InsuranceBet(number=0, who=bet.who, stage=bet.stage, side=bet.side, stake=wanted.stake)
    return _told(seeing, bet), _told(seeing, right)


def _told(seeing: Seeing, bet: InsuranceBet | None) -> str:
    if bet is None:
        return say(seeing, "no-bet").first
    return f"{bettor_text(seeing, bet.who)} · {insurance_text(seeing, bet)}"

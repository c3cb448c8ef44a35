"""A bet taken or paid wrongly: of whom, in which way and how much, so that the list that is ticked says it."""

from dealer_app.domain.money import Money
from dealer_app.domain.round.state import Who
from dealer_app.showing.blocks import Block, Keys
from dealer_app.showing.chips import against_chips
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.mending.bettors import who_picked
from dealer_app.showing.mending.correcting import whose_keys
from dealer_app.showing.mending.picking import amount_blocks, choice, money_keyed
from dealer_app.showing.mending.saying import say
from dealer_app.showing.seeing import Seeing

WAY = "wrong-way"
_GOES_OUT = {"took-too-much": 1, "took-too-little": -1, "paid-too-much": -1, "paid-too-little": 1}
"""Whether what is restored goes out to the bettor, or comes back from him."""
Due = tuple[tuple[Block, ...], Who | None, Money | None, Line]
"""What is shown, of whom, what goes out to him or with a minus comes back, and what it waits for until then."""


def paid_wrongly(seeing: Seeing) -> Due:
    fingers = seeing.fingers
    who, way = who_picked(seeing, "who"), fingers.pick(WAY)
    stake = money_keyed(seeing, fingers.digits) if fingers.digits else None
    ways = tuple(choice(seeing, WAY, code, say(seeing, code)) for code in _GOES_OUT)
    blocks: tuple[Block, ...] = (
        *whose_keys(seeing),
        Keys(controls=ways, columns=2),
        *amount_blocks(seeing, label="amount-is-wrong"),
    )
    if who is None:
        return blocks, None, None, say(seeing, "waits-who")
    if not way:
        return blocks, who, None, say(seeing, "waits-way")
    if not stake:
        return blocks, who, None, say(seeing, "waits-amount")
    wrong = against_chips(seeing, stake)
    if wrong:
        return blocks, who, None, wrong
    return blocks, who, Money(stake * _GOES_OUT[way]), EMPTY

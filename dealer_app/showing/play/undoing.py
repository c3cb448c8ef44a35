"""What an undo takes back, by name: nobody presses it to find out."""

from fractions import Fraction

from dealer_app.domain.round.state import Entry, Round, Who
from dealer_app.domain.wagers import Area
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.play.at_table import at_table
from dealer_app.showing.play.bettors import bettor_line
from dealer_app.showing.play.felt import insurance_area
from dealer_app.showing.seeing import Seeing


def undo_names(seeing: Seeing) -> Line:
    """The bet, the withdrawal, the answer or the tick that was keyed last, with whose it is; nothing without one."""
    at = at_table(seeing)
    if at is None or at.state.round is None or not at.state.entered:
        return EMPTY
    entry = at.state.entered[-1]
    named = _what(at.round, entry)
    if named is None:
        return EMPTY
    who, area, stake = named
    amount = at.money(stake) if stake else ""
    name = at.area(area)
    return at.label(
        f"undo-{entry.kind}",
        who=bettor_line(seeing.words, who),
        badge=at.badge(who),
        area=name,
        what=Line(f"{name.first} {amount}".rstrip(), f"{name.second} {amount}".rstrip()),
        amount=amount,
    )


def _what(round_: Round, entry: Entry) -> tuple[Who, Area, Fraction | int] | None:
    """Whose it is, on which area and how much: what was declined has no amount."""
    if entry.answer is not None:
        who, _, side = entry.answer
        return who, insurance_area(side), 0
    bets = (entry.bet,) if entry.bet is not None else round_.bets
    for bet in bets:
        if bet.number == entry.number or bet is entry.bet:
            return bet.who, bet.wager.area, bet.wager.stake
    for insured in round_.insurance:
        if insured.number == entry.number:
            return insured.who, insurance_area(insured.side), insured.stake
    return None

"""The lines of a settlement as they are told: what was bet, at which odds, what it exactly comes to, what chips pay."""

from collections.abc import Mapping
from fractions import Fraction

from dealer_app.domain.money import Odds
from dealer_app.domain.round.state import Round, SettledBet, Who
from dealer_app.domain.values import dataclass
from dealer_app.domain.wagers import Area, Result
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.felt import insurance_area


@dataclass(frozen=True, slots=True)
class Settling:
    """A line of the settlement with the bet that it settles."""

    line: SettledBet
    who: Who
    area: Area
    stake: int

    @property
    def wins(self) -> bool:
        """A bet of which nothing counts is returned, whatever its area does (MBS 5.14)."""
        return self.line.result == Result.WIN.value and bool(self.line.counts)

    @property
    def loses(self) -> bool:
        return self.line.net < 0

    @property
    def moves(self) -> Fraction:
        """What chips move: the payable amount where there is one, else the exact."""
        return self.line.net if self.line.payable is None else Fraction(self.line.payable)


def settlings(round_: Round) -> tuple[Settling, ...]:
    """Every line, in the order of placing, insurance last."""
    bets = {bet.number: (bet.who, bet.wager.area, int(bet.wager.stake)) for bet in round_.bets}
    bets |= {bet.number: (bet.who, insurance_area(bet.side), int(bet.stake)) for bet in round_.insurance}
    return tuple(Settling(line, *bets[line.number]) for line in round_.settled)


def formulas(at: AtTable, settling: Settling, *, alone: bool, named: bool = True) -> tuple[str, ...]:
    """`BANKER 2,500 x 1 to 2 = 1,250`; with a commission also gross and what is taken of it."""
    line, name = settling.line, at.area(settling.area).first
    begins = f"{name} " if named else ""
    counts = at.money(line.counts)
    if not settling.wins:
        code = "returned-whole" if not settling.loses and not line.net else "part-returned"
        return (at.label(code, area=name, amount=at.money(settling.stake)).first,)
    odds = at.odds(odds_of(at, settling))
    total = "" if alone and not line.commission else f" = {at.money(line.gross)}"
    found = [f"{begins}{counts} × {odds}{total}"]
    if line.commission:
        facts = {"commission": at.money(line.commission), "net": at.money(line.net)}
        found.append(at.label("less-commission", **facts).first)
    if line.counts != settling.stake:
        found.append(at.label("counts-of", counts=counts, stake=at.money(settling.stake)).first)
    if line.payable is not None and line.payable != line.net:
        found.append(at.label("exactly", exact=at.money(line.net), payable=at.money(line.payable)).first)
    return tuple(found)


def odds_of(at: AtTable, settling: Settling) -> Odds:
    """With a commission the gross odds, of which it is taken."""
    commission = at.rules.book.commission
    if commission is not None and settling.area == commission.area:
        return commission.gross
    ratio = settling.line.gross / settling.line.counts
    return Odds(ratio.numerator, ratio.denominator)


def house_total(lines: tuple[Settling, ...]) -> Fraction:
    """What the house gains by this round: the exact sums, as the books have them."""
    return -sum((settling.line.net for settling in lines), Fraction(0))


def ticked(at: AtTable, lines: tuple[Settling, ...]) -> bool:
    return all(settling.line.number in at.round.ticked for settling in lines)


def grouped(lines: tuple[Settling, ...], *, by_area: bool) -> Mapping[Who | Area, tuple[Settling, ...]]:
    """The lines of each bettor, or of each area."""
    found: dict[Who | Area, tuple[Settling, ...]] = {}
    for settling in lines:
        key: Who | Area = settling.area if by_area else settling.who
        found[key] = (*found.get(key, ()), settling)
    return found

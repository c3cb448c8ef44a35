"""The lines of a settlement as they are told: what was bet, at which odds, what it exactly comes to, what chips pay."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.round.state import Round, SettledBet, Who
from dealer_app.domain.wagers import Area, Result
from dealer_app.showing.play.at_table import AtTable
from dealer_app.showing.play.felt import insurance_area


class Settling(Struct, frozen=True):
    """A line of the settlement with the bet that it settles."""

    line: SettledBet
    who: Who
    area: Area
    stake: int

    @property
    def wins(self) -> bool:
        """A bet of which nothing counts, as one under the minimum, goes back whole, whatever won (MBS 5.14)."""
        return self.line.result == Result.WIN.value and self.line.counts > 0

    @property
    def loses(self) -> bool:
        return self.line.net < 0

    @property
    def moves(self) -> Fraction:
        return self.line.moves

    @property
    def back(self) -> int:
        """What goes back to its bettor whole, neither won nor lost."""
        return 0 if self.wins or self.line.net else self.stake


def settlings(round_: Round) -> tuple[Settling, ...]:
    """Every line, in the order of placing, insurance last; among them each bet that goes back whole (RWS v4 5.12.3)."""
    bets = {bet.number: (bet.who, bet.wager.area, int(bet.wager.stake)) for bet in round_.bets}
    bets |= {bet.number: (bet.who, insurance_area(bet.side), int(bet.stake)) for bet in round_.insurance}
    lines = {line.number: line for line in round_.settled}
    lines |= {number: _given_back(number) for number in round_.returned}
    return tuple(Settling(lines[number], *bet) for number, bet in bets.items() if number in lines)


def _given_back(number: int) -> SettledBet:
    nothing = Fraction(0)
    return SettledBet(
        number=number,
        result=Result.PUSH.value,
        counts=nothing,
        gross=nothing,
        commission=nothing,
        net=nothing,
        payable=None,
    )


def formulas(at: AtTable, settling: Settling, *, alone: bool, named: bool = True) -> tuple[str, ...]:
    """`BANKER 2,500 x 1 to 2 = 1,250`; with a commission also gross and what is taken of it."""
    line, name = settling.line, at.area(settling.area).first
    begins = f"{name} " if named else ""
    counts = at.money(line.counts)
    if not settling.wins:
        code = "returned-before" if line.number in at.round.returned else "returned-whole"
        return (at.label(code, area=name, amount=at.money(settling.stake)).first,)
    odds = at.odds(odds_of(at, settling))
    total = "" if alone and not line.commission else f" = {at.money(line.gross)}"
    found = [f"{begins}{counts} × {odds}{total}"]
    if line.commission:
        facts = {"commission": at.money(line.commission), "net": at.money(line.net)}
        found.append(at.label("less-commission", **facts).first)
    if line.counts != settling.stake:
        found.append(at.label("counts-of", counts=counts, stake=at.money(settling.stake)).first)
    # Of a bettor's only bet the row says it at its head.
    if line.payable is not None and line.payable != line.net and not (alone and named):
        found.append(at.label("exactly", exact=at.money(line.net), payable=at.money(line.payable)).first)
    return tuple(found)


def odds_of(at: AtTable, settling: Settling) -> Odds:
    """With a commission the gross odds, of which it is taken."""
    commission = at.rules.book.commission
    if commission is not None and settling.area == commission.area:
        return commission.gross
    ratio = settling.line.gross / settling.line.counts
    return Odds(ratio.numerator, ratio.denominator)


def moved(lines: Iterable[Settling]) -> Fraction:
    """The sum of what chips move, from the house to the bettors."""
    return sum((settling.moves for settling in lines), Fraction(0))


def exactly(lines: Iterable[Settling]) -> Fraction:
    """The same as the books have it."""
    return sum((settling.line.net for settling in lines), Fraction(0))


def ticked(at: AtTable, lines: tuple[Settling, ...]) -> bool:
    return all(settling.line.number in at.round.ticked for settling in lines)


def grouped(lines: tuple[Settling, ...], *, by_area: bool) -> Mapping[Who | Area, tuple[Settling, ...]]:
    """The lines of each bettor, or of each area."""
    found: dict[Who | Area, tuple[Settling, ...]] = {}
    for settling in lines:
        key: Who | Area = settling.area if by_area else settling.who
        found[key] = (*found.get(key, ()), settling)
    return found

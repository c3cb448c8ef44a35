"""The chances of a bet and the edge of the house, from the counted ways in which it can end.

The edge is what the house gains on average from each unit staked; a returned bet counts as staked. Bets are
those of one layout, or of all layouts of a game, each price once. Of three dice all 216 tumbles are equally
likely.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from dealer_app.domain.dice import every_tumble
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import InsuranceStage, Layout, Rulebook, Side
from dealer_app.domain.tai_sai.bets import tumble_rule
from dealer_app.domain.wagers import Area, Prize, Result


class OfferedBet(Struct, frozen=True, kw_only=True):
    """An area at one price, with the layouts that pay it so and the clauses that say it.

    `label` is the area's code; where layouts differ in what they pay, their letters follow it.
    """

    area: Area
    label: str
    prizes: Mapping[Prize, Odds]
    layouts: tuple[str, ...]
    clauses: tuple[str, ...]


def bets_by_price(book: Rulebook, layout: Layout | None) -> tuple[OfferedBet, ...]:
    """In the order of the pay tables; without a layout those of all layouts."""
    layouts = book.layouts if layout is None else (layout,)
    areas = dict.fromkeys(area for each in layouts for area in each.areas)
    return tuple(bet for area in areas for bet in _split_by_price(area, layouts))


def _split_by_price(area: Area, layouts: tuple[Layout, ...]) -> Iterator[OfferedBet]:
    by_price: dict[frozenset[tuple[Prize, Odds]], list[Layout]] = {}
    for layout in layouts:
        if area in layout.areas:
            by_price.setdefault(frozenset(layout.prizes(area).items()), []).append(layout)
    for paying in by_price.values():
        letters = tuple(layout.letter for layout in paying)
        clauses = dict.fromkeys(pay.clause for layout in paying for pay in layout.pays if pay.area == area)
        yield OfferedBet(
            area=area,
            label=str(area) if len(by_price) == 1 else f"{area} ({' '.join(letters)})",
            prizes=paying[0].prizes(area),
            layouts=letters,
            clauses=tuple(clauses),
        )


ResultTally = Mapping[Prize | Result, int]
"""In how many of all ways a bet wins each prize, loses or is returned."""


class Chances(Struct, frozen=True, kw_only=True):
    """How often a bet ends in each way, and the house's expected gain for each unit staked."""

    win: Fraction
    lose: Fraction
    push: Fraction
    edge: Fraction


class PrizeOdds(Struct, frozen=True, kw_only=True):
    """One prize of a bet: what it pays and how often it is won."""

    prize: Prize
    odds: Odds
    win: Fraction


class BetOdds(Struct, frozen=True, kw_only=True):
    """A bet at one price. `prizes` are those of its pay table, in printed order: one for most bets."""

    bet: OfferedBet
    prizes: tuple[PrizeOdds, ...]
    chances: Chances


class InsuranceOdds(Struct, frozen=True, kw_only=True):
    """An insurance offer at the totals at which it is made.

    `chance` is how often a round comes to it; the chances are those of a bet taken there. They are None where this
    shoe cannot come to it.
    """

    stage: InsuranceStage
    side: Side
    player_points: int
    banker_points: int
    odds: Odds
    chance: Fraction
    chances: Chances | None


class GameOdds(Struct, frozen=True, kw_only=True):
    """Everything that was asked of a game at once."""

    bets: tuple[BetOdds, ...]
    insurance: tuple[InsuranceOdds, ...] = ()


class LiveBet(Struct, frozen=True, kw_only=True):
    """A bet of a layout over the cards that nobody has seen, beside the edge of a full shoe."""

    area: Area
    win: Fraction
    edge: Fraction
    full_edge: Fraction

    @property
    def is_against_house(self) -> bool:
        return self.edge < 0


def bet_odds(bet: OfferedBet, tally: ResultTally, ways: int) -> BetOdds:
    """The bet's odds when `ways` equally likely ways end as tallied."""
    won: Counter[Prize] = Counter()
    for judged, number in tally.items():
        if isinstance(judged, Prize):
            # A book that pays one price for a bet with several prizes names only `win` (MBS Banker).
            won[judged if judged in bet.prizes else Prize.WIN] += number
    prizes = tuple(
        PrizeOdds(prize=prize, odds=odds, win=Fraction(won[prize], ways)) for prize, odds in bet.prizes.items()
    )
    return BetOdds(bet=bet, prizes=prizes, chances=_make_chances(prizes, tally, ways))


def insurance_chances(odds: Odds, tally: ResultTally, ways: int) -> Chances:
    """The chances of an insurance bet taken at an offer to which `ways` equally likely ways lead."""
    won = PrizeOdds(prize=Prize.WIN, odds=odds, win=Fraction(tally.get(Prize.WIN, 0), ways))
    return _make_chances((won,), tally, ways)


def _make_chances(prizes: tuple[PrizeOdds, ...], tally: ResultTally, ways: int) -> Chances:
    lose = Fraction(tally.get(Result.LOSE, 0), ways)
    return Chances(
        win=sum((prize.win for prize in prizes), Fraction(0)),
        lose=lose,
        push=Fraction(tally.get(Result.PUSH, 0), ways),
        edge=lose - sum((prize.odds.prize(prize.win) for prize in prizes), Fraction(0)),
    )


def tumble_odds(book: Rulebook, layout: Layout | None = None) -> GameOdds:
    """The bets of one layout, or of all layouts of the game."""
    return GameOdds(bets=tuple(_tumble_bet_odds(book, layout)))


def _tumble_bet_odds(book: Rulebook, layout: Layout | None) -> Iterator[BetOdds]:
    ways = tuple(every_tumble())
    for bet in bets_by_price(book, layout):
        rule = tumble_rule(bet.area)
        assert rule is not None, "a rulebook with an area that cannot be is refused when it is read"
        yield bet_odds(bet, Counter(rule(tumble) for tumble in ways), len(ways))

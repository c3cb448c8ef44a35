"""The odds as aligned columns for people to read. Percentages have fewer places than the JSON has."""

from collections.abc import Iterator, Sequence

from dealer_app.domain.money import Odds
from dealer_app.odds.decimals import percent_text
from dealer_app.odds.results import BetOdds, Chances, InsuranceOdds

_GAP = "  "
Row = tuple[str, ...]

_BET_COLUMNS = ("Bet", "Prize", "Pays", "Win %", "Lose %", "Push %", "Edge %", "Clause")
_BET_NUMBERS = frozenset({"Pays", "Win %", "Lose %", "Push %", "Edge %"})
_INSURANCE_COLUMNS = (
    "Stage", "Insured", "Player", "Banker", "Pays", "Chance %", "Win %", "Lose %", "Push %", "Edge %",
)  # fmt: skip
_INSURANCE_NUMBERS = frozenset(_INSURANCE_COLUMNS[2:])


def bet_table(bets: Sequence[BetOdds]) -> Iterator[str]:
    """A line for each bet; under one with several prizes a line for each of them."""
    return _aligned(_BET_COLUMNS, [row for each in bets for row in _bet_rows(each)], _BET_NUMBERS)


def insurance_table(offers: Sequence[InsuranceOdds]) -> Iterator[str]:
    """A line for each offer: how often a round comes to it, and the chances of a bet taken there."""
    return _aligned(_INSURANCE_COLUMNS, [_insurance_row(offer) for offer in offers], _INSURANCE_NUMBERS)


def _bet_rows(each: BetOdds) -> Iterator[Row]:
    win, lose, push, edge = _percentages(each.chances)
    clauses = ", ".join(each.bet.clauses)
    if len(each.prizes) == 1:
        yield each.bet.label, "", _pays(each.prizes[0].odds), win, lose, push, edge, clauses
        return
    yield each.bet.label, "", "", win, lose, push, edge, clauses
    for prize in each.prizes:
        yield "", prize.prize.value, _pays(prize.odds), percent_text(prize.win), "", "", "", ""


def _insurance_row(offer: InsuranceOdds) -> Row:
    return (
        offer.stage.value,
        offer.side.value,
        str(offer.player_points),
        str(offer.banker_points),
        _pays(offer.odds),
        percent_text(offer.chance),
        *_percentages(offer.chances),
    )


def _percentages(chances: Chances | None) -> tuple[str, str, str, str]:
    if chances is None:
        return "-", "-", "-", "-"
    return (
        percent_text(chances.win),
        percent_text(chances.lose),
        percent_text(chances.push),
        percent_text(chances.edge),
    )


def _pays(odds: Odds) -> str:
    return f"{odds.win} to {odds.stake}"


def _aligned(columns: Row, rows: Sequence[Row], numbers: frozenset[str]) -> Iterator[str]:
    """Every column as wide as its widest entry; those in `numbers` end at one edge, the others begin there."""
    widths = [max(map(len, entries)) for entries in zip(columns, *rows, strict=True)]
    for row in (columns, *rows):
        cells = (
            entry.rjust(width) if column in numbers else entry.ljust(width)
            for column, entry, width in zip(columns, row, widths, strict=True)
        )
        yield _GAP.join(cells).rstrip()

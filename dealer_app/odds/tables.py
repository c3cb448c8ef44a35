"""The odds as JSON and as aligned columns for `dealer-station odds`.

Exact numbers become decimal text here, rounded once, half to even.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from dealer_app.domain.cards import Card
from dealer_app.domain.money import Odds
from dealer_app.odds.results import BetOdds, Chances, GameOdds, InsuranceOdds

DECIMAL_PLACES = 18
PERCENT_PLACES = 6


def decimal_text(value: Fraction, places: int = DECIMAL_PLACES) -> str:
    """The number with exactly this many decimal places; nothing is written as minus nought."""
    units = round(value * 10**places)
    whole, part = divmod(abs(units), 10**places)
    return f"{'-' if units < 0 else ''}{whole}.{part:0{places}}"


def percent_text(value: Fraction) -> str:
    return decimal_text(value * 100, PERCENT_PLACES)


JsonFields = dict[str, Any]


def shoe_odds_json(game: str, decks: int, removed: Sequence[Card], odds: GameOdds) -> JsonFields:
    """The odds of a shoe. `insurance` is empty where the game has none."""
    return {
        "game": game,
        "decks": decks,
        "removed": [card.text for card in removed],
        "bets": _bets_json(odds),
        "insurance": [_offer_json(offer) for offer in odds.insurance],
    }


def dice_odds_json(game: str, odds: GameOdds) -> JsonFields:
    return {"game": game, "bets": _bets_json(odds)}


def _bets_json(odds: GameOdds) -> Mapping[str, JsonFields]:
    return {each.bet.label: _bet_json(each) for each in odds.bets}


def _bet_json(each: BetOdds) -> JsonFields:
    fields = _chances_json(each.chances)
    if len(each.prizes) > 1:
        fields["prizes"] = {
            prize.prize.value: {"odds": str(prize.odds), "win": decimal_text(prize.win)} for prize in each.prizes
        }
    return fields


def _offer_json(offer: InsuranceOdds) -> JsonFields:
    return {
        "stage": offer.stage.value,
        "side": offer.side.value,
        "player_points": offer.player_points,
        "banker_points": offer.banker_points,
        "odds": str(offer.odds),
        "chance": decimal_text(offer.chance),
        **_chances_json(offer.chances),
    }


def _chances_json(chances: Chances | None) -> JsonFields:
    """Null for what cannot be said: the chances at an offer to which this shoe cannot come."""
    if chances is None:
        return dict.fromkeys(("win", "lose", "push", "edge"))
    return {
        "win": decimal_text(chances.win),
        "lose": decimal_text(chances.lose),
        "push": decimal_text(chances.push),
        "edge": decimal_text(chances.edge),
    }


_COLUMN_GAP = "  "
TextRow = tuple[str, ...]

_BET_COLUMNS = ("Bet", "Prize", "Pays", "Win %", "Lose %", "Push %", "Edge %", "Clause")
_BET_NUMBERS = frozenset({"Pays", "Win %", "Lose %", "Push %", "Edge %"})
_INSURANCE_COLUMNS = (
    "Stage", "Insured", "Player", "Banker", "Pays", "Chance %", "Win %", "Lose %", "Push %", "Edge %",
)  # fmt: skip
_INSURANCE_NUMBERS = frozenset(_INSURANCE_COLUMNS[2:])


def bet_table_lines(bets: Sequence[BetOdds]) -> Iterator[str]:
    """A line for each bet; under one with several prizes a line for each of them."""
    return _align_columns(_BET_COLUMNS, [row for each in bets for row in _bet_rows(each)], _BET_NUMBERS)


def insurance_table_lines(offers: Sequence[InsuranceOdds]) -> Iterator[str]:
    """A line for each offer: how often a round comes to it, and the chances of a bet taken there."""
    return _align_columns(_INSURANCE_COLUMNS, [_insurance_row(offer) for offer in offers], _INSURANCE_NUMBERS)


def _bet_rows(each: BetOdds) -> Iterator[TextRow]:
    win, lose, push, edge = _percentages(each.chances)
    clauses = ", ".join(each.bet.clauses)
    if len(each.prizes) == 1:
        yield each.bet.label, "", _pays_text(each.prizes[0].odds), win, lose, push, edge, clauses
        return
    yield each.bet.label, "", "", win, lose, push, edge, clauses
    for prize in each.prizes:
        yield "", prize.prize.value, _pays_text(prize.odds), percent_text(prize.win), "", "", "", ""


def _insurance_row(offer: InsuranceOdds) -> TextRow:
    return (
        offer.stage.value,
        offer.side.value,
        str(offer.player_points),
        str(offer.banker_points),
        _pays_text(offer.odds),
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


def _pays_text(odds: Odds) -> str:
    return f"{odds.win} to {odds.stake}"


def _align_columns(columns: TextRow, rows: Sequence[TextRow], numbers: frozenset[str]) -> Iterator[str]:
    """Every column as wide as its widest entry; those in `numbers` end at one edge, the others begin there."""
    widths = [max(map(len, entries)) for entries in zip(columns, *rows, strict=True)]
    for row in (columns, *rows):
        cells = (
            entry.rjust(width) if column in numbers else entry.ljust(width)
            for column, entry, width in zip(columns, row, widths, strict=True)
        )
        yield _COLUMN_GAP.join(cells).rstrip()

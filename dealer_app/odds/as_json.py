"""The odds as the JSON object that `dealer-station odds --json` writes: its numbers are decimal text."""

from collections.abc import Mapping, Sequence
from typing import Any

from dealer_app.domain.cards import Card
from dealer_app.odds.decimals import decimal_text
from dealer_app.odds.results import BetOdds, Chances, GameOdds, InsuranceOdds

Fields = dict[str, Any]


def shoe_answer(game: str, decks: int, removed: Sequence[Card], odds: GameOdds) -> Fields:
    """The odds of a shoe. `insurance` is empty where the game has none."""
    return {
        "game": game,
        "decks": decks,
        "removed": [card.text for card in removed],
        "bets": _bets(odds),
        "insurance": [_insurance(offer) for offer in odds.insurance],
    }


def dice_answer(game: str, odds: GameOdds) -> Fields:
    return {"game": game, "bets": _bets(odds)}


def _bets(odds: GameOdds) -> Mapping[str, Fields]:
    return {each.bet.label: _bet(each) for each in odds.bets}


def _bet(each: BetOdds) -> Fields:
    fields = _chances(each.chances)
    if len(each.prizes) > 1:
        fields["prizes"] = {
            prize.prize.value: {"odds": str(prize.odds), "win": decimal_text(prize.win)} for prize in each.prizes
        }
    return fields


def _insurance(offer: InsuranceOdds) -> Fields:
    return {
        "stage": offer.stage.value,
        "side": offer.side.value,
        "player_points": offer.player_points,
        "banker_points": offer.banker_points,
        "odds": str(offer.odds),
        "chance": decimal_text(offer.chance),
        **_chances(offer.chances),
    }


def _chances(chances: Chances | None) -> Fields:
    """Null for what cannot be said: the chances at an offer to which this shoe cannot come."""
    if chances is None:
        return dict.fromkeys(("win", "lose", "push", "edge"))
    return {
        "win": decimal_text(chances.win),
        "lose": decimal_text(chances.lose),
        "push": decimal_text(chances.push),
        "edge": decimal_text(chances.edge),
    }

"""A loaded rulebook written down like the transcriptions in tests/golden/approved, so that the two can be compared.

The transcriptions were typed from the approved documents without a look at the rulebook files. What they hold
beside a rulebook's values (card points, the Table of Play) is compared with the code, in tests/rules.
"""

import json
import tomllib
from collections.abc import Mapping
from fractions import Fraction
from importlib.resources import files
from pathlib import Path
from typing import Any

from dealer_app.domain.rulebook import Insurance, Layout, Limits, Pay, Rulebook
from dealer_app.domain.wagers import Prize

Plain = dict[str, Any]
"""Values as JSON has them."""

GOLDEN = Path(__file__).parents[1] / "golden"
_NOT_IN_A_RULEBOOK = (
    "approval speaks of",
    "card values",
    "table of play",
    "bets",
    "playing areas",
    "sums",
    "wins on a triple",
)


def document(game: str) -> Plain:
    """The transcription of an approved document, as its file has it."""
    whole: Plain = json.loads((GOLDEN / "approved" / f"{game}.json").read_text(encoding="utf-8"))
    return whole


def book_transcript(game: str) -> Plain:
    """What the rulebook of a game has to say: the document, and how the station reads it."""
    whole = {part: value for part, value in document(game).items() if part not in _NOT_IN_A_RULEBOOK}
    rulings = (GOLDEN / "approved" / f"{game}.rulings.json").read_text(encoding="utf-8")
    if "insurance" in whole:
        whole["insurance"]["table"].sort()
    settlement = {clause: _bet_by_bet(rule) for clause, rule in whole["settlement"].items()}
    return whole | {
        "settlement": settlement,
        "offered": _offered(whole.get("offered"), settlement),
        "rulings": json.loads(rulings),
    }


def _bet_by_bet(rule: Mapping[str, Any]) -> Plain:
    """Tai Sai prints one price for all bets of a kind, and beside it their numbers: `14 12 24`."""
    pays: Plain = {}
    for bet, odds in rule["pays"].items():
        numbers = " ".join(rule.get("combinations", {}).get(bet, ())).split()
        pays.update({f"{bet}:{each}": odds for each in numbers} if numbers else {bet: odds})
    return {"layouts": rule["layouts"], "pays": pays}


def _offered(groups: Mapping[str, list[str]] | None, settlement: Mapping[str, Plain]) -> Plain:
    """The bets of each layout: as listed, or on a Tai Sai layout those of the one table it plays by."""
    if groups is None:
        tables = ((letter, rule["pays"]) for rule in settlement.values() for letter in rule["layouts"])
        return {letter: sorted(pays) for letter, pays in tables}
    return {letter: sorted(bets) for letters, bets in groups.items() for letter in letters.split()}


def book_toml(game: str) -> Plain:
    """The rulebook file of a game as plain TOML."""
    text = (files("resources") / "rulebooks" / f"{game}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def book_values(book: Rulebook) -> Plain:
    """Every value that a rulebook carries, but for the prose of its rulings."""
    whole: Plain = {
        "identity": _identity(book),
        "layouts": _layouts(book),
        "settlement": _settlement(book),
        "offered": {layout.letter: sorted(layout.areas) for layout in book.layouts},
        "limits": _limits(book.limits),
        "roles": {role.code: {"title": role.title, "rank": role.rank, "clause": role.clause} for role in book.roles},
        "who decides": _decisions(book),
        "policies": _policies(book),
        "cites": dict(book.cites),
        "rulings": _rulings(book),
    }
    if book.decks is not None:
        decks = book.decks
        whole["decks"] = {
            "clause": decks.clause,
            "from": decks.fewest,
            "to": decks.most,
            "cards each": decks.cards_each,
        }
        whole["commission"] = _commission(book)
    if book.dice is not None:
        dice = book.dice
        whole["dice"] = {
            "clause": dice.clause,
            "dice": dice.count,
            "faces": dice.faces,
            "tumbles": dice.fewest_tumbles,
            "tumbles, clause": dice.tumbles_clause,
        }
    if book.insurance is not None:
        whole["insurance"] = _insurance(book.insurance)
    return whole


def _identity(book: Rulebook) -> Plain:
    identity = book.identity
    return {
        "game": book.game,
        "house": book.house.value,
        "name": identity.name,
        "short name": identity.short_name,
        "version": identity.version,
        "effective": identity.effective,
        "operator": identity.operator,
        "operator, short": identity.operator_short,
        "approved by": identity.approved_by,
    }


def _layouts(book: Rulebook) -> Plain:
    (clause,) = {layout.clause for layout in book.layouts}
    return {"clause": clause} | {layout.letter: _layout(layout) for layout in book.layouts}


def _layout(layout: Layout) -> Plain:
    drawn: Plain = {}
    if layout.fewest_positions is not None:
        drawn["positions"] = [layout.fewest_positions, layout.most_positions]
        drawn["seats"] = list(layout.seats)
    else:
        drawn["pay table"] = ", ".join(sorted({pay.clause for pay in layout.pays}))
    if layout.pictured_in:
        drawn["pictured in"] = list(layout.pictured_in)
    return drawn


def _settlement(book: Rulebook) -> Plain:
    """By clause: the layouts that it names and what it pays there."""
    clauses: Plain = {}
    for layout in book.layouts:
        for pay in layout.pays:
            clause = clauses.setdefault(pay.clause, {"layouts": [], "pays": {}})
            if layout.letter not in clause["layouts"]:
                clause["layouts"].append(layout.letter)
            _add_pay(clause["pays"], pay)
    return clauses


def _add_pay(pays: Plain, pay: Pay) -> None:
    if pay.prize is Prize.WIN:
        pays[pay.area] = str(pay.odds)
    else:
        pays.setdefault(pay.area, {})[pay.prize.value] = str(pay.odds)


def _commission(book: Rulebook) -> Plain:
    commission = book.commission
    if commission is None:
        return {"taken": False, "clause": book.no_commission_clause}
    return {
        "taken": True,
        "clause": commission.clause,
        "area": commission.area,
        "gross": str(commission.gross),
        "rate": _share_text(commission.rate),
    }


def _insurance(insurance: Insurance) -> Plain:
    rows = [
        [
            offer.stage.value,
            offer.side.value,
            player,
            banker,
            str(offer.odds),
            "paid" if offer.tie_pays else "returned",
        ]
        for offer in insurance.offers
        for banker in sorted(offer.banker_points)
        for player in sorted(offer.player_points)
    ]
    return {
        "clause": insurance.clause,
        "columns": ["stage", "side", "player points", "banker points", "odds", "on a tie"],
        "table": sorted(rows),
        "cap": {
            "clause": insurance.cap_clause,
            "odds": str(insurance.capped_odds),
            "share of the maximum": _share_text(insurance.capped_share_of_maximum),
        },
        "late": {
            "clause": insurance.late_clause,
            "payout over the original bet": _share_text(insurance.late_payout_over_original),
        },
    }


def _share_text(share: Fraction) -> str:
    return f"{share.numerator}/{share.denominator}"


def _limits(limits: Limits) -> Plain:
    return {
        "clause": limits.clause,
        "differentials": {
            each.code: {"sides": list(each.sides), "clause": each.clause} for each in limits.differentials
        },
        "a minimum is of": limits.minimum_of.value,
        "a maximum is of": limits.maximum_of.value,
        "maximum": limits.maximum_clause,
        "seated first": limits.seated_first_clause,
        "wagers per area": limits.most_wagers_per_area,
        "wagers per area, clause": limits.most_wagers_clause,
    }


def _decisions(book: Rulebook) -> Plain:
    clauses: Plain = {}
    for decision in book.decisions:
        clauses.setdefault(decision.clause, {})[decision.code] = decision.role
    return clauses


def _policies(book: Rulebook) -> Plain:
    return {
        name: {"value": policy.value.value, "clause": policy.clause}
        | ({} if policy.ruling is None else {"ruling": policy.ruling})
        for name, policy in book.policies.items()
    }


def _rulings(book: Rulebook) -> Plain:
    return {
        ruling.number: {
            "confirm": ruling.confirm,
            "options": list(ruling.options),
            "chosen": ruling.chosen,
            "clauses": list(ruling.clauses),
        }
        for ruling in book.rulings
    }

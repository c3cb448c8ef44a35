"""The rounds of a table, by the events of its journal alone, and judged again by `dealer-station audit`.

What the audit says of each bet is compared with the settlement, and the sums of it against what was taken and paid.
"""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

from dealer_app.domain.round.events import (
    BetPlaced,
    CardDrawn,
    DiceRead,
    InsuranceTaken,
    ResultAnnounced,
    RoundBegan,
    RoundConcluded,
    RoundVoided,
)
from dealer_app.domain.round.state import InsuranceBet, PlacedBet, SettledBet


@dataclass
class PlayedRound:
    """What happened in one round."""

    number: int
    bets: list[PlacedBet] = field(default_factory=list)
    insurance: list[InsuranceBet] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    dice: list[tuple[int, int, int]] = field(default_factory=list)
    settled: list[tuple[SettledBet, ...]] = field(default_factory=list)
    ends: list[tuple[Fraction, Fraction]] = field(default_factory=list)
    """What was collected and paid; of a round that was settled there is one."""
    voided: bool = False

    def line(self, game: str, letter: str) -> dict[str, Any]:
        """As the audit takes it."""
        line: dict[str, Any] = {"id": self.number, "game": game, "layout": letter}
        if self.dice:
            (dice,) = self.dice
            line["dice"] = list(dice)
        else:
            line |= {"cards": self.cards, "decks": 8}
        line["bets"] = [_audit_bet(bet) for bet in self.bets]
        if self.insurance:
            line["insurance"] = [
                {"seat": bet.who[0], "stage": bet.stage.value, "side": bet.side.value, "stake": bet.stake}
                for bet in self.insurance
            ]
        return line


def _audit_bet(bet: PlacedBet) -> dict[str, Any]:
    wager = bet.wager
    whose = {"seat": wager.seat} if wager.seat is not None else {"bettor": wager.bettor}
    return {**whose, "area": wager.area, "stake": wager.stake}


def round_records(events: Iterable[object]) -> list[PlayedRound]:
    """Each round that began. A round that begins twice, or not as the next one, is seen by its number."""
    rounds: list[PlayedRound] = []
    for event in events:
        match event:
            case RoundBegan(number=number):
                rounds.append(PlayedRound(number))
            case BetPlaced(bet=bet):
                rounds[-1].bets.append(bet)
            case InsuranceTaken(bet=insured):
                rounds[-1].insurance.append(insured)
            case CardDrawn(card=card):
                assert card is not None, "each card is read by the shoe, or keyed"
                rounds[-1].cards.append(card.text)
            case DiceRead(dice=dice):
                rounds[-1].dice.append(dice)
            case ResultAnnounced(settled=settled):
                rounds[-1].settled.append(settled)
            case RoundConcluded(collected=collected, paid=paid):
                rounds[-1].ends.append((collected, paid))
            case RoundVoided():
                rounds[-1].voided = True
            case _:
                pass
    return rounds


def audit_rounds(rounds: list[PlayedRound], game: str, letter: str, folder: Path) -> tuple[Fraction, Fraction]:
    """What the rounds that are over have collected and paid. Fails where the audit or the books say otherwise."""
    over = [each for each in rounds if each.ends]
    for each in over:
        once = (len(each.ends), len(each.settled), each.voided) == (1, 1, False)
        assert once, f"round {each.number} was settled more than once"
    lines = folder / "rounds.jsonl"
    lines.write_text("".join(f"{json.dumps(each.line(game, letter))}\n" for each in over), encoding="utf-8")
    words = [sys.executable, "-m", "dealer_app", "audit", "--no-stages", str(lines)]
    judged = subprocess.run(words, capture_output=True, text=True, check=False)
    assert judged.returncode == 0, judged.stderr + judged.stdout[:600]
    answers = [json.loads(line) for line in judged.stdout.splitlines()]
    for each, answer in zip(over, answers, strict=True):
        nets = list(_answer_nets(answer))
        assert nets == [(line.result, line.net) for line in each.settled[0]], f"round {each.number}: {answer}"
        taken = sum((-net for _, net in nets if net < 0), Fraction(0))
        given = sum((net for _, net in nets if net > 0), Fraction(0))
        assert (taken, given) == each.ends[0], f"round {each.number}: {each.ends[0]} by the books, {taken} and {given}"
    collected = sum((each.ends[0][0] for each in over), Fraction(0))
    return collected, sum((each.ends[0][1] for each in over), Fraction(0))


def _answer_nets(answer: dict[str, Any]) -> Iterator[tuple[str, Fraction]]:
    for bet in answer["bets"]:
        yield bet["result"], Fraction(bet["net"])

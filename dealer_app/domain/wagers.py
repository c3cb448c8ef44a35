"""The words in which all four games speak of a bet: where it was placed, who made it and how it ended.

Which areas exist, and what they pay, is the rulebook's; what makes one win is baccarat.bets and tai_sai.bets.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import NewType

from msgspec import Struct

from dealer_app.domain.money import Money, Odds

Area = NewType("Area", str)
"""The code of a betting area: `player`, `big_tiger`, `sum:9`, `triple:444`."""

Bettor = NewType("Bettor", str)
"""The place of a bettor at a seat: `seated`, `standing-1`; in Tai Sai a colour or a free label."""

SEATED = Bettor("seated")


class Result(Enum):
    """The result of a bet so far; OPEN while cards are still to come and nothing is certain."""

    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    OPEN = "open"


class Prize(Enum):
    """Which of the prizes of a bet was won; most bets have only the one."""

    WIN = "win"
    ON_SIX = "on 6"
    OTHERWISE = "otherwise"
    TWO_CARDS = "2 cards"
    THREE_CARDS = "3 cards"
    FOUR_CARDS = "4 cards"
    FIVE_CARDS = "5 cards"
    SIX_CARDS = "6 cards"
    SINGLE = "single"
    DOUBLE = "double"
    TWIN = "twin"
    ONE_DIE = "1 die"
    TWO_DICE = "2 dice"
    THREE_DICE = "3 dice"


class Verdict(Struct, frozen=True):
    """How a bet ended and, if it won, at which odds."""

    result: Result
    odds: Odds | None = None


LOST = Verdict(Result.LOSE)
RETURNED = Verdict(Result.PUSH)


class Wager(Struct, frozen=True, kw_only=True):
    """Chips of one bettor on one area. The seat is None where the table has none (Tai Sai)."""

    area: Area
    stake: Money
    seat: int | None = None
    bettor: Bettor = SEATED


BettorBox = tuple[int | None, Bettor, Area]
"""What one bettor has in one box, by its seat, the bettor's name and the area."""


def bettor_box(wager: Wager) -> BettorBox:
    return wager.seat, wager.bettor, wager.area


def box_stakes(wagers: Iterable[Wager]) -> Mapping[BettorBox, Money]:
    """All that each bettor has in each box, in the order of their first chips there."""
    sums: dict[BettorBox, Money] = {}
    for wager in wagers:
        sums[bettor_box(wager)] = Money(sums.get(bettor_box(wager), 0) + wager.stake)
    return sums

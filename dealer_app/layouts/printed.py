"""What is printed in a box, in English and Chinese, and how odds are printed. It is never translated."""

import tomllib
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any

from msgspec import Struct

from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area, Prize
from dealer_app.wording.amounts import amount

_WORDS = ("", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX")


class Belongs(Enum):
    """The side whose colour a box has."""

    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"
    NEITHER = "neither"


class Printed(Struct, frozen=True, kw_only=True):
    label: str
    glyph: str
    short: str
    belongs: Belongs
    legend: tuple[str, ...] = ()
    """When it wins, where the felt says so."""
    alone: str = ""
    """The glyph where nothing else says on which side it is."""

    @property
    def whole(self) -> str:
        return f"{self.label} {self.glyph}".strip()


@cache
def printed(area: Area) -> Printed:
    """What stands in the box of this area. Of dice bets the kind says it, with the numbers put in."""
    kind, _, numbers = area.partition(":")
    entry = _entries()[kind]
    label = str(entry["label"])
    if numbers:
        word = _WORDS[int(numbers[0])] if numbers[0] in "123456" else ""
        label = label.format(numbers=numbers, word=word, spaced=" ".join(numbers), between=" AND ".join(numbers))
    return Printed(
        label=label,
        glyph=entry.get("glyph", ""),
        short=entry.get("short", label),
        belongs=Belongs(entry.get("side", "neither")),
        legend=tuple(entry.get("legend", ())),
        alone=entry.get("alone", entry.get("glyph", "")),
    )


def kinds() -> frozenset[str]:
    """Every kind of area that has something to print."""
    return frozenset(_entries())


@cache
def _entries() -> dict[str, Any]:
    return tomllib.loads((files("resources") / "layouts" / "printed.toml").read_text(encoding="utf-8"))


def printed_odds(layout: Layout, area: Area) -> str:
    """The odds of a bet as they are printed in its box: `8 to 1`, `10·15·50 to 1`, `1 to 1 · 6 pays 1 to 2`.

    Dice bets are printed as `1 WINS 8`, but for those of which each die that shows the number pays more.
    """
    prizes = dict(layout.prizes(area))
    if _as_dice(layout, area):
        return dice_odds(next(iter(prizes.values())))
    six = prizes.pop(Prize.ON_SIX, None)
    stakes = {odds.stake for odds in prizes.values()}
    if len(prizes) > 1 and len(stakes) == 1:
        usual = "·".join(str(odds.win) for odds in prizes.values()) + f" to {stakes.pop()}"
    else:
        usual = " · ".join(_said(odds) for odds in prizes.values())
    return usual if six is None else f"{usual} · 6 pays {_said(six)}"


def won_odds(layout: Layout, area: Area, odds: Odds) -> str:
    """At what a bet is paid that has won, as its box prints odds: one of `10·15·50 to 1`."""
    return dice_odds(odds) if _as_dice(layout, area) else _said(odds)


def _as_dice(layout: Layout, area: Area) -> bool:
    return "side" not in _entries()[area.partition(":")[0]] and len(layout.prizes(area)) == 1


def dice_odds(odds: Odds) -> str:
    """As a Tai Sai table prints them: `1 WINS 8`."""
    return f"{odds.stake} WINS {odds.win}"


def prize_odds(layout: Layout, area: Area) -> tuple[str, ...]:
    """The prizes of a bet a line each, as in the tables that some layouts have above the bands."""
    return tuple(f"{prize.value} {_said(odds)}" for prize, odds in layout.prizes(area).items())


def _said(odds: Odds) -> str:
    """`8 to 1`; odds less a commission as a decimal, `0.95 to 1`."""
    hundredths, rest = divmod(odds.win * 100, odds.stake)
    if odds.stake > 2 and not rest:
        return f"{amount(hundredths)} to 1"
    return f"{odds.win} to {odds.stake}"

"""What is printed on the felt of a layout: labels, glyphs, odds, and which areas lie before each seat.

It never changes and is never translated (庄 stands on every table, 莊 in running text), so it is made once for each
layout. Odds are those of the rulebook.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import House, Layout, Rulebook, Side
from dealer_app.domain.wagers import Area, Prize
from dealer_app.wording import Language, Words

GLYPHS: Mapping[str, str] = {
    "player": "閒",
    "banker": "庄",
    "tie": "和",
    "player_pair": "閒對",
    "banker_pair": "庄對",
    "wu_dalang": "武大郎",
    "big": "大",
    "small": "小",
    "odd": "单",
    "even": "双",
    "any_triple": "全圍",
}
SHORT: Mapping[str, str] = {
    "player_pair": "P PAIR",
    "banker_pair": "B PAIR",
    "player_char_siu": "CHAR SIU",
    "banker_char_siu": "CHAR SIU",
    "player_small_7": "P SMALL 7",
    "player_big_7": "P BIG 7",
    "banker_small_7": "B SMALL 7",
    "banker_big_7": "B BIG 7",
    "player_insurance": "P INSURANCE",
    "banker_insurance": "B INSURANCE",
}
HANDS = frozenset({Area("player"), Area("banker")})
BESIDE_A_HAND = frozenset({Area("player_char_siu"), Area("banker_char_siu")})
MOST_SEATS_WITH_SIDE_BETS = 9
"""A long table has its side bets in the middle, for all seats."""


def insurance_area(side: Side) -> Area:
    return Area(f"{side.value}_insurance")


INSURANCE_AREAS = tuple(insurance_area(side) for side in Side)


@dataclass(frozen=True, slots=True)
class Printed:
    """One area as it is printed; `boxes` says that every seat has one of its own."""

    area: Area
    label: str
    glyph: str
    short: str
    odds: str
    boxes: bool


@cache
def _felts() -> dict[tuple[str, str, str], tuple[Printed, ...]]:
    return {}


def felt(book: Rulebook, layout: Layout) -> tuple[Printed, ...]:
    """Everything that is printed on this layout, in the order of the pay tables, insurance last."""
    known = _felts()
    key = book.game, book.fingerprint, layout.letter
    found = known.get(key)
    if found is None:
        offered = layout.areas if book.insurance is None else (*layout.areas, *INSURANCE_AREAS)
        found = known[key] = tuple(_printed(book, layout, area) for area in offered)
    return found


def _printed(book: Rulebook, layout: Layout, area: Area) -> Printed:
    name = Words.load(Language.EN).area(area)
    kind, _, digits = area.partition(":")
    short = digits or SHORT.get(area, name)
    text = "" if area in INSURANCE_AREAS else odds_text(book, layout, area)
    return Printed(area, name, GLYPHS.get(kind, ""), short, text, boxes=area in boxes(layout))


def boxes(layout: Layout) -> frozenset[Area]:
    """The areas of which every seat has its own: both hands, and on a short table what lies beside them."""
    if not layout.seats:
        return frozenset()
    most = layout.most_positions or 0
    own = HANDS
    if most <= MOST_SEATS_WITH_SIDE_BETS:
        own |= BESIDE_A_HAND & frozenset(layout.areas)
        if Area("player_big_7") in layout.areas:
            # Appendix P has its two tiger bets where the others have Char Siu.
            own |= {Area("tiger"), Area("tiger_pair")}
    return own


def odds_text(book: Rulebook, layout: Layout, area: Area) -> str:
    """`8 to 1`, `10·15·50 to 1`, `1 to 1, 6 pays 1 to 2`; at dice `1 wins 62`, as it is printed there."""
    prizes = layout.prizes(area)
    if book.house is House.TAI_SAI:
        return f"1 wins {'·'.join(str(odds.win) for odds in prizes.values())}"
    if Prize.ON_SIX in prizes:
        return f"{plain_odds(prizes[Prize.OTHERWISE])}, 6 pays {plain_odds(prizes[Prize.ON_SIX])}"
    if len(prizes) > 1 and all(odds.stake == 1 for odds in prizes.values()):
        return f"{'·'.join(str(odds.win) for odds in prizes.values())} to 1"
    return ", ".join(plain_odds(odds) for odds in prizes.values())


def plain_odds(odds: Odds) -> str:
    """`8 to 1`; 19 to 20 is printed as 0.95 to 1."""
    hundredths, rest = divmod(odds.win * 100, odds.stake)
    if odds.stake > 10 and not rest:
        return f"{hundredths // 100}.{hundredths % 100:02d} to 1"
    return f"{odds.win} to {odds.stake}"

"""The three Tai Sai pay tables worded a second time, from the clauses 4.1.1 to 4.1.3 alone.

The lists are typed as the clauses print them. A bet is judged by looking at the dice from the lowest to the highest,
with no sets and no counting of faces, so that it shares no idea with dealer_app.domain.tai_sai.
"""

from itertools import product

Dice = tuple[int, int, int]

FACES = (1, 2, 3, 4, 5, 6)
EVERY_TUMBLE: tuple[Dice, ...] = tuple(product(FACES, FACES, FACES))

TOTALS_PAY = {4: 62, 17: 62, 5: 31, 16: 31, 6: 18, 15: 18, 7: 12, 14: 12, 8: 8, 13: 8, 9: 7, 12: 7, 10: 6, 11: 6}


def _split_numbers(numbers: str) -> tuple[str, ...]:
    return tuple(numbers.split())


DOMINOES = _split_numbers("14 12 24 13 23 34 25 26 35 45 36 15 16 46 56")
DOUBLES = _split_numbers("11 22 33 44 55 66")
TRIPLES = _split_numbers("111 222 333 444 555 666")
FOURS_OF_TABLE_2 = _split_numbers("6543 6532 5432 4321")
FOURS_OF_TABLE_3 = _split_numbers("6543 6542 6532 6432 5432 6541 6531 6431 5431 6521 6421 5421 6321 5321 4321")
THREES = _split_numbers("126 135 234 256 346 123 136 145 235 356 124 146 236 245 456 125 134 156 246 345")
PAIRS_WITH_SINGLE = _split_numbers(
    "113 114 115 116 221 223 224 225 226 331 332 334 335 336 441 442 443 445 446 551 552 553 554 556 661 662 663 664"
)

SINGLE_PAYS = (0, 1, 2, 12)
"""To 1, by the number of dice that show the number."""


def table_areas(layout: str) -> frozenset[str]:
    """All that the pay table of this layout prints, and nothing that it might have been meant to print."""
    printed = {
        "": _split_numbers("small big any_triple"),
        "single": _split_numbers("1 2 3 4 5 6"),
        "sum": tuple(map(str, TOTALS_PAY)),
        "domino": DOMINOES,
        "triple": TRIPLES,
    }
    if layout in {"A", "C"}:
        printed["double"] = DOUBLES
    if layout in {"C", "E"}:
        printed["four"] = FOURS_OF_TABLE_2 if layout == "C" else FOURS_OF_TABLE_3
        printed["three"] = THREES
        printed["pair_single"] = PAIRS_WITH_SINGLE
    if layout == "C":
        printed[""] += _split_numbers("odd even")
    return frozenset(f"{kind}:{one}" if kind else one for kind, each in printed.items() for one in each)


def area_payout(area: str, dice: Dice) -> int:
    """What 1 on this area wins, or 0 if the bet loses."""
    low, middle, high = sorted(dice)
    total = low + middle + high
    triple = low == high
    kind, _, numbers = area.partition(":")
    match kind:
        case "small":
            return int(4 <= total <= 10 and not triple)
        case "big":
            return int(11 <= total <= 17 and not triple)
        case "odd":
            return int(total in {5, 7, 9, 11, 13, 15, 17} and not triple)
        case "even":
            return int(total in {4, 6, 8, 10, 12, 14, 16} and not triple)
        case "any_triple":
            return 31 if triple else 0
        case "sum":
            return TOTALS_PAY[total] if str(total) == numbers else 0
        case "single":
            return SINGLE_PAYS[(str(low) == numbers) + (str(middle) == numbers) + (str(high) == numbers)]
        case "domino":
            return 6 if numbers in {f"{low}{middle}", f"{low}{high}", f"{middle}{high}"} else 0
        case "double":
            return 11 if numbers in {f"{low}{middle}", f"{middle}{high}"} else 0
        case "triple":
            return 180 if numbers == f"{low}{middle}{high}" else 0
        case "four":
            falling = f"{high}{middle}{low}"
            return 7 if any(numbers[:one] + numbers[one + 1 :] == falling for one in range(4)) else 0
        case "three":
            return 30 if numbers == f"{low}{middle}{high}" else 0
        case "pair_single":
            pair_below, pair_above = f"{low}{middle}{high}", f"{high}{middle}{low}"
            return 50 if numbers in {pair_below, pair_above} and not triple else 0
        case _:
            raise AssertionError(area)

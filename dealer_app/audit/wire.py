"""The values that the auditor writes again and again, made ready as JSON text: verdicts, stages, whole rows of bets.

All of them depend only on the layout and the situation of the coup, so each is made once and its number is bounded.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from dealer_app.audit.amounts import net_of_whole_stake
from dealer_app.domain.baccarat.conclusive import Decided
from dealer_app.domain.baccarat.insurance import Offers
from dealer_app.domain.wagers import Area, Result, Verdict

encode = msgspec.json.encode


class Written(Struct, frozen=True, eq=False):
    """A verdict as its words in the output; shared, and so told apart by identity."""

    verdict: Verdict
    result: str
    odds: str | None


def written(verdict: Verdict) -> Written:
    return Written(verdict, verdict.result.value, None if verdict.odds is None else str(verdict.odds))


class Writer:
    """Writes the rows of one layout; its few verdicts are shared by all rows, so each is written once."""

    def __init__(self) -> None:
        self._by_identity: dict[int, Written] = {}

    def row(self, verdicts: Sequence[Verdict]) -> tuple[Written, ...]:
        known = self._by_identity
        return tuple([known.get(id(verdict)) or self._add(verdict) for verdict in verdicts])

    def _add(self, verdict: Verdict) -> Written:
        # The value keeps its verdict, so that the identity stays taken.
        self._by_identity[id(verdict)] = one = written(verdict)
        return one


def unit_bets(areas: Sequence[Area], row: Sequence[Written]) -> msgspec.Raw:
    """The `bets` of a line that named none: every area that the layout offers, with a stake of 1."""
    return msgspec.Raw(
        encode(
            [
                {
                    "area": area,
                    "stake": 1,
                    "result": one.result,
                    "odds": one.odds,
                    "net": net_so_far(one, 1),
                }
                for area, one in zip(areas, row, strict=True)
            ]
        )
    )


def net_so_far(one: Written, stake: int) -> str | None:
    """An undecided bet has no net, and a bet won before the end has none yet: its prize may still be open."""
    if one.verdict.result is Result.OPEN or (one.verdict.result is Result.WIN and one.odds is None):
        return None
    return net_of_whole_stake(one.verdict, stake)


_WON_FOR_SURE = written(Verdict(Result.WIN))
_LOST_FOR_SURE = written(Verdict(Result.LOSE))
_OPEN = written(Verdict(Result.OPEN))


def unfinished_row(areas: Sequence[Area], decided: Decided) -> tuple[Written, ...]:
    """How the bets stand in an unfinished coup."""
    return tuple(
        _WON_FOR_SURE if area in decided.won else _LOST_FOR_SURE if area in decided.lost else _OPEN for area in areas
    )


def stage(cards: int, offers: Offers, decided: Decided) -> msgspec.Raw:
    """One entry of `stages`: what a table knew once this many cards lay open."""
    return msgspec.Raw(
        encode(
            {
                "cards": cards,
                "insurance": [{"side": offer.side.value, "odds": str(offer.odds)} for offer in offers],
                "established": decided.established,
                "decided": dict.fromkeys(decided.won, "win") | dict.fromkeys(decided.lost, "lose"),
            }
        )
    )

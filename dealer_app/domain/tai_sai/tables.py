"""A Tai Sai layout made ready for judging: the verdict of every area for each of the 216 tumbles.

Made once when a document is opened. With dice nothing is decided before they rest, and everything after.
"""

from collections.abc import Mapping
from functools import cache

from dealer_app.domain.dice import Tumble, tumbles
from dealer_app.domain.money import Odds
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.tai_sai.bets import rule_of
from dealer_app.domain.wagers import LOST, Area, Prize, Result, Verdict

Row = tuple[Verdict, ...]
"""One verdict for each area of the layout, in the order of Layout.areas."""


@cache
def all_tumbles() -> tuple[Tumble, ...]:
    return tuple(tumbles())


def verdicts(area: Area, prizes: Mapping[Prize, Odds]) -> tuple[Verdict, ...]:
    """What the bet comes to in each of the 216 tumbles. The verdicts are shared objects."""
    rule = rule_of(area)
    assert rule is not None, f"{area} is no Tai Sai area: the rulebook was not checked"
    won = {prize: Verdict(Result.WIN, odds) for prize, odds in prizes.items()}
    judged = [rule(tumble) for tumble in all_tumbles()]
    return tuple(won.get(prize) or won[Prize.WIN] if isinstance(prize, Prize) else LOST for prize in judged)


class TumbleTable:
    """The verdicts of one layout, by the dice in whatever order they were reported."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        columns = [verdicts(area, layout.prizes(area)) for area in layout.areas]
        rows = zip(*columns, strict=True)
        self.rows = {tumble.dice: row for tumble, row in zip(all_tumbles(), rows, strict=True)}

    def row(self, tumble: Tumble) -> Row:
        return self.rows[tumble.dice]

    def wins(self, tumble: Tumble) -> Mapping[Area, Verdict]:
        """The areas to light and pay, in the order of the pay table (3.9)."""
        verdicts = zip(self.layout.areas, self.row(tumble), strict=True)
        return {area: verdict for area, verdict in verdicts if verdict.result is Result.WIN}

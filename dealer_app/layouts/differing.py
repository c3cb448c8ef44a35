"""What tells the layouts of a document from each other: the bets that not all of them have, and those that play alike.

It follows from the document alone: how many positions there are, which bets, and what these pay.
"""

from collections import Counter
from fractions import Fraction
from functools import cache

from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import approved

_USUAL = Fraction(2, 3)
"""A bet that so many of the layouts have tells little of one of them."""


@cache
def layouts_with(game: str) -> Counter[Area]:
    """On how many layouts each bet is."""
    return Counter(area for layout in approved(game).layouts for area in layout.areas)


def differs(game: str, area: Area) -> bool:
    """Whether there is a layout without it."""
    return layouts_with(game)[area] < len(approved(game).layouts)


def unusual(game: str, area: Area) -> bool:
    return 0 < layouts_with(game)[area] < _USUAL * len(approved(game).layouts)


@cache
def alike(game: str, letter: str) -> tuple[str, ...]:
    """The other layouts on which a round is played and paid as on this one, wherever its boxes lie."""
    layouts = approved(game).layouts
    own = next(_played(layout) for layout in layouts if layout.letter == letter)
    return tuple(each.letter for each in layouts if each.letter != letter and _played(each) == own)


def _played(layout: Layout) -> object:
    pays = frozenset((pay.area, pay.prize, pay.odds) for pay in layout.pays)
    return layout.fewest_positions, layout.most_positions, layout.seats, pays

"""The kinds of bet with limits of their own: on cards each area, of dice all areas of a kind with the same odds."""

from msgspec import Struct

from dealer_app.domain.round.remembered import last_remembered
from dealer_app.domain.rulebook import Layout
from dealer_app.domain.wagers import Area
from dealer_app.wording import Words

_MOST_NAMED = 2


class LimitType(Struct, frozen=True):
    """Areas that share a line of the sign. `code` is that of the first of them."""

    areas: tuple[Area, ...]
    whole_kind: bool
    """All areas of this kind on the layout: it is called by the kind, without numbers."""

    @property
    def code(self) -> str:
        return self.areas[0]

    def name(self, words: Words) -> str:
        first = self.areas[0]
        kind, _, digits = first.partition(":")
        if not digits or len(self.areas) == 1:
            return words.area(first)
        numbers = [area.partition(":")[2] for area in self.areas]
        text = "" if self.whole_kind or len(numbers) > _MOST_NAMED else " / ".join(numbers)
        return " ".join(words.put("area", kind, {"numbers": text}).split())


@last_remembered
def limit_types(layout: Layout) -> tuple[LimitType, ...]:
    """In the order of the pay table."""
    groups: dict[tuple[object, ...], list[Area]] = {}
    kinds: dict[str, int] = {}
    for area in layout.areas:
        kind, colon, _ = area.partition(":")
        same = (kind, *sorted(map(str, layout.prizes(area).values()))) if colon else (area,)
        groups.setdefault(same, []).append(area)
        kinds[kind] = kinds.get(kind, 0) + 1
    return tuple(
        LimitType(tuple(areas), whole_kind=len(areas) == kinds[areas[0].partition(":")[0]]) for areas in groups.values()
    )

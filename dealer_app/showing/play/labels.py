"""Words that stand on the screen again and again, put once for each pair of languages and not at every change."""

from dealer_app.domain.wagers import Area
from dealer_app.showing.lines import Line
from dealer_app.showing.texts import line, put
from dealer_app.wording import Both

NO_VALUE = "–"
"""What is shown where something has no value yet."""


class _Known:
    """The labels and the names of areas in the languages that were asked for last."""

    def __init__(self) -> None:
        self.words: Both | None = None
        self.labels: dict[str, Line] = {}
        self.areas: dict[Area, Line] = {}
        self.seats: dict[int, str] = {}

    def of(self, words: Both) -> "_Known":
        if self.words is not words:
            self.words, self.labels, self.areas, self.seats = words, {}, {}, {}
        return self


_known = _Known()


def label(words: Both, code: str, **facts: str | Line) -> Line:
    """A label of a round: with facts it is put anew."""
    if facts:
        return put(words, "play", code, **facts)
    labels = _known.of(words).labels
    found = labels.get(code)
    if found is None:
        found = labels[code] = put(words, "play", code)
    return found


def area_line(words: Both, area: Area) -> Line:
    """The name of a betting area in both languages."""
    areas = _known.of(words).areas
    found = areas.get(area)
    if found is None:
        found = areas[area] = line(words, lambda each: each.area(area))
    return found


def seat_told(words: Both, seat: int) -> str:
    """`Seat 3`, in the language that is read."""
    seats = _known.of(words).seats
    found = seats.get(seat)
    if found is None:
        found = seats[seat] = put(words, "play", "seat", seat=str(seat)).first
    return found

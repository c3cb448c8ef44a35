"""The big road, the derived roads and the drawing, written a second time in other words, as the tests' oracle.

Rounds are the letters B, P and T, marks the letters R (red) and B (blue), places (column, row) pairs from 1. It imports
nothing of the production roads and compares no lengths of columns: it only looks and walks.
"""

import re
from collections.abc import Mapping

Place = tuple[int, int]


def big_road_texts(outcomes: str) -> list[str]:
    """Each big-road cell as the rounds written in it: `B`, `PTT`, or `TTB` for ties before any winner."""
    return re.findall(r"^T*[BP]T*|[BP]T*", outcomes)


def big_road_places(outcomes: str) -> list[Place]:
    """The logical place of each big-road entry, on paper without a lower edge."""
    places: list[Place] = []
    column = row = 0
    previous = ""
    for winner in outcomes.replace("T", ""):
        column, row = (column, row + 1) if winner == previous else (column + 1, 1)
        places.append((column, row))
        previous = winner
    return places


def road_marks(outcomes: str, columns_back: int) -> list[tuple[Place, str]]:
    """The marks of one derived road, each with the big-road place that added it.

    Inside a column one looks sideways. At the head of a new column one imagines that the old one had gone on,
    looks sideways from there, and writes the opposite colour.
    """
    opposite = {"R": "B", "B": "R", "": ""}
    paper: set[Place] = set()
    marks: list[tuple[Place, str]] = []
    last: Place = (0, 0)
    for place in big_road_places(outcomes):
        below_last = (last[0], last[1] + 1)
        if place == below_last:
            letter = _look_left(paper, place, columns_back)
        else:
            letter = opposite[_look_left(paper, below_last, columns_back)]
        if letter:
            marks.append((place, letter))
        paper.add(place)
        last = place
    return marks


def ask_mark(outcomes: str, winner: str, columns_back: int) -> str:
    """What one more round adds to a derived road, found by playing it; empty for nothing."""
    before = road_marks(outcomes, columns_back)
    after = road_marks(outcomes + winner, columns_back)
    assert after[: len(before)] == before
    return "".join(letter for _, letter in after[len(before) :])


def walk(letters: str) -> list[Place]:
    """Where a pen with six rows of paper writes these letters, one after another.

    A changed letter lifts the pen to the leftmost free place of the top row. The same letter moves it down as
    long as it can, and from the first time that it cannot, right.
    """
    written: dict[Place, str] = {}
    column = row = 0
    previous = ""
    turned = False
    for letter in letters:
        if letter != previous:
            column = row = 1
            turned = False
            while (column, row) in written:
                column += 1
        else:
            turned = turned or row == 6 or (column, row + 1) in written
            column, row = (column + 1, row) if turned else (column, row + 1)
        assert (column, row) not in written, f"the pen came back to {column}.{row}"
        written[column, row] = letter
        previous = letter
    return list(written)


def read_back(picture: Mapping[Place, tuple[int, str]]) -> list[str]:
    """The logical columns, read from a drawing whose cells show when each was written, and its letter."""
    columns: list[str] = []
    previous: Place = (0, 0)
    for place, (_, letter) in sorted(picture.items(), key=lambda cell: cell[1][0]):
        column, row = previous
        if columns and columns[-1].endswith(letter):
            assert place in ((column, row + 1), (column + 1, row)), f"{place} does not follow {previous}"
            columns[-1] += letter
        else:
            assert place[1] == 1, f"{place} begins a column below the top row"
            columns.append(letter)
        previous = place
    return columns


def _look_left(paper: set[Place], place: Place, columns_back: int) -> str:
    column, row = place
    left = column - columns_back
    if (left, 1) not in paper:
        return ""
    if (left, row) in paper:
        return "R"
    return "B" if (left, row - 1) in paper else "R"

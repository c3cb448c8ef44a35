"""Every drawing of the four documents, with every number of positions that it may have, at three sizes of window."""

from collections.abc import Iterator

from dealer_app.domain.rulebook import Layout
from dealer_app.rulebooks import GAMES, load_rulebook

SIZES = ((1336, 560), (926, 388), (2672, 1120))
GRID_SIZES = ((1336, 656), (926, 455), (2672, 1312))
"""What a layout has of a window of 1920 x 1080, 1366 x 768 and 3840 x 2160."""
LAYOUTS = [(game, layout.letter) for game in GAMES for layout in load_rulebook(game).layouts]


def the_layout(game: str, letter: str) -> Layout:
    found = load_rulebook(game).find_layout(letter)
    assert found is not None
    return found


def layout_sizes(layout: Layout) -> tuple[tuple[int, int], ...]:
    return SIZES if layout.seats else GRID_SIZES


def layout_halves(layout: Layout, width: int) -> tuple[int, ...]:
    """A grid has two halves in a small window; everything else has one."""
    return (0, 1) if not layout.seats and width < SIZES[0][0] else (0,)


def seat_numbers(layout: Layout) -> Iterator[tuple[int, ...]]:
    """The seats of the layout for each number of playing positions that it is available with."""
    if layout.fewest_positions is None or layout.most_positions is None:
        yield ()
        return
    for positions in range(layout.fewest_positions, layout.most_positions + 1):
        yield layout.seats[:positions]

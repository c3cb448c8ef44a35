"""Sizes by the window: drawn for 1920 x 1080, larger in proportion, and of a second, compact kind below.

In a smaller window of the same pixels nothing shrinks that a finger touches or an eye reads; there is less of it
instead. Below 1280 x 720 no live table is opened.
"""

import math
from typing import NamedTuple

from msgspec import Struct

DRAWN_WIDTH, DRAWN_HEIGHT = 1920, 1080
FLOOR_WIDTH, FLOOR_HEIGHT = 1280, 720
SMALLEST_TEXT = 16
TARGET = 64
"""The least that a finger touches, each way."""

RADIUS_CHIP = 6
RADIUS_AREA = 9
RADIUS_BUTTON = 12
RADIUS_PANEL = 16
STROKE_AREA = 1.6
STROKE_SELECTED = 3.0
STROKE_WINNING_HAND = 5.0


class StageRows(Struct, frozen=True, kw_only=True):
    """How high the three parts of a stage are: what happened, the layout, what was before."""

    result: int
    layout: int
    past: int


class Measures(NamedTuple):
    """`scale` is 1 or more; a `compact` window has the second kind of sizes and is never scaled."""

    width: int
    height: int
    scale: float
    compact: bool

    @classmethod
    def from_size(cls, width: int, height: int) -> "Measures":
        scale = min(width / DRAWN_WIDTH, height / DRAWN_HEIGHT)
        return cls(width=width, height=height, scale=max(1.0, scale), compact=scale < 1)

    @property
    def is_large_enough(self) -> bool:
        """Whether a live table may be opened in this window."""
        return self.width >= FLOOR_WIDTH and self.height >= FLOOR_HEIGHT

    def px(self, drawn: float, compact: float | None = None) -> int:
        """A length as drawn at 1920 x 1080, and what it is in a compact window if it is something else."""
        if self.compact:
            return round(drawn if compact is None else compact)
        return round(drawn * self.scale)

    def text(self, drawn: float, compact: float | None = None) -> int:
        """A size of letters: as `px`, and never below what can be read."""
        return max(SMALLEST_TEXT, self.px(drawn, compact))

    def stroke(self, drawn: float) -> float:
        return drawn * self.scale

    @property
    def target(self) -> int:
        return self.px(TARGET)

    @property
    def top_bar_height(self) -> int:
        return self.px(72, 56)

    @property
    def ribbon_height(self) -> int:
        return self.px(44)

    @property
    def page_band_height(self) -> int:
        """Of the title of a page that takes the place of the table."""
        return self.px(80, 64)

    @property
    def rail_width(self) -> int:
        return self.px(584, 440)

    @property
    def wide_rail_width(self) -> int:
        """Of a rail that has the trainer's panel in it, beside what the trainee sees."""
        return self.px(776, 440)

    @property
    def rail_padding(self) -> int:
        return self.px(24, 14)

    @property
    def hands_height(self) -> int:
        return self.px(244, 154)

    @property
    def past_height(self) -> int:
        """Of the roads."""
        return self.px(200, 170)

    @property
    def steps_height(self) -> int:
        """Of the steps of a practised round, which stand where the roads are."""
        return self.px(166, 64)

    def stage_rows(self, height: int, layout: float, *, dice: bool, past: bool, steps: bool = False) -> StageRows:
        """Hands and roads as drawn, where that leaves the layout this height; else they give up what they can.

        A ribbon takes its height from them, so that the layout keeps its letters and its odds.
        """
        drawn, least = (self.px(200, 136), self.px(176, 126)) if dice else (self.hands_height, self.px(228, 146))
        before, fewest = (self.px(166, 132), self.px(148, 120)) if dice else (self.past_height, self.px(172, 152))
        if not past:
            before = fewest = 0
        elif steps:
            before = fewest = self.steps_height
        spare = drawn - least + before - fewest
        given = min(spare, max(0, math.ceil(layout) - (height - drawn - before)))
        result = drawn - (round(given * (drawn - least) / spare) if spare else 0)
        below = before - (given - (drawn - result))
        return StageRows(result=result, layout=height - result - below, past=below)

    @property
    def primary_height(self) -> int:
        return self.px(96, 80)

    @property
    def tool_height(self) -> int:
        return self.px(76, 64)

    @property
    def instruction(self) -> int:
        return self.text(42, 34)

    @property
    def primary_text(self) -> int:
        return self.text(34, 28)

    @property
    def announcement(self) -> int:
        return self.text(22, 18)

    @property
    def body(self) -> int:
        return self.text(19, 17)

    @property
    def caption(self) -> int:
        return self.text(16)

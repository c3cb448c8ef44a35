"""The ways in which a control can say what it says, the best first, and which of them fits into its room.

What does not fit is tried in a fixed order: the second language goes first, then the letters are smaller, the label
breaks into lines, its short form stands in its place, and only then is it cut.
"""

from collections.abc import Iterator
from typing import NamedTuple

from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.lines import Line
from ui.blocks.plan import Dress
from ui.blocks.writing import Letters, advance, elided, figures, widest_piece, wrapped

GAP = 8
"""Between two texts on one line, and between a text and what stands beside it."""


class Look(NamedTuple):
    """All of a control that is seen; what it does is not. Its plan is remembered by it."""

    label: Line
    waits: Line
    sub: Line
    key: str
    weight: Weight
    picked: bool
    icon: str
    possible: bool
    armed: bool = False

    @classmethod
    def of(cls, control: Control) -> "Look":
        return cls(
            label=control.label,
            waits=control.waits,
            sub=control.sub,
            # A digit says itself which key it is.
            key="" if control.key == control.label.first else control.key,
            weight=control.weight,
            picked=control.picked,
            icon=control.icon,
            possible=control.act is not None,
            armed=control.armed,
        )


class Run(NamedTuple):
    text: str
    letters: Letters


Lines = tuple[tuple[Run, ...], ...]


def widest(lines: Lines) -> float:
    return max(length(line) for line in lines)


def length(line: tuple[Run, ...]) -> float:
    return sum(advance(run.text, run.letters) for run in line) + GAP * (len(line) - 1)


def fits(lines: Lines, width: float, height: float) -> bool:
    return bool(lines) and widest(lines) <= width and sum(high(line) for line in lines) <= height


def candidates(look: Look, dress: Dress, width: float) -> Iterator[Lines]:
    """The ways to say it, the best first."""
    text = dress.measures.text
    usual, small = 20 if look.weight is Weight.GRAVE else 18, Letters(text(16))
    bold = Letters(text(24 if _glyph(look.label.first) else usual), 700)
    sub = look.sub if look.possible or look.picked or figures(look.sub.first) else look.waits or look.sub
    if sub and figures(sub.first):
        yield from _with_figure(look.label, sub.first, (bold, small), width)
        return
    for letters in (bold, Letters(small.px, 700)):
        if sub:
            yield from _with_sub(look.label, sub, letters, small)
        elif look.label.second:
            yield (Run(look.label.first, letters),), (Run(look.label.second, small),)
            yield ((Run(look.label.first, letters), Run(look.label.second, small)),)
        if letters is bold and sub:
            yield (Run(look.label.first, bold),), *_broken(sub.first, small, width)
    for letters in (bold, Letters(small.px, 700)):
        yield ((Run(look.label.first, letters),),)
        yield _broken(look.label.first, letters, width)
    for letters in (bold, Letters(small.px, 700)):
        yield ((Run(look.label.short or look.label.first, letters),),)
        yield _broken(look.label.short or look.label.first, letters, width)
    yield ((Run(look.label.short or look.label.first, Letters(small.px, 700)),),)


def _glyph(text: str) -> bool:
    """A digit, a rank or a suit, which is written larger than a word."""
    return len(text) == 1 or (len(text) == 2 and figures(text))


def _with_figure(label: Line, figure: str, letters: tuple[Letters, Letters], width: float) -> Iterator[Lines]:
    """An amount counts for more than what it is called."""
    bold, small = letters
    if label.second:
        yield (Run(label.first, small), Run(label.second, small)), (Run(figure, bold),)
    for said in dict.fromkeys((label.first, label.short or label.first)):
        for each in (bold, Letters(small.px, 700)):
            yield (Run(said, small),), (Run(figure, each),)
    broken = _broken(label.first, small, width)
    if broken:
        yield *broken, (Run(figure, Letters(small.px, 700)),)


def _with_sub(label: Line, sub: Line, bold: Letters, small: Letters) -> Iterator[Lines]:
    for said in dict.fromkeys((sub.first, sub.short or sub.first)):
        below = (Run(said, small),)
        if label.second:
            yield (Run(label.first, bold), Run(label.second, small)), below
        yield (Run(label.first, bold),), below
        if label.short:
            yield (Run(label.short, bold),), below


def _broken(text: str, letters: Letters, width: float) -> Lines:
    if width < widest_piece(text, letters):
        return ()  # a word would be broken
    return tuple((Run(line, letters),) for line in wrapped(text, letters, width, 3))


def chosen(look: Look, dress: Dress, width: float, height: float) -> Lines:
    """The best that fits, or the last, cut."""
    lines: Lines = ()
    for lines in candidates(look, dress, width):
        if fits(lines, width, height):
            return lines
    return tuple((Run(elided(line[0].text, line[0].letters, width), line[0].letters),) for line in lines[:1])


def high(line: tuple[Run, ...]) -> int:
    return max(run.letters.height for run in line)

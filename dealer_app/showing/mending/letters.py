"""A keyboard on the screen for what is said in own words, so that a touch alone is enough.

It lies open once its text has been touched, and takes the room of what else is chosen there; when the text is done,
that is there again.
"""

from collections.abc import Sequence

from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Block, Control, Entry, Keys
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.keyboard import BACKSPACE, written
from dealer_app.showing.lines import Line
from dealer_app.showing.mending.saying import say
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put

_OPEN = "letters"
"""Names the text for which it lies open."""
_ROWS = ("1234567890", "QWERTYUIOP", "ASDFGHJKL-", "ZXCVBNM.,'")
_SPACE, _BACK, _DONE = 4, 3, 3


def touched(fingers: Fingers, name: str) -> Fingers:
    """The text is written in, by the keys on the screen too."""
    return fingers.but(writes=name).picked(_OPEN, name)


def left(fingers: Fingers) -> Fingers:
    """Nothing is written any more."""
    return fingers.but(writes="").picked(_OPEN, "") if fingers.pick(_OPEN) else fingers.but(writes="")


def lettered(
    seeing: Seeing, first: Sequence[Block], second: Sequence[Block]
) -> tuple[Sequence[Block], Sequence[Block]]:
    """Two columns; while a text of theirs is written by touch, the first has it and its keys and nothing else."""
    text = next((block for block in (*first, *second) if _is_open(seeing, block)), None)
    if not isinstance(text, Entry):
        return first, second
    return (text, _keyboard(seeing)), [block for block in second if block is not text]


def lettered_column(seeing: Seeing, blocks: Sequence[Block]) -> tuple[Block, ...]:
    return tuple(lettered(seeing, blocks, ())[0])


def _is_open(seeing: Seeing, block: Block) -> bool:
    fingers = seeing.fingers
    return isinstance(block, Entry) and block.name == fingers.writes == fingers.pick(_OPEN)


def _keyboard(seeing: Seeing) -> Keys:
    fingers = seeing.fingers

    def key(code: str, label: Line, after: Fingers, *, span: int = 1) -> Control:
        return Control(name=f"digit:{code}", label=label, act=Change(after), span=span)

    letters = [key(letter, Line(letter), written(fingers, letter)) for row in _ROWS for letter in row]
    return Keys(
        controls=(
            *letters,
            key("space", put(seeing.words, "house", "pad-space"), written(fingers, " "), span=_SPACE),
            key("back", say(seeing, "back"), written(fingers, BACKSPACE), span=_BACK),
            key("done", say(seeing, "text-done"), left(fingers), span=_DONE),
        ),
        columns=len(_ROWS[0]),
    )

"""The house's own labels, and the few controls that all its pages have."""

from dealer_app.showing.acts import Act, Change
from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put


def say(seeing: Seeing, code: str, **facts: str | Line) -> Line:
    """A label of the file `house`."""
    return put(seeing.words, "house", code, **facts)


def same(text: str) -> Line:
    """What is written alike in every language: a number, a name, a letter."""
    return Line(text)


def both(first: Line, between: str, second: Line) -> Line:
    """Two labels as one, in each language."""
    return Line(f"{first.first}{between}{second.first}", f"{first.second}{between}{second.second}")


def next_step(name: str, label: Line, act: Act | None, *, waits: Line = EMPTY, sub: Line = EMPTY) -> Control:
    """The one next step, dashed where it cannot be done yet."""
    return Control(name=name, label=label, act=act, waits=EMPTY if act else waits, sub=sub, weight=Weight.NEXT)


def choice(seeing: Seeing, name: str, label: Line, *, of: str, picked: bool) -> Control:
    """One of several: `name` is what is chosen, `of` what it is chosen for."""
    fingers = seeing.fingers
    return Control(name=f"{of}:{name}", label=label, act=Change(fingers.picked(of, name)), picked=picked)


def back(seeing: Seeing) -> Control:
    """Closes a panel; decides nothing. What is typed for a table that is not open yet stays."""
    fingers = seeing.fingers
    opening = seeing.state.table.table is None
    left = fingers.but(panel=Panel.NONE, clause="", confirming="") if opening else fingers.closed()
    return Control(name="close", label=say(seeing, "close"), act=Change(left), key="Esc")

"""The labels of the window in both languages: one entry a code, in the files `play`, `mending` and `house`."""

from collections.abc import Callable

from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Control, Weight
from dealer_app.showing.fingers import Panel
from dealer_app.showing.lines import Line
from dealer_app.showing.seeing import Seeing
from dealer_app.wording import Both, Words

_SHORT = ".short"


def line(words: Both, ask: Callable[[Words], str]) -> Line:
    """Whatever the words have, in both languages: `line(words, lambda each: each.area("tie"))`."""
    return Line(*words.of(ask))


def put(words: Both, section: str, code: str, **facts: str | Line) -> Line:
    """A label of this section. Where the file has an entry with `.short` behind the code, that is the short form.

    A fact that is a line itself stands in each language as it is called there.
    """
    read = {name: fact.first if isinstance(fact, Line) else fact for name, fact in facts.items()}
    helping = {name: fact.second or fact.first if isinstance(fact, Line) else fact for name, fact in facts.items()}
    short = ""
    if code + _SHORT in words.first.sections[section]:
        short = words.first.put(section, code + _SHORT, read)
    return Line(words.first.put(section, code, read), words.second.put(section, code, helping), short)


def time_text(microseconds: int) -> str:
    """How long something has lasted, in minutes and seconds."""
    seconds = microseconds // 1_000_000
    return f"{seconds // 60}:{seconds % 60:02d}"


def device_called(words: Both, kind: str, name: str) -> Line:
    """At the table a device is called by what it is; the name that it was set up by only where that is not known."""
    if kind in words.first.sections["device-name"]:
        return put(words, "device-name", kind)
    return Line(name)


def clause_control(seeing: Seeing, clause: str) -> Control:
    """A clause in its frame; touched, it opens its summary. What is only the house's policy has none."""
    numbered = clause[:1].isdigit()
    return Control(
        name=f"clause:{clause}",
        label=put(seeing.words, "mending", "house-policy") if clause == HOUSE_POLICY else Line(clause),
        act=Change(seeing.fingers.but(panel=Panel.CLAUSE, clause=clause)) if numbered else None,
        weight=Weight.CLAUSE,
    )

"""What a station showed at its terminal, compared with its journal.

Everything that is shown was acknowledged. Of what is in the journal, only what came last may not have been shown yet
when the station was killed.
"""

import re
from typing import get_args

from dealer_app.domain.round.events import Event
from dealer_app.scripts.narration import kebab_name
from tests.support.journal_watch import WatchedJournal

_EVENTS = {kebab_name(event.__name__) for event in get_args(Event)}
_GUIDE = " => "
_OTHERS = {"Signed in: ": "session-begun", "Noted: the table": "outage-answered", "Table T1 is open: ": "table-opened"}
"""What is shown in words of its own, and the event that it acknowledges."""
_PROMPT = re.compile(r"\w+> ")


def is_prompt(line: str) -> bool:
    """Whether the station waits for a typed line there."""
    return _PROMPT.fullmatch(line) is not None


def terminal_events(shown: list[str]) -> list[str]:
    """The words of the events of rounds in what was shown, in its order."""
    told = []
    for line in shown:
        parts = line.split(_GUIDE)
        if len(parts) > 1:
            told.append(parts[1])
        elif line.split(" ", 1)[0].rstrip(",") in _EVENTS:
            told.append(line)
    return [each for each in told if each]


def is_one_decision(untold: list[tuple[int, str]]) -> bool:
    """Whether these are of one decision; of one tumble the count and the dice are written one after the other."""
    names = [each.split(" ", 1)[0] for _, each in untold]
    return len({decision for decision, _ in untold}) <= 1 or names == ["tumbles-counted", "dice-read"]


def compare_terminal(shown: list[str], journal: WatchedJournal, after: int) -> str:
    """The words of the events after this one that were not shown: of one decision at most.

    Fails for what was shown and is not in the journal, or is there twice.
    """
    told, words = ", ".join(terminal_events(shown)), journal.words(after)
    written = ", ".join(each for _, each in words)
    assert written == told or written.startswith(f"{told}, " if told else ""), (
        f"told:\n{told[-600:]}\nwritten:\n{written[-600:]}"
    )
    untold: list[tuple[int, str]] = []
    length = len(told)
    for at, (decision, each) in enumerate(words):
        end = len(", ".join(word for _, word in words[: at + 1]))
        if end > length:
            untold.append((decision, each))
    assert is_one_decision(untold), f"more than one decision was never told: {untold}"
    for said, name in _OTHERS.items():
        times = sum(line.startswith(said) for line in shown)
        assert 0 <= journal.times(name, after) - times <= 1, f"{name}: told {times} times, {journal.times(name, after)}"
    return ", ".join(each for _, each in untold)

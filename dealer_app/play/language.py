"""A line of a script and a command: each made of the other.

`as ROLE NAME` before a verb says who acts; otherwise it is the dealer. Lines are written as they are read.
"""

from collections.abc import Iterable

from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.commands import ChangeLimits, OpenTable
from dealer_app.domain.round.plain_text import quoted
from dealer_app.domain.round.state import Person
from dealer_app.domain.round.table import Table
from dealer_app.people.pins import may_be_pin
from dealer_app.play.people import DEALER
from dealer_app.play.tables import limits_words, open_words, read_limits, read_open
from dealer_app.play.trouble_verbs import VERBS
from dealer_app.play.verbs import WordsError

OPEN, LIMITS = "open", "limits"

_BY_LENGTH = sorted(VERBS, key=lambda verb: -len(verb.phrase.split()))


class LineError(ValueError):
    """A line that is no command; says what was expected."""


def read_line(line: str, *, table: Table, at: int) -> Command:
    """The command of a line; `table` has the settings that `open` and `limits` change."""
    words = line.split()
    by = DEALER
    if words[:1] == ["as"] and len(words) >= 3:
        by, words = Person(words[2], words[1]), words[3:]
    try:
        if words[:1] == [OPEN]:
            return OpenTable(by=by, at=at, table=read_open(table, words[1:]))
        if words[:1] == [LIMITS]:
            return ChangeLimits(by=by, at=at, limits=read_limits(TableLimits(), words[1:]))
    except WordsError as problem:
        raise LineError(f"{quoted(line.strip())}: {problem}") from problem
    for verb in _BY_LENGTH:
        phrase = verb.phrase.split()
        if words[: len(phrase)] == phrase:
            try:
                return verb.command(by=by, at=at, **verb.read(words[len(phrase) :]))
            except WordsError as problem:
                raise LineError(f"{quoted(line.strip())}: {problem}; it is written `{verb.usage}`") from problem
            except (ValueError, IndexError) as problem:
                raise LineError(f"{quoted(line.strip())}: it is written `{verb.usage}`") from problem
    # Whoever keys a PIN before it is asked for does not find it on the screen a second time.
    said = "that" if any(map(may_be_pin, line.split())) else quoted(line.strip())
    raise LineError(f"{said} is no command")


def line_of(command: Command) -> str:
    """The line that reads as this command."""
    said = next(filter(None, _said(command)), type(command).__name__)
    return said if command.by == DEALER else f"as {command.by.role} {command.by.name} {said}"


def _said(command: Command) -> Iterable[str]:
    if isinstance(command, OpenTable):
        yield f"{OPEN} {open_words(command.table)}"
    if isinstance(command, ChangeLimits):
        yield f"{LIMITS} {limits_words(command.limits)}".rstrip()
    for verb in VERBS:
        if verb.command is type(command):
            after = verb.write(command)
            if after is not None:
                yield f"{verb.phrase} {after}".rstrip()


def usages(allowed: Iterable[type[Command]]) -> list[str]:
    """How the commands of these types are written, in the order of a round."""
    types = set(allowed)
    opening = [f"{OPEN} [SETTING=VALUE ...]"] if OpenTable in types else []
    limits = [f"{LIMITS} [SETTING=VALUE ...]"] if ChangeLimits in types else []
    return opening + [verb.usage for verb in VERBS if verb.command in types] + limits


def phrases(allowed: Iterable[type[Command]]) -> list[str]:
    """The same by their verbs alone."""
    types = set(allowed)
    opening = [OPEN] if OpenTable in types else []
    limits = [LIMITS] if ChangeLimits in types else []
    return opening + [verb.phrase for verb in VERBS if verb.command in types] + limits

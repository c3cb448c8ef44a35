"""Reads a line of a script into a command, and writes a command as a line.

`as ROLE NAME` before a verb says who acts; otherwise it is the dealer. Settings of a table are words such as
`dealing=face-down min=100`; choices among rulings are words such as `O10=undecided-bets`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import takewhile
from typing import Any

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.plain_text import may_be_pin, quote_text
from dealer_app.domain.round.commands import ChangeLimits, OpenTable
from dealer_app.domain.round.state import Command, Person
from dealer_app.domain.round.table_settings import (
    BetKeeping,
    BurnRule,
    CardDevice,
    Dealing,
    InsuranceShown,
    Method,
    Table,
)
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area
from dealer_app.scripts.irregularity_verbs import VERBS
from dealer_app.scripts.verbs import WordsError, read_number, word_reader


def _read_seats(word: str) -> tuple[int, ...]:
    return tuple(read_number(number) for number in word.split(","))


def _read_money(word: str) -> Money:
    return Money(read_number(word))


_read_yes_no = word_reader({"yes": True, "no": False})
_SETTINGS: Mapping[str, tuple[str, Callable[[str], Any], Callable[[Any], str]]] = {
    "name": ("name", str, str),
    "layout": ("layout", str, str),
    "positions": ("positions", read_number, str),
    "decks": ("decks", read_number, str),
    "dealing": ("dealing", word_reader({one.value: one for one in Dealing}), lambda one: one.value),
    "bets": ("bets", word_reader({one.value: one for one in BetKeeping}), lambda one: one.value),
    "insurance": ("insurance", word_reader({one.value: one for one in InsuranceShown}), lambda one: one.value),
    "device": ("device", word_reader({one.value: one for one in CardDevice}), lambda one: one.value),
    "hlga": ("hlga", _read_yes_no, lambda one: "yes" if one else "no"),
    "method": ("method", word_reader({one.value: one for one in Method}), lambda one: one.value),
    "unit": ("unit", _read_money, str),
    "last-rounds": ("last_rounds", read_number, str),
    "burn": ("burn", word_reader({one.value: one for one in BurnRule}), lambda one: one.value),
    "burned": ("burn_fixed", read_number, str),
    "seats": ("seats", _read_seats, lambda seats: ",".join(map(str, seats))),
}
"""By the word of a script: the field of a table, how its value is read and how it is written. None is not written."""


def read_settings(table: Table, words: list[str]) -> Table:
    changes: dict[str, Any] = {}
    of_limits = []
    for word in words:
        name, _, value = word.partition("=")
        if name in _SETTINGS:
            field, read, _ = _SETTINGS[name]
            changes[field] = read(value)
        else:
            of_limits.append(word)
    return replace(table, limits=read_limits(table.limits, of_limits), **changes)


def settings_words(table: Table, amount: Callable[[int], str] = str) -> str:
    """`amount` writes minor units: as they are, so that the words can be read again, or in the unit of the table."""
    values = (
        (name, getattr(table, field), amount if read is _read_money else write)
        for name, (field, read, write) in _SETTINGS.items()
    )
    settings = [f"{name}={write(value)}" for name, value, write in values if value is not None]
    return " ".join([*settings, limits_words(table.limits, amount)]).rstrip()


def read_limits(limits: TableLimits, words: list[str]) -> TableLimits:
    """`min=100 max=5000 min:tie=50 differential=50000`: of all areas, of one, and Differentials by their names."""
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise WordsError(
                f"{quote_text(word)} is not a setting; they are {', '.join(_SETTINGS)}, min, max, differential"
            )
        limits = _with_limit(limits, name, _read_money(value))
    return limits


def _with_limit(limits: TableLimits, name: str, amount: Money) -> TableLimits:
    kind, _, area = name.partition(":")
    if kind not in _LIMIT_WORDS:
        return replace(limits, differentials={**limits.differentials, name: amount})
    if not area:
        return replace(limits, general=_set_limit(limits.general, kind, amount))
    own = limits.areas.get(Area(area), AreaLimits())
    return replace(limits, areas={**limits.areas, Area(area): _set_limit(own, kind, amount)})


_LIMIT_WORDS = ("min", "max")


def _set_limit(limits: AreaLimits, kind: str, amount: Money) -> AreaLimits:
    return replace(limits, minimum=amount) if kind == "min" else replace(limits, maximum=amount)


def limits_words(limits: TableLimits, amount: Callable[[int], str] = str) -> str:
    words = _area_limit_words(limits.general, "", amount)
    for area, own in limits.areas.items():
        words += _area_limit_words(own, f":{area}", amount)
    return " ".join(words + [f"{name}={amount(most)}" for name, most in limits.differentials.items()])


def _area_limit_words(limits: AreaLimits, area: str, amount: Callable[[int], str]) -> list[str]:
    named = (("min", limits.minimum), ("max", limits.maximum))
    return [f"{name}{area}={amount(limit)}" for name, limit in named if limit is not None]


_REMARK, _RULING, _LAW = "#", "ruling", "law device-fault"


def script_choices(text: str) -> Iterator[str]:
    """What the remarks at the head of a script choose: `# ruling O10=undecided-bets`."""
    for line in text.splitlines():
        if not line.startswith(_REMARK):
            return
        first, *rest = line.removeprefix(_REMARK).split() or [""]
        if first == _RULING:
            yield " ".join(rest)


def has_device_fault_law(text: str) -> bool:
    """Whether the remarks at the head of a script switch on the law of ruling O26: `# law device-fault`."""
    remarks = takewhile(lambda line: line.startswith(_REMARK), text.splitlines())
    return any(line.removeprefix(_REMARK).strip() == _LAW for line in remarks)


def apply_choices(book: Rulebook, choices: Iterable[str]) -> Rulebook:
    """The book with these options in force, the last where one ruling is named twice."""
    for choice in choices:
        number, equals, option = choice.partition("=")
        ruling = book.find_ruling(number)
        if not equals or ruling is None:
            open_ = ", ".join(each.number for each in book.rulings if len(each.options) > 1)
            unknown, unwritten = (
                f"there is no ruling {quote_text(number)}",
                f"{quote_text(choice)} is not written NUMBER=OPTION",
            )
            said = unknown if equals else unwritten
            raise WordsError(f"{said}; {book.game} leaves a choice in {open_}")
        if option not in ruling.options:
            raise WordsError(
                f"ruling {number} of {book.game} has {', '.join(ruling.options)}, not {quote_text(option)}"
            )
        book = book.with_option(number, option)
    return book


_NAMES = {
    "dealer": "Dealer-1",
    "pit_supervisor": "Supervisor-1",
    "pit_manager": "Manager-1",
    "shift_manager": "Shift-Manager-1",
    "assistant_casino_manager": "Casino-Manager-1",
}


def make_person(role: str) -> Person:
    return Person(_NAMES.get(role, role), role)


DEALER = make_person("dealer")
SUPERVISOR = make_person("pit_supervisor")


OPEN, LIMITS = "open", "limits"

_BY_LENGTH = sorted(VERBS, key=lambda verb: -len(verb.phrase.split()))


class ScriptLineError(ValueError):
    """A line that is not a command; says what was expected."""


def read_command(line: str, *, table: Table, at: int) -> Command:
    """The command of a line; `table` has the settings that `open` and `limits` change."""
    words = line.split()
    by = DEALER
    if words[:1] == ["as"] and len(words) >= 3:
        by, words = Person(words[2], words[1]), words[3:]
    try:
        if words[:1] == [OPEN]:
            return OpenTable(by=by, at=at, table=read_settings(table, words[1:]))
        if words[:1] == [LIMITS]:
            return ChangeLimits(by=by, at=at, limits=read_limits(TableLimits(), words[1:]))
    except WordsError as problem:
        raise ScriptLineError(f"{quote_text(line.strip())}: {problem}") from problem
    for verb in _BY_LENGTH:
        phrase = verb.phrase.split()
        if words[: len(phrase)] == phrase:
            try:
                return verb.command(by=by, at=at, **verb.read(words[len(phrase) :]))
            except WordsError as problem:
                raise ScriptLineError(
                    f"{quote_text(line.strip())}: {problem}; it is written `{verb.usage}`"
                ) from problem
            except (ValueError, IndexError) as problem:
                raise ScriptLineError(f"{quote_text(line.strip())}: it is written `{verb.usage}`") from problem
    # A PIN that is keyed before it is asked for is not shown on the screen a second time.
    said = "that" if any(map(may_be_pin, line.split())) else quote_text(line.strip())
    raise ScriptLineError(f"{said} is not a command")


def write_command(command: Command) -> str:
    """The line that reads as this command."""
    said = next(filter(None, _command_phrases(command)), type(command).__name__)
    return said if command.by == DEALER else f"as {command.by.role} {command.by.name} {said}"


def _command_phrases(command: Command) -> Iterable[str]:
    if isinstance(command, OpenTable):
        yield f"{OPEN} {settings_words(command.table)}"
    if isinstance(command, ChangeLimits):
        yield f"{LIMITS} {limits_words(command.limits)}".rstrip()
    for verb in VERBS:
        if verb.command is type(command):
            after = verb.write(command)
            if after is not None:
                yield f"{verb.phrase} {after}".rstrip()


def verb_usages(allowed: Iterable[type[Command]]) -> list[str]:
    """How the commands of these types are written, in the order of a round."""
    types = set(allowed)
    opening = [f"{OPEN} [SETTING=VALUE ...]"] if OpenTable in types else []
    limits = [f"{LIMITS} [SETTING=VALUE ...]"] if ChangeLimits in types else []
    return opening + [verb.usage for verb in VERBS if verb.command in types] + limits


def verb_phrases(allowed: Iterable[type[Command]]) -> list[str]:
    """The same by their verbs alone."""
    types = set(allowed)
    opening = [OPEN] if OpenTable in types else []
    limits = [LIMITS] if ChangeLimits in types else []
    return opening + [verb.phrase for verb in VERBS if verb.command in types] + limits

"""Scenarios: a round written in a file, with its cards, bets, troubles and what is expected of the trainee.

One TOML each, read strictly: everything that is wrong is named with its file and line, and the other files still load.
Whether what is written can happen at a table is for `scenario_check`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from cattrs import BaseValidationError, ForbiddenExtraKeysError, transform_error
from msgspec import Struct, field

from dealer_app.device_questions import DeviceKind
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import DIE_FACES
from dealer_app.domain.round.guide import Step
from dealer_app.domain.values import replace
from dealer_app.practice.deal_wishes import deal_wished_coup, deal_wished_throw, is_wish
from dealer_app.practice.device_reports import DEVICE_FAULTS
from dealer_app.practice.questions import Competency
from dealer_app.private_files import read_regular
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.rulebooks.loader import (
    LARGEST_FILE,
    TomlFaultError,
    clause_numbers,
    parse_toml,
    put_key_first,
    strict_converter,
)

_FOLDER = files("resources") / "scenarios"
LANGUAGES = ("en", "zh-Hant", "zh-Hans")
BY_GUIDE = "guide"
HIGHEST_LEVEL, MOST_ROUNDS, MOST_WEIGHT, MOST_SECONDS = 3, 5, 5, 600
OFFER_MADE = "offer-made"
"""A state beside those of the guide: insurance was offered, and guests answer."""
_STATES = frozenset({*(step.value for step in Step), OFFER_MADE})


class Trigger(Struct, frozen=True, kw_only=True):
    """When a step of a scenario comes; one of these is said."""

    state: str = ""
    """The step of the guide that has come."""
    event: str = ""
    """What has happened, by the code of the event."""
    card: int = 0
    """That so many cards of the round lie there."""
    seconds: int = 0
    """So many after the step before it."""
    trainer: bool = False
    rate: str = ""
    """By chance, as `2/hour`."""

    @property
    def is_timed(self) -> bool:
        """Whether it depends on more than what is done: such a scenario is in no exam."""
        return bool(self.seconds or self.trainer or self.rate)


class Happening(Struct, frozen=True, kw_only=True):
    """What a step does; one of these is said, and words with it."""

    handler: str = ""
    """A piece of its own that several scenarios name."""
    inject: tuple[str, ...] = ()
    """Lines of the script language, as it happens at the table: `card next` is the next card of the shoe. One that
    begins with a device is a fault that befalls its next report: `shoe lost-report`.
    """
    say: Mapping[str, str] = field(default_factory=dict)
    """What the trainee hears or sees, by language."""
    bet: str = ""
    leaves: str = ""
    """The guest who walks away."""
    power_cut: bool = False

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it as lines of a script."""
        bet = (f"bet {self.bet}",) if self.bet else ()
        gone = (f"report player-left by {self.leaves}",) if self.leaves else ()
        return (*self.inject, *bet, *gone, *(("report power-failure",) if self.power_cut else ()))


class ScenarioStep(Struct, frozen=True, kw_only=True):
    """Something that comes at the table: each waits for its trigger, and for the step before it."""

    when: Trigger
    do: Happening
    round: int = 0
    """Of several rounds not before this one; where nothing is said in whichever it comes."""


class Handler(Struct, frozen=True, kw_only=True):
    """A piece that several scenarios name: what happens, and when it usually does."""

    id: str
    books: tuple[str, ...] = ()
    """The documents of which it is; all where none is named."""
    title: Mapping[str, str]
    when: Trigger
    do: Happening


Handlers = Mapping[str, Handler]


class Order(Enum):
    """Whether the book leaves the order open."""

    FIXED = "fixed"
    ANY = "any"


class Expectation(Struct, frozen=True, kw_only=True):
    """What is expected when something has come: what the guide says, or a command of the house's own policy."""

    when: Trigger
    by: str = BY_GUIDE
    within: int = 0
    """Seconds; the usual limit where nothing is said."""
    weight: int = 1
    competency: Competency | None = None
    order: Order = Order.FIXED


class ScenarioBet(Struct, frozen=True, kw_only=True):
    """A bet that lies there when betting has opened; amounts in minor units, as in a script."""

    area: str
    stake: int
    seat: int = 0
    bettor: str = "seated"
    behalf: bool = False
    round: int = 1

    @property
    def line(self) -> str:
        """As a line of a script."""
        standing = self.bettor.removeprefix("standing-")
        seat = f"{self.seat}" if standing == self.bettor else f"{self.seat}s{standing}"
        who = seat if self.seat else self.bettor
        return f"bet {who} {self.area} {self.stake}{' on behalf' if self.behalf else ''}"


class ScenarioShoe(Struct, frozen=True, kw_only=True):
    """The cards in drawn order, or the dice of each throw; what is not written comes from the seed."""

    cards: str = ""
    dice: tuple[str, ...] = ()
    seed: int = 0
    must: str = ""
    """What the coup or throw has to show, as `banker draws on 5`."""

    @property
    def card_list(self) -> tuple[Card, ...]:
        return tuple(CARDS[word] for word in self.cards.split())

    @property
    def throws(self) -> tuple[tuple[int, int, int], ...]:
        return tuple((int(text[0]), int(text[2]), int(text[4])) for text in self.dice)


class Scenario(Struct, frozen=True, kw_only=True):
    """A round, or a few, as a trainer wrote it."""

    id: str
    version: int
    book: str
    layout: str
    clauses: tuple[str, ...]
    level: int
    title: Mapping[str, str]
    debrief: Mapping[str, str]
    decks: int = 0
    table: str = ""
    """Settings of the table in words of a script, as `dealing=face-down`."""
    rounds: int = 1
    shoe: ScenarioShoe = ScenarioShoe()
    bet: tuple[ScenarioBet, ...] = ()
    step: tuple[ScenarioStep, ...] = ()
    expect: tuple[Expectation, ...] = ()

    @property
    def is_timed(self) -> bool:
        """Whether what comes depends on time, chance or a trainer."""
        return any(each.when.is_timed for each in self.step)

    @property
    def needs_device(self) -> bool:
        """Whether a simulated device has to be there for what happens in it."""
        return any(is_device_line(line) for each in self.step for line in each.do.inject)

    @property
    def settings(self) -> tuple[str, ...]:
        """How the table is opened for it."""
        return (*self.table.split(), *((f"decks={self.decks}",) if self.decks else ()))


class ScenarioFile(Struct, frozen=True, kw_only=True):
    """A scenario as it was read: its file, and where its parts stand there."""

    scenario: Scenario
    """As it is played: what a handler does stands in the place of its name."""
    written: Scenario
    name: str
    digest: str
    lines: Mapping[str, int]
    """The line of each part: `step.0` is the first step."""

    def fault(self, part: str, what: str) -> str:
        """Something wrong with a part, as it is reported."""
        return f"{self.name}, line {self.lines.get(part, 1)}: {what}"


class ScenarioShelf(Struct, frozen=True, kw_only=True):
    """The scenarios that can be played, by their id, and what is wrong with the other files."""

    files: Mapping[str, ScenarioFile] = field(default_factory=dict)
    faults: tuple[str, ...] = ()


# Reading


class ScenarioFaultsError(Exception):
    """A scenario that cannot be used, with everything that is wrong with it, a line each."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


def read_scenario(text: bytes, name: str, handlers: Handlers | None = None) -> ScenarioFile:
    """The scenario of a file; `name` is what faults are reported under. Raises ScenarioFaultsError with all of them."""
    try:
        tables = parse_toml(text)
    except TomlFaultError as problem:
        raise ScenarioFaultsError([f"{name}: {problem}"]) from None
    lines = part_lines(text.decode("utf-8"))
    faults: list[str] = []
    faulty: set[str] = set()
    try:
        written = strict_converter().structure(tables, Scenario)
    except (BaseValidationError, ForbiddenExtraKeysError) as problem:
        said = [put_key_first(fault) for fault in transform_error(problem, path="")]
        faults += (f"{name}, line {_line_of(lines, fault)}: {fault}" for fault in said)
        faulty = {_part_of(fault) for fault in said}
        written = _structure_rest(tables, faulty)
    known = {} if handlers is None else handlers
    file = ScenarioFile(
        scenario=place_handlers(written, known),
        written=written,
        name=name,
        digest=sha256(text).hexdigest(),
        lines=lines,
    )
    faults += (
        file.fault(part, what) for part, what in find_form_faults(written, known) if not _is_spoiled(part, faulty)
    )
    if faults:
        raise ScenarioFaultsError(sorted(faults, key=_line_number))
    return file


def _part_of(fault: str) -> str:
    """The part that a fault of its form begins with: `level`, `step.1`; a key that is not known spoils nothing."""
    if _SURPLUS.search(fault) is not None and fault.startswith(f"{_WHOLE_FILE} "):
        return ""
    found = _FAULT_KEY.match(fault)
    path = re.sub(r"\[(\d+)\]", r".\1", found[0] if found else "").replace("['", ".").replace("']", "").strip(".")
    name, *rest = path.split(".")
    return f"{name}.{rest[0]}" if name in _LISTS and rest and rest[0].isdigit() else name


_LISTS = {
    "bet": {"area": "", "stake": 1},
    "step": {"when": {"card": 1}, "do": {"power_cut": True}},
    "expect": {"when": {"card": 1}},
}
"""The lists of a file, with what takes the place of one that cannot be read while the others are looked at."""
_BLANK: Mapping[str, Any] = {
    "id": "a-scenario",
    "version": 1,
    "book": "",
    "layout": "",
    "clauses": [],
    "level": 1,
    "title": {},
    "debrief": {},
}
_OF_BOOK = frozenset({"clauses", "layout", "bet", "shoe", "step"})
"""What cannot be looked at while the document is not known."""


def _structure_rest(tables: Mapping[str, Any], faulty: set[str]) -> Scenario:
    """What of a file can be read, so that its other faults are named with those of its form."""
    known = {each for each in Scenario.__struct_fields__ if each not in faulty}
    rest = {**_BLANK, **{name: value for name, value in tables.items() if name in known}}
    for name, blank in _LISTS.items():
        if isinstance(rest.get(name), list):
            rest[name] = [blank if f"{name}.{place}" in faulty else each for place, each in enumerate(rest[name])]
    return strict_converter().structure(rest, Scenario)


def _is_spoiled(part: str, faulty: set[str]) -> bool:
    name, _, place = part.partition(".")
    own = f"{name}.{place.partition('.')[0]}" if name in _LISTS else name
    return own in faulty or name in faulty or (bool(faulty & {"book"}) and name in _OF_BOOK)


def _line_number(fault: str) -> int:
    found = re.search(r", line (\d+):", fault)
    return int(found[1]) if found else 0


def place_handlers(scenario: Scenario, handlers: Handlers) -> Scenario:
    """The scenario as it is played: each handler that is known in the place of its name; own words come before its."""
    if not any(each.do.handler for each in scenario.step):
        return scenario
    return replace(scenario, step=tuple(_place_handler(each, handlers) for each in scenario.step))


def _place_handler(step: ScenarioStep, handlers: Handlers) -> ScenarioStep:
    known = handlers.get(step.do.handler)
    if known is None:
        return step
    return replace(step, do=replace(known.do, say=step.do.say or known.do.say))


def read_scenario_file(path: Path, handlers: Handlers | None = None) -> ScenarioFile:
    """The same of a file on disk."""
    try:
        text = read_regular(path, LARGEST_FILE)
    except OSError as problem:
        raise ScenarioFaultsError([f"{path}: cannot be read: {problem.strerror}"]) from None
    return read_scenario(text, str(path), handlers)


def read_shelf(texts: Mapping[str, bytes]) -> ScenarioShelf:
    """The scenarios of several files by their names: one that is faulty leaves the others on the shelf."""
    found: dict[str, ScenarioFile] = {}
    faults: list[str] = []
    for name, text in sorted(texts.items()):
        try:
            file = read_scenario(text, name)
        except ScenarioFaultsError as problem:
            faults += problem.faults
            continue
        other = found.get(file.scenario.id)
        if other is not None:
            faults.append(file.fault("id", f"{other.name} has the id {file.scenario.id} already"))
        else:
            found[file.scenario.id] = file
    return ScenarioShelf(files=found, faults=tuple(faults))


@cache
def load_scenarios() -> ScenarioShelf:
    """The scenarios that come with the station."""
    return read_shelf({each.name: each.read_bytes() for each in _FOLDER.iterdir() if each.name.endswith(".toml")})


def book_scenarios(shelf: ScenarioShelf, book: str, layout: str = "") -> tuple[ScenarioFile, ...]:
    """Those of one document, or of one layout of it, the easy ones first."""
    fit = [each for each in shelf.files.values() if each.scenario.book == book]
    fit = [each for each in fit if layout in ("", each.scenario.layout)]
    return tuple(sorted(fit, key=lambda each: (each.scenario.level, each.scenario.clauses, each.scenario.id)))


_TABLE_LINE = re.compile(r"\[\[?\s*([a-z_]+)\s*\]?\]")
_KEY_LINE = re.compile(r'\s*"?([A-Za-z_-]+)"?\s*=')


def part_lines(text: str) -> Mapping[str, int]:
    """The line at which each table and each key begins: `step.1`, `step.1.when`, `title.en`."""
    found: dict[str, int] = {}
    counts: dict[str, int] = {}
    inside = ""
    for number, line in enumerate(text.splitlines(), start=1):
        table = _TABLE_LINE.match(line.strip())
        if table is not None:
            inside = table[1]
            if line.strip().startswith("[["):
                place = counts.get(inside, 0)
                counts[inside] = place + 1
                inside = f"{inside}.{place}"
            found[inside] = number
            continue
        key = _KEY_LINE.match(line)
        if key is not None:
            found.setdefault(f"{inside}.{key[1]}".lstrip("."), number)
    return found


_SURPLUS = re.compile(r"extra fields found \(([A-Za-z_-]+)")
_WHOLE_FILE = "the"
_FAULT_KEY = re.compile(r"^[A-Za-z_.\[\]0-9'-]+")


def _line_of(lines: Mapping[str, int], fault: str) -> int:
    """The line of the key that a fault begins with: the nearest part of it that stands in the file."""
    found = _FAULT_KEY.match(fault)
    path = re.sub(r"\[(\d+)\]", r".\1", found[0] if found else "").replace("['", ".").replace("']", "").strip(".")
    surplus = _SURPLUS.search(fault)
    if surplus is not None:
        path = surplus[1] if path == _WHOLE_FILE else f"{path}.{surplus[1]}"
    while path:
        if path in lines:
            return lines[path]
        path = path.rpartition(".")[0]
    return 1


# What its parts say together


_Fault = tuple[str, str]
"""A part, and what is wrong with it."""
_ID = re.compile(r"[a-z0-9][a-z0-9-]{2,60}")
_RATE = re.compile(r"([1-9][0-9]{0,2})/hour")
_THROW = re.compile(r"[1-6]-[1-6]-[1-6]")


def find_form_faults(scenario: Scenario, handlers: Handlers) -> Iterator[_Fault]:
    """What is wrong with a scenario as it is written; whether it can happen is for `scenario_check`."""
    if not is_id(scenario.id):
        yield "id", f"{scenario.id!r} is no id: small letters, digits and hyphens"
    if scenario.version < 1:
        yield "version", "the version begins with 1"
    if not 1 <= scenario.level <= HIGHEST_LEVEL:
        yield "level", f"the level is 1 to {HIGHEST_LEVEL}"
    if not 1 <= scenario.rounds <= MOST_ROUNDS:
        yield "rounds", f"there are 1 to {MOST_ROUNDS} rounds"
    for name in ("title", "debrief"):
        yield from find_language_faults(name, getattr(scenario, name))
    yield from _book_faults(scenario)
    yield from _shoe_faults(scenario)
    for place, step in enumerate(scenario.step):
        yield from ((f"step.{place}", fault) for fault in find_step_faults(step))
        yield from ((f"step.{place}", fault) for fault in _handler_faults(scenario.book, step.do, handlers))
        if not 0 <= step.round <= scenario.rounds:
            yield f"step.{place}", f"round {step.round} is not played"
        yield from ((f"step.{place}", fault) for fault in _device_faults(scenario.book, step))
    for place, expected in enumerate(scenario.expect):
        yield from ((f"expect.{place}", fault) for fault in _expectation_faults(expected))


def is_id(text: str) -> bool:
    """Whether a scenario or a handler can be called so."""
    return _ID.fullmatch(text) is not None


def find_language_faults(part: str, texts: Mapping[str, str]) -> Iterator[_Fault]:
    """Of a text in three languages those that are missing, and those that are none."""
    for language in LANGUAGES:
        if not texts.get(language, "").strip():
            yield part, f"the {part} has no words in {language}"
    for language in texts:
        if language not in LANGUAGES:
            yield f"{part}.{language}", f"{language} is no language of the station: they are {', '.join(LANGUAGES)}"


def _book_faults(scenario: Scenario) -> Iterator[_Fault]:
    if scenario.book not in GAMES:
        yield "book", f"{scenario.book} is no document; there are {', '.join(GAMES)}"
        return
    if not scenario.clauses:
        yield "clauses", "it names no clause"
    known = clause_numbers(scenario.book)
    yield from (("clauses", f"{scenario.book} has no clause {each}") for each in scenario.clauses if each not in known)
    layout = load_rulebook(scenario.book).find_layout(scenario.layout)
    if layout is None:
        letters = ", ".join(each.letter for each in load_rulebook(scenario.book).layouts)
        yield "layout", f"{scenario.book} has the layouts {letters}, not {scenario.layout!r}"
        return
    for place, bet in enumerate(scenario.bet):
        if bet.area not in layout.areas:
            yield f"bet.{place}", f"layout {scenario.layout} has no area {bet.area!r}"
        if bet.seat and bet.seat not in layout.seats:
            yield f"bet.{place}", f"layout {scenario.layout} has no seat {bet.seat}"
        if bet.stake < 1:
            yield f"bet.{place}", "a stake is above nothing"
        if not 1 <= bet.round <= scenario.rounds:
            yield f"bet.{place}", f"round {bet.round} is not played"


def _shoe_faults(scenario: Scenario) -> Iterator[_Fault]:
    shoe = scenario.shoe
    for word in shoe.cards.split():
        if word not in CARDS:
            yield "shoe.cards", f"{word!r} is not a card; cards are written 6S, TD, AH"
    for throw in shoe.dice:
        if not _THROW.fullmatch(throw):
            yield "shoe.dice", f"{throw!r} is no throw; it is written 2-5-6, faces {DIE_FACES[0]} to {DIE_FACES[-1]}"
    if scenario.book in GAMES:
        has_dice = load_rulebook(scenario.book).dice is not None
        if has_dice and shoe.cards:
            yield "shoe.cards", "a game with dice has no cards"
        if not has_dice and shoe.dice:
            yield "shoe.dice", "a game with cards has no dice"
        if shoe.must and not is_wish(shoe.must, dice=has_dice):
            yield "shoe.must", f"{shoe.must!r} is no wish that can be dealt"
        elif shoe.must and not _can_be_dealt(shoe, has_dice=has_dice):
            yield "shoe.must", f"nothing that is dealt shows all of {shoe.must!r}"
    if shoe.must and (shoe.cards or shoe.dice):
        yield "shoe.must", "what lies written need not be wished for: cards or dice, or a wish"


def _can_be_dealt(shoe: ScenarioShoe, *, has_dice: bool) -> bool:
    found = deal_wished_throw(shoe.seed, shoe.must) if has_dice else deal_wished_coup(shoe.seed, shoe.must)
    return found is not None


def find_step_faults(step: ScenarioStep) -> Iterator[str]:
    """What is wrong with a step by itself, wherever it stands."""
    yield from _trigger_faults(step.when)
    do = step.do
    if sum(map(bool, (do.handler, do.inject, do.bet, do.leaves, do.power_cut))) > 1:
        yield "a step does one thing: handler, inject, bet, leaves or power_cut"
    if not do.handler and not do.lines and not do.say:
        yield "it does nothing: handler, inject, say, bet, leaves or power_cut"
    if do.say:
        yield from (what for _, what in find_language_faults("say", do.say))


def _handler_faults(book: str, do: Happening, handlers: Handlers) -> Iterator[str]:
    if not do.handler:
        return
    known = handlers.get(do.handler)
    if known is None:
        yield f"there is no handler {do.handler!r}"
    elif known.books and book not in known.books:
        yield f"the handler {do.handler!r} is none of {book}"


def is_device_line(line: str) -> bool:
    """Whether a line is no line of a script, but a fault of the simulated device."""
    return line.partition(" ")[0] in _DEVICES


_DEVICES = frozenset(kind.value for kind in DeviceKind)


def _device_faults(book: str, step: ScenarioStep) -> Iterator[str]:
    if book not in GAMES:
        return
    kind = DeviceKind.SHOE if load_rulebook(book).dice is None else DeviceKind.TUMBLER
    for line in filter(is_device_line, step.do.inject):
        device, _, fault = line.partition(" ")
        if device != kind.value:
            yield f"{line!r}: this game has a {kind.value}"
        elif fault not in DEVICE_FAULTS[kind]:
            yield f"{fault!r} is no fault of a {device}; they are {', '.join(DEVICE_FAULTS[kind])}"


def _trigger_faults(when: Trigger) -> Iterator[str]:
    said = (when.state, when.event, when.card, when.seconds, when.trainer, when.rate)
    if sum(map(bool, said)) != 1:
        yield "`when` says one thing: state, event, card, seconds, trainer or rate"
    if when.state and when.state not in _STATES:
        yield f"there is no state {when.state!r}; they are {', '.join(sorted(_STATES))}"
    if when.rate and not _RATE.fullmatch(when.rate):
        yield f"{when.rate!r} is no rate; it is written 2/hour"
    if not 0 <= when.seconds <= MOST_SECONDS:
        yield f"a wait is at most {MOST_SECONDS} seconds"


def _expectation_faults(expected: Expectation) -> Iterator[str]:
    yield from _trigger_faults(expected.when)
    if expected.when.is_timed:
        yield "what is expected has a state, an event or a card to wait for"
    if not 0 <= expected.within <= MOST_SECONDS:
        yield f"a limit is at most {MOST_SECONDS} seconds"
    if not 1 <= expected.weight <= MOST_WEIGHT:
        yield f"a weight is 1 to {MOST_WEIGHT}"


def rate_an_hour(rate: str) -> int:
    """How often an hour, of a rate as it is written."""
    found = _RATE.fullmatch(rate)
    return int(found[1]) if found else 0

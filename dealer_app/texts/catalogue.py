"""The files of texts of each language: which codes they must have, and their templates.

A language is checked whole and all its faults are reported at once. Checked are the codes that a type fixes, and every
text. That all other codes have theirs (refusals, areas, roles, every label of the window), and that each language has
those of English, is shown by the tests.

A template names its facts and their kinds: `{trouble:trouble}` is put in words, `{round}` is taken as it is.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from string import Formatter
from typing import Any, get_args

from msgspec import Struct

from dealer_app.device_questions import DeviceKind, Question, Reply
from dealer_app.domain.cards import Rank, Suit
from dealer_app.domain.round.engine import COMMANDS
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import Need, Scope
from dealer_app.domain.round.state import Phase, ShoeStep
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Prize
from dealer_app.journal_errors import JournalFault
from dealer_app.people.accounts import CHANGE_CODES
from dealer_app.people.events import ActingEnd, ApprovalItem, PinOutcome, SessionEnd
from dealer_app.people.positions import Position
from dealer_app.rulebooks.loader import GAMES
from dealer_app.station_events import AlarmKind, Incident, NoBackup


class FactKind(Enum):
    """How a fact is put in words."""

    PLAIN = ""
    AMOUNT = "amount"
    AREA = "area"
    BETTOR = "bettor"
    CARD = "card"
    HANDS = "hands"
    LAMMERS = "lammers"
    LIST = "list"
    NUMBER = "number"
    OFFERS = "offers"
    POSITION = "position"
    REASON = "reason"
    ROLE = "role"
    SCOPE = "scope"
    SHOE = "shoe"
    TITLE = "title"
    TROUBLE = "trouble"
    WINNERS = "winners"


class FactSlot(Struct, frozen=True):
    """The place of a fact in a text."""

    fact: str
    kind: FactKind


class TextTemplate(Struct, frozen=True):
    """A text cut at its places."""

    parts: tuple[str | FactSlot, ...]

    @property
    def slots(self) -> frozenset[FactSlot]:
        return frozenset(part for part in self.parts if isinstance(part, FactSlot))


def template_from_text(text: str) -> TextTemplate:
    """Cut a text at its braces; raises ValueError, with the fault, for what is no fact of a known kind."""
    parts: list[str | FactSlot] = []
    for before, fact, kind, conversion in Formatter().parse(text):
        if before:
            parts.append(before)
        if fact is None:
            continue
        if conversion or not fact.isidentifier():
            raise ValueError(f"{{{fact}}} is not the name of a fact")
        parts.append(FactSlot(fact, _fact_kind(kind or "")))
    return TextTemplate(tuple(parts))


def _fact_kind(name: str) -> FactKind:
    try:
        return FactKind(name)
    except ValueError:
        raise ValueError(f"{name} is not a kind of fact") from None


Section = Mapping[str, TextTemplate]

_WORDS_FOLDER = files("resources") / "i18n"
FREE_PLACES = {
    "seated": "all-bettors",
    **{colour: colour for colour in ("red", "yellow", "green", "blue", "violet", "brown")},
}
"""Whose chips they are where a table has no seats: not distinguished, or of their own colour; with their words."""
HIGHEST_NUMBER = 18

SPECIAL_FACTS = (
    "opening",
    "carried",
    "notice",
    "last_round",
    "drawn_by",
    "waived",
    "answered",
    "lammer_back",
    "lammer",
    "on_behalf",
    "under_minimum",
    "over",
    "winning",
    "second_offer",
    "disputed_by",
    "dice",
)
"""Facts of a step that call for words of their own by being there."""


def type_code(kind: type) -> str:
    """The code of a command or a need: `place-bet` for PlaceBet, `late-offer` for LateOfferNeeded."""
    return re.sub("(?<!^)(?=[A-Z])", "-", kind.__name__.removesuffix("Needed")).lower()


def words_file(name: str, language: str) -> Traversable:
    return _WORDS_FOLDER / f"{name}.{language}.toml"


class WordsFaultsError(Exception):
    """A file of words that cannot be used, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


_TROUBLES = frozenset(trouble.value for trouble in IrregularityKind)
_SIDES = frozenset(side.value for side in Side)
FIXED_CODES: Mapping[str, frozenset[str]] = {
    "step": frozenset(step.value for step in Step),
    "why": frozenset(step.value for step in Step),
    "before": frozenset({"insurance-closed", "last-round"}),
    "trouble": _TROUBLES,
    "meaning": _TROUBLES,
    "need": frozenset(type_code(need) for need in get_args(Need)),
    "command": frozenset(type_code(command) for command in COMMANDS),
    "scope": frozenset(scope.value for scope in Scope),
    "phase": frozenset(phase.value for phase in Phase),
    "shoe": frozenset(step.value for step in ShoeStep),
    "hand": _SIDES,
    "offer": _SIDES,
    "lammer": _SIDES,
    "winner": frozenset({"area"}),
    "prize": frozenset(prize.value for prize in Prize),
    "suit": frozenset(suit.value for suit in Suit),
    "rank": frozenset(rank.value for rank in Rank),
    "card": frozenset({"face"}),
    "number": frozenset(str(number) for number in range(HIGHEST_NUMBER + 1)),
    "bettor": frozenset({"seated", "standing", "place", "free", *FREE_PLACES.values()}),
    "established": frozenset({"yes", "no"}),
    "joined": frozenset({"hands", "sentences", "chances", "list", "of", "bets"}),
    "result": frozenset({"player", "banker", "tie", "totals", "won", "dice", "total", "chances"}),
}
"""The sections whose codes the domain, or the code beside this, fixes: each needs every one of them."""

_CASES_OF_A_STEP = _TROUBLES | {"third", *SPECIAL_FACTS}

VARIANTS: Mapping[str, frozenset[str]] = {
    "step": _CASES_OF_A_STEP,
    "why": _CASES_OF_A_STEP,
    "result": frozenset({"natural", "prize"}),
    "device-question": frozenset({"dice"}),
}
"""What may follow a code, after a dot: words for a special case of it."""

FREE_SECTIONS = frozenset({"say", "refusal", "role", "title", "area", "spoken", *(f"say.{game}" for game in GAMES)})


class Catalogue(Struct, frozen=True, eq=False):
    """What one file of a language holds: sections with fixed codes, and sections with codes that no type lists."""

    file: str
    fixed: Mapping[str, frozenset[str]]
    free: frozenset[str]


TABLE = Catalogue("words", FIXED_CODES, FREE_SECTIONS)
PEOPLE = Catalogue(
    "people",
    {
        "position": frozenset(position.value for position in Position),
        "held": frozenset({"own", "acting"}),
        "account": frozenset({"enabled", "disabled"}),
        "change": frozenset(CHANGE_CODES.values()),
        "attempt": frozenset(outcome.value for outcome in PinOutcome),
        "session-end": frozenset(why.value for why in SessionEnd),
        "acting-end": frozenset(why.value for why in ActingEnd),
        "item": frozenset(item.value for item in ApprovalItem),
        "request": frozenset({"open", "granted", "refused", "withdrawn", "lapsed", "used"}),
    },
    frozenset({"people-refusal", "people-note"}),
)
JOURNAL = Catalogue(
    "journal",
    {
        "journal": frozenset(fault.value for fault in JournalFault),
        "recall": frozenset({"title", "end", "not-settled", "on", "none", "newer"}),
        "no-backup": frozenset(why.value for why in NoBackup),
        "alarm": frozenset({"backup-failed", "backup-again", "clock-off", "clock-right"}),
    },
    frozenset(),
)
STATION = Catalogue("station", {}, frozenset({"station-refusal"}))
DEVICES = Catalogue(
    "devices",
    {
        "device-question": frozenset(question.value for question in Question),
        "device-reply": frozenset(reply.value for reply in Reply),
        "device-incident": frozenset(incident.value for incident in Incident),
        "device-row": frozenset({"behind", "none-of-all", "card", "card-due", "card-says", "card-both"}),
        "device-name": frozenset(kind.value for kind in DeviceKind),
    },
    frozenset({"port-fault", "line-down"}),
)

PLAY = Catalogue("play", {}, frozenset({"play"}))
IRREGULARITY = Catalogue("mending", {}, frozenset({"mending", "reason"}))
HOUSE = Catalogue("house", {}, frozenset({"house"}))
HAPPENED = Catalogue(
    "happened",
    {
        "source": frozenset({"device", "keyed", "keyed-by", "approved", "by-station-entered", "by-station-decided"}),
        "said": frozenset(
            {
                *("announced", "not-announced", "offered-late", "options", "reset"),
                *("differential-met", "not-enough", "removed", "removed-but-not-enough"),
                *("present", "set-aside", "counted", "replaced", "order", "reconstructed", "compared"),
                *("looked-at", "card", "named", "from-round", "notified", "chips-returned", "in-words"),
            }
        ),
    },
    frozenset({"happened"}),
)
WINDOW = Catalogue("window", {}, frozenset({"window"}))
"""The labels of the window: of a round, of what went wrong, of people and cards, of what happened, and its own."""
RULINGS = Catalogue("rulings", {}, frozenset({"ruling", "ruling-title"}))
"""How the documents are read, where somebody has to say so."""
PAST = Catalogue("past", {}, frozenset({"past"}))
"""Looking back on a round with the screen as it was."""
PRACTICE = Catalogue(
    "practice",
    {},
    frozenset(
        {
            "practice",
            "question",
            "because",
            "slip",
            "choice",
            "course-step",
            "round-step",
            "round-page",
            "story",
            "skill",
            "cause",
        }
    ),
)
"""What is asked and said in practice: questions, reasons, mistakes, choices, the names of skills."""
TRAINING = Catalogue("training", {}, frozenset({"training"}))
"""The trainer's room, exams at the window, and the home of who practises."""
CERTIFICATE = Catalogue("certificate", {}, frozenset({"certificate", "marking"}))
"""The certificate of an exam, the blind marks of trainers, and the shoe of a class."""
PANEL = Catalogue("panel", {}, frozenset({"trainer-panel", "device-trouble", "armed-event"}))
"""The trainer's panel beside a round: troubles of devices, and the events after which trouble comes."""
EDITOR = Catalogue("editor", {}, frozenset({"editor"}))
"""The scenario editor of the trainer's room."""
DISPLAY = Catalogue("display", {}, frozenset({"display"}))
"""What guests read on the customer display."""
ALARMS = Catalogue(
    "alarms",
    {
        "alarm-kind": frozenset(kind.value for kind in AlarmKind),
        "alarm-action": frozenset(kind.value for kind in AlarmKind),
    },
    frozenset({"alarms"}),
)
"""For supervisors: alarms with what to do, the watch of the shoe's order, live odds."""
CHECKLISTS = Catalogue("checklists", {}, frozenset({"checklist", "checklist-item"}))
"""The lists of the house for the opening and the closing of a table, with their items."""
ROOM = Catalogue("room", {}, frozenset({"room"}))
"""The supervisor's room: what needs them, what stands open, how the table runs, what happened, the tools."""
REPORTS = Catalogue("reports", {}, frozenset({"report", "report-event", "report-refusal"}))
"""What stands on paper: labels and columns, events that are exceptions, and why a report cannot be made or saved."""
CATALOGUES = (
    TABLE,
    PEOPLE,
    JOURNAL,
    STATION,
    DEVICES,
    PLAY,
    IRREGULARITY,
    HOUSE,
    HAPPENED,
    WINDOW,
    RULINGS,
    PAST,
    PRACTICE,
    TRAINING,
    CERTIFICATE,
    PANEL,
    EDITOR,
    DISPLAY,
    ALARMS,
    CHECKLISTS,
    ROOM,
    REPORTS,
)


def check_language(language: str) -> Iterator[Mapping[str, Section]]:
    """All files of a language that come with the station, one after the other. Raises WordsFaultsError."""
    for catalogue in CATALOGUES:
        file = words_file(catalogue.file, language)
        yield read_catalogue(file.read_text(encoding="utf-8"), file.name, catalogue)


@cache
def clause_summaries(language: str) -> Mapping[str, Mapping[str, str]]:
    """The summaries of clauses by document and number: read once somebody asks for one, not at every start."""
    documents: Mapping[str, Mapping[str, str]] = tomllib.loads(
        words_file("clauses", language).read_text(encoding="utf-8")
    )
    return documents


def read_catalogue(text: str, name: str, catalogue: Catalogue = TABLE) -> Mapping[str, Section]:
    """One file whole, from its text; `name` is what faults are reported under."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise WordsFaultsError((f"{name}: {problem}",)) from None
    faults: list[str] = []
    sections = {
        section: _read_section(section, entries, faults) for section, entries in _flatten_sections(tables, faults)
    }
    faults += _wrong_codes(sections, catalogue)
    if faults:
        raise WordsFaultsError(tuple(f"{name}: {fault}" for fault in faults))
    return sections


def _flatten_sections(tables: Mapping[str, Any], faults: list[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Sections by name; the words that a document has of its own are in a table within `say`."""
    for section, entries in tables.items():
        if not isinstance(entries, dict):
            faults.append(f"{section}: is not a section")
            continue
        yield section, {code: text for code, text in entries.items() if not isinstance(text, dict)}
        for inner, own in entries.items():
            if isinstance(own, dict):
                yield f"{section}.{inner}", own


def _read_section(section: str, entries: Mapping[str, Any], faults: list[str]) -> Section:
    found = {}
    for code, text in entries.items():
        # What joins sentences may be nothing: Chinese has no space between them.
        if not isinstance(text, str) or (not text.strip() and section != "joined"):
            faults.append(f"{section}.{code}: has no text")
            continue
        try:
            found[code] = template_from_text(text)
        except ValueError as problem:
            faults.append(f"{section}.{code}: {problem}")
    return found


def _wrong_codes(sections: Mapping[str, Section], catalogue: Catalogue) -> Iterator[str]:
    fixed, free = catalogue.fixed, catalogue.free
    for section in sections:
        if section not in fixed and section not in free:
            yield f"{section}: is not a section of the words"
    for section in sorted(free - {name for name in free if "." in name} - set(sections)):
        yield f"{section}: is missing"
    for section, wanted in fixed.items():
        codes = sections.get(section, {})
        yield from (f"{section}.{code}: is missing" for code in sorted(wanted - set(codes)))
        yield from (f"{section}.{code}: is not a code" for code in codes if not _is_known_code(section, wanted, code))


def _is_known_code(section: str, wanted: frozenset[str], code: str) -> bool:
    base, dot, variant = code.partition(".")
    return base in wanted and (not dot or variant in VARIANTS.get(section, frozenset()))

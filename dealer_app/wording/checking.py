"""Checks one language's file of words whole: all its faults are reported at once.

What is checked here are the codes that the domain fixes by its own types, and every text. That refusals, areas and
roles have their words, which no type lists, is shown by the tests.
"""

import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, get_args

from msgspec import Struct

from dealer_app.documents import GAMES
from dealer_app.domain.cards import Rank, Suit
from dealer_app.domain.round.every_command import EVERY_COMMAND
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.needs import Need, Scope
from dealer_app.domain.round.state import Phase, ShoeStep
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Prize
from dealer_app.journal.trouble import Fault
from dealer_app.people.accounts import CHANGES
from dealer_app.people.events import ActingEnd, Outcome, SessionEnd
from dealer_app.people.positions import Position
from dealer_app.people.requests import Item
from dealer_app.station.facts import Incident, NoBackup
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import Question, Reply
from dealer_app.wording.reading import (
    FREE_PLACES,
    HIGHEST_NUMBER,
    SPECIAL_FACTS,
    Section,
    code_of,
    file_of,
)
from dealer_app.wording.template import template_from_text


class WordsFaultsError(Exception):
    """A file of words that cannot be used, with everything that is wrong with it, a line each."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        super().__init__("\n".join(faults))
        self.faults = faults


_TROUBLES = frozenset(trouble.value for trouble in Trouble)
_SIDES = frozenset(side.value for side in Side)
FIXED: Mapping[str, frozenset[str]] = {
    "step": frozenset(step.value for step in Step),
    "why": frozenset(step.value for step in Step),
    "before": frozenset({"insurance-closed", "last-round"}),
    "trouble": _TROUBLES,
    "meaning": _TROUBLES,
    "need": frozenset(code_of(need) for need in get_args(Need)),
    "command": frozenset(code_of(command) for command in EVERY_COMMAND),
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
    "joined": frozenset({"hands", "sentences", "chances"}),
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
"""What may stand behind a code, after a dot: words for a special case of it."""

FREE = frozenset({"say", "refusal", "role", "title", "area", "spoken", *(f"say.{game}" for game in GAMES)})


class Catalogue(Struct, frozen=True, eq=False):
    """What one file of a language holds: sections with fixed codes, and sections with codes that no type lists."""

    file: str
    fixed: Mapping[str, frozenset[str]]
    free: frozenset[str]


TABLE = Catalogue("words", FIXED, FREE)
PEOPLE = Catalogue(
    "people",
    {
        "position": frozenset(position.value for position in Position),
        "held": frozenset({"own", "acting"}),
        "account": frozenset({"enabled", "disabled"}),
        "change": frozenset(CHANGES.values()),
        "attempt": frozenset(outcome.value for outcome in Outcome),
        "session-end": frozenset(why.value for why in SessionEnd),
        "acting-end": frozenset(why.value for why in ActingEnd),
        "item": frozenset(item.value for item in Item),
        "request": frozenset({"open", "granted", "refused", "withdrawn", "lapsed", "used"}),
    },
    frozenset({"people-refusal", "people-note"}),
)
JOURNAL = Catalogue(
    "journal",
    {
        "journal": frozenset(fault.value for fault in Fault),
        "recall": frozenset({"title", "end", "on", "none"}),
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
MENDING = Catalogue("mending", {}, frozenset({"mending"}))
HOUSE = Catalogue("house", {}, frozenset({"house"}))
HAPPENED = Catalogue(
    "happened", {"source": frozenset({"report", "device", "keyed", "keyed-by", "approved"})}, frozenset({"happened"})
)
WINDOW = Catalogue("window", {}, frozenset({"window"}))
"""The labels of the window: of a round, of what went wrong, of people and cards, of what happened, and its own."""
RULINGS = Catalogue("rulings", {}, frozenset({"ruling"}))
"""How the documents are read, where somebody has to say so."""
CATALOGUES = (TABLE, PEOPLE, JOURNAL, STATION, DEVICES, PLAY, MENDING, HOUSE, HAPPENED, WINDOW, RULINGS)


def check(language: str) -> Iterator[Mapping[str, Section]]:
    """All files of a language that come with the station, one after the other. Raises WordsFaultsError."""
    for catalogue in CATALOGUES:
        file = file_of(catalogue.file, language)
        yield read_text(file.read_text(encoding="utf-8"), file.name, catalogue)


def read_text(text: str, name: str, catalogue: Catalogue = TABLE) -> Mapping[str, Section]:
    """One file whole, from its text; `name` is what faults are reported under."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise WordsFaultsError((f"{name}: {problem}",)) from None
    faults: list[str] = []
    sections = {section: _section(section, entries, faults) for section, entries in _flat(tables, faults)}
    faults += _wrong_codes(sections, catalogue)
    if faults:
        raise WordsFaultsError(tuple(f"{name}: {fault}" for fault in faults))
    return sections


def _flat(tables: Mapping[str, Any], faults: list[str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Sections by name; what a document says in words of its own lies in a table within `say`."""
    for section, entries in tables.items():
        if not isinstance(entries, dict):
            faults.append(f"{section}: is no section")
            continue
        yield section, {code: text for code, text in entries.items() if not isinstance(text, dict)}
        for inner, own in entries.items():
            if isinstance(own, dict):
                yield f"{section}.{inner}", own


def _section(section: str, entries: Mapping[str, Any], faults: list[str]) -> Section:
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
            yield f"{section}: is no section of the words"
    for section in sorted(free - {name for name in free if "." in name} - set(sections)):
        yield f"{section}: is missing"
    for section, wanted in fixed.items():
        codes = sections.get(section, {})
        yield from (f"{section}.{code}: is missing" for code in sorted(wanted - set(codes)))
        yield from (f"{section}.{code}: is no code" for code in codes if not _known(section, wanted, code))


def _known(section: str, wanted: frozenset[str], code: str) -> bool:
    base, dot, variant = code.partition(".")
    return base in wanted and (not dot or variant in VARIANTS.get(section, frozenset()))

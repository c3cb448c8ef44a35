"""The words of one language as they are read to be said: a file when something of it is said first, line by line.

An entry stands on one line, as a code and its text in quotation marks. TOML allows more, and its own reader takes ten
times as long, for which whoever signs in would wait. That a file has all that it should have, and nothing that TOML
would read otherwise, is checked in `checking`.
"""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from dealer_app.wording.template import Template, template_from_text

Section = Mapping[str, Template]

_WORDS = files("resources") / "i18n"
FREE_PLACES = {
    "seated": "all-bettors",
    **{colour: colour for colour in ("red", "yellow", "green", "blue", "violet", "brown")},
}
"""Whose chips they are where a table has no seats: not told apart, or of a colour of their own; with their words."""
HIGHEST_NUMBER = 18
_REST = "words"
FILES: Mapping[str, frozenset[str]] = {
    "people": frozenset(
        {
            *("position", "held", "account", "change", "attempt", "session-end", "acting-end", "item", "request"),
            "people-refusal",
            "people-note",
        }
    ),
    "journal": frozenset({"journal", "recall", "no-backup", "alarm"}),
    "station": frozenset({"station-refusal"}),
    "devices": frozenset(
        {
            *("device-question", "device-reply", "device-incident", "device-row", "device-name"),
            *("port-fault", "line-down"),
        }
    ),
    "play": frozenset({"play"}),
    "mending": frozenset({"mending"}),
    "house": frozenset({"house"}),
    "happened": frozenset({"happened", "source"}),
    "window": frozenset({"window"}),
    "rulings": frozenset({"ruling"}),
}
"""Which sections lie in which file; all others, of what is said at the table, lie in that of the table."""
_FILE_OF = {section: file for file, sections in FILES.items() for section in sections}

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
    "dice",
)
"""Facts of a step that call for words of their own by being there."""


def code_of(kind: type) -> str:
    """The code of a command or a need: `place-bet` for PlaceBet, `late-offer` for LateOfferNeeded."""
    return re.sub("(?<!^)(?=[A-Z])", "-", kind.__name__.removesuffix("Needed")).lower()


class Entries(Section):
    """Entries by code. A text is cut at its facts when it is said first."""

    def __init__(self) -> None:
        self._written: dict[str, str] = {}
        self._cut: dict[str, Template] = {}

    def add(self, code: str, written: str) -> None:
        self._written[code] = written

    def __getitem__(self, code: str) -> Template:
        found = self._cut.get(code)
        if found is None:
            found = self._cut[code] = template_from_text(json.loads(self._written[code]))
        return found

    def __contains__(self, code: object) -> bool:
        return code in self._written

    def __iter__(self) -> Iterator[str]:
        return iter(self._written)

    def __len__(self) -> int:
        return len(self._written)


class Sections(Mapping[str, Section]):
    """The words of a language that comes with the station, by section and code."""

    def __init__(self, language: str) -> None:
        self._language = language

    def __getitem__(self, section: str) -> Section:
        return _read(_FILE_OF.get(section, _REST), self._language)[section]

    def __iter__(self) -> Iterator[str]:
        """Of all files, the sections that have any words."""
        for file in (_REST, *FILES):
            yield from _read(file, self._language)

    def __len__(self) -> int:
        return sum(1 for _ in self)


@cache
def _read(file: str, language: str) -> Mapping[str, Section]:
    return sections_of(file_of(file, language).read_text(encoding="utf-8"))


def file_of(name: str, language: str) -> Traversable:
    return _WORDS / f"{name}.{language}.toml"


def sections_of(text: str) -> Mapping[str, Section]:
    """Each line is empty, a remark, the name of a section, or an entry of it."""
    sections: dict[str, Entries] = {}
    section = Entries()
    for line in text.split("\n"):
        if line.startswith("["):
            section = sections.setdefault(line[1:-1], Entries())
        elif line and not line.startswith("#"):
            code, _, written = line.partition(" = ")
            section.add(code.strip('"'), written)
    return sections

"""Every event of the journal has a sentence of its own: in the history, in recall, and in recall at a terminal."""

import re
from collections.abc import Collection, Mapping
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

import pytest
from msgspec import Struct
from msgspec.structs import fields

from dealer_app.cli.journal import recall_lines
from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Bettor
from dealer_app.journal.event_registry import JOURNAL_EVENTS, PEOPLE_EVENTS, ROUND_EVENTS, STATION_EVENTS
from dealer_app.journal.recall import RecalledRound, RecallStep
from dealer_app.journal.records import JournalEntry
from dealer_app.screens.recall.record_texts import record_rows, record_text
from dealer_app.screens.timeline import TimelineEvent
from dealer_app.texts import Language, Words, language_pair
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import table_context

EVENTS: Mapping[str, type] = {**ROUND_EVENTS, **JOURNAL_EVENTS, **STATION_EVENTS, **PEOPLE_EVENTS}
"""Those of practice are in folders of their own, of which there is no recall."""
AT = 1_800_000_000_000_000
TEXTS: Mapping[str, str] = {
    "trouble": "other",
    "area": "player",
    "bettor": "seated",
    "outcome": "banker",
    "said": "announced",
    "read": "",
    "option": "continue",
    "badge": "D1",
    "by": "D1",
    "text": "chips-differ",
    "reason": "chips-differ",
    "decision": "claim-stands",
    "clause": "5.14",
    "device": "7",
    "subject": "7",
    "code": "7F3",
}
"""What a text of this name holds; any other is S1."""
SAME_SENTENCE = {"card-carried-in": "card-drawn"}
"""Both are a card that comes to a hand."""
CODE = re.compile(r"\b[a-z]+(?:[-_][a-z]+)+\b")
HYPHENED = {"held-over"}


def sample(kind: Any, name: str = "") -> Any:
    """A value of this type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return sample(next(each for each in arguments if each is not NoneType), name)
    if origin is tuple:
        each = (arguments[0],) if arguments[-1] is Ellipsis else arguments
        return tuple(sample(one, "bettor" if one is Bettor else "") for one in each)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {}
    if isinstance(origin, type) and issubclass(origin, Collection):
        return frozenset({sample(arguments[0])})
    if kind is Card:
        return CARDS["9S"]
    if isinstance(kind, type) and issubclass(kind, Enum):
        return next(iter(kind))
    if isinstance(kind, type) and issubclass(kind, Struct):
        return kind(**{field.name: sample(field.type, field.name) for field in fields(kind)})
    plain = {bool: True, int: 4, str: TEXTS.get(name, "S1"), Fraction: Fraction(40_000), NoneType: None}
    return plain[getattr(kind, "__supertype__", kind)]


def listed(event: object) -> TimelineEvent:
    return TimelineEvent(event, AT, 480, "D1", "dealer")


def has_code(line: str, language: Language) -> bool:
    """Whether there is anything that only the program understands; in Chinese no Latin word is said at all."""
    if language is Language.EN:
        return bool(set(CODE.findall(line)) - HYPHENED)
    return bool(re.search("[a-z]{2,}", line))


@pytest.mark.parametrize("language", Language)
def test_every_event_of_the_registry_has_a_sentence_of_its_own(language: Language) -> None:
    context = replace(table_context(RoundTable(V4)), words=language_pair(language, language))
    said: dict[str, str] = {}
    for name, kind in EVENTS.items():
        line = record_text(context, listed(sample(kind))).first
        assert line
        assert not set("{}[]_") & set(line), (name, line)
        assert not has_code(line, language), (name, line)
        said[name] = line
    for name, line in said.items():
        shared = {other for other, another in said.items() if another == line} - {name}
        assert shared <= {SAME_SENTENCE.get(name, ""), *SAME_SENTENCE}, (name, line, shared)


@pytest.mark.parametrize("language", Language)
def test_every_event_is_a_row_with_who_did_it_and_when(language: Language) -> None:
    context = replace(table_context(RoundTable(V4)), words=language_pair(language, language))
    rows = record_rows(context, tuple(listed(sample(kind)) for kind in EVENTS.values()))
    assert all(row.title and row.lines[0] and row.right for row in rows)


@pytest.mark.parametrize("language", Language)
def test_at_a_terminal_every_event_is_a_sentence_and_none_is_json(language: Language) -> None:
    steps = tuple(
        RecallStep(entry=entry(number, name), words=f'{name} {{"raw":1}}', event=sample(kind))
        for number, (name, kind) in enumerate(EVENTS.items(), start=1)
    )
    past = RecalledRound(number=7, table="T1", game="", shoe=1, day="2027-01-15", steps=steps, round=None, notes=())
    words = Words.load(language)
    author = words.join_texts("list", "D1", words.position("dealer", acting=False))
    lines = list(recall_lines(words, past))[2:-1]
    assert len(lines) == len(EVENTS)
    for name, line in zip(EVENTS, lines, strict=True):
        sentence = line.partition(author)[2].strip()
        assert sentence
        assert not set("{}[]_") & set(sentence), (name, sentence)
        assert not has_code(sentence, language), (name, sentence)
    raw = list(recall_lines(words, past, raw=True))[2:-1]
    assert all(line.endswith('{"raw":1}') for line in raw)


def entry(number: int, name: str) -> JournalEntry:
    return JournalEntry(
        sequence=number,
        decision=number,
        day="2027-01-15",
        utc=AT,
        offset=480,
        counter=number,
        badge="D1",
        position="dealer",
        name=name,
        version=1,
        body="{}",
        hash=b"",
    )

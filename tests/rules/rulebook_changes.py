"""Every value of a rulebook file changed by one step, one at a time: numbers, odds, clauses, choices, lists, keys.

A step is a change that could be a slip of the pen: odds one higher, a range one longer, the next clause of
the document, a letter more or less. Only prose is left alone.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from inspect import isclass
from typing import Any

from dealer_app.domain import policies, rulebook, wagers

Place = tuple[str, ...]
"""The keys that lead to a value; places in a list are numbers here."""

Change = tuple[Place, str, Any]
"""The place, what was done, and the value that is there now."""

_PROSE = frozenset({("rulings", "*", "subject")})
_ODDS = re.compile(r"\d+/\d+")
_CLAUSE = re.compile(r"\d+(\.\d+)*[a-z]?|house policy")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}.*")
_CHOICES: Sequence[type[Enum]] = [
    kind
    for module in (policies, rulebook, wagers)
    for kind in vars(module).values()
    if isclass(kind) and issubclass(kind, Enum) and kind is not Enum
]


class BookVocabulary:
    """The values at each kind of place, in the book to be changed and in all books: the words to swap in."""

    def __init__(self, book: Mapping[str, Any], books: Sequence[Mapping[str, Any]], clauses: Sequence[str]) -> None:
        self._clauses = clauses
        self._own: defaultdict[Place, dict[str, None]] = defaultdict(dict)
        self._all: defaultdict[Place, dict[str, None]] = defaultdict(dict)
        self._keys: defaultdict[Place, dict[str, Any]] = defaultdict(dict)
        self.letters = [letter for letter in book["layouts"] if letter != "clause"]
        self._gather(book, (), self._own)
        for each in books:
            self._gather(each, (), self._all)
        self._own["decisions", "*", "role"] = {role["code"]: None for role in book["roles"]}

    def _gather(self, value: Any, kind: Place, words: defaultdict[Place, dict[str, None]]) -> None:
        if isinstance(value, Mapping):
            for key, inner in value.items():
                self._keys[kind].setdefault(key, inner)
                self._gather(inner, (*kind, key), words)
        elif isinstance(value, list):
            for inner in value:
                self._gather(inner, (*kind, "*"), words)
        elif isinstance(value, str):
            words[kind][value] = None

    def words(self, kind: Place) -> list[str]:
        own = list(self._own[kind])
        return own if len(own) > 1 else list(self._all[kind])

    def absent_keys(self, kind: Place, there: Mapping[str, Any]) -> Mapping[str, Any]:
        """Keys that the same kind of table has elsewhere in one of the books, with a value from there."""
        return {key: self._at_home(value) for key, value in self._keys[kind].items() if key not in there}

    def _at_home(self, value: Any) -> Any:
        """A value from another book, citing this one's clauses: it must not be refused for its number alone."""
        if isinstance(value, Mapping):
            return {key: self._at_home(inner) for key, inner in value.items()}
        if isinstance(value, str) and _CLAUSE.fullmatch(value) and value not in self._clauses:
            return self._clauses[0]
        return value

    def replacements(self, text: str, kind: Place) -> Iterator[str]:
        """One step away from a text: what it may be by its look, its kind of choice or its place."""
        yield f"{text}x"
        yield from _steps_by_look(text)
        if _CLAUSE.fullmatch(text):
            yield _next_word(self._clauses, text)
            if kind[0] == "decisions":
                yield "house policy" if text != "house policy" else self._clauses[0]
        for choices in _CHOICES:
            words = [choice.value for choice in choices]
            if text in words:
                yield _next_word(words, text)
        words = self.words(kind)
        if len(words) > 1:
            yield _next_word(words, text)


def _steps_by_look(text: str) -> Iterator[str]:
    if _ODDS.fullmatch(text):
        win, stake = map(int, text.split("/"))
        yield from (f"{win + 1}/{stake}", f"{win - 1}/{stake}", f"{win}/{stake + 1}", f"{2 * win + 1}/{2 * stake}")
    elif _DATE.fullmatch(text):
        moment = datetime.fromisoformat(text)
        for step in (timedelta(days=1), timedelta(hours=1)):
            yield (moment + step).isoformat(timespec="minutes")[: len(text)]


def _next_word(words: Sequence[str], word: str) -> str:
    """The word after this one, from the end again to the first; the first for a word that is not among them."""
    return words[(words.index(word) + 1) % len(words)] if word in words else words[0]


def value_paths(book: Any, place: Place = (), kind: Place = ()) -> Iterator[str]:
    """The key path of every value, prose left out."""
    if isinstance(book, Mapping):
        for key, inner in book.items():
            yield from value_paths(inner, (*place, key), (*kind, key))
    elif isinstance(book, list):
        for number, inner in enumerate(book):
            yield from value_paths(inner, (*place, str(number)), (*kind, "*"))
    elif kind not in _PROSE:
        yield ".".join(place)


def book_changes(book: Mapping[str, Any], words: BookVocabulary) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Each changed book, after the key path and what was done there."""
    for place, done, changed in _changes(book, (), (), words):
        yield ".".join(place), done, changed


def _changes(value: Any, place: Place, kind: Place, words: BookVocabulary) -> Iterator[Change]:
    if kind in _PROSE:
        return
    if isinstance(value, Mapping):
        yield from _in_a_table(value, place, kind, words)
    elif isinstance(value, list):
        yield from _in_a_list(value, place, kind, words)
    elif isinstance(value, bool):
        yield place, f"{not value}", not value
    elif isinstance(value, int):
        yield place, f"{value + 1}", value + 1
        yield place, f"{value - 1}", value - 1
    elif kind == ("settlement", "*", "layouts"):
        for letter in words.letters:
            there = value.replace(letter, "") if letter in value else value + letter
            yield place, there, there
    else:
        for text in dict.fromkeys(words.replacements(value, kind)):
            if text != value:
                yield place, text, text


def _in_a_table(table: Mapping[str, Any], place: Place, kind: Place, words: BookVocabulary) -> Iterator[Change]:
    for key, inner in table.items():
        for where, done, changed in _changes(inner, (*place, key), (*kind, key), words):
            yield where, done, {**table, key: changed}
        yield (*place, key), "dropped", {other: value for other, value in table.items() if other != key}
    for key, value in words.absent_keys(kind, table).items():
        yield (*place, key), f"added, {value!r}", {**table, key: True if value is False else value}
    if kind[-1:] == ("prizes",):
        prizes = [prize.value for prize in wagers.Prize]
        for key in table:
            yield place, f"{key} renamed", {_next_word(prizes, k) if k == key else k: v for k, v in table.items()}
    if kind == ("rulings", "*"):
        for option in table["options"]:
            if option != table["chosen"]:
                yield (*place, "chosen"), option, {**table, "chosen": option}


def _in_a_list(entries: list[Any], place: Place, kind: Place, words: BookVocabulary) -> Iterator[Change]:
    for number, entry in enumerate(entries):
        here = (*place, str(number))
        for where, done, changed in _changes(entry, here, (*kind, "*"), words):
            yield where, done, [*entries[:number], changed, *entries[number + 1 :]]
        yield here, "dropped", [*entries[:number], *entries[number + 1 :]]
    for more in _longer_lists(entries, (*kind, "*"), words):
        yield place, f"{more!r} added", [*entries, more]


def _longer_lists(entries: list[Any], kind: Place, words: BookVocabulary) -> Iterator[Any]:
    if all(isinstance(entry, int) for entry in entries):
        yield max(entries, default=0) + 1
        yield from (number for number in [min(entries, default=0) - 1] if number >= 0)
    elif all(isinstance(entry, str) for entry in entries):
        yield "x"
        yield from [word for word in words.words(kind) if word not in entries][:1]

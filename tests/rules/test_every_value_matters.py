"""No value of a rulebook file is wrong unnoticed: each, changed by one step, is refused or differs from the document.

The document is its transcription in tests/golden/approved. That the pays are also used when a round is judged is shown
in test_every_pay_is_judged.py.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

import pytest

from dealer_app.rulebooks import GAMES, RulebookFaultsError, read_rulebook_tables
from tests.rules.approved_books import Plain, book_toml, book_transcript, book_values
from tests.rules.rulebook_changes import BookVocabulary, book_changes, value_paths


def load(tables: Mapping[str, Any]) -> Plain:
    """The rulebook of tables that are parsed already: thousands of files are neither written nor read."""
    return book_values(read_rulebook_tables(tables, "rulebook", "changed"))


def clause_ids(game: str) -> list[str]:
    text = (files("resources") / "clauses" / f"{game}.toml").read_text(encoding="utf-8")
    return [clause["id"] for clause in tomllib.loads(text)["clauses"]]


@pytest.mark.assurance("A45")
@pytest.mark.parametrize("game", GAMES)
def test_a_value_changed_by_one_step_is_refused_or_differs(game: str) -> None:
    book, document = book_toml(game), book_transcript(game)
    assert load(book) == document
    words = BookVocabulary(book, [book_toml(each) for each in GAMES], clause_ids(game))
    survivors, touched = [], set()
    for key, done, changed in book_changes(book, words):
        touched.add(key)
        try:
            if load(changed) == document:
                survivors.append(f"{key}: {done}")
        except RulebookFaultsError:
            continue
    assert survivors == []
    assert set(value_paths(book)) <= touched


@pytest.mark.parametrize("game", GAMES)
def test_only_prose_may_change(game: str) -> None:
    book = book_toml(game)
    rulings = [ruling | {"subject": "In other words."} for ruling in book["rulings"]]
    assert load(book | {"rulings": rulings}) == book_transcript(game)

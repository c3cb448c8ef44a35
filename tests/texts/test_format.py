"""The catalogues have one format, which the tools of translators read and write back byte for byte.

translate-toolkit keeps TOML by tomlkit, and so does the test: its store cannot take a table that is begun twice.
"""

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import zip_longest

import pytest
import tomlkit
from tomlkit.items import String, Table

from dealer_app.texts import Language

FOLDER = files("resources") / "i18n"
CATALOGUES = sorted((each for each in FOLDER.iterdir() if each.name.endswith(".toml")), key=lambda each: each.name)
NAMES = sorted({each.name.split(".")[0] for each in CATALOGUES} - {"clauses"})
"""Summaries of clauses are in English beside the documents."""
OF_RECORD = "say."
"""Announcements of record stand in the English catalogue alone, under the name of their document."""


def _texts(table: object, within: str = "") -> Iterator[tuple[str, String]]:
    """Every text by its tables and its key; anything else that a table may hold is no text."""
    assert isinstance(table, tomlkit.TOMLDocument | Table), f"{within} is begun twice"
    for key, value in table.items():
        if isinstance(value, String):
            yield f"{within}{key}", value
        else:
            yield from _texts(value, f"{within}{key}.")


def _read(name: str, language: Language) -> str:
    return (FOLDER / f"{name}.{language.value}.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.name)
def test_a_catalogue_is_written_back_as_it_was_read(file: Traversable) -> None:
    text = file.read_bytes().decode("utf-8")
    document = tomlkit.parse(text)
    assert list(_texts(document))
    assert tomlkit.dumps(document) == text


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.name)
def test_a_text_that_is_changed_changes_its_own_line(file: Traversable) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    document = tomlkit.parse("\n".join(lines))
    name, _ = list(_texts(document))[-1]
    table, _, key = name.partition(".")
    section = document[table]
    assert isinstance(section, Table)
    section[key] = "改 anew"
    changed = [
        (was, now) for was, now in zip_longest(lines, tomlkit.dumps(document).splitlines(), fillvalue="") if was != now
    ]
    assert [now.partition(" = ")[2] for _, now in changed] == ['"改 anew"']


@pytest.mark.parametrize("name", NAMES)
def test_the_languages_have_their_entries_in_one_order(name: str) -> None:
    """So that a translator finds the same line at the same place in each."""
    english, *others = (
        [key for key, _ in _texts(tomlkit.parse(_read(name, each)))] for each in (Language.EN, *Language)
    )
    shared = [key for key in english if key in others[-1]]
    assert all([key for key in other if key in shared] == shared for other in others)
    assert all(key.startswith(OF_RECORD) for key in {*english} ^ {*others[-1]})


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.name)
def test_an_entry_is_one_line_in_plain_quotation_marks(file: Traversable) -> None:
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith(("#", "[")):
            key, given, text = line.partition(" = ")
            assert given, line
            assert key == key.strip(), line
            assert (text[0], text[-1]) == ('"', '"'), line
            assert "\\" not in text, line

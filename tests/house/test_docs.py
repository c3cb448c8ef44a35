"""The documents speak of the program as it is: each command and option they name exists, versions agree."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from dealer_app import VERSION
from dealer_app.cli import main as station

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def _program() -> click.Command:
    """The command behind the entry point."""
    return station


def _code_lines(text: str) -> Iterator[str]:
    for block in re.findall(r"^```[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield from re.sub(r"\\\n\s*", " ", block).splitlines()
    yield from re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))


def _commands(text: str) -> list[list[str]]:
    """The words after `dealer-station` of each command line, up to a pipe, a redirection or a remark."""
    found = []
    for line in _code_lines(text):
        named = re.match(r"(?:\$\s+)?(?:[\w./]*/)?dealer-station(?:\s+(.*))?$", line.strip())
        if named:
            found.append(re.split(r"\s[|<>#]|\s&&", f" {named[1] or ''} ")[0].split())
    return found


def _unknown(words: list[str]) -> str:
    """The first word of a command line that the program does not know, or nothing."""
    command = _program()
    context = click.Context(command, **command.context_settings)
    left = iter(words)
    for word in left:
        name, _, value = word.partition("=")
        if name.startswith("-"):
            option = next((it for it in command.get_params(context) if name in it.opts + it.secondary_opts), None)
            if not isinstance(option, click.Option):
                return word
            if not (option.is_flag or option.count or value):
                next(left, None)
        elif isinstance(command, click.Group):
            found = command.get_command(context, word)
            if found is None:
                return word
            command = found
            context = click.Context(command, parent=context, **command.context_settings)
    return ""


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_command_of_a_document_exists(document: Path) -> None:
    commands = _commands(document.read_text(encoding="utf-8"))
    assert [" ".join(words) for words in commands if _unknown(words)] == []


def test_the_readme_shows_commands() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert _commands(text)
    assert "make run" in text
    assert "make test" in text


def test_the_changelog_knows_this_version() -> None:
    headings = re.findall(r"^## \[?v?([0-9.]+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert VERSION in headings


def test_a_command_is_read_as_it_stands_in_a_document() -> None:
    block = "```sh\n$ .venv/bin/dealer-station odds \\\n    GAME --json | less\nmake run\n```\n"
    text = f"Say `dealer-station audit`:\n{block}"
    assert _commands(text) == [["odds", "GAME", "--json"], ["audit"]]


@pytest.mark.parametrize("word", ["no-such-command", "--no-such-option"])
def test_a_wrong_word_is_found(word: str) -> None:
    assert _unknown([word]) == word


def test_the_right_words_are_not() -> None:
    assert _unknown(["--help"]) == ""


LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_each_link_of_a_document_leads_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text(encoding="utf-8"))
    assert [link for link in links if not (document.parent / link).exists()] == []

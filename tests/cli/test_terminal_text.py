"""What an older journal holds is read, proved and shown, and a terminal obeys nothing of it."""

import ast
import json
import logging
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_app.cli import main
from dealer_app.cli.output import VisibleFormatter, echo
from dealer_app.domain.plain_text import is_plain
from dealer_app.journal.codec import encode
from dealer_app.journal.records import Record
from dealer_app.journal.recovery import recover, verify_all
from dealer_app.screens.blocks import ScreenText
from dealer_app.station.fold import station_fold_method
from tests.cli.journal_command import journal
from tests.support.journals import WRITTEN, all_decisions
from tests.support.long_journals import fill

COMMANDS = Path(__file__).parents[2] / "dealer_app" / "cli"
HOSTILE = "\x1b[2J\x1b]0;owned\x07\u202e\u2066\x9b31m\x00\u200b\r"
WRITTEN_FREELY = ("text", "reason", "decision", "difference", "set_name", "surveillance", "name")


def with_hostile_texts(value: object) -> object:
    match value:
        case dict():
            return {
                key: f"{held}{HOSTILE}" if key in WRITTEN_FREELY and isinstance(held, str) else with_hostile_texts(held)
                for key, held in value.items()
            }
        case list():
            return list(map(with_hostile_texts, value))
        case _:
            return value


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal from before such texts were refused."""
    folder = tmp_path_factory.mktemp("old") / "station"
    decisions = []
    for happened in all_decisions()[:1500]:
        records = []
        for event in happened:
            record = encode(event)
            body = json.dumps(with_hostile_texts(json.loads(record.body)), ensure_ascii=False)
            records.append(Record(name=record.name, version=record.version, body=body, sealed=record.sealed))
        decisions.append((records, WRITTEN))
    fill(folder, decisions)
    return folder


def test_it_is_opened_and_proved(old: Path) -> None:
    assert "\u202e" in "".join(entry for entry in (old / "journal.db").read_bytes().decode(errors="replace"))
    head = verify_all(old)
    assert recover(old, station_fold_method("test")).head == head


@pytest.mark.parametrize(
    "words",
    [
        ["verify"],
        ["recall", "--last", "200"],
        ["search", "--irregularity", "claim"],
        ["search", "--most", "500"],
        ["stats"],
        ["export"],
        ["export", "--form", "csv"],
    ],
    ids=" ".join,
)
def test_whatever_is_said_of_it_is_plain(old: Path, words: list[str]) -> None:
    said = journal(old, *words).output
    assert said
    assert "\\x{202e}" in said or (words[0] != "recall" and words[-1] != "csv")
    for line in said.split("\n"):
        assert is_plain(line), line


def test_what_is_typed_at_the_command_line_is_shown_back_plain(tmp_path: Path) -> None:
    for words in (
        ["journal", "verify", "--data-dir", f"{tmp_path}/\x1b[2J\u202e"],
        ["rulebooks", "check", f"{tmp_path}/\x1b[2J"],
        ["devices", "probe", "\x1b[2J"],
        ["audit", f"{tmp_path}/\x1b[2J"],
        ["run", "--headless", "--data-dir", f"{tmp_path}/\x1b[2J"],
    ):
        said = CliRunner().invoke(main, words).output
        assert "\x1b" not in said
        assert "\u202e" not in said


def test_the_screen_shows_every_sign() -> None:
    line = ScreenText(f"he says {HOSTILE}", HOSTILE, HOSTILE)
    for text in (line.first, line.second, line.short):
        assert is_plain(text)
    assert line.first.startswith("he says \\x{1b}[2J")


def test_the_log_shows_every_sign() -> None:
    record = logging.LogRecord("devices", logging.WARNING, "", 0, "says %s", (HOSTILE,), None)
    assert is_plain(VisibleFormatter().format(record))


def test_lines_part_where_the_program_parts_them(capsys: pytest.CaptureFixture[str]) -> None:
    echo(f"one\ntwo{HOSTILE}")
    assert capsys.readouterr().out.startswith("one\ntwo\\x{1b}[2J")


def test_no_command_says_anything_by_another_way() -> None:
    """`click.echo` and `print` would let a terminal obey what they are given."""
    for path in sorted(COMMANDS.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="click"), attr="echo")):
                    assert path.name == "output.py", f"{path.name}:{node.lineno}"
                case ast.Call(func=ast.Name(id="print")):
                    pytest.fail(f"{path.name}:{node.lineno}")
                case _:
                    pass

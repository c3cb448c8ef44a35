"""`dealer-station journal` where something is wrong: one clear sentence, and everything is left as it was."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_app.journal.codec import encode
from dealer_app.journal.schema import SCHEMA_VERSION
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.texts import Language, Words
from tests.cli.journal_command import journal
from tests.support.journal_damage import by_hand
from tests.support.journals import WRITTEN, script_decisions
from tests.support.long_journals import fill
from tests.support.traces import read_scripts

ROOT = Path(__file__).parents[2]


def missing(folder: Path) -> Path:
    return folder / "nowhere"


def empty(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


def foreign(folder: Path) -> Path:
    by_hand(folder, "CREATE TABLE recipes (name)")
    return folder


def no_database(folder: Path) -> Path:
    (folder / "journal.db").write_bytes(b"dear diary" * 1000)
    return folder


def of_golden(folder: Path) -> None:
    fill(folder, [([encode(event) for event in done], WRITTEN) for done in script_decisions(read_scripts()[0])[0]])


def newer(folder: Path) -> Path:
    of_golden(folder)
    by_hand(folder, f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    return folder


def corrupt(folder: Path) -> Path:
    of_golden(folder)
    whole = bytearray((folder / "journal.db").read_bytes())
    whole[4096:] = b"\xff" * (len(whole) - 4096)
    (folder / "journal.db").write_bytes(whole)
    return folder


def cut(folder: Path) -> Path:
    of_golden(folder)
    by_hand(folder, "DROP TRIGGER events_delete", "DELETE FROM events WHERE sequence > 10")
    return folder


READING = (["verify"], ["recall"], ["search"], ["export"], ["stats"], ["backup", "backups"])
WRONG: tuple[tuple[Callable[[Path], Path], int, str], ...] = (
    (missing, 2, "There is no folder"),
    (empty, 2, "There is no journal in"),
    (foreign, 2, "is not a journal of a dealer station"),
    (no_database, 2, "is not a journal of a dealer station"),
    (newer, 2, f"was written by a newer program (version {SCHEMA_VERSION + 1}; this one knows {SCHEMA_VERSION})"),
    (corrupt, 1, "The journal is damaged:"),
)


@pytest.mark.assurance("A9")
@pytest.mark.parametrize("words", READING, ids=lambda words: words[0])
@pytest.mark.parametrize(("spoil", "status", "told"), WRONG, ids=lambda value: getattr(value, "__name__", ""))
def test_whatever_is_wrong_is_one_sentence_with_what_to_do(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    spoil: Callable[[Path], Path],
    status: int,
    told: str,
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    folder = tmp_path / "station"
    folder.mkdir()
    folder = spoil(folder)
    before = {path.name: path.read_bytes() for path in folder.glob("journal.*")}
    done = journal(folder, *words)
    assert (done.exit_code, done.stdout) == (status, "")
    assert told in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert {name: (folder / name).read_bytes() for name in before} == before


@pytest.mark.assurance("A9")
def test_a_journal_that_lost_its_end_is_damaged(tmp_path: Path) -> None:
    done = journal(cut(tmp_path), "verify")
    assert done.exit_code == 1
    assert done.stderr.startswith("The journal is damaged: events 11 to ")
    assert "It is intact up to event 10." in done.stderr


@pytest.mark.assurance("A9")
@pytest.mark.parametrize("words", [("recall", "--last", "1"), ("search",), ("stats",), ("export",)], ids=" ".join)
def test_what_is_left_of_a_journal_is_not_told_as_if_it_were_all(tmp_path: Path, words: tuple[str, ...]) -> None:
    done = journal(cut(tmp_path), *words)
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("The journal is damaged: events 11 to ")


@pytest.mark.assurance("A9")
@pytest.mark.parametrize(
    ("words", "is_indexed"),
    [
        *((words, False) for words in (("recall", "--last", "1"), ("search",), ("search", "--rebuild"))),
        *((words, True) for words in (("search", "--rebuild"), ("stats",), ("verify",), ("export",))),
    ],
)
def test_damage_before_the_rounds_is_said_whatever_is_asked(
    tmp_path: Path, words: tuple[str, ...], is_indexed: bool
) -> None:
    of_golden(tmp_path)
    if is_indexed:
        assert journal(tmp_path, "search").exit_code == 0
    by_hand(tmp_path, "DROP TRIGGER events_update", "UPDATE events SET day = '2020-01-01' WHERE sequence = 3")
    done = journal(tmp_path, *words)
    assert done.exit_code == 1
    assert done.stderr.startswith("The journal is damaged: event 3 does not follow from the one before.")
    assert len(done.stderr.splitlines()) == 1


def test_damage_that_quotes_many_lines_is_one_sentence(tmp_path: Path) -> None:
    of_golden(tmp_path)
    whole = (tmp_path / "journal.db").read_bytes()
    (tmp_path / "journal.db").write_bytes(whole.replace(b"INTEGER NOT NULL CHECK", b"[NTEGER NOT NULL CHECK", 1))
    done = journal(tmp_path, "verify")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("The journal is damaged: malformed database schema (events)")
    assert len(done.stderr.splitlines()) == 1


def test_a_journal_that_another_program_locks_is_said_to_be_locked(tmp_path: Path) -> None:
    of_golden(tmp_path)
    connection = sqlite3.connect(tmp_path / "journal.db", isolation_level=None)
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("BEGIN EXCLUSIVE")
    try:
        done = journal(tmp_path, "verify")
    finally:
        connection.close()
    assert (done.exit_code, done.stdout) == (2, "")
    assert (
        done.stderr
        == f"{tmp_path / 'journal.db'} is locked by another program. Close what has it open, then try again.\n"
    )


def test_without_a_folder_it_is_that_of_this_account(tmp_path: Path) -> None:
    environment = {**os.environ, "HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")}
    line = [sys.executable, "-m", "dealer_app", "journal", "verify"]
    done = subprocess.run(line, capture_output=True, text=True, check=False, env=environment, cwd=ROOT)
    assert done.returncode == 2
    assert done.stderr.startswith("There is no folder ")
    assert "dealer-station" in done.stderr


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("fault", JournalFault)
def test_every_fault_has_its_words_whatever_is_known_of_it(language: Language, fault: JournalFault) -> None:
    words = Words.load(language)
    assert words.journal(JournalError(fault))
    told = words.journal(JournalError(fault, {"folder": "D:/data", "reason": "why"}))
    places = {place.fact for place in words.sections["journal"][fault.value].slots}
    assert ("D:/data" in told) == bool({"folder", "file"} & places)

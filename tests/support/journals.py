"""Makes journals for tests, and the decisions of the golden rounds as the table came to them."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner
from msgspec import Struct

from dealer_app.cli import main, play
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.events import Event
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.journal import making, store
from dealer_app.journal.codec import encode
from dealer_app.journal.head_file import HeadFile
from dealer_app.journal.journal import Journal
from dealer_app.journal.record import Record, Written
from dealer_app.play.session import Session
from tests.support.traces import Script, scripts

WRITTEN = Written(day="2026-01-31", utc=1_769_817_600_000_000, offset=480, counter=5, badge="D1", position="dealer")

Happened = tuple[Event, ...]


def record(name: str, body: str = "{}") -> Record:
    return Record(name=name, version=1, body=body)


def sqlite_journal(folder: Path) -> store.SqliteJournal:
    """A new journal in a folder, or the one that is there, as it is."""
    if not (folder / "journal.db").exists():
        making.make_journal(folder)
    return store.SqliteJournal(folder, store.writable(folder), HeadFile(folder))


class Played(Struct, frozen=True):
    """A golden script as it was played: its commands with what each came to, and where it ended."""

    given: tuple[Command, ...]
    happened: tuple[Happened, ...]
    rules: Rules
    state: TableState


@cache
def played(script: Script) -> Played:
    kept: list[tuple[Command, Happened]] = []
    sessions: list[Session] = []

    class Recording(Session):
        def give(self, command: Command) -> Happened | Refusal:
            if not sessions:
                sessions.append(self)
            happened = super().give(command)
            if not isinstance(happened, Refusal):
                kept.append((command, happened))
            return happened

    with patch.object(play, "Session", Recording):
        result = CliRunner().invoke(main, ["play", *script.options, "--script", str(script.path)])
    assert isinstance(result.exception, SystemExit | None), f"{script.name}: {result.exception}"
    session = sessions[0]
    given, happened = zip(*kept, strict=True)
    return Played(given, happened, session.rules, session.state)


def decisions_of(script: Script) -> tuple[tuple[Happened, ...], TableState]:
    """Every decision of a golden script, and the state in which it ends."""
    return played(script).happened, played(script).state


@cache
def all_decisions() -> tuple[Happened, ...]:
    """Every decision of every golden script, in the order of their names."""
    return tuple(happened for script in scripts() for happened in decisions_of(script)[0])


def write(journal: Journal, decisions: Iterable[Sequence[Event]], written: Written = WRITTEN) -> None:
    for happened in decisions:
        journal.append([encode(event) for event in happened], written)

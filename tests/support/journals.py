"""Makes journals for tests, and the decisions of the golden rounds as the table came to them."""

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from unittest.mock import patch

from click.testing import CliRunner
from msgspec import Struct

from dealer_app.cli import main, play
from dealer_app.domain.round.events import Event
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command, TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.journal import store
from dealer_app.journal.codec import encode
from dealer_app.journal.heads import HeadFile
from dealer_app.journal.records import DecisionContext, Journal, Record
from dealer_app.scripts.session import PlaySession
from tests.support.traces import Script, read_scripts

WRITTEN = DecisionContext(
    day="2026-01-31", utc=1_769_817_600_000_000, offset=480, counter=5, badge="D1", position="dealer"
)

Happened = tuple[Event, ...]


def record(name: str, body: str = "{}") -> Record:
    return Record(name=name, version=1, body=body)


def sqlite_journal(folder: Path) -> store.SqliteJournal:
    """A new journal in a folder, or the one that is there, as it is."""
    if not (folder / "journal.db").exists():
        store.create_journal(folder)
    return store.SqliteJournal(folder, store.open_writable(folder), HeadFile(folder))


class PlayedScript(Struct, frozen=True):
    """A golden script as it was played: its commands with what each came to, and where it ended."""

    given: tuple[Command, ...]
    happened: tuple[Happened, ...]
    rules: Rules
    state: TableState
    refused: tuple[Refusal, ...] = ()


@cache
def play_script(script: Script) -> PlayedScript:
    kept: list[tuple[Command, Happened]] = []
    sessions: list[PlaySession] = []
    refused: list[Refusal] = []

    class Recording(PlaySession):
        def give_command(self, command: Command) -> Happened | Refusal:
            if not sessions:
                sessions.append(self)
            happened = super().give_command(command)
            if isinstance(happened, Refusal):
                refused.append(happened)
            else:
                kept.append((command, happened))
            return happened

    with patch.object(play, "PlaySession", Recording):
        result = CliRunner().invoke(main, ["play", *script.options, "--script", str(script.path)])
    assert isinstance(result.exception, SystemExit | None), f"{script.name}: {result.exception}"
    session = sessions[0]
    given, happened = zip(*kept, strict=True)
    return PlayedScript(given, happened, session.rules, session.state, tuple(refused))


def script_decisions(script: Script) -> tuple[tuple[Happened, ...], TableState]:
    """Every decision of a golden script, and the state in which it ends."""
    return play_script(script).happened, play_script(script).state


@cache
def all_decisions() -> tuple[Happened, ...]:
    """Every decision of every golden script, in the order of their names."""
    return tuple(happened for script in read_scripts() for happened in script_decisions(script)[0])


def write(journal: Journal, decisions: Iterable[Sequence[Event]], written: DecisionContext = WRITTEN) -> None:
    for happened in decisions:
        journal.append([encode(event) for event in happened], written)

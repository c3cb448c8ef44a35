"""While the station plays somebody is at its journal: the round that has just ended is read back, and play stops."""

import sqlite3
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app.domain.round.commands import NoMoreBets
from dealer_app.domain.round.events import RoundConcluded
from dealer_app.journal import schema
from dealer_app.journal.reader import DATABASE, open_reader
from dealer_app.journal.records import Head, entry_hash
from dealer_app.journal.recovery import recover
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault
from dealer_app.station import watches
from dealer_app.station.watches import follow_chain
from tests.support.house_run import FOLDING, find_script, run_house
from tests.support.journals import PlayedScript, play_script
from tests.support.live_station import StaffedStation

Attack = Callable[[sqlite3.Connection, int], object]


def edit(connection: sqlite3.Connection, at: int) -> None:
    connection.execute("UPDATE events SET badge = 'X9' WHERE sequence = ?", (at,))


def no_text(connection: sqlite3.Connection, at: int) -> None:
    connection.execute("UPDATE events SET badge = CAST(x'ff' AS TEXT) WHERE sequence = ?", (at,))


def delete(connection: sqlite3.Connection, at: int) -> None:
    connection.execute("DELETE FROM events WHERE sequence = ?", (at,))


def cut(connection: sqlite3.Connection, at: int) -> None:
    connection.execute("DELETE FROM events WHERE sequence >= ?", (at,))


def forge(connection: sqlite3.Connection, at: int) -> None:
    """Hashes that fit, from the changed event to the last: what the station writes after it follows from another."""
    rows = connection.execute("SELECT * FROM events WHERE sequence >= ? ORDER BY sequence", (at - 1,)).fetchall()
    before, badge = rows[0][-1], schema.ENTRY_COLUMNS.index("badge")
    for row in rows[1:]:
        fields = (*row[:badge], "X9", *row[badge + 1 : -1])
        before = entry_hash(before, fields)
        connection.execute("UPDATE events SET badge = 'X9', hash = ? WHERE sequence = ?", (before, fields[0]))


def tampered(folder: Path, attack: Attack, at: int) -> None:
    """By another program of the same account, with the triggers gone and each statement durable."""
    connection = sqlite3.connect(folder / DATABASE, isolation_level=None)
    for (trigger,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {trigger}")
    attack(connection, at)
    connection.close()


def to_the_end(house: StaffedStation, known: PlayedScript, start: int) -> int:
    """Plays until a round has ended; up to which command that was."""
    for number, command in enumerate(known.given[start:], start=start):
        if any(isinstance(event, RoundConcluded) for event in house.check_done(house.play(command, known.rules))):
            return number + 1
    raise AssertionError("no round has ended")


@pytest.mark.assurance("A8")
@pytest.mark.parametrize("attack", [edit, no_text, delete, cut, forge])
def test_a_round_at_which_somebody_was_stops_play(folder: Path, attack: Attack) -> None:
    known = play_script(find_script("v4-natural"))
    cards = 2 + next(at for at, command in enumerate(known.given) if isinstance(command, NoMoreBets))
    with run_house(folder) as house:
        house.play_all(known.given[:cards], known.rules)
        at = house.station.journal.head().sequence - 3
        tampered(folder, attack, at)
        to_the_end(house, known, cards)
        with pytest.raises(DamagedError):
            house.begin_session("M1")
        with pytest.raises(DamagedError) as raised:
            house.begin_session("M2")
        # What was forged follows from the one before it; what the station wrote behind it does not.
        assert raised.value.last_verified == (at + 3 if attack is forge else at - 1)
    with pytest.raises(DamagedError):
        recover(folder, FOLDING)


@pytest.mark.assurance("A8")
def test_each_event_is_read_back_once(folder: Path) -> None:
    """Nobody is kept waiting by what is older."""
    known = play_script(find_script("ip-impossible-card-foreign"))
    followed: list[tuple[Head, Head]] = []

    def noted(folder: Path, after: Head) -> Head:
        found = follow_chain(folder, after)
        followed.append((after, found))
        return found

    with run_house(folder) as house, patch.object(watches, "follow_chain", noted):
        house.play_all(known.given, known.rules)
    assert len(followed) > 3
    assert all(before[1] == after[0] for before, after in pairwise(followed))
    assert all(after.sequence < found.sequence for after, found in followed)


@pytest.mark.assurance("A8")
def test_a_file_that_cannot_be_asked_now_is_no_damage(folder: Path) -> None:
    known = play_script(find_script("v4-natural"))

    def locked(*_: object, **__: object) -> None:
        raise JournalError(JournalFault.LOCKED)

    with run_house(folder) as house:
        with patch.object(watches, "follow_chain", locked):
            start = to_the_end(house, known, 0)
        house.play_all(known.given[start:], known.rules)
        house.begin_session("M1")
        head = house.station.journal.head()
    reader = open_reader(folder)
    assert reader.head() == head
    reader.close()

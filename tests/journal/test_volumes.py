"""A journal that is cut into volumes at its resting places tells the same as the uncut one, wherever it is cut."""

import json
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.journal.codec import encode
from dealer_app.journal.heads import HeadFile
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import Head, Journal, JournalBegan, chain_entries, is_broken_link
from dealer_app.journal.recovery import recover, verify_all
from dealer_app.journal.schema import OLDEST_VERSION
from dealer_app.journal.store import MemoryJournal, SqliteJournal, create_journal, open_writable
from dealer_app.journal_errors import DamagedError
from dealer_app.station.snapshot import carry_state, read_carried_state
from dealer_app.station.state import StationState
from dealer_app.station_window import HeadNotice, read_recent_history
from dealer_app.texts import Language, language_pair
from tests.journal.cut_journals import Uncut, cut_volumes, lay_uncut
from tests.journal.volume_comparison import EVERY, compare_volumes, look_back
from tests.support.house_run import FOLDING
from tests.support.journal_damage import by_hand
from tests.support.journals import WRITTEN, record
from tests.support.long_tests import examples
from tests.support.quick_folder import quick_folder

KEPT = Path(__file__).with_name("carried_state.json")
SITTINGS = (
    "ts-normal",
    # Makes the round of the sitting before void, which is in another volume if it is cut there.
    "ts-damaged-dice-back-again",
    "v4-natural",
    "mbs-carried-card-seen",
    "ip-insurance-after-four",
    "ts-left-at-a-place-without-a-bet",
    "v4-sealed-cards-burned",
    "ts-power-failure-void",
    "mbs-left-with-card",
    "v4-claim",
    "v4-outage",
    "ts-normal",
)


@pytest.fixture(scope="module")
def uncut() -> Iterator[Uncut]:
    with quick_folder() as place:
        yield lay_uncut(place / "journal", SITTINGS)


@examples(5)
@given(data=st.data())
def test_wherever_it_is_cut_it_tells_the_same(uncut: Uncut, data: st.DataObject) -> None:
    compare_volumes(uncut, data.draw(st.sets(st.sampled_from(uncut.resting), min_size=1)))


def test_so_it_does_cut_at_every_resting_place(uncut: Uncut) -> None:
    compare_volumes(uncut, set(uncut.resting))


def test_nothing_that_was_sealed_is_in_a_new_volume(uncut: Uncut, tmp_path: Path) -> None:
    cut_volumes(uncut, {uncut.resting[-1]}, tmp_path / "volumes")
    for folder, holds in ((tmp_path / "volumes", False), (tmp_path / "volumes" / "volume-0001", True)):
        reader = open_reader(folder)
        try:
            sealed = reader.connection.execute("SELECT count(*) FROM sealed").fetchone()[0]
            assert bool(sealed) == holds
        finally:
            reader.close()


def test_a_window_remembers_the_sitting_as_ever(uncut: Uncut, tmp_path: Path) -> None:
    cut_volumes(uncut, {uncut.resting[-2]}, tmp_path / "volumes")
    reader = open_reader(tmp_path / "volumes")
    try:
        last = reader.head().sequence
    finally:
        reader.close()
    history, chronicle = read_recent_history(tmp_path / "volumes", last)
    whole = read_recent_history(uncut.folder, uncut.resting[-1])
    assert history == whole[0]
    rounds = recover(uncut.folder, FOLDING).state.table.rounds
    assert len(chronicle.round_events(rounds)) > 1
    assert all(chronicle.round_events(number) == whole[1].round_events(number) for number in range(1, rounds + 1))


# A volume by itself

LAST = Head(400, bytes(range(32)))


def volume_after(folder: Path) -> SqliteJournal:
    create_journal(folder, LAST)
    return SqliteJournal(folder, open_writable(folder), HeadFile(folder), LAST)


@pytest.mark.parametrize("kind", ["sqlite", "memory"])
def test_a_volume_goes_on_after_the_one_before(tmp_path: Path, kind: str) -> None:
    journal: Journal = volume_after(tmp_path) if kind == "sqlite" else MemoryJournal(LAST)
    try:
        assert journal.head() == LAST
        journal.append([record("one"), record("two")], WRITTEN)
        journal.append([record("snapshot-taken")], WRITTEN)
        assert [(entry.sequence, entry.decision) for entry in journal.entries()] == [(401, 401), (402, 401), (403, 403)]
        assert [entry.sequence for entry in journal.entries(402, 402)] == [402]
        assert list(journal.entries(1, 400)) == []
        assert not is_broken_link(next(iter(journal.entries())), LAST)
        latest = journal.latest("snapshot-taken")
        assert latest is not None
        assert latest.sequence == 403
        assert journal.latest("snapshot-taken", 402) is None
    finally:
        journal.close()


@pytest.mark.parametrize("sequence", [1, 400, 402])
def test_no_other_event_can_be_its_first(tmp_path: Path, sequence: int) -> None:
    journal = volume_after(tmp_path)
    try:
        entry = chain_entries(Head(sequence - 1, bytes(32)), [record("one")], WRITTEN)[0]
        with pytest.raises(sqlite3.IntegrityError):
            journal.connection.execute(f"INSERT INTO events VALUES ({', '.join('?' * 12)})", entry)  # noqa: S608
    finally:
        journal.close()


@pytest.mark.parametrize(
    ("previous", "hash_"),
    [(400, "00" * 32), (399, LAST.hash.hex()), (400, "not hexadecimal"), (400, "00"), (400, "")],
)
def test_a_first_event_that_names_another_head_is_found(tmp_path: Path, previous: int, hash_: str) -> None:
    began = JournalBegan(station="T1", previous_sequence=previous, previous_hash=hash_, volume=2)
    journal = volume_after(tmp_path)
    journal.append([encode(began)], WRITTEN)
    journal.close()
    with pytest.raises(DamagedError):
        verify_all(tmp_path)
    with pytest.raises(DamagedError):
        recover(tmp_path, FOLDING)


def test_a_journal_without_its_beginning_is_no_volume(uncut: Uncut, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(uncut.folder, tmp_path / "cut"))
    by_hand(folder, "DROP TRIGGER events_delete", "DELETE FROM events WHERE sequence < 20")
    with pytest.raises(DamagedError, match="event 1 "):
        recover(folder, FOLDING)


def test_a_program_that_knows_no_volumes_does_not_read_one(tmp_path: Path) -> None:
    journal = volume_after(tmp_path)
    try:
        (version,) = journal.connection.execute("PRAGMA user_version").fetchone()
    finally:
        journal.close()
    assert version > OLDEST_VERSION


@pytest.mark.parametrize("missing", [(), ("volume-0001",)])
def test_a_window_says_what_is_missing(missing: tuple[str, ...]) -> None:
    seen = HeadNotice(known=LAST, missing=missing)
    for language in Language:
        shown = seen.line(language_pair(language, Language.EN)).first
        assert ("volume-0001" in shown) == bool(missing)
        assert str(LAST.sequence) in shown


# What is carried can be read for ever


def test_a_carried_state_of_this_day_is_read_by_every_later_program() -> None:
    """The file is never written again: a later form of the state says how this one becomes it."""
    state = read_carried_state(KEPT.read_text(encoding="utf-8"))
    assert state.station == "T1"
    assert state.table.rounds > len(SITTINGS) - 4
    assert {"M1", "M2"} <= state.people.accounts.keys()
    assert state.confirmed
    assert state.table.history


def test_parts_that_an_older_program_did_not_know_are_as_they_begin() -> None:
    wire = json.loads(KEPT.read_text(encoding="utf-8"))
    del wire["state"]["by_hand"], wire["state"]["people"]["too_soon"]
    state = read_carried_state(json.dumps(wire))
    assert state.by_hand == StationState().by_hand
    assert not state.people.too_soon


def test_what_is_carried_is_read_back_as_it_was(uncut: Uncut) -> None:
    state = recover(uncut.folder, FOLDING).state
    assert read_carried_state(carry_state(state).state) == state


def test_a_volume_that_is_not_there_is_passed_over(uncut: Uncut, tmp_path: Path) -> None:
    folder = tmp_path / "volumes"
    cut_volumes(uncut, set(uncut.resting[:2]), folder)
    shutil.rmtree(folder / "volume-0001")
    with look_back(uncut.folder) as whole, look_back(folder) as rest:
        later = [recalled.number for recalled in rest.recall_last(EVERY)]
        assert later == [recalled.number for recalled in whole.recall_last(EVERY)][: len(later)]
        assert 1 not in later

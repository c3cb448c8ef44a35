"""Looking back into what a real station wrote: people, approvals, documents and rounds in one journal."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest

from dealer_app.journal.backup import make_backup, restore_backup
from dealer_app.journal.export import EntrySpan, ExportFormat, count_stats, export_entries
from dealer_app.journal.index import Index
from dealer_app.journal.reader import Reader, current_round_start, last_public_sequence, open_reader
from dealer_app.journal.recall import RecalledRound, RoundInPlayError, recall_round
from dealer_app.journal.recovery import recover
from dealer_app.journal.search import RoundQuery, search_rounds
from dealer_app.station.fold import station_fold_method
from tests.support.journals import play_script, sqlite_journal
from tests.support.live_station import StaffedStation
from tests.support.traces import Script, read_scripts

FOLDING = station_fold_method("test")


def written(folder: Path, script: Script) -> StaffedStation:
    """The script, played at a station whose journal is on the disk."""
    known, journal = play_script(script), sqlite_journal(folder)
    house = StaffedStation(journal)
    house.play_all(known.given, known.rules)
    journal.close()
    return house


class Looking:
    """A journal, opened to look back."""

    def __init__(self, folder: Path) -> None:
        self.reader: Reader = open_reader(folder)
        self.index = Index(folder, self.reader)
        self.index.update()

    def recall(self, number: int) -> RecalledRound:
        (found,) = recall_round(self.reader, self.index, number)
        return found

    def close(self) -> None:
        self.index.close()
        self.reader.close()


def with_approval() -> Script:
    """One that is decided by a supervisor and ends in a round that is over."""
    return next(
        script
        for script in read_scripts()
        if "approve" in script.path.read_text(encoding="utf-8") and play_script(script).state.round is None
    )


@pytest.fixture
def house(tmp_path: Path) -> StaffedStation:
    return written(tmp_path, with_approval())


@pytest.fixture
def looking(tmp_path: Path, house: StaffedStation) -> Iterator[Looking]:
    del house
    opened = Looking(tmp_path)
    yield opened
    opened.close()


@pytest.mark.assurance("A49")
def test_recall_names_the_document_the_people_and_what_they_approved(house: StaffedStation, looking: Looking) -> None:
    one = looking.recall(1)
    book = house.station.state.book
    assert book is not None
    assert one.game == book.game
    assert looking.recall(house.station.state.table.rounds).round == house.station.state.table.last
    asked = [step for step in one.steps if step.entry.name == "approval-asked"]
    given = [step for step in one.steps if step.entry.name == "approval-given"]
    assert asked
    assert given
    assert all(step.words.startswith(f"{step.entry.name} {{") for step in asked + given)
    assert {step.entry.position for step in given} == {"pit-supervisor"}


@pytest.mark.assurance("A47")
def test_search_finds_who_decided(looking: Looking) -> None:
    given = next(step for step in looking.recall(1).steps if step.entry.name == "approval-given")
    answer = search_rounds(looking.reader, looking.index, RoundQuery(person=given.entry.badge))
    assert [one.number for one in answer.rounds] == [1]
    assert not search_rounds(looking.reader, looking.index, RoundQuery(person="M2")).rounds


@pytest.mark.assurance("A37")
def test_stats_name_who_decided_what(tmp_path: Path, looking: Looking) -> None:
    found = count_stats(tmp_path, looking.reader)
    given = next(step for step in looking.recall(1).steps if step.entry.name == "approval-given")
    assert found.overrides[given.entry.badge, "approval-given"] >= 1
    assert found.overrides["M2", "approval-given"] > 1


def test_no_secret_is_in_an_export(looking: Looking) -> None:
    out = io.StringIO()
    export_entries(looking.reader, out, ExportFormat.JSON, EntrySpan(1, last_public_sequence(looking.reader)))
    secrets = [value for (value,) in looking.reader.connection.execute("SELECT value FROM secrets")]
    assert len(secrets) > 3
    assert not any(secret in out.getvalue() for secret in secrets)


@pytest.mark.assurance("A10")
def test_what_is_restored_folds_to_the_same_station(tmp_path: Path, house: StaffedStation) -> None:
    made = make_backup(tmp_path, tmp_path / "backups")
    restore_backup(made.folder, tmp_path / "new", FOLDING)
    assert recover(tmp_path / "new", FOLDING).state == house.station.state


def test_the_round_that_a_station_is_playing_is_the_one_that_is_not_shown(tmp_path: Path) -> None:
    """For the whole of a script, what the names say is what the fold says."""
    known = play_script(with_approval())
    journal = sqlite_journal(tmp_path)
    house = StaffedStation(journal)
    looking = Looking(tmp_path)
    shown, hidden = 0, 0
    for command in known.given:
        house.check_done(house.play(command, known.rules))
        on = house.station.state.table.round
        assert (current_round_start(looking.reader, journal.head().sequence) is None) == (on is None)
        looking.index.update()
        if on is not None:
            hidden += 1
            with pytest.raises(RoundInPlayError):
                looking.recall(on.number)
        elif house.station.state.table.last is not None:
            shown += 1
            assert looking.recall(house.station.state.table.last.number).round == house.station.state.table.last
    assert hidden > 3
    assert shown
    looking.close()
    journal.close()

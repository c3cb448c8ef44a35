"""A snapshot is a cache: one that cannot be read is as good as none, and the announced one is kept."""

from pathlib import Path

import pytest

from dealer_app.domain.values import replace
from dealer_app.journal import recovery
from dealer_app.journal.codec import encode
from dealer_app.journal.records import SnapshotTaken
from dealer_app.journal.recovery import recover
from dealer_app.station.snapshot import snapshot_bytes
from dealer_app.station.state import StationState
from dealer_app.station_events import StationStarted
from tests.support.house_run import FOLDING
from tests.support.journals import WRITTEN, sqlite_journal

STARTED = StationStarted(station="T1", program="test", rulebooks="")

NOT_READ = [b"", b"no JSON", b"[]", b"[1]", b"null", b'{"tables":{}}', b'{"table":7}', b'"\xff"', b"[" * 100_000]


@pytest.mark.assurance("A10")
@pytest.mark.parametrize("content", NOT_READ, ids=range(len(NOT_READ)))
def test_a_snapshot_that_was_announced_and_cannot_be_read_is_as_good_as_none(folder: Path, content: bytes) -> None:
    """Of the same program by its version, and of another shape all the same."""
    journal = sqlite_journal(folder)
    (made,) = journal.append([encode(STARTED)], WRITTEN)
    true = recover(folder, FOLDING).state
    through = made.sequence
    digest = recovery.write_snapshot(folder, through, content)
    journal.append([encode(SnapshotTaken(through=through, digest=digest, program=FOLDING.program))], WRITTEN)
    journal.close()
    assert recover(folder, FOLDING).state == true != StationState()


def test_a_snapshot_that_can_be_read_spares_folding_what_it_holds(folder: Path) -> None:
    """So the tests above do not pass for want of ever reading one."""
    journal = sqlite_journal(folder)
    (made,) = journal.append([encode(STARTED)], WRITTEN)
    other = replace(recover(folder, FOLDING).state, station="T2")
    digest = recovery.write_snapshot(folder, made.sequence, snapshot_bytes(other))
    journal.append([encode(SnapshotTaken(through=made.sequence, digest=digest, program=FOLDING.program))], WRITTEN)
    journal.close()
    assert recover(folder, FOLDING).state == other


def test_the_announced_snapshot_outlives_those_that_were_cut_off_before_they_were(folder: Path) -> None:
    journal = sqlite_journal(folder)

    def write(through: int, *, announce: bool) -> None:
        digest = recovery.write_snapshot(folder, through, snapshot_bytes(StationState()))
        recovery.drop_old_snapshots(folder)
        if announce:
            journal.append([encode(SnapshotTaken(through=through, digest=digest, program="test"))], WRITTEN)

    def there() -> list[int]:
        return [through for through in range(1, 30) if recovery.snapshot_path(folder, through).exists()]

    write(3, announce=True)
    write(5, announce=True)
    for through in (7, 8, 9):
        write(through, announce=False)
    assert there() == [5, 8, 9]
    write(11, announce=True)
    assert there() == [5, 9, 11]
    write(12, announce=True)
    assert there() == [11, 12]
    journal.close()

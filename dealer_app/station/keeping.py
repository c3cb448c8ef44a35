"""What the station does for its journal between rounds: snapshots, and the marks of what was verified."""

from pathlib import Path

from dealer_app.journal import snapshots
from dealer_app.journal.facts import JournalVerified, SnapshotTaken
from dealer_app.journal.journal import Journal
from dealer_app.journal.record import Head
from dealer_app.station.sealed_state import can_be_kept
from dealer_app.station.snapshot import snapshot
from dealer_app.station.state import StationState

EVERY = 2_000
"""Entries between two snapshots: about what is folded again after a power cut, at most."""


class Keeper:
    """Knows when a snapshot is due. It writes none by itself in the middle of a round."""

    def __init__(self, folder: Path, program: str, journal: Journal) -> None:
        self._folder = folder
        self._program = program
        self._journal = journal
        last = journal.latest("snapshot-taken")
        self._through = 0 if last is None else last.sequence

    def due(self, state: StationState) -> bool:
        return state.table.round is None and self._journal.head().sequence - self._through >= EVERY

    def take(self, state: StationState) -> SnapshotTaken | None:
        """Writes the snapshot; the event announces it, and has to be written before it counts.

        None where the disk does not take it, or while something lies face down that it would tell: it only spares a
        start some time, and nobody is troubled for it.
        """
        if not can_be_kept(state, self._journal.sealed):
            return None
        self._through = self._journal.head().sequence
        try:
            digest = snapshots.write(self._folder, self._through, snapshot(state))
            snapshots.drop_old(self._folder)
        except OSError:
            return None
        return SnapshotTaken(through=self._through, digest=digest, program=self._program)


def verified(head: Head) -> JournalVerified:
    """Says in the journal itself how far its chain was followed."""
    return JournalVerified(through=head.sequence, hash=head.hash.hex())

"""The station's own backups: begun when they are due, written in the journal when they are whole, and missed aloud.

The work is on another thread (`journal.backup_work`); here is what follows from the journal, and what goes into it.
"""

from pathlib import Path

from dealer_app.clock import Timestamp
from dealer_app.domain.plain_text import visible_text
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.journal.backup_work import BackupOutcome, BackupWork, Cleared, Copied, Hindered
from dealer_app.journal.records import Head
from dealer_app.people.authority import find_authority
from dealer_app.people.positions import Position
from dealer_app.station.backups import BackupState, is_backup_due
from dealer_app.station.core import Core, Done, Proof
from dealer_app.station.transaction import STATION_AUTHOR, Author, Transaction
from dealer_app.station_events import BackupAlarmSeen, BackupFailed, BackupMade, BackupsRemoved, NoBackup, StationEvent

_PATIENCE_MILLISECONDS = 3_000
"""So long a stop waits for a copy: then it is made after the next start."""
_LONGEST_DETAIL = 200


class BackupDesk:
    """`look` is called now and then; without a `work` to do it nothing is ever begun."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._work: BackupWork | None = None
        self._place = ""
        """Where what is under way is made: the plan may have become another meanwhile."""
        self._begun: tuple[Timestamp, int] | None = None
        """When the copy that is under way was begun, and how many times a table had closed by then."""

        self._cleared_for = ""
        """The latest copy when it was last tried to remove what is too much: once for each, whatever came of it."""

    def use_work(self, work: BackupWork) -> None:
        """From now on copies are made by this."""
        self._work = work

    def run_due(self) -> Done:
        """Takes what has ended, and begins what is due."""
        if self._work is None or not self._core.state.running:
            return ()
        done = self._record_outcome(self._work)
        if not self._work.is_busy:
            self._begin(self._work)
        return done

    def finish_due(self) -> None:
        """Before a stop: what is due is made now, if that takes no longer than a moment."""
        if self._work is None:
            return
        # What has ended before; then the copy; then the older ones that are too many by it.
        for _ in range(3):
            self.run_due()
            self._work.wait(_PATIENCE_MILLISECONDS)
            if self._work.is_running:
                self._work.abandon()
                return
        self._record_outcome(self._work)

    def close(self) -> None:
        """What is under way is given up; the journal says that it is due."""
        if self._work is not None:
            self._work.close()

    def acknowledge(self, proof: Proof) -> Done | Refusal:
        """Who is in charge knows that copies are not made; it stays so until something else goes wrong, or a start."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        state, in_charge = self._core.state, self._core.around.positions.equal_or_higher(Position.PIT_SUPERVISOR)
        held = find_authority(state.people, badge, in_charge, self._core.now())
        if held is None:
            return simple_refusal("backup-in-charge", HOUSE_POLICY)
        failed = state.backups.alarm
        if failed is None:
            return simple_refusal("no-backup-alarm", HOUSE_POLICY)
        draft = Transaction(state)
        draft.add([BackupAlarmSeen(why=failed.why)])
        return self._core.commit(draft, Author(badge, held.position.value))

    def _begin(self, work: BackupWork) -> None:
        backups, now = self._core.state.backups, self._core.now()
        if is_backup_due(backups, now):
            self._place, self._begun = backups.place, (now, backups.closings)
            work.copy(Path(backups.place), backups.mark)
        elif backups.place and len(backups.made) > backups.most and backups.made[-1].name != self._cleared_for:
            self._clear(work, backups)

    def _clear(self, work: BackupWork, backups: BackupState) -> None:
        self._place, self._begun, self._cleared_for = backups.place, None, backups.made[-1].name
        made = [(copy.name, Head(copy.sequence, bytes.fromhex(copy.hash))) for copy in backups.made]
        work.clear(Path(backups.place), backups.mark, made, backups.most)

    def _record_outcome(self, work: BackupWork) -> Done:
        outcome = work.take()
        if outcome is None or self._place != self._core.state.backups.place:
            return ()
        if isinstance(outcome, Cleared) and not (outcome.removed or outcome.unknown):
            return ()
        draft = Transaction(self._core.state)
        draft.add([self._outcome_event(outcome)])
        return self._core.commit(draft, STATION_AUTHOR)

    def _outcome_event(self, outcome: BackupOutcome) -> StationEvent:
        now = self._core.now()
        match outcome:
            case Copied(name=name, head=head):
                assert self._begun is not None, "a copy was begun"
                begun, closings = self._begun
                return BackupMade(
                    place=self._place,
                    name=name,
                    sequence=head.sequence,
                    hash=head.hash.hex(),
                    begun=begun.utc,
                    counter=begun.counter,
                    closings=closings,
                )
            case Cleared(removed=removed, unknown=unknown):
                return BackupsRemoved(place=self._place, removed=removed, unknown=unknown)
            case Hindered(by=why, detail=detail):
                said = visible_text(detail)[:_LONGEST_DETAIL]
                # What ended with the removal was no copy: that one is there.
                why = NoBackup.NOT_REMOVED if self._begun is None else why
                return BackupFailed(place=self._place, why=why, detail=said, at=now.utc, counter=now.counter)

"""The copies of the journal that the station makes by itself: where, how often, which there are, and what went wrong.

All of it is a fold of the journal, so that the next one is due at the same time after a start as without it.
"""

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.values import replace
from dealer_app.station_events import (
    BackupAlarmSeen,
    BackupFailed,
    BackupMade,
    BackupsPlanned,
    BackupsRemoved,
    NoBackup,
)

MOST_HOURS, MOST_KEPT = 168, 100
AT_CLOSE = 0
"""In place of hours: whenever a table has closed."""
HOUR = 3_600_000_000
RETRY_TIME = HOUR // 4
"""After so long what failed is tried again."""

BackupEvent = BackupsPlanned | BackupMade | BackupFailed | BackupsRemoved | BackupAlarmSeen


class BackupCopy(Struct, frozen=True, kw_only=True):
    """One that was made and verified, by its name within the place."""

    name: str
    sequence: int
    hash: str


class BackupAttempt(Struct, frozen=True, kw_only=True):
    """When a copy was begun, or failed: by the wall clock, and by the counter that nobody can set."""

    at: int
    counter: int


class BackupState(Struct, frozen=True, kw_only=True):
    """What two people have planned, and what came of it."""

    place: str = ""
    """Empty while none are made."""
    mark: str = ""
    hours: int = AT_CLOSE
    most: int = 0
    made: tuple[BackupCopy, ...] = ()
    """Those at this place, the latest last."""
    tried: BackupAttempt | None = None
    """The last time at this place."""
    closings: int = 0
    covered: int = 0
    """So many closings of a table are in the last copy."""
    failed: BackupFailed | None = None
    """What went wrong last, until it is put right."""
    seen: bool = False
    """Whether who is in charge knows it."""

    @property
    def alarm(self) -> BackupFailed | None:
        """What has to stay on the screen."""
        return None if self.seen else self.failed


def is_valid_plan(hours: int, most: int) -> bool:
    return AT_CLOSE <= hours <= MOST_HOURS and 1 <= most <= MOST_KEPT


def is_backup_due(backups: BackupState, now: Timestamp) -> bool:
    """A clock that was set back does not put it off, and neither does one that has stopped."""
    if not backups.place:
        return False
    if backups.tried is None:
        return True
    if backups.failed is not None and backups.failed.why is not NoBackup.NOT_REMOVED:
        return _has_time_passed(backups.tried, now, RETRY_TIME)
    if backups.hours == AT_CLOSE:
        return backups.closings > backups.covered
    return _has_time_passed(backups.tried, now, backups.hours * HOUR)


def _has_time_passed(since: BackupAttempt, now: Timestamp, wait: int) -> bool:
    return not 0 <= now.utc - since.at < wait or now.counter - since.counter >= wait


def reset_alarm(before: BackupState) -> BackupState:
    """A start says again what is still wrong: who knew of it may be somebody else."""
    return replace(before, seen=False) if before.seen else before


def count_closing(before: BackupState) -> BackupState:
    return replace(before, closings=before.closings + 1)


def apply_backup_event(before: BackupState, event: BackupEvent) -> BackupState:
    """What was planned, and how it goes."""
    match event:
        case BackupsPlanned():
            return _apply_plan(before, event)
        case BackupMade():
            # An older one that could not be removed is still there.
            stays = before.failed is not None and before.failed.why is NoBackup.NOT_REMOVED
            return replace(
                before,
                made=(*before.made, BackupCopy(name=event.name, sequence=event.sequence, hash=event.hash)),
                tried=BackupAttempt(at=event.begun, counter=event.counter),
                covered=event.closings,
                failed=before.failed if stays else None,
                seen=before.seen and stays,
            )
        case BackupFailed():
            same = before.failed is not None and before.failed.why is event.why
            kept = (
                before.tried if event.why is NoBackup.NOT_REMOVED else BackupAttempt(at=event.at, counter=event.counter)
            )
            return replace(before, failed=event, seen=before.seen and same, tried=kept)
        case BackupsRemoved():
            gone = frozenset((*event.removed, *event.unknown))
            solved = before.failed is not None and before.failed.why is NoBackup.NOT_REMOVED
            return replace(
                before,
                made=tuple(copy for copy in before.made if copy.name not in gone),
                failed=None if solved else before.failed,
                seen=before.seen and not solved,
            )
        case BackupAlarmSeen():
            return replace(before, seen=before.failed is not None)


def _apply_plan(before: BackupState, event: BackupsPlanned) -> BackupState:
    """At another place nothing of this station lies yet; what was made at the one before is never removed by it any
    more.
    """
    return BackupState(
        place=event.place,
        mark=event.mark,
        hours=event.hours,
        most=event.most,
        made=before.made if event.place == before.place else (),
        closings=before.closings,
        covered=before.covered,
    )


def backup_plan_text(backups: BackupState | BackupsPlanned) -> str:
    """The plan as it is asked and compared."""
    if not backups.place:
        return ""
    often = "when a table closes" if backups.hours == AT_CLOSE else f"every {backups.hours} h"
    return f"{often}, {backups.most} kept in {backups.place} ({backups.mark})"

"""What a terminal says of the clock and of the station's own backups: once at a change, and what stays on screen."""

from collections.abc import Iterator

from msgspec import Struct

from dealer_app.station.backups import AT_CLOSE, Backups, Copy
from dealer_app.station.facts import BackupFailed
from dealer_app.station.state import StationState
from dealer_app.wording import Words

SEEN = "backups seen"


class HouseState(Struct, frozen=True):
    """What was said last; before anything was, all is taken to be right."""

    is_clock_right: bool = True
    failed: BackupFailed | None = None


def house_state(state: StationState) -> HouseState:
    return HouseState(state.clock_synchronised, state.backups.failed)


def changed_lines(before: HouseState, now: HouseState, words: Words) -> Iterator[str]:
    """What is wrong with the clock, or right again; that a backup was made at last."""
    if now.is_clock_right != before.is_clock_right:
        yield words.put("alarm", "clock-right" if now.is_clock_right else "clock-off")
    if before.failed is not None and now.failed is None:
        yield words.put("alarm", "backup-again")


def alarm_lines(state: StationState, words: Words) -> Iterator[str]:
    """What stays on screen until it is put right, or who is in charge has said that they know it."""
    failed = state.backups.alarm
    if failed is not None:
        said = words.put("alarm", "backup-failed", {"reason": words.no_backup(failed.why.value, failed.detail)})
        yield f"! {said} `{SEEN}`"


def plan_lines(backups: Backups, words: Words) -> Iterator[str]:
    """What two people have planned, and how it stands."""
    if not backups.place:
        yield "The station makes no backups by itself. `dealer-station folder backups` has two managers plan them."
        return
    often = "whenever a table has closed" if backups.hours == AT_CLOSE else f"every {backups.hours} h"
    yield f"A backup {often}, into {backups.place}; the latest {backups.most} are kept."
    for copy in backups.made[-1:]:
        yield f"The latest one: {copy_text(copy)}."
    if backups.failed is not None:
        yield f"The last attempt failed: {words.no_backup(backups.failed.why.value, backups.failed.detail)}."


def copy_text(copy: Copy) -> str:
    return f"{copy.name}, head {copy.sequence} {copy.hash}"

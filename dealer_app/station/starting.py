"""Starting a station on a data folder: the journal is read back, and what was found is written before anything else.

No device is listened to and nobody is heard before `started` has returned.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from dealer_app.demonstration_mark import is_marked
from dealer_app.journal import snapshots
from dealer_app.journal.backup_work import BackupWork
from dealer_app.journal.ballast import Ballast
from dealer_app.journal.facts import JournalBegan
from dealer_app.journal.opening import Opened, open_journal
from dealer_app.journal.reader import read_only
from dealer_app.journal.recovery import Recovered
from dealer_app.journal.remains import refuse_remains
from dealer_app.journal.second_head import SecondHead, named
from dealer_app.journal.trouble import Fault, JournalError
from dealer_app.journal.verifying import Follow, at_once
from dealer_app.journal.volumes import check_before
from dealer_app.people.approval_events import ApprovalLapsed
from dealer_app.people.events import Kind
from dealer_app.people.requests import Item
from dealer_app.people.sessions import restarted
from dealer_app.people.standing import expired
from dealer_app.private_files import (
    account,
    keeps_modes,
    keeps_owners,
    links_in,
    of_other_accounts,
    readable_by_others,
)
from dealer_app.station.clock import Clock
from dealer_app.station.core import Around
from dealer_app.station.draft import Draft
from dealer_app.station.facts import StationStarted, UncleanStop
from dealer_app.station.fold import folding
from dealer_app.station.keeping import Keeper, verified
from dealer_app.station.moment import Moment
from dealer_app.station.round_check import RoundCheck
from dealer_app.station.second_place import SecondPlace, compare_before_start
from dealer_app.station.settings import day_changes_at
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.writing import STATION, Writer


class Program(Struct, frozen=True, kw_only=True):
    """Which program it is that starts, and on which station."""

    station: str
    version: str
    rulebooks: str
    """SHA-256 over the documents that it has."""


@contextmanager
def started(
    folder: Path,
    program: Program,
    clock: Clock,
    around: Around,
    follow: Follow = at_once,
    *,
    without_second_head: bool = False,
) -> Iterator[Station]:
    """A station that stands exactly where it stood; `follow` shows how far its journal is followed.

    `without_second_head` is for the sitting in which two people decide that it starts without. Raises JournalError for
    what is in the way, and NotFollowedError if nobody waits for it.
    """

    against: list[str] = []
    missing: list[str] = []

    def judge(recovered: Recovered[StationState]) -> None:
        judge_folder(folder, recovered.state)
        missing.extend(check_before(folder))
        against.append(compare_before_start(folder, recovered.state, clock, without=without_second_head))

    def judge_new() -> None:
        if not is_marked(folder):
            judge_files(folder)

    opened = open_journal(
        folder, folding(program.version), station=program.station, follow=follow, judge=judge, judge_new=judge_new
    )
    try:
        station = _station(folder, opened, program, clock, around)
        station.second_compared = not any(against)
        station.missing_volumes = tuple(missing)
        if station.second_compared or not without_second_head:
            # Until two people have said that it starts without, nothing is put in the place of what may lie there.
            _keep_second(folder, station)
        station.check_rounds(RoundCheck(folder, station.journal))
        station.backups.employ(BackupWork(folder))
        try:
            yield station
        finally:
            station.backups.close()
            if station.second is not None:
                station.second.close()
    finally:
        opened.close()


def judge_folder(folder: Path, state: StationState) -> None:
    """Raises JournalError for a live folder that nobody can vouch for, and for remains where nobody founded a house."""
    kind = state.people.kind
    if kind is None:
        refuse_remains(folder, has_database=True)
    if kind is Kind.DEMO or (kind is None and is_marked(folder)):
        return
    judge_files(folder)


def judge_files(folder: Path) -> None:
    """Raises JournalError unless this account alone can read the folder and everything in it, and vouch for that."""
    linked = links_in(folder)
    if linked:
        raise JournalError(Fault.LINKED, _found(folder, linked))
    others = of_other_accounts(folder)
    if others and keeps_owners(folder):
        facts = {**_found(folder, others), "give": f"chown -R {account()} {folder}"}
        raise JournalError(Fault.OF_ANOTHER_ACCOUNT, facts)
    readable = readable_by_others(folder)
    if readable and keeps_modes(folder):
        raise JournalError(Fault.OPEN_TO_OTHERS, _found(folder, readable))


def _found(folder: Path, paths: tuple[Path, ...]) -> dict[str, str]:
    return {"folder": str(folder), "files": str(len(paths)), "first": paths[0].name}


def _keep_second(folder: Path, station: Station) -> None:
    path = station.state.second_head
    if not path:
        return
    reader = read_only(folder)
    try:
        journal = named(reader).journal
    finally:
        reader.close()
    station.keep_second(SecondPlace(SecondHead(folder, Path(path), journal), station.journal))


def _station(folder: Path, opened: Opened[StationState], program: Program, clock: Clock, around: Around) -> Station:
    # Written on the thread that waits for it: nothing else goes on there meanwhile, whoever brings it to the disk.
    journal = opened.journal
    writer = Writer(journal, clock, Ballast(folder))
    draft = Draft(opened.recovered.state)
    first_words(draft, program, opened, clock.now())
    writer.has_reserve()
    # Made first: should the table's rules have changed, nothing is written of a start that was none.
    station = Station(draft.state, writer, around, Keeper(folder, program.version, journal))
    writer.day_changes_at = day_changes_at(draft.state.settings)
    writer.write(draft.events, STATION)
    snapshots.drop_others(folder, opened.recovered.snapshot)
    station.last_known = opened.recovered.head
    return station


def first_words(draft: Draft, program: Program, opened: Opened[StationState], at: Moment) -> None:
    """What a start writes: what was found, and what does not outlive a stop."""
    last = opened.recovered.last
    if last is None:
        draft.add([JournalBegan(station=program.station)])
    if draft.state.running:
        round_ = draft.state.table.round
        known = opened.recovered.head.sequence
        draft.add([UncleanStop(last=known, round=None if round_ is None else round_.number)])
    draft.add([StationStarted(station=program.station, program=program.version, rulebooks=program.rulebooks)])
    if last is not None:
        draft.add([verified(opened.recovered.head)])
    draft.add(restarted(draft.state.people, 0 if last is None else last.counter, at))
    draft.add(expired(draft.state.people, at))
    # What was proposed away from a round is not known in full any more, and has to be asked again.
    draft.add(
        ApprovalLapsed(number=number, digest=request.digest)
        for number, request in draft.state.people.requests.items()
        if request.asked.item is not Item.DECISION
    )

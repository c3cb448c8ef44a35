"""A practice folder: its journal, the names of its trainees beside it, and the sessions that are practised in it.

What is answered is durable before it is shown as taken. Names stand in a file of their own, so that they can be
deleted; the journal knows a trainee by a number alone.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct, ValidationError, convert

from dealer_app import private_files
from dealer_app.clock import Clock, Timestamp
from dealer_app.domain.plain_text import visible_text
from dealer_app.journal import recovery
from dealer_app.journal.codec import decode
from dealer_app.journal.disk import DiskReserve
from dealer_app.journal.folder import OpenedJournal, is_new_folder, open_journal
from dealer_app.journal.reader import Follow, follow_silently, open_reader
from dealer_app.journal.records import JournalBegan, SnapshotTaken
from dealer_app.journal.recovery import Recovered
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.practice.state import PracticeState, apply_practice_event, practice_fold_method, practice_snapshot
from dealer_app.practice_events import (
    PracticeBegan,
    PracticeEvent,
    PracticeSessionEnded,
    TraineeEnrolled,
    TraineeErased,
)
from dealer_app.station.startup import Program, is_practice_folder, mark_practice
from dealer_app.station.transaction import Author, JournalWriter

_NAMES_FILE = "trainees.json"
_NOBODY = Author()
MakeNumber = Callable[[], str]
"""Makes the number of a new trainee: by chance, so that it says nothing of them."""


class Trainee(Struct, frozen=True, kw_only=True):
    """Who a number is. It stands here and nowhere else."""

    trainee: str
    name: str
    badge: str = ""
    group: str = ""


class PracticeFolder:
    """An opened practice folder. Every change is written before it is known here."""

    def __init__(
        self, path: Path, opened: OpenedJournal[PracticeState], writer: JournalWriter, program: str, number: MakeNumber
    ) -> None:
        self.path = path
        self.state = opened.recovered.state
        self._journal = opened.journal
        self._writer = writer
        self._program = program
        self._make_number = number
        self.trainees: Mapping[str, Trainee] = _read_names(path / _NAMES_FILE)

    def now(self) -> Timestamp:
        return self._writer.now()

    def record(self, *events: PracticeEvent) -> None:
        """Writes events, all or none. Raises JournalError; then nothing of them has happened."""
        self._writer.write(events, _NOBODY)
        for event in events:
            self.state = apply_practice_event(self.state, event)

    def enroll(self, name: str, badge: str = "", group: str = "") -> Trainee:
        """Somebody new, under a number that says nothing of them."""
        trainee = Trainee(
            trainee=self._make_number(), name=visible_text(name), badge=visible_text(badge), group=visible_text(group)
        )
        self.record(TraineeEnrolled(trainee=trainee.trainee))
        self._write_names({**self.trainees, trainee.trainee: trainee})
        return trainee

    def erase(self, trainee: str) -> None:
        """Deletes the name and all that was worked out of the answers, snapshots too; the journal says so by number."""
        self._write_names({number: each for number, each in self.trainees.items() if number != trainee})
        self.record(TraineeErased(trainee=trainee))
        recovery.drop_other_snapshots(self.path, 0)

    def session_events(self, session: int) -> tuple[object, ...]:
        """All that was written of one session, in its order."""
        reader = open_reader(self.path)
        try:
            events = (decode(entry, reader.read_sealed) for entry in reader.entries())
            return tuple(event for event in events if getattr(event, "session", None) == session)
        finally:
            reader.close()

    def take_snapshot(self) -> None:
        """So that the next start need not fold every answer."""
        through = self._journal.head().sequence
        digest = recovery.write_snapshot(self.path, through, practice_snapshot(self.state))
        program = practice_fold_method(self._program).program
        self._writer.write([SnapshotTaken(through=through, digest=digest, program=program)], _NOBODY)
        recovery.drop_old_snapshots(self.path)

    def _write_names(self, trainees: Mapping[str, Trainee]) -> None:
        text = json.dumps([_plain(each) for each in trainees.values()], ensure_ascii=False, indent=1)
        unfinished = self.path / f"{_NAMES_FILE}.new"
        private_files.write_text(unfinished, text)
        unfinished.replace(self.path / _NAMES_FILE)
        self.trainees = trainees


def _plain(trainee: Trainee) -> Mapping[str, str]:
    return {"trainee": trainee.trainee, "name": trainee.name, "badge": trainee.badge, "group": trainee.group}


def _read_names(path: Path) -> Mapping[str, Trainee]:
    """Who is who; what cannot be read is nobody, and the answers are still there by number."""
    try:
        found = convert(json.loads(path.read_text(encoding="utf-8")), list[Trainee])
    except (OSError, ValueError, ValidationError):
        return {}
    return {each.trainee: each for each in found}


@contextmanager
def open_practice(
    path: Path, program: Program, clock: Clock, number: MakeNumber, follow: Follow = follow_silently
) -> Iterator[PracticeFolder]:
    """The folder exactly as it was left; a session that was cut off is ended as interrupted.

    Raises JournalError, also where the folder is that of a table.
    """
    of_a_table = JournalError(JournalFault.OF_A_TABLE, {"folder": str(path)})

    def judge(recovered: Recovered[PracticeState]) -> None:
        if recovered.state.is_station or (recovered.last is not None and not recovered.state.began):
            raise of_a_table

    if path.is_dir() and not is_practice_folder(path) and is_new_folder(path) and any(path.iterdir()):
        raise of_a_table
    opened = open_journal(
        path,
        practice_fold_method(program.version),
        station=program.station,
        follow=follow,
        judge=judge,
    )
    try:
        if not is_practice_folder(path):
            mark_practice(path)
        writer = JournalWriter(opened.journal, clock, DiskReserve(path))
        folder = PracticeFolder(path, opened, writer, program.version, number)
        if opened.recovered.last is None:
            writer.write([JournalBegan(station=program.station), PracticeBegan()], _NOBODY)
            folder.state = apply_practice_event(folder.state, PracticeBegan())
        cut_off = folder.state.open_session
        if cut_off is not None:
            folder.record(PracticeSessionEnded(session=cut_off.number, interrupted=True))
        yield folder
        folder.take_snapshot()
    finally:
        opened.close()

"""A practice folder: its journal, the names of its trainees beside it, and the sessions that are practised in it.

What is answered is durable before it is shown as taken. Names stand in a file of their own, so that they can be
deleted; the journal knows a trainee by a number alone.
"""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from dealer_app.clock import Clock, Timestamp
from dealer_app.domain.plain_text import visible_text
from dealer_app.domain.values import replace
from dealer_app.journal import recovery
from dealer_app.journal.codec import decode
from dealer_app.journal.disk import DiskReserve
from dealer_app.journal.folder import OpenedJournal, is_new_folder, open_journal
from dealer_app.journal.reader import Follow, follow_silently, open_reader
from dealer_app.journal.records import JournalBegan, Secret, SnapshotTaken
from dealer_app.journal.recovery import Recovered
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.people.pins import HashedPin
from dealer_app.practice.state import PracticeState, apply_practice_event, practice_fold_method, practice_snapshot
from dealer_app.practice.trainee_names import Trainee, Trainer, TrainerNote, read_people, unread_file, write_people
from dealer_app.practice_events import (
    PracticeBegan,
    PracticeEvent,
    PracticeSessionEnded,
    TraineeEnrolled,
    TraineeErased,
    TraineeNoted,
    TrainerEnrolled,
    TrainerPinSet,
    TrainerRemoved,
)
from dealer_app.station.startup import Program, is_practice_folder, mark_practice
from dealer_app.station.transaction import Author, JournalWriter

_NAMES_FILE, _TRAINERS_FILE = "trainees.json", "trainers.json"
_EXPORTS_FOLDER = "exports"
_NOBODY = Author()
MakeNumber = Callable[[], str]
"""Makes the number of a new trainee or trainer: by chance, so that it says nothing of them."""


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
        self.trainees: Mapping[str, Trainee] = {
            each.trainee: each for each in read_people(path / _NAMES_FILE, list[Trainee])
        }
        self.trainers: Mapping[str, Trainer] = {
            each.trainer: each for each in read_people(path / _TRAINERS_FILE, list[Trainer])
        }

    def now(self) -> Timestamp:
        return self._writer.now()

    def record(self, *events: PracticeEvent, secrets: Sequence[Secret] = ()) -> None:
        """Writes events, all or none. Raises JournalError; then nothing of them has happened."""
        self._writer.write(events, _NOBODY, secrets)
        for event in events:
            self.state = apply_practice_event(self.state, event)

    @property
    def sequence(self) -> int:
        """The number of the last entry of the journal."""
        return self._journal.head().sequence

    # Trainees

    def enroll(self, name: str, badge: str = "", group: str = "") -> Trainee:
        """Somebody new, under a number that says nothing of them."""
        return self.enroll_class((name,), badge=badge, group=group)[0]

    def enroll_class(self, names: Sequence[str], *, badge: str = "", group: str = "") -> tuple[Trainee, ...]:
        """Several at once, all or none."""
        found = tuple(
            Trainee(
                trainee=self._make_number(),
                name=visible_text(name),
                badge=visible_text(badge),
                group=visible_text(group),
            )
            for name in names
        )
        # The names first: a number without a name would be somebody whom nobody can choose.
        self._write_names({**self.trainees, **{each.trainee: each for each in found}})
        self.record(*(TraineeEnrolled(trainee=each.trainee) for each in found))
        return found

    def change_trainee(self, trainee: Trainee) -> None:
        """Another name, badge or class for the same number: nothing of it is in the journal."""
        self._write_names({**self.trainees, trainee.trainee: trainee})

    def erase(self, trainee: str, trainer: str = "") -> None:
        """Deletes the name and all that was worked out of the answers, snapshots too; the journal says so by number."""
        self._write_names({number: each for number, each in self.trainees.items() if number != trainee})
        self.record(TraineeErased(trainee=trainee, trainer=trainer))
        recovery.drop_other_snapshots(self.path, 0)
        for name in (_NAMES_FILE, _TRAINERS_FILE):
            unread_file(self.path / name).unlink(missing_ok=True)
        # What was exported has names and figures too; what somebody took elsewhere is theirs to delete.
        shutil.rmtree(self.exports_folder, ignore_errors=True)

    @property
    def exports_folder(self) -> Path:
        """Where the trainer's room puts what it exports."""
        return self.path / _EXPORTS_FOLDER

    def write_note(self, trainee: str, trainer: str, text: str, *, session: int = 0, mark: str = "") -> None:
        """A note of a trainer on a trainee, bound to the last entry of the journal. Its words are deleted with the
        name; the journal says by whom it is.
        """
        number, known, after = self.state.notes + 1, self.trainees[trainee], self.sequence
        words = visible_text(text)
        note = TrainerNote(
            number=number, at=self.now().utc, trainer=trainer, text=words, after=after, session=session, mark=mark
        )
        noted = TraineeNoted(trainee=trainee, trainer=trainer, note=number, session=session, after=after, mark=mark)
        self.record(noted)
        self.change_trainee(replace(known, notes=(*known.notes, note)))

    # Trainers

    def enroll_trainer(self, name: str, pin: HashedPin) -> Trainer:
        """Somebody who trains, with what their PIN is checked against."""
        trainer = Trainer(trainer=self._make_number(), name=visible_text(name))
        self._write_trainers({**self.trainers, trainer.trainer: trainer})
        digest, kept = pin.secret
        self.record(TrainerEnrolled(trainer=trainer.trainer, digest=digest), secrets=(Secret(digest, kept),))
        return trainer

    def set_trainer_pin(self, trainer: str, pin: HashedPin) -> None:
        """From now on the trainer has this PIN."""
        digest, kept = pin.secret
        self.record(TrainerPinSet(trainer=trainer, digest=digest), secrets=(Secret(digest, kept),))

    def remove_trainer(self, trainer: str) -> None:
        """Somebody who trains here no more."""
        self._write_trainers({number: each for number, each in self.trainers.items() if number != trainer})
        self.record(TrainerRemoved(trainer=trainer))

    def read_trainer_pin(self, trainer: str) -> str | None:
        """What the PIN of a trainer is checked against. Raises DamagedError if it is not what was written."""
        digest = self.state.trainers.get(trainer)
        return None if digest is None else self._journal.read_secret(digest)

    def drop_strangers(self) -> None:
        """Forgets names whose number is not enrolled: writing them was cut off halfway, or they were to be deleted."""
        if not self.trainees.keys() <= self.state.trainees.keys():
            self._write_names({number: each for number, each in self.trainees.items() if number in self.state.trainees})
        if not self.trainers.keys() <= self.state.trainers.keys():
            self._write_trainers(
                {number: each for number, each in self.trainers.items() if number in self.state.trainers}
            )

    def list_trainees(self) -> tuple[Trainee, ...]:
        """Those who practise here, as they were enrolled; one whose name is lost goes by the number."""
        return tuple(self.trainees.get(number, Trainee(trainee=number, name=number)) for number in self.state.trainees)

    def list_trainers(self) -> tuple[Trainer, ...]:
        """Those who train here; one whose name is lost goes by the number."""
        return tuple(self.trainers.get(number, Trainer(trainer=number, name=number)) for number in self.state.trainers)

    # The journal

    def session_events(self, session: int) -> tuple[object, ...]:
        """All that was written of one session, in its order."""
        reader = open_reader(self.path)
        try:
            # A folder of a class has millions of entries: only those are decoded that name the number.
            named = f'"session":{session}'
            events = (decode(entry, reader.read_sealed) for entry in reader.entries() if named in entry.body)
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
        write_people(self.path / _NAMES_FILE, list(trainees.values()))
        self.trainees = trainees

    def _write_trainers(self, trainers: Mapping[str, Trainer]) -> None:
        write_people(self.path / _TRAINERS_FILE, list(trainers.values()))
        self.trainers = trainers


@contextmanager
def open_practice(
    path: Path, program: Program, clock: Clock, number: MakeNumber, follow: Follow = follow_silently
) -> Iterator[PracticeFolder]:
    """The folder exactly as it was left; drills that were cut off are ended as interrupted, an exam waits.

    Raises JournalError, also where the folder is that of a table.
    """
    of_a_table = JournalError(JournalFault.OF_A_TABLE, {"folder": str(path)})

    def judge(recovered: Recovered[PracticeState]) -> None:
        if recovered.state.is_station or (recovered.last is not None and not recovered.state.began):
            raise of_a_table

    if _is_of_a_table(path):
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
        folder.drop_strangers()
        yield folder
        folder.take_snapshot()
    finally:
        opened.close()


def _is_of_a_table(path: Path) -> bool:
    """Only read: a station that was cut off finds its lock and all else as it left them."""
    if not path.is_dir() or is_practice_folder(path):
        return False
    if is_new_folder(path):
        return any(path.iterdir())
    reader = open_reader(path)
    try:
        began = [decode(entry, reader.read_sealed) for entry in reader.entries(last=2)]
    finally:
        reader.close()
    return bool(began) and not any(isinstance(event, PracticeBegan) for event in began)

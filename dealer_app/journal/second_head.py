"""The head at a second place, on another disk or share, and the comparison of a journal with it.

A person who can write only the data folder cannot take this head back: a journal that ends before it was
cut short or copied back. A share may hang, so a thread of its own writes there and nobody at a table waits.
"""

import os
import re
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from dealer_app import private_files
from dealer_app.journal.codec import decode
from dealer_app.journal.reader import DATABASE, Reader, open_reader
from dealer_app.journal.records import Head, JournalBegan, JournalEntry, StateCarried, is_broken_link
from dealer_app.journal.recovery import gap_text
from dealer_app.journal.volumes import is_closed_volume
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault, read_error
from dealer_app.station_events import SecondHeadPlaced

Answer = TypeVar("Answer")

PATIENCE_MILLISECONDS = 5_000
"""So long a start, or a command, waits for the second place."""
_RETRY_MILLISECONDS = 30_000
"""After so long a place that could not be reached is tried again, whether a round has ended or not."""
_RECORD_FORM = re.compile(r"((\d{20}) ([0-9a-f]{64}) ([0-9a-f]{64}))(?: ([0-9a-f]{16}))?\n")
"""Files of before have no check at their end."""
_NAME_DIGITS = 12


class SecondHeadRecord(Struct, frozen=True):
    """The record at the second place."""

    head: Head
    journal: str
    """The hash of the first event, in hexadecimal: the journal whose head it is."""


class JournalIdentity(Struct, frozen=True):
    """Which journal or volume this is, and which one it followed, a damaged one or the volume before."""

    journal: str
    previous: str
    base: Head
    """Where the volume before ends, if there is one."""


class MissedError(Exception):
    """The second place cannot be reached, or has nothing that can be read."""


def second_head_file(place: Path, journal: str) -> Path:
    """The file of a journal in a folder that may hold those of several stations."""
    return place / f"journal-{journal[:_NAME_DIGITS]}.head"


def journal_identity(reader: Reader) -> JournalIdentity:
    """Raises DamagedError for a journal without a beginning."""
    first = reader.first()
    try:
        began = None if first is None else decode(first, reader.read_sealed)
    except (ValueError, KeyError) as problem:
        raise DamagedError(f"the first event cannot be read: {problem}", 0) from problem
    if first is None or not isinstance(began, JournalBegan):
        raise DamagedError("the journal does not begin with its first event", 0)
    return JournalIdentity(first.hash.hex(), began.previous_journal, reader.base())


def read_second_head(path: Path) -> SecondHeadRecord | None:
    """Nothing where no file is, or one that says nothing. Raises OSError for a place that cannot be read."""
    try:
        text = path.read_text(encoding="ascii")
    except (FileNotFoundError, UnicodeDecodeError):
        if not path.parent.is_dir():
            raise
        return None
    found = _RECORD_FORM.fullmatch(text)
    if found is None or found[5] not in (None, _checksum(found[1])):
        return None
    return SecondHeadRecord(Head(int(found[2]), bytes.fromhex(found[3])), found[4])


def _checksum(line: str) -> str:
    """What shows that the line is as it was written: no journal is behind a head that the disk has made up."""
    return sha256(line.encode()).hexdigest()[:16]


def write_second_head(path: Path, kept: SecondHeadRecord) -> None:
    """There whole or not at all. Raises OSError."""
    unfinished = path.with_name(f"{path.name}.new")
    line = f"{kept.head.sequence:020d} {kept.head.hash.hex()} {kept.journal}"
    try:
        with private_files.open_bytes(unfinished, "wb") as file:
            file.write(f"{line} {_checksum(line)}\n".encode())
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def compare_heads(reader: Reader, kept: SecondHeadRecord, path: Path) -> None:
    """Raises DamagedError if the journal does not go as far as the second head, or goes there by another way."""
    known, end = journal_identity(reader), reader.head()
    if kept.journal == known.previous:
        # It is that of the journal which this one followed, as two people have decided: of a damaged one any head, of
        # the volume before none behind its end.
        end = known.base
        if end.sequence and (
            kept.head.sequence > end.sequence or (kept.head.sequence == end.sequence and kept.head != end)
        ):
            raise DamagedError(f"by the second head {path} the volume before does not end with event {end.sequence}", 0)
        return
    if kept.journal != known.journal:
        raise DamagedError(f"the second head {path} is that of another journal", 0)
    if kept.head.sequence > end.sequence:
        raise DamagedError(f"by the second head {path} {gap_text(end.sequence, kept.head)}", end.sequence)
    at = next(reader.entries(kept.head.sequence, kept.head.sequence), None)
    if at is None or at.hash != kept.head.hash:
        raise DamagedError(f"event {kept.head.sequence} is not the one that the second head {path} names", 0)


def check_second_head(folder: Path, path: Path, patience: int = PATIENCE_MILLISECONDS) -> SecondHeadRecord:
    """The second head of the journal in a folder. Raises MissedError, and DamagedError if the journal is behind it."""
    kept = run_with_timeout(lambda: read_second_head(path), patience)
    if kept is None:
        raise MissedError("nothing that can be read is there")
    reader = open_reader(folder)
    try:
        compare_heads(reader, kept, path)
    finally:
        reader.close()
    return kept


def run_with_timeout(work: Callable[[], Answer], patience: int = PATIENCE_MILLISECONDS) -> Answer:
    """What it comes to, on a thread that is left behind if the share hangs. Raises MissedError."""
    found: list[Answer] = []
    failed: list[OSError] = []

    def run() -> None:
        try:
            found.append(work())
        except OSError as problem:
            failed.append(problem)

    thread = threading.Thread(target=run, name="second head", daemon=True)
    thread.start()
    thread.join(patience / 1000)
    if failed:
        raise MissedError(failed[0].strerror or str(failed[0])) from failed[0]
    if not found:
        raise MissedError(f"no answer within {patience / 1000:g} seconds")
    return found[0]


def unreachable_error(path: Path, folder: Path, problem: MissedError) -> JournalError:
    """What a start says that could not compare."""
    facts = {"file": str(path), "folder": str(folder), "reason": str(problem)}
    return JournalError(JournalFault.SECOND_HEAD_MISSED, facts)


def _now_milliseconds() -> int:
    """In milliseconds."""
    return time.monotonic_ns() // 1_000_000


class SecondHead:
    """Keeps the head at its second place, on a thread of its own: `keep` never waits.

    Before it overwrites what it did not write itself it compares: a place that comes back may know of more.
    """

    def __init__(self, folder: Path, path: Path, journal: str, *, again: int = _RETRY_MILLISECONDS) -> None:
        self.path = path
        self._folder = folder
        self._journal = journal
        self._again = again
        self._changed = threading.Condition()
        self._wanted: Head | None = None
        self._since = 0
        self._written: SecondHeadRecord | None = None
        self._reason = ""
        self._damage: JournalError | None = None
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="second head", daemon=True)
        self._thread.start()

    def keep(self, head: Head) -> None:
        """From now on this is wanted there; at once, and without waiting for it."""
        with self._changed:
            if self._wanted is None:
                self._since = _now_milliseconds()
            self._wanted = head
            self._changed.notify_all()

    def miss_reason(self) -> str:
        """Why the place does not have the head that it should have; nothing if it does, or soon will."""
        with self._changed:
            if self._wanted is None:
                return ""
            late = _now_milliseconds() - self._since > PATIENCE_MILLISECONDS
            return self._reason or (f"no answer within {PATIENCE_MILLISECONDS / 1000:g} seconds" if late else "")

    def raise_damage(self) -> None:
        """Raises DamagedError if the place was found to know of more than this journal."""
        if self._damage is not None:
            raise self._damage

    def close(self, patience: int = PATIENCE_MILLISECONDS) -> None:
        """What is wanted is still kept, if it does not take too long."""
        with self._changed:
            self._closing = True
            self._changed.notify_all()
        self._thread.join(patience / 1000)

    def _run(self) -> None:
        while (head := self._next()) is not None:
            reason = ""
            try:
                self._keep(head)
            except OSError as problem:
                reason = problem.strerror or str(problem)
            except DamagedError as problem:
                self._damage = problem
                return
            except (JournalError, sqlite3.Error) as problem:
                reason = str(problem)
            with self._changed:
                self._reason = reason
                if not reason:
                    self._wanted = None if self._wanted == head else self._wanted
                    self._since = _now_milliseconds()

    def _next(self) -> Head | None:
        """The head that is to be kept; nothing when all is done and it ends, or when it ends and the place fails."""
        with self._changed:
            if self._reason and not self._closing:
                self._changed.wait(self._again / 1000)
            while self._wanted is None and not self._closing:
                self._changed.wait()
            if self._closing and self._reason:
                return None
            return self._wanted

    def _keep(self, head: Head) -> None:
        lies = read_second_head(self.path)
        if lies is not None and lies != self._written:
            reader = open_reader(self._folder)
            try:
                compare_heads(reader, lies, self.path)
            finally:
                reader.close()
        kept = SecondHeadRecord(head, self._journal)
        write_second_head(self.path, kept)
        self._written = kept


_PLACED_QUERY = "SELECT sequence FROM events WHERE name = 'second-head-placed' ORDER BY sequence DESC LIMIT 1"


class HeadComparison(Struct, frozen=True):
    """A journal goes as far as its second head, or that could not be asked."""

    file: Path
    kept: SecondHeadRecord | None
    missed: str = ""
    """Why the place could not be reached, or its record could not be read."""


class _StateBody(msgspec.Struct):
    second_head: str = ""


class _SnapshotBody(msgspec.Struct):
    state: _StateBody


_read_state = msgspec.json.Decoder(_SnapshotBody).decode


def compare_second_head(folder: Path) -> HeadComparison | None:
    """Nothing where no second head is kept, and for a closed volume, whose end the next one names.

    Raises DamagedError for a journal that is behind its second head, and JournalError for one that cannot be read.
    """
    if is_closed_volume(folder):
        return None
    try:
        file = _find_second_head(folder)
        return None if file is None else _compare_file(folder, file)
    except sqlite3.DatabaseError as problem:
        raise read_error(problem, folder / DATABASE, 0) from problem


def _compare_file(folder: Path, file: Path) -> HeadComparison:
    try:
        return HeadComparison(file, check_second_head(folder, file))
    except MissedError as problem:
        return HeadComparison(file, None, str(problem))


def _find_second_head(folder: Path) -> Path | None:
    reader = open_reader(folder)
    try:
        row = reader.connection.execute(_PLACED_QUERY).fetchone()
        place = _read_carried_place(reader) if row is None else _read_place(reader, row[0])
    finally:
        reader.close()
    return Path(place) if place else None


def _read_place(reader: Reader, sequence: int) -> str:
    event = decode(_read_entry(reader, sequence), reader.read_sealed)
    assert isinstance(event, SecondHeadPlaced), "the name says so"
    return event.after


def _read_carried_place(reader: Reader) -> str:
    """The place that a volume took over from the one before."""
    base = reader.base().sequence
    entry = next(reader.entries(base + 2, base + 2), None) if base else None
    if entry is None or entry.name != "state-carried":
        return ""
    event = decode(_read_entry(reader, entry.sequence), reader.read_sealed)
    return _read_state(event.state).state.second_head if isinstance(event, StateCarried) else ""


def _read_entry(reader: Reader, sequence: int) -> JournalEntry:
    """The event, as it was written: a place that damage has made up is not asked. Raises DamagedError."""
    *before, entry = reader.entries(sequence - 1, sequence)
    if is_broken_link(entry, Head(before[0].sequence, before[0].hash) if before else reader.base()):
        raise DamagedError(f"event {sequence} does not follow from the one before", 0)
    return entry

"""The volumes of a journal. Those that are closed lie beside it, each in a folder of its own, and are only read.

One chain goes through all of them: the first event of a volume follows from the last one of the volume before, and
names it. A journal that was begun after a damaged one has a chain of its own, and the number of the damaged volume.
"""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from dealer_app.journal.codec import decode
from dealer_app.journal.heads import read_head
from dealer_app.journal.reader import DATABASE, OnProgress, Reader, open_reader
from dealer_app.journal.records import Head, JournalBegan, JournalEntry
from dealer_app.journal.recovery import verify_all
from dealer_app.journal_errors import DamagedError, JournalError, JournalFault

VOLUME_PATTERN = "volume-[0-9][0-9][0-9][0-9]"
"""The names of the folders."""
CLOSED_MODE = 0o400
_FOLDER_NAME = re.compile(r"volume-(\d{4})")
_MOST_ENTRIES = 2**62
_MOST_VOLUMES = 9_999


def volume_folder(folder: Path, number: int) -> Path:
    return folder / f"volume-{number:04d}"


def find_closed_volumes(folder: Path) -> dict[int, Path]:
    """Those that lie beside a journal, by number."""
    found = {int(path.name[-4:]): path for path in sorted(folder.glob(VOLUME_PATTERN)) if (path / DATABASE).is_file()}
    return {number: path for number, path in found.items() if number}


def is_closed_volume(folder: Path) -> bool:
    """Whether this is the folder of a volume beside its journal, and no data folder."""
    return _FOLDER_NAME.fullmatch(folder.resolve().name) is not None and any(
        (folder.resolve().parent / name).exists() for name in (DATABASE, "journal.head")
    )


def refuse_closed_volume(folder: Path) -> None:
    """Raises JournalError for the folder of a volume that is closed: it is only read."""
    if is_closed_volume(folder):
        raise JournalError(JournalFault.CLOSED, {"folder": str(folder), "journal": str(folder.resolve().parent)})


def first_event(reader: Reader) -> JournalBegan | None:
    """The first event; None where it is no beginning, which following the chain reports."""
    first = reader.first()
    try:
        began = None if first is None else decode(first, reader.read_sealed)
    except (ValueError, KeyError, TypeError, JournalError):
        return None
    return began if isinstance(began, JournalBegan) else None


def volume_number(reader: Reader) -> int:
    """Which volume this is."""
    began = first_event(reader)
    return 1 if began is None else began.volume


def find_missing_volumes(folder: Path, number: int) -> tuple[str, ...]:
    """The volumes before one of this number that do not lie beside it, by name."""
    beside = _volumes_home(folder)
    wanted = (volume_folder(beside, before) for before in range(1, min(number, _MOST_VOLUMES + 1)))
    return tuple(path.name for path in wanted if not (path / DATABASE).is_file())


def _volumes_home(folder: Path) -> Path:
    """Where the volumes before this one lie: in the data folder, whether this is it or one of them."""
    return folder.resolve().parent if is_closed_volume(folder) else folder


def check_previous_volume(folder: Path) -> tuple[str, ...]:
    """The volumes that are missing before this one.

    Raises JournalError where the last one that was closed does not end as the first event here says, or where a later
    one has been closed: then the journal was copied back.
    """
    reader = open_reader(folder)
    try:
        number, base, began = volume_number(reader), reader.base(), first_event(reader)
    finally:
        reader.close()
    later = [path for closed, path in find_closed_volumes(folder).items() if closed >= number]
    if later:
        facts = {"folder": str(folder), "volume": later[-1].name, "number": str(number)}
        raise JournalError(JournalFault.COPIED_BACK, facts)
    before = volume_folder(folder, number - 1)
    if began is not None and base.sequence and (before / DATABASE).is_file():
        _compare_volume(before, base, began.previous_journal)
    return find_missing_volumes(folder, number)


def refuse_used_name(folder: Path) -> None:
    """Raises JournalError if the place of the volume that is to be closed is taken already."""
    volume = volume_folder(folder, read_volume_info(folder).number)
    if volume.exists():
        raise _volume_error(volume, "something else is there, and the journal is still to be closed under this name")


def _compare_volume(volume: Path, end: Head, journal: str) -> None:
    """By its first and its last row, and by its head; whether all between is whole only following it says."""
    try:
        reader = open_reader(volume)
        try:
            found, first = reader.head(), reader.first()
        finally:
            reader.close()
    except (sqlite3.DatabaseError, JournalError) as problem:
        raise _volume_error(volume, str(problem)) from problem
    noted = read_head(volume)
    if found != end or noted not in (None, end) or first is None or first.hash.hex() != journal:
        raise _end_error(volume, end)


def _volume_error(volume: Path, reason: str) -> JournalError:
    return JournalError(JournalFault.VOLUME, {"volume": volume.name, "folder": str(volume.parent), "reason": reason})


def _end_error(volume: Path, end: Head) -> JournalError:
    return _volume_error(
        volume, f"it does not end with event {end.sequence} as the first event of the next volume says"
    )


@contextmanager
def explain_volume_damage(volume: Path, folder: Path) -> Iterator[None]:
    """Damage that is found in a volume which is closed beside the journal of a folder is said of that volume."""
    try:
        yield
    except DamagedError as problem:
        if volume == folder:
            raise
        raise volume_damage(volume, problem) from problem


def volume_damage(volume: Path, problem: DamagedError) -> JournalError:
    """What is said of damage in a volume that is closed: nobody begins a new journal for it."""
    return _volume_error(volume, problem.facts["reason"])


class VolumeInfo(Struct, frozen=True):
    """A volume: its folder, its number, and its first and last head."""

    folder: Path
    number: int
    base: Head
    head: Head


def read_volume_info(folder: Path) -> VolumeInfo:
    """Raises JournalError."""
    reader = open_reader(folder)
    try:
        return VolumeInfo(folder, volume_number(reader), reader.base(), reader.head())
    finally:
        reader.close()


def verify_closed_volumes(folder: Path, on_progress: OnProgress = lambda _at, _of: True) -> tuple[VolumeInfo, ...]:
    """Follows every closed volume beside a journal, and how one goes on from the other; reports each.

    Raises JournalError for the first that is not as it was closed.
    """
    found: list[VolumeInfo] = []
    for volume in find_closed_volumes(folder).values():
        try:
            verify_all(volume, on_progress)
            each = read_volume_info(volume)
        except DamagedError as problem:
            raise volume_damage(volume, problem) from problem
        if found and found[-1].number == each.number - 1:
            _check_continuation(found[-1], each)
        found.append(each)
    check_previous_volume(folder)
    return tuple(found)


def _check_continuation(one: VolumeInfo, other: VolumeInfo) -> None:
    if other.base.sequence and one.head != other.base:
        raise _end_error(one.folder, other.base)


def chain_folders(folder: Path) -> tuple[Path, ...]:
    """The folders of all volumes through which the chain of a journal goes, as far back as they are there."""
    chain = [read_volume_info(folder)]
    while True:
        first = chain[0]
        before = volume_folder(_volumes_home(folder), first.number - 1)
        if not first.base.sequence or not (before / DATABASE).is_file():
            return tuple(each.folder for each in chain)
        chain.insert(0, read_volume_info(before))
        _check_continuation(chain[0], first)


def all_volumes(folder: Path) -> tuple[Path, ...]:
    """Every volume there is, the oldest first and the journal itself last, of whatever chain."""
    return (*find_closed_volumes(folder).values(), folder)


class Readable(Protocol):
    """A journal, or several volumes read as one."""

    def entries(self, first: int = 1, last: int = ...) -> Iterator[JournalEntry]: ...

    def base(self) -> Head: ...


class VolumeChain(Struct, frozen=True):
    """The volumes of one chain, read as one journal."""

    readers: Sequence[Reader]

    def entries(self, first: int = 1, last: int = _MOST_ENTRIES) -> Iterator[JournalEntry]:
        for reader in self.readers:
            yield from reader.entries(first, last)

    def base(self) -> Head:
        """What the first entry that is there follows."""
        return self.readers[0].base()

    @property
    def journal(self) -> Reader:
        """The last of them."""
        return self.readers[-1]


@contextmanager
def open_chain(folder: Path) -> Iterator[VolumeChain]:
    """Raises JournalError for what cannot be read, or does not follow one from the other."""
    with ExitStack() as opened:
        readers = []
        for volume in chain_folders(folder):
            reader = open_reader(volume)
            opened.callback(reader.close)
            readers.append(reader)
        yield VolumeChain(readers)

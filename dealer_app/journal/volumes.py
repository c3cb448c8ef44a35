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

from dealer_app.journal.checking import check_all
from dealer_app.journal.codec import decode
from dealer_app.journal.facts import JournalBegan
from dealer_app.journal.head_file import read_head
from dealer_app.journal.reader import DATABASE, Reader, read_only
from dealer_app.journal.record import Entry, Head
from dealer_app.journal.trouble import DamagedError, Fault, JournalError
from dealer_app.journal.verifying import Told

VOLUMES = "volume-[0-9][0-9][0-9][0-9]"
"""The names of the folders."""
CLOSED_FILE = 0o400
_NAME = re.compile(r"volume-(\d{4})")
_END = 2**62
_MOST = 9_999


def volume_folder(folder: Path, number: int) -> Path:
    return folder / f"volume-{number:04d}"


def closed_volumes(folder: Path) -> dict[int, Path]:
    """Those that lie beside a journal, by number."""
    found = {int(path.name[-4:]): path for path in sorted(folder.glob(VOLUMES)) if (path / DATABASE).is_file()}
    return {number: path for number, path in found.items() if number}


def is_closed(folder: Path) -> bool:
    """Whether this is the folder of a volume beside its journal, and no data folder."""
    return _NAME.fullmatch(folder.resolve().name) is not None and any(
        (folder.resolve().parent / name).exists() for name in (DATABASE, "journal.head")
    )


def refuse_closed(folder: Path) -> None:
    """Raises JournalError for the folder of a volume that is closed: it is only read."""
    if is_closed(folder):
        raise JournalError(Fault.CLOSED, {"folder": str(folder), "journal": str(folder.resolve().parent)})


def began_of(reader: Reader) -> JournalBegan | None:
    """The first event; nothing where it is no beginning, which following the chain tells."""
    first = reader.first()
    try:
        began = None if first is None else decode(first, reader.sealed)
    except (ValueError, KeyError, TypeError, JournalError):
        return None
    return began if isinstance(began, JournalBegan) else None


def number_of(reader: Reader) -> int:
    """Which volume this is."""
    began = began_of(reader)
    return 1 if began is None else began.volume


def missing_before(folder: Path, number: int) -> tuple[str, ...]:
    """The volumes before one of this number that do not lie beside it, by name."""
    beside = _beside(folder)
    wanted = (volume_folder(beside, before) for before in range(1, min(number, _MOST + 1)))
    return tuple(path.name for path in wanted if not (path / DATABASE).is_file())


def _beside(folder: Path) -> Path:
    """Where the volumes before this one lie: in the data folder, whether this is it or one of them."""
    return folder.resolve().parent if is_closed(folder) else folder


def check_before(folder: Path) -> tuple[str, ...]:
    """The volumes that are missing before this one.

    Raises JournalError where the last one that was closed does not end as the first event here says, or where a later
    one has been closed: then the journal was copied back.
    """
    reader = read_only(folder)
    try:
        number, base, began = number_of(reader), reader.base(), began_of(reader)
    finally:
        reader.close()
    later = [path for closed, path in closed_volumes(folder).items() if closed >= number]
    if later:
        facts = {"folder": str(folder), "volume": later[-1].name, "number": str(number)}
        raise JournalError(Fault.COPIED_BACK, facts)
    before = volume_folder(folder, number - 1)
    if began is not None and base.sequence and (before / DATABASE).is_file():
        _compare(before, base, began.previous_journal)
    return missing_before(folder, number)


def refuse_taken(folder: Path) -> None:
    """Raises JournalError where something lies already at the place of the volume that is to be closed."""
    volume = volume_folder(folder, described(folder).number)
    if volume.exists():
        raise _differs(volume, "something else lies there, and the journal is still to be closed under this name")


def _compare(volume: Path, end: Head, journal: str) -> None:
    """By its first and its last row, and by its head; whether all between is whole only following it says."""
    try:
        reader = read_only(volume)
        try:
            found, first = reader.head(), reader.first()
        finally:
            reader.close()
    except (sqlite3.DatabaseError, JournalError) as problem:
        raise _differs(volume, str(problem)) from problem
    noted = read_head(volume)
    if found != end or noted not in (None, end) or first is None or first.hash.hex() != journal:
        raise _ends_otherwise(volume, end)


def _differs(volume: Path, reason: str) -> JournalError:
    return JournalError(Fault.VOLUME, {"volume": volume.name, "folder": str(volume.parent), "reason": reason})


def _ends_otherwise(volume: Path, end: Head) -> JournalError:
    return _differs(volume, f"it does not end with event {end.sequence} as the first event of the next volume says")


@contextmanager
def of_volume(volume: Path, folder: Path) -> Iterator[None]:
    """Damage that is found in a volume which is closed beside the journal of a folder is said of that volume."""
    try:
        yield
    except DamagedError as problem:
        if volume == folder:
            raise
        raise damaged_volume(volume, problem) from problem


def damaged_volume(volume: Path, problem: DamagedError) -> JournalError:
    """What is said of damage in a volume that is closed: nobody begins a new journal for it."""
    return _differs(volume, problem.facts["reason"])


class Described(Struct, frozen=True):
    """A volume: where it lies, which it is, and from where to where it goes."""

    folder: Path
    number: int
    base: Head
    head: Head


def described(folder: Path) -> Described:
    """Raises JournalError."""
    reader = read_only(folder)
    try:
        return Described(folder, number_of(reader), reader.base(), reader.head())
    finally:
        reader.close()


def check_closed(folder: Path, told: Told = lambda _at, _of: True) -> tuple[Described, ...]:
    """Follows every volume that lies closed beside a journal, and how one goes on from the other; tells of each.

    Raises JournalError for the first that is not as it was closed.
    """
    found: list[Described] = []
    for volume in closed_volumes(folder).values():
        try:
            check_all(volume, told)
            each = described(volume)
        except DamagedError as problem:
            raise damaged_volume(volume, problem) from problem
        if found and found[-1].number == each.number - 1:
            _check_goes_on(found[-1], each)
        found.append(each)
    check_before(folder)
    return tuple(found)


def _check_goes_on(one: Described, other: Described) -> None:
    if other.base.sequence and one.head != other.base:
        raise _ends_otherwise(one.folder, other.base)


def chain_of(folder: Path) -> tuple[Path, ...]:
    """The folders of all volumes through which the chain of a journal goes, as far back as they are there."""
    chain = [described(folder)]
    while True:
        first = chain[0]
        before = volume_folder(_beside(folder), first.number - 1)
        if not first.base.sequence or not (before / DATABASE).is_file():
            return tuple(each.folder for each in chain)
        chain.insert(0, described(before))
        _check_goes_on(chain[0], first)


def all_volumes(folder: Path) -> tuple[Path, ...]:
    """Every volume there is, the oldest first and the journal itself last, of whatever chain."""
    return (*closed_volumes(folder).values(), folder)


class Readable(Protocol):
    """A journal, or several volumes read as one."""

    def entries(self, first: int = 1, last: int = ...) -> Iterator[Entry]: ...

    def base(self) -> Head: ...


class Volumes(Struct, frozen=True):
    """The volumes of one chain, read as one journal."""

    readers: Sequence[Reader]

    def entries(self, first: int = 1, last: int = _END) -> Iterator[Entry]:
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
def read_chain(folder: Path) -> Iterator[Volumes]:
    """Raises JournalError for what cannot be read, or does not follow one from the other."""
    with ExitStack() as opened:
        readers = []
        for volume in chain_of(folder):
            reader = read_only(volume)
            opened.callback(reader.close)
            readers.append(reader)
        yield Volumes(readers)

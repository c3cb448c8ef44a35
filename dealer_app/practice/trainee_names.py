"""Who the numbers of a practice folder are: names, badges, classes and notes, in files of their own beside the journal.

They can be deleted for good; the journal has numbers alone.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from errno import ENOSPC
from pathlib import Path
from typing import TypeVar

from msgspec import Struct, ValidationError, convert, to_builtins

from dealer_app import private_files
from dealer_app.journal_errors import JournalError, JournalFault


class TrainerNote(Struct, frozen=True, kw_only=True):
    """What a trainer wrote of a trainee, and when; it stands with the name and is deleted with it."""

    number: int
    at: int
    trainer: str
    text: str
    after: int = 0
    """The entry of the journal after which it was written; of older notes nothing is known."""
    session: int = 0
    """During which session; of none where it was written beside one."""
    mark: str = ""
    """`good` or `poor`, where it is no more than that."""


class Trainee(Struct, frozen=True, kw_only=True):
    """Who a number is. It stands here and nowhere else."""

    trainee: str
    name: str
    badge: str = ""
    group: str = ""
    """The class: by it a trainer finds people."""
    notes: tuple[TrainerNote, ...] = ()


class Trainer(Struct, frozen=True, kw_only=True):
    """Who the number of a trainer is."""

    trainer: str
    name: str


People = TypeVar("People", list[Trainee], list[Trainer])


def read_people(path: Path, kind: type[People]) -> People:
    """Who is who. A file that cannot be understood is kept aside, and its people go by their numbers until then."""
    try:
        return convert(json.loads(path.read_text(encoding="utf-8")), kind)
    except FileNotFoundError:
        return kind()
    except (ValueError, ValidationError):
        with suppress(OSError):
            path.replace(unread_file(path))
        return kind()
    except OSError as problem:
        raise JournalError(JournalFault.NOT_READ, {"file": str(path), "reason": str(problem)}) from problem


def unread_file(path: Path) -> Path:
    """Where a file of names lies that could not be understood."""
    return path.with_name(f"{path.name}.unread")


def write_people(path: Path, people: Sequence[Trainee] | Sequence[Trainer]) -> None:
    """Whole or not at all. Raises JournalError where there is no room, or the folder cannot be written."""
    unfinished = path.with_name(f"{path.name}.new")
    try:
        private_files.write_text(unfinished, json.dumps(to_builtins(people), ensure_ascii=False, indent=1))
        unfinished.replace(path)
    except OSError as problem:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        fault = JournalFault.DISK_FULL if problem.errno == ENOSPC else JournalFault.NOT_WRITTEN
        raise JournalError(fault, {"file": str(path), "reason": str(problem)}) from problem

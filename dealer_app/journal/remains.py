"""What a journal leaves behind in its folder: where such things lie, nobody founds another house over them.

Who takes away `journal.db` and `journal.head` would otherwise find a folder that looks new.
"""

from collections.abc import Iterator
from pathlib import Path

from dealer_app.journal.trouble import Fault, JournalError

_FILES_OF_ANY = ("snapshot-*", "renewal-*")
_FOLDERS_OF_ANY = ("damaged-*", "volume-*", "journal-renewed*")
"""No start makes these before the first event is durable; a folder of such a name that is empty was once full."""
_WITH_A_DATABASE = ("journal.db-*", "index.db*", "reserve", "**/*.bytes", "**/*.bytes.[0-9]")
"""These can be there beside an empty database, when a first start was cut off. Records of devices tell its cards."""
_MOST_NAMED = 3


def refuse_remains(folder: Path, *, has_database: bool) -> None:
    """Raises JournalError if a journal that is empty, or not there, was once more than that."""
    found = tuple(_remains(folder, () if has_database else _WITH_A_DATABASE))
    if found:
        more = ", ..." if len(found) > _MOST_NAMED else ""
        facts = {"folder": str(folder), "remains": ", ".join(found[:_MOST_NAMED]) + more}
        raise JournalError(Fault.REMAINS, facts)


def _remains(folder: Path, more: tuple[str, ...]) -> Iterator[str]:
    for pattern in _FOLDERS_OF_ANY:
        for found in filter(Path.is_dir, sorted(folder.glob(pattern))):
            within = sorted(found.glob("*"))
            yield from (str(path.relative_to(folder)) for path in within or (found,))
    for pattern in (*_FILES_OF_ANY, *more):
        yield from (str(path.relative_to(folder)) for path in sorted(folder.glob(pattern)) if path.is_file())

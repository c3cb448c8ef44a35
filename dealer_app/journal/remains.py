"""What a journal leaves behind in its folder: where such things lie, nobody founds another house over them.

Who takes away `journal.db` and `journal.head` would otherwise find a folder that looks new.
"""

from collections.abc import Iterator
from pathlib import Path

from dealer_app.journal.trouble import Fault, JournalError

_OF_ANY = ("snapshot-*", "damaged-*", "renewal-*", "volume-*", "journal-renewed*")
"""No start makes these before the first event is durable; an empty folder of such a name was once a full one."""
_WITH_A_DATABASE = ("journal.db-*", "index.db*", "reserve", "**/*.bytes", "**/*.bytes.[0-9]")
"""These can be there beside an empty database, when a first start was cut off. Records of devices tell its cards."""
_MOST_NAMED = 3


def refuse_remains(folder: Path, *, has_database: bool) -> None:
    """Raises JournalError if a journal that is empty, or not there, was once more than that."""
    found = tuple(_remains(folder, _OF_ANY if has_database else (*_OF_ANY, *_WITH_A_DATABASE)))
    if found:
        more = ", ..." if len(found) > _MOST_NAMED else ""
        facts = {"folder": str(folder), "remains": ", ".join(found[:_MOST_NAMED]) + more}
        raise JournalError(Fault.REMAINS, facts)


def _remains(folder: Path, patterns: tuple[str, ...]) -> Iterator[str]:
    for pattern in patterns:
        for path in sorted(folder.glob(pattern)):
            within = sorted(path.iterdir()) if path.is_dir() else ()
            yield from (str(each.relative_to(folder)) for each in within or (path,))

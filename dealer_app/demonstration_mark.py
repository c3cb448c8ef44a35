"""The mark of a data folder that is for demonstration, made before anybody is known there.

Who works in a folder says in the journal whether it is live. Until somebody does, this file says it: what was begun as
a demonstration is never founded as a live house.
"""

from pathlib import Path

from dealer_app.private_files import write_text

_MARK = "DEMO"
_SAID = "This data folder is for demonstration and never becomes live.\n"


def mark(folder: Path) -> None:
    """Raises OSError where nothing can be written."""
    write_text(folder / _MARK, _SAID)


def is_marked(folder: Path) -> bool:
    return (folder / _MARK).is_file()

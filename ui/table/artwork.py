"""The operator's own drawings: `GAME-X.svg` in one folder. One with faults is told, and the station's own stands."""

import logging
from collections.abc import Callable
from pathlib import Path

from ui.table.template import Template, TemplateFaultsError, read_template

LOG = logging.getLogger(__name__)
UNREADABLE = "it cannot be read"


class Artwork:
    """Each is read once, when its layout is first shown. `faulty` is told the first fault of one, and how many more."""

    def __init__(self, folder: Path, faulty: Callable[[str, int], None]) -> None:
        self._folder = folder
        self._faulty = faulty
        self._read: dict[tuple[str, str], Template | None] = {}

    def of(self, game: str, letter: str) -> Template | None:
        if (game, letter) not in self._read:
            self._read[game, letter] = self._found(self._folder / f"{game}-{letter}.svg", game, letter)
        return self._read[game, letter]

    def _found(self, file: Path, game: str, letter: str) -> Template | None:
        try:
            return read_template(file, game, letter) if file.is_file() else None
        except OSError as problem:
            self._faulty(f"{file.name}: {problem.strerror}", 0)
        except TemplateFaultsError as problem:
            self._faulty(f"{file.name}: {problem.faults[0]}", len(problem.faults) - 1)
        except Exception:  # a drawing never stops a table: there is another one
            LOG.exception("%s could not be read", file)
            self._faulty(f"{file.name}: {UNREADABLE}", 0)
        return None

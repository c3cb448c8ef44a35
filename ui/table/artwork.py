"""The operator's own drawings: `GAME-X.svg` in one folder. One with faults is told, and the station's own stands."""

import logging
from collections.abc import Callable
from pathlib import Path

from dealer_app.showing.unusable import Why
from ui.table.template import Template, TemplateFaultsError, read_template

LOG = logging.getLogger("ui")


class Artwork:
    """Each is read once, when its layout is first shown. `faulty` is told why one is not used and how
    many faults it has; what they are is in the log."""

    def __init__(self, folder: Path, faulty: Callable[[Why, int], None]) -> None:
        self._folder = folder
        self._faulty = faulty
        self._read: dict[tuple[str, str], Template | None] = {}

    def of(self, game: str, letter: str) -> Template | None:
        if (game, letter) not in self._read:
            self._read[game, letter] = self._found(self._folder / f"{game}-{letter}.svg", game, letter)
        return self._read[game, letter]

    def _found(self, file: Path, game: str, letter: str) -> Template | None:
        try:
            return read_template(file, game, letter) if file.exists() else None
        except OSError as problem:
            LOG.warning("%s cannot be read: %s", file.name, problem.strerror)
            self._faulty(Why.BROKEN, 0)
        except TemplateFaultsError as problem:
            LOG.warning("%s cannot be used: %s", file.name, "; ".join(problem.faults))
            self._faulty(Why.NOT_FITTING, len(problem.faults))
        except Exception:  # a drawing never stops a table: there is another one
            LOG.exception("%s cannot be read", file.name)
            self._faulty(Why.BROKEN, 0)
        return None

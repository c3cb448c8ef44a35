"""The operator's own drawings: `GAME-X.svg` in one folder. One with faults is told, and the station's own stands."""

from collections.abc import Callable
from pathlib import Path

from ui.table.template import Template, TemplateFaultsError, read_template


class Artwork:
    """Each is read once, when its layout is first shown. `faulty` is told what is wrong with one."""

    def __init__(self, folder: Path, faulty: Callable[[str], None]) -> None:
        self._folder = folder
        self._faulty = faulty
        self._read: dict[tuple[str, str], Template | None] = {}

    def of(self, game: str, letter: str) -> Template | None:
        if (game, letter) not in self._read:
            self._read[game, letter] = self._found(self._folder / f"{game}-{letter}.svg", game, letter)
        return self._read[game, letter]

    def _found(self, file: Path, game: str, letter: str) -> Template | None:
        if not file.is_file():
            return None
        try:
            return read_template(file, game, letter)
        except OSError as problem:
            self._faulty(f"{file.name}: {problem.strerror}")
        except TemplateFaultsError as problem:
            self._faulty(f"{file.name}: {problem.faults[0]}")
        return None

"""Sound cues, made by a script and played by Qt if it can: each has its picture and word on the screen anyway."""

from collections.abc import Callable
from importlib import resources
from pathlib import Path

from PySide6.QtCore import QObject, QUrl

from dealer_app.showing.screen import Cue

_QUIET = 0.1
"""Twenty decibels under full."""


class Sounds(QObject):
    """Plays a cue. The first one that is missing is told once, in words; then it is silent."""

    def __init__(self, parent: QObject, missing: Callable[[str], None]) -> None:
        super().__init__(parent)
        self._missing = missing
        self._silent = False
        self._effects: dict[Cue, QObject] = {}

    def play(self, cue: Cue) -> None:
        if self._silent:
            return
        effect = self._effects.get(cue) or self._load(cue)
        if effect is not None:
            effect.play()  # type: ignore[attr-defined]

    def _load(self, cue: Cue) -> QObject | None:
        """QtMultimedia is loaded with the first sound: at the start it would cost time, and it may not be there."""
        file = Path(str(resources.files("resources") / "sounds" / f"{cue.value}.wav"))
        reason = _faulty(file)
        if not reason:
            try:
                from PySide6.QtMultimedia import QMediaDevices, QSoundEffect  # noqa: PLC0415 - see above
            except ImportError:
                reason = "this computer has no QtMultimedia"
            else:
                if QMediaDevices.audioOutputs():
                    effect = QSoundEffect(self)
                    effect.setSource(QUrl.fromLocalFile(str(file)))
                    effect.setVolume(_QUIET)
                    self._effects[cue] = effect
                    return effect
                reason = "this computer has no loudspeaker"
        self._silent = True
        self._missing(reason)
        return None


def _faulty(file: Path) -> str:
    """Of a sound that is broken Qt would only be silent."""
    import wave  # noqa: PLC0415 - with the first sound, as the rest

    try:
        wave.open(str(file), "rb").close()
    except FileNotFoundError:
        return f"{file.name} is missing"
    except (wave.Error, EOFError, OSError):
        return f"{file.name} cannot be read"
    return ""

"""Sound cues, made by a script and played by Qt if it can: each has its picture and word on the screen anyway."""

import logging
from collections.abc import Callable
from importlib import resources
from pathlib import Path

from PySide6.QtCore import QObject, QUrl

from dealer_app.showing.screen import Cue
from dealer_app.showing.unusable import Why

LOG = logging.getLogger("ui")
_QUIET = 0.1
"""Twenty decibels under full."""


class Sounds(QObject):
    """Plays a cue. The first one that is missing is told once, in words; then it is silent."""

    def __init__(self, parent: QObject, missing: Callable[[Why], None]) -> None:
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
        why = _faulty(file)
        if why is None:
            try:
                from PySide6.QtMultimedia import QMediaDevices, QSoundEffect  # noqa: PLC0415 - see above
            except ImportError:
                why = Why.NO_PLAYER
            else:
                if QMediaDevices.audioOutputs():
                    effect = QSoundEffect(self)
                    effect.setSource(QUrl.fromLocalFile(str(file)))
                    effect.setVolume(_QUIET)
                    self._effects[cue] = effect
                    return effect
                why = Why.NO_LOUDSPEAKER
        self._silent = True
        self._missing(why)
        return None


def _faulty(file: Path) -> Why | None:
    """Of a sound that is broken Qt would only be silent."""
    import wave  # noqa: PLC0415 - with the first sound, as the rest

    try:
        wave.open(str(file), "rb").close()
    except FileNotFoundError:
        LOG.warning("the sound %s is missing", file.name)
        return Why.ABSENT
    except (wave.Error, EOFError, OSError):
        LOG.warning("the sound %s cannot be read", file.name)
        return Why.BROKEN
    return None

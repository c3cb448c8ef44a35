"""Sound cues, made by a script and played by Qt if it can: each has its picture and word on the screen anyway.

That no sound can be played is said once, in the station's own words. What Qt's multimedia has to say of it is for who
looks for it (`QT_LOGGING_RULES="qt.multimedia.*=true;default=true"`), and alarms nobody at a table.
"""

import logging
import wave
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QLoggingCategory, QObject, QUrl

from dealer_app.screens.context import AssetFault
from dealer_app.screens.screen import Cue

if TYPE_CHECKING:
    from PySide6.QtMultimedia import QAudioFormat

LOG = logging.getLogger("ui")
_QUIET = 0.1
"""Twenty decibels under full."""
_RULE = "qt.multimedia.*=false"
_RULE_WHILE_ASKED = f"{_RULE}\ndefault.warning=false"
"""Of a sound server that does not answer Qt warns under no name of its own."""


class Sounds(QObject):
    """Plays a cue. The first one that cannot be played is reported once, in words; then it is silent."""

    def __init__(self, parent: QObject, missing: Callable[[AssetFault], None]) -> None:
        super().__init__(parent)
        self._missing = missing
        self._silent = False
        self._effects: dict[Cue, QObject] = {}

    def play(self, cue: Cue) -> None:
        if self._silent:
            return
        with _silence_qt():
            why = self._play(cue)
        if why is not None:
            self._fall_silent(why)

    def _play(self, cue: Cue) -> AssetFault | None:
        """QtMultimedia is loaded with the first sound: at the start it would cost time, and it may not be there."""
        if cue not in self._effects:
            file = Path(str(resources.files("resources") / "sounds" / f"{cue.value}.wav"))
            sound = _read_wave(file)
            why = sound if isinstance(sound, AssetFault) else self._load(cue, file, sound)
            if why is not None:
                return why
        elif not _has_loudspeaker():
            # It was pulled out since, or its server has ended.
            return AssetFault.NO_LOUDSPEAKER
        self._effects[cue].play()  # type: ignore[attr-defined]
        return None

    def _load(self, cue: Cue, file: Path, sound: "wave._wave_params") -> AssetFault | None:
        try:
            multimedia = _multimedia()
        except ImportError:
            return AssetFault.NO_PLAYER
        if not _has_loudspeaker():
            return AssetFault.NO_LOUDSPEAKER
        if not multimedia.QMediaDevices.defaultAudioOutput().isFormatSupported(_audio_format(sound)):
            return AssetFault.NOT_PLAYED
        effect = multimedia.QSoundEffect(self)
        error = multimedia.QSoundEffect.Status.Error
        effect.statusChanged.connect(lambda: self._on_status(fails=effect.status() is error))
        effect.setSource(QUrl.fromLocalFile(str(file)))
        effect.setVolume(_QUIET)
        self._effects[cue] = effect
        return None

    def _on_status(self, *, fails: bool) -> None:
        """Qt reads a sound while the window goes on, and finds only then that it cannot play it."""
        if fails and not self._silent:
            self._fall_silent(AssetFault.NOT_PLAYED)

    def _fall_silent(self, why: AssetFault) -> None:
        self._silent = True
        self._missing(why)


@contextmanager
def _silence_qt() -> Iterator[None]:
    """By the rules that Qt itself weighs: a handler of ours would be called on threads that wait for this one."""
    QLoggingCategory.setFilterRules(_RULE_WHILE_ASKED)
    try:
        yield
    finally:
        QLoggingCategory.setFilterRules(_RULE)


def _multimedia() -> Any:
    """With the first sound: a start does not wait for it, and a computer may lack what it needs."""
    from PySide6 import QtMultimedia  # noqa: PLC0415 - slow to load, and a computer may lack it

    return QtMultimedia


def _has_loudspeaker() -> bool:
    return not _multimedia().QMediaDevices.defaultAudioOutput().isNull()


def _read_wave(file: Path) -> "wave._wave_params | AssetFault":
    """Of a sound that is broken Qt would only be silent."""
    try:
        with wave.open(str(file), "rb") as sound:
            return sound.getparams()
    except FileNotFoundError:
        LOG.warning("the sound %s is missing", file.name)
        return AssetFault.ABSENT
    except (wave.Error, EOFError, OSError):
        LOG.warning("the sound %s cannot be read", file.name)
        return AssetFault.BROKEN


def _audio_format(sound: "wave._wave_params") -> "QAudioFormat":
    kind = _multimedia().QAudioFormat
    made: QAudioFormat = kind()
    made.setSampleRate(sound.framerate)
    made.setChannelCount(sound.nchannels)
    made.setSampleFormat(kind.SampleFormat.Int16 if sound.sampwidth > 1 else kind.SampleFormat.UInt8)
    return made

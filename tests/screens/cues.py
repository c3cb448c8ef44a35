"""Makes the sound cues, as files: `make sounds` writes them again. Each is a tone or a few, with soft ends.

Taken is a tick, your turn rises, refused is low, stop falls three times, approval knocks twice, device falls once.
"""

import math
import struct
import wave
from collections.abc import Iterable, Iterator
from pathlib import Path

from dealer_app.screens.screen import Cue

RATE = 44_100
FOLDER = Path(__file__).parents[2] / "resources" / "sounds"
_FULL = 20_000
_SOFT_SECONDS = 0.006

Tone = tuple[float, float, float]
"""From one frequency to another, and how many seconds."""

CUES: dict[Cue, tuple[Tone, ...]] = {
    Cue.TAKEN: ((1800, 1800, 0.03),),
    Cue.YOUR_TURN: ((660, 660, 0.09), (880, 880, 0.09)),
    Cue.REFUSED: ((180, 180, 0.12),),
    Cue.STOP: ((880, 880, 0.16), (660, 660, 0.16), (440, 440, 0.22)),
    Cue.APPROVAL: ((240, 160, 0.05), (0, 0, 0.09), (240, 160, 0.05)),
    Cue.DEVICE: ((700, 350, 0.25),),
}


def samples(tones: Iterable[Tone]) -> Iterator[int]:
    for begin, end, seconds in tones:
        count, turned = int(RATE * seconds), 0.0
        soft = max(1, int(RATE * _SOFT_SECONDS))
        for place in range(count):
            turned += (begin + (end - begin) * place / count) / RATE
            loud = min(1.0, place / soft, (count - place) / soft)
            yield int(_FULL * loud * math.sin(2 * math.pi * turned))


def write(folder: Path = FOLDER) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for cue, tones in CUES.items():
        with wave.open(str(folder / f"{cue.value}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(b"".join(struct.pack("<h", each) for each in samples(tones)))


if __name__ == "__main__":
    write()

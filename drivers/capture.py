"""Raw captures of a line: written while a device speaks, read back and replayed through its framing.

Every byte both ways goes into a text file that is bounded and rotates. A line of it is `milliseconds
generation what ...`, what being `in` and `out` with bytes in hexadecimal, `hidden in` and `hidden out` with
their number, `open` or `fail` with words. While a seal is on, bytes are only counted: even a checksum would
give a card away.
"""

import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from dealer_app.observations import DeviceReport
from drivers.address import PortFault
from drivers.decoder import Decoder
from drivers.framing import Framing
from drivers.port import Chunk, Direction, InboxOverflowed, LineFailed, LineListener, LineOpened, PortEvent

LOG = logging.getLogger("drivers.capture")
LARGEST_FILE = 4 << 20
FILES = 5
HEADING = "# dealer-station capture 1"
_MOST_WORDS = 300


class CaptureError(Exception):
    """A capture that cannot be read, with file and line."""


class Capture(LineListener):
    """Written by the port's own thread. A full disk ends the record, never the line."""

    def __init__(
        self,
        path: Path,
        *,
        about: Mapping[str, str],
        sealed: Callable[[], bool] = lambda: False,
        largest: int = LARGEST_FILE,
        files: int = FILES,
    ) -> None:
        self._path = path
        """`about` is written at the head: short words without spaces."""
        self._heading = " ".join([HEADING, *(f"{key}={''.join(it.split())}" for key, it in about.items())]) + "\n"
        self.count = 0
        """Bytes that passed."""
        self._sealed = sealed
        self._largest = largest
        self._files = files
        self._size = 0
        self._file: TextIO | None = self._open_file()

    def on_open(self, *, generation: int, at: int, port: str) -> None:
        self._write(f"{at} {generation} open {port}")

    def on_bytes(self, direction: Direction, data: bytes, *, generation: int, at: int) -> None:
        self.count += len(data)
        line = f"hidden {direction.value} {len(data)}" if self._sealed() else f"{direction.value} {data.hex(' ')}"
        self._write(f"{at} {generation} {line}")

    def on_failure(self, *, generation: int, at: int, fault: PortFault, said: str) -> None:
        self._write(f"{at} {generation} fail {fault.name} {' '.join(said.split())[:_MOST_WORDS]}")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, line: str) -> None:
        if self._file is None:
            return
        try:
            if self._size + len(line) + 1 > self._largest:
                self._rotate()
            self._file.write(line + "\n")
            self._file.flush()
        except OSError as problem:
            LOG.warning("%s: the record of the line ends here: %s", self._path, problem.strerror)
            self._stop_recording()
        else:
            self._size += len(line.encode()) + 1

    def _rotate(self) -> None:
        assert self._file is not None
        self._file.close()
        for number in range(self._files - 1, 0, -1):
            older = _rotation_path(self._path, number - 1)
            if older.exists():
                older.replace(_rotation_path(self._path, number))
        self._file = self._open_file()

    def _open_file(self) -> TextIO:
        """Goes on with the file that is there: a record is never overwritten by a second start."""
        file = open(self._path, "a", encoding="utf-8", opener=_open_private)  # noqa: SIM115 - with an opener
        self._size = file.tell()
        if self._size == 0:
            file.write(self._heading)
            self._size = len(self._heading.encode())
        return file

    def _stop_recording(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError as problem:
                LOG.debug("%s: %s", self._path, problem)


def _open_private(path: str, flags: int) -> int:
    """It reveals the cards that were drawn: no other account may read it."""
    descriptor = os.open(path, flags, 0o600)
    with suppress(OSError, TypeError):
        os.chmod(descriptor, 0o600)  # noqa: PTH101 - where it is no file of ours it stays as it is
    return descriptor


def _rotation_path(path: Path, number: int) -> Path:
    return path if number == 0 else path.with_name(f"{path.name}.{number}")


def capture_files(path: Path) -> tuple[Path, ...]:
    """The files of one capture, the oldest first; only the given one if it is itself a rotated file."""
    found = [path]
    while (older := _rotation_path(path, len(found))).exists():
        found.append(older)
    return tuple(reversed(found))


def read_heading(path: Path) -> dict[str, str]:
    """What the head of a capture says of it."""
    try:
        with path.open(encoding="utf-8") as lines:
            words = lines.readline(_MOST_WORDS).removeprefix(HEADING).split()
    except OSError as problem:
        raise CaptureError(f"{path}: cannot be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise CaptureError(f"{path}: is not text in UTF-8") from problem
    return {key: value for key, _, value in (word.partition("=") for word in words)}


def capture_events(files: tuple[Path, ...]) -> Iterator[PortEvent]:
    """What the port handed over when the capture was made; hidden bytes come as so many lost ones."""
    for path in files:
        try:
            with path.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines, start=1):
                    if number == 1 and not line.startswith(HEADING):
                        raise CaptureError(f"{path}: is not a capture: its first line is not {HEADING!r}")
                    if not line.startswith("#"):
                        yield from _parse_line(line, f"{path}:{number}")
        except OSError as problem:
            raise CaptureError(f"{path}: cannot be read: {problem.strerror}") from problem
        except UnicodeDecodeError as problem:
            raise CaptureError(f"{path}: is not text in UTF-8") from problem


def _parse_line(line: str, where: str) -> Iterator[PortEvent]:
    try:
        at_text, generation_text, what, *rest = line.split()
        at, generation = int(at_text), int(generation_text)
        match what, rest:
            case "in", [*data]:
                yield Chunk(generation=generation, at=at, data=bytes.fromhex("".join(data)))
            case "hidden", ["in", count]:
                yield InboxOverflowed(generation=generation, at=at, lost=int(count))
            case ("out", [*_]) | ("hidden", ["out", _]):
                return  # what the station sent says nothing about the device
            case "open", [*name]:
                yield LineOpened(generation=generation, at=at, port=" ".join(name))
            case "fail", [fault, *said]:
                yield LineFailed(generation=generation, at=at, fault=PortFault[fault], said=" ".join(said))
            case _:
                raise ValueError(what)  # noqa: TRY301 - reported below, with the line
    except (ValueError, KeyError) as problem:
        raise CaptureError(f"{where}: is not a line of a capture: {line.strip()[:60]!r}") from problem


_TICK_MS = 100
_TICKS = 50
"""After five seconds of silence nothing is still waited for."""


def replay_events(events: Iterable[PortEvent], framing: Framing, *, baudrate: int) -> Iterator[DeviceReport]:
    """What the station sends is not replayed: an answer to it comes as one that nobody asked for."""
    decoder = Decoder(framing, baudrate=baudrate)
    now: int | None = None
    for event in events:
        for _ in range(_TICKS):
            if now is None or now + _TICK_MS >= event.at:
                break
            now += _TICK_MS
            yield from decoder.tick(now)
        now = event.at
        yield from decoder.take(event)
    if now is not None:
        for _ in range(_TICKS):
            now += _TICK_MS
            yield from decoder.tick(now)

"""The raw record of a line: every byte both ways, in a text file that is bounded and rotates, and read back exactly.

A line of it is `milliseconds generation what ...`, what being `in` and `out` with bytes in hexadecimal, `hidden in` and
`hidden out` with their number, `open` or `fail` with words. While a seal is on, bytes are only counted: even a checksum
would tell a card.
"""

import logging
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TextIO

from drivers.port import Direction, Listener
from drivers.ports.faults import PortFault
from drivers.ports.inbox import Chunk, Failed, Opened, Overflowed, PortEvent

LOG = logging.getLogger("drivers.capture")
LARGEST_FILE = 4 << 20
FILES = 5
HEADING = "# dealer-station capture 1"
_MOST_WORDS = 300


class CaptureError(Exception):
    """A capture that cannot be read, with file and line."""


class Capture(Listener):
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
        self._file: TextIO | None = self._begun()

    def opened(self, *, generation: int, at: int, port: str) -> None:
        self._write(f"{at} {generation} open {port}")

    def passed(self, direction: Direction, data: bytes, *, generation: int, at: int) -> None:
        self.count += len(data)
        told = f"hidden {direction.value} {len(data)}" if self._sealed() else f"{direction.value} {data.hex(' ')}"
        self._write(f"{at} {generation} {told}")

    def failed(self, *, generation: int, at: int, fault: PortFault, said: str) -> None:
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
            self._give_up()
        else:
            self._size += len(line.encode()) + 1

    def _rotate(self) -> None:
        assert self._file is not None
        self._file.close()
        for number in range(self._files - 1, 0, -1):
            older = _numbered(self._path, number - 1)
            if older.exists():
                older.replace(_numbered(self._path, number))
        self._file = self._begun()

    def _begun(self) -> TextIO:
        """Goes on with the file that is there: a record is never overwritten by a second start."""
        file = open(self._path, "a", encoding="utf-8", opener=_for_this_account)  # noqa: SIM115 - with an opener
        self._size = file.tell()
        if self._size == 0:
            file.write(self._heading)
            self._size = len(self._heading.encode())
        return file

    def _give_up(self) -> None:
        file, self._file = self._file, None
        if file is not None:
            try:
                file.close()
            except OSError as problem:
                LOG.debug("%s: %s", self._path, problem)


def _for_this_account(path: str, flags: int) -> int:
    """It tells the cards that were drawn: no other account may read it."""
    descriptor = os.open(path, flags, 0o600)
    with suppress(OSError, TypeError):
        os.chmod(descriptor, 0o600)  # noqa: PTH101 - where it is no file of ours it stays as it is
    return descriptor


def _numbered(path: Path, number: int) -> Path:
    return path if number == 0 else path.with_name(f"{path.name}.{number}")


def capture_files(path: Path) -> tuple[Path, ...]:
    """The files of one capture, the oldest first; only the given one if it is itself a rotated file."""
    found = [path]
    while (older := _numbered(path, len(found))).exists():
        found.append(older)
    return tuple(reversed(found))


def about(path: Path) -> dict[str, str]:
    """What the head of a capture says of it."""
    try:
        with path.open(encoding="utf-8") as lines:
            words = lines.readline(_MOST_WORDS).removeprefix(HEADING).split()
    except OSError as problem:
        raise CaptureError(f"{path}: cannot be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise CaptureError(f"{path}: is no text in UTF-8") from problem
    return {key: value for key, _, value in (word.partition("=") for word in words)}


def played_back(files: tuple[Path, ...]) -> Iterator[PortEvent]:
    """What the port handed over when the capture was made; hidden bytes come as so many lost ones."""
    for path in files:
        try:
            with path.open(encoding="utf-8") as lines:
                for number, line in enumerate(lines, start=1):
                    if number == 1 and not line.startswith(HEADING):
                        raise CaptureError(f"{path}: is no capture: its first line is not {HEADING!r}")
                    if not line.startswith("#"):
                        yield from _event(line, f"{path}:{number}")
        except OSError as problem:
            raise CaptureError(f"{path}: cannot be read: {problem.strerror}") from problem
        except UnicodeDecodeError as problem:
            raise CaptureError(f"{path}: is no text in UTF-8") from problem


def _event(line: str, where: str) -> Iterator[PortEvent]:
    try:
        at_text, generation_text, what, *rest = line.split()
        at, generation = int(at_text), int(generation_text)
        match what, rest:
            case "in", [*data]:
                yield Chunk(generation=generation, at=at, data=bytes.fromhex("".join(data)))
            case "hidden", ["in", count]:
                yield Overflowed(generation=generation, at=at, lost=int(count))
            case ("out", [*_]) | ("hidden", ["out", _]):
                return  # what the station sent says nothing about the device
            case "open", [*name]:
                yield Opened(generation=generation, at=at, port=" ".join(name))
            case "fail", [fault, *said]:
                yield Failed(generation=generation, at=at, fault=PortFault[fault], said=" ".join(said))
            case _:
                raise ValueError(what)  # noqa: TRY301 - told below, with the line
    except (ValueError, KeyError) as problem:
        raise CaptureError(f"{where}: is no line of a capture: {line.strip()[:60]!r}") from problem

"""The line of a simulated device: its speed, its faults, and what a wrong speed makes of bytes.

The catalogue of faults is here, with how one of them changes a report. A receiver at another speed reads
other bytes, bit for bit: a start bit, eight bits, a stop bit.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Protocol


class DeviceFault(Enum):
    """Armed on a line, each befalls the next report, once; only SILENCE lasts, until it is lifted."""

    SILENCE = "silence"
    """From now on nothing comes, though the device goes on."""
    BYTE_BY_BYTE = "byte-by-byte"
    """Each byte comes by itself, with a pause."""
    LOSS = "loss"
    """One byte of the report is missing."""
    REPEAT = "repeat"
    """The same bytes come twice."""
    BAD_CHECKSUM = "bad-checksum"
    """One bit is wrong: in the check, or where there is none, in what the device calls its last word."""
    LOST_REPORT = "lost-report"
    """The report was numbered and never came."""
    UNPLUG = "unplug"
    """The plug is pulled within the report, and put in again; the rest of the report is gone."""
    RESET_MID_ROUND = "reset-mid-round"
    """The device restarts before the report, and counts from its beginning."""


class ArmedFaults:
    """What is to befall the next reports, in order."""

    def __init__(self) -> None:
        self._armed: deque[tuple[DeviceFault, int | None]] = deque()
        self.silent = False

    def arm(self, fault: DeviceFault, at: int | None = None) -> None:
        """`at` is a place within the report, for faults that have one."""
        self._armed.append((fault, at))

    def lift_silence(self) -> None:
        self.silent = False

    def take_reset(self) -> bool:
        """Whether the device resets before this report."""
        if self._armed and self._armed[0][0] is DeviceFault.RESET_MID_ROUND:
            self._armed.popleft()
            return True
        return False

    def take(self) -> tuple[DeviceFault | None, int | None]:
        """What befalls this report on the line."""
        if self.silent:
            return DeviceFault.SILENCE, None
        if not self._armed or self._armed[0][0] is DeviceFault.RESET_MID_ROUND:
            return None, None
        fault, at = self._armed.popleft()
        self.silent = fault is DeviceFault.SILENCE
        return fault, at


BITS = 10
_STOP = 9


def resample(data: bytes, *, sent_at: int, read_at: int) -> bytes:
    """The bytes that arrive; a byte without its stop bit arrives as 0, as the system hands it over."""
    if sent_at == read_at or not data:
        return data
    return bytes(_read_bytes(_line_levels(data), sent=2 * read_at, read=2 * sent_at))


def _line_levels(data: bytes) -> tuple[bool, ...]:
    """The line while these bytes are sent without a pause; before and after it rests at True."""
    return tuple(bit for byte in data for bit in (False, *(bool(byte >> place & 1) for place in range(8)), True))


def _read_bytes(bits: tuple[bool, ...], *, sent: int, read: int) -> Iterator[int]:
    """`sent` and `read` are the bit lengths of the two sides."""
    end = len(bits) * sent

    def level(time: int) -> bool:
        return bits[time // sent] if time < end else True

    time = 0
    while time < end:
        if level(time):
            time = _next_level(bits, time, sent, level=False)
            continue
        # Each bit is read in its middle.
        middles = [time + place * read + read // 2 for place in range(BITS)]
        if level(middles[_STOP]):
            yield sum(level(middles[place + 1]) << place for place in range(8))
            time = middles[_STOP]
        else:
            # The receiver waits for the line to rest before it believes in another start.
            yield 0
            time = _next_level(bits, middles[_STOP], sent, level=True)


def _next_level(bits: tuple[bool, ...], time: int, sent: int, *, level: bool) -> int:
    """When the line has this level next; after all bits if it does not."""
    place = time // sent
    while place < len(bits) and bits[place] is not level:
        place += 1
    return place * sent


BETWEEN_BYTES_SECONDS = 0.003
"""A little more than a byte takes at 4800 baud."""


class End(Protocol):
    """What the station opens at `address`, seen from the device."""

    @property
    def address(self) -> str: ...

    @property
    def speed(self) -> int | None:
        """The baud rate that the other side has set, where it can be seen."""

    @property
    def has_listener(self) -> bool:
        """Whether somebody has opened the line since it was plugged in."""

    def write(self, data: bytes) -> None:
        """Sends bytes to the listener; they are lost if there is none."""

    def read(self, timeout: float = 0.0) -> bytes: ...

    def unplug(self) -> None: ...

    def plug(self) -> None: ...


class SimulatedLine:
    """Garbles in both directions where the other side has set another speed than the device's own."""

    def __init__(
        self, end: End, *, baudrate: int, paced: bool = False, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.end = end
        self.faults = ArmedFaults()
        self._baudrate = baudrate
        self._paced = paced
        self._sleep = sleep

    def report(self, frame: bytes, *, check: int) -> None:
        """A report goes out, or what a fault leaves of it; `check` is the place that a wrong check shows in."""
        fault, at = self.faults.take()
        match fault:
            case None:
                self.send(frame)
            case DeviceFault.SILENCE | DeviceFault.LOST_REPORT:
                pass
            case DeviceFault.BYTE_BY_BYTE:
                for place in range(len(frame)):
                    self.send(frame[place : place + 1])
                    self._sleep(BETWEEN_BYTES_SECONDS)
            case DeviceFault.LOSS:
                gone = len(frame) // 2 if at is None else at
                self.send(frame[:gone] + frame[gone + 1 :])
            case DeviceFault.REPEAT:
                self.send(frame)
                self.send(frame)
            case DeviceFault.BAD_CHECKSUM:
                wrong = bytearray(frame)
                wrong[check] ^= 1
                self.send(bytes(wrong))
            case DeviceFault.UNPLUG:
                self.send(frame[: len(frame) // 2 if at is None else at])
                # Long enough for what was sent to be read: it is half a report that must come to nothing.
                self._sleep(10 * BETWEEN_BYTES_SECONDS)
                self.end.unplug()
                self.end.plug()
            case DeviceFault.RESET_MID_ROUND:
                raise AssertionError("a reset is the device's, before its report")

    def send(self, data: bytes) -> None:
        """Bytes as they are, at the line's speed."""
        speed = self.end.speed
        self.end.write(data if speed is None else resample(data, sent_at=self._baudrate, read_at=speed))
        if self._paced:
            self._sleep(len(data) * BITS / self._baudrate)

    def hear(self, timeout: float = 0.0) -> bytes:
        """What the station sent."""
        data = self.end.read(timeout)
        speed = self.end.speed
        return data if speed is None else resample(data, sent_at=speed, read_at=self._baudrate)

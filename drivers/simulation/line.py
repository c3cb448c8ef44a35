"""The line of a simulated device: its speed, and the faults that befall what it reports."""

import time
from collections.abc import Callable
from typing import Protocol

from drivers.simulation.faults import ArmedFaults, Fault
from drivers.simulation.resampling import BITS, resampled

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
    def attended(self) -> bool:
        """Whether somebody has opened the line since it was plugged in."""

    def write(self, data: bytes) -> None:
        """Bytes to whoever listens; lost if nobody does."""

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
            case Fault.SILENCE | Fault.LOST_REPORT:
                pass
            case Fault.BYTE_BY_BYTE:
                for place in range(len(frame)):
                    self.send(frame[place : place + 1])
                    self._sleep(BETWEEN_BYTES_SECONDS)
            case Fault.LOSS:
                gone = len(frame) // 2 if at is None else at
                self.send(frame[:gone] + frame[gone + 1 :])
            case Fault.REPEAT:
                self.send(frame)
                self.send(frame)
            case Fault.BAD_CHECKSUM:
                wrong = bytearray(frame)
                wrong[check] ^= 1
                self.send(bytes(wrong))
            case Fault.UNPLUG:
                self.send(frame[: len(frame) // 2 if at is None else at])
                # Long enough for what was sent to be read: it is half a report that must come to nothing.
                self._sleep(10 * BETWEEN_BYTES_SECONDS)
                self.end.unplug()
                self.end.plug()
            case Fault.RESET_MID_ROUND:
                raise AssertionError("a reset is the device's, before its report")

    def send(self, data: bytes) -> None:
        """Bytes as they are, at the line's speed."""
        speed = self.end.speed
        self.end.write(data if speed is None else resampled(data, sent_at=self._baudrate, read_at=speed))
        if self._paced:
            self._sleep(len(data) * BITS / self._baudrate)

    def hear(self, timeout: float = 0.0) -> bytes:
        """What the station sent."""
        data = self.end.read(timeout)
        speed = self.end.speed
        return data if speed is None else resampled(data, sent_at=speed, read_at=self._baudrate)

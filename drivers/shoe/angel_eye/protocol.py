"""Framing of the Angel Eye II-EX: finds its frames in a stream of bytes, and sends it commands where that is allowed.

What the frames mean is in `reports`, how they are written in `encoding`. Serial port or device server, the bytes are
the same.
"""

from enum import Enum

from msgspec import Struct

from dealer_app.observations import (
    BytesRejected,
    DeviceRequest,
    Observation,
    ReadAnswered,
    Rejection,
    ReportRepeated,
    ReportsLost,
    SequenceConflict,
)
from drivers.decoder import StreamFraming
from drivers.framing import NEXT, Arrival, ReportNumbers, Seconds, reject
from drivers.requests import RequestBytes, RequestQueue, Sending
from drivers.shoe.angel_eye.encoding import (
    ACK,
    CHECKS,
    ENQ,
    ETX,
    NAK,
    NUMBERS,
    STX,
    CheckStart,
    command_frame,
    command_words,
)
from drivers.shoe.angel_eye.reports import decode_report

FRAMES = bytes([ENQ, STX])
STARTS = bytes([ENQ, STX, ACK, NAK])
"""What a frame, and what anything that the shoe sends, can begin with."""
SHORTEST = len(b"\x051P\x0362")
LONGEST = 128
"""A frame without its end after so many bytes is garbage."""


class Acknowledgement(Enum):
    """Whether reports are answered with ACK. It counts as sending. Open: the shoe may repeat what is not answered."""

    OFF = "off"
    ON = "on"


class AngelEyeSettings(Struct, frozen=True, kw_only=True):
    sending: Sending = Sending.OFF
    acknowledging: Acknowledgement = Acknowledgement.OFF
    check_from: CheckStart = CheckStart.STX
    answer_within: Seconds = 1.0
    numbers: str = NUMBERS


class AngelEyeFraming(StreamFraming):
    def __init__(self, settings: AngelEyeSettings | None = None) -> None:
        settings = settings or AngelEyeSettings()
        self._requests = RequestQueue(
            sending=settings.sending,
            answer_within=settings.answer_within,
            parts=_request_parts,
            write=lambda words: RequestBytes(command_frame(words, settings.check_from)),
        )
        super().__init__(self._requests)
        self._numbers = ReportNumbers(settings.numbers)
        self._acknowledges = (settings.sending, settings.acknowledging) == (Sending.ON, Acknowledgement.ON)
        self._acknowledgements = 0

    def bytes_to_send(self) -> bytes:
        acknowledgements, self._acknowledgements = self._acknowledgements, 0
        return bytes([ACK]) * acknowledgements + super().bytes_to_send()

    def line_lost(self) -> tuple[Observation, ...]:
        self._acknowledgements = 0
        return super().line_lost()

    def _read(self, found: list[Observation]) -> None:
        buffer = self._buffer
        while buffer:
            first = buffer[0]
            if first in FRAMES:
                end = buffer.find(ETX, 1) + 3
                if 2 < end <= len(buffer) and end <= LONGEST:
                    self._frame(end, found)
                elif len(buffer) >= LONGEST:
                    self._drop(Rejection.TOO_LONG, LONGEST, found)
                else:
                    return
            elif first not in STARTS:
                self._noise(found)
            elif not self._requests.is_awaited():
                del buffer[0]
                reject(Rejection.UNASKED_ANSWER, 1, found)
            elif first == ACK:
                del buffer[0]
                found += self._requests.note_acknowledgement()
            elif len(buffer) > 1:
                self._read_refusal(found)
            else:
                return

    def _frame(self, end: int, found: list[Observation]) -> None:
        frame = bytes(self._buffer[:end])
        check = 0
        for byte in frame[1:-2]:
            check ^= byte
        if frame[0] == ENQ:
            if frame[-2:] == CHECKS[check]:
                del self._buffer[:end]
                self._report(frame, found)
                return
        elif frame.endswith((CHECKS[check], CHECKS[check ^ STX])):
            # The reference does not say where the check of an answer begins.
            del self._buffer[:end]
            found.append(ReadAnswered(text=frame[1:-3].decode("ascii", errors="backslashreplace")))
            return
        self._drop(Rejection.BAD_CHECKSUM, end, found)

    def _report(self, frame: bytes, found: list[Observation]) -> None:
        self._acknowledgements += self._acknowledges
        if len(frame) < SHORTEST:
            reject(Rejection.NOT_UNDERSTOOD, len(frame), found)
            return
        number, data = chr(frame[1]), frame[2:-3]
        observed = decode_report(number, data) or BytesRejected(
            sequence=number, reason=Rejection.NOT_UNDERSTOOD, count=len(frame)
        )
        numbers, expected = self._numbers, self._numbers.expected
        arrived = numbers.note_restart(number, frame) if data == b"S" else numbers.note_report(number, frame)
        if arrived is NEXT:
            found.append(observed)
            return
        match arrived:
            case Arrival.REPEATED:
                found.append(ReportRepeated(sequence=number))
            case Arrival.CONFLICT:
                found.append(SequenceConflict(sequence=number, content=observed))
            case Arrival.LOST:
                found.append(ReportsLost(sequence=number, expected=expected or "", at_least=numbers.missing))
                found.append(observed)

    def _read_refusal(self, found: list[Observation]) -> None:
        """NAK and its error byte; where a frame begins instead, the byte is missing."""
        code = "" if self._buffer[1] == ENQ else f"{self._buffer[1]:02X}"
        del self._buffer[: 2 if code else 1]
        found += self._requests.note_refusal(code)

    def _drop(self, reason: Rejection, end: int, found: list[Observation]) -> None:
        """Throws a false frame away up to the next byte in it that may begin a true one."""
        begins = [place for place in (self._buffer.find(start, 1, end) for start in (ENQ, STX)) if place > 0]
        count = min(begins, default=end)
        del self._buffer[:count]
        reject(reason, count, found)

    def _noise(self, found: list[Observation]) -> None:
        buffer = self._buffer
        count = next((place for place, byte in enumerate(buffer) if byte in STARTS), len(buffer))
        del buffer[:count]
        reject(Rejection.NOISE, count, found)


def _request_parts(request: DeviceRequest) -> tuple[str, ...] | None:
    words = command_words(request)
    return None if words is None else (words,)

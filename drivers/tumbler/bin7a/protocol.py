"""Framing and bytes of the dice machine with six-byte commands. It reports three points only.

How often it tumbled and whether the dice lie flat it does not report: the dealer is asked for both. Its
answer has no number, so an old result looks like a new one. The commands were seen in public code; **the
form of the answer is a guess** (open): nobody publishes it.
"""

from enum import Enum

from msgspec import Struct

from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.observations import DeviceRequest, DiceAtRest, DiceUnreadable, Observation, Poll, Rejection, Resting
from drivers.decoder import StreamFraming
from drivers.framing import Seconds, reject
from drivers.requests import RequestBytes, RequestQueue, Sending

BEGIN, END = 0x7A, 0x55
COMMAND_LENGTH, ANSWER_LENGTH = 3, 6
ANSWER_SIZE = ANSWER_LENGTH + 3
ADDRESS = 1


class Bin7aCommand(Enum):
    SHAKE = 3
    """Tumbles the dice and answers with their points."""
    START = 4
    STOP = 5
    QUERY = 6


def command_frame(which: Bin7aCommand, address: int = ADDRESS) -> bytes:
    return _add_frame(bytes([COMMAND_LENGTH, which.value, address]))


def answer_frame(which: Bin7aCommand, dice: tuple[int, int, int], address: int = ADDRESS) -> bytes:
    """As the answer is guessed to be: the three points before the sum."""
    return _add_frame(bytes([ANSWER_LENGTH, which.value, address, *dice]))


def byte_sum(data: bytes) -> int:
    return sum(data) % 256


def _add_frame(body: bytes) -> bytes:
    return bytes([BEGIN, *body, byte_sum(body), END])


_NOT_REPORTED = (Resting.NOT_REPORTED,) * 3


class Bin7aSettings(Struct, frozen=True, kw_only=True):
    sending: Sending = Sending.OFF
    answer_within: Seconds = 1.0
    address: int = ADDRESS

    def __post_init__(self) -> None:
        if not 0 <= self.address <= 255:
            raise ValueError(f"{self.address} is not an address of one byte")


class Bin7aFraming(StreamFraming):
    def __init__(self, settings: Bin7aSettings | None = None) -> None:
        settings = settings or Bin7aSettings()
        self._address = settings.address
        self._requests = RequestQueue(
            sending=settings.sending,
            answer_within=settings.answer_within,
            parts=_request_parts,
            write=lambda name: RequestBytes(command_frame(Bin7aCommand[name], settings.address), key=name),
        )
        super().__init__(self._requests)

    def _read(self, found: list[Observation]) -> None:
        buffer = self._buffer
        while buffer:
            if buffer[0] != BEGIN:
                begin = buffer.find(BEGIN)
                self._drop(Rejection.NOISE, begin if begin > 0 else len(buffer), found)
            elif len(buffer) > 1 and buffer[1] != ANSWER_LENGTH:
                self._drop(Rejection.NOISE, 1, found)
            elif len(buffer) < ANSWER_SIZE:
                return
            else:
                self._frame(bytes(buffer[:ANSWER_SIZE]), found)

    def _frame(self, frame: bytes, found: list[Observation]) -> None:
        body = frame[1:-2]
        if frame[-1] != END or byte_sum(body) != frame[-2]:
            begin = frame.find(BEGIN, 1)
            self._drop(Rejection.BAD_CHECKSUM, begin if begin > 0 else ANSWER_SIZE, found)
            return
        _, which, address, *points = body
        if address != self._address or which not in {Bin7aCommand.SHAKE.value, Bin7aCommand.QUERY.value}:
            self._drop(Rejection.NOT_UNDERSTOOD, ANSWER_SIZE, found)
            return
        del self._buffer[:ANSWER_SIZE]
        if self._requests.is_awaited(Bin7aCommand(which).name):
            found += self._requests.note_acknowledgement()
        found.append(_dice_at_rest(points))

    def _drop(self, reason: Rejection, count: int, found: list[Observation]) -> None:
        reject(reason, count, found)
        del self._buffer[:count]


def _request_parts(request: DeviceRequest) -> tuple[str, ...] | None:
    return (Bin7aCommand.QUERY.name,) if isinstance(request, Poll) else None


def _dice_at_rest(points: list[int]) -> Observation:
    if not set(points) <= set(DIE_FACES):
        return DiceUnreadable()
    one, two, three = points
    return DiceAtRest(dice=Tumble((one, two, three)), resting=_NOT_REPORTED)

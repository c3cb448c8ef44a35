"""Framing of the dice machine with six-byte commands. It tells three points and nothing else.

How often it tumbled and whether the dice lie flat it does not report: the dealer is asked for both. Its answer has no
number, so an old result looks like a new one. The form of the answer is a guess (open), see `encoding`.
"""

from msgspec import Struct

from dealer_app.domain.dice import FACES, Tumble
from dealer_app.observations import DiceAtRest, DiceUnreadable, Observation, Poll, Rejection, Request, Resting
from drivers.asking import Asking, Sending, Sent
from drivers.framing import Seconds
from drivers.rejecting import reject
from drivers.stream import StreamFraming
from drivers.tumbler.bin7a.encoding import (
    ADDRESS,
    ANSWER_LENGTH,
    ANSWER_SIZE,
    BEGIN,
    END,
    Command,
    command,
    sum_of,
)

_NOT_REPORTED = (Resting.NOT_REPORTED,) * 3


class Bin7aSettings(Struct, frozen=True, kw_only=True):
    sending: Sending = Sending.OFF
    answer_within: Seconds = 1.0
    address: int = ADDRESS

    def __post_init__(self) -> None:
        if not 0 <= self.address <= 255:
            raise ValueError(f"{self.address} is no address of one byte")


class Bin7aFraming(StreamFraming):
    def __init__(self, settings: Bin7aSettings | None = None) -> None:
        settings = settings or Bin7aSettings()
        self._address = settings.address
        self._requests = Asking(
            sending=settings.sending,
            answer_within=settings.answer_within,
            parts=_parts,
            write=lambda name: Sent(command(Command[name], settings.address), key=name),
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
        if frame[-1] != END or sum_of(body) != frame[-2]:
            begin = frame.find(BEGIN, 1)
            self._drop(Rejection.BAD_CHECKSUM, begin if begin > 0 else ANSWER_SIZE, found)
            return
        _, which, address, *points = body
        if address != self._address or which not in {Command.SHAKE.value, Command.QUERY.value}:
            self._drop(Rejection.NOT_UNDERSTOOD, ANSWER_SIZE, found)
            return
        del self._buffer[:ANSWER_SIZE]
        if self._requests.awaits(Command(which).name):
            found += self._requests.acknowledged()
        found.append(_at_rest(points))

    def _drop(self, reason: Rejection, count: int, found: list[Observation]) -> None:
        reject(reason, count, found)
        del self._buffer[:count]


def _parts(request: Request) -> tuple[str, ...] | None:
    return (Command.QUERY.name,) if isinstance(request, Poll) else None


def _at_rest(points: list[int]) -> Observation:
    if not set(points) <= set(FACES):
        return DiceUnreadable()
    one, two, three = points
    return DiceAtRest(dice=Tumble((one, two, three)), resting=_NOT_REPORTED)

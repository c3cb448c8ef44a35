"""Framing of a tumbler that speaks `tum`, the station's own protocol: finds its sentences, and tells it the lamps.

A checked, numbered sentence says when the dice were activated, each tumble, and how every die came to rest.
"""

import re
from itertools import cycle

from msgspec import Struct

from dealer_app.domain.dice import FACES, Tumble
from dealer_app.observations import (
    BytesRejected,
    DeviceError,
    DeviceStarted,
    DiceAtRest,
    DiceUnreadable,
    ErrorRaised,
    LightAreas,
    Observation,
    Poll,
    Rejection,
    ReportRepeated,
    ReportsLost,
    Request,
    SequenceConflict,
    TumbleCompleted,
    TumblerActivated,
)
from drivers.asking import Asking, Sending, Sent
from drivers.framing import Seconds
from drivers.rejecting import reject
from drivers.sequence import Arrival, ReportNumbers
from drivers.stream import StreamFraming
from drivers.tumbler.tum.encoding import (
    FLATNESS,
    LONGEST,
    NUMBERS,
    STATION,
    TUMBLER,
    lamp_parts,
    parsed,
    sentence,
)

_NOISE = re.compile(rb"[^$]+")
_BEGUN = re.compile(rb"\$[ -#%-~]*\r?")
_COUNT = re.compile("[1-9][0-9]{0,2}")


class TumSettings(Struct, frozen=True, kw_only=True):
    sending: Sending = Sending.OFF
    answer_within: Seconds = 1.0


class TumFraming(StreamFraming):
    def __init__(self, settings: TumSettings | None = None) -> None:
        settings = settings or TumSettings()
        own_numbers = cycle(NUMBERS)

        def write(part: str) -> Sent:
            number = next(own_numbers)
            return Sent(sentence(STATION, number, part), key=number)

        self._requests = Asking(
            sending=settings.sending, answer_within=settings.answer_within, parts=_parts, write=write
        )
        super().__init__(self._requests)
        self._numbers = ReportNumbers(NUMBERS)

    def _read(self, found: list[Observation]) -> None:
        buffer = self._buffer
        while buffer:
            if noise := _NOISE.match(buffer):
                reject(Rejection.NOISE, noise.end(), found)
                del buffer[: noise.end()]
                continue
            begun = _BEGUN.match(buffer, 0, LONGEST)
            count = begun.end() if begun else 0
            if buffer[count - 1 : count + 1] == b"\r\n" and count < LONGEST:
                text = bytes(buffer[: count + 1]).decode("ascii")
                del buffer[: count + 1]
                self._sentence(text, found)
            elif count == LONGEST:
                reject(Rejection.TOO_LONG, count, found)
                del buffer[:count]
            elif count < len(buffer):
                # The byte that broke it off goes with it, but where it begins another sentence.
                count += buffer[count] != ord("$")
                reject(Rejection.BROKEN_OFF, count, found)
                del buffer[:count]
            else:
                return

    def _sentence(self, text: str, found: list[Observation]) -> None:
        said = parsed(text)
        if isinstance(said, Rejection):
            reject(said, len(text), found)
            return
        talker, number, fields = said
        if talker != TUMBLER:
            reject(Rejection.NOT_UNDERSTOOD, len(text), found)
            return
        report, expected = text.encode("ascii"), self._numbers.expected
        restarts = fields == ("READY",)
        match self._numbers.restarted(number, report) if restarts else self._numbers.arrived(number, report):
            case Arrival.NEXT:
                found += self._said(number, fields, text)
            case Arrival.REPEATED:
                found.append(ReportRepeated(sequence=number))
            case Arrival.CONFLICT:
                found.append(SequenceConflict(sequence=number, content=_meaning(number, fields, text)))
            case Arrival.LOST:
                missing = self._numbers.missing
                found.append(ReportsLost(sequence=number, expected=expected or "", at_least=missing))
                found += self._said(number, fields, text)

    def _said(self, number: str, fields: tuple[str, ...], text: str) -> tuple[Observation, ...]:
        match fields:
            case ("ACK", key) if self._requests.awaits(key):
                return self._requests.acknowledged()
            case ("NAK", key, code) if self._requests.awaits(key):
                return self._requests.refused(code)
            case _:
                return (_meaning(number, fields, text),)


def _parts(request: Request) -> tuple[str, ...] | None:
    match request:
        case Poll():
            return ("POLL",)
        case LightAreas(areas=areas):
            return lamp_parts(areas)
        case _:
            return None


def _meaning(number: str, fields: tuple[str, ...], text: str) -> Observation:
    match fields:
        case ("READY",):
            return DeviceStarted(sequence=number)
        case ("START",):
            return TumblerActivated(sequence=number)
        case ("TUMBLE", count) if _COUNT.fullmatch(count):
            return TumbleCompleted(sequence=number, number=int(count))
        case ("REST", *rest):
            return _at_rest(number, rest)
        case ("FAULT", code):
            return ErrorRaised(sequence=number, error=DeviceError.OTHER, code=code)
        case ("ACK", _) | ("NAK", _, _):
            return BytesRejected(sequence=number, reason=Rejection.UNASKED_ANSWER, count=len(text))
        case _:
            return BytesRejected(sequence=number, reason=Rejection.NOT_UNDERSTOOD, count=len(text))


def _at_rest(number: str, fields: list[str]) -> Observation:
    """The dice are at rest even where their faces are none: that is never lost."""
    faces = {str(face): face for face in FACES}
    match fields:
        case [first, second, third, flat] if {first, second, third} <= faces.keys() and len(flat) == 3:
            if set(flat) <= FLATNESS.keys():
                one, two, three = (FLATNESS[letter] for letter in flat)
                dice = Tumble((faces[first], faces[second], faces[third]))
                return DiceAtRest(sequence=number, dice=dice, resting=(one, two, three))
    return DiceUnreadable(sequence=number)

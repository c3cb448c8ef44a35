"""Framing and sentences of a tumbler that speaks `tum`, the station's own open protocol.

A checked, numbered sentence such as `$TUM,5,REST,2,5,6,FFF*1E` reports the activation, each tumble, and how
every die came to rest; `$STN,...` goes to the tumbler and lights its lamps.
"""

import re
from functools import reduce
from itertools import cycle
from operator import xor

from msgspec import Struct

from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.observations import (
    BytesRejected,
    DeviceError,
    DeviceRequest,
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
    Resting,
    SequenceConflict,
    TumbleCompleted,
    TumblerActivated,
)
from drivers.decoder import StreamFraming
from drivers.framing import Arrival, ReportNumbers, Seconds, reject
from drivers.requests import RequestBytes, RequestQueue, Sending

TUMBLER, STATION = "TUM", "STN"
LONGEST = 82
"""Of a whole sentence, from its `$` to the end of its line."""
NUMBERS = tuple(map(str, range(1000)))
FLATNESS = {"F": Resting.FLAT, "C": Resting.COCKED}

_ROOM = LONGEST - len(f"${STATION},999,LAMPS,99,99,*00\r\n")
_MOST_PARTS = 99
_AREA = re.compile(r"[!-#%-)+\-.-:<-~]+")
"""Printable, and none of the signs by which a sentence is divided."""
_SENTENCE = re.compile(r"\$([A-Z]{3}),(0|[1-9][0-9]{0,2}),([^*]*)\*([0-9A-F]{2})\r\n")


def check_digits(text: str) -> str:
    return f"{reduce(xor, text.encode('ascii'), 0):02X}"


def make_sentence(talker: str, number: str, *fields: str) -> bytes:
    body = ",".join((talker, number, *fields))
    return f"${body}*{check_digits(body)}\r\n".encode("ascii")


def parse_sentence(text: str) -> tuple[str, str, tuple[str, ...]] | Rejection:
    """Talker, number and fields of a whole sentence, its line end included, or what is wrong with it."""
    match = _SENTENCE.fullmatch(text)
    if match is None:
        return Rejection.NOT_UNDERSTOOD
    if check_digits(text[1:-5]) != match[4]:
        return Rejection.BAD_CHECKSUM
    return match[1], match[2], tuple(match[3].split(","))


def lamp_parts(areas: tuple[str, ...]) -> tuple[str, ...] | None:
    """The fields of the sentences that light these areas, none of them split; None where the sentence cannot carry
    them.
    """
    if not all(_AREA.fullmatch(area) and len(area) <= _ROOM for area in areas):
        return None
    lines: list[str] = []
    for area in areas:
        if lines and len(lines[-1]) + 1 + len(area) <= _ROOM:
            lines[-1] += f";{area}"
        else:
            lines.append(area)
    lines = lines or [""]
    if len(lines) > _MOST_PARTS:
        return None
    return tuple(f"LAMPS,{part},{len(lines)},{line}" for part, line in enumerate(lines, start=1))


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

        def write(part: str) -> RequestBytes:
            number = next(own_numbers)
            return RequestBytes(make_sentence(STATION, number, part), key=number)

        self._requests = RequestQueue(
            sending=settings.sending, answer_within=settings.answer_within, parts=_request_parts, write=write
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
        said = parse_sentence(text)
        if isinstance(said, Rejection):
            reject(said, len(text), found)
            return
        talker, number, fields = said
        if talker != TUMBLER:
            reject(Rejection.NOT_UNDERSTOOD, len(text), found)
            return
        report, expected = text.encode("ascii"), self._numbers.expected
        restarts = fields == ("READY",)
        match self._numbers.note_restart(number, report) if restarts else self._numbers.note_report(number, report):
            case Arrival.NEXT:
                found += self._observe(number, fields, text)
            case Arrival.REPEATED:
                found.append(ReportRepeated(sequence=number))
            case Arrival.CONFLICT:
                found.append(SequenceConflict(sequence=number, content=_decode_sentence(number, fields, text)))
            case Arrival.LOST:
                missing = self._numbers.missing
                found.append(ReportsLost(sequence=number, expected=expected or "", at_least=missing))
                found += self._observe(number, fields, text)

    def _observe(self, number: str, fields: tuple[str, ...], text: str) -> tuple[Observation, ...]:
        match fields:
            case ("ACK", key) if self._requests.is_awaited(key):
                return self._requests.note_acknowledgement()
            case ("NAK", key, code) if self._requests.is_awaited(key):
                return self._requests.note_refusal(code)
            case _:
                return (_decode_sentence(number, fields, text),)


def _request_parts(request: DeviceRequest) -> tuple[str, ...] | None:
    match request:
        case Poll():
            return ("POLL",)
        case LightAreas(areas=areas):
            return lamp_parts(areas)
        case _:
            return None


def _decode_sentence(number: str, fields: tuple[str, ...], text: str) -> Observation:
    match fields:
        case ("READY",):
            return DeviceStarted(sequence=number)
        case ("START",):
            return TumblerActivated(sequence=number)
        case ("TUMBLE", count) if _COUNT.fullmatch(count):
            return TumbleCompleted(sequence=number, number=int(count))
        case ("REST", *rest):
            return _dice_at_rest(number, rest)
        case ("FAULT", code):
            return ErrorRaised(sequence=number, error=DeviceError.OTHER, code=code)
        case ("ACK", _) | ("NAK", _, _):
            return BytesRejected(sequence=number, reason=Rejection.UNASKED_ANSWER, count=len(text))
        case _:
            return BytesRejected(sequence=number, reason=Rejection.NOT_UNDERSTOOD, count=len(text))


def _dice_at_rest(number: str, fields: list[str]) -> Observation:
    """The dice are at rest even where their faces are none: that is never lost."""
    faces = {str(face): face for face in DIE_FACES}
    match fields:
        case [first, second, third, flat] if {first, second, third} <= faces.keys() and len(flat) == 3:
            if set(flat) <= FLATNESS.keys():
                one, two, three = (FLATNESS[letter] for letter in flat)
                dice = Tumble((faces[first], faces[second], faces[third]))
                return DiceAtRest(sequence=number, dice=dice, resting=(one, two, three))
    return DiceUnreadable(sequence=number)

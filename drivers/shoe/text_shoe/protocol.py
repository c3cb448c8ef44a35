"""Framing of a shoe that reports in words: ` [Game]<Card:4S> `, alarms and warnings, without check or number.

A bit that falls over in a face can make another face of it here, and nothing shows it: the station has only the order
of the deal and the shoe's composition against that. The shoe is only listened to.
"""

import re

from dealer_app.domain.cards import CARDS
from dealer_app.observations import (
    BytesRejected,
    CardOutsideGame,
    CardRead,
    CardUnreadable,
    Destination,
    DeviceError,
    ErrorRaised,
    Observation,
    OutsideGame,
    Rejection,
    WarningGiven,
)
from drivers.decoder import StreamFraming
from drivers.framing import reject

LONGEST = 128
BETWEEN = b" \r\n"
STARTS = b"[<"
# What is in brackets is printable and holds no bracket: so a frame that was broken off ends where the next begins.
_WORDS = rb"[ -;=?-Z\\^-~]*"
_EVENT = re.compile(rb"(?:\[(%b)\])?<(%b)>" % (_WORDS, _WORDS))
_BEGUN = re.compile(rb"\[%b(?:\](?:<%b)?)?|<%b" % (_WORDS, _WORDS, _WORDS))
_WARNING = re.compile(r"W0x[0-9A-F]{2}")
_NOISE = re.compile(rb"[^ \r\n\[<]+")

GAME = "Game"
BURNING = "Manual Burn Cards"
MODES = {GAME: Destination.UNKNOWN, BURNING: Destination.BURN}
"""The modes in which a card is one of the game. It never says for which hand."""
ERRORS = {"E3": DeviceError.CANNOT_READ}
FACES = CARDS | {f"10{suit}": CARDS[f"T{suit}"] for suit in "CDHS"}


def event_bytes(mode: str, words: str) -> bytes:
    """An event as the shoe writes it; without a mode the words are alone."""
    return f" [{mode}]<{words}> ".encode("ascii") if mode else f" <{words}> ".encode("ascii")


class TextShoeFraming(StreamFraming):
    def _read(self, found: list[Observation]) -> None:
        buffer = self._buffer
        while buffer:
            if buffer[0] in BETWEEN:
                del buffer[: len(buffer) - len(buffer.lstrip(BETWEEN))]
            elif noise := _NOISE.match(buffer):
                reject(Rejection.NOISE, noise.end(), found)
                del buffer[: noise.end()]
            elif whole := _EVENT.match(buffer, 0, LONGEST):
                found.append(_decode_event(whole))
                del buffer[: whole.end()]
            elif not self._drop(found):
                return

    def _drop(self, found: list[Observation]) -> bool:
        """Throws away an event that can no longer be ended; says whether there was one."""
        buffer = self._buffer
        begun = _BEGUN.match(buffer, 0, LONGEST)
        count = begun.end() if begun else 0
        if count == LONGEST:
            reject(Rejection.TOO_LONG, count, found)
        elif count < len(buffer):
            # The byte that broke it off goes with it, but where it begins another event.
            count += buffer[count] not in STARTS
            reject(Rejection.BROKEN_OFF, count, found)
        else:
            return False
        del buffer[:count]
        return True


def _decode_event(whole: re.Match[bytes]) -> Observation:
    mode, words = ((part or b"").decode("ascii") for part in whole.groups())
    kind, _, rest = words.partition(":")
    if kind == "Card":
        return _decode_card(mode, rest)
    if mode == GAME and words == GAME:
        return CardUnreadable()
    if kind == "Alarm":
        code, _, text = rest.partition(" ")
        return ErrorRaised(error=ERRORS.get(code, DeviceError.OTHER), code=code, text=text)
    if _WARNING.fullmatch(words):
        return WarningGiven(code=words)
    return BytesRejected(reason=Rejection.NOT_UNDERSTOOD, count=whole.end())


def _decode_card(mode: str, face: str) -> Observation:
    """A card left the shoe even where its face is none: that is never lost."""
    card = FACES.get(face)
    if mode not in MODES:
        return CardOutsideGame(card=card, state=OutsideGame.UNKNOWN, code=mode)
    if card is None:
        return CardUnreadable(destination=MODES[mode])
    return CardRead(card=card, destination=MODES[mode])

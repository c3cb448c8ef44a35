"""What the data of a report means. A report that arrived whole may still say something that no table knows."""

from collections.abc import Callable

from dealer_app.domain.cards import CARDS, Card
from dealer_app.observations import (
    CardOutsideGame,
    CardRead,
    CardUnreadable,
    CuttingCardDrawn,
    Destination,
    DeviceError,
    DeviceStarted,
    ErrorCancelled,
    ErrorRaised,
    Halted,
    LockChanged,
    LockState,
    Observation,
    Origin,
    OutsideGame,
    SettingChanged,
    ShoeResult,
    StandBy,
)
from drivers.shoe.angel_eye.encoding import DESTINATIONS, ERRORS, HIGH, RANKS, STATES, SUITS, WINNERS


def _card(byte: int) -> Card | None:
    suit, rank = SUITS.get(byte >> 4 & 7), RANKS.get(byte & 15)
    return CARDS[rank.value + suit.value] if byte & HIGH and suit and rank else None


_LETTER_DRAWN, _DRAWN = ord("D"), Origin.DRAWN
# By the whole byte, so that a card costs one look. Without its high bit a byte is no data, and means nothing.
_CARDS = tuple(_card(byte) for byte in range(256))
_DRAWS = tuple(
    (DESTINATIONS.get(byte >> 4 & 7, Destination.UNKNOWN), byte & 15) if byte & HIGH else (Destination.UNKNOWN, None)
    for byte in range(256)
)


def meaning(number: str, data: bytes) -> Observation | None:
    """The observation of a report from its data, letter included; None where it is in no table."""
    reader = _READERS.get(data[0])
    return reader(number, data) if reader else None


def _of_the_game(number: str, data: bytes) -> Observation:
    """A card left the shoe even where the bytes of it mean none: that is never lost."""
    origin = _DRAWN if data[0] == _LETTER_DRAWN else Origin.SENT_AGAIN
    if len(data) != 3:
        return CardUnreadable(sequence=number, origin=origin)
    destination, draw = _DRAWS[data[1]]
    card = _CARDS[data[2]]
    if card is None:
        return CardUnreadable(sequence=number, destination=destination, origin=origin, draw=draw)
    return CardRead(sequence=number, card=card, destination=destination, origin=origin, draw=draw)


def _outside(number: str, data: bytes) -> Observation:
    if len(data) != 3 or not data[1] & HIGH:
        return CardOutsideGame(sequence=number, card=None, state=OutsideGame.UNKNOWN, code="")
    state = STATES.get(data[1] >> 4 & 7, OutsideGame.UNKNOWN)
    return CardOutsideGame(sequence=number, card=_CARDS[data[2]], state=state, code=str(data[1] & 15))


def _result(number: str, data: bytes) -> Observation | None:
    if not _is_byte(data):
        return None
    winner = WINNERS.get(data[1] >> 4 & 7)
    if winner is None:
        return None
    return ShoeResult(sequence=number, winner=winner, player_pair=bool(data[1] & 1), banker_pair=bool(data[1] & 2))


def _error(number: str, data: bytes) -> Observation | None:
    if not _is_byte(data):
        return None
    code = data[1] & 0x3F
    halted = Halted.YES if data[1] & 0x40 else Halted.NO
    return ErrorRaised(sequence=number, error=ERRORS.get(code, DeviceError.OTHER), code=str(code), halted=halted)


def _cancelled(number: str, data: bytes) -> Observation | None:
    if not _is_byte(data):
        return None
    code = data[1] & 0x7F
    return ErrorCancelled(sequence=number, error=ERRORS.get(code, DeviceError.OTHER), code=str(code))


def _lock(number: str, data: bytes) -> Observation | None:
    if not _is_byte(data):
        return None
    return LockChanged(sequence=number, lock=LockState.LOCKED if data[1] & 1 else LockState.UNLOCKED)


def _preset(number: str, data: bytes) -> Observation | None:
    text = data[1:].decode("ascii", errors="replace")
    if len(text) != 6 or not (text.isascii() and text.isprintable()):
        return None
    return SettingChanged(sequence=number, address=text[:2], value=text[2:])


def _started(number: str, data: bytes) -> Observation | None:
    return None if data[1:] else DeviceStarted(sequence=number)


def _stand_by(number: str, data: bytes) -> Observation | None:
    return None if data[1:] else StandBy(sequence=number)


def _cutting_card(number: str, data: bytes) -> Observation | None:
    return None if data[1:] else CuttingCardDrawn(sequence=number)


def _is_byte(data: bytes) -> bool:
    return len(data) == 2 and bool(data[1] & HIGH)


_READERS: dict[int, Callable[[str, bytes], Observation | None]] = {
    ord("S"): _started,
    ord("P"): _stand_by,
    ord("D"): _of_the_game,
    ord("R"): _of_the_game,
    ord("d"): _outside,
    ord("C"): _cutting_card,
    ord("G"): _result,
    ord("E"): _error,
    ord("e"): _cancelled,
    ord("L"): _lock,
    ord("M"): _preset,
}

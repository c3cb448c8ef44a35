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
    PresetChanged,
    ShoeResult,
    StandBy,
)
from drivers.shoe.angel_eye.encoding import DESTINATIONS, ERRORS, HIGH, RANKS, STATES, SUITS, WINNERS


def _decode_card(byte: int) -> Card | None:
    suit, rank = SUITS.get(byte >> 4 & 7), RANKS.get(byte & 15)
    return CARDS[rank.value + suit.value] if byte & HIGH and suit and rank else None


_LETTER_DRAWN, _DRAWN = ord("D"), Origin.DRAWN
# By the whole byte, so that a card costs one look. Without its high bit a byte is no data, and means nothing.
_CARDS = tuple(_decode_card(byte) for byte in range(256))
_DRAWS = tuple(
    (DESTINATIONS.get(byte >> 4 & 7, Destination.UNKNOWN), byte & 15) if byte & HIGH else (Destination.UNKNOWN, None)
    for byte in range(256)
)


def decode_report(number: str, data: bytes) -> Observation | None:
    """The observation of a report from its data, letter included; None where it is in no table."""
    reader = _READERS.get(data[0])
    return reader(number, data) if reader else None


def _decode_game_card(number: str, data: bytes) -> Observation:
    """A card left the shoe even where the bytes of it mean none: that is never lost."""
    origin = _DRAWN if data[0] == _LETTER_DRAWN else Origin.SENT_AGAIN
    if len(data) != 3:
        return CardUnreadable(sequence=number, origin=origin)
    destination, draw = _DRAWS[data[1]]
    card = _CARDS[data[2]]
    if card is None:
        return CardUnreadable(sequence=number, destination=destination, origin=origin, draw=draw)
    return CardRead(sequence=number, card=card, destination=destination, origin=origin, draw=draw)


def _decode_outside_card(number: str, data: bytes) -> Observation:
    if len(data) != 3 or not data[1] & HIGH:
        return CardOutsideGame(sequence=number, card=None, state=OutsideGame.UNKNOWN, code="")
    state = STATES.get(data[1] >> 4 & 7, OutsideGame.UNKNOWN)
    return CardOutsideGame(sequence=number, card=_CARDS[data[2]], state=state, code=str(data[1] & 15))


def _decode_result(number: str, data: bytes) -> Observation | None:
    if not _is_byte(data):
        return None
    winner = WINNERS.get(data[1] >> 4 & 7)
    if winner is None:
        return None
    return ShoeResult(sequence=number, winner=winner, player_pair=bool(data[1] & 1), banker_pair=bool(data[1] & 2))


def _decode_error(number: str, data: bytes) -> Observation | None:
    if not _is_byte(data):
        return None
    code = data[1] & 0x3F
    halted = Halted.YES if data[1] & 0x40 else Halted.NO
    return ErrorRaised(sequence=number, error=ERRORS.get(code, DeviceError.OTHER), code=str(code), halted=halted)


def _decode_cancellation(number: str, data: bytes) -> Observation | None:
    if not _is_byte(data):
        return None
    code = data[1] & 0x7F
    return ErrorCancelled(sequence=number, error=ERRORS.get(code, DeviceError.OTHER), code=str(code))


def _decode_lock(number: str, data: bytes) -> Observation | None:
    if not _is_byte(data):
        return None
    return LockChanged(sequence=number, lock=LockState.LOCKED if data[1] & 1 else LockState.UNLOCKED)


def _decode_setting(number: str, data: bytes) -> Observation | None:
    text = data[1:].decode("ascii", errors="replace")
    if len(text) != 6 or not (text.isascii() and text.isprintable()):
        return None
    return PresetChanged(sequence=number, address=text[:2], value=text[2:])


def _decode_start(number: str, data: bytes) -> Observation | None:
    return None if data[1:] else DeviceStarted(sequence=number)


def _decode_standby(number: str, data: bytes) -> Observation | None:
    return None if data[1:] else StandBy(sequence=number)


def _decode_cutting_card(number: str, data: bytes) -> Observation | None:
    return None if data[1:] else CuttingCardDrawn(sequence=number)


def _is_byte(data: bytes) -> bool:
    return len(data) == 2 and bool(data[1] & HIGH)


_READERS: dict[int, Callable[[str, bytes], Observation | None]] = {
    ord("S"): _decode_start,
    ord("P"): _decode_standby,
    ord("D"): _decode_game_card,
    ord("R"): _decode_game_card,
    ord("d"): _decode_outside_card,
    ord("C"): _decode_cutting_card,
    ord("G"): _decode_result,
    ord("E"): _decode_error,
    ord("e"): _decode_cancellation,
    ord("L"): _decode_lock,
    ord("M"): _decode_setting,
}

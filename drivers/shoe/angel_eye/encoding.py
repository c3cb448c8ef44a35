"""Frames of the Angel Eye II-EX as bytes: what the shoe reports, and the commands to it.

The tables of what each data byte means live here, for reading as for writing; how frames are found in a stream of bytes
does not.
"""

from enum import Enum
from functools import reduce
from operator import xor

from dealer_app.domain.cards import Card, Rank, Suit
from dealer_app.observations import (
    CancelError,
    ConfirmGame,
    Destination,
    DeviceError,
    DeviceRequest,
    LockShoe,
    OutsideGame,
    ShoeWinner,
    UnlockShoe,
)

STX, ETX, ENQ, ACK, NAK = 0x02, 0x03, 0x05, 0x06, 0x15
HIGH = 0x80
"""Set in every binary data byte, so that none of them is a control character."""
CHECKS = tuple(b"%02X" % check for check in range(256))
NUMBERS = "0123456789"

DESTINATIONS = {
    0: Destination.PLAYER,
    1: Destination.BANKER,
    2: Destination.BURN,
    4: Destination.FIRST_CARD,
    5: Destination.BURN_COUNT,
}
SUITS = {1: Suit.DIAMONDS, 2: Suit.CLUBS, 3: Suit.SPADES, 4: Suit.HEARTS}
RANKS = dict(enumerate(Rank, start=1))
STATES = {0: OutsideGame.LOCKED, 1: OutsideGame.IN_ERROR, 2: OutsideGame.IN_SETTINGS}
WINNERS = {1: ShoeWinner.PLAYER, 2: ShoeWinner.TIE, 4: ShoeWinner.BANKER, 7: ShoeWinner.FORCED_END}
ERRORS = {
    1: DeviceError.CANNOT_READ,
    2: DeviceError.OVERDRAW,
    3: DeviceError.BUTTON_MISHANDLED,
    4: DeviceError.CARD_PUSHED_BACK,
    5: DeviceError.CARD_PULLED_BACK,
    6: DeviceError.CARD_CODE,
    7: DeviceError.DRAWING_TIMED_OUT,
}


class RefusalCode(Enum):
    """The error byte after a NAK."""

    LINE = 0x01
    CHECK = 0x02
    NO_ETX = 0x03
    LENGTH = 0x11
    ADDRESS = 0x12
    COMMAND = 0x13
    TYPE = 0x14
    BUSY = 0x21
    WRITING = 0x22
    OTHER = 0xFF


class CheckStart(Enum):
    """Where the check of a command begins. The interface text and its own printed example differ."""

    STX = "stx"
    """As the printed example comes out."""
    COMMAND = "command"
    """As the text says."""


def check_byte(data: bytes | bytearray) -> int:
    return reduce(xor, data, 0)


def report_frame(number: str, data: bytes) -> bytes:
    """A report of the shoe."""
    body = number.encode("ascii") + data + bytes([ETX])
    return bytes([ENQ]) + body + CHECKS[check_byte(body)]


def refusal_frame(code: RefusalCode) -> bytes:
    return bytes([NAK, code.value])


def card_byte(card: Card | None) -> int:
    """Suit and rank of a card; both none for a card that was not read."""
    if card is None:
        return HIGH
    return HIGH | _SUIT_CODES[card.suit] << 4 | _RANK_CODES[card.rank]


def draw_data(card: Card | None, destination: Destination, draw: int, *, letter: bytes = b"D") -> bytes:
    """The data of a card drawn in the game, or with `R` of the last card sent again."""
    return letter + bytes([HIGH | _DESTINATION_CODES[destination] << 4 | draw & 0x0F, card_byte(card)])


def outside_draw_data(card: Card | None, state: OutsideGame, code: int) -> bytes:
    return b"d" + bytes([HIGH | _STATE_CODES[state] << 4 | code & 0x0F, card_byte(card)])


def result_data(winner: ShoeWinner, *, player_pair: bool, banker_pair: bool) -> bytes:
    return b"G" + bytes([HIGH | _WINNER_CODES[winner] << 4 | banker_pair << 1 | player_pair])


def command_frame(words: str, check_from: CheckStart) -> bytes:
    """A command: `OP`, its type and its two digits."""
    body = words.encode("ascii") + bytes([ETX])
    checked = bytes([STX]) + body if check_from is CheckStart.STX else body
    return bytes([STX]) + body + CHECKS[check_byte(checked)]


def command_words(request: DeviceRequest) -> str | None:
    """The words of the command that carries out a request; None where the shoe knows none."""
    match request:
        case LockShoe():
            return "OPLK02"
        case UnlockShoe():
            return "OPLK01"
        case CancelError(error=error) if error in ERROR_CODES:
            return f"OPEC{ERROR_CODES[error]:02d}"
        case ConfirmGame():
            return "OPGP00"
        case _:
            return None


_DESTINATION_CODES = {destination: code for code, destination in DESTINATIONS.items()}
_SUIT_CODES = {suit: code for code, suit in SUITS.items()}
_RANK_CODES = {rank: code for code, rank in RANKS.items()}
_STATE_CODES = {state: code for code, state in STATES.items()}
_WINNER_CODES = {winner: code for code, winner in WINNERS.items()}
ERROR_CODES = {error: code for code, error in ERRORS.items()}

"""Commands and answers of the dice machine with six-byte commands, as bytes.

The commands were seen in public code; **the answer is a guess** (open): nobody publishes it.
"""

from enum import Enum

BEGIN, END = 0x7A, 0x55
COMMAND_LENGTH, ANSWER_LENGTH = 3, 6
ANSWER_SIZE = ANSWER_LENGTH + 3
ADDRESS = 1


class Command(Enum):
    SHAKE = 3
    """Tumbles the dice and answers with their points."""
    START = 4
    STOP = 5
    QUERY = 6


def command(which: Command, address: int = ADDRESS) -> bytes:
    return _framed(bytes([COMMAND_LENGTH, which.value, address]))


def answer(which: Command, dice: tuple[int, int, int], address: int = ADDRESS) -> bytes:
    """As the answer is guessed to be: the three points before the sum."""
    return _framed(bytes([ANSWER_LENGTH, which.value, address, *dice]))


def sum_of(data: bytes) -> int:
    return sum(data) % 256


def _framed(body: bytes) -> bytes:
    return bytes([BEGIN, *body, sum_of(body), END])

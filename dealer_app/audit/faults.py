"""Why a line cannot be judged: one code and one sentence, raised where it is found and written as the line's answer."""

from enum import Enum

import msgspec


class Code(Enum):
    BAD_JSON = "bad_json"
    MISSING_FIELD = "missing_field"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_LAYOUT = "unknown_layout"
    UNKNOWN_SEAT = "unknown_seat"
    UNKNOWN_AREA = "unknown_area"
    NOT_OFFERED = "not_offered"
    BAD_CARD = "bad_card"
    TOO_MANY_OF_A_CARD = "too_many_of_a_card"
    BAD_DIE = "bad_die"
    BAD_STAKE = "bad_stake"
    BAD_PLACED = "bad_placed"
    NO_ORIGINAL_BET = "no_original_bet"
    INSURANCE_NOT_OFFERED = "insurance_not_offered"


class LineError(Exception):
    """A line of input that cannot be judged."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


TOO_DEEP = LineError(Code.BAD_JSON, "the line is nested too deeply")

_SHOWN = 60


def shown(value: object) -> str:
    """A value as the line has it, for a message: cut where it grows too long to read."""
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."

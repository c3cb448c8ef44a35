"""Who won a baccarat round: PLAYER, BANKER, or neither. How a round comes to be won is not here."""

from enum import Enum


class Winner(Enum):
    PLAYER = "player"
    BANKER = "banker"
    TIE = "tie"

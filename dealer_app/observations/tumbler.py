"""What a dice tumbler reports."""

from enum import Enum

from dealer_app.domain.dice import Tumble
from dealer_app.observations.observation import Observation, Secret


class TumblerActivated(Observation, frozen=True, kw_only=True):
    pass


class TumbleCompleted(Observation, frozen=True, kw_only=True):
    """The dice were tumbled once more; at least three are needed (Tai Sai 3.7)."""

    number: int


class Resting(Enum):
    """How a die came to rest. A die that is not flat gives no result (Tai Sai 5.5)."""

    FLAT = "flat"
    COCKED = "cocked"
    NOT_REPORTED = "not-reported"


class DiceAtRest(Secret, frozen=True, kw_only=True):
    dice: Tumble
    resting: tuple[Resting, Resting, Resting]


class DiceUnreadable(Observation, frozen=True, kw_only=True):
    """The dice came to rest, and what the device said of them means no three dice."""

"""What a dice tumbler reports."""

from enum import Enum

from dealer_app.domain.dice import Tumble
from dealer_app.domain.values import dataclass
from dealer_app.observations.observation import Observation, Secret


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TumblerActivated(Observation):
    pass


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class TumbleCompleted(Observation):
    """The dice were tumbled once more; at least three are needed (Tai Sai 3.7)."""

    number: int


class Resting(Enum):
    """How a die came to rest. A die that is not flat gives no result (Tai Sai 5.5)."""

    FLAT = "flat"
    COCKED = "cocked"
    NOT_REPORTED = "not-reported"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DiceAtRest(Secret):
    dice: Tumble
    resting: tuple[Resting, Resting, Resting]


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class DiceUnreadable(Observation):
    """The dice came to rest, and what the device said of them means no three dice."""

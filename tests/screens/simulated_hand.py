"""What the simulated devices of a desk say when a hand at the screen moves them: at once, and the same for a chance."""

from random import Random

from dealer_app.domain.cards import DECK
from dealer_app.domain.dice import DIE_FACES, Tumble
from dealer_app.observations import (
    CardRead,
    CardUnreadable,
    CuttingCardDrawn,
    Destination,
    DeviceError,
    DiceAtRest,
    ErrorCancelled,
    ErrorRaised,
    LineDown,
    LineUp,
    Observation,
    ReportsLost,
    Resting,
    TumbleCompleted,
    TumblerActivated,
)
from dealer_app.station.station import Station
from dealer_app.wiring import demonstration_steps
from tests.screens.desk_bench import AtDesk
from tests.screens.scripted_device import ScriptedDevice

_WHOLE, _TOO_FEW = 3, 2


class SimulatedHand:
    """Moves the devices of this desk."""

    def __init__(self, table: AtDesk, chance: Random) -> None:
        self._station: Station = table.station
        self._told: dict[str, ScriptedDevice] = {"shoe": table.shoe, "tumbler": table.tumbler}
        self._plugged = {"shoe": True, "tumbler": True}
        self._chance = chance

    def moves(self, device: str, what: str) -> None:
        told = self._told[device]
        if what == "unplug" and self._plugged[device]:
            self._plugged[device] = False
            told.says(LineDown(fault="gone", said="the port is gone"))
        elif what == "plug" and not self._plugged[device]:
            self._plugged[device] = True
            told.line += 1
            told.says(LineUp(port="of a test"))
        elif self._plugged[device]:
            for each in demonstration_steps(self._station, device, what):
                told.says(*self._observations(each))

    def _observations(self, what: str) -> tuple[Observation, ...]:
        match what:
            case "card":
                return (CardRead(card=self._chance.choice(DECK)),)
            case "burn":
                first = self._chance.choice(DECK)
                burned = [CardRead(card=self._chance.choice(DECK), destination=Destination.BURN)] * (first.points or 10)
                return CardRead(card=first, destination=Destination.FIRST_CARD), *burned
            case "cutting-card":
                return (CuttingCardDrawn(),)
            case "unreadable":
                return (CardUnreadable(),)
            case "lost":
                return ReportsLost(expected="1", at_least=1), CardRead(card=self._chance.choice(DECK))
            case "error":
                return (ErrorRaised(error=DeviceError.OVERDRAW, code="E1"),)
            case "cancel-error":
                return (ErrorCancelled(error=DeviceError.OVERDRAW, code="E1"),)
            case "tumble" | "under-tumbled" | "cocked-die":
                return self._tumble_reports(what)
            case _:
                return ()

    def _tumble_reports(self, what: str) -> tuple[Observation, ...]:
        numbers = range(1, (_TOO_FEW if what == "under-tumbled" else _WHOLE) + 1)
        one, two, three = (self._chance.choice(DIE_FACES) for _ in range(3))
        last = Resting.COCKED if what == "cocked-die" else Resting.FLAT
        rested = DiceAtRest(dice=Tumble((one, two, three)), resting=(Resting.FLAT, Resting.FLAT, last))
        return TumblerActivated(), *(TumbleCompleted(number=number) for number in numbers), rested

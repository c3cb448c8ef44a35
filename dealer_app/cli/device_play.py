"""What a simulated device is told to deal or tumble: given cards and dice, and errors."""

from collections.abc import Callable

import click

from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import FACES, Tumble
from dealer_app.observations import Destination, DeviceError
from drivers.shoe.angel_eye.simulator import SimulatedAngelEye
from drivers.simulation.dealing import SMALLEST_ROUND
from drivers.simulation.devices import SimulatedDevice

HELD_ERRORS = {it.value: it for it in DeviceError if it is not DeviceError.OTHER}
"""What an Angel Eye shoe can hold until it is cancelled."""


def error_held(device: SimulatedDevice, error: str | None, say: Callable[[str], None]) -> Callable[[], None]:
    """The shoe goes into error mode, a card is drawn all the same, and the error is cancelled at the shoe's keys."""
    if error is None or not isinstance(device, SimulatedAngelEye):
        return lambda: None

    def happens() -> None:
        say(f"error: {error}")
        device.raise_error(HELD_ERRORS[error])
        device.draw(CARDS["QH"], Destination.BANKER)
        # The station may have cancelled it by now.
        device.answer()
        if device.error is not None:
            device.cancel_error()

    return happens


def given_cards(text: str | None) -> tuple[Card, ...]:
    """None given is an empty tuple."""
    if text is None:
        return ()
    words = text.upper().split()
    unknown = [word for word in words if word not in CARDS]
    if unknown:
        raise click.UsageError(f"--cards: {unknown[0]!r} is no card; write 9H, TD, KS")
    if len(words) < SMALLEST_ROUND:
        raise click.UsageError(f"--cards: a round may need {SMALLEST_ROUND} cards")
    return tuple(CARDS[word] for word in words)


def dice_of(text: str | None) -> Tumble | None:
    if text is None:
        return None
    words = text.split()
    if len(words) != 3 or not set(words) <= set(map(str, FACES)):
        raise click.UsageError(f"--dice: {text!r} are not three faces; write them as in '2 5 6'")
    one, two, three = map(int, words)
    return Tumble((one, two, three))

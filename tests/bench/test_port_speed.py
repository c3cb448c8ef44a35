"""The port keeps up with the fastest line that there is, 14,976 bytes a second for ten seconds, and has nothing left.

Real time is the subject here: the line's speed is a fact, not a ratio to another program.
"""

import threading
import time

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.observations import CardRead, Destination
from drivers.driver import Driver
from drivers.profiles import PROFILES
from drivers.requests import Sending
from drivers.shoe.angel_eye.encoding import draw_data, report_frame
from drivers.simulation.pty_end import PtyEnd
from tests.support.real_ports import make_port, milliseconds

pytestmark = pytest.mark.bench

BYTES_A_SECOND = 14_976
SECONDS = 10
STEPS_A_SECOND = 117
REPORTS_A_STEP = BYTES_A_SECOND // STEPS_A_SECOND // 8
PATIENCE_SECONDS = 15.0
"""Until what was sent has been heard: how long it takes is printed, and what never comes is lost."""


def reports(step: int) -> bytes:
    """Sixteen card reports, numbered on from those of the step before."""
    numbers = range(step * REPORTS_A_STEP, (step + 1) * REPORTS_A_STEP)
    card = draw_data(CARDS["9H"], Destination.PLAYER, 1)
    return b"".join(report_frame(str(number % 10), card) for number in numbers)


def test_the_port_and_framing_keep_up() -> None:
    steps = [reports(step) for step in range(SECONDS * STEPS_A_SECOND)]
    assert len(b"".join(steps[:STEPS_A_SECOND])) == BYTES_A_SECOND
    profile, end = PROFILES["angel_eye"], PtyEnd()
    port = make_port(end.address, baudrate=9600)
    driver = Driver(port, profile.framing(Sending.OFF), clock=milliseconds)
    cards, most_waiting = 0, 0
    expected = SECONDS * STEPS_A_SECOND * REPORTS_A_STEP

    def sent() -> None:
        start = time.perf_counter()
        for place, data in enumerate(steps):
            time.sleep(max(0.0, start + place / STEPS_A_SECOND - time.perf_counter()))
            end.write(data)

    sender = threading.Thread(target=sent, name="sender")
    with driver:
        while not port.generation:
            time.sleep(0.002)
        worked = time.process_time()
        sender.start()
        while sender.is_alive():
            most_waiting = max(most_waiting, port.queue_length)
            cards += sum(isinstance(it.observation, CardRead) for it in driver.take_reports(0.01))
        over = time.perf_counter()
        while cards < expected and time.perf_counter() < over + PATIENCE_SECONDS:
            cards += sum(isinstance(it.observation, CardRead) for it in driver.take_reports(0.01))
        late = time.perf_counter() - over
        # One more than was sent would be as wrong as one less.
        cards += sum(isinstance(it.observation, CardRead) for it in driver.take_reports(0.01))
        left = port.queue_length
        worked = time.process_time() - worked
    sender.join()
    end.unplug()
    core = f"{worked / SECONDS:.0%} of one core"
    print(
        f"\nport: {BYTES_A_SECOND} bytes/s for {SECONDS} s, {cards} of {expected} reports, at most {most_waiting} "
        f"events waiting, the last heard {late * 1000:.0f} ms after the end, {left} left, {core}"
    )
    assert cards == expected
    assert left == 0

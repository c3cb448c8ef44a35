"""Ten megabytes of noise: memory bounded, one notice, and the card after it is read."""

import threading
import time
import tracemalloc
from random import Random

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.observations import BytesRejected, CardRead, Destination, LineGarbled, Observation
from drivers.driver import Driver
from drivers.profiles import PROFILES
from drivers.requests import Sending
from drivers.simulation.devices import SimulatedShoe
from drivers.simulation.line import SimulatedLine
from drivers.simulation.pty_end import PtyEnd
from tests.support.real_ports import make_port

MEGABYTES = 10
MOST_BYTES_KEPT = 4 << 20
ANGEL_EYE = PROFILES["angel_eye"]


@pytest.mark.assurance("A23")
def test_ten_megabytes_of_noise_are_one_notice() -> None:
    end = PtyEnd()
    # The time of the notices stands still: however slow the machine, all the noise comes within their quiet.
    port = make_port(end.address, baudrate=ANGEL_EYE.baudrate, clock=lambda: 0)
    driver = Driver(port, ANGEL_EYE.framing(Sending.OFF), clock=lambda: 0)
    heard: list[Observation] = []
    noise = Random(5).randbytes(MEGABYTES << 20)
    sender = threading.Thread(target=end.write, args=(noise,), name="noise")
    with driver:
        while not driver.port.generation:
            heard += [it.observation for it in driver.take_reports(0.01)]
        line = SimulatedLine(end, baudrate=ANGEL_EYE.baudrate)
        shoe = ANGEL_EYE.simulator(line)
        assert isinstance(shoe, SimulatedShoe)
        sender.start()
        tracemalloc.start()
        while sender.is_alive():
            heard += [it.observation for it in driver.take_reports(0.01)]
        sender.join()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        # Half a frame of noise at its end must not take the card with it: the line falls silent, and speaks again.
        line.send(b"\x03" * 128)
        shoe.draw(CARDS["9H"], Destination.PLAYER)
        give_up = time.monotonic() + 10
        while not any(isinstance(it, CardRead) for it in heard) and time.monotonic() < give_up:
            heard += [it.observation for it in driver.take_reports(0.01)]
    end.unplug()
    assert most < MOST_BYTES_KEPT
    assert [it.card for it in heard if isinstance(it, CardRead)] == [CARDS["9H"]]
    notices = [it for it in heard if isinstance(it, LineGarbled | BytesRejected)]
    # At most one more: when the line is understood again, how much was thrown away meanwhile.
    assert [type(it) for it in notices] in ([LineGarbled], [LineGarbled, BytesRejected])


@pytest.mark.assurance("A23")
def test_bytes_that_nobody_takes_are_bounded_and_told() -> None:
    end = PtyEnd()
    with make_port(end.address, baudrate=ANGEL_EYE.baudrate) as port:
        while not port.generation:
            time.sleep(0.002)
        tracemalloc.start()
        noise = Random(6).randbytes(1 << 20)
        for _ in range(3):
            end.write(noise)
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert port.generation > 1
    end.unplug()
    assert most < MOST_BYTES_KEPT

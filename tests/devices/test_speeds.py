"""A wrong baud rate garbles a simulated line, is recognised as such, and the right one is found."""

from collections.abc import Callable
from random import Random

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.observations import CardRead, Destination, LineGarbled, NotDone, Poll, RequestFailed
from drivers.address import parse_address
from drivers.driver import Profile
from drivers.port import PortEnvironment
from drivers.probe import ProbeResult, probe, probe_baudrates
from drivers.profiles import PROFILES
from drivers.requests import Sending
from drivers.serial_line import SerialLine
from drivers.simulation.devices import SimulatedShoe
from drivers.simulation.line import SimulatedLine, resample
from drivers.simulation.pty_end import PtyEnd
from tests.devices.device_lines import bench
from tests.support.real_ports import milliseconds

ALL = tuple(PROFILES.values())
SHOES = tuple(it for it in ALL if it.name in {"angel_eye", "text_shoe"})
SPEEDS = (1200, 2400, 4800, 9600, 19200, 115200)


@pytest.mark.parametrize("speed", SPEEDS)
def test_at_the_same_speed_every_byte_arrives(speed: int) -> None:
    data = bytes(range(256))
    assert resample(data, sent_at=speed, read_at=speed) == data


def test_a_clock_that_is_off_by_a_hundredth_reads_the_same() -> None:
    """As real receivers do: the middle of each bit is still in it."""
    data = Random(1).randbytes(500)
    assert resample(data, sent_at=9600, read_at=9700) == resample(data, sent_at=9700, read_at=9600) == data


@pytest.mark.parametrize(("byte", "read"), [(0x00, b"\x00"), (0xFF, b"\xfe"), (0x55, b"\x00\xe6")])
def test_a_byte_read_at_twice_its_speed(byte: int, read: bytes) -> None:
    """By hand: each bit is seen twice; where a low stands in the stop bit's place, the byte is 00."""
    assert resample(bytes([byte]), sent_at=4800, read_at=9600) == read


@pytest.mark.parametrize("profile", SHOES, ids=lambda it: it.name)
@pytest.mark.parametrize("speed", [speed for speed in SPEEDS if speed not in {4800, 9600}])
def test_a_wrong_speed_is_named(profile: Profile, speed: int) -> None:
    with bench(profile, speed=speed) as table:
        assert isinstance(table.device, SimulatedShoe)
        for place in range(60):
            table.device.draw(list(CARDS.values())[place % 52], Destination.PLAYER)
        table.listen(lambda: any(isinstance(it, LineGarbled) for it in table.heard))
        garbled = [it for it in table.heard if isinstance(it, LineGarbled)]
        assert [it.baudrate for it in garbled] == [speed]
        assert not any(isinstance(it, CardRead) for it in table.heard)


def test_what_the_station_sends_at_a_wrong_speed_is_not_understood() -> None:
    with bench(PROFILES["tum"], speed=4800, sending=Sending.ON) as table:
        table.driver.ask(Poll())
        table.listen(lambda: any(isinstance(it, RequestFailed) for it in table.heard))
        failed = [it for it in table.heard if isinstance(it, RequestFailed)]
        assert [it.why for it in failed] == [NotDone.TIMED_OUT]


def probed(profile: Profile, *, speed: int, reports: Callable[[SimulatedShoe], None]) -> list[ProbeResult]:
    """What a probe of all profiles finds where this device reports each time that the line is opened."""
    end = PtyEnd()
    line = SimulatedLine(end, baudrate=speed)
    device = profile.simulator(line)
    assert isinstance(device, SimulatedShoe)

    def opened(name: str, rate: int) -> SerialLine:
        found = SerialLine(name, rate)
        reports(device)
        return found

    surroundings = PortEnvironment(clock=milliseconds, opener=opened, listing=tuple)
    try:
        rates = probe_baudrates(ALL)
        return list(
            probe(parse_address(end.address), profiles=ALL, rates=rates, seconds=0.3, surroundings=surroundings)
        )
    finally:
        end.unplug()


@pytest.mark.parametrize(
    ("name", "speed"),
    [("angel_eye", 4800), ("angel_eye", 9600), ("text_shoe", 9600), ("line_scanner", 9600), ("line_scanner", 115200)],
)
def test_the_probe_tells_profile_and_speed(name: str, speed: int) -> None:
    def reports(device: SimulatedShoe) -> None:
        for face in ("9H", "TD", "4C", "KS", "AH"):
            device.draw(CARDS[face], Destination.BANKER)

    results = probed(PROFILES[name], speed=speed, reports=reports)
    best = results[-1].best
    assert best is not None
    assert (best.profile.name, results[-1].baudrate, best.rejected) == (name, speed, 0)
    assert all(it.best is None for it in results[:-1])


def test_a_probe_of_silence_finds_nothing() -> None:
    results = probed(PROFILES["angel_eye"], speed=4800, reports=lambda _: None)
    assert [it.best for it in results] == [None] * len(probe_baudrates(ALL))
    assert sum(it.count for it in results) == 0

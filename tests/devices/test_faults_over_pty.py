"""Every fault of the catalogue, on every device, through the real driver over a pseudo-terminal."""

from collections.abc import Callable

import pytest

from dealer_app.domain.cards import CARDS, Card
from dealer_app.domain.dice import Tumble
from dealer_app.observations import (
    BytesRejected,
    CardRead,
    Destination,
    DeviceStarted,
    DiceAtRest,
    LineDown,
    Observation,
    ReportRepeated,
    ReportsLost,
    ScanRepeated,
)
from drivers.address import ListedPort, UsbIdentity
from drivers.driver import Profile, ReportCheck
from drivers.profiles import PROFILES
from drivers.requests import Sending
from drivers.simulation.devices import SimulatedShoe
from drivers.simulation.line import DeviceFault
from drivers.simulation.pty_end import PtyEnd
from tests.devices.device_lines import Bench, bench

SHOE = UsbIdentity(vendor=0x0403, product=0x6001, serial_number="A1")
PLUG = DeviceFault.UNPLUG
NUMBERED = {"angel_eye", "tum"}
GREETS = {"angel_eye", "tum"}
GONE = r"was lost: check plug and power"
# Three that differ, as any that a scanner is to tell apart.
FACES = ("9H", "KS", "2D")
DICE = ((2, 5, 6), (1, 1, 4), (3, 3, 3))

pytestmark = pytest.mark.parametrize("profile", PROFILES.values(), ids=lambda profile: profile.name)


def listed(end: PtyEnd) -> Callable[[], list[ListedPort]]:
    """The adapter is found by its identity, whatever the line is named by now."""
    return lambda: [ListedPort(name=end.address, usb=SHOE)]


def report(table: Bench, place: int) -> None:
    """One report of a value: a card, or dice at rest."""
    if isinstance(table.device, SimulatedShoe):
        table.device.draw(CARDS[FACES[place]], Destination.PLAYER)
    else:
        table.device.rest(Tumble(DICE[place]))


def values(observations: list[Observation]) -> list[Card | tuple[int, int, int]]:
    """The cards and dice among them that the station may take for new ones."""
    found: list[Card | tuple[int, int, int]] = []
    for it in observations:
        if isinstance(it, CardRead):
            found.append(it.card)
        elif isinstance(it, DiceAtRest):
            found.append(it.dice.dice)
    return found


def faces(observations: list[Observation]) -> list[Card | tuple[int, int, int]]:
    """All cards and dice among them, a second scan of the same card too."""
    again = [it.card for it in observations if isinstance(it, ScanRepeated)]
    return [*values(observations), *again]


def said(table: Bench, *places: int) -> list[Card | tuple[int, int, int]]:
    shoe = isinstance(table.device, SimulatedShoe)
    return [CARDS[FACES[place]] if shoe else DICE[place] for place in places]


def kinds(table: Bench, kind: type[Observation]) -> int:
    return sum(isinstance(it, kind) for it in table.heard)


def suffered(profile: Profile, fault: DeviceFault, at: int | None = None) -> Bench:
    """Three reports, the second of which suffers the fault; what was heard until the last one arrived."""
    end = PtyEnd()
    with bench(profile, end=end, where=str(SHOE), listing=listed(end)) as table:
        table.device.start()
        report(table, 0)
        table.listen(lambda: values(table.heard) == said(table, 0))
        table.device.suffer(fault, at)
        report(table, 1)
        if fault is PLUG:
            table.listen(lambda: table.line_ups() == 2)
        elif fault in {DeviceFault.LOSS, DeviceFault.BAD_CHECKSUM}:
            # A pause longer than a broken frame is waited for.
            table.listen_seconds(0.7)
        report(table, 2)
        table.listen(lambda: bool(values(table.heard)) and values(table.heard)[-1] == said(table, 2)[0])
    return table


def test_byte_by_byte(profile: Profile) -> None:
    table = suffered(profile, DeviceFault.BYTE_BY_BYTE)
    assert values(table.heard) == said(table, 0, 1, 2)
    assert kinds(table, BytesRejected) == kinds(table, ReportsLost) == 0


@pytest.mark.parametrize("fault", [DeviceFault.LOSS, DeviceFault.BAD_CHECKSUM])
def test_a_damaged_report_is_never_a_card(profile: Profile, fault: DeviceFault) -> None:
    # Half way through a scanner's line stands its end, without which it is the same line.
    table = suffered(profile, fault, at=1 if profile.name == "line_scanner" else None)
    assert values(table.heard) == said(table, 0, 2)
    assert kinds(table, BytesRejected) == 1
    assert kinds(table, ReportsLost) == (profile.name in NUMBERED)


def test_a_report_that_comes_twice(profile: Profile) -> None:
    table = suffered(profile, DeviceFault.REPEAT)
    if profile.name in NUMBERED:
        assert values(table.heard) == said(table, 0, 1, 2)
        assert kinds(table, ReportRepeated) == 1
    elif profile.name == "line_scanner":
        assert values(table.heard) == said(table, 0, 1, 2)
        assert kinds(table, ScanRepeated) == 1
    else:
        # Without a number a repeat looks like a second one: the station asks, the driver invents no rule.
        assert values(table.heard) == said(table, 0, 1, 1, 2)


def test_a_lost_report(profile: Profile) -> None:
    table = suffered(profile, DeviceFault.LOST_REPORT)
    assert values(table.heard) == said(table, 0, 2)
    assert kinds(table, ReportsLost) == (profile.name in NUMBERED)


def test_a_reset_mid_round(profile: Profile) -> None:
    table = suffered(profile, DeviceFault.RESET_MID_ROUND)
    assert values(table.heard) == said(table, 0, 1, 2)
    assert kinds(table, DeviceStarted) == (2 if profile.name in GREETS else 0)
    assert kinds(table, ReportsLost) == 0


def test_silence_lasts_until_it_is_lifted(profile: Profile) -> None:
    with bench(profile) as table:
        table.device.start()
        report(table, 0)
        table.listen(lambda: values(table.heard) == said(table, 0))
        table.device.suffer(DeviceFault.SILENCE)
        report(table, 1)
        report(table, 1)
        before = len(table.heard)
        table.listen_seconds(0.2)
        assert len(table.heard) == before
        table.device.line.faults.lift_silence()
        report(table, 2)
        table.listen(lambda: values(table.heard) == said(table, 0, 2))
    assert kinds(table, ReportsLost) == (profile.name in NUMBERED)


@pytest.mark.assurance("A22")
def test_unplugged_after_each_byte(profile: Profile, expect_log: Callable[[str], None]) -> None:
    """Half a report is never completed by the bytes of the next session, wherever the plug was pulled."""
    expect_log(GONE)
    end = PtyEnd()
    with bench(profile, end=end, where=str(SHOE), listing=listed(end)) as table:
        table.device.start()
        report(table, 0)
        table.listen(lambda: values(table.heard) == said(table, 0))
        length = _length(table)
        for at in range(length):
            heard = len(table.heard)
            ups = table.line_ups()
            table.device.suffer(PLUG, at)
            report(table, 1)
            table.listen(lambda ups=ups: table.line_ups() == ups + 1)  # type: ignore[misc]
            # The rest of the report that was cut, as a device that had kept it would send it.
            frame = _frame(table, 1)
            table.device.line.send(frame[at:])
            table.listen_seconds(0.04)
            # Alone a part says something only where no more than a blank or the line's end was cut off.
            alone = [it for part in (frame[:at], frame[at:]) for it in profile.framing(Sending.OFF).feed(part)]
            assert bool(faces(alone)) <= (at <= 1 or at == length - 1)
            assert faces(table.heard[heard:]) == faces(alone), f"after {at} bytes"
        assert kinds(table, LineDown) >= length


def _frame(table: Bench, place: int) -> bytes:
    """The bytes of a report, caught on their way to the line; it is not sent."""
    caught: list[bytes] = []
    line = table.device.line
    original, line.send = line.send, caught.append  # type: ignore[assignment,method-assign]
    try:
        report(table, place)
    finally:
        line.send = original  # type: ignore[method-assign]
    return caught[0]


def _length(table: Bench) -> int:
    return len(_frame(table, 1))


def test_the_catalogue_is_complete(profile: Profile) -> None:
    """Each of the faults has its test above; a new one must get one."""
    assert {it.value for it in DeviceFault} == {
        "silence",
        "byte-by-byte",
        "loss",
        "repeat",
        "bad-checksum",
        "lost-report",
        "unplug",
        "reset-mid-round",
    }
    assert profile.checking in ReportCheck

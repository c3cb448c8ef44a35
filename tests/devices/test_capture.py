"""The record of a line: exact, bounded, blank under a seal, and played back through the same framing."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.observations import (
    BytesDropped,
    CardRead,
    Destination,
    DeviceReport,
    LineDown,
    LineUp,
    LockShoe,
    RequestDone,
)
from drivers.address import ListedPort, PortFault, UsbIdentity
from drivers.capture import Capture, CaptureError, capture_events, capture_files, read_heading, replay_events
from drivers.port import Chunk, Direction
from drivers.profiles import PROFILES
from drivers.requests import Sending
from drivers.simulation.devices import SimulatedShoe
from drivers.simulation.line import DeviceFault
from drivers.simulation.pty_end import PtyEnd
from tests.devices.device_lines import bench

ANGEL_EYE = PROFILES["angel_eye"]
SHOE = UsbIdentity(vendor=0x0403, product=0x6001, serial_number="A1")


def played(path: Path) -> list[DeviceReport]:
    framing = ANGEL_EYE.framing(Sending.OFF)
    return list(replay_events(capture_events(capture_files(path)), framing, baudrate=4800))


def test_a_capture_played_back_tells_the_same(tmp_path: Path, expect_log: Callable[[str], None]) -> None:
    """Broken reports, a lost line and its return included."""
    expect_log("was lost")
    path, end = tmp_path / "line", PtyEnd()
    capture = Capture(path, about={"profile": "angel_eye"})
    listing = lambda: [ListedPort(name=end.address, usb=SHOE)]  # noqa: E731
    with bench(ANGEL_EYE, end=end, where=str(SHOE), listing=listing, listener=capture) as table:
        assert isinstance(table.device, SimulatedShoe)
        table.device.start()
        for fault in (
            None,
            DeviceFault.REPEAT,
            DeviceFault.LOSS,
            DeviceFault.BYTE_BY_BYTE,
            DeviceFault.LOST_REPORT,
            DeviceFault.UNPLUG,
            None,
        ):
            if fault is not None:
                table.device.suffer(fault)
            table.device.draw(CARDS["9H"], Destination.PLAYER)
            table.listen_seconds(0.2)
        table.listen(lambda: table.line_ups() == 2 and isinstance(table.heard[-1], CardRead))
    capture.close()
    # What was connected stands in the journal: a capture has the bytes.
    heard = [LineUp(port=it.port, baudrate=it.baudrate) if isinstance(it, LineUp) else it for it in table.heard]
    assert [it.observation for it in played(path)] == heard
    assert read_heading(path) == {"profile": "angel_eye"}


def test_both_directions_are_recorded(tmp_path: Path) -> None:
    path = tmp_path / "line"
    capture = Capture(path, about={})
    with bench(ANGEL_EYE, sending=Sending.ON, listener=capture) as table:
        table.driver.ask(LockShoe())
        table.listen(lambda: any(isinstance(it, RequestDone) for it in table.heard))
        table.listen_seconds(0.1)
    capture.close()
    lines = [line.split(" ", 2)[2] for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert "out 02 4f 50 4c 4b 30 32 03 31 42" in lines
    received = "".join(line.removeprefix("in ") for line in lines if line.startswith("in ")).replace(" ", "")
    assert received == "06" + "05304c81034645"
    assert capture.count == 10 + 8


def test_nothing_of_what_passes_under_a_seal_is_in_the_file(tmp_path: Path) -> None:
    path, sealed = tmp_path / "line", [False]
    capture = Capture(path, about={}, sealed=lambda: sealed[0])
    card = bytes.fromhex("05 32 44 81 C9 03 33 44")
    capture.on_open(generation=1, at=1, port="P1")
    for at, seal in ((2, False), (3, True), (4, False)):
        sealed[0] = seal
        for direction in Direction:
            capture.on_bytes(direction, card, generation=1, at=at)
    capture.close()
    text = path.read_text(encoding="utf-8")
    assert [line for line in text.splitlines() if line.startswith("3 ")] == ["3 1 hidden in 8", "3 1 hidden out 8"]
    told = [type(it.observation) for it in played(path)]
    assert told[:3] == [LineUp, CardRead, BytesDropped]
    assert len(told) == 4, "the same report after the seal is a repeat"


def test_the_files_are_bounded_and_rotate(tmp_path: Path) -> None:
    path = tmp_path / "line"
    capture = Capture(path, about={"profile": "angel_eye"}, largest=2000, files=3)
    for at in range(1000):
        capture.on_bytes(Direction.IN, b"0123456789", generation=1, at=at)
    capture.close()
    files = capture_files(path)
    assert [it.name for it in files] == ["line.2", "line.1", "line"]
    assert all(it.stat().st_size <= 2000 for it in files)
    assert sorted(it.name for it in tmp_path.iterdir()) == ["line", "line.1", "line.2"]
    times = [event.at for event in capture_events(files) if isinstance(event, Chunk)]
    assert times == list(range(times[0], 1000)), "the newest, without a hole"
    assert all(read_heading(it) == {"profile": "angel_eye"} for it in files)


def test_no_other_account_may_read_it_whatever_the_umask_says(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        capture = Capture(tmp_path / "line", about={}, largest=2000, files=3)
        for at in range(1000):
            capture.on_bytes(Direction.IN, b"0123456789", generation=1, at=at)
        capture.close()
    finally:
        os.umask(before)
    assert [it.stat().st_mode & 0o777 for it in capture_files(tmp_path / "line")] == [0o600] * 3


def test_a_second_start_goes_on_in_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "line"
    for at in (1, 2):
        capture = Capture(path, about={})
        capture.on_failure(generation=1, at=at, fault=PortFault.MISSING, said="it does not exist")
        capture.close()
    assert [it.observation for it in played(path)] == [LineDown(fault="missing", said="it does not exist")] * 2


def test_a_full_disk_ends_the_record_and_not_the_line(expect_log: Callable[[str], None]) -> None:
    expect_log("the record of the line ends here: No space left on device")
    full = Path("/dev/full")
    if not full.exists():
        pytest.skip("this system has no /dev/full")
    capture = Capture(full, about={})
    for at in range(3):
        capture.on_bytes(Direction.IN, b"x", generation=1, at=at)
    capture.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 1 in 05\n", "is not a capture"),
        ("# dealer-station capture 1\n1 1 in 0\n", ":2: is not a line of a capture"),
        ("# dealer-station capture 1\n1 in\n", ":2: is not a line of a capture"),
        ("# dealer-station capture 1\n1 1 sideways 05\n", ":2: is not a line of a capture"),
        ("# dealer-station capture 1\n1 1 fail NONSENSE x\n", ":2: is not a line of a capture"),
    ],
)
def test_what_is_no_capture_is_refused_by_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "line"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CaptureError, match=said):
        played(path)

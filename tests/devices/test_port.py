"""A port's thread: sessions, back-off, one warning, bounded queues, sending, and a clean end."""

import logging
import threading
from collections.abc import Callable, Sequence

import pytest

from drivers.address import ListedPort, PortError, PortFault, SendingError, UsbIdentity, parse_address
from drivers.port import (
    OUTBOX,
    BackOff,
    Chunk,
    InboxOverflowed,
    LineFailed,
    LineOpened,
    Port,
    PortEnvironment,
    PortEvent,
    PortState,
)
from drivers.requests import Sending
from tests.devices.device_lines import ScriptedLine, line_gone, soon
from tests.support.real_ports import milliseconds

BAUD = 4800
LOST = r"the port was lost: check plug and power"


class PluggedLines:
    """Opens scripted lines, or fails, as the test says; notes names and pauses."""

    def __init__(self, *outcomes: ScriptedLine | PortError) -> None:
        self._outcomes = list(outcomes)
        self.asked: list[str] = []
        self.pauses: list[float] = []

    def __call__(self, name: str, baudrate: int) -> ScriptedLine:
        assert baudrate == BAUD
        self.asked.append(name)
        outcome = self._outcomes.pop(0) if self._outcomes else PortError(PortFault.MISSING, name)
        if isinstance(outcome, PortError):
            raise outcome
        return outcome

    def pause(self, stopping: threading.Event, seconds: float) -> bool:
        self.pauses.append(seconds)
        # When the script is over the port waits, as it would with its longest pause.
        return stopping.wait(0.0 if self._outcomes or len(self.pauses) < 20 else 60.0)


def port_of(plugged: PluggedLines, *, listing: Callable[[], Sequence[ListedPort]] = tuple, **options: object) -> Port:
    surroundings = PortEnvironment(
        clock=milliseconds, opener=plugged, listing=listing, back_off=BackOff(), pause=plugged.pause
    )
    where = options.pop("where", "P1")
    return Port(parse_address(str(where)), baudrate=BAUD, surroundings=surroundings, **options)  # type: ignore[arg-type]


def taken(port: Port, enough: Callable[[list[PortEvent]], bool]) -> list[PortEvent]:
    events: list[PortEvent] = []

    def more() -> bool:
        events.extend(port.take(0.01))
        return enough(events)

    soon(more)
    return events


def chunks(events: list[PortEvent]) -> list[tuple[int, bytes]]:
    return [(event.generation, event.data) for event in events if isinstance(event, Chunk)]


def test_bytes_are_stamped_with_their_session(expect_log: Callable[[str], None]) -> None:
    expect_log(LOST)
    first, second = ScriptedLine(), ScriptedLine()
    first.says(b"half")
    first.says(line_gone())
    second.says(b"other")
    with port_of(PluggedLines(first, second)) as port:
        events = taken(port, lambda events: len(chunks(events)) == 2)
    assert chunks(events) == [(1, b"half"), (2, b"other")]
    assert [type(event) for event in events] == [LineOpened, Chunk, LineFailed, LineOpened, Chunk]
    assert first.closed
    assert second.closed
    assert port.state is PortState.STOPPED


def test_pauses_grow_to_the_longest_and_one_warning_is_given(
    expect_log: Callable[[str], None], loud_records: logging.Handler
) -> None:
    expect_log("P1 does not exist")
    plugged = PluggedLines()
    with port_of(plugged) as port:
        soon(lambda: len(plugged.pauses) == 20)
        assert port.state is PortState.WAITING
        events = port.take()
    assert plugged.pauses[:6] == [0.25, 0.5, 1.0, 2.0, 4.0, 5.0]
    assert set(plugged.pauses[6:]) == {5.0}
    assert [event.fault for event in events if isinstance(event, LineFailed)] == [PortFault.MISSING]
    assert len(loud_records.messages) == 1  # type: ignore[attr-defined]


def test_a_line_is_opened_anew_as_a_test_of_it(expect_log: Callable[[str], None]) -> None:
    """At once, without a pause; what cannot be opened any more says so, and what was not sent is not sent later."""
    expect_log("does not exist")
    first, second = ScriptedLine(), ScriptedLine()
    plugged = PluggedLines(first, second)
    with port_of(plugged) as port:
        taken(port, lambda events: len(events) == 1)
        port.reopen()
        (opened,) = taken(port, lambda events: len(events) == 1)
        assert isinstance(opened, LineOpened)
        assert (opened.generation, port.state) == (2, PortState.OPEN)
        assert first.closed
        assert not plugged.pauses
        port.reopen()
        (failed,) = taken(port, lambda events: len(events) == 1)
        assert isinstance(failed, LineFailed)


def test_each_kind_of_fault_is_told_once(expect_log: Callable[[str], None]) -> None:
    expect_log("P1 does not exist")
    missing, busy = PortError(PortFault.MISSING, "P1"), PortError(PortFault.BUSY, "P1")
    line = ScriptedLine()
    with port_of(PluggedLines(missing, missing, busy, busy, line)) as port:
        events = taken(port, lambda events: isinstance(events[-1], LineOpened) if events else False)
    assert [event.fault for event in events if isinstance(event, LineFailed)] == [PortFault.MISSING, PortFault.BUSY]


def test_a_line_that_spoke_is_tried_again_quickly(expect_log: Callable[[str], None]) -> None:
    expect_log("P1 does not exist")
    expect_log(LOST)
    missing = PortError(PortFault.MISSING, "P1")
    line, after = ScriptedLine(), ScriptedLine()
    line.says(b"x")
    line.says(line_gone())
    plugged = PluggedLines(missing, missing, missing, line, after)
    with port_of(plugged):
        soon(lambda: len(plugged.asked) == 5)
    assert plugged.pauses == [0.25, 0.5, 1.0, 0.25]


def test_a_line_that_opens_and_never_speaks_is_not() -> None:
    lines = [ScriptedLine() for _ in range(4)]
    for line in lines[:3]:
        line.says(line_gone())
    logging.getLogger("drivers.port").setLevel(logging.ERROR)
    try:
        plugged = PluggedLines(*lines)
        with port_of(plugged):
            soon(lambda: len(plugged.asked) == 4)
    finally:
        logging.getLogger("drivers.port").setLevel(logging.NOTSET)
    assert plugged.pauses == [0.25, 0.5, 1.0]


def test_a_full_queue_is_told_as_a_hole_and_as_another_session() -> None:
    line = ScriptedLine()
    with port_of(PluggedLines(line), capacity=1000) as port:
        soon(lambda: port.state is PortState.OPEN)
        for _ in range(100):
            line.says(b"0123456789")
        soon(lambda: not line._script)
        line.says(b"last")
        events = taken(port, lambda events: bool(chunks(events)) and chunks(events)[-1][1] == b"last")
    told = [event.lost for event in events if isinstance(event, InboxOverflowed)]
    assert len(told) == 1, "what is discarded a second time is added to the first"
    assert told[0] + sum(len(data) for _, data in chunks(events)) == 1004
    assert isinstance(events[0], InboxOverflowed)
    assert {generation for generation, _ in chunks(events)} == {events[0].generation}
    assert events[0].generation > 1


def test_what_is_sent_goes_out_in_order_and_is_answered() -> None:
    line = ScriptedLine()
    line.expect(b"lock", b"yes")
    line.expect(b"unlock", b"no")
    with port_of(PluggedLines(line), sending=Sending.ON) as port:
        soon(lambda: port.state is PortState.OPEN)
        for data in (b"lock", b"unlock"):
            port.send(data, generation=port.generation)
        events = taken(port, lambda events: len(chunks(events)) == 2)
    assert [data for _, data in chunks(events)] == [b"yes", b"no"]
    line.assert_done()


def test_nothing_is_sent_by_default() -> None:
    line = ScriptedLine()
    with port_of(PluggedLines(line)) as port:
        soon(lambda: port.state is PortState.OPEN)
        with pytest.raises(SendingError, match="read-only"):
            port.send(b"lock", generation=port.generation)
    assert line.written == []


def test_nothing_is_sent_in_a_session_it_was_not_meant_for() -> None:
    line = ScriptedLine()
    with port_of(PluggedLines(line), sending=Sending.ON) as port:
        soon(lambda: port.state is PortState.OPEN)
        with pytest.raises(SendingError, match="session"):
            port.send(b"lock", generation=port.generation - 1)
    with pytest.raises(SendingError, match="not open"):
        port.send(b"lock", generation=port.generation)
    assert line.written == []


def test_the_outbox_is_bounded() -> None:
    class Stuck(ScriptedLine):
        free = threading.Event()

        def read(self) -> bytes:
            self.free.wait(5)
            return b""

        def wake(self) -> None:
            pass

    line = Stuck()
    port = port_of(PluggedLines(line), sending=Sending.ON)
    with port:
        soon(lambda: port.state is PortState.OPEN)
        sent = 0
        refused = ""
        while not refused:
            try:
                port.send(b"x", generation=port.generation)
                sent += 1
            except SendingError as problem:
                refused = str(problem)
        line.free.set()
    assert refused == f"P1 takes nothing: {OUTBOX} messages wait already"
    assert sent == OUTBOX


def test_a_port_that_was_never_started_can_be_stopped() -> None:
    port = port_of(PluggedLines())
    port.stop()
    assert port.state is PortState.STOPPED


# Found again by USB identity, not by name

SHOE = UsbIdentity(vendor=0x0403, product=0x6001, serial_number="A1")
OTHER = UsbIdentity(vendor=0x0403, product=0x6001, serial_number="B2")
TWIN = UsbIdentity(vendor=0x1A86, product=0x7523)


class PortListing:
    def __init__(self, **ports: UsbIdentity) -> None:
        self.ports = ports

    def __call__(self) -> list[ListedPort]:
        return [ListedPort(name=name, usb=usb) for name, usb in self.ports.items()]


def test_an_adapter_is_found_again_under_another_name(expect_log: Callable[[str], None]) -> None:
    expect_log(LOST)
    listed, first, second = PortListing(P1=SHOE, P2=OTHER), ScriptedLine(), ScriptedLine()
    plugged = PluggedLines(first, second)
    with port_of(plugged, listing=listed) as port:
        soon(lambda: port.state is PortState.OPEN)
        assert port.identity == SHOE
        listed.ports = {"P1": OTHER, "P7": SHOE}
        first.says(line_gone())
        soon(lambda: len(plugged.asked) == 2 and port.state is PortState.OPEN)
    assert plugged.asked == ["P1", "P7"]


def test_another_adapter_under_the_old_name_is_never_opened(expect_log: Callable[[str], None]) -> None:
    expect_log(LOST)
    listed, line = PortListing(P1=SHOE), ScriptedLine()
    plugged = PluggedLines(line, ScriptedLine())
    with port_of(plugged, listing=listed) as port:
        soon(lambda: port.state is PortState.OPEN)
        listed.ports = {"P1": OTHER}
        line.says(line_gone())
        soon(lambda: len(plugged.pauses) > 3)
    assert plugged.asked == ["P1"]


def test_a_name_that_changed_hands_while_it_was_opened_is_closed(expect_log: Callable[[str], None]) -> None:
    expect_log("P1 is usb:0403:6001:B2 now")
    line = ScriptedLine()
    answers = [[ListedPort(name="P1", usb=SHOE)], [ListedPort(name="P1", usb=OTHER)]]
    plugged = PluggedLines(line)
    with port_of(plugged, listing=lambda: answers.pop(0) if answers else [], where="usb:0403:6001:A1"):
        soon(lambda: bool(plugged.pauses))
    assert line.closed


def test_an_adapter_is_opened_by_its_identity() -> None:
    plugged = PluggedLines(ScriptedLine())
    with port_of(plugged, listing=PortListing(P1=OTHER, P2=SHOE), where="usb:0403:6001:A1") as port:
        soon(lambda: port.state is PortState.OPEN)
    assert plugged.asked == ["P2"]


def test_two_alike_without_a_serial_number_are_not_chosen_between(expect_log: Callable[[str], None]) -> None:
    expect_log("matches several devices: add the serial number")
    plugged = PluggedLines(ScriptedLine())
    with port_of(plugged, listing=PortListing(P1=TWIN, P2=TWIN), where="usb:1a86:7523"):
        soon(lambda: len(plugged.pauses) > 3)
    assert plugged.asked == []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "usb:",
        "usb:xyz:1",
        "usb:0403",
        "socket://",
        "socket://host",
        "socket://host:0",
        "rfc2217://h:99999",
        "a://b",
    ],
)
def test_what_cannot_be_an_address_is_refused(text: str) -> None:
    with pytest.raises(PortError) as problem:
        parse_address(text)
    assert problem.value.fault is PortFault.MALFORMED

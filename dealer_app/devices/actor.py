"""The actor: the one task that owns the station, and what it needs of a device's driver.

Devices, people and the clock reach the station through here, one at a time. Requests of people are
answered, reports of a device keep their order, and time passes by ticks. All queues are bounded: a full one
makes the caller wait.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from dealer_app.device_questions import DeviceKind
from dealer_app.devices.device_state import ListeningSettings
from dealer_app.observations import DeviceReport, DeviceRequest
from dealer_app.station.station import Station


class DeviceSource(Protocol):
    """One device as the actor sees it, which is its driver. Nothing here waits for the device: what is not there yet
    is taken the next time.
    """

    def start(self, on_event: Callable[[], None]) -> None:
        """Begins to listen; `on_event` is called, on whatever thread, when there is something to take."""
        ...

    def take_reports(self) -> tuple[DeviceReport, ...]:
        """All since the last time, in its order. To be asked at least ten times a second."""
        ...

    def ask(self, request: DeviceRequest) -> tuple[DeviceReport, ...]:
        """Asks the device for something; what cannot even be sent is reported at once."""
        ...

    def test(self) -> None:
        """Reopens its line; the result comes as a report."""
        ...

    def stop(self) -> None:
        """Ends, and returns when it has."""
        ...


INBOX_SIZE = 64
TICK_SECONDS = 0.1
"""How often a driver is asked; a device that wakes the actor is read at once."""
_CLOCK_TICKS = 10
"""Ticks between two looks at the clock."""

Result = TypeVar("Result")
OnChange = Callable[[Station], None]


class Device(Struct, frozen=True):
    """A device at the table: what it is, and its driver."""

    kind: DeviceKind
    source: DeviceSource


class _Intent(Struct, Generic[Result], frozen=True):
    work: Callable[[Station], Result]
    answer: asyncio.Future[Result]


class Stopped(Exception):  # noqa: N818 - it is no error: the station was stopped in order
    """The actor takes no more intents."""


class Actor:
    """`run` as a task; `do` from anywhere on the same loop; `stop` ends it in order.

    It is given a station that has been started: what the journal says has been folded, so that nothing that comes from
    a device can be older than what is known. While an outage is not answered the station deals nothing by itself.
    """

    def __init__(
        self,
        station: Station,
        settings: ListeningSettings,
        devices: Callable[[], Mapping[str, Device]],
        *,
        on_change: OnChange = lambda _: None,
        tick_seconds: float = TICK_SECONDS,
    ) -> None:
        self._station = station
        self._settings = settings
        self._made = devices
        self._devices: Mapping[str, Device] = {}
        self._on_change = on_change
        self._tick_seconds = tick_seconds
        self._inbox: asyncio.Queue[_Intent[Any]] = asyncio.Queue(INBOX_SIZE)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Future[None] | None = None
        self._woken = False
        """A turn is on its way: waking the actor meanwhile does nothing more."""
        self._stopping = False
        self._ticks = 0
        self._early: list[tuple[str, DeviceReport]] = []
        """Reports made at once in answer to a request; they are taken after those that came before."""

    # From outside

    async def run_on_station(self, work: Callable[[Station], Result]) -> Result:
        """Has this done on the station, after all that came before; waits while too much does."""
        if self._stopping:
            raise Stopped
        answer: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        await self._inbox.put(_Intent(work, answer))
        self._wake()
        return await answer

    def stop(self) -> None:
        self._stopping = True
        self._wake()

    def ask(self, device: str, request: DeviceRequest) -> None:
        """Asks a device on behalf of the desk; the answer comes as a report like all others."""
        for report in self._devices[device].source.ask(request):
            self._early.append((device, report))
        self._wake()

    # The task

    async def run(self) -> None:
        """Until it is stopped. A fault of the journal, or of ours, ends it and is raised."""
        loop = self._loop = asyncio.get_running_loop()
        over = self._over = loop.create_future()
        started: list[DeviceSource] = []
        try:
            # Not before it runs: the first picture has to wait for no driver.
            self._devices = dict(self._made())
            for device in self._devices.values():
                device.source.start(self._wake)
                started.append(device.source)
            kinds = {name: device.kind for name, device in self._devices.items()}
            self._station.devices.listen(self._settings, kinds, self)
            self._wake()
            self._tick(loop)
            await over
        finally:
            self._stopping = True
            over.cancel()
            for source in started:
                source.stop()
            self._refuse_waiting()

    def _wake(self) -> None:
        """From any thread: a turn is taken soon. Before the loop and after it there is nobody to wake."""
        if self._woken or self._loop is None:
            return
        self._woken = True
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._turn)

    def _tick(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._over is None or self._over.done():
            return
        loop.call_later(self._tick_seconds, self._tick, loop)
        self._ticks += 1
        self._wake()

    def _turn(self) -> None:
        """Called by the loop itself: a task that is resumed would come one turn of the loop later, card by card."""
        # First of all: what comes from now on wakes it again.
        self._woken = False
        if self._over is None or self._over.done():
            return
        if self._stopping:
            self._over.set_result(None)
            return
        try:
            self._serve()
        except BaseException as problem:  # noqa: BLE001 - it ends the task, which raises it
            self._over.set_exception(problem)

    def _serve(self) -> None:
        looks_at_clock = self._ticks >= _CLOCK_TICKS
        reported = self._hear()
        served = self._serve_intents()
        if looks_at_clock:
            self._ticks = 0
            self._station.people.end_expired()
            self._station.run_checks()
        if not reported:
            self._station.devices.advance()
        if reported or served or looks_at_clock:
            self._on_change(self._station)

    def _hear(self) -> bool:
        """What every device has said, each in its order. How much that can be, the inbox of each port bounds."""
        any_heard = False
        for name, device in self._devices.items():
            for report in device.source.take_reports():
                self._station.devices.hear(name, report)
                any_heard = True
        early, self._early = self._early, []
        for name, report in early:
            self._station.devices.hear(name, report)
        return any_heard or bool(early)

    def _serve_intents(self) -> bool:
        served = False
        while not self._inbox.empty():
            intent = self._inbox.get_nowait()
            served = True
            if intent.answer.cancelled():
                continue
            try:
                result = intent.work(self._station)
            except Exception as problem:
                intent.answer.set_exception(problem)
                raise
            self._station.devices.advance()
            intent.answer.set_result(result)
        return served

    def _refuse_waiting(self) -> None:
        while not self._inbox.empty():
            answer = self._inbox.get_nowait().answer
            if not answer.done():
                answer.set_exception(Stopped())

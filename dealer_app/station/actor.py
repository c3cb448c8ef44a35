"""The actor: the one task that owns the station. Devices, people and the clock reach it through here, one at a time.

What people want comes as an intent and is answered; what devices say is heard in the order of each line; time passes by
ticks. All queues are bounded: a full one makes who asks wait, and a device that is not heard says what was lost.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.heard import Reported
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.sources import Report, Source
from dealer_app.station.station import Station

if TYPE_CHECKING:
    from dealer_app.observations import Request

INBOX = 64
TICK_SECONDS = 0.1
"""As often as a driver has to be asked; a device that wakes the actor is heard at once."""
_CLOCK_TICKS = 10
"""Ticks between two looks at the clock."""

Result = TypeVar("Result")
Changed = Callable[[Station], None]


class Device(Struct, frozen=True):
    """A device at the table: what it is, and its driver."""

    kind: DeviceKind
    source: Source


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
        on_change: Changed = lambda _: None,
        tick_seconds: float = TICK_SECONDS,
    ) -> None:
        self._station = station
        self._settings = settings
        self._made = devices
        self._devices: Mapping[str, Device] = {}
        self._on_change = on_change
        self._tick_seconds = tick_seconds
        self._inbox: asyncio.Queue[_Intent[Any]] = asyncio.Queue(INBOX)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._over: asyncio.Future[None] | None = None
        self._woken = False
        """A turn is on its way: whoever wakes the actor meanwhile need not do so again."""
        self._stopping = False
        self._ticks = 0
        self._early: list[tuple[str, Report]] = []
        """Heard at once in answer to a request, and said after what was heard before."""

    # From outside

    async def do(self, work: Callable[[Station], Result]) -> Result:
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

    def ask(self, device: str, request: "Request") -> None:
        """For the desk: what comes of it is heard like everything else."""
        for report in self._devices[device].source.ask(request):
            self._early.append((device, report))
        self._wake()

    # The task

    async def run(self) -> None:
        """Until it is stopped. A fault of the journal, or of ours, ends it and is raised."""
        loop = self._loop = asyncio.get_running_loop()
        over = self._over = loop.create_future()
        started: list[Source] = []
        try:
            # Not before it runs: whoever waits for a first picture waits for no driver.
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
        # First of all: what comes from now on wakes anew.
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
        heard = self._hear()
        served = self._serve_intents()
        if looks_at_clock:
            self._ticks = 0
            self._station.people.look_at_the_clock()
            self._station.look_around()
        if not heard:
            self._station.devices.look()
        if heard or served or looks_at_clock:
            self._on_change(self._station)

    def _hear(self) -> bool:
        """What every device has said, each in its order. How much that can be, the inbox of each port bounds."""
        any_heard = False
        for name, device in self._devices.items():
            for report in device.source.heard():
                self._say(name, report)
                any_heard = True
        early, self._early = self._early, []
        for name, report in early:
            self._say(name, report)
        return any_heard or bool(early)

    def _say(self, device: str, report: Report) -> None:
        generation, observation = report
        self._station.devices.hear(Reported(device=device, generation=generation, observation=observation))

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
            self._station.devices.look()
            intent.answer.set_result(result)
        return served

    def _refuse_waiting(self) -> None:
        while not self._inbox.empty():
            answer = self._inbox.get_nowait().answer
            if not answer.done():
                answer.set_exception(Stopped())

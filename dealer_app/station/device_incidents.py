"""How much of what devices say of themselves is written one by one: so many a minute, and the surplus counted in one.

A device in error is told at once, whatever comes after it; a line that is lost is always told, so that the journal says
of no device that it is heard while it is not.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from dealer_app.station.core import Core
from dealer_app.station.facts import DeviceIncident, Incident
from dealer_app.station.listening.heard import Tell
from dealer_app.station.listening.questions import KnownDevice, Link

MOST = 20
"""Incidents of one device in a minute."""
MINUTE = 60_000_000
TOO_MANY = "too-many"
"""The error of a device that says more of itself than is written one by one."""
_FOR_THE_LINE = 4
"""So many are left to a line that comes and goes when nothing else is written any more."""
_AT_THE_END = 2
"""That it was too many, and how many."""
_ONE_BY_ONE = MOST - _FOR_THE_LINE - _AT_THE_END
_LOST = KnownDevice(link=Link.LOST)


@dataclass
class _Told:
    """Of one device: when its last incidents were written, and what was counted since there were too many."""

    times: deque[int] = field(default_factory=lambda: deque(maxlen=MOST))
    since: int | None = None
    surplus: int = 0
    error: str = ""
    """What it holds after all that was only counted."""

    def in_a_minute(self, now: int) -> int:
        return sum(now - time < MINUTE for time in self.times)


class Incidents:
    """Writes incidents as they come, or counts them. Time is the counter of the station, which only rises."""

    def __init__(self, core: Core, write: Callable[[DeviceIncident], None]) -> None:
        self._core = core
        self._write = write
        self._told: dict[str, _Told] = {}

    def begin(self, device: str) -> None:
        """From the journal: too many of which the number was lost with a stop are counted as none more."""
        told = self._told[device] = _Told()
        if self._known(device).error == TOO_MANY:
            told.since = self._now()

    def may_connect(self, device: str) -> bool:
        """Whether there is room for a line that comes, and for its going."""
        return self._of(device).in_a_minute(self._now()) <= MOST - 2

    def tell(self, device: str, tell: Tell) -> None:
        told, now = self._of(device), self._now()
        if self._of_the_line(device, tell.incident) or (told.since is None and told.in_a_minute(now) < _ONE_BY_ONE):
            self._put(device, _incident(device, tell), now)
        else:
            self._count(device, told, tell, now)

    def replaced(self, device: str) -> None:
        """Another device holds no error of the one before it."""
        self._of(device).error = ""

    def look(self) -> None:
        """What was counted is told when its minute is over."""
        for device, told in self._told.items():
            if told.since is None:
                continue
            now = self._now()
            if now - told.since >= MINUTE and told.in_a_minute(now) < MOST:
                self._tell_surplus(device, told, now)

    def leave(self) -> None:
        """The station stops: what was counted so far is told now."""
        for device, told in self._told.items():
            if told.since is not None:
                self._tell_surplus(device, told, self._now())

    def _count(self, device: str, told: _Told, tell: Tell, now: int) -> None:
        if told.since is None:
            told.since, told.error = now, self._known(device).error
            self._put(device, DeviceIncident(device=device, incident=Incident.TROUBLE, detail=TOO_MANY), now)
        told.surplus += 1
        match tell.incident:
            case Incident.TROUBLE:
                told.error = tell.detail
            case Incident.OVER:
                told.error = ""
            case _:
                pass

    def _tell_surplus(self, device: str, told: _Told, now: int) -> None:
        count, error = told.surplus, told.error
        told.since, told.surplus, told.error = None, 0, ""
        self._put(device, DeviceIncident(device=device, incident=Incident.COUNTED, detail=error, count=count), now)

    def _put(self, device: str, incident: DeviceIncident, now: int) -> None:
        self._of(device).times.append(now)
        self._write(incident)

    def _of_the_line(self, device: str, incident: Incident) -> bool:
        """Whether it is heard, or heard no more, from now on: not another reason for a line that is lost already."""
        if incident is Incident.LOST:
            return self._known(device).link is Link.CONNECTED or device not in self._core.state.listening.devices
        return incident in (Incident.CONNECTED, Incident.REFUSED)

    def _known(self, device: str) -> KnownDevice:
        return self._core.state.listening.devices.get(device, _LOST)

    def _of(self, device: str) -> _Told:
        return self._told.setdefault(device, _Told())

    def _now(self) -> int:
        return self._core.now().counter


def _incident(device: str, tell: Tell) -> DeviceIncident:
    return DeviceIncident(device=device, incident=tell.incident, detail=tell.detail, identity=tell.identity)

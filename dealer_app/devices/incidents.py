"""Limits how much devices say of themselves in the journal: so many incidents a minute, and the surplus as one count.

A device in error is written at once, whatever comes after it; a lost line is always written, so that the journal never
says of a device that it is connected while it is not.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from dealer_app.device_questions import DeviceRecord, Link
from dealer_app.devices.device_state import RecordIncident
from dealer_app.station.core import Core
from dealer_app.station_events import DeviceIncident, Incident

MOST_A_MINUTE = 20
"""Incidents of one device in a minute."""
MINUTE = 60_000_000
TOO_MANY = "too-many"
"""The error of a device that says more of itself than is written one by one."""
_FOR_THE_LINE = 4
"""So many are left to a line that comes and goes when nothing else is written any more."""
_AT_THE_END = 2
"""That it was too many, and how many."""
_ONE_BY_ONE = MOST_A_MINUTE - _FOR_THE_LINE - _AT_THE_END
_LOST_DEVICE = DeviceRecord(link=Link.LOST)


@dataclass
class _IncidentCount:
    """Of one device: when its last incidents were written, and what was counted since there were too many."""

    times: deque[int] = field(default_factory=lambda: deque(maxlen=MOST_A_MINUTE))
    since: int | None = None
    surplus: int = 0
    error: str = ""
    """What it holds after all that was only counted."""

    def in_a_minute(self, now: int) -> int:
        return sum(now - time < MINUTE for time in self.times)


class IncidentWriter:
    """Writes incidents as they come, or counts them. Time is the counter of the station, which only rises."""

    def __init__(self, core: Core, write: Callable[[DeviceIncident], None]) -> None:
        self._core = core
        self._write = write
        self._told: dict[str, _IncidentCount] = {}

    def begin(self, device: str) -> None:
        """From the journal: too many of which the number was lost with a stop are counted as none more."""
        tally = self._told[device] = _IncidentCount()
        if self._device_record(device).error == TOO_MANY:
            tally.since = self._now()

    def may_connect(self, device: str) -> bool:
        """Whether there is room for a line that comes, and for its going."""
        return self._device_count(device).in_a_minute(self._now()) <= MOST_A_MINUTE - 2

    def record(self, device: str, tell: RecordIncident) -> None:
        tally, now = self._device_count(device), self._now()
        if self._is_line_change(device, tell.incident) or (
            tally.since is None and tally.in_a_minute(now) < _ONE_BY_ONE
        ):
            self._write_event(device, _incident_event(device, tell), now)
        else:
            self._count(device, tally, tell, now)

    def forget_error(self, device: str) -> None:
        """Another device holds no error of the one before it."""
        self._device_count(device).error = ""

    def write_surplus(self) -> None:
        """Writes what was counted, for each device whose minute is over."""
        for device, tally in self._told.items():
            if tally.since is None:
                continue
            now = self._now()
            if now - tally.since >= MINUTE and tally.in_a_minute(now) < MOST_A_MINUTE:
                self._write_count(device, tally, now)

    def write_all_surplus(self) -> None:
        """Writes what was counted so far, because the station stops."""
        for device, tally in self._told.items():
            if tally.since is not None:
                self._write_count(device, tally, self._now())

    def _count(self, device: str, tally: _IncidentCount, tell: RecordIncident, now: int) -> None:
        if tally.since is None:
            tally.since, tally.error = now, self._device_record(device).error
            self._write_event(device, DeviceIncident(device=device, incident=Incident.TROUBLE, detail=TOO_MANY), now)
        tally.surplus += 1
        match tell.incident:
            case Incident.TROUBLE:
                tally.error = tell.detail
            case Incident.OVER:
                tally.error = ""
            case _:
                pass

    def _write_count(self, device: str, tally: _IncidentCount, now: int) -> None:
        count, error = tally.surplus, tally.error
        tally.since, tally.surplus, tally.error = None, 0, ""
        self._write_event(
            device, DeviceIncident(device=device, incident=Incident.COUNTED, detail=error, count=count), now
        )

    def _write_event(self, device: str, incident: DeviceIncident, now: int) -> None:
        self._device_count(device).times.append(now)
        self._write(incident)

    def _is_line_change(self, device: str, incident: Incident) -> bool:
        """Whether the line goes up or down: not another reason for a line that is lost already."""
        if incident is Incident.LOST:
            return (
                self._device_record(device).link is Link.CONNECTED or device not in self._core.state.listening.devices
            )
        return incident in (Incident.CONNECTED, Incident.REFUSED)

    def _device_record(self, device: str) -> DeviceRecord:
        return self._core.state.listening.devices.get(device, _LOST_DEVICE)

    def _device_count(self, device: str) -> _IncidentCount:
        return self._told.setdefault(device, _IncidentCount())

    def _now(self) -> int:
        return self._core.now().counter


def _incident_event(device: str, tell: RecordIncident) -> DeviceIncident:
    return DeviceIncident(device=device, incident=tell.incident, detail=tell.detail, identity=tell.identity)

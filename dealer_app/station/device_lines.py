"""Which open lines are listened to: not that of a program in place of a device, nor one that comes and goes too often.

What comes on such a line is never dealt; when it is listened to, the dealer is asked what lies there.
"""

from collections.abc import Iterator

from dealer_app.domain.values import replace
from dealer_app.observations import LineDown, LineUp
from dealer_app.station.core import Core
from dealer_app.station.device_incidents import Incidents
from dealer_app.station.facts import Incident
from dealer_app.station.listening.heard import Reported
from dealer_app.station.listening.identity import may_be_simulated
from dealer_app.station.listening.lines import connected

REFUSED = "refused"
"""Why a line is lost that is open: two people have taken back that a program may speak on it."""


class DeviceLines:
    """`shuts` for each report as it comes, and `changed` now and then, for what is to be heard because of a change."""

    def __init__(self, core: Core, incidents: Incidents) -> None:
        self._core = core
        self._incidents = incidents
        self._open: dict[str, Reported] = {}
        """That a line is open, as it was told last."""
        self._shut: set[str] = set()

    def shuts(self, reported: Reported) -> bool:
        """Whether this is not listened to."""
        device, observation = reported.device, reported.observation
        match observation:
            case LineUp():
                self._open[device] = reported
                refused = self._refuses(observation)
                shut = refused or not self._incidents.may_connect(device)
                (self._shut.add if shut else self._shut.discard)(device)
                if refused:
                    self._refuse(device, observation)
            case LineDown():
                shut = device in self._shut
                self._open.pop(device, None)
                self._shut.discard(device)
            case _:
                shut = device in self._shut
        return shut

    def changed(self) -> Iterator[Reported]:
        """What two people have decided since, and a minute that has passed, change what is listened to."""
        for device, up in tuple(self._open.items()):
            refused = isinstance(up.observation, LineUp) and self._refuses(up.observation)
            if device in self._shut and not refused and self._incidents.may_connect(device):
                yield up
            elif refused and device not in self._shut:
                yield replace(up, observation=LineDown(fault=REFUSED, said=""))
                yield up

    def _refuses(self, up: LineUp) -> bool:
        state = self._core.state
        return up.simulated and not may_be_simulated(state.people.kind, state.settings)

    def _refuse(self, device: str, up: LineUp) -> None:
        """In the journal once for each that was tried."""
        known, tell = self._core.state.listening.devices.get(device), connected(up, Incident.REFUSED)
        if known is None or not known.refused or known.identity != tell.identity:
            self._incidents.tell(device, tell)

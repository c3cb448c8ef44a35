"""Finds out which profile speaks on a port and at which baud rate, by listening at each in turn.

Nothing is sent. A device that says nothing while it is listened to cannot be found: somebody draws cards meanwhile.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from dealer_app.observations import BytesRejected
from drivers.address import Address, PortFinder
from drivers.driver import Profile, ReportCheck
from drivers.framing import Framing
from drivers.port import PortEnvironment
from drivers.requests import Sending
from drivers.serial_line import DeviceLine

SURE_AFTER = 3
"""So many reports and nothing wrong: no need to listen longer."""


class ProfileMatch(Struct, frozen=True, kw_only=True):
    """How well what a device sent fits a profile."""

    profile: Profile
    reports: int
    rejected: int


class ProbeResult(Struct, frozen=True, kw_only=True):
    """What a device sent at one speed."""

    baudrate: int
    count: int
    matches: tuple[ProfileMatch, ...]

    @property
    def best(self) -> ProfileMatch | None:
        """The profile that speaks here, if one does: a checked one first, for chance can look like the others."""
        fitting = [it for it in self.matches if it.reports and 4 * it.rejected <= self.count]
        return max(fitting, key=lambda it: (it.profile.checking is ReportCheck.CHECKED, it.reports), default=None)


def probe_baudrates(profiles: Iterable[Profile]) -> tuple[int, ...]:
    """The speeds at which one of them may speak, each once: first what they usually speak at."""
    each = [it.baudrates for it in profiles]
    usual, others = [it[0] for it in each], [rate for it in each for rate in it[1:]]
    return tuple(dict.fromkeys(usual + others))


def probe(
    where: Address,
    *,
    profiles: tuple[Profile, ...],
    rates: Iterable[int],
    seconds: float,
    surroundings: PortEnvironment,
) -> Iterator[ProbeResult]:
    """One answer for each speed, the last of them when a profile was surely found. Raises PortError."""
    for rate in rates:
        name = PortFinder(where, surroundings.listing).name()
        line = surroundings.opener(name, rate)
        try:
            listened = _listen(line, rate, profiles, int(seconds * 1000), surroundings)
        finally:
            line.close()
        yield listened
        if listened.best is not None:
            return


def _listen(
    line: DeviceLine, rate: int, profiles: tuple[Profile, ...], milliseconds: int, surroundings: PortEnvironment
) -> ProbeResult:
    framings = {it.name: it.framing(Sending.OFF) for it in profiles}
    reports, rejected = dict.fromkeys(framings, 0), dict.fromkeys(framings, 0)
    until, count = surroundings.clock() + milliseconds, 0
    while (now := surroundings.clock()) < until:
        data = line.read()
        count += len(data)
        for name, framing in framings.items():
            good, bad = _count_reports(framing, now / 1000, data)
            reports[name] += good
            rejected[name] += bad
        if any(reports[name] >= SURE_AFTER and not rejected[name] for name in framings):
            break
    # What is left unfinished fits no profile's end of a report.
    for name, framing in framings.items():
        rejected[name] += sum(it.count for it in framing.line_lost() if isinstance(it, BytesRejected))
    matches = tuple(ProfileMatch(profile=it, reports=reports[it.name], rejected=rejected[it.name]) for it in profiles)
    return ProbeResult(baudrate=rate, count=count, matches=matches)


def _count_reports(framing: Framing, now: float, data: bytes) -> tuple[int, int]:
    """Reports, and bytes that were thrown away."""
    observed = (*framing.tick(now), *framing.feed(data))
    rejected = sum(it.count for it in observed if isinstance(it, BytesRejected))
    return sum(not isinstance(it, BytesRejected) for it in observed), rejected

"""How fast a table plays: seconds by the phase of a round.

Times are taken by the counter that nobody can set; a round during which the station was
started again has no times for what that held up. Only names of events are read.
"""

from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction
from statistics import median_low
from typing import NamedTuple

from dealer_app.journal.records import JournalEntry
from dealer_app.journal.volumes import VolumeChain

_MICROSECONDS = 1_000_000
_LONGEST_PHASE = 1_800 * _MICROSECONDS
"""What takes longer is a break, a shoe change or a case, and no phase of play."""
TABLE_DAYS = 30
"""The table's own times are those of so many gaming days before the end of a period."""


class PacePhase(Enum):
    """The parts of a round between the events that end them."""

    BETS = "bets"
    FIRST_CARDS = "first-cards"
    THIRD_CARDS = "third-cards"
    TUMBLE = "tumble"
    RESULT = "result"
    SETTLEMENT = "settlement"
    CLEAR = "clear"


class PaceEntry(NamedTuple):
    """As much of an entry as its time needs."""

    name: str
    counter: int


class _Phases:
    """Follows the events of a table and gives each phase that ends."""

    def __init__(self) -> None:
        self._phase: PacePhase | None = None
        self._since = 0
        self._cards = 0

    def take(self, entry: PaceEntry) -> Iterator[tuple[PacePhase, int]]:
        name, at = entry
        if name in _BREAKS:
            self._phase = None
            return
        then = self._next(name)
        if then is None:
            return
        lasted = at - self._since
        if self._phase is not None and self._phase is not then and 0 <= lasted <= _LONGEST_PHASE:
            yield self._phase, lasted
        if self._phase is not then:
            self._phase, self._since = then, at

    def _next(self, name: str) -> PacePhase | None:
        """The phase that begins with this event; none where it begins no phase."""
        match name:
            case "round-began":
                self._cards = 0
                return PacePhase.BETS
            case "bets-closed":
                return PacePhase.RESULT if self._cards else PacePhase.FIRST_CARDS
            case "card-drawn" | "card-carried-in":
                self._cards += 1
                return PacePhase.THIRD_CARDS if self._cards == _FIRST_CARDS else None
            case "dice-read":
                return PacePhase.RESULT
            case "tumbles-counted":
                return PacePhase.TUMBLE if self._phase is PacePhase.FIRST_CARDS else None
            case "result-announced":
                return PacePhase.SETTLEMENT
            case "round-concluded":
                return PacePhase.CLEAR
            case _:
                return None


_FIRST_CARDS = 4
_BREAKS = frozenset(
    {
        "station-started",
        "round-voided",
        "case-opened",
        "claim-raised",
        "table-closed",
        "shoe-ended",
        "outage-rounds-entered",
        "settlement-undone",
    }
)
"""What breaks the usual course: the time of what it holds up is no time of a phase."""
PACE_NAMES = frozenset(
    {
        *_BREAKS,
        "round-began",
        "bets-closed",
        "card-drawn",
        "card-carried-in",
        "dice-read",
        "tumbles-counted",
        "result-announced",
        "round-concluded",
    }
)


def phase_medians(entries: Iterable[PaceEntry]) -> dict[PacePhase, int]:
    """The middle of how long each phase took, in tenths of a second; phases that never ended are not there."""
    lasted: dict[PacePhase, list[int]] = {}
    phases = _Phases()
    for entry in entries:
        for phase, microseconds in phases.take(entry):
            lasted.setdefault(phase, []).append(microseconds)
    return {
        phase: round(Fraction(median_low(lasted[phase]) * 10, _MICROSECONDS)) for phase in PacePhase if phase in lasted
    }


def record_paces(entries: Iterable[JournalEntry]) -> Iterator[PaceEntry]:
    """Those of a period."""
    return (PaceEntry(entry.name, entry.counter) for entry in entries if entry.name in PACE_NAMES)


def table_paces(chain: VolumeChain, since_day: str, last: int) -> Iterator[PaceEntry]:
    """Those of the table from a gaming day on, up to a sequence."""
    query = f"""SELECT name, counter FROM events NOT INDEXED WHERE sequence <= ? AND day >= ?
        AND name IN ({", ".join("?" * len(PACE_NAMES))}) ORDER BY sequence"""  # noqa: S608 - only places for values
    for reader in chain.readers:
        yield from map(PaceEntry._make, reader.connection.execute(query, (last, since_day, *sorted(PACE_NAMES))))

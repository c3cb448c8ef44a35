"""What is in a journal, in numbers: counted from its events, never from the index."""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from pathlib import Path

import msgspec
from msgspec import Struct

from dealer_app.journal.found import CLAIM
from dealer_app.journal.in_play import BEGAN
from dealer_app.journal.reader import DATABASE, Reader, read_only
from dealer_app.journal.record import Head
from dealer_app.journal.verifying import verify
from dealer_app.journal.volumes import all_volumes, of_volume

OVERRIDES = frozenset(
    {
        "need-met",
        "option-chosen",
        "bet-corrected",
        "insurance-corrected",
        "card-corrected",
        "dice-corrected",
        "settlement-undone",
        "round-voided",
        "rounds-voided",
        "carried-cards-decided",
        "claim-closed",
        "wagers-allowed",
        "limits-changed",
        "approval-given",
        "approval-refused",
        "outage-rounds-entered",
        "outage-answered",
        "cards-reordered",
        "cards-taken-as-they-lie",
        "reconstructed",
        "intentions-named",
        "entry-undone",
        "insurance-waived",
        "bets-reopened",
        "shoe-closed",
        "hand-dealing-allowed",
        "rulings-confirmed",
        "limits-confirmed",
        "setting-changed",
        "backups-planned",
        "backup-alarm-seen",
        "new-volume-agreed",
        "second-head-placed",
        "second-head-waived",
        "account-added",
        "account-changed",
        "account-disabled",
        "account-enabled",
        "acting-assigned",
        "acting-ended",
        "pin-set",
        "lock-ended",
    }
)
"""What a person decided, put right or set otherwise, other than dealing: the entries of a report on exceptions."""

_HOUR = 3_600_000_000


class Day(Struct, frozen=True):
    """One gaming day: how many rounds began, and the microseconds between the first and the last beginning."""

    day: str
    rounds: int
    lasted: int


class Stats(Struct, frozen=True, kw_only=True):
    head: Head
    size: int
    """Bytes on the disk, the log included."""
    names: Mapping[str, int]
    days: tuple[Day, ...]
    irregularities: Mapping[str, int]
    overrides: Mapping[tuple[str, str], int]
    """By badge and event; an empty badge is the station itself."""

    @property
    def rounds(self) -> int:
        return sum(day.rounds for day in self.days)

    @property
    def rounds_an_hour(self) -> Fraction | None:
        """While rounds were played: a day with one round tells nothing of speed."""
        lasted = sum(day.lasted for day in self.days)
        between = sum(day.rounds - 1 for day in self.days)
        return Fraction(between * _HOUR, lasted) if lasted else None


class _Trouble(msgspec.Struct):
    trouble: str


class _Case(msgspec.Struct):
    case: _Trouble


def stats_of_all(folder: Path) -> Stats:
    """Of all volumes together. Raises JournalError for the first that is damaged."""
    return reduce(_together, (_of_one(volume, folder) for volume in all_volumes(folder)))


def _of_one(volume: Path, folder: Path) -> Stats:
    with of_volume(volume, folder):
        reader = read_only(volume)
        try:
            return stats(volume, reader)
        finally:
            reader.close()


def _together(one: Stats, other: Stats) -> Stats:
    days = {day.day: day for day in one.days}
    for day in other.days:
        before = days.get(day.day, Day(day.day, 0, 0))
        days[day.day] = Day(day.day, before.rounds + day.rounds, before.lasted + day.lasted)
    return Stats(
        head=other.head,
        size=one.size + other.size,
        names=dict((Counter(one.names) + Counter(other.names)).most_common()),
        days=tuple(days[day] for day in sorted(days)),
        irregularities=dict((Counter(one.irregularities) + Counter(other.irregularities)).most_common()),
        overrides=dict(sorted((Counter(one.overrides) + Counter(other.overrides)).items())),
    )


def stats(folder: Path, reader: Reader) -> Stats:
    """Raises DamagedError where the chain breaks: numbers of events that are other ones by now are worth nothing."""
    verify(folder)
    # In the table itself: through no index of it does the chain go.
    head = reader.head()
    query = reader.connection.execute
    through = (head.sequence,)
    counted = query(
        "SELECT name, badge, count(*) FROM events NOT INDEXED WHERE sequence <= ? GROUP BY name, badge", through
    )
    names, overrides = Counter[str](), Counter[tuple[str, str]]()
    for name, badge, count in counted:
        names[name] += count
        if name in OVERRIDES:
            overrides[badge, name] += count
    began = query(
        """SELECT day, count(*), max(utc) - min(utc) FROM events NOT INDEXED
        WHERE name = ? AND sequence <= ? GROUP BY day""",
        (BEGAN, *through),
    )
    days = tuple(sorted((Day(*row) for row in began), key=lambda day: day.day))
    return Stats(
        head=head,
        size=sum(path.stat().st_size for path in folder.glob(f"{DATABASE}*")),
        names=dict(names.most_common()),
        days=days,
        irregularities=_irregularities(reader, names, head.sequence),
        overrides=dict(sorted(overrides.items())),
    )


def _irregularities(reader: Reader, names: Mapping[str, int], through: int) -> Mapping[str, int]:
    read = msgspec.json.Decoder(_Case).decode
    bodies = reader.connection.execute(
        "SELECT body FROM events NOT INDEXED WHERE name = 'case-opened' AND sequence <= ?", (through,)
    )
    found = Counter(read(body).case.trouble for (body,) in bodies)
    claims = names.get("claim-raised", 0)
    if claims:
        found[CLAIM] = claims
    return dict(found.most_common())

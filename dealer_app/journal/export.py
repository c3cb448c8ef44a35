"""The journal as JSON lines or CSV for somebody else, and the journal in numbers.

What is sealed, what PINs are checked against, and the round in play stay here. docs/verify_export.py checks
either form without this program. Numbers are counted from the events, never from the index.
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import reduce
from pathlib import Path
from typing import TextIO

import msgspec
from msgspec import Struct

from dealer_app.domain.plain_text import escape_sign, is_plain, visible_text
from dealer_app.journal.reader import DATABASE, ROUND_BEGAN, OnProgress, Reader, open_reader, verify_chain
from dealer_app.journal.records import Head, JournalEntry, is_broken_link
from dealer_app.journal.round_summaries import CLAIM
from dealer_app.journal.schema import ENTRY_COLUMNS
from dealer_app.journal.volumes import Readable, all_volumes, explain_volume_damage
from dealer_app.journal_errors import DamagedError

EXPORT_VERSION = 1
_BACKSLASH = "\\"
_FORMULA_START = re.compile(r"(?:^|(?<=[;|]))[=+\-@＝＋－＠]")
"""At the start of a cell; some spreadsheets part them by a semicolon. The wide signs count in Chinese ones."""
_ENTRIES_AT_A_TIME = 2_000


class ExportFormat(Enum):
    """How an export is written."""

    JSON = "json"
    CSV = "csv"


class EntrySpan(Struct, frozen=True):
    """From one sequence to another."""

    first: int
    last: int


def export_entries(
    reader: Readable, out: TextIO, form: ExportFormat, span: EntrySpan, on_progress: OnProgress = lambda _at, _of: True
) -> Head:
    """Writes the entries of the span; gives the head to lay beside an anchored one. Raises DamagedError at a break."""
    base = reader.base()
    after = base if span.first <= base.sequence + 1 else _find_head(reader, span.first - 1)
    begin, line, end = _json_writer(out) if form is ExportFormat.JSON else _csv_writer(out)
    begin(after)
    head = after
    for entry in _read_entries(reader, span, on_progress):
        if is_broken_link(entry, head):
            raise DamagedError(f"event {head.sequence + 1} does not follow from the one before", head.sequence)
        line(entry)
        head = Head(entry.sequence, entry.hash)
    end(head)
    return head


def _find_head(reader: Readable, sequence: int) -> Head:
    entry = next(reader.entries(sequence, sequence), None)
    if entry is None:
        raise DamagedError(f"event {sequence} is missing", 0)
    return Head(entry.sequence, entry.hash)


def _read_entries(reader: Readable, span: EntrySpan, on_progress: OnProgress) -> Iterator[JournalEntry]:
    """In parts, so that no long look keeps a playing station from folding its log."""
    at = max(span.first, reader.base().sequence + 1)
    while at <= span.last and on_progress(at - span.first, span.last - span.first + 1):
        yield from list(reader.entries(at, min(at + _ENTRIES_AT_A_TIME - 1, span.last)))
        at += _ENTRIES_AT_A_TIME
    on_progress(span.last - span.first + 1, span.last - span.first + 1)


_RowWriters = tuple[Callable[[Head], None], Callable[[JournalEntry], None], Callable[[Head], None]]


def _json_writer(out: TextIO) -> _RowWriters:
    def line(value: object) -> None:
        out.write(f"{line_json(value)}\n")

    return (
        lambda after: line({"journal": "dealer-station", "format": EXPORT_VERSION, "after": _head_fields(after)}),
        lambda entry: line(_row_fields(entry)),
        lambda head: line({"head": _head_fields(head)}),
    )


def line_json(value: object) -> str:
    """As JSON. A sign that is not seen is written by its number, as JSON may: who reads the line reads the same."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text if is_plain(text) else "".join(each if is_plain(each) else json.dumps(each)[1:-1] for each in text)


def _row_fields(entry: JournalEntry) -> dict[str, object]:
    return dict(zip(ENTRY_COLUMNS, (*entry[:-1], entry.hash.hex()), strict=True))


def _head_fields(head: Head) -> dict[str, object]:
    return {"sequence": head.sequence, "hash": head.hash.hex()}


def _csv_writer(out: TextIO) -> _RowWriters:
    """The writers of a CSV export. The head before the first event, and the last one, are rows as well."""
    writer = csv.DictWriter(out, ENTRY_COLUMNS, lineterminator="\n")

    def begin(after: Head) -> None:
        writer.writeheader()
        writer.writerow({"name": "after", **_head_fields(after)})

    return (
        begin,
        lambda entry: writer.writerow({name: cell_text(value) for name, value in _row_fields(entry).items()}),
        lambda head: writer.writerow({"name": "head", **_head_fields(head)}),
    )


def cell_text(value: object) -> object:
    """A text that no spreadsheet takes for a formula, wherever it cuts its cells, and in which every sign is seen.

    Each such sign is written by its number, as `\\x{3d}`, and can be read back exactly: docs/journal.md says how.
    """
    if not isinstance(value, str):
        return value
    # What looks like a sign written out stays different from one.
    visible = visible_text(value.replace("\\x{", f"{escape_sign(_BACKSLASH)}x{{"))
    return _FORMULA_START.sub(lambda found: escape_sign(found[0]), visible)


OVERRIDE_EVENTS = frozenset(
    {
        "need-met",
        "option-chosen",
        "bet-corrected",
        "insurance-corrected",
        "card-corrected",
        "dice-corrected",
        "closing-taken-back",
        "report-withdrawn",
        "settlement-undone",
        "settlement-restored",
        "round-voided",
        "rounds-voided",
        "carried-cards-decided",
        "claim-closed",
        "wagers-allowed",
        "limits-changed",
        "insurance-offer-changed",
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
        "closed-without-notice",
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
        "alarm-acknowledged",
        "alarm-shelved",
        "table-held",
        "shoe-order-decided",
        "live-odds-switched",
        "currency-demanded",
    }
)
"""What a person decided, put right or set otherwise, other than dealing: the entries of a report on exceptions."""

_HOUR = 3_600_000_000


class DayStats(Struct, frozen=True):
    """One gaming day: how many rounds began, and the microseconds between the first and the last beginning."""

    day: str
    rounds: int
    lasted: int


class Stats(Struct, frozen=True, kw_only=True):
    head: Head
    size: int
    """Bytes on the disk, the log included."""
    names: Mapping[str, int]
    days: tuple[DayStats, ...]
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


class _StatsTrouble(msgspec.Struct):
    trouble: str


class _StatsCase(msgspec.Struct):
    case: _StatsTrouble


def count_all_volumes(folder: Path) -> Stats:
    """Of all volumes together. Raises JournalError for the first that is damaged."""
    return reduce(_add_stats, (_volume_stats(volume, folder) for volume in all_volumes(folder)))


def _volume_stats(volume: Path, folder: Path) -> Stats:
    with explain_volume_damage(volume, folder):
        reader = open_reader(volume)
        try:
            return count_stats(volume, reader)
        finally:
            reader.close()


def _add_stats(one: Stats, other: Stats) -> Stats:
    days = {day.day: day for day in one.days}
    for day in other.days:
        before = days.get(day.day, DayStats(day.day, 0, 0))
        days[day.day] = DayStats(day.day, before.rounds + day.rounds, before.lasted + day.lasted)
    return Stats(
        head=other.head,
        size=one.size + other.size,
        names=dict((Counter(one.names) + Counter(other.names)).most_common()),
        days=tuple(days[day] for day in sorted(days)),
        irregularities=dict((Counter(one.irregularities) + Counter(other.irregularities)).most_common()),
        overrides=dict(sorted((Counter(one.overrides) + Counter(other.overrides)).items())),
    )


def count_stats(folder: Path, reader: Reader) -> Stats:
    """Raises DamagedError where the chain breaks: numbers of events that are other ones by now are worth nothing."""
    verify_chain(folder)
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
        if name in OVERRIDE_EVENTS:
            overrides[badge, name] += count
    began = query(
        """SELECT day, count(*), max(utc) - min(utc) FROM events NOT INDEXED
        WHERE name = ? AND sequence <= ? GROUP BY day""",
        (ROUND_BEGAN, *through),
    )
    days = tuple(sorted((DayStats(*row) for row in began), key=lambda day: day.day))
    return Stats(
        head=head,
        size=sum(path.stat().st_size for path in folder.glob(f"{DATABASE}*")),
        names=dict(names.most_common()),
        days=days,
        irregularities=_count_irregularities(reader, names, head.sequence),
        overrides=dict(sorted(overrides.items())),
    )


def _count_irregularities(reader: Reader, names: Mapping[str, int], through: int) -> Mapping[str, int]:
    read = msgspec.json.Decoder(_StatsCase).decode
    bodies = reader.connection.execute(
        "SELECT body FROM events NOT INDEXED WHERE name = 'case-opened' AND sequence <= ?", (through,)
    )
    found = Counter(read(body).case.trouble for (body,) in bodies)
    claims = names.get("claim-raised", 0)
    if claims:
        found[CLAIM] = claims
    return dict(found.most_common())

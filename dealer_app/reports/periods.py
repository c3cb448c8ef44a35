"""Reads the period of a report from the journal: its events, and the state of the station before and after them.

A period ends with the last event that may leave the station, so that nothing of the round in play is in a report. All
that is read is followed on its chain.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from dealer_app import VERSION
from dealer_app.domain.round.visible import has_blind_reading
from dealer_app.domain.values import replace
from dealer_app.journal.codec import decode_body
from dealer_app.journal.disputed_round import find_round_in_play
from dealer_app.journal.index import Index
from dealer_app.journal.pace import TABLE_DAYS, PacePhase, phase_medians, table_paces
from dealer_app.journal.reader import OnProgress, Reader, last_public_sequence
from dealer_app.journal.recall import visible_end
from dealer_app.journal.records import Head, JournalEntry, is_broken_link
from dealer_app.journal.recovery import NotFollowedError, find_snapshot
from dealer_app.journal.volumes import VolumeChain, chain_folders, open_chain
from dealer_app.journal_errors import DamagedError
from dealer_app.station.fold import apply_station_event, station_fold_method
from dealer_app.station.report_orders import LAST_SHIFT, ReportError, ReportKind, ReportPeriod
from dealer_app.station.state import StationState, shift_minutes, shift_start

_ENTRIES_BETWEEN_REPORTS = 500
_MICROSECONDS_A_MINUTE = 60_000_000


class RecordEvent(Struct, frozen=True):
    """An event of the period, with the shoe and the round at the table then; 0 where there was none."""

    entry: JournalEntry
    event: object
    shoe: int
    round: int


class PeriodRecord(Struct, frozen=True, kw_only=True, dict=True):
    """All that a report is made of: the events of a period, and what the station was before and after them."""

    period: ReportPeriod
    begin: StationState
    end: StationState
    happenings: tuple[RecordEvent, ...]
    last: JournalEntry
    """The last event of the period; where nothing happened in it, the last one before it."""
    later: tuple[RecordEvent, ...] = ()
    """What was decided about a round after the next one had begun, as the steps of a dispute."""
    is_running: bool = False
    """Whether the shift of this period has not ended, or its round is disputed and not settled yet."""
    table_phases: Mapping[PacePhase, int] = {}
    """How long the phases of a round take at this table usually, in tenths of a second; for a shift alone."""
    confirmed_by: Mapping[str, tuple[tuple[str, ...], str]] = {}
    """By document, who confirmed last how it is read, and on which day; for a certificate alone."""

    @property
    def final_entry(self) -> JournalEntry:
        """The last event that the report speaks of: its moment, and the head on each page, are those of this event."""
        return self.later[-1].entry if self.later else self.last

    @cached_property
    def first_sequence(self) -> int:
        return self.happenings[0].entry.sequence if self.happenings else self.last.sequence

    @cached_property
    def days(self) -> tuple[str, str]:
        """The first and the last gaming day."""
        if not self.happenings:
            return (self.period.first_day or self.last.day, self.period.last_day or self.last.day)
        return self.happenings[0].entry.day, self.happenings[-1].entry.day


class _Span(Struct, frozen=True, kw_only=True):
    """From one sequence to another; the last is before the first where nothing happened."""

    first: int
    last: int
    period: ReportPeriod
    is_running: bool = False


def read_record(
    folder: Path, kind: ReportKind, period: ReportPeriod, on_progress: OnProgress = lambda _at, _of: True
) -> PeriodRecord:
    """Raises ReportError where there is no such period, JournalError for what is wrong with the journal.

    NotFollowedError if the callback answers no.
    """
    with open_chain(folder) as chain:
        folders = chain_folders(folder)
        record = _read_span(chain, folders, _find_span(chain, folders, period), on_progress)
        if kind is ReportKind.SHIFT:
            since, last = _days_before(record.last), record.last.sequence
            return replace(record, table_phases=phase_medians(table_paces(chain, since, last)))
        if period.round is not None and has_blind_reading(record.end.table):
            # Who reads a card independently could have it from the paper.
            raise ReportError("read-blind", {"round": str(period.round)})
        if kind is ReportKind.CERTIFICATE:
            return replace(record, confirmed_by=_find_confirmers(chain, record.last.sequence))
        return record


# Where the period lies


def _find_span(chain: VolumeChain, folders: tuple[Path, ...], period: ReportPeriod) -> _Span:
    end, there = last_public_sequence(chain.journal), chain.base().sequence + 1
    if end < there:
        raise ReportError("no-events", {})
    if period.round is not None:
        return _find_round(chain, folders, period, end)
    if period.shift is not None:
        return _find_shift(chain, period, end)
    if not period.first_day:
        return _Span(first=end + 1, last=end, period=period)
    return _find_days(chain, period, end)


_SHIFT_QUERY = """SELECT sequence, name, body FROM events NOT INDEXED
    WHERE sequence <= ? AND name IN ('shift-began', 'shift-ended') ORDER BY sequence DESC"""


def _find_shift(chain: VolumeChain, period: ReportPeriod, end: int) -> _Span:
    """The latest shift of this number that has begun; where none ever has, the one of its length by the clock."""
    ended = 0
    for reader in reversed(chain.readers):
        for sequence, name, body in reader.connection.execute(_SHIFT_QUERY, (end,)):
            number = msgspec.json.decode(body)["number"]
            if period.shift not in (LAST_SHIFT, number):
                continue
            if name == "shift-ended":
                ended = sequence
                continue
            found = ReportPeriod(shift=number)
            return _Span(first=sequence, last=ended or end, period=found, is_running=not ended)
    if period.shift != LAST_SHIFT:
        raise ReportError("no-such-shift", {"shift": str(period.shift)})
    return _find_shift_by_clock(chain, end)


def _find_shift_by_clock(chain: VolumeChain, end: int) -> _Span:
    """Where nobody begins shifts at the station: the last stretch of their length since the gaming day changed."""
    last = _entry(chain, end)
    settings = _last_settings(chain, end)
    since = shift_start(last.utc, last.offset, settings)
    until = since + shift_minutes(settings) * _MICROSECONDS_A_MINUTE
    query = "SELECT min(sequence) FROM events NOT INDEXED WHERE sequence <= ? AND utc >= ? AND utc < ?"
    found = [reader.connection.execute(query, (end, since, until)).fetchone()[0] for reader in chain.readers]
    first = min((sequence for sequence in found if sequence is not None), default=end)
    return _Span(first=first, last=end, period=ReportPeriod(shift=LAST_SHIFT), is_running=True)


_SETTING_QUERY = (
    "SELECT body FROM events NOT INDEXED WHERE sequence <= ? AND name = 'setting-changed' ORDER BY sequence"
)


def _last_settings(chain: VolumeChain, end: int) -> dict[str, str]:
    changes = (
        msgspec.json.decode(body)
        for reader in chain.readers
        for (body,) in reader.connection.execute(_SETTING_QUERY, (end,))
    )
    return {change["setting"]: change["after"] for change in changes}


def _find_days(chain: VolumeChain, period: ReportPeriod, end: int) -> _Span:
    """From the first to the last event of these gaming days. A period in which nothing happened lies before the next
    event.
    """
    until = period.last_day or period.first_day
    query = """SELECT min(sequence), max(sequence) FROM events NOT INDEXED
        WHERE sequence <= ? AND day >= ? AND day <= ?"""
    found = [
        row
        for reader in chain.readers
        if (row := reader.connection.execute(query, (end, period.first_day, until)).fetchone())[0] is not None
    ]
    if found:
        return _Span(first=found[0][0], last=found[-1][1], period=period)
    query = "SELECT max(sequence) FROM events NOT INDEXED WHERE sequence <= ? AND day < ?"
    before = [reader.connection.execute(query, (end, period.first_day)).fetchone()[0] for reader in chain.readers]
    last = max((sequence for sequence in before if sequence is not None), default=0)
    if not last:
        raise ReportError("no-events-then", {"first": period.first_day, "last": until})
    return _Span(first=last + 1, last=last, period=period)


def _find_round(chain: VolumeChain, folders: tuple[Path, ...], period: ReportPeriod, end: int) -> _Span:
    """The round with all that was decided about it before the next one began."""
    assert period.round is not None, "asked only of a round"
    for reader, folder in zip(reversed(chain.readers), reversed(folders), strict=True):
        index = Index(folder, reader)
        try:
            index.update()
            place = index.ask(partial(_last_place, reader, index, period.round))
        finally:
            index.close()
        if place is not None:
            first, last = place
            if last is None:
                raise ReportError("round-on", {"round": str(period.round)})
            is_on = first > end
            return _Span(first=first, last=last if is_on else min(last, end), period=period, is_running=is_on)
    raise ReportError("no-such-round", {"round": str(period.round)})


def _last_place(reader: Reader, index: Index, number: int) -> tuple[int, int | None] | None:
    """The latest round of this number, and up to where it may be seen; a dispute may be before its settlement."""
    places = index.find_rounds(number)
    if not places:
        return None
    first, last = places[-1]
    return first, visible_end(find_round_in_play(reader, index), first, last)


def _entry(chain: VolumeChain, sequence: int) -> JournalEntry:
    entry = next(chain.entries(sequence, sequence), None)
    if entry is None:
        raise DamagedError(f"event {sequence} is missing", sequence - 1)
    return entry


# What happened in it


def _read_span(chain: VolumeChain, folders: tuple[Path, ...], span: _Span, on_progress: OnProgress) -> PeriodRecord:
    """Folds from the newest snapshot before the period, or from the beginning of the volume in which it begins."""
    start = max(place for place, each in enumerate(chain.readers) if each.base().sequence < span.first)
    method = station_fold_method(VERSION)
    snapshot = find_snapshot(chain.readers[start], folders[start], method, span.first - 1)
    through, state = snapshot
    fold = method.start(state)
    at = chain.readers[start].base()
    if through:
        known = _entry(chain, through)
        at = Head(known.sequence, known.hash)
    last: JournalEntry | None = None
    begin: StationState | None = None
    now = StationState()
    happenings = list[RecordEvent]()
    for reader, entry in _follow(chain.readers[start:], at, span.last, on_progress):
        last = entry
        event = decode_body(entry.name, entry.version, entry.body, reader.read_sealed)
        if entry.sequence < span.first:
            fold.add(event)
            continue
        if begin is None:
            begin = now = fold.state()
        now = apply_station_event(now, event)
        happenings.append(_happening(entry, event, now))
    if last is None:
        last = _entry(chain, through or at.sequence)
    begin = fold.state() if begin is None else begin
    return PeriodRecord(
        period=span.period,
        begin=begin,
        end=now if happenings else begin,
        happenings=tuple(happenings),
        last=last,
        later=() if span.period.round is None else tuple(_find_later(chain, span.period.round, happenings, last)),
        is_running=span.is_running,
    )


_LATER_NAMES = ("dispute-step-noted", "rounds-voided")
_LATER_QUERY = f"""SELECT sequence FROM events NOT INDEXED WHERE sequence > ?
    AND name IN ({", ".join("?" * len(_LATER_NAMES))}) ORDER BY sequence"""  # noqa: S608 - only places for values


def _find_later(
    chain: VolumeChain, number: int, happenings: Sequence[RecordEvent], last: JournalEntry
) -> Iterator[RecordEvent]:
    """What was noted of the disputes of the round, and what made it void, after the next round had begun."""
    disputes = {getattr(each.event, "number", 0) for each in happenings if each.entry.name == "dispute-began"}
    end = last_public_sequence(chain.journal)
    for reader in chain.readers:
        for (sequence,) in reader.connection.execute(_LATER_QUERY, (last.sequence, *_LATER_NAMES)).fetchall():
            if sequence > end:
                return
            *before, entry = reader.entries(sequence - 1, sequence)
            at = Head(before[0].sequence, before[0].hash) if before else reader.base()
            if is_broken_link(entry, at):
                raise DamagedError(f"event {sequence} does not follow from the one before", at.sequence)
            event: Any = decode_body(entry.name, entry.version, entry.body, reader.read_sealed)
            about = event.numbers if entry.name == "rounds-voided" else (event.number,)
            if (number in about) if entry.name == "rounds-voided" else not disputes.isdisjoint(about):
                yield RecordEvent(entry, event, 0, number)


_CONFIRMING_QUERY = """SELECT day, name, body FROM events NOT INDEXED WHERE sequence <= ?
    AND name IN ('rulings-confirmed', 'approval-asked', 'approval-given') ORDER BY sequence"""


def _find_confirmers(chain: VolumeChain, last: int) -> dict[str, tuple[tuple[str, ...], str]]:
    """Who asked that rulings be confirmed, and who agreed."""
    people: dict[int, tuple[str, ...]] = {}
    found: dict[str, tuple[tuple[str, ...], str]] = {}
    for reader in chain.readers:
        for day, name, body in reader.connection.execute(_CONFIRMING_QUERY, (last,)):
            said = msgspec.json.decode(body)
            if name == "rulings-confirmed":
                found[said["game"]] = (people.get(said["approval"], ()), day)
            else:
                people[said["number"]] = tuple(dict.fromkeys((*people.get(said["number"], ()), said["by"])))
    return found


def _days_before(last: JournalEntry) -> str:
    return (date.fromisoformat(last.day) - timedelta(days=TABLE_DAYS)).isoformat()


def _follow(readers: Any, at: Head, end: int, on_progress: OnProgress) -> Iterator[tuple[Reader, JournalEntry]]:
    """The entries after a head, up to a sequence. Raises DamagedError where the chain breaks."""
    begin = at.sequence
    if not on_progress(0, end - begin):
        raise NotFollowedError
    for reader in readers:
        try:
            for entry in reader.entries(at.sequence + 1, end):
                if is_broken_link(entry, at):
                    raise DamagedError(f"event {at.sequence + 1} does not follow from the one before", at.sequence)
                at = Head(entry.sequence, entry.hash)
                if not at.sequence % _ENTRIES_BETWEEN_REPORTS and not on_progress(at.sequence - begin, end - begin):
                    raise NotFollowedError
                yield reader, entry
        except sqlite3.DatabaseError as problem:
            raise DamagedError(str(problem), at.sequence) from problem
    on_progress(end - begin, end - begin)


def _happening(entry: JournalEntry, event: object, now: StationState) -> RecordEvent:
    round_ = now.table.round or now.table.last
    return RecordEvent(entry, event, now.table.shoe.number, 0 if round_ is None else round_.number)

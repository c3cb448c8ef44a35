"""A past round as the moments that it came through: after each decision the station's state, made from the journal.

The journal is only read. What held before the round is folded from the newest snapshot before it, or from the opening
of its table; of what is older only people, settings and devices matter, and only that is read.
"""

from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from dealer_app.journal.codec import decode
from dealer_app.journal.disputed_round import RoundInPlay, find_round_in_play
from dealer_app.journal.event_registry import (
    JOURNAL_EVENTS,
    PEOPLE_EVENTS,
    ROUND_EVENTS,
    STATION_EVENTS,
)
from dealer_app.journal.index import Index, WrongIndexError
from dealer_app.journal.reader import OUTAGE_ROUNDS_ENTERED, Reader
from dealer_app.journal.recall import NoSuchRoundError, check_chain, is_whole_round
from dealer_app.journal.records import JournalEntry, SnapshotTaken
from dealer_app.journal.recovery import load_snapshot
from dealer_app.journal.round_summaries import ROUND_EVENT_NAMES
from dealer_app.journal.schema import ENTRY_COLUMNS
from dealer_app.journal.search import PastRounds, RoundPlace
from dealer_app.screens.results_history import ResultsHistory, update_history
from dealer_app.screens.timeline import Timeline, TimelineEvent, append_event, is_timeline_event, name_subject
from dealer_app.station.fold import apply_station_event, station_fold_method
from dealer_app.station.snapshot import read_snapshot
from dealer_app.station.state import StationState

_HISTORY_EVENTS = 20_000
"""So far back a running screen reads its roads as well."""
_FORMER_NAMES = (
    *STATION_EVENTS,
    *PEOPLE_EVENTS,
    *JOURNAL_EVENTS,
    *("table-opened", "table-closed", "cards-brought", "shoe-ended", "shoe-closed"),
)
"""What of the time before the table was opened still holds at it."""
_FORMER_QUERY = f"""SELECT {", ".join(ENTRY_COLUMNS)} FROM events NOT INDEXED WHERE sequence < ?
    AND name IN ({", ".join("?" * len(_FORMER_NAMES))}) ORDER BY sequence"""  # noqa: S608 - only places for values
DISPUTE_NAMES = frozenset({"dispute-began", "dispute-step-noted"})


class RecalledMoment(Struct, frozen=True, kw_only=True):
    """What held after one decision, and the decision: from which event to which, when, by whom."""

    first: int
    last: int
    hash: bytes
    utc: int
    offset: int
    counter: int
    day: str
    badge: str
    position: str
    happened: tuple[TimelineEvent, ...]
    """What of it concerns the table, whether a timeline shows it or not."""
    before: StationState
    state: StationState
    history: ResultsHistory
    timeline: Timeline


class RoundMoments(Struct, frozen=True, kw_only=True):
    """A past round, or all that may be seen of one that is disputed before it is settled.

    `by_hand`: it was dealt without the station and entered later. `is_on`: it is not settled.
    """

    place: RoundPlace
    table: str
    shoe: int
    day: str
    by_hand: bool
    moments: tuple[RecalledMoment, ...]
    bets_opened: int
    """The counter of the moment at which bets were opened."""
    is_on: bool = False


def read_moments(past: PastRounds, place: RoundPlace) -> RoundMoments:
    """Raises DamagedError if the chain of the round is broken, NoSuchRoundError if there is no such round."""
    folder, reader, index = past.find_volume(place.first)
    return index.ask(lambda: _read_moments(folder, reader, index, place, find_round_in_play(reader, index)))


def _read_moments(
    folder: Path, reader: Reader, index: Index, place: RoundPlace, on: RoundInPlay | None
) -> RoundMoments:
    entries = list(reader.entries(place.first, place.last))
    if not entries:
        raise NoSuchRoundError(place.number)
    if not is_whole_round(reader, place.number, entries, on):
        raise WrongIndexError
    check_chain(reader, entries)
    context = index.context_sequences(place.first)
    brought = context[0] if context else place.first
    state, history = _read_before(folder, reader, brought, place.first)
    moments = tuple(_follow_moments(reader, entries, state, history))
    table = moments[-1].state.table.table
    return RoundMoments(
        place=place,
        table="" if table is None else table.name,
        shoe=moments[0].state.table.shoe.number,
        day=entries[0].day,
        by_hand=entries[0].name == OUTAGE_ROUNDS_ENTERED,
        moments=moments,
        bets_opened=entries[0].counter,
        is_on=on is not None and on.first == place.first,
    )


def _read_before(folder: Path, reader: Reader, opened: int, first: int) -> tuple[StationState, ResultsHistory]:
    """What held when the round began."""
    through, state = _newest_snapshot(folder, reader, first - 1)
    if state is None:
        through, state = opened - 1, _read_former_state(reader, opened)
    shown_from = max(opened, first - _HISTORY_EVENTS)
    fold = station_fold_method("").start(state)
    history = ResultsHistory()
    for entry in reader.entries(min(through + 1, shown_from), first - 1):
        event = decode(entry, reader.read_sealed)
        if entry.sequence > through:
            fold.add(event)
        if entry.sequence >= shown_from:
            history = update_history(history, event)
    return fold.state(), history


def _newest_snapshot(folder: Path, reader: Reader, last: int) -> tuple[int, StationState | None]:
    """The newest one that goes no further than this; only the latest are kept."""
    entry = reader.latest("snapshot-taken", last)
    taken = None if entry is None else decode(entry, reader.read_sealed)
    if not isinstance(taken, SnapshotTaken):
        return 0, None
    kept = load_snapshot(folder, taken.through, taken.digest)
    if kept is None:
        return 0, None
    try:
        return taken.through, read_snapshot(kept, reader.read_sealed)
    except (ValueError, KeyError, TypeError):
        # A snapshot of another program: the events have it all.
        return 0, None


def _read_former_state(reader: Reader, opened: int) -> StationState:
    """People, settings and devices as they were when the table was opened; of tables only what outlasts them."""
    fold = station_fold_method("").start(None)
    for row in reader.connection.execute(_FORMER_QUERY, (opened, *_FORMER_NAMES)):
        fold.add(decode(JournalEntry._make(row), reader.read_sealed))
    return fold.state()


def _follow_moments(
    reader: Reader, entries: Iterable[JournalEntry], state: StationState, history: ResultsHistory
) -> Iterator[RecalledMoment]:
    timeline = Timeline()
    for number, decided in enumerate(_decisions(entries)):
        before = state
        happened = []
        for entry in decided:
            event = decode(entry, reader.read_sealed)
            state = apply_station_event(state, event)
            history = update_history(history, event)
            one = TimelineEvent(event, entry.utc, entry.offset, entry.badge, entry.position)
            one = name_subject(timeline, one)
            timeline = append_event(timeline, one)
            if entry.name in ROUND_EVENTS or is_timeline_event(event):
                happened.append(one)
        if not happened or not _is_of_the_round(decided, before, first=number == 0):
            continue
        at = decided[-1]
        yield RecalledMoment(
            first=decided[0].sequence,
            last=at.sequence,
            hash=at.hash,
            utc=at.utc,
            offset=at.offset,
            counter=at.counter,
            day=at.day,
            badge=at.badge,
            position=at.position,
            happened=tuple(happened),
            before=before,
            state=state,
            history=history,
            timeline=timeline,
        )


def _decisions(entries: Iterable[JournalEntry]) -> Iterator[list[JournalEntry]]:
    """A round begins in the middle of no decision."""
    for _, decided in groupby(entries, key=lambda entry: entry.decision):
        yield list(decided)


def _is_of_the_round(decided: list[JournalEntry], before: StationState, *, first: bool) -> bool:
    """Whether it happened at the table while the round was on, or puts right or disputes what had ended."""
    table = before.table
    if first or table.round is not None or table.cases or table.claim is not None:
        return True
    return any(entry.name in ROUND_EVENT_NAMES or entry.name in DISPUTE_NAMES for entry in decided)

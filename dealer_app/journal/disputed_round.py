"""Says how much may be seen of the round that is on: nothing, unless its result was announced and it is disputed.

A dispute is raised before the bets are settled as well as after it. From then on the round can be looked back on and
put on paper, up to the last decision at which it was announced and every card of it that the journal names lay open.
Where its settlement is undone and cards are dealt, turned or put right once more, that is not seen before it is
announced too; and nothing is while somebody has to read a card or the dice of it independently.
"""

from collections.abc import Iterator

from msgspec import Struct

from dealer_app.domain.round import events
from dealer_app.domain.round.fold import apply_event
from dealer_app.domain.round.state import DrawnCard, Phase, Round, TableState
from dealer_app.domain.round.visible import has_blind_reading
from dealer_app.journal.codec import UnknownEventError, decode
from dealer_app.journal.event_registry import ROUND_EVENTS
from dealer_app.journal.index import Index
from dealer_app.journal.reader import Reader, current_round_start
from dealer_app.journal.records import JournalEntry

CLAIM_RAISED = "claim-raised"
_RAISED_QUERY = "SELECT 1 FROM events NOT INDEXED WHERE sequence BETWEEN ? AND ? AND name = ? LIMIT 1"
_SEEN_PHASES = frozenset({Phase.ANNOUNCED, Phase.CONCLUDED, Phase.VOID})
"""In which the table knows how the round came out."""


class RoundInPlay(Struct, frozen=True):
    """The round that is on: the sequence with which it began, and the last one of it that may be seen, if any may."""

    first: int
    seen_to: int | None = None

    def clip(self, first: int, last: int) -> int | None:
        """The last sequence that may be seen of the round that begins there; None where nothing of it may."""
        return last if first != self.first else self.seen_to


def find_round_in_play(reader: Reader, index: Index) -> RoundInPlay | None:
    """None where no round is on, as far as the index goes."""
    first = current_round_start(reader, index.last_sequence)
    return None if first is None else RoundInPlay(first, _find_visible_end(reader, index, first))


def _find_visible_end(reader: Reader, index: Index, first: int) -> int | None:
    last = index.last_sequence
    if reader.connection.execute(_RAISED_QUERY, (first, last, CLAIM_RAISED)).fetchone() is None:
        return None
    table = TableState()
    for sequence in index.context_sequences(first):
        table = _apply(reader, table, next(reader.entries(sequence, sequence)))
    seen_to, is_disputed = None, False
    for decided in _decisions(reader.entries(first, last)):
        for entry in decided:
            table = _apply(reader, table, entry)
            is_disputed = is_disputed or entry.name == CLAIM_RAISED
        if is_disputed and _can_be_seen(table):
            seen_to = decided[-1].sequence
    return None if has_blind_reading(table) else seen_to


def _decisions(entries: Iterator[JournalEntry]) -> Iterator[list[JournalEntry]]:
    decided: list[JournalEntry] = []
    for entry in entries:
        if decided and entry.decision != decided[0].decision:
            yield decided
            decided = []
        decided.append(entry)
    if decided:
        yield decided


def _apply(reader: Reader, table: TableState, entry: JournalEntry) -> TableState:
    if entry.name not in ROUND_EVENTS:
        return table
    try:
        event = decode(entry, reader.read_sealed)
    except UnknownEventError:
        return table
    return apply_event(table, event) if isinstance(event, events.Event) else table


def _can_be_seen(table: TableState) -> bool:
    round_ = table.round or table.last
    return round_ is not None and round_.phase in _SEEN_PHASES and all(map(_is_open_or_unnamed, _cards(table, round_)))


def _cards(table: TableState, round_: Round) -> Iterator[DrawnCard]:
    yield from round_.cards
    yield from table.carried


def _is_open_or_unnamed(card: DrawnCard) -> bool:
    """What is sealed is in the journal by its digest alone, and a manual shoe names no card before it is turned."""
    return card.turned or card.card is None or card.seal is not None

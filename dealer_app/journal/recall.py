"""Recall: a past round, step by step, as the table saw it. Folded from its events; the index only says where they are.

What never lay open is not told, and the round that is being played is not shown at all.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import cast

from msgspec import Struct

from dealer_app.domain.round import events, mending_events
from dealer_app.domain.round.apply import apply
from dealer_app.domain.round.state import DrawnCard, Round, TableState
from dealer_app.domain.values import replace
from dealer_app.journal.codec import UnknownEventError, decode
from dealer_app.journal.event_names import ROUND
from dealer_app.journal.found import OF_ROUNDS
from dealer_app.journal.in_play import BEGAN, ENTERED, round_on
from dealer_app.journal.index import Index, WrongIndexError
from dealer_app.journal.reader import Reader
from dealer_app.journal.recalled_words import recalled_words, source_words
from dealer_app.journal.record import Entry, Head, breaks
from dealer_app.journal.trouble import DamagedError
from dealer_app.play.telling import kebab


@dataclass
class RoundOnError(Exception):
    """The round is being played: what lies face down in it may not be learned."""

    number: int


@dataclass
class NoSuchRoundError(Exception):
    """The journal has no round of this number."""

    number: int


class Step(Struct, frozen=True, kw_only=True):
    """One thing that happened: its entry, and in words what could be seen of it."""

    entry: Entry
    words: str


class Recalled(Struct, frozen=True, kw_only=True):
    """A past round. `round` is how it stood at its end, corrections included; it is for comparing, not for showing."""

    number: int
    table: str
    game: str
    shoe: int
    day: str
    steps: tuple[Step, ...]
    round: Round | None
    notes: tuple[Step, ...]
    """What was decided about it much later, such as that damaged dice make it void."""


def recall(reader: Reader, index: Index, number: int) -> tuple[Recalled, ...]:
    """The round of this number. More than one only in a journal that was put together of several."""
    return index.ask(lambda: _recall(reader, index, number))


def recall_last(reader: Reader, index: Index, count: int) -> tuple[Recalled, ...]:
    """The last rounds that have ended, the latest first."""
    return index.ask(lambda: _recall_last(reader, index, count))


def _recall(reader: Reader, index: Index, number: int) -> tuple[Recalled, ...]:
    found = index.rounds(number)
    on = round_on(reader, index.through)
    told = [_recalled(reader, index, number, first, last) for first, last in found if first != on]
    if not found:
        raise NoSuchRoundError(number)
    if not told:
        raise RoundOnError(number)
    return tuple(told)


def _recall_last(reader: Reader, index: Index, count: int) -> tuple[Recalled, ...]:
    on = round_on(reader, index.through)
    places = [place for place in index.last(count + 1) if place[0] != on]
    return tuple(_recalled(reader, index, number, first, last) for first, number, last in places[:count])


def voided_before(reader: Reader, index: Index) -> tuple[tuple[frozenset[int], Step], ...]:
    """What made rounds void that had ended long before, by their numbers: they may be in a volume that is closed."""
    return index.ask(lambda: tuple(_voiding(reader, sequence) for sequence in index.voiding()))


def _voiding(reader: Reader, sequence: int) -> tuple[frozenset[int], Step]:
    entry = _entry(reader, sequence)
    event = decode(entry, reader.sealed)
    if not isinstance(event, mending_events.RoundsVoided):
        raise WrongIndexError
    return frozenset(event.numbers), Step(entry=entry, words=recalled_words(event))


def local_time(entry: Entry) -> str:
    """When something was written, as the clock on the wall showed it."""
    moment = datetime.fromtimestamp(entry.utc // 1_000_000, UTC) + timedelta(minutes=entry.offset)
    return moment.strftime("%Y-%m-%d %H:%M:%S")


def who(entry: Entry) -> str:
    """Who acted, by his badge, in which position, and that he was acting in it if so; or the station itself."""
    return f"{entry.badge} {entry.position}".strip() or "station"


def _recalled(reader: Reader, index: Index, number: int, first: int, last: int) -> Recalled:
    entries = list(reader.entries(first, last))
    if not is_all_of(reader, number, entries):
        raise WrongIndexError
    follow(reader, entries)
    story = _Story(reader, number)
    for sequence in index.context(first):
        story.before(_entry(reader, sequence))
    table, shoe = story.state.table, story.state.shoe.number
    for entry in entries:
        story.tell(entry)
    book, about = index.book(first), index.about(first, number)
    return Recalled(
        number=number,
        table="" if table is None else table.name,
        game="" if book is None else _game(reader, _entry(reader, book)),
        shoe=shoe,
        day=entries[0].day,
        steps=tuple(story.steps),
        round=story.round,
        notes=() if about is None or about <= last else (story.step(_entry(reader, about)),),
    )


def is_all_of(reader: Reader, number: int, entries: Sequence[Entry]) -> bool:
    """Whether these are the entries of a round of this number, and all of them: up to where the next one begins."""
    if not entries or not _is_of(entries[0], number) or any(entry.name == BEGAN for entry in entries[1:]):
        return False
    after = next(reader.entries(entries[-1].sequence + 1, entries[-1].sequence + 1), None)
    return after is None or after.name == BEGAN or entries[0].name != BEGAN


def follow(reader: Reader, entries: Sequence[Entry]) -> None:
    """Raises DamagedError if the chain breaks in these entries: nothing is told that is not what was written."""
    before = next(reader.entries(entries[0].sequence - 1, entries[0].sequence - 1), None)
    at = Head(before.sequence, before.hash) if before is not None else reader.base()
    for entry in entries:
        if breaks(entry, at):
            raise DamagedError(f"event {entry.sequence} does not follow from the one before", at.sequence)
        at = Head(entry.sequence, entry.hash)


def _is_of(entry: Entry, number: int) -> bool:
    body = json.loads(entry.body)
    if entry.name == BEGAN:
        return bool(body["number"] == number)
    return entry.name == ENTERED and 0 <= number - body["first"] < len(body["rounds"])


def _entry(reader: Reader, sequence: int) -> Entry:
    """One that is read for what it says, held to the one before it."""
    *before, entry = reader.entries(sequence - 1, sequence)
    if not before:
        follow(reader, [entry])
    elif breaks(entry, Head(before[0].sequence, before[0].hash)):
        raise DamagedError(f"event {sequence} does not follow from the one before", before[0].sequence)
    return entry


def _game(reader: Reader, entry: Entry) -> str:
    return str(getattr(decode(entry, reader.sealed), "game", ""))


class _Story:
    """Folds the events of a round one by one and says what could be seen of each."""

    def __init__(self, reader: Reader, number: int) -> None:
        self._reader = reader
        self._number = number
        self.state = TableState()
        self.round: Round | None = None
        self.steps: list[Step] = []

    def before(self, entry: Entry) -> None:
        """Something that holds when the round begins; it is no step of it."""
        event = self._event(entry)
        assert event is not None, "the index names only what belongs to a table"
        self.state = apply(self.state, event)

    def tell(self, entry: Entry) -> None:
        over = self._is_over()
        step = self.step(entry)
        if not over or entry.name in OF_ROUNDS or self.state.cases or self.state.claim is not None:
            self.steps.append(step)

    def step(self, entry: Entry) -> Step:
        event = self._event(entry)
        if event is None:
            return Step(entry=entry, words=f"{entry.name} {entry.body}")
        self.state = apply(self.state, event)
        now = self.state.round or self.state.last
        if now is not None and now.number == self._number:
            self.round = now
        return Step(entry=entry, words=_seen(event, self.state))

    def _is_over(self) -> bool:
        return bool(self.steps) and self.state.round is None

    def _event(self, entry: Entry) -> events.Event | None:
        """An event of a table; whatever else happened meanwhile is shown by its name and body."""
        if entry.name not in ROUND:
            return None
        try:
            return cast(events.Event, decode(entry, self._reader.sealed))
        except UnknownEventError:
            return None


def _seen(event: events.Event, after: TableState) -> str:
    """The event in words: a card by its value only where it lay open at that moment."""
    match event:
        case (
            events.CardDrawn(turned=False)
            | events.CardCarriedIn(turned=False)
            | mending_events.CardHeldOver(turned=False)
        ):
            return recalled_words(replace(event, card=None))
        case events.CardsTurned(places=places):
            cards = _cards(after)
            turned = " ".join(["cards-turned", *(f"{place + 1}={_face(cards, place)}" for place in places)])
            return f"{turned}{source_words(event)}"
        case mending_events.CardCorrected(place=place) if not _lies_open(_cards(after), place):
            return f"{kebab(type(event).__name__)} place={place + 1} ?{source_words(event)}"
        case _:
            return recalled_words(event)


def _cards(after: TableState) -> Sequence[DrawnCard]:
    now = after.round or after.last
    return () if now is None else now.cards


def _lies_open(cards: Sequence[DrawnCard], place: int) -> bool:
    return place < len(cards) and cards[place].turned


def _face(cards: Sequence[DrawnCard], place: int) -> str:
    card = cards[place].card if place < len(cards) else None
    return "?" if card is None else card.text

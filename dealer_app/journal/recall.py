"""Shows a past round step by step, as the table saw it, in words.

It is folded from its events; the index only says where they are. What never lay open is not shown, and
neither is the round in play.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import cast

from msgspec import Struct

from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.fold import apply_event
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import DrawnCard, Round, SettledBet, Source, TableState
from dealer_app.domain.values import replace
from dealer_app.journal.codec import UnknownEventError, decode
from dealer_app.journal.disputed_round import RoundInPlay, find_round_in_play
from dealer_app.journal.event_registry import ROUND_EVENTS
from dealer_app.journal.index import Index, WrongIndexError
from dealer_app.journal.reader import OUTAGE_ROUNDS_ENTERED, ROUND_BEGAN, Reader
from dealer_app.journal.records import Head, JournalEntry, is_broken_link
from dealer_app.journal.round_summaries import ROUND_EVENT_NAMES
from dealer_app.journal_errors import DamagedError
from dealer_app.scripts.narration import event_words, kebab_name
from dealer_app.texts.texts import amount_text


def recall_text(event: events.Event) -> str:
    """As a trace has them, which counts in minor units and, where a card was read wrongly, from nought.

    It ends with where a card, a tumble, dice or a result come from.
    """
    return f"{_event_text(event)}{source_text(event)}"


def source_text(event: object) -> str:
    """A device and its report, or who keyed it with whose approval; nothing where that was not written yet."""
    source: Source | None = getattr(event, "source", None)
    if source is None:
        return ""
    origins = [f"{source.device} {source.report}".strip()] if source.device else []
    origins += [f"keyed by {source.keyed_by}"] if source.keyed_by else []
    origins += [f"approved by {source.approved_by} in request {source.approval}"] if source.approved_by else []
    return f" ({', '.join(origins)})"


def _event_text(event: events.Event) -> str:
    match event:
        case events.ResultAnnounced(outcome=outcome, settled=settled):
            return " ".join([kebab_name(type(event).__name__), outcome, *map(_bet_result_text, settled)])
        case correction_events.CardCorrected(place=place):
            return event_words(replace(event, place=place + 1))
        case _:
            words = event_words(event)
            for before, after in _amount_texts(event):
                words = words.replace(before, after, 1)
            return words


def _bet_result_text(line: SettledBet) -> str:
    sign = "+" if line.net > 0 else ""
    return f"{line.number}:{line.result} {sign}{amount_text(line.net)}"


def _amount_texts(event: events.Event) -> Iterator[tuple[str, str]]:
    """Each amount as a trace writes it, and as people read it."""
    match event:
        case events.BetPlaced(bet=bet) | correction_events.BetCorrected(bet=bet) if bet is not None:
            yield _amount_pair("", bet.wager.stake)
        case events.InsuranceTaken(bet=insurance) | correction_events.InsuranceCorrected(bet=insurance) if insurance:
            yield _amount_pair("", insurance.stake)
        case events.BetCut(accepted=accepted):
            yield _amount_pair("accepted", accepted)
        case correction_events.InsuranceCounted(counts=counts):
            yield _amount_pair("counts", counts)
        case events.RoundConcluded(collected=collected, paid=paid):
            yield _amount_pair("collected", collected)
            yield _amount_pair("paid", paid)
        case (
            correction_events.WinningsKept(amount=moved)
            | correction_events.WinningsHandedOver(amount=moved)
            | correction_events.ChipsNotRecovered(amount=moved)
        ):
            yield _amount_pair("amount", moved)
        case events.ClaimClosed(difference=difference) if difference is not None:
            yield _amount_pair("difference", difference)
        case correction_events.BettorLeft(took=took) if took is not None:
            yield _amount_pair("took", took)
        case events.CaseOpened(case=case) if case.trouble == IrregularityKind.CHIPS_MOVED.value:
            yield from ((f"{who} {due}", f"{who} {amount_text(Fraction(due))}") for who, due in case.facts.items())
        case _:
            pass


def _amount_pair(name: str, minor: Fraction | int) -> tuple[str, str]:
    return f"{name}={minor}", f"{name}={amount_text(minor)}"


@dataclass
class RoundInPlayError(Exception):
    """The round is being played: nobody may learn a card that lies face down in it."""

    number: int


@dataclass
class NoSuchRoundError(Exception):
    """The journal has no round of this number."""

    number: int


class RecallStep(Struct, frozen=True, kw_only=True):
    """One thing that happened: its entry, and in words what could be seen of it."""

    entry: JournalEntry
    words: str
    """In the raw form, as a trace has them; of what is not of a table the name and the body."""
    event: object
    """For a sentence, which hides what could not be seen; nothing where a newer program has written it."""


class RecalledRound(Struct, frozen=True, kw_only=True):
    """A past round. `round` is its state at its end, corrections included; it is for comparing, not for showing."""

    number: int
    table: str
    game: str
    shoe: int
    day: str
    steps: tuple[RecallStep, ...]
    round: Round | None
    notes: tuple[RecallStep, ...]
    """What was decided about it much later, such as that damaged dice make it void."""
    is_on: bool = False
    """Whether it is still on: it is disputed before it is settled, and may be seen up to here."""


def recall_round(reader: Reader, index: Index, number: int) -> tuple[RecalledRound, ...]:
    """The round of this number. More than one only in a journal that was put together of several."""
    return index.ask(lambda: _recall_number(reader, index, number))


def recall_last_rounds(reader: Reader, index: Index, count: int) -> tuple[RecalledRound, ...]:
    """The last rounds that may be seen, the latest first."""
    return index.ask(lambda: _recall_latest(reader, index, count))


def _recall_number(reader: Reader, index: Index, number: int) -> tuple[RecalledRound, ...]:
    found, on = index.find_rounds(number), find_round_in_play(reader, index)
    seen = ((first, visible_end(on, first, last)) for first, last in found)
    recalled = [_read_round(reader, index, number, first, last, on) for first, last in seen if last is not None]
    if not found:
        raise NoSuchRoundError(number)
    if not recalled:
        raise RoundInPlayError(number)
    return tuple(recalled)


def _recall_latest(reader: Reader, index: Index, count: int) -> tuple[RecalledRound, ...]:
    on = find_round_in_play(reader, index)
    seen = ((first, number, visible_end(on, first, last)) for first, number, last in index.last_rounds(count + 1))
    places = [(first, number, last) for first, number, last in seen if last is not None]
    return tuple(_read_round(reader, index, number, first, last, on) for first, number, last in places[:count])


def visible_end(on: RoundInPlay | None, first: int, last: int) -> int | None:
    """Up to where the round of this place may be seen; None where nothing of it may."""
    return last if on is None else on.clip(first, last)


def read_late_voids(reader: Reader, index: Index) -> tuple[tuple[frozenset[int], RecallStep], ...]:
    """What made rounds void that had ended long before, by their numbers: they may be in a volume that is closed."""
    return index.ask(lambda: tuple(_read_late_void(reader, sequence) for sequence in index.void_sequences()))


def _read_late_void(reader: Reader, sequence: int) -> tuple[frozenset[int], RecallStep]:
    entry = _read_entry(reader, sequence)
    event = decode(entry, reader.read_sealed)
    if not isinstance(event, correction_events.RoundsVoided):
        raise WrongIndexError
    return frozenset(event.numbers), RecallStep(entry=entry, words=recall_text(event), event=event)


def entry_time_text(entry: JournalEntry) -> str:
    """When something was written, as the clock on the wall showed it."""
    moment = datetime.fromtimestamp(entry.utc // 1_000_000, UTC) + timedelta(minutes=entry.offset)
    return moment.strftime("%Y-%m-%d %H:%M:%S")


def entry_author(entry: JournalEntry) -> str:
    """The badge of who acted, the position, and whether it was only acted in; or the station itself."""
    return f"{entry.badge} {entry.position}".strip() or "station"


def _read_round(
    reader: Reader, index: Index, number: int, first: int, last: int, on: RoundInPlay | None
) -> RecalledRound:
    entries = list(reader.entries(first, last))
    if not is_whole_round(reader, number, entries, on):
        raise WrongIndexError
    check_chain(reader, entries)
    story = _Story(reader, number)
    for sequence in index.context_sequences(first):
        story.apply_context(_read_entry(reader, sequence))
    table, shoe = story.state.table, story.state.shoe.number
    for entry in entries:
        story.add_entry(entry)
    book, about = index.book_sequence(first), index.void_sequence(first, number)
    return RecalledRound(
        number=number,
        table="" if table is None else table.name,
        game="" if book is None else _entry_game(reader, _read_entry(reader, book)),
        shoe=shoe,
        day=entries[0].day,
        steps=tuple(story.steps),
        round=story.round,
        notes=() if about is None or about <= last else (story.make_step(_read_entry(reader, about)),),
        is_on=on is not None and on.first == first,
    )


def is_whole_round(reader: Reader, number: int, entries: Sequence[JournalEntry], on: RoundInPlay | None) -> bool:
    """Whether these are the entries of a round of this number, and all of them: up to where the next one begins.

    Of the round that is on, all that may be seen of it.
    """
    if (
        not entries
        or not _is_round_start(entries[0], number)
        or any(entry.name == ROUND_BEGAN for entry in entries[1:])
    ):
        return False
    if on is not None and on.first == entries[0].sequence:
        return on.seen_to == entries[-1].sequence
    after = next(reader.entries(entries[-1].sequence + 1, entries[-1].sequence + 1), None)
    return after is None or after.name == ROUND_BEGAN or entries[0].name != ROUND_BEGAN


def check_chain(reader: Reader, entries: Sequence[JournalEntry]) -> None:
    """Raises DamagedError if the chain breaks in these entries, so that nothing is shown that was not written."""
    before = next(reader.entries(entries[0].sequence - 1, entries[0].sequence - 1), None)
    at = Head(before.sequence, before.hash) if before is not None else reader.base()
    for entry in entries:
        if is_broken_link(entry, at):
            raise DamagedError(f"event {entry.sequence} does not follow from the one before", at.sequence)
        at = Head(entry.sequence, entry.hash)


def _is_round_start(entry: JournalEntry, number: int) -> bool:
    body = json.loads(entry.body)
    if entry.name == ROUND_BEGAN:
        return bool(body["number"] == number)
    return entry.name == OUTAGE_ROUNDS_ENTERED and 0 <= number - body["first"] < len(body["rounds"])


def _read_entry(reader: Reader, sequence: int) -> JournalEntry:
    """One that is read for what it says, held to the one before it."""
    *before, entry = reader.entries(sequence - 1, sequence)
    if not before:
        check_chain(reader, [entry])
    elif is_broken_link(entry, Head(before[0].sequence, before[0].hash)):
        raise DamagedError(f"event {sequence} does not follow from the one before", before[0].sequence)
    return entry


def _entry_game(reader: Reader, entry: JournalEntry) -> str:
    return str(getattr(decode(entry, reader.read_sealed), "game", ""))


class _Story:
    """Folds the events of a round one by one and says what could be seen of each."""

    def __init__(self, reader: Reader, number: int) -> None:
        self._reader = reader
        self._number = number
        self.state = TableState()
        self.round: Round | None = None
        self.steps: list[RecallStep] = []

    def apply_context(self, entry: JournalEntry) -> None:
        """Something that holds when the round begins; it is no step of it."""
        event = self._event(entry)
        assert event is not None, "the index names only what belongs to a table"
        self.state = apply_event(self.state, event)

    def add_entry(self, entry: JournalEntry) -> None:
        over = self._has_ended()
        step = self.make_step(entry)
        if not over or entry.name in ROUND_EVENT_NAMES or self.state.cases or self.state.claim is not None:
            self.steps.append(step)

    def make_step(self, entry: JournalEntry) -> RecallStep:
        event = self._event(entry)
        if event is None:
            return RecallStep(entry=entry, words=f"{entry.name} {entry.body}", event=self._other_event(entry))
        self.state = apply_event(self.state, event)
        now = self.state.round or self.state.last
        if now is not None and now.number == self._number:
            self.round = now
        return RecallStep(entry=entry, words=_visible_text(event, self.state), event=event)

    def _has_ended(self) -> bool:
        return bool(self.steps) and self.state.round is None

    def _other_event(self, entry: JournalEntry) -> object:
        """What else happened meanwhile, at the station or with its people."""
        try:
            return decode(entry, self._reader.read_sealed)
        except UnknownEventError:
            return None

    def _event(self, entry: JournalEntry) -> events.Event | None:
        """An event of a table; nothing for whatever else happened meanwhile."""
        if entry.name not in ROUND_EVENTS:
            return None
        try:
            return cast(events.Event, decode(entry, self._reader.read_sealed))
        except UnknownEventError:
            return None


def _visible_text(event: events.Event, after: TableState) -> str:
    """The event in words: a card by its value only where it lay open at that moment."""
    match event:
        case (
            events.CardDrawn(turned=False)
            | events.CardCarriedIn(turned=False)
            | correction_events.CardHeldOver(turned=False)
        ):
            return recall_text(replace(event, card=None))
        case events.CardsTurned(places=places):
            cards = _round_cards(after)
            turned = " ".join(["cards-turned", *(f"{place + 1}={_face_text(cards, place)}" for place in places)])
            return f"{turned}{source_text(event)}"
        case correction_events.CardCorrected(place=place) if not _lies_open(_round_cards(after), place):
            return f"{kebab_name(type(event).__name__)} place={place + 1} ?{source_text(event)}"
        case _:
            return recall_text(event)


def _round_cards(after: TableState) -> Sequence[DrawnCard]:
    now = after.round or after.last
    return () if now is None else now.cards


def _lies_open(cards: Sequence[DrawnCard], place: int) -> bool:
    return place < len(cards) and cards[place].turned


def _face_text(cards: Sequence[DrawnCard], place: int) -> str:
    card = cards[place].card if place < len(cards) else None
    return "?" if card is None else card.text

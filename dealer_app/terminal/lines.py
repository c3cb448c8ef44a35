"""What a terminal shows: heads, alarms, backups, news of the table, and device questions."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import get_args

from msgspec import Struct

from dealer_app.device_questions import (
    DeviceRecord,
    EntrySubject,
    Link,
    ListeningState,
    Question,
    QueueEntry,
    Reply,
)
from dealer_app.devices.answers import dismissible_entries
from dealer_app.devices.match import question_card
from dealer_app.domain.round import events
from dealer_app.domain.round.events import Event
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.journal.codec import decode
from dealer_app.journal.heads import head_words, last_noted_head
from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import Head, JournalVerified, SnapshotTaken
from dealer_app.people.events import FolderKind, SessionEnded
from dealer_app.private_files import can_keep_modes
from dealer_app.scripts.narration import public_event_words, round_words
from dealer_app.station.backups import AT_CLOSE, BackupCopy, BackupState
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station_events import BackupFailed, BackupMade, BackupsRemoved, DeviceIncident, Incident
from dealer_app.texts import Words, amount_text


def full_head_text(head: Head) -> str:
    """Its words first, for who compares by ear; the hash in full, for who compares by eye."""
    return f"{head.sequence} {' '.join(head_words(head.hash))} ({head.hash.hex()})"


def head_note_line(head: Head) -> str:
    return f"Head to note: {full_head_text(head)}"


def second_head_line(missed: str) -> str:
    """When the second place is lost, and when it is there again."""
    if missed:
        return f"The second head cannot be kept ({missed}). Play goes on; have a technician look at that place."
    return "The second head is kept again."


def journal_start_lines(folder: Path, station: Station) -> Iterator[str]:
    """What a start says of the journal that it found."""
    state, known = station.state, station.last_known
    if known.sequence:
        yield f"Last known head: {full_head_text(known)}"
        reader = open_reader(folder)
        try:
            noted = last_noted_head(reader)
        finally:
            reader.close()
        if noted is not None and noted != known:
            yield f"As shown at the last closing of a table or shift: {full_head_text(noted)}"
    if station.missing_volumes:
        yield f"Missing beside the journal: {', '.join(station.missing_volumes)}. Have a technician look for it."
    if state.second_head and not station.second_compared:
        yield f"Not compared with the second head {state.second_head}: two people let the station start without it."
    if state.people.kind is FolderKind.LIVE and not can_keep_modes(folder):
        yield "This disk keeps no rights of files: other accounts of this computer can read the journal."


BACKUPS_SEEN = "backups seen"


class HouseState(Struct, frozen=True):
    """What was said last; before anything was, all is taken to be right."""

    is_clock_right: bool = True
    failed: BackupFailed | None = None


def read_house_state(state: StationState) -> HouseState:
    return HouseState(state.clock_synchronised, state.backups.failed)


def alarm_change_lines(before: HouseState, now: HouseState, words: Words) -> Iterator[str]:
    """What is wrong with the clock, or right again; that a backup was made at last."""
    if now.is_clock_right != before.is_clock_right:
        yield words.text("alarm", "clock-right" if now.is_clock_right else "clock-off")
    if before.failed is not None and now.failed is None:
        yield words.text("alarm", "backup-again")


def alarm_lines(state: StationState, words: Words) -> Iterator[str]:
    """What stays on screen until it is put right, or who is in charge has said that they know it."""
    failed = state.backups.alarm
    if failed is not None:
        said = words.text("alarm", "backup-failed", {"reason": words.no_backup(failed.why.value, failed.detail)})
        yield f"! {said} `{BACKUPS_SEEN}`"


def backup_plan_lines(backups: BackupState, words: Words) -> Iterator[str]:
    """The backup plan of two people, and the state of the backups."""
    if not backups.place:
        yield "The station makes no backups by itself. `dealer-station folder backups` has two managers plan them."
        return
    often = "whenever a table has closed" if backups.hours == AT_CLOSE else f"every {backups.hours} h"
    yield f"A backup {often}, into {backups.place}; the latest {backups.most} are kept."
    for copy in backups.made[-1:]:
        yield f"The latest one: {backup_copy_text(copy)}."
    if backups.failed is not None:
        yield f"The last attempt failed: {words.no_backup(backups.failed.why.value, backups.failed.detail)}."


def backup_copy_text(copy: BackupCopy) -> str:
    return f"{copy.name}, head {copy.sequence} {copy.hash}"


ROUND_EVENT_TYPES = get_args(Event)
ROUND_END_TYPES = (events.RoundConcluded, events.RoundVoided)
_SILENT_EVENTS = (JournalVerified, SnapshotTaken, BackupMade, BackupsRemoved)
"""Nobody at the table needs to know, or it is said otherwise."""


class News:
    """The events of the journal that have not been shown yet."""

    def __init__(self, station: Station) -> None:
        self._station = station
        self._told = station.journal.head().sequence

    def skip(self) -> None:
        """Counts everything so far as shown."""
        self._told = self._station.journal.head().sequence

    def take(self) -> tuple[object, ...]:
        """What came since, once."""
        journal = self._station.journal
        last = journal.head().sequence
        if last == self._told:
            return ()
        happened = tuple(decode(entry, journal.read_sealed) for entry in journal.entries(self._told + 1, last))
        self._told = last
        return tuple(event for event in happened if not isinstance(event, _SILENT_EVENTS))


def news_lines(happened: Iterable[object], words: Words) -> Iterator[str]:
    """A line for what a device did, one for all that this is to the table."""
    happened = tuple(happened)
    for event in happened:
        match event:
            case DeviceIncident(device=device, incident=incident, detail=detail, identity=identity, count=count):
                said = words.text("device-incident", incident.value, {"count": str(count)})
                if identity is not None and identity.simulated and incident is Incident.CONNECTED:
                    said = f"{said}, {words.text('play', 'simulated').lower()}"
                yield f"{device}: {said} ({detail})" if detail else f"{device}: {said}"
            case SessionEnded(why=why):
                yield words.text("session-end", why.value)
            case _:
                pass
    of_rounds = [event for event in happened if isinstance(event, ROUND_EVENT_TYPES)]
    if of_rounds:
        yield ", ".join(public_event_words(of_rounds, amount_text))


def round_end_lines(happened: Iterable[object], rules: Rules, station: Station) -> Iterator[str]:
    """The round in one line, when it has ended."""
    last = station.state.table.last
    if last is not None and any(isinstance(event, ROUND_END_TYPES) for event in happened):
        yield round_words(rules, last, covered=True)


CARDS_USAGE = "[CARD ...] [to P|B|X]"
DICE_USAGE = "[dice A B C] [tumbles N] [flat|cocked 1..3]"
DISMISS_ALL = "answer nothing of all"
_CARD_USAGE = "[CARD] [to P|B|X]"
_NEEDED_CARD_USAGE = "CARD [to P|B|X]"


def question_lines(listening: ListeningState, table: TableState, words: Words) -> Iterator[str]:
    """What the dealer is asked now, the answers that there are, and how much waits behind it."""
    first = listening.first_entry
    if first is None:
        return
    yield f"? {words.device_question(first)}"
    card = question_card(table, first)
    if card is not None and first.question is not Question.WAITS:
        hands = {
            name: words.text("hand", hand.value) for name, hand in (("says", card.says), ("due", card.due)) if hand
        }
        facts = {"number": str(card.number), "device": first.device, **hands}
        yield f"  {words.text('device-row', card.words_code, facts)}"
    if first.question is not Question.WAITS:
        for reply, rest in _reply_usages(first):
            typed = f"answer {reply.value} {rest}".strip()
            yield f"  {typed}: {words.text('device-reply', reply.value)}"
    together = len(dismissible_entries(listening.row))
    if together > 1 and first.question is not Question.WAITS:
        yield f"  {DISMISS_ALL}: {words.text('device-row', 'none-of-all', {'count': str(together)})}"
    behind = len(listening.row) - 1
    if behind:
        yield f"  {words.text('device-row', 'behind', {'count': str(behind)})}"


def _reply_usages(entry: QueueEntry) -> Iterator[tuple[Reply, str]]:
    match entry.what:
        case EntrySubject.CARD:
            yield Reply.DEAL, _NEEDED_CARD_USAGE if entry.question is Question.UNREADABLE else _CARD_USAGE
        case EntrySubject.CARDS:
            yield Reply.DEAL, CARDS_USAGE
        case EntrySubject.DICE | EntrySubject.DICE_UNHEARD:
            yield Reply.DEAL, DICE_USAGE
        case EntrySubject.CUTTING_CARD:
            yield Reply.DEAL, ""
        case EntrySubject.BURN if entry.question is Question.BURNED:
            yield Reply.DEAL, ""
        case EntrySubject.BURN | EntrySubject.TUMBLE:
            pass
    yield Reply.NOTHING, ""


def device_text(name: str, known: DeviceRecord, words: Words) -> str:
    """The state of a device, in words."""
    link = words.text("device-incident", "connected" if known.link is Link.CONNECTED else "lost")
    if known.refused:
        link = words.text("device-incident", "refused")
    elif known.is_simulated and known.link is Link.CONNECTED:
        link = f"{link}, {words.text('play', 'simulated').lower()}"
    trouble = words.text("device-incident", "trouble")
    return f"{name} {link}" + (f", {trouble} ({known.error})" if known.error else "")

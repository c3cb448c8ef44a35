"""The state of a station as the bytes of a snapshot, without what is sealed, and read back.

What is sealed is in a snapshot by its digest alone; value and salt come from the journal when it is read.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec

from dealer_app.device_questions import QueueEntry, read_secrets, secret_texts
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.state import DrawnCard, Round, Seal, TableState
from dealer_app.domain.values import replace
from dealer_app.journal import recovery
from dealer_app.journal.codec import FindSealed, from_plain, open_hidden, seal_hidden, to_plain
from dealer_app.journal.records import Head, Journal, JournalVerified, SnapshotTaken, StateCarried
from dealer_app.journal_errors import DamagedError
from dealer_app.station.state import StationState

_ReplaceCard = Callable[[DrawnCard], DrawnCard]
_ReplaceHidden = Callable[[Mapping[str, str]], Mapping[str, str]]


def hide_sealed(state: StationState) -> StationState:
    """What a snapshot may hold: digests in the place of the sealed values, and not how a table was before a report."""
    table = replace(state.table, reports=()) if state.table.reports else state.table
    return _replace_hidden(replace(state, table=table), _digest_card, _digest_hidden)


def restore_sealed(state: StationState, find: FindSealed) -> StationState:
    """The inverse of `hide_sealed`. Raises DamagedError if what is sealed is not what the journal has."""

    def card(drawn: DrawnCard) -> DrawnCard:
        if drawn.seal is None or drawn.seal.salt:
            return drawn
        value, salt = find(drawn.seal.digest)
        return replace(drawn, card=CARDS[value], seal=Seal(drawn.seal.digest, salt))

    def hidden(digest: Mapping[str, str]) -> Mapping[str, str]:
        return open_hidden(digest, find)

    return _replace_hidden(state, card, hidden)


def can_snapshot(state: StationState, find: FindSealed) -> bool:
    """Whether a snapshot of this state would reveal no card that lies face down, and could be read again.

    A card face down that a device has read is not sealed: it waits until the round is over and past correction.
    So it does while a report can be taken back.
    """
    if any(drawn.card is not None and drawn.seal is None and not drawn.turned for drawn in _table_cards(state.table)):
        return False
    try:
        return restore_sealed(hide_sealed(state), find) == state
    except DamagedError:
        return False


def _table_cards(table: TableState) -> tuple[DrawnCard, ...]:
    rounds = (round_ for round_ in (table.round, table.last) if round_ is not None)
    return (*table.carried, *(drawn for round_ in rounds for drawn in round_.cards))


def _digest_card(drawn: DrawnCard) -> DrawnCard:
    if drawn.seal is None or drawn.card is None:
        return drawn
    return replace(drawn, card=None, seal=Seal(drawn.seal.digest, ""))


def _digest_hidden(hidden: Mapping[str, str]) -> Mapping[str, str]:
    return {"digest": seal_hidden(hidden).digest}


def _replace_hidden(state: StationState, card: _ReplaceCard, hidden: _ReplaceHidden) -> StationState:
    """Replaces all that can be sealed; it is in these places alone, and a test looks for others."""
    table = state.table
    return replace(
        state,
        table=replace(
            table,
            round=_replace_round_cards(table.round, card),
            last=_replace_round_cards(table.last, card),
            carried=tuple(map(card, table.carried)),
            cases=tuple(replace(case, hidden=hidden(case.hidden)) if case.hidden else case for case in table.cases),
        ),
        listening=replace(
            state.listening,
            row=tuple(_replace_secrets(entry, hidden) for entry in state.listening.row),
        ),
    )


def _replace_secrets(entry: QueueEntry, hidden: _ReplaceHidden) -> QueueEntry:
    return replace(entry, hidden=read_secrets(hidden(secret_texts(entry)))) if entry.has_secrets else entry


def _replace_round_cards(round_: Round | None, card: _ReplaceCard) -> Round | None:
    return None if round_ is None else replace(round_, cards=tuple(map(card, round_.cards)))


_SNAPSHOT_FORM = 2
"""Of the first form, which held what was sealed, none is read."""


def snapshot_bytes(state: StationState) -> bytes:
    """The state as a snapshot keeps it; what is sealed is not in it."""
    return _encode_state(hide_sealed(state))


def _encode_state(state: StationState) -> bytes:
    return msgspec.json.encode({"form": _SNAPSHOT_FORM, "state": to_plain(state, StationState)})


def carry_state(state: StationState) -> StateCarried:
    """The state as a new volume takes it over. Nothing in it may be sealed: the new volume has no secrets of the
    old one.
    """
    assert hide_sealed(state) == state, "at rest nothing is sealed"
    kept = snapshot_bytes(state)
    return StateCarried(digest=sha256(kept).hexdigest(), state=kept.decode())


def read_carried_state(kept: str) -> StationState:
    """The state again, also from a program that knew fewer parts of it: what it did not know had not happened.

    A snapshot may be dropped for that, and this may not. Where a part is renamed, or made of what happened before, the
    next form says how the older one becomes it.
    """
    wire = msgspec.json.decode(kept)
    if wire["form"] != _SNAPSHOT_FORM:
        raise ValueError(f"a carried state of the form {wire['form']}")
    state: StationState = from_plain(wire["state"], StationState)
    return state


def read_snapshot(kept: bytes, find: FindSealed) -> StationState:
    """The state again, with what is sealed from the journal. Raises whatever comes up for bytes that are none.

    Of a state with other parts none is read: what it does not have only the events can say.
    """
    wire = msgspec.json.decode(kept)
    if wire["form"] != _SNAPSHOT_FORM:
        raise ValueError(f"a snapshot of the form {wire['form']}")
    state: StationState = from_plain(wire["state"], StationState)
    # A part that is not known, or not there, would be passed over in silence.
    if _encode_state(state) != kept:
        raise ValueError("a snapshot of another state")
    return restore_sealed(state, find)


SNAPSHOT_EVERY = 2_000
"""Entries between two snapshots: about what is folded again after a power cut, at most."""


class SnapshotKeeper:
    """Knows when a snapshot is due. It writes none by itself in the middle of a round."""

    def __init__(self, folder: Path, program: str, journal: Journal) -> None:
        self._folder = folder
        self._program = program
        self._journal = journal
        last = journal.latest("snapshot-taken")
        self._through = 0 if last is None else last.sequence

    def is_due(self, state: StationState) -> bool:
        return state.table.round is None and self._journal.head().sequence - self._through >= SNAPSHOT_EVERY

    def take_snapshot(self, state: StationState) -> SnapshotTaken | None:
        """Writes the snapshot; the event announces it, and has to be written before it counts.

        None where the disk does not take it, or while it would reveal a card that lies face down: it only spares a
        start some time, so nobody is warned.
        """
        if not can_snapshot(state, self._journal.read_sealed):
            return None
        self._through = self._journal.head().sequence
        try:
            digest = recovery.write_snapshot(self._folder, self._through, snapshot_bytes(state))
            recovery.drop_old_snapshots(self._folder)
        except OSError:
            return None
        return SnapshotTaken(through=self._through, digest=digest, program=self._program)


def verification_event(head: Head) -> JournalVerified:
    """Says in the journal itself how far its chain was followed."""
    return JournalVerified(through=head.sequence, hash=head.hash.hex())

"""What every desk of a station works on: its state, the way into the journal, and who is proved.

A desk judges and prepares a transaction; here it becomes durable, and only then the state. What is written
gets its timestamp and its gaming day, and a jump of the clock is recorded. All of it runs on one thread.
"""

from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.device_questions import DeviceKind
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.table_settings import Rules
from dealer_app.fault_points import fault_point
from dealer_app.journal.records import Journal
from dealer_app.journal.second_head import run_with_timeout
from dealer_app.people import approvals, sessions
from dealer_app.people.authority import end_expired_acting
from dealer_app.people.events import Purpose
from dealer_app.people.positions import Positions
from dealer_app.people.sessions import PinAttempt
from dealer_app.people.state import Decision, PeopleState, Session
from dealer_app.private_files import read_regular
from dealer_app.station import case_approvals
from dealer_app.station.fold import apply_station_event
from dealer_app.station.house_law import rules_in_force
from dealer_app.station.practice_list import MOST_BYTES
from dealer_app.station.state import StationState, day_change_minute, idle_minutes
from dealer_app.station.transaction import STATION_AUTHOR, Author, JournalWriter, Transaction
from dealer_app.station_events import RulebookInForce

_PROOF_LASTS = 120_000_000
"""Two minutes: a PIN keyed to confirm something confirms it within that time."""


class Proof(Struct, frozen=True):
    """Proves that its holder is known; which badge it belongs to only the station knows."""

    terminal: str
    purpose: Purpose
    number: int


def is_just_keyed(proof: Proof, people: PeopleState, at: Timestamp) -> bool:
    """Whether the PIN behind a proof that holds was keyed for what is asked now, and not for a session long ago."""
    session = people.sessions.get(proof.terminal)
    return proof.purpose is Purpose.CONFIRM or (session is not None and is_recent_session(session, at))


def is_recent_session(session: Session, at: Timestamp) -> bool:
    """Whether the PIN with which this session was begun was keyed so lately."""
    return at.counter - session.begun <= _PROOF_LASTS


class Proofs:
    """The proofs that were given and still hold."""

    def __init__(self) -> None:
        self._given = 0
        self._confirming: dict[Proof, tuple[str, int]] = {}

    def give(self, tried: PinAttempt, people: PeopleState, at: Timestamp) -> Proof:
        """Call only after the attempt was found right."""
        if tried.purpose is Purpose.SIGN_IN:
            return Proof(tried.terminal, Purpose.SIGN_IN, people.sessions[tried.terminal].number)
        self._given += 1
        proof = Proof(tried.terminal, Purpose.CONFIRM, self._given)
        # At one terminal one thing is confirmed at a time: an older proof that was never used is gone.
        self._confirming = {kept: of for kept, of in self._confirming.items() if kept.terminal != tried.terminal}
        self._confirming[proof] = (tried.badge, at.counter)
        return proof

    def badge(self, proof: Proof, people: PeopleState, at: Timestamp) -> str | None:
        """The badge that the proof belongs to; a proof to confirm is used up by asking."""
        if proof.purpose is Purpose.CONFIRM:
            badge, since = self._confirming.pop(proof, ("", 0))
            account = people.accounts.get(badge)
            holds = account is not None and account.enabled and at.counter - since <= _PROOF_LASTS
            return badge if holds else None
        session = people.sessions.get(proof.terminal)
        return session.badge if session is not None and session.number == proof.number else None


Done = tuple[object, ...]
"""The events of a decision, in the order in which they were made durable."""

Follower = Callable[[Done, Author, Timestamp], None]
"""Called with what became durable, in its order, by whom and when; it sees the state after that."""

ReadRules = Callable[[RulebookInForce, str], Rules]
"""The rules of a document, read so, and of one of its layouts. Raises RulesChangedError if its file is another now."""


ReadList = Callable[[str], bytes]


def read_currency_file(file: str) -> bytes:
    """The file of a currency list, of bounded size; a share that hangs holds nobody up."""
    return run_with_timeout(lambda: read_regular(Path(file), MOST_BYTES))


class StationEnvironment(Struct, frozen=True, kw_only=True):
    """What a station needs from outside, besides its journal."""

    positions: Positions
    rules: ReadRules
    salt: Callable[[], str]
    """Chance, from the system, for what has to be sealed."""
    read_list: ReadList = read_currency_file
    """Reads the currency list, within bounds. Raises MissedError."""


class Core:
    """What all desks of the station work on: the state, the clock, the proofs, and the one way into the journal."""

    def __init__(self, state: StationState, writer: JournalWriter, around: StationEnvironment) -> None:
        self.state = state
        self.around = around
        self.active: dict[str, int] = {}
        """When something was last done, by terminal."""
        self.devices: Mapping[str, DeviceKind] = {}
        """What is set up at this table, by name."""
        self.followers: list[Follower] = []
        self.guards: list[Callable[[], None]] = []
        """Asked before anything is written: each raises JournalError where nothing more may be."""
        self._writer = writer
        self._proofs = Proofs()
        self.rules = self._rules()

    @property
    def journal(self) -> Journal:
        return self._writer.journal

    def now(self) -> Timestamp:
        return self._writer.now()

    def is_synchronised(self) -> bool | None:
        return self._writer.is_synchronised()

    def has_reserve(self) -> bool:
        return self._writer.has_reserve()

    def _rules(self) -> Rules | None:
        table, book = self.state.table.table, self.state.book
        if table is None or book is None:
            return None
        return rules_in_force(self.around.rules(book, table.layout), self.state.settings)

    def badge(self, proof: Proof) -> str | Refusal:
        """The badge that the proof belongs to, or why it is not valid any more."""
        if not self.state.running:
            return simple_refusal("station-stopped", HOUSE_POLICY)
        now = self.now()
        self.end_expired(now)
        badge = self._proofs.badge(proof, self.state.people, now)
        if badge is None:
            return simple_refusal("not-signed-in", HOUSE_POLICY)
        self.active[proof.terminal] = now.counter
        return badge

    def end_expired(self, now: Timestamp) -> Done:
        """Ends sessions that were idle too long, and acting whose time is over; called before anything is asked or
        done.
        """
        draft = Transaction(self.state)
        draft.add(
            sessions.end_idle_sessions(
                self.state.people, idle_minutes(self.state.settings, self.around.positions), self.active, now
            )
        )
        draft.add(end_expired_acting(draft.state.people, now))
        draft.add(approvals.lapse_overdue(draft.state.people, now))
        return self.commit(draft, STATION_AUTHOR) if draft.events else ()

    def give_proof(self, tried: PinAttempt, at: Timestamp) -> Proof:
        """The proof that a right PIN gives."""
        self.active[tried.terminal] = at.counter
        return self._proofs.give(tried, self.state.people, at)

    def commit_decision(self, decision: Decision, author: Author) -> Done | Refusal:
        """Makes a decision about people so. What was in vain is written too: a wrong PIN has happened."""
        if isinstance(decision, Refusal):
            return decision
        if not self.state.running:
            return simple_refusal("station-stopped", HOUSE_POLICY)
        draft = Transaction(self.state)
        draft.add_decision(decision)
        done = self.commit(draft, author)
        return done if decision.refusal is None else decision.refusal

    def commit(self, draft: Transaction, author: Author) -> Done:
        """Durable first, then so. Raises JournalError if it could not be made durable; then nothing has changed."""
        for guard in self.guards:
            guard()
        if self.rules is not None:
            case_approvals.renew_requests(draft, self.around.positions, self.rules, self.now)
        fault_point("station.decided")
        self._writer.day_change_minute = day_change_minute(self.state.settings)
        done = self._writer.write(draft.events, author, draft.secrets)
        fault_point("station.durable")
        before, self.state = self.state, draft.state
        # What the writer had to add, as that the clock jumped, comes before what was drafted.
        for added in done[: len(done) - len(draft.events)]:
            self.state = apply_station_event(self.state, added)
        if self.state.table.table != before.table.table or self.state.settings is not before.settings:
            self.rules = self._rules()
        fault_point("station.applied")
        if before.table.round is not None and self.state.table.round is None:
            self.journal.checkpoint()
        happened = tuple(done)
        for follower in self.followers:
            follower(happened, author, self._writer.last_timestamp())
        return happened

"""What every desk of a station works on: its state, the way into the journal, and who is proved to be there.

A desk judges and drafts; here it becomes durable, and only then so. One object, on one thread.
"""

from collections.abc import Callable, Mapping

from msgspec import Struct

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.table import Rules
from dealer_app.faults import fault_point
from dealer_app.journal.journal import Journal
from dealer_app.people import approvals, sessions
from dealer_app.people.decision import Decision
from dealer_app.people.positions import Positions
from dealer_app.people.sessions import Tried
from dealer_app.people.standing import expired
from dealer_app.station import approving
from dealer_app.station.draft import Draft
from dealer_app.station.facts import RulebookInForce
from dealer_app.station.fold import apply
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.moment import Moment
from dealer_app.station.proof import Proof, Proofs
from dealer_app.station.settings import day_changes_at, idle_minutes
from dealer_app.station.state import StationState
from dealer_app.station.writing import STATION, Author, Writer

Done = tuple[object, ...]
"""The events of a decision, in the order in which they were made durable."""

Follower = Callable[[Done, Author, Moment], None]
"""Is told what became durable, in its order, by whom and when; it sees the state as it is after it."""

Reading = Callable[[RulebookInForce, str], Rules]
"""The rules of a document, read so, and of one of its layouts. Raises RulesChangedError if its file is another now."""


class Around(Struct, frozen=True, kw_only=True):
    """What a station needs from outside, besides its journal."""

    positions: Positions
    rules: Reading
    salt: Callable[[], str]
    """Chance, from the system, for what has to be sealed."""


class Core:
    """See the module."""

    def __init__(self, state: StationState, writer: Writer, around: Around) -> None:
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

    def now(self) -> Moment:
        return self._writer.now()

    def is_synchronised(self) -> bool | None:
        return self._writer.is_synchronised()

    def has_reserve(self) -> bool:
        return self._writer.has_reserve()

    def _rules(self) -> Rules | None:
        table, book = self.state.table.table, self.state.book
        return None if table is None or book is None else self.around.rules(book, table.layout)

    def badge(self, proof: Proof) -> str | Refusal:
        """Whom a proof stands for, if it still does."""
        if not self.state.running:
            return refused("station-stopped", HOUSE_POLICY)
        now = self.now()
        self.end_what_is_over(now)
        badge = self._proofs.badge(proof, self.state.people, now)
        if badge is None:
            return refused("not-signed-in", HOUSE_POLICY)
        self.active[proof.terminal] = now.counter
        return badge

    def end_what_is_over(self, now: Moment) -> Done:
        """Sessions that stood idle end, and so does acting for somebody; whoever asks, and when."""
        draft = Draft(self.state)
        draft.add(
            sessions.idled(
                self.state.people, idle_minutes(self.state.settings, self.around.positions), self.active, now
            )
        )
        draft.add(expired(draft.state.people, now))
        draft.add(approvals.overdue(draft.state.people, now))
        return self.commit(draft, STATION) if draft.events else ()

    def proved(self, tried: Tried, at: Moment) -> Proof:
        """The proof that a right PIN gives."""
        self.active[tried.terminal] = at.counter
        return self._proofs.give(tried, self.state.people, at)

    def decided(self, decision: Decision, author: Author) -> Done | Refusal:
        """Makes a decision about people so. What was in vain is written too: a wrong PIN has happened."""
        if isinstance(decision, Refusal):
            return decision
        if not self.state.running:
            return refused("station-stopped", HOUSE_POLICY)
        draft = Draft(self.state)
        draft.add_decided(decision)
        done = self.commit(draft, author)
        return done if decision.refusal is None else decision.refusal

    def commit(self, draft: Draft, author: Author) -> Done:
        """Durable first, then so. Raises JournalError if it could not be made durable; then nothing has changed."""
        for guard in self.guards:
            guard()
        if self.rules is not None:
            approving.ask_anew(draft, self.around.positions, self.rules, self.now)
        fault_point("station.decided")
        self._writer.day_changes_at = day_changes_at(self.state.settings)
        done = self._writer.write(draft.events, author, draft.secrets)
        fault_point("station.durable")
        before, self.state = self.state, draft.state
        # What the writer had to add, as that the clock jumped, stands before what was drafted.
        for added in done[: len(done) - len(draft.events)]:
            self.state = apply(self.state, added)
        if self.state.table.table != before.table.table:
            self.rules = self._rules()
        fault_point("station.applied")
        if before.table.round is not None and self.state.table.round is None:
            self.journal.settle()
        happened = tuple(done)
        for follower in self.followers:
            follower(happened, author, self._writer.written())
        return happened

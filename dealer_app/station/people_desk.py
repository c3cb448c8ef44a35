"""Who is there: the first run, PINs, sessions, and what people decide about themselves and one another."""

from collections.abc import Callable, Sequence

from dealer_app.domain.round.refusal import Refusal
from dealer_app.people import accounts, sessions
from dealer_app.people.decision import Decision
from dealer_app.people.events import Kind
from dealer_app.people.pins import HashedPin
from dealer_app.people.sessions import Tried
from dealer_app.station.core import Core, Done
from dealer_app.station.proof import Proof
from dealer_app.station.state import StationState
from dealer_app.station.writing import STATION, Author


class PeopleDesk:
    """See the module."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def found(self, kind: Kind, people: Sequence[accounts.NewPerson]) -> Done | Refusal:
        """The first run: until it nothing else is possible."""
        return self._core.decided(accounts.found(self._core.state.people, kind, people), STATION)

    def challenge(self, badge: str) -> tuple[str | None, str | None]:
        """What a PIN for this badge is to be checked against: its digest and what lies behind it."""
        digest = sessions.challenge(self._core.state.people, badge, self._core.now())
        return digest, None if digest is None else self._core.journal.secret(digest)

    def too_soon(self, terminal: str) -> Refusal | None:
        """Whether no PIN is taken now, before one is even checked, and how long to wait."""
        held = sessions.too_soon(self._core.state.people, terminal, self._core.now())
        if held is None:
            return None
        done = self._core.decided(held, STATION) if held.events else held.refusal
        assert isinstance(done, Refusal), "a PIN that comes too soon is refused"
        return done

    def tried(self, tried: Tried) -> Proof | Refusal:
        """A PIN was checked. Every attempt is journalled; a right one is the proof of who acts."""
        now = self._core.now()
        known = tried.badge in self._core.state.people.accounts
        done = self._core.decided(
            sessions.attempt(self._core.state.people, tried, now), Author(tried.badge) if known else STATION
        )
        if isinstance(done, Refusal):
            return done
        return self._core.proved(tried, now)

    def sign_out(self, terminal: str) -> Done | Refusal:
        session = self._core.state.people.sessions.get(terminal)
        author = STATION if session is None else Author(session.badge)
        return self._core.decided(sessions.sign_out(self._core.state.people, terminal), author)

    def look_at_the_clock(self) -> Done:
        """To be called now and then: sessions that stood idle end, and so does acting for somebody."""
        return self._core.end_what_is_over(self._core.now())

    def set_own_pin(self, proof: Proof, pin: HashedPin) -> Done | Refusal:
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        return self._core.decided(
            accounts.set_own_pin(self._core.state.people, badge, pin, terminal=proof.terminal), Author(badge)
        )

    def decide_on_people(self, proof: Proof, judge: Callable[[StationState, str], Decision]) -> Done | Refusal:
        """Acting positions, relief: whatever the people's rules decide of who is proved to be there."""
        badge = self._core.badge(proof)
        return (
            badge if isinstance(badge, Refusal) else self._core.decided(judge(self._core.state, badge), Author(badge))
        )

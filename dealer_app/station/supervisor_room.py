"""The supervisor's room at a table: who is let into it, and how long it stays open untouched.

It is a session of its own beside that of the dealer, who stays signed in below it. The journal has it like every other
session, under a terminal that says so; it ends by itself after the idle time of the position.
"""

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.people.authority import find_authority
from dealer_app.people.lockout import MINUTE
from dealer_app.people.positions import Position
from dealer_app.people.sessions import end_session
from dealer_app.station.core import Core, Done, Proof
from dealer_app.station.state import idle_minutes
from dealer_app.station.transaction import Author

_ROOM = " (supervisor's room)"


def room_terminal(terminal: str) -> str:
    """Where somebody in the room at this terminal is signed in."""
    return terminal.removesuffix(_ROOM) + _ROOM


def table_terminal(terminal: str) -> str:
    """The terminal below the room, at which the dealer is signed in."""
    return terminal.removesuffix(_ROOM)


class RoomDesk:
    """The desk of the room: lets supervisors in, and knows when it closes by itself."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def enter(self, proof: Proof) -> Done | Refusal:
        """To be called right after the sign-in at the room: who is no Pit Supervisor or above is out again."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        state, needed = self._core.state, self._core.around.positions.equal_or_higher(Position.PIT_SUPERVISOR)
        if find_authority(state.people, badge, needed, self._core.now()) is not None:
            return ()
        self._core.commit_decision(end_session(state.people, proof.terminal), Author(badge))
        return simple_refusal("may-not-enter-room", HOUSE_POLICY)

    def note_presence(self, terminal: str) -> None:
        """Somebody in the room at this terminal has touched the screen or a key."""
        self._core.active[room_terminal(terminal)] = self._core.now().counter

    def time_left(self, terminal: str) -> int | None:
        """How long until the room closes by itself, in microseconds; nothing where it is not open."""
        state, room = self._core.state, room_terminal(terminal)
        session = state.people.sessions.get(room)
        if session is None:
            return None
        minutes = idle_minutes(state.settings, self._core.around.positions)
        last = max(session.begun, self._core.active.get(room, session.begun))
        idle = minutes[state.people.accounts[session.badge].position] * MINUTE
        return max(0, last + idle - self._core.now().counter)

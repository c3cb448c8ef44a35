"""A house with people in it, in a test: founds it, signs people in, asks, approves, and keeps all that happened.

    staff = Staff().with_people()
    staff.add("S1", Position.PIT_SUPERVISOR)
    staff.begin_session("S1")

Every step asserts that it is accepted, but for `expect_refusal`, which asserts the contrary and gives the refusal. PINs
are never really hashed here; the text in place of a hash names the badge and how often it was set.
"""

from collections.abc import Iterable

from dealer_app.clock import Timestamp
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.people.accounts import (
    AccountChange,
    AddAccount,
    NewPerson,
    account_deciders,
    begin_house,
    change_people,
    change_subject,
)
from dealer_app.people.approvals import ask_approval, ask_unlock, give_approval, unlock
from dealer_app.people.events import FolderKind, PeopleEvent, Purpose
from dealer_app.people.fold import fold_people
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import Position, load_positions
from dealer_app.people.sessions import PinAttempt, PinResult, judge_attempt, pin_challenge, restart_events
from dealer_app.people.state import Decision, PeopleDecision, PeopleState

START = Timestamp(utc=1_800_000_000_000_000, offset=480, counter=7_000_000)
SECOND = 1_000_000
PLACES = load_positions()
TERMINAL = "table 1"


def fake_hash(text: str) -> HashedPin:
    return HashedPin(f"what stands for a hash of {text}")


def new_person(badge: str, position: Position) -> NewPerson:
    return NewPerson(badge=badge, name=f"Person {badge}", position=position, pin=fake_hash(badge))


LIVE_PAIR = (new_person("M1", Position.PIT_MANAGER), new_person("M2", Position.SHIFT_MANAGER))
DEMO_PAIR = (new_person("D1", Position.DEALER), new_person("S1", Position.PIT_SUPERVISOR))


class Staff:
    """The people of a house, everything that happened among them, and the clock of their station."""

    def __init__(self) -> None:
        self.state = PeopleState()
        self.happened: list[PeopleEvent] = []
        self.secrets: dict[str, str] = {}
        self.at = START

    # What happens

    def take(self, events: Iterable[PeopleEvent]) -> "Staff":
        events = tuple(events)
        self.happened.extend(events)
        self.state = fold_people(self.state, events)
        return self

    def do(self, decision: Decision) -> "Staff":
        """A decision that must be accepted, and not be in vain."""
        assert not isinstance(decision, Refusal), decision
        assert decision.refusal is None, decision.refusal
        return self.settle(decision)

    def settle(self, decision: Decision) -> "Staff":
        """Whatever the decision comes to is made durable."""
        if isinstance(decision, PeopleDecision):
            self.secrets |= dict(decision.secrets)
            self.take(decision.events)
        return self

    def expect_refusal(self, decision: Decision) -> str:
        """The code of a refusal that must come; what it wrote all the same has happened."""
        self.settle(decision)
        refusal = decision if isinstance(decision, Refusal) else decision.refusal
        assert refusal is not None, f"accepted: {decision}"
        return refusal.code

    # The clock

    def wait(self, microseconds: int) -> "Staff":
        moment = self.at
        self.at = replace(moment, utc=moment.utc + microseconds, counter=moment.counter + microseconds)
        return self

    def set_wall_clock(self, utc: int) -> "Staff":
        self.at = replace(self.at, utc=utc)
        return self

    def restart(self, counter: int = 0) -> "Staff":
        last = self.at.counter
        self.at = replace(self.at, counter=counter)
        return self.take(restart_events(self.state, last, self.at))

    # People

    def begin_house(self, kind: FolderKind = FolderKind.LIVE) -> "Staff":
        return self.do(begin_house(self.state, kind, LIVE_PAIR if kind is FolderKind.LIVE else DEMO_PAIR))

    def with_people(self) -> "Staff":
        """Live, with somebody in every position; badges are letters of the position and a number."""
        self.begin_house()
        for badge, position in EVERYBODY.items():
            self.add(badge, position)
        return self

    def add(self, badge: str, position: Position) -> "Staff":
        return self.change(AddAccount(badge=badge, name=f"Person {badge}", position=position), pin=fake_hash(badge))

    def change(self, change: AccountChange, *, pin: HashedPin | None = None) -> "Staff":
        """Asked by the first of the two who founded the house, approved by the second, done."""
        number = self.approve_change(change)
        return self.do(change_people(PLACES, self.state, change, approval=number, at=self.at, pin=pin))

    def approve_change(self, change: AccountChange) -> int:
        assert self.state.kind is not None
        one, other = ("M1", "M2") if self.state.kind is FolderKind.LIVE else ("D1", "S1")
        asked = change_subject(self.state, change)
        needed = account_deciders(PLACES, self.state.kind)
        self.do(ask_approval(PLACES, self.state, asked, needed=needed, by=one, at=self.at))
        self.do(give_approval(self.state, self.state.asked, asked, by=other, at=self.at))
        return self.state.asked

    # PINs and sessions

    def try_pin(
        self, badge: str, check: PinResult, *, purpose: Purpose = Purpose.SIGN_IN, terminal: str = TERMINAL
    ) -> Decision:
        """An attempt, checked against what the challenge says."""
        digest = pin_challenge(self.state, badge, self.at)
        check = check if digest is not None else PinResult.WRONG
        found = PinAttempt(badge=badge, terminal=terminal, purpose=purpose, check=check, digest=digest)
        return judge_attempt(self.state, found, self.at)

    def begin_session(self, badge: str, terminal: str = TERMINAL) -> "Staff":
        return self.do(self.try_pin(badge, PinResult.RIGHT, terminal=terminal))

    def try_wrong_pins(self, badge: str, times: int = 1) -> str:
        """So many wrong PINs; the code of the last refusal."""
        return [self.expect_refusal(self.try_pin(badge, PinResult.WRONG)) for _ in range(times)][-1]

    def ends_lock(self, badge: str, first: str, other: str) -> "Staff":
        """Two others end his lock."""
        self.do(ask_unlock(PLACES, self.state, badge, by=first, at=self.at, keyed=True))
        return self.do(unlock(self.state, self.state.asked, badge, by=other, at=self.at))


EVERYBODY = {
    "D1": Position.DEALER,
    "D2": Position.DEALER,
    "S1": Position.PIT_SUPERVISOR,
    "S2": Position.PIT_SUPERVISOR,
    "A1": Position.ASSISTANT_CASINO_MANAGER,
    "T1": Position.TRAINER,
    "N1": Position.TRAINEE,
    "X1": Position.TECHNICIAN,
}
"""Who is added to M1, a pit manager, and M2, a shift manager."""

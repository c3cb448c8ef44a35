"""The desks of people, shifts and settings, and what is done only between rounds."""

from collections.abc import Callable, Sequence

from dealer_app.domain.plain_text import plain_text_refusal
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.people import accounts, sessions
from dealer_app.people.authority import HeldPosition, find_authority
from dealer_app.people.events import FolderKind
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.people.sessions import PinAttempt
from dealer_app.people.state import Decision
from dealer_app.station.core import Core, Done, Proof
from dealer_app.station.house_law import CLOSING_LAW, is_law_on, local_date, possible_steps
from dealer_app.station.report_orders import ReportKind, report_readers
from dealer_app.station.state import TWO_PERSON_SETTINGS, StationState, is_valid_setting
from dealer_app.station.transaction import STATION_AUTHOR, Author, Transaction
from dealer_app.station_events import (
    ClosingNoticed,
    DisputeStep,
    DisputeStepNoted,
    SettingChanged,
    ShiftBegan,
    ShiftEnded,
    SupervisorCalled,
    SupervisorCame,
)


class PeopleDesk:
    """The desk of people: accounts, PINs and sessions of the house."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def begin_house(self, kind: FolderKind, people: Sequence[accounts.NewPerson]) -> Done | Refusal:
        """The first run: until it nothing else is possible."""
        return self._core.commit_decision(accounts.begin_house(self._core.state.people, kind, people), STATION_AUTHOR)

    def pin_challenge(self, badge: str) -> tuple[str | None, str | None]:
        """What a PIN for this badge is checked against: its digest and the secret behind it."""
        digest = sessions.pin_challenge(self._core.state.people, badge, self._core.now())
        return digest, None if digest is None else self._core.journal.read_secret(digest)

    def against_early_pin(self, terminal: str) -> Refusal | None:
        """Whether no PIN is taken now, before one is even checked, and how long to wait."""
        held = sessions.against_early_pin(self._core.state.people, terminal, self._core.now())
        if held is None:
            return None
        done = self._core.commit_decision(held, STATION_AUTHOR) if held.events else held.refusal
        assert isinstance(done, Refusal), "a PIN that comes too soon is refused"
        return done

    def record_attempt(self, tried: PinAttempt) -> Proof | Refusal:
        """A PIN was checked. Every attempt is journalled; a right one is the proof of who acts."""
        now = self._core.now()
        known = tried.badge in self._core.state.people.accounts
        done = self._core.commit_decision(
            sessions.judge_attempt(self._core.state.people, tried, now),
            Author(tried.badge) if known else STATION_AUTHOR,
        )
        if isinstance(done, Refusal):
            return done
        return self._core.give_proof(tried, now)

    def end_session(self, terminal: str) -> Done | Refusal:
        session = self._core.state.people.sessions.get(terminal)
        author = STATION_AUTHOR if session is None else Author(session.badge)
        return self._core.commit_decision(sessions.end_session(self._core.state.people, terminal), author)

    def end_expired(self) -> Done:
        """To be called now and then: idle sessions end, and so does acting for somebody."""
        return self._core.end_expired(self._core.now())

    def set_own_pin(self, proof: Proof, pin: HashedPin) -> Done | Refusal:
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        return self._core.commit_decision(
            accounts.set_own_pin(self._core.state.people, badge, pin, terminal=proof.terminal), Author(badge)
        )

    def decide_on_people(self, proof: Proof, judge: Callable[[StationState, str], Decision]) -> Done | Refusal:
        """Acting positions, relief: whatever the people's rules decide of who is proved to be there."""
        badge = self._core.badge(proof)
        return (
            badge
            if isinstance(badge, Refusal)
            else self._core.commit_decision(judge(self._core.state, badge), Author(badge))
        )


class SettingsDesk:
    """The desk of settings: changes those that one person may change."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def change(self, proof: Proof, setting: str, value: int) -> Done | Refusal:
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        state = self._core.state
        held = find_authority(state.people, badge, MANAGERS, self._core.now())
        if held is None:
            return simple_refusal("may-not-set", HOUSE_POLICY)
        if not is_valid_setting(setting, value):
            return Refusal(code="no-such-setting", clause=HOUSE_POLICY, facts={"setting": setting})
        if setting in TWO_PERSON_SETTINGS:
            return simple_refusal("setting-takes-two", HOUSE_POLICY)
        draft = Transaction(state)
        draft.add([SettingChanged(setting=setting, before=state.settings.get(setting, ""), after=str(value))])
        return self._core.commit(draft, Author(badge, held.position.value))


def open_round_refusal(state: StationState) -> Refusal | None:
    """Refuses while a round is open: each round belongs to one shift, and a stop leaves nothing open."""
    return None if state.table.round is None else simple_refusal("round-on", HOUSE_POLICY)


def new_volume_refusal(state: StationState) -> Refusal | None:
    """Refuses a new volume while a table is open, on which all that is in play depends, or a device's question is.

    A table closes only when nothing is unresolved, no claim and no winnings are left, and no card is carried. A shift
    that is on goes on in the new volume, which takes over only its number.
    """
    if state.table.table is not None:
        return simple_refusal("volume-table-open", HOUSE_POLICY)
    return simple_refusal("volume-question-open", HOUSE_POLICY) if state.listening.row else None


class SupervisorCallDesk:
    """The desk of calls: a supervisor is called to the table until one has come, also over a restart."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def begin(self, proof: Proof, time: str) -> Done | Refusal:
        """`time` is the time of day at the table; called again, the call is of now."""
        return self._commit(proof, SupervisorCalled(time=time))

    def end(self, proof: Proof) -> Done | Refusal:
        """Nothing to be done where none is called any more."""
        return self._commit(proof, SupervisorCame()) if self._core.state.called else ()

    def _commit(self, proof: Proof, fact: SupervisorCalled | SupervisorCame) -> Done | Refusal:
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        draft = Transaction(self._core.state)
        draft.add([fact])
        return self._core.commit(draft, Author(badge))


class LawDesk:
    """The desk of the law of the house: notes the steps of a dispute, and the notice before a table closes."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def note_step(self, proof: Proof, number: int, step: DisputeStep, words: str = "") -> Done | Refusal:
        """By a Pit Supervisor or above; `words` say to whom it was said, or under which reference."""
        badge = plain_text_refusal(words) or self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        state, now = self._core.state, self._core.now()
        held = find_authority(state.people, badge, self._supervisors(), now)
        if held is None:
            return simple_refusal("may-not-note-step", HOUSE_POLICY)
        dispute = state.law.disputes.get(number)
        if dispute is None:
            return Refusal(code="no-such-dispute", clause=HOUSE_POLICY, facts={"number": str(number)})
        if step not in possible_steps(dispute, local_date(now.utc, now.offset)):
            return Refusal(code="step-not-possible", clause=HOUSE_POLICY, facts={"number": str(number)})
        draft = Transaction(state)
        noted = DisputeStepNoted(number=number, step=step, by=badge, at=now.utc, offset=now.offset, words=words.strip())
        draft.add([noted])
        return self._core.commit(draft, Author(badge, position_text(held)))

    def give_notice(self, proof: Proof) -> Done | Refusal:
        """The guests hear that the table closes; from the dealer who is signed in. Given again, it is of now."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        state, now = self._core.state, self._core.now()
        table = state.table.table
        if table is None:
            return simple_refusal("no-table", HOUSE_POLICY)
        if not is_law_on(state.settings, CLOSING_LAW):
            return simple_refusal("no-notice-asked", HOUSE_POLICY)
        draft = Transaction(state)
        draft.add([ClosingNoticed(table=table.name, rounds=state.table.rounds, at=now.utc, offset=now.offset)])
        return self._core.commit(draft, Author(badge))

    def _supervisors(self) -> frozenset[Position]:
        return self._core.around.positions.equal_or_higher(Position.PIT_SUPERVISOR)


class ReportDesk:
    """The desk of reports: says who may have one. Making it only reads the journal, and writes nothing into it."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def allow(self, proof: Proof, kind: ReportKind) -> Done | Refusal:
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        readers = report_readers(kind, self._core.around.positions)
        held = find_authority(self._core.state.people, badge, readers, self._core.now())
        return simple_refusal("may-not-report", HOUSE_POLICY) if held is None else ()


class ShiftDesk:
    """The desk of shifts: begins and ends them, by a supervisor."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def begin(self, proof: Proof) -> Done | Refusal:
        if self._core.state.shift is not None:
            return simple_refusal("shift-on", HOUSE_POLICY)
        return self._commit_by_supervisor(proof, ShiftBegan(number=self._core.state.shifts + 1))

    def end(self, proof: Proof) -> Done | Refusal:
        """Between rounds: each round belongs to one shift."""
        shift = self._core.state.shift
        if shift is None:
            return simple_refusal("no-shift", HOUSE_POLICY)
        against = open_round_refusal(self._core.state)
        if against is not None:
            return against
        return self._commit_by_supervisor(proof, ShiftEnded(number=shift))

    def _commit_by_supervisor(self, proof: Proof, fact: ShiftBegan | ShiftEnded) -> Done | Refusal:
        """A Pit Supervisor or above."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        needed = self._core.around.positions.equal_or_higher(Position.PIT_SUPERVISOR)
        held = find_authority(self._core.state.people, badge, needed, self._core.now())
        if held is None:
            return simple_refusal("may-not-shift", HOUSE_POLICY)
        draft = Transaction(self._core.state)
        draft.add([fact])
        return self._core.commit(draft, Author(badge, position_text(held)))


def position_text(held: HeldPosition) -> str:
    """As the journal has it beside the badge."""
    return f"{held.position.value} (acting)" if held.acting else held.position.value

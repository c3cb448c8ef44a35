"""The desks of supervisors: their room, alarms, the watch of the shoe's order with its hold, and live odds.

What each keeps is a fold of the journal, in the other modules of this package. The `check` of each is called now and
then, between two decisions.
"""

from collections.abc import Callable, Sequence

from dealer_app.clock import Timestamp, local_gaming_day
from dealer_app.domain.plain_text import plain_text_refusal
from dealer_app.domain.round import correction_events, events
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.rulebook import RuleFamily
from dealer_app.domain.values import replace
from dealer_app.journal.shoe_orders import BURNED, JournalShoe
from dealer_app.odds.shoe_order import EarlierShoes, OrderFinding
from dealer_app.people.authority import HeldPosition, find_authority
from dealer_app.people.lockout import MINUTE
from dealer_app.people.positions import Position
from dealer_app.people.sessions import end_session
from dealer_app.station.core import Core, Done, Proof
from dealer_app.station.desks import open_round_refusal, position_text
from dealer_app.station.state import StationState, day_change_minute, idle_minutes
from dealer_app.station.supervisor.alarms import (
    CALL_PATIENCE,
    MOST_SHELVED,
    NO_SIGNALS,
    Alarm,
    AlarmSignals,
    AlarmSubject,
    can_shelve,
    find_lost_devices,
    machine_subjects,
)
from dealer_app.station.supervisor.checklists import due_kind, load_checklists
from dealer_app.station.supervisor.odds_looks import look_end_events
from dealer_app.station.supervisor.order_watch import ShoeLabel, ShoeRecord, open_cards
from dealer_app.station.transaction import STATION_AUTHOR, Author, Transaction
from dealer_app.station_events import (
    AlarmAcknowledged,
    AlarmEnded,
    AlarmKind,
    AlarmRaised,
    AlarmShelved,
    BackupAlarmSeen,
    ChecklistAnswer,
    ChecklistSigned,
    LiveOddsSwitched,
    LookBegan,
    ShoeOrderFound,
    StationEvent,
    TableHeld,
)

_LOOK_LASTS = 5 * MINUTE
"""A look that nobody closes ends by itself."""
_MOST_CARDS = 1_000
"""More than a shoe holds: a shuffler that is never emptied is followed in portions."""


def supervisor_author(core: Core, proof: Proof) -> tuple[str, HeldPosition] | Refusal:
    """Who acts, if that is a Pit Supervisor or above."""
    badge = core.badge(proof)
    if isinstance(badge, Refusal):
        return badge
    in_charge = core.around.positions.equal_or_higher(Position.PIT_SUPERVISOR)
    held = find_authority(core.state.people, badge, in_charge, core.now())
    return simple_refusal("supervisors-only", HOUSE_POLICY) if held is None else (badge, held)


def _commit(core: Core, by: tuple[str, HeldPosition], done: Sequence[StationEvent]) -> Done:
    badge, held = by
    draft = Transaction(core.state)
    draft.add(done)
    return core.commit(draft, Author(badge, position_text(held)))


def _commit_own(core: Core, done: Sequence[StationEvent]) -> Done:
    """What the station found by itself."""
    draft = Transaction(core.state)
    draft.add(done)
    return core.commit(draft, STATION_AUTHOR)


_ROOM, _MONITOR = " (supervisor's room)", " (second monitor)"


def room_terminal(terminal: str) -> str:
    """Where somebody in the room at this terminal is signed in."""
    return terminal.removesuffix(_ROOM) + _ROOM


def monitor_terminal(terminal: str) -> str:
    """The terminal of the room on a monitor of its own, beside that of the table."""
    return terminal.removesuffix(_MONITOR) + _MONITOR


def table_terminal(terminal: str) -> str:
    """The terminal at which the dealer is signed in, below the room or beside it."""
    return terminal.removesuffix(_ROOM).removesuffix(_MONITOR)


class RoomDesk:
    """Lets supervisors into their room at a table, and knows how long it stays open untouched.

    It is a session of its own beside that of the dealer, who stays signed in. The journal has it like every other
    session, under a terminal that says so; it ends by itself after the idle time of the position.
    """

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


class AlarmDesk:
    """Raises an alarm when something is wrong, ends it when it is right again; supervisors act on it here."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self.read_signals: Callable[[], AlarmSignals] = lambda: NO_SIGNALS
        """What the machine says now; set by who knows it."""
        self._called: tuple[str, int] = ("", 0)
        """The call that waits, and when it was first seen, by the counter."""

    def check(self) -> Done:
        """Compares what is wrong now with the alarms that there are."""
        state = self._core.state
        if not state.running or state.people.kind is None or state.for_practice:
            return ()
        now = self._core.now()
        wrong, board = self._find_wrong(state, now), state.alarms
        done: list[StationEvent] = [
            AlarmEnded(number=one.number)
            for one in board.open.values()
            if not one.over and (one.kind, one.subject) not in wrong
        ]
        new = sorted((each for each in wrong if board.find_number(each) is None), key=lambda each: each[0].value)
        done += (
            AlarmRaised(number=board.raised + place, alarm=kind, subject=subject, at=now.utc, offset=now.offset)
            for place, (kind, subject) in enumerate(new, start=1)
        )
        return _commit_own(self._core, done) if done else ()

    def _find_wrong(self, state: StationState, now: Timestamp) -> frozenset[AlarmSubject]:
        wrong = machine_subjects(replace(self.read_signals(), call_waits=self._is_call_waiting(state, now)))
        lost = find_lost_devices(state.listening, state.alarms, in_round=state.table.round is not None)
        own = (
            (AlarmKind.BACKUP_FAILED, "", state.backups.failed is not None),
            (AlarmKind.CLOCK_OFF, "", not state.clock_synchronised),
            (
                AlarmKind.SHOE_ORDER,
                "" if state.order.finding is None else str(state.order.finding.shoe),
                state.order.finding is not None,
            ),
        )
        return wrong | lost | {(kind, subject) for kind, subject, is_so in own if is_so}

    def _is_call_waiting(self, state: StationState, now: Timestamp) -> bool:
        """Whether a supervisor was called and has not come for so long; after a start the time begins again."""
        if state.called != self._called[0]:
            self._called = (state.called, now.counter)
        return bool(state.called) and now.counter - self._called[1] >= CALL_PATIENCE

    def acknowledge(self, proof: Proof, number: int) -> Done | Refusal:
        """Somebody in charge has seen it; who and when is in the journal."""
        by = supervisor_author(self._core, proof)
        if isinstance(by, Refusal):
            return by
        alarm = self._find_alarm(number)
        if isinstance(alarm, Refusal):
            return alarm
        now, state = self._core.now(), self._core.state
        done: list[StationEvent] = [AlarmAcknowledged(number=number, by=by[0], at=now.utc, offset=now.offset)]
        failed = state.backups.alarm
        if alarm.kind is AlarmKind.BACKUP_FAILED and failed is not None:
            done.append(BackupAlarmSeen(why=failed.why))
        return _commit(self._core, by, done)

    def shelve(self, proof: Proof, number: int, reason: str, minutes: int) -> Done | Refusal:
        """Puts it aside for a while, for a reason; never one of the gravest."""
        by = plain_text_refusal(reason) or supervisor_author(self._core, proof)
        if isinstance(by, Refusal):
            return by
        alarm = self._find_alarm(number)
        if isinstance(alarm, Refusal):
            return alarm
        if not can_shelve(alarm):
            return simple_refusal("alarm-not-shelvable", HOUSE_POLICY)
        if not reason.strip() or not 0 < minutes * MINUTE <= MOST_SHELVED:
            return simple_refusal("shelving-incomplete", HOUSE_POLICY)
        until = self._core.now().utc + minutes * MINUTE
        return _commit(self._core, by, [AlarmShelved(number=number, by=by[0], reason=reason.strip(), until=until)])

    def _find_alarm(self, number: int) -> Alarm | Refusal:
        alarm = self._core.state.alarms.open.get(number)
        return simple_refusal("no-such-alarm", HOUSE_POLICY) if alarm is None else alarm


_ROUND_ENDS = (events.RoundConcluded, events.RoundVoided)


class OrderDesk:
    """Gives the open cards of each round that has ended to the watch, and reports to supervisors what it finds.

    The station itself holds nothing: the hold is the act of a supervisor.
    """

    def __init__(self, core: Core) -> None:
        self._core = core
        self.record = ShoeRecord()
        self._found: OrderFinding | None = None
        """It waits until no round is on."""
        core.followers.append(self._follow_decision)

    def load_shoes(self, shoes: Sequence[JournalShoe], earlier: EarlierShoes) -> None:
        """What the journal says of the time before this run; `earlier` has the cards of all these shoes but the last.

        The last is the shoe in use, where no other was brought since.
        """
        labels = [ShoeLabel(shoe.day, shoe.number) for shoe in shoes]
        table, last = self._core.state.table, shoes[-1] if shoes else None
        if last is None or table.table is None or last.number != table.shoe.number:
            if last is not None:
                earlier.add_shoe(last.cards)
            self.record.use_earlier(earlier, labels)
            return
        self.record.use_earlier(earlier, labels[:-1])
        self._keep_best(self.record.restore_rounds(last.open_rounds, labels[-1]))

    def check(self) -> Done:
        """Reports what was found, between two rounds, once for each shoe until it is decided."""
        state, found = self._core.state, self._found
        if found is None or not state.running or state.table.round is not None:
            return ()
        self._found = None
        if not self._is_new(state):
            return ()
        return _commit_own(self._core, [self._finding_event(state, found)])

    def hold(self, proof: Proof) -> Done | Refusal:
        """A supervisor holds the table: no bets are opened until two people have keyed the finding.

        Who does so has seen the alarm.
        """
        by = supervisor_author(self._core, proof)
        if isinstance(by, Refusal):
            return by
        order, now = self._core.state.order, self._core.now()
        if order.finding is None:
            return simple_refusal("no-shoe-finding", HOUSE_POLICY)
        if order.hold is not None:
            return ()
        seen = (
            AlarmAcknowledged(number=each.number, by=by[0], at=now.utc, offset=now.offset)
            for each in self._core.state.alarms.open.values()
            if each.kind is AlarmKind.SHOE_ORDER and not each.seen_by
        )
        return _commit(self._core, by, [TableHeld(by=by[0], at=now.utc, offset=now.offset), *seen])

    def _is_new(self, state: StationState) -> bool:
        order, shoe = state.order, state.table.shoe.number
        return order.finding is None and (order.decided is None or order.decided.shoe != shoe)

    def _keep_best(self, found: Sequence[OrderFinding]) -> None:
        known = () if self._found is None else (self._found,)
        self._found = max((*known, *found), key=lambda one: (one.order is not None, one.links), default=None)

    def _finding_event(self, state: StationState, found: OrderFinding) -> ShoeOrderFound:
        record, now = self.record, self._core.now()
        part = slice(found.first, found.first + found.cards)
        rounds = record.round_numbers[part]
        earlier = None if found.shoe is None else record.labels[found.shoe]
        return ShoeOrderFound(
            shoe=state.table.shoe.number,
            round=state.table.rounds,
            first=found.first + 1,
            cards=record.cards[part],
            rounds=rounds,
            order="" if found.order is None else found.order.value,
            links=found.links,
            earlier_day="" if earlier is None else earlier.day,
            earlier_shoe=0 if earlier is None else earlier.shoe,
            compared=record.earlier.shoes,
            at=now.utc,
            offset=now.offset,
        )

    def _follow_decision(self, done: Done, _author: Author, at: Timestamp) -> None:
        state, record = self._core.state, self.record
        for event in done:
            match event:
                case events.CardsBrought(number=number):
                    self._found = None
                    record.begin_shoe(ShoeLabel(local_gaming_day(at, day_change_minute(state.settings)), number))
                case events.CardsBurned(cards=cards, unseen=unseen):
                    self._keep_best(record.add_round(BURNED, (*cards, *((None,) * unseen))))
                case correction_events.OutageRoundsEntered():
                    record.add_round(state.table.rounds, (None,))
                case _:
                    pass
        last = state.table.last
        if last is not None and any(isinstance(event, _ROUND_ENDS) for event in done):
            self._keep_best(record.add_round(last.number, open_cards(last.cards)))
            if len(record.cards) > _MOST_CARDS:
                record.begin_shoe(record.label)


class LiveOddsDesk:
    """Looks at the odds of the cards that nobody has seen: for supervisors, between rounds, each look on record."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def check(self) -> Done:
        """Ends a look that nobody has closed, and that of a supervisor who is signed in no more."""
        state, now = self._core.state, self._core.now()
        look = state.live_odds.open_look
        if look is None or not state.running:
            return ()
        is_here = any(session.badge == look.by for session in state.people.sessions.values())
        if is_here and 0 <= now.utc - look.at < _LOOK_LASTS:
            return ()
        return _commit_own(self._core, look_end_events(state.live_odds, now))

    def begin_look(self, proof: Proof) -> Done | Refusal:
        by = supervisor_author(self._core, proof)
        if isinstance(by, Refusal):
            return by
        state, now = self._core.state, self._core.now()
        if not state.live_odds.is_on:
            return simple_refusal("live-odds-off", HOUSE_POLICY)
        against = open_round_refusal(state)
        if against is not None:
            return against
        if state.live_odds.open_look is not None:
            return ()
        began = LookBegan(
            number=state.live_odds.count + 1,
            by=by[0],
            round=state.table.rounds,
            at=now.utc,
            offset=now.offset,
            counter=now.counter,
        )
        return _commit(self._core, by, [began])

    def end_look(self, proof: Proof) -> Done | Refusal:
        """Nothing to be done where none is open."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        ended = look_end_events(self._core.state.live_odds, self._core.now())
        if not ended:
            return ()
        draft = Transaction(self._core.state)
        draft.add(ended)
        return self._core.commit(draft, Author(badge))

    def end_live_odds(self, proof: Proof) -> Done | Refusal:
        """One person is enough for that."""
        by = supervisor_author(self._core, proof)
        if isinstance(by, Refusal):
            return by
        state, now = self._core.state, self._core.now()
        if not state.live_odds.is_on:
            return ()
        off = LiveOddsSwitched(on=False, by=by[0], at=now.utc, offset=now.offset)
        return _commit(self._core, by, [*look_end_events(state.live_odds, now), off])


class ChecklistDesk:
    """The desk at which a supervisor signs a list that was gone through."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def sign(self, proof: Proof, family: RuleFamily, answers: Sequence[ChecklistAnswer]) -> Done | Refusal:
        """The list that is due now: every item answered, and words for each that is not in order."""
        by = plain_text_refusal(tuple(answer.note for answer in answers)) or supervisor_author(self._core, proof)
        if isinstance(by, Refusal):
            return by
        state, now = self._core.state, self._core.now()
        against = open_round_refusal(state)
        if against is not None:
            return against
        kind, rules = due_kind(state.table), self._core.rules
        wanted = family if rules is None else rules.book.house
        if tuple(answer.item for answer in answers) != load_checklists()[kind, wanted]:
            return simple_refusal("checklist-incomplete", HOUSE_POLICY)
        if any(not answer.in_order and not answer.note.strip() for answer in answers):
            return simple_refusal("checklist-incomplete", HOUSE_POLICY)
        table = state.table.table
        signed = ChecklistSigned(
            checklist=kind,
            family=wanted.value,
            table="" if table is None else table.name,
            rounds=state.table.rounds,
            answers=tuple(replace(answer, note=answer.note.strip()) for answer in answers),
            by=by[0],
            at=now.utc,
            offset=now.offset,
        )
        return _commit(self._core, by, [signed])

"""The station: every caller comes in here, is identified and judged, and sees nothing before it is durable.

Time, chance and the journal come from outside; what may be done is decided by the engine and by the people's rules,
never here. Windows, terminals and devices are all its callers.
"""

from dealer_app import station_events
from dealer_app.clock import Timestamp
from dealer_app.devices.desk import DeviceDesk
from dealer_app.domain.round.guide import Guide
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.table_settings import Rules
from dealer_app.journal.records import EMPTY_HEAD, Journal, JournalVerified, SnapshotTaken
from dealer_app.people.authority import find_authority
from dealer_app.people.positions import Position
from dealer_app.station.backup_desk import BackupDesk
from dealer_app.station.core import Core, Done, Follower, Proof, StationEnvironment
from dealer_app.station.desks import (
    LawDesk,
    PeopleDesk,
    ReportDesk,
    SettingsDesk,
    ShiftDesk,
    SupervisorCallDesk,
    open_round_refusal,
)
from dealer_app.station.snapshot import SnapshotKeeper
from dealer_app.station.state import StationState
from dealer_app.station.supervisor.supervisor_desks import AlarmDesk, ChecklistDesk, LiveOddsDesk, OrderDesk, RoomDesk
from dealer_app.station.table import TableDesk
from dealer_app.station.transaction import STATION_AUTHOR, Author, JournalWriter, Transaction
from dealer_app.station.two_people import TwoPeople
from dealer_app.station.watches import ClockWatch, RoundCheck, SecondHeadKeeper


class Station:
    """One station on one journal; all of it on one thread."""

    def __init__(
        self,
        state: StationState,
        writer: JournalWriter,
        around: StationEnvironment,
        keeper: SnapshotKeeper | None = None,
    ) -> None:
        self._core = Core(state, writer, around)
        self._keeper = keeper
        self.second: SecondHeadKeeper | None = None
        self.last_known = EMPTY_HEAD
        """How far the journal went when it was opened."""
        self.missing_volumes: tuple[str, ...] = ()
        """The volumes before this one that do not lie beside it, by name."""
        self.second_compared = True
        """Whether that was compared with the second head, if there is one."""
        self.people = PeopleDesk(self._core)
        self.shifts = ShiftDesk(self._core)
        self.reports = ReportDesk(self._core)
        self.calls = SupervisorCallDesk(self._core)
        self.law = LawDesk(self._core)
        self.room = RoomDesk(self._core)
        self.checklists = ChecklistDesk(self._core)
        self.settings = SettingsDesk(self._core)
        self.backups = BackupDesk(self._core)
        self.table = TableDesk(self._core)
        self.two_people = TwoPeople(self._core)
        self.devices = DeviceDesk(self._core, self.table)
        self.alarms = AlarmDesk(self._core)
        self.order = OrderDesk(self._core)
        self.live_odds = LiveOddsDesk(self._core)
        self._clock_watch = ClockWatch(self._core)

    def guide(self) -> Guide | None:
        """What is to be done at the table; nothing while none is open."""
        return None if self.rules is None else self.table.guide()

    def approval_digest(self) -> str | None:
        """The hash of what a case at the table waits for now."""
        return None if self.rules is None else self.table.approval_digest()

    @property
    def state(self) -> StationState:
        return self._core.state

    @property
    def rules(self) -> Rules | None:
        """Of the open table; nothing while none is open."""
        return self._core.rules

    def now(self) -> Timestamp:
        return self._core.now()

    def add_follower(self, follower: Follower) -> None:
        """Gives this follower the events of every later decision, once they are durable."""
        self._core.followers.append(follower)

    @property
    def journal(self) -> Journal:
        """For those who read it."""
        return self._core.journal

    def attach_second_head(self, second: SecondHeadKeeper) -> None:
        """From now on the head is kept a second time."""
        self.second = second
        second.attach(self._core)

    def attach_round_check(self, check: RoundCheck) -> None:
        """From now on each round is read back when it has ended."""
        check.attach(self._core)

    def second_miss_reason(self) -> str:
        """Why the second head is not where it should be; nothing if it is. Raises DamagedError if it knows of more."""
        if self.second is None:
            return ""
        self.second.raise_damage()
        return self.second.miss_reason()

    def make_room(self) -> None:
        """To be called before play, at leisure: a round is then written faster. Raises JournalError for a bad disk."""
        self.journal.make_room()

    def run_checks(self) -> Done:
        """To be called now and then: whether the clock is right, and whether a backup is due or made.

        What the watch of the shoe has found and what is an alarm are written too, and are for supervisors alone.
        """
        done = (*self._clock_watch.check_clock(), *self.backups.run_due())
        for check in (self.order.check, self.live_odds.check, self.alarms.check):
            check()
        return done

    def snapshot_if_due(self) -> Done:
        """To be called between rounds: a snapshot, if one is due."""
        if self._keeper is None or not self._keeper.is_due(self._core.state):
            return ()
        return self._snapshot(self._keeper)

    def record(self, fact: station_events.StationEvent | JournalVerified | SnapshotTaken) -> Done:
        """Something that the station found by itself, or that was settled elsewhere."""
        draft = Transaction(self._core.state)
        draft.add([fact])
        return self._core.commit(draft, STATION_AUTHOR)

    def stop(self, proof: Proof) -> Done | Refusal:
        """In order, between rounds, by who is in charge: the next start need not ask what happened meanwhile."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        state, in_charge = self._core.state, self._core.around.positions.equal_or_higher(Position.PIT_SUPERVISOR)
        if find_authority(state.people, badge, in_charge, self._core.now()) is None:
            return simple_refusal("may-not-stop", HOUSE_POLICY)
        against = open_round_refusal(state)
        if against is not None:
            return against
        self.backups.finish_due()
        if "devices" in self.__dict__:
            self.devices.close()
        draft = Transaction(self._core.state)
        draft.add([station_events.StationStopped()])
        done = self._core.commit(draft, Author(badge))
        if self._keeper is not None:
            self._snapshot(self._keeper)
        return done

    def _snapshot(self, keeper: SnapshotKeeper) -> Done:
        taken = keeper.take_snapshot(self._core.state)
        return () if taken is None else self.record(taken)

"""The station: whoever wants anything of it comes in here, is known, is judged, and sees nothing before it is durable.

Time, chance and the journal come from outside; what may be done is decided by the engine and by the people's rules,
never here. Windows, terminals and devices are all its callers.
"""

from dealer_app.domain.round.guided import Guide
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.table import Rules
from dealer_app.journal.facts import JournalVerified, SnapshotTaken
from dealer_app.journal.journal import Journal
from dealer_app.journal.record import EMPTY
from dealer_app.people.positions import Position
from dealer_app.people.standing import held_for
from dealer_app.station import facts
from dealer_app.station.backup_desk import BackupDesk
from dealer_app.station.between_rounds import round_on
from dealer_app.station.clock_watch import ClockWatch
from dealer_app.station.core import Around, Core, Done, Follower
from dealer_app.station.device_desk import DeviceDesk
from dealer_app.station.draft import Draft
from dealer_app.station.keeping import Keeper
from dealer_app.station.moment import Moment
from dealer_app.station.people_desk import PeopleDesk
from dealer_app.station.proof import Proof
from dealer_app.station.round_check import RoundCheck
from dealer_app.station.second_place import SecondPlace
from dealer_app.station.settings_desk import SettingsDesk
from dealer_app.station.shifts import ShiftDesk
from dealer_app.station.state import StationState
from dealer_app.station.table_desk import TableDesk
from dealer_app.station.two_people import TwoPeople
from dealer_app.station.writing import STATION, Author, Writer


class Station:
    """One station on one journal; all of it on one thread."""

    def __init__(self, state: StationState, writer: Writer, around: Around, keeper: Keeper | None = None) -> None:
        self._core = Core(state, writer, around)
        self._keeper = keeper
        self.second: SecondPlace | None = None
        self.last_known = EMPTY
        """How far the journal went when it was opened."""
        self.missing_volumes: tuple[str, ...] = ()
        """The volumes before this one that do not lie beside it, by name."""
        self.second_compared = True
        """Whether that was compared with the second head, if there is one."""
        self.people = PeopleDesk(self._core)
        self.shifts = ShiftDesk(self._core)
        self.settings = SettingsDesk(self._core)
        self.backups = BackupDesk(self._core)
        self.table = TableDesk(self._core)
        self.two_people = TwoPeople(self._core)
        self.devices = DeviceDesk(self._core, self.table)
        self._clock_watch = ClockWatch(self._core)

    def guide(self) -> Guide | None:
        """What is to be done at the table; nothing while none is open."""
        return None if self.rules is None else self.table.guide()

    def asked(self) -> str | None:
        """The hash of what a case at the table waits for now."""
        return None if self.rules is None else self.table.asked()

    @property
    def state(self) -> StationState:
        return self._core.state

    @property
    def rules(self) -> Rules | None:
        """Of the open table; nothing while none is open."""
        return self._core.rules

    def now(self) -> Moment:
        return self._core.now()

    def follow(self, follower: Follower) -> None:
        """From now on it is told the events of every decision, once they are durable."""
        self._core.followers.append(follower)

    @property
    def journal(self) -> Journal:
        """For those who read it."""
        return self._core.journal

    def keep_second(self, second: SecondPlace) -> None:
        """From now on the head is kept a second time."""
        self.second = second
        second.attach(self._core)

    def check_rounds(self, check: RoundCheck) -> None:
        """From now on each round is read back when it has ended."""
        check.attach(self._core)

    def second_missed(self) -> str:
        """Why the second head is not where it should be; nothing if it is. Raises DamagedError if it knows of more."""
        if self.second is None:
            return ""
        self.second.look()
        return self.second.missed()

    def make_room(self) -> None:
        """To be called before play, at leisure: a round is then written faster. Raises JournalError for a bad disk."""
        self.journal.make_room()

    def look_around(self) -> Done:
        """To be called now and then: whether the clock is right, and whether a backup is due or made."""
        return (*self._clock_watch.look(), *self.backups.look())

    def keep(self) -> Done:
        """To be called between rounds: a snapshot, if one is due."""
        if self._keeper is None or not self._keeper.due(self._core.state):
            return ()
        return self._snapshot(self._keeper)

    def note(self, fact: facts.StationFact | JournalVerified | SnapshotTaken) -> Done:
        """Something that the station found by itself, or that was settled elsewhere."""
        draft = Draft(self._core.state)
        draft.add([fact])
        return self._core.commit(draft, STATION)

    def stop(self, proof: Proof) -> Done | Refusal:
        """In order, between rounds, by who is in charge: the next start need not ask what happened meanwhile."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        state, in_charge = self._core.state, self._core.around.positions.or_above(Position.PIT_SUPERVISOR)
        if held_for(state.people, badge, in_charge, self._core.now()) is None:
            return refused("may-not-stop", HOUSE_POLICY)
        against = round_on(state)
        if against is not None:
            return against
        self.backups.finish()
        if "devices" in self.__dict__:
            self.devices.leave()
        draft = Draft(self._core.state)
        draft.add([facts.StationStopped()])
        done = self._core.commit(draft, Author(badge))
        if self._keeper is not None:
            self._snapshot(self._keeper)
        return done

    def _snapshot(self, keeper: Keeper) -> Done:
        taken = keeper.take(self._core.state)
        return () if taken is None else self.note(taken)

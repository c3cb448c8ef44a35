"""A new journal after a damaged one: two people begin it together, and it points to how far the old one is true.

They are checked against the accounts and PINs of the verified part. Until they have agreed nothing is written to the
disk; what they do stands in a journal in memory, which then becomes the new one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from msgspec import Struct

from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.values import replace
from dealer_app.journal.checking import check_all
from dealer_app.journal.facts import JournalBegan
from dealer_app.journal.head_file import read_head
from dealer_app.journal.holding import Hold
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.record import Head, Secret
from dealer_app.journal.recovery import recover
from dealer_app.journal.replacing import Aside, damaged_digests, finish_replacing, replace_journal, set_aside
from dealer_app.journal.second_head import MissedError, compare_with, in_time, read_kept
from dealer_app.journal.trouble import DamagedError, Fault, JournalError
from dealer_app.people import approvals
from dealer_app.people.apply import fold
from dealer_app.people.decision import Decided, Decision
from dealer_app.people.events import PinReason, PinSet
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import Position
from dealer_app.people.requests import Asked, Item
from dealer_app.people.sessions import restarted
from dealer_app.people.standing import held_for
from dealer_app.station.clock import Clock
from dealer_app.station.core import Around, Done
from dealer_app.station.draft import Draft
from dealer_app.station.facts import SecondHeadPlaced
from dealer_app.station.fold import folding
from dealer_app.station.moment import Moment
from dealer_app.station.proof import Proof
from dealer_app.station.renewal_attempts import SittingJournal
from dealer_app.station.salvage import Salvaged, salvage
from dealer_app.station.snapshot import carried
from dealer_app.station.starting import Program
from dealer_app.station.state import StationState
from dealer_app.station.station import Station
from dealer_app.station.writing import STATION, Writer

_UNKNOWN = Head(2**62, b"")
_TECHNICIAN = frozenset({Position.TECHNICIAN})


class NotDamagedError(Exception):
    """The journal is in order: there is nothing that a new one would follow."""


class NobodyLeftError(Exception):
    """The accounts of those who could begin a new journal cannot be read any more."""


class Renewed(Struct, frozen=True, kw_only=True):
    """The new journal, and where the damaged one lies."""

    aside: Aside
    true_up_to: Head
    head: Head


class Renewal:
    """A damaged journal, and the sitting in which two people begin a new one. The folder is held meanwhile."""

    def __init__(self, folder: Path, salvaged: Salvaged, damage: DamagedError, *, clock: Clock, around: Around) -> None:
        self._folder = folder
        self._clock = clock
        self._around = around
        self._in_charge = around.positions.or_above(Position.PIT_SUPERVISOR)
        self._journal = SittingJournal(folder, salvaged.head)
        self._agreed = False
        self.salvaged = salvaged
        self.damage = damage
        self.file = damaged_digests(folder)[DATABASE]

    def begin(self, program: Program, unknown: Callable[[], HashedPin]) -> Station:
        """The station of the sitting. Whose PIN cannot be checked any more gets the unknown one, which nobody has."""
        true, writer, at = self.salvaged.head, Writer(self._journal, self._clock), self._clock.now()
        draft = Draft(StationState())
        began = JournalBegan(
            station=program.station,
            previous_sequence=true.sequence,
            previous_hash=true.hash.hex(),
            previous_file=self.file,
            previous_journal=self.salvaged.journal,
            volume=self.salvaged.volume,
        )
        draft.add([began])
        if self.salvaged.carried is not None:
            draft.add([carried(StationState(station=program.station, people=self.salvaged.carried))])
        draft.add(self.salvaged.happened)
        draft.secrets += self.salvaged.secrets
        if self.salvaged.lost:
            pin = unknown()
            draft.add(PinSet(badge=badge, digest=pin.digest, why=PinReason.REHASHED) for badge in self.salvaged.lost)
            draft.secrets.append(Secret(*pin.secret))
        if self.salvaged.second_head:
            draft.add([SecondHeadPlaced(before="", after=self.salvaged.second_head, approval=0)])
        if self.salvaged.backups is not None and self.salvaged.backups.place:
            draft.add([replace(self.salvaged.backups, approval=0)])
        earlier = self._journal.earlier()
        draft.add(earlier)
        writer.write(draft.events, STATION, draft.secrets)
        self._secrets = draft.secrets
        self._journal.keep_attempts()
        # The counter of the sitting before this one, if there was one; otherwise that of the station itself.
        last = draft.state.people.latest if earlier else self.salvaged.people.latest
        anew = Draft(draft.state)
        anew.add(restarted(draft.state.people, last, at))
        writer.write(anew.events, STATION)
        # For this sitting it runs, however the damaged journal ended.
        self.station = Station(replace(anew.state, running=True), writer, self._around)
        return self.station

    @property
    def asked(self) -> Asked:
        true = self.salvaged.head
        before = f"{self.damage}\ntrue up to: {true.sequence} {true.hash.hex()}\nfile: {self.file}"
        return Asked(item=Item.NEW_JOURNAL, what="a new journal", before=before, after="begun", clause=HOUSE_POLICY)

    # The two people, or three

    @property
    def takes_three(self) -> bool:
        """Behind the damage something may have been taken from an account that is not known any more."""
        return not self.salvaged.sure

    def ask(self, proof: Proof) -> Done | Refusal:
        """Somebody in charge of the table asks for it."""
        return self.station.people.decide_on_people(proof, self._asked_by)

    def agree(self, proof: Proof) -> Done | Refusal:
        """A technician agrees, by which it is decided, unless it takes three."""
        done = self.station.people.decide_on_people(proof, self._agreed_by)
        self._agreed = not isinstance(done, Refusal) and not self.takes_three
        return done

    def agree_as_third(self, proof: Proof) -> Done | Refusal:
        """Another one in charge of tables agrees too, and with that it is decided."""
        assert self.takes_three, "two have decided it"
        done = self.station.people.decide_on_people(proof, self._agreed_by_a_third)
        self._agreed = not isinstance(done, Refusal)
        return done

    def _asked_by(self, state: StationState, badge: str) -> Decision:
        if held_for(state.people, badge, self._in_charge, self._clock.now()) is None:
            return refused("renewal-in-charge", HOUSE_POLICY)
        needed = self._in_charge | _TECHNICIAN
        positions = self._around.positions
        return approvals.ask(
            positions,
            state.people,
            self.asked,
            needed=needed,
            by=badge,
            at=self._clock.now(),
            more=int(self.takes_three),
        )

    def _agreed_by(self, state: StationState, badge: str) -> Decision:
        at = self._clock.now()
        if held_for(state.people, badge, _TECHNICIAN, at) is None:
            return refused("renewal-technician", HOUSE_POLICY)
        return self._given(state, badge, at, decides=not self.takes_three)

    def _agreed_by_a_third(self, state: StationState, badge: str) -> Decision:
        at = self._clock.now()
        if held_for(state.people, badge, self._in_charge, at) is None:
            return refused("renewal-third", HOUSE_POLICY)
        return self._given(state, badge, at, decides=True)

    def _given(self, state: StationState, badge: str, at: Moment, *, decides: bool) -> Decision:
        number = state.people.asked
        given = approvals.give(state.people, number, self.asked, by=badge, at=at)
        if isinstance(given, Refusal) or given.refusal is not None or not decides:
            return given
        used = approvals.use(fold(state.people, given.events), number, self.asked, at=at)
        return used if isinstance(used, Refusal) else Decided(events=(*given.events, *used.events))

    def carry_out(self) -> Renewed:
        """What was agreed: the damaged files are copied aside, and the new journal takes their place."""
        assert self._agreed, "two people have to agree first"
        aside = set_aside(self._folder, self.salvaged.head)
        head = replace_journal(self._folder, self._journal.entries(), self._secrets)
        self._journal.forget()
        return Renewed(aside=aside, true_up_to=self.salvaged.head, head=head)


@contextmanager
def renewing(folder: Path, program: Program, clock: Clock, around: Around) -> Iterator[Renewal]:
    """The sitting for a damaged journal.

    Raises JournalError for another trouble than damage, NotDamagedError if there is none, NobodyLeftError if no two
    people are known any more who could begin a new one.
    """
    hold = Hold(folder, station=program.station)
    try:
        finish_replacing(folder)
        damage = _damage(folder, program)
        salvaged = _salvaged(folder)
        if not _somebody_left(salvaged, around):
            raise NobodyLeftError
        yield Renewal(folder, salvaged, damage, clock=clock, around=around)
    finally:
        hold.release()


def _damage(folder: Path, program: Program) -> DamagedError:
    """What is wrong, by everything that can be asked of a journal."""
    try:
        state = recover(folder, folding(program.version)).state
        check_all(folder)
        if state.second_head:
            with suppress(MissedError):
                compare_with(folder, Path(state.second_head))
    except DamagedError as damage:
        return damage
    except JournalError as problem:
        if problem.fault is Fault.FOREIGN and read_head(folder) is not None:
            raise NobodyLeftError from problem
        raise
    raise NotDamagedError


def _salvaged(folder: Path) -> Salvaged:
    try:
        salvaged = salvage(folder)
        kept = _second(salvaged)
        return salvaged if kept is None else salvage(folder, kept)
    except DamagedError as problem:
        raise NobodyLeftError from problem


def _second(salvaged: Salvaged) -> Head | None:
    """How far this journal went by its second head, if it has one; one that no journal has where that is not known."""
    if not salvaged.second_head:
        return None
    path = Path(salvaged.second_head)
    try:
        kept = in_time(lambda: read_kept(path))
    except MissedError:
        return _UNKNOWN
    if kept is not None and kept.journal == salvaged.previous:
        return None
    return kept.head if kept is not None and kept.journal == salvaged.journal else _UNKNOWN


def _somebody_left(salvaged: Salvaged, around: Around) -> bool:
    """Enough people who could begin a new journal: one more in charge of tables where it takes three."""
    able = [
        account.position
        for badge, account in salvaged.people.accounts.items()
        if account.enabled and badge not in salvaged.lost
    ]
    in_charge = around.positions.or_above(Position.PIT_SUPERVISOR)
    return any(each in _TECHNICIAN for each in able) and sum(each in in_charge for each in able) > (not salvaged.sure)

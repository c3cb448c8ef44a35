"""Has an act done on the station: who gives it is proved first, and what came of it is a refusal or nothing.

A PIN is checked on the thread for PINs while cards are heard on; its task waits, the station does not.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

from msgspec import Struct

from dealer_app.domain.round.command import Command
from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.trouble import DamagedError
from dealer_app.people.accounts import NewPerson
from dealer_app.people.events import Handover, Purpose
from dealer_app.people.pin_effort import SecretDamagedError
from dealer_app.people.pin_work import NOT_WEIGHED, NotWeighed, PinWork, against_weighing
from dealer_app.people.pins import HashedPin, Pin
from dealer_app.people.positions import Positions
from dealer_app.people.relief import Relief, handover, relieve
from dealer_app.people.sessions import Tried
from dealer_app.people.standing import Assignment, assign_acting, end_acting
from dealer_app.showing import acts
from dealer_app.station.core import Done
from dealer_app.station.proof import Proof
from dealer_app.station.proposals import ProposeUnlock
from dealer_app.station.station import Station

Result = TypeVar("Result")
LOG = logging.getLogger(__name__)
_MINUTE = 60_000_000
"""In microseconds of the wall clock."""


class Do(Protocol):
    """Has something done on the station, after all that came before."""

    def __call__(self, work: Callable[[Station], Result], /) -> Awaitable[Result]: ...


class Seen(Struct, frozen=True):
    """What the screen showed when the act was given: the request by its hash, and how the table stood."""

    asked: str | None
    handover: Handover | None


class Performer:
    """One screen's way to the station: the session at its terminal is whoever is signed in there."""

    def __init__(self, do: Do, pins: PinWork, positions: Positions, terminal: str) -> None:
        self._do = do
        self._pins = pins
        self._positions = positions
        self._terminal = terminal
        # Nobody is signed in: a session that never was stands for nobody.
        self._session = Proof(terminal, Purpose.SIGN_IN, 0)

    async def perform(self, act: acts.Act, seen: Seen) -> Refusal | None:
        """Raises JournalError if it could not be made durable; then nothing has happened."""
        match act:
            case acts.SignIn(who=who):
                session = await self._proof(who, Purpose.SIGN_IN)
                if isinstance(session, Refusal):
                    return session
                self._session = session
                return None
            case acts.GiveAll(commands=commands):
                return await self._give_all(commands, seen)
            case acts.AnswerDevice() | acts.AskDevice() | acts.PutAside():
                return await self._of_device(act)
            case acts.FoundHouse():
                return await self._found(act)
            case acts.DecideByTwo():
                return await self._by_two(act)
            case acts.EndLock():
                return await self._unlock(act)
            case (
                acts.Give(by=by)
                | acts.OpenTable(by=by)
                | acts.StopStation(by=by)
                | acts.BeginShift(by=by)
                | acts.EndShift(by=by)
                | acts.AssignActing(by=by)
                | acts.EndActing(by=by)
                | acts.ChangeSetting(by=by)
                | acts.NoteBackupAlarm(by=by)
            ):
                proof = self._session if by is None else await self._proof(by, Purpose.CONFIRM)
                if isinstance(proof, Refusal):
                    return proof
                if isinstance(act, acts.Give) and act.second is not None:
                    return await self._seconded(proof, act, act.second, seen)
                return _against(await self._do(lambda at: self._done(at, proof, act, seen)))
            case _:
                return _against(await self._do(lambda at: self._done(at, self._session, act, seen)))

    def _done(self, at: Station, proof: Proof, act: acts.Act, seen: Seen) -> Done | Refusal:
        """What one proved person does at once."""
        match act:
            case acts.Give(command=command, surveillance=surveillance):
                return at.table.give(proof, command, request=seen.asked, surveillance=surveillance)
            case acts.OpenTable(table=table, game=game):
                return at.table.open_table(proof, table, game=game)
            case acts.StopStation():
                return at.stop(proof)
            case acts.AnswerOutage(played_on=played_on):
                return at.table.answer_outage(proof, played_on=played_on)
            case acts.SignOut():
                return at.people.sign_out(self._terminal)
            case acts.Relieve():
                return self._relieve(at, proof, seen)
            case acts.AssignActing() | acts.EndActing():
                return self._acting(at, proof, act)
            case acts.BeginShift():
                return at.shifts.begin(proof)
            case acts.EndShift():
                return at.shifts.end(proof)
            case acts.ChangeSetting(setting=setting, minutes=minutes):
                return at.settings.change(proof, setting, minutes)
            case acts.NoteBackupAlarm():
                return at.backups.acknowledge(proof)
            case _:
                raise AssertionError(f"{type(act).__name__} is not done so")

    async def _seconded(self, proof: Proof, act: acts.Give, second: acts.Credentials, seen: Seen) -> Refusal | None:
        """With who signs beside him, whose PIN is keyed for this alone."""
        beside = await self._proof(second, Purpose.CONFIRM)
        if isinstance(beside, Refusal):
            return beside
        done = await self._do(
            lambda at: at.table.give(
                proof,
                act.command,
                request=seen.asked,
                surveillance=act.surveillance,
                approval=beside,
                standing=act.standing,
            )
        )
        return _against(done)

    def _acting(self, at: Station, proof: Proof, act: acts.AssignActing | acts.EndActing) -> Done | Refusal:
        badge, now = act.badge.strip().upper(), at.now()
        match act:
            case acts.EndActing():
                return at.people.decide_on_people(
                    proof, lambda state, by: end_acting(self._positions, state.people, badge=badge, by=by)
                )
            case acts.AssignActing(position=position, minutes=minutes):
                assignment = Assignment(badge=badge, position=position, until=now.utc + minutes * _MINUTE)
                return at.people.decide_on_people(
                    proof,
                    lambda state, by: assign_acting(self._positions, state.people, assignment, by=by, at=now),
                )

    # Who it is

    async def _proof(self, who: acts.Credentials, purpose: Purpose) -> Proof | Refusal:
        """Every attempt goes through the station, which counts and journals it; what could not be weighed is none."""
        badge = who.badge.strip().upper()
        early = await self._do(lambda at: at.people.too_soon(self._terminal))
        if early is not None:
            return early
        challenged = await self._do(lambda at: _challenge(at, badge))
        if isinstance(challenged, Refusal):
            return challenged
        digest, kept = challenged
        checked = await _weighed(badge, lambda: self._pins.check(kept, who.pin))
        if isinstance(checked, Refusal):
            return checked
        tried = Tried(
            badge=badge,
            terminal=self._terminal,
            purpose=purpose,
            check=checked.check,
            digest=digest,
            rehashed=checked.rehashed,
        )
        return await self._do(lambda at: at.people.tried(tried))

    # At the table

    async def _give_all(self, commands: tuple[Command, ...], seen: Seen) -> Refusal | None:
        """As many as are taken, in their order: what a person could have given one after the other."""

        def all_of_them(at: Station) -> Done | Refusal:
            done: Done = ()
            for command in commands:
                each = self._done(at, self._session, acts.Give(command=command), seen)
                if isinstance(each, Refusal):
                    return each
                done += each
            return done

        return _against(await self._do(all_of_them))

    async def _of_device(self, act: acts.AnswerDevice | acts.AskDevice | acts.PutAside) -> Refusal | None:
        if isinstance(act, acts.PutAside):
            return await self._put_aside(act)
        second = None if act.second is None else await self._proof(act.second, Purpose.CONFIRM)
        if isinstance(second, Refusal):
            return second
        session = self._session
        match act:
            case acts.AnswerDevice(number=number, said=said):
                return _against(await self._do(lambda at: at.devices.answer(session, number, said, approval=second)))
            case acts.AskDevice(device=device, request=request):
                return _against(await self._do(lambda at: at.devices.send(session, device, request, approval=second)))

    async def _put_aside(self, act: acts.PutAside) -> Refusal | None:
        session = self._session
        return _against(await self._do(lambda at: at.devices.put_aside(session, act.numbers)))

    def _relieve(self, at: Station, proof: Proof, seen: Seen) -> Done | Refusal:
        rules, confirmed = at.rules, seen.handover
        assert rules is not None, "nobody takes over a table that is not open"
        assert confirmed is not None, "nobody takes over a table that is not open"
        now = at.now()
        return at.people.decide_on_people(
            proof,
            lambda state, by: relieve(
                self._positions,
                state.people,
                Relief(terminal=self._terminal, by=by, confirmed=confirmed),
                rules=rules,
                table=state.table,
                at=now,
            ),
        )

    # People

    async def _found(self, act: acts.FoundHouse) -> Refusal | None:
        people = []
        for one in act.people:
            hashed = await self._hashed(one.badge, one.pin)
            if isinstance(hashed, Refusal):
                return hashed
            people.append(NewPerson(badge=one.badge.strip().upper(), name=one.name, position=one.position, pin=hashed))
        return _against(await self._do(lambda at: at.people.found(act.kind, people)))

    async def _hashed(self, badge: str, pin: Pin) -> HashedPin | Refusal:
        return await _weighed(badge, lambda: self._pins.hash(pin))

    async def _by_two(self, act: acts.DecideByTwo) -> Refusal | None:
        """Asked by who is signed in, agreed to by the other, and carried out: one sitting."""
        session = self._session
        number = await self._do(lambda at: at.two_people.propose(session, act.proposal))
        if isinstance(number, Refusal):
            return number
        for who in (act.second, act.third):
            against = None if who is None else await self._agreed(who, number)
            if against is not None:
                await self._do(lambda at: at.two_people.withdraw(session, number))
                return against
        pin = None if act.new_pin is None else await self._hashed(act.second.badge, act.new_pin)
        if isinstance(pin, Refusal):
            await self._do(lambda at: at.two_people.withdraw(session, number))
            return pin
        return _against(await self._do(lambda at: at.two_people.carry_out(session, number, pin=pin)))

    async def _unlock(self, act: acts.EndLock) -> Refusal | None:
        first = await self._proof(act.first, Purpose.CONFIRM)
        if isinstance(first, Refusal):
            return first
        number = await self._do(lambda at: at.two_people.propose(first, ProposeUnlock(badge=act.badge)))
        if isinstance(number, Refusal):
            return number
        against = await self._agreed(act.second, number)
        if against is not None:
            await self._do(lambda at: at.two_people.give_up(number))
        return against

    async def _agreed(self, who: acts.Credentials, number: int) -> Refusal | None:
        proof = await self._proof(who, Purpose.CONFIRM)
        if isinstance(proof, Refusal):
            return proof
        return _against(await self._do(lambda at: at.two_people.agree(proof, number)))


async def _weighed(badge: str, weighs: Callable[[], Future[Result]]) -> Result | Refusal:
    """What came of a PIN. What is wrong with this machine or its secrets is told to who keyed it: a round goes on."""
    try:
        return await asyncio.wrap_future(weighs())
    except NOT_WEIGHED as problem:
        return _not_weighed(problem, badge)


def _challenge(at: Station, badge: str) -> tuple[str | None, str | None] | Refusal:
    """What the PIN is checked against. Where just this is damaged in the journal, its chain of events is whole."""
    try:
        return at.people.challenge(badge)
    except DamagedError:
        return _not_weighed(SecretDamagedError(), badge)


def _not_weighed(problem: NotWeighed, badge: str) -> Refusal:
    LOG.warning("a PIN of badge %s could not be weighed: %s", badge, type(problem).__name__)
    return against_weighing(problem, badge)


def seen_of(station: Station) -> Seen:
    """What stands there now, to be given back with an act."""
    table = station.state.table
    return Seen(station.asked(), None if table.table is None else handover(table))


def takes_time(act: acts.Act) -> bool:
    """Whether a PIN is weighed for it."""
    if isinstance(act, acts.SignIn | acts.FoundHouse | acts.DecideByTwo | acts.EndLock):
        return True
    return getattr(act, "by", None) is not None or getattr(act, "second", None) is not None


def _against(done: Done | Refusal) -> Refusal | None:
    return done if isinstance(done, Refusal) else None

"""Runs an action on the station: first proves who gives it, then returns a refusal or nothing.

A PIN is checked on the thread for PINs while the station goes on reading cards; only the action's task waits.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from typing import Protocol, TypeVar

from msgspec import Struct

from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.domain.values import replace
from dealer_app.journal_errors import DamagedError
from dealer_app.people.accounts import NewPerson
from dealer_app.people.authority import Assignment, assign_acting, end_acting
from dealer_app.people.events import Handover, Purpose
from dealer_app.people.pin_work import PIN_CHECK_FAULTS, PinCheckFault, PinWork, against_pin_check
from dealer_app.people.pins import HashedPin, Pin, SecretDamagedError
from dealer_app.people.positions import Positions
from dealer_app.people.sessions import PinAttempt, Relief, relieve_dealer, table_handover
from dealer_app.screens import actions
from dealer_app.station.core import Done, Proof
from dealer_app.station.station import Station
from dealer_app.station.supervisor.supervisor_desks import room_terminal
from dealer_app.station.two_people import ProposeUnlock

Result = TypeVar("Result")
LOG = logging.getLogger(__name__)
_MINUTE = 60_000_000
"""In microseconds of the wall clock."""


class RunOnStation(Protocol):
    """Has something done on the station, after all that came before."""

    def __call__(self, work: Callable[[Station], Result], /) -> Awaitable[Result]: ...


class ScreenSnapshot(Struct, frozen=True):
    """What the screen showed when the action was given: the request by its hash, and the state of the table."""

    approval_request: str | None
    handover: Handover | None
    in_room: bool = False
    """Whether the supervisor's room lay over the table: then it is given by who is in the room."""


class ActionRunner:
    """One screen's way to the station. It acts in the session of the person who is signed in at its terminal."""

    def __init__(self, do: RunOnStation, pins: PinWork, positions: Positions, terminal: str) -> None:
        self._run_on_station = do
        self._pins = pins
        self._positions = positions
        self._terminal = terminal
        # Nobody is signed in: a session that was never opened belongs to nobody.
        self._session = Proof(terminal, Purpose.SIGN_IN, 0)
        self._room: ActionRunner | None = None
        """That of the supervisor's room, which was opened here last."""

    async def run(self, act: actions.Action, seen: ScreenSnapshot) -> Refusal | None:
        """Raises JournalError if it could not be made durable; then nothing has happened.

        What was given in the supervisor's room is refused once the room is closed, and never done in the dealer's name.
        """
        if seen.in_room:
            assert self._room is not None, "a room that was never opened is never shown"
            return await self._room.run(act, replace(seen, in_room=False))
        match act:
            case actions.EnterRoom(by=who):
                return await self._enter_room(who)
            case actions.SignIn(who=who):
                session = await self._prove(who, Purpose.SIGN_IN)
                if isinstance(session, Refusal):
                    return session
                self._session = session
                return None
            case actions.SendCommands(commands=commands):
                return await self._send_all(commands, seen)
            case actions.AnswerDevice() | actions.AskDevice() | actions.PutAside():
                return await self._run_device_action(act)
            case actions.FoundHouse():
                return await self._create_house(act)
            case actions.DecideByTwo():
                return await self._decide_by_two(act)
            case actions.EndLock():
                return await self._end_lock(act)
            case (
                actions.SendCommand(by=by)
                | actions.OpenTableAction(by=by)
                | actions.StopStation(by=by)
                | actions.BeginShift(by=by)
                | actions.EndShift(by=by)
                | actions.AssignActing(by=by)
                | actions.EndActing(by=by)
                | actions.ChangeSetting(by=by)
                | actions.NoteBackupAlarm(by=by)
                | actions.CloseTableAction(by=by)
                | actions.NoteDisputeStep(by=by)
                | actions.ShowReport(by=by)
                | actions.AcknowledgeAlarm(by=by)
                | actions.RestartDisplay(by=by)
                | actions.ShelveAlarm(by=by)
                | actions.HoldTable(by=by)
                | actions.BeginLook(by=by)
                | actions.SwitchOddsOff(by=by)
                | actions.SignChecklist(by=by)
            ):
                proof = self._session if by is None else await self._prove(by, Purpose.CONFIRM)
                if isinstance(proof, Refusal):
                    return proof
                if isinstance(act, actions.SendCommand) and act.second is not None:
                    return await self._send_with_second(proof, act, act.second, seen)
                return _refusal_or_none(await self._run_on_station(lambda at: self._run_now(at, proof, act, seen)))
            case _:
                return _refusal_or_none(
                    await self._run_on_station(lambda at: self._run_now(at, self._session, act, seen))
                )

    def _run_now(self, at: Station, proof: Proof, act: actions.Action, seen: ScreenSnapshot) -> Done | Refusal:
        """What one proved person does at once."""
        if isinstance(act, actions.ShowReport):
            return at.reports.allow(proof, act.order.kind)
        match act:
            case actions.SendCommand(command=command, surveillance=surveillance):
                return at.table.give(proof, command, request=seen.approval_request, surveillance=surveillance)
            case actions.OpenTableAction(table=table, game=game):
                return at.table.open_table(proof, table, game=game)
            case actions.StopStation():
                return at.stop(proof)
            case actions.AnswerOutage(played_on=played_on):
                return at.table.answer_outage(proof, played_on=played_on)
            case actions.SignOut():
                return at.people.end_session(self._terminal)
            case actions.Relieve():
                return self._relieve(at, proof, seen)
            case actions.AssignActing() | actions.EndActing():
                return self._change_acting(at, proof, act)
            case actions.BeginShift() | actions.EndShift():
                return at.shifts.begin(proof) if isinstance(act, actions.BeginShift) else at.shifts.end(proof)
            case actions.ChangeSetting(setting=setting, minutes=minutes):
                return at.settings.change(proof, setting, minutes)
            case actions.CallSupervisor(time=time):
                return at.calls.begin(proof, time)
            case actions.EndCall():
                return at.calls.end(proof)
            case actions.NoteBackupAlarm():
                return at.backups.acknowledge(proof)
            case actions.CloseTableAction() | actions.GiveNotice() | actions.NoteDisputeStep():
                return _run_by_law(at, proof, act)
            case _:
                assert isinstance(act, actions.SupervisorAction), f"{type(act).__name__} is not done so"
                return _run_for_supervisor(at, proof, act)

    async def _send_with_second(
        self, proof: Proof, act: actions.SendCommand, second: actions.Credentials, seen: ScreenSnapshot
    ) -> Refusal | None:
        """With the second person who signs, whose PIN is keyed for this alone."""
        beside = await self._prove(second, Purpose.CONFIRM)
        if isinstance(beside, Refusal):
            return beside
        done = await self._run_on_station(
            lambda at: at.table.give(
                proof,
                act.command,
                request=seen.approval_request,
                surveillance=act.surveillance,
                approval=beside,
                standing=act.allows_keying_alone,
            )
        )
        return _refusal_or_none(done)

    def _change_acting(
        self, at: Station, proof: Proof, act: actions.AssignActing | actions.EndActing
    ) -> Done | Refusal:
        badge, now = act.badge.strip().upper(), at.now()
        match act:
            case actions.EndActing():
                return at.people.decide_on_people(
                    proof, lambda state, by: end_acting(self._positions, state.people, badge=badge, by=by)
                )
            case actions.AssignActing(position=position, minutes=minutes):
                assignment = Assignment(badge=badge, position=position, until=now.utc + minutes * _MINUTE)
                return at.people.decide_on_people(
                    proof,
                    lambda state, by: assign_acting(self._positions, state.people, assignment, by=by, at=now),
                )

    # Who it is

    async def _enter_room(self, who: actions.Credentials) -> Refusal | None:
        room = ActionRunner(self._run_on_station, self._pins, self._positions, room_terminal(self._terminal))
        session = await room._prove(who, Purpose.SIGN_IN)
        if isinstance(session, Refusal):
            return session
        against = _refusal_or_none(await self._run_on_station(lambda at: at.room.enter(session)))
        if against is None:
            room._session, self._room = session, room
        return against

    async def _prove(self, who: actions.Credentials, purpose: Purpose) -> Proof | Refusal:
        """Every attempt goes through the station, which counts and journals it; what could not be weighed is none."""
        badge = who.badge.strip().upper()
        early = await self._run_on_station(lambda at: at.people.against_early_pin(self._terminal))
        if early is not None:
            return early
        challenged = await self._run_on_station(lambda at: _pin_challenge(at, badge))
        if isinstance(challenged, Refusal):
            return challenged
        digest, kept = challenged
        checked = await _pin_result(badge, lambda: self._pins.check(kept, who.pin))
        if isinstance(checked, Refusal):
            return checked
        tried = PinAttempt(
            badge=badge,
            terminal=self._terminal,
            purpose=purpose,
            check=checked.check,
            digest=digest,
            rehashed=checked.rehashed,
        )
        return await self._run_on_station(lambda at: at.people.record_attempt(tried))

    # At the table

    async def _send_all(self, commands: tuple[Command, ...], seen: ScreenSnapshot) -> Refusal | None:
        """As many as are taken, in their order: what a person could have given one after the other."""

        def all_of_them(at: Station) -> Done | Refusal:
            done: Done = ()
            for command in commands:
                each = self._run_now(at, self._session, actions.SendCommand(command=command), seen)
                if isinstance(each, Refusal):
                    return each
                done += each
            return done

        return _refusal_or_none(await self._run_on_station(all_of_them))

    async def _run_device_action(
        self, act: actions.AnswerDevice | actions.AskDevice | actions.PutAside
    ) -> Refusal | None:
        if isinstance(act, actions.PutAside):
            return await self._put_aside(act)
        second = None if act.second is None else await self._prove(act.second, Purpose.CONFIRM)
        if isinstance(second, Refusal):
            return second
        session = self._session
        match act:
            case actions.AnswerDevice(number=number, answer=said):
                return _refusal_or_none(
                    await self._run_on_station(lambda at: at.devices.answer(session, number, said, approval=second))
                )
            case actions.AskDevice(device=device, request=request):
                return _refusal_or_none(
                    await self._run_on_station(lambda at: at.devices.send(session, device, request, approval=second))
                )

    async def _put_aside(self, act: actions.PutAside) -> Refusal | None:
        session = self._session
        return _refusal_or_none(
            await self._run_on_station(lambda at: at.devices.dismiss_questions(session, act.numbers))
        )

    def _relieve(self, at: Station, proof: Proof, seen: ScreenSnapshot) -> Done | Refusal:
        rules, confirmed = at.rules, seen.handover
        assert rules is not None, "nobody takes over a table that is not open"
        assert confirmed is not None, "nobody takes over a table that is not open"
        now = at.now()
        return at.people.decide_on_people(
            proof,
            lambda state, by: relieve_dealer(
                self._positions,
                state.people,
                Relief(terminal=self._terminal, by=by, confirmed=confirmed),
                rules=rules,
                table=state.table,
                at=now,
            ),
        )

    # People

    async def _create_house(self, act: actions.FoundHouse) -> Refusal | None:
        people = []
        for one in act.people:
            hashed = await self._hash_pin(one.badge, one.pin)
            if isinstance(hashed, Refusal):
                return hashed
            people.append(NewPerson(badge=one.badge.strip().upper(), name=one.name, position=one.position, pin=hashed))
        return _refusal_or_none(await self._run_on_station(lambda at: at.people.begin_house(act.kind, people)))

    async def _hash_pin(self, badge: str, pin: Pin) -> HashedPin | Refusal:
        return await _pin_result(badge, lambda: self._pins.hash(pin))

    async def _decide_by_two(self, act: actions.DecideByTwo) -> Refusal | None:
        """Asked by who is signed in, agreed to by the other, and carried out: one sitting."""
        session = self._session
        number = await self._run_on_station(lambda at: at.two_people.propose(session, act.proposal))
        if isinstance(number, Refusal):
            return number
        for who in (act.second, act.third):
            against = None if who is None else await self._agree(who, number)
            if against is not None:
                await self._run_on_station(lambda at: at.two_people.withdraw(session, number))
                return against
        pin = None if act.new_pin is None else await self._hash_pin(act.second.badge, act.new_pin)
        if isinstance(pin, Refusal):
            await self._run_on_station(lambda at: at.two_people.withdraw(session, number))
            return pin
        return _refusal_or_none(await self._run_on_station(lambda at: at.two_people.execute(session, number, pin=pin)))

    async def _end_lock(self, act: actions.EndLock) -> Refusal | None:
        first = await self._prove(act.first, Purpose.CONFIRM)
        if isinstance(first, Refusal):
            return first
        number = await self._run_on_station(lambda at: at.two_people.propose(first, ProposeUnlock(badge=act.badge)))
        if isinstance(number, Refusal):
            return number
        against = await self._agree(act.second, number)
        if against is not None:
            await self._run_on_station(lambda at: at.two_people.abandon(number))
        return against

    async def _agree(self, who: actions.Credentials, number: int) -> Refusal | None:
        proof = await self._prove(who, Purpose.CONFIRM)
        if isinstance(proof, Refusal):
            return proof
        return _refusal_or_none(await self._run_on_station(lambda at: at.two_people.agree(proof, number)))


def _run_by_law(
    at: Station, proof: Proof, act: actions.CloseTableAction | actions.GiveNotice | actions.NoteDisputeStep
) -> Done | Refusal:
    """What the law of the house asks for, and the closing of a table, which it may want explained."""
    match act:
        case actions.CloseTableAction(reason=reason):
            return at.table.close_table(proof, reason=reason)
        case actions.GiveNotice():
            return at.law.give_notice(proof)
        case actions.NoteDisputeStep(number=number, step=step, words=words):
            return at.law.note_step(proof, number, step, words)


def _run_for_supervisor(at: Station, proof: Proof, act: actions.SupervisorAction) -> Done | Refusal:
    """Alarms, the hold on the table, and live odds."""
    match act:
        case actions.AcknowledgeAlarm(number=number) | actions.RestartDisplay(number=number):
            return at.alarms.acknowledge(proof, number)
        case actions.ShelveAlarm(number=number, reason=reason, minutes=minutes):
            return at.alarms.shelve(proof, number, reason, minutes)
        case actions.HoldTable():
            return at.order.hold(proof)
        case actions.BeginLook():
            return at.live_odds.begin_look(proof)
        case actions.EndLook():
            return at.live_odds.end_look(proof)
        case actions.SwitchOddsOff():
            return at.live_odds.end_live_odds(proof)
        case actions.SignChecklist(family=family, answers=answers):
            return at.checklists.sign(proof, family, answers)


async def _pin_result(badge: str, weighs: Callable[[], Future[Result]]) -> Result | Refusal:
    """The result of a PIN check. A fault of this machine or its secrets becomes a refusal: play goes on."""
    try:
        return await asyncio.wrap_future(weighs())
    except PIN_CHECK_FAULTS as problem:
        return _pin_refusal(problem, badge)


def _pin_challenge(at: Station, badge: str) -> tuple[str | None, str | None] | Refusal:
    """What the PIN is checked against. Where just this is damaged in the journal, its chain of events is whole."""
    try:
        return at.people.pin_challenge(badge)
    except DamagedError:
        return _pin_refusal(SecretDamagedError(), badge)


def _pin_refusal(problem: PinCheckFault, badge: str) -> Refusal:
    LOG.warning("a PIN of badge %s could not be checked: %s", badge, type(problem).__name__)
    return against_pin_check(problem, badge)


def take_snapshot(station: Station) -> ScreenSnapshot:
    """What an approver sees now; it is given back with the action, so that only this is approved."""
    table = station.state.table
    return ScreenSnapshot(station.approval_digest(), None if table.table is None else table_handover(table))


def has_pin(act: actions.Action) -> bool:
    """Whether a PIN is weighed for it."""
    if isinstance(act, actions.SignIn | actions.FoundHouse | actions.DecideByTwo | actions.EndLock):
        return True
    return getattr(act, "by", None) is not None or getattr(act, "second", None) is not None


def _refusal_or_none(done: Done | Refusal) -> Refusal | None:
    return done if isinstance(done, Refusal) else None

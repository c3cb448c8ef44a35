"""The devices at the table: what they report comes in here, and goes the same way as what people do.

A report is given by whoever is signed in at the terminal of the table, and by nobody else: while nobody is, it is asked
about later. What it means is judged in `listening`; here it becomes durable, or a question, or a request to a device.
"""

import logging
from collections.abc import Mapping
from typing import Protocol

from dealer_app.domain.round.command import Command
from dealer_app.domain.round.plain_text import against_text, visible_value
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.source import Source
from dealer_app.domain.values import replace
from dealer_app.observations import LightAreas, Poll, Request
from dealer_app.station.core import Core, Done
from dealer_app.station.device_ground import DeviceGround
from dealer_app.station.device_incidents import Incidents
from dealer_app.station.device_lines import DeviceLines
from dealer_app.station.draft import Draft
from dealer_app.station.facts import (
    DeviceConfirmed,
    DeviceIncident,
    DeviceSettled,
    DevicesSetUp,
    Ending,
    Incident,
    KeyedByHand,
    StationFact,
)
from dealer_app.station.keying import Keyer, keyed
from dealer_app.station.listening import fitting, unasked
from dealer_app.station.listening.answers import Said, answered, keys_by_hand, put_aside_together, source_of, told_of
from dealer_app.station.listening.automation import Approval, ListeningSettings
from dealer_app.station.listening.heard import (
    Bring,
    Following,
    Give,
    Heard,
    NoneLate,
    Note,
    Reported,
    Result,
    Tell,
    View,
    Withdraw,
)
from dealer_app.station.listening.hearing import MOST_WAITING, after_silence, follows
from dealer_app.station.listening.kinds import DeviceKind
from dealer_app.station.listening.questions import Awaiting, Question, Reply, What
from dealer_app.station.listening.rows import asked, asking
from dealer_app.station.listening.sealing import to_be_blanked
from dealer_app.station.proof import Proof
from dealer_app.station.seconding import Second, second_badge, seconded
from dealer_app.station.set_up import absent
from dealer_app.station.table_desk import Beside, TableDesk
from dealer_app.station.writing import Author

LOG = logging.getLogger("dealer_app.devices")
_MOST_STEPS = 4 * MOST_WAITING
_FREE = (LightAreas, Poll)
"""Requests that change nothing at the table, and need nobody's approval."""


class Outgoing(Protocol):
    """How a device is asked for something; what becomes of it is reported like everything else."""

    def ask(self, device: str, request: Request) -> None: ...


class Nobody:
    """Where no device can be asked."""

    def ask(self, device: str, request: Request) -> None:
        LOG.debug("%s is not there to be asked for %r", device, request)


class DeviceDesk(DeviceGround):
    """See the module. `sealed` follows the table: while it is set, captures and monitors tell nothing."""

    def __init__(self, core: Core, table: TableDesk) -> None:
        super().__init__(core, table)
        self._outgoing: Outgoing = Nobody()
        self._unasked = unasked.Watch()
        self._incidents = Incidents(core, self._commit)
        self._lines = DeviceLines(core, self._incidents)
        self.sealed = True

    def listen(self, settings: ListeningSettings, devices: Mapping[str, DeviceKind], outgoing: Outgoing) -> None:
        """From now on to these devices. Call it when the station has been started, before anything is heard."""
        self._settings = settings
        if devices != self._core.state.set_up.now and self._core.state.running:
            self._commit(DevicesSetUp(devices=dict(devices)))
        self._heard = {name: self._from_the_journal(name, kind) for name, kind in devices.items()}
        self._core.devices = dict(devices)
        for name in devices:
            self._incidents.begin(name)
        self._outgoing = outgoing
        self._viewed = None
        self.look()

    def _from_the_journal(self, device: str, kind: DeviceKind) -> Heard:
        """In mid-round, what came before anybody listened is asked about, and a result that came is still compared."""
        state = self._core.state
        known = state.listening.devices.get(device)
        result = None if known is None or known.result is None else Result(round=known.result, said=None)
        return Heard(device=device, kind=kind, unheard=0 if state.table.round is None else 1, result=result)

    @property
    def absent(self) -> tuple[str, ...]:
        """The devices that the open table has had, of a kind of which none is listened to now."""
        set_up, here = self._core.state.set_up, self._core.devices
        return tuple(dict.fromkeys(name for kind in DeviceKind for name in absent(set_up, here, kind)))

    # What comes in

    def hear(self, reported: Reported) -> None:
        """One report, in the order in which they came. What a device says in words is kept with every sign seen.

        One of a line that is not listened to is not dealt.
        """
        self._hear(visible_value(reported))
        self.look()

    def _hear(self, reported: Reported) -> None:
        if self._lines.shuts(reported):
            LOG.info("%s: %r: its line is not listened to", reported.device, reported.observation)
            return
        view = self._view()
        heard, following = follows(view, self._heard[reported.device], reported)
        self._heard[reported.device] = heard
        source = Source(device=reported.device, report=reported.observation.sequence or "")
        for each in following:
            self._follow(reported.device, each, source)
            if isinstance(each, Note):
                # Its repr is blanked: of a card or of dice it says only that they were reported.
                LOG.info("%s: %r: %s", reported.device, reported.observation, each.why)

    def _follow(self, device: str, following: Following, source: Source | None = None) -> None:
        match following:
            case Tell():
                self._incidents.tell(device, following)
            case Bring():
                self._bring(device, following, source or Source(device=device))
            case Give(command=command):
                self._give_if_heard(device, command)
            case Withdraw(number=number):
                self._commit(DeviceSettled(number=number, ending=Ending.OVERTAKEN))
            case NoneLate():
                unheard = self._core.state.listening.unheard
                if unheard.places:
                    self._commit(KeyedByHand(round=unheard.round, dice=unheard.dice))
            case Note():
                pass

    def _bring(self, device: str, bring: Bring, source: Source) -> None:
        """At once, if nothing waits before it and it fits; else it stands last in the row."""
        view = self._view()
        entry = self._entry(device, bring, self._core.state.listening.asked + 1, source)
        if view is not None and not self.row and entry.what is What.CARD and entry.question is Question.WAITS:
            match fitting.judged(view, entry):
                case fitting.Fits(command=command):
                    done = self._given(command, source=source)
                    if not isinstance(done, Refusal):
                        return
                    entry = asking(entry, Question.NOT_NOW, {"refusal": done.code})
                case fitting.Asks(question=question, facts=facts):
                    entry = asking(entry, question, facts)
                case fitting.Matches(round=number, place=place):
                    self._commit(DeviceConfirmed(round=number, place=place, source=source))
                    return
                case _:
                    pass
        self._commit(asked(entry))

    # What the table makes of it

    def look(self) -> None:
        """After anything has happened, and now and then: whose turn has come, what can be compared, what is lit."""
        if self._core.state.running:
            self._incidents.look()
            for reported in self._lines.changed():
                self._hear(reported)
        for _ in range(_MOST_STEPS):
            if not self._step():
                break
        view = self._view()
        self.sealed = view is None or to_be_blanked(view)
        if view is None:
            return
        for device, heard in self._heard.items():
            if heard.unheard:
                self._heard[device], following = after_silence(view, heard)
                for each in following:
                    self._follow(device, each)
        for device, heard in self._heard.items():
            if heard.result is None:
                continue
            self._heard[device], difference = unasked.compared(self._view() or view, heard)
            if difference is not None:
                self._give_if_heard(device, difference)
        for device, heard in self._heard.items():
            self._keep_result(device, heard)
        self._go_on(self._view() or view)

    def _keep_result(self, device: str, heard: Heard) -> None:
        """That a result waits to be compared outlives a stop; what it says does not, for cards may lie face down."""
        known = self._core.state.listening.devices.get(device)
        before = None if known is None else known.result
        now = None if heard.result is None else heard.result.round
        if now is not None and now != before:
            self._commit(DeviceIncident(device=device, incident=Incident.RESULT_KEPT, detail=str(now)))
        elif now is None and before is not None:
            self._commit(DeviceIncident(device=device, incident=Incident.RESULT_DONE, detail=""))

    def _go_on(self, view: View) -> None:
        """Lamps, and the steps that the station may take by itself."""
        tumblers = [name for name, heard in self._heard.items() if heard.kind is DeviceKind.TUMBLER]
        areas = self._unasked.lamps(view)
        if areas is not None:
            for device in tumblers:
                self._outgoing.ask(device, LightAreas(areas=areas))
        step = self._unasked.step(view, lambda: self._core.now().counter)
        if step is not None and not isinstance(self._given(step), Refusal):
            self._step()

    def _step(self) -> bool:
        """The first of the row, as the table stands now; whether anything has moved."""
        view, entry = self._view(), self._core.state.listening.first
        if view is None or entry is None:
            return False
        match fitting.judged(view, entry):
            case fitting.Holds():
                return False
            case fitting.Over(ending=ending):
                self._commit(DeviceSettled(number=entry.number, ending=ending))
            case fitting.Asks(question=question, facts=facts):
                self._commit(asked(asking(entry, question, facts)))
            case fitting.Matches(round=number, place=place):
                source = entry.source or Source(device=entry.device)
                confirmed = DeviceConfirmed(round=number, place=place, source=source)
                self._commit(DeviceSettled(number=entry.number, ending=Ending.OVERTAKEN), confirmed)
            case fitting.Fits(command=command, last=last):
                taken = (DeviceSettled(number=entry.number, ending=Ending.TAKEN),) if last else ()
                done = self._given(command, *taken, source=entry.source or Source(device=entry.device))
                if isinstance(done, Refusal):
                    self._commit(asked(asking(entry, Question.NOT_NOW, {"refusal": done.code})))
        return True

    def leave(self) -> None:
        """The station stops: nothing that was only counted is lost with it."""
        self._incidents.leave()

    # What the dealer says

    def answer(self, proof: Proof, number: int, said: Said, *, approval: Proof | None = None) -> Done | Refusal:
        """The first question is answered. What a device should have told takes a second person, if it is keyed."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        second = second_badge(self._core, approval)
        if isinstance(second, Refusal):
            return second
        view, entry = self._view(), self._core.state.listening.first
        if view is None:
            return refused("not-listening", HOUSE_POLICY)
        if entry is None or entry.number != number or entry.question is Question.WAITS:
            return Refusal(code="question-not-asked", clause=HOUSE_POLICY, facts={"number": str(number)})
        brought = answered(entry, said)
        if isinstance(brought, Refusal):
            return brought
        if entry.question is Question.BURNED and said.reply is Reply.DEAL:
            settled = DeviceSettled(number=number, ending=Ending.ANSWERED, reply=said.reply)
            burned = Beside(settles=(settled,), source=entry.source or Source(device=entry.device))
            return self._after(self._table.given(badge, fitting.burn(entry), burned))
        draft = Draft(self._core.state)
        keyed_ = None
        if keys_by_hand(entry, said):
            kind = DeviceKind.TUMBLER if entry.what in (What.DICE, What.DICE_UNHEARD) else DeviceKind.SHOE
            wanted = Second(
                what=f"keyed {entry.what.value} (question {number})", before=entry.question.value, after=told_of(said)
            )
            keyer = Keyer(badge=badge, terminal=proof.terminal, second=second, answers=True)
            by = keyed(self._core, draft, view.rules, keyer, kind, wanted)
            if isinstance(by, Refusal):
                return by
            keyed_ = by
        settled = DeviceSettled(
            number=number,
            ending=Ending.ANSWERED,
            reply=said.reply,
            cards=len(said.cards),
            approved_by="" if keyed_ is None else keyed_.approved_by,
        )
        first = self._core.state.listening.asked + 1
        source = source_of(entry, said, keyed_, badge)
        entries = [self._entry(entry.device, bring, first + place, source) for place, bring in enumerate(brought)]
        draft.add([settled, *self._told_at_last(entry, said), *(asked(one, front=True) for one in reversed(entries))])
        self._made_good(entry, said)
        # The device may be gone for good since the station was started anew.
        if entry.what is What.TUMBLE and entry.device in self._heard:
            self._heard[entry.device] = unasked.not_running(self._heard[entry.device])
        return self._after(self._core.commit(draft, self._author(badge, view)))

    def put_aside(self, proof: Proof, numbers: tuple[int, ...]) -> Done | Refusal:
        """Nothing lies there of all that was asked and waits under these numbers: one answer for the whole row.

        What came meanwhile is not among them, and a cutting card that waits for its turn is no question.
        """
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        view, row = self._view(), self._core.state.listening.row
        if view is None:
            return refused("not-listening", HOUSE_POLICY)
        first = row[0] if row else None
        if first is None or first.question is Question.WAITS or first.number not in numbers:
            number = str(numbers[0]) if numbers else "0"
            return Refusal(code="question-not-asked", clause=HOUSE_POLICY, facts={"number": number})
        draft = Draft(self._core.state)
        nothing = Said(reply=Reply.NOTHING)
        for entry in put_aside_together(row):
            if entry.number not in numbers:
                continue
            settled = DeviceSettled(number=entry.number, ending=Ending.ANSWERED, reply=Reply.NOTHING)
            draft.add([settled, *self._told_at_last(entry, nothing)])
            if entry.what is What.TUMBLE and entry.device in self._heard:
                self._heard[entry.device] = unasked.not_running(self._heard[entry.device])
        return self._after(self._core.commit(draft, self._author(badge, view)))

    def _made_good(self, entry: Awaiting, said: Said) -> None:
        """Cards keyed for what arrived damaged: as many reports may be missing without another question."""
        if entry.question is Question.DAMAGED and said.reply is Reply.DEAL and entry.device in self._heard:
            heard = self._heard[entry.device]
            self._heard[entry.device] = replace(heard, made_good=heard.made_good + max(1, len(said.cards)))

    def _told_at_last(self, entry: Awaiting, said: Said) -> tuple[StationFact, ...]:
        """Put aside, what might have been the late report of a keyed card was just that: no other is awaited of it."""
        unheard = self._core.state.listening.unheard
        if entry.question is not Question.LATE or said.reply is not Reply.NOTHING or not unheard.places:
            return ()
        return (KeyedByHand(round=unheard.round, places=unheard.places[1:], dice=unheard.dice),)

    def send(self, proof: Proof, device: str, request: Request, *, approval: Proof | None = None) -> Done | Refusal:
        """Asks a device for something, in the journal too, with the approval that the settings ask for."""
        badge, second = self._core.badge(proof), second_badge(self._core, approval)
        if isinstance(badge, Refusal):
            return badge
        if isinstance(second, Refusal):
            return second
        view = self._view()
        if view is None or device not in self._heard:
            return refused("not-listening", HOUSE_POLICY)
        draft = Draft(self._core.state)
        if self._settings.command is Approval.NEEDED and not isinstance(request, _FREE):
            wanted = Second(what=f"command to {device}", before="", after=repr(request))
            by = seconded(self._core, draft, view.rules, badge, second, wanted)
            if isinstance(by, Refusal):
                return by
        draft.add([DeviceIncident(device=device, incident=Incident.NOTED, detail=f"asked: {request!r}")])
        done = self._core.commit(draft, self._author(badge, view))
        self._outgoing.ask(device, request)
        return done

    def replaced(self, proof: Proof, device: str, *, by: str) -> Done | Refusal:
        """Another device stands in the place of this one: nothing that the first one held is true of it."""
        badge = against_text(by) or self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        if device not in self._heard:
            return refused("not-listening", HOUSE_POLICY)
        self._heard[device] = Heard(device=device, kind=self._heard[device].kind)
        self._incidents.replaced(device)
        draft = Draft(self._core.state)
        draft.add([DeviceIncident(device=device, incident=Incident.REPLACED, detail=by)])
        return self._core.commit(draft, Author(badge))

    def _give_if_heard(self, device: str, command: Command) -> None:
        """What the table does not hear now is in the log, and the incident beside it in the journal."""
        done = self._given(command)
        if isinstance(done, Refusal):
            LOG.info("%s: %s is not heard now: %s", device, type(command).__name__, done.code)

    def _after(self, done: Done | Refusal) -> Done | Refusal:
        self.look()
        return done

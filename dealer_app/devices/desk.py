"""The devices at the table: their reports come in here, and go the same way as what people do.

A report is given by the person who is signed in at the terminal of the table, and by nobody else: while nobody is, it
is asked about later. What it means is judged in `report_intake`; here it becomes durable, or a question, or a request
to a device.
"""

import logging
from collections.abc import Mapping
from typing import Protocol

from dealer_app.device_questions import DeviceKind, EntrySubject, Question, QueueEntry, Reply
from dealer_app.devices import match, report_intake
from dealer_app.devices.answers import (
    DealerAnswer,
    answer_source,
    answer_text,
    dismissible_entries,
    is_keyed_by_hand,
    resolve_answer,
)
from dealer_app.devices.device_state import (
    Approval,
    DeviceResult,
    DeviceState,
    EndLateReports,
    ListeningSettings,
    Log,
    RecordIncident,
    ReportEffect,
    Send,
    TableView,
    WithdrawQuestion,
)
from dealer_app.devices.incidents import IncidentWriter
from dealer_app.devices.line_reports import OpenLines
from dealer_app.devices.report_intake import MOST_ENTRIES, ask_after_silence, handle_report, must_blank_captures
from dealer_app.devices.table_access import TableAccess, question_event, with_question
from dealer_app.domain.plain_text import plain_text_refusal, visible_value
from dealer_app.domain.round.commands import Report
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Command, Source
from dealer_app.domain.values import replace
from dealer_app.observations import DeviceReport, DeviceRequest, LightAreas, Poll
from dealer_app.station.core import Core, Done, Proof
from dealer_app.station.device_fold import absent_device_names
from dealer_app.station.hand_keying import Keyer, hand_key_source
from dealer_app.station.table import CommandExtras, TableDesk
from dealer_app.station.transaction import Author, Transaction
from dealer_app.station.two_people import SecondSubject, approve_by_second, second_badge
from dealer_app.station_events import (
    DeviceConfirmed,
    DeviceIncident,
    DeviceSettled,
    DevicesSetUp,
    Incident,
    KeyedByHand,
    QuestionEnding,
    StationEvent,
)

LOG = logging.getLogger("dealer_app.devices")
_MOST_STEPS = 4 * MOST_ENTRIES
_FREE_REQUESTS = (LightAreas, Poll)
"""Requests that change nothing at the table, and need nobody's approval."""


class RequestSender(Protocol):
    """How a device is asked for something; what becomes of it is reported like everything else."""

    def ask(self, device: str, request: DeviceRequest) -> None: ...


class NoDeviceSender:
    """Where no device can be asked."""

    def ask(self, device: str, request: DeviceRequest) -> None:
        LOG.debug("%s is not there to be asked for %r", device, request)


class DeviceDesk(TableAccess):
    """The desk of the devices: takes their reports, the dealer's answers to their questions, and requests to them.

    `sealed` follows the table: while it is set, captures and monitors show nothing.
    """

    def __init__(self, core: Core, table: TableDesk) -> None:
        super().__init__(core, table)
        self._outgoing: RequestSender = NoDeviceSender()
        self._unasked = report_intake.AutomaticSteps()
        self._incidents = IncidentWriter(core, self._commit)
        self._lines = OpenLines(core, self._incidents)
        self.sealed = True

    def listen(self, settings: ListeningSettings, devices: Mapping[str, DeviceKind], outgoing: RequestSender) -> None:
        """Listens to these devices from now on. Call it when the station has been started, before the first report."""
        self._settings = settings
        if devices != self._core.state.set_up.now and self._core.state.running:
            self._commit(DevicesSetUp(devices=dict(devices)))
        self._heard = {name: self._restore_state(name, kind) for name, kind in devices.items()}
        self._core.devices = dict(devices)
        for name in devices:
            self._incidents.begin(name)
        self._outgoing = outgoing
        self._viewed = None
        self.advance()

    def _restore_state(self, device: str, kind: DeviceKind) -> DeviceState:
        """In mid-round, what came before anybody listened is asked about, and a result that came is still compared."""
        state = self._core.state
        known = state.listening.devices.get(device)
        result = None if known is None or known.result is None else DeviceResult(round=known.result, said=None)
        return DeviceState(device=device, kind=kind, unheard=0 if state.table.round is None else 1, result=result)

    @property
    def absent_names(self) -> tuple[str, ...]:
        """The devices that the open table has had, of a kind of which none is listened to now."""
        set_up, here = self._core.state.set_up, self._core.devices
        return tuple(dict.fromkeys(name for kind in DeviceKind for name in absent_device_names(set_up, here, kind)))

    # What comes in

    def hear(self, device: str, report: DeviceReport) -> None:
        """One report, in the order in which they came. What a device says in words is kept with every sign seen.

        One of a line that is not listened to is not dealt.
        """
        self._hear(device, visible_value(report))
        self.advance()

    def _hear(self, device: str, report: DeviceReport) -> None:
        if self._lines.is_blocked(device, report):
            LOG.info("%s: %r: its line is not listened to", device, report.observation)
            return
        view = self._view()
        self._heard[device], following = handle_report(view, self._heard[device], report)
        source = Source(device=device, report=report.observation.sequence or "")
        for each in following:
            self._follow(device, each, source)
            if isinstance(each, Log):
                # Its repr is blanked: of a card or of dice it says only that they were reported.
                LOG.info("%s: %r: %s", device, report.observation, each.why)

    def _follow(self, device: str, following: ReportEffect, source: Source | None = None) -> None:
        match following:
            case RecordIncident():
                self._incidents.record(device, following)
            case QueueEntry():
                self._bring(device, following, source or Source(device=device))
            case Send(command=command):
                self._give_if_heard(device, command)
            case WithdrawQuestion(number=number):
                self._commit(DeviceSettled(number=number, ending=QuestionEnding.OVERTAKEN))
            case EndLateReports():
                unheard = self._core.state.listening.unheard
                if unheard.places:
                    self._commit(KeyedByHand(round=unheard.round, dice=unheard.dice))
            case Log():
                pass

    def _bring(self, device: str, brought: QueueEntry, source: Source) -> None:
        """Deals it at once, if nothing waits before it and it fits; otherwise it goes to the end of the queue."""
        view = self._view()
        entry = self._number_entry(brought, device, self._core.state.listening.asked + 1, source)
        if (
            view is not None
            and not self.question_queue
            and entry.what is EntrySubject.CARD
            and entry.question is Question.WAITS
        ):
            match match.match_entry(view, entry):
                case Command() as command:
                    done = self._give(command, source=source)
                    if not isinstance(done, Refusal):
                        return
                    entry = with_question(entry, Question.NOT_NOW, refusal=done.code)
                case match.Asks(question=question, device_says=hand):
                    entry = with_question(entry, question, device_says=hand)
                case match.Matches(round=number, place=place):
                    self._commit(DeviceConfirmed(round=number, place=place, source=source))
                    return
                case _:
                    pass
        self._commit(question_event(entry))

    # What the table makes of it

    def advance(self) -> None:
        """After anything has happened, and now and then: whose turn has come, what can be compared, what is lit."""
        if self._core.state.running:
            self._incidents.write_surplus()
            for device, report in self._lines.line_changes():
                self._hear(device, report)
        for _ in range(_MOST_STEPS):
            if not self._step():
                break
        view = self._view()
        self.sealed = view is None or must_blank_captures(view)
        if view is None:
            return
        for device, device_state in self._heard.items():
            if device_state.unheard:
                self._heard[device], following = ask_after_silence(view, device_state)
                for each in following:
                    self._follow(device, each)
        for device, device_state in self._heard.items():
            if device_state.result is None:
                continue
            self._heard[device], difference = report_intake.compare_result(self._view() or view, device_state)
            if difference is not None:
                self._give_if_heard(device, difference)
        for device, device_state in self._heard.items():
            self._keep_result(device, device_state)
        self._take_own_steps(self._view() or view)

    def _keep_result(self, device: str, device_state: DeviceState) -> None:
        """That a result waits to be compared outlives a stop; what it says does not, for cards may lie face down."""
        known = self._core.state.listening.devices.get(device)
        before = None if known is None else known.result
        now = None if device_state.result is None else device_state.result.round
        if now is not None and now != before:
            self._commit(DeviceIncident(device=device, incident=Incident.RESULT_KEPT, detail=str(now)))
        elif now is None and before is not None:
            self._commit(DeviceIncident(device=device, incident=Incident.RESULT_DONE, detail=""))

    def _take_own_steps(self, view: TableView) -> None:
        """Lamps, and the steps that the station may take by itself."""
        tumblers = [name for name, device_state in self._heard.items() if device_state.kind is DeviceKind.TUMBLER]
        areas = self._unasked.lamp_change(view)
        if areas is not None:
            for device in tumblers:
                self._outgoing.ask(device, LightAreas(areas=areas))
        step = self._unasked.due_step(view, lambda: self._core.now().counter)
        if step is not None and not isinstance(self._give(step), Refusal):
            self._step()

    def _step(self) -> bool:
        """Judges the first of the queue by the table as it is now; returns whether anything has moved."""
        view, entry = self._view(), self._core.state.listening.first_entry
        if view is None or entry is None:
            return False
        match match.match_entry(view, entry):
            case match.Holds():
                return False
            case match.Over(ending=ending):
                self._commit(DeviceSettled(number=entry.number, ending=ending))
            case match.Asks(question=question, device_says=hand):
                self._commit(question_event(with_question(entry, question, device_says=hand)))
            case match.Matches(round=number, place=place):
                source = entry.source or Source(device=entry.device)
                confirmed = DeviceConfirmed(round=number, place=place, source=source)
                self._commit(DeviceSettled(number=entry.number, ending=QuestionEnding.OVERTAKEN), confirmed)
            case Command() as command:
                taken = DeviceSettled(number=entry.number, ending=QuestionEnding.TAKEN)
                settles = (taken,) if match.is_last_command(command) else ()
                done = self._give(command, *settles, source=entry.source or Source(device=entry.device))
                if isinstance(done, Refusal):
                    self._commit(question_event(with_question(entry, Question.NOT_NOW, refusal=done.code)))
        return True

    def close(self) -> None:
        """The station stops: nothing that was only counted is lost with it."""
        self._incidents.write_all_surplus()

    # What the dealer says

    def answer(self, proof: Proof, number: int, said: DealerAnswer, *, approval: Proof | None = None) -> Done | Refusal:
        """Answers the first question. What is keyed in place of a device's report takes a second person."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        second = second_badge(self._core, approval)
        if isinstance(second, Refusal):
            return second
        view, entry = self._view(), self._core.state.listening.first_entry
        if view is None:
            return simple_refusal("not-listening", HOUSE_POLICY)
        if entry is None or entry.number != number or entry.question is Question.WAITS:
            return Refusal(code="question-not-asked", clause=HOUSE_POLICY, facts={"number": str(number)})
        brought = resolve_answer(entry, said)
        if isinstance(brought, Refusal):
            return brought
        if entry.question is Question.BURNED and said.reply is Reply.DEAL:
            settled = DeviceSettled(number=number, ending=QuestionEnding.ANSWERED, reply=said.reply)
            burned = CommandExtras(settles=(settled,), source=entry.source or Source(device=entry.device))
            return self._finish(self._table.give_proven(badge, match.burn_command(entry), burned))
        draft = Transaction(self._core.state)
        keyed_ = None
        if is_keyed_by_hand(entry, said):
            kind = (
                DeviceKind.TUMBLER if entry.what in (EntrySubject.DICE, EntrySubject.DICE_UNHEARD) else DeviceKind.SHOE
            )
            wanted = SecondSubject(
                what=f"keyed {entry.what.value} (question {number})",
                before=entry.question.value,
                after=answer_text(said),
            )
            keyer = Keyer(badge=badge, terminal=proof.terminal, second=second, answers=True)
            by = hand_key_source(self._core, draft, view.rules, keyer, kind, wanted)
            if isinstance(by, Refusal):
                return by
            keyed_ = by
        settled = DeviceSettled(
            number=number,
            ending=QuestionEnding.ANSWERED,
            reply=said.reply,
            cards=len(said.cards),
            approved_by="" if keyed_ is None else keyed_.approved_by,
        )
        first = self._core.state.listening.asked + 1
        source = answer_source(entry, said, keyed_, badge)
        entries = [self._number_entry(one, entry.device, first + place, source) for place, one in enumerate(brought)]
        draft.add(
            [
                settled,
                *self._late_report_event(entry, said),
                *(question_event(one, front=True) for one in reversed(entries)),
            ]
        )
        self._count_keyed_cards(entry, said)
        # The device may be gone for good since the station was started again.
        if entry.what is EntrySubject.TUMBLE and entry.device in self._heard:
            self._heard[entry.device] = report_intake.forget_tumbling(self._heard[entry.device])
        return self._finish(self._core.commit(draft, self._badge_author(badge, view)))

    def dismiss_questions(self, proof: Proof, numbers: tuple[int, ...]) -> Done | Refusal:
        """Nothing lies there of all that was asked or waits under these numbers: one answer for the whole queue.

        What came meanwhile is not among them, and a cutting card that waits for its turn is no question.
        """
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        view, queue = self._view(), self._core.state.listening.row
        if view is None:
            return simple_refusal("not-listening", HOUSE_POLICY)
        first = queue[0] if queue else None
        if first is None or first.question is Question.WAITS or first.number not in numbers:
            number = str(numbers[0]) if numbers else "0"
            return Refusal(code="question-not-asked", clause=HOUSE_POLICY, facts={"number": number})
        draft = Transaction(self._core.state)
        nothing = DealerAnswer(reply=Reply.NOTHING)
        for entry in dismissible_entries(queue):
            if entry.number not in numbers:
                continue
            settled = DeviceSettled(number=entry.number, ending=QuestionEnding.ANSWERED, reply=Reply.NOTHING)
            draft.add([settled, *self._late_report_event(entry, nothing)])
            if entry.what is EntrySubject.TUMBLE and entry.device in self._heard:
                self._heard[entry.device] = report_intake.forget_tumbling(self._heard[entry.device])
        return self._finish(self._core.commit(draft, self._badge_author(badge, view)))

    def _count_keyed_cards(self, entry: QueueEntry, said: DealerAnswer) -> None:
        """Cards keyed for what arrived damaged: as many reports may be missing without another question."""
        if entry.question is Question.DAMAGED and said.reply is Reply.DEAL and entry.device in self._heard:
            device_state = self._heard[entry.device]
            self._heard[entry.device] = replace(
                device_state, made_good=device_state.made_good + max(1, len(said.cards))
            )

    def _late_report_event(self, entry: QueueEntry, said: DealerAnswer) -> tuple[StationEvent, ...]:
        """Put aside, what might have been the late report of a keyed card was just that: no other is awaited of it."""
        unheard = self._core.state.listening.unheard
        if entry.question is not Question.LATE or said.reply is not Reply.NOTHING or not unheard.places:
            return ()
        return (KeyedByHand(round=unheard.round, places=unheard.places[1:], dice=unheard.dice),)

    def send(
        self, proof: Proof, device: str, request: DeviceRequest, *, approval: Proof | None = None
    ) -> Done | Refusal:
        """Asks a device for something, in the journal too, with the approval that the settings ask for."""
        badge, second = self._core.badge(proof), second_badge(self._core, approval)
        if isinstance(badge, Refusal):
            return badge
        if isinstance(second, Refusal):
            return second
        view = self._view()
        if view is None or device not in self._heard:
            return simple_refusal("not-listening", HOUSE_POLICY)
        draft = Transaction(self._core.state)
        if self._settings.command is Approval.NEEDED and not isinstance(request, _FREE_REQUESTS):
            wanted = SecondSubject(what=f"command to {device}", before="", after=repr(request))
            by = approve_by_second(self._core, draft, view.rules, badge, second, wanted)
            if isinstance(by, Refusal):
                return by
        draft.add([DeviceIncident(device=device, incident=Incident.NOTED, detail=f"asked: {request!r}")])
        done = self._core.commit(draft, self._badge_author(badge, view))
        self._outgoing.ask(device, request)
        return done

    def record_replacement(self, proof: Proof, device: str, *, by: str) -> Done | Refusal:
        """Another device has taken the place of this one: nothing that the first one reported applies to it."""
        badge = plain_text_refusal(by) or self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        if device not in self._heard:
            return simple_refusal("not-listening", HOUSE_POLICY)
        self._heard[device] = DeviceState(device=device, kind=self._heard[device].kind)
        self._incidents.forget_error(device)
        draft = Transaction(self._core.state)
        draft.add([DeviceIncident(device=device, incident=Incident.REPLACED, detail=by)])
        return self._core.commit(draft, Author(badge))

    def _give_if_heard(self, device: str, command: Command) -> None:
        """What the table does not take now is in the log, and the incident beside it in the journal.

        The dealer who is signed in gives it, but the device has reported it.
        """
        done = self._give(replace(command, device=device) if isinstance(command, Report) else command)
        if isinstance(done, Refusal):
            LOG.info("%s: no signal from %s now: %s", device, type(command).__name__, done.code)

    def _finish(self, done: Done | Refusal) -> Done | Refusal:
        self.advance()
        return done

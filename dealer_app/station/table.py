"""The desk of the table: commands of known people, the document in force, and the answer after an outage."""

from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from dealer_app import rulebooks, station_events
from dealer_app.clock import Timestamp
from dealer_app.device_questions import EntrySubject, PendingReports, has_early_tumble, update_pending_reports
from dealer_app.domain.plain_text import plain_text_refusal
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.engine import COMMANDS, decide
from dealer_app.domain.round.events import Event, TumblesCounted
from dealer_app.domain.round.guide import Guide, make_guide
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.state import Command, Person, Source
from dealer_app.domain.round.table_settings import Rules, Table, make_rules
from dealer_app.domain.rulebook import Rulebook
from dealer_app.domain.values import replace
from dealer_app.journal.second_head import MissedError
from dealer_app.people.authority import HeldPosition, engine_person, find_authority, person_badge
from dealer_app.people.events import ApprovalUsed, FolderKind, subject_digest
from dealer_app.people.positions import Position
from dealer_app.practice_list_events import CurrencyShown
from dealer_app.rulebooks.loader import GAMES
from dealer_app.station import case_approvals
from dealer_app.station.case_approvals import case_approval
from dealer_app.station.core import Core, Done, Proof
from dealer_app.station.hand_keying import (
    Keyer,
    add_source,
    case_source,
    hand_key_source,
    hand_key_subject,
    may_report,
    source_device_kind,
)
from dealer_app.station.house_law import dispute_events, is_notice_due
from dealer_app.station.practice_list import judge_currency, unreadable_refusal
from dealer_app.station.state import Outage, StationState, may_dealer_close
from dealer_app.station.supervisor.checklists import check_closing, check_opening
from dealer_app.station.supervisor.odds_looks import look_end_events
from dealer_app.station.supervisor.order_watch import hold_refusal
from dealer_app.station.transaction import Author, Transaction
from dealer_app.station.two_people import limits_text, second_badge
from dealer_app.station_events import RulebookInForce, StationEvent

_RULES_CACHE_SIZE = 4
"""Who opens a table asks twice, and a station is at one table."""


class RulesChangedError(Exception):
    """The file of a document is not the one by which the table was opened, or leaves no such choice any more."""

    def __init__(self, game: str) -> None:
        super().__init__(game)
        self.game = game


def rulebook_event(book: Rulebook) -> RulebookInForce:
    """The document as it is read, every ruling included."""
    rulings = tuple((ruling.number, ruling.chosen) for ruling in book.rulings)
    return RulebookInForce(game=book.game, fingerprint=book.fingerprint, rulings=rulings)


@lru_cache(maxsize=_RULES_CACHE_SIZE)
def load_rules(read: RulebookInForce, letter: str) -> Rules:
    """Raises RulesChangedError if the station's own document is another now."""
    if read.game not in GAMES:
        raise RulesChangedError(read.game)
    book = rulebooks.load_rulebook(read.game)
    for number, option in read.rulings:
        ruling = book.find_ruling(number)
        if ruling is None or option not in ruling.options:
            raise RulesChangedError(read.game)
        if ruling.chosen != option:
            book = book.with_option(number, option)
    if rulebook_event(book) != read:
        raise RulesChangedError(read.game)
    return make_rules(book, rulebooks.require_layout(book, letter))


_APPROVAL_COMMANDS = (commands.Approve, commands.Refuse)


class CommandExtras(Struct, frozen=True, kw_only=True):
    """What goes with a command: the request that was seen, a reference of surveillance, further events of the decision.

    `source` is set for what a device reported, or for what was keyed for it and is approved already. Without one, the
    keyer's approval is checked: at this terminal, with this second person.
    """

    request: str | None = None
    surveillance: str | None = None
    settles: Sequence[StationEvent] = ()
    source: Source | None = None
    terminal: str = ""
    second: str = ""
    standing: bool = False
    reason: str = ""
    """Why a table is closed though no notice was given in time."""


class TableDesk:
    """The desk of the table: gives commands to the engine, for a person who is signed in, and commits what it
    decides.
    """

    def __init__(self, core: Core) -> None:
        self._core = core

    def guide(self) -> Guide | None:
        """What is to be done at the table; nothing while none is open, or while an outage is still asked about."""
        if self._core.rules is None or self._core.state.outage is Outage.ASKED:
            return None
        return make_guide(self._core.rules, self._core.state.table)

    def open_table(self, proof: Proof, table: Table, *, game: station_events.RulebookInForce) -> Done | Refusal:
        """Opens the table by this document, read so. In a live house two people have confirmed the reading before."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        if self._core.state.table.table is not None:
            return simple_refusal("table-open", HOUSE_POLICY)
        live = self._core.state.people.kind is FolderKind.LIVE
        if live and self._core.state.confirmed.get(game.game) != game:
            return Refusal(code="rulings-not-confirmed", clause=HOUSE_POLICY, facts={"game": game.game})
        if live and self._core.state.limits.get(table.name) != limits_text(table.limits):
            return Refusal(code="limits-not-confirmed", clause=HOUSE_POLICY, facts={"table": table.name})
        try:
            rules = self._core.around.rules(game, table.layout)
        except RulesChangedError:
            return Refusal(code="rules-changed", clause=HOUSE_POLICY, facts={"game": game.game})
        person, held = engine_person(
            self._core.around.positions, rules, self._core.state.people, badge, at=self._core.now()
        )
        unchecked = check_opening(self._core.state.settings, self._core.state.checklists, rules.book.house)
        if unchecked is not None:
            return unchecked
        command = commands.OpenTable(by=person, at=self._core.now().utc, table=table)
        decision = decide(rules=rules, state=self._core.state.table, command=command)
        if isinstance(decision, Refusal):
            return decision
        draft = Transaction(self._core.state)
        draft.add([game, *decision])
        return self._core.commit(draft, make_author(badge, held))

    def approval_digest(self) -> str | None:
        """The hash of what a case waits for now; the approver gives it back, and so approves exactly what they saw."""
        waiting = case_approval(self._core.state.table)
        return None if waiting is None else subject_digest(waiting[0])

    def give(
        self,
        proof: Proof,
        command: Command,
        *,
        request: str | None = None,
        surveillance: str | None = None,
        approval: Proof | None = None,
        standing: bool = False,
    ) -> Done | Refusal:
        """A command of a known person; who and when are put into it here, whatever it says.

        An approval or a refusal names by its hash the request that the person saw; if another waits by now, it lapses.
        `approval` is of a second person for what is keyed by hand; with `standing` it lasts while no device works.
        """
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        second = second_badge(self._core, approval)
        if isinstance(second, Refusal):
            return second
        beside = CommandExtras(
            request=request, surveillance=surveillance, terminal=proof.terminal, second=second, standing=standing
        )
        return self.give_proven(badge, command, beside)

    def close_table(self, proof: Proof, *, reason: str = "") -> Done | Refusal:
        """Closes the table; `reason` is of a supervisor, where the law of the house asks for a notice and none came."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        command = commands.CloseTable(by=Person("", ""), at=0)
        return self.give_proven(badge, command, CommandExtras(terminal=proof.terminal, reason=reason))

    def give_proven(self, badge: str, command: Command, beside: CommandExtras) -> Done | Refusal:
        """The same of somebody who is proved to be there already."""
        if self._core.rules is None:
            return simple_refusal("no-table", HOUSE_POLICY)
        against = plain_text_refusal((beside.surveillance, beside.reason)) or self._against_command(command)
        if against is not None:
            return against
        now = self._core.now()
        waiting = case_approval(self._core.state.table)
        role = waiting[1].role if waiting is not None and isinstance(command, _APPROVAL_COMMANDS) else None
        person, held = engine_person(
            self._core.around.positions, self._core.rules, self._core.state.people, badge, at=now, role=role
        )
        named = self._name_second(command, badge)
        if isinstance(named, Refusal):
            return named
        decision = decide(
            rules=self._core.rules, state=self._core.state.table, command=self._complete_command(named, person, now.utc)
        )
        if isinstance(decision, Refusal):
            return decision
        if isinstance(command, commands.CloseTable) and not self._may_close(badge, now):
            return simple_refusal("may-not-close", HOUSE_POLICY)
        unchecked = self._unchecked_closing(command)
        if unchecked is not None:
            return unchecked
        unnoticed = self._close_without_notice(command, badge, beside.reason.strip())
        if isinstance(unnoticed, Refusal):
            return unnoticed
        shown = self._check_currency(command, badge)
        if isinstance(shown, Refusal):
            return shown
        draft = Transaction(self._core.state)
        draft.add([*unnoticed, *shown])
        if waiting is not None and isinstance(command, _APPROVAL_COMMANDS):
            reason = command.reason if isinstance(command, commands.Refuse) else None
            answer = case_approvals.ApprovalAnswer(by=badge, at=now, reason=reason, surveillance=beside.surveillance)
            if beside.request != subject_digest(waiting[0]):
                return simple_refusal("other-request", HOUSE_POLICY)
            bound = case_approvals.answer_request(self._core.state.people, waiting[0], answer)
            if isinstance(bound, Refusal) or bound.refusal is not None:
                return self._core.commit_decision(bound, make_author(badge, held))
            draft.add_decision(bound)
        source = self._command_source(draft, badge, command, decision, beside)
        if isinstance(source, Refusal):
            return source
        happened = add_source(decision, source, self._core.state.table)
        state = self._core.state
        kept = dispute_events(state.settings, state.law, state.table, happened, now)
        if isinstance(command, commands.PlaceYourBets):
            draft.add(look_end_events(state.live_odds, now))
        draft.add([*happened, *kept, *self._late_reports_event(happened), *beside.settles])
        return self._core.commit(draft, make_author(badge, held))

    def _check_currency(self, command: Command, badge: str) -> tuple[CurrencyShown, ...] | Refusal:
        """What the list of practice says of who begins to deal here; nothing where the house does not ask for it."""
        demand, book = self._core.state.currency, self._core.state.book
        if not isinstance(command, commands.PlaceYourBets) or not demand.key or badge in demand.cleared:
            return ()
        assert book is not None, "a round begins at an open table"
        try:
            data = self._core.around.read_list(demand.file)
        except MissedError as problem:
            return unreadable_refusal(demand, str(problem))
        found = judge_currency(demand, data, badge, book.game, self._core.now().utc)
        return found if isinstance(found, Refusal) else (found,)

    def _unchecked_closing(self, command: Command) -> Refusal | None:
        state = self._core.state
        if not isinstance(command, commands.CloseTable):
            return None
        return check_closing(state.settings, state.checklists, state.table)

    def _may_close(self, badge: str, now: Timestamp) -> bool:
        """A supervisor closes a table, or whom the house lets do it."""
        return self._is_supervisor(badge, now) or may_dealer_close(self._core.state.settings)

    def _is_supervisor(self, badge: str, now: Timestamp) -> bool:
        needed = self._core.around.positions.equal_or_higher(Position.PIT_SUPERVISOR)
        return find_authority(self._core.state.people, badge, needed, now) is not None

    def _close_without_notice(
        self, command: Command, badge: str, reason: str
    ) -> tuple[station_events.ClosedWithoutNotice, ...] | Refusal:
        """Where the law asks for a notice and none came in time, a supervisor closes the table and says why."""
        state = self._core.state
        table = state.table.table
        if not isinstance(command, commands.CloseTable) or table is None:
            return ()
        if not is_notice_due(state.settings, state.law, state.table):
            return ()
        if not reason:
            return simple_refusal("closing-notice-first", HOUSE_POLICY)
        if not self._is_supervisor(badge, self._core.now()):
            return simple_refusal("closing-takes-supervisor", HOUSE_POLICY)
        return (station_events.ClosedWithoutNotice(table=table.name, by=badge, reason=reason),)

    def _command_source(
        self, draft: Transaction, badge: str, command: Command, decision: Sequence[Event], beside: CommandExtras
    ) -> Source | Refusal:
        """Where what comes to the table comes from; what is keyed takes the people that it takes."""
        state = self._core.state
        if beside.source is not None:
            return beside.source
        if isinstance(command, _APPROVAL_COMMANDS) and state.table.cases:
            # What is corrected was asked for by who reported it; what a device reported still comes from it.
            number = next((event.number for event in draft.events if isinstance(event, ApprovalUsed)), 0)
            asked_by = person_badge(state.table.cases[-1].reported_by)
            source = _tumble_source(state, decision)
            return replace(source or Source(keyed_by=asked_by), approved_by=badge, approval=number)
        if isinstance(command, commands.Answer):
            return _tumble_source(state, decision) or Source(keyed_by=badge)
        kind = source_device_kind(command)
        if kind is None:
            kept = case_source(state.table) if isinstance(command, commands.Inspect) else None
            return Source(keyed_by=badge) if kept is None else replace(kept, keyed_by=badge)
        assert self._core.rules is not None, "given only at an open table"
        keyer = Keyer(badge=badge, terminal=beside.terminal, second=beside.second, standing=beside.standing)
        second = hand_key_subject(self._core, kind, decision, standing=beside.standing)
        return hand_key_source(self._core, draft, self._core.rules, keyer, kind, second)

    def _late_reports_event(self, happened: Sequence[Event]) -> Sequence[StationEvent]:
        """What a device may still report of what was keyed now; a card that it reports itself ends what was awaited."""
        round_ = self._core.state.table.round
        if round_ is None:
            return ()
        before = self._core.state.listening.unheard
        before = before if before.round == round_.number else PendingReports(round=round_.number)
        after = update_pending_reports(before, len(round_.cards), happened, lambda kind: may_report(self._core, kind))
        return (
            ()
            if after is before
            else (station_events.KeyedByHand(round=after.round, places=after.places, dice=after.dice),)
        )

    def answer_outage(self, proof: Proof, *, played_on: bool) -> Done | Refusal:
        """Whether the table went on without the station. If not, the book's rule for a power failure comes."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        if self._core.state.outage is Outage.NONE or self._core.rules is None:
            return simple_refusal("no-outage", HOUSE_POLICY)
        person, held = engine_person(
            self._core.around.positions, self._core.rules, self._core.state.people, badge, at=self._core.now()
        )
        if not self._core.rules.has_role(person.role):
            return simple_refusal("unknown-role", HOUSE_POLICY)
        draft = Transaction(self._core.state)
        draft.add([station_events.OutageAnswered(played_on=played_on)])
        if not played_on and self._core.state.table.round is not None:
            report = commands.Report(by=person, at=self._core.now().utc, trouble=IrregularityKind.POWER_FAILURE.value)
            decision = decide(rules=self._core.rules, state=draft.state.table, command=report)
            if isinstance(decision, Refusal):
                return decision
            draft.add(decision)
        return self._core.commit(draft, make_author(badge, held))

    def _against_command(self, command: Command) -> Refusal | None:
        """What keeps a command from the engine at all."""
        match self._core.state.outage:
            case Outage.ASKED:
                return simple_refusal("outage-first", HOUSE_POLICY)
            case Outage.PLAYED_ON if not self._is_before_outage_rounds(command):
                return simple_refusal("outage-rounds-first", HOUSE_POLICY)
            case _:
                pass
        if isinstance(command, correction_commands.EnterOutageRounds) and self._core.state.outage is Outage.NONE:
            return simple_refusal("no-outage", HOUSE_POLICY)
        if isinstance(command, commands.OpenTable):
            return simple_refusal("table-open", HOUSE_POLICY)
        if isinstance(command, commands.PlaceYourBets):
            against = hold_refusal(self._core.state.order, self._core.rules)
            if against is None and not self._core.has_reserve():
                against = simple_refusal("disk-full", HOUSE_POLICY)
            return against
        if isinstance(command, commands.NoMoreBets) and has_early_tumble(self._core.state.listening):
            assert self._core.rules is not None, "asked only at an open table"
            return simple_refusal("tumbler-runs", self._core.rules.clause("tumbled-too-early"))
        if isinstance(command, commands.ChangeLimits) and self._core.state.people.kind is FolderKind.LIVE:
            table = self._core.state.table.table
            if table is not None and self._core.state.limits.get(table.name) != limits_text(command.limits):
                return Refusal(code="limits-not-confirmed", clause=HOUSE_POLICY, facts={"table": table.name})
        return None

    def _name_second(self, command: Command, badge: str) -> Command | Refusal:
        """Who checks cards or inspects dice with somebody is another person who works here, by their badge."""
        match command:
            case commands.DoShoeWork(work=commands.ShoeWork.CHECK, second=second) if second:
                found = self._find_second(second, badge)
                return found if isinstance(found, Refusal) else replace(command, second=found)
            case correction_commands.ChangeDice(inspected_by=second) if second:
                found = self._find_second(second, badge)
                return found if isinstance(found, Refusal) else replace(command, inspected_by=found)
            case _:
                return command

    def _find_second(self, typed: str, badge: str) -> str | Refusal:
        """The person's name as the engine knows people."""
        people, other = self._core.state.people, typed.strip().upper()
        account = people.accounts.get(other)
        at_tables = self._core.around.positions.table_positions()
        if account is None or not account.enabled or account.position not in at_tables or other == badge:
            return Refusal(code="inspector-unknown", clause=HOUSE_POLICY, facts={"badge": typed})
        return f"{account.name} ({account.badge})"

    def _is_before_outage_rounds(self, command: Command) -> bool:
        """The rounds dealt meanwhile come first; while they cannot be entered yet, what prevents that comes before
        them.
        """
        rules, entering = self._core.rules, correction_commands.EnterOutageRounds
        if isinstance(command, entering) or rules is None:
            return True
        may_enter, _ = COMMANDS[entering]
        return may_enter(rules, self._core.state.table) is not None and not isinstance(command, commands.PlaceYourBets)

    def _complete_command(self, command: Command, person: Person, utc: int) -> Command:
        """Puts in who and when, and a salt for what may have to be sealed: from the station, never from the caller."""
        changes: dict[str, object] = {"by": person, "at": utc}
        if hasattr(command, "salt"):
            changes["salt"] = self._core.around.salt()
        return replace(command, **changes)  # type: ignore[arg-type]


def _tumble_source(state: StationState, decision: Sequence[Event]) -> Source | None:
    """The source of tumbles that a tumbler reported too early: they wait for approval, but still come from the
    device.
    """
    first = state.listening.first_entry
    counted = next((event for event in decision if isinstance(event, TumblesCounted)), None)
    if first is None or counted is None or first.what is not EntrySubject.DICE:
        return None
    return first.source if first.hidden.tumbles == counted.tumbles else None


def make_author(badge: str, held: HeldPosition) -> Author:
    return Author(badge, f"{held.position.value} (acting)" if held.acting else held.position.value)

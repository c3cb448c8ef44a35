"""The table: opening it, commands of known people, and what is asked after an outage before anything else."""

from collections.abc import Sequence

from msgspec import Struct

from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.command import Command
from dealer_app.domain.round.decide import COMMANDS, decide
from dealer_app.domain.round.events import Event, TumblesCounted
from dealer_app.domain.round.guide import guide
from dealer_app.domain.round.guided import Guide
from dealer_app.domain.round.plain_text import against_text
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.domain.round.source import Source
from dealer_app.domain.round.state import Person
from dealer_app.domain.round.table import Table
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.people.approval_events import ApprovalUsed
from dealer_app.people.events import Kind
from dealer_app.people.requests import digest_of
from dealer_app.people.standing import Held, as_person, badge_of
from dealer_app.station import approving, facts
from dealer_app.station.asking import asked_by
from dealer_app.station.core import Core, Done
from dealer_app.station.draft import Draft
from dealer_app.station.facts import StationFact
from dealer_app.station.keying import Keyer, kept_source, keyed, keys_for, may_tell, signed, with_source
from dealer_app.station.listening.late import still_unheard
from dealer_app.station.listening.questions import Unheard, What, started_early
from dealer_app.station.proof import Proof
from dealer_app.station.proposals import limits_text
from dealer_app.station.reading import RulesChangedError
from dealer_app.station.seconding import second_badge
from dealer_app.station.state import Outage, StationState
from dealer_app.station.writing import Author

_ON_APPROVAL = (commands.Approve, commands.Refuse)


class Beside(Struct, frozen=True, kw_only=True):
    """What goes with a command: the request that was seen, a reference of surveillance, what becomes so with it.

    A `source` is of what a device told, or of what was keyed for it and is approved already. Without one it is asked
    who keys: at this terminal, with who stands beside him.
    """

    request: str | None = None
    surveillance: str | None = None
    settles: Sequence[StationFact] = ()
    source: Source | None = None
    terminal: str = ""
    second: str = ""
    standing: bool = False


class TableDesk:
    """See the module."""

    def __init__(self, core: Core) -> None:
        self._core = core

    def guide(self) -> Guide | None:
        """What is to be done at the table; nothing while none is open, or while an outage is still asked about."""
        if self._core.rules is None or self._core.state.outage is Outage.ASKED:
            return None
        return guide(self._core.rules, self._core.state.table)

    def open_table(self, proof: Proof, table: Table, *, game: facts.RulebookInForce) -> Done | Refusal:
        """Opens the table by this document, read so. In a live house two people have confirmed the reading before."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        if self._core.state.table.table is not None:
            return refused("table-open", HOUSE_POLICY)
        live = self._core.state.people.kind is Kind.LIVE
        if live and self._core.state.confirmed.get(game.game) != game:
            return Refusal(code="rulings-not-confirmed", clause=HOUSE_POLICY, facts={"game": game.game})
        if live and self._core.state.limits.get(table.name) != limits_text(table.limits):
            return Refusal(code="limits-not-confirmed", clause=HOUSE_POLICY, facts={"table": table.name})
        try:
            rules = self._core.around.rules(game, table.layout)
        except RulesChangedError:
            return Refusal(code="rules-changed", clause=HOUSE_POLICY, facts={"game": game.game})
        person, held = as_person(
            self._core.around.positions, rules, self._core.state.people, badge, at=self._core.now()
        )
        command = commands.OpenTable(by=person, at=self._core.now().utc, table=table)
        decision = decide(rules=rules, state=self._core.state.table, command=command)
        if isinstance(decision, Refusal):
            return decision
        draft = Draft(self._core.state)
        draft.add([game, *decision])
        return self._core.commit(draft, author(badge, held))

    def asked(self) -> str | None:
        """The hash of what a case waits for now; whoever approves it gives it back, and so approves what he saw."""
        waiting = asked_by(self._core.state.table)
        return None if waiting is None else digest_of(waiting[0])

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
        `approval` is of a second person for what is keyed by hand; with `standing` he allows it while nothing is heard.
        """
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        second = second_badge(self._core, approval)
        if isinstance(second, Refusal):
            return second
        beside = Beside(
            request=request, surveillance=surveillance, terminal=proof.terminal, second=second, standing=standing
        )
        return self.given(badge, command, beside)

    def given(self, badge: str, command: Command, beside: Beside) -> Done | Refusal:
        """The same of somebody who is proved to be there already."""
        if self._core.rules is None:
            return refused("no-table", HOUSE_POLICY)
        against = against_text(beside.surveillance) or self._against(command)
        if against is not None:
            return against
        now = self._core.now()
        waiting = asked_by(self._core.state.table)
        role = waiting[1].role if waiting is not None and isinstance(command, _ON_APPROVAL) else None
        person, held = as_person(
            self._core.around.positions, self._core.rules, self._core.state.people, badge, at=now, role=role
        )
        named = self._with_second(command, badge)
        if isinstance(named, Refusal):
            return named
        decision = decide(
            rules=self._core.rules, state=self._core.state.table, command=self._complete(named, person, now.utc)
        )
        if isinstance(decision, Refusal):
            return decision
        draft = Draft(self._core.state)
        if waiting is not None and isinstance(command, _ON_APPROVAL):
            reason = command.reason if isinstance(command, commands.Refuse) else None
            answer = approving.Answer(by=badge, at=now, reason=reason, surveillance=beside.surveillance)
            if beside.request != digest_of(waiting[0]):
                return refused("other-request", HOUSE_POLICY)
            bound = approving.bound(self._core.state.people, waiting[0], answer)
            if isinstance(bound, Refusal) or bound.refusal is not None:
                return self._core.decided(bound, author(badge, held))
            draft.add_decided(bound)
        source = self._source(draft, badge, command, decision, beside)
        if isinstance(source, Refusal):
            return source
        happened = with_source(decision, source, self._core.state.table)
        draft.add([*happened, *self._unheard(happened), *beside.settles])
        return self._core.commit(draft, author(badge, held))

    def _source(
        self, draft: Draft, badge: str, command: Command, decision: Sequence[Event], beside: Beside
    ) -> Source | Refusal:
        """Where what comes to the table comes from; what is keyed takes the people that it takes."""
        state = self._core.state
        if beside.source is not None:
            return beside.source
        if isinstance(command, _ON_APPROVAL) and state.table.cases:
            # What is corrected was asked for by who reported it; what a device told is still from there.
            number = next((event.number for event in draft.events if isinstance(event, ApprovalUsed)), 0)
            asked_by = badge_of(state.table.cases[-1].reported_by)
            told = _told_tumbles(state, decision)
            return replace(told or Source(keyed_by=asked_by), approved_by=badge, approval=number)
        if isinstance(command, commands.Answer):
            return _told_tumbles(state, decision) or Source(keyed_by=badge)
        kind = keys_for(command)
        if kind is None:
            kept = kept_source(state.table) if isinstance(command, commands.Inspect) else None
            return Source(keyed_by=badge) if kept is None else replace(kept, keyed_by=badge)
        assert self._core.rules is not None, "given only at an open table"
        keyer = Keyer(badge=badge, terminal=beside.terminal, second=beside.second, standing=beside.standing)
        second = signed(self._core, kind, decision, standing=beside.standing)
        return keyed(self._core, draft, self._core.rules, keyer, kind, second)

    def _unheard(self, happened: Sequence[Event]) -> Sequence[StationFact]:
        """What a device may still tell of what was keyed now; a card that it tells itself ends what was awaited."""
        round_ = self._core.state.table.round
        if round_ is None:
            return ()
        before = self._core.state.listening.unheard
        before = before if before.round == round_.number else Unheard(round=round_.number)
        after = still_unheard(before, len(round_.cards), happened, lambda kind: may_tell(self._core, kind))
        return () if after is before else (facts.KeyedByHand(round=after.round, places=after.places, dice=after.dice),)

    def answer_outage(self, proof: Proof, *, played_on: bool) -> Done | Refusal:
        """Whether the table went on without the station. If not, the book's rule for a power failure comes."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        if self._core.state.outage is Outage.NONE or self._core.rules is None:
            return refused("no-outage", HOUSE_POLICY)
        person, held = as_person(
            self._core.around.positions, self._core.rules, self._core.state.people, badge, at=self._core.now()
        )
        if not self._core.rules.has_role(person.role):
            return refused("unknown-role", HOUSE_POLICY)
        draft = Draft(self._core.state)
        draft.add([facts.OutageAnswered(played_on=played_on)])
        if not played_on and self._core.state.table.round is not None:
            report = commands.Report(by=person, at=self._core.now().utc, trouble=Trouble.POWER_FAILURE.value)
            decision = decide(rules=self._core.rules, state=draft.state.table, command=report)
            if isinstance(decision, Refusal):
                return decision
            draft.add(decision)
        return self._core.commit(draft, author(badge, held))

    def _against(self, command: Command) -> Refusal | None:
        """What keeps a command from the engine at all."""
        match self._core.state.outage:
            case Outage.ASKED:
                return refused("outage-first", HOUSE_POLICY)
            case Outage.PLAYED_ON if not self._clears_the_way(command):
                return refused("outage-rounds-first", HOUSE_POLICY)
            case _:
                pass
        if isinstance(command, mending_commands.EnterOutageRounds) and self._core.state.outage is Outage.NONE:
            return refused("no-outage", HOUSE_POLICY)
        if isinstance(command, commands.OpenTable):
            return refused("table-open", HOUSE_POLICY)
        if isinstance(command, commands.PlaceYourBets) and not self._core.has_reserve():
            return refused("disk-full", HOUSE_POLICY)
        if isinstance(command, commands.NoMoreBets) and started_early(self._core.state.listening):
            assert self._core.rules is not None, "asked only at an open table"
            return refused("tumbler-runs", self._core.rules.clause("tumbled-too-early"))
        if isinstance(command, commands.ChangeLimits) and self._core.state.people.kind is Kind.LIVE:
            table = self._core.state.table.table
            if table is not None and self._core.state.limits.get(table.name) != limits_text(command.limits):
                return Refusal(code="limits-not-confirmed", clause=HOUSE_POLICY, facts={"table": table.name})
        return None

    def _with_second(self, command: Command, badge: str) -> Command | Refusal:
        """Who checks cards or inspects dice with somebody is another person who works here, by his badge."""
        match command:
            case commands.DoShoeWork(work=commands.ShoeWork.CHECK, second=second) if second:
                found = self._other(second, badge)
                return found if isinstance(found, Refusal) else replace(command, second=found)
            case mending_commands.ChangeDice(inspected_by=second) if second:
                found = self._other(second, badge)
                return found if isinstance(found, Refusal) else replace(command, inspected_by=found)
            case _:
                return command

    def _other(self, typed: str, badge: str) -> str | Refusal:
        """His name as the engine knows people."""
        people, other = self._core.state.people, typed.strip().upper()
        account = people.accounts.get(other)
        at_tables = self._core.around.positions.at_tables()
        if account is None or not account.enabled or account.position not in at_tables or other == badge:
            return Refusal(code="inspector-unknown", clause=HOUSE_POLICY, facts={"badge": typed})
        return f"{account.name} ({account.badge})"

    def _clears_the_way(self, command: Command) -> bool:
        """The rounds dealt meanwhile come first; but where they cannot be entered yet, what stands in the way does."""
        rules, entering = self._core.rules, mending_commands.EnterOutageRounds
        if isinstance(command, entering) or rules is None:
            return True
        may_enter, _ = COMMANDS[entering]
        return may_enter(rules, self._core.state.table) is not None and not isinstance(command, commands.PlaceYourBets)

    def _complete(self, command: Command, person: Person, utc: int) -> Command:
        """Who and when, and a salt for what may have to be sealed: from the station, not from whoever asks."""
        changes: dict[str, object] = {"by": person, "at": utc}
        if hasattr(command, "salt"):
            changes["salt"] = self._core.around.salt()
        return replace(command, **changes)  # type: ignore[arg-type]


def _told_tumbles(state: StationState, decision: Sequence[Event]) -> Source | None:
    """What a tumbler told too early waits in the row until it is approved: its tumbles are still from there."""
    first = state.listening.first
    counted = next((event for event in decision if isinstance(event, TumblesCounted)), None)
    if first is None or counted is None or first.what is not What.DICE:
        return None
    return first.source if first.hidden.get("tumbles") == str(counted.tumbles) else None


def author(badge: str, held: Held) -> Author:
    return Author(badge, f"{held.position.value} (acting)" if held.acting else held.position.value)

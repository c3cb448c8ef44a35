"""What two people decide together: proposals away from a round, and a second person at the table.

A proposal is made by one, agreed to by another and carried out once; it ends when the station stops. A
second person at the same terminal asks, gives and uses an approval in one decision.
"""

import json

from msgspec import Struct

from dealer_app import station_events
from dealer_app.clock import Timestamp
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.plain_text import plain_text_refusal
from dealer_app.domain.round.decide.round_end import void_current_or_last
from dealer_app.domain.round.events import ShoeClosed
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, simple_refusal
from dealer_app.domain.round.table_settings import Rules
from dealer_app.journal.codec import to_plain
from dealer_app.people import accounts, approvals
from dealer_app.people.accounts import AccountChange, change_subject
from dealer_app.people.approvals import unlock_subject
from dealer_app.people.authority import engine_person
from dealer_app.people.events import ApprovalAsked, ApprovalItem, ApprovalSubject, FolderKind
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import MANAGERS, Position, Positions
from dealer_app.people.state import Decision
from dealer_app.practice_list_events import CurrencyDemanded
from dealer_app.station import backups
from dealer_app.station.backups import backup_plan_text
from dealer_app.station.core import Core, Done, Proof, is_just_keyed
from dealer_app.station.desks import new_volume_refusal, open_round_refusal
from dealer_app.station.practice_list import demand_text, is_valid_demand
from dealer_app.station.state import TWO_PERSON_SETTINGS, StationState, is_valid_setting
from dealer_app.station.supervisor.odds_looks import count_seen
from dealer_app.station.supervisor.order_watch import order_clause, possible_outcomes
from dealer_app.station.transaction import Author, Transaction
from dealer_app.station_events import BackupsPlanned, OrderOutcome, RulebookInForce


class ProposeLimits(Struct, frozen=True, kw_only=True):
    """The sign at this table is to show these limits."""

    table: str
    limits: TableLimits


class ProposeRulings(Struct, frozen=True, kw_only=True):
    """This document is to be read so, by this very file."""

    read: RulebookInForce


class ProposePeople(Struct, frozen=True, kw_only=True):
    change: AccountChange


class ProposeSetting(Struct, frozen=True, kw_only=True):
    """A setting that no manager changes alone is to have this value."""

    setting: str
    value: int


class ProposeUnlock(Struct, frozen=True, kw_only=True):
    """A person who is locked out is to be so no longer."""

    badge: str


class ProposeSecondHead(Struct, frozen=True, kw_only=True):
    """The head is to be kept a second time in this file; empty: in none."""

    file: str


class ProposeWithoutSecondHead(Struct, frozen=True, kw_only=True):
    """The station is to start for a while without its second head, which cannot be reached."""

    since: int
    until: int


class ProposeVolume(Struct, frozen=True, kw_only=True):
    """The journal is to go on in a volume of this number."""

    volume: int


class ProposeBackups(Struct, frozen=True, kw_only=True):
    """Copies of the journal are to be made by the station itself, so often, in this place; empty: no more."""

    place: str
    mark: str
    hours: int
    most: int


class ProposeCurrency(Struct, frozen=True, kw_only=True):
    """Who deals a game is to have shown this skill in practice; without a key nothing is asked any more."""

    key: str
    file: str
    days: int
    skill: str


class ProposeShoeOrder(Struct, frozen=True, kw_only=True):
    """What the check of a shoe's shuffle has found, with the reference of surveillance."""

    outcome: OrderOutcome
    surveillance: str


class ProposeLiveOdds(Struct, frozen=True, kw_only=True):
    """Supervisors may look at live odds, until this shoe ends."""

    shoe: int


Proposal = (
    ProposeLimits
    | ProposeRulings
    | ProposePeople
    | ProposeSetting
    | ProposeUnlock
    | ProposeSecondHead
    | ProposeWithoutSecondHead
    | ProposeVolume
    | ProposeBackups
    | ProposeCurrency
    | ProposeShoeOrder
    | ProposeLiveOdds
)


_VOLUME_AGREERS = frozenset({Position.TECHNICIAN})


def proposal_deciders(positions: Positions, kind: FolderKind | None, proposal: Proposal) -> frozenset[Position]:
    """Whose word counts for it. For a volume and an unlock the station asks more: which of them, by who asked first."""
    match proposal:
        case ProposeLimits() | ProposeWithoutSecondHead() | ProposeShoeOrder() | ProposeLiveOdds():
            return positions.equal_or_higher(Position.PIT_SUPERVISOR)
        case ProposeRulings() | ProposeSecondHead() | ProposeSetting() | ProposeBackups() | ProposeCurrency():
            return MANAGERS
        case ProposePeople():
            return MANAGERS if kind is None else accounts.account_deciders(positions, kind)
        case ProposeVolume():
            # One of each: who is in charge of the table asks, and a technician agrees.
            return positions.equal_or_higher(Position.PIT_SUPERVISOR) | _VOLUME_AGREERS
        case ProposeUnlock():
            # Which of them, depends on who asks: `approvals.unlock_deciders`.
            return positions.table_positions()


def proposal_subject(state: StationState, proposal: Proposal) -> ApprovalSubject:
    """What this proposal asks, on what is so now."""
    match proposal:
        case ProposeLimits(table=table, limits=limits):
            before = state.limits.get(table, "")
            return _make_subject(ApprovalItem.LIMITS, f"limits of {table}", before, limits_text(limits))
        case ProposeRulings(read=read):
            known = state.confirmed.get(read.game)
            before = "" if known is None else _rulebook_text(known)
            return _make_subject(ApprovalItem.RULINGS, f"rulings of {read.game}", before, _rulebook_text(read))
        case ProposeSetting(setting=setting, value=value):
            return _make_subject(
                ApprovalItem.SETTING, f"setting {setting}", state.settings.get(setting, ""), str(value)
            )
        case ProposePeople(change=change):
            return change_subject(state.people, change)
        case ProposeSecondHead(file=file):
            return _make_subject(
                ApprovalItem.SECOND_HEAD, "where the head is kept a second time", state.second_head, file
            )
        case ProposeWithoutSecondHead(since=since, until=until):
            what = f"start without {state.second_head}"
            return _make_subject(ApprovalItem.WITHOUT_SECOND_HEAD, what, "", f"from {since} to {until}")
        case ProposeVolume(volume=volume):
            return _make_subject(ApprovalItem.NEW_VOLUME, "a new volume of the journal", str(volume - 1), str(volume))
        case ProposeBackups():
            after = BackupsPlanned(
                place=proposal.place, mark=proposal.mark, hours=proposal.hours, most=proposal.most, approval=0
            )
            return _make_subject(
                ApprovalItem.BACKUPS, "scheduled backups", backup_plan_text(state.backups), backup_plan_text(after)
            )
        case ProposeCurrency():
            wanted = demand_text(_currency_event(proposal, 0))
            return _make_subject(ApprovalItem.SETTING, "setting currency-list", demand_text(state.currency), wanted)
        case ProposeShoeOrder(outcome=outcome, surveillance=surveillance):
            shoe = 0 if state.order.finding is None else state.order.finding.shoe
            return _make_subject(
                ApprovalItem.SHOE_ORDER, f"order of shoe {shoe}", "", f"{outcome.value} ({surveillance})"
            )
        case ProposeLiveOdds(shoe=shoe):
            before = "on" if state.live_odds.is_on else "off"
            return _make_subject(ApprovalItem.LIVE_ODDS, f"live odds of shoe {shoe}", before, "on")
        case ProposeUnlock(badge=badge):
            return unlock_subject(state.people, badge)


def _make_subject(item: ApprovalItem, what: str, before: str, after: str) -> ApprovalSubject:
    return ApprovalSubject(item=item, what=what, before=before, after=after, clause=HOUSE_POLICY)


def limits_text(limits: TableLimits) -> str:
    """Limits as they are asked and compared: the same limits are always the same text."""
    wire = to_plain(limits, TableLimits)
    return json.dumps(wire, sort_keys=True, separators=(",", ":"))


def _rulebook_text(read: RulebookInForce) -> str:
    return f"{read.fingerprint} {' '.join(f'{number}={option}' for number, option in read.rulings)}".rstrip()


class TwoPeople:
    """The desk for what two people decide. A proposal lives until the station stops."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._proposed: dict[int, Proposal] = {}

    def propose(self, proof: Proof, proposal: Proposal) -> int | Refusal:
        """Asks for it; the number is that of the request."""
        badge = plain_text_refusal(proposal) or self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        if isinstance(proposal, ProposeSetting) and not (
            proposal.setting in TWO_PERSON_SETTINGS and is_valid_setting(proposal.setting, proposal.value)
        ):
            return Refusal(code="no-such-setting", clause=HOUSE_POLICY, facts={"setting": proposal.setting})
        if isinstance(proposal, ProposeBackups) and not backups.is_valid_plan(proposal.hours, proposal.most):
            return Refusal(code="no-such-setting", clause=HOUSE_POLICY, facts={"setting": "backups"})
        if isinstance(proposal, ProposeCurrency) and not is_valid_demand(proposal.key, proposal.file, proposal.days):
            return Refusal(code="no-such-setting", clause=HOUSE_POLICY, facts={"setting": "currency-list"})
        against = self._supervisor_refusal(proposal)
        if against is not None:
            return against
        now = self._core.now()
        people = self._core.state.people
        keyed = is_just_keyed(proof, people, now)
        decided = self._judge_proposal(proposal, badge, now, keyed=keyed)
        done = self._core.commit_decision(decided, Author(badge))
        if isinstance(done, Refusal):
            return done
        number = next(event.number for event in done if isinstance(event, ApprovalAsked))
        self._proposed[number] = proposal
        return number

    def _judge_proposal(self, proposal: Proposal, badge: str, now: Timestamp, *, keyed: bool) -> Decision:
        positions, people = self._core.around.positions, self._core.state.people
        if isinstance(proposal, ProposeUnlock):
            return approvals.ask_unlock(positions, people, proposal.badge, by=badge, at=now, keyed=keyed)
        asked = proposal_subject(self._core.state, proposal)
        if isinstance(proposal, ProposeVolume):
            return self._judge_volume(asked, badge, now, keyed=keyed)
        needed = proposal_deciders(positions, people.kind, proposal)
        return approvals.ask_approval(positions, people, asked, needed=needed, by=badge, at=now, keyed=keyed)

    def _supervisor_refusal(self, proposal: Proposal) -> Refusal | None:
        """What cannot be asked now of a shoe's order, and of live odds."""
        state = self._core.state
        match proposal:
            case ProposeShoeOrder(outcome=outcome, surveillance=surveillance):
                if not surveillance.strip():
                    return simple_refusal("surveillance-needed", HOUSE_POLICY)
                possible = outcome in possible_outcomes(state.order, state.table)
                return None if possible else simple_refusal("outcome-not-possible", HOUSE_POLICY)
            case ProposeLiveOdds():
                rules = self._core.rules
                if rules is None or rules.baccarat is None or count_seen(state.table) is None:
                    return simple_refusal("no-live-odds-here", HOUSE_POLICY)
                return open_round_refusal(state)
            case _:
                return None

    def _judge_volume(self, asked: ApprovalSubject, badge: str, now: Timestamp, *, keyed: bool) -> Decision:
        """As for a new journal: somebody in charge of the table asks, and a technician agrees."""
        positions, people = self._core.around.positions, self._core.state.people
        in_charge = positions.equal_or_higher(Position.PIT_SUPERVISOR)
        account = people.accounts.get(badge)
        if account is None or account.position not in in_charge:
            return simple_refusal("volume-in-charge", HOUSE_POLICY)
        against = new_volume_refusal(self._core.state)
        if against is not None:
            return against
        return approvals.ask_approval(
            positions, people, asked, needed=_VOLUME_AGREERS, by=badge, at=now, keyed=keyed, first=in_charge
        )

    def agree(self, proof: Proof, number: int, *, surveillance: str | None = None) -> Done | Refusal:
        """Somebody else agrees. A lock is over with that: who asked has keyed a PIN and need not do so again."""
        badge, proposal = plain_text_refusal(surveillance) or self._core.badge(proof), self._proposed.get(number)
        if isinstance(badge, Refusal):
            return badge
        if proposal is None:
            return Refusal(code="request-not-open", clause=HOUSE_POLICY, facts={"number": str(number)})
        now = self._core.now()
        if isinstance(proposal, ProposeUnlock):
            ended = approvals.unlock(self._core.state.people, number, proposal.badge, by=badge, at=now)
            return self._core.commit_decision(ended, Author(badge))
        current = proposal_subject(self._core.state, proposal)
        given = approvals.give_approval(
            self._core.state.people, number, current, by=badge, at=now, surveillance=surveillance
        )
        return self._core.commit_decision(given, Author(badge))

    def withdraw(self, proof: Proof, number: int) -> Done | Refusal:
        """Who asked no longer wants it."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        return self._core.commit_decision(
            approvals.withdraw_request(self._core.state.people, number, by=badge), Author(badge)
        )

    def abandon(self, number: int) -> Done | Refusal:
        """A sitting came to nothing: what was asked in it is withdrawn in the name of who asked."""
        request = self._core.state.people.requests.get(number)
        if request is None:
            return ()
        withdrawn = approvals.withdraw_request(self._core.state.people, number, by=request.by)
        return self._core.commit_decision(withdrawn, Author(request.by))

    def execute(self, proof: Proof, number: int, *, pin: HashedPin | None = None) -> Done | Refusal:
        """Does what was agreed, once, at the word of who asked for it."""
        badge, proposal = self._core.badge(proof), self._proposed.get(number)
        if isinstance(badge, Refusal):
            return badge
        request = self._core.state.people.requests.get(number)
        if proposal is None or request is None:
            return Refusal(code="request-not-open", clause=HOUSE_POLICY, facts={"number": str(number)})
        if request.by != badge:
            # With a new account or a reset comes a PIN: it is not for anybody else to bring one.
            return simple_refusal("not-your-request", HOUSE_POLICY)
        if isinstance(proposal, ProposePeople):
            decided = accounts.change_people(
                self._core.around.positions,
                self._core.state.people,
                proposal.change,
                approval=number,
                at=self._core.now(),
                pin=pin,
            )
            return self._core.commit_decision(decided, Author(badge))
        against = new_volume_refusal(self._core.state) if isinstance(proposal, ProposeVolume) else None
        against = against or self._supervisor_refusal(proposal)
        if against is not None:
            return against
        current = proposal_subject(self._core.state, proposal)
        used = approvals.use_approval(self._core.state.people, number, current, at=self._core.now())
        if isinstance(used, Refusal) or used.refusal is not None:
            return self._core.commit_decision(used, Author(badge))
        draft = Transaction(self._core.state)
        draft.add_decision(used)
        if isinstance(proposal, ProposeShoeOrder):
            draft.add(self._order_events(proposal, badge, number))
        elif isinstance(proposal, ProposeLiveOdds):
            draft.add([self._switch_event(badge, number)])
        else:
            draft.add([_proposal_event(self._core.state, proposal, number)])
        return self._core.commit(draft, Author(badge))

    def _order_events(self, proposal: ProposeShoeOrder, badge: str, number: int) -> tuple[object, ...]:
        """The decision, and what it does to the shoe and to the last round (RWS v4 5.5.5, 5.6)."""
        state, rules = self._core.state, self._core.rules
        assert state.order.finding is not None, "decided only of what was found"
        decided = station_events.ShoeOrderDecided(
            shoe=state.order.finding.shoe,
            outcome=proposal.outcome,
            surveillance=proposal.surveillance.strip(),
            approval=number,
        )
        if proposal.outcome is OrderOutcome.SHUFFLED:
            return (decided,)
        assert rules is not None, "asked only at an open table"
        clause = order_clause(rules)
        if proposal.outcome is OrderOutcome.CHANGE_SHOE:
            return (decided, ShoeClosed(clause=clause))
        person, _ = engine_person(self._core.around.positions, rules, state.people, badge, at=self._core.now())
        return (decided, *void_current_or_last(rules, state.table, person, clause, closes_shoe=clause))

    def _switch_event(self, badge: str, number: int) -> station_events.LiveOddsSwitched:
        now, request = self._core.now(), self._core.state.people.requests[number]
        return station_events.LiveOddsSwitched(
            on=True,
            by=badge,
            agreed_by=" ".join(request.given),
            approval=number,
            at=now.utc,
            offset=now.offset,
        )


_Usual = (
    ProposeLimits
    | ProposeRulings
    | ProposePeople
    | ProposeSetting
    | ProposeUnlock
    | ProposeSecondHead
    | ProposeWithoutSecondHead
    | ProposeVolume
    | ProposeBackups
    | ProposeCurrency
)


def _proposal_event(state: StationState, proposal: _Usual, number: int) -> station_events.StationEvent:
    match proposal:
        case ProposeLimits(table=table, limits=limits):
            return station_events.LimitsConfirmed(table=table, limits=limits_text(limits), approval=number)
        case ProposeRulings(read=read):
            return station_events.RulingsConfirmed(
                game=read.game, fingerprint=read.fingerprint, rulings=read.rulings, approval=number
            )
        case ProposeSetting(setting=setting, value=value):
            return station_events.SettingChanged(
                setting=setting, before=state.settings.get(setting, ""), after=str(value), approval=number
            )
        case ProposeSecondHead(file=file):
            return station_events.SecondHeadPlaced(before=state.second_head, after=file, approval=number)
        case ProposeWithoutSecondHead(since=since, until=until):
            return station_events.SecondHeadWaived(file=state.second_head, since=since, until=until, approval=number)
        case ProposeVolume(volume=volume):
            return station_events.NewVolumeAgreed(volume=volume, approval=number)
        case ProposeBackups(place=place, mark=mark, hours=hours, most=most):
            return station_events.BackupsPlanned(place=place, mark=mark, hours=hours, most=most, approval=number)
        case ProposeCurrency():
            return _currency_event(proposal, number)
        case ProposePeople() | ProposeUnlock():
            raise AssertionError("people are changed by their own rules")


def _currency_event(proposal: ProposeCurrency, number: int) -> CurrencyDemanded:
    return CurrencyDemanded(
        key=proposal.key, file=proposal.file, days=proposal.days, skill=proposal.skill, approval=number
    )


class SecondSubject(Struct, frozen=True, kw_only=True):
    """What takes two people: its name, the value before, and the value after."""

    what: str
    before: str
    after: str


class SecondApproval(Struct, frozen=True, kw_only=True):
    """The badge of who approved, and the number under which the journal has it."""

    by: str
    approval: int


def second_refusal(rules: Rules) -> Refusal:
    """One who may correct a bet here."""
    role, clause = rules.decider("bet_correction")
    return Refusal(code="second-needed", clause=clause, facts={"role": rules.title(role)})


def second_badge(core: Core, approval: Proof | None) -> str | Refusal:
    """The badge that a second person's proof belongs to; empty where there is none.

    Call it before anything is drafted: it may end a session, which is an event of its own.
    """
    return "" if approval is None else core.badge(approval)


def approve_by_second(
    core: Core, draft: Transaction, rules: Rules, badge: str, other: str, second: SecondSubject
) -> SecondApproval | Refusal:
    """One who may correct a bet here, and never the one who asks."""
    if not other:
        return second_refusal(rules)
    role, clause = rules.decider("bet_correction")
    round_ = core.state.table.round
    asked = ApprovalSubject(
        item=ApprovalItem.DECISION,
        what=second.what,
        before=second.before,
        after=second.after,
        clause=clause,
        round=None if round_ is None else round_.number,
    )
    positions, at = core.around.positions, core.now()
    needed = positions.role_holders(rules, role)
    against = _add_decision(
        draft, approvals.ask_approval(positions, draft.state.people, asked, needed=needed, by=badge, at=at)
    )
    number = draft.state.people.asked
    against = against or _add_decision(
        draft, approvals.give_approval(draft.state.people, number, asked, by=other, at=at)
    )
    against = against or _add_decision(draft, approvals.use_approval(draft.state.people, number, asked, at=at))
    return SecondApproval(by=other, approval=number) if against is None else against


def _add_decision(draft: Transaction, decision: Decision) -> Refusal | None:
    if isinstance(decision, Refusal):
        return decision
    if decision.refusal is None:
        draft.add_decision(decision)
    return decision.refusal


SECOND_CODE = "second-needed"
EACH_CODE, WHILE_LOST_CODE, WITHOUT_DEVICE_CODE = (
    "second-needed-each",
    "second-needed-while-lost",
    "second-needed-without-device",
)
NOT_SET_UP_CODE = "second-needed-not-set-up"
"""What is keyed in a device's place: each, or once for as long as no device works, or where the table has none.

NOT_SET_UP is where the station was started without the device that the open table has had.
"""
LASTING_CODES = (WHILE_LOST_CODE, WITHOUT_DEVICE_CODE, NOT_SET_UP_CODE)
SECOND_CODES = (SECOND_CODE, EACH_CODE, *LASTING_CODES)

"""What two people decide together: proposed by one, agreed by another, carried out once."""

from dealer_app.domain.round.plain_text import against_text
from dealer_app.domain.round.refusal import HOUSE_POLICY, Refusal, refused
from dealer_app.people import accounts, approvals, unlocking
from dealer_app.people.approval_events import ApprovalAsked
from dealer_app.people.decision import Decision
from dealer_app.people.pins import HashedPin
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.people.requests import Asked, Item
from dealer_app.station import backups, facts, proposals
from dealer_app.station.between_rounds import not_at_rest
from dealer_app.station.core import Core, Done
from dealer_app.station.draft import Draft
from dealer_app.station.moment import Moment
from dealer_app.station.proof import Proof, just_keyed
from dealer_app.station.proposals import Proposal, asked_now, limits_text
from dealer_app.station.settings import TWO_PEOPLE, fits
from dealer_app.station.state import StationState
from dealer_app.station.writing import Author


class TwoPeople:
    """See the module. A proposal lives until the station stops."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._proposed: dict[int, Proposal] = {}

    def propose(self, proof: Proof, proposal: Proposal) -> int | Refusal:
        """Asks for it; the number is that of the request."""
        badge = against_text(proposal) or self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        if isinstance(proposal, proposals.ProposeSetting) and not (
            proposal.setting in TWO_PEOPLE and fits(proposal.setting, proposal.value)
        ):
            return Refusal(code="no-such-setting", clause=HOUSE_POLICY, facts={"setting": proposal.setting})
        if isinstance(proposal, proposals.ProposeBackups) and not backups.fits(proposal.hours, proposal.most):
            return Refusal(code="no-such-setting", clause=HOUSE_POLICY, facts={"setting": "backups"})
        now = self._core.now()
        people = self._core.state.people
        keyed = just_keyed(proof, people, now)
        decided = self._asked(proposal, badge, now, keyed=keyed)
        done = self._core.decided(decided, Author(badge))
        if isinstance(done, Refusal):
            return done
        number = next(event.number for event in done if isinstance(event, ApprovalAsked))
        self._proposed[number] = proposal
        return number

    def _asked(self, proposal: Proposal, badge: str, now: Moment, *, keyed: bool) -> Decision:
        positions, people = self._core.around.positions, self._core.state.people
        if isinstance(proposal, proposals.ProposeUnlock):
            return unlocking.ask_to_unlock(positions, people, proposal.badge, by=badge, at=now, keyed=keyed)
        asked = asked_now(self._core.state, proposal)
        if isinstance(proposal, proposals.ProposeVolume):
            return self._asked_for_volume(asked, badge, now, keyed=keyed)
        needed = self._deciders(asked.item)
        return approvals.ask(positions, people, asked, needed=needed, by=badge, at=now, keyed=keyed)

    def _asked_for_volume(self, asked: Asked, badge: str, now: Moment, *, keyed: bool) -> Decision:
        """As for a new journal: somebody in charge of the table asks, and a technician agrees."""
        positions, people = self._core.around.positions, self._core.state.people
        in_charge = positions.or_above(Position.PIT_SUPERVISOR)
        account = people.accounts.get(badge)
        if account is None or account.position not in in_charge:
            return refused("volume-in-charge", HOUSE_POLICY)
        against = not_at_rest(self._core.state)
        if against is not None:
            return against
        needed = frozenset({Position.TECHNICIAN})
        return approvals.ask(positions, people, asked, needed=needed, by=badge, at=now, keyed=keyed, first=in_charge)

    def _deciders(self, item: Item) -> frozenset[Position]:
        kind = self._core.state.people.kind
        if item is Item.PEOPLE and kind is not None:
            return accounts.needed_for_people(self._core.around.positions, kind)
        if item in (Item.LIMITS, Item.WITHOUT_SECOND_HEAD):
            return self._core.around.positions.or_above(Position.PIT_SUPERVISOR)
        return MANAGERS

    def agree(self, proof: Proof, number: int, *, surveillance: str | None = None) -> Done | Refusal:
        """Somebody else agrees. A lock is over with that: who asked has keyed his PIN and need not do so again."""
        badge, proposal = against_text(surveillance) or self._core.badge(proof), self._proposed.get(number)
        if isinstance(badge, Refusal):
            return badge
        if proposal is None:
            return Refusal(code="request-not-open", clause=HOUSE_POLICY, facts={"number": str(number)})
        now = self._core.now()
        if isinstance(proposal, proposals.ProposeUnlock):
            ended = unlocking.unlock(self._core.state.people, number, proposal.badge, by=badge, at=now)
            return self._core.decided(ended, Author(badge))
        current = asked_now(self._core.state, proposal)
        given = approvals.give(self._core.state.people, number, current, by=badge, at=now, surveillance=surveillance)
        return self._core.decided(given, Author(badge))

    def withdraw(self, proof: Proof, number: int) -> Done | Refusal:
        """Who asked no longer wants it."""
        badge = self._core.badge(proof)
        if isinstance(badge, Refusal):
            return badge
        return self._core.decided(approvals.withdraw(self._core.state.people, number, by=badge), Author(badge))

    def give_up(self, number: int) -> Done | Refusal:
        """A sitting came to nothing: what was asked in it is withdrawn in the name of who asked."""
        request = self._core.state.people.requests.get(number)
        if request is None:
            return ()
        withdrawn = approvals.withdraw(self._core.state.people, number, by=request.by)
        return self._core.decided(withdrawn, Author(request.by))

    def carry_out(self, proof: Proof, number: int, *, pin: HashedPin | None = None) -> Done | Refusal:
        """Does what was agreed, once, at the word of who asked for it."""
        badge, proposal = self._core.badge(proof), self._proposed.get(number)
        if isinstance(badge, Refusal):
            return badge
        request = self._core.state.people.requests.get(number)
        if proposal is None or request is None:
            return Refusal(code="request-not-open", clause=HOUSE_POLICY, facts={"number": str(number)})
        if request.by != badge:
            # With a new account or a reset comes a PIN: it is not for anybody else to bring one.
            return refused("not-your-request", HOUSE_POLICY)
        if isinstance(proposal, proposals.ProposePeople):
            decided = accounts.change_people(
                self._core.around.positions,
                self._core.state.people,
                proposal.change,
                approval=number,
                at=self._core.now(),
                pin=pin,
            )
            return self._core.decided(decided, Author(badge))
        against = not_at_rest(self._core.state) if isinstance(proposal, proposals.ProposeVolume) else None
        if against is not None:
            return against
        current = asked_now(self._core.state, proposal)
        used = approvals.use(self._core.state.people, number, current, at=self._core.now())
        if isinstance(used, Refusal) or used.refusal is not None:
            return self._core.decided(used, Author(badge))
        draft = Draft(self._core.state)
        draft.add_decided(used)
        draft.add([_deed(self._core.state, proposal, number)])
        return self._core.commit(draft, Author(badge))


def _deed(state: StationState, proposal: Proposal, number: int) -> facts.StationFact:
    match proposal:
        case proposals.ProposeLimits(table=table, limits=limits):
            return facts.LimitsConfirmed(table=table, limits=limits_text(limits), approval=number)
        case proposals.ProposeRulings(read=read):
            return facts.RulingsConfirmed(
                game=read.game, fingerprint=read.fingerprint, rulings=read.rulings, approval=number
            )
        case proposals.ProposeSetting(setting=setting, value=value):
            return facts.SettingChanged(
                setting=setting, before=state.settings.get(setting, ""), after=str(value), approval=number
            )
        case proposals.ProposeSecondHead(file=file):
            return facts.SecondHeadPlaced(before=state.second_head, after=file, approval=number)
        case proposals.ProposeWithoutSecondHead(since=since, until=until):
            return facts.SecondHeadWaived(file=state.second_head, since=since, until=until, approval=number)
        case proposals.ProposeVolume(volume=volume):
            return facts.NewVolumeAgreed(volume=volume, approval=number)
        case proposals.ProposeBackups(place=place, mark=mark, hours=hours, most=most):
            return facts.BackupsPlanned(place=place, mark=mark, hours=hours, most=most, approval=number)
        case proposals.ProposePeople() | proposals.ProposeUnlock():
            raise AssertionError("people are changed by their own rules")

"""What two people confirm in one sitting: how a document is read, and the sign at a table. Each keys badge and PIN."""

from dealer_app.people.accounts import needed_for_people
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.showing.acts import DecideByTwo
from dealer_app.showing.fingers import Fingers
from dealer_app.showing.house.forms import Field, credential_fields, credentials
from dealer_app.showing.house.saying import say
from dealer_app.showing.seeing import Seeing
from dealer_app.station.proof import just_keyed_at
from dealer_app.station.proposals import (
    Proposal,
    ProposeBackups,
    ProposeLimits,
    ProposePeople,
    ProposeRulings,
    ProposeSecondHead,
    ProposeSetting,
    ProposeUnlock,
    ProposeVolume,
    ProposeWithoutSecondHead,
)

SECOND, THIRD = "second", "third"


def deciders(seeing: Seeing, proposal: Proposal) -> frozenset[Position]:
    """Whose word counts for it."""
    match proposal:
        case ProposeLimits() | ProposeWithoutSecondHead():
            return seeing.positions.or_above(Position.PIT_SUPERVISOR)
        case ProposeRulings() | ProposeSecondHead() | ProposeSetting() | ProposeBackups():
            return MANAGERS
        case ProposePeople():
            kind = seeing.state.people.kind
            return MANAGERS if kind is None else needed_for_people(seeing.positions, kind)
        case ProposeVolume():
            return seeing.positions.or_above(Position.PIT_SUPERVISOR) | {Position.TECHNICIAN}
        case ProposeUnlock():
            return seeing.positions.at_tables()


def asker_counts(seeing: Seeing, proposal: Proposal) -> bool:
    """Whether who is signed in is one of the two himself: he may decide it, and has just keyed his PIN."""
    session, who = seeing.state.people.sessions.get(seeing.terminal), seeing.signed_in
    if session is None or who is None or who.position not in deciders(seeing, proposal):
        return False
    return just_keyed_at(session, seeing.moment)


def confirming_fields(seeing: Seeing, proposal: Proposal) -> tuple[Field, ...]:
    """Badge and PIN of each who has to agree."""
    second = credential_fields(seeing, SECOND, say(seeing, "badge-agrees"))
    if asker_counts(seeing, proposal):
        return second
    return (*second, *credential_fields(seeing, THIRD, say(seeing, "badge-agrees-too")))


def decided(seeing: Seeing, proposal: Proposal, then: Fingers) -> DecideByTwo | None:
    """Their common act, once all of them have keyed."""
    second, third = credentials(seeing, SECOND), credentials(seeing, THIRD)
    if asker_counts(seeing, proposal):
        third = None
    elif third is None:
        return None
    return None if second is None else DecideByTwo(proposal=proposal, second=second, third=third, then=then)


def forgotten(fingers: Fingers) -> Fingers:
    """Without what two people keyed: it was for that one thing."""
    texts = {name: text for name, text in fingers.texts.items() if not name.startswith("badge-")}
    return fingers.but(texts=texts, pins={}, writes="")

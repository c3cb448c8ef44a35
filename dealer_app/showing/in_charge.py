"""Who may do what at this screen: by the position that somebody holds at this moment, his own or one in which he acts.

The one place in which the window asks it, by the rule by which the station decides it. What two people confirm is not
among it: there only a position of one's own counts.
"""

from dealer_app.people.positions import Position
from dealer_app.people.standing import held_for
from dealer_app.showing.seeing import Seeing


def may_decide(seeing: Seeing, badge: str, role: str) -> bool:
    """Whether this person may decide at the table what its document gives to the role."""
    assert seeing.rules is not None, "asked only at an open table"
    needed = seeing.positions.holding(seeing.rules, role)
    return held_for(seeing.state.people, badge, needed, seeing.moment) is not None


def decides_here(seeing: Seeing, role: str) -> bool:
    """Whether who is signed in may."""
    who = seeing.signed_in
    return who is not None and may_decide(seeing, who.badge, role)


def is_in_charge(seeing: Seeing, badge: str) -> bool:
    """Whether this person is a Pit Supervisor or above, or acts as one."""
    needed = seeing.positions.or_above(Position.PIT_SUPERVISOR)
    return held_for(seeing.state.people, badge, needed, seeing.moment) is not None


def in_charge_here(seeing: Seeing) -> bool:
    """Whether who is signed in is."""
    who = seeing.signed_in
    return who is not None and is_in_charge(seeing, who.badge)

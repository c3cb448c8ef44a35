"""What a person of a role grants at the table while the dealer stays signed in: a key leads to the panel that he signs.

A squeeze, the waiver of insurance, another method of dealing, the device, and cards for somebody else. No
irregularity, and so in no list of them.
"""

from enum import Enum

from dealer_app.domain.round.notation import who_word
from dealer_app.domain.round.state import Who
from dealer_app.domain.rulebook import Side
from dealer_app.showing.acts import Change
from dealer_app.showing.fingers import Fingers, Panel

GRANT, METHOD, HAND, WHO = "grant", "method", "hand", "who"
"""The choices that say what the open panel is about: what is granted, which method, which hand, to whom."""


class Grant(Enum):
    METHOD = "method"
    """MBS 3.9.2."""
    SQUEEZE = "squeeze"
    """RWS 3.9."""
    EQUAL = "equal"
    """Which of equal highest wagers has the cards (MBS 3.10.4.1)."""
    ANOTHER = "another"
    """Any card to anybody (MBS 3.21)."""
    WAIVER = "waiver"
    """Insurance Plus 3.14."""
    DEVICE = "device"
    """He draws without a wager (MBS 3.12.2)."""


def asked_in_place(
    fingers: Fingers, grant: Grant, *, method: str = "", hand: Side | None = None, who: Who | None = None
) -> Change:
    """The panel, with as much of it chosen as the key has said."""
    picks = {
        GRANT: grant.value,
        METHOD: method,
        HAND: "" if hand is None else hand.value,
        WHO: "" if who is None else who_word(who),
    }
    chosen = {name: value for name, value in picks.items() if value}
    return Change(fingers.closed().but(panel=Panel.APPROVAL, picks=chosen))

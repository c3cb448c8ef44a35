"""What the guide answers with: a step, what is waited for, and what is allowed. How it comes to it is in `guide`."""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.round.command import Command
from dealer_app.domain.round.state import Who
from dealer_app.domain.rulebook import Side

DEALER = "dealer"


class Step(Enum):
    """The one thing to do next."""

    OPEN_TABLE = "open-table"
    CHANGE_DICE = "change-dice"
    BRING_CARDS = "bring-cards"
    CHECK_CARDS = "check-cards"
    SHUFFLE = "shuffle"
    CUT = "cut"
    BURN = "burn"
    END_SHOE = "end-shoe"
    PLACE_YOUR_BETS = "place-your-bets"
    REJECT_EXCESS = "reject-excess"
    NO_MORE_BETS = "no-more-bets"
    DRAW_PLAYER = "draw-player"
    DRAW_BANKER = "draw-banker"
    TURN_CARDS = "turn-cards"
    OFFER_INSURANCE = "offer-insurance"
    TUMBLE = "tumble"
    READ_DICE = "read-dice"
    ANNOUNCE_RESULT = "announce-result"
    SETTLE = "settle"
    CLOSE_CLAIM = "close-claim"
    ANSWER = "answer"
    APPROVE = "approve"
    INSPECT = "inspect"
    DECIDE_ORDER = "decide-order"
    OPTIONS = "options"
    RECONSTRUCT = "reconstruct"
    COMPARE = "compare"
    VOID = "void"
    RULING = "ruling"
    OFFER_LATE = "offer-late"
    NAME_INTENTIONS = "name-intentions"
    SIGN_ATTENDANCE = "sign-attendance"
    SET_CARDS_ASIDE = "set-cards-aside"
    NAME_MISSING_CARDS = "name-missing-cards"
    REPLACE_MISSING_CARDS = "replace-missing-cards"
    RESET_DEVICE = "reset-device"
    CHANGE_WAGERS = "change-wagers"
    REMOVE_WAGERS = "remove-wagers"
    CHOOSE_CARRIED_USE = "choose-carried-use"
    DEAL_FREE_HAND = "deal-free-hand"
    STATE_AFFECTED_ROUNDS = "state-affected-rounds"


class Waiting(Struct, frozen=True):
    """One thing that is waited for: what, by which clause, and from whom: a role, or one bettor at the table.

    `what` is the code of a trouble, `claim`, or `insurance`, with the hand that is insured.
    """

    what: str
    clause: str
    role: str = DEALER
    who: Who | None = None
    side: Side | None = None


class Guide(Struct, frozen=True, kw_only=True):
    """What to do now. `say` is the announcement, by code; empty where nothing is said."""

    step: Step
    why: str
    who: str = DEALER
    say: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)
    allowed: tuple[type[Command], ...] = ()
    waiting: tuple[Waiting, ...] = ()

"""The irregularities that a table can meet, by name.

Which clause each rests on and what it needs before play goes on is in decide.plans.
"""

from enum import Enum


class IrregularityKind(Enum):
    """What went wrong. Those of the first group the station finds itself; the others are reported."""

    # Found by the station, or opened by a command of its own
    CARD_BEFORE_CLOSING = "card-before-closing"
    CARD_DURING_OFFER = "card-during-offer"
    EXCESS_CARD = "excess-card"
    IMPOSSIBLE_CARD = "impossible-card"
    MISPLACED_CARDS = "misplaced-cards"
    OPEN_CARD_CARRIED = "open-card-carried"
    CHIPS_MOVED = "chips-moved"
    TUMBLE_BEFORE_CLOSING = "tumble-before-closing"
    OVER_MAXIMUM = "over-maximum"
    DIFFERENTIAL_EXCEEDED = "differential-exceeded"
    BET_CORRECTED = "bet-corrected"
    CARD_CORRECTED = "card-corrected"
    DICE_CORRECTED = "dice-corrected"
    LATE_BET = "late-bet"
    WITHDRAWN_BET = "withdrawn-bet"
    MOVED_BET = "moved-bet"
    STAKE_WITHOUT_VALUE = "stake-without-value"

    # Reported; what the tumbler does the station finds itself where it is connected
    INSUFFICIENT_CARDS = "insufficient-cards"
    EXPOSED_CARD = "exposed-card"
    EXCESS_CARD_SEEN = "excess-card-seen"
    CARD_TO_WRONG_PERSON = "card-to-wrong-person"
    TOGETHER_ORDER_KNOWN = "together-order-known"
    TOGETHER_ORDER_LOST = "together-order-lost"
    ORDER_LOST = "order-lost"
    WRONG_NUMBER_OF_CARDS = "wrong-number-of-cards"
    MISSED_CARD = "missed-card"
    FOREIGN_CARD = "foreign-card"
    WRONG_DECK = "wrong-deck"
    NOT_SHUFFLED = "not-shuffled"
    POWER_FAILURE = "power-failure"
    MISSED_INSURANCE = "missed-insurance"
    PLAYER_LEFT = "player-left"
    LEFT_WITH_CARD = "left-with-card"
    DEVICE_RESET = "device-reset"
    CUTTING_CARD_FIRST = "cutting-card-first"
    CARD_SEEN_IN_DEVICE = "card-seen-in-device"
    CARD_SEEN_AS_DEVICE_MOVED = "card-seen-as-device-moved"
    CARDS_NOT_PASSED = "cards-not-passed"
    DAMAGED_CARD = "damaged-card"
    TUMBLED_TOO_EARLY = "tumbled-too-early"
    TOO_FEW_TUMBLES = "too-few-tumbles"
    COCKED_DIE = "cocked-die"
    DAMAGED_DICE = "damaged-dice"
    WRONG_LAMPS = "wrong-lamps"
    WRONG_DISPLAY = "wrong-display"
    WRONG_TAKE_OR_PAY = "wrong-take-or-pay"
    BOX_CLAIMED_BY_TWO = "box-claimed-by-two"
    LIMITS_OF_EARLIER_ROUND = "limits-of-earlier-round"
    ERROR_OF_EARLIER_ROUND = "error-of-earlier-round"
    OTHER = "other"


STATION_KINDS = frozenset(
    {
        IrregularityKind.CARD_BEFORE_CLOSING,
        IrregularityKind.CARD_DURING_OFFER,
        IrregularityKind.EXCESS_CARD,
        IrregularityKind.IMPOSSIBLE_CARD,
        IrregularityKind.MISPLACED_CARDS,
        IrregularityKind.OPEN_CARD_CARRIED,
        IrregularityKind.CHIPS_MOVED,
        IrregularityKind.TUMBLE_BEFORE_CLOSING,
        IrregularityKind.OVER_MAXIMUM,
        IrregularityKind.DIFFERENTIAL_EXCEEDED,
        IrregularityKind.BET_CORRECTED,
        IrregularityKind.CARD_CORRECTED,
        IrregularityKind.DICE_CORRECTED,
        IrregularityKind.LATE_BET,
        IrregularityKind.WITHDRAWN_BET,
        IrregularityKind.MOVED_BET,
        IrregularityKind.STAKE_WITHOUT_VALUE,
    }
)
REPORTABLE_KINDS = frozenset(IrregularityKind) - STATION_KINDS

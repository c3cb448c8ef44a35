"""Each irregularity that a table can meet, in a row: when it can be reported, what the report names, what it needs.

Everybody who has to know something of a kind reads it here: the engine, the screens, the scripts and the simulated
dealer. How a plan of needs comes about is in plans. `trouble` and `meaning` of the words have a text for the code of
each kind.
"""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct

from dealer_app.domain.round.irregularities.plans import (
    EXCESS_CARDS,
    CasePlan,
    MakePlan,
    OptionsPolicy,
    Places,
    ShoeVoidPlan,
    find_option_loss,
    options_after_excess_cards,
    options_after_exposed_cards,
    options_after_misplaced_cards,
    plan_approval,
    plan_box_claim,
    plan_card_gone,
    plan_card_in_device,
    plan_comparison,
    plan_cutting_card,
    plan_damaged_card,
    plan_damaged_dice,
    plan_device_fault,
    plan_device_reset,
    plan_differential,
    plan_earlier_limits,
    plan_earlier_round,
    plan_excess_card,
    plan_excess_seen,
    plan_exposed_card,
    plan_impossible_card,
    plan_misplaced_cards,
    plan_missed_card,
    plan_missed_insurance,
    plan_no_needs,
    plan_open_carried_card,
    plan_order_lost,
    plan_power_failure,
    plan_question,
    plan_together_known,
    plan_together_lost,
    plan_tumble_void,
    plan_uncovered,
    plan_wrong_number,
    plan_wrong_person,
    reconstruction_decider,
)
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules


class IrregularityKind(Enum):
    """What went wrong, in the order in which it is listed."""

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
    DEVICE_FAULT = "device-fault"
    OTHER = "other"


class Discovery(Enum):
    """By whom an irregularity comes to be known."""

    STATION = "station"
    """The station finds it."""
    STATEMENT = "statement"
    """A person says so by a command of its own: a correction, or what is wrong with a bet."""
    REPORT = "report"
    EITHER = "either"
    """The station finds it where it can, or it is reported."""


class Subject(Enum):
    """What has to be at the table for it."""

    ANYTHING = "anything"
    CARDS = "cards"
    """Cards of the round."""
    SHOE = "shoe"
    DICE = "dice"
    TUMBLES = "tumbles"
    """The dice of the round as they were tumbled."""


class When(Enum):
    """When it can be reported."""

    IN_A_ROUND = "in-a-round"
    AFTER_FIRST_ROUND = "after-first-round"
    """In a round, or between two."""
    ANY_TIME = "any-time"
    """Also before the first round."""
    UNTIL_NEXT_ROUND = "until-next-round"
    """Of the round that is on, or of the last one until cards of the next one are dealt (ruling O18)."""


class Named(Enum):
    """What a report names beside its words."""

    CARDS = "cards"
    """Any cards of the round, by their places in the drawn order."""
    HIDDEN_CARDS = "hidden-cards"
    """Cards of the round that lie face down."""
    TWO_CARDS = "two-cards"
    """Two cards or more; none named are the last two."""
    SEEN_CARDS = "seen-cards"
    """Cards of the round, with their value where no device knows it."""
    EXCESS_CARD = "excess-card"
    """A card sealed beside the hands or for the next round, with its value where no device knows it."""
    BETTOR = "bettor"
    PAYMENT = "payment"
    """A bettor, and what goes out to them or comes back."""
    OFFER = "offer"
    """An offer of insurance."""


PLACE_NAMES = frozenset({Named.CARDS, Named.HIDDEN_CARDS, Named.TWO_CARDS, Named.SEEN_CARDS})
"""Named by the places of cards in the round."""
VALUE_NAMES = frozenset({Named.SEEN_CARDS, Named.EXCESS_CARD})
"""Of which what has been seen of a card is keyed."""


class Irregularity(Struct, frozen=True, kw_only=True):
    """All that is known of one kind. A plan that gives nothing leaves it to who decides what no document covers."""

    kind: IrregularityKind
    discovery: Discovery = Discovery.REPORT
    plan: MakePlan | None = None
    subject: Subject = Subject.ANYTHING
    when: When = When.IN_A_ROUND
    beside_others: bool = False
    """Can be reported whatever case or claim is open."""
    by_clause: bool = False
    """Happens only by a document that has a clause of its code."""
    only_face_down: bool = False
    """Happens only where cards are dealt face down."""
    of_earlier_round: bool = False
    names: tuple[Named, ...] = ()
    planned_again: bool = False
    """While nobody has decided anything a further report replaces its case."""
    options: OptionsPolicy | None = None
    """The policy by which bettors have options after it."""
    put_right_by: str = ""
    """The decision of a document by which cards are put right after it, where it is another than after the others."""
    options_announcement: str = "dealing-error"
    """What the bettors hear who choose; and what they hear while a person approves."""
    approval_announcement: str = "one-moment"

    @property
    def code(self) -> str:
        """By which a report, a case and the words name it."""
        return self.kind.value

    @property
    def closes_shoe(self) -> bool:
        """Whether nothing more is dealt from the shoe: its plan says so."""
        return isinstance(self.plan, ShoeVoidPlan)

    @property
    def is_reportable(self) -> bool:
        return self.discovery in (Discovery.REPORT, Discovery.EITHER)


_ROWS = (
    Irregularity(
        kind=IrregularityKind.CARD_BEFORE_CLOSING, discovery=Discovery.STATION, plan=plan_question("after-closing")
    ),
    Irregularity(
        kind=IrregularityKind.CARD_DURING_OFFER, discovery=Discovery.STATION, plan=plan_question("insurance-forgone")
    ),
    Irregularity(
        kind=IrregularityKind.EXCESS_CARD,
        discovery=Discovery.STATION,
        plan=plan_excess_card,
        planned_again=True,
        options=options_after_excess_cards,
        put_right_by=EXCESS_CARDS,
        approval_announcement="card-in-excess",
    ),
    Irregularity(kind=IrregularityKind.IMPOSSIBLE_CARD, discovery=Discovery.STATION, plan=plan_impossible_card),
    Irregularity(
        kind=IrregularityKind.MISPLACED_CARDS,
        discovery=Discovery.STATION,
        plan=plan_misplaced_cards,
        planned_again=True,
        options=options_after_misplaced_cards,
    ),
    Irregularity(kind=IrregularityKind.OPEN_CARD_CARRIED, discovery=Discovery.STATION, plan=plan_open_carried_card),
    Irregularity(
        kind=IrregularityKind.CHIPS_MOVED,
        discovery=Discovery.STATION,
        plan=plan_approval("bet_correction", "settlement"),
    ),
    Irregularity(
        kind=IrregularityKind.TUMBLE_BEFORE_CLOSING,
        discovery=Discovery.STATION,
        plan=plan_question("tumbled-too-early"),
    ),
    Irregularity(kind=IrregularityKind.OVER_MAXIMUM, discovery=Discovery.STATION),
    Irregularity(kind=IrregularityKind.DIFFERENTIAL_EXCEEDED, discovery=Discovery.STATION, plan=plan_differential),
    Irregularity(
        kind=IrregularityKind.BET_CORRECTED,
        discovery=Discovery.STATEMENT,
        plan=plan_approval("bet_correction", "chips-decide"),
    ),
    Irregularity(
        kind=IrregularityKind.CARD_CORRECTED,
        discovery=Discovery.STATEMENT,
        plan=plan_approval("bet_correction", "cards-decide"),
    ),
    Irregularity(
        kind=IrregularityKind.DICE_CORRECTED,
        discovery=Discovery.STATEMENT,
        plan=plan_approval("bet_correction", "cards-decide"),
    ),
    Irregularity(
        kind=IrregularityKind.LATE_BET,
        discovery=Discovery.STATEMENT,
        plan=plan_approval("bet_correction", "after-closing"),
        approval_announcement="too-late",
    ),
    Irregularity(
        kind=IrregularityKind.WITHDRAWN_BET,
        discovery=Discovery.STATEMENT,
        plan=plan_no_needs("withdrawn-after-closing"),
    ),
    Irregularity(kind=IrregularityKind.MOVED_BET, discovery=Discovery.STATEMENT, plan=plan_no_needs("chips-decide")),
    Irregularity(
        kind=IrregularityKind.STAKE_WITHOUT_VALUE,
        discovery=Discovery.STATEMENT,
        plan=plan_approval("bet_correction", "chips-decide"),
    ),
    Irregularity(
        kind=IrregularityKind.INSUFFICIENT_CARDS,
        discovery=Discovery.EITHER,
        plan=ShoeVoidPlan("insufficient-cards"),
        subject=Subject.SHOE,
    ),
    Irregularity(
        kind=IrregularityKind.EXPOSED_CARD,
        plan=plan_exposed_card,
        subject=Subject.CARDS,
        names=(Named.SEEN_CARDS,),
        planned_again=True,
        options=options_after_exposed_cards,
    ),
    Irregularity(
        kind=IrregularityKind.EXCESS_CARD_SEEN,
        plan=plan_excess_seen,
        subject=Subject.CARDS,
        names=(Named.EXCESS_CARD,),
        planned_again=True,
        options=options_after_excess_cards,
    ),
    Irregularity(
        kind=IrregularityKind.CARD_TO_WRONG_PERSON,
        plan=plan_wrong_person,
        subject=Subject.CARDS,
        when=When.UNTIL_NEXT_ROUND,
        only_face_down=True,
        names=(Named.CARDS,),
        planned_again=True,
        options=options_after_misplaced_cards,
    ),
    Irregularity(
        kind=IrregularityKind.TOGETHER_ORDER_KNOWN,
        plan=plan_together_known,
        subject=Subject.CARDS,
        names=(Named.TWO_CARDS,),
        planned_again=True,
    ),
    Irregularity(
        kind=IrregularityKind.TOGETHER_ORDER_LOST,
        plan=plan_together_lost,
        subject=Subject.CARDS,
        names=(Named.TWO_CARDS,),
        planned_again=True,
    ),
    Irregularity(kind=IrregularityKind.ORDER_LOST, plan=plan_order_lost, subject=Subject.CARDS),
    Irregularity(
        kind=IrregularityKind.WRONG_NUMBER_OF_CARDS,
        plan=plan_wrong_number,
        subject=Subject.CARDS,
        when=When.UNTIL_NEXT_ROUND,
    ),
    Irregularity(
        kind=IrregularityKind.MISSED_CARD,
        discovery=Discovery.EITHER,
        plan=plan_missed_card,
        subject=Subject.CARDS,
        when=When.UNTIL_NEXT_ROUND,
    ),
    Irregularity(
        kind=IrregularityKind.FOREIGN_CARD,
        plan=ShoeVoidPlan("foreign-card"),
        subject=Subject.SHOE,
        when=When.ANY_TIME,
    ),
    Irregularity(
        kind=IrregularityKind.WRONG_DECK,
        plan=ShoeVoidPlan("wrong-deck"),
        subject=Subject.SHOE,
        when=When.ANY_TIME,
    ),
    Irregularity(
        kind=IrregularityKind.NOT_SHUFFLED,
        plan=ShoeVoidPlan("not-shuffled"),
        subject=Subject.SHOE,
        when=When.ANY_TIME,
    ),
    Irregularity(
        kind=IrregularityKind.POWER_FAILURE,
        plan=plan_power_failure,
        when=When.ANY_TIME,
        beside_others=True,
        options_announcement="continue-or-return",
    ),
    Irregularity(
        kind=IrregularityKind.MISSED_INSURANCE,
        discovery=Discovery.EITHER,
        plan=plan_missed_insurance,
        when=When.AFTER_FIRST_ROUND,
        names=(Named.OFFER,),
    ),
    Irregularity(
        kind=IrregularityKind.PLAYER_LEFT, plan=plan_no_needs("player-left"), beside_others=True, names=(Named.BETTOR,)
    ),
    Irregularity(
        kind=IrregularityKind.LEFT_WITH_CARD,
        plan=plan_card_gone,
        subject=Subject.CARDS,
        names=(Named.HIDDEN_CARDS, Named.BETTOR),
    ),
    Irregularity(
        kind=IrregularityKind.DEVICE_RESET,
        plan=plan_device_reset,
        subject=Subject.SHOE,
        by_clause=True,
        options_announcement="continue-or-return",
    ),
    Irregularity(
        kind=IrregularityKind.CUTTING_CARD_FIRST,
        plan=plan_cutting_card,
        subject=Subject.SHOE,
        options_announcement="withdraw-or-stay",
    ),
    Irregularity(
        kind=IrregularityKind.CARD_SEEN_IN_DEVICE,
        plan=plan_card_in_device,
        subject=Subject.SHOE,
        when=When.ANY_TIME,
        options=options_after_excess_cards,
        options_announcement="continue-or-return",
    ),
    Irregularity(
        kind=IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED,
        plan=plan_no_needs("card-seen-as-device-moved"),
        subject=Subject.SHOE,
        by_clause=True,
    ),
    Irregularity(
        kind=IrregularityKind.CARDS_NOT_PASSED,
        plan=plan_no_needs("cards-not-passed"),
        subject=Subject.CARDS,
        by_clause=True,
        only_face_down=True,
    ),
    Irregularity(
        kind=IrregularityKind.DAMAGED_CARD, plan=plan_damaged_card, subject=Subject.CARDS, names=(Named.CARDS,)
    ),
    Irregularity(
        kind=IrregularityKind.TUMBLED_TOO_EARLY,
        discovery=Discovery.EITHER,
        plan=plan_tumble_void("tumbled-too-early"),
        subject=Subject.TUMBLES,
        when=When.AFTER_FIRST_ROUND,
    ),
    Irregularity(
        kind=IrregularityKind.TOO_FEW_TUMBLES,
        discovery=Discovery.EITHER,
        plan=plan_tumble_void("too-few-tumbles"),
        subject=Subject.TUMBLES,
        when=When.AFTER_FIRST_ROUND,
    ),
    Irregularity(
        kind=IrregularityKind.COCKED_DIE,
        discovery=Discovery.EITHER,
        plan=plan_tumble_void("cocked-die"),
        subject=Subject.TUMBLES,
        when=When.AFTER_FIRST_ROUND,
    ),
    Irregularity(kind=IrregularityKind.DAMAGED_DICE, plan=plan_damaged_dice, subject=Subject.DICE, when=When.ANY_TIME),
    Irregularity(
        kind=IrregularityKind.WRONG_LAMPS, plan=plan_no_needs("wrong-lamps"), subject=Subject.DICE, when=When.ANY_TIME
    ),
    Irregularity(kind=IrregularityKind.WRONG_DISPLAY, plan=plan_comparison, when=When.ANY_TIME),
    Irregularity(
        kind=IrregularityKind.WRONG_TAKE_OR_PAY,
        plan=plan_approval("bet_correction", "settlement"),
        when=When.AFTER_FIRST_ROUND,
        names=(Named.PAYMENT,),
    ),
    Irregularity(kind=IrregularityKind.BOX_CLAIMED_BY_TWO, plan=plan_box_claim),
    Irregularity(
        kind=IrregularityKind.LIMITS_OF_EARLIER_ROUND,
        plan=plan_earlier_limits,
        when=When.AFTER_FIRST_ROUND,
        of_earlier_round=True,
    ),
    Irregularity(
        kind=IrregularityKind.ERROR_OF_EARLIER_ROUND,
        plan=plan_earlier_round,
        when=When.AFTER_FIRST_ROUND,
        of_earlier_round=True,
    ),
    Irregularity(
        kind=IrregularityKind.DEVICE_FAULT, plan=plan_device_fault, when=When.UNTIL_NEXT_ROUND, beside_others=True
    ),
    Irregularity(kind=IrregularityKind.OTHER, when=When.ANY_TIME, beside_others=True),
)

IRREGULARITIES: Mapping[IrregularityKind, Irregularity] = {row.kind: row for row in _ROWS}
IRREGULARITY_BY_CODE: Mapping[str, Irregularity] = {row.code: row for row in _ROWS}
REPORTABLE_KINDS = frozenset(row.kind for row in _ROWS if row.is_reportable)


def case_plan(rules: Rules, state: TableState, trouble: IrregularityKind, places: Places = ()) -> CasePlan:
    """What this irregularity needs here; what the document does not cover is for the shift manager."""
    make = IRREGULARITIES[trouble].plan
    made = make(rules, state, places) if make is not None else None
    return made or plan_uncovered(rules)


def reconstruction_decision(rules: Rules, trouble: str) -> str:
    """Who puts cards right after this, by the code of the decision: some books say so of cards in excess (MBS 6.1)."""
    row = IRREGULARITY_BY_CODE.get(trouble)
    return reconstruction_decider(rules, row.put_right_by if row is not None else "")


def option_loss_clause(rules: Rules, trouble: str, *, established: bool) -> str | None:
    """The clause that would have given bettors their options here, had no outcome been established (ruling O4)."""
    after = IRREGULARITY_BY_CODE[trouble].options
    return None if after is None else find_option_loss(rules, after, established=established)

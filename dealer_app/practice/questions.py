"""What a drill asks: what lies on the table, the right answer, and which mistake gives which other answer.

An answer is a short tuple of texts, whatever the drill: an amount in minor units, a choice, areas, cards in an order.
Its right form is made with the question, by the rules of the open document, and so is every answer that a known mistake
gives. Words are not here: everything said is a code with facts.
"""

from collections.abc import Mapping
from enum import Enum

from msgspec import Struct, field

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import Card
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Wager

Answer = tuple[str, ...]
"""`("17500",)` for an amount or a number, `("banker",)` for a choice, the areas in the order of the layout, the places
in the order asked for. Nothing at all is an answer too: that no area wins."""


class Competency(Enum):
    """What a dealer is good at, or not: the rows of a grade."""

    DRAWING = "drawing"
    SETTLING = "settling"
    LIMITS = "limits"
    INSURANCE = "insurance"
    IRREGULARITIES = "irregularities"
    ANNOUNCEMENTS = "announcements"
    PACE = "pace"
    DEVICES = "devices"


class AnswerForm(Enum):
    """How an answer is given."""

    NUMBER = "number"
    AMOUNT = "amount"
    CHOICE = "choice"
    AREAS = "areas"
    ORDER = "order"


class Cause(Enum):
    """Why an answer is wrong, as far as it can be known: the closed list by which errors are counted."""

    DRAW_TABLE = "draw.table"
    DRAW_NATURAL = "draw.natural"
    TOTAL = "total"
    OUTCOME = "outcome"
    AREA_MISSED = "area.missed"
    AREA_WRONG = "area.wrong"
    PAY_ODDS = "pay.odds"
    PAY_TIER = "pay.tier"
    PAY_HALF = "pay.half"
    PAY_COMMISSION = "pay.commission"
    PAY_PRO_RATA = "pay.pro-rata"
    PAY_ARITHMETIC = "pay.arithmetic"
    INSURANCE_MISSED = "insurance.missed"
    INSURANCE_LATE = "insurance.late"
    INSURANCE_CAP = "insurance.cap"
    CLOSE_LATE = "close.late"
    IRREGULARITY_CLASS = "irregularity.class"
    IRREGULARITY_APPROVER = "irregularity.approver"
    IRREGULARITY_OPTION = "irregularity.option"
    IRREGULARITY_ORDER = "irregularity.order"
    WORDS = "words"
    SLOW = "slow"


class Slip(Struct, frozen=True):
    """One mistake: its cause, and what was done in words, by a code with facts."""

    cause: Cause
    code: str
    facts: Mapping[str, str] = field(default_factory=dict)


class Mistake(Struct, frozen=True):
    """A wrong answer, and the mistakes that give it: where there are two nobody can tell which of them it was."""

    answer: Answer
    slips: tuple[Slip, ...]


class DrillQuestion(Struct, frozen=True, kw_only=True):
    """One thing that is asked. Of several right answers the first is the one that is shown."""

    code: str
    form: AnswerForm
    right: tuple[Answer, ...]
    usual: Slip
    """What any other wrong answer is called: a slip in adding up, a misread table."""
    clause: str
    facts: Mapping[str, str] = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    """Of a choice, of areas and of an order: what can be taken, in the order in which it is shown."""
    mistakes: tuple[Mistake, ...] = ()
    why: str = ""
    """The code of the right answer in a sentence, said after the answer, with the same facts."""
    part: str = "area"
    """What the choices are: areas, bettors, cards, hands, results, roles, odds, announcements.

    What is missed of several, or wrong, is named by it.
    """
    missed: Cause = Cause.AREA_MISSED
    wrong: Cause = Cause.AREA_WRONG


class SceneBet(Struct, frozen=True):
    """A bet on the table of a drill; `counts` is what of it wins or loses by the limits, where that is less."""

    wager: Wager
    counts: Money


class DrillScene(Struct, frozen=True, kw_only=True):
    """What lies on the table while a question is asked; of cards those that are open, in drawn order by hand."""

    player: tuple[Card, ...] = ()
    banker: tuple[Card, ...] = ()
    dice: tuple[int, ...] = ()
    bets: tuple[SceneBet, ...] = ()
    asked: int | None = None
    """Which of the bets the question is about."""
    unit: Money | None = None
    """The smallest chip, up to which is rounded (ruling B9)."""
    commission: bool = False
    """Whether this table takes one from a winning Banker."""
    insured: Side | None = None
    limits: TableLimits | None = None
    """The sign at the table, where the question is about it."""
    drawn: tuple[Card, ...] = ()
    """All cards in the order in which they were drawn, where some lie elsewhere than they belong."""
    put: tuple[Place, ...] = ()
    """Where each of these cards lies."""


class Exercise(Struct, frozen=True, kw_only=True):
    """What is asked of one skill: one scene, and one question or several in their order.

    The same skill, document, layout and seed make the same exercise again.
    """

    skill: str
    book: str
    layout: str
    seed: int
    scene: DrillScene
    questions: tuple[DrillQuestion, ...]
    limit_seconds: int
    """For each question: within it an answer is in time."""

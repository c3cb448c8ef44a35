"""All drills, by what they ask: from a skill, a table and a seed to an exercise."""

from collections.abc import Callable, Mapping

from dealer_app.practice import (
    card_drills,
    insurance_drills,
    irregularity_drills,
    limit_drills,
    order_drills,
    pay_drills,
    word_drills,
)
from dealer_app.practice.drill_table import Ask, DrillTable
from dealer_app.practice.questions import Exercise
from dealer_app.practice.skills import DrillKind, Skill

DRILLS: Mapping[DrillKind, Callable[[Ask], Exercise]] = {
    DrillKind.TOTAL: card_drills.ask_total,
    DrillKind.DRAW: card_drills.ask_draw,
    DrillKind.OUTCOME: card_drills.ask_outcome,
    DrillKind.AREAS: card_drills.ask_areas,
    DrillKind.PAY: pay_drills.ask_pay,
    DrillKind.SETTLE: pay_drills.ask_settle,
    DrillKind.IRREGULARITY: irregularity_drills.ask_irregularity,
    DrillKind.LIMITS: limit_drills.ask_limits,
    DrillKind.INSURANCE: insurance_drills.ask_insurance,
    DrillKind.ORDER: order_drills.ask_order,
    DrillKind.WORDS: word_drills.ask_words,
}


def make_exercise(table: DrillTable, skill: Skill, seed: int) -> Exercise:
    """What is asked of this skill at this table; the same seed asks the same.

    Raises NotAskedError where the layout has nothing to ask of it.
    """
    return DRILLS[skill.drill](Ask(table, skill, seed))

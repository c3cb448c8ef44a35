"""Which part of a round has the word: one for every step that is neither the house's nor something amiss."""

from collections.abc import Callable, Mapping

from dealer_app.domain.round.guided import Step
from dealer_app.domain.values import replace
from dealer_app.showing.lines import EMPTY, Line
from dealer_app.showing.part import Part
from dealer_app.showing.play.announcing import announcing
from dealer_app.showing.play.at_table import AtTable, at_table
from dealer_app.showing.play.betting import betting
from dealer_app.showing.play.between import between
from dealer_app.showing.play.citing import cited_once
from dealer_app.showing.play.drawing import drawing
from dealer_app.showing.play.insuring import insuring
from dealer_app.showing.play.labels import label
from dealer_app.showing.play.nexts import next_step
from dealer_app.showing.play.sealed import sealed
from dealer_app.showing.play.settling import settling
from dealer_app.showing.play.tumbling import tumbling
from dealer_app.showing.play.turning import turning
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line

STEPS: Mapping[Step, Callable[[AtTable], Part]] = {
    Step.PLACE_YOUR_BETS: between,
    Step.DEAL_FREE_HAND: between,
    Step.REJECT_EXCESS: betting,
    Step.NO_MORE_BETS: betting,
    Step.DRAW_PLAYER: drawing,
    Step.DRAW_BANKER: drawing,
    Step.TURN_CARDS: turning,
    Step.OFFER_INSURANCE: insuring,
    Step.TUMBLE: tumbling,
    Step.READ_DICE: tumbling,
    Step.ANNOUNCE_RESULT: announcing,
    Step.SETTLE: settling,
}
"""The steps of a round; every other is shown by the house or by what mends."""


def part(seeing: Seeing) -> Part:
    at = at_table(seeing)
    made = None if at is None else STEPS.get(at.guide.step)
    if at is None or made is None:
        return Part(work=(), primary=next_step("wait", _instruction(seeing), waits=label(seeing.words, "not-now")))
    return _of(at, made(at))


def _of(at: AtTable, made: Part) -> Part:
    """Reason and clause stay the guide's where a part gives only its instruction in other words."""
    guide = at.guide
    made = replace(made, work=cited_once((*made.work, *sealed(at)), made.clauses or (guide.why,)))
    if not made.instruction:
        return made
    why = made.why or line(at.seeing.words, lambda each: each.reason(guide))
    return replace(made, why=why, clauses=made.clauses or (guide.why,))


def _instruction(seeing: Seeing) -> Line:
    guide = seeing.guide
    return EMPTY if guide is None else line(seeing.words, lambda each: each.instruction(guide))

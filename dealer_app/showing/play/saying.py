"""What the dealer says now, word for word: English is of record, the second language helps."""

from dealer_app.domain.round.guided import Guide, Step
from dealer_app.domain.round.state import Round
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.showing.screen import Announcement
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.speaking import spoken
from dealer_app.wording.announcing import announced, result_said


def announcement(seeing: Seeing) -> Announcement | None:
    """Nothing where nothing is said."""
    rules, guide, round_ = seeing.rules, seeing.guide, seeing.state.table.round
    if rules is None or guide is None:
        return None
    if _insurance_is_closed(guide, round_):
        return spoken(seeing, lambda words: words.put("play", "insurance-closed", {}))
    if not guide.say:
        return None
    return spoken(seeing, lambda words: announced(words, guide, rules, round_))


def _insurance_is_closed(guide: Guide, round_: Round | None) -> bool:
    """Nobody is left to answer the offer, or it was closed and its next card has not come yet."""
    if round_ is None:
        return False
    if guide.step is Step.OFFER_INSURANCE:
        return "answered" in guide.facts
    closed = any(_CARDS_AT_OFFER[stage] == len(round_.cards) for stage in round_.offers_closed)
    return closed and not guide.say


_CARDS_AT_OFFER = {InsuranceStage.AFTER_FOUR: 4, InsuranceStage.AFTER_P3: 5}


def result_announced(seeing: Seeing) -> Announcement | None:
    """The result, as long as it is settled: who has not heard it asks."""
    rules, round_ = seeing.rules, seeing.state.table.round
    if rules is None or round_ is None:
        return None
    return spoken(seeing, lambda words: result_said(words, rules, round_))

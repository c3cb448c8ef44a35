"""What the dealer says now, word for word: English is of record, the second language helps."""

from dealer_app.showing.screen import Announcement
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.speaking import spoken
from dealer_app.wording.announcing import announced, result_said


def announcement(seeing: Seeing) -> Announcement | None:
    """Nothing where nothing is said."""
    rules, guide, round_ = seeing.rules, seeing.guide, seeing.state.table.round
    if rules is None or guide is None:
        return None
    return spoken(seeing, lambda words: announced(words, guide, rules, round_))


def result_announced(seeing: Seeing) -> Announcement | None:
    """The result, as long as it is settled: who has not heard it asks."""
    rules, round_ = seeing.rules, seeing.state.table.round
    if rules is None or round_ is None:
        return None
    return spoken(seeing, lambda words: result_said(words, rules, round_))

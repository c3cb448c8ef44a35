"""What the dealer says now, word for word: English is of record, the second language helps."""

from collections.abc import Callable

from dealer_app.showing.lines import Line
from dealer_app.showing.play.labels import label
from dealer_app.showing.screen import Announcement
from dealer_app.showing.seeing import Seeing
from dealer_app.wording import Language, Words
from dealer_app.wording.announcing import announced, result_said


def announcement(seeing: Seeing) -> Announcement | None:
    """Nothing where nothing is said."""
    rules, guide, round_ = seeing.rules, seeing.guide, seeing.state.table.round
    if rules is None or guide is None or not guide.say:
        return None
    return _spoken(seeing, lambda words: announced(words, guide, rules, round_))


def result_announced(seeing: Seeing) -> Announcement | None:
    """The result, as long as it is settled: who has not heard it asks."""
    rules, round_ = seeing.rules, seeing.state.table.round
    if rules is None or round_ is None:
        return None
    return _spoken(seeing, lambda words: result_said(words, rules, round_))


def _spoken(seeing: Seeing, say: Callable[[Words], str]) -> Announcement | None:
    looks = seeing.looks
    helps = looks.first if looks.second is Language.EN else looks.second
    english = say(Words.load(Language.EN))
    if not english:
        return None
    second = "" if helps is Language.EN else say(Words.load(helps))
    text = Line(_quoted(Words.load(Language.EN), english), _quoted(Words.load(helps), second) if second else "")
    return Announcement(caption=label(seeing.words, "say"), text=text)


def _quoted(words: Words, text: str) -> str:
    """In the quotation marks of its language: these are the words that are spoken."""
    return words.put("play", "spoken", {"text": text})

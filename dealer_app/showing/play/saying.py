"""What the dealer says now, word for word: English is of record, the second language helps."""

from collections.abc import Callable

from dealer_app.domain.baccarat.coup import coup
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round.guide import Guide
from dealer_app.domain.round.seen import open_cards
from dealer_app.domain.round.state import Round
from dealer_app.domain.round.table import Rules
from dealer_app.showing.lines import Line
from dealer_app.showing.play.labels import label
from dealer_app.showing.screen import Announcement
from dealer_app.showing.seeing import Seeing
from dealer_app.wording import Language, Words, coup_result, prizes_won, tumble_result
from dealer_app.wording.words import RESULT


def announcement(seeing: Seeing) -> Announcement | None:
    """Nothing where nothing is said."""
    rules, guide, round_ = seeing.rules, seeing.guide, seeing.state.table.round
    if rules is None or guide is None or not guide.say:
        return None
    return _spoken(seeing, lambda words: _said(words, rules, guide, round_))


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


def _said(words: Words, rules: Rules, guide: Guide, round_: Round | None) -> str:
    result = result_said(words, rules, round_) if guide.say == RESULT and round_ is not None else ""
    return words.announcement(guide, rules.book.game, result=result)


def result_said(words: Words, rules: Rules, round_: Round) -> str:
    """The result as it is spoken, once the hands are finished and open, or the dice lie."""
    if rules.baccarat is None:
        if round_.dice is None:
            return ""
        assert rules.tai_sai is not None, "without cards there are dice"
        tumble = Tumble(round_.dice)
        return tumble_result(words, tumble, prizes_won(rules.layout, rules.tai_sai.row(tumble)))
    cards = open_cards(round_)
    ended = coup(cards)
    if ended.winner is None:
        return ""
    return coup_result(words, ended, prizes_won(rules.layout, rules.baccarat.judge.row(cards)))

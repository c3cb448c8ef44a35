"""Words that are spoken at the table: in English, which is of record, and in the language that helps the dealer."""

from collections.abc import Callable

from dealer_app.showing.lines import Line
from dealer_app.showing.screen import Announcement
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put
from dealer_app.wording import Language, Words


def spoken(seeing: Seeing, say: Callable[[Words], str]) -> Announcement | None:
    """Nothing where nothing is said."""
    looks = seeing.looks
    helps = looks.first if looks.second is Language.EN else looks.second
    english = say(Words.load(Language.EN))
    if not english:
        return None
    second = "" if helps is Language.EN else say(Words.load(helps))
    text = Line(_quoted(Words.load(Language.EN), english), _quoted(Words.load(helps), second) if second else "")
    return Announcement(caption=put(seeing.words, "play", "say"), text=text)


def _quoted(words: Words, text: str) -> str:
    """In the quotation marks of its language: these are the words that are spoken."""
    return words.put("play", "spoken", {"text": text})

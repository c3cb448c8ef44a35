"""What the pages of rounds have in common: labels, the words of a scenario, the next step."""

from collections.abc import Mapping

from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Action
from dealer_app.screens.blocks import Control, ScreenText, Weight
from dealer_app.screens.labels import section_text
from dealer_app.screens.practice.view import PracticeView
from dealer_app.texts import Language


def round_text(view: PracticeView, code: str, **facts: str | ScreenText) -> ScreenText:
    """A label of the pages of whole rounds."""
    return section_text(view.words, "round-page", code, **facts)


def seconds_text(milliseconds: int) -> str:
    """`3.4`."""
    return f"{milliseconds // 1000}.{milliseconds // 100 % 10}"


def own_text(language: Language, texts: Mapping[str, str]) -> str:
    """A text of a scenario in this language."""
    return texts.get(language.value, texts.get(Language.EN.value, ""))


def scenario_text(view: PracticeView, texts: Mapping[str, str]) -> ScreenText:
    """A text of a scenario in both languages."""
    return ScreenText(own_text(view.words.first.language, texts), own_text(view.words.second.language, texts))


def document_text(view: PracticeView) -> ScreenText:
    """The open document and its layout."""
    book = load_rulebook(view.table.rules.book.game).identity
    return ScreenText(f"{book.short_title} · {view.table.rules.layout.letter}")


def primary_with_sub(name: str, label: ScreenText, act: Action | None, sub: ScreenText) -> Control:
    """The next step, and below it what it is about."""
    return Control(name=name, label=label, act=act, sub=sub, key="Enter", weight=Weight.NEXT)

"""Builds the practice screen: top bar, ribbon, and the page, or the table with its question."""

from collections.abc import Callable, Mapping

from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.practice.drill_rail import drill_rail, is_question_page
from dealer_app.screens.practice.drill_stage import drill_stage
from dealer_app.screens.practice.pages import (
    games_page,
    home_page,
    layouts_page,
    own_rating_page,
    result_page,
    trainees_page,
)
from dealer_app.screens.practice.view import PracticePage, PracticeView
from dealer_app.screens.screen import PageStage, Rail, Ribbon, Screen, TopBar, TopBarCell

_PAGES: Mapping[PracticePage, Callable[[PracticeView], tuple[PageStage, Rail]]] = {
    PracticePage.TRAINEES: trainees_page,
    PracticePage.HOME: home_page,
    PracticePage.GAMES: games_page,
    PracticePage.LAYOUTS: layouts_page,
    PracticePage.OWN_RATING: own_rating_page,
    PracticePage.RESULT: result_page,
}


def build_practice_screen(view: PracticeView) -> Screen:
    """The whole screen; the ribbon says on each that it is practice."""
    bar, ribbon = _top_bar(view), Ribbon(text=view.text("ribbon"))
    if is_question_page(view):
        return Screen(top_bar=bar, ribbon=ribbon, stage=drill_stage(view), rail=drill_rail(view), overlay=None)
    page, rail = _PAGES[view.keyed.page](view)
    return Screen(top_bar=bar, ribbon=ribbon, stage=page, rail=rail, overlay=None)


def _top_bar(view: PracticeView) -> TopBar:
    book = load_rulebook(view.table.rules.book.game).identity
    left = [
        _cell("game", view.text("game"), f"{book.short_name} {book.version}"),
        _cell("layout", view.text("layout"), view.table.rules.layout.letter),
    ]
    if is_question_page(view):
        right = sum(each.mark.right for each in view.answered)
        number = len(view.answered) + (view.last_answer is None)
        left.append(_cell("question", view.text("question"), str(number)))
        left.append(_cell("so-far", view.text("right-so-far"), f"{right}/{len(view.answered)}"))
    name = "" if view.trainee is None else view.trainee.name
    return TopBar(left=tuple(left), right=(_cell("trainee", view.text("trainee"), name or "-"),))


def _cell(name: str, caption: ScreenText, value: str) -> TopBarCell:
    return TopBarCell(name=name, caption=caption, value=value)

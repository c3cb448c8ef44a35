"""Chooses the page or the table of a screen of rounds, and says in the top bar which round it is."""

from collections.abc import Callable, Mapping

from dealer_app.screens.blocks import ScreenText
from dealer_app.screens.practice.debrief_page import debrief_page
from dealer_app.screens.practice.round_pages import round_rating_page, rounds_page, scenarios_page
from dealer_app.screens.practice.round_rail import round_rail
from dealer_app.screens.practice.round_stage import round_stage
from dealer_app.screens.practice.round_view import RoundView
from dealer_app.screens.practice.round_words import own_text, round_text
from dealer_app.screens.practice.view import PracticePage, PracticeView
from dealer_app.screens.screen import PageStage, Rail, TableStage, TopBar, TopBarCell

_PAGES: Mapping[PracticePage, Callable[[PracticeView, RoundView], tuple[PageStage, Rail]]] = {
    PracticePage.ROUNDS: rounds_page,
    PracticePage.SCENARIOS: scenarios_page,
    PracticePage.ROUND_RATING: round_rating_page,
    PracticePage.DEBRIEF: debrief_page,
}


def is_round_page(view: PracticeView) -> bool:
    """Whether a round, or a page of rounds, is on the screen."""
    return view.keyed.page is PracticePage.ROUND or view.keyed.page in _PAGES


def is_round_asked(view: PracticeView) -> bool:
    """Whether a question of a round is on the screen."""
    return view.keyed.page is PracticePage.ROUND


def build_round_screen(view: PracticeView) -> tuple[TableStage | PageStage, Rail]:
    """The table with its question, or a page."""
    if view.keyed.page is PracticePage.ROUND:
        return round_stage(view, view.rounds.current), round_rail(view, view.rounds)
    return _PAGES[view.keyed.page](view, view.rounds)


def round_bar(view: PracticeView, bar: TopBar) -> TopBar:
    """The bar of practice with the scenario or the item, and how it goes where that is said."""
    session = view.rounds.session
    if session is None or view.keyed.page in (PracticePage.ROUNDS, PracticePage.SCENARIOS):
        return bar
    cells = list(bar.left)
    if session.is_exam:
        item = str(min(len(session.decisions) + 1, session.items))
        cells.append(_cell("item", round_text(view, "exam"), f"{item} / {session.items}"))
    elif session.scenario.title:
        title = own_text(view.words.first.language, session.scenario.title)
        cells.append(_cell("scenario", view.text("scenario"), title))
    if session.rounds > 1:
        cells.append(_cell("round", round_text(view, "round"), f"{session.round} / {session.rounds}"))
    if session.says_verdict:
        right = sum(each.mark.right for each in session.decisions)
        cells.append(_cell("so-far", view.text("right-so-far"), f"{right}/{len(session.decisions)}"))
    return TopBar(left=tuple(cells), right=bar.right)


def _cell(name: str, caption: ScreenText, value: str) -> TopBarCell:
    return TopBarCell(name=name, caption=caption, value=value)

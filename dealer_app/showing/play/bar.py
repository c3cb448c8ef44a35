"""The top bar: which table, lamps and people. It is on the first picture too, which waits for nothing of a table."""

from dealer_app.showing.play import top_bar as play_top_bar
from dealer_app.showing.play.labels import NO_VALUE, label
from dealer_app.showing.play.lamps import lamps
from dealer_app.showing.screen import Cell, TopBar
from dealer_app.showing.seeing import Seeing


def top_bar(seeing: Seeing) -> TopBar:
    is_open = seeing.rules is not None and seeing.state.table.table is not None
    left = play_top_bar.of_table(seeing) if is_open else _closed(seeing)
    return TopBar(left=left, right=(*lamps(seeing), *_people(seeing)))


def _closed(seeing: Seeing) -> tuple[Cell, ...]:
    words = seeing.words
    return (
        Cell(name="table", caption=label(words, "table"), value=label(words, "table-closed").first),
        Cell(name="day", caption=label(words, "gaming-day"), value=seeing.day_text or NO_VALUE),
    )


def _people(seeing: Seeing) -> tuple[Cell, ...]:
    account = seeing.signed_in
    who = label(seeing.words, "nobody").first if account is None else account.name
    return (
        Cell(name="dealer", caption=label(seeing.words, "dealer"), value=who),
        Cell(name="clock", caption=label(seeing.words, "clock"), value=seeing.now_text or NO_VALUE),
    )

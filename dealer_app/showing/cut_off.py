"""Where the station was when it was cut off, in words, for whoever comes back to the table as it was then."""

from dealer_app.showing.lines import Line
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import put


def cut_off(seeing: Seeing) -> Line:
    round_ = seeing.state.table.round
    if round_ is None:
        return put(seeing.words, "mending", "cut-off-between")
    return put(seeing.words, "mending", "cut-off-in", round=str(round_.number))

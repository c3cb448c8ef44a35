"""A wrong take or pay is told with whose it is, which way and how much; the list that is ticked says the same."""

import pytest

from dealer_app.domain.round.events import CaseOpened
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Case
from dealer_app.screens.input_state import InputState, Panel
from tests.screens.irregularity_hands import decide_act, panel, press_control, ready
from tests.screens.irregularity_screens import find_control
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context


def told(*names: str) -> Case:
    table = RoundTable(V4).bets(("player", 10_000, 1), ("banker", 5_000, 2)).close().deal("4H 9S 5D 5C").finish()
    context = make_context(
        table.rules, table.state, input_state=InputState(panel=Panel.REPORT).with_pick("report", "wrong-take-or-pay")
    )
    for name in names:
        assert find_control(panel(context), "report").act is None, f"not before {name}"
        context = press_control(context, panel(context), name)
    happened = decide_act(context, ready(context))
    assert not isinstance(happened, Refusal)
    return [event.case for event in happened if isinstance(event, CaseOpened)][-1]


@pytest.mark.parametrize(
    ("way", "due"),
    [("took-too-much", 500), ("took-too-little", -500), ("paid-too-much", -500), ("paid-too-little", 500)],
)
def test_the_way_says_whether_it_goes_out_or_comes_back(way: str, due: int) -> None:
    case = told("who:2", f"wrong-way:{way}", "amount:5")
    assert (case.trouble, case.facts) == ("chips-moved", {"2 seated": str(due)})

"""How many wagers lie on an area is changed between rounds by the person of the role (MBS 3.7.1)."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity.menus import report_codes
from dealer_app.screens.key_input import first_entry
from dealer_app.screens.presenter import build_screen
from tests.screens.irregularity_hands import decide_act, key_signature, panel, press_control
from tests.screens.irregularity_screens import part_controls
from tests.support.rounds import BACCARAT, MBS, RoundTable
from tests.support.screen_contexts import make_context

OPEN = InputState(panel=Panel.REPORT).with_pick("report", "allow-wagers")


@pytest.mark.parametrize("book", BACCARAT)
def test_it_is_offered_where_wagers_are_counted_and_between_rounds(book: str) -> None:
    between = RoundTable(book, begun=False)
    assert ("allow-wagers" in report_codes(make_context(between.rules, between.state))) is (book == MBS)
    between.begin()
    assert "allow-wagers" not in report_codes(make_context(between.rules, between.state))


def test_every_number_that_is_offered_is_taken() -> None:
    table = RoundTable(MBS, begun=False)
    most = table.rules.book.limits.most_wagers_per_area
    assert most is not None
    context = make_context(table.rules, table.state, input_state=OPEN)
    offered = [each.name for each in part_controls(panel(context)) if each.name.startswith("wagers:")]
    assert offered == [f"wagers:{number}" for number in range(1, most + 1)]
    for name in offered:
        chosen = key_signature(press_control(context, panel(context), name), "G1")
        step = panel(chosen).primary
        assert step is not None
        assert isinstance(step.act, SendCommand)
        assert isinstance(step.act.command, commands.AllowWagers)
        assert step.act.command.most == (None if name == f"wagers:{most}" else int(name.removeprefix("wagers:")))
        assert not isinstance(decide_act(chosen, step.act), Refusal)


def test_it_waits_for_a_number_and_for_who_decides() -> None:
    table = RoundTable(MBS, begun=False)
    context = make_context(table.rules, table.state, input_state=OPEN)
    step = panel(context).primary
    assert step is not None
    assert (step.act, step.waits.first) == (None, "Choose how many")
    chosen = press_control(context, panel(context), "wagers:1")
    step = panel(chosen).primary
    assert step is not None
    assert step.act is None
    assert first_entry(build_screen(chosen)) == "badge", "digits are of who decides, and change nothing that was chosen"

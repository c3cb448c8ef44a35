"""What is said in own words can be written by touch alone, wherever it is asked for; then all else is back."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.values import replace
from dealer_app.screens import presenter
from dealer_app.screens.blocks import EntryBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import outage
from dealer_app.screens.irregularity.report_forms import FORMS
from dealer_app.screens.screen import Overlay, RailContent
from dealer_app.station.state import Outage
from tests.screens.irregularity_hands import panel, press_control
from tests.screens.irregularity_screens import find_control, part_blocks, part_controls, touch_control
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context
from tests.support.script_states import all_states
from tests.support.traces import read_scripts

OTHER_PADS = {"badge", "pin", "first", "pin-second"}
"""These have digits, and the badge its letters, of their own."""


def entries(shown: RailContent | Overlay) -> list[EntryBlock]:
    return [block for block in part_blocks(shown) if isinstance(block, EntryBlock) and block.name not in OTHER_PADS]


def after(context: ScreenContext, entry: EntryBlock | str) -> ScreenContext:
    if isinstance(entry, EntryBlock):
        return touch_control(context, entry)  # type: ignore[arg-type]
    return touch_control(context, find_control(shown(context), entry))


def shown(context: ScreenContext) -> RailContent | Overlay:
    over = presenter.irregularity_overlay(context)
    return outage.outage_rail(context) if over is None else over


def writes(context: ScreenContext, text: str) -> ScreenContext:
    for letter in text:
        context = after(context, f"digit:{'space' if letter == ' ' else letter}")
    return context


def written_by_touch(context: ScreenContext) -> int:
    """Every text of this panel; how many there were."""
    for entry in entries(shown(context)):
        begun = after(context, entry)
        ended = writes(begun, "BET 5-A")
        assert ended.input_state.text(entry.name) == "BET 5-A"
        assert after(ended, "digit:back").input_state.text(entry.name) == "BET 5-"
        names = [one.name for one in part_controls(shown(ended))]
        assert len(names) == len(set(names))
        again = after(ended, "digit:done")
        assert {entry.name for entry in entries(shown(again))} >= {entry.name for entry in entries(shown(context))}
        assert not any(one.name.startswith("letter:") for one in part_controls(shown(again)))
    return len(entries(shown(context)))


def test_in_every_panel_of_every_state_each_text_has_its_keys() -> None:
    panels: dict[str, int] = {}
    for script in read_scripts():
        for rules, state in all_states(script):
            for each in (Panel.APPROVAL, Panel.CORRECT):
                context = make_context(rules, state, input_state=InputState(panel=each))
                over = presenter.irregularity_overlay(context)
                kind = "" if over is None else f"{over.name} {state.cases[-1].trouble if state.cases else ''}"
                if kind and kind not in panels:
                    panels[kind] = written_by_touch(context)
    assert sum(panels.values()) >= 20


@pytest.mark.parametrize("code", sorted(FORMS))
def test_in_every_form_each_text_has_its_keys(code: str) -> None:
    table = RoundTable(V4).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C")
    context = make_context(
        table.rules, table.state, input_state=InputState(panel=Panel.REPORT).with_pick("report", code)
    )
    if presenter.irregularity_overlay(context) is not None:
        written_by_touch(context)


def test_a_claim_is_told_and_closed_by_touch_alone() -> None:
    table = RoundTable(V4).bets(("player", 1000, 3)).close().deal("9S 2H KD 3C").do(commands.AnnounceResult)
    table.do(commands.HoldForClaim, text="not paid")
    assert written_by_touch(make_context(table.rules, table.state, input_state=InputState(panel=Panel.APPROVAL))) == 3


def test_a_reason_that_is_chosen_ends_what_is_written() -> None:
    table = RoundTable(V4).bets(("player", 1000, 3))
    table.close().deal("9S 2H KD 3C")
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.CORRECT))
    (text,) = (entry for entry in entries(panel(context)) if entry.name == "reason")
    open_ = after(context, text)
    assert find_control(panel(open_), "digit:Q").act is not None
    chosen = press_control(open_, panel(open_), "reason:keyed-wrongly")
    written = replace(chosen, input_state=chosen.input_state.replace(writes="reason"))
    assert not any(one.name == "digit:Q" for one in part_controls(panel(written)))


def test_what_was_noted_in_an_outage_is_written_by_touch() -> None:
    table = RoundTable(V4)
    assert written_by_touch(make_context(table.rules, table.state, outage=Outage.PLAYED_ON))

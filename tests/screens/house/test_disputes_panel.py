"""The law of the place on the screen: the steps of disputes, and the notice before a table closes."""

from typing import Any

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.values import replace
from dealer_app.screens.actions import CloseTableAction, GiveNotice, NoteDisputeStep
from dealer_app.screens.blocks import KeysBlock, RowsBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.disputes_panel import disputes_panel
from dealer_app.screens.house.menu import menu_panel, table_end_panel
from dealer_app.screens.input_state import InputState
from dealer_app.screens.irregularity.claims import claim_rail
from dealer_app.screens.key_input import overlay_controls
from dealer_app.station.fold import apply_station_event
from dealer_app.station.house_law import CLOSING_LAW, DISPUTE_LAW
from dealer_app.station_events import ClosingNoticed, DisputeBegan, DisputeStep, DisputeStepNoted, SettingChanged
from tests.support.rounds import TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import MOMENT, table_context

BEGAN = DisputeBegan(number=1, claim=3, table="T1", round=1, at=MOMENT.utc, offset=480)
NOTIFIED = DisputeStepNoted(number=1, step=DisputeStep.NOTIFIED, by="B1", at=MOMENT.utc, offset=480, words="desk 4")


def law_context(*happened: object, law: str = DISPUTE_LAW, **facts: Any) -> ScreenContext:
    context = table_context(RoundTable(V4, begun=False), **facts)
    state = apply_station_event(context.state, SettingChanged(setting=law, before="", after="1"))
    for event in happened:
        state = apply_station_event(state, event)
    return replace(context, state=state)


def row_titles(context: ScreenContext) -> list[str]:
    blocks = disputes_panel(context).left_column
    return [row.title for block in blocks if isinstance(block, RowsBlock) for row in block.rows]


def test_each_dispute_says_what_is_done_and_what_is_still_to_be_done() -> None:
    second = replace(BEGAN, number=2, round=4)
    assert row_titles(law_context(BEGAN, second, NOTIFIED)) == [
        "Dispute 1, round 1",
        "Dispute 2, round 4",
        "Inspector notified",
        "Inform the guest of right and seven days",
        "Does the guest ask for an investigation?",
    ]


def test_a_supervisor_notes_a_step_and_a_dealer_has_one_sign() -> None:
    words = InputState(texts={"dispute-words": "the guest"}, picks={"dispute-step": "informed"})
    own = disputes_panel(law_context(BEGAN, role="pit_supervisor", input_state=words)).primary
    assert own is not None
    assert isinstance(own.act, NoteDisputeStep)
    assert (own.act.number, own.act.step, own.act.words, own.act.by) == (1, DisputeStep.INFORMED, "the guest", None)
    other = disputes_panel(law_context(BEGAN, input_state=words)).primary
    assert other is not None
    assert not isinstance(other.act, NoteDisputeStep)


def test_nothing_of_it_is_shown_where_the_law_is_off_and_the_menu_has_it_where_it_is_on() -> None:
    names = [control.name for control in overlay_controls(menu_panel(table_context(RoundTable(V4, begun=False))))]
    assert "open:disputes" not in names
    on = {control.name: control for control in overlay_controls(menu_panel(law_context(BEGAN)))}
    assert on["open:disputes"].sub.first == "1 open"
    assert disputes_panel(law_context()).primary is not None


def test_the_page_of_a_dispute_at_the_table_has_its_steps() -> None:
    table = RoundTable(TAI_SAI).bet("big", 1_000)
    table.do(commands.NoMoreBets).do(commands.CountTumbles, tumbles=3).do(commands.ReadDice, dice=(2, 5, 6))
    table.do(commands.AnnounceResult).do(commands.HoldForClaim, text="the chips are red's")
    held = table.state.claim
    assert held is not None
    plain = table_context(table)
    assert "Notify the inspector" not in repr(claim_rail(plain).work)
    began = replace(BEGAN, claim=held.number)
    context = replace(plain, state=apply_station_event(plain.state, began))
    work = repr(claim_rail(context).work)
    assert "Notify the inspector" in work
    assert "open:disputes" in work


@pytest.mark.parametrize("reason", ["", "fire alarm"])
def test_without_notice_a_table_closes_with_a_reason_alone(reason: str) -> None:
    keyed = InputState(texts={"closing-reason": reason}, confirming="close-table")
    panel = table_end_panel(law_context(law=CLOSING_LAW, role="pit_supervisor", input_state=keyed))
    assert panel.primary is not None
    assert (panel.primary.act is not None) is bool(reason)
    keys = [key for block in panel.left_column if isinstance(block, KeysBlock) for key in block.controls]
    assert [type(key.act) for key in keys] == [GiveNotice]
    if reason:
        assert isinstance(panel.primary.act, CloseTableAction)
        assert panel.primary.act.reason == reason


def test_a_notice_is_said_with_its_time_and_open_disputes_are_handed_over() -> None:
    given = ClosingNoticed(table="T1", rounds=0, at=MOMENT.utc, offset=480)
    panel = table_end_panel(law_context(BEGAN, given, law=CLOSING_LAW, role="pit_supervisor"))
    said = repr(panel.left_column)
    assert "Guests told at" in said
    assert "Disputes stay open after closing: 1" in said

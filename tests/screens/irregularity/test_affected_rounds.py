"""Damaged dice: before it is signed the panel says who is owed what, what is not recovered and whose chips move."""

from fractions import Fraction

import pytest

from dealer_app.domain.round import correction_commands, correction_events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Who
from dealer_app.domain.wagers import Bettor
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.blocks import HeadingBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.labels import label_text
from dealer_app.screens.screen import Overlay
from tests.screens.irregularity_hands import decide_act, key_signature, panel, press_control
from tests.screens.irregularity_screens import part_blocks, part_controls, part_rows
from tests.support.rounds import TAI_SAI, RoundTable
from tests.support.screen_contexts import make_context

RED: Who = (None, Bettor("red"))
GREEN: Who = (None, Bettor("green"))


def damaged() -> RoundTable:
    """Red has won 1000 and left, blue has lost 500, green 600 and been reported as left; white bets on."""
    table = RoundTable(TAI_SAI).bet("big", 1000, bettor="red").bet("small", 500, bettor="blue")
    table.bet("small", 600, bettor="green").close().report(IrregularityKind.PLAYER_LEFT, who=GREEN)
    table.roll(4, 5, 6).finish().do(correction_commands.ChangeDice, set_name="ebony", inspected_by="Supervisor")
    table.begin().bet("big", 1000, bettor="red").bet("small", 500, bettor="blue")
    table.bet("small", 600, bettor="green").close().report(IrregularityKind.PLAYER_LEFT, who=GREEN)
    table.roll(4, 5, 6).finish().begin().bet("big", 200, bettor="white").close()
    return table.report(IrregularityKind.DAMAGED_DICE)


def asked(table: RoundTable) -> ScreenContext:
    return make_context(table.rules, table.state, input_state=InputState(panel=Panel.APPROVAL))


def told(found: Overlay) -> list[tuple[str, str, str]]:
    return [
        (row.name.partition(":")[0], row.title, row.right)
        for row in part_rows(found)
        if row.name.startswith("affected-")
    ]


@pytest.mark.clause(TAI_SAI, "5.6")
def test_rounds_are_offered_with_their_dice_and_who_is_known_to_have_left_is_not_asked_about() -> None:
    context = asked(damaged())
    offered = [(one.name, one.label.first) for one in part_controls(panel(context)) if one.name.startswith("first:")]
    assert offered == [
        ("first:3", "3 · ebony"),
        ("first:2", "2 · ebony"),
        ("first:1", "1 · ivory"),
        ("first:4", label_text(context, "mending.first-none").first),
    ]
    context = press_control(context, panel(context), "first:2")
    gone = [one.name for one in part_controls(panel(context)) if one.name.startswith("gone:")]
    assert gone == ["gone:-~red", "gone:-~blue", "gone:-~white"]


@pytest.mark.clause(TAI_SAI, "5.3", "5.6")
def test_it_says_who_is_owed_and_what_is_not_recovered_as_the_engine_then_does() -> None:
    table = damaged()
    context = asked(table)
    assert told(panel(context)) == []
    context = press_control(context, panel(context), "first:2")
    assert told(panel(context)) == [
        ("affected-kept", "Green", "6"),
        ("affected-chips", "Red", label_text(context, "mending.comes-back", amount="1000").first),
        ("affected-chips", "Blue", label_text(context, "mending.goes-out", amount="500").first),
    ]
    context = press_control(context, panel(context), "gone:-~red")
    assert told(panel(context)) == [
        ("affected-kept", "Green", "6"),
        ("affected-lost", "Red", "10"),
        ("affected-chips", "Blue", label_text(context, "mending.goes-out", amount="500").first),
    ]
    headings = [block.text for block in part_blocks(panel(context)) if isinstance(block, HeadingBlock)]
    assert {
        label_text(context, "mending.affected-kept"),
        label_text(context, "mending.affected-lost"),
        label_text(context, "mending.affected-chips"),
    } <= set(headings)
    context = key_signature(context, "G1")
    primary = panel(context).primary
    assert primary is not None
    assert isinstance(primary.act, SendCommand)
    happened = decide_act(context, primary.act)
    assert not isinstance(happened, Refusal)
    (voided,) = (event for event in happened if isinstance(event, correction_events.RoundsVoided))
    assert voided.numbers == (2, 3)
    assert voided.not_recovered == ((2, RED, Fraction(1000)),)
    assert voided.kept == ((2, GREEN, Fraction(600)),)


@pytest.mark.clause(TAI_SAI, "5.6")
def test_who_has_left_has_left_all_his_places() -> None:
    table = damaged()
    table.do(correction_commands.SamePerson, one=RED, other=(None, Bettor("blue")))
    context = asked(table)
    context = press_control(context, panel(context), "first:2")
    context = press_control(context, panel(context), "gone:-~blue")
    assert told(panel(context)) == [("affected-kept", "Green", "6"), ("affected-lost", "Red", "5")]


@pytest.mark.clause(TAI_SAI, "5.6")
def test_dice_taken_out_are_meant_by_a_round_that_was_played_with_them() -> None:
    """Only who bet in rounds with them or bets now is asked about, and only their rounds are reckoned."""
    context = asked(damaged())
    context = press_control(context, panel(context), "first:1")
    gone = [one.name for one in part_controls(panel(context)) if one.name.startswith("gone:")]
    assert gone == ["gone:-~red", "gone:-~blue", "gone:-~white"]
    assert [row for row in told(panel(context)) if row[0] == "affected-chips"] == [
        ("affected-chips", "Red", label_text(context, "mending.comes-back", amount="1000").first),
        ("affected-chips", "Blue", label_text(context, "mending.goes-out", amount="500").first),
    ]
    context = key_signature(context, "G1")
    primary = panel(context).primary
    assert primary is not None
    assert isinstance(primary.act, SendCommand)
    happened = decide_act(context, primary.act)
    assert not isinstance(happened, Refusal)
    (voided,) = (event for event in happened if isinstance(event, correction_events.RoundsVoided))
    assert voided.numbers == (1,)


@pytest.mark.clause(TAI_SAI, "5.6")
def test_that_no_round_was_played_with_them_is_a_choice_of_its_own() -> None:
    context = asked(damaged())
    context = press_control(context, panel(context), "first:4")
    assert told(panel(context)) == []
    context = key_signature(context, "G1")
    primary = panel(context).primary
    assert primary is not None
    assert isinstance(primary.act, SendCommand)
    happened = decide_act(context, primary.act)
    assert not isinstance(happened, Refusal)
    (voided,) = (event for event in happened if isinstance(event, correction_events.RoundsVoided))
    assert voided.numbers == ()

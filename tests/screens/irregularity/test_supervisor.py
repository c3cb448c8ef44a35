"""The supervisor: called until he has come, and whoever acts as one is one everywhere at the screen."""

from dealer_app.device_questions import Reply
from dealer_app.devices.answers import DealerAnswer
from dealer_app.domain.round import commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.values import replace
from dealer_app.people.positions import Position
from dealer_app.people.state import Acting
from dealer_app.screens import presenter
from dealer_app.screens.actions import (
    AnswerDevice,
    CallSupervisor,
    Credentials,
    EndCall,
    SendCommand,
    SignIn,
    new_command,
)
from dealer_app.screens.blocks import NoteBlock
from dealer_app.screens.context import can_decide
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import menus
from dealer_app.screens.round.table_context import table_context
from tests.screens.irregularity_hands import PIN, panel
from tests.screens.irregularity_screens import find_control, part_blocks, part_controls
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context


def test_the_panel_says_that_nobody_is_notified_elsewhere() -> None:
    table = RoundTable(V4)
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.SUPERVISOR))
    said = [block.text.first for block in part_blocks(panel(context)) if isinstance(block, NoteBlock)]
    assert any("Nobody is notified elsewhere" in text for text in said)
    call = find_control(panel(context), "call").act
    assert call == CallSupervisor("12:34:56", then=InputState())


def test_a_call_stays_over_the_whole_frame_until_somebody_has_come() -> None:
    table = RoundTable(V4)
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.SUPERVISOR))
    assert not menus.supervisor_call_text(context)
    assert not presenter.build_screen(context).call.first
    called = replace(context, state=replace(context.state, called="12:34:56"))
    assert menus.supervisor_call_text(called).first == "called 12:34"
    assert presenter.build_screen(called).call.first == "called 12:34"
    assert isinstance(find_control(panel(called), "call-over").act, EndCall)


def test_who_signs_something_has_come() -> None:
    table = RoundTable(V4)
    context = make_context(table.rules, table.state)
    context = replace(context, state=replace(context.state, called="12:34:56"))
    own, signed_here = new_command(commands.PlaceYourBets), Credentials("S1", PIN)
    assert not menus.is_call_answered(context, SendCommand(command=own))
    assert menus.is_call_answered(context, SendCommand(command=own, by=signed_here))
    assert menus.is_call_answered(
        context, AnswerDevice(number=1, answer=DealerAnswer(reply=Reply.DEAL), second=signed_here)
    )
    as_supervisor = make_context(table.rules, table.state, signed_in="S1")
    as_supervisor = replace(as_supervisor, state=replace(as_supervisor.state, called="12:34:56"))
    assert not menus.supervisor_call_text(as_supervisor)
    assert menus.is_call_answered(as_supervisor, SignIn(signed_here))


def test_who_acts_as_a_supervisor_is_one_everywhere() -> None:
    """RWS v4 1.17: at the supervisor's panel, at a need of his, and at what the document leaves to him in a round."""
    table = RoundTable(V4)
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.SUPERVISOR))
    at = table_context(context)
    assert at is not None
    assert not at.can_decide("pit_supervisor")
    assert "call" in [one.name for one in part_controls(panel(context))]
    acting = Acting(number=1, position=Position.PIT_SUPERVISOR, until=1, by="S1")
    lent = replace(context.state.people, acting={"D1": acting})
    context = replace(context, state=replace(context.state, people=lent))
    at = table_context(context)
    assert at is not None
    assert at.can_decide("pit_supervisor")
    assert can_decide(context, "D1", "pit_supervisor")
    assert "menu:limits" in [one.name for one in part_controls(panel(context))]
    over = replace(context, moment=replace(context.moment, utc=1))
    assert "call" in [one.name for one in part_controls(panel(over))]


def test_calling_the_supervisor_says_since_when_and_who_may_come() -> None:
    table = RoundTable(V4)
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.SUPERVISOR))
    context = replace(context, state=replace(context.state, called="12:34:56"))
    shown = panel(replace(context, now_text="12:40:00"))
    assert "Supervisor called at 12:34:56" in repr(shown)
    assert "Pit Supervisor 1" in repr(shown)


def test_a_supervisor_has_a_menu_of_his_own() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C KD").report(IrregularityKind.OTHER)
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.SUPERVISOR), signed_in="S1")
    shown = panel(context)
    assert find_control(shown, "menu:approval").act is not None
    assert find_control(shown, "menu:correct").act is None
    assert find_control(shown, "menu:correct").waits

"""The supervisor: called until he has come, and whoever acts as one is one everywhere at the screen."""

from dealer_app.device_questions import Reply
from dealer_app.devices.answers import DealerAnswer
from dealer_app.domain.round import commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.values import replace
from dealer_app.people.positions import Position
from dealer_app.people.state import Acting
from dealer_app.screens.actions import AnswerDevice, Credentials, SendCommand, SignIn, new_command
from dealer_app.screens.context import can_decide
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import menus
from dealer_app.screens.round.table_context import table_context
from tests.screens.irregularity_hands import PIN, panel, press_control
from tests.support.irregularity_screens import find_control, make_context, part_controls, with_fingers
from tests.support.rounds import V4, RoundTable


def test_a_call_stays_where_it_is_seen_until_he_has_come() -> None:
    table = RoundTable(V4)
    seeing = make_context(table.rules, table.state, fingers=InputState(panel=Panel.SUPERVISOR))
    assert not menus.supervisor_call_text(seeing)
    seeing = press_control(seeing, panel(seeing), "call")
    seeing = press_control(seeing, panel(seeing), "close")
    assert seeing.input_state.panel is Panel.NONE
    assert menus.supervisor_call_text(seeing).first == "called 12:34"
    seeing = press_control(
        seeing, panel(with_fingers(seeing, seeing.input_state.replace(panel=Panel.SUPERVISOR))), "call-over"
    )
    assert seeing.input_state.panel is Panel.NONE
    assert not menus.supervisor_call_text(seeing)


def test_who_signs_something_has_come() -> None:
    table = RoundTable(V4)
    seeing = make_context(table.rules, table.state, fingers=InputState(called="12:34:56", seat=3))
    own, signed_here = new_command(commands.PlaceYourBets), Credentials("S1", PIN)
    assert menus.answer_supervisor_call(seeing, SendCommand(command=own)).called
    assert menus.answer_supervisor_call(seeing, SendCommand(command=own, by=signed_here)) == InputState(seat=3)
    assert not menus.answer_supervisor_call(
        seeing, AnswerDevice(number=1, answer=DealerAnswer(reply=Reply.DEAL), second=signed_here)
    ).called
    as_supervisor = make_context(table.rules, table.state, fingers=seeing.input_state, signed_in="S1")
    assert not menus.supervisor_call_text(as_supervisor)
    assert not menus.answer_supervisor_call(as_supervisor, SignIn(signed_here)).called


def test_who_acts_as_a_supervisor_is_one_everywhere() -> None:
    """RWS v4 1.17: at the supervisor's panel, at a need of his, and at what the document leaves to him in a round."""
    table = RoundTable(V4)
    seeing = make_context(table.rules, table.state, fingers=InputState(panel=Panel.SUPERVISOR))
    at = table_context(seeing)
    assert at is not None
    assert not at.can_decide("pit_supervisor")
    assert "call" in [one.name for one in part_controls(panel(seeing))]
    acting = Acting(number=1, position=Position.PIT_SUPERVISOR, until=1, by="S1")
    lent = replace(seeing.state.people, acting={"D1": acting})
    seeing = replace(seeing, state=replace(seeing.state, people=lent))
    at = table_context(seeing)
    assert at is not None
    assert at.can_decide("pit_supervisor")
    assert can_decide(seeing, "D1", "pit_supervisor")
    assert "menu:limits" in [one.name for one in part_controls(panel(seeing))]
    over = replace(seeing, moment=replace(seeing.moment, utc=1))
    assert "call" in [one.name for one in part_controls(panel(over))]


def test_calling_the_supervisor_says_since_when_and_who_may_come() -> None:
    table = RoundTable(V4)
    seeing = make_context(table.rules, table.state, fingers=InputState(panel=Panel.SUPERVISOR))
    seeing = press_control(seeing, panel(seeing), "call")
    shown = panel(replace(seeing, now_text="12:40:00"))
    assert "Supervisor called at 12:34:56" in repr(shown)
    assert "Pit Supervisor 1" in repr(shown)


def test_a_supervisor_has_a_menu_of_his_own() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C KD").report(IrregularityKind.OTHER)
    seeing = make_context(table.rules, table.state, fingers=InputState(panel=Panel.SUPERVISOR), signed_in="S1")
    shown = panel(seeing)
    assert find_control(shown, "menu:approval").act is not None
    assert find_control(shown, "menu:correct").act is None
    assert find_control(shown, "menu:correct").waits

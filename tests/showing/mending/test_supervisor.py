"""The supervisor: called until he has come, and whoever acts as one is one everywhere at the screen."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.people.positions import Position
from dealer_app.people.state import Acting
from dealer_app.showing.acts import AnswerDevice, Credentials, Give, SignIn, asking
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.in_charge import may_decide
from dealer_app.showing.mending import supervising
from dealer_app.showing.play.at_table import at_table
from dealer_app.station.listening.answers import Said
from dealer_app.station.listening.questions import Reply
from tests.support.mending_hands import PIN, panel, pressed
from tests.support.mending_screens import control, controls_of, seen, with_fingers
from tests.support.rounds import V4, Seated


def test_a_call_stays_where_it_is_seen_until_he_has_come() -> None:
    table = Seated(V4)
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.SUPERVISOR))
    assert not supervising.called(seeing)
    seeing = pressed(seeing, panel(seeing), "call")
    seeing = pressed(seeing, panel(seeing), "close")
    assert seeing.fingers.panel is Panel.NONE
    assert supervising.called(seeing).first == "called 12:34"
    seeing = pressed(seeing, panel(with_fingers(seeing, seeing.fingers.but(panel=Panel.SUPERVISOR))), "call-over")
    assert seeing.fingers.panel is Panel.NONE
    assert not supervising.called(seeing)


def test_who_signs_something_has_come() -> None:
    table = Seated(V4)
    seeing = seen(table.rules, table.state, fingers=Fingers(called="12:34:56", seat=3))
    own, signed_here = asking(commands.PlaceYourBets), Credentials("S1", PIN)
    assert supervising.answered(seeing, Give(command=own)).called
    assert supervising.answered(seeing, Give(command=own, by=signed_here)) == Fingers(seat=3)
    assert not supervising.answered(
        seeing, AnswerDevice(number=1, said=Said(reply=Reply.DEAL), second=signed_here)
    ).called
    as_supervisor = seen(table.rules, table.state, fingers=seeing.fingers, signed_in="S1")
    assert not supervising.called(as_supervisor)
    assert not supervising.answered(as_supervisor, SignIn(signed_here)).called


def test_who_acts_as_a_supervisor_is_one_everywhere() -> None:
    """RWS v4 1.17: at the supervisor's panel, at a need of his, and at what the document leaves to him in a round."""
    table = Seated(V4)
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.SUPERVISOR))
    at = at_table(seeing)
    assert at is not None
    assert not at.decides("pit_supervisor")
    assert "call" in [one.name for one in controls_of(panel(seeing))]
    acting = Acting(number=1, position=Position.PIT_SUPERVISOR, until=1, by="S1")
    lent = replace(seeing.state.people, acting={"D1": acting})
    seeing = replace(seeing, state=replace(seeing.state, people=lent))
    at = at_table(seeing)
    assert at is not None
    assert at.decides("pit_supervisor")
    assert may_decide(seeing, "D1", "pit_supervisor")
    assert "menu:limits" in [one.name for one in controls_of(panel(seeing))]
    over = replace(seeing, moment=replace(seeing.moment, utc=1))
    assert "call" in [one.name for one in controls_of(panel(over))]


def test_calling_the_supervisor_says_since_when_and_who_may_come() -> None:
    table = Seated(V4)
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.SUPERVISOR))
    seeing = pressed(seeing, panel(seeing), "call")
    shown = panel(replace(seeing, now_text="12:40:00"))
    assert "Supervisor called at 12:34:56" in repr(shown)
    assert "Pit Supervisor 1" in repr(shown)


def test_a_supervisor_has_a_menu_of_his_own() -> None:
    table = Seated(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C KD").report(Trouble.OTHER)
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.SUPERVISOR), signed_in="S1")
    shown = panel(seeing)
    assert control(shown, "menu:approval").act is not None
    assert control(shown, "menu:correct").act is None
    assert control(shown, "menu:correct").waits

"""A claim is closed by who may, with what he decides, what it rests on and what the cameras saw."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.blocks import Weight
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import claims, outage
from dealer_app.station.state import Outage
from tests.screens.irregularity_hands import decide_act, key_signature, panel, press_control, ready, type_text
from tests.support.irregularity_screens import find_control, make_context
from tests.support.rounds import V4, RoundTable


def _claimed() -> RoundTable:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").announce()
    return table.do(commands.HoldForClaim, by=Person("Dealer 1 (D1)", "dealer"), text="the tie was his")


def test_a_claim_is_closed_with_decision_clause_and_reference_by_who_may() -> None:
    table = _claimed()
    seeing = make_context(table.rules, table.state)
    part = claims.claim_rail(seeing)
    assert part.primary.weight is Weight.NEXT
    assert "the tie was his" in repr(part.page)
    seeing = press_control(seeing, part, "ask-claim")
    for name in ("reason:claim-stands", f"rests-on:{table.rules.clause('result')}"):
        assert find_control(panel(seeing), "close-claim").act is None
        seeing = press_control(seeing, panel(seeing), name)
    seeing = key_signature(type_text(seeing, "surveillance", "CCTV 7"), "S1")
    act = ready(seeing)
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, commands.CloseClaim)
    assert act.command.surveillance == "CCTV 7"
    assert not isinstance(decide_act(seeing, act), Refusal)


def test_a_supervisor_who_is_signed_in_decides_without_a_pin() -> None:
    table = _claimed()
    seeing = make_context(table.rules, table.state, signed_in="S1", fingers=InputState(panel=Panel.APPROVAL))
    for name in ("reason:claim-stands", f"rests-on:{table.rules.clause('result')}"):
        seeing = press_control(seeing, panel(seeing), name)
    act = ready(seeing)
    assert isinstance(act, SendCommand)
    assert act.by is None
    assert not isinstance(decide_act(seeing, act), Refusal)


def test_a_claim_stands_before_the_rounds_of_an_outage() -> None:
    table = _claimed()
    seeing = make_context(table.rules, table.state, outage=Outage.PLAYED_ON)
    assert outage.outage_rail(seeing).primary.name == "ask-claim"

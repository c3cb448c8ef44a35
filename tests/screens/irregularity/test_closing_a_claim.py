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
from tests.screens.irregularity_screens import find_control
from tests.support.rounds import V4, RoundTable
from tests.support.screen_contexts import make_context


def _claimed() -> RoundTable:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").announce()
    return table.do(commands.HoldForClaim, by=Person("Dealer 1 (D1)", "dealer"), text="the tie was his")


def test_a_claim_is_closed_with_decision_clause_and_reference_by_who_may() -> None:
    table = _claimed()
    context = make_context(table.rules, table.state)
    part = claims.claim_rail(context)
    assert part.primary.weight is Weight.NEXT
    assert "the tie was his" in repr(part.page)
    context = press_control(context, part, "ask-claim")
    for name in ("reason:claim-stands", f"rests-on:{table.rules.clause('result')}"):
        assert find_control(panel(context), "close-claim").act is None
        context = press_control(context, panel(context), name)
    context = key_signature(type_text(context, "surveillance", "CCTV 7"), "S1")
    act = ready(context)
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, commands.CloseClaim)
    assert act.command.surveillance == "CCTV 7"
    assert not isinstance(decide_act(context, act), Refusal)


def test_a_supervisor_who_is_signed_in_decides_without_a_pin() -> None:
    table = _claimed()
    context = make_context(table.rules, table.state, signed_in="S1", input_state=InputState(panel=Panel.APPROVAL))
    for name in ("reason:claim-stands", f"rests-on:{table.rules.clause('result')}"):
        context = press_control(context, panel(context), name)
    act = ready(context)
    assert isinstance(act, SendCommand)
    assert act.by is None
    assert not isinstance(decide_act(context, act), Refusal)


def test_a_claim_stands_before_the_rounds_of_an_outage() -> None:
    table = _claimed()
    context = make_context(table.rules, table.state, outage=Outage.PLAYED_ON)
    assert outage.outage_rail(context).primary.name == "ask-claim"

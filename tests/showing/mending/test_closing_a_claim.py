"""A claim is closed by who may, with what he decides, what it rests on and what the cameras saw."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person
from dealer_app.showing.acts import Give
from dealer_app.showing.blocks import Weight
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.mending import claim, outage
from dealer_app.station.state import Outage
from tests.support.mending_hands import given, panel, pressed, ready, signed, typed
from tests.support.mending_screens import control, seen
from tests.support.rounds import V4, Seated


def _claimed() -> Seated:
    table = Seated(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").announce()
    return table.do(commands.HoldForClaim, by=Person("Dealer 1 (D1)", "dealer"), text="the tie was his")


def test_a_claim_is_closed_with_decision_clause_and_reference_by_who_may() -> None:
    table = _claimed()
    seeing = seen(table.rules, table.state)
    part = claim.claim(seeing)
    assert part.primary.weight is Weight.NEXT
    assert "the tie was his" in repr(part.page)
    seeing = pressed(seeing, part, "ask-claim")
    for name in ("reason:claim-stands", f"rests-on:{table.rules.clause('result')}"):
        assert control(panel(seeing), "close-claim").act is None
        seeing = pressed(seeing, panel(seeing), name)
    seeing = signed(typed(seeing, "surveillance", "CCTV 7"), "S1")
    act = ready(seeing)
    assert isinstance(act, Give)
    assert isinstance(act.command, commands.CloseClaim)
    assert act.command.surveillance == "CCTV 7"
    assert not isinstance(given(seeing, act), Refusal)


def test_a_supervisor_who_is_signed_in_decides_without_a_pin() -> None:
    table = _claimed()
    seeing = seen(table.rules, table.state, signed_in="S1", fingers=Fingers(panel=Panel.APPROVAL))
    for name in ("reason:claim-stands", f"rests-on:{table.rules.clause('result')}"):
        seeing = pressed(seeing, panel(seeing), name)
    act = ready(seeing)
    assert isinstance(act, Give)
    assert act.by is None
    assert not isinstance(given(seeing, act), Refusal)


def test_a_claim_stands_before_the_rounds_of_an_outage() -> None:
    table = _claimed()
    seeing = seen(table.rules, table.state, outage=Outage.PLAYED_ON)
    assert outage.outage(seeing).primary.name == "ask-claim"

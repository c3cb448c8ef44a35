"""A claim is closed by who may, with what he decides, what it rests on and what the cameras saw."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.events import ClaimClosed
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import GuestAnswer, Person
from dealer_app.domain.values import replace
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.blocks import Weight
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import claims, outage
from dealer_app.screens.key_input import handle_key
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.round.parts import round_rail
from dealer_app.station.state import Outage
from tests.screens.irregularity_hands import decide_act, key_signature, panel, press_control, ready, type_text
from tests.screens.irregularity_screens import find_control, part_controls
from tests.support.rounds import PEOPLE, SUPERVISOR, TAI_SAI, V4, RoundTable
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


def test_what_was_offered_is_keyed_with_the_decision_and_may_be_left_out() -> None:
    table = _claimed()
    context = make_context(table.rules, table.state, signed_in="S1", input_state=InputState(panel=Panel.APPROVAL))
    for name in ("reason:claim-partly", f"rests-on:{table.rules.clause('result')}"):
        context = press_control(context, panel(context), name)
    plain = ready(context)
    assert isinstance(plain, SendCommand)
    assert isinstance(plain.command, commands.CloseClaim)
    assert (plain.command.offered, plain.command.difference, plain.command.answer) == ("", None, None)
    assert find_control(panel(context), "open-offer").key == "F5"
    context = press_control(context, panel(context), "open-offer")
    for digit in ("amount:6", "amount:00"):
        assert find_control(panel(context), digit).key in ("6", ".")
        context = press_control(context, panel(context), digit)
    assert find_control(panel(context), "guest-answer:accepts").key == "+"
    context = press_control(context, panel(context), "guest-answer:accepts")
    context = type_text(context, "offered", "half of the bet")
    context = press_control(context, panel(context), "offer-done")
    assert find_control(panel(context), "open-offer").sub.first == "half of the bet · 600 · accepts"
    act = ready(context)
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, commands.CloseClaim)
    assert (act.command.offered, act.command.difference) == ("half of the bet", 60_000)
    assert act.command.answer is GuestAnswer.ACCEPTS
    happened = decide_act(context, act)
    assert not isinstance(happened, Refusal)
    (closed,) = happened
    assert isinstance(closed, ClaimClosed)
    assert closed == ClaimClosed(
        number=closed.number,
        by=closed.by,
        decision="claim-partly",
        clause=table.rules.clause("result"),
        surveillance="",
        offered="half of the bet",
        difference=Money(60_000),
        answer=GuestAnswer.ACCEPTS,
    )


def test_a_difference_in_money_is_not_below_zero() -> None:
    table = _claimed()
    refused = table.expect_refusal(
        commands.CloseClaim, by=SUPERVISOR, decision="claim-stands", clause="house policy", difference=Money(-1)
    )
    assert refused.code == "difference-below-zero"


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


def test_what_was_offered_is_keyed_by_keys_alone() -> None:
    table = _claimed()
    context = make_context(table.rules, table.state, signed_in="S1", input_state=InputState(panel=Panel.APPROVAL))
    for key in ("F5", "6", ".", "/", "Enter"):
        act = handle_key(build_screen(context), context.input_state, key).act
        assert isinstance(act, SetInput), key
        context = replace(context, input_state=act.input_state)
    assert find_control(panel(context), "open-offer").sub.first == "600 · does not accept"


# A dispute that is upheld


def _closed(text: str, decision: str, book: str = V4) -> RoundTable:
    table = RoundTable(book)
    if book == TAI_SAI:
        table.bet("big", 1000).close().roll(2, 5, 6).announce()
    else:
        table.bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").announce()
    table.do(commands.HoldForClaim, by=Person("Dealer 1 (D1)", "dealer"), text=text)
    return table.do(
        commands.CloseClaim, by=PEOPLE["pit_supervisor"], decision=decision, clause=table.rules.clause("result")
    )


def _follows(table: RoundTable) -> list[str]:
    shown = round_rail(make_context(table.rules, table.state))
    return [one.name for one in part_controls(shown) if one.name.startswith("upheld:")]


@pytest.mark.parametrize(
    ("text", "follows"),
    [
        ("claims-unpaid", ["upheld:payment"]),
        ("claims-collected", ["upheld:payment", "upheld:bet"]),
        ("claims-bet", ["upheld:bet"]),
        ("claims-result", ["upheld:card"]),
        ("the tie was his", ["upheld:payment", "upheld:bet", "upheld:card"]),
    ],
)
def test_what_follows_from_a_dispute_that_is_upheld_is_what_it_was_about(text: str, follows: list[str]) -> None:
    assert _follows(_closed(text, "claim-granted")) == follows
    assert _follows(_closed(text, "claim-partly")) == follows
    assert _follows(_closed(text, "claim-stands")) == []


def test_of_dice_the_dice_are_corrected() -> None:
    assert _follows(_closed("claims-result", "claim-granted", TAI_SAI)) == ["upheld:dice"]


def test_it_stays_on_the_rail_until_it_is_begun_or_the_next_round_begins() -> None:
    table = _closed("claims-bet", "claim-granted").do(commands.SettleAll)
    assert _follows(table) == ["upheld:bet"], "also between the rounds"
    wager = replace(table.find_bet("player", 1).wager, seat=2)
    table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="chips differ").resolve()
    assert _follows(table) == []
    again = _closed("claims-bet", "claim-granted").do(commands.SettleAll).do(commands.PlaceYourBets)
    assert again.state.upheld is None


def test_closing_it_opens_what_is_put_right() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").announce()
    table.do(commands.HoldForClaim, by=Person("Dealer 1 (D1)", "dealer"), text="claims-bet")
    context = make_context(table.rules, table.state)
    context = press_control(context, claims.claim_rail(context), "ask-claim")
    for name in ("reason:claim-granted", f"rests-on:{table.rules.clause('result')}"):
        context = press_control(context, panel(context), name)
    assert "Correct the bet" in repr(panel(context).left_column), "it is shown before it is signed"
    act = ready(key_signature(context, "S1"))
    assert isinstance(act, SendCommand)
    assert act.then is not None
    assert (act.then.panel, act.then.pick("correct")) == (Panel.CORRECT, "bet")


def test_the_next_step_says_what_follows_once_it_is_signed() -> None:
    """Also where the bets of many guests push the note of it out of sight."""
    table = _closed("claims-payment", "claim-granted").do(commands.HoldForClaim, text="claims-payment")
    said = []
    for decision in ("claim-stands", "claim-granted"):
        context = make_context(table.rules, table.state, signed_in="S1", input_state=InputState(panel=Panel.APPROVAL))
        for name in (f"reason:{decision}", f"rests-on:{table.rules.clause('result')}"):
            context = press_control(context, panel(context), name)
        said.append(find_control(panel(context), "close-claim").sub.first)
    assert said == ["", "Correct what was taken or paid"]

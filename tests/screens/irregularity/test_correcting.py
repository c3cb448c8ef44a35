"""The last card, the dice and every way in which a bet can be wrong are corrected at the screen, each with a reason."""

from collections.abc import Callable

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.blocks import EntryBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import menus
from dealer_app.screens.key_input import first_entry, screen_entries
from dealer_app.screens.key_input import handle_key as key_pressed
from dealer_app.screens.presenter import build_screen
from tests.screens.irregularity_hands import decide_act, panel, press_control, ready
from tests.screens.irregularity_screens import find_control, part_controls, part_rows, touch_control, with_fingers
from tests.support.rounds import BANKER_HAND, INSURANCE, SEATED, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context


def _correcting(table: RoundTable) -> ScreenContext:
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.CORRECT))
    assert menus.can_correct(context)
    return context


def _touch(context: ScreenContext, *names: str) -> ScreenContext:
    for name in names:
        shown = panel(context)
        row = next((row for row in part_rows(shown) if row.name == name), None)
        context = press_control(context, shown, name) if row is None else touch_control(context, row)
    return context


def _four_cards() -> RoundTable:
    return RoundTable(V4).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("4H 9S KD 5C")


def _given(
    context: ScreenContext,
) -> correction_commands.CorrectBet | correction_commands.CorrectCard | correction_commands.CorrectDice:
    act = ready(context)
    assert isinstance(act, SendCommand)
    assert not isinstance(decide_act(context, act), Refusal)
    command = act.command
    kinds = correction_commands.CorrectBet | correction_commands.CorrectCard | correction_commands.CorrectDice
    assert isinstance(command, kinds)
    assert command.reason
    return command


def test_the_last_open_card_is_the_one_that_is_corrected() -> None:
    command = _given(_touch(_correcting(_four_cards()), "rank:8", "suit:S", "reason:not-the-card"))
    assert isinstance(command, correction_commands.CorrectCard)
    assert (command.place, command.card.text) == (3, "8S")


def test_another_card_can_be_touched() -> None:
    command = _given(_touch(_correcting(_four_cards()), "place:1", "rank:8", "suit:S", "reason:not-the-card"))
    assert isinstance(command, correction_commands.CorrectCard)
    assert command.place == 0


def test_the_same_card_is_no_correction_and_nothing_goes_without_a_reason() -> None:
    context = _touch(_correcting(_four_cards()), "rank:5", "suit:C", "reason:not-the-card")
    assert find_control(panel(context), "ask-approval").act is None
    context = _touch(_correcting(_four_cards()), "rank:6", "suit:C")
    assert find_control(panel(context), "ask-approval").act is None


def test_a_card_that_lies_face_down_cannot_be_corrected() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    kinds = {one.name for one in part_controls(panel(_correcting(table))) if one.name.startswith("correct:")}
    assert kinds == {"correct:bet"}


def test_dice_are_keyed_anew() -> None:
    table = RoundTable(TAI_SAI).bet("big", 1000, None).close().roll(2, 5, 6)
    command = _given(_touch(_correcting(table), "die:1", "die:5", "die:6", "reason:not-the-dice"))
    assert isinstance(command, correction_commands.CorrectDice)
    assert command.dice == (1, 5, 6)


@pytest.mark.parametrize(
    ("touches", "wager"),
    [
        (("amount:2", "amount:00"), ("player", 20_000, 1)),
        (("area:banker",), ("banker", 1000, 1)),
        (("who:3",), ("player", 1000, 3)),
        (("none",), None),
    ],
    ids=["amount", "area", "seat", "none at all"],
)
def test_what_is_not_said_of_a_bet_stays_as_it_was(
    touches: tuple[str, ...], wager: tuple[str, int, int] | None
) -> None:
    context = _touch(_correcting(_four_cards()), "correct:bet", "bet:1", *touches, "reason:chips-differ")
    command = _given(context)
    assert isinstance(command, correction_commands.CorrectBet)
    assert command.number == 1
    corrected = command.wager
    assert (corrected and (corrected.area, corrected.stake, corrected.seat)) == wager


def test_areas_and_seats_are_in_the_order_of_the_keys_with_which_bets_are_keyed() -> None:
    """A hand that knows the keys for betting finds PLAYER before BANKER here too, and seat 1 before who bet first."""
    table = RoundTable(V4).bets(("banker", 500, 5), ("player", 1000, 2)).close().deal("4H 9S KD 5C")
    names = [each.name for each in part_controls(panel(_touch(_correcting(table), "correct:bet", "bet:1")))]
    assert [name for name in names if name.startswith("area:")][:3] == ["area:player", "area:banker", "area:tie"]
    assert [name for name in names if name.startswith("who:")] == [f"who:{seat}" for seat in (1, 2, 3, 5, 6, 7)]


def test_a_bet_that_was_not_keyed_needs_who_where_and_how_much() -> None:
    context = _touch(_correcting(_four_cards()), "correct:bet", "bet:new", "reason:bet-missed")
    for name in ("who:5", "area:tie", "amount:3"):
        assert find_control(panel(context), "ask-approval").act is None
        context = _touch(context, name)
    context = _touch(context, "amount:00")
    command = _given(context)
    assert isinstance(command, correction_commands.CorrectBet)
    assert command.number is None
    assert command.wager is not None
    assert (command.wager.area, command.wager.stake, command.wager.seat) == ("tie", 30_000, 5)


def test_nothing_can_be_corrected_while_bets_are_open() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1))
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.CORRECT))
    assert not menus.can_correct(context)
    assert panel(context).primary is None


def test_what_was_keyed_of_one_bet_is_not_said_of_another() -> None:
    context = _touch(_correcting(_four_cards()), "correct:bet", "bet:1", "amount:9", "area:tie", "who:5", "another-bet")
    command = _given(_touch(context, "bet:2", "who:3", "reason:chips-differ"))
    assert isinstance(command, correction_commands.CorrectBet)
    assert command.wager is not None
    assert (command.wager.area, command.wager.stake, command.wager.seat) == ("banker", 500, 3)


# Insurance


def _insured(*, closed: bool = True) -> RoundTable:
    """Number 3: Banker insurance of 1 by seat 2, with 10 on Banker."""
    table = RoundTable(INSURANCE).bets(("player", 500, 1), ("banker", 1000, 2)).close().deal("4S 6D KH TC")
    table.do(commands.TakeInsurance, who=(2, SEATED), side=BANKER_HAND, stake=Money(100))
    return table.do(commands.CloseOffer) if closed else table


def _settled() -> RoundTable:
    return _insured().draw("5H").finish()


@pytest.mark.parametrize("table", [lambda: _insured(closed=False), _insured, _settled], ids=["open", "closed", "over"])
@pytest.mark.clause(INSURANCE, "5.14")
def test_an_insurance_is_a_row_of_its_own_and_its_amount_is_keyed(table: Callable[[], RoundTable]) -> None:
    context = _touch(_correcting(table()), "correct:bet")
    (row,) = (row for row in part_rows(panel(context)) if row.name == "bet:3")
    assert (row.badge, row.title, row.right) == ("2", "Seat 2", "BANKER INSURANCE 1")
    context = _touch(context, "bet:3", "reason:chips-differ")
    assert not [one for one in part_controls(panel(context)) if one.name.startswith("area:")], "it stays an insurance"
    assert find_control(panel(context), "ask-approval").act is None
    command = _given(_touch(context, "amount:4"))
    assert isinstance(command, correction_commands.CorrectBet)
    assert (command.number, command.wager, command.stake) == (3, None, 400)


@pytest.mark.clause(INSURANCE, "5.14")
def test_an_insurance_that_nobody_bought_is_none() -> None:
    command = _given(_touch(_correcting(_insured()), "correct:bet", "bet:3", "none", "reason:keyed-wrongly"))
    assert isinstance(command, correction_commands.CorrectBet)
    assert (command.number, command.wager, command.stake) == (3, None, None)


@pytest.mark.clause(INSURANCE, "3.12.2", "5.14")
def test_the_same_amount_is_no_correction_and_one_over_the_cap_waits_with_it() -> None:
    context = _touch(_correcting(_insured()), "correct:bet", "bet:3", "reason:chips-differ")
    assert find_control(panel(_touch(context, "amount:1")), "ask-approval").waits.first == "Key in the amount"
    over = find_control(panel(_touch(context, "amount:1", "amount:1")), "ask-approval")
    assert over.act is None
    assert over.waits.first == "Maximum insurance here: 10. Key in that or less."


@pytest.mark.parametrize(("touched_", "after"), [("amount:4", "Seat 2 · BANKER INSURANCE 4"), ("none", "no bet")])
@pytest.mark.clause(INSURANCE, "5.14")
def test_who_approves_sees_the_insurance_before_and_after(touched_: str, after: str) -> None:
    table = _insured()
    command = _given(_touch(_correcting(table), "correct:bet", "bet:3", touched_, "reason:chips-differ"))
    assert isinstance(command, correction_commands.CorrectBet)
    table.do(correction_commands.CorrectBet, number=3, wager=None, stake=command.stake, reason=command.reason)
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.APPROVAL))
    values = {row.name: row for row in part_rows(panel(context))}
    assert values["value:before"].title == "Before · Seat 2 · BANKER INSURANCE 1"
    assert values["value:after"].title == f"After · {after}"
    assert values["value:before"].lines[0] == "BANKER INSURANCE total 1 · Seat 2 total 11"


@pytest.mark.parametrize("table", [_insured, _settled], ids=["closed", "over"])
@pytest.mark.clause(INSURANCE, "5.14")
def test_an_insurance_that_was_not_keyed_is_added_within_its_caps(table: Callable[[], RoundTable]) -> None:
    """Seat 1 has nothing on Banker, the hand that was to be insured."""
    context = _touch(_correcting(table()), "correct:bet", "bet:new", "offer:after_four:banker", "reason:bet-missed")
    assert find_control(panel(context), "ask-approval").waits.first == "Choose who"
    context = _touch(context, "amount:4", "who:1")
    assert find_control(panel(context), "ask-approval").act is None, "he has nothing there that he could insure"
    context = _touch(context, "who:2")
    assert find_control(panel(context), "ask-approval").act is None, "he has one there, which is corrected itself"


@pytest.mark.clause(INSURANCE, "5.14")
def test_an_insurance_keyed_for_the_wrong_seat_goes_to_the_right_one() -> None:
    table = RoundTable(INSURANCE).bets(("banker", 500, 1), ("banker", 1000, 2)).close().deal("4S 6D KH TC")
    table.do(commands.TakeInsurance, who=(2, SEATED), side=BANKER_HAND, stake=Money(100)).do(commands.CloseOffer)
    context = _touch(_correcting(table), "correct:bet", "bet:3", "who:1", "reason:chips-differ")
    command = _given(context)
    assert isinstance(command, correction_commands.CorrectBet)
    assert command.insured is not None
    assert (command.number, command.stake, command.insured.who) == (3, 100, (1, SEATED))
    table.do(
        correction_commands.CorrectBet,
        number=3,
        wager=None,
        stake=command.stake,
        insured=command.insured,
        reason=command.reason,
    )
    context = make_context(table.rules, table.state, input_state=InputState(panel=Panel.APPROVAL))
    values = {row.name: row.title for row in part_rows(panel(context))}
    assert values["value:before"] == "Before · Seat 2 · BANKER INSURANCE 1"
    assert values["value:after"] == "After · Seat 1 · BANKER INSURANCE 1"


@pytest.mark.clause(INSURANCE, "5.14")
def test_while_the_offer_is_open_it_is_answered_and_not_corrected() -> None:
    context = _touch(_correcting(_insured(closed=False)), "correct:bet", "bet:new")
    assert not [one for one in part_controls(panel(context)) if one.name.startswith("offer:")]


# Whose a bet may be


@pytest.mark.clause(V4, "5.14")
def test_a_bet_may_be_of_somebody_who_stands_there_and_has_no_other() -> None:
    context = _touch(
        _correcting(_four_cards()), "correct:bet", "bet:new", "who:3", "who-stands:standing-2", "area:tie", "amount:5"
    )
    command = _given(_touch(context, "amount:00", "reason:bet-missed"))
    assert isinstance(command, correction_commands.CorrectBet)
    assert command.wager is not None
    assert (command.wager.seat, command.wager.bettor) == (3, "standing-2")
    command = _given(
        _touch(_correcting(_four_cards()), "correct:bet", "bet:1", "who-stands:standing-1", "reason:chips-differ")
    )
    assert isinstance(command, correction_commands.CorrectBet)
    assert command.wager is not None
    assert (command.wager.seat, command.wager.bettor) == (1, "standing-1")


@pytest.mark.parametrize("who", ["who:-", "who:-~blue"])
@pytest.mark.clause(TAI_SAI, "5.9")
def test_on_dice_the_only_bet_that_was_not_keyed_may_be_of_any_colour_or_of_all_bettors(who: str) -> None:
    table = RoundTable(TAI_SAI).close().roll(2, 5, 6)
    context = _touch(_correcting(table), "correct:bet", "bet:new", who, "area:big", "amount:5", "reason:bet-missed")
    command = _given(context)
    assert isinstance(command, correction_commands.CorrectBet)
    assert command.wager is not None
    assert (command.wager.seat, command.wager.stake) == (None, 500)


# Where digits go, and what stands there


def _keys(context: ScreenContext, *keys: str) -> ScreenContext:
    for key in keys:
        act = key_pressed(build_screen(context), context.input_state, key).act
        assert isinstance(act, SetInput), f"{key} does {act}"
        context = with_fingers(context, act.input_state)
    return context


def _entry(context: ScreenContext, name: str) -> EntryBlock:
    return next(entry for entry in screen_entries(build_screen(context)) if entry.name == name)


def _bets_in_chips() -> ScreenContext:
    table = (
        RoundTable(V4, unit=Money(250)).bets(("player", 100_000, 1), ("banker", 50_000, 2)).close().deal("4H 9S KD 5C")
    )
    context = _correcting(table)
    return _touch(context, "correct:bet")


def test_digits_are_the_amount_from_the_beginning_and_no_text_is_written_that_nobody_touched() -> None:
    for names in ((), ("bet:1",), ("bet:new",)):
        context = _touch(_bets_in_chips(), *names)
        assert first_entry(build_screen(context)) == ""
        assert (_entry(context, "amount").writing, _entry(context, "reason").writing) == (True, False)
        context = _keys(context, "2", "4", "0")
        assert (context.input_state.digits, context.input_state.texts) == ("240", {})
    before = _keys(_bets_in_chips(), "2", "4", "0")
    assert find_control(panel(before), "ask-approval").waits.first == "Choose the bet"
    command = _given(_touch(before, "bet:1", "reason:chips-differ"))
    assert isinstance(command, correction_commands.CorrectBet)
    assert command.wager is not None
    assert command.wager.stake == 24_000


@pytest.mark.parametrize("then", ["bet:1", "bet:new", "correct:bet", "reason:chips-differ"])
def test_a_touch_elsewhere_leaves_the_reason_and_digits_are_the_amount_again(then: str) -> None:
    """Only while the reason has the caret, because it was touched, digits are written there."""
    context = _bets_in_chips()
    context = _keys(with_fingers(context, context.input_state.replace(writes="reason")), "7")
    assert (context.input_state.digits, context.input_state.text("reason")) == ("", "7")
    context = _keys(_touch(context, then), "5")
    assert (context.input_state.digits, context.input_state.text("reason")) == ("5", "7")


@pytest.mark.parametrize("then", ["who:3", "area:tie", "another-bet"])
def test_what_is_chosen_of_a_bet_leaves_the_reason_too(then: str) -> None:
    context = _touch(_bets_in_chips(), "bet:1")
    context = _touch(with_fingers(context, context.input_state.replace(writes="reason")), then)
    assert _keys(context, "5").input_state.digits == "5"


@pytest.mark.clause(V4, "5.14")
def test_nobody_is_asked_to_approve_what_changes_nothing() -> None:
    context = _touch(_bets_in_chips(), "bet:1", "reason:chips-differ")
    same = "The bet is already keyed in like this. Key in what differs, or leave it."
    assert (
        find_control(panel(context), "ask-approval").act,
        find_control(panel(context), "ask-approval").waits.first,
    ) == (
        None,
        same,
    )
    again = _keys(context, "1", ".", "0")
    assert (again.input_state.digits, find_control(panel(again), "ask-approval").act) == ("1000", None)
    assert find_control(panel(_touch(context, "who:1", "area:player")), "ask-approval").act is None
    assert find_control(panel(_touch(context, "who:3")), "ask-approval").act is not None


@pytest.mark.parametrize("name", ["bet:1", "bet:new"])
def test_an_amount_that_chips_do_not_make_is_said_where_it_is_keyed(name: str) -> None:
    said = "Not in chips of 2.50. Key in another amount."
    context = _keys(_touch(_bets_in_chips(), name, "who:5", "area:tie", "reason:bet-missed"), "2", "3", "9")
    assert _entry(context, "amount").wrong.first == said
    step = find_control(panel(context), "ask-approval")
    assert (step.act, step.waits.first) == (None, said)
    context = _keys(context, "-", "-", "4", "0")
    assert not _entry(context, "amount").wrong
    assert isinstance(ready(context), SendCommand)


def test_whose_bet_it_is_and_what_was_keyed_stands_there_until_it_is_said_otherwise() -> None:
    def ticked(context: ScreenContext) -> list[str]:
        return [
            one.name for one in part_controls(panel(context)) if one.picked and one.name.startswith(("who:", "area:"))
        ]

    context = _touch(_bets_in_chips(), "bet:2")
    assert ticked(context) == ["who:2", "area:banker"]
    assert _entry(context, "amount").hint.first == "Keyed in: 500"
    assert ticked(_touch(context, "who:3", "area:tie")) == ["who:3", "area:tie"]
    assert ticked(_touch(context, "who:3", "another-bet", "bet:1")) == ["who:1", "area:player"]


def test_of_a_late_bet_digits_are_what_lay_there_though_a_text_was_begun() -> None:
    table = RoundTable(V4, unit=Money(250)).bets(("player", 100_000, 1)).close().deal("4H 9S KD 5C")
    late = InputState(panel=Panel.REPORT).with_pick("report", "late-bet")
    context = make_context(table.rules, table.state, input_state=late)
    assert first_entry(build_screen(context)) == ""
    begun = with_fingers(context, context.input_state.replace(writes="text"))
    context = _keys(_touch(begun, "bet:1"), "2", "3", "9")
    assert (context.input_state.digits, context.input_state.texts) == ("239", {})
    assert _entry(context, "amount").wrong.first.startswith("Not in chips of 2.50.")
    step = find_control(panel(context), "form")
    assert (step.act, step.waits.first) == (None, "Not in chips of 2.50. Key in another amount.")

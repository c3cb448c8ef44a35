"""A screen while it runs: one act at a time, on what was shown; what was keyed is for what lay there and no more."""

import asyncio

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Phase
from dealer_app.domain.wagers import Area, Wager
from dealer_app.people.pins import Pin
from dealer_app.screens import actions
from dealer_app.screens.actions import SendCommand, new_command
from dealer_app.screens.input_state import Panel
from dealer_app.scripts.language import read_command
from tests.screens.desk_session import BETS, CLOSED, SUPERVISOR, DeskSession, run_desk


def test_a_pin_is_gone_from_the_fingers_as_soon_as_it_is_given() -> None:
    async def does(at: DeskSession) -> None:
        at.holds(at.input_state.replace(panel=Panel.APPROVAL).with_pin("pin", Pin("730264")))
        at.desk.press(SendCommand(command=new_command(commands.HoldForClaim, text="x"), by=at.supervisor))
        assert at.input_state.pins == {}
        at.pins.right()
        await at.idle()
        assert at.input_state.pins == {}

    run_desk(CLOSED, does)


def test_what_was_said_of_enter_pressed_too_early_goes_with_the_step() -> None:
    """The cards come one by one; what the first was waited for with is no word on the last."""

    async def does(at: DeskSession) -> None:
        at.desk.press_key("Enter")
        waited = at.desk.screen
        assert waited.rail.primary.act is None
        assert waited.rail.refusal == (waited.rail.primary.waits or waited.rail.primary.sub)
        at.desk.refresh()
        assert at.desk.screen.rail.refusal, "nothing has come of it yet"
        for card in ("9S", "2H", "KD", "3C"):
            at.draws(card)
            at.desk.show()
            shown = at.desk.screen
            assert not shown.rail.refusal or shown.step == waited.step
        assert at.desk.screen.rail.primary.act is not None
        assert not at.desk.screen.rail.refusal

    run_desk(CLOSED, does)


def test_another_panel_takes_no_pin_along() -> None:
    async def does(at: DeskSession) -> None:
        at.holds(at.input_state.replace(panel=Panel.SHIFT))
        at.holds(at.input_state.with_pin("pin", Pin("730264")))
        assert at.input_state.pins
        at.desk.open_panel(Panel.MENU)
        assert at.input_state.pins == {}

    run_desk(CLOSED, does)


def test_a_pin_that_nobody_goes_on_with_lapses() -> None:
    async def does(at: DeskSession) -> None:
        at.holds(at.input_state.with_pin("pin", Pin("730264")))
        at.house.clock.wait(61_000_000)
        at.desk.refresh()
        assert at.input_state.pins == {}

    run_desk(CLOSED, does)


def test_an_approval_is_of_the_request_that_was_shown() -> None:
    """Another request has come between the touch and the weighing of the PIN: it is not approved with it."""

    async def does(at: DeskSession) -> None:
        at.desk.press(SendCommand(command=new_command(commands.Approve), by=at.supervisor))
        assert isinstance(at.house.approve(at.house.person_proof(SUPERVISOR)), tuple)
        other = read_command("correct bet 2 to 2 banker 90000 : chips", table=at.table, at=0)
        assert isinstance(at.house.play(other, at.rules), tuple)
        at.pins.right()
        await at.idle()
        assert at.station.state.table.cases, "the second request still waits"
        assert at.shown[-1].rail.refusal

    run_desk(f"{CLOSED}correct bet 1 to 1 player 110000 : chips\n", does)


def test_a_card_that_was_keyed_for_one_place_is_not_drawn_to_the_next() -> None:
    async def does(at: DeskSession) -> None:
        at.holds(at.input_state.replace(panel=Panel.CARD, rank="8", suit="S"))
        at.draws("8S")
        await at.idle()
        assert (at.input_state.rank, at.input_state.suit, at.input_state.panel) == ("", "", Panel.NONE)

    run_desk(CLOSED, does)


def test_what_is_only_read_stays_open_while_the_table_goes_on() -> None:
    async def does(at: DeskSession) -> None:
        at.holds(at.input_state.replace(panel=Panel.CLAUSE, clause="5.8"))
        at.draws("8S")
        await at.idle()
        assert at.input_state.panel is Panel.CLAUSE

    run_desk(CLOSED, does)


def test_while_a_pin_is_weighed_the_table_is_shown_as_it_goes_on() -> None:
    async def does(at: DeskSession) -> None:
        at.desk.press(actions.SignIn(at.supervisor))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        before = at.shown[-1].rail.instruction
        at.draws("8S")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert at.shown[-1].rail.instruction != before
        at.pins.right()
        await at.idle()

    run_desk(CLOSED, does)


def test_a_second_press_while_one_is_done_is_not_taken() -> None:
    async def does(at: DeskSession) -> None:
        stake = actions.SendCommand(command=new_command(commands.HoldForClaim, text="x"))
        place = SendCommand(command=_bet())
        at.desk.press(place)
        at.desk.press(place)
        at.desk.press(stake)
        await at.idle()
        round_ = at.station.state.table.round
        assert round_ is not None
        assert len(round_.bets) == 3

    run_desk(BETS, does)


def test_the_next_step_is_deaf_to_a_finger_too_until_it_was_seen() -> None:
    async def does(at: DeskSession) -> None:
        name = at.shown[-1].rail.primary.name
        at.desk.press(SendCommand(command=new_command(commands.NoMoreBets)), name)
        await at.idle()
        following = at.shown[-1].rail.primary.name
        at.desk.press(SendCommand(command=new_command(commands.DrawCard, card=CARDS["8S"])), following)
        await at.idle()
        round_ = at.station.state.table.round
        assert round_ is not None
        assert round_.cards == ()
        at.now += 400
        at.desk.press(SendCommand(command=new_command(commands.DrawCard, card=CARDS["8S"])), following)
        await at.idle()
        round_ = at.station.state.table.round
        assert round_ is not None
        assert len(round_.cards) == 1

    run_desk(BETS, does)


def test_who_was_asked_to_raise_is_not_closed_by_the_same_knock() -> None:
    """Nothing is written when bettors were asked, but the next step is another one, and closing is never undone."""

    async def does(at: DeskSession) -> None:
        at.now += 1000
        assert at.shown[-1].rail.primary.name == "next:advise"
        at.desk.press_key("Enter")
        at.desk.press_key("Enter")
        await at.idle()
        round_ = at.station.state.table.round
        assert round_ is not None
        assert round_.phase is Phase.BETTING
        at.now += 400
        at.desk.press_key("Enter")
        await at.idle()
        round_ = at.station.state.table.round
        assert round_ is not None
        assert round_.phase is not Phase.BETTING

    run_desk("place your bets\nbet 1 player 5000\n", does)


def test_who_was_asked_to_raise_is_not_asked_again_once_a_panel_was_opened_and_closed() -> None:
    async def does(at: DeskSession) -> None:
        at.now += 1000
        at.desk.press_key("Enter")
        await at.idle()
        assert at.shown[-1].rail.primary.name == "next:no-more-bets"
        for key, lies_over in (("F2", True), ("Esc", False)):
            at.desk.press_key(key)
            assert (at.shown[-1].overlay is not None) is lies_over
        assert at.shown[-1].rail.primary.name == "next:no-more-bets"

    run_desk("place your bets\nbet 1 player 5000\n", does)


def test_enter_after_the_last_digit_is_meant_however_soon_it_comes() -> None:
    """What makes the step another one is the hand's own typing, and no news of the table."""

    async def does(at: DeskSession) -> None:
        at.now += 1000
        for key in ("3", "1", "5", "0", "0", "Enter"):
            at.desk.press_key(key)
        await at.idle()
        round_ = at.station.state.table.round
        assert round_ is not None
        assert [bet.wager.seat for bet in round_.bets] == [1, 2, 3]

    run_desk(BETS, does)


@pytest.mark.parametrize("key", ["Enter"])
def test_digits_typed_ahead_are_heard_and_enter_is_not(key: str) -> None:
    async def does(at: DeskSession) -> None:
        at.desk.press(actions.SignIn(at.supervisor))
        at.holds(at.input_state.replace(writes="reason"))
        for each in ("7", key, "3"):
            at.desk.press_key(each)
        at.pins.right()
        await at.idle()
        round_ = at.station.state.table.round
        assert round_ is not None
        assert round_.phase.value == "betting", "Enter was for another step"

    run_desk(BETS, does)


def test_what_cannot_be_pressed_says_why() -> None:
    async def does(at: DeskSession) -> None:
        at.desk.press_key("Enter")
        await at.idle()
        primary = at.shown[-1].rail.primary
        assert primary.act is None
        assert at.shown[-1].rail.refusal.first

    run_desk(CLOSED, does)


def _bet() -> commands.PlaceBet:
    return new_command(commands.PlaceBet, wager=Wager(area=Area("tie"), stake=Money(10_000), seat=3))

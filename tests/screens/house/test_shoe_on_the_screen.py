"""The life of a shoe on the screen: every step of it is accepted by a station, for each way a table can be set."""

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CardsBrought, ShoeStepDone
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.state import DrawnCard, Seal, ShoeStep
from dealer_app.domain.values import replace
from dealer_app.rulebooks import GAMES
from dealer_app.screens import presenter
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import CardRowBlock, Face, RowsBlock
from dealer_app.screens.house.shoe_change import step_rows
from dealer_app.screens.input_state import Panel
from dealer_app.screens.timeline import Timeline, TimelineEvent
from tests.support.house_screen import HouseScreen
from tests.support.rounds import TAI_SAI, V4

CARD_GAMES = [game for game in GAMES if game != TAI_SAI]


def opened(screen: HouseScreen, game: str, *settings: str) -> HouseScreen:
    return screen.touches(f"game:{game}", "leaf:table", *settings).opens()


def brought(screen: HouseScreen) -> HouseScreen:
    """Cards in, checked and shuffled."""
    screen.keys("C-121").enter().keys("BLUE").enter()
    screen.signs_second()
    return screen.enter()


def ready(screen: HouseScreen) -> HouseScreen:
    return brought(screen).touches("cut-by:seat 3").enter().enter()


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_shoe_is_made_ready_step_by_step(screen: HouseScreen, game: str) -> None:
    opened(screen, game)
    steps = [screen.step()]
    screen.keys("C-121").enter().keys("BLUE").enter()
    steps.append(screen.step())
    screen.signs_second()
    steps.append(screen.step())
    screen.enter()
    steps.append(screen.step())
    screen.touches("cut-by:seat 3").enter()
    steps.append(screen.step())
    screen.enter()
    assert steps == [Step.BRING_CARDS, Step.CHECK_CARDS, Step.SHUFFLE, Step.CUT, Step.BURN]
    shoe = screen.station.state.table.shoe
    assert (shoe.step, shoe.set_name, shoe.number) == (ShoeStep.READY, "C-121", 1)
    assert screen.step() is Step.PLACE_YOUR_BETS


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_shuffler_is_neither_cut_nor_burned_from(screen: HouseScreen, game: str) -> None:
    """RWS v4 1.11."""
    brought(opened(screen, game, "carddevice:shuffler"))
    assert screen.step() is Step.PLACE_YOUR_BETS


@pytest.mark.parametrize(("rank", "suit", "burned"), [("7", "D", 7), ("K", "S", 10), ("A", "H", 1)])
def test_the_first_card_says_how_many_are_burned(screen: HouseScreen, rank: str, suit: str, burned: int) -> None:
    brought(opened(screen, V4, "burn:by-first-card")).touches("cut-by:dealer").enter()
    assert not screen.can_enter()
    assert screen.control(f"suit:{suit}").act is None
    screen.touches(f"rank:{rank}", f"suit:{suit}")
    faces = [card.face for block in screen.blocks() if isinstance(block, CardRowBlock) for card in block.cards]
    assert faces == [Face.OPEN, *[Face.BACK] * burned]
    assert screen.part.instruction.first == f"Burn {burned} cards, face down"
    screen.enter()
    assert screen.station.state.table.shoe.used == 1 + burned
    assert screen.step() is Step.PLACE_YOUR_BETS


def test_a_fixed_number_is_burned_unseen(screen: HouseScreen) -> None:
    screen.touches(f"game:{V4}", "leaf:table").types("burned", "5").opens()
    brought(screen).touches("cut-by:seat 1").enter()
    assert screen.part.say is not None
    assert screen.part.say.text.first == "“Burning five.”"
    screen.enter()
    assert screen.station.state.table.shoe.used == 5


def test_the_check_is_by_two_different_people(screen: HouseScreen) -> None:
    """RWS v4 2.2.1: the second is another person who works here."""
    opened(screen, V4).keys("C-121").enter().keys("BLUE").enter()
    screen.keys("D1")
    assert not screen.can_enter()
    assert "your own badge" in screen.primary.waits.first
    screen.types("badge-second", "s1")
    assert screen.primary.label.first == "Next: PIN"
    assert screen.step() is Step.CHECK_CARDS
    screen.types("pin-second", "730264").enter()
    assert screen.step() is Step.SHUFFLE


@pytest.mark.parametrize(("badge", "pin"), [("X9", "730264"), ("S1", "482913")])
def test_who_counts_beside_the_dealer_is_proved_by_his_own_pin(screen: HouseScreen, badge: str, pin: str) -> None:
    """RWS v4 2.2.1: nobody writes the badge of somebody who was not there."""
    opened(screen, V4).keys("C-121").enter().keys("BLUE").enter()
    screen.types("badge-second", badge).types("pin-second", pin)
    act = screen.primary.act
    assert act is not None
    refusal = screen.does(act)
    assert refusal is not None
    assert refusal.code == "wrong-badge-or-pin"
    assert screen.step() is Step.CHECK_CARDS


def test_cards_that_came_shuffled_are_not_shuffled_again(screen: HouseScreen) -> None:
    opened(screen, V4).keys("C-121").enter().keys("BLUE").enter()
    screen.signs_second().touches("pre-shuffled:yes")
    act = screen.primary.act
    assert isinstance(act, SendCommand)
    assert act.command == new_command(commands.DoShoeWork, work=commands.ShoeWork.SHUFFLE, pre_shuffled=True)
    screen.enter()
    assert screen.step() is Step.CUT


@pytest.mark.parametrize("behind", ["0", "416", "x"])
def test_the_cutting_card_lies_before_some_cards_and_not_all(screen: HouseScreen, behind: str) -> None:
    brought(opened(screen, V4)).types("behind", behind).touches("cut-by:dealer")
    assert not screen.can_enter()
    assert screen.entry("behind").wrong
    screen.types("behind", "20").enter()
    assert screen.step() is Step.BURN


def test_the_seat_that_cuts_is_chosen_by_its_number_on_the_keypad(screen: HouseScreen) -> None:
    brought(opened(screen, V4))
    assert screen.writes == ""
    assert [each.key for each in screen.controls() if each.name.startswith("cut-by:")] == [*"123567", "0"]


@pytest.mark.parametrize("kind", ["carried", "not-carried"])
def test_a_shoe_is_ended_by_its_count(screen: HouseScreen, kind: str) -> None:
    """Carried cards are burned unseen with a supervisor (ruling O6)."""
    ready(opened(screen, V4))
    context = screen.touches_menu("open:shoe").context
    if kind == "carried":
        sealed = DrawnCard(CARDS["6S"], Place.NEITHER, turned=False, seal=Seal("digest", "salt"))
        state = replace(context.state, table=replace(context.state.table, carried=(sealed,)))
        context = replace(context, state=state)
        shown = presenter.house_overlay(context)
        assert shown is not None
        assert shown.primary is not None
        assert shown.primary.act is None
        assert "6S" not in repr(shown)
        return
    screen.keys("416").touches("why-ended:HOUSE").enter()
    assert screen.station.state.table.shoe.step is ShoeStep.ENDED
    assert screen.step() is Step.BRING_CARDS
    rows = next(block for block in screen.blocks() if isinstance(block, RowsBlock))
    assert rows.rows[0].done


def test_a_count_that_differs_wants_a_reason_and_a_supervisor(screen: HouseScreen) -> None:
    """Who counts is not told what must be left."""
    ready(opened(screen, V4)).touches_menu("open:shoe").keys("400")
    act = screen.primary.act
    assert act is not None
    refusal = screen.does(act)
    assert refusal is not None
    assert refusal.code == "end-count"
    assert not any("416" in repr(block) for block in screen.blocks())
    screen.types("difference", "counted twice").types("badge-in-charge", "S1").types("pin-in-charge", "730264").enter()
    assert screen.station.state.table.shoe.step is ShoeStep.ENDED


@pytest.mark.assurance("A50")
def test_dice_are_inspected_by_another_person(screen: HouseScreen) -> None:
    opened(screen, TAI_SAI)
    assert screen.step() is Step.CHANGE_DICE
    screen.keys("SET 7").enter().keys("D1")
    assert not screen.can_enter()
    screen.types("badge-second", "S1").types("pin-second", "730264").enter()
    assert screen.station.state.table.dice_set == "SET 7"
    assert screen.step() is Step.PLACE_YOUR_BETS


def test_the_cutting_card_is_said_in_the_menu(screen: HouseScreen) -> None:
    ready(opened(screen, V4)).touches_menu("cutting-card-out")
    assert screen.station.state.table.shoe.cutting_card_out
    assert screen.panel() is Panel.NONE
    screen.does(SetInput(screen.input_state.replace(panel=Panel.MENU)))
    assert screen.control("cutting-card-out").act is None


def test_each_step_that_is_done_has_who_and_when(screen: HouseScreen) -> None:
    screen.touches(f"game:{V4}").opens().keys("C-121").enter().keys("BLUE").enter()
    cards_in = TimelineEvent(
        CardsBrought(number=1, set_name="C-121", decks=8), 1_800_000_000_000_000, 480, "D1", "dealer"
    )
    context = replace(screen.context, timeline=Timeline(current_events=(cards_in,)))
    rows = {row.name: row.right for row in step_rows(context).rows}
    assert rows["shoe:cards-in"] == "Dealer 1 16:00"
    assert rows["shoe:check"] == ""


def test_of_cards_that_two_have_counted_both_are_named(screen: HouseScreen) -> None:
    screen.touches(f"game:{V4}").opens()
    screen.keys("C-121").enter().keys("BLUE").enter().signs_second()
    at = 1_800_000_000_000_000
    checked = TimelineEvent(ShoeStepDone(step=ShoeStep.CHECKED, second="S1"), at, 480, "D1", "dealer")
    context = replace(screen.context, timeline=Timeline(current_events=(checked,)))
    rows = {row.name: row.right for row in step_rows(context).rows}
    assert rows["shoe:check"].startswith("Dealer 1, Supervisor 1")
    assert rows["shoe:check"].endswith("16:00")

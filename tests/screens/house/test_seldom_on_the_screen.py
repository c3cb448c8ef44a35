"""What is seldom, and was on the terminal alone: dice changed between rounds, and the betting time that is shown."""

from dealer_app.domain.round import commands
from dealer_app.domain.round.correction_events import DiceChanged
from dealer_app.screens.actions import new_command
from dealer_app.screens.house.shoe_forms import SECOND_ENTRY
from tests.support.house_screen import HouseScreen
from tests.support.rounds import TAI_SAI, V4


def changed(screen: HouseScreen) -> list[DiceChanged]:
    found: list[DiceChanged] = []
    screen.station.add_follower(
        lambda done, _who, _when: found.extend(each for each in done if isinstance(each, DiceChanged))
    )
    return found


def at_dice(screen: HouseScreen) -> HouseScreen:
    return screen.touches(f"game:{TAI_SAI}").opens().keys("SET 7").enter().signs_second()


def test_dice_are_changed_between_rounds_and_inspected_by_somebody_else(screen: HouseScreen) -> None:
    happened = changed(at_dice(screen))
    screen.touches_menu("open:shoe").keys("SET 8").enter().keys("D1")
    assert not screen.can_enter(), "nobody inspects the dice that he brings"
    screen.types(SECOND_ENTRY, "S1").types("pin-second", "730264").enter()
    assert [(each.set_name, each.inspected_by) for each in happened] == [("SET 8", "Supervisor 1 (S1)")]


def test_while_a_round_is_on_no_dice_are_changed(screen: HouseScreen) -> None:
    at_dice(screen)
    screen.station.table.give(screen.proof, new_command(commands.PlaceYourBets))
    assert screen.opens_menu().control("open:shoe").act is None


def test_a_table_of_cards_has_no_dice_to_change(screen: HouseScreen) -> None:
    screen.touches(f"game:{V4}").opens()
    menu = screen.opens_menu()
    assert menu.control("open:shoe").label.first == "End the shoe"


def test_the_betting_time_that_is_shown_is_chosen_and_taken_back(screen: HouseScreen) -> None:
    menu = screen.opens_menu()
    assert menu.control("looks:countdown:0").picked
    menu.touches("looks:countdown:45")
    assert menu.looks.countdown_seconds == 45
    assert menu.control("looks:countdown:45").picked
    assert menu.touches("looks:countdown:0").looks.countdown_seconds == 0

"""The chip that is chosen stays chosen: a touch of an area is a bet of it, each further touch adds one."""

from dealer_app.domain.wagers import Area
from dealer_app.screens.blocks import EntryBlock
from tests.screens.round.felt_touches import touch_area, touch_seat
from tests.screens.round.round_screens import AtScreen, find_control
from tests.support.rounds import TAI_SAI, V4, RoundTable


def placed(screen: AtScreen) -> list[tuple[int | None, str, int]]:
    return [(bet.wager.seat, str(bet.wager.area), bet.wager.stake // 100) for bet in screen.table.round.bets]


def test_a_bet_of_the_chosen_chip_is_an_area_and_the_next_step() -> None:
    screen = AtScreen(RoundTable(V4)).press("chip:500")
    touch_area(screen, "player", 1).next()
    touch_area(screen, "banker", 3).next()
    assert placed(screen) == [(1, "player", 500), (3, "banker", 500)]


def test_each_further_touch_of_the_area_adds_one() -> None:
    screen = AtScreen(RoundTable(V4)).press("chip:500")
    touch_area(touch_area(touch_area(screen, "player", 1), "player", 1), "player", 1)
    assert screen.part.primary.label.first == "Seat 1: 1,500 on PLAYER"
    screen.next()
    assert placed(screen) == [(1, "player", 1500)], "one bet, whole"


def test_a_chip_that_was_keyed_for_one_bet_is_that_of_the_next() -> None:
    screen = touch_area(AtScreen(RoundTable(V4)), "player", 1).press("chip:1000").next()
    touch_area(screen, "player", 2).next()
    assert placed(screen) == [(1, "player", 1000), (2, "player", 1000)]


def test_another_chip_or_a_digit_takes_the_place_of_what_is_only_proposed() -> None:
    screen = touch_area(AtScreen(RoundTable(V4)).press("chip:500"), "player", 1)
    assert screen.press("chip:100").input_state.digits == "100"
    assert screen.press("chip:100").input_state.digits == "200"
    screen = touch_area(AtScreen(RoundTable(V4)).press("chip:500"), "player", 1).key("7.")
    assert screen.input_state.digits == "700"
    assert touch_area(AtScreen(RoundTable(V4)).press("chip:500"), "player", 1).key("-").input_state.digits == ""


def test_by_its_key_an_area_has_only_the_digits_that_follow() -> None:
    """Else the chip would be the beginning of an amount, and an Enter too early a bet."""
    screen = AtScreen(RoundTable(V4)).press("chip:500").key("32")
    assert screen.input_state.digits == ""
    assert screen.part.primary.act is None


def test_the_chip_is_put_away_by_another_touch() -> None:
    screen = AtScreen(RoundTable(V4)).press("chip:500")
    assert find_control(screen.context, "chip:500").picked
    touch_area(screen.press("chip:500"), "player", 1)
    assert screen.input_state.digits == ""


def test_the_chip_stays_with_whatever_is_closed_or_begun_anew() -> None:
    chosen = AtScreen(RoundTable(V4)).press("chip:500").input_state
    for after in (chosen.clear(), chosen.close_panel(), chosen.lapse()):
        assert after.chip == 50_000


def test_a_common_area_that_is_touched_first_keeps_its_amount_until_the_seat_is_chosen() -> None:
    screen = touch_area(AtScreen(RoundTable(V4)).press("chip:500"), "tie")
    assert screen.part.primary.waits.first == "Touch the seat"
    touch_seat(screen, 5).next()
    assert placed(screen) == [(5, "tie", 500)]
    screen = touch_area(AtScreen(RoundTable(V4)), "tie").key("300")
    touch_seat(screen, 5).next()
    assert placed(screen) == [(5, "tie", 300)]


def test_another_seat_takes_the_amount_along_and_without_one_begins_its_own_bet() -> None:
    screen = touch_area(AtScreen(RoundTable(V4)).press("chip:500"), "player", 1)
    assert touch_seat(screen, 2).part.primary.label.first == "Seat 2: 500 on PLAYER"
    screen = touch_area(AtScreen(RoundTable(V4)), "player", 1)
    assert touch_seat(screen, 2).input_state.area is None


def test_no_amount_is_out_of_sight() -> None:
    """Whatever was chosen before or after it."""
    for one_seat in (None, 3):
        for area in (None, Area("tie"), Area("player")):
            screen = AtScreen(RoundTable(V4))
            screen.input_state = screen.input_state.replace(seat=one_seat, area=area, digits="500")
            entries = [block.value for block in screen.part.work if isinstance(block, EntryBlock)]
            assert entries == ["500"], (one_seat, area)
            assert (screen.part.primary.act is not None) == (one_seat is not None and area is not None)


def test_on_dice_too() -> None:
    screen = touch_area(AtScreen(RoundTable(TAI_SAI)), "big").press("chip:500").next()
    touch_area(touch_area(screen, "small"), "small").next()
    assert placed(screen) == [(None, "big", 500), (None, "small", 1000)]


def test_after_the_seat_one_key_repeats_its_last_stakes() -> None:
    table = RoundTable(V4).bets(("player", 20_000, 1), ("tie", 10_000, 1), ("banker", 30_000, 2)).close()
    table.deal("9H AC TD 5C").finish().begin()
    screen = AtScreen(table).key("1*")
    assert placed(screen) == [(1, "player", 200), (1, "tie", 100)]
    screen.key("+*")
    assert placed(screen)[2:] == [(2, "banker", 300)]

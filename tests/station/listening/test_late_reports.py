"""What a device tells late of a card or of dice that were keyed meanwhile is matched, and never dealt twice."""

import pytest

from dealer_app.device_questions import Question, Reply
from dealer_app.domain.cards import CARDS
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Source
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.observations import (
    CardRead,
    Destination,
    DiceAtRest,
    LineDown,
    LineUp,
    Resting,
    TumbleCompleted,
    TumblerActivated,
)
from dealer_app.station_events import DeviceConfirmed
from tests.station.listening.shoe_reports import row_cards
from tests.support.device_station import SHOE, TUMBLER, DeviceStation
from tests.support.rounds import TAI_SAI, V4

UP, DOWN = LineUp(port="a"), LineDown(fault="gone", said="check the plug")
P, B, UNKNOWN = Destination.PLAYER, Destination.BANKER, Destination.UNKNOWN


def keyed(*texts: str, dealing: Dealing = Dealing.FACE_UP) -> DeviceStation:
    """Cards keyed while the shoe was lost; it is heard again, and the dealer has said that nothing else lies there."""
    table = DeviceStation(V4, dealing=dealing).says(UP).close_bets().says(DOWN)
    table.answer(Reply.NOTHING)
    for text in texts:
        table.do(commands.DrawCard, card=CARDS.get(text))
    return table.says(UP, generation=2).answer(Reply.NOTHING)


def tells(table: DeviceStation, text: str, to: Destination = UNKNOWN, number: str = "4") -> DeviceStation:
    return table.says(CardRead(sequence=number, card=CARDS[text], destination=to), generation=2)


@pytest.mark.parametrize("to", [P, UNKNOWN])
def test_the_late_report_of_a_keyed_card_is_matched_and_not_dealt_again(to: Destination) -> None:
    table = tells(keyed("9S"), "9S", to)
    assert (table.cards, table.questions, table.case) == (row_cards("9S"), [], "")
    (confirmed,) = table.events(DeviceConfirmed)
    assert (confirmed.round, confirmed.place) == (1, 0)
    assert confirmed.source == Source(device=SHOE, report="4")


def test_several_are_matched_in_their_order_and_the_next_card_is_dealt() -> None:
    table = keyed("9S", "3H")
    tells(table, "9S", P, "4"), tells(table, "3H", B, "5"), tells(table, "KD", P, "6")
    assert table.cards == row_cards("9S", "3H", "KD")
    assert [each.place for each in table.events(DeviceConfirmed)] == [0, 1]
    assert not table.questions


def test_one_of_which_the_report_never_comes_is_passed_over() -> None:
    table = tells(keyed("9S", "3H"), "3H", B)
    assert [each.place for each in table.events(DeviceConfirmed)] == [1]
    # Reports keep their order: what comes now of the first value is another card.
    tells(table, "9S", P, "5")
    assert table.cards == row_cards("9S", "3H", "9S")


def test_behind_the_question_of_the_line_it_waits_for_the_answer() -> None:
    table = DeviceStation(V4).says(UP).close_bets().says(DOWN)
    table.answer(Reply.NOTHING).do(commands.DrawCard, card=CARDS["9S"])
    tells(table.says(UP, generation=2), "9S", P)
    assert table.questions == [Question.LINE_BACK, Question.WAITS]
    table.answer(Reply.NOTHING)
    assert (table.cards, table.questions) == (row_cards("9S"), [])


def test_a_card_for_the_other_hand_is_the_next_card() -> None:
    table = tells(keyed("9S"), "3H", B)
    assert (table.cards, table.questions) == (row_cards("9S", "3H"), [])
    assert not table.events(DeviceConfirmed)


@pytest.mark.parametrize("to", [P, UNKNOWN])
def test_another_card_for_the_same_place_is_a_question(to: Destination) -> None:
    table = tells(keyed("9S"), "8S", to)
    assert (table.questions, table.cards) == ([Question.LATE], row_cards("9S"))


def test_it_is_the_same_card_put_aside_and_nothing_is_awaited_of_it() -> None:
    table = tells(keyed("9S"), "8S", P).answer(Reply.NOTHING)
    assert (table.questions, table.cards) == ([], row_cards("9S"))
    tells(table, "9S", UNKNOWN, "5")
    assert table.cards == row_cards("9S", "9S")


def test_it_is_one_card_more_and_counts() -> None:
    table = tells(keyed("9S"), "8S", UNKNOWN).answer(Reply.DEAL)
    assert table.cards == row_cards("9S", "8S")
    # Of the first no report comes any more.
    tells(table, "9S", UNKNOWN, "5")
    assert table.cards == row_cards("9S", "8S", "9S")


def test_after_the_result_a_late_report_is_matched_too() -> None:
    table = keyed("9S", "3H", "KD", "4C").finish()
    tells(table, "9S", P), tells(table, "3H", B, "5")
    assert [each.place for each in table.events(DeviceConfirmed)] == [0, 1]
    assert not table.questions
    tells(table, "2D", P, "6")
    assert table.questions == [Question.LATE]


def test_a_card_that_lies_face_down_is_matched_by_where_it_lies() -> None:
    table = tells(keyed("", dealing=Dealing.FACE_DOWN), "9S", P)
    assert (table.cards, table.questions) == ([None], [])
    assert "9S" not in table.bodies()


def test_a_card_that_was_read_before_is_awaited_no_more() -> None:
    table = DeviceStation(V4).says(UP).close_bets()
    table.says(CardRead(sequence="1", card=CARDS["9S"], destination=P))
    table.says(CardRead(sequence="2", card=CARDS["9S"], destination=B))
    assert table.cards == row_cards("9S", "9S")


# Dice


def rolled(*dice: int) -> DiceAtRest:
    one, two, three = dice
    return DiceAtRest(sequence="5", dice=Tumble((one, two, three)), resting=(Resting.FLAT,) * 3)


def dice_keyed() -> DeviceStation:
    table = DeviceStation(TAI_SAI).says(UP, device=TUMBLER).close_bets().says(DOWN, device=TUMBLER)
    table.answer(Reply.NOTHING).do(commands.CountTumbles, tumbles=3).do(commands.ReadDice, dice=(2, 5, 6))
    return table.says(UP, device=TUMBLER, generation=2)


def test_late_dice_that_are_the_same_are_matched() -> None:
    table = dice_keyed()
    table.says(
        TumblerActivated(sequence="1"),
        TumbleCompleted(sequence="2", number=1),
        rolled(2, 5, 6),
        device=TUMBLER,
        generation=2,
    )
    (confirmed,) = table.events(DeviceConfirmed)
    assert (confirmed.place, confirmed.source) == (None, Source(device=TUMBLER, report="5"))
    assert not table.questions


@pytest.mark.parametrize("announced", [False, True])
def test_other_dice_are_a_question_also_after_the_result(*, announced: bool) -> None:
    table = dice_keyed()
    if announced:
        table.do(commands.AnnounceResult)
    table.says(rolled(1, 1, 1), device=TUMBLER, generation=2)
    assert table.questions == [Question.DICE_DIFFER]
    assert table.table.round is not None
    assert table.table.round.dice == (2, 5, 6)


def test_until_the_next_round_late_dice_are_compared() -> None:
    table = dice_keyed().finish()
    table.says(rolled(1, 1, 1), device=TUMBLER, generation=2)
    assert table.questions == [Question.DICE_DIFFER]
    table.begin_bets()
    assert not table.questions


def test_dice_that_the_tumbler_told_in_time_are_not_asked_about_between_rounds() -> None:
    table = DeviceStation(TAI_SAI).says(UP, device=TUMBLER).close_bets()
    table.says(TumblerActivated(sequence="1"), device=TUMBLER)
    table.says(*(TumbleCompleted(sequence=str(each + 1), number=each) for each in (1, 2, 3)), device=TUMBLER)
    table.says(rolled(2, 5, 6), device=TUMBLER).finish().says(rolled(1, 1, 1), device=TUMBLER)
    assert not table.questions

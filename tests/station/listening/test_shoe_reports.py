"""What a shoe says becomes a card, a question, an incident or a line in the log: each of them on pure values."""

import pytest

from dealer_app.device_questions import EntrySubject, Question
from dealer_app.devices.device_state import ListeningSettings, Log, WithdrawQuestion
from dealer_app.devices.match import Asks, Holds, Over, due_hand
from dealer_app.domain.round import commands
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.rulebook import Side
from dealer_app.observations import (
    BytesDropped,
    BytesRejected,
    CardOutsideGame,
    CardRead,
    CardUnreadable,
    CuttingCardDrawn,
    Destination,
    LineDown,
    Observation,
    Origin,
    OutsideGame,
    Rejection,
    ReportRepeated,
    ReportsLost,
    ScanRepeated,
    SequenceConflict,
    StandBy,
)
from tests.station.listening.device_table import DeviceTable
from tests.station.listening.shoe_reports import GAP, KING, NINE, card_read, table_after_bets
from tests.support.rounds import INSURANCE, TAI_SAI, V4, RoundTable


def fits(table: DeviceTable) -> commands.DrawCard:
    found = table.judge_first()
    assert isinstance(found, commands.DrawCard), found
    return found


def asks(table: DeviceTable) -> Question:
    found = table.judge_first()
    assert isinstance(found, Asks), found
    return found.question


def kinds(table: DeviceTable, observation: Observation) -> list[str]:
    return [type(each).__name__ for each in table.shoe(observation)]


# Cards that come as they should


def test_a_card_that_fits_is_drawn_without_saying_where_it_lies() -> None:
    table = table_after_bets()
    table.shoe(card_read("9H", Destination.PLAYER))
    drawn = fits(table)
    assert (drawn.card, drawn.put, drawn.face_up) == (NINE, None, False)


@pytest.mark.assurance("A21")
@pytest.mark.parametrize("again", [ReportRepeated(sequence="1"), ScanRepeated(card=NINE)])
def test_a_repeat_is_one_card(again: Observation) -> None:
    table = table_after_bets()
    table.shoe(card_read())
    assert kinds(table, again) == ["Log"]
    assert len(table.listening.row) == 1


@pytest.mark.parametrize("again", [card_read(), CardUnreadable(sequence="2", origin=Origin.SENT_AGAIN)])
def test_the_last_card_sent_again_is_no_new_card(again: CardRead | CardUnreadable) -> None:
    table = table_after_bets()
    table.shoe(card_read())
    sent = CardRead(sequence="2", card=again.card, origin=Origin.SENT_AGAIN) if isinstance(again, CardRead) else again
    assert kinds(table, sent) == ["Log"]
    assert len(table.listening.row) == 1


def test_the_same_card_twice_without_numbers_is_asked_one_or_two() -> None:
    table = table_after_bets()
    table.shoe(card_read(number=None))
    table.shoe(card_read(number=None))
    assert table.questions == [Question.WAITS, Question.SAME_AGAIN]


def test_the_same_card_after_another_report_is_another_card() -> None:
    table = table_after_bets()
    for observation in (
        card_read(number=None),
        card_read("KS", number=None),
        card_read(number=None),
        StandBy(),
        card_read(number=None),
    ):
        table.shoe(observation)
    assert table.questions == [Question.WAITS] * 4


def test_an_equal_card_under_its_own_number_is_another_card() -> None:
    table = table_after_bets()
    table.shoe(card_read(number="1"))
    table.shoe(card_read(number="2"))
    assert table.questions == [Question.WAITS] * 2


# Reports that were missed


@pytest.mark.assurance("A21")
@pytest.mark.parametrize(
    "missed",
    [
        ReportsLost(sequence="4", expected="2", at_least=2),
        SequenceConflict(sequence="1", content=card_read("KS")),
        BytesDropped(count=40),
    ],
)
def test_a_lost_report_is_asked_never_guessed(missed: Observation) -> None:
    table = table_after_bets()
    table.shoe(missed)
    assert [(entry.what, entry.question) for entry in table.listening.row] == [
        (EntrySubject.CARDS, Question.REPORTS_LOST)
    ]
    assert isinstance(table.judge_first(), Holds)


def test_cards_after_a_lost_report_wait_until_the_dealer_has_answered() -> None:
    table = table_after_bets()
    table.shoe(ReportsLost(sequence="4", expected="2", at_least=2))
    table.shoe(card_read(number="4"))
    assert table.questions == [Question.REPORTS_LOST, Question.WAITS]
    assert isinstance(table.judge_first(), Holds)


def test_two_gaps_with_nothing_between_are_one_question_and_with_a_card_between_are_two() -> None:
    table = table_after_bets()
    gap = ReportsLost(sequence="4", expected="2", at_least=2)
    table.shoe(gap)
    table.shoe(gap)
    assert table.questions == [Question.REPORTS_LOST]
    table.shoe(card_read(number="5"))
    table.shoe(gap)
    assert table.questions == [Question.REPORTS_LOST, Question.WAITS, Question.REPORTS_LOST]


DAMAGED = BytesRejected(reason=Rejection.BAD_CHECKSUM, count=8)


def test_a_damaged_report_of_a_device_with_numbers_is_asked_at_once_and_the_gap_is_no_second_question() -> None:
    table = table_after_bets()
    table.shoe(card_read(number="1"))
    assert kinds(table, DAMAGED) == ["QueueEntry"]
    assert table.questions[-1] is Question.DAMAGED
    table.shoe(GAP)
    table.shoe(card_read(number="4"))
    assert table.questions[-2:] == [Question.DAMAGED, Question.WAITS]


def test_a_number_without_a_gap_answers_what_was_asked_after_damage() -> None:
    """The shoe has sent the report again, or noise was no report: nothing is missing."""
    table = table_after_bets()
    table.shoe(card_read(number="1"))
    table.shoe(DAMAGED)
    table.shoe(ReportRepeated(sequence="1"))
    assert table.questions[-1] is Question.DAMAGED, "the last number once more says nothing of the next"
    withdrawn = table.shoe(card_read("KS", number="2"))[0]
    assert withdrawn == WithdrawQuestion(number=2)


def test_damage_that_a_lost_line_follows_is_not_answered_by_a_number() -> None:
    table = table_after_bets()
    table.shoe(card_read(number="1"))
    table.shoe(DAMAGED)
    table.shoe(LineDown(fault="gone", said=""))
    assert WithdrawQuestion not in [type(each) for each in table.shoe(card_read("KS", number="2"), generation=1)]


def test_a_damaged_report_of_a_device_without_numbers_may_have_been_a_card() -> None:
    table = table_after_bets()
    table.shoe(BytesRejected(reason=Rejection.NOT_UNDERSTOOD, count=8))
    assert table.questions == [Question.REPORTS_LOST]


@pytest.mark.assurance("A21")
def test_a_report_of_an_earlier_session_is_logged_and_never_dealt() -> None:
    table = table_after_bets()
    table.shoe(StandBy(sequence="1"), generation=3)
    following = table.shoe(card_read(number="2"), generation=2)
    assert [type(each) for each in following] == [Log]
    assert not table.listening.row


# Cards that do not fit


@pytest.mark.assurance("A21")
def test_a_hand_that_the_table_of_play_does_not_ask_for_is_a_question() -> None:
    table = table_after_bets()
    table.shoe(card_read("9H", Destination.BANKER))
    assert asks(table) is Question.OTHER_HAND
    assert table.judge_first() == Asks(Question.OTHER_HAND, Side.BANKER)


def test_the_hand_is_compared_for_every_card_of_a_round() -> None:
    seated = RoundTable(V4).bets(("player", 1000, 1)).close()
    hands = []
    for text in ("2H", "3S", "2D", "3C", "5S"):
        assert seated.state.round is not None
        hands.append(due_hand(seated.state.round))
        seated.deal(text)
    assert seated.state.round is not None
    # 2 + 2 = 4 draws; 3 + 3 = 6 draws on 6 or 7 only, so that after the 5 nothing is asked for.
    assert hands == [Side.PLAYER, Side.BANKER, Side.PLAYER, Side.BANKER, Side.PLAYER]
    assert due_hand(seated.state.round) is None


def test_a_card_in_excess_is_given_to_the_engine_whatever_hand_the_shoe_says() -> None:
    table = DeviceTable(RoundTable(V4).bets(("player", 1000, 1)).close().deal("9H KS TD 3C"))
    table.shoe(card_read("4H", Destination.PLAYER))
    assert fits(table).put is None


@pytest.mark.parametrize("place", [Destination.BURN, Destination.FIRST_CARD, Destination.BURN_COUNT])
def test_a_card_that_is_burned_by_the_shoe_during_a_round_is_asked(place: Destination) -> None:
    table = table_after_bets()
    table.shoe(card_read("9H", place))
    assert asks(table) is Question.NO_HAND


@pytest.mark.parametrize("state", OutsideGame)
def test_a_card_outside_the_game_is_asked(state: OutsideGame) -> None:
    table = table_after_bets()
    table.shoe(CardOutsideGame(sequence="1", card=NINE, state=state, code="1"))
    assert table.questions == [Question.OUTSIDE_GAME]
    assert isinstance(table.judge_first(), Holds)


def test_a_card_between_rounds_is_asked() -> None:
    table = DeviceTable(RoundTable(V4, begun=False))
    table.shoe(card_read())
    assert asks(table) is Question.NOT_NOW


def test_a_card_after_the_result_is_asked_for_the_next_round_may_have_begun() -> None:
    seated = RoundTable(V4).bets(("player", 1000, 1)).close().deal("9H KS TD 3C").announce()
    table = DeviceTable(seated)
    table.shoe(card_read("4H"))
    assert asks(table) is Question.NOT_NOW


@pytest.mark.parametrize("book", [V4, INSURANCE])
def test_a_card_before_no_more_bets_goes_to_the_engine_which_asks(book: str) -> None:
    table = DeviceTable(RoundTable(book).bets(("player", 1000, 1)))
    table.shoe(card_read("9H", Destination.PLAYER))
    fits(table)
    table.seated.draw("9H")
    assert table.seated.cases_opened() == ["card-before-closing"]


def test_a_card_while_a_case_waits_for_somebody_waits_too() -> None:
    seated = RoundTable(V4).bets(("player", 1000, 1)).draw("9H")
    table = DeviceTable(seated)
    table.shoe(card_read("KS"))
    assert isinstance(table.judge_first(), Holds)
    seated.answer(announced=True)
    assert fits(table).card is KING


def test_a_card_before_the_others_are_turned_is_asked_for_a_key_may_be_forgotten() -> None:
    seated = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("2H 3S 2D 3C")
    table = DeviceTable(seated)
    table.shoe(card_read("5S"))
    assert asks(table) is Question.NOT_TURNED


def test_an_unreadable_card_is_keyed_by_the_dealer() -> None:
    table = table_after_bets()
    table.shoe(CardUnreadable(sequence="1"))
    assert asks(table) is Question.UNREADABLE


def test_an_unreadable_card_that_lies_face_down_is_drawn_unknown_and_read_when_it_is_turned() -> None:
    table = table_after_bets(dealing=Dealing.FACE_DOWN)
    table.shoe(CardUnreadable(sequence="1"))
    assert fits(table).card is None


def test_a_card_while_nobody_is_signed_in_is_asked_about_later() -> None:
    table = table_after_bets().leave()
    table.shoe(card_read())
    assert asks(table) is Question.NOBODY_THERE


def test_a_station_that_takes_nothing_by_itself_asks_for_each_card() -> None:
    table = table_after_bets().with_settings(ListeningSettings(terminal="table", automation=frozenset()))
    table.shoe(card_read())
    assert asks(table) is Question.CONFIRM


def test_a_card_at_a_table_with_dice_is_a_line_in_the_log() -> None:
    assert kinds(DeviceTable(RoundTable(TAI_SAI)), card_read()) == ["Log"]


# The cutting card


def test_the_cutting_card_is_entered() -> None:
    table = table_after_bets()
    table.shoe(CuttingCardDrawn(sequence="1"))
    found = table.judge_first()
    assert isinstance(found, commands.CuttingCardOut)


def test_a_cutting_card_that_is_out_already_is_nothing_new() -> None:
    table = table_after_bets()
    table.seated.do(commands.CuttingCardOut)
    table.shoe(CuttingCardDrawn(sequence="1"))
    assert isinstance(table.judge_first(), Over)

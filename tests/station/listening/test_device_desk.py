"""Reports at a live station: by whom a card is given, what is durable, what waits, what is never told."""

import pytest

from dealer_app.device_questions import Question, Reply
from dealer_app.devices.answers import DealerAnswer
from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CardDrawn, CuttingCardCame
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Phase
from dealer_app.domain.rulebook import Side
from dealer_app.observations import (
    CardOutsideGame,
    CardRead,
    CardUnreadable,
    CuttingCardDrawn,
    Destination,
    DeviceError,
    ErrorRaised,
    Halted,
    OutsideGame,
)
from dealer_app.people.events import ApprovalAsked, ApprovalUsed
from dealer_app.station_events import DeviceAsked, DeviceSettled
from tests.station.listening.shoe_reports import GAP, cards_read, row_cards
from tests.support.device_station import DeviceStation
from tests.support.rounds import INSURANCE, V4


def test_a_round_is_dealt_by_the_shoe_in_the_name_of_the_dealer_at_the_table() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H", "KS", "TD", "3C"))
    assert table.cards == row_cards("9H", "KS", "TD", "3C")
    drawn = [entry for entry in table.journal.entries() if entry.name == "card-drawn"]
    assert {(entry.badge, entry.position) for entry in drawn} == {("D11", "dealer")}
    assert not table.events(DeviceAsked)
    table.finish()


def test_a_card_is_one_decision() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H"))
    last = table.journal.last()
    assert last is not None
    assert (last.name, last.decision) == ("card-drawn", last.sequence)


def test_cards_behind_a_lost_report_are_dealt_after_the_dealer_has_answered() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H"), GAP, *cards_read("KS", "TD"))
    assert table.cards == row_cards("9H")
    assert table.questions == [Question.REPORTS_LOST, Question.WAITS, Question.WAITS]
    table.answer(cards=(CARDS["2C"],), seconded=True)
    assert table.cards == row_cards("9H", "2C", "KS", "TD")
    assert not table.station.devices.question_queue


def test_several_missed_cards_stand_in_the_order_that_the_dealer_says() -> None:
    table = DeviceStation(V4).close_bets().says(GAP, *cards_read("KS"))
    table.answer(cards=(CARDS["2C"], CARDS["3D"], CARDS["4S"]), seconded=True)
    assert table.cards == row_cards("2C", "3D", "4S", "KS")


def test_nothing_missed_lets_the_others_pass() -> None:
    table = DeviceStation(V4).close_bets().says(GAP, *cards_read("KS")).answer(Reply.NOTHING)
    assert table.cards == row_cards("KS")


def test_a_missed_card_that_stops_the_round_stops_the_cards_behind_it() -> None:
    table = DeviceStation(V4).begin_bets().says(GAP, *cards_read("KS"))
    table.answer(cards=(CARDS["2C"],), seconded=True)
    assert table.case == "card-before-closing"
    assert table.cards == []
    table.do(commands.Answer, announced=True)
    assert table.cards == row_cards("2C", "KS")


def test_only_the_first_question_can_be_answered() -> None:
    table = DeviceStation(V4).close_bets().says(GAP, *cards_read("KS"))
    second = table.station.devices.question_queue[1].number
    said = table.station.devices.answer(table.dealer, second, DealerAnswer(reply=Reply.NOTHING))
    assert isinstance(said, Refusal)
    assert said.code == "question-not-asked"


# Keyed cards take a second person


def test_an_unreadable_card_is_keyed_with_an_approval_that_is_bound_to_it() -> None:
    table = DeviceStation(V4).close_bets().says(CardUnreadable(sequence="1"))
    assert table.questions == [Question.UNREADABLE]
    alone = table.try_answer(cards=(CARDS["9H"],))
    assert isinstance(alone, Refusal)
    assert alone.code == "second-needed"
    assert table.cards == []
    table.answer(cards=(CARDS["9H"],), seconded=True)
    assert table.cards == row_cards("9H")
    asked = table.events(ApprovalAsked)[-1]
    assert (asked.asked.before, asked.asked.after) == ("unreadable", "9H")
    assert table.events(ApprovalUsed)[-1].digest == asked.digest
    assert table.events(DeviceSettled)[0].approved_by == "P10"


def test_nobody_approves_his_own_card() -> None:
    table = DeviceStation(V4).close_bets().says(CardUnreadable(sequence="1"))
    table.supervisor = table.dealer
    own = table.try_answer(cards=(CARDS["9H"],), seconded=True)
    assert isinstance(own, Refusal)
    assert own.code == "own-request"


# Where it lies, and when it comes


def test_neither_the_shoe_nor_the_table_of_play_says_where_a_card_lies() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H", to=Destination.BANKER))
    assert table.questions == [Question.OTHER_HAND]
    assert table.first.facts.device_says is Side.BANKER
    table.answer(put=Place.PLAYER)
    assert table.cards == row_cards("9H")
    assert not table.case


def test_a_card_that_really_lies_at_the_other_hand_is_the_irregularity() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H", to=Destination.BANKER)).answer(put=Place.BANKER)
    assert table.case == "misplaced-cards"


def test_a_card_before_no_more_bets_is_asked_and_closes_late() -> None:
    table = DeviceStation(V4).begin_bets().says(*cards_read("9H", "KS"))
    assert (table.case, table.cards) == ("card-before-closing", [])
    table.do(commands.Answer, announced=True)
    assert table.table.round is not None
    assert (table.table.round.phase, table.table.round.closed_late) == (Phase.CLOSED, True)
    assert table.cards == row_cards("9H", "KS")


def test_a_card_during_an_offer_is_asked() -> None:
    table = DeviceStation(INSURANCE).close_bets().says(*cards_read("5D", "QS", "AS", "3S"))
    table.says(CardRead(sequence="5", card=CARDS["5C"]))
    assert table.case == "card-during-offer"


def test_a_card_in_excess_is_the_irregularity_of_its_clause() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H", "KS", "TD", "3C", "4C"))
    assert table.case == "excess-card"


def test_an_overdrawn_card_that_the_shoe_did_not_read_lies_there_unknown() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H", "KS", "TD", "3C"))
    table.says(ErrorRaised(sequence="5", error=DeviceError.OVERDRAW, code="2", halted=Halted.YES))
    assert table.questions == [Question.OVERDRAW]
    table.answer()
    assert table.case == "excess-card"
    assert table.cards[-1] is None


@pytest.mark.assurance("A40")
def test_an_impossible_card_is_inspected_first() -> None:
    table = DeviceStation(V4)
    for _ in range(4):
        table.close_bets().says(*cards_read("9H", "9H", "TD", "TH")).finish()
    assert table.events(CardDrawn)[-1].card is CARDS["TH"]
    table.close_bets().says(*cards_read("9H"))
    assert table.case == "impossible-card"


def test_the_cutting_card_is_entered_when_nothing_stands_against_it() -> None:
    table = DeviceStation(V4).begin_bets().says(*cards_read("9H"), CuttingCardDrawn(sequence="2"))
    assert not table.events(CuttingCardCame)
    table.do(commands.Answer, announced=True)
    assert len(table.events(CuttingCardCame)) == 1


def test_what_the_table_has_no_place_for_is_asked_and_can_be_put_aside() -> None:
    table = DeviceStation(V4).says(*cards_read("9H"))
    assert table.questions == [Question.NOT_NOW]
    table.answer(Reply.NOTHING)
    assert table.events(DeviceSettled)[-1].reply is Reply.NOTHING


def test_what_came_too_early_can_be_dealt_when_its_time_has_come() -> None:
    table = DeviceStation(V4).says(*cards_read("9H")).close_bets()
    assert table.questions == [Question.NOT_NOW]
    table.answer()
    assert table.cards == row_cards("9H")


def test_a_card_outside_the_game_counts_only_if_the_dealer_says_so() -> None:
    outside = CardOutsideGame(sequence="1", card=CARDS["QH"], state=OutsideGame.LOCKED, code="0")
    assert DeviceStation(V4).close_bets().says(outside).answer(Reply.NOTHING).cards == []
    assert DeviceStation(V4).close_bets().says(outside).answer().cards == row_cards("QH")


def test_burned_cards_are_confirmed_and_entered() -> None:
    table = DeviceStation(V4).do(commands.EndShoe, reason="test").new_shoe(burned=False)
    first = CardRead(sequence="0", card=CARDS["2H"], destination=Destination.FIRST_CARD)
    table.says(first, *cards_read("KS", "QS", to=Destination.BURN))
    assert table.questions == [Question.BURNED]
    table.answer()
    assert table.table.shoe.step.value == "ready"

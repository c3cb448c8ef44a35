"""Devices at a live station: nobody there, lines that go, results that differ, what is never told, commands."""

import logging

import pytest

from dealer_app.device_questions import Question, Reply
from dealer_app.devices.device_state import Automation
from dealer_app.devices.report_intake import MOST_ENTRIES
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.observations import (
    CardOutsideGame,
    CardRead,
    Destination,
    DeviceError,
    ErrorRaised,
    Halted,
    LineDown,
    LineUp,
    LockShoe,
    OutsideGame,
    Poll,
    ScanRepeated,
    SequenceConflict,
    ShoeResult,
    ShoeWinner,
    StandBy,
)
from dealer_app.station_events import DeviceAsked, DeviceIncident, Incident, QuestionEnding
from tests.station.listening.shoe_reports import GAP, cards_read, row_cards
from tests.support.device_station import SHOE, DeviceStation
from tests.support.rounds import V4

# Nobody there


def test_while_nobody_is_signed_in_nothing_is_dealt() -> None:
    table = DeviceStation(V4).close_bets()
    table.house.check_done(table.station.people.end_session(table.dealer.terminal))
    table.says(*cards_read("9H"))
    assert (table.cards, table.questions) == ([], [Question.NOBODY_THERE])
    table.dealer = table.house.begin_session("D11")
    table.answer()
    assert table.cards == row_cards("9H")


def test_who_relieves_the_dealer_gives_what_comes_then() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H"))
    table.house.begin_session("P10", terminal=table.dealer.terminal)
    table.says(CardRead(sequence="5", card=CARDS["KS"]))
    last = table.journal.last()
    assert last is not None
    assert (last.name, last.badge) == ("card-drawn", "P10")


def test_a_station_that_takes_nothing_by_itself_deals_what_the_dealer_confirms() -> None:
    table = DeviceStation(V4, automation=frozenset[Automation]()).close_bets().says(*cards_read("9H"))
    assert table.questions == [Question.CONFIRM]
    assert table.answer().cards == row_cards("9H")


# Lost and found


@pytest.mark.assurance("A22")
def test_a_device_lost_in_a_round_is_asked_about_and_the_round_goes_on_by_hand() -> None:
    table = DeviceStation(V4).says(LineUp(port="a")).close_bets().says(*cards_read("9H"))
    table.says(LineDown(fault="gone", said="pulled"))
    assert table.questions == [Question.LINE_LOST]
    table.answer(Reply.NOTHING)
    for text in ("KS", "TD", "3C"):
        table.do(commands.DrawCard, card=CARDS[text])
    table.finish()
    incidents = [each.incident for each in table.events(DeviceIncident)]
    assert incidents == [Incident.CONNECTED, Incident.LOST]


@pytest.mark.assurance("A46")
def test_another_device_in_its_place_is_journalled_and_holds_no_error() -> None:
    table = DeviceStation(V4)
    table.says(ErrorRaised(sequence="1", error=DeviceError.OTHER, code="6", halted=Halted.YES))
    assert table.station.state.listening.devices[SHOE].error
    table.house.check_done(table.station.devices.record_replacement(table.dealer, SHOE, by="the spare one"))
    assert not table.station.state.listening.devices[SHOE].error
    assert table.events(DeviceIncident)[-1].detail == "the spare one"


def test_a_flood_is_bounded_and_asked_about_when_it_is_over() -> None:
    table = DeviceStation(V4).close_bets().says(GAP)
    for number in range(2 * MOST_ENTRIES):
        table.says(CardRead(sequence=str(number % 10), card=CARDS["9H"]))
    assert len(table.station.devices.question_queue) == MOST_ENTRIES


# The shoe's result


@pytest.mark.assurance("A41")
def test_a_result_that_differs_stops_the_settlement_until_the_dealer_has_compared() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H", "KS", "TD", "3C"))
    table.says(ShoeResult(sequence="5", winner=ShoeWinner.BANKER, player_pair=False, banker_pair=False))
    assert table.case == "wrong-display"
    assert table.expect_refusal(commands.AnnounceResult) == "case-open"
    table.do(correction_commands.ConfirmComparison)
    table.finish()


def test_a_result_that_agrees_is_no_event() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H", "KS", "TD", "3C"))
    before = table.journal.head()
    table.says(
        ShoeResult(sequence="5", winner=ShoeWinner.PLAYER, player_pair=False, banker_pair=False),
        StandBy(sequence="6"),
    )
    assert table.journal.head() == before


# What is never told


@pytest.mark.parametrize("dealing", Dealing)
def test_neither_log_nor_journal_names_a_card_in_excess(dealing: Dealing, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    table = DeviceStation(V4, dealing=dealing).close_bets().says(*cards_read("9H", "KS", "TD", "3C"))
    if dealing is Dealing.FACE_DOWN:
        table.do(commands.TurnCards, places=(0, 1, 2, 3))
    assert table.station.devices.sealed
    # In excess, outside of the game, of the wrong hand, and the same again.
    table.says(CardRead(sequence="4", card=CARDS["7C"]), GAP, CardRead(sequence="5", card=CARDS["7D"]))
    table.says(CardOutsideGame(sequence="6", card=CARDS["7H"], state=OutsideGame.IN_ERROR, code="2"))
    table.says(CardRead(sequence="6", card=CARDS["7S"], destination=Destination.BANKER))
    everything = caplog.text + table.bodies()
    assert "excess-card" in everything
    for text in ("7C", "7D", "7H", "7S"):
        assert f'"{text}"' not in everything
        assert f"={text}" not in everything


def _logged_of_cards(caplog: pytest.LogCaptureFixture, card: str) -> list[str]:
    """What the log has of a card that is read twice, is read outside of a game, and comes to a result nobody needs."""
    caplog.clear()
    winner = ShoeWinner.BANKER if card == "7C" else ShoeWinner.TIE
    shown = CARDS[card]
    DeviceStation(V4, dealing=Dealing.FACE_DOWN).close_bets().says(
        CardRead(sequence="0", card=shown),
        CardRead(sequence="0", card=shown),
        ScanRepeated(sequence="0", card=shown),
        SequenceConflict(sequence="0", content=CardRead(sequence="0", card=shown)),
        ShoeResult(sequence="1", winner=winner, player_pair=card == "7C", banker_pair=False),
    )
    DeviceStation(V4).says(CardOutsideGame(sequence="6", card=shown, state=OutsideGame.LOCKED, code="2"))
    return [record.getMessage() for record in caplog.records]


def test_the_log_is_the_same_whatever_the_card_is(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="dealer_app.devices")
    one = _logged_of_cards(caplog, "7C")
    assert any("ScanRepeated" in line for line in one)
    assert any("ShoeResult" in line for line in one)
    assert _logged_of_cards(caplog, "KH") == one


def test_the_journal_keeps_apart_what_a_waiting_card_is() -> None:
    table = DeviceStation(V4).close_bets().says(GAP, *cards_read("7C"))
    assert "7C" not in table.bodies()
    assert table.events(DeviceAsked)[-1].hidden["card"] == "7C"


def test_the_seal_follows_the_table() -> None:
    table = DeviceStation(V4)
    seen = [table.station.devices.sealed]
    for text in ("9H", "KS", "TD", "3C"):
        table = table if table.table.round else table.close_bets()
        seen.append(table.station.devices.sealed)
        table.says(CardRead(card=CARDS[text]))
    assert [*seen, table.station.devices.sealed] == [True, False, False, False, False, True]


# Commands to a device


def test_a_command_to_a_shoe_needs_a_second_person_and_is_journalled() -> None:
    table = DeviceStation(V4)
    devices = table.station.devices
    alone = devices.send(table.dealer, SHOE, LockShoe())
    assert isinstance(alone, Refusal)
    assert not table.outgoing.asked
    table.house.check_done(devices.send(table.dealer, SHOE, LockShoe(), approval=table.supervisor))
    assert table.outgoing.asked == [(SHOE, LockShoe())]
    assert table.events(DeviceIncident)[-1].detail == "asked: LockShoe"
    table.house.check_done(devices.send(table.dealer, SHOE, Poll()))
    assert table.outgoing.asked[-1] == (SHOE, Poll())


def test_a_question_is_taken_answered_or_overtaken() -> None:
    assert {ending.value for ending in QuestionEnding} == {"taken", "answered", "overtaken"}

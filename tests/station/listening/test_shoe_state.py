"""What a shoe says of itself: errors, resets, its line, and burning when it begins, on pure values."""

import pytest

from dealer_app.device_questions import EntryFacts, Question, QueueEntry
from dealer_app.devices.device_state import Log, RecordIncident
from dealer_app.devices.match import Over
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.observations import (
    CardOutsideGame,
    CardUnreadable,
    Destination,
    DeviceError,
    DeviceStarted,
    ErrorCancelled,
    ErrorRaised,
    Halted,
    LineDown,
    LineGarbled,
    LineUp,
    LockChanged,
    LockState,
    Observation,
    OutsideGame,
    PresetChanged,
    WarningGiven,
)
from dealer_app.station_events import Incident
from tests.station.listening.device_table import SHOE, DeviceTable
from tests.station.listening.shoe_reports import NINE, card_read, table_after_bets
from tests.support.rounds import V4, RoundTable


def kinds(table: DeviceTable, observation: Observation) -> list[str]:
    return [type(each).__name__ for each in table.shoe(observation)]


# Errors, and what they leave open


def test_an_error_is_held_until_the_device_says_that_it_is_over() -> None:
    table = table_after_bets()
    table.shoe(ErrorRaised(sequence="1", error=DeviceError.DRAWING_TIMED_OUT, code="7", halted=Halted.YES))
    assert table.listening.devices[SHOE].error == "drawing-timed-out 7"
    assert not table.listening.row
    table.shoe(ErrorCancelled(sequence="2", error=DeviceError.DRAWING_TIMED_OUT, code="7"))
    assert not table.listening.devices[SHOE].error


def test_an_error_is_over_when_the_device_goes_on() -> None:
    table = table_after_bets()
    table.shoe(ErrorRaised(error=DeviceError.OTHER, code="E9", halted=Halted.UNKNOWN))
    assert table.listening.devices[SHOE].error
    table.shoe(card_read())
    assert not table.listening.devices[SHOE].error


def test_an_error_after_which_the_device_goes_on_is_only_noted() -> None:
    table = table_after_bets()
    table.shoe(ErrorRaised(sequence="1", error=DeviceError.OTHER, code="3", halted=Halted.NO))
    assert not table.listening.devices[SHOE].error


@pytest.mark.parametrize(
    ("error", "question"),
    [
        (DeviceError.CANNOT_READ, Question.CANNOT_READ),
        (DeviceError.CARD_CODE, Question.CANNOT_READ),
        (DeviceError.OVERDRAW, Question.OVERDRAW),
        (DeviceError.CARD_PUSHED_BACK, Question.REVERSE_RUN),
        (DeviceError.CARD_PULLED_BACK, Question.REVERSE_RUN),
        (DeviceError.BUTTON_MISHANDLED, None),
        (DeviceError.DRAWING_TIMED_OUT, None),
        (DeviceError.OTHER, None),
    ],
)
def test_what_an_error_leaves_open_on_the_table_is_asked(error: DeviceError, question: Question | None) -> None:
    table = table_after_bets()
    table.shoe(ErrorRaised(sequence="1", error=error, code="1", halted=Halted.YES))
    assert table.questions == ([] if question is None else [question])


def test_every_error_has_its_line_above() -> None:
    assert len(DeviceError) == 8


def test_overdraw_of_a_card_that_is_known_to_be_in_excess_is_not_asked_again() -> None:
    table = DeviceTable(RoundTable(V4).bets(("player", 1000, 1)).close().deal("9H KS TD 3C 4H"))
    assert table.seated.cases_opened() == ["excess-card"]
    table.shoe(ErrorRaised(sequence="1", error=DeviceError.OVERDRAW, code="2", halted=Halted.YES))
    assert not table.listening.row


def test_an_alarm_and_an_unreadable_card_for_the_same_card_are_one_question() -> None:
    alarm = ErrorRaised(error=DeviceError.CANNOT_READ, code="E3", halted=Halted.UNKNOWN)
    for first, second in ((alarm, CardUnreadable()), (CardUnreadable(), alarm)):
        table = table_after_bets()
        table.shoe(first)
        table.shoe(second)
        assert len(table.listening.row) == 1


@pytest.mark.parametrize(
    "noted",
    [
        PresetChanged(sequence="1", address="04", value="1"),
        WarningGiven(code="W0x01"),
        LockChanged(sequence="1", lock=LockState.LOCKED),
    ],
)
def test_what_the_device_says_of_itself_is_in_the_journal(noted: Observation) -> None:
    following = table_after_bets().shoe(noted)
    assert [each.incident for each in following if isinstance(each, RecordIncident)] == [Incident.NOTED]


# The line, and resets


def test_a_device_lost_in_a_round_is_journalled_and_what_lies_there_is_asked() -> None:
    table = table_after_bets()
    assert kinds(table, LineDown(fault="gone", said="")) == ["RecordIncident", "QueueEntry"]
    assert table.questions == [Question.LINE_LOST]


def test_a_device_connected_in_a_round_is_journalled_and_what_lies_there_is_asked() -> None:
    table = table_after_bets()
    assert kinds(table, LineUp(port="a")) == ["RecordIncident", "QueueEntry"]
    assert table.questions == [Question.LINE_BACK]


def test_lost_and_back_with_nothing_between_is_one_question() -> None:
    table = table_after_bets()
    table.shoe(LineDown(fault="gone", said=""))
    table.shoe(LineUp(port="a"))
    assert table.questions == [Question.LINE_LOST]


def test_a_line_that_stays_lost_for_another_reason_is_not_asked_about_again() -> None:
    table = table_after_bets()
    gone, missing = LineDown(fault="gone", said=""), LineDown(fault="missing", said="")
    assert kinds(table, gone) == ["RecordIncident", "QueueEntry"]
    assert kinds(table, missing) == ["RecordIncident"]


@pytest.mark.parametrize("line", [LineUp(port="a"), LineDown(fault="gone", said="")])
def test_between_rounds_a_line_that_comes_or_goes_is_only_journalled(line: Observation) -> None:
    assert [type(each) for each in DeviceTable(RoundTable(V4, begun=False)).shoe(line)] == [RecordIncident, Log]


def test_a_reset_in_a_round_is_asked_about_and_forgets_the_error() -> None:
    table = table_after_bets()
    table.shoe(ErrorRaised(sequence="1", error=DeviceError.OTHER, code="1", halted=Halted.YES))
    table.shoe(DeviceStarted(sequence="0"))
    assert table.questions == [Question.DEVICE_RESET]
    assert not table.listening.devices[SHOE].error


def test_a_line_at_another_speed_is_trouble_by_its_name() -> None:
    table = table_after_bets()
    following = table.shoe(LineGarbled(baudrate=9600, rejected=40))
    assert following[0] == RecordIncident(incident=Incident.TROUBLE, detail="garbled 9600")
    assert table.questions == [Question.REPORTS_LOST]


# Burning


def cut_shoe() -> DeviceTable:
    seated = RoundTable(V4, begun=False)
    seated.do(commands.EndShoe, reason="test")
    seated.do(commands.BringCards, set_name="red", decks=8)
    seated.do(commands.DoShoeWork, work=commands.ShoeWork.CHECK, second="Supervisor")
    seated.do(commands.DoShoeWork, work=commands.ShoeWork.SHUFFLE)
    seated.do(commands.DoShoeWork, work=commands.ShoeWork.CUT, second="Guest")
    return DeviceTable(seated)


def test_burned_cards_are_counted_and_confirmed_by_the_dealer() -> None:
    table = cut_shoe()
    table.shoe(card_read("3H", Destination.FIRST_CARD, "1"))
    for number in ("2", "3"):
        table.shoe(card_read("KS", Destination.BURN, number))
    assert not table.listening.row
    table.shoe(card_read("2S", Destination.BURN, "4"))
    assert table.questions == [Question.BURNED]
    assert (table.first.facts, table.first.hidden.card) == (EntryFacts(unseen=3), CARDS["3H"])


def test_a_burn_that_cannot_be_followed_is_keyed_by_hand() -> None:
    table = cut_shoe()
    table.shoe(CardUnreadable(sequence="1", destination=Destination.FIRST_CARD))
    table.shoe(card_read("KS", Destination.BURN, "2"))
    assert (
        table.questions
        == [
            Question.BURN_BY_HAND,
        ]
        or table.questions[0] is Question.BURN_BY_HAND
    )


def test_what_was_burned_by_hand_meanwhile_is_not_asked_any_more() -> None:
    table = cut_shoe()
    table.shoe(CardUnreadable(sequence="1", destination=Destination.FIRST_CARD))
    table.seated.do(commands.BurnCards, cards=(CARDS["3H"],), unseen=3)
    assert isinstance(table.judge_first(), Over)


def test_one_report_after_another_is_a_bring_at_most() -> None:
    """A report never brings two cards."""
    for observation in (card_read(), CardUnreadable(), CardOutsideGame(card=NINE, state=OutsideGame.LOCKED, code="0")):
        assert sum(isinstance(each, QueueEntry) for each in table_after_bets().shoe(observation)) == 1

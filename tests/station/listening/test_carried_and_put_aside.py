"""A round that a carried card opened, of which the shoe counts one card too few; and one answer for a whole row."""

import pytest

from dealer_app.device_questions import Question, Reply
from dealer_app.devices.match import QuestionCard, question_card
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands
from dealer_app.domain.round.needs import ApprovalNeeded, ReconstructionNeeded
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.rulebook import Side
from dealer_app.observations import CardRead, CuttingCardDrawn, Destination, ShoeResult, ShoeWinner
from dealer_app.station_events import DeviceAsked, DeviceSettled, QuestionEnding
from tests.station.listening.shoe_reports import card_read, cards_read
from tests.support.device_station import DeviceStation
from tests.support.rounds import PEOPLE, V4

P, B = Destination.PLAYER, Destination.BANKER
AS_THE_SHOE_COUNTS = (P, B, P, B, P, B)


def after_a_card_in_excess() -> DeviceStation:
    """A natural, and one card more, sealed: it opens the round whose bets are closed now."""
    table = DeviceStation(V4).close_bets().says(*cards_read("4H", "9S", "5D", "5C", "2D"))
    assert table.case == "excess-card"
    while table.table.cases:
        match table.table.cases[-1].needs[0]:
            case ApprovalNeeded(role=role):
                table.do(commands.Approve, by=PEOPLE[role])
            case ReconstructionNeeded():
                table.do(commands.ConfirmReconstruction)
            case need:
                raise AssertionError(need)
    return table.finish().close_bets()


def from_there(*texts: str) -> list[CardRead]:
    """As the shoe tells them: it begins with Player again."""
    return [
        card_read(text, to, str(5 + place))
        for place, (text, to) in enumerate(zip(texts, AS_THE_SHOE_COUNTS, strict=False))
    ]


def asked(table: DeviceStation) -> list[Question]:
    return [each.question for each in table.events(DeviceAsked)]


def test_after_a_sealed_card_the_following_are_not_questioned_one_by_one() -> None:
    table = after_a_card_in_excess()
    before = asked(table)
    # 2 + 3 of Player, 6 + 9 of Banker: both draw, by what lies there and not by those that the shoe counts.
    table.says(*from_there("6S", "3H", "9C", "5S", "2C"))
    assert table.cards == [CARDS[text] for text in ("2D", "6S", "3H", "9C", "5S", "2C")]
    assert asked(table) == before
    assert (table.questions, table.case) == ([], "")
    table.finish()


def test_a_shoe_that_ends_such_a_round_before_its_last_card_asks_for_no_card() -> None:
    table = after_a_card_in_excess()
    table.says(*from_there("6S", "3H", "9C"))
    table.says(ShoeResult(sequence="8", winner=ShoeWinner.BANKER, player_pair=False, banker_pair=False))
    assert table.questions == []
    table.says(card_read("KD", P, "9"))
    assert len(table.cards) == 5


def test_the_round_after_it_is_compared_as_ever() -> None:
    table = after_a_card_in_excess().says(*from_there("6S", "7H", "3C")).finish().close_bets()
    table.says(card_read("4H", B, "9"))
    assert table.questions == [Question.OTHER_HAND]


# What a question names


def test_the_card_of_a_question_is_named_by_its_number_and_its_hands() -> None:
    table = DeviceStation(V4).close_bets().says(*cards_read("9H", to=P)).says(card_read("KS", P, "2"))
    assert question_card(table.table, table.first) == QuestionCard(number=2, says=Side.PLAYER, due=Side.BANKER)


def test_what_the_device_says_of_a_third_card_is_not_told_while_cards_lie_face_down() -> None:
    """By it anybody could tell how the hands stand."""
    table = DeviceStation(V4, dealing=Dealing.FACE_DOWN).close_bets().says(*cards_read("2H", "3S", "2D", "3C", "5S"))
    assert table.questions == [Question.NOT_TURNED]
    assert question_card(table.table, table.first) == QuestionCard(number=5, says=None, due=None)


def test_of_a_card_between_rounds_nothing_is_named() -> None:
    table = DeviceStation(V4).says(*cards_read("2H"))
    assert question_card(table.table, table.first) is None


# One answer for all


def flooded() -> DeviceStation:
    table = DeviceStation(V4).close_bets().says(card_read("9H", B, "1"))
    for number in range(2, 8):
        table.says(card_read("9H", P, str(number)))
    assert len(table.questions) == 7
    return table


@pytest.mark.assurance("A31")
def test_one_answer_puts_all_aside_and_each_is_in_the_journal_with_who_gave_it() -> None:
    table = flooded()
    numbers = tuple(entry.number for entry in table.station.devices.question_queue)
    table.house.check_done(table.station.devices.dismiss_questions(table.dealer, numbers))
    assert (table.questions, table.cards) == ([], [])
    settled = table.events(DeviceSettled)
    assert [each.number for each in settled] == list(numbers)
    assert {(each.ending, each.reply) for each in settled} == {(QuestionEnding.ANSWERED, Reply.NOTHING)}
    last = table.journal.last()
    assert last is not None
    assert last.badge == table.station.state.people.sessions[table.dealer.terminal].badge
    table.says(card_read("KS", P, "8"))
    assert table.cards == [CARDS["KS"]]


def test_what_came_after_it_was_shown_is_not_put_aside_with_it() -> None:
    table = flooded()
    shown = tuple(entry.number for entry in table.station.devices.question_queue)
    table.says(card_read("KS", P, "8"))
    table.house.check_done(table.station.devices.dismiss_questions(table.dealer, shown))
    assert table.cards == [CARDS["KS"]], "it fits, and nothing waits before it"


def test_a_cutting_card_that_waits_is_taken_when_all_else_is_put_aside() -> None:
    table = flooded().says(CuttingCardDrawn(sequence="8"))
    numbers = tuple(entry.number for entry in table.station.devices.question_queue)
    table.house.check_done(table.station.devices.dismiss_questions(table.dealer, numbers))
    assert table.questions == []
    assert table.table.shoe.cutting_card_out


@pytest.mark.parametrize("numbers", [(), (99,)])
def test_an_answer_for_what_is_not_asked_is_refused(numbers: tuple[int, ...]) -> None:
    table = flooded()
    refusal = table.station.devices.dismiss_questions(table.dealer, numbers)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "question-not-asked"
    assert len(table.questions) == 7


def test_nobody_puts_aside_what_is_not_asked_any_more() -> None:
    table = flooded()
    numbers = tuple(entry.number for entry in table.station.devices.question_queue)
    table.house.check_done(table.station.devices.dismiss_questions(table.dealer, numbers))
    refusal = table.station.devices.dismiss_questions(table.dealer, numbers)
    assert isinstance(refusal, Refusal)

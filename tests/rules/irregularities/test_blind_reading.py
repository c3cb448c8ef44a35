"""Blind reading, policy of the house: what the approver read is compared with what is asked, and stays on record."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.cards import CARDS, DECK
from dealer_app.domain.dice import DIE_FACES
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.needs import BlindReading, blind_reading_text, parse_blind_reading
from tests.support.rounds import BACCARAT, SUPERVISOR, TAI_SAI, V4, RoundTable


def card_asked(book: str) -> RoundTable:
    """The fourth card is really the five of spades; it was read as the five of clubs."""
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C")
    return table.do(correction_commands.CorrectCard, place=3, card=CARDS["5S"], reason="misread")


def dice_asked() -> RoundTable:
    table = RoundTable(TAI_SAI).bet("big", 1000).close().roll(2, 5, 6)
    return table.do(correction_commands.CorrectDice, dice=(1, 5, 6), reason="misread")


def read(table: RoundTable) -> list[str]:
    return [event.read for event in table.find_events(events.NeedMet)]


@pytest.mark.parametrize("book", BACCARAT)
def test_the_card_that_he_saw_is_on_record_with_the_approval(book: str) -> None:
    table = card_asked(book).do(commands.Approve, by=SUPERVISOR, read=CARDS["5S"])
    assert read(table) == ["5S"]
    assert table.round.cards[3].card == CARDS["5S"]


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("other", ["5C", "5H", "6S"])
def test_who_saw_another_card_does_not_approve_and_is_told_nothing(book: str, other: str) -> None:
    refusal = card_asked(book).expect_refusal(commands.Approve, by=SUPERVISOR, read=CARDS[other])
    assert (refusal.code, refusal.clause, refusal.facts) == ("reading-differs", "house policy", {})


def test_dice_are_read_in_whatever_order() -> None:
    assert read(dice_asked().do(commands.Approve, by=SUPERVISOR, read=(6, 1, 5))) == ["6-1-5"]
    assert dice_asked().expect_refusal(commands.Approve, by=SUPERVISOR, read=(2, 5, 6)).code == "reading-differs"


def test_dice_are_no_card_and_a_bet_is_not_read() -> None:
    assert card_asked(V4).expect_refusal(commands.Approve, by=SUPERVISOR, read=(1, 5, 6)).code == "reading-differs"
    assert dice_asked().expect_refusal(commands.Approve, by=SUPERVISOR, read=CARDS["5S"]).code == "reading-differs"
    table = RoundTable(V4).bets(("player", 1000, 1)).close()
    table.do(correction_commands.CorrectBet, number=1, wager=None, reason="no chips")
    assert table.expect_refusal(commands.Approve, by=SUPERVISOR, read=CARDS["5S"]).code == "reading-differs"


def test_who_may_not_approve_is_told_that_and_not_whether_he_read_well() -> None:
    table = card_asked(V4)
    assert table.expect_refusal(commands.Approve, read=CARDS["5C"]).code == "same-person"


def test_a_table_can_be_played_without_it() -> None:
    assert read(card_asked(V4).approve()) == [""]


@given(st.sampled_from(DECK) | st.tuples(*[st.sampled_from(DIE_FACES)] * 3))
def test_a_reading_on_record_reads_as_it_was(found: BlindReading) -> None:
    assert parse_blind_reading(blind_reading_text(found)) == found


@pytest.mark.parametrize("text", ["", "1S", "S4", "2-5", "2-5-7", "2-5-6-1", "2-5-", "--", "2--5-6"])
def test_what_is_neither_a_card_nor_dice_is_no_reading(text: str) -> None:
    assert parse_blind_reading(text) is None

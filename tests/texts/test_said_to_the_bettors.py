"""What the dealer says between the announcements of record: third cards, last rounds, and whatever goes wrong."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.texts import Language, Words
from dealer_app.texts.texts import announcement_text
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4, RoundTable

EN, HANT, HANS = (Words.load(language) for language in (Language.EN, Language.ZH_HANT, Language.ZH_HANS))


def _said(table: RoundTable, words: Words = EN) -> str:
    return announcement_text(words, table.guide, table.rules, table.state.round)


def _dealt(game: str, cards: str, *, dealing: Dealing = Dealing.FACE_UP) -> RoundTable:
    return RoundTable(game, dealing=dealing).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal(cards)


@pytest.mark.clause(V4, "3.12")
def test_who_draws_a_third_card_is_said_and_nothing_before_the_first_four() -> None:
    table = _dealt(V4, "2H 3S KD")
    assert _said(table) == ""
    assert _said(table.deal("KC")) == "Player draws."
    assert (_said(table, HANT), _said(table, HANS)) == ("閒補牌。", "闲补牌。")
    assert _said(table.deal("AH")) == "Banker draws."


@pytest.mark.clause(MBS, "3.15")
def test_the_totals_come_before_the_third_card_where_the_document_has_them_announced() -> None:
    table = _dealt(MBS, "2H 3S KD KC")
    assert _said(table) == "Player two, Banker three."
    assert _said(table.deal("AH")) == "Banker draws."


@pytest.mark.clause(INSURANCE, "5.3")
def test_that_insurance_is_closed_is_said_before_who_draws() -> None:
    table = _dealt(INSURANCE, "KH 9C 6S 5D")
    assert _said(table) == "Player insurance, five to two."
    table.close_offers()
    assert _said(table) == "Insurance closed. Banker draws."
    assert _said(table, HANT) == "保險截止。莊補牌。"


@pytest.mark.clause(V4, "5.8")
def test_a_card_in_excess_is_told_to_be_for_the_next_round() -> None:
    assert _said(_dealt(V4, "4S QH 2D 7C").draw("9D")) == "Extra card, kept for the next round."


def test_a_card_is_not_said_to_be_in_excess_while_the_hands_are_face_down() -> None:
    """By the cards as drawn nobody draws any more; the bettors do not know that yet."""
    table = _dealt(V4, "4S QH 2D 7C", dealing=Dealing.FACE_DOWN).draw("9D")
    assert table.cases_opened() == [IrregularityKind.EXCESS_CARD.value]
    assert _said(table) == "One moment, please."


@pytest.mark.clause(V4, "5.11.1")
def test_bettors_who_may_choose_are_asked() -> None:
    table = _dealt(V4, "4S QH")
    table.report(IrregularityKind.TOGETHER_ORDER_LOST, places=(0, 1))
    assert _said(table) == "Dealing error. Continue or return bet?"
    table.options()
    assert _said(table) == "One moment, please.", "the order is decided by somebody else"


@pytest.mark.clause(MBS, "5.17.1")
def test_a_power_failure_is_not_called_an_error_of_dealing() -> None:
    table = _dealt(MBS, "4S QH")
    table.report(IrregularityKind.POWER_FAILURE)
    assert _said(table) == "Continue or return bet?"


@pytest.mark.clause(MBS, "3.22.1")
def test_when_the_cutting_card_comes_first_bettors_may_withdraw_or_stay() -> None:
    table = RoundTable(MBS, hlga=True).bets(("player", 1000, 1)).close()
    table.do(commands.CuttingCardOut)
    table.report(IrregularityKind.CUTTING_CARD_FIRST)
    assert _said(table) == "Withdraw or stay?"


@pytest.mark.clause(V4, "5.7")
def test_a_late_bet_is_refused_in_words() -> None:
    table = _dealt(V4, "4S QH 2D 7C")
    table.do(correction_commands.ReportBet, fault=BetFault.LATE, number=1, accepted=Money(400))
    assert _said(table) == "Too late, no bet."


@pytest.mark.parametrize("game", [V4, TAI_SAI])
def test_while_a_claim_waits_one_moment_is_asked_for(game: str) -> None:
    table = RoundTable(game)
    if game == V4:
        table.bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").announce()
    else:
        table.bets(("big", 1000, None)).close().roll(2, 5, 6).announce()
    table.do(commands.HoldForClaim, text="not paid")
    assert _said(table) == "One moment, please."


@pytest.mark.parametrize("more", [0, 1, 2])
def test_the_last_round_of_a_shoe_is_announced_before_its_bets(more: int) -> None:
    """The round in which the cutting card comes is dealt to its end, then as many as the house has set."""
    table = RoundTable(V4, last_rounds=more).bets(("player", 1000, 1)).close().deal("4S QH")
    table.do(commands.CuttingCardOut).deal("2D 7C").finish()
    for left in range(more, 0, -1):
        first = "Last round. " if left == 1 else ""
        assert _said(table) == f"{first}Place your Bets, please"
        table.begin().bets(("player", 1000, 1)).close().deal("9S KH KC KD").finish()
    assert _said(table) == "Shoe change."

"""A bet is corrected until the next round begins, settled or not; the difference is listed bettor by bettor."""

from fractions import Fraction

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import CardDevice
from dealer_app.domain.wagers import Area, Wager
from tests.rules.irregularities.test_corrections import CHIPS, closed, ended, first, seat
from tests.support.rounds import BACCARAT, INSURANCE, MBS, SEATED, TAI_SAI, V4, RoundTable

EARLIER = {V4: "5.6", INSURANCE: "5.11", MBS: "6.1", TAI_SAI: "5.10"}


def wager(book: str, stake: int) -> Wager:
    return Wager(area=Area(first(book)), stake=Money(stake), seat=seat(book))


@pytest.mark.parametrize("book", [*BACCARAT, TAI_SAI])
@pytest.mark.clause(V4, "5.14")
@pytest.mark.clause(INSURANCE, "5.14")
@pytest.mark.clause(TAI_SAI, "5.9")
def test_a_bet_is_corrected_after_the_settlement_and_the_difference_ticked(book: str) -> None:
    table = ended(closed(book), book)
    assert table.allows(correction_commands.CorrectBet)
    table.do(correction_commands.CorrectBet, number=1, wager=wager(book, 700), reason="chips were 700")
    assert table.case.clause == CHIPS[book]
    table.approve()
    assert table.case.trouble == IrregularityKind.CHIPS_MOVED.value
    assert list(table.case.facts.values()) == ["-300"]
    assert table.expect_refusal(commands.Approve).code == "same-person"
    table.resolve().finish()
    assert table.net(first(book), seat(book)) == 700
    assert table.find_events(events.RoundConcluded)[-1].paid == 700
    assert sum(net for _, net in table.state.history[-1].nets) == 200
    assert table.begin().state.round is not None


@pytest.mark.parametrize("book", [*BACCARAT, TAI_SAI])
@pytest.mark.clause(V4, "5.6", "5.12")
@pytest.mark.clause(MBS, "6.1")
def test_once_the_next_round_has_begun_it_stands(book: str) -> None:
    table = ended(closed(book), book).begin()
    refused = table.expect_refusal(correction_commands.CorrectBet, number=1, wager=wager(book, 700), reason="too late")
    assert refused.clause == table.rules.clause("earlier-rounds-stand")
    assert not table.allows(correction_commands.CorrectBet)


@pytest.mark.clause(V4, "5.14")
def test_a_bet_of_somebody_else_changes_hands() -> None:
    table = ended(closed(V4), V4)
    right = Wager(area=Area("player"), stake=Money(1000), seat=3)
    table.do(correction_commands.CorrectBet, number=1, wager=right, reason="it was seat 3").approve()
    assert table.case.facts == {"1 seated": "-1000", "3 seated": "1000"}


@pytest.mark.clause(V4, "5.14")
def test_a_missing_bet_is_paid_and_one_that_was_none_comes_back() -> None:
    table = ended(closed(V4), V4)
    missing = Wager(area=Area("player"), stake=Money(300), seat=5)
    table.do(correction_commands.CorrectBet, number=None, wager=missing, reason="claim").approve()
    assert table.case.facts == {"5 seated": "300"}
    table.resolve().finish()
    table.do(correction_commands.CorrectBet, number=2, wager=None, reason="no chips").approve()
    assert table.case.facts == {"2 seated": "500"}
    table.resolve().finish()
    assert [line.net for line in table.round.settled] == [1000, 300]


@pytest.mark.clause(V4, "5.7")
def test_a_late_part_found_after_the_settlement_comes_back() -> None:
    table = ended(closed(V4), V4)
    table.do(correction_commands.ReportBet, fault=BetFault.LATE, number=1, accepted=Money(600)).approve()
    assert table.case.facts == {"1 seated": "-400"}


@pytest.mark.clause(V4, "5.3", "5.14")
def test_winnings_kept_for_who_left_are_kept_anew() -> None:
    table = closed(V4).deal("4H 9S 5D 5C").announce().report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED)).finish()
    assert table.state.winnings_unclaimed == (((1, SEATED), Fraction(2000)),)
    table.do(correction_commands.CorrectBet, number=1, wager=wager(V4, 700), reason="700").approve().resolve().finish()
    assert table.state.winnings_unclaimed == (((1, SEATED), Fraction(1400)),)


# The shuffler, and cards that run out


@pytest.mark.clause(V4, "1.11")
def test_a_shuffler_is_not_cut_and_counts_the_round_alone() -> None:
    table = RoundTable(V4, device=CardDevice.SHUFFLER, decks=6)
    for _ in range(3):
        table.close().deal("9S 3H KD 4C")
        assert (table.state.shoe.used, sum(table.state.shoe.seen.values())) == (4, 4)
        table.finish().begin()
        assert (table.state.shoe.used, dict(table.state.shoe.seen)) == (0, {})
    assert table.expect_refusal(commands.CuttingCardOut).code == "no-cutting-card"


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.5.4"), (INSURANCE, "5.5.4"), (MBS, "5.3")])
@pytest.mark.parametrize("device", CardDevice)
@pytest.mark.clause(V4, "5.5.4")
@pytest.mark.clause(INSURANCE, "5.5.4")
@pytest.mark.clause(MBS, "5.3")
def test_a_device_that_has_run_out_voids_the_round_whatever_the_count_says(
    book: str, clause: str, device: CardDevice
) -> None:
    table = RoundTable(book, device=device).bets(("player", 1000, 1)).close().deal("4H 9S")
    assert table.state.shoe.cards_left > 100
    table.report(IrregularityKind.INSUFFICIENT_CARDS).resolve()
    assert table.is_returned("player", 1)
    assert table.expect_refusal(commands.PlaceYourBets).clause == clause


# Bets on behalf at a late closing, and the dice at opening


@pytest.mark.parametrize("book", [*BACCARAT, TAI_SAI])
@pytest.mark.clause(V4, "5.17")
@pytest.mark.clause(INSURANCE, "5.17")
@pytest.mark.clause(MBS, "3.8")
@pytest.mark.clause(TAI_SAI, "5.13", "5.5.3")
def test_a_bet_on_behalf_without_chips_goes_at_a_late_closing_too(book: str) -> None:
    table = RoundTable(book)
    for on_behalf in (True, False):
        table.do(commands.PlaceBet, wager=wager(book, 1000), on_behalf=on_behalf)
    if book == TAI_SAI:
        table.do(commands.CountTumbles, tumbles=3)
    else:
        table.draw("4H")
    assert table.guide.facts["on_behalf"] == "1"
    assert table.expect_refusal(commands.Answer, announced=True, without_chips=frozenset({2})).code == "not-on-behalf"
    table.do(commands.Answer, announced=True, without_chips=frozenset({1})).resolve()
    assert [bet.number for bet in table.round.bets] == [2]
    assert table.round.closed_late


@pytest.mark.clause(TAI_SAI, "5.6")
def test_the_table_opens_with_dice_and_tumbler_inspected() -> None:
    table = RoundTable(TAI_SAI, begun=False)
    assert table.state.dice_set == "ivory"
    table.do(commands.CloseTable)
    assert table.state.dice_set == ""

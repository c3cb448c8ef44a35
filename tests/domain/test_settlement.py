"""The settlement of one bet: the exact net, what goes back, commission, and what chips can pay."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.money import Money, Odds
from dealer_app.domain.rulebook import Commission, Layout
from dealer_app.domain.settlement import exact_gain, settle_bet, unpayable_prizes
from dealer_app.domain.wagers import LOST, RETURNED, Prize, Result, Verdict
from dealer_app.rulebooks import load_rulebook
from tests.support.rounds import make_wager as bet

MBS = "tiger-baccarat-mbs-v3"
STAKES = st.integers(1, 10**9)
SHARES = st.fractions(0, 1, max_denominator=997)
EVERY_ODDS = st.sampled_from([Odds(1, 1), Odds(1, 2), Odds(19, 20), Odds(3, 2), Odds(8, 1), Odds(180, 1)])


def won(odds: Odds) -> Verdict:
    return Verdict(Result.WIN, odds)


def commission() -> Commission:
    found = load_rulebook(MBS).commission
    assert found is not None
    return found


def layout_of(game: str) -> Layout:
    found = load_rulebook(game).find_layout("A")
    assert found is not None
    return found


class TestNet:
    @given(STAKES, EVERY_ODDS)
    def test_a_winner_gains_its_odds_and_gets_the_stake_back(self, stake: int, odds: Odds) -> None:
        settled = settle_bet(bet("tie", stake, 1), won(odds))
        assert settled.net * odds.stake == stake * odds.win
        assert settled.amount_returned == stake

    @given(STAKES)
    def test_a_loser_loses_the_stake(self, stake: int) -> None:
        settled = settle_bet(bet("tie", stake, 1), LOST)
        assert settled.net == -stake
        assert settled.amount_returned == 0

    @given(STAKES)
    def test_a_push_gives_the_stake_back(self, stake: int) -> None:
        settled = settle_bet(bet("player", stake, 1), RETURNED)
        assert settled.net == 0
        assert settled.amount_returned == stake

    @given(STAKES, SHARES, EVERY_ODDS)
    def test_only_the_part_that_counts_wins_or_loses(self, stake: int, share: Fraction, odds: Odds) -> None:
        counts = stake * share
        assert settle_bet(bet("tie", stake, 1), won(odds), counts=counts).net == counts * odds.ratio
        lost = settle_bet(bet("tie", stake, 1), LOST, counts=counts)
        assert lost.net == -counts
        assert lost.amount_returned + counts == stake
        assert settle_bet(bet("tie", stake, 1), RETURNED, counts=counts).amount_returned == stake

    def test_a_bet_that_is_still_open_is_not_settled(self) -> None:
        with pytest.raises(AssertionError, match="decided"):
            exact_gain(Verdict(Result.OPEN), Fraction(100))

    def test_a_winner_without_odds_is_our_own_mistake(self) -> None:
        with pytest.raises(AssertionError, match="odds"):
            exact_gain(Verdict(Result.WIN), Fraction(1))


class TestCommission:
    @pytest.mark.parametrize(
        ("stake", "gross", "taken", "net"),
        [
            (100, Fraction(100), Fraction(5), Fraction(95)),
            (10, Fraction(10), Fraction(1, 2), Fraction(19, 2)),
            (1, Fraction(1), Fraction(1, 20), Fraction(19, 20)),
        ],
    )
    def test_it_stands_between_gross_and_net(self, stake: int, gross: Fraction, taken: Fraction, net: Fraction) -> None:
        settled = settle_bet(bet("banker", stake, 1), won(Odds(19, 20)), commission=commission())
        assert (settled.gross, settled.commission, settled.net) == (gross, taken, net)

    @given(STAKES, SHARES)
    def test_the_net_is_the_printed_0_95_to_1_of_what_counts(self, stake: int, share: Fraction) -> None:
        printed = layout_of(MBS).odds(bet("banker", stake).area, Prize.WIN)
        settled = settle_bet(bet("banker", stake, 1), won(printed), counts=stake * share, commission=commission())
        assert settled.net == stake * share * Fraction(95, 100) == settled.gross - settled.commission

    @pytest.mark.parametrize("verdict", [LOST, RETURNED])
    def test_it_is_taken_of_winners_only(self, verdict: Verdict) -> None:
        settled = settle_bet(bet("banker", 100, 1), verdict, commission=commission())
        assert settled.commission == 0
        assert settled.net == settled.gross

    def test_it_is_taken_of_the_banker_only(self) -> None:
        settled = settle_bet(bet("player", 100, 1), won(Odds(1, 1)), commission=commission())
        assert settled.commission == 0
        assert settled.net == settled.gross == 100

    @pytest.mark.parametrize("game", ["tiger-buffalo-v4", "tiger-buffalo-insurance", "tai-sai-open-cover-v5"])
    def test_the_other_documents_take_none(self, game: str) -> None:
        assert load_rulebook(game).commission is None


class TestSettlementPayable:
    def test_without_a_unit_there_is_only_the_exact_amount(self) -> None:
        assert settle_bet(bet("banker", 5, 1), won(Odds(1, 2))).payable is None

    @pytest.mark.parametrize(
        ("stake", "verdict", "unit", "payable"),
        [
            (5, won(Odds(1, 2)), 1, 3),
            (150, won(Odds(1, 2)), 100, 100),
            (150, won(Odds(1, 1)), 100, 200),
            (150, LOST, 100, -150),
            (150, RETURNED, 100, 0),
        ],
    )
    def test_it_stands_beside_the_exact_amount(self, stake: int, verdict: Verdict, unit: int, payable: int) -> None:
        settled = settle_bet(bet("banker", stake, 1), verdict, unit=Money(unit))
        assert settled.payable == payable
        assert settled.net == exact_gain(verdict, Fraction(stake))

    def test_it_is_what_is_left_after_commission(self) -> None:
        settled = settle_bet(bet("banker", 110, 1), won(Odds(19, 20)), commission=commission(), unit=Money(5))
        assert settled.net == Fraction(209, 2)
        assert settled.payable == 105


class TestUnpayablePrizes:
    def test_an_odd_stake_cannot_be_paid_1_to_2(self) -> None:
        layout = layout_of("tiger-buffalo-v4")
        assert unpayable_prizes(layout, bet("banker", 5, 1), Money(1)) == {Prize.ON_SIX: Odds(1, 2)}
        assert unpayable_prizes(layout, bet("banker", 6, 1), Money(1)) == {}

    def test_a_stake_that_is_no_multiple_of_the_chip_cannot_be_paid_at_all(self) -> None:
        layout = layout_of("tiger-buffalo-v4")
        assert unpayable_prizes(layout, bet("banker", 250, 1), Money(100)) == {
            Prize.ON_SIX: Odds(1, 2),
            Prize.OTHERWISE: Odds(1, 1),
        }

    @pytest.mark.parametrize(("stake", "unpayable"), [(20, False), (10, True), (19, True), (400, False)])
    def test_mbs_banker_needs_twentieths(self, stake: int, unpayable: bool) -> None:
        found = unpayable_prizes(layout_of(MBS), bet("banker", stake, 1), Money(1))
        assert found == ({Prize.WIN: Odds(19, 20)} if unpayable else {})

    @given(st.integers(1, 10_000), st.integers(1, 500))
    def test_whole_odds_on_whole_chips_can_always_be_paid(self, chips: int, unit: int) -> None:
        layout = layout_of("tai-sai-open-cover-v5")
        assert unpayable_prizes(layout, bet("single:6", chips * unit), Money(unit)) == {}

    @given(STAKES, st.integers(1, 1_000))
    def test_a_prize_is_pointed_out_if_its_payable_amount_is_not_the_exact_one(self, stake: int, unit: int) -> None:
        layout, wager = layout_of("tiger-buffalo-v4"), bet("banker", stake, 1)
        found = unpayable_prizes(layout, wager, Money(unit))
        for prize, odds in layout.prizes(wager.area).items():
            settled = settle_bet(wager, won(odds), unit=Money(unit))
            assert (prize in found) == (settled.payable != settled.net)

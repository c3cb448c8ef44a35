"""Insurance whose Original Bet shrinks, goes or is apportioned meanwhile (Insurance Plus 3.11, 3.12.2, 5.13; I12)."""

from fractions import Fraction

import pytest

from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events
from dealer_app.domain.round.commands import Effect
from dealer_app.domain.round.correction_commands import Intention
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Who
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.wagers import Area, Wager
from tests.support.rounds import BANKER_HAND, INSURANCE, PIT_MANAGER, PLAYER_HAND, SEATED, SHIFT_MANAGER, RoundTable

ONE, TWO, THREE = ((seat, SEATED) for seat in (1, 2, 3))
AT_TEN = TableLimits(general=AreaLimits(minimum=Money(100), maximum=Money(10_000)))
Amount = Fraction | int
caps = pytest.mark.clause(INSURANCE, "3.12.2")


def take(table: RoundTable, who: Who, stake: int, side: Side = PLAYER_HAND) -> RoundTable:
    return table.do(commands.TakeInsurance, who=who, side=side, stake=Money(stake))


def insured(**settings: object) -> RoundTable:
    """Player 7 against Banker 2 at 4 to 1: two have insured all that they have on it. Then Banker wins with a 6."""
    table = RoundTable(INSURANCE, layout="C", **settings)  # type: ignore[arg-type]
    table.bets(("player", 1000, 1), ("player", 600, 2), ("banker", 500, 3)).close().deal("7S 2H KD KC")
    take(take(table, ONE, 1000), TWO, 600)
    return table.do(commands.CloseOffer)


def at_ten_to_one(*bets: int, limits: TableLimits = AT_TEN) -> RoundTable:
    """Player 8 against Banker 2 at 10 to 1. Banker wins with a 7."""
    table = RoundTable(INSURANCE, layout="C", limits=limits)
    table.bets(*(("player", stake, seat) for seat, stake in enumerate(bets, start=1))).close()
    return table.deal("2S 2C KS KH 6H")


def corrected(table: RoundTable, number: int, stake: int | None, seat: int = 1) -> RoundTable:
    wager = None if stake is None else Wager(area=Area("player"), stake=Money(stake), seat=seat)
    return table.do(correction_commands.CorrectBet, number=number, wager=wager, reason="as they lie").approve()


def counts(table: RoundTable, who: Who) -> list[tuple[Amount, Amount]]:
    """Of each insurance bet of his what counts, and what it comes to."""
    own = {bet.number for bet in table.round.insurance if bet.who == who}
    return [(line.counts, line.net) for line in table.round.settled if line.number in own]


def noted(table: RoundTable) -> list[tuple[Amount, str]]:
    return [(event.counts, event.clause) for event in table.find_events(correction_events.InsuranceCounted)]


@caps
def test_it_is_told_at_once_and_told_again_when_it_counts_in_full_after_all() -> None:
    table = corrected(insured(), 1, 400)
    assert noted(table) == [(400, "3.12.2")]
    corrected(table, 1, 1000)
    assert noted(table) == [(400, "3.12.2"), (1000, "3.12.2")]
    assert counts(table.deal("6H").announce(), ONE) == [(1000, 4000)]


@caps
def test_what_does_not_touch_it_tells_nothing() -> None:
    table = corrected(insured(), 1, 5000)
    assert noted(table) == []
    assert counts(table.deal("6H").announce(), ONE) == [(1000, 4000)]


@pytest.mark.clause(INSURANCE, "3.11")
def test_moved_to_the_other_hand_or_seat_it_insures_nothing_any_more() -> None:
    for wager in (
        Wager(area=Area("banker"), stake=Money(1000), seat=1),
        Wager(area=Area("player"), stake=Money(1000), seat=5),
    ):
        table = insured()
        table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="as they lie").approve()
        assert noted(table) == [(0, "3.11")]
        table.deal("6H").announce()
        assert (counts(table, ONE), counts(table, TWO)) == ([(0, 0)], [(600, 2400)])


@caps
def test_a_bet_that_the_shift_manager_cuts_or_does_not_let_count_takes_its_insurance_along() -> None:
    for part, expected in ((250, (250, "3.12.2")), (0, (0, "3.11"))):
        table = insured().report(IrregularityKind.OTHER, text="chips in dispute")
        table.do(
            commands.GiveRuling,
            by=SHIFT_MANAGER,
            text="so much counts",
            effect=Effect.CONTINUE,
            counts=((1, Money(part)),),
        )
        assert noted(table) == [expected]
        assert counts(table.deal("6H").announce(), ONE) == [(part, 4 * part)]


@pytest.mark.clause(INSURANCE, "5.10.1", "5.12.3")
def test_under_an_option_insurance_goes_back_with_its_bet_and_nothing_of_the_others_does() -> None:
    table = insured().draw("6H").report(IrregularityKind.ORDER_LOST).resolve(leaving=[1])
    assert table.is_returned("player", 1)
    table.announce()
    assert (counts(table, ONE), counts(table, TWO)) == ([], [(600, 2400)])
    assert noted(table) == []


@caps
def test_at_ten_to_one_two_who_prove_one_person_have_one_share_and_the_last_taken_goes_back() -> None:
    table = at_ten_to_one(4000, 4000)
    take(take(table, TWO, 2500), ONE, 2000).do(commands.CloseOffer)
    table.do(correction_commands.SamePerson, one=ONE, other=TWO)
    assert noted(table) == [(0, "3.12.2")]
    table.deal("5D").announce()
    assert (counts(table, TWO), counts(table, ONE)) == ([(2500, -2500)], [(0, 0)])


@caps
def test_so_they_have_when_the_result_is_announced_already() -> None:
    table = at_ten_to_one(4000, 4000)
    take(take(table, TWO, 2500), ONE, 2000).do(commands.CloseOffer).deal("5D").announce()
    table.do(correction_commands.SamePerson, one=ONE, other=TWO).announce()
    assert (counts(table, TWO), counts(table, ONE)) == ([(2500, -2500)], [(0, 0)])
    table.do(correction_commands.TwoPersons, one=ONE, other=TWO).announce()
    assert counts(table, ONE) == [(2000, -2000)]


@caps
def test_a_share_of_the_whole_table_that_one_no_longer_uses_is_there_for_the_next() -> None:
    table = at_ten_to_one(4000, 4000)
    book = table.rules.book.with_option("I6", "ten-to-one-for-the-table")
    table.rules = Rules(book, table.rules.layout, GameTable(book))
    take(table, ONE, 2000)
    refusal = table.expect_refusal(commands.TakeInsurance, who=TWO, side=PLAYER_HAND, stake=Money(501))
    assert refusal.facts == {"most": "500"}
    corrected(table, 1, 600)
    assert noted(table) == [(600, "3.12.2")]
    take(table, TWO, 1900).do(commands.CloseOffer)
    corrected(table, 1, 4000)
    assert noted(table)[1:] == [(2000, "3.12.2"), (500, "3.12.2")]
    table.deal("5D").announce()
    assert (counts(table, ONE), counts(table, TWO)) == ([(2000, -2000)], [(500, -500)])


@pytest.mark.clause(INSURANCE, "5.13.1")
def test_insurance_made_late_wins_no_more_than_what_is_left_of_its_original_bet() -> None:
    """Banker 6 against Player 5 at 5 to 2, offered late."""
    table = RoundTable(INSURANCE, layout="C").bets(("banker", 1000, 2), ("player", 900, 1)).close().deal("2S 2H 3D 4C")
    table.draw("6D").answer(announced=False)
    late = {"who": TWO, "stage": InsuranceStage.AFTER_FOUR, "side": BANKER_HAND, "stake": Money(400)}
    table.do(commands.OfferLate, by=PIT_MANAGER, **late).do(correction_commands.CloseLateOffer, by=PIT_MANAGER)
    wager = Wager(area=Area("banker"), stake=Money(500), seat=2)
    table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="as they lie").approve()
    assert noted(table) == [(200, "5.13.1")]
    table.deal("4H").announce()
    assert counts(table, TWO) == [(200, 500)]


@pytest.mark.clause(INSURANCE, "5.13.2", "3.11")
def test_an_original_bet_given_back_for_a_missed_offer_leaves_nothing_to_insure_at_the_other() -> None:
    """Banker 6 against Player 5 is insured at 5 to 2, and would have been against Player 1 at 10 to 1."""
    table = RoundTable(INSURANCE, layout="C").bets(("banker", 1000, 2), ("player", 700, 1)).close().deal("2S 2H 3D 4C")
    take(table, TWO, 300, BANKER_HAND).deal("6D").draw("4H").answer(announced=False)
    named = (Intention(TWO, BANKER_HAND, "had his chips in hand"),)
    table.do(correction_commands.NameIntentions, by=PIT_MANAGER, named=named)
    assert table.is_returned("banker", 2)
    assert noted(table) == [(0, "3.11")]
    assert counts(table.announce(), TWO) == [(0, 0)]

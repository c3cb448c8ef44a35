"""Insurance neglected by the dealer: offered late, or the Original Bet returned (Insurance Plus 5.3, 5.13)."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import BetKeeping, InsuranceShown
from dealer_app.domain.rulebook import InsuranceStage, Side
from tests.support.rounds import BANKER_HAND, INSURANCE, PIT_MANAGER, PLAYER_HAND, SEATED, SUPERVISOR, V4, RoundTable

ONE, TWO = (1, SEATED), (2, SEATED)
AFTER_FOUR = InsuranceStage.AFTER_FOUR


def four_cards() -> RoundTable:
    """Banker 6 against Player 4: Banker may be insured at 5 to 2."""
    table = RoundTable(INSURANCE).bets(("player", 500, 1), ("banker", 1000, 2), ("banker", 800, 3)).close()
    return table.deal("4S 6D KH TC")


def neglected_before() -> RoundTable:
    """The fifth card came before the offer and leaves the sixth open: a 6, on which Banker 6 draws."""
    return four_cards().draw("6H").answer(False)


def late(who: tuple[int, str], stake: int, side: Side = BANKER_HAND) -> dict[str, object]:
    return {"by": PIT_MANAGER, "who": who, "stage": AFTER_FOUR, "side": side, "stake": Money(stake)}


@pytest.mark.clause(INSURANCE, "5.13", "5.13.1")
def test_before_an_outcome_the_pit_manager_offers_and_play_goes_on() -> None:
    table = neglected_before()
    assert (table.case.trouble, table.case.clause, table.guide.who) == ("missed-insurance", "5.13.1", "pit_manager")
    refusal = table.expect_refusal(commands.OfferLate, **{**late(TWO, 400), "by": SUPERVISOR})  # type: ignore[arg-type]
    assert refusal.code == "wrong-role"
    table.do(commands.OfferLate, **late(TWO, 400)).do(correction_commands.CloseLateOffer, by=PIT_MANAGER)  # type: ignore[arg-type]
    table.close_offers().deal("9S").finish()
    # Player 0 against Banker 5: Banker wins, the late insurance is lost.
    insured = table.round.insurance[0]
    assert insured.late
    assert {line.number: line.net for line in table.round.settled}[insured.number] == -400


@pytest.mark.clause(INSURANCE, "5.13.1")
def test_a_late_insurance_wins_at_the_odds_missed_and_never_more_than_the_original_bet() -> None:
    table = neglected_before()
    over = table.expect_refusal(commands.OfferLate, **late(TWO, 401))  # type: ignore[arg-type]
    assert (over.code, over.clause, over.facts) == ("over-late-cap", "5.13.1", {"most": "400"})
    table.do(commands.OfferLate, **late(TWO, 400)).do(correction_commands.CloseLateOffer, by=PIT_MANAGER)  # type: ignore[arg-type]
    # Banker 6 and a 3 is 9; with a 4 it is 0 and ties with Player 0: returned. An ace gives 7.
    table.close_offers().deal("4H").finish()
    insured = table.round.insurance[0]
    assert {line.number: line.result for line in table.round.settled}[insured.number] == "push"


@pytest.mark.clause(INSURANCE, "5.13.1")
def test_only_who_has_a_bet_on_that_hand_is_affected() -> None:
    table = neglected_before()
    assert table.expect_refusal(commands.OfferLate, **late(ONE, 100)).code == "nothing-to-insure"  # type: ignore[arg-type]
    wrong = table.expect_refusal(commands.OfferLate, **late(ONE, 100, PLAYER_HAND))  # type: ignore[arg-type]
    assert wrong.code == "no-offer-open"


def neglected_after() -> RoundTable:
    """Player 4 and a 5 is 9; Banker 6 stands: the insurance of Banker would have won."""
    return four_cards().draw("5H").answer(False)


def intended(seat: int, reason: str = "had his chips in hand") -> correction_commands.Intention:
    return correction_commands.Intention((seat, SEATED), BANKER_HAND, reason)


@pytest.mark.clause(INSURANCE, "5.13", "5.13.2")
def test_after_an_outcome_only_those_named_get_their_original_bet_back() -> None:
    table = neglected_after()
    assert (table.case.clause, table.guide.who) == ("5.13.2", "pit_manager")
    assert table.expect_refusal(correction_commands.NameIntentions, by=SUPERVISOR, named=()).code == "wrong-role"
    unsaid = table.expect_refusal(correction_commands.NameIntentions, by=PIT_MANAGER, named=(intended(2, " "),))
    assert unsaid.code == "reason-needed"
    table.do(correction_commands.NameIntentions, by=PIT_MANAGER, named=(intended(2),))
    assert table.is_returned("banker", 2)
    assert not table.is_returned("banker", 3)
    table.finish()
    assert table.net("banker", 3) == -800


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_nothing_is_returned_for_an_insurance_that_would_have_lost() -> None:
    table = four_cards().draw("KD").answer(False)
    table.do(correction_commands.NameIntentions, by=PIT_MANAGER, named=(intended(2),))
    assert not table.is_returned("banker", 2)


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_noticed_after_the_settlement_the_round_comes_back_and_chips_are_moved() -> None:
    table = four_cards().deal("5H").finish().report(IrregularityKind.MISSED_INSURANCE)
    table.do(correction_commands.NameIntentions, by=PIT_MANAGER, named=(intended(2),))
    assert table.case.trouble == IrregularityKind.CHIPS_MOVED.value
    assert table.case.facts["2 seated"] == "1000"
    table.resolve()
    assert table.state.round is not None
    table.finish()
    assert table.round.phase is Phase.CONCLUDED
    assert [line.number for line in table.round.settled] == [1, 3]


@pytest.mark.clause(INSURANCE, "4.2.2", "5.13.2")
def test_where_none_is_offered_nothing_can_be_neglected() -> None:
    table = RoundTable(INSURANCE, insurance=InsuranceShown.NOT_OFFERED).bets(("banker", 1000, 2)).close()
    table.deal("4S 6D KH TC 5H")
    refusal = table.expect_refusal(commands.Report, trouble=IrregularityKind.MISSED_INSURANCE.value)
    assert (refusal.code, refusal.clause) == ("no-insurance-offered", "4.2.2")
    without = RoundTable(V4).bets(("banker", 1000, 2)).close().deal("4S 6D KH TC 5H")
    assert (
        without.expect_refusal(commands.Report, trouble=IrregularityKind.MISSED_INSURANCE.value).code
        == "no-insurance-here"
    )


@pytest.mark.clause(INSURANCE, "5.3")
def test_who_does_not_answer_before_the_next_card_has_forgone_the_offer() -> None:
    table = four_cards().draw("5H").answer(True)
    assert table.find_events(events.OfferClosed)[-1].late
    assert table.cases_opened() == ["card-during-offer"]
    refusal = table.expect_refusal(commands.TakeInsurance, who=TWO, side=BANKER_HAND, stake=Money(100))
    assert refusal.code == "no-offer-open"


@pytest.mark.clause(INSURANCE, "3.12", "5.13.1", "5.13.2")
def test_where_bets_are_not_keyed_a_seat_answers_without_an_amount() -> None:
    asked = RoundTable(INSURANCE, bets=BetKeeping.OFF).close().deal("4S 6D KH TC")
    less = asked.expect_refusal(commands.TakeInsurance, who=TWO, side=BANKER_HAND, stake=Money(-1))
    asked.do(commands.TakeInsurance, who=TWO, side=BANKER_HAND, stake=Money(0))
    keyed = four_cards()
    nothing = keyed.expect_refusal(commands.TakeInsurance, who=TWO, side=BANKER_HAND, stake=Money(0))
    assert (less.code, nothing.code) == ("no-stake", "no-stake")
    asked.deal("5H").finish()
    assert [line.net for line in asked.round.settled] == [0]


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_where_bets_are_not_keyed_who_had_meant_to_insure_is_named_by_seat() -> None:
    table = RoundTable(INSURANCE, bets=BetKeeping.OFF).close().deal("4S 6D KH TC").draw("5H").answer(False)
    assert table.need_names == ["IntentionsNeeded"]
    nobody = table.expect_refusal(correction_commands.NameIntentions, by=PIT_MANAGER, named=(intended(4),))
    assert nobody.code == "nothing-to-insure"
    table.do(correction_commands.NameIntentions, by=PIT_MANAGER, named=(intended(2),)).finish()
    assert table.find_events(correction_events.IntentionsNamed)[0].named == (
        (TWO, BANKER_HAND, "had his chips in hand"),
    )

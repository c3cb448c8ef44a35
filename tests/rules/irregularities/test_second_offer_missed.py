"""Which offer of insurance was missed, by whom, and when it is asked (Insurance Plus 5.3, 5.13; rulings E5, I7, I9)."""

from typing import Any

import pytest

from dealer_app.domain.baccarat.outcomes import GameTable
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Phase, Who
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, Rules
from dealer_app.domain.round.visible import bettors_who_passed, open_offers
from dealer_app.domain.rulebook import InsuranceStage
from tests.support.rounds import BANKER_HAND, INSURANCE, PIT_MANAGER, SEATED, RoundTable

TWO: Who = (2, SEATED)
THREE: Who = (3, SEATED)
FIRST, SECOND = InsuranceStage.AFTER_FOUR, InsuranceStage.AFTER_P3
TEN_TO_ONE, LAST = "6D", "4H"
"""After the Player's third card Banker 6 stands against Player 1; after the Banker's it is 0 against 1."""


def ruled(*options: tuple[str, str], bets: BetKeeping = BetKeeping.KEYED) -> RoundTable:
    """A table at which these options of rulings are in force."""
    table = RoundTable(INSURANCE, bets=bets)
    book = table.rules.book
    for number, option in options:
        book = book.with_option(number, option)
    table.rules = Rules(book, table.rules.layout, GameTable(book))
    return table


def four_cards(*options: tuple[str, str], seats: tuple[int, ...] = (2, 3)) -> RoundTable:
    """Banker 6 against Player 5: Banker, with a bet at each of these seats, may be insured at 5 to 2."""
    table = ruled(*options).bets(*(("banker", 1000, seat) for seat in seats), ("player", 700, 1))
    return table.close().deal("2S 2H 3D 4C")


def insured(table: RoundTable, who: Who, stake: int) -> RoundTable:
    return table.do(commands.TakeInsurance, who=who, side=BANKER_HAND, stake=Money(stake))


def missed(table: RoundTable, stage: InsuranceStage | None = None) -> RoundTable:
    return table.do(commands.Report, trouble=IrregularityKind.MISSED_INSURANCE.value, stage=stage)


def not_missed(table: RoundTable, stage: InsuranceStage | None = None) -> str:
    return table.expect_refusal(commands.Report, trouble=IrregularityKind.MISSED_INSURANCE.value, stage=stage).code


def late(who: Who, stage: InsuranceStage, stake: int) -> dict[str, Any]:
    return {"by": PIT_MANAGER, "who": who, "stage": stage, "side": BANKER_HAND, "stake": Money(stake)}


def named(table: RoundTable, *seats: int) -> RoundTable:
    intentions = tuple(correction_commands.Intention((seat, SEATED), BANKER_HAND, "he said so") for seat in seats)
    return table.do(correction_commands.NameIntentions, by=PIT_MANAGER, named=intentions)


# Which offer


@pytest.mark.clause(INSURANCE, "5.13", "5.13.1")
def test_where_two_offers_were_due_the_dealer_says_which_was_missed() -> None:
    table = four_cards().deal(TEN_TO_ONE).close_offers()
    assert not_missed(table) == "which-offer"
    missed(table, SECOND)
    assert table.case.facts == {"stage": "after_p3", "second_offer": "yes"}
    assert table.expect_refusal(commands.OfferLate, **late(TWO, FIRST, 100)).code == "no-offer-open"
    over = table.expect_refusal(commands.OfferLate, **late(TWO, SECOND, 101))
    assert (over.code, over.facts) == ("over-late-cap", {"most": "100"})
    table.do(commands.OfferLate, **late(TWO, SECOND, 100)).do(correction_commands.CloseLateOffer, by=PIT_MANAGER)
    table.deal(LAST).finish()
    (bet,) = table.round.insurance
    assert (bet.stage, bet.late) == (SECOND, True)
    assert {line.number: line.net for line in table.round.settled}[bet.number] == 1000


@pytest.mark.parametrize("stage", [None, FIRST])
@pytest.mark.clause(INSURANCE, "5.13")
def test_an_offer_that_is_open_still_is_made_not_missed(stage: InsuranceStage | None) -> None:
    table = four_cards()
    assert not_missed(table, stage) == "offer-still-open"
    table.close_offers().draw(TEN_TO_ONE)
    assert not_missed(table, SECOND) == "offer-still-open"
    assert missed(table).case.facts["stage"] == "after_four"


@pytest.mark.clause(INSURANCE, "5.13")
def test_what_everybody_has_answered_was_not_missed() -> None:
    table = insured(four_cards(), TWO, 200).do(commands.DeclineInsurance, who=THREE, side=BANKER_HAND)
    table.deal(TEN_TO_ONE).close_offers()
    assert not_missed(table, FIRST) == "nothing-was-due"
    assert missed(table).case.facts["stage"] == "after_p3"


@pytest.mark.clause(INSURANCE, "5.13")
def test_what_nobody_could_take_was_not_missed() -> None:
    assert not_missed(four_cards(seats=()).deal(TEN_TO_ONE)) == "nothing-was-due"


@pytest.mark.clause(INSURANCE, "3.14", "5.13")
def test_what_was_waived_was_not_missed() -> None:
    """Banker 2 draws on anything: the right to insure after the Player's third card is waived (3.14)."""
    table = RoundTable(INSURANCE, dealing=Dealing.FACE_DOWN).bets(("banker", 1000, 2)).close()
    table.deal("2S 2H 2D TC").turn_all().do(commands.WaiveInsurance, by=PIT_MANAGER).close_offers()
    table.deal("7C 5S").turn_all().close_offers()
    assert table.round.insurance_waived
    assert not_missed(table, SECOND) == "nothing-was-due"


@pytest.mark.clause(INSURANCE, "5.13.1")
def test_late_bets_on_one_hand_are_paid_the_original_bet_at_most_together() -> None:
    table = missed(four_cards().deal(TEN_TO_ONE).close_offers(), SECOND)
    table.do(commands.OfferLate, **late(TWO, SECOND, 60)).do(correction_commands.CloseLateOffer, by=PIT_MANAGER)
    missed(table)
    over = table.expect_refusal(commands.OfferLate, **late(TWO, FIRST, 161))
    assert (over.code, over.facts) == ("over-late-cap", {"most": "160"})
    table.do(commands.OfferLate, **late(TWO, FIRST, 160))
    table.do(commands.OfferLate, **late(THREE, FIRST, 400)).do(correction_commands.CloseLateOffer, by=PIT_MANAGER)
    assert not_missed(table) == "nothing-was-due", "both were made late"


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_who_had_answered_an_offer_did_not_miss_it() -> None:
    table = insured(four_cards(), TWO, 200).deal(TEN_TO_ONE).close_offers().deal(LAST)
    missed(table, FIRST)
    took = correction_commands.Intention(TWO, BANKER_HAND, "he said so")
    refusal = table.expect_refusal(correction_commands.NameIntentions, by=PIT_MANAGER, named=(took,))
    assert refusal.code == "answered-already"
    assert named(table, 3).is_returned("banker", 3)


# An outcome before the result (ruling E5, option)


ANY_BET = ("E5", "any-bet-throughout")


def any_bet(*options: tuple[str, str]) -> RoundTable:
    return four_cards(ANY_BET, *options)


@pytest.mark.parametrize("finds", ["reported", "not announced"])
@pytest.mark.clause(INSURANCE, "5.13.2")
def test_what_cannot_be_judged_yet_is_asked_at_the_result(finds: str) -> None:
    """From the third card on some bet is decided: nothing is offered late, and the result is still open."""
    if finds == "reported":
        table = missed(any_bet().close_offers().draw(TEN_TO_ONE))
    else:
        table = any_bet().draw(TEN_TO_ONE).answer(False)
    assert not table.state.cases, "play goes on"
    assert not_missed(table, FIRST) == "asked-at-the-result"
    table.close_offers().draw(LAST).do(commands.AnnounceResult)
    assert (table.guide.step, table.guide.who) == (Step.NAME_INTENTIONS, "pit_manager")
    assert table.case.facts == {"stage": "after_four"}
    assert table.expect_refusal(commands.SettleAll).code == "case-open"
    named(table, 3).finish()
    assert table.is_returned("banker", 3)
    assert table.net("banker", 2) == -1000
    assert table.cases_opened().count("missed-insurance") == 2


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_it_is_asked_once_however_often_the_result_is_announced() -> None:
    table = missed(any_bet().close_offers().draw(TEN_TO_ONE)).close_offers().draw(LAST).do(commands.AnnounceResult)
    named(table)
    number = table.find_bet("player", 1).number
    table.do(correction_commands.CorrectBet, number=number, wager=None, reason="no chips").approve().resolve()
    assert table.state.round is not None
    assert table.state.round.settled, "judged again, and not asked again"
    assert not table.state.cases


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_both_offers_missed_are_asked_one_after_the_other() -> None:
    table = missed(missed(any_bet().deal(TEN_TO_ONE).close_offers(), SECOND))
    table.draw(LAST).do(commands.AnnounceResult)
    assert sorted(case.facts["stage"] for case in table.state.cases) == ["after_four", "after_p3"]
    named(table, 2)
    named(table, 3).resolve().finish()
    assert table.round.returned == {table.find_bet("banker", 2).number, table.find_bet("banker", 3).number}


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_whoever_reported_it_does_not_decide_it_at_the_result() -> None:
    table = any_bet().close_offers().draw(TEN_TO_ONE)
    table.do(commands.Report, by=PIT_MANAGER, trouble=IrregularityKind.MISSED_INSURANCE.value)
    table.close_offers().draw(LAST).do(commands.AnnounceResult)
    assert table.expect_refusal(correction_commands.NameIntentions, by=PIT_MANAGER, named=()).code == "same-person"


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_a_void_round_asks_nobody() -> None:
    table = missed(any_bet().close_offers().draw(TEN_TO_ONE)).report(IrregularityKind.WRONG_NUMBER_OF_CARDS).resolve()
    assert table.round.phase is Phase.VOID
    assert not table.state.cases


def test_with_bets_off_it_is_asked_at_the_result_all_the_same() -> None:
    table = ruled(ANY_BET, bets=BetKeeping.OFF).close().deal("2S 2H 3D 4C").close_offers().draw(TEN_TO_ONE)
    missed(table).close_offers().draw(LAST).do(commands.AnnounceResult)
    assert table.guide.step is Step.NAME_INTENTIONS
    named(table).finish()


# Passing one offer forgoes the round (ruling I9, option)

REST = ("I9", "rest-of-the-round")


def second_open(table: RoundTable) -> bool:
    return bool(open_offers(table.rules, table.state, table.round))


@pytest.mark.clause(INSURANCE, "5.3", "5.13")
def test_nobody_passes_an_offer_that_was_not_made() -> None:
    """With both options: the first is asked at the result, the second is open to all who were not asked before."""
    table = any_bet(REST).draw(TEN_TO_ONE).answer(False)
    assert second_open(table)
    insured(table, TWO, 100).close_offers().draw(LAST).do(commands.AnnounceResult)
    named(table, 2, 3)
    assert table.is_returned("banker", 2)
    assert table.is_returned("banker", 3)


@pytest.mark.clause(INSURANCE, "5.3", "5.13")
def test_reported_in_time_the_second_offer_is_open_again_but_not_to_who_said_no() -> None:
    table = any_bet(REST).do(commands.DeclineInsurance, who=THREE, side=BANKER_HAND)
    table.close_offers().draw(TEN_TO_ONE)
    assert not second_open(table), "both are taken to have passed"
    missed(table)
    assert second_open(table)
    refusal = table.expect_refusal(commands.TakeInsurance, who=THREE, side=BANKER_HAND, stake=Money(1))
    assert refusal.code == "insurance-forgone"
    insured(table, TWO, 100)


@pytest.mark.parametrize("when", ["before the result", "after it"])
@pytest.mark.parametrize("outcome", ["any-bet-throughout", "result-at-neglect"])
@pytest.mark.clause(INSURANCE, "5.3", "5.13.2")
def test_reported_later_who_was_passed_over_has_missed_the_second_offer_too(when: str, outcome: str) -> None:
    """Not he who took the first and had the second: only those who were taken to have passed."""
    table = insured(four_cards(("E5", outcome), REST), TWO, 100).deal(TEN_TO_ONE)
    table.do(commands.DeclineInsurance, who=TWO, side=BANKER_HAND).close_offers().draw(LAST)
    if when == "after it":
        table.do(commands.AnnounceResult)
    missed(table)
    assert [case.facts["stage"] for case in table.state.cases] == ["after_four", "after_p3"]
    declined = correction_commands.Intention(TWO, BANKER_HAND, "he said so")
    refusal = table.expect_refusal(correction_commands.NameIntentions, by=PIT_MANAGER, named=(declined,))
    assert refusal.code == "answered-already"
    named(table, 3)
    named(table).resolve().finish()
    assert table.is_returned("banker", 3)
    assert table.net("banker", 2) == -1000


@pytest.mark.clause(INSURANCE, "5.3", "5.13.1")
def test_once_offered_late_who_passes_has_forgone_the_round() -> None:
    table = four_cards(REST).draw(TEN_TO_ONE).answer(False)
    table.do(commands.OfferLate, **late(TWO, FIRST, 400)).do(correction_commands.CloseLateOffer, by=PIT_MANAGER)
    (second,) = open_offers(table.rules, table.state, table.round)
    assert bettors_who_passed(table.rules, table.round, second) == {THREE}
    assert [waits.who for waits in table.guide.open_items] == [TWO]
    assert not table.find_events(events.InsuranceDeclined)


@pytest.mark.clause(INSURANCE, "5.11", "5.13")
def test_once_the_next_round_has_begun_what_was_missed_before_it_stands() -> None:
    """Until this round's first offer can have been due the report can speak only of an earlier one."""
    table = RoundTable(INSURANCE).bets(("player", 3000, 1)).close().deal("7S 2H KD KC 6H").finish().begin()
    for cards in ("", "9S", "3H", "KD"):
        if cards:
            table.deal(cards)
        refusal = table.expect_refusal(commands.Report, trouble=IrregularityKind.MISSED_INSURANCE.value)
        assert (refusal.code, refusal.clause) == ("offer-of-earlier-round", "5.11")
        if table.round.phase is Phase.BETTING:
            table.bets(("player", 3000, 1)).close()
    table.deal("4C")
    refusal = table.expect_refusal(commands.Report, trouble=IrregularityKind.MISSED_INSURANCE.value)
    assert (refusal.code, refusal.clause) == ("nothing-was-due", "3.12")

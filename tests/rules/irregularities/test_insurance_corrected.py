"""An insurance keyed wrongly: its stake is what the chips say, or there was none (Insurance Plus 3.12.2, 5.14)."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events, events
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import Insured
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import InsuranceBet, Who
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.domain.round.visible import open_answers, open_offers
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.wagers import Area, Wager
from tests.support.ledger import ChipLedger
from tests.support.payout_ledger import PayoutLedger
from tests.support.rounds import BANKER_HAND, DEALER, INSURANCE, PIT_MANAGER, SEATED, RoundTable

TWO: Who = (2, SEATED)
THREE: Who = (3, SEATED)
FIRST, SECOND = InsuranceStage.AFTER_FOUR, InsuranceStage.AFTER_P3
RANKS = "2S 2H 3D 4C 6D 4H"


def offered(bets: BetKeeping = BetKeeping.KEYED) -> RoundTable:
    """Banker 6 against Player 5: Banker may be insured at 5 to 2. With the last two cards Player wins, 1 to 0."""
    table = RoundTable(INSURANCE, bets=bets)
    if bets is BetKeeping.KEYED:
        table.bets(("banker", 1000, 2), ("banker", 500, 3), ("player", 700, 1))
    return table.close().deal("2S 2H 3D 4C")


def insured(stake: int = 300, bets: BetKeeping = BetKeeping.KEYED) -> RoundTable:
    return offered(bets).do(commands.TakeInsurance, who=TWO, side=BANKER_HAND, stake=Money(stake))


def open_offer() -> RoundTable:
    return insured()


def offer_closed() -> RoundTable:
    return insured().do(commands.CloseOffer)


def at_settlement() -> RoundTable:
    return insured().deal("6D 4H").announce()


def half_settled() -> RoundTable:
    table = at_settlement()
    return table.do(commands.TickBet, number=number(table)).do(commands.TickBet, number=1)


def settled() -> RoundTable:
    return at_settlement().finish()


MOMENTS = (open_offer, offer_closed, at_settlement, half_settled, settled)


def number(table: RoundTable) -> int:
    bet: InsuranceBet = table.find_events(events.InsuranceTaken)[0].bet
    return bet.number


def asked(table: RoundTable, stake: int | None) -> RoundTable:
    told = None if stake is None else Money(stake)
    return table.do(
        correction_commands.CorrectBet, number=number(table), wager=None, stake=told, reason="chips were different"
    )


def not_taken(table: RoundTable, stake: int) -> Refusal:
    told = {"wager": None, "stake": Money(stake), "reason": "chips"}
    return table.expect_refusal(correction_commands.CorrectBet, by=DEALER, number=number(table), **told)


def to_the_end(table: RoundTable) -> RoundTable:
    """Whatever is still to be dealt, to be ticked as moved, and to be settled."""
    left = RANKS.split()[len(table.round.cards) :]
    table.resolve()
    return table.deal(" ".join(left)).finish()


def of_insurance(table: RoundTable) -> Fraction:
    return sum((line.net for line in table.round.settled if line.number == number(table)), Fraction(0))


def balanced(table: RoundTable) -> bool:
    """By the events alone, and by the printed pay table."""
    chips, payouts = ChipLedger(), PayoutLedger(table.rules.book.game, table.rules.layout.letter)
    for event in table.happened:
        chips.note(event)
        payouts.note(event, "".join(word[0] for word in RANKS.split()))
    return chips.is_balanced


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize(("stake", "comes_to"), [(600, 1500), (100, 250), (None, 0)])
@pytest.mark.clause(INSURANCE, "5.14")
def test_it_is_settled_as_it_really_was(moment: Callable[[], RoundTable], stake: int | None, comes_to: int) -> None:
    table = moment()
    assert table.allows(correction_commands.CorrectBet)
    assert asked(table, stake).case.clause == "5.14"
    assert table.case.trouble == IrregularityKind.BET_CORRECTED.value
    assert table.expect_refusal(commands.Approve).code == "same-person"
    table.approve()
    assert [bet.stake for bet in table.round.insurance] == ([] if stake is None else [stake])
    to_the_end(table)
    assert of_insurance(table) == comes_to
    assert table.find_events(events.RoundConcluded)[-1].paid == 700 + comes_to
    assert table.net("banker", 2) == -1000
    assert sum(net for _, net in table.state.history[-1].nets) == -1500 + 700 + comes_to
    assert balanced(table)
    assert table.begin().state.round is not None


@pytest.mark.parametrize(("stake", "difference"), [(600, "750"), (100, "-500"), (None, "-750")])
@pytest.mark.parametrize("moment", [half_settled, settled])
@pytest.mark.clause(INSURANCE, "5.14")
def test_the_difference_to_what_had_moved_is_ticked(
    moment: Callable[[], RoundTable], stake: int | None, difference: str
) -> None:
    table = asked(moment(), stake).approve()
    assert table.case.trouble == IrregularityKind.CHIPS_MOVED.value
    assert table.case.facts == {"2 seated": difference}


@pytest.mark.parametrize("moment", [open_offer, offer_closed, at_settlement])
@pytest.mark.clause(INSURANCE, "5.14")
def test_where_no_chip_of_it_has_moved_none_is_listed(moment: Callable[[], RoundTable]) -> None:
    assert not asked(moment(), 600).approve().state.cases


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.clause(INSURANCE, "3.12.2", "5.14")
def test_over_the_cap_it_could_not_have_been(moment: Callable[[], RoundTable]) -> None:
    table = moment()
    refused = not_taken(table, 1001)
    assert (refused.code, refused.facts) == ("over-cap", {"most": "1000"})
    assert refused.clause == "3.12.2"
    assert not_taken(table, 0).code == "no-stake"
    assert to_the_end(asked(table, 1000).approve()).round.insurance[0].stake == 1000


@pytest.mark.clause(INSURANCE, "3.12.2", "5.14")
def test_at_the_capped_odds_the_share_of_the_maximum_holds_too() -> None:
    table = RoundTable(INSURANCE).bets(("banker", 50_000, 2)).close().deal("2S 2H 3D 4C").close_offers().draw("6D")
    table.do(commands.TakeInsurance, who=TWO, side=BANKER_HAND, stake=Money(100)).do(commands.CloseOffer)
    most = not_taken(table, 50_000).facts["most"]
    assert int(most) < 50_000
    asked(table, int(most)).approve()
    assert table.round.insurance[0].stake == int(most)


@pytest.mark.clause(INSURANCE, "5.14")
def test_a_reason_is_needed_and_only_the_stake_can_be_another() -> None:
    table = offer_closed()
    insurance = number(table)
    refused = table.expect_refusal(
        correction_commands.CorrectBet, number=insurance, wager=None, stake=Money(600), reason=" "
    )
    assert refused.code == "reason-needed"
    other = Wager(area=Area("player"), stake=Money(600), seat=2)
    for given in (
        {"number": insurance, "wager": other},
        {"number": insurance, "wager": other, "stake": Money(600)},
        {"number": 1, "wager": None, "stake": Money(600)},
        {"number": None, "wager": None, "stake": Money(600)},
        {"number": 99, "wager": None, "stake": Money(600)},
    ):
        assert table.expect_refusal(correction_commands.CorrectBet, **given, reason="chips").code == "no-such-bet"


@pytest.mark.clause(INSURANCE, "5.14")
def test_refused_it_stays_as_it_was_keyed() -> None:
    table = asked(offer_closed(), 600)
    table.do(commands.Refuse, by=PIT_MANAGER, reason="the camera says 300")
    assert [bet.stake for bet in table.round.insurance] == [300]
    assert not table.find_events(correction_events.InsuranceCorrected)


@pytest.mark.clause(INSURANCE, "5.12", "5.14")
def test_once_the_next_round_has_begun_it_stands() -> None:
    table = settled().begin()
    refused = not_taken(table, 600)
    assert refused.clause == table.rules.clause("earlier-rounds-stand")


@pytest.mark.clause(INSURANCE, "3.11", "5.14")
def test_keyed_for_the_wrong_bettor_while_the_offer_is_open_he_may_still_answer() -> None:
    table = asked(open_offer(), None).approve()
    offer = open_offers(table.rules, table.state, table.round)[0]
    assert open_answers(table.rules, table.state, table.round) == ((offer, (TWO, THREE)),)
    table.do(commands.TakeInsurance, who=THREE, side=BANKER_HAND, stake=Money(300))
    table.do(commands.DeclineInsurance, who=TWO, side=BANKER_HAND)
    assert not open_answers(table.rules, table.state, table.round)
    assert [bet.who for bet in table.round.insurance] == [THREE]


@pytest.mark.clause(INSURANCE, "5.13.1", "5.14")
def test_one_made_late_keeps_to_the_cap_of_a_late_offer() -> None:
    """At 5 to 2 winnings up to the Original Bet are a stake of 400; what he has staked himself is not in his way."""
    table = RoundTable(INSURANCE).bets(("banker", 1000, 2)).close().deal("2S 2H 3D 4C").draw("6D").answer(False)
    late = {"who": TWO, "stage": FIRST, "side": BANKER_HAND, "stake": Money(300)}
    table.do(commands.OfferLate, by=PIT_MANAGER, **late).do(correction_commands.CloseLateOffer, by=PIT_MANAGER)
    table.resolve()
    refused = not_taken(table, 401)
    assert (refused.code, refused.facts) == ("over-late-cap", {"most": "400"})
    asked(table, 400).approve()
    assert [(bet.stake, bet.late) for bet in table.round.insurance] == [(400, True)]


@pytest.mark.clause(INSURANCE, "3.12.2", "5.14")
def test_the_original_bet_that_caps_it_is_the_one_that_really_lay_there() -> None:
    table = offer_closed()
    table.do(correction_commands.ReportBet, fault=BetFault.LATE, number=1, accepted=Money(400)).resolve()
    assert not_taken(table, 401).facts == {"most": "400"}
    asked(table, 400).approve()


@pytest.mark.clause(INSURANCE, "5.14")
def test_an_offer_that_a_corrected_card_took_away_has_no_other_stake() -> None:
    """Without the 2 of Player the first totals make no such offer: whatever lay there goes back."""
    table = insured().deal("6D 4H").announce()
    table.do(correction_commands.CorrectCard, place=0, card=table.round.cards[4].card, reason="misread").approve()
    table.resolve()
    assert not_taken(table, 600).code == "no-offer-open"
    asked(table, None).approve()
    assert not table.round.insurance


@pytest.mark.parametrize("stake", [250, None])
@pytest.mark.clause(INSURANCE, "5.14")
def test_where_bets_are_not_keyed_it_is_corrected_by_its_seat(stake: int | None) -> None:
    table = asked(insured(0, BetKeeping.OFF).do(commands.CloseOffer), stake).approve()
    assert [bet.stake for bet in table.round.insurance] == ([] if stake is None else [stake])
    assert to_the_end(table).state.last is not None


def test_where_bets_are_not_keyed_an_insurance_without_an_amount_is_not_corrected_to_one_without() -> None:
    table = insured(0, BetKeeping.OFF).do(commands.CloseOffer)
    number = table.round.insurance[0].number
    refusal = table.expect_refusal(
        correction_commands.CorrectBet, number=number, wager=None, stake=Money(0), reason="the chips"
    )
    assert refusal.code == "bet-as-keyed"


@pytest.mark.clause(INSURANCE, "5.3", "5.14")
def test_winnings_kept_for_who_left_are_kept_anew() -> None:
    table = insured().deal("6D 4H").announce().report(IrregularityKind.PLAYER_LEFT, who=TWO).finish()
    assert table.state.winnings_unclaimed == ((TWO, Fraction(300 + 750)),)
    asked(table, 600).approve().resolve().finish()
    assert table.state.winnings_unclaimed == ((TWO, Fraction(600 + 1500)),)


# Not keyed at all, or of somebody else, or on another offer


def added(table: RoundTable, stake: int, who: Who = THREE, stage: InsuranceStage = FIRST) -> RoundTable:
    return table.do(
        correction_commands.CorrectBet,
        number=None,
        wager=None,
        stake=Money(stake),
        insured=Insured(who, stage, BANKER_HAND),
        reason="chips lay there",
    )


def not_added(table: RoundTable, stake: int, who: Who = THREE, stage: InsuranceStage = FIRST) -> Refusal:
    told = {"wager": None, "stake": Money(stake), "insured": Insured(who, stage, BANKER_HAND), "reason": "chips"}
    return table.expect_refusal(correction_commands.CorrectBet, by=DEALER, number=None, **told)


@pytest.mark.parametrize("moment", [offer_closed, at_settlement, half_settled, settled])
@pytest.mark.clause(INSURANCE, "5.14")
def test_one_that_was_not_keyed_is_settled_too(moment: Callable[[], RoundTable]) -> None:
    table = moment()
    concluded = table.state.round is None
    assert added(table, 200).case.clause == "5.14"
    assert table.expect_refusal(commands.Approve).code == "same-person"
    table.approve()
    assert [(bet.who, bet.stake) for bet in table.round.insurance] == [(TWO, 300), (THREE, 200)]
    if concluded:
        assert table.case.facts == {"3 seated": "500"}
    to_the_end(table)
    assert sum(line.net for line in table.round.settled if line.number == table.round.insurance[1].number) == 500
    assert balanced(table)


@pytest.mark.clause(INSURANCE, "3.11", "3.12.2", "5.14")
def test_it_keeps_to_its_caps_to_its_offer_and_to_the_bet_that_it_insures() -> None:
    table = offer_closed()
    assert not_added(table, 501).facts == {"most": "500"}
    assert not_added(table, 0).code == "no-stake"
    assert not_added(table, 100, who=(1, SEATED)).code == "nothing-to-insure"
    assert not_added(table, 100, who=TWO).code == "answered-already", "his own is corrected instead"
    assert not_added(table, 100, stage=SECOND).code == "no-offer-open"
    assert not_added(open_offer(), 100).code == "no-offer-open", "while it is open he answers it"


@pytest.mark.clause(INSURANCE, "5.14")
def test_who_was_keyed_as_not_insuring_may_have_insured() -> None:
    table = insured().do(commands.DeclineInsurance, who=THREE, side=BANKER_HAND).do(commands.CloseOffer)
    added(table, 200).approve()
    assert [bet.who for bet in table.round.insurance] == [TWO, THREE]


@pytest.mark.clause(INSURANCE, "5.13", "5.14")
def test_on_an_offer_that_was_not_made_nothing_can_have_lain() -> None:
    table = RoundTable(INSURANCE).bets(("banker", 1000, 2)).close().deal("2S 2H 3D 4C").draw("6D").answer(False)
    table.do(correction_commands.CloseLateOffer, by=PIT_MANAGER).resolve()
    assert table.round.offered_late or not_added(table, 100, who=TWO).code == "no-offer-open"


@pytest.mark.parametrize("moment", [offer_closed, at_settlement, settled])
@pytest.mark.clause(INSURANCE, "5.14")
def test_one_of_somebody_else_changes_hands(moment: Callable[[], RoundTable]) -> None:
    table = moment()
    concluded = table.state.round is None
    table.do(
        correction_commands.CorrectBet,
        number=number(table),
        wager=None,
        stake=Money(300),
        insured=Insured(THREE, FIRST, BANKER_HAND),
        reason="it was seat 3",
    ).approve()
    assert [(bet.number, bet.who) for bet in table.round.insurance] == [(number(table), THREE)]
    if concluded:
        assert table.case.facts == {"2 seated": "-750", "3 seated": "750"}
    to_the_end(table)
    assert of_insurance(table) == 750
    assert balanced(table)


@pytest.mark.clause(INSURANCE, "5.14")
def test_with_bets_off_one_that_was_not_answered_is_added_by_its_seat() -> None:
    table = insured(0, BetKeeping.OFF).do(commands.CloseOffer)
    assert not_added(table, 0, who=(99, SEATED)).code == "no-such-seat"
    added(table, 0).approve()
    assert [bet.who for bet in table.round.insurance] == [TWO, THREE]

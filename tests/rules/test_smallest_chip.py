"""An amount that no chips of the table make is refused wherever it is keyed; what came about may stay (ruling B9)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.counts import floor_to_chips, quick_stakes
from dealer_app.domain.round.decide.betting import wager_refusal
from dealer_app.domain.round.decide.insurance import insurance_stake_refusal, most_insurance_stake
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import EXACT_ONLY, Rules, smallest_chip
from dealer_app.domain.round.visible import open_offers
from dealer_app.domain.rulebook import InsuranceStage
from dealer_app.domain.wagers import Area, Wager
from tests.support.rounds import (
    BANKER_HAND,
    INSURANCE,
    MBS,
    PIT_MANAGER,
    SEATED,
    SHIFT_MANAGER,
    TAI_SAI,
    V4,
    RoundTable,
)

CHIP = Money(250)
ON, OFF = Money(24_000), Money(23_900)


def wager(stake: int, area: str = "banker", seat: int | None = 1) -> Wager:
    return Wager(area=Area(area), stake=Money(stake), seat=seat)


def closed() -> RoundTable:
    return RoundTable(V4, unit=CHIP).bets(("banker", 100_000, 1)).close().deal("4H 9S KD 5C")


@pytest.mark.parametrize("book", [V4, INSURANCE, MBS, TAI_SAI])
def test_a_bet_is_made_of_chips(book: str) -> None:
    seat, area = (None, "big") if book == TAI_SAI else (1, "banker")
    table = RoundTable(book, unit=CHIP)
    refusal = table.expect_refusal(commands.PlaceBet, wager=wager(OFF, area, seat))
    assert (refusal.code, refusal.clause, refusal.facts) == ("not-in-chips", "house policy", {"unit": "250"})
    table.do(commands.PlaceBet, wager=wager(ON, area, seat))
    RoundTable(book).do(commands.PlaceBet, wager=wager(OFF, area, seat))


def test_where_amounts_are_exact_only_no_chip_stands_for_them() -> None:
    table = RoundTable(V4, unit=CHIP)
    exact = Rules(table.rules.book.with_option("B9", EXACT_ONLY), table.rules.layout, None)
    assert table.state.table is not None
    assert smallest_chip(exact, table.state.table) is None
    assert wager_refusal(exact, table.state, wager(OFF)) is None


def test_a_bet_is_corrected_to_what_chips_make_and_to_something_else_than_it_was() -> None:
    table = closed()

    def refusal(changed: Wager | None, number: int | None = 1) -> str:
        return table.expect_refusal(
            correction_commands.CorrectBet, number=number, wager=changed, reason="the chips"
        ).code

    assert refusal(wager(OFF)) == "not-in-chips"
    assert refusal(wager(OFF, seat=3), number=None) == "not-in-chips"
    assert refusal(wager(100_000)) == "bet-as-keyed"
    table.do(correction_commands.CorrectBet, number=1, wager=wager(ON), reason="the chips")


def test_what_was_cut_to_a_limit_may_move_as_it_is() -> None:
    limits = TableLimits(general=AreaLimits(maximum=Money(33_300)))
    table = RoundTable(V4, unit=CHIP, limits=limits).bets(("banker", 33_500, 1)).do(commands.RejectExcess).close()
    table.deal("4H 9S KD 5C")
    other = wager(33_400, "player")
    refusal = table.expect_refusal(correction_commands.CorrectBet, number=1, wager=other, reason="the chips")
    assert refusal.code == "not-in-chips"
    moved = wager(33_300, "player")
    table.do(correction_commands.CorrectBet, number=1, wager=moved, reason="the chips")


def test_what_lay_there_at_closing_is_made_of_chips() -> None:
    table = closed()
    late: dict[str, Any] = {"fault": BetFault.LATE, "number": 1}
    assert table.expect_refusal(correction_commands.ReportBet, accepted=OFF, **late).code == "not-in-chips"
    table.do(correction_commands.ReportBet, accepted=ON, **late)


@pytest.mark.parametrize("due", [OFF, -OFF])
def test_what_was_paid_wrongly_was_paid_in_chips(due: int) -> None:
    table = RoundTable(V4, unit=CHIP).bets(("banker", 100_000, 1)).close().deal("2S 9H KD KC").finish()
    given_: dict[str, Any] = {
        "trouble": IrregularityKind.WRONG_TAKE_OR_PAY.value,
        "who": (1, SEATED),
        "text": "counted",
    }
    assert table.expect_refusal(commands.Report, due=Money(due), **given_).code == "not-in-chips"
    table.do(commands.Report, due=ON, **given_)


def test_wagers_that_change_once_more_change_by_chips() -> None:
    """MBS 5.18: what the bettor takes away, and what the Pit Manager removes."""
    table = RoundTable(MBS, unit=CHIP).bets(("banker", 150_000, 1), ("player", 20_000, 2)).close()
    assert table.expect_refusal(correction_commands.ChangeWager, number=1, stake=Money(139_900)).code == "not-in-chips"
    table.do(correction_commands.ChangeWager, number=1, stake=Money(145_000)).do(correction_commands.EndChanges)
    removed = ((1, Money(119_900)),)
    assert table.expect_refusal(correction_commands.RemoveWagers, by=PIT_MANAGER, left=removed).code == "not-in-chips"
    table.do(correction_commands.RemoveWagers, by=PIT_MANAGER, left=((1, Money(120_000)),))


def test_what_a_ruling_has_count_is_made_of_chips() -> None:
    table = RoundTable(MBS, unit=CHIP).bets(("banker", 150_000, 1)).draw("4H").answer(True)
    ruled: dict[str, Any] = {"text": "to the limit", "effect": commands.Effect.CONTINUE}
    counts = ((1, Money(99_900)),)
    assert table.expect_refusal(commands.GiveRuling, by=SHIFT_MANAGER, counts=counts, **ruled).code == "not-in-chips"
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, counts=((1, Money(100_000)),), **ruled)


# Insurance


def offered(original: int, unit: int) -> RoundTable:
    """Banker 6 against Player 4, insured at 5 to 2."""
    return RoundTable(INSURANCE, unit=Money(unit)).bets(("banker", original, 2)).close().deal("4S 6D KH TC")


def test_insurance_is_made_of_chips_and_its_cap_is_told_first() -> None:
    table = offered(100_000, 250)
    taken: dict[str, Any] = {"who": (2, SEATED), "side": BANKER_HAND}
    assert table.expect_refusal(commands.TakeInsurance, stake=Money(100), **taken).code == "not-in-chips"
    assert table.expect_refusal(commands.TakeInsurance, stake=Money(100_100), **taken).code == "over-cap"
    table.do(commands.TakeInsurance, stake=Money(500), **taken).do(commands.CloseOffer)
    number = table.round.insurance[0].number

    def refusal(stake: int) -> str:
        again: dict[str, Any] = {"number": number, "wager": None, "stake": Money(stake), "reason": "the chips"}
        return table.expect_refusal(correction_commands.CorrectBet, **again).code

    assert (refusal(600), refusal(500)) == ("not-in-chips", "bet-as-keyed")


@given(
    original=st.integers(min_value=1, max_value=400).map(lambda chips: 250 * chips),
    unit=st.sampled_from((250, 1_000, 2_500, 10_000)),
    stake=st.integers(min_value=1, max_value=120_000),
)
def test_every_stake_that_is_offered_can_be_taken_and_of_others_only_those_that_chips_make(
    original: int, unit: int, stake: int
) -> None:
    """What is less than the smallest chip is laid as it can be; else a stake is whole chips, up to the cap."""
    table = offered(original // unit * unit or unit, unit)
    rules, state = table.rules, table.state
    assert state.table is not None
    (offer,) = (each for each in open_offers(rules, state, table.round) if each.side is BANKER_HAND)
    who = (2, SEATED)
    most = most_insurance_stake(rules, state, who, offer)
    assert most is not None
    for _, quick in quick_stakes(state.table, offer.odds, Fraction(table.round.bets[0].wager.stake), most):
        assert not quick or insurance_stake_refusal(rules, state, who, offer, quick) is None
    fits = stake <= most and (stake % unit == 0 or floor_to_chips(state.table, most) < unit)
    assert (insurance_stake_refusal(rules, state, who, offer, stake) is None) is fits


def late_offer(unit: int) -> RoundTable:
    """The fifth card came before the offer: seat 2 may be asked late, for no more than his bet wins."""
    table = RoundTable(INSURANCE, unit=Money(unit)).bets(("player", 500, 1), ("banker", 1_000, 2)).close()
    return table.deal("4S 6D KH TC").draw("6H").answer(False)


@pytest.mark.parametrize(("unit", "stake", "code"), [(250, 100, "not-in-chips"), (500, 500, "over-late-cap")])
@pytest.mark.clause(INSURANCE, "5.13.1")
def test_a_late_insurance_is_made_of_chips_and_below_one_chip_of_what_there_is(
    unit: int, stake: int, code: str
) -> None:
    """The cap is 400: chips of 2.50 make 250 of it, chips of 5 none, and then any stake goes."""
    table = late_offer(unit)
    given_: dict[str, Any] = {"who": (2, SEATED), "stage": InsuranceStage.AFTER_FOUR, "side": BANKER_HAND}
    refusal = table.expect_refusal(commands.OfferLate, by=PIT_MANAGER, stake=Money(stake), **given_)
    assert refusal.code == code
    table.do(commands.OfferLate, by=PIT_MANAGER, stake=Money(250 if unit == 250 else 399), **given_)

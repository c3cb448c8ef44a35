"""What is shown and said of insurance while it is offered, before and after (Insurance Plus 3.12, 4.2.2, 5.3)."""

from dataclasses import replace
from fractions import Fraction

import pytest

from dealer_app.domain.money import Money, Odds
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table import InsuranceShown
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.wagers import SEATED
from dealer_app.showing.chronicle import Chronicle, Happened
from dealer_app.showing.play.felt import INSURANCE_AREAS
from dealer_app.showing.play.insuring_stakes import quick_stakes
from dealer_app.showing.screen import TableStage
from dealer_app.showing.screen_of import screen
from tests.support.mending_screens import seen
from tests.support.rounds import BANKER_HAND, INSURANCE, PIT_MANAGER, Seated


def _said(table: Seated) -> str:
    made = screen(seen(table.rules, table.state))
    return "" if made.rail.say is None else made.rail.say.text.first


def _offered() -> Seated:
    return Seated(INSURANCE).bets(("player", 500, 1), ("banker", 1000, 2)).close().deal("4S 6D KH TC")


@pytest.mark.clause(INSURANCE, "5.3")
def test_once_all_have_answered_the_dealer_says_that_insurance_is_closed() -> None:
    table = _offered()
    assert "Banker insurance" in _said(table)
    table.do(commands.TakeInsurance, who=(2, SEATED), side=BANKER_HAND, stake=Money(100))
    assert "Insurance closed." in _said(table)
    table.do(commands.CloseOffer)
    assert "Insurance closed." in _said(table)
    assert "Insurance closed." not in _said(table.draw("6H"))


@pytest.mark.clause(INSURANCE, "5.3")
def test_closed_over_somebody_who_is_silent_it_is_said_before_the_next_card() -> None:
    assert "Insurance closed." in _said(_offered().do(commands.CloseOffer))


@pytest.mark.clause(INSURANCE, "4.2.2")
@pytest.mark.parametrize(
    ("shown", "word"), [(InsuranceShown.DISPLAY, "not now"), (InsuranceShown.NOT_OFFERED, "not offered")]
)
def test_only_where_the_notice_hangs_an_insurance_area_is_called_not_offered(shown: InsuranceShown, word: str) -> None:
    table = Seated(INSURANCE, insurance=shown)
    stage = screen(seen(table.rules, table.state)).stage
    assert isinstance(stage, TableStage)
    assert {area.word for area in stage.table.areas if area.area in INSURANCE_AREAS} == {word}


@pytest.mark.parametrize("odds", [Odds(3, 2), Odds(2, 1), Odds(5, 2), Odds(10, 1), Odds(1, 1)])
@pytest.mark.parametrize("unit", [1, 250, 1000])
def test_no_two_quick_amounts_are_the_same_and_all_can_be_laid(odds: Odds, unit: int) -> None:
    for original in (1_000, 33_300, 100_000, 1_000_000):
        for most in (Fraction(original), Fraction(original) / 2, Fraction(original, 3), Fraction(500_000)):
            found = dict(quick_stakes(odds, Fraction(original), min(most, Fraction(original)), unit))
            assert len(set(found.values())) == len(found)
            assert max(found.values()) == found["max"] <= min(most, original)
            if found["max"] >= unit:
                assert all(stake % unit == 0 for stake in found.values())


def test_half_that_is_the_cap_is_called_the_most() -> None:
    """10,000 at 10 to 1 with 5,000 allowed: half of it is the most."""
    found = quick_stakes(Odds(10, 1), Fraction(1_000_000), Fraction(500_000), 250)
    assert found == (("cover", 100_000), ("max", 500_000))


def test_at_two_to_one_half_covers() -> None:
    assert [code for code, _ in quick_stakes(Odds(2, 1), Fraction(1_000), Fraction(1_000), 250)] == ["cover", "max"]


def test_of_a_missed_offer_it_is_said_which_outcome_is_meant() -> None:
    """Other bets may be decided by then, and are shown so beside it (ruling E5)."""
    table = _offered().draw("6H").answer(False)
    told = repr(screen(seen(table.rules, table.state)))
    assert "PLAYER and BANKER are still open" in told
    assert "No bet has won or lost" not in told


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_a_result_that_is_announced_once_more_says_why() -> None:
    table = _offered().deal("5H").finish().report(Trouble.MISSED_INSURANCE)
    before = len(table.happened)
    intended = mending_commands.Intention((2, SEATED), BANKER_HAND, "said so")
    table.do(mending_commands.NameIntentions, by=PIT_MANAGER, named=(intended,)).resolve()
    assert table.round.phase is Phase.CLOSED
    seeing = seen(table.rules, table.state)
    assert "announce once more" not in repr(screen(seeing))
    told = tuple(Happened(event, 0, 480, "D1", "dealer") for event in table.happened[before:])
    assert "announce once more" in repr(screen(replace(seeing, chronicle=Chronicle(now=told))))

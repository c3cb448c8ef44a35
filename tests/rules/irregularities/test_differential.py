"""An exceeded table differential at MBS: decrease, increase, and what the Pit Manager removes (5.18, ruling O12)."""

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from tests.support.rounds import MBS, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, RoundTable


def over() -> RoundTable:
    """Banker 150 000 over Player 20 000, at a differential of 100 000: 30 000 too much."""
    table = RoundTable(MBS).bets(("banker", 150_000, 1), ("player", 20_000, 2), ("tie", 500, 3)).close()
    return table if table.state.cases else pytest.fail("closing does not find the differential exceeded")


@pytest.mark.clause(MBS, "5.18", "5.18.1", "5.18.2")
def test_the_heavier_hand_is_asked_to_decrease_and_the_lighter_may_increase() -> None:
    table = over()
    assert (table.case.trouble, table.case.clause, table.guide.why) == ("differential-exceeded", "5.18", "5.18.1")
    assert table.expect_refusal(correction_commands.ChangeWager, number=1, stake=Money(160_000)).clause == "5.18.1"
    assert table.expect_refusal(correction_commands.ChangeWager, number=2, stake=Money(10_000)).clause == "5.18.2"
    assert (
        table.expect_refusal(correction_commands.ChangeWager, number=3, stake=Money(10_000)).code == "not-this-change"
    )
    table.do(correction_commands.ChangeWager, number=1, stake=Money(140_000))
    table.do(correction_commands.ChangeWager, number=2, stake=Money(40_000)).do(correction_commands.EndChanges)
    table.deal("4H 9S 5D 5C").finish()
    assert (table.net("banker", 1), table.net("player", 2)) == (-140_000, 40_000)


@pytest.mark.clause(MBS, "5.18.3")
def test_what_is_still_too_much_is_removed_by_the_pit_manager() -> None:
    table = (
        over().do(correction_commands.ChangeWager, number=1, stake=Money(145_000)).do(correction_commands.EndChanges)
    )
    assert (table.guide.why, table.guide.who) == ("5.18.3", "pit_manager")
    left = ((1, Money(120_000)),)
    assert table.expect_refusal(correction_commands.RemoveWagers, by=SUPERVISOR, left=left).code == "wrong-role"
    table.do(correction_commands.RemoveWagers, by=PIT_MANAGER, left=left)
    table.deal("4H 9S 5D 5C").finish()
    assert table.net("banker", 1) == -120_000


@pytest.mark.clause(MBS, "5.18.3")
def test_the_case_stays_open_until_enough_is_removed() -> None:
    """Each removal is accepted (ruling O22); the guide says what is still too much."""
    table = over().do(correction_commands.EndChanges)
    assert table.guide.facts["over"] == "30000"
    table.do(correction_commands.RemoveWagers, by=PIT_MANAGER, left=((1, Money(149_000)),))
    assert (table.guide.why, table.guide.who, table.guide.facts["over"]) == ("5.18.3", "pit_manager", "29000")
    assert table.expect_refusal(commands.DrawCard, card=CARDS["4H"]).code == "case-open"
    nothing = table.expect_refusal(correction_commands.RemoveWagers, by=PIT_MANAGER, left=())
    assert (nothing.code, nothing.facts) == ("nothing-removed", {"over": "29000"})
    twice = ((1, Money(100_000)), (1, Money(120_000)))
    assert table.expect_refusal(correction_commands.RemoveWagers, by=PIT_MANAGER, left=twice).code == "no-such-bet"
    table.do(correction_commands.RemoveWagers, by=PIT_MANAGER, left=((1, Money(120_000)),))
    assert not table.state.cases


def limited() -> RoundTable:
    """As `over`, with a minimum of 500 and a maximum of 160 000; the Player's side lies there as two bets."""
    table = RoundTable(MBS, limits=LIMITED).bets(("banker", 150_000, 1), ("player", 19_000, 2), ("player", 1_000, 2))
    return table.bets(("banker", 600, 3), ("banker", 300, 3), ("player", 200, 5)).close()


LIMITED = TableLimits(
    general=AreaLimits(minimum=Money(500), maximum=Money(160_000)), differentials={"differential": Money(100_000)}
)


@pytest.mark.clause(MBS, "5.18.1", "5.18.2")
@pytest.mark.parametrize(
    ("number", "stake", "clause", "least"),
    [(1, 499, "5.18.1", "500"), (1, 1, "5.18.1", "500"), (4, 199, "5.18.1", "200"), (6, 499, "5.18.2", "500")],
)
def test_a_changed_wager_is_not_left_below_the_minimum(number: int, stake: int, clause: str, least: str) -> None:
    """All that its bettor has in the box is one wager (ruling O22)."""
    refusal = limited().expect_refusal(correction_commands.ChangeWager, number=number, stake=Money(stake))
    assert (refusal.code, refusal.clause, refusal.facts) == ("below-minimum", clause, {"least": least})


@pytest.mark.clause(MBS, "5.18.1", "5.18.2")
@pytest.mark.parametrize(("number", "stake"), [(1, 500), (1, 0), (5, 200), (5, 0), (6, 500)])
def test_it_stays_at_the_minimum_or_goes_to_nothing(number: int, stake: int) -> None:
    table = limited()
    sure = _lying(table)
    table.do(correction_commands.ChangeWager, number=number, stake=Money(stake))
    assert _lying(table) == (
        {**sure, number: stake} if stake else {at: lies for at, lies in sure.items() if at != number}
    )


def _lying(table: RoundTable) -> dict[int, int]:
    return {bet.number: bet.wager.stake for bet in table.round.in_play}


@pytest.mark.clause(MBS, "5.18.1")
def test_what_would_be_left_below_the_minimum_goes_with_it() -> None:
    """600 and 300 of one bettor are one wager: without the 600 the 300 would be below the minimum."""
    table = limited()
    sure = _lying(table)
    table.do(correction_commands.ChangeWager, number=4, stake=Money(0))
    assert _lying(table) == {number: stake for number, stake in sure.items() if number not in (4, 5)}


@pytest.mark.clause(MBS, "5.18.2")
def test_a_wager_is_not_increased_above_the_maximum() -> None:
    table = limited()
    refusal = table.expect_refusal(correction_commands.ChangeWager, number=2, stake=Money(159_001))
    assert (refusal.code, refusal.clause, refusal.facts) == ("over-maximum", "5.18.2", {"most": "159000"})
    table.do(correction_commands.ChangeWager, number=2, stake=Money(159_000))


@pytest.mark.clause(MBS, "5.18", "6.1")
def test_after_the_first_card_no_wager_is_changed() -> None:
    table = RoundTable(MBS).bets(("banker", 150_000, 1)).draw("4H").answer(True)
    assert (table.case.trouble, table.guide.why, table.guide.who) == ("differential-exceeded", "6.1", "shift_manager")
    assert table.expect_refusal(correction_commands.ChangeWager, number=1, stake=Money(100)).code == "not-asked"
    assert (
        table.expect_refusal(commands.Report, trouble=IrregularityKind.DIFFERENTIAL_EXCEEDED.value).code
        == "no-such-trouble"
    )
    counts, effect = ((1, Money(100_000)),), commands.Effect.CONTINUE
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="to the limit", effect=effect, counts=counts)
    table.deal("9S 5D 5C").finish()
    assert table.net("banker", 1) == -100_000

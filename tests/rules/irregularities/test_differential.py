"""An exceeded table differential at MBS: decrease, increase, and what the Pit Manager removes (5.18, ruling O12)."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, mending_commands
from dealer_app.domain.round.trouble import Trouble
from tests.support.rounds import MBS, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, Seated


def over() -> Seated:
    """Banker 150 000 over Player 20 000, at a differential of 100 000: 30 000 too much."""
    table = Seated(MBS).bets(("banker", 150_000, 1), ("player", 20_000, 2), ("tie", 500, 3)).close()
    return table if table.state.cases else pytest.fail("closing does not find the differential exceeded")


@pytest.mark.clause(MBS, "5.18", "5.18.1", "5.18.2")
def test_the_heavier_hand_is_asked_to_decrease_and_the_lighter_may_increase() -> None:
    table = over()
    assert (table.case.trouble, table.case.clause, table.guide.why) == ("differential-exceeded", "5.18", "5.18.1")
    assert table.refused(mending_commands.ChangeWager, number=1, stake=Money(160_000)).clause == "5.18.1"
    assert table.refused(mending_commands.ChangeWager, number=2, stake=Money(10_000)).clause == "5.18.2"
    assert table.refused(mending_commands.ChangeWager, number=3, stake=Money(10_000)).code == "not-this-change"
    table.do(mending_commands.ChangeWager, number=1, stake=Money(140_000))
    table.do(mending_commands.ChangeWager, number=2, stake=Money(40_000)).do(mending_commands.EndChanges)
    table.deal("4H 9S 5D 5C").finish()
    assert (table.net("banker", 1), table.net("player", 2)) == (-140_000, 40_000)


@pytest.mark.clause(MBS, "5.18.3")
def test_what_is_still_too_much_is_removed_by_the_pit_manager() -> None:
    table = over().do(mending_commands.ChangeWager, number=1, stake=Money(145_000)).do(mending_commands.EndChanges)
    assert (table.guide.why, table.guide.who) == ("5.18.3", "pit_manager")
    left = ((1, Money(120_000)),)
    assert table.refused(mending_commands.RemoveWagers, by=SUPERVISOR, left=left).code == "wrong-role"
    table.do(mending_commands.RemoveWagers, by=PIT_MANAGER, left=left)
    table.deal("4H 9S 5D 5C").finish()
    assert table.net("banker", 1) == -120_000


@pytest.mark.clause(MBS, "5.18", "6.1")
def test_after_the_first_card_no_wager_is_changed() -> None:
    table = Seated(MBS).bets(("banker", 150_000, 1)).draw("4H").answer(True)
    assert (table.case.trouble, table.guide.why, table.guide.who) == ("differential-exceeded", "6.1", "shift_manager")
    assert table.refused(mending_commands.ChangeWager, number=1, stake=Money(100)).code == "not-asked"
    assert table.refused(commands.Report, trouble=Trouble.DIFFERENTIAL_EXCEEDED.value).code == "no-such-trouble"
    counts, effect = ((1, Money(100_000)),), commands.Effect.CONTINUE
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="to the limit", effect=effect, counts=counts)
    table.deal("9S 5D 5C").finish()
    assert table.net("banker", 1) == -100_000

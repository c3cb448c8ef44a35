"""Who walks away leaves as a person: all his places are left with him, whichever of them is named (5.3, 5.10, 5.6)."""

from fractions import Fraction

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Phase, Who
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.domain.rulebook import InsuranceStage, Side
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Bettor
from tests.support.rounds import BACCARAT, INSURANCE, MBS, SEATED, SHIFT_MANAGER, SUPERVISOR, TAI_SAI, V4, RoundTable

ONE: Who = (1, SEATED)
TWO: Who = (2, SEATED)
THREE: Who = (3, SEATED)
RED: Who = (None, Bettor("red"))
BLUE: Who = (None, Bettor("blue"))
GREEN: Who = (None, Bettor("green"))
NATURAL = "4H 2S 5D 3C"
"""Player 9, Banker 5."""


def same(table: RoundTable, one: Who, other: Who) -> RoundTable:
    return table.do(correction_commands.SamePerson, one=one, other=other)


def left(table: RoundTable, who: Who) -> RoundTable:
    return table.report(IrregularityKind.PLAYER_LEFT, who=who)


def unclaimed(table: RoundTable) -> dict[Who, int]:
    return {who: int(amount) for who, amount in table.state.winnings_unclaimed}


def betted(book: str) -> RoundTable:
    return same(RoundTable(book).bets(("player", 1000, 1), ("player", 300, 2), ("player", 500, 3)), ONE, TWO)


@pytest.mark.parametrize("named", [ONE, TWO])
@pytest.mark.clause(INSURANCE, "5.3", "5.3.1")
def test_he_has_forgone_insurance_at_all_his_places(named: Who) -> None:
    table = left(betted(INSURANCE).close().deal("7S 2H"), named).deal("KD KC")
    assert [waits.who for waits in table.guide.open_items] == [THREE]
    for who in (ONE, TWO):
        refusal = table.expect_refusal(commands.TakeInsurance, who=who, side=Side.PLAYER, stake=100)
        assert (refusal.code, refusal.clause) == ("insurance-forgone", "5.3")
    table.do(commands.TakeInsurance, who=THREE, side=Side.PLAYER, stake=100)
    assert {bet.stage for bet in table.round.insurance} == {InsuranceStage.AFTER_FOUR}


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("named", [ONE, TWO])
@pytest.mark.clause(V4, "5.3", "5.16")
@pytest.mark.clause(INSURANCE, "5.3.1")
@pytest.mark.clause(MBS, "5.10")
def test_what_he_is_due_is_kept_at_each_of_his_places_also_when_the_round_is_void_afterwards(
    book: str, named: Who
) -> None:
    table = left(betted(book).close().deal(NATURAL), named).finish()
    assert unclaimed(table) == {ONE: 2000, TWO: 600}
    table.report(IrregularityKind.WRONG_NUMBER_OF_CARDS).approve().do(commands.ConfirmVoid)
    assert table.round.phase is Phase.VOID
    assert table.case.facts == {"3 seated": "-500"}
    assert unclaimed(table) == {ONE: 1000, TWO: 300}


@pytest.mark.clause(V4, "5.3", "5.13")
def test_nobody_waits_for_a_choice_of_him() -> None:
    table = left(betted(V4).close().deal("8S 3D"), TWO).report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    assert [waits.who for waits in table.guide.open_items] == [THREE]


@pytest.mark.clause(V4, "5.3", "5.16")
def test_what_he_took_along_from_one_place_is_set_against_what_he_is_due_at_the_other() -> None:
    """Paid at place 2 before he left, he owes that pay when the round is void; his stake at place 1 covers it."""
    table = betted(V4).close().deal(NATURAL).announce().do(commands.TickBet, number=2)
    left(table, ONE)
    taken = [event for event in table.find_events(correction_events.BettorLeft) if event.who == TWO]
    assert [event.took for event in taken] == [600]
    table.report(IrregularityKind.WRONG_NUMBER_OF_CARDS).approve().do(commands.ConfirmVoid)
    assert unclaimed(table) == {ONE: 700}
    assert table.find_events(correction_events.ChipsNotRecovered) == []


@pytest.mark.clause(V4, "5.3", "5.16")
def test_told_twice_he_has_taken_along_only_once_what_he_was_paid() -> None:
    table = betted(V4).close().deal(NATURAL).announce().do(commands.TickBet, number=1)
    left(left(table, ONE), TWO)
    assert [(event.who, event.took) for event in table.find_events(correction_events.BettorLeft)] == [
        (ONE, 2000),
        (TWO, None),
    ]


@pytest.mark.clause(V4, "5.3")
def test_of_who_left_it_is_not_said_that_he_is_one_who_still_has_bets() -> None:
    """Which of the two is wrong nobody can tell for the dealer: he says first that both places are left."""
    table = left(RoundTable(V4).bets(("player", 1000, 1), ("player", 300, 2)).close(), TWO)
    refusal = table.expect_refusal(correction_commands.SamePerson, one=ONE, other=TWO)
    assert (refusal.code, refusal.clause) == ("one-of-them-left", "5.3")
    assert refusal.facts == {"left": "2 seated", "here": "1 seated"}
    same(left(table, ONE), ONE, TWO)
    assert table.state.left == {ONE, TWO}


@pytest.mark.clause(V4, "5.3")
def test_a_place_at_which_nothing_lies_is_left_with_the_person() -> None:
    table = left(RoundTable(V4).bets(("player", 1000, 1), ("player", 300, 2)).close(), TWO)
    assert same(table, TWO, THREE).state.left == {TWO, THREE}
    off = left(RoundTable(V4, bets=BetKeeping.OFF).close(), TWO)
    assert off.expect_refusal(correction_commands.SamePerson, one=TWO, other=THREE).code == "one-of-them-left"


@pytest.mark.clause(MBS, "5.10", "5.14")
def test_the_last_round_taken_up_again_knows_that_he_was_one_person() -> None:
    """Settled under the minimum before at place 1, he is not at place 2, whenever the round is settled once more."""
    table = RoundTable(MBS).bets(("player", 50, 1)).close().deal(NATURAL).finish().begin()
    same(table, ONE, TWO).bets(("player", 50, 2), ("player", 500, 3)).close().deal(NATURAL)
    left(table, TWO).finish()
    assert (table.net("player", 2), table.net("player", 3), table.state.persons) == (0, 500, ())
    wager = replace(table.find_bet("player", 3).wager, stake=Money(400))
    number = table.find_bet("player", 3).number
    table.do(correction_commands.CorrectBet, number=number, wager=wager, reason="misread").approve().resolve().finish()
    assert (table.net("player", 2), table.net("player", 3)) == (0, 400)
    assert table.state.persons == ()
    assert table.state.under_minimum_before == {ONE, TWO}


@pytest.mark.clause(MBS, "5.14")
def test_who_came_after_him_is_not_the_one_who_left_the_last_round() -> None:
    table = same(RoundTable(MBS).bets(("player", 500, 1), ("player", 500, 2), ("tie", 100, 3)), ONE, TWO)
    table.close().deal(NATURAL).finish().do(correction_commands.NewPlayer, who=TWO)
    same(table, TWO, THREE)
    number = table.find_bet("tie", 3).number
    table.do(correction_commands.CorrectBet, number=number, wager=None, reason="there was none").approve()
    assert table.state.persons == (frozenset({ONE, TWO}),)


@pytest.mark.parametrize("named", [RED, BLUE])
@pytest.mark.parametrize("told", ["with the dice", "before"])
@pytest.mark.clause(TAI_SAI, "5.3", "5.6", "5.12")
def test_of_who_left_nothing_is_asked_at_his_other_label(named: Who, told: str) -> None:
    """Red won 1000, blue lost 700, and they are one: the 300 cannot be recovered."""
    table = RoundTable(TAI_SAI).bet("big", 1000, bettor="red").bet("small", 700, bettor="blue")
    same(table, RED, BLUE).close().roll(4, 5, 6).announce()
    if told == "before":
        for number in (1, 2):
            table.do(commands.TickBet, number=number)
        left(table, named)
    table.finish().report(IrregularityKind.DAMAGED_DICE)
    gone = frozenset({named}) if told == "with the dice" else frozenset()
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1, gone=gone)
    assert table.state.cases == ()
    assert [amount for _, _, amount in table.find_events(correction_events.RoundsVoided)[0].not_recovered] == [300]


@pytest.mark.clause(TAI_SAI, "5.3", "5.6")
def test_he_is_heard_to_leave_at_a_label_at_which_he_has_no_bet() -> None:
    table = same(RoundTable(TAI_SAI).bet("big", 700, bettor="blue").bet("big", 100, bettor="green"), RED, BLUE).close()
    assert table.expect_refusal(commands.Report, trouble="player-left", who=(None, Bettor("ivory"))).code == "no-bettor"
    assert left(table, RED).state.left == {RED, BLUE}
    table.roll(4, 5, 6).finish()
    assert unclaimed(table) == {BLUE: 1400}
    assert table.state.away == {RED, BLUE}


@pytest.mark.clause(TAI_SAI, "5.6", "5.12")
def test_while_chips_move_back_he_leaves_with_what_he_has_at_all_his_labels() -> None:
    table = RoundTable(TAI_SAI).bet("big", 1000, bettor="red").bet("small", 700, bettor="blue")
    table.bet("big", 100, bettor="green").close().roll(4, 5, 6).finish().report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1)
    assert table.case.facts == {"- red": "-1000", "- blue": "700", "- green": "-100"}
    left(same(table, RED, BLUE), BLUE)
    assert table.case.facts == {"- green": "-100"}
    assert table.state.history[-1].owing == ((RED, Fraction(300)),)
    assert table.state.away == {RED, BLUE}
    table.do(commands.Approve, by=SUPERVISOR)

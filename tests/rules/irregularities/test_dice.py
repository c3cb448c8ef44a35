"""Tai Sai: what voids a tumble, damaged dice, lamps that are wrong (5.4 to 5.6, 5.8, 5.10 to 5.12)."""

import json
from fractions import Fraction

import pytest

from dealer_app.domain.round import commands, correction_commands, correction_events, events, fold_corrections
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Phase
from dealer_app.domain.wagers import Bettor
from dealer_app.journal import codec
from tests.support.rounds import DEALER, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, TAI_SAI, RoundTable

RED, BLUE = (None, Bettor("red")), (None, Bettor("blue"))


def betted() -> RoundTable:
    return RoundTable(TAI_SAI).bet("big", 1000, bettor="red").bet("small", 600, bettor="blue")


def played(*dice: int) -> RoundTable:
    return betted().close().roll(*dice).finish()


@pytest.mark.assurance("A43")
@pytest.mark.clause(TAI_SAI, "5.5", "5.5.1", "5.12")
def test_fewer_than_three_tumbles_void_the_round() -> None:
    table = betted().close().do(commands.CountTumbles, tumbles=2)
    assert table.case.clause == "5.5.1"
    table.resolve()
    assert table.round.phase is Phase.VOID
    assert table.is_returned("big")


@pytest.mark.assurance("A43")
@pytest.mark.clause(TAI_SAI, "5.5", "5.5.2", "5.12")
def test_a_die_that_does_not_rest_flat_voids_the_round() -> None:
    table = betted().close().do(commands.CountTumbles, tumbles=3)
    table.do(commands.ReadDice, dice=(1, 2, 3), flat=(True, False, True))
    assert table.case.clause == "5.5.2"
    table.resolve()
    assert table.round.phase is Phase.VOID


@pytest.mark.clause(TAI_SAI, "5.5", "5.5.3", "5.12")
def test_a_tumble_before_closing_was_announced_voids_the_round() -> None:
    table = betted().do(commands.CountTumbles, tumbles=3).answer(False)
    assert table.case.clause == "5.5.3"
    table.resolve()
    assert table.round.phase is Phase.VOID


@pytest.mark.clause(TAI_SAI, "5.5.3")
def test_that_it_had_been_announced_is_confirmed_by_a_supervisor() -> None:
    table = betted().do(commands.CountTumbles, tumbles=3).answer(True)
    assert table.guide.who == "pit_supervisor"
    assert table.round.phase is Phase.BETTING
    table.do(commands.Approve, by=SUPERVISOR).do(commands.ReadDice, dice=(4, 5, 6)).finish()
    assert table.round.closed_late
    assert table.net("big") == 1000
    denied = betted().do(commands.CountTumbles, tumbles=3).answer(True)
    denied.do(commands.Refuse, by=SUPERVISOR, reason="I heard nothing")
    assert denied.case.clause == "5.5.3"


@pytest.mark.clause(TAI_SAI, "5.4", "5.4.1", "5.4.2")
def test_a_power_failure_voids_until_the_dice_rest() -> None:
    table = betted().close().report(IrregularityKind.POWER_FAILURE)
    assert table.case.clause == "5.4.2"
    table.resolve()
    assert table.round.phase is Phase.VOID
    rested = betted().close().roll(4, 5, 6).report(IrregularityKind.POWER_FAILURE)
    assert rested.find_events(events.CaseOpened)[-1].case.clause == "5.4.1"
    rested.finish()
    assert rested.net("big") == 1000


def three_rounds() -> RoundTable:
    table = played(4, 5, 6)
    for dice in ((1, 1, 2), (4, 4, 5)):
        table.begin().bet("big", 1000, bettor="red").bet("small", 600, bettor="blue").close().roll(*dice).finish()
    return table


@pytest.mark.clause(TAI_SAI, "5.6")
def test_damaged_dice_void_every_round_from_the_one_that_the_shift_manager_states() -> None:
    table = three_rounds().report(IrregularityKind.DAMAGED_DICE)
    assert (table.case.clause, table.guide.who) == ("5.6", "shift_manager")
    assert table.expect_refusal(correction_commands.StateAffectedRounds, by=PIT_MANAGER, first=2).code == "wrong-role"
    assert (
        table.expect_refusal(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=9).code == "no-such-round"
    )
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=2, gone=frozenset({RED, BLUE}))
    voided = table.find_events(correction_events.RoundsVoided)[0]
    assert voided.numbers == (2, 3)
    assert voided.nets == ((2, RED, -1000), (2, BLUE, 600), (3, RED, 1000), (3, BLUE, -600))
    # Net over both rounds each has what he had before them.
    assert (voided.not_recovered, voided.kept, table.state.cases) == ((), (), ())


@pytest.mark.clause(TAI_SAI, "5.6", "5.12")
def test_the_last_round_that_is_void_with_them_is_not_settled_again() -> None:
    table = three_rounds().report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=3).resolve()
    assert (table.round.phase, table.round.void_clause) == (Phase.VOID, "5.6")
    assert table.is_returned("big")
    assert table.is_returned("small")
    assert table.expect_refusal(correction_commands.CorrectDice, dice=(1, 1, 2), reason="misread").code == "no-round"
    bet = table.find_bet("big")
    assert (
        table.expect_refusal(correction_commands.CorrectBet, number=bet.number, wager=None, reason="none").code
        == "no-round"
    )
    of_an_earlier_one = three_rounds()
    assert of_an_earlier_one.allows(correction_commands.CorrectDice)


@pytest.mark.clause(TAI_SAI, "5.6")
def test_play_waits_until_a_supervisor_has_seen_the_chips_of_the_voided_rounds_moved() -> None:
    table = three_rounds().report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1, gone=frozenset({RED}))
    # Red won 1000 twice, lost it once and left: net he would owe 1000. Blue lost 600 twice and won 600.
    assert (table.case.trouble, table.case.facts) == ("chips-moved", {"- blue": "600"})
    assert table.find_events(correction_events.RoundsVoided)[0].not_recovered == ((3, RED, 1000),)
    table.do(commands.Approve, by=SUPERVISOR)
    assert table.guide.step is Step.CHANGE_DICE


@pytest.mark.clause(TAI_SAI, "5.3", "5.6")
def test_of_winnings_kept_for_who_left_a_voided_round_the_stake_is_left() -> None:
    table = betted().close().report(IrregularityKind.PLAYER_LEFT, who=RED).roll(4, 5, 6).finish()
    assert [int(amount) for _, amount in table.state.winnings_unclaimed] == [2000]
    table.report(IrregularityKind.DAMAGED_DICE).do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1)
    assert [int(amount) for _, amount in table.state.winnings_unclaimed] == [1000]
    assert table.case.facts == {"- blue": "600"}


@pytest.mark.clause(TAI_SAI, "5.6")
def test_an_event_of_before_bettors_were_reckoned_with_is_folded_as_it_was() -> None:
    """Such journals still open: of what was kept of the last round the stake is left, nothing else changes."""
    table = betted().close().report(IrregularityKind.PLAYER_LEFT, who=RED).roll(4, 5, 6).finish()
    table.begin().bet("big", 300, bettor="red").close().report(IrregularityKind.PLAYER_LEFT, who=RED).roll(
        4, 5, 6
    ).finish()
    older = {
        "numbers": [1, 2],
        "nets": [[1, [None, "red"], [1000, 1]], [2, [None, "red"], [300, 1]]],
        "not_recovered": [],
        "clause": "5.6",
    }
    event = codec.decode_body("rounds-voided", 1, json.dumps(older), dict[str, tuple[str, str]]().__getitem__)
    assert isinstance(event, correction_events.RoundsVoided)
    assert event.kept is None
    after = fold(table.state, [event])
    assert [int(amount) for _, amount in after.winnings_unclaimed] == [2000, 300]
    reckoned = table.report(IrregularityKind.DAMAGED_DICE)
    reckoned.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1)
    assert [int(amount) for _, amount in reckoned.state.winnings_unclaimed] == [1300]


@pytest.mark.clause(TAI_SAI, "5.6", "5.12")
def test_a_first_round_named_earlier_afterwards_is_reckoned_with_what_had_been_found_before() -> None:
    table = three_rounds().report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=3, gone=frozenset({RED, BLUE}))
    assert table.find_events(correction_events.RoundsVoided)[-1].not_recovered == ((3, RED, 1000),)
    assert table.find_events(correction_events.RoundsVoided)[-1].kept == ((3, BLUE, 600),)
    table.report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=2, gone=frozenset({RED, BLUE}))
    assert (table.find_events(correction_events.RoundsVoided)[-1].not_recovered, table.state.winnings_unclaimed) == (
        (),
        (),
    )


@pytest.mark.clause(TAI_SAI, "5.3")
def test_who_left_after_he_had_been_paid_is_not_owed_it_again() -> None:
    table = betted().bet("single:4", 400, bettor="red").close().roll(4, 5, 6).announce()
    table.do(commands.TickBet, number=table.find_bet("big").number).report(
        IrregularityKind.PLAYER_LEFT, who=RED
    ).finish()
    assert table.state.winnings_unclaimed == ((RED, Fraction(800)),), "the bet that had not been seen to"


@pytest.mark.clause(TAI_SAI, "5.6", "5.12")
def test_the_round_that_is_on_is_void_with_them() -> None:
    table = three_rounds().begin().bet("big", 500, bettor="red").close().report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=4)
    assert (table.round.phase, table.round.void_clause) == (Phase.VOID, "5.6")
    assert table.find_events(correction_events.RoundsVoided)[0].numbers == (4,)


@pytest.mark.assurance("A50")
@pytest.mark.clause(TAI_SAI, "5.6")
def test_no_round_begins_with_damaged_dice() -> None:
    table = three_rounds().report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=3).resolve()
    assert (table.guide.step, table.guide.why) == (Step.CHANGE_DICE, "5.6")
    assert table.expect_refusal(commands.PlaceYourBets).code == "dice-damaged"
    own = table.expect_refusal(correction_commands.ChangeDice, set_name="ivory", inspected_by=DEALER.name)
    assert own.code == "dice-to-be-inspected"
    table.do(correction_commands.ChangeDice, set_name="ivory", inspected_by=SUPERVISOR.name).begin()
    assert table.round.phase is Phase.BETTING


def changed(table: RoundTable, name: str) -> RoundTable:
    return table.do(correction_commands.ChangeDice, set_name=name, inspected_by=SUPERVISOR.name)


@pytest.mark.clause(TAI_SAI, "5.6", "5.12")
def test_the_first_round_says_which_dice_are_meant_and_rounds_of_others_stand() -> None:
    """Ivory, ivory, ivory, ebony, ivory again: those of ivory are void, and ebony, in the tumbler since, may stay."""
    table = changed(three_rounds(), "ebony").begin().bet("big", 100, bettor="red").close().roll(4, 5, 6).finish()
    changed(table, "ivory").begin().bet("big", 300, bettor="blue").close().roll(4, 5, 6).finish()
    changed(table, "ebony").begin().bet("big", 500, bettor="red").close().report(IrregularityKind.DAMAGED_DICE)
    assert (table.case.clause, table.guide.who) == ("5.6", "shift_manager")
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=2)
    assert table.find_events(correction_events.RoundsVoided)[0].numbers == (2, 3, 5)
    assert table.case.facts == {"- blue": "-300"}
    table.do(commands.Approve, by=SUPERVISOR).roll(4, 5, 6).finish()
    assert (table.round.phase, table.net("big")) == (Phase.CONCLUDED, 500)
    assert not table.state.dice_damaged
    table.begin()


@pytest.mark.clause(TAI_SAI, "5.3", "5.6")
def test_who_is_gone_has_left_the_round_that_stands_as_well() -> None:
    table = changed(played(4, 5, 6), "ebony").begin().bet("big", 500, bettor="red").close()
    table.report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1, gone=frozenset({RED}))
    assert table.find_events(correction_events.RoundsVoided)[0].not_recovered == ((1, RED, 1000),)
    table.resolve().roll(4, 5, 6).finish()
    assert table.state.winnings_unclaimed == ((RED, Fraction(1000)),)


@pytest.mark.clause(TAI_SAI, "5.3", "5.6")
def test_who_leaves_while_chips_move_back_has_left_the_round_that_stands_as_well() -> None:
    table = changed(played(4, 5, 6), "ebony").begin().bet("big", 500, bettor="red").close().roll(4, 5, 6).announce()
    table.do(commands.TickBet, number=table.find_bet("big").number).report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1)
    assert table.case.facts == {"- red": "-1000", "- blue": "600"}
    table.report(IrregularityKind.PLAYER_LEFT, who=RED)
    assert table.case.facts == {"- blue": "600"}
    assert table.state.left == {RED}
    table.resolve().finish()
    # He had been paid for the round that stands: nothing is kept of it.
    assert table.state.winnings_unclaimed == ()
    assert table.state.history[-1].owing == ((RED, Fraction(1000)),)


@pytest.mark.clause(TAI_SAI, "5.3", "5.6")
def test_chips_of_void_rounds_are_no_chips_of_the_settlement_that_was_taken_back() -> None:
    """He owes 1000 of round 1; of round 2, put right before, all his chips had come back, and he is due what he won."""
    table = changed(played(4, 5, 6), "ebony").begin().bet("big", 500, bettor="red").close().roll(4, 5, 6).announce()
    table.do(commands.TickBet, number=table.find_bet("big").number)
    table.do(correction_commands.CorrectDice, dice=(6, 6, 5), reason="misread").approve().resolve()
    table.report(IrregularityKind.DAMAGED_DICE).do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=1)
    table.report(IrregularityKind.PLAYER_LEFT, who=RED).resolve().finish()
    assert table.state.winnings_unclaimed == ((RED, Fraction(1000)),)
    assert table.state.history[-1].owing == ((RED, Fraction(1000)),)


@pytest.mark.clause(TAI_SAI, "5.6")
def test_dice_damaged_before_a_round_was_played_with_them_void_none_and_are_changed() -> None:
    table = changed(three_rounds(), "ebony").report(IrregularityKind.DAMAGED_DICE)
    assert (
        table.expect_refusal(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=5).code == "no-such-round"
    )
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=4)
    assert table.find_events(correction_events.RoundsVoided)[0].numbers == ()
    assert (table.guide.step, table.state.cases) == (Step.CHANGE_DICE, ())
    assert table.expect_refusal(commands.PlaceYourBets).code == "dice-damaged"


@pytest.mark.clause(TAI_SAI, "5.6")
def test_dice_damaged_in_a_round_that_no_damage_reached_are_changed_after_it() -> None:
    table = betted().close().roll(4, 5, 6).report(IrregularityKind.DAMAGED_DICE)
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=2).finish()
    assert (table.net("big"), table.guide.step) == (1000, Step.CHANGE_DICE)


@pytest.mark.clause(TAI_SAI, "5.6")
def test_only_so_many_rounds_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fold_corrections.MOST_PAST_ROUNDS >= 24 * 70, "more than a day of play"
    monkeypatch.setattr(fold_corrections, "MOST_PAST_ROUNDS", 20)
    table = RoundTable(TAI_SAI)
    for _ in range(25):
        table.close().roll(1, 2, 3).finish().begin()
    assert len(table.state.history) == 20


@pytest.mark.clause(TAI_SAI, "5.10", "5.11")
def test_the_dice_decide_and_not_lamps_or_displays() -> None:
    table = betted().close().roll(4, 5, 6)
    table.report(IrregularityKind.WRONG_LAMPS)
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.10"
    table.report(IrregularityKind.WRONG_DISPLAY)
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.11"
    assert table.expect_refusal(commands.AnnounceResult).code == "case-open"
    table.do(correction_commands.ConfirmComparison).finish()
    assert table.net("big") == 1000


@pytest.mark.clause(TAI_SAI, "5.8")
def test_an_error_of_an_earlier_round_changes_nothing() -> None:
    table = played(4, 5, 6).begin()
    assert table.expect_refusal(correction_commands.CorrectDice, dice=(1, 1, 2), reason="misread").clause == "5.8"
    table.report(IrregularityKind.ERROR_OF_EARLIER_ROUND)
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.8"
    assert table.state.cases == ()


@pytest.mark.assurance("A43")
@pytest.mark.clause(TAI_SAI, "5.10")
def test_dice_misread_are_corrected_and_the_round_is_settled_anew() -> None:
    table = played(4, 5, 6).do(correction_commands.CorrectDice, dice=(1, 1, 2), reason="misread")
    assert table.expect_refusal(commands.Approve).code == "same-person"
    table.approve()
    assert table.case.facts == {"- red": "-1000", "- blue": "600"}
    table.resolve().finish()
    assert table.net("big") == -1000
    assert table.net("small") == 600

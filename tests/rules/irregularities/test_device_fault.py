"""Ruling O26: where law of the place is switched on, a device's fault that affected the outcome voids the round."""

import pytest

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import DeviceFaultNeeded, GuestsNotifiedNeeded, Need, VoidNeeded
from dealer_app.domain.round.refusal import HOUSE_POLICY
from dealer_app.domain.round.state import Phase
from dealer_app.rulebooks import load_rulebook
from tests.support.rounds import DEALER, INSURANCE, MBS, SHIFT_MANAGER, SUPERVISOR, TAI_SAI, V4, RoundTable

GAMES = (V4, INSURANCE, MBS, TAI_SAI)


def table_with_law(game: str) -> RoundTable:
    table = RoundTable(game)
    table.rules = table.rules.with_device_fault(voids=True)
    table.bet("big" if game == TAI_SAI else "player", 1_000, None if game == TAI_SAI else 1)
    return table.do(commands.NoMoreBets)


def needs(table: RoundTable) -> tuple[Need, ...]:
    return table.state.cases[-1].needs


@pytest.mark.parametrize("game", GAMES)
def test_affected_every_guest_is_told_then_the_round_is_void_and_all_bets_go_back(game: str) -> None:
    table = table_with_law(game).report(IrregularityKind.DEVICE_FAULT)
    role, _ = table.rules.decider("uncovered_case")
    assert needs(table) == (DeviceFaultNeeded(role, HOUSE_POLICY),)
    table.do(correction_commands.StateDeviceFault, by=SHIFT_MANAGER, affected=True, text="it read a card twice")
    assert needs(table) == (GuestsNotifiedNeeded(HOUSE_POLICY), VoidNeeded(HOUSE_POLICY))
    assert table.expect_refusal(commands.ConfirmVoid).code == "not-asked"
    table.do(correction_commands.ConfirmGuestsNotified).do(commands.ConfirmVoid)
    after = table.state
    assert after.round is None
    assert after.last is not None
    assert after.last.phase is Phase.VOID
    assert not after.cases


def test_not_affected_play_goes_on_as_the_book_says() -> None:
    table = table_with_law(V4).report(IrregularityKind.DEVICE_FAULT)
    table.do(correction_commands.StateDeviceFault, by=SHIFT_MANAGER, affected=False, text="only a lamp")
    assert not table.state.cases
    assert table.state.round is not None


def test_it_goes_before_a_power_failure_whose_round_would_go_on() -> None:
    table = table_with_law(V4).report(IrregularityKind.POWER_FAILURE)
    waiting = len(table.state.cases)
    table.report(IrregularityKind.DEVICE_FAULT)
    assert len(table.state.cases) == waiting + 1
    table.do(correction_commands.StateDeviceFault, by=SHIFT_MANAGER, affected=True, text="the shoe")
    table.do(correction_commands.ConfirmGuestsNotified).do(commands.ConfirmVoid)
    assert not table.state.cases


@pytest.mark.parametrize("game", GAMES)
def test_no_document_knows_it_and_without_the_law_it_is_refused(game: str) -> None:
    book = load_rulebook(game)
    assert book.find_ruling("O26") is None
    table = RoundTable(game)
    refused = table.expect_refusal(commands.Report, trouble=IrregularityKind.DEVICE_FAULT.value)
    assert (refused.code, refused.clause) == ("law-not-in-force", HOUSE_POLICY)


def test_only_who_decides_what_no_document_covers_states_it_and_in_words() -> None:
    table = table_with_law(V4).report(IrregularityKind.DEVICE_FAULT)
    state = correction_commands.StateDeviceFault
    assert table.expect_refusal(state, by=DEALER, affected=True, text="so").code == "same-person"
    assert table.expect_refusal(state, by=SUPERVISOR, affected=True, text="so").code == "wrong-role"
    assert table.expect_refusal(state, by=SHIFT_MANAGER, affected=True, text=" ").code == "reason-needed"

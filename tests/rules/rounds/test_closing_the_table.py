"""A table closes only between rounds, with no claim, no unclaimed winnings, no card carried over and nothing open."""

import pytest

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.wagers import Bettor
from dealer_app.rulebooks import GAMES
from tests.support.rounds import BACCARAT, SHIFT_MANAGER, SUPERVISOR, TAI_SAI, V4, RoundTable

NATURAL = "9S 3H KD 4C"
ONE = (1, Bettor("seated"))


def refusal(table: RoundTable) -> tuple[str, str]:
    """Why it may not close; that it is not offered either."""
    assert not table.allows(commands.CloseTable)
    found = table.expect_refusal(commands.CloseTable)
    return found.code, found.clause


def closes(table: RoundTable) -> None:
    assert table.do(commands.CloseTable).guide.step is Step.OPEN_TABLE
    assert table.state.table is None


def played(book: str) -> RoundTable:
    table = RoundTable(book)
    if book == TAI_SAI:
        return table.bets(("small", 1000, None)).close().roll(1, 2, 3).finish()
    return table.bets(("player", 1000, 1)).close().deal(NATURAL).finish()


@pytest.mark.parametrize("book", GAMES)
def test_a_table_closes_between_rounds(book: str) -> None:
    closes(RoundTable(book, begun=False))
    closes(played(book))


@pytest.mark.parametrize("book", GAMES)
def test_in_no_phase_of_a_round(book: str) -> None:
    table = RoundTable(book)
    assert refusal(table)[0] == "round-on"
    table.bets(("small", 1000, None) if book == TAI_SAI else ("player", 1000, 1)).close()
    assert refusal(table)[0] == "round-on"
    table = (table.roll(1, 2, 3) if book == TAI_SAI else table.deal(NATURAL)).announce()
    assert refusal(table) == ("round-on", table.rules.clause("round"))
    closes(table.finish())


@pytest.mark.parametrize("book", GAMES)
def test_not_while_a_claim_is_open(book: str) -> None:
    table = played(book).do(commands.HoldForClaim, text="he had bet")
    assert refusal(table) == ("claim-open", "house policy")
    closes(table.do(commands.CloseClaim, by=SUPERVISOR, decision="stands", clause="5.14"))


@pytest.mark.parametrize("book", GAMES)
def test_not_while_something_is_still_to_be_put_right(book: str) -> None:
    table = played(book).report(IrregularityKind.WRONG_TAKE_OR_PAY)
    assert refusal(table)[0] == "case-open"
    closes(table.approve())


@pytest.mark.parametrize("book", BACCARAT)
def test_not_while_winnings_of_a_player_who_left_are_kept(book: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1)).close().report(IrregularityKind.PLAYER_LEFT, who=ONE)
    if table.state.cases:
        table.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=commands.Effect.CONTINUE, text="he left")
    table.deal(NATURAL).finish()
    assert refusal(table) == ("winnings-unclaimed", table.rules.clause("player-left"))
    closes(table.do(correction_commands.HandOver, by=SUPERVISOR, who=ONE, text="in the safe"))


@pytest.mark.parametrize("dealing", Dealing)
def test_not_while_a_card_is_carried_over(dealing: Dealing) -> None:
    table = RoundTable(V4, dealing=dealing).bets(("player", 1000, 1)).close().deal(NATURAL).turn_all()
    table.deal("2H").resolve().finish()
    assert refusal(table) == ("sealed-card-left", "5.8")
    closes(table.do(commands.EndShoe, by=SUPERVISOR, reason="closing"))

"""The dealing device: seen into, moved, reset, its cutting card (RWS 5.8; MBS 3.22.1, 5.6, 5.9, 5.12)."""

import pytest

from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import Dealing, Method
from tests.support.rounds import INSURANCE, MBS, V4, RoundTable


@pytest.mark.clause(MBS, "5.6")
def test_a_card_seen_after_the_first_is_played_as_if_face_down() -> None:
    table = RoundTable(MBS).bets(("player", 1000, 1)).close().deal("4H").report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.6"
    assert table.state.cases == ()


@pytest.mark.clause(MBS, "5.6", "6.1")
def test_a_card_seen_before_the_first_is_not_covered() -> None:
    table = RoundTable(MBS).bets(("player", 1000, 1)).close().report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    assert table.guide.why == "6.1"


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.8"), (INSURANCE, "5.7")])
@pytest.mark.clause(V4, "5.8", "5.8.1")
@pytest.mark.clause(INSURANCE, "5.7", "5.7.1")
def test_an_exposed_card_gives_options_until_an_outcome_is_established(book: str, clause: str) -> None:
    table = (
        RoundTable(book).bets(("player", 1000, 1)).close().deal("4S TD").report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    )
    assert (table.case.clause, table.need_names) == (clause, ["OptionsNeeded"])
    later = (
        RoundTable(book).bets(("player", 1000, 1)).close().deal("4S TD 4H").report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    )
    assert later.state.cases == ()
    open_bets = RoundTable(book).bets(("player", 1000, 1)).report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    assert open_bets.guide.why == "5.18"


@pytest.mark.clause(MBS, "5.12", "5.12.1")
def test_a_card_seen_as_the_device_moves_is_played_as_if_face_down() -> None:
    table = RoundTable(MBS, layout="E", hlga=True, method=Method.C).close().deal("4H")
    table.report(IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED)
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.12.1"
    assert table.state.cases == ()


@pytest.mark.clause(MBS, "5.2", "5.12", "5.12.2")
def test_an_order_altered_while_the_device_moves_voids_and_the_cards_are_replaced() -> None:
    table = RoundTable(MBS, hlga=True, method=Method.C).bets(("player", 1000, 1)).close().deal("4H")
    table.report(IrregularityKind.ORDER_LOST).resolve()
    assert (table.round.phase, table.round.void_clause) == (Phase.VOID, "5.12.2")
    assert table.state.shoe.closed_for == "5.12.2"
    elsewhere = (
        RoundTable(MBS).bets(("player", 1000, 1)).close().deal("4H").report(IrregularityKind.ORDER_LOST).resolve()
    )
    assert elsewhere.round.void_clause == "5.2"
    assert elsewhere.state.shoe.closed_for is None


@pytest.mark.clause(MBS, "5.9")
def test_a_reset_lets_wagers_go_and_opens_bets_once_more() -> None:
    table = RoundTable(MBS).bets(("player", 1000, 1), ("banker", 900, 2)).close().report(IrregularityKind.DEVICE_RESET)
    assert table.case.clause == "5.9"
    table.options(leaving=[1]).do(correction_commands.ConfirmReset)
    assert table.round.phase is Phase.BETTING
    assert table.is_returned("player", 1)
    table.bet("tie", 200, 1).close().deal("4H 9S 5D 5C").finish()
    assert table.net("banker", 2) == -900
    assert table.net("tie", 1) == -200
    assert len(table.find_events(events.BetsClosed)) == 2


@pytest.mark.clause(MBS, "5.9", "6.1")
def test_once_a_card_has_been_seen_a_reset_is_not_covered() -> None:
    """Ruling O12."""
    table = RoundTable(MBS).bets(("player", 1000, 1)).close().deal("4H").report(IrregularityKind.DEVICE_RESET)
    assert table.guide.why == "6.1"
    face_down = RoundTable(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    face_down.do(commands.DrawCard, card=None).report(IrregularityKind.DEVICE_RESET)
    assert face_down.case.clause == "5.9"


@pytest.mark.clause(MBS, "3.22.1")
def test_in_hlga_the_dealer_may_let_wagers_go_when_the_cutting_card_is_first() -> None:
    table = RoundTable(MBS, hlga=True).bets(("player", 1000, 1), ("banker", 900, 2)).close()
    assert table.expect_refusal(commands.Report, trouble=IrregularityKind.CUTTING_CARD_FIRST.value).clause == "3.22.1"
    table.do(commands.CuttingCardOut).report(IrregularityKind.CUTTING_CARD_FIRST)
    assert (table.case.clause, table.guide.who) == ("3.22.1", "dealer")
    table.resolve(leaving=[2])
    assert table.is_returned("banker", 2)
    second = RoundTable(MBS, hlga=True, last_rounds=1).close().deal("4H").do(commands.CuttingCardOut).deal("9S 5D 5C")
    second.finish().begin().bets(("player", 1000, 1)).close()
    late = second.expect_refusal(commands.Report, trouble=IrregularityKind.CUTTING_CARD_FIRST.value)
    assert (late.code, late.clause) == ("not-the-first-card", "3.22.1"), "it came in the round before (ruling O23)"
    between = RoundTable(MBS, hlga=True, last_rounds=1, begun=False).do(commands.CuttingCardOut).begin().close()
    assert (
        between.expect_refusal(commands.Report, trouble=IrregularityKind.CUTTING_CARD_FIRST.value).code
        == "not-the-first-card"
    )
    elsewhere = RoundTable(MBS).bets(("player", 1000, 1)).close().do(commands.CuttingCardOut)
    assert (
        elsewhere.expect_refusal(commands.Report, trouble=IrregularityKind.CUTTING_CARD_FIRST.value).clause == "3.22.1"
    )

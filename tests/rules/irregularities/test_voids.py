"""What voids a round, who agrees, and what a void leaves on the table (RWS 5.4 to 5.6, 5.16; MBS 5.1 to 5.3)."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.reports import reportable_kinds
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.round.visible import next_card
from tests.support.rounds import (
    BACCARAT,
    INSURANCE,
    MBS,
    PIT_MANAGER,
    SHIFT_MANAGER,
    SUPERVISOR,
    TAI_SAI,
    V4,
    RoundTable,
)

CLAUSE_OF = {
    IrregularityKind.FOREIGN_CARD: {V4: "5.5.1", INSURANCE: "5.5.1", MBS: "5.1"},
    IrregularityKind.WRONG_DECK: {V4: "5.5.2", INSURANCE: "5.5.2", MBS: "5.1"},
    IrregularityKind.WRONG_NUMBER_OF_CARDS: {V4: "5.5.3", INSURANCE: "5.5.3", MBS: "5.2"},
    IrregularityKind.INSUFFICIENT_CARDS: {V4: "5.5.4", INSURANCE: "5.5.4", MBS: "5.3"},
    IrregularityKind.NOT_SHUFFLED: {V4: "5.5.5", INSURANCE: "5.5.5", MBS: "5.1"},
}


def dealt(book: str) -> RoundTable:
    """Natural nine: a bet is decided, and still the round is void (ruling O9)."""
    return RoundTable(book).bets(("player", 1000, 1), ("banker", 800, 2)).close().deal("4H 9S 5D 5C")


def _voided_by(book: str, trouble: IrregularityKind) -> RoundTable:
    """Cards can be too few only where one is wanted: here the sixth, with bets decided by the first five."""
    if trouble is not IrregularityKind.INSUFFICIENT_CARDS:
        return dealt(book).report(trouble)
    table = RoundTable(book).bets(("player", 1000, 1), ("banker", 800, 2)).close().deal("2S 2H KD KC 7D")
    return table.close_offers().report(trouble)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("trouble", CLAUSE_OF)
@pytest.mark.clause(V4, "5.5", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.16")
@pytest.mark.clause(INSURANCE, "5.5", "5.5.1", "5.5.2", "5.5.3", "5.5.4", "5.5.5", "5.16")
@pytest.mark.clause(MBS, "5.1", "5.1.1", "5.2", "5.3")
def test_the_round_is_void_once_a_supervisor_agrees_and_every_bet_returns(book: str, trouble: IrregularityKind) -> None:
    table = _voided_by(book, trouble)
    assert table.case.clause == CLAUSE_OF[trouble][book]
    assert table.expect_refusal(commands.ConfirmVoid).code == "not-asked"
    table.resolve()
    assert table.round.phase is Phase.VOID
    assert table.is_returned("player", 1)
    assert table.is_returned("banker", 2)
    assert table.find_events(events.RoundConcluded) == []


def power_fails(book: str) -> RoundTable:
    table = RoundTable(book)
    table = table.bets(("big", 500, None)) if book == TAI_SAI else table.bets(("player", 1000, 1)).close()
    return table.report(IrregularityKind.POWER_FAILURE)


def order_lost(**settings: Any) -> RoundTable:
    return (
        RoundTable(MBS, **settings).bets(("player", 1000, 1)).close().deal("4H 9S").report(IrregularityKind.ORDER_LOST)
    )


def order_lost_together() -> RoundTable:
    table = RoundTable(MBS).bets(("player", 1000, 1)).close().deal("4H 9S")
    return table.report(IrregularityKind.TOGETHER_ORDER_LOST, places=(0, 1))


@pytest.mark.assurance("A46")
@pytest.mark.parametrize(
    ("voids", "clause"),
    [
        (partial(power_fails, V4), "5.4.2"),
        (partial(power_fails, INSURANCE), "5.4.2"),
        (partial(power_fails, TAI_SAI), "5.4.2"),
        (order_lost, "5.2"),
        (partial(order_lost, method=Method.C, hlga=True), "5.12.2"),
        (order_lost_together, "5.8.2.1"),
    ],
)
@pytest.mark.clause(V4, "5.4.2")
@pytest.mark.clause(INSURANCE, "5.4.2")
@pytest.mark.clause(TAI_SAI, "5.4.2")
@pytest.mark.clause(MBS, "5.2", "5.8.2.1", "5.12.2")
def test_nobody_voids_a_round_alone(voids: Callable[[], RoundTable], clause: str) -> None:
    """Whatever clause it rests on: a Pit Supervisor agrees to it before (house policy)."""
    table = voids()
    assert (table.guide.step, table.guide.who, table.case.clause) == (Step.APPROVE, "pit_supervisor", clause)
    assert table.expect_refusal(commands.ConfirmVoid).code == "not-asked"
    assert table.expect_refusal(commands.Approve).code == "same-person"
    table.approve().do(commands.ConfirmVoid)
    assert (table.round.phase, table.round.void_clause) == (Phase.VOID, clause)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize(
    "trouble", [IrregularityKind.FOREIGN_CARD, IrregularityKind.WRONG_DECK, IrregularityKind.NOT_SHUFFLED]
)
@pytest.mark.clause(V4, "5.5.1", "5.5.2", "5.5.5")
@pytest.mark.clause(INSURANCE, "5.5.1", "5.5.2", "5.5.5")
@pytest.mark.clause(MBS, "5.1")
def test_nothing_more_is_dealt_from_wrong_cards(book: str, trouble: IrregularityKind) -> None:
    table = dealt(book).report(trouble).resolve()
    assert table.expect_refusal(commands.PlaceYourBets).code == "shoe-closed"
    table.do(commands.EndShoe, by=SUPERVISOR, reason="replaced").new_shoe().begin()


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.5.1", "5.6")
@pytest.mark.clause(INSURANCE, "5.5", "5.5.1", "5.11")
@pytest.mark.clause(MBS, "5.1.2")
def test_found_between_rounds_nothing_is_voided_but_the_shoe_is_closed(book: str) -> None:
    table = dealt(book).finish().report(IrregularityKind.FOREIGN_CARD)
    assert table.round.phase is Phase.CONCLUDED
    assert table.net("player", 1) == 1000
    assert table.expect_refusal(commands.PlaceYourBets).code == "shoe-closed"


@pytest.mark.clause(V4, "5.18")
def test_a_void_that_is_refused_goes_to_the_shift_manager() -> None:
    table = dealt(V4).report(IrregularityKind.WRONG_DECK)
    assert table.expect_refusal(commands.Refuse, by=SUPERVISOR, reason="").code == "reason-needed"
    table.do(commands.Refuse, by=SUPERVISOR, reason="the deck was counted")
    assert table.guide.who == "shift_manager"
    assert table.guide.why == "5.18"
    ruling = {"text": "the count stands", "effect": commands.Effect.CONTINUE}
    assert table.expect_refusal(commands.GiveRuling, by=PIT_MANAGER, **ruling).code == "wrong-role"
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, **ruling).finish()
    assert table.net("player", 1) == 1000


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.18"), (INSURANCE, "5.18"), (MBS, "6.1"), (TAI_SAI, "5.14")])
@pytest.mark.clause(V4, "5.18")
@pytest.mark.clause(INSURANCE, "5.18")
@pytest.mark.clause(MBS, "6.1")
@pytest.mark.clause(TAI_SAI, "5.14")
def test_what_is_not_covered_is_for_the_shift_manager_alone(book: str, clause: str) -> None:
    table = RoundTable(book).close().report(IrregularityKind.OTHER, text="a glass fell on the layout")
    assert (table.guide.why, table.guide.who) == (clause, "shift_manager")
    words = {"text": "void", "effect": commands.Effect.VOID}
    assert table.expect_refusal(commands.GiveRuling, by=PIT_MANAGER, **words).clause == clause
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, **words)
    assert table.round.phase is Phase.VOID
    assert table.round.void_clause == clause


def test_who_reports_never_approves_even_in_a_higher_position() -> None:
    table = dealt(V4).do(commands.Report, by=SUPERVISOR, trouble=IrregularityKind.WRONG_DECK.value)
    assert table.expect_refusal(commands.Approve, by=SUPERVISOR).code == "same-person"
    table.do(commands.Approve, by=PIT_MANAGER)


@pytest.mark.clause(V4, "5.16")
@pytest.mark.clause(INSURANCE, "5.16")
def test_chips_that_moved_before_a_void_are_moved_back_first() -> None:
    table = dealt(V4).announce().do(commands.TickBet, number=table_bet(dealt(V4), "player", 1))
    table.report(IrregularityKind.FOREIGN_CARD).approve().do(commands.ConfirmVoid)
    assert table.case.trouble == IrregularityKind.CHIPS_MOVED.value
    assert table.case.facts == {"1 seated": "-1000"}
    assert table.expect_refusal(commands.PlaceYourBets).code == "case-open"
    assert table.resolve().expect_refusal(commands.PlaceYourBets).clause == "5.5.1"
    table.do(commands.EndShoe, reason="a foreign card").new_shoe().begin()


def table_bet(table: RoundTable, area: str, seat: int) -> int:
    return table.find_bet(area, seat).number


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.6", "5.12")
@pytest.mark.clause(INSURANCE, "5.11")
@pytest.mark.clause(MBS, "6.1")
def test_an_error_of_an_earlier_round_changes_nothing_once_bets_are_open_again(book: str) -> None:
    table = dealt(book).finish().begin()
    assert (
        table.expect_refusal(
            correction_commands.CorrectCard, place=0, card=table.state.shoe.seen, reason="misread"
        ).code
        == "correct-while-open"
    )
    table.report(IrregularityKind.ERROR_OF_EARLIER_ROUND)
    if book == MBS:
        assert table.guide.who == "shift_manager"
    else:
        assert table.find_events(events.CaseOpened)[-1].case.clause == {V4: "5.6", INSURANCE: "5.11"}[book]
        assert table.state.cases == ()


@pytest.mark.clause(MBS, "5.16")
def test_limits_missed_in_an_earlier_round_are_settled() -> None:
    table = dealt(MBS).finish().begin().report(IrregularityKind.LIMITS_OF_EARLIER_ROUND)
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.16"
    assert table.state.cases == ()


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.4.2"), (INSURANCE, "5.4.2"), (MBS, "5.17.1")])
@pytest.mark.clause(V4, "5.4", "5.4.2")
@pytest.mark.clause(INSURANCE, "5.4", "5.4.2")
@pytest.mark.clause(MBS, "5.17", "5.17.1")
def test_a_power_failure_with_nothing_established(book: str, clause: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1), ("tie", 200, 1), ("banker", 800, 2)).close().deal("8S 3D")
    table.report(IrregularityKind.POWER_FAILURE)
    assert table.case.clause == clause
    table.resolve(leaving=[1])
    if book != MBS:
        assert table.round.phase is Phase.VOID
        return
    assert table.is_returned("player", 1)
    assert table.is_returned("tie", 1)
    assert not table.is_returned("banker", 2)
    table.deal("KD 4C").finish()
    assert table.net("banker", 2) == -800


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.4.1"), (INSURANCE, "5.4.1"), (MBS, "5.17.2")])
@pytest.mark.clause(V4, "5.4", "5.4.1")
@pytest.mark.clause(INSURANCE, "5.4", "5.4.1")
@pytest.mark.clause(MBS, "5.17", "5.17.2")
def test_a_power_failure_with_something_established_changes_nothing(book: str, clause: str) -> None:
    table = dealt(book).report(IrregularityKind.POWER_FAILURE)
    case = table.find_events(events.CaseOpened)[-1].case
    assert (case.clause, case.established) == (clause, True)
    table.finish()
    assert table.net("player", 1) == 1000


@pytest.mark.parametrize(("trouble", "clause"), [("insufficient-cards", "5.3"), ("not-shuffled", "5.1.1")])
@pytest.mark.clause(MBS, "5.1", "5.1.1", "5.3")
def test_the_clause_that_voids_is_that_of_the_trouble(trouble: str, clause: str) -> None:
    table = _voided_by(MBS, IrregularityKind(trouble)).approve()
    assert (table.guide.step, table.guide.why) == (Step.VOID, clause)
    table.do(commands.ConfirmVoid)
    assert table.round.void_clause == clause


@pytest.mark.parametrize("dealing", Dealing)
@pytest.mark.parametrize("book", [V4, INSURANCE, MBS])
@pytest.mark.clause(V4, "5.5.4")
@pytest.mark.clause(INSURANCE, "5.5.4")
@pytest.mark.clause(MBS, "5.3")
def test_cards_are_too_few_only_for_a_round_that_wants_one(book: str, dealing: Dealing) -> None:
    """From the first card to the last, on a face-up and a face-down table alike (ruling O20)."""
    clause = "5.3" if book == MBS else "5.5.4"
    for values in ("9S 3H KD 4C", "2S 2H KD KC 4D 4H", "6S 5H KD KC 9D"):
        table = RoundTable(book, dealing=dealing).bets(("player", 1000, 1))
        assert IrregularityKind.INSUFFICIENT_CARDS in reportable_kinds(table.rules, table.state)
        table.close()
        while table.guide.step is not Step.ANNOUNCE_RESULT:
            wanted = table.guide.step is not Step.TURN_CARDS
            assert (IrregularityKind.INSUFFICIENT_CARDS in reportable_kinds(table.rules, table.state)) is wanted, (
                table.guide
            )
            if not wanted:
                refusal = table.expect_refusal(commands.Report, trouble=IrregularityKind.INSUFFICIENT_CARDS.value)
                assert (refusal.code, refusal.clause) == ("turn-first", clause)
                table.do(commands.TurnCards, places=next_card(table.rules, table.state, table.round).places)
            elif table.guide.step is Step.OFFER_INSURANCE:
                table.do(commands.CloseOffer)
            else:
                table.draw(values.split()[len(table.round.cards)])
        for _ in range(2):
            refusal = table.expect_refusal(commands.Report, trouble=IrregularityKind.INSUFFICIENT_CARDS.value)
            assert (refusal.code, refusal.clause) == ("hands-complete", clause)
            if table.round.phase is Phase.CLOSED:
                table.do(commands.AnnounceResult)


@pytest.mark.parametrize(
    "trouble", [IrregularityKind.FOREIGN_CARD, IrregularityKind.WRONG_DECK, IrregularityKind.NOT_SHUFFLED]
)
@pytest.mark.parametrize("book", [V4, INSURANCE])
@pytest.mark.clause(V4, "5.4.2", "5.5.1", "5.5.2", "5.5.5")
@pytest.mark.clause(INSURANCE, "5.4.2", "5.5.1", "5.5.2", "5.5.5")
def test_a_shoe_found_wrong_is_closed_though_the_light_voids_the_round(book: str, trouble: IrregularityKind) -> None:
    table = (
        RoundTable(book)
        .bets(("player", 1000, 1))
        .close()
        .deal("4H")
        .report(trouble)
        .report(IrregularityKind.POWER_FAILURE)
    )
    table.resolve()
    assert (table.round.phase, table.round.void_clause) == (Phase.VOID, "5.4.2")
    assert table.expect_refusal(commands.PlaceYourBets).code == "shoe-closed"

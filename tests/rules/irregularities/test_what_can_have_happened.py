"""Only what can have happened now is listed and heard: not what other tables have, nor what a first round cannot."""

from typing import Any

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.reports import reportable_kinds
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.wagers import Bettor
from tests.support.rounds import BACCARAT, INSURANCE, MBS, SHIFT_MANAGER, SUPERVISOR, TAI_SAI, V4, RoundTable

NOT_AT_RWS = {
    IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED,
    IrregularityKind.DEVICE_RESET,
    IrregularityKind.CARDS_NOT_PASSED,
}
EARLIER = {IrregularityKind.ERROR_OF_EARLIER_ROUND, IrregularityKind.LIMITS_OF_EARLIER_ROUND}
OF_A_TUMBLE = {
    IrregularityKind.TUMBLED_TOO_EARLY: "5.5.3",
    IrregularityKind.TOO_FEW_TUMBLES: "5.5.1",
    IrregularityKind.COCKED_DIE: "5.5.2",
}


def listed(table: RoundTable) -> set[IrregularityKind]:
    return set(reportable_kinds(table.rules, table.state))


def dealt(book: str, **settings: Any) -> RoundTable:
    return RoundTable(book, **settings).bets(("player", 1000, 1)).close().deal("4S QH")


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.6", "5.12")
@pytest.mark.clause(INSURANCE, "5.11")
@pytest.mark.clause(MBS, "5.16")
def test_in_the_first_round_nothing_is_of_an_earlier_one(book: str) -> None:
    table = dealt(book)
    assert not EARLIER & listed(table)
    assert (
        table.expect_refusal(commands.Report, trouble=IrregularityKind.ERROR_OF_EARLIER_ROUND.value).code
        == "no-earlier-round"
    )
    table.deal("5D 7C").finish()
    assert listed(table) >= EARLIER
    table.begin()
    assert listed(table) >= EARLIER


@pytest.mark.parametrize("book", [V4, INSURANCE])
@pytest.mark.parametrize("dealing", Dealing)
def test_what_only_the_other_house_knows_is_not_listed(book: str, dealing: Dealing) -> None:
    table = dealt(book, dealing=dealing)
    assert not NOT_AT_RWS & listed(table)
    for trouble in NOT_AT_RWS:
        assert table.expect_refusal(commands.Report, trouble=trouble.value).code == "not-in-this-game"


@pytest.mark.clause(MBS, "5.7.1", "5.9", "5.12")
def test_what_rests_on_a_method_is_listed_where_that_is_dealt_by() -> None:
    face_down = {"dealing": Dealing.FACE_DOWN}
    by_method = {method: NOT_AT_RWS & listed(dealt(MBS, method=method, hlga=True, **face_down)) for method in Method}
    assert by_method == {
        Method.A: {IrregularityKind.DEVICE_RESET, IrregularityKind.CARDS_NOT_PASSED},
        Method.B: {IrregularityKind.DEVICE_RESET},
        Method.C: {
            IrregularityKind.DEVICE_RESET,
            IrregularityKind.CARDS_NOT_PASSED,
            IrregularityKind.CARD_SEEN_AS_DEVICE_MOVED,
        },
    }


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.9.2")
@pytest.mark.clause(INSURANCE, "5.8.2")
@pytest.mark.clause(MBS, "5.7")
def test_where_cards_are_dealt_face_up_nobody_accepts_them(book: str) -> None:
    assert not {IrregularityKind.CARD_TO_WRONG_PERSON, IrregularityKind.CARDS_NOT_PASSED} & listed(dealt(book))
    assert IrregularityKind.CARD_TO_WRONG_PERSON in listed(dealt(book, dealing=Dealing.FACE_DOWN))


@pytest.mark.parametrize("book", BACCARAT)
def test_no_card_is_missed_before_the_first_four_are_dealt(book: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("4H 9S")
    missed = IrregularityKind.MISSED_CARD
    assert missed not in listed(table)
    assert table.expect_refusal(commands.Report, trouble=missed.value).code == "initial-cards-due"
    assert missed in listed(table.deal("KD 5C"))


@pytest.mark.parametrize("trouble", [IrregularityKind.CARD_TO_WRONG_PERSON, IrregularityKind.DAMAGED_CARD])
@pytest.mark.parametrize("book", BACCARAT)
def test_a_report_of_a_card_names_the_card(book: str, trouble: IrregularityKind) -> None:
    table = dealt(book, dealing=Dealing.FACE_DOWN)
    assert table.expect_refusal(commands.Report, trouble=trouble.value).code == "card-not-named"
    assert trouble in listed(table)
    table.report(trouble, places=(0,))


# Tai Sai: what no device tells of


def stages() -> dict[str, RoundTable]:
    def bets() -> RoundTable:
        return RoundTable(TAI_SAI).bet("big", 1000)

    def tumbled() -> RoundTable:
        return bets().close().do(commands.CountTumbles, tumbles=3)

    rolled = bets().close().roll(2, 5, 6)
    announced = bets().close().roll(2, 5, 6).announce()
    return {"open": bets(), "closed": bets().close(), "tumbled": tumbled(), "read": rolled, "announced": announced}


@pytest.mark.parametrize(
    ("stage", "heard"),
    [
        ("open", {IrregularityKind.TUMBLED_TOO_EARLY}),
        ("closed", {IrregularityKind.TUMBLED_TOO_EARLY, IrregularityKind.TOO_FEW_TUMBLES}),
        *((stage, set(OF_A_TUMBLE)) for stage in ("tumbled", "read", "announced")),
    ],
)
@pytest.mark.clause(TAI_SAI, "5.5", "5.5.1", "5.5.2", "5.5.3")
def test_what_the_tumbler_did_is_reported_by_hand_until_the_round_ends(
    stage: str, heard: set[IrregularityKind]
) -> None:
    assert set(OF_A_TUMBLE) & listed(stages()[stage]) == heard
    for trouble in heard:
        table = stages()[stage].report(trouble)
        assert (table.case.clause, table.guide.step, table.guide.who) == (
            OF_A_TUMBLE[trouble],
            Step.APPROVE,
            "pit_supervisor",
        )
        table.do(commands.Approve, by=SUPERVISOR).do(commands.ConfirmVoid).resolve()
        assert table.round.phase is Phase.VOID
        assert table.is_returned("big")


def settled() -> RoundTable:
    return stages()["announced"].finish()


@pytest.mark.parametrize("trouble", OF_A_TUMBLE)
@pytest.mark.clause(TAI_SAI, "5.5", "5.12", "5.14")
def test_of_a_tumble_found_wrong_after_the_settlement_the_shift_manager_rules(trouble: IrregularityKind) -> None:
    """No clause speaks of it, and the next round has not commenced (ruling O18)."""
    assert set(OF_A_TUMBLE) <= listed(settled())
    table = settled().report(trouble, text="seen by the camera")
    assert (table.case.trouble, table.case.clause, table.guide.who) == (trouble.value, "5.14", "shift_manager")
    assert (
        table.expect_refusal(commands.GiveRuling, by=SUPERVISOR, text="void", effect=commands.Effect.VOID).code
        == "wrong-role"
    )
    assert table.expect_refusal(commands.PlaceYourBets).code == "case-open"
    void = settled().report(trouble)
    void.do(commands.GiveRuling, by=SHIFT_MANAGER, text="no valid tumble", effect=commands.Effect.VOID)
    assert (void.round.phase, void.round.void_clause, void.is_returned("big")) == (Phase.VOID, "5.14", True)
    assert void.case.facts == {"- seated": "-1000"}
    void.resolve()
    assert not set(OF_A_TUMBLE) & listed(void)
    assert void.expect_refusal(commands.Report, trouble=trouble.value).code == "no-round"
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="it stands", effect=commands.Effect.CONTINUE)
    assert (table.round.phase, table.net("big"), table.state.cases) == (Phase.CONCLUDED, 1000, ())


@pytest.mark.clause(TAI_SAI, "5.5", "5.14")
def test_he_may_rule_that_less_of_a_bet_counts() -> None:
    table = settled().report(IrregularityKind.TOO_FEW_TUMBLES)
    counts = ((table.find_bet("big").number, Money(400)),)
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="half", effect=commands.Effect.CONTINUE, counts=counts)
    table.resolve().finish()
    assert table.net("big") == 400


@pytest.mark.parametrize("effect", commands.Effect)
@pytest.mark.clause(TAI_SAI, "5.3", "5.5", "5.12")
def test_who_has_left_by_then_has_his_stake_kept_if_it_is_void_and_else_what_he_won(effect: commands.Effect) -> None:
    for area, won in (("big", 2000), ("small", 0)):
        table = RoundTable(TAI_SAI).bet(area, 1000, bettor="red").close()
        table.report(IrregularityKind.PLAYER_LEFT, who=(None, Bettor("red"))).roll(2, 5, 6).finish()
        table.report(IrregularityKind.COCKED_DIE).do(
            commands.GiveRuling, by=SHIFT_MANAGER, text="by the book", effect=effect
        )
        owed = sum(amount for _, amount in table.state.winnings_unclaimed)
        assert owed == (1000 if effect is commands.Effect.VOID else won)
        assert table.state.cases == ()


@pytest.mark.parametrize("trouble", OF_A_TUMBLE)
@pytest.mark.clause(TAI_SAI, "5.5", "5.8")
def test_once_the_next_round_has_commenced_the_former_stands(trouble: IrregularityKind) -> None:
    table = settled().begin()
    if trouble is not IrregularityKind.TUMBLED_TOO_EARLY:
        assert table.expect_refusal(commands.Report, trouble=trouble.value).code == "found-too-late"
    table.report(IrregularityKind.ERROR_OF_EARLIER_ROUND)
    assert (table.find_events(events.CaseOpened)[-1].case.clause, table.state.cases) == ("5.8", ())


@pytest.mark.parametrize("book", BACCARAT)
def test_cards_do_not_tumble(book: str) -> None:
    assert not set(OF_A_TUMBLE) & listed(dealt(book))

"""Only what can have happened now is listed and heard: not what other tables have, nor what a first round cannot."""

from typing import Any

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.decide.reportable import reportable
from dealer_app.domain.round.guided import Step
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table import Dealing, Method
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.wagers import Bettor
from tests.support.rounds import BACCARAT, INSURANCE, MBS, SHIFT_MANAGER, SUPERVISOR, TAI_SAI, V4, Seated

NOT_AT_RWS = {Trouble.CARD_SEEN_AS_DEVICE_MOVED, Trouble.DEVICE_RESET, Trouble.CARDS_NOT_PASSED}
EARLIER = {Trouble.ERROR_OF_EARLIER_ROUND, Trouble.LIMITS_OF_EARLIER_ROUND}
OF_A_TUMBLE = {
    Trouble.TUMBLED_TOO_EARLY: "5.5.3",
    Trouble.TOO_FEW_TUMBLES: "5.5.1",
    Trouble.COCKED_DIE: "5.5.2",
}


def listed(table: Seated) -> set[Trouble]:
    return set(reportable(table.rules, table.state))


def dealt(book: str, **settings: Any) -> Seated:
    return Seated(book, **settings).bets(("player", 1000, 1)).close().deal("4S QH")


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.6", "5.12")
@pytest.mark.clause(INSURANCE, "5.11")
@pytest.mark.clause(MBS, "5.16")
def test_in_the_first_round_nothing_is_of_an_earlier_one(book: str) -> None:
    table = dealt(book)
    assert not EARLIER & listed(table)
    assert table.refused(commands.Report, trouble=Trouble.ERROR_OF_EARLIER_ROUND.value).code == "no-earlier-round"
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
        assert table.refused(commands.Report, trouble=trouble.value).code == "not-in-this-game"


@pytest.mark.clause(MBS, "5.7.1", "5.9", "5.12")
def test_what_rests_on_a_method_is_listed_where_that_is_dealt_by() -> None:
    face_down = {"dealing": Dealing.FACE_DOWN}
    by_method = {method: NOT_AT_RWS & listed(dealt(MBS, method=method, hlga=True, **face_down)) for method in Method}
    assert by_method == {
        Method.A: {Trouble.DEVICE_RESET, Trouble.CARDS_NOT_PASSED},
        Method.B: {Trouble.DEVICE_RESET},
        Method.C: {Trouble.DEVICE_RESET, Trouble.CARDS_NOT_PASSED, Trouble.CARD_SEEN_AS_DEVICE_MOVED},
    }


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.9.2")
@pytest.mark.clause(INSURANCE, "5.8.2")
@pytest.mark.clause(MBS, "5.7")
def test_where_cards_are_dealt_face_up_nobody_accepts_them(book: str) -> None:
    assert not {Trouble.CARD_TO_WRONG_PERSON, Trouble.CARDS_NOT_PASSED} & listed(dealt(book))
    assert Trouble.CARD_TO_WRONG_PERSON in listed(dealt(book, dealing=Dealing.FACE_DOWN))


# Tai Sai: what no device tells of


def stages() -> dict[str, Seated]:
    def bets() -> Seated:
        return Seated(TAI_SAI).bet("big", 1000)

    def tumbled() -> Seated:
        return bets().close().do(commands.CountTumbles, tumbles=3)

    rolled = bets().close().roll(2, 5, 6)
    announced = bets().close().roll(2, 5, 6).announce()
    return {"open": bets(), "closed": bets().close(), "tumbled": tumbled(), "read": rolled, "announced": announced}


@pytest.mark.parametrize(
    ("stage", "heard"),
    [
        ("open", {Trouble.TUMBLED_TOO_EARLY}),
        ("closed", {Trouble.TUMBLED_TOO_EARLY, Trouble.TOO_FEW_TUMBLES}),
        *((stage, set(OF_A_TUMBLE)) for stage in ("tumbled", "read", "announced")),
    ],
)
@pytest.mark.clause(TAI_SAI, "5.5", "5.5.1", "5.5.2", "5.5.3")
def test_what_the_tumbler_did_is_reported_by_hand_until_the_round_ends(stage: str, heard: set[Trouble]) -> None:
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
        assert table.returned("big")


def settled() -> Seated:
    return stages()["announced"].finish()


@pytest.mark.parametrize("trouble", OF_A_TUMBLE)
@pytest.mark.clause(TAI_SAI, "5.5", "5.12", "5.14")
def test_of_a_tumble_found_wrong_after_the_settlement_the_shift_manager_rules(trouble: Trouble) -> None:
    """No clause speaks of it, and the next round has not commenced (ruling O18)."""
    assert set(OF_A_TUMBLE) <= listed(settled())
    table = settled().report(trouble, text="seen by the camera")
    assert (table.case.trouble, table.case.clause, table.guide.who) == (trouble.value, "5.14", "shift_manager")
    assert (
        table.refused(commands.GiveRuling, by=SUPERVISOR, text="void", effect=commands.Effect.VOID).code == "wrong-role"
    )
    assert table.refused(commands.PlaceYourBets).code == "case-open"
    void = settled().report(trouble)
    void.do(commands.GiveRuling, by=SHIFT_MANAGER, text="no valid tumble", effect=commands.Effect.VOID)
    assert (void.round.phase, void.round.void_clause, void.returned("big")) == (Phase.VOID, "5.14", True)
    assert void.case.facts == {"- seated": "-1000"}
    void.resolve()
    assert not set(OF_A_TUMBLE) & listed(void)
    assert void.refused(commands.Report, trouble=trouble.value).code == "no-round"
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="it stands", effect=commands.Effect.CONTINUE)
    assert (table.round.phase, table.net("big"), table.state.cases) == (Phase.CONCLUDED, 1000, ())


@pytest.mark.clause(TAI_SAI, "5.5", "5.14")
def test_he_may_rule_that_less_of_a_bet_counts() -> None:
    table = settled().report(Trouble.TOO_FEW_TUMBLES)
    counts = ((table.placed("big").number, Money(400)),)
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="half", effect=commands.Effect.CONTINUE, counts=counts)
    table.resolve().finish()
    assert table.net("big") == 400


@pytest.mark.parametrize("effect", commands.Effect)
@pytest.mark.clause(TAI_SAI, "5.3", "5.5", "5.12")
def test_who_has_left_by_then_has_his_stake_kept_if_it_is_void_and_else_what_he_won(effect: commands.Effect) -> None:
    for area, won in (("big", 2000), ("small", 0)):
        table = Seated(TAI_SAI).bet(area, 1000, bettor="red").close()
        table.report(Trouble.PLAYER_LEFT, who=(None, Bettor("red"))).roll(2, 5, 6).finish()
        table.report(Trouble.COCKED_DIE).do(commands.GiveRuling, by=SHIFT_MANAGER, text="by the book", effect=effect)
        owed = sum(amount for _, amount in table.state.unclaimed)
        assert owed == (1000 if effect is commands.Effect.VOID else won)
        assert table.state.cases == ()


@pytest.mark.parametrize("trouble", OF_A_TUMBLE)
@pytest.mark.clause(TAI_SAI, "5.5", "5.8")
def test_once_the_next_round_has_commenced_the_former_stands(trouble: Trouble) -> None:
    table = settled().begin()
    if trouble is not Trouble.TUMBLED_TOO_EARLY:
        assert table.refused(commands.Report, trouble=trouble.value).code == "found-too-late"
    table.report(Trouble.ERROR_OF_EARLIER_ROUND)
    assert (table.of(events.CaseOpened)[-1].case.clause, table.state.cases) == ("5.8", ())


@pytest.mark.parametrize("book", BACCARAT)
def test_cards_do_not_tumble(book: str) -> None:
    assert not set(OF_A_TUMBLE) & listed(dealt(book))

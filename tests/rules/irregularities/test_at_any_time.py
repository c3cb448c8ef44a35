"""What may be found, mended or taken back when: after the result, before the first round, while a case waits."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, correction_events, events, fold_corrections
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Person, Phase
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.domain.wagers import Area, Bettor, Wager
from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks.clauses import document_clauses
from tests.rules.irregularities.test_corrections import closed, ended
from tests.support.rounds import BACCARAT, DEALER, MBS, SHIFT_MANAGER, SUPERVISOR, TAI_SAI, V4, RoundTable

ONE = (1, Bettor("seated"))
NATURAL = "9S 3H KD 4C"


def announced() -> RoundTable:
    return RoundTable(V4).bets(("player", 1000, 1), ("banker", 600, 2)).close().deal(NATURAL).announce()


def numbers(table: RoundTable) -> list[int]:
    return [bet.number for bet in table.round.bets]


# Bets found wrong after the result


@pytest.mark.clause(V4, "5.14")
def test_a_bet_is_corrected_after_the_result_and_judged_again() -> None:
    table = announced()
    right = Wager(area=Area("banker"), stake=Money(500), seat=1)
    table.do(correction_commands.CorrectBet, number=1, wager=right, reason="chips lay on Banker").approve()
    assert (table.round.phase, table.guide.step) == (Phase.ANNOUNCED, Step.SETTLE)
    assert table.net("banker", 1) == -500
    table.finish()


@pytest.mark.clause(V4, "5.7")
def test_a_late_part_is_found_after_the_result() -> None:
    table = announced().do(correction_commands.ReportBet, fault=BetFault.LATE, number=1, accepted=Money(400)).resolve()
    assert table.finish().net("player", 1) == 400


@pytest.mark.parametrize("book", GAMES)
def test_a_claim_is_closed_by_a_clause_that_the_document_has_or_by_house_policy(book: str) -> None:
    table = ended(closed(book), book)
    numbers = {clause.number for clause in document_clauses(book)}
    others = {clause.number for one in GAMES for clause in document_clauses(one)} | {
        "0.1",
        "5.999",
        "O6",
        "5.",
        "round",
    }
    assert numbers < others
    for named in [*sorted(others), "house policy"]:
        table.do(commands.HoldForClaim, text="he had bet")
        if named in numbers | {"house policy"}:
            table.do(commands.CloseClaim, by=SHIFT_MANAGER, decision="stands", clause=f" {named} ")
        else:
            refusal = table.expect_refusal(commands.CloseClaim, by=SHIFT_MANAGER, decision="stands", clause=named)
            assert (refusal.code, refusal.facts) == ("no-such-clause", {"clause": named})
            table.do(commands.CloseClaim, by=SHIFT_MANAGER, decision="stands", clause="house policy")
    assert {event.clause for event in table.find_events(events.ClaimClosed)} == numbers | {"house policy"}


def test_a_claim_decided_for_the_bettor_is_carried_out() -> None:
    table = announced().do(commands.HoldForClaim, text="he had bet")
    unnamed = table.expect_refusal(commands.CloseClaim, by=SUPERVISOR, decision="he had", clause=" ")
    assert unnamed.code == "clause-needed"
    table.do(commands.CloseClaim, by=SUPERVISOR, decision="he had", clause="5.14")
    wager = Wager(area=Area("player"), stake=Money(300), seat=3)
    table.do(correction_commands.CorrectBet, number=None, wager=wager, reason="claim").approve()
    assert table.finish().net("player", 3) == 300


def test_of_chips_that_had_moved_the_difference_is_put_right() -> None:
    table = announced().do(commands.TickBet, number=1)
    right = Wager(area=Area("player"), stake=Money(300), seat=1)
    table.do(correction_commands.CorrectBet, number=1, wager=right, reason="keyed 1000").approve()
    assert (table.case.trouble, table.case.facts) == (IrregularityKind.CHIPS_MOVED.value, {"1 seated": "-700"})
    assert table.expect_refusal(commands.SettleAll).code == "case-open"
    table.resolve()
    assert table.round.ticked == {1}
    assert table.finish().net("player", 1) == 300


def test_chips_that_have_not_moved_yet_are_no_difference() -> None:
    table = announced().do(commands.TickBet, number=1)
    new = Wager(area=Area("player"), stake=Money(300), seat=3)
    table.do(correction_commands.CorrectBet, number=None, wager=new, reason="not keyed").approve()
    assert table.state.cases == ()
    assert numbers(table)[-1] > 1, "the bet has a number of its own"
    assert table.round.ticked == {1}
    table.finish()
    assert (table.net("player", 1), table.net("player", 3)) == (1000, 300)


def test_a_stake_without_value_is_taken_out_after_the_result() -> None:
    table = announced().do(correction_commands.ReportBet, fault=BetFault.WITHOUT_VALUE, number=1).approve().finish()
    assert table.is_returned("player", 1)


# Wrong take or pay


@pytest.mark.clause(V4, "5.6")
@pytest.mark.parametrize("close", [False, True])
def test_what_was_paid_in_an_earlier_round_stands(close: bool) -> None:
    table = announced().finish().begin()
    if close:
        table.close()
    refusal = table.expect_refusal(commands.Report, trouble="wrong-take-or-pay")
    assert (refusal.code, refusal.clause) == ("nothing-paid-yet", "5.6")


def test_what_was_paid_is_mended_until_the_next_round_begins() -> None:
    assert announced().report(IrregularityKind.WRONG_TAKE_OR_PAY).approve().round.phase is Phase.ANNOUNCED
    assert announced().finish().report(IrregularityKind.WRONG_TAKE_OR_PAY).approve().state.cases == ()
    assert (
        RoundTable(V4, begun=False).expect_refusal(commands.Report, trouble="wrong-take-or-pay").code
        == "nothing-paid-yet"
    )


# While a case waits


@pytest.mark.parametrize("trouble", [IrregularityKind.POWER_FAILURE, IrregularityKind.OTHER])
@pytest.mark.parametrize("waiting", [IrregularityKind.WRONG_NUMBER_OF_CARDS, IrregularityKind.EXPOSED_CARD])
def test_the_light_goes_out_while_a_case_waits(waiting: IrregularityKind, trouble: IrregularityKind) -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("4H 9S")
    table.report(waiting, places=(1,))
    before = table.state.cases
    table.report(trouble, text="dark")
    assert table.case.trouble == trouble.value
    assert table.state.cases[:-1] == before, "the case waits under it"


def test_nothing_else_is_reported_while_a_case_waits() -> None:
    table = (
        RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S").report(IrregularityKind.WRONG_NUMBER_OF_CARDS)
    )
    assert table.expect_refusal(commands.Report, trouble="order-lost").code == "case-open"


# Before the first round


@pytest.mark.parametrize(
    "trouble", [IrregularityKind.NOT_SHUFFLED, IrregularityKind.FOREIGN_CARD, IrregularityKind.WRONG_DECK]
)
@pytest.mark.parametrize("book", BACCARAT)
def test_cards_found_wrong_before_the_first_round_close_the_shoe(book: str, trouble: IrregularityKind) -> None:
    table = RoundTable(book, begun=False).report(trouble)
    assert not table.find_events(events.RoundVoided)
    table.resolve()
    if table.state.cases:
        table.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=commands.Effect.CONTINUE, text="new cards")
    assert table.expect_refusal(commands.PlaceYourBets).code == "shoe-closed"
    assert table.guide.step is Step.END_SHOE
    table.do(commands.EndShoe, reason="not shuffled").new_shoe().begin()


def test_only_what_lies_there_can_be_found_wrong() -> None:
    table = RoundTable(V4, begun=False)
    assert table.expect_refusal(commands.Report, trouble="missed-insurance").code == "no-round"
    table.do(commands.EndShoe, reason="over")
    assert table.expect_refusal(commands.Report, trouble="not-shuffled").code == "no-shoe"


@pytest.mark.clause(TAI_SAI, "5.6")
def test_dice_found_damaged_before_the_first_round_are_changed() -> None:
    table = RoundTable(TAI_SAI, begun=False).report(IrregularityKind.DAMAGED_DICE)
    assert table.guide.step is Step.CHANGE_DICE
    table.do(correction_commands.ChangeDice, set_name="ivory", inspected_by=SUPERVISOR.name).begin()


@pytest.mark.clause(TAI_SAI, "5.6")
def test_rounds_older_than_those_kept_are_for_the_shift_manager(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fold_corrections, "MOST_PAST_ROUNDS", 3)
    table = RoundTable(TAI_SAI)
    for _ in range(5):
        table.close().roll(1, 2, 3).finish().begin()
    table.report(IrregularityKind.DAMAGED_DICE)
    refusal = table.expect_refusal(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=2)
    assert (refusal.code, refusal.clause, dict(refusal.facts)) == ("round-too-old", "5.6", {"first": "3"})
    table.report(IrregularityKind.OTHER, text="rounds 1 and 2, too")
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=commands.Effect.CONTINUE, text="by the journal")
    table.do(correction_commands.StateAffectedRounds, by=SHIFT_MANAGER, first=3)
    assert table.find_events(correction_events.RoundsVoided)[0].numbers == (3, 4, 5, 6)


# Taking back what was keyed last


def test_the_tick_made_last_is_taken_back() -> None:
    table = announced().do(commands.TickBet, number=2).do(commands.TickBet, number=1).do(commands.Undo)
    assert table.round.ticked == {2}
    assert table.do(commands.Undo).round.ticked == frozenset()


def test_a_withdrawn_bet_comes_back_to_its_place() -> None:
    table = RoundTable(V4).bets(("player", 100, 1), ("banker", 200, 2), ("tie", 300, 3))
    table.do(commands.WithdrawBet, number=2).do(commands.Undo)
    assert numbers(table) == [1, 2, 3]
    assert numbers(table.do(commands.Undo)) == [1, 2]
    assert numbers(table.do(commands.WithdrawBet, number=2).do(commands.Undo).do(commands.Undo)) == [1]
    assert numbers(table.do(commands.Undo)) == []
    assert table.expect_refusal(commands.Undo).code == "nothing-to-undo"


def test_what_others_relied_on_is_not_taken_back() -> None:
    table = RoundTable(V4).bets(("player", 100, 1)).report(IrregularityKind.WRONG_DISPLAY)
    assert table.expect_refusal(commands.Undo).code == "nothing-to-undo"
    assert numbers(table) == [1]


# People


def under_minimum_once() -> RoundTable:
    table = RoundTable(MBS).bets(("player", 50, 1)).close().deal(NATURAL).finish()
    assert table.net("player", 1) == 50
    return table


@pytest.mark.clause(MBS, "5.14")
@pytest.mark.parametrize("new", [False, True])
def test_a_new_player_is_not_the_same_player(new: bool) -> None:
    table = under_minimum_once()
    if new:
        table.do(correction_commands.NewPlayer, who=ONE)
    table.begin().bets(("player", 50, 1)).close().deal(NATURAL).finish()
    assert table.net("player", 1) == (50 if new else 0)


def test_a_new_player_sits_at_a_seat_before_bets_are_closed() -> None:
    table = under_minimum_once()
    assert table.expect_refusal(correction_commands.NewPlayer, who=(99, Bettor("seated"))).code == "no-such-seat"
    assert table.begin().close().expect_refusal(correction_commands.NewPlayer, who=ONE).code == "bets-closed"
    assert RoundTable(V4).expect_refusal(correction_commands.NewPlayer, who=ONE).code == "players-not-counted"


def test_cards_drawn_together_are_counted_for_each_dealer() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S")
    table.report(IrregularityKind.TOGETHER_ORDER_KNOWN)
    assert table.case.facts["times"] == "1"
    table.report(IrregularityKind.TOGETHER_ORDER_KNOWN, by=DEALER)
    assert table.state.drawn_together == {DEALER.name: 1}, "told again, it is the same"
    table.resolve().deal("KD 5C").report(IrregularityKind.TOGETHER_ORDER_KNOWN)
    assert table.case.facts["times"] == "2"


@pytest.mark.parametrize("role", ["guest", ""])
def test_who_does_not_work_here_is_not_heard(role: str) -> None:
    for command in (commands.PlaceYourBets, commands.Undo, commands.Approve):
        assert RoundTable(V4, begun=False).expect_refusal(command, by=Person("Guy", role)).code == "unknown-role"


def test_a_bent_card_is_replaced_by_the_same_card() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S")
    before = table.round
    table.report(IrregularityKind.DAMAGED_CARD, places=(1,), text="bent")
    assert table.case.clause == "house policy"
    assert table.expect_refusal(commands.Approve, by=Person("Other", "dealer")).code == "wrong-role"
    assert table.approve().round == before


@pytest.mark.clause(V4, "5.10")
def test_where_every_card_lies_open_none_can_have_been_exposed() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S")
    assert table.expect_refusal(commands.Report, trouble="exposed-card", places=(1,)).code == "no-such-card"

"""The options of bettors: who is asked, what goes back, and that the hand is dealt to its end (5.13; MBS 5.8, 5.9)."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import OptionsNeeded
from dealer_app.domain.round.table_settings import BetKeeping, Dealing, Method
from tests.support.rounds import (
    BACCARAT,
    DEALER,
    INSURANCE,
    MBS,
    PIT_MANAGER,
    SEATED,
    SHIFT_MANAGER,
    SUPERVISOR,
    V4,
    RoundTable,
)


def two_cards(book: str, **settings: object) -> RoundTable:
    table = RoundTable(book, **settings)  # type: ignore[arg-type]
    table.bets(("player", 1000, 1), ("tie", 200, 1), ("banker", 800, 2)).close()
    return table.deal("8S 3D")


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.8.1"), (INSURANCE, "5.7.1")])
@pytest.mark.clause(V4, "5.8", "5.8.1", "5.13", "5.13.2", "5.13.3")
@pytest.mark.clause(INSURANCE, "5.7", "5.7.1", "5.12", "5.12.2", "5.12.3")
def test_who_does_not_go_on_gets_every_bet_back_and_the_others_play(book: str, clause: str) -> None:
    table = two_cards(book).report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    assert table.need == OptionsNeeded(clause, table.need.scope)
    one, other = table.bettors
    table.do(commands.ChooseOption, who=one, option=commands.Option.RETURN)
    assert table.expect_refusal(commands.ApplyOptions).code == "not-all-chose"
    table.do(commands.ChooseOption, who=other, option=commands.Option.CONTINUE)
    table.do(commands.ApplyOptions)
    assert table.is_returned("player", 1)
    assert table.is_returned("tie", 1)
    table.deal("KS 4D").finish()
    assert table.net("banker", 2) == -800
    assert len(table.round.settled) == 1


@pytest.mark.clause(V4, "5.13.1", "5.13.2")
@pytest.mark.clause(INSURANCE, "5.12.1", "5.12.2")
def test_who_goes_on_is_not_asked_again_for_the_cards_to_come() -> None:
    table = two_cards(V4).report(IrregularityKind.CARD_SEEN_IN_DEVICE).resolve()
    assert not table.allows(commands.ChooseOption)
    assert table.expect_refusal(commands.WithdrawBet, number=1).code == "bets-closed"


@pytest.mark.parametrize("book", [V4, INSURANCE])
@pytest.mark.clause(V4, "5.13")
@pytest.mark.clause(INSURANCE, "5.12")
def test_where_nobody_stays_the_hand_is_dealt_out_without_bets(book: str) -> None:
    """Shoe and roads stay true (ruling O11)."""
    table = two_cards(book).report(IrregularityKind.CARD_SEEN_IN_DEVICE).resolve(leaving=[1, 2])
    assert table.guide.step is Step.DRAW_PLAYER
    table.deal("KS 4D").finish()
    assert table.round.settled == ()
    assert table.find_events(events.RoundConcluded)


@pytest.mark.clause(V4, "5.13")
def test_with_bets_off_bettors_answer_by_seat() -> None:
    table = RoundTable(V4, bets=BetKeeping.OFF).close().deal("8S 3D").report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    table.do(commands.ChooseOption, who=(5, SEATED), option=commands.Option.RETURN)
    assert (
        table.expect_refusal(commands.ChooseOption, who=(77, SEATED), option=commands.Option.RETURN).code == "no-bettor"
    )
    table.do(commands.ApplyOptions)
    assert table.state.cases == ()


@pytest.mark.parametrize(
    ("book", "clause", "options"), [(V4, "5.10", True), (INSURANCE, "5.9", True), (MBS, "5.7.1", False)]
)
@pytest.mark.clause(V4, "5.10")
@pytest.mark.clause(INSURANCE, "5.9")
@pytest.mark.clause(MBS, "5.7.1")
def test_a_card_dealt_face_up_on_a_face_down_table(book: str, clause: str, options: bool) -> None:
    table = RoundTable(book, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().draw("8S", face_up=True)
    case = table.find_events(events.CaseOpened)[-1].case
    assert (case.clause, case.established, bool(case.needs)) == (clause, False, options)
    table.resolve().deal("2D KS 4D").turn_all().finish()
    assert table.net("player", 1) == 1000


@pytest.mark.clause(V4, "5.10")
@pytest.mark.clause(INSURANCE, "5.9")
def test_the_answer_counts_cards_that_a_shoe_has_read_but_never_says_by_which_bet() -> None:
    """Ruling E2: a bare yes or no."""
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C")
    table.report(IrregularityKind.EXPOSED_CARD)
    case = table.find_events(events.CaseOpened)[-1].case
    assert case.established is True
    assert case.needs == ()
    unknown = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    for _ in range(4):
        unknown.do(commands.DrawCard, card=None)
    unknown.report(IrregularityKind.EXPOSED_CARD)
    assert unknown.case.established is False
    assert set(unknown.guide.facts) == {"trouble", "established", "scope"}


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.9"), (INSURANCE, "5.8"), (MBS, "5.7")])
@pytest.mark.clause(V4, "5.9", "5.9.2")
@pytest.mark.clause(INSURANCE, "5.8", "5.8.2")
@pytest.mark.clause(MBS, "5.7")
def test_cards_passed_to_the_wrong_person_are_retrieved(book: str, clause: str) -> None:
    table = RoundTable(book, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1), ("banker", 900, 2)).close()
    table.do(commands.DrawCard, card=None).do(commands.DrawCard, card=None)
    table.report(IrregularityKind.CARD_TO_WRONG_PERSON, places=(0,))
    case = table.find_events(events.CaseOpened)[-1].case
    assert case.clause == clause
    assert bool(case.needs) == (book != MBS)
    table.resolve()
    assert table.round.holders == {}
    assert table.guide.step is Step.DRAW_PLAYER


@pytest.mark.clause(MBS, "5.7.1")
def test_cards_not_passed_to_anybody_change_nothing() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.A).bets(("player", 1000, 1)).close().deal("8S 3D")
    table.report(IrregularityKind.CARDS_NOT_PASSED)
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.7.1"
    assert table.state.cases == ()


@pytest.mark.clause(MBS, "5.8", "5.8.1")
def test_withdrawal_is_asked_before_the_cards_are_put_in_order() -> None:
    table = two_cards(MBS).report(IrregularityKind.TOGETHER_ORDER_KNOWN)
    assert table.need_names == ["OptionsNeeded", "ApprovalNeeded", "ReconstructionNeeded"]
    assert table.case.clause == "5.8.1"
    table.resolve(leaving=[1])
    assert table.is_returned("tie", 1)


@pytest.mark.clause(MBS, "5.8.2", "5.8.2.1")
def test_two_cards_of_the_initial_deal_in_an_unknown_order_void_the_round() -> None:
    table = two_cards(MBS).report(IrregularityKind.TOGETHER_ORDER_LOST)
    assert table.need_names == ["ApprovalNeeded", "VoidNeeded"]
    assert table.case.clause == "5.8.2.1"


@pytest.mark.clause(MBS, "5.8.2.2")
def test_after_the_initial_deal_only_the_remaining_wagers_can_be_withdrawn() -> None:
    """Tiger Pair is decided by the first four cards; Player is not (ruling O10)."""
    table = RoundTable(MBS).bets(("player", 1000, 1), ("tiger_pair", 200, 1)).close().deal("2S 3D 2H KC 4H 8D")
    table.report(IrregularityKind.TOGETHER_ORDER_LOST).resolve(leaving=[1])
    assert table.is_returned("player", 1)
    assert not table.is_returned("tiger_pair", 1)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.8", "5.13.1")
@pytest.mark.clause(INSURANCE, "5.7", "5.12.1")
@pytest.mark.clause(MBS, "5.2")
def test_the_house_may_find_that_cards_cannot_be_put_right(book: str) -> None:
    """Misplaced with the right number: the options, or in MBS a void. In excess: a void (rulings O5, O7, O17)."""
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("8S 3D", put="BP")
    assert table.expect_refusal(correction_commands.CannotReconstruct, reason="swept away").code == "same-person"
    table.do(correction_commands.CannotReconstruct, by=SUPERVISOR, reason="swept away")
    assert table.need_names == (["ApprovalNeeded", "VoidNeeded"] if book == MBS else ["OptionsNeeded"])
    excess = RoundTable(book).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C 2C")
    decides = SHIFT_MANAGER if book == MBS else SUPERVISOR
    if book == MBS:
        below = excess.expect_refusal(correction_commands.CannotReconstruct, by=SUPERVISOR, reason="swept away")
        assert (below.code, below.clause) == ("wrong-role", "6.1")
        assert excess.expect_refusal(commands.Approve, by=PIT_MANAGER).clause == "6.1"
        assert (excess.guide.who, excess.guide.why) == ("shift_manager", "6.1")
        assert [one.role for one in excess.guide.open_items] == ["shift_manager"]
    excess.do(correction_commands.CannotReconstruct, by=decides, reason="swept away")
    assert excess.need_names == ["ApprovalNeeded", "VoidNeeded"]


@pytest.mark.parametrize("book", [V4, INSURANCE])
@pytest.mark.clause(V4, "5.13", "5.13.1")
@pytest.mark.clause(INSURANCE, "5.12", "5.12.1")
def test_an_order_that_nobody_knows_leaves_the_options(book: str) -> None:
    table = two_cards(book).report(IrregularityKind.ORDER_LOST)
    assert table.need_names == ["OptionsNeeded"]
    assert table.case.clause == {V4: "5.13.1", INSURANCE: "5.12.1"}[book]


@pytest.mark.clause(V4, "5.13", "5.13.3")
def test_options_taken_after_the_result_take_the_settlement_back() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 800, 2)).close().deal("4H 9S 5D 5C").announce()
    table.report(IrregularityKind.ORDER_LOST).resolve(leaving=[2])
    assert not table.round.settled
    table.finish()
    assert [line.number for line in table.round.settled] == [1]


@pytest.mark.clause(V4, "5.11")
def test_who_decides_the_order_can_look_at_the_chips_that_moved() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("2S 3D 2H KC 4H 8D").announce()
    table.do(commands.TickBet, number=table.find_bet("player", 1).number)
    table.report(IrregularityKind.TOGETHER_ORDER_LOST, places=(4, 5)).options()
    table.do(commands.DecideOrder, by=SUPERVISOR, order=(0, 1, 2, 3, 5, 4))
    assert (table.case.trouble, table.case.reported_by) == (IrregularityKind.CHIPS_MOVED.value, DEALER.name)
    table.approve()
    assert not table.state.cases


@pytest.mark.clause(V4, "5.9", "5.9.1")
def test_what_a_case_still_needs_is_not_forgotten_for_something_told_later() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("2S 3H KD 4C").deal("6D", put="B")
    needed = table.need_names
    refusal = table.expect_refusal(commands.Report, trouble=IrregularityKind.DAMAGED_CARD.value, places=(0,))
    assert (refusal.code, table.need_names) == ("case-open", needed)


@pytest.mark.clause(V4, "5.10", "5.13")
def test_options_that_are_due_are_not_forgotten_for_something_told_later() -> None:
    table = two_cards(V4, dealing=Dealing.FACE_DOWN).report(IrregularityKind.EXPOSED_CARD, places=(0,))
    assert isinstance(table.need, OptionsNeeded)
    assert (
        table.expect_refusal(commands.Report, trouble=IrregularityKind.DAMAGED_CARD.value, places=(0,)).code
        == "case-open"
    )
    assert isinstance(table.need, OptionsNeeded)


@pytest.mark.parametrize(("book", "clauses"), [(V4, "5.3"), (INSURANCE, "5.3.1"), (MBS, "5.10")])
@pytest.mark.clause(V4, "5.3", "5.8", "5.13")
@pytest.mark.clause(INSURANCE, "5.3.1", "5.7", "5.12")
@pytest.mark.clause(MBS, "5.8.1", "5.10")
def test_who_left_is_asked_nothing_and_his_bet_is_settled(book: str, clauses: str) -> None:
    """The options are for the players on the table; the house settles the bet of one who walked away."""
    table = two_cards(book).report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED))
    assert table.find_events(events.CaseOpened)[-1].case.clause == clauses
    table.report(IrregularityKind.TOGETHER_ORDER_KNOWN)
    other = table.bettors[1]
    returns = commands.Option.RETURN
    assert table.expect_refusal(commands.ChooseOption, who=(1, SEATED), option=returns).code == "no-bettor"
    assert [waiting.who for waiting in table.guide.open_items] == [other]
    table.do(commands.ChooseOption, who=other, option=commands.Option.RETURN).do(commands.ApplyOptions)
    table.resolve().deal("KD 4C").finish()
    assert not table.is_returned("player", 1)
    assert table.is_returned("banker", 2)


def his_bets_go_back(table: RoundTable) -> RoundTable:
    """By a ruling: the options are not for who has left."""
    own = tuple((bet.number, Money(0)) for bet in table.round.in_play if bet.who == (1, SEATED))
    table.report(IrregularityKind.OTHER, text="a dispute")
    effect = commands.Effect.CONTINUE
    return table.do(commands.GiveRuling, by=SHIFT_MANAGER, text="they go back", effect=effect, counts=own)


@pytest.mark.clause(V4, "5.3", "5.18")
def test_bets_of_who_left_that_go_back_are_kept_for_him() -> None:
    table = his_bets_go_back(two_cards(V4).report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED)))
    assert [(who, int(amount)) for who, amount in table.state.winnings_unclaimed] == [((1, SEATED), 1200)]
    table.resolve().deal("KD 4C").finish()
    assert [int(amount) for _, amount in table.state.winnings_unclaimed] == [1200]
    assert table.expect_refusal(commands.CloseTable).code == "winnings-unclaimed"
    table.do(correction_commands.HandOver, by=SUPERVISOR, who=(1, SEATED), text="he came back")
    assert not table.state.winnings_unclaimed


@pytest.mark.clause(V4, "5.3", "5.16")
def test_what_was_given_back_is_not_kept_again_when_the_round_is_void_after_that() -> None:
    table = his_bets_go_back(two_cards(V4).report(IrregularityKind.PLAYER_LEFT, who=(1, SEATED)))
    table.report(IrregularityKind.POWER_FAILURE).resolve()
    assert table.round.void_clause is not None
    assert [int(amount) for _, amount in table.state.winnings_unclaimed] == [1200]

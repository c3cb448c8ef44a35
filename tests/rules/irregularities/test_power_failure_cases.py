"""A power failure in each phase of a round, under each book, and what it leaves of the bets that go back."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import ApprovalNeeded, OptionsNeeded, OrderNeeded
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import Area, Bettor, Wager
from dealer_app.rulebooks import GAMES
from tests.support.rounds import (
    BACCARAT,
    INSURANCE,
    MBS,
    SHIFT_MANAGER,
    SUPERVISOR,
    TAI_SAI,
    V4,
    RoundTable,
    parse_cards,
)

NATURAL = "9S 3H KD 4C"
CUT_OFF = pytest.mark.parametrize(
    ("book", "clause", "need"),
    [*((book, "5.4.2", ApprovalNeeded) for book in (V4, INSURANCE, TAI_SAI)), (MBS, "5.17.1", OptionsNeeded)],
)


def bets(table: RoundTable) -> RoundTable:
    if table.rules.baccarat is None:
        return table.bets(("small", 1000, None), ("big", 500, None))
    return table.bets(("player", 1000, 1), ("banker", 500, 2))


def announced(book: str) -> RoundTable:
    table = bets(RoundTable(book)).close()
    return (table.roll(1, 2, 3) if book == TAI_SAI else table.deal(NATURAL)).announce()


@pytest.mark.clause(V4, "5.4.2")
@pytest.mark.clause(INSURANCE, "5.4.2")
@pytest.mark.clause(MBS, "5.17.1")
@pytest.mark.clause(TAI_SAI, "5.4.2")
@CUT_OFF
@pytest.mark.parametrize("close", [False, True])
def test_before_a_card_or_the_dice_nothing_is_established(book: str, clause: str, need: type, close: bool) -> None:
    table = bets(RoundTable(book))
    if close:
        table.close()
    table.report(IrregularityKind.POWER_FAILURE)
    assert (table.case.established, table.case.clause, type(table.need)) == (False, clause, need)


@pytest.mark.clause(V4, "5.4.1")
@pytest.mark.clause(INSURANCE, "5.4.1")
@pytest.mark.clause(MBS, "5.17.2")
@pytest.mark.clause(TAI_SAI, "5.4.1")
@pytest.mark.parametrize("claim", [False, True])
@pytest.mark.parametrize("book", GAMES)
def test_after_the_result_it_is_on_record_and_the_bets_are_settled(book: str, claim: bool) -> None:
    table = announced(book)
    if claim:
        table.do(commands.HoldForClaim, text="he had bet")
    table.report(IrregularityKind.POWER_FAILURE)
    assert table.find_events(events.CaseOpened)[-1].case.established is True
    assert table.state.cases == ()
    if claim:
        assert table.guide.step is Step.CLOSE_CLAIM
        table.do(commands.CloseClaim, by=SUPERVISOR, decision="stands", clause="5.14")
    assert table.finish().round.phase is Phase.CONCLUDED


@pytest.mark.parametrize("claim", [False, True])
@pytest.mark.parametrize("book", GAMES)
def test_between_rounds_it_cuts_off_none_and_is_on_record(book: str, claim: bool) -> None:
    table = announced(book).finish()
    if claim:
        table.do(commands.HoldForClaim, text="he had bet")
    before = table.guide
    table.report(IrregularityKind.POWER_FAILURE)
    case = table.find_events(events.CaseOpened)[-1].case
    assert (case.established, case.needs, case.clause) == (None, (), "house policy")
    assert table.guide == before


@pytest.mark.parametrize("book", GAMES)
def test_before_the_first_round_too(book: str) -> None:
    table = RoundTable(book, begun=False).report(IrregularityKind.POWER_FAILURE)
    assert table.guide.step is Step.PLACE_YOUR_BETS
    table.begin()


def test_at_a_table_that_is_closed_there_is_nothing_to_report() -> None:
    table = RoundTable(V4, begun=False).do(commands.CloseTable)
    assert table.expect_refusal(commands.Report, trouble="power-failure").code == "table-not-open"


def test_cards_of_which_the_order_is_in_dispute_establish_nothing() -> None:
    """Seen as they lie, the natural has decided the round; nobody has said yet whether they lie so (ruling E2)."""
    table = bets(RoundTable(V4)).close().deal(NATURAL).report(IrregularityKind.TOGETHER_ORDER_LOST, places=(2, 3))
    assert any(isinstance(need, OrderNeeded) for need in table.case.needs)
    table.report(IrregularityKind.POWER_FAILURE)
    assert (table.case.established, type(table.need)) == (False, ApprovalNeeded)
    table.resolve()
    assert (table.round.phase, table.state.cases) == (Phase.VOID, ())


# Bets that went back


@pytest.mark.clause(MBS, "5.17.1")
def test_who_withdraws_while_bets_are_open_has_no_bet_to_withdraw_again() -> None:
    table = bets(RoundTable(MBS)).report(IrregularityKind.POWER_FAILURE).options(leaving=[1])
    assert [bet.who[0] for bet in table.round.in_play] == [2]
    assert table.expect_refusal(commands.WithdrawBet, number=1).code == "no-such-bet"
    table.bet("player", 700, 1).close().deal(NATURAL).finish()
    assert [int(line.net) for line in table.round.settled] == [-500, 700]


@pytest.mark.clause(MBS, "5.17.1")
def test_wagers_that_went_back_are_not_counted_in_their_area() -> None:
    """A fourth wager would be one too many (MBS 3.7); over the maximum is only what lies there."""
    most = TableLimits(general=AreaLimits(maximum=Money(900)))
    table = RoundTable(MBS, limits=most).bets(("player", 500, 1), ("player", 500, 1), ("player", 1000, 1))
    table.report(IrregularityKind.POWER_FAILURE).options(leaving=[1]).bets(*[("player", 500, 1)] * 3).close()
    assert table.cases_opened() == [IrregularityKind.POWER_FAILURE.value]


def test_a_bet_that_went_back_is_not_rejected_once_more() -> None:
    most = TableLimits(general=AreaLimits(maximum=Money(900)))
    table = RoundTable(V4, limits=most).bets(("player", 500, 1), ("banker", 1000, 2))
    assert table.allows(commands.RejectExcess)
    back = ((table.find_bet("banker", 2).number, Money(0)),)
    table.report(IrregularityKind.OTHER)
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=commands.Effect.CONTINUE, text="so", counts=back)
    assert table.expect_refusal(commands.RejectExcess).code == "nothing-in-excess"


def test_a_bet_on_behalf_that_went_back_has_no_chips_to_look_for() -> None:
    wager = Wager(area=Area("player"), stake=Money(500), seat=1)
    table = RoundTable(MBS).do(commands.PlaceBet, wager=wager, on_behalf=True)
    table.report(IrregularityKind.POWER_FAILURE).options(leaving=[1])
    assert table.expect_refusal(commands.NoMoreBets, without_chips=frozenset({1})).code == "not-on-behalf"


@pytest.mark.parametrize("book", BACCARAT)
def test_a_ruling_counts_no_bet_that_went_back_before(book: str) -> None:
    table = bets(RoundTable(book)).close().deal("4H 9S").report(IrregularityKind.OTHER, text="one")
    ruled, go_on = (commands.GiveRuling, commands.Effect.CONTINUE)
    table.do(ruled, by=SHIFT_MANAGER, effect=go_on, text="so", counts=((1, Money(0)),)).report(IrregularityKind.OTHER)
    refusal = table.expect_refusal(ruled, by=SHIFT_MANAGER, effect=go_on, text="so", counts=((1, Money(10)),))
    assert refusal.code == "no-such-bet"


def test_who_has_withdrawn_is_not_passed_the_cards() -> None:
    table = bets(RoundTable(MBS, method=Method.A, dealing=Dealing.FACE_DOWN)).bet("player", 400, 3).close()
    table.report(IrregularityKind.POWER_FAILURE).options(leaving=[1]).deal(NATURAL[:5])
    one, three = (1, Bettor("seated")), (3, Bettor("seated"))
    assert table.expect_refusal(commands.GiveCards, side=Side.PLAYER, who=one).code == "not-the-highest-bet"
    table.do(commands.GiveCards, side=Side.PLAYER, who=three)


# A card that came before its time and that nobody had answered for yet


@pytest.mark.parametrize("book", [V4, INSURANCE])
def test_a_card_that_came_while_bets_were_open_opens_the_next_round(book: str) -> None:
    table = (
        bets(RoundTable(book, dealing=Dealing.FACE_DOWN)).draw("9S").report(IrregularityKind.POWER_FAILURE).resolve()
    )
    assert table.round.phase is Phase.VOID
    assert [card.seal is not None for card in table.state.carried] == [True], "it is sealed"
    table.begin().close()
    assert [drawn.card for drawn in table.round.cards] == list(parse_cards("9S"))


def test_a_card_that_came_during_an_offer_comes_after_those_that_lie_there() -> None:
    table = bets(RoundTable(INSURANCE, dealing=Dealing.FACE_DOWN)).close()
    table.deal("4H 5S KD KC").turn_all().draw("6D")
    table.report(IrregularityKind.POWER_FAILURE).report(IrregularityKind.OTHER, text="dark")
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=commands.Effect.VOID, text="void")
    assert [drawn.card for drawn in table.state.carried] == list(parse_cards("6D"))


@pytest.mark.parametrize("book", [V4, INSURANCE])
def test_a_card_that_cannot_be_and_that_nobody_looked_at_closes_the_shoe(book: str) -> None:
    table = RoundTable(book, decks=4).close().deal("2H 2H 2H 2H 9S").finish().begin().close().draw("2H")
    assert table.case.trouble == IrregularityKind.IMPOSSIBLE_CARD.value
    table.report(IrregularityKind.POWER_FAILURE).resolve()
    assert (table.state.carried, table.guide.step) == ((), Step.END_SHOE)

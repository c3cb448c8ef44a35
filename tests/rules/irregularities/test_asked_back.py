"""A correction that is refused or taken back: the record stands, and play goes on as recorded (house policy)."""

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import TableState
from dealer_app.domain.wagers import Area, Wager
from dealer_app.rulebooks import GAMES
from tests.support.rounds import BACCARAT, INSURANCE, PLAYER_HAND, SEATED, SUPERVISOR, TAI_SAI, V4, RoundTable


def recorded(book: str) -> RoundTable:
    if book == TAI_SAI:
        return RoundTable(book).bet("big", 1000).close().roll(2, 5, 6)
    return RoundTable(book).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C")


def asks(table: RoundTable, what: str) -> None:
    """The correction of a bet, and of a card or the dice."""
    seat = None if table.rules.baccarat is None else 1
    match what:
        case "bet":
            area = Area("big" if seat is None else "player")
            wager = Wager(area=area, stake=Money(2000), seat=seat, bettor=SEATED)
            table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="the chips say so")
        case "insurance":
            number = table.round.insurance[0].number
            table.do(correction_commands.CorrectBet, number=number, wager=None, stake=Money(100), reason="the chips")
        case _ if seat is None:
            table.do(correction_commands.CorrectDice, dice=(2, 5, 5), reason="misread")
        case _:
            table.do(correction_commands.CorrectCard, place=3, card=CARDS["8D"], reason="misread")


def play_goes_on(table: RoundTable, before: TableState) -> None:
    assert not table.state.cases
    assert (table.state.round, table.state.shoe) == (before.round, before.shoe)
    table.finish()


@pytest.mark.parametrize("book", GAMES)
@pytest.mark.parametrize("what", ["bet", "card or dice"])
@pytest.mark.clause(V4, "5.14", "5.15")
@pytest.mark.clause(INSURANCE, "5.14", "5.15")
@pytest.mark.clause(TAI_SAI, "5.9", "5.11")
def test_one_that_is_refused_is_on_record_and_not_made(book: str, what: str) -> None:
    table = recorded(book)
    before = table.state
    asks(table, what)
    table.do(commands.Refuse, by=SUPERVISOR, reason="the camera shows it as recorded")
    said = table.find_events(events.NeedMet)[-1]
    assert (said.by, said.said) == (SUPERVISOR, "the camera shows it as recorded")
    play_goes_on(table, before)


@pytest.mark.clause(INSURANCE, "5.14")
def test_so_is_one_of_an_insurance() -> None:
    table = RoundTable(INSURANCE).bets(("player", 1000, 1)).close()
    for card in ("KH", "9C", "6S", "5D"):
        table.do(commands.DrawCard, card=CARDS[card])
    table.do(commands.TakeInsurance, who=(1, SEATED), side=PLAYER_HAND, stake=Money(200))
    table.do(commands.CloseOffer)
    before = table.state
    asks(table, "insurance")
    table.do(commands.Refuse, by=SUPERVISOR, reason="not so")
    assert not table.state.cases
    assert table.state.round == before.round


@pytest.mark.parametrize("book", GAMES)
@pytest.mark.parametrize("what", ["bet", "card or dice"])
@pytest.mark.clause(V4, "5.14", "5.15")
@pytest.mark.clause(INSURANCE, "5.14", "5.15")
@pytest.mark.clause(TAI_SAI, "5.9", "5.11")
def test_who_asked_takes_it_back_and_may_ask_again(book: str, what: str) -> None:
    table = recorded(book)
    before = table.state
    asks(table, what)
    assert table.allows(correction_commands.WithdrawCorrection)
    assert table.expect_refusal(correction_commands.WithdrawCorrection, by=SUPERVISOR).code == "not-who-asked"
    table.do(correction_commands.WithdrawCorrection)
    assert table.state.round == before.round
    asks(table, what)
    table.do(correction_commands.WithdrawCorrection)
    play_goes_on(table, before)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize(
    "kind",
    [
        IrregularityKind.TOGETHER_ORDER_KNOWN,
        IrregularityKind.TOGETHER_ORDER_LOST,
        IrregularityKind.FOREIGN_CARD,
        IrregularityKind.OTHER,
    ],
)
def test_a_report_keyed_by_mistake_is_taken_back_and_nothing_of_it_is_left(book: str, kind: IrregularityKind) -> None:
    table = recorded(book)
    before = table.state
    table.report(kind)
    assert table.allows(correction_commands.WithdrawReport)
    assert table.expect_refusal(correction_commands.WithdrawReport, by=SUPERVISOR).code == "not-who-asked"
    table.do(correction_commands.WithdrawReport)
    assert table.state.drawn_together.get("Dealer", 0) == 0
    play_goes_on(table, before)


def test_of_an_offer_nothing_is_missed_once_the_report_is_taken_back() -> None:
    table = RoundTable(INSURANCE).bets(("player", 1000, 1)).close().deal("KH 9C 6S 5D")
    table.do(commands.CloseOffer)
    table.draw("2C")
    before = table.round
    table.report(IrregularityKind.MISSED_INSURANCE)
    assert table.allows(correction_commands.WithdrawReport)
    table.do(correction_commands.WithdrawReport)
    assert table.round.neglected == before.neglected


def test_nobody_takes_back_what_somebody_else_has_relied_on() -> None:
    table = recorded(V4).report(IrregularityKind.TOGETHER_ORDER_KNOWN)
    table.options()
    assert table.expect_refusal(correction_commands.WithdrawReport).code == "report-stands"


def test_what_the_station_found_is_no_report() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C KD")
    assert table.state.cases
    assert table.expect_refusal(correction_commands.WithdrawReport).code == "report-stands"


@pytest.mark.parametrize("book", BACCARAT)
def test_what_has_happened_is_not_taken_back(book: str) -> None:
    table = recorded(book)
    assert table.expect_refusal(correction_commands.WithdrawCorrection).code == "not-asked"
    table.report(IrregularityKind.WRONG_NUMBER_OF_CARDS)
    assert not table.allows(correction_commands.WithdrawCorrection)
    assert table.expect_refusal(correction_commands.WithdrawCorrection).code == "not-asked"
    table.do(commands.Refuse, by=SUPERVISOR, reason="not so")
    assert table.guide.who == "shift_manager", "what else to do is for the shift manager"

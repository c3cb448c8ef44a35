"""Corrections of bets and cards, and chips found wrong after closing (RWS 5.7, 5.14, 5.15; MBS 5.4, 5.5)."""

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.correction_commands import BetFault
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import BetKeeping
from dealer_app.domain.values import replace
from dealer_app.domain.wagers import Area, Bettor, Wager
from tests.support.rounds import BACCARAT, INSURANCE, MBS, SUPERVISOR, TAI_SAI, V4, RoundTable

CLOSED = {V4: "5.7", INSURANCE: "5.6", MBS: "5.4", TAI_SAI: "5.7"}
CHIPS = {V4: "5.14", INSURANCE: "5.14", MBS: "5.5", TAI_SAI: "5.9"}


def closed(book: str) -> RoundTable:
    if book == TAI_SAI:
        return RoundTable(book).bet("big", 1000).bet("small", 500).close()
    return RoundTable(book).bets(("player", 1000, 1), ("banker", 500, 2)).close()


def first(book: str) -> str:
    return "big" if book == TAI_SAI else "player"


def seat(book: str) -> int | None:
    return None if book == TAI_SAI else 1


def ended(table: RoundTable, book: str) -> RoundTable:
    """The first area wins."""
    return table.roll(4, 5, 6).finish() if book == TAI_SAI else table.deal("4H 9S 5D 5C").finish()


@pytest.mark.parametrize("book", [*BACCARAT, TAI_SAI])
@pytest.mark.clause(V4, "5.7")
@pytest.mark.clause(INSURANCE, "5.6")
@pytest.mark.clause(MBS, "5.4", "5.5")
@pytest.mark.clause(TAI_SAI, "5.7")
def test_after_closing_nothing_is_placed_increased_or_withdrawn(book: str) -> None:
    table = closed(book)
    wager = Wager(area=Area(first(book)), stake=Money(100), seat=seat(book))
    assert table.expect_refusal(commands.PlaceBet, wager=wager).clause == CLOSED[book]
    assert table.expect_refusal(commands.WithdrawBet, number=1).clause == CLOSED[book]


@pytest.mark.parametrize("book", [*BACCARAT, TAI_SAI])
@pytest.mark.clause(V4, "5.7", "5.14")
@pytest.mark.clause(INSURANCE, "5.6", "5.14")
@pytest.mark.clause(MBS, "5.4")
@pytest.mark.clause(TAI_SAI, "5.7", "5.9")
def test_the_late_part_of_a_bet_neither_wins_nor_loses(book: str) -> None:
    table = closed(book).do(correction_commands.ReportBet, fault=BetFault.LATE, number=1, accepted=Money(600))
    assert table.case.clause == CLOSED[book]
    assert table.expect_refusal(commands.Approve).code == "same-person"
    ended(table.resolve(), book)
    assert table.net(first(book), seat(book)) == 600


@pytest.mark.parametrize("book", [*BACCARAT, TAI_SAI])
@pytest.mark.clause(V4, "5.7", "5.14")
@pytest.mark.clause(INSURANCE, "5.6", "5.14")
@pytest.mark.clause(MBS, "5.5")
@pytest.mark.clause(TAI_SAI, "5.7", "5.9")
def test_a_bet_taken_back_or_moved_is_settled_as_it_stood(book: str) -> None:
    withdrawn = {V4: "5.7", INSURANCE: "5.6", MBS: "5.5", TAI_SAI: "5.7"}[book]
    table = closed(book).do(correction_commands.ReportBet, fault=BetFault.WITHDRAWN, number=1)
    assert table.find_events(events.CaseOpened)[-1].case.clause == withdrawn
    table.do(correction_commands.ReportBet, fault=BetFault.MOVED, number=1)
    assert table.find_events(events.CaseOpened)[-1].case.clause == CHIPS[book]
    ended(table, book)
    assert table.net(first(book), seat(book)) == 1000


def test_a_stake_without_value_is_taken_out() -> None:
    table = closed(V4).do(correction_commands.ReportBet, fault=BetFault.WITHOUT_VALUE, number=1).approve()
    ended(table, V4)
    assert table.is_returned("player", 1)
    assert [line.number for line in table.round.settled] == [2]


@pytest.mark.assurance("A25")
@pytest.mark.parametrize("book", [*BACCARAT, TAI_SAI])
@pytest.mark.clause(V4, "5.14")
@pytest.mark.clause(INSURANCE, "5.14")
@pytest.mark.clause(TAI_SAI, "5.9")
def test_a_bet_keyed_wrongly_becomes_what_the_chips_say(book: str) -> None:
    table = closed(book)
    wager = Wager(area=Area(first(book)), stake=Money(700), seat=seat(book))
    assert (
        table.expect_refusal(correction_commands.CorrectBet, number=1, wager=wager, reason="").code == "reason-needed"
    )
    table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="keyed 1000")
    assert table.case.clause == CHIPS[book]
    assert table.find_bet(first(book), seat(book)).wager.stake == 1000
    ended(table.resolve(), book)
    assert table.net(first(book), seat(book)) == 700


def test_a_bet_that_was_not_keyed_is_added_and_one_that_never_lay_there_goes() -> None:
    table = closed(V4).do(correction_commands.CorrectBet, number=2, wager=None, reason="no chips").approve()
    wager = Wager(area=Area("tie"), stake=Money(200), seat=3)
    table.do(correction_commands.CorrectBet, number=None, wager=wager, reason="missing").approve()
    ended(table, V4)
    assert [(bet.wager.area, bet.wager.stake) for bet in table.round.bets] == [("player", 1000), ("tie", 200)]


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.15")
@pytest.mark.clause(INSURANCE, "5.15")
@pytest.mark.clause(MBS, "6.3")
def test_a_misread_card_is_corrected_and_the_round_judged_anew(book: str) -> None:
    """The 5D was a 5H in the record only: nothing changes. Were it an ace, Player has 5 and draws."""
    table = closed(book).deal("4H 9S 5D 5C").announce()
    table.do(correction_commands.CorrectCard, place=2, card=CARDS["AD"], reason="misread")
    assert table.case.clause == {V4: "5.15", INSURANCE: "5.15", MBS: "6.3"}[book]
    table.approve()
    assert table.case.trouble == IrregularityKind.MISSED_CARD.value
    table.resolve().close_offers().deal("KD")
    if not table.allows(commands.AnnounceResult):
        table.deal("KC")
    table.finish()
    assert table.state.shoe.seen.get(CARDS["5D"], 0) == 0


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.13"), (INSURANCE, "5.12"), (MBS, "5.7")])
@pytest.mark.clause(V4, "5.13", "5.13.2")
@pytest.mark.clause(INSURANCE, "5.12", "5.12.2")
@pytest.mark.clause(MBS, "5.7")
def test_a_card_missed_and_noticed_before_the_next_round_is_drawn_now(book: str, clause: str) -> None:
    """Concluded already: the settlement is undone, the round comes back (ruling O2)."""
    table = closed(book).deal("4H 9S 5D 5C").finish()
    table.do(correction_commands.CorrectCard, place=2, card=CARDS["AD"], reason="misread").approve()
    assert table.state.round is not None
    opened = [event.case for event in table.find_events(events.CaseOpened)]
    assert clause in [case.clause for case in opened if case.trouble == IrregularityKind.MISSED_CARD.value]
    assert ("OptionsNeeded" in table.need_names) == (book != MBS)
    # Player draws a 2 and has 7; Banker, with 4, draws on a 2 and stays at 4.
    table.resolve(leaving=[2]).deal("2D KC").finish()
    assert table.net("player", 1) == 1000
    assert table.is_returned("banker", 2) == (book != MBS)


@pytest.mark.parametrize("book", BACCARAT)
def test_no_card_is_put_right_any_more_when_its_shoe_is_away(book: str) -> None:
    """A bet still is, which takes the round up again; but no hand of it could be dealt to its end."""
    table = closed(book).deal("4H 9S 5D 5C").finish()
    table.do(commands.EndShoe, reason="over").do(commands.BringCards, set_name="red", decks=8)
    wager = Wager(area=Area("player"), stake=Money(700), seat=1)
    table.do(correction_commands.CorrectBet, number=1, wager=wager, reason="chips").approve().resolve()
    assert table.state.round is not None
    misread = table.expect_refusal(correction_commands.CorrectCard, place=2, card=CARDS["AD"], reason="misread")
    elsewhere = table.expect_refusal(
        correction_commands.LayCards, put=(Place.BANKER, Place.PLAYER, Place.PLAYER, Place.BANKER)
    )
    together = table.expect_refusal(commands.Report, trouble=IrregularityKind.TOGETHER_ORDER_LOST.value, places=(0, 1))
    assert {misread.code, elsewhere.code, together.code} == {"shoe-not-ready"}
    table.finish()
    assert table.net("player", 1) == 700


@pytest.mark.clause(V4, "5.15")
def test_the_correction_may_leave_a_card_in_excess() -> None:
    table = closed(V4).deal("4H 9S AD 5C 2D KC").announce()
    table.do(correction_commands.CorrectCard, place=2, card=CARDS["5D"], reason="misread").approve()
    assert table.case.trouble == IrregularityKind.EXCESS_CARD.value
    table.resolve().finish()
    assert [card.card.text for card in table.state.carried if card.card] == ["2D", "KC"]


def test_a_wrong_payment_is_put_right_with_a_supervisor_before_the_next_round() -> None:
    table = ended(closed(V4), V4).report(IrregularityKind.WRONG_TAKE_OR_PAY, text="seat 2 was paid")
    assert table.expect_refusal(commands.PlaceYourBets).code == "case-open"
    table.do(commands.Approve, by=SUPERVISOR).begin()


def test_a_box_claimed_by_two_is_for_the_pit_supervisor() -> None:
    table = closed(V4).report(IrregularityKind.BOX_CLAIMED_BY_TWO)
    assert table.guide.who == "pit_supervisor"
    table.do(commands.GiveRuling, by=SUPERVISOR, text="seat 1", effect=commands.Effect.CONTINUE)
    assert table.state.cases == ()


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.9"), (INSURANCE, "5.8"), (MBS, "5.7")])
@pytest.mark.clause(V4, "5.9", "5.9.1")
@pytest.mark.clause(INSURANCE, "5.8", "5.8.1")
@pytest.mark.clause(MBS, "5.7")
def test_cards_on_the_wrong_hands_are_put_right_before_play_goes_on(book: str, clause: str) -> None:
    table = closed(book).deal("4H").do(correction_commands.LayCards, put=(Place.BANKER,))
    assert table.case.clause == clause
    assert ("OptionsNeeded" in table.need_names) == (book != MBS)
    assert table.expect_refusal(commands.AnnounceResult).code == "case-open"
    table.resolve().deal("9S 5D 5C").finish()
    assert table.net("player", 1) == 1000


def test_with_bets_off_too_a_result_is_taken_back_when_a_card_is_corrected_after_it() -> None:
    """No line is settled there, yet the hands may not be finished after all."""
    table = RoundTable(V4, bets=BetKeeping.OFF).close().deal("4H 2S 5D 3C").announce()
    table.do(correction_commands.CorrectCard, place=0, card=CARDS["TH"], reason="misread").resolve()
    assert table.guide.step is Step.DRAW_PLAYER


@pytest.mark.clause(MBS, "3.7")
def test_a_bet_in_an_area_that_is_full_is_corrected_but_no_fourth_is_added() -> None:
    table = RoundTable(MBS).bets(("player", 1000, 1))
    for place in ("standing-1", "standing-2"):
        table.bet("player", 500, 1, place)
    table.close()
    right = Wager(area=Area("player"), stake=Money(1500), seat=1)
    fourth = replace(right, bettor=Bettor("standing-3"))
    refused = table.expect_refusal(correction_commands.CorrectBet, number=None, wager=fourth, reason="missing")
    assert (refused.code, refused.clause) == ("too-many-wagers", "3.7")
    added = replace(right, bettor=Bettor("standing-2"))
    table.do(correction_commands.CorrectBet, number=None, wager=added, reason="he had added it").approve()
    table.do(correction_commands.CorrectBet, number=1, wager=right, reason="chips were 1500").approve()
    assert table.find_bet("player", 1).wager.stake == 1500


@pytest.mark.clause(V4, "5.15")
def test_a_card_is_corrected_only_where_an_open_one_reads_otherwise() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S")
    for place, card in ((1, "9S"), (5, "9S")):
        refused = table.expect_refusal(correction_commands.CorrectCard, place=place, card=CARDS[card], reason="misread")
        assert refused.code == "no-open-card"

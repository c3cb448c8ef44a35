"""A bettor walks away, with or without a card (RWS 5.3, Insurance 5.3.1, MBS 5.10 and 5.11, Tai Sai 5.3)."""

from fractions import Fraction

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import Dealing, Method
from tests.support.rounds import (
    BANKER_HAND,
    INSURANCE,
    MBS,
    PIT_MANAGER,
    PLAYER_HAND,
    SEATED,
    SHIFT_MANAGER,
    SUPERVISOR,
    TAI_SAI,
    V4,
    RoundTable,
    parse_cards,
)

ONE = (1, SEATED)


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.3"), (INSURANCE, "5.3.1")])
@pytest.mark.clause(V4, "5.3")
@pytest.mark.clause(INSURANCE, "5.3", "5.3.1")
def test_his_bet_is_settled_and_what_he_won_is_kept(book: str, clause: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1), ("banker", 500, 2)).close()
    table.report(IrregularityKind.PLAYER_LEFT, who=ONE)
    assert table.find_events(events.CaseOpened)[-1].case.clause == clause
    table.deal("4H 9S 5D 5C").finish()
    assert table.net("player", 1) == 1000
    assert table.state.winnings_unclaimed == ((ONE, Fraction(2000)),)
    assert table.expect_refusal(correction_commands.HandOver, who=ONE, text="to the cashier").code == "wrong-role"
    table.do(correction_commands.HandOver, by=SUPERVISOR, who=ONE, text="to the cashier")
    assert not table.state.winnings_unclaimed


@pytest.mark.parametrize(
    ("book", "seen"), [(V4, IrregularityKind.ORDER_LOST), (INSURANCE, IrregularityKind.ORDER_LOST)]
)
@pytest.mark.clause(V4, "5.3", "5.13")
@pytest.mark.clause(INSURANCE, "5.3.1", "5.12")
def test_who_leaves_while_options_wait_is_waited_for_no_longer(book: str, seen: IrregularityKind) -> None:
    table = RoundTable(book).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("4H 9S 5D").report(seen)
    table.do(commands.ChooseOption, who=(2, SEATED), option=commands.Option.RETURN)
    assert table.expect_refusal(commands.ApplyOptions).code == "not-all-chose"
    table.report(IrregularityKind.PLAYER_LEFT, who=ONE).do(commands.ApplyOptions).resolve()
    assert (table.is_returned("banker", 2), table.is_returned("player", 1)) == (True, False)
    table.deal("5C").finish()
    assert table.state.winnings_unclaimed == ((ONE, Fraction(2000)),)


@pytest.mark.clause(INSURANCE, "5.3", "5.3.1")
def test_he_has_forgone_insurance_and_nobody_waits_for_him() -> None:
    table = RoundTable(INSURANCE).bets(("player", 1000, 1), ("player", 500, 3)).close()
    for card in ("KH", "9C", "6S"):
        table.do(commands.DrawCard, card=CARDS[card])
    table.report(IrregularityKind.PLAYER_LEFT, who=(3, SEATED)).do(commands.DrawCard, card=CARDS["5D"])
    assert [waiting.who for waiting in table.guide.open_items] == [ONE]
    refused = table.expect_refusal(commands.TakeInsurance, who=(3, SEATED), side=PLAYER_HAND, stake=Money(100))
    assert (refused.code, refused.clause) == ("insurance-forgone", "5.3")
    table.report(IrregularityKind.PLAYER_LEFT, who=ONE)
    assert not table.guide.open_items, "nobody is left who could be offered any"
    table.do(commands.DrawCard, card=CARDS["KS"]).finish()
    assert table.net("player", 3) == 500


@pytest.mark.clause(TAI_SAI, "5.3")
def test_at_the_dice_his_bet_is_settled_too() -> None:
    table = RoundTable(TAI_SAI).bet("big", 1000).close().report(IrregularityKind.PLAYER_LEFT, who=(None, SEATED))
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.3"
    table.roll(4, 5, 6).finish()
    assert table.net("big") == 1000
    assert table.state.winnings_unclaimed == (((None, SEATED), Fraction(2000)),)


@pytest.mark.clause(MBS, "5.10")
def test_the_dealer_exposes_the_cards_of_who_is_not_there() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.A)
    table.bets(("player", 900, 2), ("banker", 500, 1)).close()
    table.deal("4H 9S 5D 5C")
    table.do(commands.GiveCards, side=BANKER_HAND, who=ONE)
    table.report(IrregularityKind.PLAYER_LEFT, who=ONE)
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.10"
    assert table.round.holders == {}
    table.turn_all().finish()


def carried_away() -> RoundTable:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    for card in (None, CARDS["9S"], CARDS["5D"], CARDS["5C"]):
        table.do(commands.DrawCard, card=card)
    return table.report(IrregularityKind.LEFT_WITH_CARD, places=(0,))


@pytest.mark.clause(MBS, "5.11", "5.11.1", "5.11.2", "5.11.2.1", "5.11.3", "5.11.4", "5.11.5")
def test_a_card_carried_away_is_found_by_counting_all_the_others() -> None:
    table = carried_away()
    assert table.case.clause == "5.11"
    assert table.guide.why == "5.11.1"
    assert table.expect_refusal(correction_commands.SignAttendance, by=PIT_MANAGER).code == "wrong-role"
    assert table.expect_refusal(correction_commands.SetCardsAside, cards=2).code == "not-asked"
    table.do(correction_commands.SignAttendance, by=SHIFT_MANAGER)
    assert table.expect_refusal(correction_commands.SetCardsAside, cards=1).clause == "5.11.1"
    table.do(correction_commands.SetCardsAside, cards=2)
    assert table.guide.why == "5.11.2.1"
    assert (
        table.expect_refusal(correction_commands.NameMissingCards, cards=parse_cards("4H 4H")).code
        == "so-many-cards-missing"
    )
    table.do(correction_commands.NameMissingCards, cards=parse_cards("4H"))
    assert (table.guide.why, table.guide.facts["cards"]) == ("5.11.3", "4H")
    table.do(correction_commands.ReplaceMissingCards).turn_all().finish()
    assert table.net("player", 1) == 1000
    refusal = table.expect_refusal(commands.PlaceYourBets)
    assert refusal.code == "shoe-closed"
    assert table.state.shoe.closed_for == "5.11.5"


@pytest.mark.clause(MBS, "5.11.2.1")
def test_a_card_of_which_all_have_been_seen_is_not_the_missing_one() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, decks=8).bets(("player", 1000, 1)).close()
    for card in (None, CARDS["9S"], CARDS["9S"], CARDS["9S"]):
        table.do(commands.DrawCard, card=card)
    table.report(IrregularityKind.LEFT_WITH_CARD, places=(0,)).do(correction_commands.SignAttendance, by=SHIFT_MANAGER)
    table.do(correction_commands.SetCardsAside, cards=2)
    table.do(correction_commands.NameMissingCards, cards=parse_cards("9S"))


@pytest.mark.clause(MBS, "5.11")
def test_a_card_that_the_device_has_read_needs_no_search() -> None:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C")
    table.report(IrregularityKind.LEFT_WITH_CARD, places=(0,))
    assert table.state.cases == ()
    assert table.find_events(events.CaseOpened)[-1].case.clause == "5.10"


@pytest.mark.parametrize("book", [V4, INSURANCE])
@pytest.mark.clause(V4, "5.18")
@pytest.mark.clause(INSURANCE, "5.18")
def test_elsewhere_a_card_carried_away_is_not_covered(book: str) -> None:
    table = RoundTable(book, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    table.do(commands.DrawCard, card=None).report(IrregularityKind.LEFT_WITH_CARD, places=(0,))
    assert (table.guide.why, table.guide.who) == ("5.18", "shift_manager")

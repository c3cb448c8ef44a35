"""A card in excess that was seen while it lay face down: no bets are opened on it (v4 5.8, MBS 6.1, ruling O6)."""

from typing import Any

import pytest

from dealer_app.domain.baccarat.reconstruction import Place
from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.irregularities.reports import reportable_kinds
from dealer_app.domain.round.state import DrawnCard
from dealer_app.domain.round.table_settings import Dealing
from tests.support.rounds import BACCARAT, INSURANCE, MBS, SHIFT_MANAGER, SUPERVISOR, V4, RoundTable, parse_cards

SEEN = DrawnCard(CARDS["9H"], Place.NEITHER, turned=True)
STOPS = {V4: "5.18", INSURANCE: "5.18", MBS: "6.1"}
ON_EXCESS = {V4: "5.8", INSURANCE: "5.7", MBS: "6.1"}


def one_too_many(book: str, **settings: Any) -> RoundTable:
    """Both hands stand on 6 and 7, and a fifth card lies sealed."""
    return RoundTable(book, **settings).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C").draw("9H", face_up=False)


def reconstructed(book: str) -> RoundTable:
    return one_too_many(book).resolve()


def stopped(table: RoundTable) -> bool:
    guide = table.guide
    assert table.expect_refusal(commands.PlaceYourBets).code in ("case-open", "open-card-carried")
    return (guide.step, guide.who, guide.why) == (
        Step.CHOOSE_CARRIED_USE,
        "shift_manager",
        STOPS[table.rules.book.game],
    )


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("trouble", [IrregularityKind.EXCESS_CARD_SEEN, IrregularityKind.EXPOSED_CARD])
@pytest.mark.parametrize("announced", [False, True])
@pytest.mark.clause(V4, "5.8", "5.18")
@pytest.mark.clause(INSURANCE, "5.7", "5.18")
@pytest.mark.clause(MBS, "6.1")
def test_one_that_was_seen_in_its_round_stops_play_after_it(
    book: str, trouble: IrregularityKind, announced: bool
) -> None:
    table = reconstructed(book)
    if announced:
        table.announce()
    table.report(trouble, places=(4,))
    assert table.round.cards[4] == SEEN
    case = table.find_events(events.CaseOpened)[-1].case
    assert (case.trouble, case.clause) == (IrregularityKind.EXCESS_CARD_SEEN.value, ON_EXCESS[book])
    assert not table.state.cases, "the round goes on"
    table.finish()
    assert table.state.carried == (SEEN,)
    assert stopped(table)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.8", "5.18")
@pytest.mark.clause(INSURANCE, "5.7", "5.18")
@pytest.mark.clause(MBS, "6.1")
def test_while_its_case_is_open_what_that_needs_is_needed_still(book: str) -> None:
    table = one_too_many(book)
    needs = table.state.cases[-1].needs
    table.report(IrregularityKind.EXPOSED_CARD, places=(4,))
    assert (table.state.cases[-1].trouble, table.state.cases[-1].needs) == (IrregularityKind.EXCESS_CARD.value, needs)
    table.resolve().finish()
    assert stopped(table)


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.parametrize("use", correction_commands.CarriedUse)
@pytest.mark.clause(V4, "5.8", "5.18")
@pytest.mark.clause(INSURANCE, "5.7", "5.18")
@pytest.mark.clause(MBS, "6.1")
def test_one_that_was_seen_between_rounds_or_while_bets_are_open_stops_play_at_once(
    book: str, use: correction_commands.CarriedUse
) -> None:
    for begun in (False, True):
        table = reconstructed(book).finish()
        if begun:
            table.begin().bets(("player", 500, 1))
        assert IrregularityKind.EXCESS_CARD_SEEN in reportable_kinds(table.rules, table.state)
        table.report(IrregularityKind.EXCESS_CARD_SEEN)
        assert table.state.carried == (SEEN,)
        assert stopped(table) or begun
        table.do(correction_commands.ChooseCarriedUse, by=SHIFT_MANAGER, use=use, text="seen by all")
        assert table.guide.step is {
            (correction_commands.CarriedUse.USE, False): Step.PLACE_YOUR_BETS,
            (correction_commands.CarriedUse.USE, True): Step.NO_MORE_BETS,
            (correction_commands.CarriedUse.BURN, False): Step.PLACE_YOUR_BETS,
            (correction_commands.CarriedUse.BURN, True): Step.NO_MORE_BETS,
        }.get((use, begun), Step.DEAL_FREE_HAND)


@pytest.mark.clause(V4, "5.8", "5.18")
def test_what_no_device_knows_of_it_is_keyed() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close()
    for _ in range(4):
        table.do(commands.DrawCard, card=None)
    table.do(commands.TurnCards, places=(0, 1, 2, 3), cards=parse_cards("4S QH 2D 7C"))
    table.do(commands.DrawCard, card=None).resolve()
    assert IrregularityKind.EXCESS_CARD_SEEN in reportable_kinds(table.rules, table.state)
    report: dict[str, Any] = {"trouble": IrregularityKind.EXCESS_CARD_SEEN.value, "places": (4,)}
    assert table.expect_refusal(commands.Report, **report).code == "value-needed"
    table.do(commands.Report, **report, cards=parse_cards("9H"))
    assert table.round.cards[4] == SEEN
    assert table.state.shoe.seen[CARDS["9H"]] == 1
    assert stopped(table.finish())


@pytest.mark.clause(V4, "5.8", "5.18")
def test_of_several_that_are_carried_over_the_one_is_named() -> None:
    table = one_too_many(V4).draw("3S", face_up=False).resolve().finish()
    assert table.expect_refusal(commands.Report, trouble=IrregularityKind.EXCESS_CARD_SEEN.value).code == "no-such-card"
    table.report(IrregularityKind.EXCESS_CARD_SEEN, places=(1,))
    assert [card.turned for card in table.state.carried] == [False, True]
    assert (
        table.expect_refusal(commands.Report, trouble=IrregularityKind.EXCESS_CARD_SEEN.value, places=(1,)).code
        == "no-such-card"
    )


@pytest.mark.clause(V4, "5.14", "5.18")
def test_it_stays_seen_if_its_round_is_taken_up_again() -> None:
    table = reconstructed(V4).finish()
    table.report(IrregularityKind.EXCESS_CARD_SEEN)
    table.do(
        correction_commands.ChooseCarriedUse, by=SHIFT_MANAGER, use=correction_commands.CarriedUse.USE, text="used"
    )
    table.do(correction_commands.CorrectBet, number=1, wager=None, reason="no chips")
    table.do(commands.Approve, by=SUPERVISOR).resolve().finish()
    assert table.state.carried == (SEEN,)
    assert stopped(table)


@pytest.mark.parametrize("book", BACCARAT)
def test_where_no_card_lies_sealed_none_was_seen(book: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C")
    assert IrregularityKind.EXCESS_CARD_SEEN not in reportable_kinds(table.rules, table.state)
    assert IrregularityKind.EXPOSED_CARD not in reportable_kinds(table.rules, table.state)
    assert IrregularityKind.EXPOSED_CARD not in reportable_kinds(table.rules, reconstructed(book).state)


@pytest.mark.clause(V4, "5.10", "5.18")
def test_a_card_of_a_hand_exposed_with_it_is_still_an_exposed_card() -> None:
    table = RoundTable(V4, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 1)).close().deal("4S QH 2D 7C")
    table.draw("9H").resolve()
    table.report(IrregularityKind.EXPOSED_CARD, places=(0, 4))
    case = table.find_events(events.CaseOpened)[-1].case
    assert (case.trouble, case.clause) == (IrregularityKind.EXPOSED_CARD.value, "5.10")
    assert table.round.cards[4] == SEEN

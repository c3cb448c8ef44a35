"""Cards in excess: reconstructed, sealed, carried over, and what becomes of one that was seen (v4 5.8, ruling O6)."""

from typing import Any

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.state import Phase
from dealer_app.domain.round.table_settings import Dealing
from tests.support.rounds import BACCARAT, INSURANCE, MBS, PIT_MANAGER, SHIFT_MANAGER, SUPERVISOR, V4, RoundTable


def natural_and_one_more(book: str, *, face_up: bool = False) -> RoundTable:
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("4H 9S 5D 5C")
    return table.draw("7C", face_up=face_up).resolve().finish()


@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.8")
@pytest.mark.clause(INSURANCE, "5.7")
def test_a_card_in_excess_opens_the_next_round_once_its_bets_are_closed(book: str) -> None:
    table = natural_and_one_more(book).begin()
    assert [card.turned for card in table.state.carried] == [False]
    table.bets(("player", 1000, 1)).close()
    assert [card.card.text for card in table.round.cards if card.card] == ["7C"]
    assert table.guide.step is Step.DRAW_BANKER


@pytest.mark.assurance("A45")
@pytest.mark.parametrize(("book", "clause"), [(V4, "5.18"), (INSURANCE, "5.18"), (MBS, "6.1")])
@pytest.mark.parametrize("use", correction_commands.CarriedUse)
@pytest.mark.clause(V4, "5.8", "5.18")
@pytest.mark.clause(INSURANCE, "5.7", "5.18")
@pytest.mark.clause(MBS, "6.1")
def test_one_that_was_seen_stops_play_until_the_shift_manager_has_chosen(
    book: str, clause: str, use: correction_commands.CarriedUse
) -> None:
    table = natural_and_one_more(book, face_up=True)
    assert (table.guide.step, table.guide.who, table.guide.why) == (Step.CHOOSE_CARRIED_USE, "shift_manager", clause)
    assert table.expect_refusal(commands.PlaceYourBets).code in ("case-open", "open-card-carried")
    chosen = {"use": use, "text": "said aloud"}
    assert table.expect_refusal(correction_commands.ChooseCarriedUse, by=PIT_MANAGER, **chosen).code == "wrong-role"
    table.do(correction_commands.ChooseCarriedUse, by=SHIFT_MANAGER, **chosen)
    match use:
        case correction_commands.CarriedUse.USE:
            table.begin().close()
            assert len(table.round.cards) == 1
        case correction_commands.CarriedUse.FREE_HAND:
            assert table.expect_refusal(commands.PlaceYourBets).code == "open-card-carried"
            assert table.guide.step is Step.DEAL_FREE_HAND
            table.do(correction_commands.DealFreeHand)
            assert table.round.phase is Phase.CLOSED
            assert table.expect_refusal(commands.WithdrawBet, number=1).code == "bets-closed"
            table.deal("2D KD 3C 9H").finish().begin()
        case correction_commands.CarriedUse.BURN:
            assert table.state.carried == ()
            table.begin()


def test_a_card_drawn_twice_is_counted_once() -> None:
    table = natural_and_one_more(V4)
    used = table.state.shoe.used
    table.begin().close()
    assert table.state.shoe.used == used


def test_a_sealed_card_goes_back_only_with_the_role_for_it() -> None:
    table = natural_and_one_more(V4)
    used = table.state.shoe.used
    assert table.expect_refusal(correction_commands.ReturnCarriedCards).code == "wrong-role"
    table.do(correction_commands.ReturnCarriedCards, by=SUPERVISOR)
    assert table.state.carried == ()
    assert table.state.shoe.used == used - 1


@pytest.mark.parametrize(("book", "clause"), [(V4, "5.11.2"), (INSURANCE, "5.10.2"), (MBS, "5.13")])
@pytest.mark.clause(V4, "5.11.2")
@pytest.mark.clause(INSURANCE, "5.10.2")
@pytest.mark.clause(MBS, "5.13")
def test_a_pit_supervisor_may_have_the_cards_replaced(book: str, clause: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("2S 3D 2H KC 4H 8D")
    table.report(IrregularityKind.TOGETHER_ORDER_LOST).resolve()
    table.do(commands.DecideOrder, by=PIT_MANAGER, order=(0, 1, 2, 3, 4, 5)).finish()
    assert table.expect_refusal(correction_commands.ReplaceCards, reason="drawn together").code == "wrong-role"
    table.do(correction_commands.ReplaceCards, by=SUPERVISOR, reason="drawn together")
    assert table.state.shoe.closed_for == clause
    assert table.expect_refusal(commands.PlaceYourBets).code == "shoe-closed"


@pytest.mark.parametrize("book", BACCARAT)
def test_a_second_card_in_excess_is_part_of_the_same_trouble(book: str) -> None:
    table = RoundTable(book).bets(("player", 1000, 1)).close().deal("8C 9D KH QS 3H 5D").resolve().finish()
    assert [card.card.text for card in table.state.carried if card.card] == ["3H", "5D"]


def not_announced(book: str, effect: commands.Effect, **settings: Any) -> RoundTable:
    table = RoundTable(book, **settings).bets(("player", 1000, 1)).draw("9S").answer(announced=False)
    return table.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=effect, text="said aloud")


@pytest.mark.parametrize("effect", commands.Effect)
@pytest.mark.parametrize("use", correction_commands.CarriedUse)
@pytest.mark.parametrize("book", BACCARAT)
@pytest.mark.clause(V4, "5.18")
@pytest.mark.clause(INSURANCE, "5.18")
@pytest.mark.clause(MBS, "6.1")
def test_a_card_that_came_too_early_keeps_its_place(
    book: str, use: correction_commands.CarriedUse, effect: commands.Effect
) -> None:
    table = not_announced(book, effect)
    nine = CARDS["9S"]
    assert [card.card for card in table.state.carried] == [nine]
    assert table.state.shoe.seen[nine] == 1
    used = table.state.shoe.used
    assert table.guide.step is Step.CHOOSE_CARRIED_USE
    table.do(correction_commands.ChooseCarriedUse, by=SHIFT_MANAGER, use=use, text="so decided")
    assert not table.state.cases
    if use is correction_commands.CarriedUse.FREE_HAND:
        assert table.state.round is None
        assert table.is_returned("player", 1)
        table.do(correction_commands.DealFreeHand)
    else:
        if effect is commands.Effect.VOID:
            table.begin()
        table.close()
    first = [] if use is correction_commands.CarriedUse.BURN else [nine]
    assert [card.card for card in table.round.cards] == first
    assert (table.state.shoe.used, table.state.shoe.seen[nine]) == (used, 1)


def test_one_that_came_too_early_face_down_is_sealed_until_bets_are_closed() -> None:
    table = not_announced(V4, commands.Effect.CONTINUE, dealing=Dealing.FACE_DOWN)
    assert not table.state.cases
    assert table.state.shoe.seen.get(CARDS["9S"], 0) == 0
    assert "9S" not in repr(table.guide)
    table.close()
    assert [(card.card, card.turned) for card in table.round.cards] == [(CARDS["9S"], False)]
    assert table.state.shoe.seen[CARDS["9S"]] == 1


def test_it_lies_behind_those_that_open_the_round() -> None:
    table = natural_and_one_more(V4).begin().draw("9S").answer(announced=False)
    table.do(commands.GiveRuling, by=SHIFT_MANAGER, effect=commands.Effect.VOID, text="said aloud")
    assert [card.card.text for card in table.state.carried if card.card] == ["7C", "9S"]
    table.do(
        correction_commands.ChooseCarriedUse,
        by=SHIFT_MANAGER,
        use=correction_commands.CarriedUse.USE,
        text="so decided",
    )
    table.begin().close()
    assert [card.card.text for card in table.round.cards if card.card] == ["7C", "9S"]
    assert table.guide.step is Step.DRAW_PLAYER

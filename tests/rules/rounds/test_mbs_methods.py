"""The three methods of dealing of Tiger Baccarat: who draws, who turns, who is passed the cards (3.9 to 3.12)."""

import pytest

from dealer_app.domain.round import commands, events
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Person, Who
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED, Bettor
from tests.support.round_player import next_step
from tests.support.rounds import DEALER, MBS, PIT_MANAGER, SUPERVISOR, RoundTable

CASINO_MANAGER = Person("Assistant Casino Manager", "assistant_casino_manager")


def seat(number: int) -> Who:
    return number, SEATED


def dealt_by(method: Method, *, begun: bool = True) -> RoundTable:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, hlga=True, begun=False)
    by = CASINO_MANAGER if method is Method.C else PIT_MANAGER
    table.do(commands.ChooseMethod, by=by, method=method)
    return table.begin() if begun else table


@pytest.mark.clause(MBS, "3.9", "3.9.2")
def test_the_pit_manager_chooses_between_a_and_b_and_changes_over_between_rounds() -> None:
    table = RoundTable(MBS, begun=False)
    assert table.expect_refusal(commands.ChooseMethod, by=SUPERVISOR, method=Method.A).clause == "3.9.2"
    table.do(commands.ChooseMethod, by=PIT_MANAGER, method=Method.A)
    table.do(commands.ChooseMethod, by=PIT_MANAGER, method=Method.B).begin()
    assert table.expect_refusal(commands.ChooseMethod, by=PIT_MANAGER, method=Method.A).code == "round-on"


@pytest.mark.clause(MBS, "3.9.2")
def test_method_c_is_only_for_hlga_and_by_leave_of_an_assistant_casino_manager() -> None:
    elsewhere = RoundTable(MBS, begun=False)
    refused = elsewhere.expect_refusal(commands.ChooseMethod, by=CASINO_MANAGER, method=Method.C)
    assert refused == Refusal(code="only-in-hlga", clause="3.9.2")
    table = RoundTable(MBS, hlga=True, begun=False)
    assert table.expect_refusal(commands.ChooseMethod, by=PIT_MANAGER, method=Method.C).code == "wrong-role"
    table.do(commands.ChooseMethod, by=CASINO_MANAGER, method=Method.C)


@pytest.mark.clause(MBS, "3.9.1")
@pytest.mark.parametrize("method", [Method.A, Method.B])
def test_in_a_and_b_the_device_stays_with_the_dealer(method: Method) -> None:
    table = dealt_by(method).bet("player", 1000, 1)
    refused = table.expect_refusal(commands.PassDevice, by=PIT_MANAGER, who=seat(1))
    assert refused == Refusal(code="dealer-keeps-device", clause="3.9.1")


@pytest.mark.clause(MBS, "3.10", "3.10.1", "3.10.2")
def test_in_a_the_dealer_draws_and_each_hand_goes_to_its_highest_wager() -> None:
    table = dealt_by(Method.A).bets(("player", 1000, 1), ("player", 2000, 2), ("banker", 500, 3)).close()
    assert "drawn_by" not in table.guide.facts
    table.deal("2H 3S 6D 4C")
    assert not any(card.turned for card in table.round.cards)
    refused = table.expect_refusal(commands.GiveCards, side=Side.PLAYER, who=seat(1))
    assert refused == Refusal(code="not-the-highest-bet", clause="3.10.2")
    table.do(commands.GiveCards, side=Side.PLAYER, who=seat(2)).do(commands.GiveCards, side=Side.BANKER, who=seat(3))
    assert table.round.holders == {Side.PLAYER: seat(2), Side.BANKER: seat(3)}
    table.turn_all().finish()
    assert table.net("player", 2) == 2000


@pytest.mark.clause(MBS, "3.10.3")
def test_if_he_declines_the_next_highest_has_them() -> None:
    table = dealt_by(Method.A).bets(("player", 1000, 1), ("player", 2000, 2)).close().deal("2H 3S 6D 4C")
    table.do(commands.RefuseCards, side=Side.PLAYER, who=seat(2))
    table.do(commands.GiveCards, side=Side.PLAYER, who=seat(1))
    assert not any(card.turned for card in table.round.cards), "still face down"


@pytest.mark.clause(MBS, "3.10.4", "3.10.5")
def test_of_equal_ones_the_first_placed_then_counter_clockwise() -> None:
    table = dealt_by(Method.A).bets(("player", 1000, 3), ("player", 1000, 5), ("player", 1000, 2)).close()
    table.deal("2H 3S 6D 4C")
    for who in (seat(3), seat(2), seat(5)):
        assert _may_be_given(table) == who
        table.do(commands.RefuseCards, side=Side.PLAYER, who=who)


@pytest.mark.clause(MBS, "3.10.4.1", "3.10.5")
@pytest.mark.parametrize("named", [2, 3, 5])
def test_after_whom_the_pit_supervisor_named_it_goes_on_counter_clockwise_from_there(named: int) -> None:
    table = dealt_by(Method.A).bets(("player", 1000, 3), ("player", 1000, 5), ("player", 1000, 2)).close()
    table.deal("2H 3S 6D 4C").do(commands.GiveCards, by=SUPERVISOR, side=Side.PLAYER, who=seat(named))
    table.do(commands.RefuseCards, side=Side.PLAYER, who=seat(named))
    after = {2: (5, 3), 3: (2, 5), 5: (3, 2)}[named]
    for number in after:
        assert _may_be_given(table) == seat(number)
        table.do(commands.RefuseCards, side=Side.PLAYER, who=seat(number))


def _may_be_given(table: RoundTable) -> Who:
    """To whom the dealer alone may pass the cards of the Player Hand."""
    given = {
        who: table.decide_command(commands.GiveCards, DEALER, side=Side.PLAYER, who=who)
        for who in [bet.who for bet in table.round.bets]
    }
    (found,) = [who for who, decision in given.items() if not isinstance(decision, Refusal)]
    return found


@pytest.mark.clause(MBS, "3.10.4.1")
def test_where_that_gives_no_answer_the_pit_supervisor_names_him() -> None:
    table = dealt_by(Method.A).bets(("player", 1000, 3), ("player", 1000, 5)).close().deal("2H 3S 6D 4C")
    refused = table.expect_refusal(commands.GiveCards, side=Side.PLAYER, who=seat(5))
    assert (refused.code, refused.clause) == ("wrong-role", "3.10.4.1")
    table.do(commands.GiveCards, by=SUPERVISOR, side=Side.PLAYER, who=seat(5))


@pytest.mark.clause(MBS, "3.10.6")
@pytest.mark.parametrize("first", [(0, 2), (1, 3)])
def test_the_dealer_says_which_hand_is_opened_first(first: tuple[int, ...]) -> None:
    table = dealt_by(Method.A).bet("player", 1000, 1).close().deal("2H 3S 6D 4C")
    assert next_step(table) is Step.TURN_CARDS
    table.do(commands.TurnCards, places=first)
    assert next_step(table) is Step.TURN_CARDS
    table.turn_all()
    assert next_step(table) is Step.ANNOUNCE_RESULT


@pytest.mark.clause(MBS, "3.10.7", "3.12.6")
@pytest.mark.parametrize("method", [Method.A, Method.C])
def test_third_cards_lie_face_down_until_dealer_or_bettor_turns_them(method: Method) -> None:
    table = dealt_by(method).bet("player", 1000, 1).close().deal("2H 3S 3D 4C").turn_all().deal("2S")
    assert not table.round.cards[4].turned
    assert (table.guide.step, table.guide.facts["cards"]) == (Step.TURN_CARDS, "5")
    table.do(commands.GiveCards, side=Side.PLAYER, who=seat(1))
    assert table.guide.facts["player_held_by"] == "1 seated"
    assert table.turn_all().round.cards[4].turned


@pytest.mark.clause(MBS, "3.11", "3.11.1", "3.11.2")
def test_in_b_the_dealer_keeps_both_hands() -> None:
    table = dealt_by(Method.B).bet("player", 1000, 1).close().deal("2H 3S 6D 4C")
    for by in (DEALER, SUPERVISOR):
        refused = table.expect_refusal(commands.GiveCards, by=by, side=Side.PLAYER, who=seat(1))
        assert refused == Refusal(code="dealer-keeps-cards", clause="3.11.2")
    assert [card.put.value for card in table.round.cards] == ["P", "B", "P", "B"]
    table.turn_all().finish()


@pytest.mark.clause(MBS, "3.12", "3.12.1")
def test_in_c_a_bettor_draws_and_the_dealer_announces() -> None:
    table = dealt_by(Method.C).bet("player", 1000, 1).do(commands.PassDevice, who=seat(1))
    assert table.guide.say == "no-more-bets"
    table.close()
    assert table.guide.facts["drawn_by"] == "1 seated"
    table.deal("2H 3S 6D 4C").turn_all()
    assert (table.guide.step, table.guide.who) == (Step.ANNOUNCE_RESULT, "dealer")


@pytest.mark.clause(MBS, "3.12.2")
def test_who_has_no_wager_draws_by_leave_of_an_assistant_casino_manager() -> None:
    table = dealt_by(Method.C).bet("player", 1000, 1)
    refused = table.expect_refusal(commands.PassDevice, by=PIT_MANAGER, who=seat(5))
    assert (refused.code, refused.clause) == ("wrong-role", "3.12.2")
    table.do(commands.PassDevice, by=CASINO_MANAGER, who=seat(5))


@pytest.mark.clause(MBS, "3.12.3")
def test_in_c_the_dealer_hands_a_hand_on_face_down() -> None:
    table = dealt_by(Method.C).bets(("player", 1000, 1), ("banker", 1000, 2))
    table.do(commands.PassDevice, who=seat(1)).close().deal("2H 3S 6D 4C")
    table.do(commands.GiveCards, by=DEALER, side=Side.BANKER, who=seat(2))
    assert not any(card.turned for card in table.round.cards)
    assert table.guide.facts["banker_held_by"] == "2 seated"


@pytest.mark.clause(MBS, "3.12.5", "3.12.7")
def test_cards_once_turned_lie_on_their_place() -> None:
    table = dealt_by(Method.C).bet("player", 1000, 1).close().deal("2H 3S 3D 4C").turn_all().deal("2S").turn_all()
    table.finish()
    assert [card.put.value for card in table.round.cards] == ["P", "B", "P", "B", "P"]
    assert table.find_events(events.CaseOpened) == []


def with_the_device() -> RoundTable:
    """Seat 1 draws the cards and has a wager on the Player."""
    return dealt_by(Method.C).bet("player", 1000, 1).do(commands.PassDevice, who=seat(1)).close()


@pytest.mark.clause(MBS, "3.12.8")
def test_he_keeps_the_device_as_long_as_he_does_not_lose() -> None:
    table = with_the_device().deal("2H 3S 6D 4C").turn_all().finish()
    assert table.state.device_with == seat(1)
    table.begin().bet("player", 1000, 2)
    refused = table.expect_refusal(commands.PassDevice, by=PIT_MANAGER, who=seat(2))
    assert refused == Refusal(code="device-with-a-bettor", clause="3.12.8")


@pytest.mark.clause(MBS, "3.12.8.1")
def test_he_may_give_it_up() -> None:
    table = with_the_device().do(commands.PassDevice, who=None)
    assert table.state.device_with is None
    assert "drawn_by" not in table.guide.facts


@pytest.mark.clause(MBS, "3.12.8.2")
def test_he_gives_it_back_when_he_loses_his_wager() -> None:
    table = with_the_device().deal("2H 3S 4D 5C").turn_all().finish()
    assert table.net("player", 1) == -1000
    assert table.state.device_with is None


@pytest.mark.clause(MBS, "3.9.2", "3.12.8")
def test_with_another_method_the_device_goes_back_to_the_dealer() -> None:
    table = with_the_device().deal("2H 3S 6D 4C").turn_all().finish()
    table.do(commands.ChooseMethod, by=PIT_MANAGER, method=Method.B)
    assert table.state.device_with is None


@pytest.mark.clause(MBS, "3.10.2")
def test_a_standing_bettor_has_his_turn_like_any_other() -> None:
    table = dealt_by(Method.A).bet("player", 1000, 1).bet("player", 3000, 1, "standing-1").close().deal("2H 3S 6D 4C")
    table.do(commands.GiveCards, side=Side.PLAYER, who=(1, Bettor("standing-1")))

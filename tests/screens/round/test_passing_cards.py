"""Method A: the cards are passed before they are turned, and who refuses has them no longer (MBS 3.10.2, 3.10.3)."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.table_settings import Dealing, Method
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.actions import SendCommand, SetInput
from dealer_app.screens.round import parts
from dealer_app.screens.round.keypad import undo_label, undo_text
from dealer_app.screens.screen import RailContent
from tests.screens.irregularity_hands import decide_act
from tests.screens.irregularity_screens import find_control, part_controls, part_rows, with_fingers
from tests.support.rounds import MBS, SUPERVISOR, RoundTable
from tests.support.screen_contexts import make_context


def _dealt(method: Method = Method.A) -> RoundTable:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=method, hlga=method is Method.C)
    return table.bets(("player", 2000, 3), ("player", 1000, 5), ("banker", 500, 7)).close().deal("2S 3H 2D AC")


def _part(table: RoundTable) -> RailContent:
    return parts.round_rail(make_context(table.rules, table.state))


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.2")
def test_passing_each_hand_is_the_next_step_before_turning_it() -> None:
    table = _dealt()
    for side, who in (("player", 3), ("banker", 7)):
        shown = _part(table)
        text = f"Pass {side.upper()} cards to {who}"
        assert (shown.primary.label.first, shown.instruction.first) == (text, text)
        assert isinstance(shown.primary.act, SendCommand)
        assert decide_act(make_context(table.rules, table.state), shown.primary.act)
        table.do(commands.GiveCards, side=Side(side), who=(who, SEATED))
    assert _part(table).primary.label.first == "PLAYER turned"


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.3")
def test_who_refuses_has_them_no_longer_and_the_next_one_is_named() -> None:
    table = _dealt().do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    table.do(commands.RefuseCards, side=Side.PLAYER, who=(3, SEATED))
    assert Side.PLAYER not in table.round.holders
    shown = _part(table)
    assert shown.primary.label.first == "Pass PLAYER cards to 5"
    assert next(row.badge for row in part_rows(shown) if row.name == "hand:player") == ""


@pytest.mark.clause("tiger-baccarat-mbs-v3", "5.10")
def test_a_bettor_who_is_not_there_is_not_asked_for_again() -> None:
    table = _dealt().do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    context = make_context(table.rules, table.state)
    absent = find_control(parts.round_rail(context), "absent:player").act
    assert isinstance(absent, SendCommand)
    assert absent.then is not None
    table.do(commands.GiveCards, side=Side.PLAYER, who=None)
    shown = parts.round_rail(with_fingers(make_context(table.rules, table.state), absent.then))
    assert shown.primary.label.first == "Pass BANKER cards to 7"


def _equal(method: Method = Method.A) -> RoundTable:
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=method)
    return table.bets(("banker", 4000, 7), ("banker", 4000, 2), ("player", 1000, 3)).close()


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.4")
def test_of_equal_ones_it_is_asked_who_placed_first() -> None:
    table = _equal().deal("2S 3H 2D AC").do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    shown = _part(table)
    assert shown.instruction.first == "BANKER: who placed first, 2 or 7?"
    assert shown.primary.act is None, "nobody is passed the cards by the order of keying"
    keys = [find_control(shown, f"first:banker:{seat}") for seat in (2, 7)]
    assert [(one.label.first, one.key) for one in keys] == [("Pass to 2", "2"), ("Pass to 7", "7")]
    assert {one.key for one in part_controls(shown)} & {"1", "2", "3", "4", "5", "7"} == {"2", "7"}
    act = keys[1].act
    assert isinstance(act, SendCommand)
    assert decide_act(make_context(table.rules, table.state), act)
    table.do(commands.GiveCards, side=Side.BANKER, who=(7, SEATED))
    assert _part(table).primary.label.first == "PLAYER turned"


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.4")
def test_it_is_asked_before_any_card_is_dealt_as_well() -> None:
    shown = _part(_equal())
    assert find_control(shown, "first:banker:7").act is not None
    assert not any(one.name == "pass:banker" for one in part_controls(shown))


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.5")
def test_once_one_of_them_has_refused_the_next_is_named_and_not_asked_for() -> None:
    table = _equal().deal("2S 3H 2D AC").do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    table.do(commands.GiveCards, side=Side.BANKER, who=(7, SEATED))
    table.do(commands.RefuseCards, side=Side.BANKER, who=(7, SEATED))
    assert _part(table).primary.label.first == "Pass BANKER cards to 2"


def test_in_b_nothing_is_passed() -> None:
    assert _part(_dealt(Method.B)).primary.label.first == "PLAYER turned"


def test_the_number_of_a_card_is_what_its_key_says_first() -> None:
    keys = [find_control(_part(_dealt(Method.B)), f"turn:{number}").label.first for number in range(1, 5)]
    assert keys == ["card 1", "card 2", "card 3", "card 4"]


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.6")
def test_the_dealer_chooses_which_hand_is_turned_first() -> None:
    table = _dealt(Method.B)
    context = make_context(table.rules, table.state)
    shown = parts.round_rail(context)
    assert (shown.instruction.first, shown.clauses) == ("Turn PLAYER first", ("3.10.6",))
    assert [row.name for row in part_rows(shown) if row.framed] == ["hand:player"]
    other = find_control(shown, "first-hand:banker")
    assert (other.label.first, other.key) == ("Turn BANKER first", "+")
    assert isinstance(other.act, SetInput)
    turned_round = parts.round_rail(with_fingers(context, other.act.input_state))
    assert turned_round.instruction.first == "Turn BANKER first"
    assert turned_round.primary.label.first == "BANKER turned"
    assert find_control(turned_round, "first-hand:player").label.first == "Turn PLAYER first"


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.6")
def test_once_a_card_is_turned_no_hand_is_chosen_any_more() -> None:
    shown = _part(_dealt(Method.B).do(commands.TurnCards, places=(0,)))
    assert not any(one.name.startswith("first-hand:") for one in part_controls(shown))


def test_every_card_and_every_refusal_has_its_whole_key() -> None:
    """The keys of a hand are under it: beside it a second card was cut to its number."""
    assert all(row.keys_below for row in part_rows(_part(_dealt())) if row.name.startswith("hand:"))


PASS, REFUSED, ABSENT = "pass:player", "refused:player", "absent:player"


def _hand_keys(table: RoundTable) -> list[tuple[str, str, bool]]:
    """The keys of the PLAYER hand in their order: name, key of the keypad, whether it can be pressed."""
    row = next(row for row in part_rows(_part(table)) if row.name == "hand:player")
    return [(one.name, one.key, one.act is not None) for one in row.controls]


@pytest.mark.parametrize("method", [Method.A, Method.C])
def test_to_pass_to_refuse_and_to_be_absent_keep_their_keys_and_places(method: Method) -> None:
    table = _dealt(method)
    moments = [_hand_keys(table)]
    table.do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    moments.append(_hand_keys(table))
    for who in (3, 5):
        table.do(commands.RefuseCards, side=Side.PLAYER, who=(who, SEATED))
        moments.append(_hand_keys(table))
    places = [[(name, key) for name, key, _ in moment] for moment in moments]
    assert places[0][-3:] == [(PASS, "4"), (REFUSED, "5"), (ABSENT, "6")]
    assert all(each == places[0] for each in places)
    can_press = [tuple(can for _, _, can in moment[-3:]) for moment in moments]
    assert can_press == [(True, False, False), (False, True, True), (True, False, False), (False, False, False)]


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.5")
def test_who_was_named_by_the_supervisor_can_refuse_or_be_absent_as_well() -> None:
    """The record has seat 7 first; it is seat 2 who has the cards, and whose refusal is to be said."""
    table = _equal().deal("2S 3H 2D AC").do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    table.do(commands.GiveCards, by=SUPERVISOR, side=Side.BANKER, who=(2, SEATED))
    shown = _part(table)
    assert find_control(shown, "pass:banker").waits.first == "2 has the cards"
    assert find_control(shown, "absent:banker").act is not None
    act = find_control(shown, "refused:banker").act
    assert isinstance(act, SendCommand)
    assert isinstance(act.command, commands.RefuseCards)
    assert (act.command.side, act.command.who) == (Side.BANKER, (2, SEATED))


def test_what_cannot_be_pressed_says_why() -> None:
    table = _dealt(Method.C)
    assert find_control(_part(table), REFUSED).waits.first == "Pass them to 3 first"
    table.do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    assert find_control(_part(table), PASS).waits.first == "3 has the cards"
    for who in (3, 5):
        table.do(commands.RefuseCards, side=Side.PLAYER, who=(who, SEATED))
    assert find_control(_part(table), PASS).waits.first == "All refused: the dealer turns them"


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.3")
def test_who_refused_is_shown_and_can_have_the_cards_again() -> None:
    table = _dealt(Method.C).do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    table.do(commands.RefuseCards, side=Side.PLAYER, who=(3, SEATED))

    def line() -> str:
        return next(row.lines[0] for row in part_rows(_part(table)) if row.name == "hand:player")

    assert line() == "with the dealer · refused: 3"
    context = make_context(table.rules, table.state)
    assert undo_text(context).first == "Takes back: Seat 3 refused the PLAYER cards"
    assert undo_label(context).first == "Undo 3 refused PLAYER"
    table.do(commands.Undo)
    assert table.round.holders[Side.PLAYER] == (3, SEATED)
    assert not table.round.refused_cards
    assert "refused" not in line()


@pytest.mark.clause("tiger-baccarat-mbs-v3", "3.10.3")
def test_a_refusal_on_which_somebody_relied_is_not_taken_back() -> None:
    table = _dealt(Method.C).do(commands.GiveCards, side=Side.PLAYER, who=(3, SEATED))
    table.do(commands.RefuseCards, side=Side.PLAYER, who=(3, SEATED))
    table.do(commands.GiveCards, side=Side.PLAYER, who=(5, SEATED))
    assert table.expect_refusal(commands.Undo).code == "nothing-to-undo"
    assert "refused: 3" in next(row.lines[0] for row in part_rows(_part(table)) if row.name == "hand:player")


def test_a_refusal_before_anybody_held_them_is_taken_back_too() -> None:
    table = _dealt(Method.C)
    table.do(commands.RefuseCards, side=Side.PLAYER, who=(3, SEATED)).do(commands.Undo)
    assert not table.round.refused_cards
    assert Side.PLAYER not in table.round.holders


def test_a_card_that_nobody_has_read_is_asked_for_by_its_hand_and_number() -> None:
    """Not all that are still face down: the dealer has chosen the hand, and one card of it is keyed."""
    table = RoundTable(MBS, dealing=Dealing.FACE_DOWN, method=Method.B).bets(("player", 2000, 3)).close()
    for _ in range(4):
        table.do(commands.DrawCard, card=None)
    context = make_context(table.rules, table.state)
    next_step = parts.round_rail(context).primary.act
    assert isinstance(next_step, SetInput)
    shown = parts.round_rail(with_fingers(context, next_step.input_state))
    assert shown.instruction.first == "PLAYER: turn card 1, key it in"

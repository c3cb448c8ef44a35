"""Closing bets on the screen: twice while no bet is keyed, and taken back where it was keyed by mistake."""

from dealer_app.domain.round.state import Phase
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.screen import Cue
from tests.screens.desk_session import DeskSession, run_desk
from tests.screens.round.round_screens import AtScreen
from tests.support.rounds import V4, RoundTable


def phase(screen: AtScreen) -> Phase:
    return screen.table.round.phase


def test_without_a_bet_closing_takes_a_second_press() -> None:
    screen = AtScreen(RoundTable(V4))
    assert screen.part.primary.sub.first == "No bet keyed in: press twice"
    screen.next()
    assert phase(screen) is Phase.BETTING
    assert screen.part.primary.sub.first == "Press again: close without bets"
    screen.next()
    assert phase(screen) is Phase.CLOSED


def test_two_knocks_in_one_are_not_two_presses() -> None:
    async def does(at: DeskSession) -> None:
        at.desk.press_key("Enter")
        at.desk.press_key("Enter")
        await at.idle()
        round_ = at.station.state.table.round
        assert round_ is not None
        assert round_.phase is Phase.BETTING
        at.now += 1000
        at.desk.press_key("Enter")
        await at.idle()
        closed = at.station.state.table.round
        assert closed is not None
        assert closed.phase is Phase.CLOSED

    run_desk("place your bets\n", does)


def test_whatever_is_done_between_them_they_are_not_two_presses() -> None:
    async def does(at: DeskSession) -> None:
        at.desk.press_key("Enter")
        at.now += 1000
        at.desk.press_key("3")
        assert at.input_state.confirming == ""

    run_desk("place your bets\n", does)


def test_with_a_bet_one_press_closes() -> None:
    screen = AtScreen(RoundTable(V4).bets(("player", 10_000, 1))).next()
    assert phase(screen) is Phase.CLOSED


def test_undo_after_closing_asks_whether_it_was_said() -> None:
    screen = AtScreen(RoundTable(V4).bets(("player", 10_000, 1))).next()
    undo = next(one for one in build_screen(screen.context).rail.tools if one.name == "undo")
    assert undo.sub.first == "No more bets"
    screen.do(undo)
    assert screen.part.instruction.first == "Did you say “No more Bets”?"
    screen.next()
    assert phase(screen) is Phase.CLOSED, "Enter leaves it as it is"
    screen.do(undo).press("closing:unsaid")
    assert phase(screen) is Phase.BETTING


def test_after_the_first_card_nothing_is_asked() -> None:
    screen = AtScreen(RoundTable(V4).bets(("player", 10_000, 1)).close().deal("9H"))
    undo = next(one for one in build_screen(screen.context).rail.tools if one.name == "undo")
    assert undo.act is None
    assert undo.waits.first == "Nothing to take back"


def test_a_key_that_does_nothing_says_so() -> None:
    async def does(at: DeskSession) -> None:
        at.desk.press_key("x")
        assert at.shown[-1].rail.refusal.first == "x does nothing here."
        assert at.sounds[-1] is Cue.REFUSED
        at.desk.press_key("hold -")
        assert at.shown[-1].rail.refusal.first == "Nothing to take back"

    run_desk("place your bets\n", does)

"""An amount is what was keyed for this bet: neither the rest of another one, nor cut to what there is room for."""

import pytest

from dealer_app.domain.wagers import SEATED
from dealer_app.screens.blocks import Control
from dealer_app.screens.input_state import NO_INPUT, InputState
from dealer_app.screens.labels import bettor_row_name
from dealer_app.screens.presenter import build_screen
from tests.screens.desk_session import BETS, DeskSession, run_desk
from tests.screens.test_typed_ahead import keyed, placed
from tests.support.rounds import INSURANCE, RoundTable
from tests.support.screen_contexts import make_context


@pytest.mark.parametrize("first", ["62000 ", "62 "])
def test_after_an_enter_without_an_amount_the_next_bet_is_not_taken_for_it(first: str) -> None:
    """Noughts are no amount, and Enter is refused; then the hand goes on to the next bet."""

    async def does(at: DeskSession) -> None:
        for key in keyed(f"{first}62400 "):
            at.desk.press_key(key)
            await at.idle()
        assert placed(at) == []
        for key in keyed("!62400 "):
            at.desk.press_key(key)
            await at.idle()
        assert placed(at) == [(6, "banker", 400)]

    run_desk(BETS, does)


def test_an_amount_that_is_too_long_is_not_cut_to_another() -> None:
    async def does(at: DeskSession) -> None:
        for key in keyed("3199999999999 "):
            at.desk.press_key(key)
            await at.idle()
        assert placed(at) == []
        assert "Too long" in at.desk.screen.rail.primary.waits.first

    run_desk(BETS, does)


def _primary(input_state: InputState = NO_INPUT) -> Control:
    """What Enter does while insurance is offered."""
    table = RoundTable(INSURANCE).bets(("player", 1000, 1), ("player", 500, 2)).close().deal("KH 9C 6S 5D")
    return build_screen(make_context(table.rules, table.state, input_state=input_state)).rail.primary


def test_with_an_empty_amount_open_enter_does_not_close_the_offer() -> None:
    """It would take everybody who has not answered for No, which nobody can take back (5.3)."""
    closing = _primary()
    assert closing.act is not None
    begun = _primary(NO_INPUT.replace(framed=bettor_row_name("insure", (2, SEATED), "player")))
    assert begun.act is None
    assert begun.name != closing.name

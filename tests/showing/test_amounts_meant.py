"""An amount is what was keyed for this bet: neither the rest of another one, nor cut to what there is room for."""

import pytest

from dealer_app.domain.wagers import SEATED
from dealer_app.showing.blocks import Control
from dealer_app.showing.fingers import NOTHING, Fingers
from dealer_app.showing.play.bettors import row_name
from dealer_app.showing.screen_of import screen
from tests.showing.test_typed_ahead import keyed, placed
from tests.support.mending_screens import seen
from tests.support.rounds import INSURANCE, Seated
from tests.support.sitting import BETS, Sitting, sits


@pytest.mark.parametrize("first", ["62000 ", "62 "])
def test_after_an_enter_without_an_amount_the_next_bet_is_not_taken_for_it(first: str) -> None:
    """Noughts are no amount, and Enter is refused; then the hand goes on to the next bet."""

    async def does(at: Sitting) -> None:
        for key in keyed(f"{first}62400 "):
            at.desk.key(key)
            await at.idle()
        assert placed(at) == []
        for key in keyed("!62400 "):
            at.desk.key(key)
            await at.idle()
        assert placed(at) == [(6, "banker", 400)]

    sits(BETS, does)


def test_an_amount_that_is_too_long_is_not_cut_to_another() -> None:
    async def does(at: Sitting) -> None:
        for key in keyed("3199999999999 "):
            at.desk.key(key)
            await at.idle()
        assert placed(at) == []
        assert "Too long" in at.desk.screen.rail.primary.waits.first

    sits(BETS, does)


def _primary(fingers: Fingers = NOTHING) -> Control:
    """What Enter does while insurance is offered."""
    table = Seated(INSURANCE).bets(("player", 1000, 1), ("player", 500, 2)).close().deal("KH 9C 6S 5D")
    return screen(seen(table.rules, table.state, fingers=fingers)).rail.primary


def test_with_an_empty_amount_open_enter_does_not_close_the_offer() -> None:
    """It would take everybody who has not answered for No, which nobody can take back (5.3)."""
    closing = _primary()
    assert closing.act is not None
    begun = _primary(NOTHING.but(framed=row_name("insure", (2, SEATED), "player")))
    assert begun.act is None
    assert begun.name != closing.name

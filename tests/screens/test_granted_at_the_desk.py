"""A whole station: what a role grants is keyed in place, and the dealer who is signed in goes on with the round."""

from collections.abc import Iterator

import pytest

from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED
from dealer_app.people.pin_work import PinWork
from tests.screens.desk_bench import AtDesk, ByDesk, at_desk
from tests.screens.scripted_device import card_report
from tests.support.signers import CHIEF, PINS, QUICK, SUPERVISOR
from tests.support.window_rounds import INSURANCE, MBS, V4, current_round, prepares, starts_table, takes_bets


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


async def _signs(hands: ByDesk, badge: str) -> None:
    """In the open panel; after it the dealer is still signed in, and nobody else."""
    await hands.press(f"person:{badge}")
    await hands.writes(PINS[badge])
    await hands.press_next()
    table = hands.desk
    assert table.screen.overlay is None, table.describe()
    assert [session.badge for session in table.station.state.people.sessions.values()] == ["D1"]


@pytest.mark.clause(V4, "3.9")
def test_a_squeeze_is_granted_while_the_dealer_deals(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = ByDesk(table)
        await starts_table(hands, V4, "P", "dealing:face-down")
        await takes_bets(hands, (3, "banker", 1500), (5, "player", 500))
        await hands.press("squeeze:banker:3")
        await _signs(hands, SUPERVISOR.badge)
        assert current_round(hands.table).holders == {Side.BANKER: (3, SEATED)}

    at_desk(pins, play)


@pytest.mark.clause(INSURANCE, "3.14")
def test_the_waiver_is_granted_while_the_dealer_deals(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = ByDesk(table)
        await starts_table(hands, INSURANCE, "A", "dealing:face-down")
        await takes_bets(hands, (3, "banker", 1500), (5, "player", 500))
        for text in ("KS", "KH", "2S", "AH"):
            await table.hears("shoe", card_report(text))
        while "waive" not in {touch.name for touch in table.touches()}:
            await hands.press_next()
        await hands.press("waive")
        await _signs(hands, SUPERVISOR.badge)
        assert current_round(hands.table).insurance_waived

    at_desk(pins, play)


@pytest.mark.clause(MBS, "3.21")
def test_cards_go_to_another_while_the_dealer_deals(pins: PinWork) -> None:
    async def play(table: AtDesk) -> None:
        hands = ByDesk(table)
        await table.begin_house()
        await table.employs_chief()
        await prepares(hands, MBS, "A", "dealing:face-down")
        await takes_bets(hands, (3, "banker", 1500), (5, "player", 500))
        for text in ("KS", "KH", "2S", "AH"):
            await table.hears("shoe", card_report(text))
        for name in ("to-another", "hand:player", "who:7"):
            await hands.press(name)
        await _signs(hands, CHIEF.badge)
        assert current_round(hands.table).holders == {Side.PLAYER: (7, SEATED)}

    at_desk(pins, play)

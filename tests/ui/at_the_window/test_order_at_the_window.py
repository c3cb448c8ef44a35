"""Unshuffled cards, and live odds: by a supervisor in the room, by keys alone and by touches alone."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from dealer_app.domain.baccarat.table_of_play import make_coup
from dealer_app.domain.cards import Card
from dealer_app.odds.shoe_order import DECK_ORDERS, NewDeckOrder
from dealer_app.screens.input_state import Panel
from dealer_app.station_events import (
    LiveOddsSwitched,
    LookBegan,
    LookEnded,
    OrderOutcome,
    ShoeOrderDecided,
    ShoeOrderFound,
    TableHeld,
)
from dealer_app.table_chances import LiveOdds
from tests.support.folder_events import journal_events
from tests.support.rounds import V4
from tests.support.signers import CHIEF, SUPERVISOR
from tests.support.window_bench import AtWindow, at_window
from tests.support.window_hands import ByKeys, WindowHands
from tests.support.window_rounds import starts_table, takes_bets
from tests.ui.at_the_window.test_supervisors_room import enters_room, in_room, takes_tool
from tests.ui.at_the_window.touch_hands import Ways, both_ways
from tests.ui.at_the_window.window_devices import finishes_round, pulls


@pytest.fixture(autouse=True)
def nothing_reckoned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The figures have a test of their own; a window that closes waits for none."""
    monkeypatch.setattr(LiveOdds, "find", lambda *_: ())


UNSHUFFLED = DECK_ORDERS[NewDeckOrder.SPADES_FIRST]
REFERENCE = "CAM7"


async def deals(hands: WindowHands, cards: list[Card]) -> None:
    """A round without bets, with as many of these cards as it takes."""
    await takes_bets(hands)
    drawn: list[Card] = []
    while len(drawn) < 4 or make_coup(drawn).next_draw is not None:
        drawn.append(cards.pop(0))
        await pulls(hands.table, drawn[-1].text)
    await finishes_round(hands)


async def opens_tool(hands: WindowHands, panel: Panel) -> None:
    """By the digit that the tool shows once the point is pressed."""
    digit = ""
    if isinstance(hands, ByKeys):
        await hands.table.key(".")
        digit = hands.table.control(f"tool:{panel.value}").key
        await hands.table.key(digit)
    else:
        await takes_tool(hands, f"tool:{panel.value}", digit)
    await hands.table.settle()


def is_held(table: AtWindow) -> bool:
    return table.station.state.order.hold is not None


def has_look(table: AtWindow) -> bool:
    return table.station.state.live_odds.open_look is not None


async def starts_room(hands: WindowHands) -> None:
    """With the shift manager in the house, who agrees to what the supervisor asks for."""
    await hands.table.employs_chief()
    await enters_room(hands, SUPERVISOR.badge, SUPERVISOR.pin.text)
    assert in_room(hands.table)


@both_ways
@pytest.mark.clause("tiger-buffalo-v4", "5.5.5")
def test_a_finding_is_held_keyed_with_its_reference_and_decided_by_two(
    qapp: QApplication, tmp_path: Path, way: Ways
) -> None:
    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, V4, "A")
        cards = list(UNSHUFFLED)
        for _ in range(2):
            await deals(hands, cards)
        await table.soon(lambda: table.station.state.order.finding is not None)
        assert "shuffle" not in str(table.screen.rail), "the dealer reads nothing of it"
        await starts_room(hands)
        await hands.press_next()
        await table.settle()
        await hands.press_next()
        await table.settle()
        assert is_held(table)
        await hands.press_next()
        await hands.fills(REFERENCE, CHIEF.badge, CHIEF.pin.text)
        assert journal_events(tmp_path, ShoeOrderDecided) == (), "Enter decides nothing"
        await hands.press("outcome:change-shoe")
        await table.settle()
        assert not is_held(table)
        assert table.station.state.table.shoe.closed_for == "5.5.5"
        assert in_room(table), "the room is open below the page"

    at_window(qapp, tmp_path, play)
    assert len(journal_events(tmp_path, ShoeOrderFound)) == len(journal_events(tmp_path, TableHeld)) == 1
    (decided,) = journal_events(tmp_path, ShoeOrderDecided)
    assert (decided.outcome, decided.surveillance) == (OrderOutcome.CHANGE_SHOE, REFERENCE)


@both_ways
def test_live_odds_are_switched_on_by_two_looked_at_and_lead_to_the_limits(
    qapp: QApplication, tmp_path: Path, way: Ways
) -> None:
    async def play(table: AtWindow) -> None:
        hands = way(table)
        await starts_table(hands, V4, "A")
        await deals(hands, list(UNSHUFFLED[::3]))
        await starts_room(hands)
        await opens_tool(hands, Panel.LIVE_ODDS)
        await hands.fills(CHIEF.badge, CHIEF.pin.text)
        await table.settle()
        await hands.press_next()
        await table.settle()
        assert has_look(table)
        await hands.press_next()
        await table.settle()
        assert not has_look(table)
        await hands.press_next()
        await table.settle()
        await hands.press("open:limits")
        await table.settle()
        assert table.screen.overlay is not None
        assert table.screen.overlay.name == Panel.LIMITS.value
        await hands.press("close")
        await opens_tool(hands, Panel.LIVE_ODDS)
        await hands.press("switch-off")
        await table.settle()
        assert not table.station.state.live_odds.is_on

    at_window(qapp, tmp_path, play)
    assert [each.on for each in journal_events(tmp_path, LiveOddsSwitched)] == [True, False]
    looks = journal_events(tmp_path, LookBegan), journal_events(tmp_path, LookEnded)
    assert [each.number for each in looks[0]] == [each.number for each in looks[1]] == [1, 2]

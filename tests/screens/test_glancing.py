"""A card that a device reports is on the screen before anything else is: the desk glances at the hands first."""

import asyncio
from typing import cast

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.values import replace
from dealer_app.observations import CardRead, Destination
from dealer_app.screens.action_runner import ActionRunner
from dealer_app.screens.blocks import CardShown, Face
from dealer_app.screens.context import Looks
from dealer_app.screens.controller import ScreenController
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.screens.round.hands import add_new_cards
from dealer_app.screens.screen import DiceShown, HandShown, HandsShown, Screen, TableStage
from tests.support.desk_settings import PLACE, QUIET
from tests.support.device_station import DeviceStation
from tests.support.rounds import V4


class DeskOutput:
    """What came to the screen, in its order."""

    def __init__(self) -> None:
        self.table = DeviceStation(V4).close_bets()
        self.came: list[HandsShown | DiceShown | Screen] = []
        outlets = replace(QUIET, show=lambda screen, _: self.came.append(screen), show_hands=self.came.append)
        place = replace(PLACE, terminal=self.table.dealer.terminal)
        nobody = cast(ActionRunner, None)
        self.desk = ScreenController(
            self.table.station, nobody, outlets, place, looks=Looks(), history=ResultsHistory()
        )
        self.desk.show()
        self.came.clear()

    def card(self, text: str) -> None:
        self.table.says(CardRead(card=CARDS[text], destination=Destination.UNKNOWN))
        self.desk.refresh()


@pytest.fixture
def shown() -> DeskOutput:
    return DeskOutput()


def test_the_hands_come_first_and_the_screen_that_they_belong_to_follows(shown: DeskOutput) -> None:
    async def a_card() -> None:
        shown.card("9H")
        assert [type(each) for each in shown.came] == [HandsShown]
        assert not shown.desk.is_idle
        await asyncio.sleep(0)

    asyncio.run(a_card())
    hands, screen = shown.came
    assert isinstance(screen, Screen)
    assert isinstance(screen.stage, TableStage)
    assert isinstance(hands, HandsShown)
    assert isinstance(screen.stage.result, HandsShown)
    assert lying(hands.player) == lying(screen.stage.result.player)
    assert shown.desk.is_idle


def test_two_cards_in_one_turn_are_both_glanced_at_and_shown_once(shown: DeskOutput) -> None:
    async def two_cards() -> None:
        shown.card("9H")
        shown.card("2C")
        await asyncio.sleep(0)

    asyncio.run(two_cards())
    assert [type(each) for each in shown.came] == [HandsShown, HandsShown, Screen]


def test_a_key_never_meets_the_screen_of_before(shown: DeskOutput) -> None:
    """What it does is what the control does that stands there now."""

    async def a_card_and_a_key() -> None:
        shown.card("9H")
        shown.desk.press_key("Tab")
        assert [type(each) for each in shown.came] == [HandsShown, Screen]
        await asyncio.sleep(0)

    asyncio.run(a_card_and_a_key())
    assert [type(each) for each in shown.came] == [HandsShown, Screen]


def test_what_leaves_the_hands_as_they_are_is_shown_at_once(shown: DeskOutput) -> None:
    shown.desk.refresh()
    assert [type(each) for each in shown.came] == [Screen]


def lying(hand: HandShown) -> list[CardShown]:
    return [card for card in hand.cards if card.face is not Face.PLACE]


@pytest.mark.parametrize("cards", ["9H 2C 7D 8S", "2H 3C 4D 2S 5H", "AH AC AD AS 6H", "KH QC JD TS 4H 3C"])
def test_what_is_glanced_at_is_the_card_alone_and_lies_where_the_screen_then_shows_it(
    shown: DeskOutput, cards: str
) -> None:
    async def a_round() -> None:
        for card in cards.split():
            before = shown.desk.screen.stage
            assert isinstance(before, TableStage)
            shown.came.clear()
            shown.card(card)
            await asyncio.sleep(0)
            glanced, screen = shown.came
            assert isinstance(glanced, HandsShown)
            assert isinstance(screen, Screen)
            assert isinstance(screen.stage, TableStage)
            after = screen.stage.result
            assert isinstance(after, HandsShown)
            assert isinstance(before.result, HandsShown)
            assert [lying(glanced.player), lying(glanced.banker)] == [lying(after.player), lying(after.banker)]
            assert (glanced.player.points, glanced.banker.points, glanced.banner) == (
                before.result.player.points,
                before.result.banker.points,
                before.result.banner,
            )

    asyncio.run(a_round())


def test_nothing_of_a_card_that_lies_face_down_is_glanced_at(shown: DeskOutput) -> None:
    async def a_card() -> None:
        shown.card("9H")
        await asyncio.sleep(0)

    asyncio.run(a_card())
    state = shown.table.station.state.table
    stage = shown.desk.screen.stage
    assert isinstance(stage, TableStage)
    assert isinstance(stage.result, HandsShown)
    assert state.round is not None
    empty = replace(stage.result, player=replace(stage.result.player, cards=()))
    assert add_new_cards(state, empty) is not None
    covered = tuple(replace(drawn, turned=False) for drawn in state.round.cards)
    unseen = replace(state, round=replace(state.round, cards=covered))
    assert add_new_cards(unseen, empty) is None
    assert add_new_cards(unseen, stage.result) is None
    assert add_new_cards(replace(state, round=None), empty) is None

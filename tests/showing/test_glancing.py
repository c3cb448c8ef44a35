"""A card that a device reports is on the screen before anything else is: the desk glances at the hands first."""

import asyncio
from typing import cast

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.domain.values import replace
from dealer_app.observations import CardRead, Destination
from dealer_app.showing.blocks import CardShown, Face
from dealer_app.showing.desk import Desk
from dealer_app.showing.history import History
from dealer_app.showing.performing import Performer
from dealer_app.showing.play.glancing import with_new_cards
from dealer_app.showing.screen import DiceShown, Hand, Hands, Screen, TableStage
from dealer_app.showing.seeing import Looks
from tests.support.attended import Attended
from tests.support.quiet_desk import PLACE, QUIET
from tests.support.rounds import V4


class Shown:
    """What came to the screen, in its order."""

    def __init__(self) -> None:
        self.table = Attended(V4).closed()
        self.came: list[Hands | DiceShown | Screen] = []
        outlets = replace(QUIET, show=lambda screen, _: self.came.append(screen), glance=self.came.append)
        place = replace(PLACE, terminal=self.table.dealer.terminal)
        nobody = cast(Performer, None)
        self.desk = Desk(self.table.station, nobody, outlets, place, looks=Looks(), history=History())
        self.desk.show()
        self.came.clear()

    def card(self, text: str) -> None:
        self.table.says(CardRead(card=CARDS[text], destination=Destination.UNKNOWN))
        self.desk.changed()


@pytest.fixture
def shown() -> Shown:
    return Shown()


def test_the_hands_come_first_and_the_screen_that_they_belong_to_follows(shown: Shown) -> None:
    async def a_card() -> None:
        shown.card("9H")
        assert [type(each) for each in shown.came] == [Hands]
        assert not shown.desk.idle
        await asyncio.sleep(0)

    asyncio.run(a_card())
    hands, screen = shown.came
    assert isinstance(screen, Screen)
    assert isinstance(screen.stage, TableStage)
    assert isinstance(hands, Hands)
    assert isinstance(screen.stage.result, Hands)
    assert lying(hands.player) == lying(screen.stage.result.player)
    assert shown.desk.idle


def test_two_cards_in_one_turn_are_both_glanced_at_and_shown_once(shown: Shown) -> None:
    async def two_cards() -> None:
        shown.card("9H")
        shown.card("2C")
        await asyncio.sleep(0)

    asyncio.run(two_cards())
    assert [type(each) for each in shown.came] == [Hands, Hands, Screen]


def test_a_key_never_meets_the_screen_of_before(shown: Shown) -> None:
    """What it does is what the control does that stands there now."""

    async def a_card_and_a_key() -> None:
        shown.card("9H")
        shown.desk.key("F9")
        assert [type(each) for each in shown.came] == [Hands, Screen]
        await asyncio.sleep(0)

    asyncio.run(a_card_and_a_key())
    assert [type(each) for each in shown.came] == [Hands, Screen]


def test_what_leaves_the_hands_as_they_are_is_shown_at_once(shown: Shown) -> None:
    shown.desk.changed()
    assert [type(each) for each in shown.came] == [Screen]


def lying(hand: Hand) -> list[CardShown]:
    return [card for card in hand.cards if card.face is not Face.PLACE]


@pytest.mark.parametrize("cards", ["9H 2C 7D 8S", "2H 3C 4D 2S 5H", "AH AC AD AS 6H", "KH QC JD TS 4H 3C"])
def test_what_is_glanced_at_is_the_card_alone_and_lies_where_the_screen_then_shows_it(shown: Shown, cards: str) -> None:
    async def a_round() -> None:
        for card in cards.split():
            before = shown.desk.screen.stage
            assert isinstance(before, TableStage)
            shown.came.clear()
            shown.card(card)
            await asyncio.sleep(0)
            glanced, screen = shown.came
            assert isinstance(glanced, Hands)
            assert isinstance(screen, Screen)
            assert isinstance(screen.stage, TableStage)
            after = screen.stage.result
            assert isinstance(after, Hands)
            assert isinstance(before.result, Hands)
            assert [lying(glanced.player), lying(glanced.banker)] == [lying(after.player), lying(after.banker)]
            assert (glanced.player.points, glanced.banker.points, glanced.banner) == (
                before.result.player.points,
                before.result.banker.points,
                before.result.banner,
            )

    asyncio.run(a_round())


def test_nothing_of_a_card_that_lies_face_down_is_glanced_at(shown: Shown) -> None:
    async def a_card() -> None:
        shown.card("9H")
        await asyncio.sleep(0)

    asyncio.run(a_card())
    state = shown.table.station.state.table
    stage = shown.desk.screen.stage
    assert isinstance(stage, TableStage)
    assert isinstance(stage.result, Hands)
    assert state.round is not None
    empty = replace(stage.result, player=replace(stage.result.player, cards=()))
    assert with_new_cards(state, empty) is not None
    covered = tuple(replace(drawn, turned=False) for drawn in state.round.cards)
    unseen = replace(state, round=replace(state.round, cards=covered))
    assert with_new_cards(unseen, empty) is None
    assert with_new_cards(unseen, stage.result) is None
    assert with_new_cards(replace(state, round=None), empty) is None

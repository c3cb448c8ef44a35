"""Whatever is glanced at in any golden script is what the whole screen then shows of the hands, and nothing else."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.showing.blocks import CardShown, Face
from dealer_app.showing.play import stage
from dealer_app.showing.play.glancing import with_new_cards
from dealer_app.showing.screen import Hand, Hands
from tests.support.mending_screens import seen
from tests.support.script_states import states
from tests.support.traces import Script, scripts

FEWEST = 800
"""Of some thousand cards in all scripts; some lie face down, and some come with the round that begins by them."""


def hands(rules: Rules, state: TableState) -> Hands | None:
    shown = stage.stage(seen(rules, state)).result
    return shown if isinstance(shown, Hands) else None


def lying(hand: Hand) -> list[CardShown]:
    return [card for card in hand.cards if card.face is not Face.PLACE]


def glances(script: Script) -> Iterator[tuple[Hands, Hands | None]]:
    """What is glanced at, and the hands of the whole screen after it."""
    for (_, before), (rules, after) in pairwise(states(script)):
        shown = hands(rules, before)
        glanced = None if shown is None else with_new_cards(after, shown)
        if glanced is not None:
            yield glanced, hands(rules, after)


@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.name)
def test_a_glance_is_what_the_screen_then_shows(script: Script) -> None:
    for glanced, then in glances(script):
        assert then is not None
        assert [lying(glanced.player), lying(glanced.banker)] == [lying(then.player), lying(then.banker)]


def test_nearly_every_card_that_is_dealt_open_is_glanced_at() -> None:
    assert sum(1 for script in scripts() for _ in glances(script)) > FEWEST

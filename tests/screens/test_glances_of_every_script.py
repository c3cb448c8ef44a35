"""Whatever is glanced at in any golden script is what the whole screen then shows of the hands, and nothing else."""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import Rules
from dealer_app.screens.blocks import CardShown, Face
from dealer_app.screens.round import stage
from dealer_app.screens.round.hands import add_new_cards
from dealer_app.screens.screen import HandShown, HandsShown
from tests.support.screen_contexts import make_context
from tests.support.script_states import all_states
from tests.support.traces import Script, read_scripts

FEWEST = 800
"""Of some thousand cards in all scripts; some lie face down, and some come with the round that begins by them."""


def hands(rules: Rules, state: TableState) -> HandsShown | None:
    shown = stage.build_stage(make_context(rules, state)).result
    return shown if isinstance(shown, HandsShown) else None


def lying(hand: HandShown) -> list[CardShown]:
    return [card for card in hand.cards if card.face is not Face.PLACE]


def glances(script: Script) -> Iterator[tuple[HandsShown, HandsShown | None]]:
    """What is glanced at, and the hands of the whole screen after it."""
    for (_, before), (rules, after) in pairwise(all_states(script)):
        shown = hands(rules, before)
        glanced = None if shown is None else add_new_cards(after, shown)
        if glanced is not None:
            yield glanced, hands(rules, after)


@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_a_glance_is_what_the_screen_then_shows(script: Script) -> None:
    for glanced, then in glances(script):
        assert then is not None
        assert [lying(glanced.player), lying(glanced.banker)] == [lying(then.player), lying(then.banker)]


def test_nearly_every_card_that_is_dealt_open_is_glanced_at() -> None:
    assert sum(1 for script in read_scripts() for _ in glances(script)) > FEWEST

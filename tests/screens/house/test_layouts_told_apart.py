"""In the gallery of layouts: what stands on a tile tells it from every other that is played otherwise."""

from itertools import combinations

import pytest

from dealer_app.domain.rulebook import Layout
from dealer_app.layouts.loader import equivalent_layouts, is_distinctive_bet, is_unusual_bet
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.blocks import Control, GalleryBlock, NoteBlock
from dealer_app.screens.context import Looks
from dealer_app.texts import Language, language_pair
from tests.support.house_screen import HouseScreen
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4

LANGUAGES = [(Language.EN, Language.ZH_HANT), (Language.ZH_HANT, Language.EN), (Language.ZH_HANS, Language.EN)]


def tiles(screen: HouseScreen, game: str) -> dict[str, Control]:
    screen.touches(f"game:{game}")
    found = next(block for block in screen.blocks() if isinstance(block, GalleryBlock))
    return {control.label.first: control for control in found.layouts}


def played(layout: Layout) -> object:
    odds = {area: dict(layout.prizes(area)) for area in layout.areas}
    return layout.fewest_positions, layout.most_positions, layout.seats, odds


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda pair: pair[0].value)
@pytest.mark.parametrize("game", GAMES)
def test_two_layouts_have_the_same_words_on_their_tiles_only_if_they_are_played_alike(
    screen: HouseScreen, game: str, language: tuple[Language, Language]
) -> None:
    """Positions and the short line suffice, where there is no room for all the bets."""
    screen.looks, screen.words = Looks(first=language[0], second=language[1]), language_pair(*language)
    found = tiles(screen, game)
    for one, other in combinations(load_rulebook(game).layouts, 2):
        told, also = found[one.letter], found[other.letter]
        same = (told.label.short, told.sub.short) == (also.label.short, also.sub.short)
        assert same == (played(one) == played(other)), (one.letter, other.letter)
        assert (
            same
            == (other.letter in equivalent_layouts(game, one.letter))
            == (one.letter in equivalent_layouts(game, other.letter))
        )


@pytest.mark.parametrize(
    ("game", "letter", "positions", "told"),
    [
        (V4, "A", "up to 6 seats", "PAIR +5"),
        (V4, "D", "up to 5 seats", "PAIR +5"),
        (V4, "M", "up to 5 seats", "PAIR +2"),
        (V4, "C", "up to 6 seats", "TIGER BUFFALO, WU DALANG +5"),
        (V4, "R", "10–16 seats", "TIGER TIE +5"),
        (V4, "P", "up to 6 seats", "BIG 7, SMALL 7, TIGER PAIR +2"),
        (INSURANCE, "C", "up to 6 seats", "TIGER BUFFALO, WU DALANG"),
        (MBS, "D", "up to 9 seats", ""),
        (TAI_SAI, "C", "", "ODD, EVEN +4"),
    ],
)
def test_the_short_line_names_what_few_layouts_have(
    screen: HouseScreen, game: str, letter: str, positions: str, told: str
) -> None:
    tile = tiles(screen, game)[letter]
    assert (tile.label.short, tile.sub.short) == (positions, told)


@pytest.mark.parametrize("game", GAMES)
def test_a_bet_is_unusual_that_fewer_than_two_thirds_of_the_layouts_have(game: str) -> None:
    layouts = load_rulebook(game).layouts
    for area in {area for layout in layouts for area in layout.areas}:
        having = sum(area in layout.areas for layout in layouts)
        assert is_distinctive_bet(game, area) == (having < len(layouts))
        assert is_unusual_bet(game, area) == (3 * having < 2 * len(layouts))


def test_the_chosen_layout_is_told_with_those_that_are_played_alike(screen: HouseScreen) -> None:
    screen.touches(f"game:{V4}", "layout:A")
    assert "A is played and paid like B, G, J." in said(screen)
    screen.touches("layout:P")
    assert "No other layout is played and paid like P." in said(screen)


def said(screen: HouseScreen) -> list[str]:
    return [block.text.first for block in screen.blocks() if isinstance(block, NoteBlock)]

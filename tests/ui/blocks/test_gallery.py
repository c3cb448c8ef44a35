"""The tiles of the layouts at both sizes: a large letter, its positions whole, and what tells it from the others."""

import pytest

from dealer_app.rulebooks import GAMES
from dealer_app.showing.acts import Change
from dealer_app.showing.blocks import Gallery
from dealer_app.showing.fingers import NOTHING
from dealer_app.showing.screen import Page
from dealer_app.showing.seeing import Looks
from dealer_app.wording import Language
from tests.support.rounds import MBS
from tests.support.scenes import Scene, Stage, Until
from ui.blocks.gallery import plan_gallery
from ui.blocks.plan import FOLDS, Dress, Fold, Thumbnail
from ui.blocks.writing import ELLIPSIS
from ui.theme.measures import TARGET, Measures
from ui.theme.tokens import DARK

pytestmark = pytest.mark.usefixtures("letters")
SIZES = [
    pytest.param((Measures.of(1920, 1080), 1288), id="1920"),
    pytest.param((Measures.of(1366, 768), 902), id="1366"),
]
LANGUAGES = [(Language.EN, Language.ZH_HANT), (Language.ZH_HANT, Language.EN), (Language.ZH_HANS, Language.EN)]
_LETTER = 30
_SMALL_PRINT = 16


def gallery(game: str, language: tuple[Language, Language]) -> Gallery:
    looks = Looks(first=language[0], second=language[1], motion=False)
    stage = Stage(Scene(name="gallery", game=GAMES[0], layout="A", until=Until.OPENING), looks)
    stage.seen()
    stage.desk.press(Change(NOTHING.picked("game", game)))
    assert stage.screen is not None
    assert isinstance(stage.screen.stage, Page)
    return next(block for column in stage.screen.stage.columns for block in column if isinstance(block, Gallery))


@pytest.mark.parametrize("fold", FOLDS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda pair: pair[0].value)
def test_every_layout_has_a_large_letter_and_its_positions_whole(
    size: tuple[Measures, int], language: tuple[Language, Language], fold: Fold
) -> None:
    measures, width = size
    for game in GAMES:
        block = gallery(game, language)
        plan = plan_gallery(block, width, Dress(DARK, measures)._replace(fold=fold))
        for place in plan.places:
            told = {text.text: text for text in plan.texts if place.rect.contains(text.rect)}
            tile = next(control for control in block.layouts if control.name == place.control.name)
            assert told[tile.label.first].letters.px >= _LETTER
            if tile.label.short:
                assert tile.label.short in told
                assert place.control.sub.first.startswith(tile.label.short), "who cannot see the tile is told it too"
            assert all(text.letters.px >= _SMALL_PRINT for text in told.values())
            assert min(place.rect.width(), place.rect.height()) >= TARGET
            picture = next(p for p in plan.parts if isinstance(p, Thumbnail) and place.rect.contains(p.rect))
            assert not any(text.rect.intersects(picture.rect) for text in told.values())


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda pair: pair[0].value)
def test_where_there_is_little_room_a_tile_says_what_tells_it_from_the_others(
    language: tuple[Language, Language],
) -> None:
    """In two lines; only the one layout that is like no other has more to tell than these."""
    measures, width = Measures.of(1366, 768), 902
    for game in GAMES:
        if game == MBS:
            continue  # but for their positions its layouts are all alike
        block = gallery(game, language)
        plan = plan_gallery(block, width, Dress(DARK, measures)._replace(fold=FOLDS[1]))
        cut = []
        for place in plan.places:
            tile = next(control for control in block.layouts if control.name == place.control.name)
            lines = [text.text for text in plan.texts if place.rect.contains(text.rect) and text.letters.weight < 600]
            said = "".join(line for line in lines if line != tile.label.short).replace(" ", "")
            if said.endswith(ELLIPSIS):
                cut.append(tile.label.first)
            else:
                assert said == tile.sub.short.replace(" ", "")
        assert cut in ([], ["P"])

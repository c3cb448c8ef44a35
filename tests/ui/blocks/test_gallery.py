"""The tiles of the layouts at both sizes: a large letter, its positions whole, and what tells it from the others."""

import pytest

from dealer_app.rulebooks import GAMES
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Control, GalleryBlock, ScreenText
from dealer_app.screens.context import Looks
from dealer_app.screens.input_state import NO_INPUT
from dealer_app.screens.screen import PageStage
from dealer_app.texts import Language
from tests.support.rounds import MBS, TAI_SAI, V4
from tests.support.scenes import Scene, SceneEnd, SceneStage
from ui.blocks.gallery import plan_gallery
from ui.blocks.plan import FOLDS, ColumnFold, Dress, Thumbnail
from ui.blocks.text_metrics import ELLIPSIS
from ui.theme.sizes import TARGET, Measures
from ui.theme.theme import DARK

pytestmark = pytest.mark.usefixtures("letters")
SIZES = [
    pytest.param((Measures.from_size(1920, 1080), 1288), id="1920"),
    pytest.param((Measures.from_size(1366, 768), 902), id="1366"),
]
LANGUAGES = [(Language.EN, Language.ZH_HANT), (Language.ZH_HANT, Language.EN), (Language.ZH_HANS, Language.EN)]
_LETTER = 30
_SMALL_PRINT = 16


def gallery(game: str, language: tuple[Language, Language]) -> GalleryBlock:
    looks = Looks(first=language[0], second=language[1], motion=False)
    stage = SceneStage(Scene(name="gallery", game=GAMES[0], layout="A", until=SceneEnd.OPENING), looks)
    stage.show_screen()
    stage.desk.press(SetInput(NO_INPUT.with_pick("game", game)))
    assert stage.screen is not None
    assert isinstance(stage.screen.stage, PageStage)
    return next(block for column in stage.screen.stage.columns for block in column if isinstance(block, GalleryBlock))


@pytest.mark.parametrize("fold", FOLDS)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES, ids=lambda pair: pair[0].value)
def test_every_layout_has_a_large_letter_and_its_positions_whole(
    size: tuple[Measures, int], language: tuple[Language, Language], fold: ColumnFold
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
    measures, width = Measures.from_size(1366, 768), 902
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


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_is_as_wide_as_its_tile_and_fewer_layouts_have_larger_ones(size: tuple[Measures, int]) -> None:
    measures, width = size
    widths = []
    for game in (V4, MBS, TAI_SAI):
        plan = plan_gallery(gallery(game, LANGUAGES[0]), width, Dress(DARK, measures))
        for place in plan.places:
            (picture,) = (
                part.rect for part in plan.parts if isinstance(part, Thumbnail) and place.rect.contains(part.rect)
            )
            assert picture.width() > place.rect.width() * 0.85
        assert not [text for text in plan.texts if ELLIPSIS in text.text]
        widths.append(plan.places[0].rect.width())
    assert widths == sorted(widths)
    assert widths[0] < widths[-1] / 1.9


def test_a_layout_of_which_nothing_is_said_has_no_line_below() -> None:
    picked = Control(name="layout:A", label=ScreenText("A"), act=SetInput(NO_INPUT), picked=True)
    plan = plan_gallery(GalleryBlock(game=GAMES[0], layouts=(picked,)), 902, Dress(DARK, Measures.from_size(1366, 768)))
    assert [text.text for text in plan.texts if text.text.startswith("A:")] == []

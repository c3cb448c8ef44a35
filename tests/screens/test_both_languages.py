"""Each language keeps its own words and marks, whichever is read first; what is said stays in both."""

import re
from collections.abc import Iterator

import pytest
from msgspec import Struct

from dealer_app.domain.values import replace
from dealer_app.screens.blocks import NoteBlock, ScreenText
from dealer_app.screens.labels import amounts_text, list_text
from dealer_app.screens.screen import Announcement, Screen
from dealer_app.texts import Language, language_pair
from tests.support.scene_list import SCENES
from tests.support.scenes import STILL, Scene, SceneStage

HAN = "[\u4e00-\u9fff]"
LANGUAGES = {"English", "简体中文", "繁體中文"}
"""Each language is called by its own name, whatever is read."""
EITHER = ((Language.EN, Language.ZH_HANT), (Language.ZH_HANT, Language.EN), (Language.ZH_HANS, Language.EN))


def _shown(scene: Scene, first: Language, second: Language) -> Screen:
    return SceneStage(scene, replace(STILL, first=first, second=second)).show_screen()


def _texts(value: object) -> Iterator[ScreenText]:
    """Every text of a screen in both languages, but for what is said: that is in English first in any case."""
    if isinstance(value, Announcement):
        return
    if isinstance(value, ScreenText):
        yield value
    elif isinstance(value, Struct):
        for field in value.__struct_fields__:
            yield from _texts(getattr(value, field))
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)


@pytest.mark.parametrize(("first", "second"), EITHER, ids=lambda language: language.value)
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_each_language_keeps_to_its_own_words_and_marks(scene: Scene, first: Language, second: Language) -> None:
    texts = [text for text in _texts(_shown(scene, first, second)) if text.first not in LANGUAGES]
    assert texts
    chinese_first = first is not Language.EN
    english = [text.second if chinese_first else text.first for text in texts]
    chinese = [text.first if chinese_first else text.second for text in texts]
    assert not [text for text in english if re.search(f"{HAN}|[：、，。；]", text)]
    assert not [text for text in chinese if re.search(HAN, text) and re.search(r"[,:;!?](\s|$)", text)]


@pytest.mark.parametrize(
    ("first", "second", "helps"),
    [
        (Language.EN, Language.ZH_HANS, Language.ZH_HANS),
        (Language.ZH_HANT, Language.EN, Language.ZH_HANT),
        (Language.ZH_HANT, Language.ZH_HANS, Language.ZH_HANT),
    ],
)
def test_what_is_said_is_in_english_and_in_the_language_that_is_read(
    first: Language, second: Language, helps: Language
) -> None:
    scene = next(scene for scene in SCENES if scene.name == "settlement")
    said, spoken = (_shown(scene, *read).rail.say for read in ((first, second), (Language.EN, helps)))
    assert said is not None
    assert spoken is not None
    assert said.text == spoken.text
    assert said.is_read_second is (first is not Language.EN)


def test_a_list_and_whose_amount_it_is_have_the_marks_of_their_language() -> None:
    words = language_pair(Language.ZH_HANT, Language.EN)
    assert list_text(words, ("1", "2")) == ScreenText("1、2", "1, 2")
    named = ((ScreenText("1"), "600"), (ScreenText("紅", "Red"), "50"))
    assert amounts_text(words, named) == ScreenText("1：600 · 紅：50", "1: 600 · Red: 50")


def test_what_a_clause_is_about_is_said_in_both() -> None:
    overlay = _shown(next(scene for scene in SCENES if scene.name == "clause"), Language.ZH_HANS, Language.EN).overlay
    assert overlay is not None
    (summary, *_) = overlay.left_column
    assert isinstance(summary, NoteBlock)
    assert re.search(HAN, summary.text.first)
    assert summary.text.second.isascii()

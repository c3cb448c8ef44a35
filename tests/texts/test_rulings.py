"""How a document is read stands in every language wherever somebody confirms or chooses it."""

import pytest

from dealer_app.domain.rulebook import Ruling
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.texts import Language, Words


def shown(game: str) -> list[Ruling]:
    return [each for each in load_rulebook(game).rulings if each.confirm or len(each.options) > 1]


def code(words: Words, game: str, ruling: Ruling) -> str:
    own = f"{ruling.number}.{game}"
    return own if own in words.sections["ruling"] else ruling.number


@pytest.mark.parametrize("game", GAMES)
def test_in_english_it_is_what_the_document_s_file_says(game: str) -> None:
    words = Words.load(Language.EN)
    for ruling in shown(game):
        assert words.text("ruling", code(words, game, ruling)) == ruling.subject


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", GAMES)
def test_subject_and_options_have_words(game: str, language: Language) -> None:
    words = Words.load(language)
    for ruling in shown(game):
        assert words.text("ruling", code(words, game, ruling))
        for option in ruling.options:
            assert words.text("house", f"option-{option}"), option


@pytest.mark.parametrize("language", Language)
def test_none_is_of_no_document(language: Language) -> None:
    words = Words.load(language)
    assert set(words.sections["ruling"]) == {code(words, game, ruling) for game in GAMES for ruling in shown(game)}
    assert set(words.sections["ruling-title"]) == {ruling.number for game in GAMES for ruling in shown(game)}

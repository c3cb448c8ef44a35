"""What the golden scripts say in each language is what was read and kept. `make traces` writes it again."""

import pytest

from dealer_app.texts import Language
from tests.golden.round_words import round_words, words_file


@pytest.mark.parametrize("language", Language)
def test_the_words_of_the_rounds_are_those_that_were_read(language: Language) -> None:
    assert round_words(language) == words_file(language).read_text(encoding="utf-8")

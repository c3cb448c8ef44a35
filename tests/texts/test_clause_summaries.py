"""What a clause is about is said in every language of the station; the approved documents are English and decide."""

import re

import pytest

from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks.clauses import document_clauses
from dealer_app.texts import Language, Words
from dealer_app.texts.catalogue import clause_summaries
from tests.texts.two_scripts import is_foreign

CHINESE = (Language.ZH_HANT, Language.ZH_HANS)
NAMES = {"HLGA", "Insurance", "Plus", "Paiza", "Club", "Ruby", "Room", "Player", "wager"}
"""Names that the documents write in English."""
NUMBERED = re.compile(r"[0-9]+[.][0-9.]+[0-9]")
"""Another clause, or odds."""


@pytest.mark.parametrize("language", CHINESE)
def test_every_clause_has_its_summary_and_nothing_else_has(language: Language) -> None:
    wanted = {game: {clause.number for clause in document_clauses(game)} for game in GAMES}
    assert {game: set(found) for game, found in clause_summaries(language.value).items()} == wanted


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("game", GAMES)
def test_a_summary_is_in_its_script_and_names_the_same_numbers(game: str, language: Language) -> None:
    words = Words.load(language)
    for clause in document_clauses(game):
        text = words.clause_summary(clause)
        assert not [sign for sign in text if is_foreign(sign, language)], text
        assert not re.search(r"[,;:?!]|[.](?![0-9])", text), text
        assert set(re.findall("[A-Za-z]{4,}", text)) <= NAMES, text
        assert set(re.findall(r"[0-9]+[.][0-9.]+[0-9]", clause.summary)) == set(
            re.findall(r"[0-9]+[.][0-9.]+[0-9]", text)
        )


def test_in_english_it_is_what_stands_beside_the_document() -> None:
    words = Words.load(Language.EN)
    assert all(words.clause_summary(clause) == clause.summary for game in GAMES for clause in document_clauses(game))

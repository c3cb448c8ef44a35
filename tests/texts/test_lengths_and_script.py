"""Instructions are short enough for the window, and the Chinese words are Chinese, each file in its own script."""

import re

import pytest

from dealer_app.domain.baccarat.bets import BACCARAT_AREAS
from dealer_app.domain.values import replace
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.texts import Language, Words
from dealer_app.texts.catalogue import HIGHEST_NUMBER, FactKind, FactSlot, TextTemplate
from tests.texts.two_scripts import is_foreign

CHINESE = (Language.ZH_HANT, Language.ZH_HANS)
LONGEST = {Language.EN: 48, Language.ZH_HANT: 22, Language.ZH_HANS: 22}
SAID = ("say.", "house.say-")
"""What is said to the bettors aloud, of which the approved drawings have `Cut, please.`"""
NAMES: frozenset[str] = frozenset()
"""Proper names that are written in Latin letters in Chinese too; there is none."""
LONGEST_FACTS = {
    "cards": "1 2 3 4",
    "drawn_by": "19 standing-12",
    "lammer": "player 10/1, banker 10/1",
    "left": "120",
    "offers": "player 3/2, banker 3/2",
    "on_behalf": "118 119 120",
    "under_minimum": "118 119 120",
    "round": "120",
}


def _texts(words: Words) -> list[tuple[str, str]]:
    """Every text, the facts left out."""
    return [
        (f"{section}.{code}", " ".join(part for part in entry.parts if isinstance(part, str)))
        for section, entries in words.sections.items()
        for code, entry in entries.items()
    ]


def _longest(words: Words, place: FactSlot) -> str:
    """The longest that this fact can be in an instruction."""
    if place.kind is FactKind.ROLE:
        return max((words.role(role.code) for game in GAMES for role in load_rulebook(game).roles), key=len)
    alone = replace(words, sections={**words.sections, "step": {"x": TextTemplate((place,))}})
    return alone.text("step", "x", LONGEST_FACTS)


@pytest.mark.parametrize("language", Language)
def test_an_instruction_is_short(language: Language) -> None:
    assert language in LONGEST, "say how long an instruction of this language may be"
    words = Words.load(language)
    for code, entry in words.sections["step"].items():
        text = "".join(part if isinstance(part, str) else _longest(words, part) for part in entry.parts)
        # Beside Chinese a space takes a quarter of a sign's room.
        signs = text if language is Language.EN else text.replace(" ", "")
        assert len(signs) <= LONGEST[language], f"{code}: {text}"


@pytest.mark.parametrize("language", CHINESE)
def test_there_is_no_english_in_chinese(language: Language) -> None:
    for name, text in _texts(Words.load(language)):
        assert set(re.findall("[A-Za-z]{4,}", text)) <= NAMES, f"{name}: {text}"


@pytest.mark.parametrize("language", CHINESE)
def test_a_file_keeps_to_its_script(language: Language) -> None:
    for name, text in _texts(Words.load(language)):
        assert not [sign for sign in text if is_foreign(sign, language)], f"{name}: {text}"


def test_what_belongs_to_one_script_is_known_from_the_standards_and_from_the_usual_pairs() -> None:
    """So that one that slips into the other file is found, whichever it is."""
    hant, hans = CHINESE
    assert all(is_foreign(sign, hans) and not is_foreign(sign, hant) for sign in "復棄覆閒莊點籌擱籤「」")
    assert all(is_foreign(sign, hant) and not is_foreign(sign, hans) for sign in "复弃庄点筹搁签“”")
    assert not [sign for sign in "牌局靴骰盅座位下注保持服程着" for language in CHINESE if is_foreign(sign, language)]


@pytest.mark.parametrize("language", CHINESE)
def test_chinese_is_written_with_chinese_marks(language: Language) -> None:
    for name, text in _texts(Words.load(language)):
        assert not re.search("[,.;:?!()]", text), f"{name}: {text}"


def test_english_tells_the_dealer_nothing_with_please_and_nobody_shouts() -> None:
    """What a dealer is told is short; what he says to the bettors, in the documents' words or ours, may be polite."""
    for name, text in _texts(Words.load(Language.EN)):
        assert "!" not in text, f"{name}: {text}"
        if not name.startswith(SAID):
            assert not re.search("please", text, re.IGNORECASE), f"{name}: {text}"


def test_areas_in_english_are_in_capitals_as_printed() -> None:
    words = Words.load(Language.EN)
    assert all(words.area(area).isupper() for area in BACCARAT_AREAS)


def test_every_number_that_is_said_has_its_word() -> None:
    assert HIGHEST_NUMBER == 18, "the highest total of three dice"

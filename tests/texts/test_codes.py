"""Every code that the engine can give has words in every language, and there are no words that nobody asks for."""

from collections.abc import Iterator

import pytest

from dealer_app.domain.round.guide import Guide, Step
from dealer_app.domain.rulebook import RuleFamily, Side
from dealer_app.domain.wagers import Area
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.texts import Language, Words
from dealer_app.texts.catalogue import SPECIAL_FACTS, VARIANTS, FactKind, FactSlot
from dealer_app.texts.texts import CHANCE_AREAS, MADE_OF_CARDS, WINNER_AREAS
from tests.texts.engine_codes import GIVEN_TO_EVERY_STEP, announcements, facts_of_steps, refusals

EVERY_LANGUAGE = pytest.mark.parametrize("language", Language)


def _areas() -> Iterator[Area]:
    for game in GAMES:
        yield from load_rulebook(game).areas
    yield from (Area(f"{side.value}_insurance") for side in Side)


def _kinds_of_areas() -> set[str]:
    return {area.partition(":")[0] for area in _areas()}


def _spoken() -> set[str]:
    baccarat = (load_rulebook(game) for game in GAMES if load_rulebook(game).house is RuleFamily.BACCARAT)
    return {area for book in baccarat for area in book.areas if area not in WINNER_AREAS} | set(CHANCE_AREAS)


@EVERY_LANGUAGE
def test_every_refusal_has_words_and_none_is_unused(language: Language) -> None:
    assert set(Words.load(language).sections["refusal"]) == set(refusals())


@EVERY_LANGUAGE
def test_refusals_name_only_facts_that_they_have(language: Language) -> None:
    for code, entry in Words.load(language).sections["refusal"].items():
        assert {place.fact for place in entry.slots} <= refusals()[code], code


def test_the_guide_gives_every_step() -> None:
    assert set(facts_of_steps()) == {step.name for step in Step}


@EVERY_LANGUAGE
@pytest.mark.parametrize("section", ["step", "why"])
def test_steps_name_only_facts_that_they_have(language: Language, section: str) -> None:
    for code, entry in Words.load(language).sections[section].items():
        step, _, variant = code.partition(".")
        has = facts_of_steps()[Step(step).name] | ({variant} & set(SPECIAL_FACTS))
        assert {place.fact for place in entry.slots} <= has, code


@EVERY_LANGUAGE
@pytest.mark.parametrize("game", GAMES)
def test_every_announcement_can_be_made_at_every_table(language: Language, game: str) -> None:
    words = Words.load(language)
    for step, say in announcements() - {(step, made) for step, _ in announcements() for made in MADE_OF_CARDS}:
        facts = dict.fromkeys(facts_of_steps()[step], "player 3/2")
        assert words.announcement(Guide(step=Step[step], why="", say=say, facts=facts), game)


@EVERY_LANGUAGE
def test_no_announcement_is_unused(language: Language) -> None:
    sections = Words.load(language).sections
    said = {code for name in sections if name.startswith("say") for code in sections[name]}
    assert said == {say for _, say in announcements()} - MADE_OF_CARDS


@EVERY_LANGUAGE
def test_every_area_of_every_rulebook_has_a_name_of_its_own(language: Language) -> None:
    words, areas = Words.load(language), set(_areas())
    assert len({words.area(area) for area in areas}) == len(areas)
    assert set(words.sections["area"]) == _kinds_of_areas()


@EVERY_LANGUAGE
def test_what_a_result_can_name_can_be_said(language: Language) -> None:
    assert set(Words.load(language).sections["spoken"]) == _spoken()


def test_every_even_chance_on_dice_is_said_in_the_result() -> None:
    """A bet on dice without numbers that is not in CHANCE_AREAS would win in silence."""
    books = (load_rulebook(game) for game in GAMES)
    chances = {area for book in books if book.house is RuleFamily.TAI_SAI for area in book.areas if ":" not in area}
    assert chances == set(CHANCE_AREAS)


@EVERY_LANGUAGE
def test_every_position_of_every_rulebook_has_its_name(language: Language) -> None:
    words = Words.load(language)
    roles = [role for game in GAMES for role in load_rulebook(game).roles]
    assert set(words.sections["role"]) == {role.code for role in roles}
    assert set(words.sections["title"]) == {role.title for role in roles}


def test_positions_in_english_are_those_of_the_documents() -> None:
    words = Words.load(Language.EN)
    assert all(words.title(title) == title for title in words.sections["title"])


def test_a_special_case_is_one_of_a_step_that_can_have_it() -> None:
    """Behind the dot stands a third card, for the draws, or an irregularity, for the steps of a case."""
    for section in ("step", "why"):
        for code in Words.load(Language.EN).sections[section]:
            step, dot, variant = code.partition(".")
            if variant == "third":
                assert step in ("draw-player", "draw-banker")
            elif dot and variant not in SPECIAL_FACTS:
                assert variant in VARIANTS[section]
                assert "trouble" in facts_of_steps()[Step(step).name]


@pytest.mark.parametrize("language", [language for language in Language if language is not Language.EN])
def test_all_languages_have_the_same_entries_with_the_same_facts(language: Language) -> None:
    english, other = _places(Words.load(Language.EN)), _places(Words.load(language))
    assert {key: places for key, places in other.items() if places != english.get(key)} == {}
    assert set(english) == set(other)


def _places(words: Words) -> dict[tuple[str, str], frozenset[FactSlot]]:
    """By section and code. What a document says in its own words counts as said."""
    return {
        ("say" if section.startswith("say") else section, code): entry.slots
        for section, entries in words.sections.items()
        for code, entry in entries.items()
    }


def test_every_kind_of_fact_is_used() -> None:
    used = {place.kind for places in _places(Words.load(Language.EN)).values() for place in places}
    assert used == set(FactKind)


def test_who_acts_is_a_fact_of_every_step() -> None:
    assert all(facts >= GIVEN_TO_EVERY_STEP for facts in facts_of_steps().values())

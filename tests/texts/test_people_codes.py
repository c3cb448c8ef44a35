"""Every refusal about people and approvals has words in every language, and its file is checked like the other one."""

from importlib.resources import files

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.people.positions import Position
from dealer_app.texts import Language, Words
from dealer_app.texts.catalogue import PEOPLE, TABLE, WordsFaultsError, read_catalogue
from tests.texts.engine_codes import PEOPLE as PEOPLE_CODE
from tests.texts.engine_codes import refusals

EVERY_LANGUAGE = pytest.mark.parametrize("language", Language)
EN, HANT, HANS = (Words.load(language) for language in (Language.EN, Language.ZH_HANT, Language.ZH_HANS))


@EVERY_LANGUAGE
def test_every_refusal_has_words_and_none_is_unused(language: Language) -> None:
    assert set(Words.load(language).sections["people-refusal"]) == set(refusals(PEOPLE_CODE))


@EVERY_LANGUAGE
def test_refusals_name_only_facts_that_they_have(language: Language) -> None:
    for code, entry in Words.load(language).sections["people-refusal"].items():
        assert {place.fact for place in entry.slots} <= refusals(PEOPLE_CODE)[code], code


def test_no_code_means_one_thing_at_the_table_and_another_among_people() -> None:
    assert not set(refusals()) & set(refusals(PEOPLE_CODE))
    assert not (set(TABLE.fixed) | TABLE.free) & (set(PEOPLE.fixed) | PEOPLE.free)


@EVERY_LANGUAGE
def test_every_position_has_a_name_of_its_own(language: Language) -> None:
    words = Words.load(language)
    names = {words.position(position.value, acting=acting) for position in Position for acting in (False, True)}
    assert len(names) == 2 * len(Position)


def test_a_refusal_is_told_by_the_same_call() -> None:
    refusal = Refusal(code="acting-too-high", clause="house policy", facts={"position": "shift-manager"})
    assert EN.refusal(refusal) == "Only a Shift Manager or above decides this. Ask one."
    assert HANT.refusal(refusal) == "須由當值經理或以上決定。請找其辦理。"
    assert HANS.refusal(refusal) == "须由值班经理或以上决定。请找其办理。"


def test_who_acts_is_told_to_act() -> None:
    assert EN.position(Position.PIT_MANAGER.value, acting=True) == "acting Pit Manager"


def test_a_fault_in_the_file_is_reported_with_its_name() -> None:
    text = (files("resources") / "i18n" / "people.en.toml").read_text(encoding="utf-8")
    wrong = text.replace("[item]\n", "[items]\n").replace("[people-refusal]", "[change.x]")
    with pytest.raises(WordsFaultsError) as raised:
        read_catalogue(wrong, "people.en.toml", PEOPLE)
    for expected in ("items: is not a section of the words", "item.limits: is missing", "people-refusal: is missing"):
        assert f"people.en.toml: {expected}" in raised.value.faults

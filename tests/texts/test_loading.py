"""A file of words is checked whole: everything that is wrong with it is reported at once, by section and code."""

from importlib.resources import files

import pytest

from dealer_app.texts import Language, Words
from dealer_app.texts.catalogue import WordsFaultsError, check_language, read_catalogue


def _english() -> str:
    return (files("resources") / "i18n" / "words.en.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", Language)
def test_the_words_that_come_with_the_station_load(language: Language) -> None:
    words = Words.load(language)
    assert words.language is language
    assert words is Words.load(language)


@pytest.mark.parametrize("language", Language)
def test_each_section_lies_in_one_file(language: Language) -> None:
    found = [section for read in check_language(language.value) for section in read.items()]
    assert len(found) == len(dict(found))
    assert Words.load(language).sections == dict(found)


def test_what_is_no_toml_is_said_with_its_place() -> None:
    with pytest.raises(WordsFaultsError, match=r"^words\.toml: .*line 2"):
        read_catalogue('[step]\nvoid = "\n', "words.toml")


def test_all_faults_are_reported_at_once() -> None:
    text = _english()
    for right, wrong in (
        ('shuffle = "Shuffle the cards"', 'shufle = "Shuffle the cards"'),
        ('void = "Round void."', 'void = " "'),
        ("{trouble:trouble}", "{trouble:trubble}"),
        ("{first}", "{0}"),
        ("[joined]", "[jointed]"),
    ):
        assert right in text
        text = text.replace(right, wrong, 1)
    text = "odd = 1\n" + text
    with pytest.raises(WordsFaultsError) as raised:
        read_catalogue(text, "words.toml")
    faults = raised.value.faults
    for expected in (
        "words.toml: odd: is not a section",
        "words.toml: step.shuffle: is missing",
        "words.toml: step.shufle: is not a code",
        "words.toml: say.void: has no text",
        "words.toml: refusal.no-such-round: {0} is not the name of a fact",
        "words.toml: jointed: is not a section of the words",
        "words.toml: joined.hands: is missing",
    ):
        assert expected in faults
    assert any(fault.endswith("trubble is not a kind of fact") for fault in faults)


def test_a_missing_section_is_said() -> None:
    with pytest.raises(WordsFaultsError) as raised:
        read_catalogue(_english().replace("[refusal]", "[why.x]"), "words.toml")
    assert "words.toml: refusal: is missing" in raised.value.faults


def test_a_brace_that_does_not_close_is_a_fault() -> None:
    with pytest.raises(WordsFaultsError, match=r"step\.shuffle: "):
        read_catalogue(_english().replace("Shuffle the cards", "Shuffle {the cards"), "words.toml")


def test_a_fact_that_is_missing_is_our_bug() -> None:
    with pytest.raises(AssertionError, match="last"):
        Words.load(Language.EN).text("refusal", "no-such-round", {"first": "1"})


def test_a_code_without_words_is_our_bug() -> None:
    with pytest.raises(AssertionError, match=r"refusal\.never"):
        Words.load(Language.EN).text("refusal", "never")

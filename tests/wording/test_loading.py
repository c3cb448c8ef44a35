"""A file of words is checked whole: everything that is wrong with it is reported at once, by section and code."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

import pytest

from dealer_app.wording import Language, Words
from dealer_app.wording.checking import CATALOGUES, WordsFaultsError, check, read_text, said_otherwise
from dealer_app.wording.reading import FILES, Sections, file_of, sections_of
from dealer_app.wording.template import Kind, Place, Template, template_from_text


def _english() -> str:
    return (files("resources") / "i18n" / "words.en.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", Language)
def test_the_words_that_come_with_the_station_load(language: Language) -> None:
    words = Words.load(language)
    assert words.language is language
    assert words is Words.load(language)


@pytest.mark.parametrize("language", Language)
def test_what_is_said_is_what_toml_reads_in_each_file(language: Language) -> None:
    """Read line by line, every section, code and text is the same as for TOML's own reader, and no fault is found."""
    checked: dict[str, Mapping[str, Template]] = {}
    for catalogue, read in zip(CATALOGUES, check(language.value), strict=True):
        said = sections_of(file_of(catalogue.file, language.value).read_text(encoding="utf-8"))
        wanted = {name: dict(section) for name, section in read.items() if section}
        assert {name: dict(section) for name, section in said.items()} == wanted
        checked |= wanted
    assert {name: dict(section) for name, section in Sections(language.value).items()} == checked


def test_each_section_is_looked_for_in_the_file_that_has_it() -> None:
    first, *others = CATALOGUES
    assert {each.file: {*each.fixed, *each.free} for each in others} == {**FILES}
    assert not {*first.fixed, *first.free} & {section for sections in FILES.values() for section in sections}


def test_a_text_is_cut_when_it_is_said_and_known_before() -> None:
    section = sections_of('# a remark\n\n[step]\n"on 6" = "a {fact:area} \\"b\\""\nodd = "{"\n')["step"]
    assert "odd" in section
    assert section["on 6"].parts == ("a ", Place("fact", Kind.AREA), ' "b"')
    with pytest.raises(ValueError, match=r"\{"):
        section["odd"]
    with pytest.raises(KeyError):
        section["never"]


@pytest.mark.parametrize(
    "entry",
    [
        'shuffle="Shuffle"',
        '  shuffle = "Shuffle"',
        'shuffle  = "Shuffle"',
        "shuffle = 'Shuffle'",
        'shuffle = """Shuffle"""',
        'shuffle = "Shuffle" # a remark',
        'shuffle = "Shuffle\\U0001F600"',
    ],
)
def test_what_toml_allows_and_one_line_does_not_is_a_fault(entry: str) -> None:
    text = f"[step]\n{entry}\n"
    found = {"step": {"shuffle": template_from_text(tomllib.loads(text)["step"]["shuffle"])}}
    assert list(said_otherwise(text, found)) == [
        "step.shuffle: is not on a line by itself, as a code, = and a text in quotation marks"
    ]


def test_a_header_that_is_written_otherwise_is_a_fault() -> None:
    found = {"step": {"shuffle": template_from_text("Shuffle")}}
    assert list(said_otherwise('[step]\nshuffle = "Shuffle"\n', found)) == []
    assert list(said_otherwise('[ step ]\nshuffle = "Shuffle"\n', found))


def test_what_is_no_toml_is_said_with_its_place() -> None:
    with pytest.raises(WordsFaultsError, match=r"^words\.toml: .*line 2"):
        read_text('[step]\nvoid = "\n', "words.toml")


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
        read_text(text, "words.toml")
    faults = raised.value.faults
    for expected in (
        "words.toml: odd: is no section",
        "words.toml: step.shuffle: is missing",
        "words.toml: step.shufle: is no code",
        "words.toml: say.void: has no text",
        "words.toml: refusal.no-such-round: {0} is not the name of a fact",
        "words.toml: jointed: is no section of the words",
        "words.toml: joined.hands: is missing",
    ):
        assert expected in faults
    assert any(fault.endswith("trubble is no kind of fact") for fault in faults)


def test_a_missing_section_is_said() -> None:
    with pytest.raises(WordsFaultsError) as raised:
        read_text(_english().replace("[refusal]", "[why.x]"), "words.toml")
    assert "words.toml: refusal: is missing" in raised.value.faults


def test_a_brace_that_does_not_close_is_a_fault() -> None:
    with pytest.raises(WordsFaultsError, match=r"step\.shuffle: "):
        read_text(_english().replace("Shuffle the cards", "Shuffle {the cards"), "words.toml")


def test_a_fact_that_is_missing_is_our_bug() -> None:
    with pytest.raises(AssertionError, match="last"):
        Words.load(Language.EN).put("refusal", "no-such-round", {"first": "1"})


def test_a_code_without_words_is_our_bug() -> None:
    with pytest.raises(AssertionError, match=r"refusal\.never"):
        Words.load(Language.EN).put("refusal", "never")

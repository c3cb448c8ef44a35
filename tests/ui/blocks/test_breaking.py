"""Where a text may be broken into lines: between words, and in Chinese anywhere but at its brackets and stops."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.texts import Language, Words
from ui.blocks.text_metrics import text_pieces

OPENS, CLOSES = "\u300a\u300c\u300e\uff08", "\u3001\u3002\u300b\u300d\u300f\uff01\uff09\uff0c\uff1a\uff1b\uff1f"
HAN = r"\u2e80-\u9fff\uf900-\ufaff\uff01-\uff5e"
PIECE = re.compile(rf"\s+|[{OPENS}]*(?!\s)[{HAN}][{CLOSES}]*|[^\s{HAN}]+")
"""The same rule as a pattern; a wide space is a space too."""


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Round 3 void", ("Round", " ", "3", " ", "void")),
        ("第3局（作廢）。", ("第", "3", "局", "（作", "廢）。")),
        ("《《甲》》乙", ("《《甲》》", "乙")),
        ("A、B", ("A", "、", "B")),
        ("", ()),
    ],
)
def test_it_is_broken_between_words_and_not_at_brackets(text: str, pieces: tuple[str, ...]) -> None:
    assert text_pieces(text) == pieces


@given(st.text(alphabet=st.sampled_from(f"aB3 \t\u3000-.{OPENS}{CLOSES}甲乙丙\uf900\uff21é"), max_size=30))
def test_the_rule_is_that_of_the_pattern(text: str) -> None:
    assert text_pieces(text) == tuple(PIECE.findall(text))


@pytest.mark.parametrize("language", Language)
def test_so_are_all_texts_of_the_station(language: Language) -> None:
    for section in Words.load(language).sections.values():
        for entry in section.values():
            for text in entry.parts:
                assert not isinstance(text, str) or text_pieces(text) == tuple(PIECE.findall(text))

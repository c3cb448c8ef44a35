"""The words of a head: the same for everybody who follows docs/journal.md, and told apart by ear."""

import re
from itertools import combinations, pairwise
from pathlib import Path

from dealer_app.journal.heads import WORD_LIST, head_text, head_words
from dealer_app.journal.records import Head

DOCUMENT = Path(__file__).parents[2] / "docs" / "journal.md"


def test_there_is_a_word_for_each_byte_in_the_order_of_the_alphabet() -> None:
    assert len(WORD_LIST) == 256
    assert list(WORD_LIST) == sorted(set(WORD_LIST))
    assert all(re.fullmatch("[a-z]{4,8}", word) for word in WORD_LIST)


def test_no_two_words_begin_alike_or_are_nearly_the_same() -> None:
    assert len({word[:4] for word in WORD_LIST}) == 256
    assert min(distance(one, other) for one, other in combinations(WORD_LIST, 2)) >= 3


def distance(one: str, other: str) -> int:
    """How many letters have to be changed, put in or left out."""
    row = list(range(len(other) + 1))
    for letter in one:
        below = [row[0] + 1]
        for at, (before, after) in enumerate(pairwise(row)):
            below.append(min(after + 1, below[-1] + 1, before + (letter != other[at])))
        row = below
    return row[-1]


def test_each_of_the_first_four_bytes_is_a_word() -> None:
    assert head_words(bytes([0, 1, 254, 255]) + bytes(28)) == ("acorn", "adult", "window", "yogurt")
    for place in range(4):
        for byte in range(256):
            digest = bytes(byte if at == place else 7 for at in range(32))
            assert head_words(digest)[place] == WORD_LIST[byte]
    assert head_words(bytes(4) + b"\1" * 28) == head_words(bytes(32))


def test_a_head_in_short() -> None:
    head = Head(48211, bytes([0, 1, 254, 255]) + bytes(28))
    assert head_text(head) == "48211 0001feff acorn adult window yogurt"


def test_the_document_has_the_list_and_its_example() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    listed = re.search(r"```words\n(.*?)```", text, re.DOTALL)
    assert listed is not None
    assert tuple(listed[1].split()) == WORD_LIST
    example = re.search(r"`([0-9a-f]{8})` is `([a-z ]+)`", text)
    assert example is not None
    assert " ".join(head_words(bytes.fromhex(example[1]))) == example[2]

"""Every label that a round asks for has its words, and every word is asked for somewhere."""

import re
from itertools import product
from pathlib import Path

import pytest

import dealer_app.showing
from dealer_app.domain.round.insurance_stakes import Quick
from dealer_app.showing.journal_seen import JournalSeen
from dealer_app.showing.play.area_keys import KINDS
from dealer_app.showing.play.bettors import COLOURS, STANDING_PLACES
from dealer_app.showing.play.past import ROADS
from dealer_app.showing.play.track import _DICE, _FACE_DOWN, _FACE_UP
from dealer_app.wording import Language, Words

SOURCES = Path(dealer_app.showing.__file__).parent
SIDES = ("player", "banker")
MADE = {
    *(f"step-{step}" for step in (*_DICE, *_FACE_DOWN, *_FACE_UP)),
    *(f"kind-{kind}" for kind in KINDS if kind not in ("big", "small", "odd", "even", "any_triple")),
    *(f"colour-{colour}" for colour in COLOURS),
    *(f"area-{state}" for state in ("open", "closed", "selected", "lit", "dimmed")),
    *STANDING_PLACES,
    *(f"undo-{kind}" for kind in ("bet", "withdrawn", "insurance", "declined", "tick")),
    *ROADS,
    *(quick.value for quick in Quick),
    *(f"{kind}-{side}" for kind, side in product(("card-for", "card-laid", "card-keyed", "squeeze"), SIDES)),
    *(f"lay-on-{side}" for side in SIDES),
    *(f"{kind}-{side}" for kind, side in product(("pass", "first"), SIDES)),
    *(f"{side}-{word}" for side, word in product(SIDES, ("turned", "draws"))),
    *(f"banner-{winner}" for winner in (*SIDES, "tie")),
    *(seen.value for seen in JournalSeen),
    *(f"lamp-{lamp}" for lamp in ("shoe", "tumbler", "journal", "pit")),
    *SIDES,
    "returned",
    "void",
    "not-offered",
}
"""Codes that are put together from parts."""


def text_of_sources() -> str:
    files = [*(SOURCES / "play").rglob("*.py"), SOURCES / "rail.py", SOURCES / "speaking.py"]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def asked_for() -> set[str]:
    """The codes that stand in the source as they are, in a call for a label."""
    return set(re.findall(r'(?:label|line)\((?:[\w.]*words, )?"([a-z0-9-]+)"', text_of_sources()))


@pytest.mark.parametrize("language", Language)
def test_every_label_has_its_words(language: Language) -> None:
    assert (asked_for() | MADE) - set(Words.load(language).sections["play"]) == set()


def test_every_word_is_asked_for() -> None:
    text = text_of_sources()
    codes = {code.removesuffix(".short") for code in Words.load(Language.EN).sections["play"]}
    assert {code for code in codes - MADE if f'"{code}"' not in text} == set()

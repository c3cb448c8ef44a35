"""Every label that a round asks for has its words, and every word is asked for somewhere."""

import re
from itertools import product
from pathlib import Path

import pytest

from dealer_app import screens
from dealer_app.domain.round.counts import QuickStake
from dealer_app.screens.context import JournalLamp
from dealer_app.screens.labels import COLOURS, STANDING_PLACES
from dealer_app.screens.round.betting_keys import BET_KINDS
from dealer_app.screens.round.stage import ROADS
from dealer_app.screens.round.track import _DICE_STEPS, _FACE_DOWN_STEPS, _FACE_UP_STEPS
from dealer_app.texts import Language, Words

SOURCES = Path(screens.__file__).parent
SIDES = ("player", "banker")
MADE = {
    *(f"step-{step}" for step in (*_DICE_STEPS, *_FACE_DOWN_STEPS, *_FACE_UP_STEPS)),
    *(f"kind-{kind}" for kind in BET_KINDS if kind not in ("big", "small", "odd", "even", "any_triple")),
    *(f"colour-{colour}" for colour in COLOURS),
    *(f"area-{state}" for state in ("open", "closed", "selected", "lit", "dimmed")),
    *STANDING_PLACES,
    *(f"undo-{kind}" for kind in ("bet", "withdrawn", "insurance", "declined", "tick")),
    *ROADS,
    *(quick.value for quick in QuickStake),
    *(f"{kind}-{side}" for kind, side in product(("card-for", "card-laid", "card-keyed", "squeeze"), SIDES)),
    *(f"{kind}-{side}" for kind, side in product(("lay-on", "draw-and-key"), SIDES)),
    *(f"{kind}-{side}" for kind, side in product(("pass", "first"), SIDES)),
    *(f"{side}-{word}" for side, word in product(SIDES, ("turned", "draws"))),
    *(f"banner-{winner}" for winner in (*SIDES, "tie")),
    *(seen.value for seen in JournalLamp),
    *(f"upheld-{remedy}" for remedy in ("payment", "bet", "card", "dice", "offer")),
    *(f"lamp-{lamp}" for lamp in ("shoe", "tumbler", "journal", "display", "pit")),
    *SIDES,
    "returned",
    "void",
    "not-offered",
}
"""Codes that are put together from parts."""


def text_of_sources() -> str:
    files = [*(SOURCES / "round").rglob("*.py"), SOURCES / "rail.py", SOURCES / "labels.py", SOURCES / "pads.py"]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def asked_for() -> set[str]:
    """The codes that stand in the source as they are, in a call for a label."""
    calls = r'(?:\bat\.text\(|\bsection_text\([\w.]*words, "play", )"([a-z0-9-]+)"|"play\.([a-z0-9-]+)"'
    return {of_the_round or named for of_the_round, named in re.findall(calls, text_of_sources())}


@pytest.mark.parametrize("language", Language)
def test_every_label_has_its_words(language: Language) -> None:
    assert (asked_for() | MADE) - set(Words.load(language).sections["play"]) == set()


def test_every_word_is_asked_for() -> None:
    found = set(re.findall(r'"[a-z0-9.-]+"', text_of_sources()))
    codes = {code.removesuffix(".short").removesuffix(".dice") for code in Words.load(Language.EN).sections["play"]}
    assert {code for code in codes - MADE if not {f'"{code}"', f'"play.{code}"'} & found} == set()

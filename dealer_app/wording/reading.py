"""The codes that words are kept under, and the files of a language."""

import re
from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable

from dealer_app.wording.template import Template

Section = Mapping[str, Template]

_WORDS = files("resources") / "i18n"
FREE_PLACES = {
    "seated": "all-bettors",
    **{colour: colour for colour in ("red", "yellow", "green", "blue", "violet", "brown")},
}
"""Whose chips they are where a table has no seats: not told apart, or of a colour of their own; with their words."""
HIGHEST_NUMBER = 18

SPECIAL_FACTS = (
    "opening",
    "carried",
    "notice",
    "last_round",
    "drawn_by",
    "waived",
    "answered",
    "lammer_back",
    "lammer",
    "on_behalf",
    "under_minimum",
    "over",
    "winning",
    "second_offer",
    "dice",
)
"""Facts of a step that call for words of their own by being there."""


def code_of(kind: type) -> str:
    """The code of a command or a need: `place-bet` for PlaceBet, `late-offer` for LateOfferNeeded."""
    return re.sub("(?<!^)(?=[A-Z])", "-", kind.__name__.removesuffix("Needed")).lower()


def file_of(name: str, language: str) -> Traversable:
    return _WORDS / f"{name}.{language}.toml"

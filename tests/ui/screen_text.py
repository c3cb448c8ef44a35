"""A screen as text, with every word and amount on it: what a coarse picture does not tell, this does to the letter."""

from collections.abc import Iterator
from enum import Enum

from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.roads import Roads
from dealer_app.screens.blocks import Control, ScreenText
from dealer_app.screens.screen import Screen

_NOT_TOLD = frozenset({"act"})
"""The action of a touch is judged elsewhere; only whether there is one is shown."""


def screen_text(screen: Screen) -> str:
    return "\n".join(_text_lines("screen", screen)) + "\n"


def _text_lines(path: str, value: object) -> Iterator[str]:
    match value:
        case ScreenText(first=first, second=second):
            if first:
                yield f"{path}: {first}" + (f" | {second}" if second else "")
        case Control():
            state = "" if value.act is not None else " (cannot)"
            picked = " (picked)" if value.picked else ""
            yield f"{path}: [{value.name}] {value.label.first}{state}{picked}"
            yield from _text_lines(f"{path}.sub", value.sub)
            yield from _text_lines(f"{path}.waits", value.waits)
        case Roads():
            yield f"{path}: {value.counts}"
        case Enum():
            yield f"{path}: {value.value}"
        case tuple():
            for place, each in enumerate(value):
                yield from _text_lines(f"{path}.{place}", each)
        case Struct():
            for each in fields(value):
                if each.name not in _NOT_TOLD:
                    yield from _text_lines(f"{path}.{each.name}", getattr(value, each.name))
        case None | False | "":
            pass
        case _:
            yield f"{path}: {value}"

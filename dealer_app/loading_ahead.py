"""What the first picture had no need of is loaded behind it, on a thread: else the first of each panel would wait."""

import threading
from collections.abc import Iterator
from importlib import import_module

from dealer_app import showing
from dealer_app.wording import Language, Words

BEFORE_SECONDS = 0.5
"""The first picture is not to wait for it, and nothing else for long."""
_BREATH_SECONDS = 0.002


def load_ahead(leaving: threading.Event) -> None:
    """What the first picture had no need of. In between all others breathe."""
    if not leaving.wait(BEFORE_SECONDS):
        for _ in _loaded_ahead():
            if leaving.wait(_BREATH_SECONDS):
                return


def _loaded_ahead() -> Iterator[object]:
    """Piece by piece: the words of all languages, checked, the modules of all panels."""
    from pkgutil import walk_packages  # noqa: PLC0415 - as below

    from dealer_app.wording.checking import check  # noqa: PLC0415 - on its thread, as all of this

    for language in Language:
        yield from check(language.value)
        yield from Words.load(language).sections
    for found in walk_packages(showing.__path__, f"{showing.__name__}."):
        yield import_module(found.name)

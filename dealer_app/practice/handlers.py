"""Handlers: pieces of scenarios that several of them name, with what happens and when it usually comes.

Those of the station stand in `resources/handlers.toml`; own ones in the folder `handlers` beside own scenarios.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path

from cattrs import BaseValidationError, ForbiddenExtraKeysError, transform_error
from msgspec import Struct

from dealer_app.practice.scenarios import (
    Handler,
    Handlers,
    ScenarioFaultsError,
    ScenarioStep,
    find_language_faults,
    find_step_faults,
    is_id,
    part_lines,
)
from dealer_app.private_files import read_regular
from dealer_app.rulebooks import GAMES
from dealer_app.rulebooks.loader import LARGEST_FILE, TomlFaultError, parse_toml, put_key_first, strict_converter

HANDLERS_FOLDER = "handlers"
_FILE = files("resources") / "handlers.toml"
_MOST_FILES = 200


class _HandlerFile(Struct, frozen=True, kw_only=True):
    handler: tuple[Handler, ...]


class HandlerShelf(Struct, frozen=True, kw_only=True):
    """The handlers that can be named, by their id, and what is wrong with the other files."""

    handlers: Handlers
    faults: tuple[str, ...] = ()


def read_handlers(text: bytes, name: str) -> tuple[Handler, ...]:
    """The handlers of a file. Raises ScenarioFaultsError with everything that is wrong, each with its line."""
    try:
        tables = parse_toml(text)
    except TomlFaultError as problem:
        raise ScenarioFaultsError([f"{name}: {problem}"]) from None
    lines = part_lines(text.decode("utf-8"))
    try:
        found = strict_converter().structure(tables, _HandlerFile).handler
    except (BaseValidationError, ForbiddenExtraKeysError) as problem:
        faults = [f"{name}: {put_key_first(fault)}" for fault in transform_error(problem, path="")]
        raise ScenarioFaultsError(faults) from None
    wrong = [
        f"{name}, line {lines.get(f'handler.{place}', 1)}: {fault}"
        for place, handler in enumerate(found)
        for fault in _find_faults(handler)
    ]
    if wrong:
        raise ScenarioFaultsError(wrong)
    return found


def _find_faults(handler: Handler) -> Iterator[str]:
    if not is_id(handler.id):
        yield f"{handler.id!r} is no id: small letters, digits and hyphens"
    yield from (f"{each} is no document; there are {', '.join(GAMES)}" for each in handler.books if each not in GAMES)
    yield from (fault for _, fault in find_language_faults("title", handler.title))
    yield from find_step_faults(ScenarioStep(when=handler.when, do=handler.do))
    if handler.do.handler:
        yield "a handler names no other"


@cache
def load_handlers() -> Handlers:
    """Those that come with the station."""
    return {each.id: each for each in read_handlers(_FILE.read_bytes(), _FILE.name)}


def find_handlers(folder: Path) -> HandlerShelf:
    """Those of the station, and the own ones beside the scenarios of this folder; of the same id the first."""
    handlers, faults = dict(load_handlers()), list[str]()
    for path in sorted((folder / HANDLERS_FOLDER).glob("*.toml"))[:_MOST_FILES]:
        try:
            own = read_handlers(read_regular(path, LARGEST_FILE), path.name)
        except OSError as problem:
            faults.append(f"{path.name}: cannot be read: {problem.strerror}")
        except ScenarioFaultsError as problem:
            faults += problem.faults
        else:
            faults += (f"{path.name}: there is a handler {each.id} already" for each in own if each.id in handlers)
            handlers |= {each.id: each for each in own if each.id not in handlers}
    return HandlerShelf(handlers=handlers, faults=tuple(faults))

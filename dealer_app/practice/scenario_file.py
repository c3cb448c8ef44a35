"""The text of a scenario and of handlers, as a person would write them, and the folder in which own ones are kept.

What is written is read back as the same value, and written again as the same bytes. Nothing that is half written is
ever in the place of a file.
"""

import errno
import json
import os
from collections.abc import Mapping
from enum import Enum
from pathlib import Path
from typing import Any

from msgspec import Struct

from dealer_app import private_files
from dealer_app.practice.scenarios import LANGUAGES, Handler, Scenario, ScenarioShoe


def write_scenario(scenario: Scenario) -> str:
    """A scenario as a person would write it, always in the same order: what is usual is left out."""
    parts = [_write_head(scenario), _write_texts("title", scenario.title), _write_texts("debrief", scenario.debrief)]
    if scenario.shoe != ScenarioShoe():
        parts.append(_write_table("[shoe]", _plain(scenario.shoe)))
    parts += [_write_table("[[bet]]", _plain(each)) for each in scenario.bet]
    parts += [_write_table("[[step]]", _plain(each)) for each in scenario.step]
    parts += [_write_table("[[expect]]", _plain(each)) for each in scenario.expect]
    return "\n".join(parts)


_HEAD = ("id", "version", "book", "layout", "decks", "table", "rounds", "clauses", "level")


def _write_head(scenario: Scenario) -> str:
    head = _plain(scenario)
    return "".join(f"{name} = {_write_value(head[name])}\n" for name in _HEAD if name in head)


def _write_texts(name: str, texts: Mapping[str, str]) -> str:
    return f"[{name}]\n" + "".join(f"{each} = {_write_value(texts[each])}\n" for each in LANGUAGES if each in texts)


def _write_table(header: str, values: Mapping[str, Any]) -> str:
    return header + "\n" + "".join(f"{name} = {_write_value(value)}\n" for name, value in values.items())


def _plain(value: Struct) -> Mapping[str, Any]:
    """The fields that are not as usual."""
    usual = dict(zip(value.__struct_fields__[::-1], value.__struct_defaults__[::-1], strict=False))
    found = {}
    for name in value.__struct_fields__:
        own = getattr(value, name)
        if name in usual and (own == usual[name] or own in ((), {}, "")):
            continue
        found[name] = own
    return found


def _write_value(value: object) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Enum():
            return f'"{value.value}"'
        case str():
            return _quote(value)
        case tuple():
            return "[" + ", ".join(map(_write_value, value)) + "]"
        case Struct():
            inner = ", ".join(f"{name} = {_write_value(each)}" for name, each in _plain(value).items())
            return "{ " + inner + " }"
        case Mapping():
            return (
                "{ " + ", ".join(f"{each} = {_write_value(value[each])}" for each in LANGUAGES if each in value) + " }"
            )
        case _:
            raise AssertionError("a scenario holds only these")


def _quote(text: str) -> str:
    """A basic string of TOML: its escapes are those of JSON, and a sign that can be read is left as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def write_handlers(handlers: tuple[Handler, ...]) -> str:
    """Handlers as a person would write them."""
    return "\n".join(_write_table("[[handler]]", _plain(each)) for each in handlers)


# The folder of own scenarios


class SaveFault(Enum):
    """Why a file was not written, for its words."""

    SHIPPED = "shipped"
    """It would have the id of one that comes with the station."""
    DISK_FULL = "disk-full"
    NOT_ALLOWED = "not-allowed"
    NOT_WRITTEN = "not-written"


_SYSTEM_FAULTS = {
    errno.ENOSPC: SaveFault.DISK_FULL,
    errno.EDQUOT: SaveFault.DISK_FULL,
    errno.EFBIG: SaveFault.DISK_FULL,
    errno.EACCES: SaveFault.NOT_ALLOWED,
    errno.EPERM: SaveFault.NOT_ALLOWED,
    errno.EROFS: SaveFault.NOT_ALLOWED,
}


class NotSavedError(Exception):
    """A file that was not written, and why; `reason` is the word of the system."""

    def __init__(self, fault: SaveFault, reason: str = "") -> None:
        self.fault = fault
        self.reason = reason
        super().__init__(reason or fault.value)


def save_text(path: Path, text: str) -> None:
    """Whole or not at all, and durable. Raises NotSavedError; then what was there before is there still."""
    unfinished = path.with_name(f"{path.name}.new")
    try:
        private_files.make_folder(path.parent)
        with private_files.open_text(unfinished, "w", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as problem:
        fault = _SYSTEM_FAULTS.get(problem.errno or 0, SaveFault.NOT_WRITTEN)
        raise NotSavedError(fault, problem.strerror or type(problem).__name__) from None
    finally:
        _drop(unfinished)


def _drop(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError:
        # A disk that cannot delete it either: it is no scenario by its name, and nobody reads it.
        return

"""Journals as stations wrote them once, and what they came to: whatever is moved or renamed, they come to the same.

`python -m tests.journal.journal_records` records them. It is done once, by the program that is the
measure, and never to make a test pass: a journal that was written has to be read for ever.
"""

import json
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import fields as dataclass_fields
from dataclasses import is_dataclass
from enum import Enum
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

from click.testing import CliRunner
from msgspec import NODEFAULT
from msgspec.structs import fields as struct_fields

from dealer_app.cli import main
from dealer_app.journal.recovery import recover
from tests.support.house_run import FOLDING, run_house
from tests.support.journals import play_script
from tests.support.quick_folder import quick_folder
from tests.support.traces import Script, read_scripts

RECORDED = Path(__file__).parent.parent / "golden" / "recorded"
JOURNALS = RECORDED / "journals.tar.xz"
OUTCOMES = RECORDED / "outcomes.json"
_FILES = ("journal.db", "journal.head")


GAINED: Mapping[str, frozenset[str]] = {"StationState": frozenset({"last_table"})}
"""Fields that say more of an old journal than the program knew that wrote it: the recording says nothing of them."""


def plain_text(value: Any) -> str:
    """A value with all that it holds, in the order of its fields; names of classes and of fields are not part of it.

    Nor is a field that is as it is by default: what a later program knows besides changes nothing of what was written.
    """
    match value:
        case Enum():
            return plain_text(value.value)
        case None | bool() | int() | Fraction():
            return str(value)
        case str():
            return repr(value)
        case Mapping():
            pairs = sorted((plain_text(key), plain_text(kept)) for key, kept in value.items())
            return "{" + ", ".join(f"{key}: {kept}" for key, kept in pairs) + "}"
        case frozenset() | set():
            return "{" + ", ".join(sorted(map(plain_text, value))) + "}"
        case tuple() | list():
            return "[" + ", ".join(map(plain_text, value)) + "]"
        case _:
            return "(" + ", ".join(map(plain_text, _own_values(value))) + ")"


def _own_values(value: Any) -> Iterator[Any]:
    """Of a standard dataclass or of a struct, without what is as it is by default."""
    if is_dataclass(value):
        yield from (getattr(value, each.name) for each in dataclass_fields(value))
        return
    gained = GAINED.get(type(value).__name__, frozenset())
    for each in struct_fields(value):
        if each.name in gained:
            continue
        own = getattr(value, each.name)
        usual = each.default if each.default_factory is NODEFAULT else each.default_factory()
        if own != usual:
            yield own


def text_digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def journal_outcome(folder: Path) -> dict[str, str]:
    """What a recorded journal comes to: its end, its fold, and every round of it as recall tells it."""
    recovered = recover(folder, FOLDING)
    verified = _run_command("journal", "verify", "--data-dir", str(folder))
    recalled = _run_command("journal", "recall", "--raw", "--last", "1000", "--data-dir", str(folder))
    return {
        "end": f"{recovered.head.sequence} {recovered.head.hash.hex()}",
        "verified": text_digest(verified.replace(str(folder), "")),
        "state": text_digest(plain_text(recovered.state)),
        "recall": text_digest(recalled),
    }


def _run_command(*words: str) -> str:
    result = CliRunner().invoke(main, words)
    assert result.exit_code in (0, 1), f"{words}: {result.output}{result.exception}"
    return result.output


def unpack_journals(folder: Path) -> Iterator[tuple[str, Path]]:
    """Each recorded journal in a folder of its own."""
    with tarfile.open(JOURNALS) as archive:
        archive.extractall(folder, filter="data")
    for each in sorted(folder.iterdir()):
        yield each.name, each


def _record_script(script: Script, archive: tarfile.TarFile) -> dict[str, str]:
    known = play_script(script)
    with quick_folder() as folder:
        with run_house(folder) as house:
            house.play_all(known.given, known.rules)
        for name in _FILES:
            content = (folder / name).read_bytes()
            entry = tarfile.TarInfo(f"{script.name}/{name}")
            entry.size, entry.mode = len(content), 0o600
            archive.addfile(entry, BytesIO(content))
        return journal_outcome(folder)


def record_all() -> None:
    RECORDED.mkdir(exist_ok=True)
    with tarfile.open(JOURNALS, "w:xz", preset=6) as archive:
        journals = {script.name: _record_script(script, archive) for script in read_scripts()}
    OUTCOMES.write_text(json.dumps(journals, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    record_all()

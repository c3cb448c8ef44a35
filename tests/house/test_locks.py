"""The two locks: complete, of one mind, within the declared bounds, and naming no place to download from."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
LOCKS = ("requirements/all.txt", "requirements/core.txt")
EXTRAS = {"requirements/all.txt": ("window", "test", "dev"), "requirements/core.txt": ("test",)}


def _text(lock: str) -> str:
    return (ROOT / lock).read_text(encoding="utf-8")


def _pins(lock: str) -> dict[str, str]:
    """What each entry of a lock says after the name, its continued lines joined."""
    entries = re.sub(r"\s*\\\n\s*", " ", _text(lock)).splitlines()
    pins = {}
    for entry in entries:
        if entry.strip() and not entry.lstrip().startswith("#"):
            name, pinned, rest = entry.partition("==")
            assert pinned, f"{lock}: {entry!r} is not pinned"
            pins[name] = rest
    return pins


def _versions(lock: str) -> dict[str, str]:
    return {name: rest.split()[0] for name, rest in _pins(lock).items()}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_place(lock: str) -> None:
    assert "://" not in _text(lock)
    entries = re.sub(r"#.*", "", _text(lock))
    assert " @ " not in entries
    assert set(re.findall(r"(?<!\S)--?[a-z-]+", entries)) == {"--hash"}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_entry_has_a_hash(lock: str) -> None:
    pins = _pins(lock)
    assert len(pins) > 20
    assert [name for name, rest in pins.items() if not re.search(r" --hash=sha256:[0-9a-f]{64}\b", rest)] == []


def test_the_core_is_a_part_of_everything() -> None:
    everything = _versions("requirements/all.txt")
    assert _versions("requirements/core.txt").items() <= everything.items()


def test_the_core_has_no_window() -> None:
    assert not _versions("requirements/core.txt").keys() & {
        "pyside6-essentials",
        "shiboken6",
        "qasync",
        "pyserial",
    }


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_keeps_the_declared_bounds(lock: str) -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = declared["dependencies"] + [
        line for extra in EXTRAS[lock] for line in declared["optional-dependencies"][extra]
    ]
    versions = _versions(lock)
    for requirement in map(Requirement, wanted):
        locked = versions.get(requirement.name.lower())
        assert locked is not None, f"{lock} lacks {requirement.name}; run make lock"
        assert requirement.specifier.contains(locked), f"{lock} has {requirement.name} {locked}; run make lock"

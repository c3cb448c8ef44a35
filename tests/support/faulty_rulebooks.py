"""Rulebook files with something wrong in them: the approved ones, changed at one place or several."""

from importlib.resources import files

from dealer_app.rulebooks import RulebookFaultsError, read_text

Change = tuple[str, str]


def text_of(game: str) -> str:
    return (files("resources") / "rulebooks" / f"{game}.toml").read_text(encoding="utf-8")


def changed(game: str, *changes: Change) -> str:
    """The file with the first occurrence of each text replaced; one that is not there is a mistake in the test."""
    text = text_of(game)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def faults(game: str, *changes: Change) -> tuple[str, ...]:
    """All that is reported of the changed file, without its name; nothing if it is in order."""
    return faults_of(changed(game, *changes).encode())


def faults_of(text: bytes) -> tuple[str, ...]:
    try:
        read_text(text, "book.toml")
    except RulebookFaultsError as problem:
        found, told = problem.faults, str(problem)
    else:
        return ()
    assert told.splitlines() == list(found) != [], "one line for each fault"
    assert all(fault.startswith("book.toml: ") for fault in found)
    return tuple(fault.removeprefix("book.toml: ") for fault in found)

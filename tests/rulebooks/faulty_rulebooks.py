"""Rulebook files with something wrong in them: the approved ones, changed at one place or several."""

from importlib.resources import files

from dealer_app.rulebooks import RulebookFaultsError, read_rulebook_text

Change = tuple[str, str]


def book_text(game: str) -> str:
    return (files("resources") / "rulebooks" / f"{game}.toml").read_text(encoding="utf-8")


def change_book(game: str, *changes: Change) -> str:
    """The file with the first occurrence of each text replaced; one that is not there is a mistake in the test."""
    text = book_text(game)
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def change_faults(game: str, *changes: Change) -> tuple[str, ...]:
    """All that is reported of the changed file, without its name; nothing if it is in order."""
    return text_faults(change_book(game, *changes).encode())


def text_faults(text: bytes) -> tuple[str, ...]:
    try:
        read_rulebook_text(text, "book.toml")
    except RulebookFaultsError as problem:
        found, told = problem.faults, str(problem)
    else:
        return ()
    assert told.splitlines() == list(found) != [], "one line for each fault"
    assert all(fault.startswith("book.toml: ") for fault in found)
    return tuple(fault.removeprefix("book.toml: ") for fault in found)

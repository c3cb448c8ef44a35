"""`dealer-station rulebooks`: what the approved documents say, as the station has it."""

import sys
from pathlib import Path

import click

from dealer_app.cli.output import echo
from dealer_app.domain.rulebook import Layout, Rulebook
from dealer_app.private_files import read_regular
from dealer_app.rulebooks import GAMES, RulebookFaultsError, load_rulebook, read_rulebook_text
from dealer_app.rulebooks.loader import LARGEST_FILE, UnknownLayoutError, require_layout
from dealer_app.rulebooks.sheet import layout_sheet, rulebook_sheet, sheet_differences


@click.group(name="rulebooks")
def command() -> None:
    """The approved documents as the station has them, and whether a rulebook file is in order."""


@command.command(name="list")
def list_books() -> None:
    """One line for each document: name, version, effective date, operator, layouts and fingerprint."""
    for game in GAMES:
        book = load_rulebook(game)
        letters = "".join(layout.letter for layout in book.layouts)
        identity = book.identity
        echo(
            f"{game:<25}{identity.name}, version {identity.version}, from {identity.effective}, "
            f"{identity.operator_short}, layouts {letters}, sha256 {book.fingerprint[:16]}"
        )


@command.command()
@click.argument("name", metavar="NAME", type=click.Choice(GAMES))
@click.option("--layout", "letter", metavar="X", help="Only this layout, by its Appendix letter.")
def show(name: str, letter: str | None) -> None:
    """The pay tables of a document, layout by layout, with positions, seats, limits, people and rulings."""
    book = load_rulebook(name)
    if letter is None:
        echo(rulebook_sheet(book))
        return
    echo(layout_sheet(book, _find_layout(book, letter)))


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
def check(file: Path) -> None:
    """Check a rulebook FILE: every fault with its key, and whether it is the document that the station has.

    Exit status 1 if it has faults, 2 if it cannot be read.
    """
    try:
        text = read_regular(file, LARGEST_FILE)
    except OSError as problem:
        echo(f"{file}: cannot be read: {problem.strerror}", err=True)
        sys.exit(2)
    try:
        book = read_rulebook_text(text, str(file))
    except RulebookFaultsError as problem:
        for fault in problem.faults:
            echo(fault, err=True)
        sys.exit(1)
    own = load_rulebook(book.game)
    echo(f"{file}: no faults in it, sha256 {book.fingerprint}")
    if book.fingerprint == own.fingerprint:
        echo(f"It is the station's {book.game}: {own.identity.name}, version {own.identity.version}.")
        return
    echo(f"It is NOT the station's {book.game}, sha256 {own.fingerprint}. It says otherwise:")
    for line in dict.fromkeys(sheet_differences(rulebook_sheet(own), rulebook_sheet(book))):
        echo(f"  {line}")


def _find_layout(book: Rulebook, letter: str) -> Layout:
    try:
        return require_layout(book, letter.strip().upper())
    except UnknownLayoutError as unknown:
        raise click.BadParameter(str(unknown), param_hint="--layout") from None

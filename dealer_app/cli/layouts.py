"""`dealer-station layouts`: the painted layouts as files, as sheets for the compliance file; checks an artwork."""

import os
import sys
from pathlib import Path
from typing import NoReturn

import click

from dealer_app.cli.output import echo
from dealer_app.domain.plain_text import quote_text
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.rulebooks.loader import UnknownLayoutError, require_layout


@click.group(name="layouts")
def command() -> None:
    """The layouts as the station paints them: export them, or check an artwork of your own."""


@command.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--svg", "as_svg", is_flag=True, help="One SVG file an Appendix: shapes with the names of the areas.")
@click.option("--png", "as_png", is_flag=True, help="One picture an Appendix.")
@click.option("--pdf", "as_pdf", is_flag=True, help="One file, a page an Appendix: drawing, bets, odds and clauses.")
@click.option("-o", "--output", type=click.Path(path_type=Path), required=True, help="A folder; with --pdf a file.")
def export(game: str | None, *, as_svg: bool, as_png: bool, as_pdf: bool, output: Path) -> None:
    """Write the layouts of GAME, or of all documents: 43 drawings.

    Exit status 2, with one line that says why, if something cannot be written or there is no such game.
    """
    games = GAMES if game is None else (_require_game(game),)
    if as_svg + as_png + as_pdf != 1:
        _refuse("choose one of --svg, --png and --pdf")
    _use_offscreen()
    from ui.table.export import sheets as files  # noqa: PLC0415 - a window's library, for this command alone

    kept = files.start_qt()
    try:
        if as_pdf:
            count = files.write_pdf(output, games)
            echo(f"{output}: {count} pages")
        else:
            _make_output_folder(output)
            write = files.write_svg if as_svg else files.write_png
            written = [write(output, *which) for which in files.list_drawings(games)]
            echo(f"{output}: {len(written)} files")
    except files.CannotWriteError as problem:
        _refuse(str(problem))
    del kept


@command.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.argument("game", metavar="GAME")
@click.argument("letter", metavar="X")
def check(file: Path, game: str, letter: str) -> None:
    """Check an artwork: an SVG FILE whose ids name the areas of layout X of GAME.

    Exit status 1 if it has faults, each in a line, 2 if it cannot be read.
    """
    known = _require_game(game)
    try:
        layout = require_layout(load_rulebook(known), letter.strip().upper())
    except UnknownLayoutError as unknown:
        _refuse(str(unknown))
    _use_offscreen()
    from ui.table.artwork import template  # noqa: PLC0415 - a window's library, for this command alone

    kept = template.start_qt()
    try:
        found = template.read_template(file, known, layout.letter)
    except OSError as problem:
        _refuse(f"{file}: cannot be read: {problem.strerror}")
    except template.TemplateFaultsError as problem:
        for fault in problem.faults:
            echo(f"{file}: {fault}", err=True)
        sys.exit(1)
    seats = f", seats {' '.join(map(str, found.seats))}" if found.seats else ""
    echo(f"{file}: no faults in it: {len(found.boxes)} boxes{seats}")
    if unread := template.smallest_unreadable(found):
        echo(f"  in a small window the station draws this layout itself: no room for the names of {', '.join(unread)}")
    del kept


def _require_game(game: str) -> str:
    if game not in GAMES:
        _refuse(f"there is no game {quote_text(game)}; there are {', '.join(GAMES)}")
    return game


def _make_output_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        _refuse(f"{folder}: is not a folder and cannot be made: {problem.strerror}")


def _use_offscreen() -> None:
    """Qt needs no screen for this, and would end the whole program where it cannot reach the one that is named."""
    if sys.platform == "linux":
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _refuse(sentence: str) -> NoReturn:
    echo(sentence, err=True)
    sys.exit(2)

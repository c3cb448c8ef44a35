"""`dealer-station run`: the station itself, in its window; without one it is led by typed commands."""

import sys
from pathlib import Path
from typing import Any

import click

from dealer_app.cli.data_folder import data_dir
from dealer_app.cli.ending import stop
from dealer_app.cli.own_memory import keep_memory
from dealer_app.cli.run_devices import named_devices
from dealer_app.cli.run_headless import run_headless
from dealer_app.cli.run_window import window_on
from dealer_app.cli.scanner_options import scanner_options, taken
from dealer_app.documents import GAMES


@click.command(name="run")
@click.option("--demo", is_flag=True, help="A demonstration: a data folder of its own, and simulated devices.")
@click.option("--size", metavar="WIDTHxHEIGHT", help="Of the window; else it takes the whole screen.")
@click.option("--headless", is_flag=True, help="Without a window: typed commands by people who are signed in.")
@click.option("--game", metavar="GAME", type=click.Choice(GAMES), help="What `open` opens if it names no game.")
@click.option("--layout", metavar="X", help="Its layout, by the Appendix letter.")
@click.option("--ruling", "rulings", metavar="NUMBER=OPTION", multiple=True, help="Read the document by this option.")
@click.option("--shoe", metavar="PROFILE@PORT", help="Listen to this shoe, as angel_eye@/dev/ttyUSB0.")
@click.option("--tumbler", metavar="PROFILE@PORT", help="Listen to this dice tumbler; PROFILE:BAUD sets the speed.")
@click.option("--send", is_flag=True, help="Allow commands to these devices; the station only listens otherwise.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FOLDER", help="Keep every byte of these devices.")
@scanner_options
@data_dir
def command(  # noqa: PLR0913 - one for each option
    folder: Path,
    *,
    demo: bool,
    size: str | None,
    headless: bool,
    game: str | None,
    layout: str | None,
    rulings: tuple[str, ...],
    shoe: str | None,
    tumbler: str | None,
    send: bool,
    record: Path | None,
    **scanner: Any,
) -> None:
    """Run the station on its data folder. The first run makes its first two people.

    Exit status 1 if it was left without a stop in order, 2, with what to do, if the data folder cannot be used.
    """
    keep_memory()
    devices = named_devices(shoe=shoe, tumbler=tumbler, send=send, scanner=taken(scanner), record=record)
    if not headless:
        if game is not None or layout is not None or rulings:
            stop("--game, --layout and --ruling go with --headless: in the window they are chosen where it opens.", 2)
        sys.exit(window_on(folder, devices, demo=demo, size=size))
    if demo or size is not None:
        stop("--demo and --size go with a window, and --headless has none.", 2)

    sys.exit(run_headless(folder, devices, game=game, layout=layout, rulings=rulings))

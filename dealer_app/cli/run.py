"""`dealer-station run`: the station itself, in its window; without one it is led by typed commands."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from dealer_app.cli.data_folder import data_dir
from dealer_app.cli.ending import need_people, nobody_yet, stop, told_clearly
from dealer_app.cli.keyboard import Terminal
from dealer_app.cli.run_devices import Connections, keyboard_with, listen, named_devices, only_simulated
from dealer_app.cli.run_window import ONLY_A_DEMONSTRATION, window_on
from dealer_app.cli.scanner_options import scanner_options, taken
from dealer_app.people.events import Kind
from dealer_app.play.rulings import read_by
from dealer_app.play.verbs import WordsError
from dealer_app.rulebooks import GAMES, approved
from dealer_app.station.device_desk import Nobody
from dealer_app.station.facts import StationStopped
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.terminal import starting, watching
from dealer_app.terminal.console import HELP, Console, Going
from dealer_app.terminal.device_verbs import DEVICE_VERBS
from dealer_app.terminal.found import first_words, written_at_start
from dealer_app.terminal.house_verbs import VERBS
from dealer_app.terminal.opening import Usual
from dealer_app.terminal.reception import Reception, until_done
from dealer_app.wording import Language, Words

_HERE = "terminal"
"""Where commands are typed, as the journal names it."""


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
    if rulings:
        _judge(game, rulings)
    devices = named_devices(shoe=shoe, tumbler=tumbler, send=send, scanner=taken(scanner), record=record)
    if not headless:
        if game is not None or layout is not None or rulings:
            stop("--game, --layout and --ruling go with --headless: in the window they are chosen where it opens.", 2)
        sys.exit(window_on(folder, devices, demo=demo, size=size))
    if demo or size is not None:
        stop("--demo and --size go with a window, and --headless has none.", 2)
    need_people(folder)
    going = _run(folder, Usual(game=game, layout=layout, rulings=rulings), devices)
    sys.exit(0 if going is Going.STOPPED else 1)


def _judge(game: str | None, rulings: tuple[str, ...]) -> None:
    if game is None:
        stop("--ruling goes with --game: each document has its own rulings.", 2)
    try:
        read_by(approved(game), rulings)
    except WordsError as problem:
        stop(str(problem), 2)


def _run(folder: Path, usual: Usual, devices: Connections) -> Going:
    clock = starting.system_clock()
    with told_clearly(), starting.pin_work() as pins, starting.station_at(folder, clock) as station:
        if station.state.people.kind is None:
            station.note(StationStopped())
            nobody_yet(folder)
        if station.state.people.kind is Kind.DEMO and not only_simulated(devices):
            station.note(StationStopped())
            stop(ONLY_A_DEMONSTRATION, 2)
        with keyboard_with(devices) as listening:
            keyboard = listening or Terminal()
            for line in first_words(written_at_start(folder), station.state):
                keyboard.say(line)
            keyboard.say(f"Type a command; `{HELP}` shows those there are.")
            desk = Reception(
                station=station,
                pins=pins,
                keyboard=keyboard,
                words=Words.load(Language.EN),
                terminal=_HERE,
                wait=until_done if listening is None else listening.wait,
            )
            console = Console(desk, clock, {**VERBS, **DEVICE_VERBS}, usual=usual)
            with closing(watching.Verifying(folder, keyboard)) as verifying:
                if listening is None:
                    # What was asked when there were devices can be answered without them.
                    station.devices.listen(ListeningSettings(terminal=_HERE), {}, Nobody())
                else:
                    listen(listening, console, verifying, devices)
                return console.run(verifying)

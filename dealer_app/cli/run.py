"""`dealer-station run`: the station itself. Without a window it is led by typed commands."""

import sys
from pathlib import Path

import click

from dealer_app.cli.data_folder import data_dir
from dealer_app.cli.ending import need_people, nobody_yet, stop, told_clearly
from dealer_app.cli.keyboard import Terminal
from dealer_app.play.rulings import read_by
from dealer_app.play.verbs import WordsError
from dealer_app.rulebooks import GAMES, approved
from dealer_app.station.facts import StationStopped
from dealer_app.terminal import starting, watching
from dealer_app.terminal.console import HELP, Console, Going
from dealer_app.terminal.found import first_words, written_at_start
from dealer_app.terminal.house_verbs import VERBS
from dealer_app.terminal.opening import Usual
from dealer_app.terminal.reception import Reception
from dealer_app.wording import Language, Words

_HERE = "terminal"
"""Where commands are typed, as the journal names it."""


@click.command(name="run")
@click.option("--headless", is_flag=True, help="Without a window: typed commands by people who are signed in.")
@click.option("--game", metavar="GAME", type=click.Choice(GAMES), help="What `open` opens if it names no game.")
@click.option("--layout", metavar="X", help="Its layout, by the Appendix letter.")
@click.option("--ruling", "rulings", metavar="NUMBER=OPTION", multiple=True, help="Read the document by this option.")
@data_dir
def command(folder: Path, *, headless: bool, game: str | None, layout: str | None, rulings: tuple[str, ...]) -> None:
    """Run the station on its data folder. Begin with `dealer-station people add`.

    Exit status 1 if it was left without a stop in order, 2, with what to do, if the data folder cannot be used.
    """
    if not headless:
        stop("There is no window yet: `dealer-station run --headless` takes typed commands.", 2)
    if rulings:
        _judge(game, rulings)
    need_people(folder)
    going = _run(folder, Usual(game=game, layout=layout, rulings=rulings))
    sys.exit(0 if going is Going.STOPPED else 1)


def _judge(game: str | None, rulings: tuple[str, ...]) -> None:
    if game is None:
        stop("--ruling goes with --game: each document has its own rulings.", 2)
    try:
        read_by(approved(game), rulings)
    except WordsError as problem:
        stop(str(problem), 2)


def _run(folder: Path, usual: Usual) -> Going:
    keyboard, clock = Terminal(), starting.system_clock()
    with told_clearly(), starting.pin_work() as pins, starting.station_at(folder, clock) as station:
        if station.state.people.kind is None:
            station.note(StationStopped())
            nobody_yet(folder)
        for line in first_words(written_at_start(folder), station.state):
            keyboard.say(line)
        keyboard.say(f"Type a command; `{HELP}` shows those there are.")
        words = Words.load(Language.EN)
        desk = Reception(station=station, pins=pins, keyboard=keyboard, words=words, terminal=_HERE)
        verifying = watching.Verifying(folder, keyboard)
        try:
            return Console(desk, clock, VERBS, usual=usual).run(verifying)
        finally:
            verifying.close()

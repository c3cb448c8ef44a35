"""The station without a window: typed commands by people who are signed in, and devices that are heard meanwhile."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dealer_app.cli.bars import with_a_bar
from dealer_app.cli.ending import need_people, nobody_yet, stop, told_clearly
from dealer_app.cli.keyboard import Terminal
from dealer_app.cli.run_devices import Connections, only_simulated
from dealer_app.cli.run_window import ONLY_A_DEMONSTRATION
from dealer_app.cli.typed_lines import TypedLines
from dealer_app.composition import device, surroundings
from dealer_app.people.events import Kind
from dealer_app.play.rulings import read_by
from dealer_app.play.verbs import WordsError
from dealer_app.rulebooks import approved
from dealer_app.station.actor import Actor, Device
from dealer_app.station.device_desk import Nobody
from dealer_app.station.facts import StationStopped
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.terminal import starting
from dealer_app.terminal.console import HELP, Console, Going
from dealer_app.terminal.device_verbs import DEVICE_VERBS
from dealer_app.terminal.found import first_words, written_at_start
from dealer_app.terminal.heads import found_lines
from dealer_app.terminal.house_verbs import VERBS
from dealer_app.terminal.listening_keyboard import ListeningKeyboard
from dealer_app.terminal.opening import Usual
from dealer_app.terminal.reception import Reception, until_done
from dealer_app.wording import Language, Words

_HERE = "terminal"
"""Where commands are typed, as the journal names it."""


def run_headless(
    folder: Path, devices: Connections, *, game: str | None, layout: str | None, rulings: tuple[str, ...]
) -> int:
    """Until it is left: the exit status."""
    if rulings:
        _judge(game, rulings)
    need_people(folder)
    going = _run(folder, Usual(game=game, layout=layout, rulings=rulings), devices)
    return 0 if going is Going.STOPPED else 1


def _judge(game: str | None, rulings: tuple[str, ...]) -> None:
    if game is None:
        stop("--ruling goes with --game: each document has its own rulings.", 2)
    try:
        read_by(approved(game), rulings)
    except WordsError as problem:
        stop(str(problem), 2)


def _run(folder: Path, usual: Usual, devices: Connections) -> Going:
    clock = starting.system_clock()
    with (
        told_clearly(),
        starting.pin_work() as pins,
        starting.station_at(folder, clock, with_a_bar) as station,
    ):
        if station.state.people.kind is None:
            station.note(StationStopped())
            nobody_yet(folder)
        if station.state.people.kind is Kind.DEMO and not only_simulated(devices):
            station.note(StationStopped())
            stop(ONLY_A_DEMONSTRATION, 2)
        station.make_room()
        # Where backups are made they are due while nobody types, too.
        ticks = bool(station.state.backups.place) and has_descriptor()
        with keyboard_with(devices, ticks=ticks) as listening:
            keyboard = listening or Terminal()
            for line in (*first_words(written_at_start(folder), station.state), *found_lines(folder, station)):
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
            if listening is None:
                # What was asked when there were devices can be answered without them.
                station.devices.listen(ListeningSettings(terminal=_HERE), {}, Nobody())
            else:
                listen(listening, console, devices)
            return console.run()


def has_descriptor() -> bool:
    """Whether what is typed can be waited for beside something else."""
    try:
        return sys.stdin.fileno() >= 0
    except (OSError, AttributeError, ValueError):
        return False


@contextmanager
def keyboard_with(devices: Connections, *, ticks: bool = False) -> Iterator[ListeningKeyboard | None]:
    """The keyboard of a table with devices, or at which time passes while nobody types; else none."""
    if not devices and not ticks:
        yield None
        return

    keyboard = ListeningKeyboard(TypedLines())
    try:
        with keyboard.interruptible():
            yield keyboard
    finally:
        keyboard.close()


def listen(keyboard: ListeningKeyboard, console: Console, devices: Connections) -> None:
    """From the next time on that somebody is waited for. Each device is called by its profile."""
    # The desk is made here, on the thread of the station: a capture asks it on the thread of its port.
    station, around, desk = console.station, surroundings(), console.station.devices
    there: dict[str, Device] = {}
    for each in devices:
        there[each.profile] = device(
            each, around, sealed=lambda: desk.sealed, advise=lambda down: _advise(keyboard, down.said)
        )
    keyboard.listen(
        Actor(
            station,
            ListeningSettings(terminal=console.desk.terminal),
            lambda: there,
            on_change=lambda _: keyboard.meanwhile(console.happened),
        )
    )


def _advise(keyboard: ListeningKeyboard, said: str) -> None:
    keyboard.meanwhile(lambda: keyboard.say(said))

"""`dealer-station run`: the station in its window or at a terminal, with the devices of its options."""

import ctypes
import gc
import logging
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import click

from dealer_app.cli.device_options import (
    Connections,
    has_only_simulated,
    parse_devices,
    read_scanner_options,
    scanner_options,
)
from dealer_app.cli.output import echo, follow_with_bar
from dealer_app.cli.process import (
    data_dir_option,
    explain_errors,
    protect_memory,
    require_people,
    stop,
    stop_without_people,
)
from dealer_app.cli.prompts import CommandLineKeyboard, InputLines
from dealer_app.cli.report import load_report_files
from dealer_app.devices.actor import Actor, Device
from dealer_app.devices.desk import NoDeviceSender
from dealer_app.devices.device_state import ListeningSettings
from dealer_app.journal.recovery import NotFollowedError
from dealer_app.journal.shoe_orders import read_shoes
from dealer_app.journal_errors import JournalError
from dealer_app.odds.shoe_order import EarlierShoes
from dealer_app.people.events import FolderKind
from dealer_app.rulebooks import load_rulebook
from dealer_app.rulebooks.loader import GAMES
from dealer_app.screens.display.customer_presenter import DisplayOptions
from dealer_app.scripts.language import apply_choices
from dealer_app.scripts.verbs import WordsError
from dealer_app.station import startup
from dealer_app.station.station import Station
from dealer_app.station_events import StationStopped
from dealer_app.terminal.console import HELP, Console, Going
from dealer_app.terminal.device_verbs import DEVICE_VERBS
from dealer_app.terminal.house_verbs import HOUSE_VERBS
from dealer_app.terminal.keyboard import ListeningKeyboard
from dealer_app.terminal.law_verbs import LAW_VERBS
from dealer_app.terminal.lines import journal_start_lines
from dealer_app.terminal.reception import Reception, wait_until_done
from dealer_app.terminal.table_opening import UsualTable, start_events, start_lines
from dealer_app.texts import Language, Words
from dealer_app.wiring import StationOptions, make_device, system_surroundings

LOG = logging.getLogger(__name__)
DEMO_FOLDER = "demo"
PRACTICE_FOLDER = "practice"
ONLY_DEMONSTRATION_TEXT = (
    "This folder is for demonstration: its devices are simulated. Name no real one, or give another --data-dir."
)
_X_LIBRARY = "libxcb-cursor.so.0"
_LEAST, _MOST = (800, 600), (7680, 4320)
_SIGNAL_STATUS = 128
_SCREEN_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
"""What tells Qt on Linux where a window can be shown."""


def open_window(  # noqa: PLR0913 - one for each option of the window
    folder: Path,
    devices: Connections,
    *,
    demo: bool,
    size: str | None,
    fresh: bool = False,
    display: DisplayOptions | None = None,
    supervisor: int | None = None,
) -> int:
    """Until the station is stopped; what is in the way of a start is one sentence."""
    if demo and devices:
        stop("A demonstration has simulated devices alone: leave out --shoe and --tumbler.", 2)
    # Never the live folder, and never one in it that went live: a demonstration cannot become live.
    place = folder / DEMO_FOLDER if demo else folder

    def show(wanted_size: tuple[int, int] | None) -> int:
        if fresh:
            _put_demonstration_aside(place)
        wanted = StationOptions(
            folder=place,
            demo=demo,
            devices={each.profile: each for each in devices},
            size=wanted_size,
            display=display or DisplayOptions(),
            supervisor=supervisor,
        )
        return _run_station_window(wanted)

    return show_window(size, show)


def show_window(size: str | None, show: Callable[[tuple[int, int] | None], int]) -> int:
    """Shows a window where there is a screen, and says what is missing where there is none."""
    wanted_size = None if size is None else _parse_size(size)
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in _SCREEN_VARIABLES):
        stop("There is no screen here. `dealer-station run --headless` takes typed commands.", 2)
    if _is_x_library_missing():
        stop(
            f"This computer lacks {_X_LIBRARY}: `apt-get install libxcb-cursor0`, and what else packages.apt names.", 2
        )
    gc.disable()
    try:
        return show(wanted_size)
    finally:
        # The window collects garbage on its own thread alone; only now have all other threads ended.
        gc.enable()


def _put_demonstration_aside(folder: Path) -> None:
    with explain_errors():
        try:
            kept = startup.put_demonstration_aside(folder)
        except ValueError:
            stop(f"{folder} is no demonstration, and stays as it is: --fresh begins only a demonstration again.", 2)
    if kept is not None:
        echo(f"The demonstration before this one is kept in {kept}.", err=True)


def show_practice(folder: Path, size: tuple[int, int] | None, *, is_from_demo: bool = False) -> int:
    """The window of practice, until somebody leaves it."""
    from dealer_app.practice_window import run_practice  # noqa: PLC0415 - Qt is loaded for a window alone

    with explain_errors():
        return run_practice(
            folder,
            exit_without_screen,
            size,
            is_from_demo=is_from_demo,
            write_certificate=lambda *asked: load_report_files().write_certificate(*asked),
        )


def _read_languages(text: str) -> tuple[Language, ...]:
    """`en,zh-Hant,zh-Hans`, each once."""
    known = {language.value: language for language in Language}
    names = [name.strip() for name in text.split(",")]
    if not names or len(set(names)) != len(names) or not set(names) <= set(known):
        stop(f"--display-languages: {text!r} is not a list of languages; there are {', '.join(known)}", 2)
    return tuple(known[name] for name in names)


def _run_station_window(wanted: StationOptions) -> int:
    try:
        from dealer_app import station_window  # noqa: PLC0415 - Qt is loaded for a window alone; whether it is here shows now
    except ImportError as problem:
        stop(
            f"This computer cannot show a window: {problem}. Install what packages.apt names for `window`, or use "
            "`dealer-station run --headless`.",
            2,
        )
    while station_window.is_left_for_practice(status := _run_once(station_window, wanted)):
        # From practice back to the demonstration, as often as somebody wishes.
        status = show_practice(wanted.folder.parent / PRACTICE_FOLDER, wanted.size, is_from_demo=True)
        if status:
            break
    if status > _SIGNAL_STATUS:
        echo("Ended from outside, and not stopped by who is in charge: the next start asks what happened.", err=True)
    return status


def _run_once(station_window: ModuleType, wanted: StationOptions) -> int:
    with explain_errors():
        try:
            status: int = station_window.run_window(wanted, exit_without_screen)
        except NotFollowedError:
            # The page with the bar was closed: nothing was written, and there was no window yet.
            return 1
        except station_window.NotADemonstrationError:
            stop(f"{wanted.folder} holds a live station. Give another --data-dir for the demonstration.", 2)
        except station_window.OnlyADemonstrationError:
            stop(ONLY_DEMONSTRATION_TEXT, 2)
    return status


def exit_without_screen(reason: str) -> NoReturn:
    """Qt ends the program at once if this does not: nothing of it is left to be ended in order."""
    echo(
        f"No window can be shown here ({reason.strip()}). Is there a screen where DISPLAY, WAYLAND_DISPLAY or "
        "QT_QPA_PLATFORM says, and may this account use it? `dealer-station run --headless` takes typed commands.",
        err=True,
    )
    sys.stderr.flush()
    os._exit(2)


def _is_x_library_missing() -> bool:
    """What Qt needs for X since its version 6.5, and few systems have: without it Qt would end the whole program."""
    on_x = sys.platform.startswith("linux") and bool(os.environ.get("DISPLAY"))
    if not on_x or os.environ.get("WAYLAND_DISPLAY") or os.environ.get("QT_QPA_PLATFORM", "xcb") != "xcb":
        return False
    try:
        ctypes.CDLL(_X_LIBRARY)
    except OSError:
        return True
    return False


def _parse_size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()) or len(text) > 11:
        stop(f"--size: {text!r} is not a size; it is written 1920x1080", 2)
    size = int(width), int(height)
    if size[0] < _LEAST[0] or size[1] < _LEAST[1]:
        stop(f"--size: {text} is too small to work in; the least is {_LEAST[0]}x{_LEAST[1]}", 2)
    if size[0] > _MOST[0] or size[1] > _MOST[1]:
        stop(f"--size: {text} is larger than any screen; the most is {_MOST[0]}x{_MOST[1]}", 2)
    return size


_CONSOLE_TERMINAL = "terminal"
"""Where commands are typed, as the journal names it."""


def run_headless(
    folder: Path, devices: Connections, *, game: str | None, layout: str | None, rulings: tuple[str, ...]
) -> int:
    """Until it is left: the exit status."""
    if rulings:
        _check_rulings(game, rulings)
    require_people(folder)
    going = _run_console(folder, UsualTable(game=game, layout=layout, rulings=rulings), devices)
    return 0 if going is Going.STOPPED else 1


def _check_rulings(game: str | None, rulings: tuple[str, ...]) -> None:
    if game is None:
        stop("--ruling goes with --game: each document has its own rulings.", 2)
    try:
        apply_choices(load_rulebook(game), rulings)
    except WordsError as problem:
        stop(str(problem), 2)


def _run_console(folder: Path, usual: UsualTable, devices: Connections) -> Going:
    clock = startup.make_clock()
    with (
        explain_errors(),
        startup.make_pin_work() as pins,
        startup.open_station(folder, clock, follow_with_bar) as station,
    ):
        if station.state.people.kind is None:
            station.record(StationStopped())
            stop_without_people(folder)
        if station.state.people.kind is FolderKind.DEMO and not has_only_simulated(devices):
            station.record(StationStopped())
            stop(ONLY_DEMONSTRATION_TEXT, 2)
        station.make_room()
        load_shoes(folder, station)
        # Where backups are made they are due while nobody types, too.
        ticks = bool(station.state.backups.place) and has_input_descriptor()
        with open_keyboard(devices, ticks=ticks) as listening:
            keyboard = listening or CommandLineKeyboard()
            for line in (*start_lines(start_events(folder), station.state), *journal_start_lines(folder, station)):
                keyboard.say(line)
            keyboard.say(f"Type a command; `{HELP}` shows those there are.")
            desk = Reception(
                station=station,
                pins=pins,
                keyboard=keyboard,
                words=Words.load(Language.EN),
                terminal=_CONSOLE_TERMINAL,
                wait=wait_until_done if listening is None else listening.wait,
            )
            console = Console(desk, clock, {**HOUSE_VERBS, **LAW_VERBS, **DEVICE_VERBS}, usual=usual)
            if listening is None:
                # What was asked when there were devices can be answered without them.
                station.devices.listen(ListeningSettings(terminal=_CONSOLE_TERMINAL), {}, NoDeviceSender())
            else:
                listen_to_devices(listening, console, devices)
            return console.run()


def load_shoes(folder: Path, station: Station) -> None:
    """The cards of earlier shoes, with which the watch of the shoe's order compares; without them play goes on."""
    try:
        shoes = read_shoes(folder, station.journal.head().sequence)
    except (JournalError, OSError) as problem:
        LOG.warning("the shoes of before cannot be read: %s", problem)
        return
    station.order.load_shoes(shoes, EarlierShoes([shoe.cards for shoe in shoes[:-1]]))


def has_input_descriptor() -> bool:
    """Whether what is typed can be waited for beside something else."""
    try:
        return sys.stdin.fileno() >= 0
    except (OSError, AttributeError, ValueError):
        return False


@contextmanager
def open_keyboard(devices: Connections, *, ticks: bool = False) -> Iterator[ListeningKeyboard | None]:
    """The keyboard of a table with devices, or at which time passes while nobody types; else none."""
    if not devices and not ticks:
        yield None
        return

    keyboard = ListeningKeyboard(InputLines())
    try:
        with keyboard.interruptible():
            yield keyboard
    finally:
        keyboard.close()


def listen_to_devices(keyboard: ListeningKeyboard, console: Console, devices: Connections) -> None:
    """From the next time on that somebody is waited for. Each device is called by its profile."""
    # The desk is made here, on the thread of the station: a capture asks it on the thread of its port.
    station, around, desk = console.station, system_surroundings(), console.station.devices
    there: dict[str, Device] = {}
    for each in devices:
        there[each.profile] = make_device(
            each, around, sealed=lambda: desk.sealed, advise=lambda down: _advise(keyboard, down.said)
        )
    keyboard.listen(
        Actor(
            station,
            ListeningSettings(terminal=console.desk.terminal),
            lambda: there,
            on_change=lambda _: keyboard.run_meanwhile(console.show_news),
        )
    )


def _advise(keyboard: ListeningKeyboard, said: str) -> None:
    keyboard.run_meanwhile(lambda: keyboard.say(said))


@click.command(name="run")
@click.option("--demo", is_flag=True, help="A demonstration: a data folder of its own, and simulated devices.")
@click.option("--fresh", is_flag=True, help="With --demo: begin it again, as when PINs are lost; the old one is kept.")
@click.option("--size", metavar="WIDTHxHEIGHT", help="Of the window; else it takes the whole screen.")
@click.option("--display", type=click.IntRange(1, 9), metavar="N", help="Show the customer display on monitor N.")
@click.option(
    "--supervisor", type=click.IntRange(1, 9), metavar="N", help="Show the supervisor's room on monitor N, too."
)
@click.option(
    "--display-languages",
    metavar="en,zh-Hant",
    default="en,zh-Hant",
    help="Its languages: the first stays, the others take turns.",
)
@click.option("--display-chances", is_flag=True, help="Its pay table says how likely each bet wins.")
@click.option("--headless", is_flag=True, help="Without a window: typed commands by people who are signed in.")
@click.option("--game", metavar="GAME", type=click.Choice(GAMES), help="What `open` opens if it names no game.")
@click.option("--layout", metavar="X", help="Its layout, by the Appendix letter.")
@click.option("--ruling", "rulings", metavar="NUMBER=OPTION", multiple=True, help="Read the document by this option.")
@click.option("--shoe", metavar="PROFILE@PORT", help="Listen to this shoe, as angel_eye@/dev/ttyUSB0.")
@click.option("--tumbler", metavar="PROFILE@PORT", help="Listen to this dice tumbler; PROFILE:BAUD sets the speed.")
@click.option("--send", is_flag=True, help="Allow commands to these devices; the station only listens otherwise.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FOLDER", help="Keep every byte of these devices.")
@scanner_options
@data_dir_option
def command(  # noqa: PLR0913 - one for each option
    folder: Path,
    *,
    demo: bool,
    fresh: bool,
    size: str | None,
    display: int | None,
    supervisor: int | None,
    display_languages: str,
    display_chances: bool,
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
    protect_memory()
    devices = parse_devices(shoe=shoe, tumbler=tumbler, send=send, scanner=read_scanner_options(scanner), record=record)
    if fresh and not demo:
        stop("--fresh goes with --demo alone: a live house is never begun again.", 2)
    if not headless:
        if game is not None or layout is not None or rulings:
            stop("--game, --layout and --ruling go with --headless: in the window they are chosen where it opens.", 2)
        if supervisor is not None and supervisor == display:
            stop("--supervisor and --display name the same monitor: guests would see the room.", 2)
        shown = DisplayOptions(
            monitor=display, languages=_read_languages(display_languages), with_chances=display_chances
        )
        sys.exit(open_window(folder, devices, demo=demo, size=size, fresh=fresh, display=shown, supervisor=supervisor))
    if demo or size is not None or display is not None or supervisor is not None:
        stop("--demo, --size, --display and --supervisor go with a window, and --headless has none.", 2)

    sys.exit(run_headless(folder, devices, game=game, layout=layout, rulings=rulings))

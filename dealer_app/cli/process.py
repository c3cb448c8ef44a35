"""Runs a command as a process: its entry point, its exit messages, its data folder and its memory.

Whatever is wrong ends a command with one sentence that says what to do, never with a traceback. The memory
of a process in which PINs are keyed is kept from core files and from other programs.
"""

import ctypes
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn, TextIO

import click
from platformdirs import user_data_path

from dealer_app.cli.output import echo
from dealer_app.journal.folder import is_new_folder
from dealer_app.journal.reader import DATABASE
from dealer_app.journal_errors import DamagedError, JournalError, read_error
from dealer_app.people.pin_work import PinsBusyError
from dealer_app.people.pins import NoRoomToHashError, SecretDamagedError
from dealer_app.private_files import open_text
from dealer_app.station.table import RulesChangedError
from dealer_app.terminal.keyboard import NoMoreInputError
from dealer_app.texts import Language, Words
from dealer_app.texts.catalogue import WordsFaultsError


@contextmanager
def explain_errors() -> Iterator[None]:
    """Whatever keeps a station from being one is a sentence with what to do, and exit status 2."""
    try:
        words = Words.load(Language.EN)
    except WordsFaultsError as problem:
        _without_words(problem)
    try:
        yield
    except WordsFaultsError as problem:
        _without_words(problem)
    except JournalError as problem:
        stop(words.journal(problem), 2)
    except sqlite3.ProgrammingError:
        raise
    except sqlite3.DatabaseError as problem:
        stop(words.journal(read_error(problem, Path(DATABASE), 0)), 2)
    except SecretDamagedError:
        stop(words.journal(DamagedError("what a PIN is checked against is not valid", 0)), 2)
    except (NoRoomToHashError, PinsBusyError):
        stop("There is not the memory that checking a PIN takes. Close other programs, then try again.", 2)
    except RulesChangedError as changed:
        stop(
            f"The table was opened by another file of {changed.game} than this program has. Start the program by "
            "which it was opened, and close the table there.",
            2,
        )
    except NoMoreInputError:
        stop("The input has ended before the answer. Nothing more was done.", 2)


def _without_words(problem: WordsFaultsError) -> NoReturn:
    stop(f"The station's words cannot be used. Install the program again: {problem.faults[0]}", 2)


def require_people(folder: Path) -> None:
    """Ends with what to do where the first run has not been: nothing is made in the folder."""
    if not folder.is_dir() or is_new_folder(folder):
        stop_without_people(folder)


def stop_without_people(folder: Path) -> NoReturn:
    words = Words.load(Language.EN)
    say = words.text("people-refusal", "no-people-yet")
    stop(f"{folder}: {say} `dealer-station people add --data-dir {folder}` does it.", 2)


def stop(sentence: str, status: int) -> NoReturn:
    echo(sentence, err=True)
    sys.exit(status)


def _usual_data_folder() -> Path:
    return user_data_path("dealer-station", appauthor=False)


data_dir_option = click.option(
    "--data-dir",
    "folder",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    default=_usual_data_folder,
    help="The data folder of the station.  [default: that of this account]",
)


if sys.platform != "win32":
    import resource

OWN_PROCESS = "own process"
"""What `running` gives to the command that it runs, to say that nothing else runs beside it."""
_PR_SET_DUMPABLE = 4


def protect_memory() -> None:
    """To be called by a command before the first PIN is keyed in it."""
    context = click.get_current_context(silent=True)
    if context is not None and context.find_root().obj == OWN_PROCESS:
        disable_core_dumps()
        deny_memory_access()


def disable_core_dumps() -> None:
    """Whatever ends this process leaves no file with its memory."""
    if sys.platform == "win32":
        return
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def deny_memory_access() -> None:
    """Other processes of this account can neither trace it nor read its memory; nor does a dump service get a core."""
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)


@contextmanager
def atomic_output(output: Path | None) -> Iterator[TextIO]:
    """The output itself where no file is named."""
    if output is None:
        yield sys.stdout
        return
    if output.is_dir():
        stop(f"{output}: cannot be written: it is a folder", 2)
    unfinished = output.with_name(f"{output.name}.new")
    try:
        with open_text(unfinished, "w", newline="") as out:
            yield out
        unfinished.replace(output)
    except OSError as problem:
        stop(f"{output}: cannot be written: {problem.strerror}", 2)
    finally:
        unfinished.unlink(missing_ok=True)

"""What ends a command on a data folder: one sentence for whatever is wrong there, with what to do."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from dealer_app.cli.terminal_text import echo
from dealer_app.journal.opening import is_new
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.trouble import DamagedError, JournalError, not_read
from dealer_app.people.pin_effort import NoRoomToHashError, SecretDamagedError
from dealer_app.people.pin_work import PinsBusyError
from dealer_app.station.reading import RulesChangedError
from dealer_app.terminal.keyboard import NoMoreInputError
from dealer_app.wording import Language, Words
from dealer_app.wording.checking import WordsFaultsError


@contextmanager
def told_clearly() -> Iterator[None]:
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
        stop(words.journal(not_read(problem, Path(DATABASE), 0)), 2)
    except SecretDamagedError:
        stop(words.journal(DamagedError("what a PIN is checked against is no such thing", 0)), 2)
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
    stop(f"The station's words cannot be used, install it anew: {problem.faults[0]}", 2)


def need_people(folder: Path) -> None:
    """Ends with what to do where the first run has not been: nothing is made in the folder."""
    if not folder.is_dir() or is_new(folder):
        nobody_yet(folder)


def nobody_yet(folder: Path) -> NoReturn:
    words = Words.load(Language.EN)
    say = words.put("people-refusal", "no-people-yet")
    stop(f"{folder}: {say} `dealer-station people add --data-dir {folder}` does it.", 2)


def stop(sentence: str, status: int) -> NoReturn:
    echo(sentence, err=True)
    sys.exit(status)

"""A station to be killed: really started, with its journal on the disk that there is.

    python -m tests.support.killed_station FOLDER SCRIPT

plays a script and prints a line for each decision when whoever gave it has the answer: how far the journal goes then.
"""

import sys
from pathlib import Path

from dealer_app.station.core import Core
from tests.support.journals import played
from tests.support.killing import after_each_commit
from tests.support.running_house import running, script_named


def main(folder: str, name: str) -> None:
    known = played(script_named(name))
    with after_each_commit(answer), running(Path(folder)) as house:
        house.play_all(known.given, known.rules)
        sys.stdin.read()


def answer(core: Core) -> None:
    print(core.journal.head().sequence, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

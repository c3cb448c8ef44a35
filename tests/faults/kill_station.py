"""A station to be killed: really started, with its journal on the disk that there is.

    python -m tests.faults.kill_station FOLDER SCRIPT

plays a script and prints a line for each decision once the caller has the answer: how far the journal goes then.
"""

import sys
from pathlib import Path

from dealer_app.station.core import Core
from tests.support.house_run import find_script, run_house
from tests.support.journals import play_script
from tests.support.kill_child import after_each_commit


def main(folder: str, name: str) -> None:
    known = play_script(find_script(name))
    with after_each_commit(answer), run_house(Path(folder)) as house:
        house.play_all(known.given, known.rules)
        sys.stdin.read()


def answer(core: Core) -> None:
    print(core.journal.head().sequence, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])

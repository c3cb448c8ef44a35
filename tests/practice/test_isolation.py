"""Practice leaves the house alone: the live folder keeps its bytes, no port is opened, and no table is ever there."""

import os
import subprocess
import sys
from hashlib import sha256
from itertools import count
from pathlib import Path

import pytest

from dealer_app.cli.run import PRACTICE_FOLDER
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.practice.folder import open_practice
from dealer_app.station.startup import start_station
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock, make_environment

SESSION = """
import os, socket, sys

def refuse(*_words, **_named):
    raise AssertionError("practice opened a connection")

socket.socket.connect = socket.socket.bind = refuse
import drivers.port
drivers.port.Port.start = refuse
from dealer_app.cli import main
try:
    main(["practice", *sys.argv[1:]], standalone_mode=False)
finally:
    assert "serial" not in sys.modules
    for number in os.listdir("/proc/self/fd") if os.path.isdir("/proc/self/fd") else ():
        try:
            place = os.readlink("/proc/self/fd/" + number)
        except OSError:
            continue
        assert not place.startswith(("/dev/tty", "/dev/serial", "socket:")), place
"""

CUT_OFF = """
import os, sys
from pathlib import Path
from dealer_app.station.startup import start_station
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock, make_environment

with start_station(Path(sys.argv[1]), PROGRAM, SteppingClock(), make_environment()):
    os._exit(9)
"""


def fingerprints(folder: Path) -> dict[str, str]:
    """Every file of the house but those of practice."""
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and PRACTICE_FOLDER not in path.relative_to(folder).parts
    }


@pytest.mark.parametrize(
    ("words", "typed"),
    [
        (("drill", "tiger-buffalo-v4", "--questions", "4", "--skill", "draw"), "1\n" * 20),
        (("exam", "tai-sai-open-cover-v5", "--items", "3", "--seed", "1"), "1\n-\n1 2 3\n" * 30),
    ],
    ids=["drill", "exam"],
)
def test_the_live_folder_has_the_same_bytes_after_a_session_and_no_port_was_opened(
    tmp_path: Path, words: tuple[str, ...], typed: str
) -> None:
    with start_station(tmp_path, PROGRAM, SteppingClock(), make_environment()):
        pass
    before = fingerprints(tmp_path)
    assert before
    done = subprocess.run(
        [sys.executable, "-c", SESSION, *words, "--data-dir", str(tmp_path)],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / PRACTICE_FOLDER / "journal.db").exists()
    assert fingerprints(tmp_path) == before


def test_the_folder_of_a_table_that_was_cut_off_is_refused_and_keeps_every_file(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", CUT_OFF, str(tmp_path)], check=False)
    left = {path.name: path.read_bytes() for path in tmp_path.iterdir() if not path.name.endswith("-shm")}
    assert "station.holder" in left
    numbers = count(1)
    with (
        pytest.raises(JournalError) as refused,
        open_practice(tmp_path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}"),
    ):
        pass
    assert refused.value.fault is JournalFault.OF_A_TABLE
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if not path.name.endswith("-shm")} == left

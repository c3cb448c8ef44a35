"""Core files and other processes get no PIN: what the commands that take PINs have set for their own process."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from dealer_app.cli import process
from tests.support.typist import PINS, Typist

ON_LINUX = pytest.mark.skipif(not Path("/proc/self/limits").exists(), reason="asks the system under /proc")
_ASKED = "import ctypes; print('dumpable', ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)); "
_LIMIT = "import resource; print('core', *resource.getrlimit(resource.RLIMIT_CORE)); "
_LINE = (
    "import sys, atexit; sys.argv = ['dealer-station', *sys.argv[1:]]; from dealer_app.__main__ import main as run; "
    f"atexit.register(exec, {_ASKED + _LIMIT!r}, {{}}); run()"
)


def set_by(*words: str) -> str:
    """What stands when this command ends, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", _LINE, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
    )
    return done.stdout + done.stderr


@ON_LINUX
@pytest.mark.parametrize(
    "words",
    [
        ("run", "--headless"),
        ("run", "--size", "nonsense"),
        ("people", "list"),
        ("people", "add"),
        ("journal", "renew"),
    ],
)
def test_every_command_that_takes_a_pin_keeps_its_memory(tmp_path: Path, words: tuple[str, ...]) -> None:
    folder = tmp_path / "station"
    folder.mkdir()
    said = set_by(*words, "--data-dir", str(folder))
    assert "dumpable 0" in said, said
    assert "core 0 0" in said, said


@pytest.mark.assurance("A35")
@ON_LINUX
def test_a_station_that_dies_leaves_no_core_and_its_limits_say_so(typist: Typist, tmp_path: Path) -> None:
    typist.staff()
    here = tmp_path / "here"
    here.mkdir()
    line = [sys.executable, "-m", "dealer_app", "run", "--headless", "--data-dir", str(typist.folder)]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen(
        line, cwd=here, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as station:
        assert station.stdout is not None
        assert station.stdin is not None
        while "nobody>" not in station.stdout.readline():
            pass
        station.stdin.write(f"sign in D1\n{PINS['D1']}\n")
        station.stdin.flush()
        while "Signed in" not in station.stdout.readline():
            pass
        limits = Path(f"/proc/{station.pid}/limits").read_text(encoding="utf-8")
        (core,) = [line.split()[4:6] for line in limits.splitlines() if line.startswith("Max core file size")]
        assert core == ["0", "0"]
        if os.geteuid():
            with pytest.raises(PermissionError):
                Path(f"/proc/{station.pid}/mem").read_bytes()
        station.send_signal(signal.SIGABRT)
        station.wait()
    assert list(here.iterdir()) == []


def test_a_command_that_runs_within_another_program_leaves_it_its_debugger(typist: Typist) -> None:
    """As every test does that calls one."""
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_CORE)
    typist.check_done(typist.begin_house())
    assert resource.getrlimit(resource.RLIMIT_CORE) == before


def test_where_a_system_has_none_of_it_nothing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    process.disable_core_dumps()
    process.deny_memory_access()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr("ctypes.CDLL", lambda _: object())
    process.deny_memory_access()

"""The station as a process of its own, with simulated devices on pseudo-terminals and somebody who types.

    with run_station(folder, "--shoe", f"angel_eye@{table.link}") as station:
        station.types("place your bets").sees("No more Bets")

What is typed goes in through a pipe, one line after the other; `sees` waits for what is shown after what was seen last.
"""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from dealer_app.clock import SystemClock
from drivers.profiles import PROFILES
from drivers.simulation.devices import SimulatedShoe, SimulatedTumbler
from drivers.simulation.line import SimulatedLine
from drivers.simulation.pty_end import PtyEnd
from tests.support.real_ports import PATIENCE_SECONDS
from tests.support.typist import PINS, Typist


class StationProcess:
    """The running process: types lines into it, and waits for what it shows."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self.process = process
        self._shown: list[str] = []
        self._more = threading.Condition()
        self._ended = False
        self._seen = 0
        self._reader = threading.Thread(target=self._read, name="reader of the station")
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._more:
                self._shown.append(line.rstrip("\n"))
                self._more.notify()
        with self._more:
            self._ended = True
            self._more.notify()

    @property
    def output(self) -> str:
        return "\n".join(self._shown)

    def types(self, *lines: str) -> "StationProcess":
        assert self.process.stdin is not None
        for line in lines:
            self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self

    def sees(self, *texts: str) -> "StationProcess":
        """One after the other, each in a line of its own."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        for text in texts:
            with self._more:
                while (line := self._line_with(text)) is None:
                    left = give_up - time.monotonic()
                    assert left > 0, f"{text!r} was not shown:\n{self.output}"
                    assert not self._ended, f"ended before {text!r}:\n{self.output}"
                    self._more.wait(left)
                self._seen = line + 1
        return self

    def _line_with(self, text: str) -> int | None:
        return next((at for at in range(self._seen, len(self._shown)) if text in self._shown[at]), None)

    @property
    def lines(self) -> list[str]:
        """All that is shown so far."""
        with self._more:
            return list(self._shown)

    def shows(self, holds: Callable[[list[str]], object]) -> bool:
        """Waits until what is shown is so. It never becomes so at a station that ends before."""
        give_up = time.monotonic() + PATIENCE_SECONDS
        with self._more:
            while not holds(self._shown):
                if self._ended:
                    return False
                left = give_up - time.monotonic()
                assert left > 0, f"it did not come about:\n{self.output}"
                self._more.wait(left)
        return True

    def begins_session(self, badge: str) -> "StationProcess":
        return self.types(f"sign in {badge}", PINS[badge]).sees("Signed in")

    def gives_command(self, badge: str, command: str) -> "StationProcess":
        return self.types(f"as {badge} {command}", PINS[badge])

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)

    def end_of_input(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def ends(self) -> int:
        """Its exit status, when it has ended by itself."""
        status = self.process.wait(PATIENCE_SECONDS)
        self._reader.join()
        return status


@contextmanager
def run_station(folder: Path, *options: str) -> Iterator[StationProcess]:
    command = [sys.executable, "-X", "dev", "-W", "error", "-m", "dealer_app", "run", "--headless", *options]
    with subprocess.Popen(
        [*command, "--data-dir", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        station = StationProcess(process)
        try:
            yield station
        finally:
            if process.poll() is None:
                process.kill()
            station.ends()
            # What was typed and never read is gone with the process that should have read it.
            with suppress(BrokenPipeError):
                station.end_of_input()


def demo_folder(folder: Path) -> Path:
    """A dealer M1 and a supervisor M2, of the time that it is."""
    typist = Typist(folder)
    typist.clock = SystemClock()  # type: ignore[assignment]
    typist.check_done(typist.begin_house(demo=True))
    return folder


@contextmanager
def plug_device(profile: str, link: Path) -> Iterator[tuple[SimulatedShoe | SimulatedTumbler, PtyEnd]]:
    """A simulated device that keeps its name when it is plugged in again."""
    end = PtyEnd(link)
    try:
        yield PROFILES[profile].simulator(SimulatedLine(end, baudrate=PROFILES[profile].baudrate)), end
    finally:
        end.unplug()

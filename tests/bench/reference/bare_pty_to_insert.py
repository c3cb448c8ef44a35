"""The bare pipeline from a pseudo-terminal to a durable row: one thread reads, parses and inserts, and does no more.

It judges nothing, numbers nothing, chains nothing and shows nothing. It is the measure of how much the station adds.
"""

import os
import select
import threading
import time
from pathlib import Path

from drivers.simulation.pty_end import PtyEnd
from tests.bench.reference.angel_eye_in_one_function import parse
from tests.bench.reference.bare_database import bare_database, insert


class BarePipeline:
    """`times` are the moments at which a card was durable."""

    def __init__(self, folder: Path) -> None:
        self.end = PtyEnd()
        self.times: list[float] = []
        self._database = folder / "bare.db"
        self._stop = threading.Event()
        self._one = threading.Semaphore(0)
        self._thread = threading.Thread(target=self._run, name="bare")
        self._thread.start()
        self._one.acquire()

    def write(self, frame: bytes) -> float:
        """How many seconds after the write the card was durable."""
        before = time.perf_counter()
        self.end.write(frame)
        self._one.acquire()
        return self.times[-1] - before

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        self.end.unplug()

    def _run(self) -> None:
        connection = bare_database(self._database)
        line = os.open(self.end.address, os.O_RDWR | os.O_NOCTTY)
        buffer = bytearray()
        self._one.release()
        while not self._stop.is_set():
            if not select.select([line], [], [], 0.05)[0]:
                continue
            for observation in parse(buffer, os.read(line, 4096)):
                insert(connection, observation.full_text())
                self.times.append(time.perf_counter())
                self._one.release()
        os.close(line)
        connection.close()

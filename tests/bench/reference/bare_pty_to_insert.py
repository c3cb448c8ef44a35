"""The bare pipeline from a pseudo-terminal to a durable row: one thread reads, parses and inserts, and does no more.

It judges nothing, numbers nothing, chains nothing and shows nothing. It is the measure of how much the station adds.
Its log has been as long before, as the station's has, so that neither waits for a file to grow.
"""

import os
import select
import sqlite3
import threading
import time
from pathlib import Path

from drivers.simulation.pty_end import PtyEnd
from tests.bench.reference.angel_eye_in_one_function import parse


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
        connection = sqlite3.connect(self._database, isolation_level=None)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("CREATE TABLE room (filler BLOB)")
        connection.execute("INSERT INTO room VALUES (zeroblob(2097152))")
        connection.execute("PRAGMA wal_checkpoint(RESTART)")
        connection.execute("CREATE TABLE card (sequence INTEGER PRIMARY KEY, said TEXT NOT NULL)")
        line = os.open(self.end.address, os.O_RDWR | os.O_NOCTTY)
        buffer = bytearray()
        self._one.release()
        while not self._stop.is_set():
            if not select.select([line], [], [], 0.05)[0]:
                continue
            for observation in parse(buffer, os.read(line, 4096)):
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("INSERT INTO card (said) VALUES (?)", (observation.told(),))
                connection.execute("COMMIT")
                self.times.append(time.perf_counter())
                self._one.release()
        os.close(line)
        connection.close()

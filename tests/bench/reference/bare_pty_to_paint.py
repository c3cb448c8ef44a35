"""The bare pipeline from a pseudo-terminal to a picture: a thread reads, the window's own inserts a row and paints.

What it paints is one filled rectangle. It judges nothing, guides nothing and shows nothing else. It is the measure of
how much the station and its window add.
"""

import os
import select
import threading
import time
from pathlib import Path

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from drivers.simulation.pty_end import PtyEnd
from tests.bench.reference.angel_eye_in_one_function import parse
from tests.bench.reference.bare_database import bare_database, insert

CARD = QRect(300, 200, 160, 224)


class BarePaintPipeline(QWidget):
    """`painted_at` is the end of the last paintEvent, at which `painted` is released."""

    _said = Signal(str)

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.end = PtyEnd()
        self.painted = threading.Semaphore(0)
        self.painted_at = 0.0
        self._waits = False
        self._connection = bare_database(folder / "bare.db")
        self._said.connect(self._insert, Qt.ConnectionType.QueuedConnection)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.resize(1920, 1080)
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bare")
        self._thread.start()

    def write(self, frame: bytes) -> float:
        """How many seconds after the write the card was painted."""
        before = time.perf_counter()
        self.end.write(frame)
        self.painted.acquire()
        return self.painted_at - before

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()
        self.end.unplug()
        self._connection.close()

    def _run(self) -> None:
        line = os.open(self.end.address, os.O_RDWR | os.O_NOCTTY)
        buffer = bytearray()
        while not self._stop.is_set():
            if not select.select([line], [], [], 0.05)[0]:
                continue
            for observation in parse(buffer, os.read(line, 4096)):
                self._said.emit(observation.full_text())
        os.close(line)

    def _insert(self, said: str) -> None:
        insert(self._connection, said)
        self._waits = True
        self.update(CARD)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), Qt.GlobalColor.white)
        if self._waits:
            self._waits = False
            self.painted_at = time.perf_counter()
            self.painted.release()

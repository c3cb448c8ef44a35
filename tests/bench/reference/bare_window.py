"""The bare window of PySide6: an application, one widget, shown and painted. Prints when that was, by the clock of all.

It is what no window of Qt in Python can do without.
"""

import json
import os
import sys
import time

from PySide6.QtCore import QTimer
from PySide6.QtGui import QPainter, QPaintEvent, Qt
from PySide6.QtWidgets import QApplication, QWidget


class BareWindow(QWidget):
    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(event.rect(), Qt.GlobalColor.darkGreen)
        QTimer.singleShot(0, print_time)


def print_time() -> None:
    print(json.dumps({"at": time.monotonic()}), flush=True)
    os._exit(0)


def main() -> None:
    application = QApplication(sys.argv[:1])
    window = BareWindow()
    window.resize(1920, 1080)
    window.show()
    application.exec()


if __name__ == "__main__":
    main()

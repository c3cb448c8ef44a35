"""Qt's connection to a screen, made before anything else is begun that would have to be ended in order.

Where there is no screen Qt ends the whole program, with words of its own and a core file. Its last words are caught.
"""

import logging
import sys
from collections.abc import Callable
from typing import NoReturn

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

LOG = logging.getLogger("ui")


def connect(unreachable: Callable[[str], NoReturn]) -> QApplication:
    """The application, to be kept while there is a window. `unreachable` has to end the program: Qt would, after it."""
    said: list[str] = []

    def listen(kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        del context
        said.append(text)
        if kind is QtMsgType.QtFatalMsg:
            unreachable(said[0])

    before = qInstallMessageHandler(listen)
    try:
        found = QApplication.instance() or QApplication(sys.argv[:1])
    finally:
        qInstallMessageHandler(before)
    for text in said:
        LOG.warning("%s", text)
    assert isinstance(found, QApplication), "the window needs widgets"
    return found

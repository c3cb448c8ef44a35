"""A window on a machine with two monitors, in a process of its own: where the dealer's screen and the room are shown.

    QT_QPA_PLATFORM=offscreen:configfile=FILE python -m tests.ui.at_the_window.two_monitors FOLDER

Its line has the rectangles of both windows, and which of them has the keyboard.
"""

import json
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

from tests.support.window_bench import AtWindow, WindowSetting, at_window
from ui.app import WindowOptions

SCREENS = {
    "synchronousWindowSystemEvents": True,
    "screens": [
        {"name": name, "x": x, "y": 0, "width": width, "height": height, "logicalDpi": 96, "dpr": 1}
        for name, x, width, height in (("dealer", 0, 1366, 768), ("room", 1366, 1920, 1080))
    ],
}


def _rectangle(window: QWidget) -> tuple[int, int, int, int]:
    place = window.geometry()
    return place.x(), place.y(), place.width(), place.height()


async def _tells(table: AtWindow) -> None:
    monitor = table.application.monitor
    assert monitor is not None
    await table.soon(monitor.window.isVisible)
    await table.settle()
    found = {
        "dealer": table.window.screen().name(),
        "room": monitor.window.screen().name(),
        "rectangle": _rectangle(monitor.window),
        "keyboard": "dealer" if table.window.isActiveWindow() else "room",
    }
    print(json.dumps(found), flush=True)


def main() -> None:
    application = QApplication.instance() or QApplication([])
    assert isinstance(application, QApplication)
    setting = WindowSetting(size=(1366, 768), opening=WindowOptions(supervisor=2))
    at_window(application, Path(sys.argv[1]), _tells, setting)


if __name__ == "__main__":
    main()

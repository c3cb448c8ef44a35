"""`dealer-station run --demo` up to its first picture. Prints when that was, and what was loaded for it.

It ends there at once, as a station whose power fails: the folder is of this run alone.
"""

import json
import os
import sys
import time

import dealer_app.cli.run_window as running
from dealer_app.cli import main as dealer_station


def on_first_picture() -> None:
    """Everything is loaded in the order in which the station loads it."""
    window_on = running.window_on

    def timed_window_on(*where: object, **how: object) -> int:
        import dealer_app.windowed  # noqa: PLC0415
        import ui.app  # noqa: PLC0415
        from ui.window import StationWindow  # noqa: PLC0415

        assert {dealer_app.windowed.__name__, ui.app.__name__} <= set(sys.modules)
        paint = StationWindow.paintEvent

        def painted(self: StationWindow, event: object) -> None:
            from PySide6.QtCore import QTimer  # noqa: PLC0415

            paint(self, event)  # type: ignore[arg-type]
            QTimer.singleShot(0, said)

        StationWindow.paintEvent = painted  # type: ignore[method-assign]
        return window_on(*where, **how)  # type: ignore[arg-type]

    running.window_on = timed_window_on


def said() -> None:
    loaded = sorted({name.partition(".")[0] for name in sys.modules} & {"numpy", "pandas"})
    print(json.dumps({"at": time.monotonic(), "loaded": loaded, "modules": len(sys.modules)}), flush=True)
    os._exit(0)


def main() -> None:
    on_first_picture()
    sys.argv = ["dealer-station", "run", "--demo", "--size", "1920x1080", "--data-dir", sys.argv[1]]
    dealer_station()


if __name__ == "__main__":
    main()

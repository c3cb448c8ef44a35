"""Proves that the application core needs nothing of the window: run by the Python of .venv-core.

It first makes sure that the window's libraries are really absent, for otherwise everything after it would
prove nothing, and then imports every module of `dealer_app` but those that open a window, so that a library
missing from the core's lock is found too.
"""

import importlib
import pkgutil
import sys
from importlib.util import find_spec

import dealer_app

WINDOWS = ("dealer_app.station_window", "dealer_app.practice_window")
WINDOW_LIBRARIES = ("PySide6", "shiboken6", "qasync", "serial", "pytestqt")


def main() -> int:
    present = [name for name in WINDOW_LIBRARIES if find_spec(name) is not None]
    if present:
        print(f"the core environment must not have {', '.join(present)}; remove .venv-core and run make test")
        return 1
    for module in pkgutil.walk_packages(dealer_app.__path__, prefix="dealer_app."):
        if module.name not in WINDOWS:
            importlib.import_module(module.name)
    return 0


if __name__ == "__main__":
    sys.exit(main())

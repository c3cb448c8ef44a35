"""`dealer-station run --demo` up to its first picture. Prints when that was, and what was loaded for it.

It ends there at once, as a station whose power fails: the folder is of this run alone.
"""

import json
import os
import sys
import time

from dealer_app.__main__ import main as dealer_station
from ui.window import StationWindow


def print_start(window: StationWindow) -> None:
    """In the place of what the window prepares next, when its first picture has been painted."""
    del window
    loaded = sorted({name.partition(".")[0] for name in sys.modules} & {"numpy", "pandas"})
    print(json.dumps({"at": time.monotonic(), "loaded": loaded, "modules": len(sys.modules)}), flush=True)
    os._exit(0)


def main() -> None:
    StationWindow.prepare_table_parts = print_start  # type: ignore[assignment, method-assign]
    sys.argv = ["dealer-station", "run", "--demo", "--size", "1920x1080", "--data-dir", sys.argv[1]]
    dealer_station()


if __name__ == "__main__":
    main()

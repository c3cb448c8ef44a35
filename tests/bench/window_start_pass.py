"""`dealer-station run --demo` up to its first picture. Prints when that was, and what was loaded for it.

It ends there at once, as a station whose power fails: the folder is of this run alone.
"""

import json
import os
import sys
import time

from dealer_app import loading
from dealer_app.__main__ import main as dealer_station

kept = loading.is_kept


def told() -> None:
    """Stands for what is told when what was loaded is kept, which is when the first picture has been painted.

    So nothing but the command itself decides what is loaded, in which order, and what is put off meanwhile.
    """
    if "ui.app" not in sys.modules:
        kept()  # of the command, not of the window
        return
    loaded = sorted({name.partition(".")[0] for name in sys.modules} & {"numpy", "pandas"})
    print(json.dumps({"at": time.monotonic(), "loaded": loaded, "modules": len(sys.modules)}), flush=True)
    os._exit(0)


def main() -> None:
    loading.is_kept = told
    sys.argv = ["dealer-station", "run", "--demo", "--size", "1920x1080", "--data-dir", sys.argv[1]]
    dealer_station()


if __name__ == "__main__":
    main()

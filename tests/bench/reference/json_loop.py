"""Loads each line and dumps the loaded value, nothing else: the measure for the audit, run as a process of its own.

Prints the seconds that one pass over the file took.
"""

import json
import sys
from pathlib import Path
from time import perf_counter


def main(path: str) -> None:
    lines = Path(path).read_bytes().splitlines()
    start = perf_counter()
    for line in lines:
        json.dumps(json.loads(line))
    print(perf_counter() - start)


if __name__ == "__main__":
    main(sys.argv[1])

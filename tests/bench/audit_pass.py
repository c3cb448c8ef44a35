"""One pass of the audit over a file in a process of its own; prints the seconds, the start not counted."""

import sys
from pathlib import Path
from time import perf_counter

from dealer_app.audit.judgement import judge_line
from dealer_app.rulebooks import GAMES, load_rulebook


def main(path: str, *, with_stages: bool) -> None:
    lines = Path(path).read_bytes().splitlines()
    for game in GAMES:
        load_rulebook(game)
    start = perf_counter()
    for number, line in enumerate(lines, start=1):
        _, judged = judge_line(line, number, with_stages=with_stages)
        assert judged, line
    print(perf_counter() - start)


if __name__ == "__main__":
    main(sys.argv[1], with_stages=sys.argv[2] == "stages")

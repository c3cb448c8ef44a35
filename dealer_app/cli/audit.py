"""`dealer-station audit`: JSON lines in, judgements out."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

import click

from dealer_app.audit.stream import StreamMode, StreamTally, judge_stream, read_bounded_lines
from dealer_app.cli.output import echo
from dealer_app.domain.plain_text import visible_text


@click.command(name="audit")
@click.argument("source", metavar="[FILE]", default="-", type=click.Path(path_type=Path))
@click.option("--check", is_flag=True, help='Lines are {"in":..., "out":...}: print only what differs.')
@click.option("--no-stages", is_flag=True, help="Leave out what was decided after each card.")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes to work in.")
def command(source: Path, *, check: bool, no_stages: bool, jobs: int) -> None:
    """Judge rounds kept as JSON lines, from FILE or standard input: one line out for each line in.

    Exit status 0 if every line could be judged (with --check: and none differs), else 1. A file that
    cannot be read is status 2.
    """
    mode = StreamMode(check=check, with_stages=not no_stages)
    tally = StreamTally()
    with _open_input(source) as (stream, size), _progress_bar(size, check=check) as advance:
        # A program that feeds us line by line waits for each answer; a file is read in larger pieces.
        pieces = judge_stream(read_bounded_lines(stream), mode, tally, jobs=jobs, at_once=size is None)
        for text in pieces:
            # What a line says of itself, as its name, is somebody else's text; a program reads it as it is.
            shown = visible_text(text.decode(), keep="\n").encode() if sys.stdout.isatty() else text
            sys.stdout.buffer.write(shown)
            if size is None:
                sys.stdout.buffer.flush()
            advance(tally.bytes_read)
        sys.stdout.buffer.flush()
    if check:
        echo(f"{tally.lines} lines checked, {tally.failed} with a difference or an error", err=True)
    elif tally.failed:
        echo(f"{tally.failed} of {tally.lines} lines could not be judged", err=True)
    sys.exit(1 if tally.failed else 0)


@contextmanager
def _open_input(source: Path) -> Iterator[tuple[BinaryIO, int | None]]:
    """The input and, if it is a file, its size."""
    if str(source) == "-":
        yield sys.stdin.buffer, None
        return
    try:
        stream = source.open("rb")
        size = source.stat().st_size
    except OSError as problem:
        echo(f"{source}: cannot be read: {problem.strerror}", err=True)
        sys.exit(2)
    with stream:
        yield stream, size


@contextmanager
def _progress_bar(size: int | None, *, check: bool) -> Iterator[Callable[[int], None]]:
    """Takes how many bytes are read by now: a bar for a file, if there is a terminal that the answers do not fill."""
    if size is None or not sys.stderr.isatty() or (sys.stdout.isatty() and not check):
        yield lambda _: None
        return
    with click.progressbar(length=size, label="Judging", file=sys.stderr) as bar:
        yield lambda read: bar.update(read - bar.pos)

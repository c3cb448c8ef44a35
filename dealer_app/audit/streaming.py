"""Runs lines through the auditor in their order, in this process or several, without ever holding the whole input."""

import os
import signal
from codecs import BOM_UTF8
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import BinaryIO

from msgspec import Struct

from dealer_app.audit.checking import check_line
from dealer_app.audit.judging import LONGEST_LINE, judge_line

LINES_A_CHUNK = 500
CHUNKS_AHEAD = 3
"""For each process: enough that none waits, few enough that memory stays flat."""


class Mode(Struct, frozen=True, kw_only=True):
    """What is asked of each line."""

    check: bool
    with_stages: bool


@dataclass(slots=True)
class Tally:
    """How far the run is: filled while the lines go by."""

    lines: int = 0
    failed: int = 0
    bytes_read: int = 0


class _Chunk(Struct, frozen=True):
    """Some lines of the input and the number of the first."""

    first: int
    lines: tuple[bytes, ...]


class _Done(Struct, frozen=True):
    text: bytes
    lines: int
    failed: int
    bytes_read: int


def judge_stream(
    source: Iterable[bytes], mode: Mode, tally: Tally, *, jobs: int = 1, at_once: bool = False
) -> Iterator[bytes]:
    """The output, piece by piece in the order of the input; `tally` is brought up to date before each.

    With `at_once` one process answers each line before it takes the next.
    """
    if jobs > 1:
        done = _in_processes(source, mode, jobs)
    else:
        done = (_judge_chunk(mode, chunk) for chunk in _chunks(source, 1 if at_once else LINES_A_CHUNK))
    for piece in done:
        tally.lines += piece.lines
        tally.failed += piece.failed
        tally.bytes_read += piece.bytes_read
        yield piece.text


def _in_processes(source: Iterable[bytes], mode: Mode, jobs: int) -> Iterator[_Done]:
    waiting: deque[Future[_Done]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_follow_parent) as pool:
        for chunk in _chunks(source, LINES_A_CHUNK):
            waiting.append(pool.submit(_judge_chunk, mode, chunk))
            if len(waiting) > CHUNKS_AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _follow_parent() -> None:
    """A worker ends with the command, however that ends; a key pressed to stop it is for the command alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None, "a worker has a parent"

    def end_with_it() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end_with_it, daemon=True).start()


def bounded_lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long to be a round only the beginning, enough to be refused.

    The mark that some programs put before the first line says nothing about it and is left out.
    """
    first = True
    while line := source.readline(LONGEST_LINE + 1):
        yield line.removeprefix(BOM_UTF8) if first else line
        first = False
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE + 1)


def _chunks(source: Iterable[bytes], size: int) -> Iterator[_Chunk]:
    lines = iter(source)
    first = 1
    while taken := tuple(islice(lines, size)):
        yield _Chunk(first, taken)
        first += len(taken)


def _judge_chunk(mode: Mode, chunk: _Chunk) -> _Done:
    judge = check_line if mode.check else judge_line
    texts = []
    failed = 0
    for number, line in enumerate(chunk.lines, start=chunk.first):
        text, fine = judge(line, number, with_stages=mode.with_stages)
        failed += not fine
        if text:
            texts.append(text + b"\n")
    return _Done(b"".join(texts), len(chunk.lines), failed, sum(map(len, chunk.lines)))

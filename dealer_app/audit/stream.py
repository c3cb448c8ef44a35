"""Runs many lines through the auditor in their order, and compares them with expected answers.

The work is done in this process or in several; the whole input is never held in memory. `audit --check`
compares JSON values: the order of keys never matters, the order of `bets` only if the input had them.
"""

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
from typing import Any, BinaryIO

import msgspec
from msgspec import Struct

from dealer_app.audit import line_format
from dealer_app.audit.judgement import LONGEST_LINE, decode_line, error_answer, judge_line, judge_object
from dealer_app.audit.line_format import FaultCode, LineError, LineFields, refuse_line

_ABSENT = object()
_CHECK_FIELDS = frozenset({"in", "out"})


def check_line(text: bytes, number: int, *, with_stages: bool) -> tuple[bytes, bool]:
    """Nothing if the judgement is as expected, else one line that names every difference."""
    pair = None
    try:
        pair = decode_line(text)
        if not isinstance(pair, dict):
            refuse_line(FaultCode.BAD_JSON, "a line to check is an object with in and out")
        line_format.check_field_names(pair, _CHECK_FIELDS, "a line to check")
        given, expected = (
            line_format.require_field(pair, "in", "a line to check"),
            line_format.require_field(pair, "out", "a line to check"),
        )
    except LineError as fault:
        return msgspec.json.encode(
            error_answer(pair.get("in") if isinstance(pair, dict) else None, fault, number)
        ), False
    had_bets = isinstance(given, dict) and "bets" in given
    known = given.get("id") if isinstance(given, dict) else None
    got = msgspec.json.decode(msgspec.json.encode(judge_object(given, number, with_stages=with_stages)))
    if isinstance(expected, dict) and not with_stages:
        expected.pop("stages", None)
    found = list(_differences(_comparable_answer(expected, had_bets), _comparable_answer(got, had_bets), ""))
    if not found:
        return b"", True
    return msgspec.json.encode({"id": known, "line": number, "differs": found}), False


def _comparable_answer(answer: Any, had_bets: bool) -> Any:
    if had_bets or not isinstance(answer, dict) or not isinstance(answer.get("bets"), list):
        return answer
    return answer | {"bets": sorted(answer["bets"], key=lambda bet: str(isinstance(bet, dict) and bet.get("area")))}


def _differences(expected: Any, got: Any, path: str) -> Iterator[LineFields]:
    if isinstance(expected, dict) and isinstance(got, dict):
        for key in dict.fromkeys([*expected, *got]):
            inner = f"{path}.{key}" if path else key
            yield from _differences(expected.get(key, _ABSENT), got.get(key, _ABSENT), inner)
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for place, pair in enumerate(zip(expected, got, strict=True)):
            yield from _differences(*pair, f"{path}[{place}]")
    elif expected is not got and (type(expected) is not type(got) or expected != got):
        difference = {"path": path, "expected": expected, "got": got}
        yield {key: value for key, value in difference.items() if value is not _ABSENT}


LINES_A_CHUNK = 500
CHUNKS_AHEAD = 3
"""For each process: enough that none waits, few enough that memory stays flat."""


class StreamMode(Struct, frozen=True, kw_only=True):
    """What is asked of each line."""

    check: bool
    with_stages: bool


@dataclass(slots=True)
class StreamTally:
    """How far the run is: filled while the lines go by."""

    lines: int = 0
    failed: int = 0
    bytes_read: int = 0


class _Chunk(Struct, frozen=True):
    """Some lines of the input and the number of the first."""

    first: int
    lines: tuple[bytes, ...]


class _JudgedChunk(Struct, frozen=True):
    text: bytes
    lines: int
    failed: int
    bytes_read: int


def judge_stream(
    source: Iterable[bytes], mode: StreamMode, tally: StreamTally, *, jobs: int = 1, at_once: bool = False
) -> Iterator[bytes]:
    """The output, piece by piece in the order of the input; `tally` is brought up to date before each.

    With `at_once` one process answers each line before it takes the next.
    """
    if jobs > 1:
        done = _judge_in_processes(source, mode, jobs)
    else:
        done = (_judge_chunk(mode, chunk) for chunk in _split_chunks(source, 1 if at_once else LINES_A_CHUNK))
    for piece in done:
        tally.lines += piece.lines
        tally.failed += piece.failed
        tally.bytes_read += piece.bytes_read
        yield piece.text


def _judge_in_processes(source: Iterable[bytes], mode: StreamMode, jobs: int) -> Iterator[_JudgedChunk]:
    waiting: deque[Future[_JudgedChunk]] = deque()
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_end_with_parent) as pool:
        for chunk in _split_chunks(source, LINES_A_CHUNK):
            waiting.append(pool.submit(_judge_chunk, mode, chunk))
            if len(waiting) > CHUNKS_AHEAD * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _end_with_parent() -> None:
    """A worker ends with the command, however that ends; a key pressed to stop it is for the command alone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    assert parent is not None, "a worker has a parent"

    def end_with_it() -> None:
        parent.join()
        os._exit(1)

    Thread(target=end_with_it, daemon=True).start()


def read_bounded_lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long to be a round only the beginning, enough to be refused.

    The mark that some programs put before the first line says nothing about it and is left out.
    """
    first = True
    while line := source.readline(LONGEST_LINE + 1):
        yield line.removeprefix(BOM_UTF8) if first else line
        first = False
        while len(line) > LONGEST_LINE and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE + 1)


def _split_chunks(source: Iterable[bytes], size: int) -> Iterator[_Chunk]:
    lines = iter(source)
    first = 1
    while taken := tuple(islice(lines, size)):
        yield _Chunk(first, taken)
        first += len(taken)


def _judge_chunk(mode: StreamMode, chunk: _Chunk) -> _JudgedChunk:
    judge = check_line if mode.check else judge_line
    texts = []
    failed = 0
    for number, line in enumerate(chunk.lines, start=chunk.first):
        text, fine = judge(line, number, with_stages=mode.with_stages)
        failed += not fine
        if text:
            texts.append(text + b"\n")
    return _JudgedChunk(b"".join(texts), len(chunk.lines), failed, sum(map(len, chunk.lines)))

"""A journal on a thread of its own: a commit waits for the disk there, and the connection never leaves that thread."""

from collections.abc import Callable, Iterator, Sequence
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Generic, TypeVar

from dealer_app.journal.journal import Journal
from dealer_app.journal.record import Entry, Head, Record, Secret, Written

Result = TypeVar("Result")


class _Asked(Generic[Result]):
    """Something to be done there, by whoever waits for it: handed over by a queue and a lock, and no future.

    A future wakes its waiter through three locks, which takes a sixth of the time of a commit.
    """

    __slots__ = ("_done", "_problem", "_result", "_work")

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._problem: BaseException | None = None
        self._done = Lock()
        self._done.acquire()

    def do(self) -> None:
        try:
            self._result = self._work()
        except BaseException as problem:  # noqa: BLE001 - it is raised again, to whoever asked
            self._problem = problem
        self._done.release()

    def result(self) -> Result:
        """Waits for it. What was raised there is raised here."""
        self._done.acquire()
        if self._problem is None:
            return self._result
        try:
            raise self._problem
        finally:
            # Else the exception would keep its own frames, and so itself.
            del self


class JournalThread:
    """The thread. Whatever is run on it is done in order, one after the other."""

    def __init__(self) -> None:
        self._asked: SimpleQueue[_Asked[object] | None] = SimpleQueue()
        self._thread = Thread(target=self._serve, name="journal", daemon=True)
        self._thread.start()

    def run(self, work: Callable[[], Result]) -> Result:
        assert self._thread.is_alive(), "a journal is asked before its thread is closed"
        asked = _Asked(work)
        self._asked.put(asked)  # type: ignore[arg-type]
        return asked.result()

    def close(self) -> None:
        self._asked.put(None)
        self._thread.join()

    def _serve(self) -> None:
        while True:
            asked = self._asked.get()
            if asked is None:
                return
            asked.do()
            # What was done is let go at once, and not when the next thing comes.
            del asked


class OnItsThread:
    """The same journal, asked from any thread; each question waits for its answer."""

    def __init__(self, thread: JournalThread, journal: Journal) -> None:
        self._thread = thread
        self._journal = journal

    def head(self) -> Head:
        return self._thread.run(self._journal.head)

    def last(self) -> Entry | None:
        return self._thread.run(self._journal.last)

    def append(self, records: Sequence[Record], written: Written, secrets: Sequence[Secret] = ()) -> tuple[Entry, ...]:
        return self._thread.run(lambda: self._journal.append(records, written, secrets))

    def entries(self, first: int = 1, last: int = 2**62) -> Iterator[Entry]:
        return iter(self._thread.run(lambda: list(self._journal.entries(first, last))))

    def latest(self, name: str, before: int = 2**62) -> Entry | None:
        return self._thread.run(lambda: self._journal.latest(name, before))

    def sealed(self, digest: str) -> tuple[str, str]:
        return self._thread.run(lambda: self._journal.sealed(digest))

    def secret(self, digest: str) -> str:
        return self._thread.run(lambda: self._journal.secret(digest))

    def settle(self) -> None:
        self._thread.run(self._journal.settle)

    def close(self) -> None:
        self._thread.run(self._journal.close)
        self._thread.close()

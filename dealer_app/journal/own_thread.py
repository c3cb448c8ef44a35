"""A journal on a thread of its own: a commit waits for the disk there, and the connection never leaves that thread."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from dealer_app.journal.journal import Journal
from dealer_app.journal.record import Entry, Head, Record, Secret, Written

Result = TypeVar("Result")


class JournalThread:
    """The thread. Whatever is run on it is done in order, one after the other."""

    def __init__(self) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="journal")

    def submit(self, work: Callable[[], Result]) -> Future[Result]:
        return self._executor.submit(work)

    def run(self, work: Callable[[], Result]) -> Result:
        return self.submit(work).result()

    def close(self) -> None:
        self._executor.shutdown()


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

"""What every journal can do, wherever it keeps its entries."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from dealer_app.journal.record import Entry, Head, Record, Secret, Written


class Journal(Protocol):
    """Entries in a chain; added at the end and never changed."""

    def head(self) -> Head: ...

    def last(self) -> Entry | None: ...

    def append(self, records: Sequence[Record], written: Written, secrets: Sequence[Secret] = ()) -> tuple[Entry, ...]:
        """Writes one decision, all of it or nothing, and returns when it is durable."""
        ...

    def entries(self, first: int = 1, last: int = ...) -> Iterator[Entry]: ...

    def latest(self, name: str, before: int = ...) -> Entry | None:
        """The last entry of one of the few names that a start looks for."""
        ...

    def sealed(self, digest: str) -> tuple[str, str]: ...

    def secret(self, digest: str) -> str: ...

    def make_room(self) -> None:
        """Before play: what would else grow during it."""
        ...

    def settle(self) -> None:
        """Between rounds: what may wait until then."""
        ...

    def close(self) -> None: ...

"""A journal that lives as long as its process: the same promises but durability, for practice and for tests."""

from collections.abc import Iterator, Sequence

from dealer_app.journal.record import EMPTY, Entry, Head, Record, Secret, Written, entries
from dealer_app.journal.trouble import DamagedError


class MemoryJournal:
    """Keeps entries in a list."""

    def __init__(self, after: Head = EMPTY) -> None:
        """`after` is what the first entry follows."""
        self._after = after
        self._entries: list[Entry] = []
        self._sealed: dict[str, tuple[str, str]] = {}
        self._secrets: dict[str, str] = {}

    def head(self) -> Head:
        last = self.last()
        return Head(last.sequence, last.hash) if last else self._after

    def last(self) -> Entry | None:
        return self._entries[-1] if self._entries else None

    def append(self, records: Sequence[Record], written: Written, secrets: Sequence[Secret] = ()) -> tuple[Entry, ...]:
        made = tuple(entries(self.head(), records, written))
        self._entries.extend(made)
        for record in records:
            for sealed in record.sealed:
                self._sealed.setdefault(sealed.digest, (sealed.value, sealed.salt))
        for secret in secrets:
            self._secrets.setdefault(secret.digest, secret.value)
        return made

    def entries(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        before = self._after.sequence
        return iter(self._entries[max(0, first - 1 - before) : None if last is None else max(0, last - before)])

    def latest(self, name: str, before: int | None = None) -> Entry | None:
        return next((entry for entry in reversed(list(self.entries(1, before))) if entry.name == name), None)

    def sealed(self, digest: str) -> tuple[str, str]:
        if digest not in self._sealed:
            raise DamagedError("a sealed value is missing", 0)
        return self._sealed[digest]

    def secret(self, digest: str) -> str:
        if digest not in self._secrets:
            raise DamagedError("what a PIN is checked against is missing", 0)
        return self._secrets[digest]

    def make_room(self) -> None:
        """Memory has it."""

    def settle(self) -> None:
        """There is nothing that could wait."""

    def close(self) -> None:
        """There is nothing to let go."""

"""What stands twice where it may stand once."""

from collections.abc import Iterable, Iterator


def repeated(key: str, codes: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for code in codes:
        if code in seen:
            yield f'{key}: "{code}" stands there twice'
        seen.add(code)

"""What exactly is asked when an approval is asked, and the hash to which the approval is bound.

The hash is the SHA-256 of these bytes: the line `dealer-station approval 1`, then, for each field of `Asked` in the
order in which it is declared, one line `name:length:value`. The length counts the bytes of the value in UTF-8, so that
no value can look like the next field; a number is written in decimal digits, and where there is none the line is
`name:-`. Every line ends with one line feed.
"""

from collections.abc import Iterator
from enum import Enum
from hashlib import sha256

from msgspec import Struct
from msgspec.structs import fields

_FIRST_LINE = b"dealer-station approval 1\n"


class Item(Enum):
    """What an approval is about: a decision at a table, or one of the things that need two people."""

    DECISION = "decision"
    LIMITS = "limits"
    RULEBOOKS = "rulebooks"
    RULINGS = "rulings"
    PEOPLE = "people"
    NEW_JOURNAL = "new-journal"
    NEW_VOLUME = "new-volume"
    SETTING = "setting"
    SECOND_HEAD = "second-head"
    WITHOUT_SECOND_HEAD = "without-second-head"
    BACKUPS = "backups"
    LOCK = "lock"


TWO_PERSON = frozenset(Item) - {Item.DECISION}


class Asked(Struct, frozen=True, kw_only=True):
    """What is to become otherwise than it is, by which clause, and in which round, if it is about one."""

    item: Item
    what: str
    before: str
    after: str
    clause: str
    round: int | None = None


def canonical_bytes(asked: Asked) -> bytes:
    """The bytes that are hashed; the same whenever exactly the same is asked."""
    return _FIRST_LINE + b"".join(_lines(asked))


def digest_of(asked: Asked) -> str:
    """The hash that an approval is bound to, in hexadecimal digits."""
    return sha256(canonical_bytes(asked)).hexdigest()


def _lines(asked: Asked) -> Iterator[bytes]:
    for each in fields(asked):
        value = getattr(asked, each.name)
        if value is None:
            yield f"{each.name}:-\n".encode()
            continue
        text = (value.value if isinstance(value, Enum) else str(value)).encode()
        yield f"{each.name}:{len(text)}:".encode() + text + b"\n"

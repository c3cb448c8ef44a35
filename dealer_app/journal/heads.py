"""The head of the journal: its file, its words, and the notices by which people compare it.

`journal.head` is overwritten after each commit: a database that ends before it has lost acknowledged
entries. People compare heads by number, first digits and four easy English words.
"""

import os
import re
from pathlib import Path
from typing import Self

from dealer_app.journal.reader import Reader
from dealer_app.journal.records import EMPTY_HEAD, Head
from dealer_app.private_files import open_bytes

_WORD_TEXT = """
acorn adult agent album alley almond amber anchor angel ankle apron artist atlas august autumn avenue baby badge
baker bamboo banana barrel beach bedroom bell berry bicycle bird biscuit bishop blanket blossom bonnet border bottle
bread breeze brick brother bubble bucket butter cabin cactus camel canoe canvas captain carpet castle cement chicken
chimney circle citrus city clever cliff clock coast cobra coconut coffee copper cotton cousin cradle crayon crown
crystal cuckoo cushion daisy dancer dentist desert diamond doctor dolphin domino donkey drawer drum duck eagle earth
echo eclipse editor elbow emerald empire engine evening fabric factory falcon family farmer feather fence fiddle
field finger fish flag flute forest fortune fossil frame fruit galaxy garden garlic gate gentle giant giraffe
glacier glove goblet gold granite guitar hamster harbor harmony harvest helmet herb holiday horse hotel iceberg
igloo insect island ivory jaguar jasmine jewel jigsaw journey juice jungle kayak king kitchen koala ladder lagoon
lamp lantern laundry lemon leopard linen lizard lobster lotus lunch magnet mango marble meadow mercury mermaid milk
mirror moon morning muffin museum music napkin nature needle nephew night nugget oasis ocean office onion opera
orange orchid oxygen palace pancake panda parrot peacock pelican pencil penguin picnic pigeon pillow pirate plateau
poet potato prince pumpkin puppet purple pyramid quartz queen quilt quiver rabbit raccoon radio rainbow raven ribbon
saffron sailor school season silver slipper snow spider square station sugar summer sunset swan syrup teapot temple
tennis thimble thunder tower tractor train trumpet tulip tunnel unicorn vanilla village violin volcano vulture
walnut wheel whisper window yogurt
"""
WORD_LIST = tuple(_WORD_TEXT.split())
"""In the order of the alphabet; no two begin with the same four letters, or differ by fewer than three."""
WORD_COUNT = 4
HEAD_DIGITS = 8


def head_words(digest: bytes) -> tuple[str, ...]:
    """The words of a hash."""
    return tuple(WORD_LIST[byte] for byte in digest[:WORD_COUNT])


def head_text(head: Head) -> str:
    """A head in short: its sequence, the first digits of its hash, its words."""
    return f"{head.sequence} {head.hash.hex()[:HEAD_DIGITS]} {' '.join(head_words(head.hash))}"


_CLOSING_QUERY = """SELECT decision FROM events NOT INDEXED
    WHERE name IN ('table-closed', 'shift-ended', 'state-carried') AND sequence > ? ORDER BY sequence DESC LIMIT 1"""
_MOST_LOOKED_BACK = 50_000
"""Entries, which are some shifts: a start looks no further back."""
_LONGEST_DECISION = 10_000
"""Entries of one decision, many times over."""


def last_noted_head(reader: Reader) -> Head | None:
    """The head as it was shown when a table was closed, a shift ended or a volume began last; nothing if none did."""
    row = reader.connection.execute(_CLOSING_QUERY, (reader.head().sequence - _MOST_LOOKED_BACK,)).fetchone()
    if row is None:
        return None
    (decision,) = row
    last = None
    for entry in reader.entries(decision, decision + _LONGEST_DECISION):
        if entry.decision != decision:
            break
        last = Head(entry.sequence, entry.hash)
    return last


def event_head(reader: Reader, sequence: int) -> Head | None:
    """The head as it was after an event; nothing if there is none of that number."""
    entry = next(reader.entries(sequence, sequence), None)
    return None if entry is None else Head(entry.sequence, entry.hash)


HEAD_FILE = "journal.head"
_LINE_FORM = re.compile(r"(\d{20}) ([0-9a-f]{64})\n")


def read_head(folder: Path) -> Head | None:
    """What the file says; None if it is not there or says nothing that can be read."""
    try:
        text = (folder / HEAD_FILE).read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        return None
    found = _LINE_FORM.fullmatch(text)
    return Head(int(found[1]), bytes.fromhex(found[2])) if found else None


class HeadFile:
    """The file, held open: always the same length, so that writing it never needs room on the disk."""

    def __init__(self, folder: Path) -> None:
        path = folder / HEAD_FILE
        self._file = open_bytes(path, "r+b" if path.exists() else "w+b", buffering=0)

    @classmethod
    def make(cls, folder: Path) -> Self:
        """The file of a journal in which nothing is written yet: there whole, or not at all."""
        unfinished = folder / f"{HEAD_FILE}.new"
        with open_bytes(unfinished, "wb") as file:
            file.write(_head_file_line(EMPTY_HEAD))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(folder / HEAD_FILE)
        return cls(folder)

    def write(self, head: Head) -> None:
        os.pwrite(self._file.fileno(), _head_file_line(head), 0)

    def sync(self) -> None:
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()


def _head_file_line(head: Head) -> bytes:
    return f"{head.sequence:020d} {head.hash.hex()}\n".encode()

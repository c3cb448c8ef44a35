"""Every file of a played folder with a byte flipped, and what a start, `verify`, `recall` and the rest say then.

    python -m tests.faults.byte_flips --flips 100 --seed 1

Which files there are is found by looking, so that a new one is taken in. Each command either says what it says of the
folder as it was, or ends with words about damage; and the journal is called damaged for no other file's fault.
"""

import argparse
import re
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from click.testing import Result
from msgspec import Struct

from dealer_app.journal.reader import open_reader
from dealer_app.journal.records import EMPTY_HEAD, Head
from dealer_app.journal.recovery import recover
from dealer_app.journal_errors import JournalError
from dealer_app.screens.ports import read_looks
from tests.faults.sample_folder import DATA, make_played_folder
from tests.support.house_run import FOLDING
from tests.support.quick_folder import quick_folder
from tests.support.typist import Typist

LOOKS_BACK = (
    ("journal", "verify"),
    ("journal", "recall", "--last", "10"),
    ("journal", "search"),
    ("journal", "stats"),
    ("folder", "head"),
)
OF_THE_JOURNAL = re.compile(r"data/journal(-\d+)?\.(db|db-wal|head)")
"""Whatever else is damaged, the journal is not."""
A_START = ("run", "--headless")
NOT_COMPARED = "nothing that can be read is there"
"""Said of the second place by what need not be refused for it."""
_NOT_COMPARED_LINE = re.compile(rf"The journal was not compared with the second head .*: {NOT_COMPARED}\.\n")
_SIZE = re.compile(r"\d+ bytes")
_LEAVES = ("quit", "quit")
SAME, SAID = "nothing changed", "damage said"


class CommandOutput(Struct, frozen=True):
    """What a command said, and how it ended."""

    status: int
    text: str


@dataclass
class FolderCopy:
    """The folder as it was, byte for byte, and what is said of it."""

    root: Path
    typist: Typist
    files: dict[str, bytes] = field(default_factory=dict)
    said: dict[tuple[str, ...], CommandOutput] = field(default_factory=dict)
    head: Head = EMPTY_HEAD
    table: object = None

    def lay(self, name: str = "", content: bytes = b"") -> None:
        """All files as they were, but for this one; what a command has made since is gone."""
        there = {str(file.relative_to(self.root)): file for file in self.root.rglob("*") if file.is_file()}
        for made in there.keys() - self.files.keys():
            there[made].unlink()
        for file, kept in self.files.items():
            (self.root / file).touch(0o600)
            (self.root / file).write_bytes(content if file == name else kept)

    def asks(self, *words: str) -> CommandOutput:
        lines = _LEAVES if words == A_START else ()
        shown: Result = self.typist.type(*words, lines=lines)
        assert "Traceback" not in shown.output, shown.output
        return CommandOutput(shown.exit_code, _SIZE.sub("? bytes", shown.output))


@contextmanager
def as_it_was() -> Iterator[FolderCopy]:
    """Played, killed, and asked once while it is whole."""
    with quick_folder() as root:
        played = FolderCopy(root, make_played_folder(root))
        files = sorted(file for file in root.rglob("*") if file.is_file() and not file.is_symlink())
        played.files = {str(file.relative_to(root)): file.read_bytes() for file in files}
        for words in (*LOOKS_BACK, A_START):
            played.lay()
            played.said[words] = played.asks(*words)
            assert played.said[words].status == (1 if words == A_START else 0), played.said[words]
        played.lay()
        found = recover(root / DATA, FOLDING)
        played.head, played.table = found.head, found.state.table
        yield played


def judge_flip(played: FolderCopy, name: str, content: bytes) -> str:
    """What comes of the folder with this file so. Fails for another answer that is given without a word."""
    played.lay(name, content)
    return judge_folder(played, name)


def judge_folder(played: FolderCopy, name: str) -> str:
    """The same of the folder as it lies there, with this file damaged."""
    damaged = [words for words in LOOKS_BACK if not _same(played, words, name)]
    read_looks(played.root / DATA)
    started = _same(played, A_START, name)
    if started:
        _check_station(played)
    return SAID if damaged or not started else SAME


def _same(played: FolderCopy, words: tuple[str, ...], name: str) -> bool:
    """Whether a command says what it said; if it does not, it has to end with words about it."""
    shown, true = played.asks(*words), played.said[words]
    if shown == true:
        return True
    whose = f"{' '.join(words)} with a flipped byte in {name}: {shown}"
    assert shown.status in (1, 2) or NOT_COMPARED in shown.text, whose
    answer, lines = _NOT_COMPARED_LINE.subn("", shown.text)
    if lines:
        # It is said, and the answer is the true one.
        assert (CommandOutput(shown.status, answer), lines) == (true, 1), whose
        assert not OF_THE_JOURNAL.fullmatch(name), whose
        return False
    if words != A_START or shown.status == 2:
        assert len(shown.text.strip().splitlines()) <= 3, whose
    assert shown.text.strip(), whose
    if not OF_THE_JOURNAL.fullmatch(name):
        assert "damaged" not in shown.text, whose
    return False


def _check_station(played: FolderCopy) -> None:
    """A station that started is in the state in which it stopped, on the same journal."""
    reader = open_reader(played.root / DATA)
    try:
        (entry,) = reader.entries(played.head.sequence, played.head.sequence)
        assert Head(entry.sequence, entry.hash) == played.head
    finally:
        reader.close()
    try:
        assert recover(played.root / DATA, FOLDING).state.table == played.table
    except JournalError as problem:
        raise AssertionError(f"it started, and is damaged: {problem}") from problem


def flips(content: bytes, count: int, chance: Random) -> Iterator[tuple[int, int]]:
    """Where, and which bits: one from each part of a file, and every second one where something is written."""
    written = [at for at, byte in enumerate(content) if byte]
    for number in range(count):
        places = written if written and number % 2 else range(len(content))
        begin, end = number * len(places) // count, (number + 1) * len(places) // count
        yield places[chance.randrange(begin, max(end, begin + 1))], chance.randrange(1, 256)


def flip_byte(content: bytes, at: int, mask: int) -> bytes:
    return content[:at] + bytes([content[at] ^ mask]) + content[at + 1 :]


def prove_file(played: FolderCopy, name: str, count: int, seed: int) -> tuple[Counter[str], list[str]]:
    """What came of so many flips of one file, and of each that failed where it was and why."""
    content, chance = played.files[name], Random(f"{seed} {name}")
    found: Counter[str] = Counter()
    faults = []
    for at, mask in flips(content, count if content else 0, chance):
        try:
            found[judge_flip(played, name, flip_byte(content, at, mask))] += 1
        except Exception as problem:  # noqa: BLE001 - an exception of any kind is what is looked for
            cause = problem.__cause__ or problem
            where = "".join(traceback.format_exception(cause))
            faults.append(
                f"{name}: byte {at} of {len(content)}, {content[at]:#04x} with {mask:#04x}: {problem}\n{where}"
            )
    return found, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flips", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    failed = 0
    with as_it_was() as played:
        for name, content in played.files.items():
            begun = time.monotonic()
            found, faults = prove_file(played, name, wanted.flips, wanted.seed)
            results = ", ".join(f"{count} {what}" for what, count in sorted(found.items())) or "is empty"
            print(f"{name} ({len(content)} bytes): {results}; {time.monotonic() - begun:.0f} s", flush=True)
            print(*faults, sep="\n", end="", flush=True)
            failed += len(faults)
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())

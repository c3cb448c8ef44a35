"""A rulebook file that somebody made to hurt is one line, at once and in little memory."""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest

from dealer_app.domain.plain_text import is_plain
from dealer_app.rulebooks import RulebookFaultsError, read_rulebook_text
from dealer_app.rulebooks.loader import GAMES, LARGEST_FILE, TomlFaultError, parse_toml, rulebook_bytes

HOSTILE = {
    "a key of many parts": b"a." * 50_000 + b"a = 1",
    "a table of many parts": b"[" + b"a." * 50_000 + b"a]",
    "a table of tables of many parts": b"[[" + b"a . " * 40_000 + b"a]]",
    "a key of many quoted parts": b'"a".' * 40_000 + b'"a" = 1',
    "many parts behind a string that ends with four marks": b'x = { y = """a"""", ' + b"a." * 50_000 + b"a = 1 }",
    "many parts behind quotes": b"x = '''a'''''\n" + b"a." * 50_000 + b"a = 1",
    "a huge number": b"x = " + b"9" * 150_000,
    "a huge number in hexadecimal": b"x = 0x" + b"f" * 150_000,
    "a number above 64 bits": b"x = 9223372036854775808",
    "a number in a list in a table": b"[a]\nb = [[{ c = -9223372036854775809 }]]",
    "lists in lists": b"x = " + b"[" * 90_000,
    "tables in tables": b"x = " + b"{a=" * 60_000,
    "a file that is too large": b"#" * (LARGEST_FILE + 1),
    "a string without an end": b'x = "' + b'\\"' * 90_000,
    "quotes alone": b'"' * 190_000,
    "quotes and strokes": b'"\\' * 90_000,
    "no text": b"\xff" * 1000,
    "signs that a terminal obeys": b'"\x1b[2J" = 1',
}


@pytest.mark.parametrize("what", HOSTILE)
def test_it_is_one_line_at_once(what: str) -> None:
    begun = time.monotonic()
    with pytest.raises(TomlFaultError) as raised:
        parse_toml(HOSTILE[what])
    assert time.monotonic() - begun < 5
    assert len(str(raised.value).splitlines()) == 1
    assert len(str(raised.value)) < 500


SHAPELESS = {
    "keys that nobody knows": "".join(f"key{number} = 1\n" for number in range(12_000)),
    "a long value": f'game = ["{"x" * 150_000}"]',
    "a key that turns its line round": '"\u202egame" = 1',
    "an escape in a key": '"\\u001b[31mgame" = 1\ngame = "\\u001b]0;x\\u0007"',
    "a list of many": f"decks = [{'1,' * 90_000}]",
}


@pytest.mark.parametrize("what", SHAPELESS)
def test_each_fault_is_a_line_that_can_be_read(what: str) -> None:
    with pytest.raises(RulebookFaultsError) as raised:
        read_rulebook_text(SHAPELESS[what].encode(), "theirs.toml")
    for fault in raised.value.faults:
        assert is_plain(fault)
        assert len(fault) < 600
    assert len(raised.value.faults) <= 501


@pytest.mark.parametrize("game", GAMES)
def test_every_document_lies_far_within_the_bounds(game: str) -> None:
    text = rulebook_bytes(game)
    assert len(text) * 4 < LARGEST_FILE
    assert parse_toml(text)["game"] == game


def test_dots_in_a_string_or_a_remark_are_none_of_a_key() -> None:
    dots = "." * 50
    text = f'a = "{dots}" # {dots}\nb = \'\'\'{dots}\'\'\'\nc = """{dots}\n\\"""\\"{dots}"""\nd.e.f = 1.5\n'
    assert set(parse_toml(text.encode())) == {"a", "b", "c", "d"}


@pytest.mark.skipif(sys.platform == "win32", reason="Windows bounds no memory of a process")
@pytest.mark.parametrize("what", ["a key of many parts", "a huge number", "a table of many parts"])
def test_the_command_needs_little_memory_for_it(tmp_path: Path, what: str) -> None:
    file = tmp_path / "theirs.toml"
    file.write_bytes(HOSTILE[what])

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (1_000_000_000, 1_000_000_000))

    line = [sys.executable, "-m", "dealer_app", "rulebooks", "check", str(file)]
    done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60, preexec_fn=bounded)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"{file}: ")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_a_pipe_a_device_and_a_folder_are_no_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in ("pipe", "link", "/dev/zero", "."):
        line = [sys.executable, "-m", "dealer_app", "rulebooks", "check", str(tmp_path / name)]
        done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr.startswith(f"{tmp_path / name}: cannot be read: it is ")
        assert len(done.stderr.splitlines()) == 1

"""An export is checked by a script that knows nothing of the station; what was done to it afterwards is found."""

import csv
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from dealer_app.domain.round import events
from dealer_app.journal.codec import encode
from dealer_app.journal.export import Form, Span, export
from dealer_app.journal.in_play import last_to_tell
from dealer_app.journal.reader import Reader, read_only
from dealer_app.journal.record import EMPTY, Entry, Head, Record, Secret, breaks
from dealer_app.journal.schema import COLUMNS
from dealer_app.journal.trouble import DamagedError
from tests.support.journals import WRITTEN, all_decisions, sqlite_journal

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_export.py"

Lines = list[dict[str, Any]]


def exported(reader: Reader, span: Span | None = None) -> tuple[Lines, Head]:
    out = io.StringIO()
    head = export(reader, out, Form.JSON, span or Span(1, reader.head().sequence))
    return [json.loads(line) for line in out.getvalue().splitlines()], head


def checked(folder: Path, lines: Lines, anchor: Head | None = None) -> tuple[int, str]:
    """What the script says, run as anybody would run it: alone, with no path to this program."""
    file = folder / "export.json"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    alone = folder / "verify_export.py"
    shutil.copy(SCRIPT, alone)
    noted = [] if anchor is None else [str(anchor.sequence), anchor.hash.hex()]
    line = [sys.executable, "-I", "-S", str(alone), str(file), *noted]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.strip()


def test_the_script_is_short() -> None:
    assert len(SCRIPT.read_text(encoding="utf-8").splitlines()) < 80


def test_an_export_is_in_order(tmp_path: Path, reader: Reader) -> None:
    lines, head = exported(reader)
    assert head == reader.head()
    expected = 0, f"in order: up to event {head.sequence}, hash {head.hash.hex()}"
    assert checked(tmp_path, lines) == expected
    assert checked(tmp_path, lines, head) == expected
    in_the_middle = next(reader.entries(100, 100))
    assert checked(tmp_path, lines, Head(100, in_the_middle.hash)) == expected


def test_a_part_is_in_order_too(tmp_path: Path, reader: Reader) -> None:
    lines, head = exported(reader, Span(1000, 2000))
    assert len(lines) == 1003
    assert checked(tmp_path, lines, head)[0] == 0


def test_an_empty_journal_is_exported_as_nothing(tmp_path: Path) -> None:
    sqlite_journal(tmp_path).close()
    opened = read_only(tmp_path)
    lines, head = exported(opened)
    opened.close()
    assert head == EMPTY
    assert checked(tmp_path, lines)[0] == 0


def rechained(lines: Lines, start: int) -> Lines:
    """What somebody makes who knows the format: hashes that fit, from a place on, and the head that fits them."""
    done = [dict(line) for line in lines[:start]]
    before = done[-1]["hash"] if "hash" in done[-1] else done[0]["after"]["hash"]
    sequence = done[-1].get("sequence", 0)
    for line in lines[start:-1]:
        sequence += 1
        again = {**line, "sequence": sequence, "decision": min(line["decision"], sequence)}
        fields = "\n".join(str(again[column]) for column in COLUMNS[:-1])
        before = sha256(bytes.fromhex(before) + fields.encode()).hexdigest()
        done.append({**again, "hash": before})
    return [*done, {"head": {"sequence": sequence, "hash": before}}]


def edit(lines: Lines) -> Lines:
    at = next(at for at, line in enumerate(lines) if line.get("name") == "bet-placed")
    lines[at]["body"] = lines[at]["body"].replace('"stake":1', '"stake":9')
    return lines


def delete(lines: Lines) -> Lines:
    return lines[:500] + lines[501:]


def insert(lines: Lines) -> Lines:
    return [*lines[:500], dict(lines[499]), *lines[500:]]


def swap(lines: Lines) -> Lines:
    return [*lines[:500], lines[501], lines[500], *lines[502:]]


FOUND_BY_THE_CHAIN = [edit, delete, insert, swap]


@pytest.mark.parametrize("attack", FOUND_BY_THE_CHAIN)
def test_the_chain_alone_finds_what_was_done_in_the_middle(
    tmp_path: Path, reader: Reader, attack: Callable[[Lines], Lines]
) -> None:
    status, said = checked(tmp_path, attack(exported(reader)[0]))
    assert status == 1
    assert said.startswith("event ")


@pytest.mark.parametrize("column", COLUMNS[:-1])
def test_every_field_is_part_of_the_chain(tmp_path: Path, reader: Reader, column: str) -> None:
    lines, _ = exported(reader, Span(1, 20))
    value = lines[10][column]
    lines[10][column] = value + 1 if isinstance(value, int) else value + "."
    assert checked(tmp_path, lines)[0] == 1


def cut_the_tail(lines: Lines) -> Lines:
    return rechained([*lines[:2000], lines[-1]], 1)


def cut_and_append(lines: Lines) -> Lines:
    return rechained([*lines[:2000], lines[20], lines[21], lines[22], lines[-1]], 2000)


def rewrite(lines: Lines) -> Lines:
    return rechained(edit(lines), 1)


@pytest.mark.parametrize("attack", [cut_the_tail, cut_and_append, rewrite])
def test_only_a_head_that_was_noted_finds_what_was_done_to_the_end_or_to_all(
    tmp_path: Path, reader: Reader, attack: Callable[[Lines], Lines]
) -> None:
    lines, head = exported(reader)
    attacked = attack(lines)
    assert checked(tmp_path, attacked)[0] == 0
    status, said = checked(tmp_path, attacked, head)
    assert (status, said) == (1, f"event {head.sequence} is not there with the hash that was noted")


def test_a_tail_that_is_simply_torn_off_is_found(tmp_path: Path, reader: Reader) -> None:
    lines, _ = exported(reader)
    assert checked(tmp_path, lines[:-1]) == (1, "the export does not end with its head")
    assert checked(tmp_path, [*lines[:-5], lines[-1]]) == (1, "the export does not end with its head")
    assert checked(tmp_path, [*lines, lines[5]]) == (1, "there is something after the head")


@pytest.mark.parametrize("text", ["", "{}\n", "no json\n", '{"after":{"sequence":0,"hash":"zz"}}\n', "[1]\n"])
def test_what_is_no_export_is_one_line(tmp_path: Path, text: str) -> None:
    file = tmp_path / "what.json"
    file.write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, str(SCRIPT), str(file)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("this is no export that can be read")
    assert len(done.stdout.splitlines()) == 1


def test_another_card_than_the_sealed_one_is_found_however_well_it_is_chained(tmp_path: Path, reader: Reader) -> None:
    lines, _ = exported(reader)
    at = next(at for at, line in enumerate(lines) if line.get("name") == "card-unsealed")
    body = json.loads(lines[at]["body"])
    body["card"] = "2C" if body["card"] != "2C" else "3C"
    lines[at]["body"] = json.dumps(body)
    status, said = checked(tmp_path, rechained(lines, 1))
    assert status == 1
    assert said.endswith(f"the card {body['card']} is not the one that was sealed")


def test_a_seal_that_was_never_drawn_is_found(tmp_path: Path, reader: Reader) -> None:
    lines, _ = exported(reader)
    at = next(at for at, line in enumerate(lines) if line.get("name") == "card-unsealed")
    body = {"card": "2C", "seal": {"digest": sha256(b"pepper2C").hexdigest(), "salt": "pepper"}}
    lines[at]["body"] = json.dumps(body)
    status, said = checked(tmp_path, rechained(lines, 1))
    assert status == 1
    assert said.endswith("a card is unsealed that was never drawn sealed")


def test_the_table_as_csv_has_the_same_fields_and_the_same_chain(reader: Reader) -> None:
    out = io.StringIO()
    head = export(reader, out, Form.CSV, Span(1, reader.head().sequence))
    rows = list(csv.DictReader(io.StringIO(out.getvalue())))
    assert list(rows[0]) == list(COLUMNS)
    at = EMPTY
    for row in rows:
        numbers = {name: int(row[name]) for name in ("sequence", "decision", "utc", "offset", "counter", "version")}
        texts = {name: row[name] for name in ("day", "badge", "position", "name", "body")}
        entry = Entry(**numbers, **texts, hash=bytes.fromhex(row["hash"]))  # type: ignore[arg-type]
        assert not breaks(entry, at)
        at = Head(entry.sequence, entry.hash)
    assert at == head == reader.head()


def test_nothing_sealed_and_no_secret_leaves(tmp_path: Path) -> None:
    journal = sqlite_journal(tmp_path)
    secret = Secret(sha256(b"$argon2id$v=19$x").hexdigest(), "$argon2id$v=19$x")
    journal.append([Record(name="pin-set", version=1, body=f'{{"digest":"{secret.digest}"}}')], WRITTEN, [secret])
    for happened in all_decisions():
        records = [encode(event) for event in happened]
        unsealing = any(isinstance(event, events.CardUnsealed) for event in happened)
        if any(record.sealed for record in records) and not unsealing:
            journal.append(records, WRITTEN)
    for form in Form:
        out = io.StringIO()
        export(journal, out, form, Span(1, journal.head().sequence))
        assert "argon2" not in out.getvalue()
        assert secret.digest in out.getvalue()
        salts = [salt for (salt,) in journal.connection.execute("SELECT salt FROM sealed WHERE salt <> ''")]
        assert salts
        assert not any(salt in out.getvalue() for salt in salts)
    journal.close()


def test_the_round_that_is_being_played_stays_here_at_each_of_its_steps(tmp_path: Path) -> None:
    journal = sqlite_journal(tmp_path)
    on, began = False, 0
    for happened in all_decisions()[:400]:
        for event in happened:
            match event:
                case events.TableOpened():
                    on = False
                case events.RoundBegan():
                    on, began = True, journal.head().sequence + 1 + happened.index(event)
                case events.RoundConcluded() | events.RoundVoided():
                    on = False
                case events.SettlementUndone():
                    on = True
                case _:
                    pass
        journal.append([encode(event) for event in happened], WRITTEN)
        if not isinstance(happened[0], events.TableOpened):
            assert last_to_tell(journal) == (began - 1 if on else journal.head().sequence)
    journal.close()


def test_a_broken_chain_is_not_exported_as_if_it_were_whole(golden_folder: Path, tmp_path: Path) -> None:
    shutil.copy(golden_folder / "journal.db", tmp_path / "journal.db")
    opened = read_only(tmp_path)
    opened.close()
    whole = bytearray((tmp_path / "journal.db").read_bytes())
    place = whole.index(b'"stake":1000')
    whole[place : place + 12] = b'"stake":9000'
    (tmp_path / "journal.db").write_bytes(whole)
    opened = read_only(tmp_path)
    with pytest.raises(DamagedError, match="does not follow"):
        exported(opened)
    opened.close()

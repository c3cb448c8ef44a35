"""What somebody has done to an export is found: by its chain, by the seals, or by a head that was noted before."""

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from dealer_app.journal.export import EntrySpan, ExportFormat
from dealer_app.journal.reader import Reader, open_reader
from dealer_app.journal.schema import ENTRY_COLUMNS
from dealer_app.journal_errors import DamagedError
from tests.journal.exports import Lines, export_lines, verify_lines


def rechained(lines: Lines, start: int) -> Lines:
    """What somebody makes who knows the format: hashes that fit, from a place on, and the head that fits them."""
    done = [dict(line) for line in lines[:start]]
    before = done[-1]["hash"] if "hash" in done[-1] else done[0]["after"]["hash"]
    sequence = done[-1].get("sequence", 0)
    for line in lines[start:-1]:
        sequence += 1
        again = {**line, "sequence": sequence, "decision": min(line["decision"], sequence)}
        fields = "\n".join(str(again[column]) for column in ENTRY_COLUMNS[:-1])
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


@pytest.mark.assurance("A27")
@pytest.mark.parametrize("attack", FOUND_BY_THE_CHAIN)
def test_the_chain_alone_finds_what_was_done_in_the_middle(
    tmp_path: Path, reader: Reader, form: ExportFormat, attack: Callable[[Lines], Lines]
) -> None:
    status, said = verify_lines(tmp_path, attack(export_lines(reader, form)[0]), form)
    assert status == 1
    assert said.startswith("event ")


@pytest.mark.parametrize("column", ENTRY_COLUMNS[:-1])
def test_every_field_is_part_of_the_chain(tmp_path: Path, reader: Reader, form: ExportFormat, column: str) -> None:
    lines, _ = export_lines(reader, form, EntrySpan(1, 20))
    value = lines[10][column]
    lines[10][column] = value + 1 if isinstance(value, int) else value + "."
    assert verify_lines(tmp_path, lines, form)[0] == 1


def cut_the_tail(lines: Lines) -> Lines:
    return rechained([*lines[:2000], lines[-1]], 1)


def cut_and_append(lines: Lines) -> Lines:
    return rechained([*lines[:2000], lines[20], lines[21], lines[22], lines[-1]], 2000)


def rewrite(lines: Lines) -> Lines:
    return rechained(edit(lines), 1)


@pytest.mark.assurance("A27")
@pytest.mark.parametrize("attack", [cut_the_tail, cut_and_append, rewrite])
def test_only_a_head_that_was_noted_finds_what_was_done_to_the_end_or_to_all(
    tmp_path: Path, reader: Reader, form: ExportFormat, attack: Callable[[Lines], Lines]
) -> None:
    lines, head = export_lines(reader, form)
    attacked = attack(lines)
    assert verify_lines(tmp_path, attacked, form)[0] == 0
    status, said = verify_lines(tmp_path, attacked, form, head)
    assert (status, said) == (1, f"event {head.sequence} is not there with the hash that was noted")


def test_a_tail_that_is_simply_torn_off_is_found(tmp_path: Path, reader: Reader, form: ExportFormat) -> None:
    lines, _ = export_lines(reader, form)
    assert verify_lines(tmp_path, lines[:-1], form) == (1, "the export does not end with its head")
    assert verify_lines(tmp_path, [*lines[:-5], lines[-1]], form) == (1, "the export does not end with its head")
    assert verify_lines(tmp_path, [*lines, lines[5]], form) == (1, "there is something after the head")


def test_another_card_than_the_sealed_one_is_found_however_well_it_is_chained(
    tmp_path: Path, reader: Reader, form: ExportFormat
) -> None:
    lines, _ = export_lines(reader, form)
    at = next(at for at, line in enumerate(lines) if line.get("name") == "card-unsealed")
    body = json.loads(lines[at]["body"])
    body["card"] = "2C" if body["card"] != "2C" else "3C"
    lines[at]["body"] = json.dumps(body)
    status, said = verify_lines(tmp_path, rechained(lines, 1), form)
    assert status == 1
    assert said.endswith(f"the card {body['card']} is not the one that was sealed")


def test_a_seal_that_was_never_drawn_is_found(tmp_path: Path, reader: Reader, form: ExportFormat) -> None:
    lines, _ = export_lines(reader, form)
    at = next(at for at, line in enumerate(lines) if line.get("name") == "card-unsealed")
    body = {"card": "2C", "seal": {"digest": sha256(b"pepper2C").hexdigest(), "salt": "pepper"}}
    lines[at]["body"] = json.dumps(body)
    status, said = verify_lines(tmp_path, rechained(lines, 1), form)
    assert status == 1
    assert said.endswith("a card is unsealed that was never drawn sealed")


def test_a_broken_chain_is_not_exported_as_if_it_were_whole(golden_folder: Path, tmp_path: Path) -> None:
    shutil.copy(golden_folder / "journal.db", tmp_path / "journal.db")
    opened = open_reader(tmp_path)
    opened.close()
    whole = bytearray((tmp_path / "journal.db").read_bytes())
    place = whole.index(b'"stake":1000')
    whole[place : place + 12] = b'"stake":9000'
    (tmp_path / "journal.db").write_bytes(whole)
    opened = open_reader(tmp_path)
    with pytest.raises(DamagedError, match="does not follow"):
        export_lines(opened, ExportFormat.JSON)
    opened.close()

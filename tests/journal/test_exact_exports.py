"""An export is read in one way only: what two readers could take for two things is no export, and is said in words."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealer_app.domain.plain_text import is_plain
from dealer_app.journal.export import EntrySpan, ExportFormat, cell_text, export_entries
from dealer_app.journal.reader import Reader
from dealer_app.journal.records import DecisionContext, Head, Record
from tests.journal.exports import PLAIN, export_lines, verify_lines, verify_text
from tests.support.journals import sqlite_journal

NO_EXPORT = "this is no export that can be read: "
OTHER_END = "the export does not end with its head"
OTHER_FIELDS = f"{NO_EXPORT}its fields are not exactly those of an export"


def text_of(reader: Reader, form: ExportFormat) -> str:
    out = io.StringIO()
    export_entries(reader, out, form, EntrySpan(1, 30))
    return out.getvalue()


def changed(text: str, line: int, change: Callable[[str], str]) -> str:
    lines = text.splitlines(keepends=True)
    lines[line] = change(lines[line].removesuffix("\n")) + "\n"
    return "".join(lines)


IN_JSON: dict[str, tuple[int, Callable[[str], str]]] = {
    "a surplus field": (5, lambda line: line[:-1] + ',"note":""}'),
    "a field twice": (5, lambda line: '{"badge":"D9",' + line[1:]),
    "a field fewer": (5, lambda line: line.replace('"counter":', '"other":', 1)),
    "a number as text": (5, lambda line: line.replace('"sequence":5', '"sequence":"5"')),
    "a number with a point": (5, lambda line: line.replace('"sequence":5', '"sequence":5.0')),
    "a yes for a number": (1, lambda line: line.replace('"sequence":1', '"sequence":true')),
    "a name of another kind": (
        5,
        lambda line: line.replace('"name":"', '"name":["').replace('","version"', '"],"version"'),
    ),
    "more before the first": (0, lambda line: line[:-1] + ',"note":""}'),
    "another program": (0, lambda line: line.replace("dealer-station", "roulette")),
    "another form": (0, lambda line: line.replace('"format":1', '"format":2')),
    "a first head with more": (0, lambda line: line.replace('"sequence":0', '"sequence":0,"note":0')),
    "a first hash in capitals": (0, lambda line: line.replace('"hash":"00', '"hash":" 00')),
    "a head with more": (-1, lambda line: line.replace('{"sequence"', '{"note":0,"sequence"')),
    "a head beside more": (-1, lambda line: line[:-1] + ',"note":""}'),
}
IN_CSV: dict[str, tuple[int, Callable[[str], str]]] = {
    "a surplus cell": (6, lambda line: line + ",note"),
    "a surplus empty cell": (6, lambda line: line + ","),
    "a cell fewer": (6, lambda line: line.partition(",")[2]),
    "a row of nothing": (6, lambda _: ""),
    "a column twice": (0, lambda line: line.replace("badge", "day")),
    "a surplus column": (0, lambda line: line + ",note"),
    "columns in another order": (0, lambda line: line.replace("utc,offset", "offset,utc")),
    "a number with a sign": (6, lambda line: "+" + line),
    "a number with a nought": (6, lambda line: "0" + line),
    "a number with a blank": (6, lambda line: " " + line),
    "a number in other digits": (6, lambda line: "５" + line[1:]),
    "more before the first": (1, lambda line: line.replace(",after,", ",after,1")),
    "more in the head": (-1, lambda line: line.replace(",,,,,,,,head", ",,,,,,D1,,head")),
    "a surplus cell in the head": (-1, lambda line: line + ",note"),
    "another row without a decision": (-1, lambda line: line.replace(",head,", ",tail,")),
}


@pytest.mark.parametrize("what", IN_JSON)
def test_lines_are_exactly_those_of_an_export(tmp_path: Path, reader: Reader, what: str) -> None:
    whole = text_of(reader, ExportFormat.JSON)
    attacked = changed(whole, *IN_JSON[what])
    assert attacked != whole
    status, said = verify_text(tmp_path, attacked)
    assert status == 1
    assert said == (OTHER_END if what == "a head with more" else OTHER_FIELDS)


@pytest.mark.parametrize("what", IN_CSV)
def test_rows_are_exactly_those_of_an_export(tmp_path: Path, reader: Reader, what: str) -> None:
    whole = text_of(reader, ExportFormat.CSV)
    attacked = changed(whole, *IN_CSV[what])
    assert attacked != whole
    status, said = verify_text(tmp_path, attacked)
    assert status == 1
    assert said == OTHER_END if what == "more in the head" else said.startswith(NO_EXPORT)


def test_a_field_twice_is_found_where_the_chain_is_whole(tmp_path: Path, form: ExportFormat) -> None:
    journal = sqlite_journal(tmp_path)
    here = DecisionContext(day="2026-01-31", utc=1, offset=0, counter=0, badge="D1", position="")
    journal.append([Record(name="say", version=1, body='{"seal":{"digest":"1"},"seal":null}')], here)
    lines, head = export_lines(journal, form)
    journal.close()
    assert verify_lines(tmp_path, lines, form, head) == (1, OTHER_FIELDS)


@pytest.mark.parametrize("deep", ['{"a":' * 200_000, "[" * 200_000])
def test_what_is_nested_without_end_is_refused_in_words(
    tmp_path: Path, reader: Reader, form: ExportFormat, deep: str
) -> None:
    lines, head = export_lines(reader, form, EntrySpan(1, 5))
    lines[3]["body"] = deep
    assert verify_lines(tmp_path, lines, form)[0] == 1
    journal = sqlite_journal(tmp_path)
    here = DecisionContext(day="2026-01-31", utc=1, offset=0, counter=0, badge="D1", position="")
    journal.append([Record(name="say", version=1, body=deep)], here)
    lines, head = export_lines(journal, form)
    journal.close()
    assert verify_lines(tmp_path, lines, form, head) == (1, f"{NO_EXPORT}it is nested too deep")
    assert verify_text(tmp_path, text_of(reader, ExportFormat.JSON) + deep) == (1, f"{NO_EXPORT}it is nested too deep")


def test_a_number_without_end_is_refused_in_words(tmp_path: Path, reader: Reader, form: ExportFormat) -> None:
    text = text_of(reader, form)
    at = 5 if form is ExportFormat.JSON else 6
    attacked = changed(text, at, lambda line: line.replace("5", "5" * 100_000, 1))
    status, said = verify_text(tmp_path, attacked)
    assert (status, len(said.splitlines())) == (1, 1)
    assert said.startswith(NO_EXPORT)
    assert len(said) < 500


AWKWARD = [
    *("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "a;=1+1", "a|@b", "＝1", "－1", "=", "'=1", "-480"),
    *(
        "\x1b[2Jx",
        "\x07",
        "\x9b31m",
        "\u202etxt.exe",
        "\u2066a\u2069",
        "\u200e\u200f\u061c",
        "no\u200bwidth",
        "\ufeff",
    ),
    *("\\x{3d}", "\\x{", "\\\\x{5c}x{3d}", "a\\x{1b", "補牌　", "\u2028", "\x7f", "\ud7ff", "\U000e0001"),
]


@pytest.mark.parametrize("text", AWKWARD)
def test_no_cell_is_a_formula_and_no_sign_in_it_is_unseen(text: str) -> None:
    cell = str(cell_text(text))
    assert is_plain(cell)
    for part in cell.replace("|", ";").split(";"):
        assert not part.startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"))
    assert PLAIN.sub(lambda sign: chr(int(sign[1], 16)), cell) == text


@given(st.lists(st.sampled_from(["\\", "\\x{", "x{", "}", "3d", "=", "+", ";", "|", "\x1b", "\u202e", "a", "'", "\t"])))
def test_each_cell_is_read_back_exactly(signs: list[str]) -> None:
    text = "".join(signs)
    assert PLAIN.sub(lambda sign: chr(int(sign[1], 16)), str(cell_text(text))) == text


def test_the_chain_is_proved_of_a_journal_with_such_texts_in_it(tmp_path: Path, form: ExportFormat) -> None:
    """An older journal may hold them: it is exported, nothing of it is unseen there, and it is proved exactly."""
    journal = sqlite_journal(tmp_path)
    for text in AWKWARD:
        here = DecisionContext(day="2026-01-31", utc=-5, offset=-480, counter=0, badge="=D1", position="@x;=y")
        body = json.dumps({"word": text}, ensure_ascii=False)
        journal.append([Record(name="say", version=1, body=body)], here)
    lines, head = export_lines(journal, form)
    out = io.StringIO()
    export_entries(journal, out, form, EntrySpan(1, head.sequence))
    journal.close()
    assert all(map(is_plain, out.getvalue().splitlines()))
    assert len(out.getvalue().splitlines()) == len(AWKWARD) + (2 if form is ExportFormat.JSON else 3)
    status, said = verify_lines(tmp_path, lines, form, head)
    assert (status, said.partition(",")[0]) == (0, f"in order: up to event {head.sequence}")
    assert verify_text(tmp_path, out.getvalue(), Head(3, bytes.fromhex(lines[3]["hash"])))[0] == 0


def test_what_is_said_of_an_export_shows_every_sign(tmp_path: Path, form: ExportFormat) -> None:
    journal = sqlite_journal(tmp_path)
    here = DecisionContext(day="2026-01-31", utc=1, offset=0, counter=0, badge="D1", position="")
    body = {"card": "\x1b[2J\u202e", "seal": {"digest": "0", "salt": "a"}}
    journal.append([Record(name="card-unsealed", version=1, body=json.dumps(body))], here)
    lines, head = export_lines(journal, form)
    journal.close()
    status, said = verify_lines(tmp_path, lines, form, head)
    assert status == 1
    assert is_plain(said)
    assert said.startswith("event 1: the card ")

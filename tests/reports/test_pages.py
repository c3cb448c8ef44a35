"""The pages: the same bytes of the same journal, one page for a dispute, the head on each, no formula in a table."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from dealer_app.domain.values import replace
from dealer_app.reports.dispute import code_text
from dealer_app.reports.paper_report import (
    Fact,
    FactsBlock,
    PairBlock,
    PaperReport,
    RemarkBlock,
    TableBlock,
    TableCell,
    TableColumn,
    TableRow,
    report_csv,
)
from dealer_app.reports.periods import read_record
from dealer_app.reports.round_facts import read_round
from dealer_app.reports.typesetting import TypesettingError, set_pages, set_pdf
from dealer_app.screens.blocks import ScreenText
from dealer_app.station.report_orders import ReportKind, ReportPeriod
from tests.reports.report_runs import make_paper, report, sections
from tests.reports.shift_journals import ShiftPlan, write_shift


@pytest.fixture(scope="session")
def shift_paper(shift_folder: Path) -> PaperReport:
    return make_paper(shift_folder, ReportKind.SHIFT)


def test_the_same_journal_gives_the_same_bytes_also_in_another_process(shift_folder: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here.pdf", tmp_path / "there.pdf"
    assert report(shift_folder, "shift", "-o", str(here)).exit_code == 0
    words = ["report", "shift", "--data-dir", str(shift_folder), "-o", str(there)]
    environment = {**os.environ, "TZ": "Pacific/Auckland", "PYTHONHASHSEED": "7", "LANG": "C"}
    subprocess.run([sys.executable, "-m", "dealer_app", *words], check=True, env=environment, capture_output=True)
    assert here.read_bytes() == there.read_bytes()


def test_a_page_is_tagged_pdf_a_with_our_letters_alone(shift_paper: PaperReport) -> None:
    pdf = set_pdf(shift_paper)
    assert pdf.startswith(b"%PDF-1.7")
    assert b"<pdfaid:part>2</pdfaid:part>" in pdf
    assert b"<pdfaid:conformance>A</pdfaid:conformance>" in pdf


@pytest.mark.assurance("A26")
@pytest.mark.parametrize("kind", [ReportKind.SHIFT, ReportKind.SIGN_INS, ReportKind.EXCEPTIONS])
def test_the_head_is_that_of_the_last_event_of_the_period(shift_folder: Path, kind: ReportKind) -> None:
    found = sections(shift_folder, kind)
    record = read_record(shift_folder, kind, ReportPeriod(shift=1))
    assert record.last.name == "shift-ended"
    assert found["head"] == {"sequence": record.last.sequence, "hash": record.last.hash.hex()}


def test_a_dispute_of_fourteen_bets_keeps_to_one_page_and_more_go_to_a_second(
    held_folder: Path, shift_folder: Path
) -> None:
    assert len(set_pages(make_paper(shift_folder, ReportKind.DISPUTE, round=30), 36)) == 1
    many = make_paper(held_folder, ReportKind.DISPUTE, round=6)
    assert len(set_pages(many, 36)) == 2
    (more,) = [block for block in many.blocks if getattr(block, "code", "") == "more-bets"]
    without = replace(many, blocks=tuple(block for block in many.blocks if block is not more))
    assert len(set_pages(without, 36)) == 1


def test_a_dispute_by_law_with_long_words_keeps_to_one_page_but_for_further_bets(tmp_path: Path) -> None:
    claim = "The chips lay on BANKER before No more Bets was called, and a neighbour pushed them over; " * 2
    decision = "Result and settlement stand: the recording shows the chips on PLAYER from the first call on."
    plan = ShiftPlan(rounds=7, bets=24, seed=5, claim=claim, decision=decision, claim_round=6, by_law=True)
    offered = "Half of the bet, and a meal for two in the restaurant on the first floor"
    for name, one in (("plain", plan), ("offer", replace(plan, offered=offered, displayed="5d" * 32))):
        (tmp_path / name).mkdir()
        write_shift(tmp_path / name, one)
        assert len(set_pages(make_paper(tmp_path / name, ReportKind.DISPUTE, round=6), 36)) == 2


def test_a_column_between_long_ones_is_not_squeezed_to_a_letter(shift_paper: PaperReport) -> None:
    names = ("clause", "what", "where")
    columns = tuple(TableColumn(code=name, title=ScreenText(name), wide=name == "what") for name in names)
    long = TableCell(text=ScreenText("shoe 3 round 26, shoe 3 round 40 and 1 more, " * 3))
    row = TableRow(cells=(long, TableCell(text=ScreenText("Card before No more Bets")), long))
    table = TableBlock(code="squeezed", title=ScreenText("Table"), columns=columns, rows=(row,) * 12)
    assert len(set_pages(replace(shift_paper, blocks=(table,)), 36)) == 1


def test_a_fingerprint_is_broken_where_it_would_run_off_the_page(commission_folder: Path) -> None:
    certificate = make_paper(commission_folder, ReportKind.CERTIFICATE)
    facts = [fact for block in certificate.blocks if isinstance(block, PairBlock) for fact in _facts(block)]
    (digits,) = (fact.cell for fact in facts if fact.code == "sha256")
    assert digits.text.first.replace(" ", "") == digits.value
    assert max(map(len, digits.text.first.split())) == 16


def _facts(pair: PairBlock) -> tuple[Fact, ...]:
    return tuple(fact for each in (*pair.left, *pair.right) if isinstance(each, FactsBlock) for fact in each.facts)


def test_a_dispute_sheet_has_the_line_that_checks_its_events(held_folder: Path) -> None:
    record = read_record(held_folder, ReportKind.DISPUTE, ReportPeriod(round=6))
    blocks = make_paper(held_folder, ReportKind.DISPUTE, round=6).blocks
    (check,) = (each for each in blocks if isinstance(each, RemarkBlock) and each.code == "check")
    line = f"python3 verify_export.py events.json {record.last.sequence} {record.last.hash.hex()}"
    assert check.text == ScreenText(line)


def test_the_code_of_a_dispute_holds_table_round_and_the_head_of_its_events(held_folder: Path) -> None:
    record = read_record(held_folder, ReportKind.DISPUTE, ReportPeriod(round=6))
    said = code_text("T1", "B-07", read_round(record), record).split("|")
    assert said[1:] == ["T1", "B-07", "1", "6", str(record.last.sequence), record.last.hash.hex()]


def test_a_sign_that_the_letters_lack_is_written_by_its_number(shift_paper: PaperReport) -> None:
    odd = replace(shift_paper, about=(ScreenText("\N{CUNEIFORM SIGN A} and \N{CUNEIFORM SIGN AB}"),))
    assert set_pdf(odd).startswith(b"%PDF")


def test_a_template_that_does_not_fit_is_a_fault_and_no_page(shift_paper: PaperReport) -> None:
    with pytest.raises(TypesettingError):
        set_pdf(replace(shift_paper, head_hash="short"))


HARMFUL = ("=1+1", "+1", "@SUM(A1)", "-2+3", "\uff1d1")


def test_no_cell_can_be_taken_for_a_formula_and_numbers_stay_numbers(shift_paper: PaperReport) -> None:
    column = TableColumn(code="what", title=ScreenText("What"))
    rows = tuple(TableRow(cells=(TableCell(text=ScreenText(text)),)) for text in HARMFUL)
    amount = TableRow(cells=(TableCell(text=ScreenText("−600"), value="-600.50"),))
    block = TableBlock(code="odd", title=ScreenText("Odd"), columns=(column,), rows=(*rows, amount))
    written = report_csv(replace(shift_paper, blocks=(block,)))
    cells = [row[1] for row in csv.reader(io.StringIO(written)) if row[:1] == ["odd"]]
    assert cells[-1] == "-600.50"
    assert not any(cell[:1] in "=+-@\uff1d" for cell in cells[:-1])


def test_json_has_numbers_as_numbers_and_is_the_same_in_every_language(shift_folder: Path, tmp_path: Path) -> None:
    english, chinese = tmp_path / "en.json", tmp_path / "zh.json"
    report(shift_folder, "commission", "--format", "json", "-o", str(english))
    report(shift_folder, "commission", "--format", "json", "--lang", "zh-Hans", "-o", str(chinese))
    one, other = json.loads(english.read_text()), json.loads(chinese.read_text())
    assert one["sections"]["total"] == other["sections"]["total"]
    assert one["head"] == other["head"]
    assert isinstance(one["sections"]["total"]["rounds"], int)


@pytest.mark.parametrize(
    ("kind", "asked", "section"),
    [
        (ReportKind.DISPUTE, {"round": 30}, "cards"),
        (ReportKind.DISPUTE, {"round": 30}, "law"),
        (ReportKind.EXCEPTIONS, {}, "by-clause"),
        (ReportKind.EXCEPTIONS, {}, "exceptions"),
        (ReportKind.SIGN_INS, {}, "sessions"),
    ],
)
def test_a_program_reads_the_same_codes_in_every_language(
    shift_folder: Path, kind: ReportKind, asked: dict[str, int], section: str
) -> None:
    read = [
        sections(shift_folder, kind, languages=languages, **asked)["sections"][section]
        for languages in (("en", "zh-Hant"), ("zh-Hans", "en"))
    ]
    assert read[0]
    assert read[0] == read[1]

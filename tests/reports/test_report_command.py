"""`dealer-station report`: which period, what is refused in words, and that nothing is left half written."""

import errno
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from dealer_app.journal.reader import DATABASE
from dealer_app.reports.dispute import check_lines
from dealer_app.reports.periods import read_record
from dealer_app.station.report_orders import ReportForm, ReportKind, ReportOrder, ReportPeriod, order_arguments
from tests.reports.report_runs import report, sections
from tests.reports.shift_journals import ShiftPlan, write_shift

CHECKER = Path(__file__).parents[2] / "docs" / "verify_export.py"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("shift", "--shift", "9"), "There is no shift 9"),
        (("round", "--round", "999"), "There is no round 999"),
        (("dispute", "--round", "1"), "Round 1 has no dispute"),
        (("shift", "--from", "2020-01-01"), "no events from 2020-01-01 to 2020-01-01"),
    ],
)
def test_what_there_is_not_is_said_with_what_to_do(
    shift_folder: Path, tmp_path: Path, words: tuple[str, ...], part: str
) -> None:
    done = report(shift_folder, *words, "-o", str(tmp_path / "report.pdf"))
    assert done.exit_code == 1
    assert part in done.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("shift", "--round", "3"),
        ("round",),
        ("shift", "--from", "2027-01-15", "--shift", "1"),
        ("shift", "--to", "2027-01-15"),
        ("shift", "--from", "2027-01-16", "--to", "2027-01-15"),
        ("shift", "--shift", "first"),
        ("shift", "--lang", "en", "--lang", "zh-Hans", "--lang", "zh-Hant"),
    ],
)
def test_a_question_that_is_no_question_is_refused(shift_folder: Path, tmp_path: Path, words: tuple[str, ...]) -> None:
    assert report(shift_folder, *words, "-o", str(tmp_path / "report.pdf")).exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_a_day_without_rounds_is_a_page_that_says_so(shift_folder: Path, tmp_path: Path) -> None:
    found = sections(shift_folder, ReportKind.SHIFT, first_day="2027-01-20", last_day="2027-01-21")
    assert found["sections"]["figures"].startswith("No rounds")
    assert found["sections"]["signatures"]
    assert report(shift_folder, "shift", "--from", "2027-01-20", "-o", str(tmp_path / "day.pdf")).exit_code == 0


def test_a_shift_that_is_on_is_reported_up_to_the_last_round_that_ended(tmp_path: Path) -> None:
    write_shift(tmp_path, ShiftPlan(rounds=3, is_ended=False))
    found = sections(tmp_path, ReportKind.SHIFT)
    assert found["shift"] == 1
    assert found["sections"]["figures"]["rounds"] == 3


def test_a_report_is_written_while_the_station_plays(tmp_path: Path) -> None:
    """Another connection holds the journal open for writing meanwhile."""
    folder = tmp_path / "station"
    folder.mkdir()
    write_shift(folder, ShiftPlan(rounds=3))
    playing = sqlite3.connect(folder / DATABASE, isolation_level=None)
    playing.execute("BEGIN IMMEDIATE")
    try:
        assert report(folder, "shift", "-o", str(tmp_path / "shift.pdf")).exit_code == 0
    finally:
        playing.execute("ROLLBACK")
        playing.close()


@pytest.mark.parametrize(
    ("number", "part"),
    [
        (errno.ENOSPC, "is full"),
        (errno.EROFS, "can only be read"),
        (errno.EACCES, "may not write"),
        (errno.EIO, "does not answer"),
        (errno.ELOOP, "was not saved"),
    ],
)
def test_a_disk_that_fails_leaves_nothing_half_written_and_what_was_there(
    shift_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, part: str
) -> None:
    place = tmp_path / "shift.pdf"
    place.write_bytes(b"before")

    def fail(_descriptor: int) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "fsync", fail)
    done = report(shift_folder, "shift", "-o", str(place))
    assert done.exit_code == 2
    assert part in done.output
    assert place.read_bytes() == b"before"
    assert [path.name for path in tmp_path.iterdir()] == ["shift.pdf"]
    pack = report(shift_folder, "dispute-pack", "--round", "30", "-o", str(tmp_path / "pack"))
    assert pack.exit_code == 2
    assert [path.name for path in tmp_path.iterdir()] == ["shift.pdf"]


def test_a_report_that_is_given_up_while_it_is_written_leaves_nothing(
    shift_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "fsync", lambda _: os.kill(os.getpid(), signal.SIGTERM))
    for words in (("shift",), ("dispute-pack", "--round", "30")):
        done = report(shift_folder, *words, "-o", str(tmp_path / "given-up"))
        assert done.exit_code == 128 + signal.SIGTERM
        assert list(tmp_path.iterdir()) == []
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_a_device_or_a_pipe_is_never_replaced_by_a_report(shift_folder: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    done = report(shift_folder, "shift", "-o", str(pipe))
    assert done.exit_code == 2
    assert "was not saved" in done.output
    assert pipe.is_fifo()


def test_a_folder_that_is_gone_or_a_file_in_its_place_is_said(shift_folder: Path, tmp_path: Path) -> None:
    gone = report(shift_folder, "shift", "-o", str(tmp_path / "stick" / "shift.pdf"))
    assert "Is the stick plugged in?" in gone.output
    inside = report(shift_folder, "shift", "-o", str(tmp_path))
    assert "is a folder" in inside.output
    (tmp_path / "pack").mkdir()
    there = report(shift_folder, "dispute-pack", "--round", "30", "-o", str(tmp_path / "pack"))
    assert "is there already" in there.output
    assert [gone.exit_code, inside.exit_code, there.exit_code] == [2, 2, 2]


@pytest.mark.assurance("A28")
def test_a_dispute_pack_is_checked_without_the_station_and_a_changed_one_is_found(
    shift_folder: Path, tmp_path: Path
) -> None:
    pack = tmp_path / "pack"
    assert report(shift_folder, "dispute-pack", "--round", "30", "-o", str(pack)).exit_code == 0
    assert sorted(path.name for path in pack.iterdir()) == ["dispute-sheet.pdf", "events.json"]
    head = sections(shift_folder, ReportKind.DISPUTE, round=30)["head"]
    checked = _check(pack / "events.json", str(head["sequence"]), head["hash"])
    assert checked.returncode == 0, checked.stdout
    written = (pack / "events.json").read_text(encoding="utf-8")
    (pack / "events.json").write_text(written.replace("stand", "stood"), encoding="utf-8")
    assert _check(pack / "events.json", str(head["sequence"]), head["hash"]).returncode == 1


def test_a_step_by_law_that_was_noted_later_is_in_the_pack_with_its_proof(law_folder: Path, tmp_path: Path) -> None:
    pack = tmp_path / "pack"
    assert report(law_folder, "dispute-pack", "--round", "2", "-o", str(pack)).exit_code == 0
    record = read_record(law_folder, ReportKind.DISPUTE_PACK, ReportPeriod(round=2))
    commands = [line.split()[2:] for line in check_lines(record)]
    names = [name for name, _, _ in commands]
    (noted,) = [each.entry for each in record.later]
    assert names == ["events.json", f"event-{noted.sequence}.json"]
    assert {path.name for path in pack.iterdir()} == {"dispute-sheet.pdf", *names}
    for name, sequence, digest in commands:
        checked = _check(pack / name, sequence, digest)
        assert checked.returncode == 0, checked.stdout
    later = pack / names[1]
    assert "Guest at seat 3" in later.read_text(encoding="utf-8")
    later.write_text(later.read_text(encoding="utf-8").replace("seat 3", "seat 4"), encoding="utf-8")
    assert _check(later, *commands[1][1:]).returncode == 1


def _check(*words: str | Path) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run([sys.executable, str(CHECKER), *map(str, words)], check=False, capture_output=True)


def test_pages_are_pictures_in_a_folder(shift_folder: Path, tmp_path: Path) -> None:
    assert report(shift_folder, "shift", "--pages", "-o", str(tmp_path / "pages")).exit_code == 0
    first = tmp_path / "pages" / "page-1.png"
    assert first.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "order",
    [
        ReportOrder(kind=ReportKind.SHIFT, names=True),
        ReportOrder(kind=ReportKind.EXCEPTIONS, period=ReportPeriod(shift=1), form=ReportForm.CSV),
        ReportOrder(kind=ReportKind.COMMISSION, period=ReportPeriod(first_day="2027-01-15")),
        ReportOrder(kind=ReportKind.ROUND, period=ReportPeriod(round=2), form=ReportForm.JSON, languages=("zh-Hans",)),
        ReportOrder(kind=ReportKind.CERTIFICATE, period=ReportPeriod()),
    ],
)
def test_the_command_understands_an_order_of_the_window(shift_folder: Path, tmp_path: Path, order: ReportOrder) -> None:
    assert report(shift_folder, *order_arguments(order), "-o", str(tmp_path / "report")).exit_code == 0


def test_who_makes_no_report_loads_no_compiler_of_pages() -> None:
    heavy = "{'typst', 'segno', 'numpy', 'dealer_app.reports'}"
    code = f"import sys, dealer_app.cli; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert done.stdout.strip() == "[]"

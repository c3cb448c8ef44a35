"""Reports behind a screen: made by the command in a process of its own; saved, printed, refused, given up."""

import asyncio
import re
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.reports import report_maker
from dealer_app.screens.reports.report_maker import OWN_FOLDER, ReportMaker, find_places, print_file
from dealer_app.screens.reports.report_view import PRINTER, ReportTask, SavePlace, report_name
from dealer_app.station.report_orders import ReportError, ReportForm, ReportKind, ReportOrder, ReportPeriod
from tests.support.long_journals import fill, golden_decisions

PATIENCE_SECONDS = 40.0
DAY = ReportOrder(kind=ReportKind.SHIFT, period=ReportPeriod(first_day="2026-01-01", last_day="2026-01-01"))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("station")
    fill(made, list(golden_decisions())[:60])
    return made


@pytest.fixture(autouse=True)
def no_sticks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report_maker, "_MOUNTS", Path("/nowhere"))


def run_task(
    maker: ReportMaker, order: ReportOrder, task: ReportTask, place: str = "", *, cancels: bool = False
) -> None:
    """Has it done, and waits for its end."""

    async def work() -> None:
        maker.begin(order, task, place)
        if cancels:
            maker.cancel()
        give_up = time.monotonic() + PATIENCE_SECONDS
        while maker.view.task is not None:
            assert time.monotonic() < give_up
            await asyncio.sleep(0.02)

    asyncio.run(work())


@pytest.fixture
def maker(folder: Path) -> Iterator[ReportMaker]:
    made = ReportMaker(folder, lambda: None)
    yield made
    made.end()


def test_pages_are_shown_saved_and_gone_with_the_panel(maker: ReportMaker, tmp_path: Path) -> None:
    run_task(maker, DAY, ReportTask.SHOW)
    pages = maker.view.pages
    assert maker.view.order == DAY
    assert Path(pages[0]).read_bytes().startswith(b"\x89PNG")
    run_task(maker, DAY, ReportTask.SAVE, str(tmp_path))
    saved = tmp_path / "shift-2026-01-01.pdf"
    assert maker.view.place == str(saved)
    assert maker.view.pages == pages
    assert saved.read_bytes().startswith(b"%PDF")
    maker.end()
    assert not Path(pages[0]).exists()


def test_the_own_folder_is_made_where_it_is_not_there_and_nobody_else_reads_it(
    maker: ReportMaker, folder: Path
) -> None:
    run_task(maker, DAY, ReportTask.SAVE, str(folder / OWN_FOLDER))
    assert maker.view.fault == ""
    assert stat.S_IMODE((folder / OWN_FOLDER).stat().st_mode) == 0o700


def test_what_the_command_refuses_is_said_by_its_code(maker: ReportMaker, tmp_path: Path) -> None:
    run_task(maker, DAY, ReportTask.SAVE, str(tmp_path / "pulled out"))
    assert maker.view.fault == "no-folder"
    assert dict(maker.view.facts)["file"].endswith("shift-2026-01-01.pdf")
    none = ReportOrder(kind=ReportKind.ROUND, period=ReportPeriod(round=4711))
    run_task(maker, none, ReportTask.SHOW)
    assert (maker.view.fault, dict(maker.view.facts)) == ("no-such-round", {"round": "4711"})
    assert maker.view.pages == ()


def test_a_report_that_is_given_up_leaves_nothing_and_says_nothing(maker: ReportMaker, tmp_path: Path) -> None:
    run_task(maker, DAY, ReportTask.SAVE, str(tmp_path), cancels=True)
    assert maker.view.fault == ""
    assert list(tmp_path.iterdir()) == []


def stand_in(place: Path, script: str) -> str:
    """A program in place of `lp`."""
    program = place / "lp"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o700)
    return str(program)


def test_a_report_is_handed_to_the_printer_as_pdf(folder: Path, tmp_path: Path) -> None:
    printer = stand_in(tmp_path, f'cp "$1" {tmp_path}/printed.pdf')
    maker = ReportMaker(folder, lambda: None, printer)
    run_task(maker, DAY, ReportTask.PRINT)
    assert maker.view.place == PRINTER
    assert (tmp_path / "printed.pdf").read_bytes().startswith(b"%PDF")


def test_a_paper_that_is_given_up_once_it_is_finished_is_not_printed(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker = ReportMaker(folder, lambda: None, stand_in(tmp_path, f"touch {tmp_path}/printed"))

    def finish_and_cancel(_loop: object, _folder: Path, _order: ReportOrder, output: Path) -> None:
        output.write_bytes(b"%PDF")
        maker.cancel()

    monkeypatch.setattr(maker, "_call", finish_and_cancel)
    run_task(maker, DAY, ReportTask.PRINT)
    assert not (tmp_path / "printed").exists()
    assert (maker.view.place, maker.view.fault) == ("", "")


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("echo 'lp: Error - No default destination available.' >&2; exit 1", "no-printer"),
        ("echo 'lp: the queue is rejecting jobs' >&2; exit 1", "printer-refused"),
    ],
)
def test_a_printer_that_refuses_is_said(tmp_path: Path, script: str, code: str) -> None:
    with pytest.raises(ReportError) as refused:
        print_file(tmp_path / "a.pdf", stand_in(tmp_path, script))
    assert refused.value.code == code


def test_no_printing_service_and_a_silent_one_are_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ReportError) as absent:
        print_file(tmp_path / "a.pdf", str(tmp_path / "nothing"))
    assert absent.value.code == "no-printer"
    monkeypatch.setattr(report_maker, "_PRINT_SECONDS", 0.2)
    with pytest.raises(ReportError) as silent:
        print_file(tmp_path / "a.pdf", stand_in(tmp_path, "exec sleep 5"))
    assert silent.value.code == "printer-silent"


def test_sticks_are_places_and_the_disks_of_the_system_are_none(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    lines = [
        "/dev/sda1 / ext4 rw 0 0",
        "/dev/sdb1 /media/dealer/KEEP\\040SAFE vfat rw 0 0",
        "/dev/sdc1 /run/media/dealer/STICK exfat ro 0 0",
        "tmpfs /media/ram tmpfs rw 0 0",
        "/dev/sda2 /mnt/deep/inside ext4 rw 0 0",
    ]
    mounts.write_text("\n".join(lines), encoding="utf-8")
    found = find_places(tmp_path, mounts)
    assert [place.name for place in found] == ["KEEP SAFE", "STICK", ""]
    assert found[0] == SavePlace("/media/dealer/KEEP SAFE", "KEEP SAFE")


def test_a_stick_that_was_pulled_out_is_no_place_though_its_folder_is_still_there(
    maker: ReportMaker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report_maker, "_STICK", re.compile(re.escape(str(tmp_path))))
    run_task(maker, DAY, ReportTask.SAVE, str(tmp_path))
    assert maker.view.fault == "no-folder"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("order", "name"),
    [
        (ReportOrder(kind=ReportKind.SHIFT, period=ReportPeriod(shift=12)), "shift-12.pdf"),
        (ReportOrder(kind=ReportKind.ROUND, period=ReportPeriod(round=40), form=ReportForm.CSV), "round-40.csv"),
        (ReportOrder(kind=ReportKind.DISPUTE_PACK, period=ReportPeriod(round=40)), "dispute-pack-40"),
        (ReportOrder(kind=ReportKind.CERTIFICATE, period=ReportPeriod()), "certificate.pdf"),
        (DAY, "shift-2026-01-01.pdf"),
    ],
)
def test_a_file_is_named_by_what_is_in_it(order: ReportOrder, name: str) -> None:
    assert report_name(order) == name


def test_what_is_under_way_ends_with_the_panel(
    folder: Path, make_context: Callable[[InputState], ScreenContext]
) -> None:
    maker = ReportMaker(folder, lambda: None)

    async def work() -> None:
        maker.begin(DAY, ReportTask.SHOW)
        assert maker.follow(make_context(InputState(panel=Panel.REPORTS))).task is ReportTask.SHOW
        assert maker.follow(make_context(InputState())).task is None
        give_up = time.monotonic() + PATIENCE_SECONDS
        while maker.is_running:
            assert time.monotonic() < give_up
            await asyncio.sleep(0.02)

    asyncio.run(work())
    assert maker.view.pages == ()

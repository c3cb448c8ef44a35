"""The dispute pack as the window has it made: by the command, beside the journal, checked by the documents' script."""

import subprocess
import sys
from pathlib import Path

import pytest

from dealer_app.station.report_orders import ReportError, ReportKind, ReportOrder, ReportPeriod
from dealer_app.station_window import save_report
from tests.support.journals import play_script, sqlite_journal
from tests.support.live_station import StaffedStation
from tests.support.traces import read_scripts

CHECKER = Path(__file__).parents[2] / "docs" / "verify_export.py"


def pack_order(number: int) -> ReportOrder:
    period = ReportPeriod(round=number)
    return ReportOrder(kind=ReportKind.DISPUTE_PACK, period=period, languages=("en", "zh-Hant"), names=True)


@pytest.fixture(scope="module")
def disputed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("disputed")
    house = StaffedStation(sqlite_journal(folder))
    known = play_script(next(script for script in read_scripts() if script.name == "ts-claim"))
    house.play_all(known.given, known.rules)
    house.station.journal.close()
    return folder


def test_the_pack_is_whole_its_chain_is_proved_and_the_one_before_stays(disputed: Path) -> None:
    first, second = Path(save_report(disputed, pack_order(1))), Path(save_report(disputed, pack_order(1)))
    assert first != second
    for pack in (first, second):
        assert (pack / "dispute-sheet.pdf").read_bytes().startswith(b"%PDF")
        checked = subprocess.run(
            [sys.executable, CHECKER, pack / "events.json"], capture_output=True, text=True, check=False
        )
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_a_pack_that_cannot_be_made_says_why_and_leaves_nothing(disputed: Path) -> None:
    before = sorted(disputed.rglob("*"))
    with pytest.raises(ReportError) as refused:
        save_report(disputed, pack_order(99))
    assert "99" in refused.value.facts["reason"]
    assert [path for path in sorted(disputed.rglob("*")) if path not in before] == []

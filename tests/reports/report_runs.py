"""Reports made in a test: of a folder, by an order, as a paper or as `dealer-station report` writes them."""

from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner, Result

from dealer_app.cli import main
from dealer_app.reports.paper_report import PaperReport, report_json
from dealer_app.reports.report_files import make_report
from dealer_app.station.report_orders import ReportKind, ReportOrder, ReportPeriod


def report(folder: Path, *words: str) -> Result:
    """The command, with these words."""
    done = CliRunner().invoke(main, ["report", *words, "--data-dir", str(folder)])
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def make_paper(folder: Path, kind: ReportKind, **asked: Any) -> PaperReport:
    """The report as a value, of the last shift or of a `round`, in these `languages`."""
    languages = asked.pop("languages", ("en", "zh-Hant"))
    names = asked.pop("names", False)
    period = ReportPeriod(**asked) if asked else ReportPeriod(shift=0)
    return make_report(folder, ReportOrder(kind=kind, period=period, languages=languages, names=names))[1]


def sections(folder: Path, kind: ReportKind, **asked: Any) -> dict[str, Any]:
    """What a program reads of it."""
    found: dict[str, Any] = msgspec.json.decode(report_json(make_paper(folder, kind, **asked)))
    return found

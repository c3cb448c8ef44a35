"""The pictures of reports in docs/images: the first page of a shift report, and a dispute sheet.

python -m tests.reports.report_pictures
"""

from pathlib import Path
from tempfile import TemporaryDirectory

from dealer_app.cli import main as command
from tests.reports.shift_journals import ShiftPlan, write_shift

IMAGES = Path(__file__).parents[2] / "docs" / "images"
SHIFT = ShiftPlan(
    rounds=60,
    irregular=0.03,
    claim="My 600 lay on BANKER when bets closed.",
    decision="Result and settlement stand.",
)


def main() -> None:
    with TemporaryDirectory() as place:
        folder = Path(place) / "table"
        folder.mkdir(mode=0o700)
        write_shift(folder, SHIFT)
        for kind, of in (("shift", ("--shift", "last")), ("dispute", ("--round", str(SHIFT.rounds)))):
            pages = Path(place) / kind
            command(
                ["report", kind, *of, "--data-dir", str(folder), "--pages", "-o", str(pages)], standalone_mode=False
            )
            (IMAGES / f"report-{kind}.png").write_bytes(min(pages.iterdir()).read_bytes())


if __name__ == "__main__":
    main()

"""A card reader whose cards bear the codes of the site: its pattern and maps, right and wrong."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dealer_app.cli import main
from dealer_app.cli.device_options import Connections, ScannerOptions, parse_devices

SITE = (
    *("--pattern", "C(?P<rank>[0-9]+)-(?P<suit>[ab])"),
    *("--rank", "1=A", "--rank", "11=j"),
    *("--suit", "a=S", "--suit", "b=H"),
)


def replay(folder: Path, lines: bytes, *words: str, profile: str = "line_scanner") -> Result:
    capture = folder / "capture"
    head = f"# dealer-station capture 1 profile={profile} baud=9600"
    capture.write_text(f"{head}\n0 1 open port\n10 1 in {lines.hex(' ')}\n")
    return CliRunner().invoke(main, ["devices", "replay", str(capture), *words])


def observed(shown: Result) -> list[str]:
    return [line.split(maxsplit=1)[1] for line in shown.output.splitlines()][1:]


def test_cards_are_read_by_the_pattern_and_the_maps_of_the_site(tmp_path: Path) -> None:
    shown = replay(tmp_path, b"C1-a\rC11-b\r", *SITE)
    assert shown.exit_code == 0, shown.output
    told = observed(shown)
    assert len(told) == 2
    assert "card=AS" in told[0]
    assert "card=JH" in told[1]


def test_a_code_that_no_map_names_is_no_card(tmp_path: Path) -> None:
    assert not any("CardRead" in line for line in observed(replay(tmp_path, b"C2-a\r9H\r", *SITE)))


def test_without_options_a_line_is_a_card_by_its_name(tmp_path: Path) -> None:
    assert any("card=9H" in line for line in observed(replay(tmp_path, b"9H\r")))


def test_what_the_reader_sends_for_a_card_that_it_could_not_read_is_told_so(tmp_path: Path) -> None:
    assert any("CardUnreadable" in line for line in observed(replay(tmp_path, b"NOREAD\r", "--unread", "NOREAD")))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--pattern", "(?P<rank>"), "is not a regular expression"),
        (("--pattern", "(?P<rank>.)"), "has no group suit"),
        (("--rank", "1"), "'1' is not CODE=FACE"),
        (("--rank", "1=X"), "'1=X' is not CODE=FACE"),
        (("--suit", "=H"), "'=H' is not CODE=FACE"),
        (("--suit", "a=H", "--suit", "a=S"), "the code 'a' is named twice"),
    ],
)
def test_options_that_cannot_be_say_why(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    shown = replay(tmp_path, b"9H\r", *words)
    assert shown.exit_code == 2
    assert said in shown.output


def test_another_device_takes_no_pattern(tmp_path: Path) -> None:
    shown = replay(tmp_path, b"9H\r", *SITE, profile="text_shoe")
    assert shown.exit_code == 2
    assert "go with line_scanner, not with text_shoe" in shown.output


@pytest.mark.parametrize("command", ["probe", "monitor"])
def test_whoever_listens_to_a_port_takes_them_too(command: str) -> None:
    shown = CliRunner().invoke(main, ["devices", command, "/dev/null", "--profile", "line_scanner", "--rank", "1"])
    assert shown.exit_code == 2
    assert "is not CODE=FACE" in shown.output


def test_the_same_line_within_the_time_of_the_site_is_one_scan(tmp_path: Path) -> None:
    twice = b"C1-a\rC1-a\r"
    assert sum("CardRead" in line for line in observed(replay(tmp_path, twice, *SITE))) == 1
    assert sum("CardRead" in line for line in observed(replay(tmp_path, twice, *SITE, "--same-scan", "0"))) == 2


def run_options(**changes: object) -> Connections:
    scanner = ScannerOptions(pattern=None, ranks=(), suits=(), unread=(), same_scan=None)
    options = {"shoe": None, "tumbler": None, "send": False, "scanner": scanner, "record": None}
    return parse_devices(**{**options, **changes})  # type: ignore[arg-type]


def test_a_station_listens_to_a_reader_by_the_codes_of_the_site_and_records_it(tmp_path: Path) -> None:
    site = ScannerOptions(pattern=SITE[1], ranks=("1=A", "11=j"), suits=("a=S", "b=H"), unread=("ERR",), same_scan=None)
    (made,) = run_options(shoe="line_scanner@/dev/ttyUSB7", scanner=site, record=tmp_path / "bytes")
    assert made.speaks is not None
    assert [it.full_text() for it in made.speaks.framing(made.sending).feed(b"C11-b\r")] == [
        "CardRead card=JH destination=unknown origin=scanned"
    ]
    assert made.capture == tmp_path / "bytes" / "line_scanner.bytes"
    assert made.capture.parent.is_dir()


def test_codes_of_a_site_without_a_reader_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    site = ScannerOptions(pattern=SITE[1], ranks=(), suits=(), unread=(), same_scan=None)
    with pytest.raises(SystemExit):
        run_options(scanner=site)
    assert "--shoe line_scanner@PORT" in capsys.readouterr().err

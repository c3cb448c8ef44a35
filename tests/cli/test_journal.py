"""`dealer-station journal`: what it shows of a journal that is in order, and that it changes nothing of it."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from dealer_app.journal.codec import encode
from dealer_app.journal.round_summaries import CLAIM
from tests.cli.journal_command import journal
from tests.support.journals import WRITTEN, script_decisions
from tests.support.long_journals import fill, golden_decisions
from tests.support.traces import read_scripts

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def station(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("station")
    fill(folder, golden_decisions())
    return folder


def test_verify_says_how_far_the_chain_is_whole(station: Path) -> None:
    done = journal(station, "verify")
    head = (station / "journal.head").read_text(encoding="ascii").split()
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"{int(head[0])} events, the chain is whole. Head: {int(head[0])} {head[1]}\n"


@pytest.mark.assurance("A16")
def test_recall_marks_every_line_as_recall(station: Path) -> None:
    done = journal(station, "recall", "--raw", "--last", "10")
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert all(line.startswith("recall | ") for line in lines)
    assert sum("RECALL of round" in line and "END" not in line for line in lines) == 10
    assert any(
        re.search(r"\d+  2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d  D\d dealer +card-drawn [2-9TJQKA][SHDC]>[PB]", line)
        for line in lines
    )


def test_recall_tells_sentences_with_amounts_as_the_table_writes_them(station: Path) -> None:
    done = journal(station, "recall", "--last", "10")
    lines = done.stdout.splitlines()
    assert done.exit_code == 0
    assert all(line.startswith("recall | ") for line in lines)
    assert any("Card for PLAYER: " in line for line in lines)
    assert any(
        re.search(r"Result announced: \w+, Seat \d: [A-Z ]+ [\d,.]+ (win|lose|push) -?[\d,.]+", line) for line in lines
    )
    assert not any("card-drawn" in line for line in lines)


@pytest.mark.assurance("A14")
def test_recall_shows_ten_if_nothing_is_said_and_one_round_by_its_number(station: Path) -> None:
    assert journal(station, "recall").stdout == journal(station, "recall", "--last", "10").stdout
    one = journal(station, "recall", "2").stdout
    assert "RECALL of round 2:" in one
    assert "RECALL of round 1:" not in one


def test_a_round_that_is_on_is_not_shown_and_one_that_never_was_is_said(tmp_path: Path) -> None:
    happened, _ = script_decisions(read_scripts()[0])
    begun = next(at for at, done in enumerate(happened) if encode(done[-1]).name == "round-began")
    fill(tmp_path, [([encode(event) for event in done], WRITTEN) for done in happened[: begun + 3]])
    on = journal(tmp_path, "recall", "1")
    assert (on.exit_code, on.stdout) == (1, "")
    assert on.stderr == "Round 1 is in play and is not shown until it ends. Finish it first, then recall it.\n"
    never = journal(tmp_path, "recall", "7")
    assert (never.exit_code, never.stdout) == (1, "")
    assert never.stderr.startswith("There is no round 7 in this journal.")
    assert journal(tmp_path, "recall").stdout == ""
    assert journal(tmp_path, "search").exit_code == 1
    exported = journal(tmp_path, "export").stdout
    assert "round-began" not in exported
    assert "table-opened" in exported


def test_a_dispute_is_searched_for_like_an_irregularity(station: Path) -> None:
    """The command names its code itself, so that its help need not load what reads the journal."""
    assert CLAIM == "claim"
    done = journal(station, "search", "--irregularity", CLAIM)
    assert done.exit_code == 0
    assert all(CLAIM in line for line in done.stdout.splitlines())


def test_two_questions_at_once_are_refused(station: Path) -> None:
    assert journal(station, "recall", "3", "--last", "3").exit_code == 2
    assert journal(station, "search", "--date", "2026-01-01", "--to", "2026-01-02").exit_code == 2


def test_search_finds_by_all_that_can_be_asked(station: Path) -> None:
    asked = ["--table", "T1", "--seat", "1", "--person", "D1", "--result", "player", "--shoe", "1", "--round", "1"]
    done = journal(station, "search", *asked)
    assert done.exit_code == 0
    for line in done.stdout.splitlines():
        assert re.match(
            r"round 1  20\d\d-\d\d-\d\d  table T1  shoe 1  player  seats .*1.*  by .*D1.*events \d+-\d+$", line
        )
    day = done.stdout.split()[2]
    assert journal(station, "search", "--date", day).stdout.count(day) == len(
        journal(station, "search", "--from", day, "--to", day).stdout.splitlines()
    )
    assert journal(station, "search", *asked, "--rebuild").stdout == done.stdout


def test_search_says_that_there_are_more_and_that_there_are_none(station: Path) -> None:
    some = journal(station, "search", "--most", "3")
    assert len(some.stdout.splitlines()) == 3
    assert some.stderr == "3 rounds; there are more, ask for them with --most 30\n"
    none = journal(station, "search", "--person", "nobody")
    assert (none.exit_code, none.stdout, none.stderr) == (1, "", "0 rounds\n")


@pytest.mark.parametrize("words", [["--date", "31/1/2026"], ["--from", "tomorrow"], ["--irregularity", "rain"]])
def test_search_refuses_what_is_no_day_and_no_code(station: Path, words: list[str]) -> None:
    assert journal(station, "search", *words).exit_code == 2


@pytest.mark.assurance("A28")
@pytest.mark.parametrize("form", ["json", "csv"])
def test_an_export_is_checked_by_the_script_of_the_documents(station: Path, tmp_path: Path, form: str) -> None:
    file = tmp_path / "export"
    done = journal(station, "export", "--form", form, "--output", str(file))
    assert done.exit_code == 0
    told = re.fullmatch(r"events 1 to (\d+); head: (\d+) ([0-9a-f]{64})\n", done.stderr)
    assert told
    line = [sys.executable, str(ROOT / "docs" / "verify_export.py"), str(file), told[2], told[3]]
    assert subprocess.run(line, capture_output=True, check=False).returncode == 0
    assert journal(station, "export", "--form", form).stdout == file.read_text(encoding="utf-8")


def test_a_part_is_exported_as_a_table(station: Path) -> None:
    done = journal(station, "export", "--form", "csv", "--first", "11", "--last", "20")
    # The columns, what stands before, ten events and the head.
    assert len(done.stdout.splitlines()) == 13
    assert done.stdout.startswith("sequence,decision,day,utc,")
    beyond = journal(station, "export", "--first", "99999999")
    assert (beyond.exit_code, beyond.stdout) == (1, "")
    assert beyond.stderr.startswith("There are no events 99999999 to")


def test_an_export_that_cannot_be_written_leaves_nothing(station: Path, tmp_path: Path) -> None:
    done = journal(station, "export", "--output", str(tmp_path / "no" / "export.json"))
    assert done.exit_code == 2
    assert "cannot be written: No such file or directory" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_stats_counts_what_is_there(station: Path) -> None:
    done = journal(station, "stats")
    assert done.exit_code == 0
    assert "\nirregularities\n" in done.stdout
    assert re.search(r"^  round-began +\d+$", done.stdout, re.MULTILINE)
    assert re.search(r"^  D\d +need-met +\d+$", done.stdout, re.MULTILINE)


@pytest.mark.assurance("A13")
def test_a_backup_is_restored_into_an_empty_folder_only(tmp_path: Path) -> None:
    station = tmp_path / "station"
    fill(station, [([encode(event) for event in done], WRITTEN) for done in script_decisions(read_scripts()[0])[0]])
    made = journal(station, "backup", str(tmp_path / "backups"))
    (copy,) = (tmp_path / "backups").iterdir()
    assert (made.exit_code, made.stdout.split(":")[0]) == (0, str(copy))
    restored = journal(tmp_path / "new", "restore", str(copy))
    assert restored.exit_code == 0
    assert "equal to the backup" in restored.stdout
    assert journal(tmp_path / "new", "verify").stdout == journal(station, "verify").stdout
    again = journal(tmp_path / "new", "restore", str(copy))
    assert (again.exit_code, again.stdout) == (2, "")
    assert again.stderr.endswith("is not empty. A journal is restored into an empty folder only: name another one.\n")


@pytest.mark.assurance("A17")
def test_looking_back_changes_nothing_of_the_journal(station: Path) -> None:
    names = ("journal.db", "journal.head")
    before = {name: (station / name).read_bytes() for name in names}
    for words in (["verify"], ["recall"], ["search"], ["export"], ["stats"]):
        journal(station, *words)
    assert {name: (station / name).read_bytes() for name in names} == before


def test_a_bar_is_shown_where_somebody_sees_it(station: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dealer_app.cli.output.is_stderr_terminal", lambda: True)
    done = journal(station, "verify")
    assert done.exit_code == 0
    assert "Verifying" in done.stderr


def test_the_script_of_the_documents_reads_what_the_command_writes(station: Path) -> None:
    first = json.loads(journal(station, "export").stdout.splitlines()[0])
    assert first == {"journal": "dealer-station", "format": 1, "after": {"sequence": 0, "hash": "00" * 32}}


def test_no_command_needs_the_index_file(station: Path, tmp_path: Path) -> None:
    for name in ("journal.db", "journal.head"):
        shutil.copy(station / name, tmp_path / name)
    shown = journal(tmp_path, "recall", "1").stdout
    (tmp_path / "index.db").unlink()
    assert journal(tmp_path, "recall", "1").stdout == shown

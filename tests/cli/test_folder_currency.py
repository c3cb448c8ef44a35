"""`dealer-station folder currency`: two managers say what of practice is asked before somebody deals, and end it."""

from pathlib import Path

from tests.support.typist import Typist, event_counts

KEY = "5c" * 32


def demand(staffed: Typist) -> str:
    return staffed.check_done(staffed.type("folder", "currency")).output


def test_two_managers_ask_for_it_and_end_it(staffed: Typist, tmp_path: Path) -> None:
    assert "Currency list: off" in demand(staffed)
    file = tmp_path / "currency.list"
    words = ("folder", "currency", str(file), "--key", KEY, "--days", "60")
    alone = staffed.type(*words, lines=staffed.agreement_lines("M1", "M1"))
    assert alone.exit_code
    assert "currency-demanded" not in event_counts(staffed.folder)
    staffed.check_done(staffed.type(*words, lines=staffed.agreement_lines("M1", "M2")))
    assert f"exam in 60 days, by {KEY} in {file}" in demand(staffed)
    staffed.check_done(staffed.type("folder", "currency", "--none", lines=staffed.agreement_lines("M1", "M2")))
    assert "Currency list: off" in demand(staffed)


def test_what_cannot_be_asked_is_said_at_once(staffed: Typist, tmp_path: Path) -> None:
    file = str(tmp_path / "currency.list")
    for words, said in (
        ((file,), "name a FILE and its --key"),
        ((file, "--key", "5C" * 32), "A key has 64 digits"),
        ((file, "--key", KEY, "--skill", "no-such-skill"), "There is no skill"),
        ((file, "--key", KEY, "--none"), "name a FILE and its --key"),
    ):
        done = staffed.type("folder", "currency", *words)
        assert done.exit_code == 2
        assert said in done.output
    assert "currency-demanded" not in event_counts(staffed.folder)

"""The currency list as a practice folder signs it: what counts as shown, by which key, and what tables make of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from dealer_app.cli import main
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.currency_list import (
    KEY_FILE,
    CurrencyKeyError,
    make_currency_file,
    open_key,
    public_half,
    replace_key,
)
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.exam import ExamSession, end_waiting_exam
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.session import DrillSession, table_skills
from dealer_app.practice_events import CurrencyListed, PracticeEvent
from dealer_app.rulebooks import load_rulebook
from dealer_app.station.practice_list import EXAM, CurrencyFaultError, read_currency_list
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

BOOK = load_rulebook("tai-sai-open-cover-v5")
TABLE = DrillTable(make_rules(BOOK, BOOK.layouts[0]))
ONE = table_skills(TABLE)[:1]
SEED = b"s" * 32


@contextmanager
def reopened(path: Path) -> Iterator[PracticeFolder]:
    numbers = count(1)
    with open_practice(path, PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[PracticeFolder]:
    with reopened(tmp_path) as opened:
        yield opened


def shown(folder: PracticeFolder) -> set[tuple[str, str, str]]:
    data, _ = make_currency_file(folder, open_key(folder, SEED))
    listed = read_currency_list(data, folder.state.currency_key)
    return {(each.badge, each.game, each.skill) for each in listed.shown}


def drill(folder: PracticeFolder, trainee: str, *, right: bool = True, late: bool = False, hint: bool = False) -> None:
    session = DrillSession(folder, trainee, TABLE, seed=1, only=ONE)
    if hint:
        session.take_hint()
    wrong = next((each.answer for each in session.question.mistakes), ())
    limit = session.exercise.limit_seconds * 1000
    session.answer(session.question.right[0] if right else wrong, limit + 1 if late else limit)
    session.end()


def sit(folder: PracticeFolder, trainee: str, *, wrong: bool = False, leave: bool = False) -> None:
    session = ExamSession(folder, trainee, TABLE, seed=7, items=60)
    more = True
    while more:
        question = session.question
        mistakes = [each.answer for each in question.mistakes]
        session.answer(mistakes[0] if wrong and mistakes else question.right[0], 1000)
        more = session.ask_next()
        if leave and session.item > 50:
            session.halt()
            end_waiting_exam(folder, session.number, "")
            return
    session.end()


def test_a_skill_counts_that_was_right_at_once_in_time_and_without_a_hint(folder: PracticeFolder) -> None:
    trainee = folder.enroll("Trainee 4", "d4").trainee
    for kind in ({"right": False}, {"late": True}, {"hint": True}):
        drill(folder, trainee, **kind)
    assert shown(folder) == set()
    drill(folder, trainee)
    assert shown(folder) == {("D4", BOOK.game, ONE[0].id)}


@pytest.mark.parametrize(
    ("wrong", "leave", "counts"), [(False, False, True), (True, False, False), (False, True, False)]
)
def test_an_exam_counts_that_was_sat_to_its_end_at_the_standard(
    folder: PracticeFolder, wrong: bool, leave: bool, counts: bool
) -> None:
    sit(folder, folder.enroll("Trainee 4", "D4").trainee, wrong=wrong, leave=leave)
    assert (("D4", BOOK.game, EXAM) in shown(folder)) is counts


def test_no_name_no_trainee_number_and_nobody_without_a_badge_or_who_was_deleted_is_on_it(
    folder: PracticeFolder,
) -> None:
    kept, plain, erased = (
        folder.enroll(name, badge).trainee for name, badge in (("Ann", "D4"), ("Bob", ""), ("Cat", "D6"))
    )
    for trainee in (kept, plain, erased):
        drill(folder, trainee)
    folder.erase(erased)
    data, _ = make_currency_file(folder, open_key(folder, SEED))
    assert {badge for badge, _, _ in shown(folder)} == {"D4"}
    assert not any(word.encode() in data for word in ("Ann", "Bob", "Cat", "D6", kept, plain, erased))


def test_the_key_is_made_once_and_readable_by_its_account_alone(folder: PracticeFolder, tmp_path: Path) -> None:
    first = open_key(folder, SEED)
    assert open_key(folder, b"t" * 32) == first
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o077 == 0
    assert folder.state.currency_key == public_half(first)


def test_a_key_that_is_gone_or_another_one_signs_nothing(folder: PracticeFolder, tmp_path: Path) -> None:
    open_key(folder, SEED)
    for text in ("ab" * 32, "no key", ""):
        (tmp_path / KEY_FILE).write_text(text)
        with pytest.raises(CurrencyKeyError):
            open_key(folder, SEED)
    (tmp_path / KEY_FILE).unlink()
    with pytest.raises(CurrencyKeyError):
        open_key(folder, SEED)


def test_a_new_key_is_another_one(folder: PracticeFolder) -> None:
    before = open_key(folder, SEED)
    data, _ = make_currency_file(folder, replace_key(folder, b"n" * 32))
    with pytest.raises(CurrencyFaultError):
        read_currency_list(data, public_half(before))
    assert read_currency_list(data, folder.state.currency_key).made


def test_that_a_list_was_signed_is_in_the_journal(folder: PracticeFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    noted: list[object] = []
    usual = folder.record

    def record(*events: PracticeEvent) -> None:
        noted.extend(events)
        usual(*events)

    monkeypatch.setattr(folder, "record", record)
    make_currency_file(folder, open_key(folder, SEED))
    assert isinstance(noted[-1], CurrencyListed)


def test_the_command_writes_a_list_that_its_public_half_confirms(tmp_path: Path) -> None:
    with reopened(tmp_path / "practice") as folder:
        drill(folder, folder.enroll("Trainee 4", "D4").trainee)
    file = tmp_path / "currency.list"
    made = CliRunner().invoke(main, ["practice", "currency", "-o", str(file), "--data-dir", str(tmp_path)])
    assert made.exit_code == 0, made.output
    key = made.stdout.strip().rpartition(" ")[2]
    assert len(read_currency_list(file.read_bytes(), key).shown) == 1
    again = CliRunner().invoke(main, ["practice", "currency", "--data-dir", str(tmp_path)])
    assert key in again.stdout


def test_the_command_of_the_folder_takes_no_list_that_lies_in_a_practice_folder(tmp_path: Path) -> None:
    with reopened(tmp_path / "practice"):
        pass
    file = tmp_path / "practice" / "currency.list"
    done = CliRunner().invoke(
        main, ["folder", "currency", str(file), "--key", "ab" * 32, "--data-dir", str(tmp_path / "live")]
    )
    assert done.exit_code == 1
    assert "which no table opens" in done.output

"""A journal that was copied back is told by nothing that looks back or copies, where its second head knows of more."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from tests.cli.new_volumes import play_round, start_volume, volume_folder
from tests.cli.second_places import (
    restore_old_folder,
    with_hanging_disk,
    with_spoilt_file,
    without_head_file,
    without_place,
)
from tests.support.sql_changes import by_hand
from tests.support.typist import Typist, read_entries

LOOKING_BACK = (("search",), ("recall", "1"), ("recall", "--last", "3"), ("stats",), ("export",), ("volumes",))


@pytest.fixture
def played(doubled: Typist) -> Typist:
    play_round(doubled)
    return doubled


@pytest.fixture
def behind(played: Typist, tmp_path: Path) -> Typist:
    restore_old_folder(played, tmp_path)
    return played


@pytest.mark.assurance("A26")
def test_what_looks_back_says_the_damage_and_answers_nothing(behind: Typist) -> None:
    (damage,) = (line for line in behind.run([]).output.splitlines() if "The journal is damaged" in line)
    assert "by the second head" in damage
    for words in LOOKING_BACK:
        shown = behind.type("journal", *words)
        assert (shown.exit_code, shown.stdout, shown.stderr) == (1, "", f"{damage}\n"), words


@pytest.mark.assurance("A26")
def test_it_is_not_backed_up_as_if_it_were_whole(behind: Typist, tmp_path: Path) -> None:
    shown = behind.type("journal", "backup", str(tmp_path / "backups"))
    assert (shown.exit_code, shown.stdout, "were acknowledged and are missing" in shown.stderr) == (1, "", True)
    assert not (tmp_path / "backups").exists()


def test_an_export_leaves_no_file(behind: Typist, tmp_path: Path) -> None:
    assert behind.type("journal", "export", "--output", str(tmp_path / "all.json")).exit_code == 1
    assert not (tmp_path / "all.json").exists()


def test_one_that_is_not_behind_is_told_without_a_word(played: Typist, tmp_path: Path) -> None:
    for words in (*LOOKING_BACK, ("backup", str(tmp_path / "backups"))):
        shown = played.check_done(played.type("journal", *words))
        assert (bool(shown.stdout), "second head" in shown.output) == (True, False), words


@pytest.mark.parametrize("trouble", [without_place, without_head_file, with_spoilt_file, with_hanging_disk])
def test_a_place_that_cannot_be_reached_is_one_line_and_the_answer_is_given(
    played: Typist, second: Path, trouble: Callable[[Path], AbstractContextManager[None]], tmp_path: Path
) -> None:
    for words in (*LOOKING_BACK, ("backup", str(tmp_path / "backups"))):
        told = played.check_done(played.type("journal", *words))
        with trouble(second):
            shown = played.check_done(played.type("journal", *words))
        said, *rest = shown.stderr.splitlines(keepends=True)
        assert said.startswith(f"The journal was not compared with the second head {second}"), words
        assert (shown.stdout, "".join(rest)) == (told.stdout, told.stderr), words


@pytest.mark.parametrize("words", [("verify",), ("search",), ("export",)])
def test_a_closed_volume_is_told_as_it_was_at_its_end(played: Typist, words: tuple[str, ...]) -> None:
    """Its own end is named by the next volume, and the second head is of that one."""
    assert start_volume(played).exit_code == 0
    play_round(played, again=True)
    alone = Typist(volume_folder(played, 1))
    shown = alone.check_done(alone.type("journal", *words))
    assert "second head" not in shown.output
    assert alone.type("folder", "head").exit_code == 0


def test_a_new_volume_that_is_copied_back_is_behind_too(played: Typist, tmp_path: Path) -> None:
    """The place goes along with what a volume takes over, and stands in no event of its own there."""
    assert start_volume(played).exit_code == 0
    restore_old_folder(played, tmp_path)
    assert "second-head-placed" not in {entry.name for entry in read_entries(played.folder)}
    shown = played.type("journal", "search")
    assert (shown.exit_code, "were acknowledged and are missing" in shown.stderr) == (1, True)


def test_a_place_that_damage_has_made_up_is_damage(behind: Typist, second: Path) -> None:
    """Otherwise a changed path would be a place that cannot be reached, and the journal would be told."""
    moved = f"UPDATE events SET body = replace(body, '{second.name}', 'none') WHERE name = 'second-head-placed'"  # noqa: S608
    by_hand(behind.folder, "DROP TRIGGER events_update", moved)
    shown = behind.type("journal", "search")
    assert (shown.exit_code, "does not follow from the one before" in shown.stderr) == (1, True), shown.output

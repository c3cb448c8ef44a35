"""What was written once comes to the same for ever: its chain, its fold, its recall, and the screens of the scenes."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.journal.journal_records import OUTCOMES, journal_outcome, scene_digest, unpack_journals
from tests.support.quick_folder import quick_folder
from tests.support.scene_list import SCENES
from tests.support.scenes import Scene

RECORDED = json.loads(OUTCOMES.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def journals() -> Iterator[dict[str, Path]]:
    with quick_folder() as folder:
        yield dict(unpack_journals(folder))


@pytest.mark.parametrize("name", RECORDED["journals"])
def test_a_recorded_journal_comes_to_what_it_came_to_when_it_was_written(name: str, journals: dict[str, Path]) -> None:
    assert journal_outcome(journals[name]) == RECORDED["journals"][name]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_scene_is_shown_as_it_was_shown(scene: Scene) -> None:
    assert scene_digest(scene) == RECORDED["scenes"][scene.name]


def test_every_journal_that_was_recorded_is_there(journals: dict[str, Path]) -> None:
    assert journals.keys() == RECORDED["journals"].keys()

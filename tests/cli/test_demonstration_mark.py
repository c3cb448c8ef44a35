"""A folder that was begun as a demonstration never becomes a live house, not even before anybody is known in it."""

from pathlib import Path

import pytest

from dealer_app.station.startup import is_demonstration_folder, mark_demonstration


@pytest.mark.assurance("A18")
def test_a_folder_is_marked_once_and_for_all(tmp_path: Path) -> None:
    assert not is_demonstration_folder(tmp_path)
    mark_demonstration(tmp_path)
    mark_demonstration(tmp_path)
    assert is_demonstration_folder(tmp_path)

"""Data folders as a kill in the middle of a script leaves them."""

from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from dealer_app.journal.disk import RESERVE_FILE as RESERVE
from dealer_app.station import snapshot
from tests.support.house_run import find_script, run_house
from tests.support.journals import play_script
from tests.support.kill_child import copy_folder


def make_killed_folder(folder: Path, name: str, *, snapshots: Sequence[int] = (), short_of: int = 2) -> Path:
    """The folder of a station that was cut off some commands before the end of a script, in a round that is on.

    After these rounds it took snapshots.
    """
    known = play_script(find_script(name))
    ended = 0
    with run_house(folder / "running") as house:
        for command in known.given[:-short_of]:
            was_on = house.station.state.table.round is not None
            house.check_done(house.play(command, known.rules))
            if was_on and house.station.state.table.round is None:
                ended += 1
                if ended in snapshots:
                    with patch.object(snapshot, "SNAPSHOT_EVERY", 1):
                        house.check_done(house.station.snapshot_if_due())
        assert house.station.state.table.round is not None
        left = copy_folder(folder / "running", folder / "left")
    (left / RESERVE).unlink()
    return left

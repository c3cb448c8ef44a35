"""Stations in processes of their own, with real lines, killed while rounds are played; `make proof` has more kills."""

from pathlib import Path

import pytest

from tests.faults.kill_proof import TABLES, KillTable, prove_table
from tests.support.long_tests import mostly_long

KILLS = 3


@pytest.mark.assurance("A1")
@pytest.mark.parametrize("table", mostly_long(TABLES, keep_every=3), ids=lambda table: table.name)
def test_a_station_that_is_killed_while_rounds_are_played_goes_on_with_nothing_lost_or_doubled(
    tmp_path: Path, table: KillTable
) -> None:
    found = prove_table(table, tmp_path, KILLS, seed=3)
    assert found.kills.total() == KILLS
    assert found.rounds

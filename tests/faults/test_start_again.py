"""Starting again: killed while it starts, killed while it takes a snapshot, and the questions that follow an outage."""

from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app.domain.round.commands import PlaceYourBets
from dealer_app.domain.round.events import CaseOpened
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.journal.recovery import recover
from dealer_app.station import snapshot as keeping
from dealer_app.station.startup import start_station
from dealer_app.station.state import Outage
from tests.faults.killed_folders import make_killed_folder
from tests.support.house_run import FOLDING, PROGRAM, find_script, lay_reserve, run_house, station_people
from tests.support.journals import play_script
from tests.support.kill_child import copy_folder, kill_work
from tests.support.live_station import NEXT_DAY, SteppingClock, make_environment

ROUNDS = ("v4-natural", "mbs-natural", "ts-normal", "ip-insurance-after-four")


def test_a_start_that_is_killed_at_any_point_is_made_good_by_the_next(folder: Path) -> None:
    left = make_killed_folder(folder, "v4-excess-card", snapshots=(1,))
    before = recover(left, FOLDING)
    copy = folder / "copy"

    def start() -> None:
        with start_station(copy, PROGRAM, SteppingClock(NEXT_DAY), make_environment()):
            pass

    points = set()
    for passage in count(1):
        copy_folder(left, copy)
        lay_reserve(copy)
        death = kill_work(start, passage=passage, acknowledged=before.head.sequence)
        if death.point is None:
            break
        points.add(death.point)
        found = recover(copy, FOLDING)
        assert found.state.table == before.state.table
        with start_station(copy, PROGRAM, SteppingClock(NEXT_DAY), make_environment()) as station:
            assert station.state.table == before.state.table
            assert station.state.outage is Outage.ASKED
    assert "journal.before_commit" in points
    assert "journal.committed" in points


@pytest.mark.assurance("A7")
@pytest.mark.parametrize("stop", [False, True], ids=["between-rounds", "at-a-stop"])
def test_a_snapshot_that_is_cut_off_at_any_point_costs_nothing(folder: Path, stop: bool) -> None:
    """One more snapshot: the one before it stays until this one is announced."""
    known = play_script(find_script("ts-normal"))
    with run_house(folder / "running") as house, patch.object(keeping, "SNAPSHOT_EVERY", 1):
        house.play_all(known.given, known.rules)
        house.check_done(house.station.snapshot_if_due())
        left = copy_folder(folder / "running", folder / "left")
    copy = folder / "copy"

    def keep() -> None:
        clock = SteppingClock(NEXT_DAY)
        with (
            start_station(copy, PROGRAM, clock, make_environment()) as station,
            patch.object(keeping, "SNAPSHOT_EVERY", 1),
        ):
            again = station_people(station, clock, house)
            again.check_done(station.stop(again.m1) if stop else station.snapshot_if_due())

    points = set()
    for passage in count(1):
        copy_folder(left, copy)
        death = kill_work(keep, passage=passage, acknowledged=0)
        if death.point is None:
            break
        points.add(death.point)
        found = recover(copy, FOLDING)
        assert found.head.sequence >= death.acknowledged
        for snapshot in copy.glob("snapshot-*.json"):
            snapshot.unlink()
        assert recover(copy, FOLDING) == replace(found, snapshot=0), "with or without the snapshot"
    assert {"snapshot.before_write", "snapshot.written", "snapshot.renamed"} <= points


@pytest.mark.parametrize("name", ROUNDS)
@pytest.mark.parametrize("after", [0, 2, 4])
def test_after_an_outage_the_power_failure_of_the_book_comes_first(folder: Path, name: str, after: int) -> None:
    known = play_script(find_script(name))
    until = 1 + after + next(at for at, command in enumerate(known.given) if isinstance(command, PlaceYourBets))
    with run_house(folder / "running") as house:
        house.play_all(known.given[:until], known.rules)
        left = copy_folder(folder / "running", folder / "left")
    clock = SteppingClock(NEXT_DAY)
    with start_station(left, PROGRAM, clock, make_environment()) as station:
        again = station_people(station, clock, house)
        before = station.state
        assert before.table == house.station.state.table
        assert before.table.round is not None
        refusal = again.play(known.given[until], known.rules)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "outage-first"
        assert station.state == before
        answered = again.check_done(station.table.answer_outage(again.person_proof(known.given[0].by), played_on=False))
        assert station.state.outage is Outage.NONE
        (case,) = (event.case for event in answered if isinstance(event, CaseOpened))
        assert case.trouble == IrregularityKind.POWER_FAILURE.value
        assert station.table.guide() is not None


def test_an_answer_that_is_still_owed_is_owed_after_one_more_outage(folder: Path) -> None:
    left = make_killed_folder(folder, "v4-excess-card")
    for _ in range(3):
        with start_station(left, PROGRAM, SteppingClock(NEXT_DAY), make_environment()) as station:
            assert station.state.outage is Outage.ASKED

"""Starting again: killed while it starts, killed while it takes a snapshot, and the questions that follow an outage."""

from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest

from dealer_app.domain.round.commands import PlaceYourBets
from dealer_app.domain.round.events import CaseOpened
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.trouble import Trouble
from dealer_app.domain.values import replace
from dealer_app.journal.recovery import recover
from dealer_app.station import keeping
from dealer_app.station.starting import started
from dealer_app.station.state import Outage
from tests.support.journals import played
from tests.support.killed_steps import NEXT_DAY
from tests.support.killing import copied, killed
from tests.support.live_station import SteppingClock, around
from tests.support.running_house import FOLDING, PROGRAM, lay_reserve, left_by_a_kill, people_at, running, script_named

ROUNDS = ("v4-natural", "mbs-natural", "ts-normal", "ip-insurance-after-four")


def test_a_start_that_is_killed_at_any_point_is_made_good_by_the_next(folder: Path) -> None:
    left = left_by_a_kill(folder, "v4-excess-card", snapshots=(1,))
    before = recover(left, FOLDING)
    copy = folder / "copy"

    def start() -> None:
        with started(copy, PROGRAM, SteppingClock(NEXT_DAY), around()):
            pass

    points = set()
    for passage in count(1):
        copied(left, copy)
        lay_reserve(copy)
        death = killed(start, passage=passage, acknowledged=before.head.sequence)
        if death.point is None:
            break
        points.add(death.point)
        found = recover(copy, FOLDING)
        assert found.state.table == before.state.table
        with started(copy, PROGRAM, SteppingClock(NEXT_DAY), around()) as station:
            assert station.state.table == before.state.table
            assert station.state.outage is Outage.ASKED
    assert "journal.before_commit" in points
    assert "journal.committed" in points


@pytest.mark.assurance("A7")
@pytest.mark.parametrize("stop", [False, True], ids=["between-rounds", "at-a-stop"])
def test_a_snapshot_that_is_cut_off_at_any_point_costs_nothing(folder: Path, stop: bool) -> None:
    """One more snapshot: the one before it stays until this one is announced."""
    known = played(script_named("ts-normal"))
    with running(folder / "running") as house, patch.object(keeping, "EVERY", 1):
        house.play_all(known.given, known.rules)
        house.done(house.station.keep())
        left = copied(folder / "running", folder / "left")
    copy = folder / "copy"

    def keep() -> None:
        clock = SteppingClock(NEXT_DAY)
        with started(copy, PROGRAM, clock, around()) as station, patch.object(keeping, "EVERY", 1):
            again = people_at(station, clock, house)
            again.done(station.stop(again.m1) if stop else station.keep())

    points = set()
    for passage in count(1):
        copied(left, copy)
        death = killed(keep, passage=passage, acknowledged=0)
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
    known = played(script_named(name))
    until = 1 + after + next(at for at, command in enumerate(known.given) if isinstance(command, PlaceYourBets))
    with running(folder / "running") as house:
        house.play_all(known.given[:until], known.rules)
        left = copied(folder / "running", folder / "left")
    clock = SteppingClock(NEXT_DAY)
    with started(left, PROGRAM, clock, around()) as station:
        again = people_at(station, clock, house)
        before = station.state
        assert before.table == house.station.state.table
        assert before.table.round is not None
        refusal = again.play(known.given[until], known.rules)
        assert isinstance(refusal, Refusal)
        assert refusal.code == "outage-first"
        assert station.state == before
        answered = again.done(station.table.answer_outage(again.proof_of(known.given[0].by), played_on=False))
        assert station.state.outage is Outage.NONE
        (case,) = (event.case for event in answered if isinstance(event, CaseOpened))
        assert case.trouble == Trouble.POWER_FAILURE.value
        assert station.table.guide() is not None


def test_an_answer_that_is_still_owed_is_owed_after_one_more_outage(folder: Path) -> None:
    left = left_by_a_kill(folder, "v4-excess-card")
    for _ in range(3):
        with started(left, PROGRAM, SteppingClock(NEXT_DAY), around()) as station:
            assert station.state.outage is Outage.ASKED

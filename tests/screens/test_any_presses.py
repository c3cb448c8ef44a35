"""Whatever is pressed, in whatever order: nothing breaks, every act is done or refused in words, and the round ends.

The same presses every time; `make proof` tries many more.
"""

from collections.abc import Iterator
from random import Random

import pytest

from dealer_app.people.pin_work import PinWork
from tests.screens.desk_bench import AtDesk, at_desk
from tests.screens.monkey import Monkey
from tests.screens.stages import COURSES, GamePlan, game_stages
from tests.support.long_tests import mostly_long
from tests.support.signers import QUICK

SEEDS = 20
BURSTS, PRESSES = 4, 40


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


@pytest.mark.assurance("A4")
@pytest.mark.parametrize("seed", mostly_long(range(SEEDS), keep_every=SEEDS // 2))
@pytest.mark.parametrize("course", [pytest.param(course, id=course.name) for course in COURSES])
def test_any_presses_leave_a_station_that_goes_on(pins: PinWork, course: GamePlan, seed: int) -> None:
    """From any stage; after each burst somebody who knows what he does brings the round to its end."""
    there = game_stages(pins, course)
    chance = Random(f"{course.name} {seed}")
    stage = chance.choice(list(there))
    monkeys: list[Monkey] = []

    async def play(table: AtDesk) -> None:
        monkey = Monkey(table, chance)
        monkeys.append(monkey)
        for _ in range(BURSTS):
            await monkey.presses(PRESSES)
            await monkey.puts_right()
        assert table.fold_journal() == table.station.state, "the journal comes to another state"

    try:
        at_desk(pins, play, there[stage])
    except Exception as problem:
        did = " | ".join(monkeys[0].did[-60:])
        raise AssertionError(f"seed {seed} from {stage}, after {did}: {problem!r}") from problem

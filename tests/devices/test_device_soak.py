"""Some rounds over a pseudo-terminal with faults by chance; `make soak` plays a thousand and more."""

import asyncio
from collections.abc import Callable

import pytest

from drivers.simulation.devices import Mishap
from drivers.simulation.line import DeviceFault
from tests.devices.device_soak import soak_shoe
from tests.devices.dice_soak import soak_dice

ROUNDS = 40


@pytest.mark.assurance("A4")
def test_every_card_on_the_table_is_known_and_none_is_invented(expect_log: Callable[[str], None]) -> None:
    expect_log(r"was lost: check plug and power")
    done = asyncio.run(soak_shoe(ROUNDS, seed=1))
    assert done.rounds == ROUNDS
    assert set(done.faults) == set(DeviceFault)
    assert done.drawn == done.on_table > 4 * ROUNDS


def test_every_valid_tumble_gives_its_result_and_no_other_one_does(expect_log: Callable[[str], None]) -> None:
    expect_log(r"was lost: check plug and power")
    done = asyncio.run(soak_dice(ROUNDS, seed=1))
    assert done.rounds == ROUNDS
    assert set(done.faults) == set(DeviceFault)
    assert set(done.mishaps) == set(Mishap)
    assert 0 < done.read == done.valid < ROUNDS

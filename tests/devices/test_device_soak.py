"""A hundred rounds over a pseudo-terminal with faults by chance; `make soak` plays a thousand and more."""

import asyncio
from collections.abc import Callable

import pytest

from drivers.simulation.devices import Mishap
from drivers.simulation.faults import Fault
from tests.support.device_soak import soaked
from tests.support.dice_soak import tumbled

ROUNDS = 100


@pytest.mark.assurance("A4")
def test_every_card_on_the_table_is_known_and_none_is_invented(expect_log: Callable[[str], None]) -> None:
    expect_log(r"was lost: check plug and power")
    done = asyncio.run(soaked(ROUNDS, seed=1))
    assert done.rounds == ROUNDS
    assert set(done.faults) == set(Fault)
    assert done.drawn == done.on_table > 4 * ROUNDS


def test_every_valid_tumble_gives_its_result_and_no_other_one_does(expect_log: Callable[[str], None]) -> None:
    expect_log(r"was lost: check plug and power")
    done = asyncio.run(tumbled(ROUNDS, seed=1))
    assert done.rounds == ROUNDS
    assert set(done.faults) == set(Fault)
    assert set(done.mishaps) == set(Mishap)
    assert 0 < done.read == done.valid < ROUNDS

"""Journals of shifts, played once and read by many tests."""

from pathlib import Path

import pytest

from tests.reports.shift_journals import ShiftPlan, write_shift

CLAIM = "My 600 lay on BANKER when bets closed."


@pytest.fixture(scope="session")
def shift_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shift with irregularities that has ended, its last round disputed and decided."""
    folder = tmp_path_factory.mktemp("shift")
    write_shift(folder, ShiftPlan(rounds=30, irregular=0.02, claim=CLAIM, decision="Result and settlement stand."))
    return folder


@pytest.fixture(scope="session")
def held_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shift that ends while a dispute is open; with bets at many seats."""
    folder = tmp_path_factory.mktemp("held")
    write_shift(folder, ShiftPlan(rounds=6, seed=5, bets=24, claim=CLAIM))
    return folder


@pytest.fixture(scope="session")
def law_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second of three rounds is disputed where the law asks for steps; one of them comes after the last round."""
    folder = tmp_path_factory.mktemp("law")
    write_shift(
        folder,
        ShiftPlan(
            rounds=3,
            claim=CLAIM,
            decision="It stands.",
            claim_round=2,
            by_law=True,
            offered="A meal",
            displayed="d1" * 32,
        ),
    )
    return folder


@pytest.fixture(scope="session")
def commission_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("commission")
    write_shift(folder, ShiftPlan(game="tiger-baccarat-mbs-v3", rounds=14, seed=3))
    return folder


@pytest.fixture(scope="session")
def dice_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dice")
    write_shift(folder, ShiftPlan(game="tai-sai-open-cover-v5", rounds=4, seed=4, claim="odds", decision="stands"))
    return folder

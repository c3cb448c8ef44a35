"""Who lists commands without deciding any lists all that are decided."""

from dealer_app.domain.round.decide import COMMANDS
from dealer_app.domain.round.every_command import EVERY_COMMAND


def test_what_is_listed_is_what_is_decided() -> None:
    assert set(EVERY_COMMAND) == set(COMMANDS)
    assert len(EVERY_COMMAND) == len(COMMANDS)

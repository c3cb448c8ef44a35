"""What is sealed outlives a kill, and stands in no event: neither the card, nor the salt to try it out with."""

import json
from pathlib import Path
from typing import Any

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.journal.reader import open_reader
from dealer_app.journal.recovery import Recovered
from dealer_app.station.state import StationState
from tests.faults.kill_steps import KillWalk
from tests.support.house_run import find_script
from tests.support.long_tests import mostly_long

SEALING = ("v4-excess-card", "v4-carried-many", "mbs-excess-card")


class Seals:
    """Looks at every journal that a kill leaves, and counts what lay sealed in it."""

    def __init__(self) -> None:
        self.known = 0
        self.most = 0

    def look(self, folder: Path, found: Recovered[StationState]) -> None:
        reader = open_reader(folder)
        rows = reader.connection.execute("SELECT digest, value, salt FROM sealed").fetchall()
        bodies = [(entry.name, json.loads(entry.body)) for entry in reader.entries()]
        reader.close()
        unsealed = {body["seal"]["digest"] for name, body in bodies if name == "card-unsealed"}
        named = {digest for _, body in bodies for digest in digests_in(body)}
        # Value and event are one decision: neither is ever there without the other.
        assert {digest for digest, _, _ in rows} == named
        for name, body in bodies:
            if name != "card-unsealed":
                assert not salts_in(body), name
        for digest, value, salt in rows:
            if digest not in unsealed:
                assert all(salt not in json.dumps(body) for _, body in bodies)
                if value in CARDS:
                    # The state is the only place where the value stands beside its seal, until the seal ends.
                    assert f"Seal(digest='{digest}', salt='{salt}')" in repr(found.state.table)
                    self.known += 1
        self.most = max(self.most, len(rows))


def digests_in(value: Any) -> set[str]:
    """The digests by which an event stands for what is sealed."""
    if isinstance(value, list):
        return set().union(*map(digests_in, value))
    if not isinstance(value, dict):
        return set()
    found = set().union(*map(digests_in, value.values()))
    for kept in ("seal", "hidden"):
        within = value.get(kept)
        if isinstance(within, dict) and "digest" in within:
            found.add(within["digest"])
    return found


def salts_in(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(salts_in, value))
    return isinstance(value, dict) and ("salt" in value or any(map(salts_in, value.values())))


@pytest.mark.parametrize("name", mostly_long(SEALING, keep_every=3))
def test_a_sealed_card_is_known_after_a_kill_and_stands_in_no_event(folder: Path, name: str) -> None:
    seals = Seals()
    KillWalk(folder, seals.look).walk(find_script(name))
    assert seals.most
    assert seals.known

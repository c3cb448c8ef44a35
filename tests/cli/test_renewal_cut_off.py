"""A power cut while a new journal takes the place of a damaged one leaves the one or the other, never a mixture."""

import os
import shutil
from functools import partial
from pathlib import Path

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.codec import decode
from dealer_app.journal.folder import open_journal
from dealer_app.journal.heads import read_head
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.records import JournalBegan
from dealer_app.journal.recovery import verify_all
from dealer_app.journal_errors import DamagedError
from dealer_app.people.events import Purpose
from dealer_app.people.pins import HashedPin
from dealer_app.people.sessions import PinAttempt, PinResult
from dealer_app.station.core import Proof
from dealer_app.station.fold import station_fold_method
from dealer_app.station.renewal import Renewed, open_renewal
from dealer_app.station.startup import make_program
from tests.cli.cut_files import cut_power
from tests.cli.late_damage import aside_folder, break_late, cut_short
from tests.support.journal_damage import sums
from tests.support.live_station import make_environment
from tests.support.long_tests import mostly_long
from tests.support.typist import OPENED, V4, Typist, read_entries


def renewed_by_two(folder: Path, typist: Typist) -> Renewed:
    """The same without asking anybody for a PIN."""
    with open_renewal(folder, make_program(), typist.clock, make_environment()) as renewal:
        station = renewal.begin(make_program(), lambda: HashedPin("of nobody"))
        sitting = [("S1", renewal.ask), ("T1", renewal.agree)]
        if renewal.is_third_needed:
            sitting.append(("M1", renewal.agree_as_third))
        for badge, done in sitting:
            digest, _ = station.people.pin_challenge(badge)
            tried = PinAttempt(badge=badge, terminal="x", purpose=Purpose.CONFIRM, check=PinResult.RIGHT, digest=digest)
            proof = station.people.record_attempt(tried)
            assert isinstance(proof, Proof)
            assert not isinstance(done(proof), Refusal)
        return renewal.complete()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where a program can be forked")
@pytest.mark.parametrize("damage", mostly_long(["altered", "cut short"], keep_every=2))
def test_a_power_cut_leaves_the_damaged_journal_or_the_new_one(staffed: Typist, tmp_path: Path, damage: str) -> None:
    staffed.run([*staffed.open_lines(), *OPENED], *V4)
    damaged = staffed.folder
    if damage == "altered":
        break_late(damaged)
    else:
        damaged = tmp_path / "short"
        cut_short(staffed, damaged)
        assert (damaged / f"{DATABASE}-wal").stat().st_size
    before, found, at = sums(damaged), set[str](), 0
    while True:
        at += 1
        folder = tmp_path / "cut"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(damaged, folder)
        if not cut_power(folder, partial(renewed_by_two, folder, staffed), at):
            break
        try:
            opened = open_journal(folder, station_fold_method(make_program().version), station="T1")
        except DamagedError:
            found.add("damaged")
            assert sums(folder) == before
            renewed_by_two(folder, staffed)
        else:
            found.add("new")
            opened.close()
        assert sums(aside_folder(folder)) == before
        first = decode(read_entries(folder)[0], lambda _: ("", ""))
        assert isinstance(first, JournalBegan)
        assert first.previous_file == before[DATABASE]
        assert verify_all(folder) == read_head(folder)
        assert not list(folder.glob("*.new"))
    assert found == {"damaged", "new"}
    assert at > 40

"""A power cut while a new journal takes the place of a damaged one leaves the one or the other, never a mixture."""

import os
import shutil
from functools import partial
from pathlib import Path

import pytest

from dealer_app.domain.round.refusal import Refusal
from dealer_app.journal.checking import check_all
from dealer_app.journal.codec import decode
from dealer_app.journal.facts import JournalBegan
from dealer_app.journal.head_file import read_head
from dealer_app.journal.opening import open_journal
from dealer_app.journal.reader import DATABASE
from dealer_app.journal.trouble import DamagedError
from dealer_app.people.events import Purpose
from dealer_app.people.pins import HashedPin
from dealer_app.people.sessions import Check, Tried
from dealer_app.station.fold import folding
from dealer_app.station.proof import Proof
from dealer_app.station.renewal import Renewed, renewing
from dealer_app.terminal.starting import program
from tests.support.cut_files import cut_off
from tests.support.damaging import aside_of, break_late, cut_short, sums
from tests.support.live_station import around
from tests.support.typist import OPENED, V4, Typist, entries_of


def renewed_by_two(folder: Path, typist: Typist) -> Renewed:
    """The same without asking anybody for a PIN."""
    with renewing(folder, program(), typist.clock, around()) as renewal:
        station = renewal.begin(program(), lambda: HashedPin("of nobody"))
        sitting = [("S1", renewal.ask), ("T1", renewal.agree)]
        if renewal.takes_three:
            sitting.append(("M1", renewal.agree_as_third))
        for badge, done in sitting:
            digest, _ = station.people.challenge(badge)
            tried = Tried(badge=badge, terminal="x", purpose=Purpose.CONFIRM, check=Check.RIGHT, digest=digest)
            proof = station.people.tried(tried)
            assert isinstance(proof, Proof)
            assert not isinstance(done(proof), Refusal)
        return renewal.carry_out()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="only where a program can be forked")
@pytest.mark.parametrize("damage", ["altered", "cut short"])
def test_a_power_cut_leaves_the_damaged_journal_or_the_new_one(staffed: Typist, tmp_path: Path, damage: str) -> None:
    staffed.run([*staffed.opening(), *OPENED], *V4)
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
        if not cut_off(folder, partial(renewed_by_two, folder, staffed), at):
            break
        try:
            opened = open_journal(folder, folding(program().version), station="T1")
        except DamagedError:
            found.add("damaged")
            assert sums(folder) == before
            renewed_by_two(folder, staffed)
        else:
            found.add("new")
            opened.close()
        assert sums(aside_of(folder)) == before
        first = decode(entries_of(folder)[0], lambda _: ("", ""))
        assert isinstance(first, JournalBegan)
        assert first.previous_file == before[DATABASE]
        assert check_all(folder) == read_head(folder)
        assert not list(folder.glob("*.new"))
    assert found == {"damaged", "new"}
    assert at > 40

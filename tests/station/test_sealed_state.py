"""A snapshot of any state holds no value that is sealed, and with the journal's table it is that state again."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args, get_type_hints
from unittest.mock import patch

import pytest
from msgspec import Struct
from msgspec.structs import fields

from dealer_app.domain.cards import CARDS
from dealer_app.domain.round.fold import apply_event
from dealer_app.domain.round.state import DrawnCard, Seal, TableState
from dealer_app.domain.values import replace
from dealer_app.journal import recovery
from dealer_app.journal.codec import encode
from dealer_app.journal.store import MemoryJournal
from dealer_app.station import snapshot
from dealer_app.station.snapshot import SnapshotKeeper, can_snapshot, read_snapshot, snapshot_bytes
from dealer_app.station.startup import start_station
from dealer_app.station.state import StationState
from tests.support.house_run import PROGRAM, find_script, run_house
from tests.support.journals import WRITTEN, play_script, script_decisions
from tests.support.live_station import NEXT_DAY, SteppingClock, make_environment
from tests.support.quick_folder import quick_folder
from tests.support.traces import Script, read_scripts


def states(script: Script, journal: MemoryJournal) -> Iterator[StationState]:
    """After each decision; what is sealed lies in the journal."""
    state = StationState()
    for happened in script_decisions(script)[0]:
        journal.append([encode(event) for event in happened], WRITTEN)
        table = state.table
        for event in happened:
            table = apply_event(table, event)
        state = replace(state, table=table)
        yield state


def drawn_in(table: TableState) -> list[DrawnCard]:
    rounds = [round_ for round_ in (table.round, table.last) if round_ is not None]
    return [*table.carried, *(drawn for round_ in rounds for drawn in round_.cards)]


def strings_in(wire: Any) -> Iterator[str]:
    if isinstance(wire, str):
        yield wire
    elif isinstance(wire, list):
        for each in wire:
            yield from strings_in(each)
    elif isinstance(wire, dict):
        for key, each in wire.items():
            yield key
            yield from strings_in(each)


def cards_told(wire: Any) -> Iterator[str]:
    """The values of cards in a snapshot that lie face down or sealed there."""
    if isinstance(wire, list):
        for each in wire:
            yield from cards_told(each)
    elif isinstance(wire, dict):
        if wire.keys() >= {"card", "seal", "turned"} and wire["card"] and (wire["seal"] or not wire["turned"]):
            yield wire["card"]
        if wire.get("hidden") and wire["hidden"].keys() != {"digest"}:
            yield str(wire["hidden"])
        for each in wire.values():
            yield from cards_told(each)


@pytest.mark.parametrize("script", read_scripts(), ids=lambda script: script.name)
def test_no_snapshot_of_a_script_tells_what_lies_sealed_or_face_down(script: Script) -> None:
    journal = MemoryJournal()
    for state in states(script, journal):
        seals = [drawn.seal for drawn in drawn_in(state.table) if drawn.seal is not None]
        hides = seals or any(case.hidden for case in state.table.cases)
        face_down = any(drawn.card and not drawn.turned for drawn in drawn_in(state.table))
        if not hides and not face_down:
            continue
        kept = snapshot_bytes(state)
        texts = set(strings_in(json.loads(kept)))
        assert not texts & {seal.salt for seal in seals}
        if can_snapshot(state, journal.read_sealed):
            assert not list(cards_told(json.loads(kept)))
            assert read_snapshot(kept, journal.read_sealed) == state


def before_the_seal_ends(journal: MemoryJournal) -> StationState:
    """A card in excess waits for the next round."""
    return next(
        state
        for state in states(find_script("v4-excess-card"), journal)
        if state.table.carried and state.table.round is None
    )


def sealed_card(value: str) -> DrawnCard:
    excess = before_the_seal_ends(MemoryJournal()).table.carried[0]
    return DrawnCard(CARDS[value], excess.put, excess.turned, excess.seal)


def test_a_snapshot_is_the_same_whatever_a_sealed_card_is() -> None:
    one, other = (StationState(table=TableState(carried=(sealed_card(value),))) for value in ("7H", "2C"))
    assert one != other
    assert snapshot_bytes(one) == snapshot_bytes(other)


def test_a_state_that_could_not_be_read_again_or_would_tell_a_card_face_down_is_not_kept(tmp_path: Path) -> None:
    """As a sealed card of which another value was keyed since, or a card that a shoe has read and nobody has seen."""
    journal = MemoryJournal()
    before = before_the_seal_ends(journal)
    unknown = DrawnCard(CARDS["7H"], sealed_card("7H").put, turned=False, seal=Seal("0" * 64, "salt"))
    face_down = DrawnCard(CARDS["7H"], unknown.put, turned=False)
    keeper = SnapshotKeeper(tmp_path, "test", journal)
    corrected = sealed_card(next(value for value in CARDS if CARDS[value] != before.table.carried[0].card))
    for drawn in (unknown, face_down, corrected):
        state = replace(before, table=replace(before.table, carried=(drawn,)))
        assert not can_snapshot(state, journal.read_sealed)
        assert keeper.take_snapshot(state) is None
    assert not list(tmp_path.iterdir())
    assert keeper.take_snapshot(before) is not None


def classes_in(kind: Any, seen: set[Any]) -> Iterator[type]:
    """All classes of values that a state may hold."""
    if kind in seen:
        return
    seen.add(kind)
    if isinstance(kind, type) and issubclass(kind, Struct):
        yield kind
        for within in get_type_hints(kind).values():
            yield from classes_in(within, seen)
    for within in get_args(kind):
        yield from classes_in(within, seen)


def test_what_can_be_sealed_stands_nowhere_else_in_a_state() -> None:
    """Whoever adds such a field is sent to the module that leaves it out of snapshots."""
    holding = {
        f"{kind.__name__}.{field.name}"
        for kind in classes_in(StationState, set())
        for field in fields(kind)
        if "DrawnCard" in str(field.type) or "Seal" in str(field.type) or field.name == "hidden"
    }
    # A table as it was before a report is in no snapshot at all.
    before = {"TableRecord.carried"}
    assert holding - before == {
        *("DrawnCard.seal", "TableState.carried", "Round.cards", "Case.hidden", "QueueEntry.hidden")
    }


def test_how_a_table_was_before_a_report_is_in_no_snapshot_and_none_is_taken_meanwhile() -> None:
    journal = MemoryJournal()
    reported = [state for state in states(find_script("v4-order-lost"), journal) if state.table.reports]
    assert reported
    for state in reported:
        assert not can_snapshot(state, journal.read_sealed)
        assert not read_snapshot(snapshot_bytes(state), journal.read_sealed).table.reports


@pytest.mark.parametrize("name", ["v4-excess-card", "v4-carried-many", "mbs-excess-card", "v4-sealed-cards-burned"])
def test_no_file_but_the_journal_holds_what_is_sealed(name: str) -> None:
    """Looked for after each command, with a snapshot as often as one can be taken."""
    known = play_script(find_script(name))
    looked = 0
    with quick_folder() as folder, run_house(folder) as house, patch.object(snapshot, "SNAPSHOT_EVERY", 1):
        journal = house.station.journal
        for command in known.given:
            house.check_done(house.play(command, known.rules))
            house.check_done(house.station.snapshot_if_due())
            sealed = [drawn.seal for drawn in drawn_in(house.station.state.table) if drawn.seal is not None]
            others = [file for file in folder.rglob("*") if not file.name.startswith("journal.db") and file.is_file()]
            for file in (file for file in others if file.name != "reserve"):
                content = file.read_bytes()
                for seal in sealed:
                    looked += 1
                    assert seal.salt.encode() not in content, file
                if file.name.startswith("snapshot-"):
                    assert not list(cards_told(json.loads(content))), file
        assert any(file.name.startswith("snapshot-") for file in folder.iterdir())
        assert journal.latest("snapshot-taken") is not None
    assert looked


def test_a_snapshot_of_the_older_form_is_not_read_and_does_not_stay(tmp_path: Path) -> None:
    with run_house(tmp_path) as house, patch.object(snapshot, "SNAPSHOT_EVERY", 1):
        house.check_done(house.station.snapshot_if_due())
        old = recovery.snapshot_path(tmp_path, 7)
        old.write_bytes(b'{"table":{"carried":[{"card":"7H","seal":{"digest":"00","salt":"11"},"turned":false}]}}')
    with start_station(tmp_path, PROGRAM, SteppingClock(NEXT_DAY), make_environment()):
        assert not old.exists()
        assert len(list(tmp_path.glob("snapshot-*.json"))) == 1

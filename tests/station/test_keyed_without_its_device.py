"""A start without the device that the open table has had: it is as good as lost, until the table is closed."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from dealer_app.device_questions import DeviceKind, Link, Reply
from dealer_app.domain.round import commands
from dealer_app.domain.round.events import CardDrawn, DiceRead, TumblesCounted
from dealer_app.domain.round.state import Command, Source
from dealer_app.station.device_fold import DeviceSetup, absent_device_names
from dealer_app.station.fold import apply_station_event
from dealer_app.station.snapshot import read_snapshot, snapshot_bytes
from dealer_app.station.state import DEALER_ALONE, HAND_DEALING, StationState
from dealer_app.station_events import DevicesSetUp, HandDealingAllowed
from tests.station.hand_keying import DOWN, UP, badges, draws, gives, refusal_code, sources
from tests.station.listening.test_after_a_restart import first_run, second_run
from tests.support.device_station import KINDS, SHOE, TUMBLER, DeviceStation
from tests.support.rounds import DEALER, SUPERVISOR, TAI_SAI, V4

NOT_SET_UP = "second-needed-not-set-up"
ANOTHER = "text_shoe"
OTHER = {ANOTHER: DeviceKind.SHOE}
NATURAL = ("9S", "3H", "KD", "4C")
Was = Callable[[DeviceStation], object]


def deals(table: DeviceStation, *cards: str) -> None:
    """The cards of a round, with the supervisor beside the dealer for each, and its end."""
    for card in cards or NATURAL:
        table.house.check_done(gives(table, draws(card), table.house.person_proof(SUPERVISOR)))
    table.finish()


def keys_alone(table: DeviceStation) -> None:
    table.close_bets()
    table.house.check_done(gives(table, draws("9S")))
    assert sources(table, CardDrawn)[-1] == Source(keyed_by=badges(table)[0])


def managers(table: DeviceStation) -> None:
    """They sign in again after a start."""
    table.house.m1, table.house.m2 = table.house.begin_session("M1"), table.house.begin_session("M2")


def heard(table: DeviceStation) -> None:
    table.says(UP).says(UP, device=TUMBLER)


def lost(table: DeviceStation) -> None:
    table.says(UP, DOWN).says(UP, DOWN, device=TUMBLER)


def never_heard(table: DeviceStation) -> None:
    assert not table.station.state.listening.devices


@pytest.mark.parametrize("was", [heard, lost, never_heard])
def test_one_approval_lasts_and_each_card_names_it(tmp_path: Path, was: Was) -> None:
    with first_run(tmp_path, V4) as table:
        was(table)
        deals(table.close_bets())
    with second_run(tmp_path, V4, {}) as table:
        table.close_bets()
        assert refusal_code(gives(table, draws("9S"))) == NOT_SET_UP
        table.house.check_done(gives(table, draws("9S"), table.supervisor, standing=True))
        for card in ("3H", "KD", "4C"):
            table.house.check_done(gives(table, draws(card)))
        dealer, supervisor = badges(table)
        (fact,) = table.events(HandDealingAllowed)
        assert (fact.kind, fact.devices, fact.approved_by) == (DeviceKind.SHOE, (SHOE,), supervisor)
        source = Source(keyed_by=dealer, approved_by=supervisor, approval=fact.approval)
        assert sources(table, CardDrawn)[-4:] == [source] * 4


def test_who_signs_for_one_card_alone_allows_no_other(tmp_path: Path) -> None:
    with first_run(tmp_path, V4):
        pass
    with second_run(tmp_path, V4, {}) as table:
        table.close_bets()
        table.house.check_done(gives(table, draws("9S"), table.supervisor))
        assert refusal_code(gives(table, draws("3H"))) == NOT_SET_UP


def test_no_setting_lets_him_key_alone(tmp_path: Path) -> None:
    with first_run(tmp_path, V4):
        pass
    with second_run(tmp_path, V4, {}) as table:
        managers(table)
        table.house.check_done(table.station.settings.change(table.house.m1, HAND_DEALING, DEALER_ALONE))
        table.close_bets()
        assert refusal_code(gives(table, draws("9S"))) == NOT_SET_UP


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        (commands.CountTumbles(by=DEALER, at=0, tumbles=3), TumblesCounted),
        (commands.ReadDice(by=DEALER, at=0, dice=(2, 5, 6), flat=(True, True, True)), DiceRead),
    ],
)
def test_a_tumbler_is_as_a_shoe(tmp_path: Path, command: Command, kind: type) -> None:
    with first_run(tmp_path, TAI_SAI) as table:
        heard(table)
    with second_run(tmp_path, TAI_SAI, {}) as table:
        table.close_bets()
        if kind is DiceRead:
            table.do(commands.CountTumbles, tumbles=3)
        assert refusal_code(gives(table, command)) == NOT_SET_UP
        table.house.check_done(gives(table, command, table.house.person_proof(SUPERVISOR), standing=True))
        (source,) = sources(table, kind)
        assert source is not None
        assert source.approved_by == badges(table)[1]
        assert table.events(HandDealingAllowed)[0].devices == (TUMBLER,)


def test_it_lasts_over_every_start_until_one_is_heard(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        heard(table)
    for _ in range(2):
        with second_run(tmp_path, V4, {}) as table:
            table.close_bets()
            assert refusal_code(gives(table, draws("9S"))) == NOT_SET_UP
            deals(table)
    with second_run(tmp_path, V4) as table:
        assert table.station.devices.absent_names == ()
        table.close_bets()
        assert refusal_code(gives(table, draws("9S"))) == "second-needed-while-lost"
        table.says(UP).answer(Reply.NOTHING)
        assert refusal_code(gives(table, draws("9S"))) == "second-needed-each"


def test_any_device_of_its_kind_counts_and_ends_what_was_allowed(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        heard(table)
    with second_run(tmp_path, V4, {}) as table:
        table.close_bets()
        table.house.check_done(gives(table, draws("9S"), table.supervisor, standing=True))
        deals(table, "3H", "KD", "4C")
    with second_run(tmp_path, V4, OTHER) as table:
        assert table.station.devices.absent_names == (TUMBLER,)
        assert table.station.state.by_hand
        table.says(UP, device=ANOTHER)
        assert not table.station.state.by_hand
        table.close_bets()
        assert refusal_code(gives(table, draws("9S"))) == "second-needed-each"
        table.says(DOWN, device=ANOTHER).answer(Reply.NOTHING)
        assert refusal_code(gives(table, draws("9S"))) == "second-needed-while-lost"
        deals(table)
    with second_run(tmp_path, V4, {}) as table:
        assert set(table.station.devices.absent_names) == {SHOE, TUMBLER, ANOTHER}


@pytest.mark.parametrize("again", [False, True])
def test_a_table_that_is_closed_and_opened_without_a_device_is_dealt_by_the_dealer_alone(
    tmp_path: Path, again: bool
) -> None:
    with first_run(tmp_path, V4) as table:
        heard(table)
        deals(table.close_bets())
    with second_run(tmp_path, V4, {}) as table:
        managers(table)
        table.do(commands.CloseTable, by=SUPERVISOR)
        table.seat()
        if not again:
            keys_alone(table)
    if again:
        with second_run(tmp_path, V4, {}) as table:
            keys_alone(table)


def test_a_table_that_is_closed_and_opened_beside_its_device_has_had_it(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        heard(table)
        table.do(commands.CloseTable, by=SUPERVISOR)
        table.seat()
    with second_run(tmp_path, V4, {}) as table:
        table.close_bets()
        assert refusal_code(gives(table, draws("9S"))) == NOT_SET_UP


def test_a_device_that_comes_to_a_table_dealt_by_hand_is_missed_from_then_on(tmp_path: Path) -> None:
    with first_run(tmp_path, V4, {}) as table:
        table.close_bets()
        for card in NATURAL:
            table.house.check_done(gives(table, draws(card)))
        table.finish()
    with second_run(tmp_path, V4):
        pass
    with second_run(tmp_path, V4, {}) as table:
        table.close_bets()
        assert refusal_code(gives(table, draws("9S"))) == NOT_SET_UP


def test_what_is_set_up_is_in_the_journal_where_it_changes(tmp_path: Path) -> None:
    with first_run(tmp_path, V4):
        pass
    for kinds in (KINDS, {}, {}):
        with second_run(tmp_path, V4, kinds):
            pass
    with second_run(tmp_path, V4, OTHER) as table:
        assert [event.devices for event in table.events(DevicesSetUp)] == [KINDS, {}, OTHER]


@pytest.mark.parametrize("is_open_first", [False, True])
def test_a_journal_of_before_says_it_by_what_became_of_the_device(is_open_first: bool) -> None:
    table = DeviceStation(V4)
    if is_open_first:
        heard(table)
    else:
        table.do(commands.CloseTable, by=SUPERVISOR)
        heard(table)
        table.seat()
    state = StationState()
    for event in table.events(object):
        if not isinstance(event, DevicesSetUp):
            state = apply_station_event(state, event)
    assert state.set_up.at_table == {SHOE: None, TUMBLER: None}
    after = apply_station_event(state, DevicesSetUp(devices={}))
    assert (after.set_up.now, after.set_up.at_table) == ({}, state.set_up.at_table)
    assert all(device.link is Link.LOST for device in after.listening.devices.values())
    for kind in DeviceKind:
        assert absent_device_names(after.set_up, {}, kind) == (SHOE, TUMBLER)
    named = apply_station_event(state, DevicesSetUp(devices=KINDS))
    assert named.set_up.at_table == KINDS


def test_a_snapshot_keeps_it_and_one_that_does_not_say_it_is_none() -> None:
    station = DeviceStation(V4).station
    state, sealed = station.state, station.journal.read_sealed
    assert state.set_up == DeviceSetup(now=KINDS, at_table=KINDS)
    assert read_snapshot(snapshot_bytes(state), sealed) == state
    kept = json.loads(snapshot_bytes(state))
    del kept["state"]["set_up"]
    with pytest.raises(ValueError, match="another state"):
        read_snapshot(json.dumps(kept).encode(), sealed)

"""A station that starts again stands where it stood, says what it found, and asks before it goes on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dealer_app import station_events
from dealer_app.clock import Timestamp
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.table_settings import Rules
from dealer_app.domain.values import replace
from dealer_app.journal.codec import decode
from dealer_app.journal.reader import open_reader
from dealer_app.journal_errors import JournalError, JournalFault
from dealer_app.people.events import Purpose
from dealer_app.people.sessions import PinAttempt, PinResult
from dealer_app.station.core import Proof
from dealer_app.station.startup import Program, start_station
from dealer_app.station.state import Outage
from dealer_app.station.station import Station
from dealer_app.station.table import RulesChangedError
from tests.support.journals import PlayedScript, play_script
from tests.support.live_station import FIRST, StaffedStation, SteppingClock, make_environment
from tests.support.rounds import DEALER, SUPERVISOR
from tests.support.traces import Script, read_scripts

PROGRAM = Program(station="T1", version="test", rulebooks="")


@contextmanager
def house_in(folder: Path, clock: SteppingClock) -> Iterator[StaffedStation]:
    """A station on a data folder, and its people."""
    with start_station(folder, PROGRAM, clock, make_environment()) as station:
        yield StaffedStation.from_station(station, clock)


def names(folder: Path) -> list[str]:
    reader = open_reader(folder)
    try:
        return [entry.name for entry in reader.entries()]
    finally:
        reader.close()


def interrupted(folder: Path, script: Script, commands_given: int, clock: SteppingClock) -> PlayedScript:
    """A station that was cut off after so many commands of a script."""
    known = play_script(script)
    with house_in(folder, clock) as house:
        house.staff()
        house.play_all(known.given[:commands_given], known.rules)
    return known


def script(name: str) -> Script:
    return next(each for each in read_scripts() if each.name == name)


def with_round(name: str) -> int:
    """How many commands of a script are given until its first round is well under way."""
    known = play_script(script(name))
    closing = next(n for n, given in enumerate(known.given) if isinstance(given, commands.NoMoreBets))
    return closing + 2


@pytest.mark.assurance("A5")
@pytest.mark.parametrize(
    ("name", "clause"),
    [
        ("v4-power-failure-void", "5.4"),
        ("ip-power-failure-void", "5.4"),
        ("mbs-power-failure", "5.17"),
        ("ts-power-failure-void", "5.4"),
    ],
)
def test_after_a_cut_the_table_stands_where_it_stood_and_the_outage_is_asked_about(
    tmp_path: Path, name: str, clause: str
) -> None:
    clock = SteppingClock()
    interrupted(tmp_path, script(name), with_round(name), clock)
    with house_in(tmp_path, clock) as house:
        state = house.station.state
        assert state.table.round is not None
        assert state.outage is Outage.ASKED
        assert names(tmp_path).count("unclean-stop") == 1
        dealer = house.again(DEALER)
        for command in (commands.AnnounceResult(by=DEALER, at=0), commands.HoldForClaim(by=DEALER, at=0, text="why")):
            answer = house.station.table.give(dealer, command)
            assert isinstance(answer, Refusal)
            assert answer.code == "outage-first"
        assert house.station.table.guide() is None
        house.check_done(house.station.table.answer_outage(dealer, played_on=False))
        case = house.station.state.table.cases[-1]
        assert case.trouble == IrregularityKind.POWER_FAILURE.value
        assert case.clause.startswith(clause)


def test_a_table_that_played_on_enters_its_rounds_first(tmp_path: Path) -> None:
    clock = SteppingClock()
    interrupted(tmp_path, script("v4-outage"), with_round("v4-outage"), clock)
    known = play_script(script("v4-outage"))
    entering = next(given for given in known.given if isinstance(given, correction_commands.EnterOutageRounds))
    with house_in(tmp_path, clock) as house:
        supervisor = house.again(SUPERVISOR)
        house.check_done(house.station.table.answer_outage(supervisor, played_on=True))
        other = house.station.table.give(supervisor, commands.AnnounceResult(by=DEALER, at=0))
        assert isinstance(other, Refusal)
        assert other.code == "outage-rounds-first"
        house.check_done(house.station.table.give(supervisor, entering))
        assert house.station.state.outage is Outage.NONE
        assert not house.station.state.table.shoe.composition_known


@pytest.mark.assurance("A31")
def test_an_answer_that_was_owed_is_owed_after_another_cut(tmp_path: Path) -> None:
    clock = SteppingClock()
    interrupted(tmp_path, script("v4-outage"), with_round("v4-outage"), clock)
    for _ in range(3):
        with house_in(tmp_path, clock) as house:
            assert house.station.state.outage is Outage.ASKED
    assert names(tmp_path).count("unclean-stop") == 3


@pytest.mark.assurance("A2")
def test_an_open_case_is_still_open_and_still_asked(tmp_path: Path) -> None:
    clock = SteppingClock()
    wanted = script("v4-wrong-number-of-cards")
    known = play_script(wanted)
    reported = next(n for n, given in enumerate(known.given) if isinstance(given, commands.Report))
    interrupted(tmp_path, wanted, reported + 1, clock)
    with house_in(tmp_path, clock) as house:
        before = house.station.state
        assert before.table.cases
        assert before.people.requests
        dealer = house.again(DEALER)
        house.check_done(house.station.table.answer_outage(dealer, played_on=False))
        assert before.table.cases[0] in house.station.state.table.cases


@pytest.mark.assurance("A5")
def test_a_stop_in_order_is_between_rounds_and_asks_nothing_later(tmp_path: Path) -> None:
    clock = SteppingClock()
    known = play_script(script("v4-power-failure-void"))
    with house_in(tmp_path, clock) as house:
        house.staff()
        house.play_all(known.given[: with_round("v4-power-failure-void")], known.rules)
        answer = house.station.stop(house.m1)
        assert isinstance(answer, Refusal)
        assert answer.code == "round-on"
        house.play_all(known.given[with_round("v4-power-failure-void") :], known.rules)
        table = house.station.state.table
        house.check_done(house.station.stop(house.m1))
    with house_in(tmp_path, clock) as house:
        assert house.station.state.outage is Outage.NONE
        assert house.station.state.table == table
    assert "unclean-stop" not in names(tmp_path)
    assert "snapshot-taken" in names(tmp_path)


def test_nobody_is_signed_in_after_a_start(tmp_path: Path) -> None:
    clock = SteppingClock()
    with house_in(tmp_path, clock) as house:
        house.staff()
        proof = house.m1
        house.check_done(house.station.stop(house.m2))
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        assert station.state.people.sessions == {}
        assert isinstance(station.stop(proof), Refusal)


@pytest.mark.assurance("A34")
def test_a_lock_outlives_a_restart_and_any_change_of_the_clock(tmp_path: Path) -> None:
    clock = SteppingClock()
    with house_in(tmp_path, clock) as house:
        house.staff()
        for _ in range(5):
            assert isinstance(keyed(house.station, "M1", PinResult.WRONG), Refusal)
        locked = keyed(house.station, "M1", PinResult.RIGHT)
        assert isinstance(locked, Refusal)
        assert locked.code == "locked-out"
    clock.jump(400 * 24 * 3_600_000_000)
    with start_station(tmp_path, PROGRAM, clock, make_environment()) as station:
        locked = keyed(station, "M1", PinResult.RIGHT)
        assert isinstance(locked, Refusal)
        assert locked.code == "locked-out"
        clock.wait(15 * 60_000_000)
        assert isinstance(keyed(station, "M1", PinResult.RIGHT), Proof)


def keyed(station: Station, badge: str, check: PinResult) -> Proof | Refusal:
    digest, _ = station.people.pin_challenge(badge)
    tried = PinAttempt(badge=badge, terminal="T1", purpose=Purpose.SIGN_IN, check=check, digest=digest)
    return station.people.record_attempt(tried)


@pytest.mark.assurance("A30")
@pytest.mark.parametrize(
    ("moved", "offset"),
    [(-86_400_000_000, 480), (365 * 86_400_000_000, 480), (0, 540), (0, 420)],
    ids=["a day back", "a year on", "an hour nearer", "an hour farther"],
)
def test_a_clock_that_jumps_is_told_and_changes_no_order(tmp_path: Path, moved: int, offset: int) -> None:
    clock = SteppingClock()
    with house_in(tmp_path, clock) as house:
        house.staff()
        clock.at = Timestamp(utc=clock.at.utc + moved, offset=offset, counter=clock.at.counter)
        house.check_done(house.station.record(station_events.ShiftBegan(number=1)))
        house.check_done(house.station.record(station_events.ShiftEnded(number=1)))
    reader = open_reader(tmp_path)
    entries = list(reader.entries())
    jumps = [decode(entry, reader.read_sealed) for entry in entries if entry.name == "clock-jumped"]
    reader.close()
    assert len(jumps) == 1
    assert isinstance(jumps[0], station_events.ClockJumped)
    assert abs(jumps[0].microseconds - moved) < 2_000_000
    assert (jumps[0].offset_before, jumps[0].offset) == (FIRST.offset, offset)
    told = [entry.name for entry in entries]
    assert told.index("clock-jumped") == told.index("shift-began") - 1
    assert [entry.sequence for entry in entries] == list(range(1, len(entries) + 1))


def test_another_station_on_the_same_folder_is_told_who_holds_it(tmp_path: Path) -> None:
    with (
        start_station(tmp_path, PROGRAM, SteppingClock(), make_environment()),
        pytest.raises(JournalError) as held,
        start_station(tmp_path, replace(PROGRAM, station="T2"), SteppingClock(), make_environment()),
    ):
        pass
    assert held.value.fault is JournalFault.HELD_BY_ANOTHER
    assert held.value.facts["station"] == "T1"
    with start_station(tmp_path, PROGRAM, SteppingClock(), make_environment()):
        pass


def test_every_answer_to_an_outage_leads_on(tmp_path: Path) -> None:
    """At each point of a script: whatever stands in the way of the rounds dealt meanwhile can be done first."""
    clock = SteppingClock()
    with house_in(tmp_path, clock) as house:
        house.staff()
        known = play_script(script("v4-outage"))
        house.play_all(known.given[:1], known.rules)
    entering = next(given for given in known.given if isinstance(given, correction_commands.EnterOutageRounds))
    with house_in(tmp_path, clock) as house:
        supervisor = house.again(SUPERVISOR)
        house.check_done(house.station.table.answer_outage(supervisor, played_on=True))
        refused = house.station.table.give(supervisor, entering)
        assert isinstance(refused, Refusal)
        assert refused.code == "shoe-not-ready"
        first = house.station.table.give(supervisor, commands.PlaceYourBets(by=DEALER, at=0))
        assert isinstance(first, Refusal)
        assert first.code == "outage-rounds-first"
        bringing = commands.BringCards(by=DEALER, at=0, set_name="set-1", decks=8)
        house.check_done(house.station.table.give(supervisor, bringing))
        # A wrong yes is taken back as long as no round was entered.
        house.check_done(house.station.table.answer_outage(supervisor, played_on=False))
        assert house.station.state.outage is Outage.NONE


@pytest.mark.assurance("A6", "A29", "A49")
def test_a_start_whose_rules_have_changed_writes_nothing(tmp_path: Path) -> None:
    clock = SteppingClock()
    known = play_script(script("v4-outage"))
    with house_in(tmp_path, clock) as house:
        house.staff()
        house.play_all(known.given[:1], known.rules)
        house.check_done(house.station.stop(house.m1))
    before = names(tmp_path)

    def changed(read: station_events.RulebookInForce, _letter: str) -> Rules:
        raise RulesChangedError(read.game)

    other = start_station(tmp_path, PROGRAM, clock, replace(make_environment(), rules=changed))
    with pytest.raises(RulesChangedError), other:
        pass
    assert names(tmp_path) == before
    with house_in(tmp_path, clock) as house:
        assert house.station.state.outage is Outage.NONE

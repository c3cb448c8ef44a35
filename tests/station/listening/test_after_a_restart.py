"""What a restart must not forget of devices: errors held, questions, waiting cards. And what it never deals."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dealer_app.domain.cards import CARDS
from dealer_app.journal.memory import MemoryJournal
from dealer_app.observations import (
    CardRead,
    DeviceError,
    ErrorRaised,
    Halted,
    LineUp,
    ReportsLost,
    TumblerActivated,
)
from dealer_app.station.facts import DeviceIncident
from dealer_app.station.listening.automation import ListeningSettings
from dealer_app.station.listening.questions import Link, Question, Reply
from dealer_app.station.starting import Program, started
from dealer_app.station.state import Outage, StationState, apply, read_snapshot, snapshot
from tests.support.attended import KINDS, SHOE, TUMBLER, Attended
from tests.support.live_station import House, SteppingClock, around
from tests.support.rounds import DEALER, SUPERVISOR, TAI_SAI, V4

PROGRAM = Program(station="T1", version="test", rulebooks="")
GAP = ReportsLost(sequence="4", expected="2", at_least=1)
HELD = ErrorRaised(sequence="1", error=DeviceError.OTHER, code="6", halted=Halted.YES)


@contextmanager
def station_in(folder: Path, book: str) -> Iterator[Attended]:
    with started(folder, PROGRAM, SteppingClock(), around()) as station:
        yield Attended.at(House.at(station, SteppingClock()), book, station.journal)


@contextmanager
def first_run(folder: Path, book: str) -> Iterator[Attended]:
    with station_in(folder, book) as table:
        table.house.staff()
        table.seat(book)
        table.listen()
        yield table


@contextmanager
def second_run(folder: Path, book: str, *, answered: bool = True) -> Iterator[Attended]:
    """After a cut; the outage is answered: the table did not play on."""
    with station_in(folder, book) as table:
        table.supervisor = table.house.again(SUPERVISOR)
        table.dealer = table.house.again(DEALER)
        table.station.devices.listen(ListeningSettings(terminal=table.dealer.terminal), KINDS, table.outgoing)
        if answered:
            table.house.done(table.station.table.answer_outage(table.dealer, played_on=False))
        yield table


def test_an_error_is_still_held_after_a_restart(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        table.says(LineUp(port="a"), HELD)
    with second_run(tmp_path, V4) as table:
        known = table.station.state.listening.devices[SHOE]
        assert (known.error, known.link) == ("other 6", Link.CONNECTED)


def test_a_question_and_the_cards_behind_it_are_there_after_a_restart(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        table.closed().says(GAP, CardRead(sequence="4", card=CARDS["KS"]))
    with second_run(tmp_path, V4) as table:
        assert table.questions == [Question.REPORTS_LOST, Question.WAITS]
        assert table.case == "power-failure"
        assert table.first.round == 1
        # The case comes first; the card that waits is of a round that is void then, and is asked about.
        table.answer(Reply.NOTHING)
        assert table.questions == [Question.WAITS]
        assert table.cards == []


def test_an_early_start_is_there_after_a_restart(tmp_path: Path) -> None:
    with first_run(tmp_path, TAI_SAI) as table:
        table.betting().says(TumblerActivated(sequence="1"), device=TUMBLER)
    with second_run(tmp_path, TAI_SAI, answered=False) as table:
        assert table.questions == [Question.STARTED_EARLY]


def test_what_comes_before_the_outage_is_answered_is_logged_and_never_dealt(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        table.closed().says(CardRead(sequence="1", card=CARDS["9H"]))
    with second_run(tmp_path, V4, answered=False) as table:
        before = table.cards
        table.says(LineUp(port="a"), HELD, CardRead(sequence="2", card=CARDS["KS"]))
        assert table.station.state.outage is Outage.ASKED
        assert (table.cards, table.questions) == (before, [])
        assert [each.detail for each in table.events(DeviceIncident)] == ["", "other 6"]
        table.house.done(table.station.table.answer_outage(table.dealer, played_on=False))
        table.station.devices.look()
        # Whatever becomes of the round: the card is asked about, not dealt.
        assert table.cards == before
        assert table.questions == [Question.WHILE_OUT]


def test_a_report_of_an_earlier_session_is_never_dealt() -> None:
    table = Attended(V4).closed().says(CardRead(sequence="1", card=CARDS["9H"]), generation=2)
    table.says(CardRead(sequence="2", card=CARDS["KS"]), generation=1)
    assert table.cards == [CARDS["9H"]]
    assert not table.questions


@pytest.mark.parametrize("book", [V4, TAI_SAI])
def test_what_is_known_of_devices_is_the_fold_of_the_journal_and_survives_a_snapshot(book: str) -> None:
    journal = MemoryJournal()
    table = Attended(book, journal=journal).closed()
    table.says(LineUp(port="a"), HELD, GAP, CardRead(sequence="4", card=CARDS["KS"]))
    table.says(LineUp(port="b"), device=TUMBLER)
    state = StationState()
    for event in table.events(object):
        state = apply(state, event)
    assert state.listening == table.station.state.listening
    assert state.listening.devices.keys() == KINDS.keys()
    assert read_snapshot(snapshot(state)) == state

"""What a restart must not forget of devices: errors held, questions, waiting cards. And what it never deals."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from dealer_app.device_questions import DeviceKind, EntrySubject, Link, Question, Reply
from dealer_app.devices.device_state import ListeningSettings
from dealer_app.domain.cards import CARDS
from dealer_app.domain.dice import Tumble
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import ApprovalNeeded, VoidNeeded
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.values import replace
from dealer_app.journal.store import MemoryJournal
from dealer_app.observations import (
    CardRead,
    DeviceError,
    DiceAtRest,
    ErrorRaised,
    Halted,
    LineUp,
    Resting,
    ShoeResult,
    ShoeWinner,
    TumbleCompleted,
    TumblerActivated,
)
from dealer_app.station.fold import apply_station_event
from dealer_app.station.snapshot import read_snapshot, snapshot_bytes
from dealer_app.station.startup import Program, start_station
from dealer_app.station.state import Outage, StationState
from dealer_app.station_events import DeviceIncident, Incident
from tests.station.listening.shoe_reports import GAP
from tests.support.device_station import KINDS, SHOE, TUMBLER, DeviceStation
from tests.support.live_station import StaffedStation, SteppingClock, make_environment
from tests.support.rounds import DEALER, SUPERVISOR, TAI_SAI, V4

PROGRAM = Program(station="T1", version="test", rulebooks="")
HELD = ErrorRaised(sequence="1", error=DeviceError.OTHER, code="6", halted=Halted.YES)


@contextmanager
def station_in(folder: Path, book: str) -> Iterator[DeviceStation]:
    with start_station(folder, PROGRAM, SteppingClock(), make_environment()) as station:
        yield DeviceStation.from_house(StaffedStation.from_station(station, SteppingClock()), book, station.journal)


@contextmanager
def first_run(folder: Path, book: str, kinds: Mapping[str, DeviceKind] = KINDS) -> Iterator[DeviceStation]:
    with station_in(folder, book) as table:
        table.house.staff()
        table.seat()
        table.listen(kinds)
        yield table


@contextmanager
def second_run(
    folder: Path, book: str, kinds: Mapping[str, DeviceKind] = KINDS, *, answered: bool = True
) -> Iterator[DeviceStation]:
    """After a cut; the outage is answered: the table did not play on."""
    with station_in(folder, book) as table:
        table.supervisor = table.house.again(SUPERVISOR)
        table.dealer = table.house.again(DEALER)
        table.station.devices.listen(ListeningSettings(terminal=table.dealer.terminal), kinds, table.outgoing)
        if answered:
            table.house.check_done(table.station.table.answer_outage(table.dealer, played_on=False))
        yield table


@pytest.mark.assurance("A2")
def test_an_error_is_still_held_after_a_restart(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        table.says(LineUp(port="a"), HELD)
    with second_run(tmp_path, V4) as table:
        known = table.station.state.listening.devices[SHOE]
        assert (known.error, known.link) == ("other 6", Link.CONNECTED)


@pytest.mark.assurance("A2")
def test_a_question_and_the_cards_behind_it_are_there_after_a_restart(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        table.close_bets().says(GAP, CardRead(sequence="4", card=CARDS["KS"]))
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
        table.begin_bets().says(TumblerActivated(sequence="1"), device=TUMBLER)
    with second_run(tmp_path, TAI_SAI, answered=False) as table:
        assert table.questions == [Question.STARTED_EARLY]


@pytest.mark.assurance("A3")
def test_what_comes_before_the_outage_is_answered_is_logged_and_never_dealt(tmp_path: Path) -> None:
    with first_run(tmp_path, V4) as table:
        table.close_bets().says(CardRead(sequence="1", card=CARDS["9H"]))
    with second_run(tmp_path, V4, answered=False) as table:
        before = table.cards
        table.says(LineUp(port="a"), HELD, CardRead(sequence="2", card=CARDS["KS"]))
        assert table.station.state.outage is Outage.ASKED
        assert (table.cards, table.questions) == (before, [])
        assert [each.detail for each in table.events(DeviceIncident)] == ["", "other 6"]
        table.house.check_done(table.station.table.answer_outage(table.dealer, played_on=False))
        table.station.devices.advance()
        # Whatever becomes of the round: the card is asked about, not dealt.
        assert table.cards == before
        assert table.questions == [Question.WHILE_OUT]


def test_a_report_of_an_earlier_session_is_never_dealt() -> None:
    table = DeviceStation(V4).close_bets().says(CardRead(sequence="1", card=CARDS["9H"]), generation=2)
    table.says(CardRead(sequence="2", card=CARDS["KS"]), generation=1)
    assert table.cards == [CARDS["9H"]]
    assert not table.questions


@pytest.mark.assurance("A7")
@pytest.mark.parametrize("book", [V4, TAI_SAI])
def test_what_is_known_of_devices_is_the_fold_of_the_journal_and_survives_a_snapshot(book: str) -> None:
    journal = MemoryJournal()
    table = DeviceStation(book, journal=journal).close_bets()
    table.says(LineUp(port="a"), HELD, GAP, CardRead(sequence="4", card=CARDS["KS"]))
    table.says(LineUp(port="b"), device=TUMBLER)
    state = StationState()
    for event in table.events(object):
        state = apply_station_event(state, event)
    assert state.listening == table.station.state.listening
    assert state.listening.devices.keys() == KINDS.keys()
    assert read_snapshot(snapshot_bytes(state), journal.read_sealed) == state


# What was in memory alone

BANKERS = ShoeResult(sequence="5", winner=ShoeWinner.BANKER, player_pair=False, banker_pair=False)


def four_cards(table: DeviceStation) -> DeviceStation:
    cards = (CARDS[text] for text in ("9H", "KS", "TD", "3C"))
    return table.says(*(CardRead(sequence=str(number), card=card) for number, card in enumerate(cards, start=1)))


def restarted(table: DeviceStation) -> DeviceStation:
    """The devices as a station listens to them that knows of before what the journal says, and nothing else."""
    table.station.devices.listen(ListeningSettings(terminal=table.dealer.terminal), KINDS, table.outgoing)
    return table


def test_a_result_that_was_not_compared_before_a_restart_is_compared_before_settlement() -> None:
    table = four_cards(DeviceStation(V4).close_bets()).says(GAP, BANKERS)
    assert table.questions == [Question.REPORTS_LOST]
    restarted(table).answer(Reply.NOTHING)
    while table.questions:
        table.answer(Reply.NOTHING)
    assert table.case == "wrong-display"
    assert table.expect_refusal(commands.AnnounceResult) == "case-open"
    table.do(correction_commands.ConfirmComparison)
    table.finish()
    assert table.station.state.listening.devices[SHOE].result is None
    assert not restarted(table.begin_bets()).case


def test_a_result_that_was_compared_before_a_restart_is_not_asked_about_again() -> None:
    table = four_cards(DeviceStation(V4).close_bets()).says(GAP, replace(BANKERS, winner=ShoeWinner.PLAYER))
    table.answer(Reply.NOTHING)
    restarted(table).answer(Reply.NOTHING)
    assert (table.case, table.questions) == ("", [])
    table.finish()


def test_a_result_that_waits_is_in_the_journal_without_what_it_says() -> None:
    table = four_cards(DeviceStation(V4).close_bets()).says(GAP, BANKERS)
    (kept,) = (each for each in table.events(DeviceIncident) if each.incident is Incident.RESULT_KEPT)
    assert (kept.device, kept.detail) == (SHOE, "1")


def test_a_result_of_a_round_that_ended_otherwise_is_let_go_after_a_restart() -> None:
    table = four_cards(DeviceStation(V4).close_bets()).says(GAP, BANKERS)
    restarted(table).do(commands.Report, trouble=IrregularityKind.WRONG_NUMBER_OF_CARDS.value)
    while table.station.state.table.cases:
        meet_void(table)
    while table.questions:
        table.answer(Reply.NOTHING)
    assert (table.case, table.station.state.table.round) == ("", None)
    assert table.station.state.listening.devices[SHOE].result is None


def meet_void(table: DeviceStation) -> None:
    match table.station.state.table.cases[-1].needs[0]:
        case ApprovalNeeded():
            table.do(commands.Approve, by=SUPERVISOR)
        case VoidNeeded():
            table.do(commands.ConfirmVoid)
        case need:
            raise AssertionError(need)


def test_after_a_restart_in_a_round_what_lies_there_is_asked_though_the_line_came_up_before_the_outage_was_answered(
    tmp_path: Path,
) -> None:
    with first_run(tmp_path, V4) as table:
        table.says(LineUp(port="a")).close_bets().says(CardRead(sequence="1", card=CARDS["9H"]))
    with second_run(tmp_path, V4, answered=False) as table:
        table.says(LineUp(port="a"))
        assert table.questions == []
        table.house.check_done(table.station.table.answer_outage(table.dealer, played_on=False))
        table.station.devices.advance()
        assert table.questions == [Question.WHILE_OUT]


def test_after_a_restart_within_a_tumble_the_dice_that_lie_there_are_asked() -> None:
    table = DeviceStation(TAI_SAI).close_bets()
    table.says(TumblerActivated(sequence="1"), TumbleCompleted(sequence="2", number=1), device=TUMBLER)
    restarted(table)
    assert table.questions == [Question.WHILE_OUT]
    assert table.first.what is EntrySubject.DICE_UNHEARD
    alone = table.try_answer(dice=(2, 5, 6), tumbles=3, flat=(True, True, True))
    assert isinstance(alone, Refusal)
    assert alone.code == "second-needed"
    table.answer(dice=(2, 5, 6), tumbles=3, flat=(True, True, True), seconded=True)
    assert table.table.round is not None
    assert table.table.round.dice == (2, 5, 6)


def test_dice_of_a_tumble_of_which_a_restart_missed_the_beginning_are_asked_not_taken() -> None:
    table = DeviceStation(TAI_SAI).close_bets()
    table.says(TumblerActivated(sequence="1"), TumbleCompleted(sequence="2", number=1), device=TUMBLER)
    restarted(table).answer(Reply.NOTHING)
    flat = (Resting.FLAT,) * 3
    table.says(
        TumbleCompleted(sequence="3", number=2),
        TumbleCompleted(sequence="4", number=3),
        DiceAtRest(sequence="5", dice=Tumble((2, 5, 6)), resting=flat),
        device=TUMBLER,
    )
    assert table.questions == [Question.HOW_THEY_LIE]


def test_a_restart_between_two_rounds_asks_nothing() -> None:
    table = four_cards(DeviceStation(V4).close_bets()).finish()
    assert restarted(table).questions == []
    table.says(LineUp(port="a"))
    assert table.questions == []

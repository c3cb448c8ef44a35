"""A past round shows at each of its steps the very screen that was there, made again from the journal alone."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from dealer_app.clock import Timestamp, local_gaming_day
from dealer_app.domain.round.commands import OpenTable
from dealer_app.domain.round.correction_events import OutageRoundsEntered
from dealer_app.domain.round.events import ClaimRaised, RoundConcluded, RoundVoided
from dealer_app.domain.round.table_settings import make_rules, usual_table
from dealer_app.domain.values import replace
from dealer_app.journal.search import PastRounds, open_past_rounds
from dealer_app.journal_errors import DamagedError
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.context import Looks
from dealer_app.screens.controller import ScreenController
from dealer_app.screens.input_state import InputState
from dealer_app.screens.presenter import build_screen
from dealer_app.screens.recall import past_reader
from dealer_app.screens.recall.moments import RoundMoments, read_moments
from dealer_app.screens.recall.past_reader import is_withheld, read_view, search_view
from dealer_app.screens.recall.past_screen import PastPlace, local_time, past_context
from dealer_app.screens.recall.recall_page import recall_page
from dealer_app.screens.recall.recall_view import RecallFault, RecallView, search_text
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.screens.screen import Screen
from dealer_app.scripts.language import read_command
from dealer_app.station.snapshot import SnapshotKeeper
from tests.support.desk_settings import PLACE, QUIET
from tests.support.journal_damage import alter_journal
from tests.support.journals import play_script, sqlite_journal
from tests.support.live_station import StaffedStation
from tests.support.long_tests import mostly_long
from tests.support.rounds import DEALER, SUPERVISOR, V4
from tests.support.screen_contexts import state_context
from tests.support.traces import Script, read_scripts


def no_progress() -> Any:
    return nullcontext(lambda _at, _of: True)


class WatchedTable:
    """A station with the screen of its dealer: what it showed after each decision, by the last event of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.house = StaffedStation(sqlite_journal(folder))
        self.terminal = self.house.person_proof(DEALER).terminal
        self.at = self.house.clock.at
        self.shown: dict[int, Screen] = {}
        station = self.house.station
        place = replace(
            PLACE,
            terminal=self.terminal,
            time_text=lambda _: f"{local_time(self.at.utc, self.at.offset):%H:%M:%S}",
            day_text=lambda _: local_gaming_day(self.at),
        )
        runner: Any = None
        self.desk = ScreenController(station, runner, QUIET, place, looks=Looks(), history=ResultsHistory())
        station.add_follower(self._follow)

    def _follow(self, _done: object, _author: object, at: Timestamp) -> None:
        self.at = at
        self.desk.show()
        self.shown[self.house.station.journal.head().sequence] = self.desk.screen


def same(screen: Screen) -> Screen:
    """For how long the step lasts is in no journal."""
    return replace(screen, rail=replace(screen.rail, since=""), writes="")


def recalled(folder: Path, read: Callable[[PastRounds], Any]) -> Any:
    with open_past_rounds(folder, no_progress) as past:
        return read(past)


def every_round(past: PastRounds) -> list[RoundMoments]:
    found, place = [], past.last_place()
    while place is not None:
        found.append(read_moments(past, place))
        place, _ = past.find_neighbours(place)
    return found


@pytest.mark.parametrize("script", mostly_long(read_scripts(), keep_every=25), ids=lambda script: script.name)
def test_each_step_shows_the_screen_that_the_dealer_saw(script: Script, tmp_path: Path) -> None:
    table = WatchedTable(tmp_path)
    known = play_script(script)
    table.house.play_all(known.given, known.rules)
    table.house.station.journal.close()
    rounds = recalled(tmp_path, every_round)
    ends = RoundConcluded | RoundVoided | OutageRoundsEntered
    ended = sum(isinstance(one, ends) for done in known.happened for one in done)
    disputed = any(isinstance(one, ClaimRaised) for done in known.happened for one in done)
    assert bool(rounds) is bool(ended) or disputed
    at = PastPlace(terminal=table.terminal, positions=PLACE.positions, looks=Looks())
    for of in rounds:
        for moment in of.moments:
            context = past_context(of, moment, at)
            assert context is not None
            assert same(build_screen(context)) == same(table.shown[moment.last])


def screens(of: RoundMoments) -> list[Screen]:
    at = PastPlace(terminal="table", positions=PLACE.positions, looks=Looks())
    contexts = [past_context(of, moment, at) for moment in of.moments]
    return [build_screen(context) for context in contexts if context is not None]


BOOK = load_rulebook(V4)
RULES = make_rules(BOOK, BOOK.layouts[0])
TABLE = usual_table(BOOK, BOOK.layouts[0])
SHOE = ("cards in set 8", "check Supervisor-1", "shuffle", "cut", "burn 0")
ROUND = ("place your bets", "bet 1 player 1000", "no more bets", "card 9S", "card KS", "card KD", "card 2D", "result")


def play(house: StaffedStation, *lines: str) -> None:
    for line in lines:
        house.check_done(house.play(read_command(line, table=TABLE, at=0), RULES))


def two_sittings(folder: Path) -> StaffedStation:
    """A round at each of two openings of the table."""
    house = StaffedStation(sqlite_journal(folder))
    for end in ("close table", ""):
        house.check_done(house.play(OpenTable(by=SUPERVISOR, at=0, table=TABLE), RULES))
        play(house, *SHOE, *ROUND, "settled", *([end] if end else []))
    return house


def test_the_rounds_are_found_one_before_the_other_over_a_closing(tmp_path: Path) -> None:
    two_sittings(tmp_path).station.journal.close()
    later, earlier = recalled(tmp_path, every_round)
    assert (earlier.place.number, later.place.number) == (1, 2)
    assert [len(of.moments) for of in (earlier, later)] == [9, 9]
    with open_past_rounds(tmp_path, no_progress) as past:
        assert past.find_neighbours(earlier.place) == (None, later.place)
        assert past.find_neighbours(later.place) == (earlier.place, None)


def test_from_a_snapshot_it_is_the_same_as_from_the_events_alone(tmp_path: Path) -> None:
    house = two_sittings(tmp_path)
    taken = SnapshotKeeper(tmp_path, "test", house.station.journal).take_snapshot(house.station.state)
    assert taken is not None
    house.check_done(house.station.record(taken))
    play(house, *ROUND, "settled")
    house.station.journal.close()
    fast = screens(recalled(tmp_path, every_round)[0])
    for snapshot in tmp_path.glob("snapshot-*.json"):
        snapshot.unlink()
    assert screens(recalled(tmp_path, every_round)[0]) == fast


def test_a_round_of_which_a_card_is_being_read_independently_is_withheld(tmp_path: Path) -> None:
    house = two_sittings(tmp_path)
    (of,) = recalled(tmp_path, lambda past: every_round(past)[:1])
    context = state_context(RULES, house.station.state.table)
    assert not is_withheld(context, of)
    play(house, "correct card 4 to 3C misread")
    asked = state_context(RULES, house.station.state.table)
    assert is_withheld(asked, of)
    house.station.journal.close()


def test_the_round_in_play_is_not_found_and_the_last_one_is(tmp_path: Path) -> None:
    house = two_sittings(tmp_path)
    play(house, *ROUND[:4])
    house.station.journal.close()
    with open_past_rounds(tmp_path, no_progress) as past:
        place = past.last_place()
        assert place is not None
        assert place.number == 2
        assert past.find_neighbours(place)[1] is None


@pytest.mark.parametrize(
    ("keyed", "rounds"),
    [
        ({"past-round": "2"}, [2]),
        ({"past-seat": "1"}, [2, 1]),
        ({"past-seat": "5"}, []),
        ({"past-clause": "5.99"}, []),
        ({"past-shoe": "1", "past-seat": "1"}, [1]),
        ({"past-day": "20270115"}, [2, 1]),
    ],
)
def test_a_search_finds_what_has_all_that_is_keyed(tmp_path: Path, keyed: dict[str, str], rounds: list[int]) -> None:
    two_sittings(tmp_path).station.journal.close()
    view = search_view(tmp_path, search_text(InputState(texts=keyed)))
    assert [found.number for found in view.found] == rounds
    assert (view.fault is RecallFault.NOT_FOUND) is not bool(rounds)


def test_a_clause_is_searched_in_all_rounds_and_not_in_the_latest_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(past_reader, "_MOST_FOUND", 2)
    house = two_sittings(tmp_path)
    play(house, *ROUND, "claim he says", "as pit_supervisor Supervisor-1 close claim 5.14 no", "settled")
    disputed = house.station.state.table.rounds
    for _ in range(4):
        play(house, *ROUND, "settled")
    house.station.journal.close()
    with_clause = InputState(texts={"past-clause": "5.14"})
    (found,) = search_view(tmp_path, search_text(with_clause)).found
    assert found.number == disputed
    assert not search_view(tmp_path, search_text(InputState(texts={"past-clause": "5.1"}))).found


def test_a_dispute_pack_is_offered_to_a_supervisor_for_a_round_with_a_dispute(tmp_path: Path) -> None:
    house = two_sittings(tmp_path)
    play(house, *ROUND, "claim that the chips lay on Banker", "as pit_supervisor Supervisor-1 close claim 5.14 no")
    play(house, "settled")
    disputed, plain = recalled(tmp_path, every_round)[:2]
    state = house.station.state.table

    def waits(of: RoundMoments, role: str) -> str:
        view = RecallView(of=of, step=len(of.moments) - 1)
        context = state_context(RULES, state, role=role, can_save_reports=True)
        control = recall_page(context, view).primary
        assert (control.act is None) is bool(control.waits)
        return control.waits.first

    assert waits(disputed, "pit_supervisor") == ""
    assert "Pit Supervisor" in waits(disputed, "dealer")
    assert waits(plain, "pit_supervisor") == "No dispute was raised in this round"
    house.station.journal.close()


def test_a_usual_reason_of_a_dispute_is_read_in_words_with_whose_it_is(tmp_path: Path) -> None:
    house = two_sittings(tmp_path)
    play(house, *ROUND, "claim by 1 : claims-payment", "as pit_supervisor Supervisor-1 close claim 5.14 no")
    play(house, "settled")
    disputed = recalled(tmp_path, every_round)[0]
    context = state_context(RULES, house.station.state.table)
    page = recall_page(context, RecallView(of=disputed, step=len(disputed.moments) - 1))
    assert "Seat 1: “Was paid wrongly”" in str(page)
    assert "claims-payment" not in str(page)
    house.station.journal.close()


def test_a_damaged_round_is_not_shown(tmp_path: Path) -> None:
    two_sittings(tmp_path).station.journal.close()
    alter_journal(tmp_path, "UPDATE events SET badge = 'D9' WHERE name = 'result-announced'")
    with pytest.raises(DamagedError):
        read_view(tmp_path, "")

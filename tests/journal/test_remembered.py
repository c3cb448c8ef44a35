"""What the journal says of the time before a window was opened: as far as a shoe goes back, and no entry further on."""

from pathlib import Path

import pytest

from dealer_app.domain.round import events
from dealer_app.journal.codec import encode
from dealer_app.journal_errors import JournalError
from dealer_app.screens.results_history import build_history
from dealer_app.screens.timeline import TimelineEvent, build_timeline
from dealer_app.station_window import read_recent_history
from tests.support.journals import WRITTEN, script_decisions
from tests.support.long_journals import fill
from tests.support.traces import Script, read_scripts

ROUNDS = 90
OF_A_FULL_TABLE = 200
"""Events of a round in which everybody bets, and much goes wrong."""


def written(event: object) -> TimelineEvent:
    return TimelineEvent(event, WRITTEN.utc, WRITTEN.offset, WRITTEN.badge, WRITTEN.position)


@pytest.mark.parametrize("script", read_scripts()[::9], ids=lambda script: script.path.stem)
def test_it_is_what_a_desk_would_have_heard_up_to_that_entry(tmp_path: Path, script: Script) -> None:
    decisions = script_decisions(script)[0]
    fill(tmp_path, (([encode(event) for event in each], WRITTEN) for each in decisions))
    heard = [event for each in decisions for event in each]
    for last in {1, len(heard) // 3, len(heard) // 2, len(heard)}:
        history, chronicle = read_recent_history(tmp_path, last)
        assert history == build_history(heard[:last])
        assert chronicle == build_timeline(map(written, heard[:last]))


def test_a_whole_shoe_of_a_full_table_is_remembered(tmp_path: Path) -> None:
    filler = [encode(events.BetsClosed(late=False))] * (OF_A_FULL_TABLE - 1)
    rounds = range(1, ROUNDS + 1)
    head = fill(tmp_path, (([encode(events.RoundBegan(number=number)), *filler], WRITTEN) for number in rounds))
    _, chronicle = read_recent_history(tmp_path, head.sequence)
    assert [len(chronicle.round_events(number)) for number in rounds] == [OF_A_FULL_TABLE] * ROUNDS


def test_where_there_is_no_journal_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(JournalError):
        read_recent_history(tmp_path, 1)

"""A whole-round exam killed at the window: no answer that was shown as taken is lost, and none is asked twice."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

from dealer_app.practice.folder import open_practice
from dealer_app.practice.round_exam import resume_rounds
from dealer_app.practice.scenario_check import scenario_table
from dealer_app.practice_events import RoundAnswered
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

_KILL_AFTER = Random(7).randrange(4, 9)


def _answer_until_killed(folder: Path) -> int:
    """How many answers the window had shown as taken."""
    command = [sys.executable, "-m", "tests.ui.at_the_window.exam_until_kill", str(folder)]
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    taken = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=surroundings) as child:
        assert child.stdout is not None
        for line in child.stdout:
            taken = int(line)
            if taken == _KILL_AFTER:
                child.send_signal(signal.SIGKILL)
    return taken


def test_no_answer_that_was_shown_as_taken_is_lost_and_none_is_asked_twice(tmp_path: Path) -> None:
    taken = _answer_until_killed(tmp_path / "practice")
    assert taken >= _KILL_AFTER
    with open_practice(tmp_path / "practice", PROGRAM, SteppingClock(), lambda: "t2") as folder:
        ((number, trainee),) = folder.state.open_exams.items()
        exam = folder.state.trainees[trainee].exams[-1]
        assert exam.session == number
        assert exam.answered >= taken
        written = [event for event in folder.session_events(number) if isinstance(event, RoundAnswered)]
        session = resume_rounds(folder, exam, scenario_table(exam.book, exam.layout), "")
        asked = [(each.round, each.moment.number, each.place) for each in session.decisions]
        assert asked == [(event.round, event.moment, event.question) for event in written]
        following = (len(session.plays) - 1, session.moment.number, session.place)
        assert following not in asked

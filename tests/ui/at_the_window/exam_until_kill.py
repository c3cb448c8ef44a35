"""An exam of whole rounds at a real window that is answered until it is killed, in a process of its own.

    python -m tests.ui.at_the_window.exam_until_kill FOLDER

says on standard output after each answer how many are shown as taken, and goes on until somebody kills it.
"""

import sys
from itertools import count
from pathlib import Path

from PySide6.QtWidgets import QApplication

from dealer_app.practice.folder import open_practice
from dealer_app.screens.practice.view import PracticePage
from dealer_app.screens.screen import StepsShown, TableStage
from dealer_app.station.startup import make_clock
from tests.support.house_run import PROGRAM
from tests.ui.at_the_window.practice_window import AtPracticeWindow, practice_window
from ui.theme import fonts


def count_taken(at: AtPracticeWindow) -> int:
    """The answers of this round on the strip, and those of the rounds before."""
    stage, session = at.desk.screen.stage, at.desk.rounds.current
    before = sum(decision.round < len(session.plays) - 1 for decision in session.decisions)
    assert isinstance(stage, TableStage)
    assert isinstance(stage.past, StepsShown)
    return before + len(stage.past.steps) - 1


def main(folder: Path) -> None:
    app = QApplication([])
    fonts.install_fonts()
    numbers = count(1)
    with open_practice(folder, PROGRAM, make_clock(), lambda: f"t{next(numbers)}") as practice:
        practice.enroll("Trainee 4")
        with practice_window(practice) as at:
            at.press("trainee", "t1")
            at.press("rounds")
            at.touch("round-exam")
            at.key("Enter")
            while at.page is PracticePage.ROUND:
                at.answer(at.press_key, at.desk.rounds.current.question.right[0])
                if at.page is PracticePage.ROUND:
                    print(count_taken(at), flush=True)
    del app


if __name__ == "__main__":
    main(Path(sys.argv[1]))

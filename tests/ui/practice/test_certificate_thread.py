"""Certificates are made beside the window of practice: on a thread, with an answer on that of the window."""

import asyncio
from itertools import count
from pathlib import Path

from dealer_app.domain.round.table_settings import make_rules
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.exam import ExamSession, end_waiting_exam
from dealer_app.practice.folder import open_practice
from dealer_app.practice_window import CertificateThread
from dealer_app.reports.report_files import write_certificate
from dealer_app.rulebooks import load_rulebook
from dealer_app.texts import Language, language_pair
from tests.support.house_run import PROGRAM
from tests.support.live_station import SteppingClock

BOOK = load_rulebook("tai-sai-open-cover-v5")
TABLE = DrillTable(make_rules(BOOK, BOOK.layouts[0]))


def test_the_window_hears_that_a_certificate_is_there_or_why_it_is_not(tmp_path: Path) -> None:
    numbers = count(1)
    with open_practice(tmp_path / "practice", PROGRAM, SteppingClock(), lambda: f"t{next(numbers)}") as folder:
        exam = ExamSession(folder, folder.enroll("Trainee 4").trainee, TABLE, seed=7, items=2)
        exam.halt()
        thread, output = CertificateThread(folder, write_certificate), tmp_path / "certificate.pdf"

        async def ask(language: Language) -> str:
            thread.loop = asyncio.get_running_loop()
            heard: asyncio.Future[str] = thread.loop.create_future()
            other = Language.ZH_HANT if language is Language.EN else Language.EN
            thread.write(exam.number, output, language_pair(language, other), heard.set_result)
            return await heard

        assert asyncio.run(ask(Language.EN)).startswith("Exam 1 waits")
        assert asyncio.run(ask(Language.ZH_HANS)).startswith("考核 1")
        assert not output.exists()
        end_waiting_exam(folder, exam.number, "")
        assert asyncio.run(ask(Language.EN)) == ""
        assert output.read_bytes().startswith(b"%PDF")
        thread.close()

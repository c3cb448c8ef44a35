"""Rounds in practice: holds the session that is on, and does what is pressed on its pages. A part of the controller.

The engine and the folder judge; here is only which page follows.
"""

import secrets
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from dealer_app.domain.values import replace
from dealer_app.practice.debrief import make_debrief
from dealer_app.practice.device_reports import MakeDevice
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.questions import Answer, Competency
from dealer_app.practice.round_exam import USUAL_ROUNDS, choose_rounds, resume_rounds
from dealer_app.practice.round_session import RoundSession, scenario_item
from dealer_app.practice.scenario_check import load_shelf, scenario_table
from dealer_app.practice.scenarios import HIGHEST_LEVEL, ScenarioShelf, load_scenarios
from dealer_app.practice.trainee_records import ExamRecord, shoe_round
from dealer_app.practice_events import PracticeMode, RoundItem
from dealer_app.screens.blocks import LaneRemark, ScreenText
from dealer_app.screens.practice.debrief_page import STEP_OF_VIEW, moment_in_sight
from dealer_app.screens.practice.exam_desk import ExamDesk
from dealer_app.screens.practice.round_view import RoundInput, RoundView, SessionView, next_book
from dealer_app.screens.practice.view import PracticeDesk, PracticePage
from dealer_app.screens.screen import Cue

_SEEDS = 10**9
_LEAST_TICK = 200
"""Milliseconds: what is shorter is added up before the round hears of it."""


class RoundDesk(PracticeDesk, Protocol):
    """What rounds need of the screen beside what all its parts share."""

    exam: ExamDesk
    make_device: MakeDevice | None

    @property
    def table(self) -> DrillTable: ...

    def await_answer(self, page: PracticePage) -> None:
        """A question is on the screen: nothing of it is keyed yet, and its time begins."""

    def question_age(self) -> int:
        """How long the question is on the screen, in milliseconds."""

    def sound(self, cue: Cue) -> None: ...

    def panel_label(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label of the trainer's panel."""


class RoundControl:
    """The rounds of one screen."""

    def __init__(self, desk: RoundDesk, shelf: ScenarioShelf | None = None) -> None:
        self._desk = desk
        self._shelf = shelf
        self.keyed = RoundInput()
        self.session: RoundSession | None = None
        self.note_begin: Callable[[RoundSession], None] = lambda _before: None
        """What else follows when another session begins after this one."""
        self._ticked = 0
        self._began_at = 0
        """When the session began, in microseconds since 1970: notes of trainers that came later are of it."""
        self._items = 0
        """Of an exam: how many decisions it asks for."""

    @property
    def shelf(self) -> ScenarioShelf:
        """Read when somebody first looks for a scenario."""
        if self._shelf is None:
            self._shelf = load_shelf(self._desk.folder.path)
        return self._shelf

    def forget_shelf(self) -> None:
        """A trainer has written a scenario: the next who looks for one finds it."""
        self._shelf = None

    @property
    def current(self) -> RoundSession:
        assert self.session is not None, "a session of rounds has begun"
        return self.session

    @property
    def steps(self) -> Mapping[str, Callable[[str], None]]:
        """What can be pressed on the pages of rounds."""
        return {
            "rounds": lambda _: self._open(PracticePage.ROUNDS),
            "scenarios": lambda _: self._open(PracticePage.SCENARIOS),
            "round-mode": self._choose_mode,
            "round-level": lambda _: self._change(level=(self.keyed.level + 1) % (HIGHEST_LEVEL + 1), place=0),
            "round-order": lambda _: self._change(by_clause=not self.keyed.by_clause, place=0),
            "round-book": lambda _: self._change(book=next_book(self.keyed, self._desk.table.rules.book.game), place=0),
            "round-page": lambda value: self._change(place=max(0, self.keyed.place + int(value))),
            "round-begin": lambda _: self._begin_dealt(),
            "scenario": self._begin_scenario,
            "round-again": lambda _: self._begin_again(),
            "round-exam": lambda _: self._seal_exam(),
            "round-tick": lambda _: self._tick(),
            "round-do": lambda _: self.answer(self.current.question.right[0]),
            "round-other": lambda _: self._refuse_other(),
            "round-rate": lambda _: self.rate(dict(self._desk.keyed.ratings)),
            "debrief-error": self._look_at_error,
            "debrief-book": lambda _: self._change(is_answer_open=True),
            "debrief-move": self._move_lanes,
            "debrief-round": lambda value: self._change(round=int(value), moment=0),
        }

    def _change(self, **changes: Any) -> None:
        self.keyed = replace(self.keyed, **changes)

    def _open(self, page: PracticePage) -> None:
        self._desk.open_page(page)

    def _choose_mode(self, mode: str) -> None:
        self._change(mode=PracticeMode(mode))

    # A session begins

    def _begin_dealt(self) -> None:
        record = self._desk.folder.state.trainees[self._desk.trainee]
        by_chance = RoundItem(seed=1 + secrets.randbelow(_SEEDS))
        item = shoe_round(record.shoe, record.shoe_rounds) if record.shoe else by_chance
        self._begin((item,), self.keyed.mode)

    def _begin_scenario(self, name: str) -> None:
        scenario = self.shelf.files[name].scenario
        self._open_table(scenario_table(scenario.book, scenario.layout))
        self._begin((scenario_item(self.shelf, name),), self.keyed.mode)

    def _open_table(self, table: DrillTable) -> None:
        """The document and layout of a scenario are the open ones from now on."""
        if table is not self._desk.table:
            self._desk.use_table(table)

    def _begin_again(self) -> None:
        """The rounds that were just played, once more."""
        mode = self.current.mode
        self._begin(self.current.rounds, PracticeMode.UNGUIDED if mode is PracticeMode.EXAM else mode)

    def _begin(self, rounds: tuple[RoundItem, ...], mode: PracticeMode, seed: int = 0) -> None:
        before = self.session
        self.session = RoundSession(
            self._desk.folder,
            self._desk.trainee,
            self._desk.table,
            mode=mode,
            rounds=rounds,
            seed=seed,
            shelf=self.shelf,
            make_device=self._desk.make_device,
        )
        self._began_at = self._desk.folder.now().utc
        self._items = 0
        if mode is PracticeMode.EXAM:
            self._desk.exam.number = self.session.number
            sealed = self._desk.exam.find()
            self._items = 0 if sealed is None else sealed.items
            self._open(PracticePage.EXAM_SEALED)
        else:
            if before is not None:
                self.note_begin(before)
            self.show_question()

    def _seal_exam(self) -> None:
        """The rounds of an exam, of which the hash is shown before the first of them."""
        keyed = self._desk.keyed.digits
        seed = int(keyed) if keyed else 1 + secrets.randbelow(_SEEDS)
        # Of those that come with the station alone: who repeats an exam elsewhere has no others.
        rounds = choose_rounds(self._desk.table, load_scenarios(), seed, USUAL_ROUNDS)
        self._begin(rounds, PracticeMode.EXAM, seed)

    def is_exam_sat(self, number: int) -> bool:
        """Whether the exam of this number is one of whole rounds that is sealed or sat here."""
        return self.session is not None and self.session.is_exam and self.session.number == number

    def resume_exam(self, exam: ExamRecord, trainer: str) -> None:
        """An exam that was left goes on at the question at which it was left. Raises ExamChangedError."""
        table = scenario_table(exam.book, exam.layout)
        session = resume_rounds(self._desk.folder, exam, table, trainer, self.shelf)
        self.session, self._items, self._began_at = session, exam.items, exam.at
        self._open_table(table)
        self.show_question()

    def _refuse_other(self) -> None:
        self._change(is_other_pressed=True)
        self._desk.sound(Cue.REFUSED)

    def show_question(self) -> None:
        """What is asked now, or what follows where nothing is asked any more."""
        if self.current.is_over:
            self.end()
            return
        self._ticked = 0
        self._change(is_other_pressed=False)
        self._desk.await_answer(PracticePage.ROUND)
        session = self.current
        if not session.is_exam:
            # As at a live table: what has gone wrong is heard, once.
            stops = session.is_step_asked and (session.asked.scene.story or session.moment.say)
            self._desk.sound(Cue.STOP if stops else Cue.YOUR_TURN)

    # While it is on

    def answer(self, answer: Answer) -> None:
        """Gives an answer, and goes on to what follows. Raises JournalError where it cannot be written."""
        session = self.current
        if session.frozen_at is not None:
            # It is on the screen that the trainer has stopped the round.
            self._desk.sound(Cue.REFUSED)
            return
        decision = session.answer(answer, self._desk.question_age())
        if not session.is_exam and not decision.mark.right and session.mode is PracticeMode.UNGUIDED:
            self._desk.sound(Cue.REFUSED)
        if session.ask_next():
            self.show_question()
        else:
            self.end()

    def _tick(self) -> None:
        """Time passes at the table; something may come of it, by which another question is asked."""
        session, waited = self.current, self._desk.question_age() - self._ticked
        if session.is_over or waited < _LEAST_TICK:
            return
        self._ticked += waited
        if session.tick(waited):
            self.show_question()

    def end(self) -> None:
        """To the own rating; an exam that is left before its end waits for a trainer."""
        session = self.current
        session.end()
        if session.is_exam and not session.is_over:
            self._open(PracticePage.EXAM_WAITS)
            self.session = None
        else:
            self._open(PracticePage.ROUND_RATING if session.decisions else PracticePage.ROUNDS)

    # After it

    def rate(self, ratings: Mapping[Competency, int]) -> None:
        """The own rating is given: what was computed may be seen."""
        self.current.rate(ratings)
        self.show_debrief()

    def show_debrief(self) -> None:
        self._change(error=0, is_answer_open=False)
        self._look_at_error("0")
        self._open(PracticePage.DEBRIEF)

    def _look_at_error(self, value: str) -> None:
        debrief = make_debrief(self.current)
        errors = 0 if debrief is None else len(debrief.flags)
        place = int(value) % errors if errors else 0
        self._change(error=place, is_answer_open=False)
        if debrief is not None:
            where = len(debrief.scenarios) - 1 if not errors else debrief.flags[place].round
            self._change(round=where, moment=moment_in_sight(debrief, place) if errors else 0)

    def _move_lanes(self, value: str) -> None:
        self._change(moment=max(0, self.keyed.moment + int(value) * STEP_OF_VIEW))

    # What the screen is made from

    def view(self) -> RoundView:
        session = self.session
        if session is None:
            return RoundView(keyed=self.keyed, shelf=self.shelf)
        exam = session.is_exam
        return RoundView(
            keyed=self.keyed,
            shelf=self.shelf,
            session=SessionView(
                number=session.number,
                mode=session.mode,
                asked=session.asked,
                question=session.round_question,
                is_step_asked=session.is_step_asked,
                decisions=tuple(session.decisions),
                scenario=session.scenario,
                round=len(session.plays),
                rounds=session.rounds_to_play,
                seed=session.seed,
                items=self._items,
                items_hash=session.items_hash if exam else "",
                waited=self._desk.question_age(),
                is_frozen=session.frozen_at is not None,
                debrief=make_debrief(session),
                remarks=self._list_remarks(session),
            ),
        )

    def _list_remarks(self, session: RoundSession) -> tuple[LaneRemark, ...]:
        """What trainers wrote since the session began; what came after its end stands at its end."""
        folder = self._desk.folder
        known = folder.trainees.get(session.trainee)
        end = sum(each.milliseconds for each in session.decisions)
        found = []
        for note in () if known is None else known.notes:
            if note.at >= self._began_at:
                trainer = folder.trainers.get(note.trainer)
                name = note.trainer if trainer is None else trainer.name
                at = min((note.at - self._began_at) // 1000, end)
                words = note.text or self._desk.panel_label(note.mark).first
                found.append(LaneRemark(at=at, text=f"{name}: {words}"))
        return tuple(found)

"""The screen of practice while it runs: takes touches and keys, and holds what is keyed; the folder keeps the answers.

It stands behind the same window as the screen of a table, and has neither station nor device.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from dealer_app.domain.plain_text import PIN_DIGITS, visible_text
from dealer_app.domain.values import replace
from dealer_app.people.pins import Pin
from dealer_app.practice.device_reports import MakeDevice
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.exam import ExamSession
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.questions import AnswerForm, Competency
from dealer_app.practice.round_session import RoundSession
from dealer_app.practice.scenario_check import first_table, scenario_table
from dealer_app.practice.session import DrillSession, table_skills
from dealer_app.practice.skills import Skill, load_skills
from dealer_app.practice.trainee_records import TraineeRecord
from dealer_app.practice_events import PracticeSessionRated
from dealer_app.rulebooks import GAMES
from dealer_app.screens.actions import Action, Practise
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText
from dealer_app.screens.context import AssetFault, Looks, ThemeChoice
from dealer_app.screens.input_state import Panel
from dealer_app.screens.key_input import BACKSPACE, ENTER, screen_controls
from dealer_app.screens.labels import section_text
from dealer_app.screens.ports import WindowPort
from dealer_app.screens.practice.class_page import rows_a_page
from dealer_app.screens.practice.exam_desk import ExamDesk
from dealer_app.screens.practice.pages import view_next_name
from dealer_app.screens.practice.panel_control import PanelControl
from dealer_app.screens.practice.panel_window import PanelWindow
from dealer_app.screens.practice.practice_screen import build_practice_screen
from dealer_app.screens.practice.round_control import RoundControl
from dealer_app.screens.practice.scenario_editor import ScenarioEditor
from dealer_app.screens.practice.trainer_pages import AGAIN_FIELD, NAME_FIELD
from dealer_app.screens.practice.trainer_room import TrainerRoom
from dealer_app.screens.practice.view import (
    CertificateDesk,
    PinDesk,
    PracticeInput,
    PracticePage,
    PracticeView,
    read_answer,
)
from dealer_app.screens.screen import Cue, Screen
from dealer_app.texts import Language, LanguagePair, language_pair

MOST_DIGITS, MOST_LETTERS, MOST_PIN_DIGITS = 9, 60, PIN_DIGITS[1]
PIN_PAGES = frozenset({PracticePage.TRAINER, PracticePage.TRAINER_PIN})
TEXT_PAGES = frozenset({PracticePage.TRAINEES, PracticePage.TRAINER, PracticePage.NOTE, PracticePage.NAME})
ASKED_TWICE = frozenset({"stop", "round-tick", "erase-sure", "remove-trainer", "end-exam"})
_KEYED = frozenset({"digit", "choose", "area"})
"""What is keyed of an answer: each is heard as taken."""
ESC = "Esc"
_DEAF_MILLISECONDS = 400
"""Enter does nothing for so long after a question or a verdict came up: nobody can have meant it."""


class PracticeController:
    """One screen of practice. `milliseconds` is a clock that only goes forward."""

    can_look_back = False
    """What was practised is looked back on in practice itself."""

    def __init__(  # noqa: PLR0913 - what a screen of practice is made of
        self,
        folder: PracticeFolder,
        window: WindowPort,
        looks: Looks,
        milliseconds: Callable[[], int],
        pins: PinDesk,
        *,
        is_from_demo: bool = False,
        make_device: MakeDevice | None = None,
        certificates: CertificateDesk | None = None,
    ) -> None:
        """With `make_device` rounds are reported by a simulated device, which a trainer can let fail."""
        self.certificates = certificates
        self.folder = folder
        self.make_device = make_device
        self._window = window
        self._looks = looks
        self.milliseconds = milliseconds
        self._is_from_demo = is_from_demo
        self.keyed = PracticeInput()
        self.trainee = ""
        self.rounds = RoundControl(self)
        self.exam = ExamDesk(self, self._show_exam_question, lambda: self.room)
        self.room: TrainerRoom = TrainerRoom(self, pins, self._decides_exam)
        self.exam.resume_rounds = self.rounds.resume_exam
        self.panel = PanelControl(self)
        self.second = PanelWindow(self, lambda: self._window)
        self.editor = ScenarioEditor(self)
        self._held_age: int | None = None
        """How old the question was when its clock was stopped."""
        self._table = first_table(GAMES[0])
        self._skills = table_skills(self._table)
        self._session: DrillSession | None = None
        # A file of skills with a fault is named at once; what of it can be asked is asked.
        self._notice = ScreenText(next(iter(load_skills().faults), ""))
        self._shown_at = 0
        self._deaf_until = 0
        self.screen: Screen = build_practice_screen(self._view())

    # What the window asks for

    async def run(self) -> None:
        """Everything is done as it is given: there is nothing to wait for."""
        await asyncio.Event().wait()

    def show(self) -> None:
        """Builds the screen and gives it to the window."""
        view = self._view()
        self.screen = build_practice_screen(view)
        self._window.show(self.screen, self._looks)
        self.second.show(view, self._looks)

    def refresh(self) -> None:
        """Time has passed: a question shows it, at a round something may come, and a room in which nobody is closes."""
        if self.keyed.page is PracticePage.ROUND:
            self.panel.close_if_idle()
            self._perform(Practise("round-tick"))
            return
        if self.panel.close_if_idle() or self.room.close_if_idle() or self.keyed.page is PracticePage.QUESTION:
            self.show()

    def open_panel(self, _panel: Panel) -> None:
        """Somebody closes the window by its corner: as Esc does, it asks once."""
        self._perform(Practise("stop"))

    def show_notice(self, line: ScreenText | None) -> None:
        """Something that was found while it ran: a sound that is missing, a file that cannot be written."""
        self._notice = line or NO_TEXT
        self.show()

    def go_without_sound(self, _why: AssetFault, line: ScreenText) -> None:
        """No sound can be played here."""
        self.show_notice(line)

    def show_wait(self, control: Control) -> None:
        """Somebody pressed what cannot be pressed now: it says why."""
        if control.waits:
            self.sound(Cue.REFUSED)
            self.show_notice(control.waits)

    def press(self, act: Action, _name: str = "") -> None:
        """A touch."""
        self._perform(act)

    def press_key(self, key: str) -> None:
        """A key of the keyboard or keypad."""
        over = self.screen.overlay
        if key != ENTER and self._write(key):
            return
        wanted = "-" if key == BACKSPACE else key
        if key == ENTER:
            if over is None and self.milliseconds() < self._deaf_until:
                return
            found: Control | None = self.screen.rail.primary if over is None else over.primary
        elif key == ESC and over is not None:
            found = over.close
        else:
            fit = [each for each in screen_controls(self.screen) if each.key.casefold() == wanted.casefold()]
            found = next((each for each in fit if each.act is not None), fit[0] if fit else None)
        if found is None:
            self.sound(Cue.REFUSED)
        elif found.act is None:
            self.show_wait(found)
        else:
            self._perform(found.act)

    def _write(self, key: str) -> bool:
        """Whether the key wrote a sign of a text, or a digit of a PIN or a figure."""
        if self.panel.is_open:
            if self.panel.type_key(key):
                self.show()
                return True
            return False
        page, field = self.keyed.page, self.keyed.field
        if page is PracticePage.EDITOR:
            return self.editor.type_key(key)
        if page in PIN_PAGES and not (page is PracticePage.TRAINER and field == NAME_FIELD):
            sign = "-" if key == BACKSPACE else key
            if sign != "-" and not (len(sign) == 1 and sign.isdigit()):
                return False
            self._perform(Practise("digit", sign))
            return True
        if page is PracticePage.GRADES:
            sign = "-" if key == BACKSPACE else key
            if sign not in "0123456789-":
                return False
            self._perform(Practise("digit", sign))
            return True
        if page not in TEXT_PAGES:
            return False
        if key == BACKSPACE:
            self._perform(Practise("letter", "⌫"))
            return True
        # Digits choose somebody while no name is begun.
        if len(key) != 1 or (page is PracticePage.TRAINEES and not key.isalpha() and not self.keyed.text):
            return False
        self._perform(Practise("letter", key))
        return True

    def sound(self, cue: Cue) -> None:
        """Sounds, where this screen is set to."""
        if self._looks.sound:
            self._window.play_sound(cue)

    # What is done

    def _perform(self, act: Action) -> None:
        if not isinstance(act, Practise):
            return
        if act.what != "round-tick":
            self._notice = NO_TEXT
            self.room.note_touch()
        if act.what in _KEYED and self.keyed.page in (PracticePage.QUESTION, PracticePage.ROUND):
            self.sound(Cue.TAKEN)
        if act.what not in ASKED_TWICE:
            self.keyed = replace(self.keyed, stopping=False)
        try:
            self._steps[act.what](act.value)
            self._stop_clock()
        except Exception as problem:  # noqa: BLE001 - whatever it is, practice stops and the screen says so
            self._window.report_failure(problem)
            return
        self.show()

    @property
    def _steps(self) -> Mapping[str, Callable[[str], None]]:
        return {
            **self.room.steps,
            **self.rounds.steps,
            **self.panel.steps,
            **{code: self.room.guard(step) for code, step in self.editor.steps.items()},
            **self.exam.steps(lambda: self._table),
            "letter": self._type_letter,
            "field": self._choose_field,
            "enroll": self._enroll,
            "add-people": lambda _: self.open_page(PracticePage.TRAINEES),
            "trainee": self._choose_trainee,
            "trainees": lambda _: self._leave_trainee(),
            "home": lambda _: self._go_home(),
            "course": lambda _: self.open_page(PracticePage.PERSON),
            "games": lambda _: self.open_page(PracticePage.GAMES),
            "game": self._choose_game,
            "layout": self._choose_layout,
            "next-layout": lambda _: self._move_layout(1),
            "last-layout": lambda _: self._move_layout(-1),
            "page": self._turn_page,
            "begin": lambda _: self._begin(()),
            "skill": self._begin_skill,
            "again": lambda _: self._begin_again(),
            "digit": self._type_digit,
            "choose": self._choose,
            "area": self._choose_area,
            "hint": lambda _: self._take_hint(),
            "answer": lambda _: self._answer(),
            "next": lambda _: self._ask_next(),
            "rate": self._rate,
            "result": lambda _: self._show_result(),
            "stop": lambda _: self._stop(),
            "leave": lambda _: self._window.leave(),
            "language": lambda _: self._change_language(),
            "theme": lambda _: self._change_theme(),
        }

    # What the parts of the screen share

    def open_page(self, page: PracticePage, **keyed: Any) -> None:
        """Another page, on which only this is keyed."""
        self.keyed = PracticeInput(page=page, **keyed)

    def tell(self, text: ScreenText, *, refused: bool = False) -> None:
        """Shows a line until the next key."""
        self._notice = text
        if refused:
            self.sound(Cue.REFUSED)

    def label(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label of the trainer's room."""
        return section_text(self.language_pair, "training", code, **facts)

    def rows_a_page(self) -> int:
        """How many people are on a page of the class."""
        return rows_a_page(compact=self._window.is_compact())

    def table_skills(self) -> tuple[Skill, ...]:
        """The skills that the layout asks for."""
        return self._skills

    def _decides_exam(self) -> bool:
        """Whether the PIN was keyed for an exam that waits: then the trainer decides of it."""
        return bool(self.trainee) and self.exam.show_waiting(self.trainee)

    @property
    def table(self) -> DrillTable:
        """The document and layout that are open."""
        return self._table

    def question_age(self) -> int:
        """How long the question is on the screen, in milliseconds; while its clock stands nothing is added."""
        return self.milliseconds() - self._shown_at if self._held_age is None else self._held_age

    def _stop_clock(self) -> None:
        """The clock of the question stands while the panel says so, and goes on from there afterwards."""
        if self.panel.stops_clock and self._held_age is None:
            self._held_age = self.question_age()
        elif not self.panel.stops_clock and self._held_age is not None:
            self._shown_at, self._held_age = self.milliseconds() - self._held_age, None

    def panel_label(self, code: str, **facts: str | ScreenText) -> ScreenText:
        """A label of the trainer's panel."""
        return section_text(self.language_pair, "trainer-panel", code, **facts)

    def perform_panel(self, act: Practise) -> None:
        """A step of the panel in the second window: what the trainee has keyed stays as it is."""
        try:
            self.panel.steps[act.what](act.value)
            self._stop_clock()
        except Exception as problem:  # noqa: BLE001 - whatever it is, practice stops and the screen says so
            self._window.report_failure(problem)
            return
        self.show()

    def _is_round_exam_sealed(self) -> bool:
        return self.keyed.page is PracticePage.EXAM_SEALED and self.rounds.is_exam_sat(self.exam.number)

    # Who practises, and where

    def _type_letter(self, letter: str) -> None:
        keyed = self.keyed
        if keyed.page is PracticePage.TRAINEES:
            self.keyed = replace(keyed, text=_write_sign(keyed.text, letter))
            return
        place = _text_place(keyed)
        texts = tuple(_write_sign(text, letter) if number == place else text for number, text in enumerate(keyed.texts))
        self.keyed = replace(keyed, texts=texts)

    def _choose_field(self, number: str) -> None:
        self.keyed = replace(self.keyed, field=int(number))

    def _enroll(self, _value: str) -> None:
        """Under the name that is keyed; who keys none is a trainee with a number."""
        name = visible_text(self.keyed.text.strip()) or view_next_name(self._view())
        trainee = self.folder.enroll(name).trainee
        if self.room.trainer:
            self.open_page(PracticePage.TRAINEES)
            self.tell(self.label("added", name=name))
        else:
            self._choose_trainee(trainee)

    def _choose_trainee(self, trainee: str) -> None:
        if self.room.trainer:
            self._steps["person"](trainee)
            return
        self.trainee = trainee
        self._go_home()

    def _leave_trainee(self) -> None:
        self.trainee = ""
        self.open_page(PracticePage.CLASS if self.room.trainer else PracticePage.TRAINEES)

    def _go_home(self) -> None:
        """An exam that waits comes before everything else."""
        if not self.exam.show_waiting(self.trainee):
            self.open_page(PracticePage.HOME)

    def _choose_game(self, game: str) -> None:
        self.use_table(first_table(game))
        self.open_page(PracticePage.LAYOUTS)

    def _choose_layout(self, letter: str) -> None:
        self.use_table(scenario_table(self._table.rules.book.game, letter))
        self.open_page(PracticePage.HOME)

    def _move_layout(self, step: int) -> None:
        """To the next layout of the document: Enter takes it."""
        layouts = self._table.rules.book.layouts
        place = (layouts.index(self._table.rules.layout) + step) % len(layouts)
        self.use_table(scenario_table(self._table.rules.book.game, layouts[place].letter))

    def use_table(self, table: DrillTable) -> None:
        """From now on this document and layout are practised."""
        self._table = table
        self._skills = table_skills(table)

    def _turn_page(self, pages: str) -> None:
        self.keyed = replace(self.keyed, place=(self.keyed.place + 1) % int(pages))

    def _begin(self, only: tuple[Skill, ...]) -> None:
        seed = secrets.randbelow(10**9)
        self._session = DrillSession(self.folder, self.trainee, self._table, seed=seed, only=only)
        self._show_question()

    def _begin_skill(self, skill: str) -> None:
        self._begin(tuple(each for each in self._skills if each.id == skill))

    def _begin_again(self) -> None:
        assert self._session is not None, "drills were answered"
        missed = {each.exercise.skill for each in self._session.answered if not each.mark.right}
        self._begin(tuple(each for each in self._skills if each.id in missed))

    @property
    def _asking(self) -> DrillSession | ExamSession | RoundSession:
        """What asks now: a round while it is on the screen, else drills or an exam."""
        return self.rounds.current if self.keyed.page is PracticePage.ROUND else self._current

    @property
    def _current(self) -> DrillSession | ExamSession:
        """What is asked: an exam while one is sat, else the drills."""
        session = self.exam.session or self._session
        assert session is not None, "a session has begun"
        return session

    def _show_question(self) -> None:
        self.await_answer(PracticePage.QUESTION)
        if self.exam.session is None:
            self.sound(Cue.YOUR_TURN)

    def _show_exam_question(self) -> None:
        if self.rounds.is_exam_sat(self.exam.number):
            self.rounds.show_question()
        else:
            self._show_question()

    def await_answer(self, page: PracticePage) -> None:
        """A question is on the screen: nothing of it is keyed yet, and its time begins."""
        self.keyed = PracticeInput(page=page)
        self._shown_at, self._held_age = self.milliseconds(), None
        self._deaf_until = self._shown_at + _DEAF_MILLISECONDS

    def _type_digit(self, digit: str) -> None:
        keyed = self.keyed
        if keyed.page in PIN_PAGES:
            self._type_pin(digit)
            return
        if keyed.page is PracticePage.GRADES:
            texts = list(keyed.texts)
            texts[keyed.field] = (texts[keyed.field][:-1] if digit == "-" else texts[keyed.field] + digit)[-3:]
            self.keyed = replace(keyed, texts=tuple(texts))
            return
        before = keyed.digits
        after = before[:-1] if digit == "-" else (before + digit)[:MOST_DIGITS]
        self.keyed = replace(self.keyed, digits=after.lstrip("0") or ("0" if after else ""))

    def _type_pin(self, digit: str) -> None:
        """Digits of a PIN, which nothing else than its check sees."""
        keyed = self.keyed
        again = keyed.page is PracticePage.TRAINER and keyed.field == AGAIN_FIELD
        before = keyed.pin_again.text if again else keyed.pin.text
        after = Pin(before[:-1] if digit == "-" else (before + digit)[:MOST_PIN_DIGITS])
        self.keyed = replace(keyed, pin_again=after) if again else replace(keyed, pin=after)

    def _choose(self, choice: str) -> None:
        """One of several; in an order one place more, or back to where it is taken out."""
        chosen, question = self.keyed.chosen, self._asking.question
        if question.form is not AnswerForm.ORDER:
            self.keyed = replace(self.keyed, chosen=(choice,))
        elif choice in chosen:
            self.keyed = replace(self.keyed, chosen=chosen[: chosen.index(choice)])
        else:
            self.keyed = replace(self.keyed, chosen=(*chosen, choice))

    def _choose_area(self, area: str) -> None:
        chosen = self.keyed.chosen
        after = tuple(each for each in chosen if each != area) if area in chosen else (*chosen, area)
        self.keyed = replace(self.keyed, chosen=after)

    def _take_hint(self) -> None:
        session = self._asking
        if not isinstance(session, ExamSession) and not (isinstance(session, RoundSession) and session.is_exam):
            session.take_hint()

    def _answer(self) -> None:
        session = self._asking
        answer = read_answer(self.keyed, session.question, self.language_pair.first.decimals)
        if answer is None:
            return
        if isinstance(session, RoundSession):
            self.rounds.answer(answer)
            return
        done = session.answer(answer, self.question_age())
        if isinstance(session, ExamSession):
            # No verdict, and no sound by which one could guess it.
            self.sound(Cue.TAKEN)
            if session.ask_next():
                self._show_question()
            else:
                self.exam.finish()
            return
        self.keyed = replace(self.keyed, page=PracticePage.VERDICT)
        self._deaf_until = self.milliseconds() + _DEAF_MILLISECONDS
        if not done.mark.right:
            self.sound(Cue.REFUSED)

    def _ask_next(self) -> None:
        self._current.ask_next()
        self._show_question()

    def _rate(self, value: str) -> None:
        name, _, grade = value.partition(":")
        ratings = {**dict(self.keyed.ratings), Competency(name): int(grade)}
        self.keyed = replace(self.keyed, ratings=tuple(ratings.items()))

    def _show_result(self) -> None:
        ratings = {competency.value: grade for competency, grade in self.keyed.ratings}
        self.folder.record(PracticeSessionRated(session=self._current.number, ratings=ratings))
        if self.exam.session is not None:
            self.exam.session = None
            self.open_page(PracticePage.EXAM_RESULT)
        else:
            self.keyed = replace(self.keyed, page=PracticePage.RESULT)

    def _stop(self) -> None:
        """Out of a session to the own rating, else out of practice; asked once."""
        if not self.keyed.stopping:
            self.keyed = replace(self.keyed, stopping=True)
            return
        if self.keyed.page is PracticePage.ROUND or self._is_round_exam_sealed():
            self.rounds.end()
        elif self.exam.session is not None and self.keyed.page in (PracticePage.QUESTION, PracticePage.EXAM_SEALED):
            self.exam.leave()
        elif self.keyed.page in (PracticePage.QUESTION, PracticePage.VERDICT):
            session = self._current
            session.end()
            self.open_page(PracticePage.OWN_RATING if session.answered else PracticePage.HOME)
        else:
            self._window.leave()

    def _change_language(self) -> None:
        languages = list(Language)
        first = languages[(languages.index(self._looks.first) + 1) % len(languages)]
        self._save_looks(self._looks.with_option("language", first.value))

    def _change_theme(self) -> None:
        other = ThemeChoice.BRIGHT if self._looks.theme is ThemeChoice.DARK else ThemeChoice.DARK
        self._save_looks(self._looks.with_option("theme", other.value))

    def _save_looks(self, looks: Looks) -> None:
        self._looks = looks
        self._notice = self._window.save_looks(looks) or NO_TEXT

    # What the screen is made from

    @property
    def language_pair(self) -> LanguagePair:
        return language_pair(self._looks.first, self._looks.second)

    def _view(self) -> PracticeView:
        folder, exam = self.folder, self.exam.session
        in_round = self.keyed.page is PracticePage.ROUND
        asked: DrillSession | ExamSession | None = exam or self._session
        session = self.rounds.current if in_round else asked
        now = folder.now()
        known, trainees = folder.state.trainees, folder.list_trainees()
        return PracticeView(
            words=self.language_pair,
            looks=self._looks,
            keyed=self.keyed,
            table=self._table,
            skills=self._skills,
            utc=now.utc,
            offset=now.offset,
            compact=self._window.is_compact(),
            exam=self.exam.find(),
            is_exam_sat=exam is not None,
            exam_item=0 if exam is None else exam.item,
            room=self.room.view(),
            waiting=frozenset(folder.state.open_exams.values()),
            is_from_demo=self._is_from_demo,
            trainees=trainees,
            trainee=next((each for each in trainees if each.trainee == self.trainee), None),
            record=known.get(self.trainee, TraineeRecord()),
            exercise=None if session is None else session.exercise,
            question=None if session is None else session.question,
            answered=() if asked is None else tuple(asked.answered),
            rounds=replace(self.rounds.view(), panel=self.panel.view()),
            editor=self.editor.view(),
            waited=self.question_age(),
            has_hint=session is not None and session.has_hint,
            notice=self._notice,
        )


def _write_sign(text: str, sign: str) -> str:
    return text[:-1] if sign == "⌫" else (text + sign)[:MOST_LETTERS]


def _text_place(keyed: PracticeInput) -> int:
    """Which of the texts of a form is written: of a trainer the second, before it stands whose PIN it is."""
    return 1 if keyed.page is PracticePage.TRAINER else keyed.field

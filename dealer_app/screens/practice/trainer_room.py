"""The trainer's room while it is open: who is signed in, the class as it is filtered, and what a trainer does there.

Nothing of it is done for a trainee: every step but the door asks for the trainer who is signed in.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TypeVar

from dealer_app import private_files
from dealer_app.domain.plain_text import visible_text
from dealer_app.domain.values import replace
from dealer_app.people.pins import HashedPin, Pin, against_pin
from dealer_app.practice.class_export import class_csv, class_json, person_csv, person_json
from dealer_app.practice.grading import GRADE_RULE, GradeRule, is_grade_rule
from dealer_app.practice.overview import ClassOverview, TraineeRow, make_overview, make_row
from dealer_app.practice.questions import Competency
from dealer_app.practice.skills import Skill, book_skills, load_skills
from dealer_app.practice.trainee_names import Trainee
from dealer_app.practice.trainee_records import DAY, TraineeRecord
from dealer_app.practice_events import GradeRuleSet, RungOpened, TrainerSignedIn
from dealer_app.rulebooks import GAMES
from dealer_app.screens.practice.marking_desk import MarkingDesk
from dealer_app.screens.practice.trainer_pages import AGAIN_FIELD, NAME_FIELD, OWN_PIN, PIN_FIELD
from dealer_app.screens.practice.view import (
    ClassFilter,
    ClassSort,
    PinDesk,
    PracticeDesk,
    PracticePage,
    RoomView,
)

_WRONG_PINS = 5
_LOCKED_MILLISECONDS = 60_000
"""After so many wrong PINs in a row none is checked for a minute: nobody tries all of them."""
_IDLE_MILLISECONDS = 600_000
"""A room in which nothing is pressed for ten minutes closes by itself."""
_CLASS_PAGES = (PracticePage.CLASS, PracticePage.FILTER, PracticePage.SHOE)
_PERIODS = (0, 7, 30)
Choice = TypeVar("Choice")


class TrainerRoom:
    """The room of one window. It is open while a trainer is signed in."""

    def __init__(self, desk: PracticeDesk, pins: PinDesk, decide_exam: Callable[[], bool]) -> None:
        self._desk = desk
        self._pins = pins
        self._decide_exam = decide_exam
        """Goes on with an exam that waits, where the PIN was keyed for it."""
        self.trainer = ""
        self._filter = ClassFilter()
        self._sort = ClassSort.NEED
        self._framed = self._page = 0
        self._beside = False
        self.person = ""
        self._wrong = 0
        self._locked_until = self._touched = 0
        self._is_checking = False
        self._marking = MarkingDesk(desk, lambda: self.trainer, lambda: [row.trainee for row in self._rows()])
        self._known: tuple[object, ...] = ()
        self._overview: tuple[ClassOverview, tuple[TraineeRow, ...], tuple[Skill, ...]] | None = None

    @property
    def steps(self) -> Mapping[str, Callable[[str], None]]:
        """What can be done, by the code of a control."""
        inside = {
            "class": lambda _: self._open_class(),
            "class-page": lambda _: self._turn_page(1),
            "last-page": lambda _: self._turn_page(-1),
            "next-row": lambda _: self._frame_next(),
            "class-sort": lambda _: self._sort_next(),
            "class-beside": lambda _: self._turn_beside(),
            "filter": lambda _: self._desk.open_page(PracticePage.FILTER),
            "choose-filter": self._choose_filter,
            "person": self._open_person,
            "rungs": lambda _: self._desk.open_page(PracticePage.RUNGS),
            "open-rung": self._open_rung,
            "note": lambda _: self._desk.open_page(PracticePage.NOTE, texts=("",)),
            "keep-note": lambda _: self._keep_note(),
            "name": lambda _: self._open_name(),
            "keep-name": lambda _: self._keep_name(),
            "erase": lambda _: self._desk.open_page(PracticePage.ERASE),
            "erase-sure": lambda _: self._erase(),
            "grades": lambda _: self._open_grades(self._desk.folder.state.grade_rule),
            "usual-grades": lambda _: self._open_grades(GRADE_RULE),
            "keep-grades": lambda _: self._keep_grades(),
            "trainers": lambda _: self._desk.open_page(PracticePage.TRAINERS),
            "new-trainer": lambda _: self._desk.open_page(PracticePage.TRAINER, texts=("", "")),
            "my-pin": lambda _: self._desk.open_page(PracticePage.TRAINER, texts=(OWN_PIN, ""), field=PIN_FIELD),
            "remove-trainer": self._remove_trainer,
            "export": lambda _: self._export_class(),
            "export-person": lambda _: self._export_person(),
            "certificate": self._export_certificate,
            **self._marking.steps,
        }
        return {
            "trainer": lambda _: self._open_door(),
            "choose-trainer": self._choose_trainer,
            "next-trainer": lambda _: self._choose_trainer(str(self._desk.keyed.place + 1)),
            "open-room": lambda _: self._check_door(),
            "keep-trainer": lambda _: self._keep_trainer(),
            "close-room": lambda _: self.close(),
            **{code: self.guard(step) for code, step in inside.items()},
        }

    def guard(self, step: Callable[[str], None]) -> Callable[[str], None]:
        """A step that a trainer alone takes: without one nothing happens."""

        def guarded(value: str) -> None:
            if self.trainer:
                step(value)
            else:
                self._desk.tell(self._desk.label("trainers-only"), refused=True)

        return guarded

    def note_touch(self) -> None:
        """Somebody pressed something."""
        self._touched = self._desk.milliseconds()

    def close_if_idle(self) -> bool:
        """Whether the room has closed because nobody was there."""
        if self.trainer and self._desk.milliseconds() - self._touched > _IDLE_MILLISECONDS:
            self.close()
            return True
        return False

    def close(self) -> None:
        """Nobody is signed in any more."""
        self.forget_trainer()
        self._desk.trainee = ""
        self._desk.open_page(PracticePage.TRAINEES)

    def forget_trainer(self) -> None:
        """The trainer has gone; the page stays."""
        self.trainer = self.person = ""

    # The door

    def _open_door(self) -> None:
        """The first trainer of a folder is asked for a name and a PIN; later on a PIN opens the room."""
        self.trainer = ""
        if self._desk.folder.state.trainers:
            self._desk.open_page(PracticePage.TRAINER_PIN)
        else:
            self._desk.open_page(PracticePage.TRAINER, texts=("", ""))

    def _choose_trainer(self, number: str) -> None:
        desk = self._desk
        desk.keyed = replace(desk.keyed, place=int(number) % len(desk.folder.state.trainers), pin=Pin(""))

    def _check_door(self) -> None:
        desk = self._desk
        if desk.keyed.page is not PracticePage.TRAINER_PIN:
            return
        pin = desk.keyed.pin
        desk.keyed = replace(desk.keyed, pin=Pin(""))
        trainer = desk.folder.list_trainers()[desk.keyed.place].trainer
        self.check_pin(trainer, pin, lambda: self._let_in(trainer))

    def check_pin(self, trainer: str, pin: Pin, then: Callable[[], None]) -> None:
        """Lets a trainer in whose PIN is right: at this door, or at the panel beside a round."""
        desk = self._desk
        if self._is_checking:
            return
        if desk.milliseconds() < self._locked_until:
            desk.tell(desk.label("too-many-pins"), refused=True)
            return
        self._is_checking = True
        self._pins.check(
            desk.folder.read_trainer_pin(trainer), pin, lambda right: self._hear_check(trainer, right, then)
        )

    def _hear_check(self, trainer: str, right: bool | None, then: Callable[[], None]) -> None:
        """The answer of the check: they are let in, or the PIN is asked again."""
        desk = self._desk
        self._is_checking = False
        if right is None:
            desk.tell(desk.label("pin-unchecked"), refused=True)
        else:
            desk.folder.record(TrainerSignedIn(trainer=trainer, right=right))
            self._wrong = 0 if right else self._wrong + 1
            if right:
                then()
            else:
                desk.tell(desk.label("wrong-pin"), refused=True)
                if self._wrong >= _WRONG_PINS:
                    self._locked_until, self._wrong = desk.milliseconds() + _LOCKED_MILLISECONDS, 0
        desk.show()

    def _let_in(self, trainer: str) -> None:
        self.trainer, self.person = trainer, self._desk.trainee
        self.note_touch()
        if not self._decide_exam():
            self._desk.trainee = ""
            self._open_class()

    def _keep_trainer(self) -> None:
        """A trainer with a PIN that was keyed twice alike; the first one of a folder is let in with it."""
        desk, keyed = self._desk, self._desk.keyed
        if keyed.page is not PracticePage.TRAINER:
            return
        is_own = keyed.texts[0] == OWN_PIN
        if not self.trainer and desk.folder.state.trainers:
            desk.tell(desk.label("trainers-only"), refused=True)
            return
        refusal = against_pin(keyed.pin, "")
        if not is_own and not keyed.texts[1].strip():
            desk.keyed = replace(keyed, field=NAME_FIELD)
            desk.tell(desk.label("waits-trainer-name"), refused=True)
        elif refusal is not None:
            desk.keyed = replace(keyed, field=PIN_FIELD, pin=Pin(""), pin_again=Pin(""))
            desk.tell(desk.label(refusal.code, **refusal.facts), refused=True)
        elif keyed.pin != keyed.pin_again:
            desk.keyed = replace(keyed, field=AGAIN_FIELD, pin_again=Pin(""))
            desk.tell(desk.label("pins-differ"), refused=True)
        elif not self._is_checking:
            self._is_checking = True
            name = "" if is_own else keyed.texts[1]
            self._pins.hash(keyed.pin, lambda hashed: self._write_trainer(name, hashed))

    def _write_trainer(self, name: str, hashed: HashedPin | None) -> None:
        desk, was_in = self._desk, bool(self.trainer)
        self._is_checking = False
        if hashed is None:
            desk.tell(desk.label("pin-unchecked"), refused=True)
        elif name:
            made = desk.folder.enroll_trainer(visible_text(name.strip()), hashed)
            if was_in:
                desk.open_page(PracticePage.TRAINERS)
            else:
                self._let_in(made.trainer)
        else:
            desk.folder.set_trainer_pin(self.trainer, hashed)
            desk.open_page(PracticePage.TRAINERS)
            desk.tell(desk.label("pin-kept"))
        desk.show()

    def _remove_trainer(self, trainer: str) -> None:
        """Asked twice; the last one stays."""
        desk = self._desk
        if not desk.keyed.stopping:
            desk.keyed = replace(desk.keyed, stopping=True)
            return
        desk.folder.remove_trainer(trainer)
        if trainer == self.trainer:
            self.close()
        else:
            desk.open_page(PracticePage.TRAINERS)

    # The class

    def _open_class(self) -> None:
        self.person = self._desk.trainee = ""
        self._desk.open_page(PracticePage.CLASS)

    def _turn_page(self, step: int) -> None:
        most = self._desk.rows_a_page()
        pages = max(1, -(-len(self._rows()) // most))
        self._page = (self._page + step) % pages
        self._framed = self._page * most

    def _frame_next(self) -> None:
        """To the next person; from the last one to the first."""
        self._framed = (self._framed + 1) % max(1, len(self._rows()))
        self._page = self._framed // self._desk.rows_a_page()

    def _sort_next(self) -> None:
        orders = list(ClassSort)
        self._sort = orders[(orders.index(self._sort) + 1) % len(orders)]
        self._begin_list()

    def _begin_list(self) -> None:
        self._framed = self._page = 0
        self._known = ()

    def _turn_beside(self) -> None:
        self._beside = not self._beside

    def _choose_filter(self, name: str) -> None:
        """On to the next choice of one line."""
        chosen = self._filter
        match name:
            case "book":
                chosen = replace(chosen, book=_next_choice(("", *GAMES), chosen.book))
            case "group":
                chosen = replace(chosen, group=_next_choice(("", *self._groups()), chosen.group))
            case "days":
                chosen = replace(chosen, days=_next_choice(_PERIODS, chosen.days))
            case _:
                competency = _next_choice((None, *Competency), chosen.competency)
                chosen = replace(chosen, competency=competency)
        self._filter = chosen
        self._begin_list()

    def _groups(self) -> tuple[str, ...]:
        return tuple(sorted({each.group for each in self._desk.folder.trainees.values() if each.group}))

    def _skills(self) -> tuple[Skill, ...]:
        return book_skills(self._filter.book) if self._filter.book else load_skills().skills

    def _chosen_records(self) -> Mapping[str, TraineeRecord]:
        folder, chosen = self._desk.folder, self._filter
        since = folder.now().utc - chosen.days * DAY if chosen.days else 0
        return {
            number: record
            for number, record in folder.state.trainees.items()
            if record.last_at >= since
            and (not chosen.group or getattr(folder.trainees.get(number), "group", "") == chosen.group)
        }

    def _rows(self) -> tuple[TraineeRow, ...]:
        return self._read_class()[1]

    def _read_class(self) -> tuple[ClassOverview, tuple[TraineeRow, ...], tuple[Skill, ...]]:
        """Worked out once for each answer, filter and day."""
        folder = self._desk.folder
        utc = folder.now().utc
        known = (folder.state, folder.trainees, self._filter, self._sort, utc // DAY)
        if self._overview is None or not _is_same(known, self._known):
            skills = self._skills()
            overview = make_overview(self._chosen_records(), skills, utc, folder.state.grade_rule)
            self._overview = overview, self._sort_rows(overview.rows), skills
            self._known = known
        return self._overview

    def _sort_rows(self, rows: tuple[TraineeRow, ...]) -> tuple[TraineeRow, ...]:
        names = self._desk.folder.trainees
        match self._sort:
            case ClassSort.NEED:
                return rows
            case ClassSort.NAME:
                return tuple(sorted(rows, key=lambda row: _name_of(names, row.trainee)))
            case ClassSort.ANSWERS:
                return tuple(sorted(rows, key=lambda row: row.answers))

    # A person

    def _open_person(self, trainee: str) -> None:
        if trainee:
            self.person = trainee
        self._desk.open_page(PracticePage.PERSON)

    def _person(self) -> Trainee:
        return self._desk.folder.trainees.get(self.person, Trainee(trainee=self.person, name=self.person))

    def _open_rung(self, rung: str) -> None:
        self._desk.folder.record(RungOpened(trainee=self.person, rung=rung, trainer=self.trainer))
        self._desk.open_page(PracticePage.PERSON)
        self._desk.tell(self._desk.label("rung-opened"))

    def _keep_note(self) -> None:
        self._desk.folder.write_note(self.person, self.trainer, self._desk.keyed.texts[0].strip())
        self._desk.open_page(PracticePage.PERSON)

    def _open_name(self) -> None:
        person = self._person()
        self._desk.open_page(PracticePage.NAME, texts=(person.name, person.badge, person.group))

    def _keep_name(self) -> None:
        name, badge, group = (visible_text(each.strip()) for each in self._desk.keyed.texts)
        self._desk.folder.change_trainee(replace(self._person(), name=name, badge=badge, group=group))
        self._desk.open_page(PracticePage.PERSON)

    def _erase(self) -> None:
        """Asked twice: the second time everything of them goes but the answers, which are of nobody."""
        desk = self._desk
        if not desk.keyed.stopping:
            desk.keyed = replace(desk.keyed, stopping=True)
            return
        desk.folder.erase(self.person, self.trainer)
        self._begin_list()
        self._open_class()
        desk.tell(desk.label("erased", count=str(desk.folder.state.erased)))

    # The rule of grades

    def _open_grades(self, rule: GradeRule) -> None:
        texts = tuple(str(figure) for _, right, in_time in rule for figure in (right, in_time))
        self._desk.open_page(PracticePage.GRADES, texts=texts)

    def _keep_grades(self) -> None:
        desk = self._desk
        figures = [int(text) if text else -1 for text in desk.keyed.texts]
        rule = tuple((5 - place, figures[2 * place], figures[2 * place + 1]) for place in range(4))
        if not is_grade_rule(rule):
            desk.tell(desk.label("grades-wrong"), refused=True)
            return
        desk.folder.record(GradeRuleSet(trainer=self.trainer, rule=rule))
        self._begin_list()
        self._open_class()
        desk.tell(desk.label("grades-kept"))

    # Export

    def _export_class(self) -> None:
        rows, names = self._rows(), self._desk.folder.trainees
        self._write_export("class", class_csv(rows, names), class_json(rows, names))

    def _export_person(self) -> None:
        folder = self._desk.folder
        record = folder.state.trainees[self.person]
        skills = {each.id: each for each in self._skills()}
        row = make_row(self.person, record, skills, folder.now().utc, folder.state.grade_rule)
        self._write_export(self.person, person_csv(record), person_json(row, record, folder.trainees))

    def _write_export(self, name: str, csv_text: str, json_text: str) -> None:
        """Beside the journal, where erasing somebody deletes it again; said by its name."""
        desk = self._desk
        place = desk.folder.exports_folder
        try:
            private_files.make_folder(place)
            for ending, text in (("csv", csv_text), ("json", json_text)):
                _replace_file(place / f"{name}.{ending}", text)
        except OSError as problem:
            desk.tell(desk.label("export-failed", reason=problem.strerror or type(problem).__name__), refused=True)
            return
        desk.tell(desk.label("exported", file=str(place / f"{name}.csv")))

    def _export_certificate(self, session: str) -> None:
        """Beside the journal, as the other exports; said once it is there."""
        desk = self._desk
        place = desk.folder.exports_folder
        output = place / f"certificate-{session}.pdf"
        if desk.certificates is None:
            return
        try:
            private_files.make_folder(place)
        except OSError as problem:
            desk.tell(desk.label("certificate-failed", reason=problem.strerror or str(problem)), refused=True)
            return
        desk.tell(desk.label("certificate-making"))
        desk.certificates.write(
            int(session), output, desk.language_pair, lambda reason: self._hear_certificate(output, reason)
        )

    def _hear_certificate(self, output: Path, reason: str) -> None:
        desk = self._desk
        if reason:
            desk.tell(desk.label("certificate-failed", reason=reason), refused=True)
        else:
            desk.tell(desk.label("certificate-made", file=str(output)))
        desk.show()

    # What the screen is made from

    def view(self) -> RoomView:
        """What is shown of the room; the class is worked out only while its page is open."""
        desk, folder = self._desk, self._desk.folder
        trainers = folder.list_trainers()
        in_class = bool(self.trainer) and desk.keyed.page in _CLASS_PAGES
        overview, rows, skills = self._read_class() if in_class else (None, (), self._skills())
        person = self.person if self.trainer else desk.trainee
        return RoomView(
            trainer=next((each for each in trainers if each.trainer == self.trainer), None),
            trainers=trainers,
            overview=overview,
            overview_records=folder.state.trainees if in_class else {},
            rows=rows,
            names=folder.trainees,
            sort=self._sort,
            filter=self._filter,
            groups=self._groups() if in_class else (),
            framed=min(self._framed, max(0, len(rows) - 1)),
            page=self._page,
            beside=self._beside,
            person=None if not person else folder.trainees.get(person, Trainee(trainee=person, name=person)),
            person_record=folder.state.trainees.get(person, TraineeRecord()),
            grade_rule=folder.state.grade_rule,
            skills=skills if self.trainer else desk.table_skills(),
            erased=folder.state.erased,
            marking=self._marking.view(folder.state.trainees.get(person, TraineeRecord())),
        )


def _is_same(known: tuple[object, ...], before: tuple[object, ...]) -> bool:
    """State and names by identity: they are values, replaced as a whole, and too large to compare."""
    return len(known) == len(before) and all(
        one is other or (not isinstance(one, Mapping) and number > 1 and one == other)
        for number, (one, other) in enumerate(zip(known, before, strict=True))
    )


def _next_choice(choices: tuple[Choice, ...], now: Choice) -> Choice:
    return choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0]


def _name_of(names: Mapping[str, Trainee], trainee: str) -> str:
    known = names.get(trainee)
    return trainee if known is None else known.name.casefold()


def _replace_file(path: Path, text: str) -> None:
    """Whole or not at all."""
    unfinished = path.with_name(f"{path.name}.new")
    private_files.write_text(unfinished, text)
    unfinished.replace(path)

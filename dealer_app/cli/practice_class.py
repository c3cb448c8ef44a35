"""`dealer-station practice`, what a trainer does: enrol a class, look at it, export it, delete somebody, decide of an
exam that waits.

Once a folder has a trainer, a PIN is asked for all but enrolling and the list of names.
"""

import secrets
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path

import click

from dealer_app.cli.output import echo
from dealer_app.cli.process import data_dir_option, explain_errors, stop
from dealer_app.cli.prompts import CommandLineKeyboard
from dealer_app.cli.run import PRACTICE_FOLDER
from dealer_app.domain.plain_text import quote_text, visible_text
from dealer_app.people.pins import USUAL_EFFORT, Pin, PinHasher
from dealer_app.practice.class_export import class_csv, class_json, person_csv, person_json
from dealer_app.practice.exam import end_waiting_exam
from dealer_app.practice.folder import PracticeFolder, open_practice
from dealer_app.practice.overview import TraineeRow, make_row, make_rows
from dealer_app.practice.skills import load_skills
from dealer_app.practice.trainee_names import Trainee
from dealer_app.practice_events import TrainerSignedIn
from dealer_app.station.startup import make_clock, make_program
from dealer_app.terminal.keyboard import NoMoreInputError

_NUMBER_BYTES = 8
_MOST_NAMES = 500
_LONGEST_NAME = 60
_FORMATS = click.Choice(["text", "csv", "json"])


def open_folder(folder: Path) -> AbstractContextManager[PracticeFolder]:
    """The practice folder in this data folder."""
    return open_practice(
        folder / PRACTICE_FOLDER, make_program(), make_clock(), lambda: secrets.token_hex(_NUMBER_BYTES)
    )


trainer_option = click.option("--trainer", "trainer_name", metavar="NAME", help="Who you are, of several trainers.")


def admit_trainer(practice: PracticeFolder, name: str | None) -> str:
    """The number of the trainer whose PIN is keyed; empty while the folder has no trainer."""
    trainers = [each for each in practice.list_trainers() if name is None or each.name == name]
    if not practice.state.trainers:
        return ""
    if len(trainers) != 1:
        names = ", ".join(each.name for each in practice.list_trainers())
        stop(f"Say with --trainer who you are: {names}.", 2)
    trainer = trainers[0].trainer
    try:
        pin = Pin(CommandLineKeyboard().ask_hidden(f"PIN of {trainers[0].name}: ").strip())
    except NoMoreInputError:
        stop("A trainer's PIN is needed for this.", 2)
    right = PinHasher(USUAL_EFFORT).verify(practice.read_trainer_pin(trainer) or "", pin) is True
    practice.record(TrainerSignedIn(trainer=trainer, right=right))
    if not right:
        stop("Wrong PIN.", 2)
    return trainer


@click.command(name="enroll")
@click.argument("names", metavar="NAME...", nargs=-1)
@click.option(
    "--from", "listed", metavar="FILE", type=click.Path(path_type=Path, dir_okay=False), help="A name a line."
)
@click.option("--class", "group", metavar="CLASS", default="", help="The class: by it a trainer finds people.")
@data_dir_option
def enroll_class(names: tuple[str, ...], listed: Path | None, group: str, folder: Path) -> None:
    """Enrol a class in one go: names, or a file with a name on each line; a badge may stand behind a comma.

    Who is enrolled under the same name already stays as they are.
    """
    wanted = [*names, *(_read_lines(listed) if listed is not None else ())]
    people = [_parse_person(each) for each in wanted if each.strip()]
    if not people:
        stop("Nobody is named. Give names, or --from with a file that has a name on each line.", 2)
    if len(people) > _MOST_NAMES:
        stop(f"{len(people)} names are more than a class has: {_MOST_NAMES} at most.", 2)
    wrong = next((name for name, _ in people if not name or len(name) > _LONGEST_NAME), None)
    if wrong is not None:
        stop(f"{quote_text(wrong[:_LONGEST_NAME])} is no name: it has 1 to {_LONGEST_NAME} letters.", 2)
    with explain_errors(), open_folder(folder) as practice:
        known = {each.name for each in practice.trainees.values()}
        new = {name: badge for name, badge in people if name not in known}
        made = practice.enroll_class(tuple(new), group=group)
        for each in made:
            if new[each.name]:
                practice.change_trainee(_with_badge(each, new[each.name]))
            echo(f"{each.trainee}  {each.name}")
        left = len({name for name, _ in people}) - len(new)
        echo(f"{len(made)} enrolled{f', {left} were there already' if left else ''}.")


def _with_badge(trainee: Trainee, badge: str) -> Trainee:
    return Trainee(trainee=trainee.trainee, name=trainee.name, badge=badge, group=trainee.group, notes=trainee.notes)


def _parse_person(line: str) -> tuple[str, str]:
    name, _, badge = line.partition(",")
    return visible_text(name.strip()), visible_text(badge.strip())


def _read_lines(file: Path) -> Sequence[str]:
    try:
        return file.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as problem:
        stop(f"{file} cannot be read as text: {problem}.", 2)


@click.command(name="trainees")
@data_dir_option
def list_trainees(folder: Path) -> None:
    """List who practises here, with the number of answers and how many were right."""
    with explain_errors(), open_folder(folder) as practice:
        for each in practice.trainees.values():
            record = practice.state.trainees.get(each.trainee)
            if record is not None:
                said = "  ".join(filter(None, (each.trainee, each.name, each.badge, each.group)))
                echo(f"{said}  {record.answers} answers, {record.right} right")


@click.command(name="class")
@click.option("--format", "form", type=_FORMATS, default="text", show_default=True)
@click.option("--class", "group", metavar="CLASS", help="This class alone.")
@trainer_option
@data_dir_option
def show_class(form: str, group: str | None, trainer_name: str | None, folder: Path) -> None:
    """Show the class, who needs most first: grades of 1 to 5 by competency, errors, what will be forgotten."""
    with explain_errors(), open_folder(folder) as practice:
        admit_trainer(practice, trainer_name)
        names, state = practice.trainees, practice.state
        chosen = {
            number: record
            for number, record in state.trainees.items()
            if group is None or (number in names and names[number].group == group)
        }
        rows = make_rows(chosen, load_skills().skills, practice.now().utc, state.grade_rule)
    if form == "json":
        echo(class_json(rows, names))
    elif form == "csv":
        echo(class_csv(rows, names), nl=False)
    else:
        for row in rows:
            echo(_row_text(row, names[row.trainee].name if row.trainee in names else row.trainee))
        listed = "; ".join(
            f"{grade}: {right} % right, {in_time} % in time" for grade, right, in_time in state.grade_rule
        )
        echo(f"Grades by first tries. {listed}; below: 1; under 10 items: not seen.")


def _row_text(row: TraineeRow, name: str) -> str:
    grades = " ".join(f"{each.competency.value} {each.grade or '-'}" for each in row.grades if each.tries)
    return f"{name}: {row.answers} answers; {grades or 'nothing seen'}; {row.sessions} sessions to the standard"


@click.command(name="person")
@click.argument("wanted", metavar="NUMBER|NAME")
@click.option("--format", "form", type=_FORMATS, default="text", show_default=True)
@trainer_option
@data_dir_option
def show_person(wanted: str, form: str, trainer_name: str | None, folder: Path) -> None:
    """Show one trainee: grades, every skill that was asked, exams."""
    with explain_errors(), open_folder(folder) as practice:
        admit_trainer(practice, trainer_name)
        number = _find_number(practice, wanted)
        record, names = practice.state.trainees[number], practice.trainees
        skills = {skill.id: skill for skill in load_skills().skills}
        row = make_row(number, record, skills, practice.now().utc, practice.state.grade_rule)
    if form == "json":
        echo(person_json(row, record, names))
    elif form == "csv":
        echo(person_csv(record), nl=False)
    else:
        echo(_row_text(row, names[number].name if number in names else number))
        for exam in record.exams:
            state = "waits for a trainer" if not exam.ended else "interrupted" if exam.interrupted else "ended"
            echo(
                f"Exam {exam.session}: {exam.right} of {exam.answered} right, {exam.items} items, {state}, "
                f"hash {exam.items_hash}"
            )


def _find_number(practice: PracticeFolder, wanted: str) -> str:
    """By number, name or badge; of several people of one name the number is needed."""
    if wanted in practice.state.trainees:
        return wanted
    found = [each.trainee for each in practice.trainees.values() if wanted in (each.name, each.badge)]
    if len(found) != 1:
        many = f"{len(found)} people are called {quote_text(wanted)}: name the number."
        stop(many if found else f"Nobody practises here under {quote_text(wanted)}. `practice trainees` lists them.", 2)
    return found[0]


@click.command(name="erase")
@click.argument("trainee", metavar="NUMBER")
@click.option("--yes", is_flag=True, help="Do not ask once more.")
@trainer_option
@data_dir_option
def erase_trainee(trainee: str, trainer_name: str | None, folder: Path, *, yes: bool) -> None:
    """Delete the name of a trainee and all that was worked out of the answers; asked once more."""
    with explain_errors(), open_folder(folder) as practice:
        if trainee not in practice.state.trainees:
            stop(f"Nobody practises here under the number {quote_text(trainee)}. `practice trainees` lists them.", 2)
        trainer = admit_trainer(practice, trainer_name)
        name = practice.trainees[trainee].name if trainee in practice.trainees else trainee
        if not yes and not click.confirm(f"Delete {name}, notes, figures and exports? The answers stay, of nobody"):
            echo("Nothing was deleted.")
            return
        practice.erase(trainee, trainer)
        echo(f"{trainee} is deleted; the journal says so by this number alone.")


@click.command(name="waiting")
@click.option("--end", "ended", metavar="EXAM", type=int, help="End this one: what was answered stays.")
@trainer_option
@data_dir_option
def list_waiting(ended: int | None, trainer_name: str | None, folder: Path) -> None:
    """List exams that were left or cut off and wait for a trainer; `exam --resume` lets one go on."""
    with explain_errors(), open_folder(folder) as practice:
        waiting = practice.state.open_exams
        if ended is not None:
            if ended not in waiting:
                stop(f"Exam {ended} does not wait. `practice waiting` lists those that do.", 2)
            end_waiting_exam(practice, ended, admit_trainer(practice, trainer_name))
            echo(f"Exam {ended} is ended, interrupted.")
            return
        for number, trainee in waiting.items():
            exam = next(each for each in practice.state.trainees[trainee].exams if each.session == number)
            name = practice.trainees[trainee].name if trainee in practice.trainees else trainee
            echo(f"Exam {number}: {name}, {exam.answered} of {exam.items} items answered")
        if not waiting:
            echo("No exam waits.")


CLASS_COMMANDS = (enroll_class, list_trainees, show_class, show_person, erase_trainee, list_waiting)

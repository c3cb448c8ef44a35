"""`dealer-station practice`: drills in the terminal, by the same questions and the same grading as at the window."""

import secrets
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import click

from dealer_app.cli.output import echo
from dealer_app.cli.practice_class import CLASS_COMMANDS, admit_trainer, open_folder, trainer_option
from dealer_app.cli.practice_lines import (
    answer_json,
    find_table,
    find_trainee,
    form_hint,
    parse_answer,
    refuse_game,
    say_not_graded,
    scene_lines,
    verdict_lines,
)
from dealer_app.cli.practice_papers import PAPER_COMMANDS
from dealer_app.cli.practice_rounds import ROUND_COMMANDS, begin_rounds_exam, examine_rounds
from dealer_app.cli.practice_take import take_round
from dealer_app.cli.process import data_dir_option, explain_errors, stop
from dealer_app.cli.prompts import CommandLineKeyboard
from dealer_app.cli.run import PRACTICE_FOLDER, show_practice, show_window
from dealer_app.domain.plain_text import quote_text
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.exam import USUAL_ITEMS, ExamChangedError, ExamRepeat, ExamSession, repeat_exam
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.grading import is_answer
from dealer_app.practice.questions import Competency
from dealer_app.practice.round_exam import RoundsRepeat, choose_rounds, repeat_rounds, resume_rounds
from dealer_app.practice.round_session import RoundSession, UnknownScenarioError
from dealer_app.practice.scenarios import load_scenarios
from dealer_app.practice.session import DrillSession, table_skills
from dealer_app.practice.skills import load_skills
from dealer_app.practice.wording import (
    question_text,
    skill_name,
)
from dealer_app.practice_events import PracticeAnswered, PracticeMode, PracticeSessionBegan, RoundAnswered, RoundsChosen
from dealer_app.rulebooks import GAMES
from dealer_app.terminal.keyboard import NoMoreInputError
from dealer_app.texts import Language, Words


@click.group(name="practice", invoke_without_command=True)
@click.option("--size", metavar="WxH", help="The size of the window.  [default: the whole screen]")
@data_dir_option
@click.pass_context
def command(context: click.Context, size: str | None, folder: Path) -> None:
    """Practise what a dealer does, graded by the approved rules, in a folder of its own that is never a table's.

    Without a command the window of practice is opened.
    """
    if context.invoked_subcommand is None:
        sys.exit(show_window(size, lambda wanted: show_practice(folder / PRACTICE_FOLDER, wanted)))


@command.command(name="skills")
@click.argument("game", metavar="GAME", required=False)
def list_skills(game: str | None) -> None:
    """List the skills that can be practised, of one game or of all, each with its clauses."""
    if game is not None and game not in GAMES:
        refuse_game(game)
    known, words = load_skills(), Words.load(Language.EN)
    for skill in known.skills:
        if game is None or game in skill.clauses:
            clauses = ", ".join(skill.clauses[game]) if game else f"{len(skill.clauses)} documents"
            echo(
                f"{skill.id:28} {skill.competency.value:15} {skill.seconds:3} s  {skill_name(words, skill)} ({clauses})"
            )
    if known.faults:
        stop("\n".join(known.faults), 1)


def _name_skill_faults() -> None:
    """What of the skills cannot be asked, with its line; all others are."""
    for fault in load_skills().faults:
        echo(fault, err=True)


for each in (*CLASS_COMMANDS, *ROUND_COMMANDS, *PAPER_COMMANDS, take_round):
    command.add_command(each)


@command.command(name="drill")
@click.argument("game", metavar="GAME")
@click.option("--layout", "letter", metavar="X", help="The layout, by its Appendix letter.  [default: the first]")
@click.option("--trainee", "name", metavar="NAME", default="Trainee", help="Who practises; a new name is enrolled.")
@click.option("--skill", "wanted", metavar="SKILL", help="This skill alone, or all that begin so.")
@click.option("--questions", metavar="N", type=click.IntRange(min=1), help="Stop after so many.")
@click.option("--seed", metavar="N", type=int, help="Where chance starts: the same seed asks the same of who is new.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each answer, for another program.")
@data_dir_option
def drill(  # noqa: PLR0913 - each option of the command
    game: str,
    letter: str | None,
    name: str,
    wanted: str | None,
    questions: int | None,
    seed: int | None,
    *,
    as_json: bool,
    folder: Path,
) -> None:
    """Ask one question after the other, until `q` or so many; `h` shows the clause, which counts as not known."""
    table = find_table(game, letter)
    _name_skill_faults()
    skills = [skill for skill in table_skills(table) if wanted is None or skill.id.startswith(wanted)]
    if not skills:
        stop(f"This layout asks nothing of {quote_text(wanted or '')}. `practice skills {game}` lists the skills.", 2)
    with explain_errors(), open_folder(folder) as practice:
        trainee = find_trainee(practice, name)
        start = secrets.randbelow(10**9) if seed is None else seed
        session = DrillSession(practice, trainee.trainee, table, seed=start, only=skills if wanted else ())
        _DrillTerminal(session, as_json=as_json).ask(questions)


@command.command(name="exam")
@click.argument("game", metavar="GAME", required=False)
@click.option("--layout", "letter", metavar="X", help="The layout, by its Appendix letter.  [default: the first]")
@click.option("--trainee", "name", metavar="NAME", default="Trainee", help="Who is examined; a new name is enrolled.")
@click.option("--items", metavar="N", type=click.IntRange(1, 500), default=USUAL_ITEMS, show_default=True)
@click.option("--rounds", metavar="N", type=click.IntRange(1, 50), help="Whole rounds in the place of questions.")
@click.option("--seed", metavar="N", type=int, help="Everybody who gets this seed gets the same items.")
@click.option("--resume", "resumed", metavar="EXAM", type=int, help="Go on with an exam that waits.")
@trainer_option
@data_dir_option
def examine(  # noqa: PLR0913 - each option of the command
    game: str | None,
    letter: str | None,
    name: str,
    items: int,
    rounds: int | None,
    seed: int | None,
    *,
    resumed: int | None,
    trainer_name: str | None,
    folder: Path,
) -> None:
    """Ask sealed items without hint or verdict; the result comes at the end. The hash of the items comes first.

    `q` leaves it: then it waits for a trainer, and `--resume` goes on at the same question.
    """
    with explain_errors(), open_folder(folder) as practice:
        if resumed is not None:
            found, table = _resume_exam(practice, resumed, trainer_name)
            if isinstance(found, RoundSession):
                examine_rounds(found)
                return
            session = found
        else:
            if game is None:
                stop("Name the game, or --resume and an exam that waits.", 2)
            table = find_table(game, letter)
            trainee = find_trainee(practice, name)
            if trainee.trainee in practice.state.open_exams.values():
                stop(f"{trainee.name} has an exam that waits: `practice waiting` lists it.", 2)
            start = secrets.randbelow(10**9) if seed is None else seed
            if rounds is not None:
                chosen = choose_rounds(table, load_scenarios(), start, rounds)
                examine_rounds(begin_rounds_exam(practice, trainee.trainee, table, chosen, start))
                return
            session = ExamSession(practice, trainee.trainee, table, seed=start, items=items)
            echo(f"Exam {session.number}: {items} items, hash {session.items_hash}")
        if not session.is_over and not _DrillTerminal(session, as_json=False).ask(None):
            session.halt()
            echo(f"Left at item {session.item} of {len(session.items)}. It waits for a trainer: exam --resume.")
            return
        session.end()
        for line in exam_lines(session, table):
            echo(line)


def _resume_exam(
    practice: PracticeFolder, number: int, trainer_name: str | None
) -> tuple[ExamSession | RoundSession, DrillTable]:
    """An exam that waits, at the question at which it was left."""
    trainee = practice.state.open_exams.get(number)
    if trainee is None:
        stop(f"Exam {number} does not wait. `practice waiting` lists those that do.", 2)
    exam = next(each for each in practice.state.trainees[trainee].exams if each.session == number)
    table = find_table(exam.book, exam.layout)
    try:
        if exam.rounds:
            return resume_rounds(practice, exam, table, admit_trainer(practice, trainer_name)), table
        return ExamSession.resume(practice, exam, table, admit_trainer(practice, trainer_name)), table
    except ExamChangedError:
        stop("Its items are no longer those that were sealed: `practice waiting --end` ends it.", 1)


def exam_lines(session: ExamSession, table: DrillTable) -> Iterator[str]:
    """The result, with what is needed to repeat it."""
    by_skill = {skill.id: skill.competency for skill in table_skills(table)}
    for competency in Competency:
        done = [each for each in session.answered if by_skill[each.exercise.skill] is competency]
        if done:
            late = sum(each.mark.right and each.late for each in done)
            yield f"{competency.value}: {sum(each.mark.right for each in done)} of {len(done)} right, {late} late"
    rules = table.rules
    yield f"Seed {session.seed}, {len(session.items)} items, hash {session.items_hash}"
    yield f"{rules.book.game} layout {rules.layout.letter}, read as {rules.book.choice_fingerprint}"


@command.command(name="repeat")
@click.argument("session", metavar="EXAM", type=int)
@data_dir_option
def repeat(session: int, folder: Path) -> None:
    """Make the items of an exam again, and grade its answers once more; status 1 if anything differs."""
    with explain_errors(), open_folder(folder) as practice:
        events = practice.session_events(session)
    began = next((event for event in events if isinstance(event, PracticeSessionBegan)), None)
    if began is None or began.mode is not PracticeMode.EXAM:
        stop(f"{session} is no exam that was begun here.", 2)
    answers = [event for event in events if isinstance(event, PracticeAnswered)]
    table = find_table(began.book, began.layout)
    if table.rules.book.choice_fingerprint != began.fingerprint:
        stop(f"The document was read as {began.fingerprint} then, and is another now. Nothing was repeated.", 1)
    chosen = next((event for event in events if isinstance(event, RoundsChosen)), None)
    found: ExamRepeat | RoundsRepeat
    if chosen is not None:
        found = _repeat_rounds(began, chosen, [each for each in events if isinstance(each, RoundAnswered)], table)
    else:
        found = repeat_exam(table, began.seed, began.items, began.items_hash, answers)
    # An item may ask several questions.
    echo(f"{found.right} of {found.answered} answers right; the exam has {found.items} items.")
    if not (found.same_items and found.same_marks):
        stop("It does not come out as it was written: " + _differences(found), 1)
    echo("Items and marks are the same as then.")


def _repeat_rounds(
    began: PracticeSessionBegan, chosen: RoundsChosen, answers: list[RoundAnswered], table: DrillTable
) -> RoundsRepeat:
    try:
        return repeat_rounds(began, chosen.rounds, answers, table)
    except UnknownScenarioError as problem:
        stop(f"The scenario {problem} is not here as it was then. Nothing was repeated.", 1)


def _differences(found: ExamRepeat | RoundsRepeat) -> str:
    wrong = [word for word, same in (("the items", found.same_items), ("the marks", found.same_marks)) if not same]
    return " and ".join(wrong) + " differ."


class _DrillTerminal:
    """Asks a session in a terminal."""

    def __init__(self, session: DrillSession | ExamSession, *, as_json: bool) -> None:
        self._session = session
        self._json = as_json
        self._words = Words.load(Language.EN)
        self._keyboard = CommandLineKeyboard(is_output_read=as_json)

    def ask(self, most: int | None) -> bool:
        """Whether it came to its end: an exam is not ended by who leaves it."""
        session, is_over = self._session, False
        try:
            while (most is None or len(session.answered) < most) and not is_over and self._ask_one():
                is_over = not session.ask_next()
        except NoMoreInputError:
            pass
        right = sum(each.mark.right for each in session.answered)
        if isinstance(session, ExamSession) and not is_over:
            return False
        if not isinstance(session, ExamSession):
            session.end()
        if not self._json:
            echo(f"{right} of {len(session.answered)} right.")
        return True

    def _ask_one(self) -> bool:
        """Whether it goes on."""
        session, question = self._session, self._session.question
        begun = time.monotonic_ns()
        for line in scene_lines(self._words, session.exercise.scene):
            self._keyboard.say(line)
        prompt = f"{question_text(self._words, question)} {form_hint(self._words, question)}"
        while True:
            self._keyboard.say(prompt)
            typed = self._keyboard.line("> ").strip()
            if typed == "q":
                return False
            if typed == "h":
                if isinstance(session, DrillSession):
                    session.take_hint()
                    self._keyboard.say(f"Clause {question.clause}")
                else:
                    self._keyboard.say(self._words.text("practice", "no-hint"))
                continue
            answer = parse_answer(self._words, question, typed)
            if answer is not None and is_answer(question, answer):
                break
            self._keyboard.say(self._words.text("practice", "not-an-answer"))
        with say_not_graded(self._words):
            done = session.answer(answer, (time.monotonic_ns() - begun) // 1_000_000)
        if self._json:
            echo(answer_json(done))
        elif isinstance(session, DrillSession):
            for line in verdict_lines(self._words, done.question, done.answer, done.mark, late=done.late):
                echo(line)
        return True

"""`dealer-station practice scenario`, `round` and `check`: whole rounds in the terminal, and the files of scenarios."""

import json
import secrets
import time
from collections.abc import Iterator
from pathlib import Path

import click

from dealer_app.cli.output import echo
from dealer_app.cli.practice_class import open_folder
from dealer_app.cli.practice_lines import (
    find_table,
    find_trainee,
    form_hint,
    parse_answer,
    refuse_game,
    say_not_graded,
    scene_lines,
    verdict_lines,
)
from dealer_app.cli.process import data_dir_option, explain_errors, stop
from dealer_app.cli.prompts import CommandLineKeyboard
from dealer_app.domain.plain_text import quote_text
from dealer_app.practice.debrief import Debrief, make_debrief
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.grading import is_answer
from dealer_app.practice.handlers import find_handlers
from dealer_app.practice.questions import Answer, Competency, DrillQuestion
from dealer_app.practice.round_questions import STEP_PART
from dealer_app.practice.round_session import RoundDecision, RoundSession, scenario_item
from dealer_app.practice.round_steps import SAY_IT, keypad_steps
from dealer_app.practice.scenario_check import can_play_scenario, check_scenario
from dealer_app.practice.scenario_check import check_files as check_scenario_files
from dealer_app.practice.scenarios import (
    ScenarioFaultsError,
    ScenarioShelf,
    book_scenarios,
    load_scenarios,
    read_scenario_file,
)
from dealer_app.practice.wording import cause_text, choice_text, question_text
from dealer_app.practice_events import PracticeMode, RoundItem
from dealer_app.rulebooks import GAMES
from dealer_app.scripts.narration import table_guide_words
from dealer_app.terminal.keyboard import NoMoreInputError
from dealer_app.texts import Language, Words
from dealer_app.texts.texts import amount_text
from dealer_app.wiring import make_practised_device

_MODES = {"guided": PracticeMode.GUIDED, "unguided": PracticeMode.UNGUIDED, "real": PracticeMode.FREE}
_SEEDS = 10**9
_LOWEST, _HIGHEST = 1, 5
_NAME_OPTION = click.option(
    "--trainee", "name", metavar="NAME", default="Trainee", help="Who practises; a new name is enrolled."
)
_MODE_OPTION = click.option(
    "--mode",
    type=click.Choice(list(_MODES)),
    default="unguided",
    show_default=True,
    help="The guide speaks; or you say what comes next; or what you do is really done.",
)
_JSON_OPTION = click.option(
    "--json", "as_json", is_flag=True, help="One line of JSON for each answer, for another program."
)


@click.command(name="scenario")
@click.argument("wanted", metavar="ID|FILE|list")
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--layout", "letter", metavar="X", help="Another layout of its document.  [default: its own]")
@_NAME_OPTION
@_MODE_OPTION
@_JSON_OPTION
@data_dir_option
def play_scenario(  # noqa: PLR0913 - each option of the command
    wanted: str, game: str | None, letter: str | None, name: str, mode: str, *, as_json: bool, folder: Path
) -> None:
    """Play a scenario: a round with its cards, bets and troubles written in a file. `list` lists those that there are.

    A digit says what comes next, as the keypad has it; `.` opens the words to say, `h` shows the clause, `q` ends.
    """
    if wanted == "list":
        _list_scenarios(game)
        return
    shelf = _find_shelf(wanted)
    item = scenario_item(shelf, next(iter(shelf.files)))
    scenario = shelf.files[item.scenario].scenario
    table = find_table(scenario.book, letter or scenario.layout)
    if not can_play_scenario(shelf.files[item.scenario], table):
        stop(f"{scenario.id} cannot be played at layout {table.rules.layout.letter}; its own is {scenario.layout}.", 2)
    with explain_errors(), open_folder(folder) as practice:
        trainee = find_trainee(practice, name)
        session = RoundSession(
            practice,
            trainee.trainee,
            table,
            mode=_MODES[mode],
            rounds=(item,),
            seed=item.seed,
            shelf=shelf,
            make_device=make_practised_device,
        )
        _play(session, as_json=as_json)


@click.command(name="round")
@click.argument("game", metavar="GAME")
@click.option("--layout", "letter", metavar="X", help="The layout, by its Appendix letter.  [default: the first]")
@click.option("--rounds", metavar="N", type=click.IntRange(1, 100), default=1, show_default=True)
@click.option("--seed", metavar="N", type=int, help="The same seed deals the same rounds.")
@_NAME_OPTION
@_MODE_OPTION
@_JSON_OPTION
@data_dir_option
def play_round(  # noqa: PLR0913 - each option of the command
    game: str,
    letter: str | None,
    rounds: int,
    seed: int | None,
    name: str,
    mode: str,
    *,
    as_json: bool,
    folder: Path,
) -> None:
    """Play rounds that are dealt from a seed, each to its end."""
    table = find_table(game, letter)
    start = secrets.randbelow(_SEEDS) if seed is None else seed
    items = tuple(RoundItem(seed=1 + start + place) for place in range(rounds))
    with explain_errors(), open_folder(folder) as practice:
        trainee = find_trainee(practice, name)
        session = RoundSession(
            practice,
            trainee.trainee,
            table,
            mode=_MODES[mode],
            rounds=items,
            seed=start,
            make_device=make_practised_device,
        )
        _play(session, as_json=as_json)


@click.command(name="check")
@click.argument("files", metavar="[FILE]...", nargs=-1, type=click.Path(path_type=Path))
def check_files(files: tuple[Path, ...]) -> None:
    """Check scenario files, or all that come with the station: read strictly, and played to their end.

    Everything that is wrong is named with its file and line; status 1 if anything is.
    """
    if files:
        count, faults = check_scenario_files(files)
    else:
        shelf = load_scenarios()
        found = [check_scenario(file) for file in shelf.files.values()]
        count, faults = found.count(()), (*shelf.faults, *(fault for each in found for fault in each))
    echo(f"{count} scenarios can be played.")
    if faults:
        stop("\n".join(faults), 1)


ROUND_COMMANDS = (play_scenario, play_round, check_files)


def _list_scenarios(game: str | None) -> None:
    if game is not None and game not in GAMES:
        refuse_game(game)
    shelf = load_scenarios()
    for book in GAMES if game is None else (game,):
        for file in book_scenarios(shelf, book):
            scenario = file.scenario
            clauses = ", ".join(scenario.clauses)
            echo(f"{scenario.id:34} level {scenario.level}  {scenario.title['en']} ({clauses})")
    if shelf.faults:
        stop("\n".join(shelf.faults), 1)


def _find_shelf(wanted: str) -> ScenarioShelf:
    """The scenario alone: by its id, or of a file of one's own."""
    if wanted.endswith(".toml"):
        try:
            file = read_scenario_file(Path(wanted), find_handlers(Path(wanted).parent).handlers)
        except ScenarioFaultsError as problem:
            stop("\n".join(problem.faults), 2)
        faults = check_scenario(file)
        if faults:
            stop("\n".join(faults), 2)
        return ScenarioShelf(files={file.scenario.id: file})
    known = load_scenarios().files.get(wanted)
    if known is None:
        stop(f"There is no scenario {quote_text(wanted)}. `practice scenario list` lists them.", 2)
    return ScenarioShelf(files={wanted: known})


def _play(session: RoundSession, *, as_json: bool) -> None:
    terminal = RoundTerminal(session, as_json=as_json)
    terminal.ask()
    session.end()
    if not as_json and session.decisions:
        terminal.rate()
        debrief = make_debrief(session)
        assert debrief is not None, "the session was rated"
        for line in debrief_lines(Words.load(Language.EN), debrief):
            echo(line)


class RoundTerminal:
    """Asks a session of rounds in a terminal."""

    def __init__(self, session: RoundSession, *, as_json: bool) -> None:
        self._session = session
        self._json = as_json
        self._words = Words.load(Language.EN)
        self._keyboard = CommandLineKeyboard(is_output_read=as_json)

    def ask(self) -> bool:
        """Whether it came to its end."""
        session = self._session
        try:
            while not session.is_over and self._ask_one():
                session.ask_next()
        except NoMoreInputError:
            pass
        return session.is_over

    def _ask_one(self) -> bool:
        """Whether it goes on."""
        session = self._session
        begun = time.monotonic_ns()
        for line in self._table_lines():
            self._keyboard.say(line)
        answer: Answer | None = None
        while answer is None:
            question = session.question
            self._keyboard.say(f"{question_text(self._words, question)} {self._hint(question)}")
            typed = self._keyboard.line("> ").strip()
            if typed == "q":
                return False
            if typed == "h":
                self._show_clause(question)
            elif typed == SAY_IT and session.is_step_asked:
                session.say_first()
            else:
                given = self._parse(question, typed)
                if given is not None and is_answer(question, given):
                    answer = given
                else:
                    self._keyboard.say(self._words.text("practice", "not-an-answer"))
        with say_not_graded(self._words):
            decision = session.answer(answer, (time.monotonic_ns() - begun) // 1_000_000)
        if self._json:
            echo(decision_json(session, decision))
        elif not session.is_exam:
            for line in self._verdict_lines(decision):
                echo(line)
        return True

    def _table_lines(self) -> Iterator[str]:
        """What lies there, what was heard, and in a guided round what the guide says."""
        session = self._session
        yield from scene_lines(self._words, session.exercise.scene)
        if session.moment.say:
            yield session.moment.say[Language.EN.value]
        if session.is_guided and session.is_step_asked:
            yield table_guide_words(session.moment.guide, session.table.rules, session.moment.state)

    def _hint(self, question: DrillQuestion) -> str:
        if question.code != STEP_PART:
            return form_hint(self._words, question)
        steps = keypad_steps(self._session.table.rules)
        return "; ".join(
            f"{digit} {choice_text(self._words, question, step.value)}" for digit, step in sorted(steps.items())
        )

    def _parse(self, question: DrillQuestion, typed: str) -> Answer | None:
        if question.code != STEP_PART:
            return parse_answer(self._words, question, typed)
        step = keypad_steps(self._session.table.rules).get(typed)
        return None if step is None else (step.value,)

    def _show_clause(self, question: DrillQuestion) -> None:
        if self._session.is_exam:
            self._keyboard.say(self._words.text("practice", "no-hint"))
            return
        self._session.take_hint()
        self._keyboard.say(f"Clause {question.clause}")

    def _verdict_lines(self, decision: RoundDecision) -> Iterator[str]:
        words = self._words
        yield from verdict_lines(words, decision.question, decision.answer, decision.mark, late=decision.is_late)
        if decision.money and decision.money != decision.mark.money:
            yield words.text("practice", "returned-money", {"amount": str(abs(decision.money))})
        if not decision.mark.right and decision.question.code == STEP_PART and not self._is_really_done:
            yield words.text("practice", "book-went-on")

    @property
    def _is_really_done(self) -> bool:
        return self._session.mode is PracticeMode.FREE

    def rate(self) -> None:
        """The own rating, before the result; who gives none is sure of nothing."""
        session, words = self._session, self._words
        seen = {decision.asked.competency for decision in session.decisions}
        ratings: dict[Competency, int] = {}
        echo(words.text("practice", "rate-yourself"))
        for competency in (each for each in Competency if each in seen):
            name = words.text("practice", f"competency-{competency.value}")
            try:
                ratings[competency] = self._ask_rating(name)
            except NoMoreInputError:
                break
        session.rate(ratings)

    def _ask_rating(self, name: str) -> int:
        while True:
            self._keyboard.say(f"{name} ({_LOWEST}-{_HIGHEST})")
            typed = self._keyboard.line("> ").strip()
            if typed.isascii() and typed.isdecimal() and _LOWEST <= int(typed) <= _HIGHEST:
                return int(typed)
            self._keyboard.say(self._words.text("practice", "not-an-answer"))


def debrief_lines(words: Words, debrief: Debrief) -> Iterator[str]:
    """The result: own rating beside what was right, seconds a phase, errors, and what the scenario says to them."""
    yield words.text("practice", "of-all", {"right": str(debrief.right_first), "all": str(debrief.decisions)})
    for count in debrief.competencies:
        name = words.text("practice", f"competency-{count.competency.value}")
        right = words.text("practice", "of-all", {"right": str(count.right), "all": str(count.decisions)})
        own = "" if count.own is None else "; " + words.text("practice", "own-rating", {"grade": str(count.own)})
        yield f"{name}: {right}{own}"
    for phase in debrief.phases:
        name = words.text("practice", f"phase-{phase.phase.value}")
        yield f"{name}: {_seconds(phase.milliseconds)} s / {_seconds(phase.limit_milliseconds)} s"
    for flag in debrief.flags:
        causes = words.join_texts("list", *(cause_text(words, cause) for cause in flag.causes))
        money = amount_text(abs(flag.money), words.decimals) if flag.money else words.text("practice", "no-money")
        part = debrief.book[flag.decision]
        book = choice_text(words, part.question, part.answer[0]) if part.question.choices and part.answer else ""
        yield f"{flag.number}. {causes} ({flag.clause}); {money}{f'; {book}' if book else ''}"
    for scenario in debrief.scenarios:
        if scenario.debrief:
            yield scenario.debrief[words.language.value]


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds // 1000}.{milliseconds % 1000 // 100}"


def decision_json(session: RoundSession, decision: RoundDecision) -> str:
    """A decision as one line for another program."""
    item = session.rounds[decision.round]
    rules = session.table.rules
    return json.dumps(
        {
            "scenario": item.scenario,
            "version": item.version,
            "seed": item.seed,
            "book": rules.book.game,
            "layout": rules.layout.letter,
            "round": decision.round,
            "moment": decision.moment.number,
            "question": decision.question.code,
            "competency": decision.asked.competency.value,
            "skill": decision.asked.skill,
            "answer": list(decision.answer),
            "book_answer": list(decision.question.right[0]),
            "right": decision.mark.right,
            "causes": [cause.value for cause in decision.causes],
            "money": decision.money,
            "milliseconds": decision.milliseconds,
            "limit_seconds": decision.asked.limit_seconds,
            "hints": decision.hints,
            "rating": decision.rating.name.lower(),
            "clause": decision.question.clause,
            "weight": decision.asked.weight,
        },
        ensure_ascii=False,
    )


# Exams


def examine_rounds(session: RoundSession) -> None:
    """Asks an exam of rounds; the result comes at its end, and one that is left waits for a trainer."""
    if not session.is_over and not RoundTerminal(session, as_json=False).ask():
        session.halt()
        done, all_ = len(session.decisions), session.count_items()
        echo(f"Left at decision {done + 1} of {all_}. It waits for a trainer: exam --resume.")
        return
    session.end()
    for line in rounds_exam_lines(session):
        echo(line)


def rounds_exam_lines(session: RoundSession) -> Iterator[str]:
    """The result of an exam of rounds, with what is needed to repeat it."""
    for competency in Competency:
        done = [each for each in session.decisions if each.asked.competency is competency]
        if done:
            late = sum(each.mark.right and each.is_late for each in done)
            yield f"{competency.value}: {sum(each.mark.right for each in done)} of {len(done)} right, {late} late"
    rules = session.table.rules
    yield f"Seed {session.seed}, {len(session.rounds)} rounds, hash {session.items_hash}"
    yield f"{rules.book.game} layout {rules.layout.letter}, read as {rules.book.choice_fingerprint}"


def begin_rounds_exam(
    practice: PracticeFolder, trainee: str, table: DrillTable, rounds: tuple[RoundItem, ...], seed: int
) -> RoundSession:
    """Begins it, and shows the hash of its rounds before the first of them."""
    session = RoundSession(practice, trainee, table, mode=PracticeMode.EXAM, rounds=rounds, seed=seed)
    echo(f"Exam {session.number}: {len(rounds)} rounds, {session.count_items()} decisions, hash {session.items_hash}")
    return session

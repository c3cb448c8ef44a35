"""What practice shows and reads in the terminal: the table, questions, answers and verdicts, line by line."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import NoReturn

from dealer_app.cli.output import echo
from dealer_app.cli.process import stop
from dealer_app.domain.plain_text import quote_text
from dealer_app.domain.round.guide import bettor_fact
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.journal_errors import JournalError
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.grading import Mark
from dealer_app.practice.questions import Answer, AnswerForm, DrillQuestion, DrillScene, Exercise
from dealer_app.practice.session import Answered
from dealer_app.practice.trainee_names import Trainee
from dealer_app.practice.wording import answer_text, choice_text, reason_text, sign_text, slip_text, story_text
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.rulebooks.loader import UnknownLayoutError, require_layout
from dealer_app.texts import Words
from dealer_app.texts.texts import amount_text


def find_table(game: str, letter: str | None) -> DrillTable:
    """The table of a game and layout that somebody named, or the program ends and says which there are."""
    if game not in GAMES:
        refuse_game(game)
    book = load_rulebook(game)
    try:
        layout = book.layouts[0] if letter is None else require_layout(book, letter)
    except UnknownLayoutError as problem:
        stop(str(problem), 2)
    return DrillTable(make_rules(book, layout))


def refuse_game(game: str) -> NoReturn:
    """Somebody named a game that there is not."""
    stop(f"There is no game {quote_text(game)}; there are {', '.join(GAMES)}.", 2)


def find_trainee(practice: PracticeFolder, name: str) -> Trainee:
    """Who practises, by name, badge or number; a new name is enrolled."""
    known = next((each for each in practice.trainees.values() if name in (each.name, each.badge, each.trainee)), None)
    return known or practice.enroll(name)


@contextmanager
def say_not_graded(words: Words) -> Iterator[None]:
    """An answer that cannot be written does not count: it says so, and practice ends with the fault of the journal."""
    try:
        yield
    except JournalError:
        echo(words.text("practice", "not-graded"), err=True)
        raise


def scene_lines(words: Words, scene: DrillScene) -> Iterator[str]:
    """What has happened and what lies on the table, a line for each hand and bet."""
    if scene.story:
        yield story_text(words, scene)
    yield from _lying_lines(words, scene) if scene.lying else _hand_lines(words, scene)
    if scene.drawn:
        yield f"Drawn: {' '.join(card.value for card in scene.drawn)}"
    if scene.limits is not None:
        yield f"{words.text('practice', 'sign')}: {sign_text(words, scene.limits)}"
    if scene.dice:
        yield f"Dice: {'-'.join(map(str, scene.dice))}"
    for place, bet in enumerate(scene.bets):
        who = words.text("practice", "bettor", {"bettor": bettor_fact((bet.wager.seat, bet.wager.bettor))})
        asked = " <" if place == scene.asked else ""
        yield f"{who}: {amount_text(bet.wager.stake, words.decimals)} {words.area(bet.wager.area)}{asked}"


def _hand_lines(words: Words, scene: DrillScene) -> Iterator[str]:
    for side, cards in (("player", scene.player), ("banker", scene.banker)):
        if cards:
            yield f"{words.text('hand', side)}: {' '.join(card.value for card in cards)}"


def _lying_lines(words: Words, scene: DrillScene) -> Iterator[str]:
    """Each card with its number in drawn order; `?` where that is in dispute, `--` where it is face down."""
    for side in ("player", "banker", ""):
        cards = [
            f"{'?' if lies.disputed else number}:{'--' if lies.card is None else lies.card.value}"
            for number, lies in enumerate(scene.lying, start=1)
            if lies.side == side
        ]
        if cards:
            name = words.text("hand", side) if side else words.text("practice", "on-no-hand")
            yield f"{name}: {' '.join(cards)}"


def form_hint(words: Words, question: DrillQuestion) -> str:
    """What can be typed as an answer."""
    if _is_keyed_by_code(question):
        return f"({', '.join(question.choices)})"
    if question.form in (AnswerForm.CHOICE, AnswerForm.ORDER, AnswerForm.AREAS):
        return "; ".join(
            f"{number} {choice_text(words, question, choice)}"
            for number, choice in enumerate(question.choices, start=1)
        )
    return ""


def _is_keyed_by_code(question: DrillQuestion) -> bool:
    """Areas have codes that can be typed; bettors have numbers in the list."""
    return question.form is AnswerForm.AREAS and question.part == "area"


def parse_answer(words: Words, question: DrillQuestion, typed: str) -> Answer | None:
    """What was typed as an answer: an amount in the unit of the table, numbers of choices, codes of areas."""
    match question.form:
        case AnswerForm.NUMBER:
            return (str(int(typed)),) if typed.isascii() and typed.isdecimal() else None
        case AnswerForm.AMOUNT:
            return _parse_amount(words, typed)
        case AnswerForm.AREAS if not _is_keyed_by_code(question):
            chosen = set(typed.replace(",", " ").split()) - {"-"}
            picked = tuple(choice for number, choice in enumerate(question.choices, start=1) if str(number) in chosen)
            return picked if len(picked) == len(chosen) else None
        case AnswerForm.CHOICE | AnswerForm.ORDER:
            numbers = typed.split()
            if all(each.isascii() and each.isdecimal() and 0 < int(each) <= len(question.choices) for each in numbers):
                return tuple(question.choices[int(each) - 1] for each in numbers)
            return tuple(numbers)
        case AnswerForm.AREAS:
            chosen = set(typed.replace(",", " ").split()) - {"-"}
            in_order = tuple(area for area in question.choices if area in chosen)
            return in_order if len(in_order) == len(chosen) else None


def _parse_amount(words: Words, typed: str) -> Answer | None:
    whole, _, part = typed.replace(",", "").partition(".")
    if not (whole + part).isascii() or not (whole + part).isdecimal() or len(part) > words.decimals:
        return None
    minor = Fraction(f"{whole or '0'}.{part or '0'}") * 10**words.decimals
    return (str(int(minor)),)


def verdict_lines(words: Words, question: DrillQuestion, answer: Answer, mark: Mark, *, late: bool) -> Iterator[str]:
    """Right or wrong; the right answer, the clause, and which mistake it was."""
    if mark.right:
        yield words.text("practice", "late" if late else "right")
        return
    yield words.text("practice", "wrong")
    yield f"{words.text('practice', 'given')}: {answer_text(words, question, answer)}"
    yield f"{words.text('practice', 'book')}: {answer_text(words, question, question.right[0])}"
    yield f"{reason_text(words, question)} ({question.clause})"
    slips = [slip_text(words, slip) for slip in mark.slips]
    if question.form is not AnswerForm.AREAS and len(slips) > 1:
        joined = f" {words.text('practice', 'or')} ".join(slips)
        yield f"{words.text('practice', 'either')}: {joined}"
    else:
        yield from slips
    if mark.money:
        yield words.text("practice", "over" if mark.money > 0 else "short", {"amount": str(abs(mark.money))})


def answer_json(done: Answered) -> str:
    """An answer as one line for another program."""
    exercise: Exercise = done.exercise
    return json.dumps(
        {
            "skill": exercise.skill,
            "book": exercise.book,
            "layout": exercise.layout,
            "seed": exercise.seed,
            "question": done.question.code,
            "answer": list(done.answer),
            "book_answer": list(done.question.right[0]),
            "right": done.mark.right,
            "causes": [slip.cause.value for slip in done.mark.slips],
            "money": done.mark.money,
            "milliseconds": done.milliseconds,
            "rating": done.rating.name.lower(),
            "clause": done.question.clause,
        },
        ensure_ascii=False,
    )

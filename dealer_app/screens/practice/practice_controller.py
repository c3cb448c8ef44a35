"""The screen of practice while it runs: takes touches and keys, and holds what is keyed; the folder keeps the answers.

It stands behind the same window as the screen of a table, and has neither station nor device.
"""

import asyncio
import secrets
from collections.abc import Callable, Mapping

from dealer_app.domain.plain_text import visible_text
from dealer_app.domain.round.table_settings import make_rules
from dealer_app.domain.values import replace
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.folder import PracticeFolder
from dealer_app.practice.questions import AnswerForm, Competency
from dealer_app.practice.session import DrillSession, table_skills
from dealer_app.practice.skills import Skill
from dealer_app.practice.trainee_records import TraineeRecord
from dealer_app.practice_events import PracticeSessionRated
from dealer_app.rulebooks import GAMES, load_rulebook, require_layout
from dealer_app.screens.actions import Action, Practise
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText
from dealer_app.screens.context import AssetFault, Looks, ThemeChoice
from dealer_app.screens.input_state import Panel
from dealer_app.screens.key_input import BACKSPACE, ENTER, screen_controls
from dealer_app.screens.ports import WindowPort
from dealer_app.screens.practice.practice_screen import build_practice_screen
from dealer_app.screens.practice.view import PracticeInput, PracticePage, PracticeView, read_answer
from dealer_app.screens.screen import Cue, Screen
from dealer_app.texts import Language, LanguagePair, language_pair

MOST_DIGITS, MOST_LETTERS = 9, 40
_DEAF_MILLISECONDS = 400
"""Enter does nothing for so long after a question or a verdict came up: nobody can have meant it."""


class PracticeController:
    """One screen of practice. `milliseconds` is a clock that only goes forward."""

    def __init__(
        self, folder: PracticeFolder, window: WindowPort, looks: Looks, milliseconds: Callable[[], int]
    ) -> None:
        self._folder = folder
        self._window = window
        self._looks = looks
        self._milliseconds = milliseconds
        self._keyed = PracticeInput()
        self._trainee = ""
        self._table = _make_table(GAMES[0], None)
        self._skills = table_skills(self._table)
        self._session: DrillSession | None = None
        self._notice = NO_TEXT
        self._shown_at = 0
        self._deaf_until = 0
        self.screen: Screen = build_practice_screen(self._view())

    # What the window asks for

    async def run(self) -> None:
        """Everything is done as it is given: there is nothing to wait for."""
        await asyncio.Event().wait()

    def show(self) -> None:
        """Builds the screen and gives it to the window."""
        self.screen = build_practice_screen(self._view())
        self._window.show(self.screen, self._looks)

    def refresh(self) -> None:
        """Time has passed; nothing of practice changes by itself."""

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
            self._sound(Cue.REFUSED)
            self.show_notice(control.waits)

    def press(self, act: Action, _name: str = "") -> None:
        """A touch."""
        self._perform(act)

    def press_key(self, key: str) -> None:
        """A key of the keyboard or keypad."""
        if self._keyed.page is PracticePage.TRAINEES and self._write_name(key):
            return
        wanted = "-" if key == BACKSPACE else key
        if key == ENTER:
            if self._milliseconds() < self._deaf_until:
                return
            found: Control | None = self.screen.rail.primary
        else:
            fit = [each for each in screen_controls(self.screen) if each.key.casefold() == wanted.casefold()]
            found = next((each for each in fit if each.act is not None), fit[0] if fit else None)
        if found is None:
            self._sound(Cue.REFUSED)
        elif found.act is None:
            self.show_wait(found)
        else:
            self._perform(found.act)

    def _write_name(self, key: str) -> bool:
        """Whether the key wrote a letter of the new name; digits choose somebody while no name is begun."""
        if key == BACKSPACE:
            self._perform(Practise("letter", "⌫"))
            return True
        if len(key) != 1 or (key.isdigit() and not self._keyed.text):
            return False
        self._perform(Practise("letter", key))
        return True

    def _sound(self, cue: Cue) -> None:
        if self._looks.sound:
            self._window.play_sound(cue)

    # What is done

    def _perform(self, act: Action) -> None:
        if not isinstance(act, Practise):
            return
        self._notice = NO_TEXT
        if act.what != "stop":
            self._keyed = replace(self._keyed, stopping=False)
        try:
            self._steps[act.what](act.value)
        except Exception as problem:  # noqa: BLE001 - whatever it is, practice stops and the screen says so
            self._window.report_failure(problem)
            return
        self.show()

    @property
    def _steps(self) -> Mapping[str, Callable[[str], None]]:
        return {
            "letter": self._type_letter,
            "enroll": self._enroll,
            "trainee": self._choose_trainee,
            "trainees": lambda _: self._open(PracticePage.TRAINEES),
            "home": lambda _: self._open(PracticePage.HOME),
            "games": lambda _: self._open(PracticePage.GAMES),
            "game": self._choose_game,
            "layout": self._choose_layout,
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
            "language": lambda _: self._change_language(),
            "theme": lambda _: self._change_theme(),
        }

    def _open(self, page: PracticePage) -> None:
        self._keyed = PracticeInput(page=page)

    def _type_letter(self, letter: str) -> None:
        text = self._keyed.text[:-1] if letter == "⌫" else (self._keyed.text + letter)[:MOST_LETTERS]
        self._keyed = replace(self._keyed, text=text)

    def _enroll(self, _value: str) -> None:
        name = visible_text(self._keyed.text.strip())
        self._choose_trainee(self._folder.enroll(name).trainee)

    def _choose_trainee(self, trainee: str) -> None:
        self._trainee = trainee
        self._open(PracticePage.HOME)

    def _choose_game(self, game: str) -> None:
        self._use_table(_make_table(game, None))
        self._open(PracticePage.LAYOUTS)

    def _choose_layout(self, letter: str) -> None:
        self._use_table(_make_table(self._table.rules.book.game, letter))
        self._open(PracticePage.HOME)

    def _use_table(self, table: DrillTable) -> None:
        self._table = table
        self._skills = table_skills(table)

    def _turn_page(self, pages: str) -> None:
        self._keyed = replace(self._keyed, place=(self._keyed.place + 1) % int(pages))

    def _begin(self, only: tuple[Skill, ...]) -> None:
        seed = secrets.randbelow(10**9)
        self._session = DrillSession(self._folder, self._trainee, self._table, seed=seed, only=only)
        self._show_question()

    def _begin_skill(self, skill: str) -> None:
        self._begin(tuple(each for each in self._skills if each.id == skill))

    def _begin_again(self) -> None:
        missed = {each.exercise.skill for each in self._current.answered if not each.mark.right}
        self._begin(tuple(each for each in self._skills if each.id in missed))

    @property
    def _current(self) -> DrillSession:
        assert self._session is not None, "a session has begun"
        return self._session

    def _show_question(self) -> None:
        self._keyed = PracticeInput(page=PracticePage.QUESTION)
        self._shown_at = self._milliseconds()
        self._deaf_until = self._shown_at + _DEAF_MILLISECONDS
        self._sound(Cue.YOUR_TURN)

    def _type_digit(self, digit: str) -> None:
        before = self._keyed.digits
        after = before[:-1] if digit == "-" else (before + digit)[:MOST_DIGITS]
        self._keyed = replace(self._keyed, digits=after.lstrip("0") or ("0" if after else ""))

    def _choose(self, choice: str) -> None:
        """One of several; in an order one place more, or back to where it is taken out."""
        chosen, question = self._keyed.chosen, self._current.question
        if question.form is not AnswerForm.ORDER:
            self._keyed = replace(self._keyed, chosen=(choice,))
        elif choice in chosen:
            self._keyed = replace(self._keyed, chosen=chosen[: chosen.index(choice)])
        else:
            self._keyed = replace(self._keyed, chosen=(*chosen, choice))

    def _choose_area(self, area: str) -> None:
        chosen = self._keyed.chosen
        after = tuple(each for each in chosen if each != area) if area in chosen else (*chosen, area)
        self._keyed = replace(self._keyed, chosen=after)

    def _take_hint(self) -> None:
        self._current.take_hint()

    def _answer(self) -> None:
        session = self._current
        answer = read_answer(self._keyed, session.question, self._words.first.decimals)
        if answer is None:
            return
        done = session.answer(answer, self._milliseconds() - self._shown_at)
        self._keyed = replace(self._keyed, page=PracticePage.VERDICT)
        self._deaf_until = self._milliseconds() + _DEAF_MILLISECONDS
        if not done.mark.right:
            self._sound(Cue.REFUSED)

    def _ask_next(self) -> None:
        self._current.ask_next()
        self._show_question()

    def _rate(self, value: str) -> None:
        name, _, grade = value.partition(":")
        ratings = {**dict(self._keyed.ratings), Competency(name): int(grade)}
        self._keyed = replace(self._keyed, ratings=tuple(ratings.items()))

    def _show_result(self) -> None:
        ratings = {competency.value: grade for competency, grade in self._keyed.ratings}
        self._folder.record(PracticeSessionRated(session=self._current.number, ratings=ratings))
        self._keyed = replace(self._keyed, page=PracticePage.RESULT)

    def _stop(self) -> None:
        """Out of a session to the own rating, else out of practice; asked once."""
        if not self._keyed.stopping:
            self._keyed = replace(self._keyed, stopping=True)
            return
        if self._keyed.page in (PracticePage.QUESTION, PracticePage.VERDICT):
            session = self._current
            session.end()
            self._open(PracticePage.OWN_RATING if session.answered else PracticePage.HOME)
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
    def _words(self) -> LanguagePair:
        return language_pair(self._looks.first, self._looks.second)

    def _view(self) -> PracticeView:
        session, folder = self._session, self._folder
        known = folder.state.trainees
        return PracticeView(
            words=self._words,
            looks=self._looks,
            keyed=self._keyed,
            table=self._table,
            skills=self._skills,
            utc=folder.now().utc,
            trainees=tuple(each for each in folder.trainees.values() if each.trainee in known),
            trainee=folder.trainees.get(self._trainee),
            record=known.get(self._trainee, TraineeRecord()),
            exercise=None if session is None else session.exercise,
            question=None if session is None else session.question,
            answered=() if session is None else tuple(session.answered),
            has_hint=session is not None and session.has_hint,
            notice=self._notice,
        )


def _make_table(game: str, letter: str | None) -> DrillTable:
    book = load_rulebook(game)
    layout = book.layouts[0] if letter is None else require_layout(book, letter)
    return DrillTable(make_rules(book, layout))

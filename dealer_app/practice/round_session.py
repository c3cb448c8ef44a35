"""A session of rounds: scenarios, or rounds dealt from a seed; every decision graded and written before it is taken.

Guided, unguided, done for real, or as an exam. Window and terminal play the same session; nothing here waits or draws.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Protocol

from msgspec import Struct

from dealer_app.clock import Timestamp
from dealer_app.domain.money import Money
from dealer_app.domain.values import replace
from dealer_app.practice.dealt_rounds import deal_scenario
from dealer_app.practice.device_reports import MakeDevice
from dealer_app.practice.drill_table import DrillTable
from dealer_app.practice.grading import Mark, Rating, grade_answer, rate_answer
from dealer_app.practice.questions import Answer, Cause, Competency, DrillQuestion, DrillScene, Exercise
from dealer_app.practice.round_moment import Done, Moment
from dealer_app.practice.round_play import RoundPlay
from dealer_app.practice.round_questions import (
    STEP_PART,
    WORDS_PART,
    AskedMoment,
    RoundQuestion,
    ask_moment,
    count_questions,
)
from dealer_app.practice.round_steps import RoundStep
from dealer_app.practice.scenarios import Scenario, ScenarioShelf, load_scenarios
from dealer_app.practice.schedule import is_same_day
from dealer_app.practice.state import PracticeState
from dealer_app.practice.trainee_records import TraineeRecord
from dealer_app.practice.troubles import ArmedTroubles
from dealer_app.practice_events import (
    ExamHalted,
    PracticeEvent,
    PracticeMode,
    PracticeSessionBegan,
    PracticeSessionEnded,
    PracticeSessionRated,
    RoundAnswered,
    RoundItem,
    RoundsChosen,
    RoundTrouble,
    TroubleCame,
)


class UnknownScenarioError(Exception):
    """A session names a scenario that is not there, or not as it was then."""


class RoundDecision(Struct, frozen=True, kw_only=True):
    """One answer of a round, with what it was given to and what it came to."""

    round: int
    moment: Moment
    asked: RoundQuestion
    place: int
    """Which of the questions of the moment, from 0."""
    answer: Answer
    mark: Mark
    rating: Rating
    milliseconds: int
    began: int
    """When it was asked, in milliseconds since the session began."""
    hints: int = 0
    step: int = 0
    """Which of the steps that were shown in its round, from 0."""
    done: Done | None = None
    """What came of it, where it was really done."""

    @property
    def question(self) -> DrillQuestion:
        return self.asked.question

    @property
    def is_late(self) -> bool:
        return self.milliseconds > self.asked.limit_seconds * 1000

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Why it is wrong; of a right answer that came late, that it was slow."""
        found = tuple(dict.fromkeys(slip.cause for slip in self.mark.slips))
        return found or ((Cause.SLOW,) if self.is_late else ())

    @property
    def money(self) -> Money:
        """What it would have cost; of a missed offer what the House returns."""
        missed = Cause.INSURANCE_MISSED in self.causes
        return Money(-self.asked.missed) if missed and self.asked.missed else self.mark.money


class AnswerFolder(Protocol):
    """Where the answers of a session are kept."""

    @property
    def state(self) -> PracticeState: ...

    def now(self) -> Timestamp: ...

    def record(self, *events: PracticeEvent) -> None:
        """Writes events, all or none. Raises JournalError."""


class RoundSession:
    """One trainee who plays rounds at one table, one after the other."""

    def __init__(  # noqa: PLR0913 - what a session is made of
        self,
        folder: AnswerFolder,
        trainee: str,
        table: DrillTable,
        *,
        mode: PracticeMode,
        rounds: Sequence[RoundItem],
        seed: int = 0,
        shelf: ScenarioShelf | None = None,
        number: int | None = None,
        make_device: MakeDevice | None = None,
    ) -> None:
        """With `make_device` cards and dice come by the bytes of a simulated device; in an exam by hand alone."""
        self._folder = folder
        self._make_device = None if mode is PracticeMode.EXAM else make_device
        self._shelf = load_scenarios() if shelf is None else shelf
        self.trainee = trainee
        self.table = table
        self.mode = mode
        self.rounds = tuple(rounds)
        self.seed = seed
        self.decisions: list[RoundDecision] = []
        self.plays: list[RoundPlay] = []
        """The rounds so far, the one that is on last; a fork is one of its own."""
        self.lines: list[list[RoundPlay]] = []
        """Of each round how it lay at every step that was shown, so that one can go back there."""
        self.taken_back: list[RoundDecision] = []
        """Answers that count no more, because a trainer went back to before them."""
        self.frozen_at: int | None = None
        """Frozen: which step of the round is shown."""
        self._held: tuple[AskedMoment, list[int]]
        """What was asked when the round was frozen, with the questions that were still to be answered."""
        self._item = -1
        self.armed_so_far = 0
        self._known_steps = 0
        """So many steps of this round were shown once before: what is answered there again is no first try."""
        self.ratings: Mapping[Competency, int] | None = None
        self.is_over = False
        self._hints = 0
        self._order: list[int] = []
        """The questions of the moment that are still to be asked, the one that is asked now first."""
        self._elapsed = 0
        self._ticked = 0
        self._shown: set[str] = set()
        self._asked_now: set[str] = set()
        self._began_at = 0
        self.items_hash = hash_rounds(self.rounds, table)
        is_new = number is None
        self.number = folder.state.sessions + 1 if number is None else number
        if is_new:
            self._begin()
        self.asked: AskedMoment = self._open_round(0)

    def _begin(self) -> None:
        rules = self.table.rules
        exam = self.mode is PracticeMode.EXAM
        self._folder.record(
            PracticeSessionBegan(
                session=self.number,
                trainee=self.trainee,
                mode=self.mode,
                book=rules.book.game,
                layout=rules.layout.letter,
                fingerprint=rules.book.choice_fingerprint,
                seed=self.seed,
                items=self.count_items() if exam else 0,
                items_hash=self.items_hash if exam else "",
                at=self._folder.now().utc,
            ),
            RoundsChosen(session=self.number, rounds=self.rounds),
        )

    def count_items(self) -> int:
        """How many decisions these rounds ask for, where the book is played whatever is answered."""
        return sum(count_questions(make_round(item, self.table, self._shelf)) for item in self.rounds)

    # What is asked

    @property
    def play(self) -> RoundPlay:
        """The round that is on, or the last one."""
        return self.plays[-1]

    @property
    def scenario(self) -> Scenario:
        return self.play.scenario

    @property
    def moment(self) -> Moment:
        return self.asked.moment

    @property
    def place(self) -> int:
        """Which of the questions of the moment is asked, from 0."""
        return self._order[0]

    @property
    def round_question(self) -> RoundQuestion:
        """What is asked now, with what it shows."""
        return self.asked.questions[self.place]

    @property
    def question(self) -> DrillQuestion:
        return self.round_question.question

    @property
    def exercise(self) -> Exercise:
        """The moment as a drill shows it: what lies on the table, and its questions."""
        rules = self.table.rules
        return Exercise(
            skill=self.round_question.skill,
            book=rules.book.game,
            layout=rules.layout.letter,
            seed=self.play.seed,
            scene=self._scene,
            questions=tuple(each.question for each in self.asked.questions),
            limit_seconds=self.round_question.limit_seconds,
        )

    @property
    def _scene(self) -> DrillScene:
        """With the bet that this question is about, where it is about another than the moment."""
        asked = self.round_question.asked
        return self.asked.scene if asked is None else replace(self.asked.scene, asked=asked)

    @property
    def is_step_asked(self) -> bool:
        """Whether it is asked what comes next, by the ten steps."""
        return self.question.code == STEP_PART

    @property
    def is_guided(self) -> bool:
        """Whether the guide speaks: then the answers are no test."""
        return self.mode is PracticeMode.GUIDED

    @property
    def is_exam(self) -> bool:
        return self.mode is PracticeMode.EXAM

    @property
    def has_hint(self) -> bool:
        return self._hints > 0

    @property
    def record(self) -> TraineeRecord:
        return self._folder.state.trainees[self.trainee]

    # What is done

    def take_hint(self) -> None:
        """The clause was shown before the answer; in an exam there is none."""
        assert not self.is_exam, "an exam gives no hint"
        self._hints += 1

    def say_first(self) -> bool:
        """The words of the moment are asked before the step; whether it has any that are still to be said."""
        words = next((place for place in self._order if self.asked.questions[place].question.part == WORDS_PART), None)
        if words is None or not self.is_step_asked:
            return False
        self._bring_forward(words)
        return True

    def _bring_forward(self, place: int) -> None:
        self._order.remove(place)
        self._order.insert(0, place)

    def tick(self, milliseconds: int) -> bool:
        """Time passes while a question waits; whether something came at the table, so that another is asked.

        Once the step was answered nothing comes before it is played: then the time counts afterwards.
        """
        if self.is_over or self.frozen_at is not None or len(self._order) < len(self.asked.questions):
            return False
        self._ticked += milliseconds
        return self._let_come(lambda: self.play.wait(milliseconds))

    def look_for_trouble(self) -> bool:
        """Whether something that was armed comes at once; nothing does while a moment is half answered."""
        if self.is_over or len(self._order) < len(self.asked.questions):
            return False
        return self._let_come(self.play.look_for_trouble)

    def arm(self, step: int) -> bool:
        """The trainer lets a step of the scenario come. Whether it came: else it waits armed."""
        assert not self.is_exam, "an exam refuses what a trainer does"
        if self.is_over:
            return False
        return self._let_come(lambda: self.play.arm(step))

    def _let_come(self, come: Callable[[], bool]) -> bool:
        before = self._count_troubles()
        came = come()
        self._note_troubles(before)
        if came:
            self._show_moment()
        return came

    def answer(self, answer: Answer, milliseconds: int) -> RoundDecision:
        """Grades and writes an answer. Raises JournalError if it cannot be written: then it does not count."""
        assert self.frozen_at is None, "nothing is answered in a frozen round"
        decision = self._decide(answer, milliseconds)
        self._folder.record(self._event(decision))
        self._take(decision)
        return decision

    def _decide(self, answer: Answer, milliseconds: int) -> RoundDecision:
        asked = self.round_question
        mark = grade_answer(asked.question, answer)
        rating = rate_answer(
            mark,
            milliseconds=milliseconds,
            limit_seconds=asked.limit_seconds,
            hints=self._hints,
            first_try=self._is_first(asked),
        )
        return RoundDecision(
            round=len(self.plays) - 1,
            moment=self.moment,
            asked=asked,
            place=self.place,
            answer=answer,
            mark=mark,
            rating=rating,
            milliseconds=milliseconds,
            began=self._elapsed,
            hints=self._hints,
            step=max(0, len(self.lines[-1]) - 1),
        )

    def _is_first(self, asked: RoundQuestion) -> bool:
        """A skill counts once a session; a decision that no drill asks counts each time, but for one gone back to."""
        if self._is_replayed:
            return False
        return not asked.skill or asked.skill not in self._shown

    @property
    def _is_replayed(self) -> bool:
        """Whether this step was shown once before, and a trainer went back to it."""
        return bool(self.lines[-1]) and len(self.lines[-1]) <= self._known_steps

    def _event(self, decision: RoundDecision) -> RoundAnswered:
        now = self._folder.now()
        skill = "" if self.is_guided else decision.asked.skill
        known = self.record.skills.get(skill)
        return RoundAnswered(
            session=self.number,
            trainee=self.trainee,
            at=now.utc,
            round=decision.round,
            moment=decision.moment.number,
            question=decision.place,
            code=decision.question.code,
            competency=decision.asked.competency.value,
            skill=skill,
            answer=decision.answer,
            right=decision.mark.right,
            causes=tuple(cause.value for cause in decision.causes),
            clause=decision.question.clause,
            money=decision.money,
            weight=decision.asked.weight,
            milliseconds=decision.milliseconds,
            limit_seconds=decision.asked.limit_seconds,
            hints=decision.hints,
            first_try=not self.is_guided and self._is_first(decision.asked),
            rating=decision.rating.value,
            counts=bool(skill)
            and not self._is_replayed
            and (known is None or not is_same_day(known.last, now.utc, now.offset)),
        )

    def _take(self, decision: RoundDecision) -> None:
        if decision.asked.skill:
            # The questions of one irregularity are one skill, asked once.
            self._asked_now.add(decision.asked.skill)
        self._elapsed += decision.milliseconds
        self.decisions.append(decision)

    def ask_next(self) -> bool:
        """To the next question, moment or round; whether there is one.

        Whatever was answered, the book's step is played; only where things are really done the trainee's own is.
        """
        self._hints = 0
        last = self.decisions[-1]
        wrong = self._is_really_done(last)
        if not wrong and len(self._order) > 1:
            del self._order[0]
            return True
        before = self._count_troubles()
        if wrong:
            self.decisions[-1] = replace(last, done=self.play.do(RoundStep(last.answer[0])))
        elif self._said_no_card():
            self.play.do(RoundStep.NO_CARD)
        else:
            self.play.play_book()
        if not self.play.over:
            self.play.wait(max(0, self._elapsed - self._ticked - self._began_at))
            self._note_troubles(before)
        if not self.play.over:
            self._show_moment()
            return True
        if self._item == len(self.rounds) - 1:
            self.is_over = True
            return False
        self.asked = self._open_round(self._item + 1)
        return True

    def _is_really_done(self, last: RoundDecision) -> bool:
        return self.mode is PracticeMode.FREE and last.question.code == STEP_PART and not last.mark.right

    def _said_no_card(self) -> bool:
        """That both stand was said where things are really done: the result is still to be announced."""
        step = next(each for each in reversed(self.decisions) if each.question.code == STEP_PART)
        return self.mode is PracticeMode.FREE and step.answer == (RoundStep.NO_CARD.value,)

    def _count_troubles(self) -> tuple[int, int]:
        return len(self.play.fired), len(self.play.struck)

    def _note_troubles(self, before: tuple[int, int]) -> None:
        """What came of itself, or because it was armed, is written, so that the round can be made again."""
        place, moment = len(self.plays) - 1, self._moment_number()
        for number in self.play.struck[before[1] :]:
            self._folder.record(TroubleCame(session=self.number, round=place, moment=moment, number=number))
        for step in self.play.fired[before[0] :]:
            if self.scenario.step[step].when.is_timed:
                self._folder.record(
                    RoundTrouble(
                        session=self.number, round=len(self.plays) - 1, moment=self._moment_number(), step=step
                    )
                )

    def _moment_number(self) -> int:
        return self.moment.number if self.play.moment is None else self.play.moment.number

    def _open_round(self, place: int) -> AskedMoment:
        before = self.plays[-1] if self.plays else None
        self._item, self._known_steps = place, 0
        self.plays.append(make_round(self.rounds[place], self.table, self._shelf, self._make_device))
        self.lines.append([])
        if before is not None:
            # What a trainer has armed waits on in the next round.
            self.play.armed.adopt(before.armed)
        self._show_moment()
        self.look_for_trouble()
        return self.asked

    def _show_moment(self) -> None:
        self._shown |= self._asked_now
        self._asked_now = set()
        self._ticked, self._began_at = 0, self._elapsed
        if not self.is_exam:
            self.lines[-1].append(self.play.fork())
        self.asked = ask_moment(self.play)
        self._order = [*range(len(self.asked.questions))]

    # What a trainer does with it: what they may do is for `round_trainer`

    @property
    def rounds_to_play(self) -> int:
        """How many rounds it has, with those that were forked."""
        return len(self.plays) + len(self.rounds) - 1 - self._item

    @property
    def step_in_sight(self) -> int:
        """Which step of the round is on the screen, from 0."""
        return max(0, len(self.lines[-1]) - 1) if self.frozen_at is None else self.frozen_at

    @property
    def line_steps(self) -> list[RoundStep]:
        """What was due at each step of the round so far."""
        return [each.moment.due[0] for each in self.lines[-1] if each.moment is not None]

    def show_step(self, step: int) -> None:
        """Frozen: the table as it lay at this step of the round."""
        if self.frozen_at is None:
            self._held = self.asked, self._order
        self.frozen_at = step
        if step == len(self.lines[-1]) - 1:
            self.asked, self._order = self._held
        else:
            self.asked = ask_moment(self.lines[-1][step])
            self._order = [*range(len(self.asked.questions))]

    def list_later_answers(self, step: int) -> list[RoundDecision]:
        """The answers of this round that count no more if it goes on from this step; none from the last one."""
        if step == len(self.lines[-1]) - 1:
            return []
        return [each for each in self.decisions if each.round == len(self.plays) - 1 and each.step >= step]

    def resume_round(self, step: int) -> None:
        """The round goes on from this step."""
        line = self.lines[-1]
        left = line[step]
        armed, self.frozen_at = self.play.armed, None
        if step == len(line) - 1:
            self.asked, self._order = self._held
            return
        self._known_steps = max(self._known_steps, len(line))
        back = self.list_later_answers(step)
        self.taken_back += back
        self.decisions = [each for each in self.decisions if each not in back]
        del line[step:]
        self._play_on(left, armed)

    def fork_round(self, step: int) -> None:
        """A round of its own goes on from this step; that of before stays as it was played."""
        line = self.lines[-1]
        source, armed, self.frozen_at = line[step], self.play.armed, None
        self._known_steps = max(self._known_steps, len(line))
        self.plays.append(source.fork())
        self.lines.append([*line[:step]])
        self._play_on(source, armed)

    def _play_on(self, left: RoundPlay, armed: ArmedTroubles) -> None:
        """From how it lay then; what was armed since is armed still."""
        self.plays[-1] = left.fork()
        self.play.armed.adopt(armed)
        self._elapsed = max((each.began + each.milliseconds for each in self.decisions), default=0)
        self._hints, self._asked_now = 0, set()
        self._show_moment()

    def end(self) -> None:
        """Stops; what was answered stays. An exam that is not over waits for a trainer."""
        if self.is_exam and not self.is_over:
            self.halt()
        else:
            self._folder.record(PracticeSessionEnded(session=self.number))

    def halt(self) -> None:
        """An exam is left before its end: it waits for a trainer."""
        self._folder.record(ExamHalted(session=self.number))

    def rate(self, ratings: Mapping[Competency, int]) -> None:
        """How the trainee rates the session, before the result is shown."""
        plain = {competency.value: grade for competency, grade in ratings.items()}
        self._folder.record(PracticeSessionRated(session=self.number, ratings=plain))
        self.ratings = dict(ratings)

    @property
    def right_first(self) -> int:
        """How many decisions were right without a hint."""
        return sum(each.mark.right and not each.hints for each in self.decisions)

    def replay(self, answers: Sequence[RoundAnswered]) -> None:
        """Gives the answers that were written once more, to come to the question at which an exam was left."""
        for event in answers:
            self._hints = event.hints
            self._bring_forward(event.question)
            self._take(self._decide(event.answer, event.milliseconds))
            if not self.ask_next():
                return


# Rounds


def make_round(
    item: RoundItem, table: DrillTable, shelf: ScenarioShelf, make_device: MakeDevice | None = None
) -> RoundPlay:
    """The round of an item, before its first step. Raises UnknownScenarioError."""
    if not item.scenario:
        return RoundPlay(deal_scenario(table, item.seed), table, seed=item.seed, make_device=make_device)
    file = shelf.files.get(item.scenario)
    if file is None:
        raise UnknownScenarioError(item.scenario)
    if item.digest and file.digest != item.digest:
        raise UnknownScenarioError(f"{item.scenario}, version {item.version}")
    return RoundPlay(file.scenario, table, seed=item.seed, make_device=make_device)


def scenario_item(shelf: ScenarioShelf, name: str, seed: int = 0) -> RoundItem:
    """A scenario of the shelf as a round of a session. Raises UnknownScenarioError."""
    file = shelf.files.get(name)
    if file is None:
        raise UnknownScenarioError(name)
    return RoundItem(scenario=name, version=file.scenario.version, digest=file.digest, seed=seed)


def hash_rounds(rounds: Sequence[RoundItem], table: DrillTable) -> str:
    """By which the rounds can be compared before they are known."""
    rules = table.rules
    listed = [[item.scenario, item.version, item.digest, item.seed] for item in rounds]
    return sha256(json.dumps([rules.book.choice_fingerprint, rules.layout.letter, listed]).encode()).hexdigest()

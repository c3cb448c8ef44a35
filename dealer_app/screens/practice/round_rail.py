"""The rail of a practised round: what comes next by ten steps in the places of the keypad, or what else is asked.

Guided, the guide speaks and shows its step among the ten. Unguided, what was wrong is said with the next question. In
an exam nothing is said.
"""

from dealer_app.practice.questions import AnswerForm
from dealer_app.practice.round_session import RoundDecision
from dealer_app.practice.round_steps import SAY_IT, RoundStep, keypad_steps
from dealer_app.practice.wording import answer_text, question_text, reason_text, slip_text, story_text
from dealer_app.screens.actions import Action, Practise
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    GapBlock,
    KeysBlock,
    NoteBlock,
    ScreenText,
    TimeBlock,
    Tone,
    Weight,
)
from dealer_app.screens.labels import bilingual_text, make_announcement, section_text
from dealer_app.screens.practice.drill_rail import answer_keys
from dealer_app.screens.practice.page_rail import side_keys
from dealer_app.screens.practice.round_stage import round_context
from dealer_app.screens.practice.round_view import RoundView, SessionView
from dealer_app.screens.practice.round_words import round_text, scenario_text, seconds_text
from dealer_app.screens.practice.view import PracticeView, read_answer
from dealer_app.screens.screen import Announcement, Rail
from dealer_app.texts.texts import amount_text, announcement_text

_PAD_ORDER = "7894561230"


def round_rail(view: PracticeView, rounds: RoundView) -> Rail:
    """What is asked now."""
    session = rounds.current
    guide = session.asked.moment.guide
    speaks = session.is_guided and session.is_step_asked
    instruction = _instruction(view, session)
    return Rail(
        caption=_caption(view, session),
        since=round_text(view, "graded").first if session.says_verdict else "",
        instruction=instruction,
        say=_announcement(view, session) if speaks else None,
        why=bilingual_text(view.words, lambda words: words.reason(guide)) if speaks else NO_TEXT,
        why_caption=section_text(view.words, "play", "why"),
        clauses=(_clause(view, session),) if session.is_guided or not session.is_exam else (),
        refusal=round_text(view, "guide-says-other") if rounds.keyed.is_other_pressed else view.notice,
        work=(*_frozen_note(view, session), *_notes_before_keys(view, session), *_work(view, session)),
        primary=_next_step(view, session),
        track=(),
        tools=side_keys(view),
    )


def _caption(view: PracticeView, session: SessionView) -> ScreenText:
    step = str(len(session.decisions) + 1)
    if session.is_exam:
        return round_text(view, "item", item=step, items=str(session.items))
    return round_text(view, "step", step=step, mode=round_text(view, f"mode-{session.mode.value}"))


def _instruction(view: PracticeView, session: SessionView) -> ScreenText:
    """The guide's words where it speaks; else what is asked."""
    moment, question = session.asked.moment, session.question.question
    if session.is_guided and session.is_step_asked:
        if moment.due[0] is RoundStep.STOP:
            return section_text(view.words, "round-step", RoundStep.STOP.value)
        return bilingual_text(view.words, lambda words: words.instruction(moment.guide))
    if question.code in _SAID_IN_A_CASE:
        # What went wrong was answered before: in one line there is room for the question alone.
        return section_text(view.words, "question", "words")
    return bilingual_text(view.words, lambda words: question_text(words, question))


_SAID_IN_A_CASE = ("words-case", "words-claim")


def _announcement(view: PracticeView, session: SessionView) -> Announcement | None:
    moment = session.asked.moment
    context = round_context(view.table.rules, moment.state, view.words, view.looks)
    return make_announcement(
        context, lambda words: announcement_text(words, moment.guide, view.table.rules, moment.state.round)
    )


def _clause(view: PracticeView, session: SessionView) -> Control:
    """Before the answer it is a hint, and the question counts as not known; where the guide speaks it is open."""
    shown = session.is_guided or view.has_hint
    clause = session.question.question.clause
    return Control(
        name="clause",
        label=ScreenText(clause) if shown else view.text("hint"),
        act=None if shown else Practise("hint"),
        key="*",
        weight=Weight.CLAUSE,
    )


# What stands before the keys


def _frozen_note(view: PracticeView, session: SessionView) -> tuple[Block, ...]:
    """A trainer has stopped the round: nothing is taken until it goes on."""
    if not session.is_frozen:
        return ()
    return (NoteBlock(text=round_text(view, "frozen"), framed=True, tone=Tone.SIMULATED),)


def _notes_before_keys(view: PracticeView, session: SessionView) -> tuple[Block, ...]:
    """What the last answer came to, what is heard or seen at the table, and how much of the time has gone."""
    notes: list[Block] = list(_verdict(view, session))
    moment, scene = session.asked.moment, session.asked.scene
    if moment.say:
        notes.append(NoteBlock(text=scenario_text(view, moment.say), framed=True, tone=Tone.ATTENTION))
    elif scene.story:
        story = bilingual_text(view.words, lambda words: story_text(words, scene))
        notes.append(NoteBlock(text=story, framed=True, tone=Tone.ATTENTION))
    if not session.is_guided:
        notes.append(_time_block(view, session))
    return tuple(notes)


def _time_block(view: PracticeView, session: SessionView) -> TimeBlock:
    limit = session.question.limit_seconds
    late = session.waited > limit * 1000
    text = view.text("seconds", seconds=seconds_text(session.waited), limit=str(limit))
    share = 1000 if late else session.waited // limit
    return TimeBlock(text=text, per_mille=share, tone=Tone.ATTENTION if late else Tone.SIMULATED)


def _verdict(view: PracticeView, session: SessionView) -> tuple[Block, ...]:
    """Of the last answer, where it was wrong, or right and late; of an act that the table refused, why."""
    last = session.decisions[-1] if session.decisions else None
    if last is None:
        return ()
    if last.done is not None and last.done.refusal is not None:
        refusal = last.done.refusal
        why = bilingual_text(view.words, lambda words: words.refusal(refusal))
        return (NoteBlock(title=view.text("refused-act"), text=why, framed=True, tone=Tone.ATTENTION),)
    if not session.says_verdict or (last.mark.right and not last.is_late):
        return ()
    if last.mark.right:
        late = view.text("seconds", seconds=seconds_text(last.milliseconds), limit=str(last.asked.limit_seconds))
        return (NoteBlock(title=view.text("late"), text=late, framed=True, tone=Tone.ATTENTION),)
    return (wrong_note(view, last, len(session.decisions)), *_money_note(view, last))


def wrong_note(view: PracticeView, last: RoundDecision, number: int) -> NoteBlock:
    """What was said, what the book says and why. In a small window the keys come first: only what the book says."""
    question, words = last.question, view.words
    # Words that are said are sentences with a full stop already.
    said = bilingual_text(words, lambda each: answer_text(each, question, last.answer).rstrip(_FULL_STOPS))
    book = bilingual_text(words, lambda each: answer_text(each, question, question.right[0]).rstrip(_FULL_STOPS))
    slips = bilingual_text(words, lambda each: " · ".join(slip_text(each, slip) for slip in last.mark.slips))
    clauses = (Control(name="verdict-clause", label=ScreenText(question.clause), weight=Weight.CLAUSE),)
    if view.compact:
        short = round_text(view, "book-is", book=book) if len(book.first) <= _SHORT_ANSWER else slips
        text = ScreenText(short.first)
        return NoteBlock(text=text, framed=True, tone=Tone.STOP, clauses=clauses, yielding=True)
    reason = bilingual_text(words, lambda each: reason_text(each, question))
    return NoteBlock(
        title=round_text(view, "step-wrong", step=str(number)),
        text=round_text(view, "book-says", said=said, book=book, slips=slips, reason=reason),
        framed=True,
        tone=Tone.STOP,
        clauses=clauses,
    )


_FULL_STOPS = ".。"
_SHORT_ANSWER = 44
"""Letters of an answer that has a line or two in a small window."""


def _money_note(view: PracticeView, last: RoundDecision) -> tuple[Block, ...]:
    if not last.money:
        return ()
    amount = amount_text(abs(last.money), view.words.first.decimals)
    if last.asked.missed:
        return (NoteBlock(text=round_text(view, "goes-back", amount=amount), tone=Tone.ATTENTION),)
    return (NoteBlock(text=view.text("over-by" if last.money > 0 else "short-by", amount=amount), tone=Tone.ATTENTION),)


# The keys


def _work(view: PracticeView, session: SessionView) -> tuple[Block, ...]:
    if session.is_step_asked:
        return (
            step_pad(view, session),
            NoteBlock(text=view.text("steps-line"), tone=Tone.QUIET, spare=True),
            GapBlock(),
        )
    if session.is_guided:
        return (*_open_answer(view, session), GapBlock())
    return answer_keys(view)


def step_pad(view: PracticeView, session: SessionView) -> KeysBlock:
    """The ten steps in their places, and the key of the words: never sorted and never thinned."""
    steps = keypad_steps(view.table.rules)
    keys = [_step_key(view, session, digit, steps[digit]) for digit in _PAD_ORDER]
    say = Control(name="say-it", label=view.text("say-it"), waits=round_text(view, "words-come"), key=SAY_IT)
    return KeysBlock(controls=(*keys, say), columns=3, fixed=True, tall=True)


def _step_key(view: PracticeView, session: SessionView, digit: str, step: RoundStep) -> Control:
    """Guided, the step that is due is marked, and another is not done."""
    due = step in session.asked.moment.due
    act: Action = Practise("choose", step.value)
    if session.is_guided:
        act = Practise("round-do" if due else "round-other")
    return Control(
        name=f"choice:{step.value}",
        label=section_text(view.words, "round-step", step.value),
        act=act,
        key=digit,
        picked=due if session.is_guided else step.value in view.keyed.chosen,
        span=2 if digit == "0" else 1,
    )


def _open_answer(view: PracticeView, session: SessionView) -> tuple[Block, ...]:
    """Guided, a question comes with its answer: nobody has to find it."""
    question = session.question.question
    answer = bilingual_text(view.words, lambda words: answer_text(words, question, question.right[0]))
    reason = bilingual_text(view.words, lambda words: reason_text(words, question))
    return (
        NoteBlock(title=view.text("book"), text=answer, framed=True, tone=Tone.GOOD),
        NoteBlock(text=reason),
    )


def _next_step(view: PracticeView, session: SessionView) -> Control:
    question = session.question.question
    if session.is_frozen:
        return _primary(view.text("do-it"), None, waits=round_text(view, "frozen"))
    if session.is_guided:
        label = view.text("do-it") if session.is_step_asked else view.text("next-question")
        due = bilingual_text(view.words, lambda words: answer_text(words, question, question.right[0]))
        return _primary(label, Practise("round-do"), sub=due if session.is_step_asked else NO_TEXT)
    answer = read_answer(view.keyed, question, view.words.first.decimals)
    label = view.text("do-it" if session.is_step_asked else "give-answer")
    if answer is None:
        code = "waits-step" if session.is_step_asked else ""
        waits = round_text(view, code) if code else view.text(f"waits-{question.form.value}")
        return _primary(label, None, waits=waits)
    chosen = NO_TEXT
    if session.is_step_asked:
        step = RoundStep(answer[0])
        key = next(digit for digit, each in keypad_steps(view.table.rules).items() if each is step)
        name = section_text(view.words, "round-step", step.value)
        chosen = ScreenText(f"{key} · {name.first}", f"{key} · {name.second}")
    return _primary(label, Practise("answer"), sub=chosen)


def _primary(
    label: ScreenText, act: Action | None, *, sub: ScreenText = NO_TEXT, waits: ScreenText = NO_TEXT
) -> Control:
    return Control(name="answer", label=label, act=act, sub=sub, waits=waits, key="Enter", weight=Weight.NEXT)


def has_areas_to_touch(session: SessionView) -> bool:
    """Whether the answer is given on the felt."""
    return session.question.question.form is AnswerForm.AREAS

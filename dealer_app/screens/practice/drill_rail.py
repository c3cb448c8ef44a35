"""The rail of a question: what is asked, the keys of its answer, the verdict, and the one next step."""

from collections.abc import Callable

from dealer_app.practice.questions import Answer, AnswerForm, DrillQuestion
from dealer_app.practice.session import Answered
from dealer_app.practice.wording import (
    answer_text,
    bet_text,
    choice_text,
    question_text,
    reason_text,
    sign_text,
    slip_text,
    story_text,
)
from dealer_app.screens.actions import Action, Practise
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    EntryBlock,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    NoteBlock,
    PanelsBlock,
    PlanPanel,
    ScreenText,
    Tone,
    Weight,
)
from dealer_app.screens.labels import bilingual_text
from dealer_app.screens.practice.drill_stage import NumberedCard, list_numbered_cards
from dealer_app.screens.practice.page_rail import side_keys, stop_key
from dealer_app.screens.practice.round_words import seconds_text
from dealer_app.screens.practice.view import PracticePage, PracticeView, read_answer
from dealer_app.screens.screen import Rail
from dealer_app.texts.texts import Words, amount_text

_PAD = ("7", "8", "9", "4", "5", "6", "1", "2", "3", "0", "00", "-")
_DIGIT_KEYS = {"00": ".", "-": "-"}
_MOST_CHOICE_COLUMNS = 2


def drill_rail(view: PracticeView) -> Rail:
    """Question or verdict."""
    done = view.last_answer
    work = _question_blocks(view) if done is None else _verdict_blocks(view, done)
    return Rail(
        caption=_caption(view),
        since=_clock_text(view) if done is None else "",
        instruction=bilingual_text(view.words, lambda words: question_text(words, view.current_question)),
        say=None,
        why=NO_TEXT,
        why_caption=NO_TEXT,
        clauses=(_clause_key(view),),
        refusal=view.notice,
        work=work,
        primary=_next_step(view, done),
        track=(),
        tools=(stop_key(view),) if view.is_exam_sat else side_keys(view),
    )


def _caption(view: PracticeView) -> ScreenText:
    """Of an exam which of its items it is."""
    if not view.is_exam_sat or view.exam is None:
        return view.text("caption")
    return view.room_text("exam-item", item=str(view.exam_item), items=str(view.exam.items))


def _clause_key(view: PracticeView) -> Control:
    """Before the answer it is a hint, and the question counts as not known; an exam has none."""
    if view.is_exam_sat:
        label = view.text("no-hint")
        return Control(name="clause", label=label, waits=label, key="*", weight=Weight.CLAUSE)
    code = "clause" if view.last_answer is not None or view.has_hint else "hint"
    shown = view.last_answer is not None or view.has_hint
    return Control(
        name="clause",
        label=ScreenText(view.current_question.clause) if shown else view.text(code),
        act=None if shown else Practise("hint"),
        key="*",
        weight=Weight.CLAUSE,
    )


def _next_step(view: PracticeView, done: Answered | None) -> Control:
    if done is not None:
        return primary("next", view.text("next-question"), Practise("next"))
    answer = read_answer(view.keyed, view.current_question, view.words.first.decimals)
    if answer is None:
        return primary("answer", view.text("give-answer"), None, view.text(f"waits-{view.current_question.form.value}"))
    return primary("answer", view.text("give-answer"), Practise("answer"))


def primary(name: str, label: ScreenText, act: Action | None, waits: ScreenText = NO_TEXT) -> Control:
    """The one next step, which Enter presses."""
    return Control(name=name, label=label, act=act, waits=waits, key="Enter", weight=Weight.NEXT)


# The question


def _question_blocks(view: PracticeView) -> tuple[Block, ...]:
    return (*scene_notes(view), *answer_keys(view))


def scene_notes(view: PracticeView) -> tuple[Block, ...]:
    """What has happened, what the table does not show by itself, and the bet that is asked about."""
    assert view.exercise is not None, "a question has its exercise"
    scene, limits = view.exercise.scene, view.exercise.scene.limits
    notes: list[Block] = []
    if scene.story:
        story = bilingual_text(view.words, lambda words: story_text(words, scene))
        notes.append(NoteBlock(text=story, framed=True, tone=Tone.ATTENTION))
    if limits is not None:
        notes.append(_line(view, "sign", lambda words: sign_text(words, limits)))
    if scene.asked is not None and not scene.story:
        notes.append(_line(view, "this-bet", lambda words: bet_text(words, scene)))
    beside = [lies for lies in list_numbered_cards(scene) if not lies.side]
    if beside:
        notes.append(_beside_note(view, beside))
    return tuple(notes)


def _beside_note(view: PracticeView, beside: list[NumberedCard]) -> NoteBlock:
    """Cards that are on neither hand, which the panels of the hands have no place for."""

    def tell(words: Words) -> str:
        return words.join_texts(
            "list",
            *(
                words.text("practice", "numbered-card", {"number": str(lies.number or "?"), "card": _face(words, lies)})
                for lies in beside
            ),
        )

    return _line(view, "on-no-hand", tell)


def _line(view: PracticeView, name: str, tell: Callable[[Words], str]) -> NoteBlock:
    """A fact with its name, in one line: the keys need the room."""
    return NoteBlock(
        text=bilingual_text(view.words, lambda words: words.join_texts("of", words.text("practice", name), tell(words)))
    )


def _face(words: Words, lies: NumberedCard) -> str:
    return words.text("practice", "face-down") if lies.card is None else words.card(lies.card)


def answer_keys(view: PracticeView) -> tuple[Block, ...]:
    """What the answer is keyed with."""
    question = view.current_question
    match question.form:
        case AnswerForm.NUMBER | AnswerForm.AMOUNT:
            return (_amount_entry(view), digit_pad())
        case AnswerForm.CHOICE | AnswerForm.ORDER:
            return (_choice_keys(view, question),)
        case AnswerForm.AREAS:
            return (_area_keys(view, question),)


def _amount_entry(view: PracticeView) -> EntryBlock:
    digits = view.keyed.digits
    shown = digits if view.current_question.form is AnswerForm.NUMBER or not digits else amount_text(int(digits), 0)
    return EntryBlock(name="amount", label=view.text("answer"), value=shown, writing=True)


def digit_pad() -> KeysBlock:
    """Digits as on the keypad; the point keys two noughts."""
    return KeysBlock(
        controls=tuple(
            Control(
                name=f"digit:{digit}",
                label=ScreenText("⌫" if digit == "-" else digit),
                act=Practise("digit", digit),
                key=_DIGIT_KEYS.get(digit, digit),
            )
            for digit in _PAD
        ),
        columns=3,
    )


def _choice_keys(view: PracticeView, question: DrillQuestion) -> KeysBlock:
    """Each choice with the digit that presses it; of an order its place, once it has one."""
    chosen = view.keyed.chosen
    controls = []
    for number, choice in enumerate(_choices_of_page(view, question), start=1):
        label = bilingual_text(view.words, lambda words, choice=choice: choice_text(words, question, choice))  # type: ignore[misc]
        place = f"{chosen.index(choice) + 1}" if question.form is AnswerForm.ORDER and choice in chosen else ""
        controls.append(
            Control(
                name=f"choice:{choice}",
                label=label,
                sub=ScreenText(place),
                act=Practise("choose", choice),
                key=str(number),
                picked=choice in chosen,
            )
        )
    is_short = all(len(control.label.first) <= _SHORT_LABEL for control in controls)
    columns = _MOST_CHOICE_COLUMNS if is_short and len(controls) > _ONE_COLUMN else 1
    return KeysBlock(controls=(*controls, *_page_key(view, question)), columns=columns)


_ONE_COLUMN, _SHORT_LABEL = 4, 34


def _choices_of_page(view: PracticeView, question: DrillQuestion) -> tuple[str, ...]:
    first = view.keyed.place * _CHOICES_A_PAGE
    return question.choices[first : first + _CHOICES_A_PAGE]


def _page_key(view: PracticeView, question: DrillQuestion) -> tuple[Control, ...]:
    """The key that turns the page, where there are more choices than digits."""
    pages = -(-len(question.choices) // _CHOICES_A_PAGE)
    if pages == 1:
        return ()
    return (Control(name="page", label=view.more_text(pages), act=Practise("page", str(pages)), key="0"),)


_CHOICES_A_PAGE = 9


def _area_keys(view: PracticeView, question: DrillQuestion) -> KeysBlock:
    """The areas once more as keys, for who has no hand free for the felt; digits press the first nine of the page."""
    controls = [
        Control(
            name=f"pick:{area}",
            label=bilingual_text(view.words, lambda words, area=area: choice_text(words, question, area)),  # type: ignore[misc]
            act=Practise("area", area),
            key=str(number),
            picked=area in view.keyed.chosen,
        )
        for number, area in enumerate(_choices_of_page(view, question), start=1)
    ]
    return KeysBlock(controls=(*controls, *_page_key(view, question)), columns=_MOST_CHOICE_COLUMNS)


# The verdict


def _verdict_blocks(view: PracticeView, done: Answered) -> tuple[Block, ...]:
    question = done.question
    head = HeadingBlock(
        text=view.text("wrong" if not done.mark.right else "late" if done.late else "right"),
        tone=Tone.STOP if not done.mark.right else Tone.ATTENTION if done.late else Tone.GOOD,
        right=_seconds_text(view, done.milliseconds, done.exercise.limit_seconds),
    )
    reason = NoteBlock(
        text=bilingual_text(view.words, lambda words: reason_text(words, question)), framed=True, tone=Tone.GOOD
    )
    if done.mark.right:
        return (head, reason, _return_note(view, done), GapBlock())
    return (
        head,
        *_answer_blocks(view, done),
        HeadingBlock(text=view.room_text("cause")),
        *_slip_notes(view, done),
        *_money_note(view, done),
        reason,
        _return_note(view, done),
        GapBlock(),
    )


def _answer_blocks(view: PracticeView, done: Answered) -> tuple[Block, ...]:
    """What was answered and what the book says: figures side by side, words one below the other."""
    question = done.question
    both = (("given", done.answer, Tone.STOP), ("book", question.right[0], Tone.GOOD))
    if question.form not in (AnswerForm.AMOUNT, AnswerForm.NUMBER):
        return tuple(_answer_note(view, question, answer, code, tone) for code, answer, tone in both)
    panels = tuple(
        PlanPanel(
            name=code,
            title=view.text(code),
            tone=tone,
            figure=answer_text(view.words.first, question, answer),
            large=True,
            struck=code == "given",
        )
        for code, answer, tone in both
    )
    return (PanelsBlock(panels=panels),)


def _return_note(view: PracticeView, done: Answered) -> NoteBlock:
    """As what it counts, and when it is asked again."""
    known = view.record.skills.get(done.exercise.skill)
    day = "" if known is None else view.day(known.due)
    return NoteBlock(text=view.room_text(f"counts-{done.rating.name.lower()}", day=day), tone=Tone.QUIET, spare=True)


def _seconds_text(view: PracticeView, milliseconds: int, limit: int) -> str:
    return view.text("seconds", seconds=seconds_text(milliseconds), limit=str(limit)).first


def _clock_text(view: PracticeView) -> str:
    """The time against its limit, which runs while the answer is thought of; in an exam too."""
    assert view.exercise is not None, "a question has its exercise"
    return _seconds_text(view, view.waited, view.exercise.limit_seconds)


def _answer_note(view: PracticeView, question: DrillQuestion, answer: Answer, code: str, tone: Tone) -> NoteBlock:
    return NoteBlock(
        title=view.text(code),
        text=_told_once(bilingual_text(view.words, lambda words: answer_text(words, question, answer))),
        framed=True,
        tone=tone,
    )


def _told_once(text: ScreenText) -> ScreenText:
    """What is the same in both languages, as a card or odds, is written once."""
    return ScreenText(text.first) if text.first == text.second else text


def _slip_notes(view: PracticeView, done: Answered) -> tuple[Block, ...]:
    """What was done; where two mistakes give this answer both are named."""
    texts = [
        bilingual_text(view.words, lambda words, slip=slip: slip_text(words, slip))  # type: ignore[misc]
        for slip in done.mark.slips
    ]
    if done.question.form is AnswerForm.AREAS:
        return tuple(NoteBlock(text=text) for text in texts)
    if len(texts) == 1:
        # Said only where every other mistake that is known was tried out and gives another answer.
        is_known = any(mistake.answer == done.answer for mistake in done.question.mistakes)
        alone = (NoteBlock(text=view.room_text("only-mistake"), tone=Tone.QUIET, spare=True),) if is_known else ()
        return (NoteBlock(text=texts[0]), *alone)
    joined = texts[0]
    for text in texts[1:]:
        joined = view.text("either-or", one=joined, other=text)
    return (NoteBlock(text=joined),)


def _money_note(view: PracticeView, done: Answered) -> tuple[Block, ...]:
    money = done.mark.money
    if not money:
        return ()
    amount = amount_text(abs(money), view.words.first.decimals)
    return (NoteBlock(text=view.text("over-by" if money > 0 else "short-by", amount=amount), tone=Tone.ATTENTION),)


def is_question_page(view: PracticeView) -> bool:
    """Whether a question or its verdict is on the screen."""
    return view.keyed.page in (PracticePage.QUESTION, PracticePage.VERDICT)

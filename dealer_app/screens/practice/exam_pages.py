"""The pages of an exam: what is to be sat, its sealed items, an exam that waits for a trainer, and the result."""

from dealer_app.layouts.compliance import document_title
from dealer_app.practice.grading import grade_tries
from dealer_app.practice.questions import Competency
from dealer_app.practice.trainee_records import ExamRecord
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    NOT_SEEN,
    Block,
    Control,
    EntryBlock,
    FigureCell,
    FiguresBlock,
    FiguresRow,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
    Weight,
)
from dealer_app.screens.labels import section_text
from dealer_app.screens.practice.drill_rail import digit_pad, primary
from dealer_app.screens.practice.page_rail import close_key, look_keys, page_rail, trainer_key
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail

ITEM_COUNTS = (10, 20, 30, 40, 60, 80)
_HASH_GROUP = 8


def exam_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """How many items, and the number of the exam: who keys the same number gets the same items."""
    items = ITEM_COUNTS[view.keyed.place]
    book = load_rulebook(view.table.rules.book.game).identity
    left: tuple[Block, ...] = (
        HeadingBlock(text=view.room_text("exam-rules")),
        *(NoteBlock(text=view.room_text(f"exam-rule-{number}")) for number in range(1, 5)),
        HeadingBlock(text=view.room_text("exam-document")),
        NoteBlock(text=ScreenText(f"{document_title(book)} · {view.table.rules.layout.letter}")),
    )
    right: tuple[Block, ...] = (
        EntryBlock(
            name="exam-number",
            label=view.room_text("exam-number"),
            value=view.keyed.digits,
            hint=view.room_text("exam-number-hint"),
            writing=True,
        ),
        digit_pad(),
        KeysBlock(
            controls=(
                Control(
                    name="items",
                    label=view.room_text("exam-items", items=str(items)),
                    act=Practise("page", str(len(ITEM_COUNTS))),
                    key="+",
                ),
                Control(
                    name="round-exam",
                    label=section_text(view.words, "round-page", "exam-of-rounds"),
                    act=Practise("round-exam"),
                    key="*",
                ),
            ),
            columns=1,
        ),
    )
    page = PageStage(title=view.room_text("exam"), columns=(left, right))
    step = primary("seal", view.room_text("exam-seal", items=str(items)), Practise("seal"))
    work = (NoteBlock(text=view.room_text("exam-line")), GapBlock())
    return page, page_rail(
        view, view.room_text("exam-which"), work, step, tools=(close_key(view, "home"), *look_keys(view))
    )


def exam_sealed_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """The hash of the items, to be written down before the first of them."""
    assert view.exam is not None, "an exam is sealed"
    blocks: tuple[Block, ...] = (
        HeadingBlock(text=view.room_text("exam-hash")),
        NoteBlock(text=ScreenText(group_hash(view.exam.items_hash)), framed=True, tone=Tone.SIMULATED),
        NoteBlock(text=view.room_text("exam-hash-line")),
    )
    page = PageStage(title=_exam_title(view, view.exam), columns=(blocks,))
    step = primary("first-question", view.room_text("exam-first"), Practise("sit"))
    work = (NoteBlock(text=view.room_text("exam-items", items=str(view.exam.items))), GapBlock())
    return page, page_rail(view, view.room_text("exam-sealed"), work, step)


def group_hash(text: str) -> str:
    """In groups, as it is read aloud."""
    return " ".join(text[first : first + _HASH_GROUP] for first in range(0, len(text), _HASH_GROUP))


def _exam_title(view: PracticeView, exam: ExamRecord) -> ScreenText:
    return view.room_text("exam-title", number=str(exam.session))


def exam_waits_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """An exam was left or cut off: nothing of it is asked until a trainer resumes or ends it."""
    exam = view.exam
    assert exam is not None, "an exam waits"
    assert view.trainee is not None, "somebody sits it"
    blocks: tuple[Block, ...] = (
        NoteBlock(
            title=view.room_text("exam-kept", answered=str(exam.answered), items=str(exam.items)),
            text=view.room_text("exam-waits-line"),
            framed=True,
            tone=Tone.ATTENTION,
        ),
    )
    page = PageStage(
        title=_exam_title(view, exam), sub=ScreenText(view.trainee.name), tone=Tone.ATTENTION, columns=(blocks,)
    )
    if view.room.trainer is None:
        step = primary("trainer", view.room_text("trainer-pin"), Practise("trainer"))
        leave = Control(name="somebody", label=view.text("other-trainee"), act=Practise("trainees"), key="Esc")
        tools = (leave, *look_keys(view))
        return page, page_rail(view, view.room_text("exam-waits"), (GapBlock(),), step, tools=tools)
    sure = view.keyed.stopping
    end = Control(
        name="end-exam",
        label=view.room_text("exam-end-sure" if sure else "exam-end"),
        act=Practise("end-exam"),
        key="-",
        weight=Weight.GRAVE,
    )
    step = primary("resume", view.room_text("exam-resume"), Practise("resume"))
    work = (GapBlock(), KeysBlock(controls=(end,), columns=1))
    return page, page_rail(
        view, view.room_text("exam-decide"), work, step, tools=(close_key(view, "close-room"), *look_keys(view))
    )


def exam_result_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """By competency, with all that is needed to repeat it."""
    exam = view.exam
    assert exam is not None, "an exam is over"
    rows = tuple(
        _result_row(view, competency, exam.tries[competency.value])
        for competency in Competency
        if competency.value in exam.tries
    )
    left: tuple[Block, ...] = (
        HeadingBlock(text=view.text("result"), right=_answered(view, exam)),
        FiguresBlock(
            headings=(view.room_text("grade"), view.room_text("right"), view.room_text("in-time")),
            rows=rows,
            title_share=46,
        ),
    )
    book = load_rulebook(exam.book).identity
    facts = (
        ("exam-document", f"{document_title(book)} · {exam.layout}"),
        ("exam-day", view.day(exam.at)),
        ("exam-seed", str(exam.seed)),
        ("exam-hash", group_hash(exam.items_hash)),
        ("exam-fingerprint", exam.fingerprint),
    )
    right: tuple[Block, ...] = (
        HeadingBlock(text=view.room_text("exam-repeat")),
        RowsBlock(
            rows=tuple(ListRow(name=code, title=value, lines=(view.room_text(code).first,)) for code, value in facts)
        ),
        NoteBlock(text=view.room_text("exam-repeat-line", command=f"dealer-station practice repeat {exam.session}")),
        NoteBlock(text=grade_rule_text(view)),
    )
    sub = (
        view.room_text("exam-interrupted", answered=str(exam.answered), items=str(exam.items))
        if exam.interrupted
        else None
    )
    page = PageStage(
        title=_exam_title(view, exam),
        sub=sub or ScreenText("" if view.trainee is None else view.trainee.name),
        tone=Tone.ATTENTION if exam.interrupted else Tone.PLAIN,
        columns=(left, right),
    )
    back = "person" if view.room.trainer is not None else "home"
    step = primary("home", view.text("home") if back == "home" else view.room_text("back-to-person"), Practise(back))
    tools = (close_key(view, back), *((trainer_key(view),) if back == "home" else ()))
    work: tuple[Block, ...] = (GapBlock(),)
    if view.room.trainer is not None:
        paper = Control(
            name="certificate",
            label=view.room_text("certificate"),
            act=Practise("certificate", str(exam.session)),
            key="1",
        )
        work = (GapBlock(), KeysBlock(controls=(paper,), columns=1))
    return page, page_rail(view, view.room_text("exam-over"), work, step, tools=tools)


def _answered(view: PracticeView, exam: ExamRecord) -> str:
    return view.text("of-all", right=str(exam.right), all=str(exam.answered)).first


def _result_row(view: PracticeView, competency: Competency, tries: str) -> FiguresRow:
    right, in_time = sum(map(tries.count, "rl")), tries.count("r")
    grade = grade_tries(tries, view.room.grade_rule)
    return FiguresRow(
        name=f"result:{competency.value}",
        title=view.text(f"competency-{competency.value}").first,
        cells=(
            FigureCell(text="" if grade else view.text("not-seen").first, grade=grade or NOT_SEEN),
            FigureCell(text=view.room_text("of", part=str(right), all=str(len(tries))).first),
            FigureCell(text=view.room_text("of", part=str(in_time), all=str(len(tries))).first),
        ),
    )


def grade_rule_text(view: PracticeView) -> ScreenText:
    """The rule by which is graded, printed with every grade."""
    listed = "; ".join(f"{grade}: {right} % / {in_time} %" for grade, right, in_time in view.room.grade_rule)
    return view.room_text("grade-rule", rule=listed)

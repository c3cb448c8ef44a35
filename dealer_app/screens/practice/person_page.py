"""The course of one trainee: eight charts, what falls due, time against the limit, exams, notes. For a trainer, and
without their keys for the trainee.
"""

from dealer_app.charts import CourseChart
from dealer_app.practice.course import CourseWords, competency_charts, course_days, due_chart, pace_chart
from dealer_app.practice.grading import grade_tries
from dealer_app.practice.overview import CompetencyGrade, TraineeRow, make_row
from dealer_app.practice.questions import Competency
from dealer_app.practice.schedule import ladder
from dealer_app.practice.trainee_records import ExamRecord, TraineeRecord
from dealer_app.practice.wording import cause_text
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    NOT_SEEN,
    Block,
    ChartsBlock,
    ChartTile,
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
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.page_rail import close_key, letter_board, look_keys, page_rail
from dealer_app.screens.practice.trainer_panel import note_text
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail
from dealer_app.texts.texts import amount_text

_EXAMS, _EXAMS_COMPACT = 3, 2
_EXAM_COMPETENCIES = (Competency.DRAWING, Competency.SETTLING, Competency.LIMITS, Competency.ANNOUNCEMENTS)
_CAUSES, _NOTES = 4, 3


def person_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Charts at the left, what to do at the right."""
    person, record = view.room.person, view.room.person_record
    assert person is not None, "somebody's course is looked at"
    row = make_row(person.trainee, record, {each.id: each for each in view.room.skills}, view.utc, view.room.grade_rule)
    blocks: tuple[Block, ...] = (
        _course_block(view, record, row),
        _coming_block(view, record),
        *_exam_blocks(view, record),
    )
    begun = view.room_text("of", part=str(row.begun), all=str(len(view.room.skills))).first
    page = PageStage(
        title=ScreenText(person.name),
        sub=view.room_text(
            "person-line",
            tries=str(record.first_tries),
            days=str(record.days),
            course=str(course_days(record)),
            begun=begun,
            sessions=str(row.sessions),
        ),
        right=tuple(filter(None, (person.group, person.badge))),
        columns=(blocks,),
    )
    if view.room.trainer is None:
        step = primary("home", view.text("home"), Practise("home"))
        work = (NoteBlock(text=_need_text(view, row)), *_cause_blocks(view, row), GapBlock())
        return page, page_rail(view, view.room_text("my-course"), work, step)
    step = primary("class", view.room_text("back-to-class"), Practise("class"))
    work = (
        NoteBlock(text=_need_text(view, row)),
        *_cause_blocks(view, row),
        *_note_blocks(view),
        GapBlock(),
        _person_keys(view, record),
    )
    tools = (close_key(view, "class"), *look_keys(view))
    return page, page_rail(view, _instruction(view, row), work, step, tools=tools)


def _words(view: PracticeView) -> CourseWords:
    return CourseWords(
        few=view.room_text("few-answers").first,
        limit=view.room_text("limit").first,
        week=view.room_text("week", week="{}").first,
    )


def _course_block(view: PracticeView, record: TraineeRecord, row: TraineeRow) -> ChartsBlock:
    charts = competency_charts(record, _words(view))
    tiles = tuple(_competency_tile(view, grade, charts[grade.competency]) for grade in row.grades)
    return ChartsBlock(tiles=tiles, columns=4, height=120, compact=66)


def _competency_tile(view: PracticeView, grade: CompetencyGrade, chart: CourseChart) -> ChartTile:
    seen = grade.grade is not None
    return ChartTile(
        title=view.text(f"competency-{grade.competency.value}"),
        figure=f"{grade.right} %" if seen else view.text("not-seen").first,
        grade=grade.grade or NOT_SEEN,
        chart=chart,
    )


def _coming_block(view: PracticeView, record: TraineeRecord) -> ChartsBlock:
    by_id = {each.id: each for each in view.room.skills}
    pace = pace_chart(record, _words(view))
    return ChartsBlock(
        tiles=(
            ChartTile(
                title=view.room_text("due-chart"),
                note=view.room_text("due-chart-line").first,
                chart=due_chart(record, by_id, view.utc, view.offset),
            ),
            ChartTile(title=view.room_text("pace-chart"), note=view.room_text("pace-chart-line").first, chart=pace),
        ),
        columns=2,
        height=150,
        compact=88,
    )


def _exam_blocks(view: PracticeView, record: TraineeRecord) -> tuple[Block, ...]:
    """The last exams, newest first; one that waits says so."""
    most = _EXAMS_COMPACT if view.compact else _EXAMS
    exams = tuple(reversed(record.exams))[:most]
    if not exams:
        return HeadingBlock(text=view.room_text("exams")), NoteBlock(text=view.room_text("no-exams"))
    headings = (
        *(view.text(f"competency-{each.value}") for each in _EXAM_COMPETENCIES),
        view.room_text("items"),
        view.room_text("hash-short"),
    )
    return (
        HeadingBlock(text=view.room_text("exams")),
        FiguresBlock(headings=headings, rows=tuple(_exam_row(view, exam) for exam in exams), title_share=34),
    )


def _exam_row(view: PracticeView, exam: ExamRecord) -> FiguresRow:
    book = load_rulebook(exam.book).identity
    grades = [grade_tries(exam.tries.get(each.value, ""), view.room.grade_rule) for each in _EXAM_COMPETENCIES]
    state = f"{exam.answered}/{exam.items}" if not exam.ended or exam.interrupted else str(exam.items)
    waits = "" if exam.ended else f" · {view.room_text('exam-waits-short').first}"
    return FiguresRow(
        name=f"exam:{exam.session}",
        title=f"{view.day(exam.at)} {book.short_title} · {exam.layout}{waits}",
        cells=(
            *(FigureCell(text="", grade=grade or NOT_SEEN) for grade in grades),
            FigureCell(text=state),
            FigureCell(text=exam.items_hash[:8]),
        ),
        act=Practise("show-exam", str(exam.session)),
    )


# The rail


def _instruction(view: PracticeView, row: TraineeRow) -> ScreenText:
    """What is to be practised most."""
    if row.lowest is None:
        return view.room_text("person-new")
    return view.room_text("person-practise", competency=view.text(f"competency-{row.lowest.competency.value}"))


def _need_text(view: PracticeView, row: TraineeRow) -> ScreenText:
    """The weakest competency, with the figures behind it."""
    lowest = row.lowest
    if lowest is None:
        return view.room_text("need-none")
    name = view.text(f"competency-{lowest.competency.value}")
    code = "need-below" if (lowest.grade or 0) < 3 else "need-kept"
    return view.room_text(
        code, competency=name, right=str(lowest.right), tries=str(lowest.tries), grade=str(lowest.grade)
    )


def _cause_blocks(view: PracticeView, row: TraineeRow) -> tuple[Block, ...]:
    if not row.causes:
        return ()
    errors = sum(count for _, count, _ in row.causes)
    rows = tuple(
        ListRow(
            name=f"cause:{cause.value}",
            title=cause_text(view.words.first, cause),
            right=" · ".join(
                filter(
                    None,
                    (
                        amount_text(money, view.words.first.decimals) if money else "",
                        view.room_text("of", part=str(count), all=str(errors)).first,
                    ),
                )
            ),
        )
        for cause, count, money in row.causes[:_CAUSES]
    )
    return HeadingBlock(text=view.room_text("frequent")), RowsBlock(rows=rows, dense=True, spare=2)


def _note_blocks(view: PracticeView) -> tuple[Block, ...]:
    person = view.room.person
    assert person is not None, "somebody's course is looked at"
    if not person.notes:
        return ()
    notes = tuple(reversed(person.notes))[:_NOTES]
    rows = tuple(
        ListRow(name=f"note:{each.number}", title=note_text(view, each), lines=(view.day(each.at),)) for each in notes
    )
    return HeadingBlock(text=view.room_text("notes")), RowsBlock(rows=rows, dense=True, spare=2)


def _person_keys(view: PracticeView, record: TraineeRecord) -> KeysBlock:
    can_open = any(not rung.is_open for rung in ladder(view.room.skills, record.skills, record.opened))
    controls = (
        Control(
            name="rungs",
            label=view.room_text("open-rung"),
            act=Practise("rungs") if can_open else None,
            waits=view.room_text("all-open"),
            key="4",
        ),
        Control(name="note", label=view.room_text("write-note"), act=Practise("note"), key="5"),
        Control(name="name", label=view.room_text("name-class"), act=Practise("name"), key="6"),
        Control(name="export", label=view.room_text("export"), act=Practise("export-person"), key="7"),
        Control(
            name="replays", label=section_text(view.words, "marking", "mark"), act=Practise("replays"), key="8", span=2
        ),
        Control(name="erase", label=view.room_text("erase"), act=Practise("erase"), key="-", span=2),
    )
    return KeysBlock(controls=controls, columns=2)


# What a trainer does for one person


def rungs_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """The rungs that are shut, each with the digit that opens it."""
    person = view.room.person
    assert person is not None, "a rung is opened for somebody"
    record = view.room.person_record
    shut = [rung for rung in ladder(view.room.skills, record.skills, record.opened) if not rung.is_open]
    rows = tuple(
        ListRow(
            name=f"rung:{rung.rung.value}",
            title=view.text(f"rung-{rung.rung.value}").first,
            right=view.room_text("begun-of", begun=str(rung.begun), all=str(rung.skills)).first,
            act=Practise("open-rung", rung.rung.value),
            key=str(number),
        )
        for number, rung in enumerate(shut, start=1)
    )
    page = PageStage(title=view.room_text("open-rung"), sub=ScreenText(person.name), columns=((RowsBlock(rows=rows),),))
    return _back_to_person(view, page, "open-rung-line")


def _back_to_person(view: PracticeView, page: PageStage, line: str) -> tuple[PageStage, Rail]:
    step = primary("person", view.room_text("back-to-person"), Practise("person"))
    work = (NoteBlock(text=view.room_text(line)), GapBlock())
    tools = (close_key(view, "person"), *look_keys(view))
    return page, page_rail(view, page.title, work, step, tools=tools)


def note_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """A note on somebody; its words are deleted with the name."""
    assert view.room.person is not None, "a note is on somebody"
    text = view.keyed.texts[0]
    entry = EntryBlock(name="note", label=view.room_text("note"), value=text, writing=True)
    page = PageStage(
        title=view.room_text("write-note"),
        sub=ScreenText(view.room.person.name),
        columns=((entry, NoteBlock(text=view.room_text("note-line"))),),
        foot=(letter_board(),),
    )
    can = bool(text.strip())
    step = primary(
        "keep-note", view.room_text("keep"), Practise("keep-note") if can else None, view.room_text("waits-text")
    )
    return page, page_rail(view, page.title, (GapBlock(),), step, tools=(close_key(view, "person"), *look_keys(view)))


def name_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Name, badge and class of somebody."""
    entries = tuple(
        EntryBlock(
            name=code,
            label=view.room_text(code),
            value=view.keyed.texts[number],
            writing=view.keyed.field == number,
            act=Practise("field", str(number)),
        )
        for number, code in enumerate(("entry-name", "entry-badge", "entry-class"))
    )
    page = PageStage(title=view.room_text("name-class"), columns=(entries,), foot=(letter_board(),))
    can = bool(view.keyed.texts[0].strip())
    last = view.keyed.field == len(entries) - 1
    step = (
        primary("keep-name", view.room_text("keep"), Practise("keep-name") if can else None, view.text("waits-name"))
        if last
        else primary("next-field", view.room_text("next-field"), Practise("field", str(view.keyed.field + 1)))
    )
    return page, page_rail(view, page.title, (GapBlock(),), step, tools=(close_key(view, "person"), *look_keys(view)))


def erase_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """What is deleted and what stays; asked twice."""
    person, record = view.room.person, view.room.person_record
    assert person is not None, "somebody is deleted"
    blocks = (
        NoteBlock(
            text=view.room_text("erase-goes"), framed=True, tone=Tone.STOP, title=view.room_text("erase-goes-title")
        ),
        NoteBlock(
            text=view.room_text("erase-stays", answers=str(record.answers)),
            framed=True,
            title=view.room_text("erase-stays-title"),
        ),
    )
    page = PageStage(title=view.room_text("erase"), sub=ScreenText(person.name), tone=Tone.STOP, columns=(blocks,))
    sure = Control(
        name="erase-sure",
        label=view.room_text("erase-sure" if view.keyed.stopping else "erase-ask"),
        act=Practise("erase-sure"),
        key="-",
        weight=Weight.GRAVE,
    )
    step = primary("person", view.room_text("keep-person"), Practise("person"))
    work = (GapBlock(), KeysBlock(controls=(sure,), columns=1))
    return page, page_rail(
        view, view.room_text("erase"), work, step, tools=(close_key(view, "person"), *look_keys(view))
    )

"""The class: people by competency or skill, errors by cause, who forgets what by when, and who to look at first."""

from dealer_app.charts import ListBar, ListChart
from dealer_app.practice.grading import FEWEST_ITEMS, grade_tries, per_cent
from dealer_app.practice.overview import HORIZONS, CompetencyGrade, ForgottenSkill, TraineeRow
from dealer_app.practice.questions import Competency
from dealer_app.practice.schedule import SkillRecord
from dealer_app.practice.skills import Skill
from dealer_app.practice.wording import cause_text, skill_name
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    NOT_SEEN,
    Block,
    ChartsBlock,
    ChartTile,
    Control,
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
)
from dealer_app.screens.labels import section_text
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.page_rail import page_rail
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail
from dealer_app.texts.texts import amount_text

_ROWS, _ROWS_COMPACT = 12, 8
_SKILL_COLUMNS, _SKILL_COLUMNS_COMPACT = 6, 5
LOOK_AT_FIRST = 3
_CAUSES, _FORGOTTEN = 8, 5
_MANY = 3
"""A skill that so many will have forgotten stands out."""
_DAY = 86_400_000_000


def rows_a_page(*, compact: bool) -> int:
    """How many people are on one page."""
    return _ROWS_COMPACT if compact else _ROWS


def class_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """People by need, and beside them errors and what is forgotten; in a small window one of the two."""
    room = view.room
    if not room.rows:
        return _empty_page(view)
    people, errors, forgotten = (_people_block(view),), _error_blocks(view), _forgotten_blocks(view)
    columns: tuple[tuple[Block, ...], ...] = (people, (*errors, *forgotten))
    if view.compact:
        columns = (errors, forgotten) if room.beside else (people,)
    pages = -(-len(room.rows) // rows_a_page(compact=view.compact))
    page = PageStage(
        title=view.room_text("class-title"),
        sub=ScreenText(_filter_line(view)),
        right=(view.room_text("people", people=str(len(room.rows))).first, f"{room.page + 1}/{pages}"),
        columns=columns,
        shares=() if view.compact else (72, 28),
    )
    framed = room.rows[room.framed]
    name = person_name(view, framed.trainee)
    step = primary("open", view.room_text("open-person", name=name), Practise("person", framed.trainee))
    tools = (
        Control(name="page", label=view.room_text("next-page"), act=Practise("class-page"), key="+"),
        _sort_key(view),
        Control(name="filter", label=view.room_text("filter"), act=Practise("filter"), key="/"),
        Control(name="close", label=view.room_text("close"), act=Practise("close-room"), key="Esc"),
    )
    first = person_name(view, room.rows[0].trainee)
    return page, page_rail(view, view.room_text("look-first", name=first), _look_blocks(view), step, tools=tools)


def _empty_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Nobody yet, or nobody whom the filter lets through."""
    nobody = not view.room.names
    text = view.room_text("nobody-yet" if nobody else "nobody-so")
    page = PageStage(
        title=view.room_text("class-title"), sub=ScreenText(_filter_line(view)), columns=((NoteBlock(text=text),),)
    )
    step = (
        primary("add-people", view.text("add-trainee"), Practise("add-people"))
        if nobody
        else primary("filter", view.room_text("filter"), Practise("filter"))
    )
    tools = (Control(name="close", label=view.room_text("close"), act=Practise("close-room"), key="Esc"),)
    return page, page_rail(view, text, (GapBlock(), _tools(view)), step, tools=tools)


def person_name(view: PracticeView, trainee: str) -> str:
    """The name, or the number of somebody whose name is lost."""
    known = view.room.names.get(trainee)
    return trainee if known is None else known.name


def _filter_line(view: PracticeView) -> str:
    """What is shown of whom."""
    chosen, words = view.room.filter, []
    words.append(view.room_text(f"sort-{view.room.sort.value}").first)
    if chosen.book:
        words.append(load_rulebook(chosen.book).identity.short_name)
    if chosen.group:
        words.append(chosen.group)
    if chosen.days:
        words.append(view.room_text("within-days", days=str(chosen.days)).first)
    if chosen.competency is not None:
        words.append(view.text(f"competency-{chosen.competency.value}").first)
    return " · ".join((*words, view.room_text("legend").first))


def _sort_key(view: PracticeView) -> Control:
    """In a small window the key shows the other half; the order is chosen with the filter there."""
    if view.compact:
        code = "show-people" if view.room.beside else "show-errors"
        return Control(name="beside", label=view.room_text(code), act=Practise("class-beside"), key=".")
    return Control(name="sort", label=view.room_text("sort"), act=Practise("class-sort"), key=".")


# People


def _people_block(view: PracticeView) -> FiguresBlock:
    room, most = view.room, rows_a_page(compact=view.compact)
    first = room.page * most
    shown = list(enumerate(room.rows))[first : first + most]
    competency = room.filter.competency
    if competency is not None:
        return _skill_grid(view, competency, shown)
    return FiguresBlock(
        headings=(*(view.room_text(f"head-{each.value}") for each in Competency), view.room_text("sessions-to-go")),
        rows=tuple(
            _person_row(
                view,
                row,
                number,
                (*(_grade_cell(view, each) for each in row.grades), FigureCell(text=str(row.sessions))),
            )
            for number, row in shown
        ),
        title_share=15,
    )


def _person_row(view: PracticeView, row: TraineeRow, number: int, cells: tuple[FigureCell, ...]) -> FiguresRow:
    return FiguresRow(
        name=f"person:{row.trainee}",
        title=person_name(view, row.trainee),
        cells=cells,
        framed=number == view.room.framed,
        act=Practise("person", row.trainee),
    )


def _grade_cell(view: PracticeView, grade: CompetencyGrade) -> FigureCell:
    if grade.grade is None:
        return FigureCell(text=view.text("not-seen").first, grade=NOT_SEEN)
    return FigureCell(text=str(grade.right), grade=grade.grade)


def _skill_grid(view: PracticeView, competency: Competency, shown: list[tuple[int, TraineeRow]]) -> FiguresBlock:
    """The skills of one competency, those first that most people get wrong."""
    own = [skill for skill in view.room.skills if skill.competency is competency]
    own = sorted(own, key=lambda skill: _class_right(view, skill))
    own = own[: _SKILL_COLUMNS_COMPACT if view.compact else _SKILL_COLUMNS]
    return FiguresBlock(
        headings=tuple(ScreenText(skill_name(view.words.first, skill)) for skill in own),
        rows=tuple(
            _person_row(view, row, number, tuple(_skill_cell(view, row.trainee, skill) for skill in own))
            for number, row in shown
        ),
        title_share=15,
    )


def _class_right(view: PracticeView, skill: Skill) -> tuple[int, str]:
    """How many per cent of all first tries of the class were right; what was never asked stands last."""
    records = (view.room.overview_records.get(row.trainee) for row in view.room.rows)
    tries = "".join(
        record.skills[skill.id].first_tries for record in records if record is not None and skill.id in record.skills
    )
    return (per_cent(tries, "rl") if tries else 101), skill.id


def _skill_cell(view: PracticeView, trainee: str, skill: Skill) -> FigureCell:
    record = view.room.overview_records.get(trainee)
    known: SkillRecord | None = None if record is None else record.skills.get(skill.id)
    if known is None or not known.first_tries:
        return FigureCell(text=view.text("not-seen").first, grade=NOT_SEEN)
    grade = grade_tries(known.first_tries, view.room.grade_rule)
    if grade is None:
        right = sum(each in "rl" for each in known.first_tries)
        return FigureCell(
            text=view.room_text("of", part=str(right), all=str(len(known.first_tries))).first, grade=NOT_SEEN
        )
    return FigureCell(text=str(known.right_per_cent), grade=grade)


# Errors, and what is forgotten


def _error_blocks(view: PracticeView) -> tuple[Block, ...]:
    overview = view.room.overview
    assert overview is not None, "the class is known"
    errors = sum(count for _, count, _ in overview.causes)
    bars = tuple(
        ListBar(
            name=cause_text(view.words.first, cause),
            value=count,
            figure=str(count),
            note=amount_text(money, view.words.first.decimals) if money else "",
            attention=True,
        )
        for cause, count, money in overview.causes[:_CAUSES]
    )
    tile = ChartTile(
        title=view.text("errors"),
        note=view.room_text("errors-line", errors=str(errors)).first,
        chart=ListChart(bars=bars),
    )
    return (ChartsBlock(tiles=(tile,), columns=1),)


def _forgotten_blocks(view: PracticeView) -> tuple[Block, ...]:
    overview = view.room.overview
    assert overview is not None, "the class is known"
    moments = tuple(view.day(view.utc + days * _DAY)[5:] for days in HORIZONS[1:])
    return (
        HeadingBlock(text=view.room_text("forgotten"), note=view.room_text("forgotten-line").first),
        FiguresBlock(
            headings=(view.room_text("today"), *(ScreenText(each) for each in moments)),
            rows=tuple(_forgotten_row(view, each) for each in overview.forgotten[:_FORGOTTEN]),
            title_share=46,
            low=True,
        ),
    )


def _forgotten_row(view: PracticeView, forgotten: ForgottenSkill) -> FiguresRow:
    skill = forgotten.skill
    book = view.room.filter.book if view.room.filter.book in skill.clauses else next(iter(skill.clauses))
    return FiguresRow(
        name=f"forgotten:{skill.id}",
        title=skill_name(view.words.first, skill),
        line=" · ".join((skill.clauses[book][0], view.room_text("of-people", people=str(forgotten.begun)).first)),
        cells=tuple(
            FigureCell(text=str(people), tone=Tone.ATTENTION if people >= _MANY else Tone.PLAIN)
            for people in forgotten.people
        ),
    )


# The rail


def _look_blocks(view: PracticeView) -> tuple[Block, ...]:
    rows = tuple(_look_row(view, row, number) for number, row in enumerate(view.room.rows[:LOOK_AT_FIRST], start=1))
    return (RowsBlock(rows=rows), GapBlock(), _tools(view))


def _look_row(view: PracticeView, row: TraineeRow, number: int) -> ListRow:
    """Why to look at this one: the lowest grade, the most frequent error, and what is missing."""
    lines = []
    if row.lowest is not None:
        name = view.text(f"competency-{row.lowest.competency.value}").first
        facts = {"competency": name, "right": str(row.lowest.right), "grade": str(row.lowest.grade)}
        lines.append(view.room_text("look-grade", **facts).first)
    if row.causes:
        cause, count, _ = row.causes[0]
        errors = sum(each for _, each, _ in row.causes)
        said = cause_text(view.words.first, cause)
        lines.append(view.room_text("look-errors", cause=said, count=str(count), errors=str(errors)).first)
    lines.append(view.room_text("look-sessions", answers=str(row.answers), sessions=str(row.sessions)).first)
    low = row.lowest is not None and (row.lowest.grade or FEWEST_ITEMS) <= 2
    return ListRow(
        name=f"look:{row.trainee}",
        title=person_name(view, row.trainee),
        lines=tuple(lines),
        tone=Tone.ATTENTION if low else Tone.PLAIN,
        act=Practise("person", row.trainee),
        key=str(number),
    )


def _tools(view: PracticeView) -> KeysBlock:
    """What is done for the whole class."""
    return KeysBlock(
        controls=(
            Control(name="add-people", label=view.room_text("key-add"), act=Practise("add-people"), key="4"),
            Control(name="grades", label=view.room_text("key-grades"), act=Practise("grades"), key="5"),
            Control(name="trainers", label=view.room_text("trainers"), act=Practise("trainers"), key="6"),
            Control(name="export", label=view.room_text("export"), act=Practise("export"), key="7"),
            Control(name="panel-beside", label=view.room_text("panel-beside"), act=Practise("panel-beside"), key="8"),
            Control(
                name="class-shoe",
                label=section_text(view.words, "marking", "class-shoe"),
                act=Practise("class-shoe"),
                key="9",
            ),
            Control(name="editor", label=view.room_text("key-editor"), act=Practise("editor"), key="F2"),
            Control(name="next-row", label=view.room_text("next-row"), act=Practise("next-row"), key="0"),
            Control(name="last-page", label=view.room_text("last-page"), act=Practise("last-page"), key="-"),
        ),
        columns=2,
    )


def filter_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Each key goes on to the next choice of its line."""
    chosen = view.room.filter
    every = view.room_text("all").first
    values = (
        ("book", load_rulebook(chosen.book).identity.short_name if chosen.book else every),
        ("group", chosen.group or every),
        ("days", view.room_text("within-days", days=str(chosen.days)).first if chosen.days else every),
        ("competency", view.text(f"competency-{chosen.competency.value}").first if chosen.competency else every),
        ("sort", view.room_text(f"sort-{view.room.sort.value}").first),
    )
    rows = tuple(
        ListRow(
            name=f"filter:{name}",
            title=view.room_text(f"filter-{name}").first,
            right=value,
            act=Practise("class-sort" if name == "sort" else "choose-filter", name),
            key=str(number),
        )
        for number, (name, value) in enumerate(values, start=1)
    )
    page = PageStage(title=view.room_text("filter"), columns=((RowsBlock(rows=rows),),))
    step = primary("class", view.room_text("show-class"), Practise("class"))
    tools = (Control(name="close", label=view.room_text("close"), act=Practise("class"), key="Esc"),)
    work = (NoteBlock(text=view.room_text("filter-line")), GapBlock())
    return page, page_rail(view, view.room_text("filter"), work, step, tools=tools)

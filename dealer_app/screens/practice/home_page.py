"""The home of who practises: the plan of today, the ladder, the weakest five, and the other ways."""

from dealer_app.practice.questions import Cause
from dealer_app.practice.schedule import RungStanding, due_skills, ladder, recall_per_cent, weakest_skills
from dealer_app.practice.skills import Skill
from dealer_app.practice.wording import cause_text, skill_name
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    Block,
    Control,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    Meter,
    NoteBlock,
    PanelsBlock,
    PlanPanel,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.labels import section_text
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.page_rail import course_key, page_rail, trainer_key
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail

SESSION_QUESTIONS = 12
"""What is planned for one sitting where nothing is due."""
_SECONDS_BETWEEN = 6
_WEAKEST, _WEAKEST_COMPACT = 5, 3


def home_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Plan, ladder and the weakest five; a small window shows three of them, and the others on the next page."""
    assert view.trainee is not None, "somebody practises"
    records = view.record.skills
    due = due_skills(view.skills, records, view.utc)
    rungs = ladder(view.skills, records, view.record.opened)
    blocks: tuple[Block, ...] = (
        *(() if view.compact else _plan_blocks(view, due)),
        HeadingBlock(text=view.room_text("ladder"), note=view.room_text("ladder-line").first),
        PanelsBlock(panels=_rung_panels(view, rungs), rising=True),
        *_weakest_blocks(view),
    )
    book = load_rulebook(view.table.rules.book.game).identity
    minutes = _minutes(_planned_seconds(due))
    page = PageStage(
        title=ScreenText(view.trainee.name),
        sub=ScreenText(f"{book.short_title} · {view.table.rules.layout.letter}"),
        right=(view.text("minutes", minutes=str(minutes)).first,) if due else (),
        columns=(blocks,),
    )
    code = "start-due" if due else "start-new"
    step = primary("begin", view.room_text(code, skills=str(len(due))), Practise("begin"))
    work: tuple[Block, ...] = (NoteBlock(text=_plan_text(view, due)), *_last_practice(view), _ways(view), GapBlock())
    rail = page_rail(view, "what-to-practise", work, step, tools=(course_key(view), trainer_key(view)))
    return page, rail


def _ways(view: PracticeView) -> KeysBlock:
    return KeysBlock(
        controls=(
            Control(name="game", label=view.text("other-game"), act=Practise("games"), key="7"),
            Control(
                name="rounds",
                label=section_text(view.words, "round-page", "rounds"),
                sub=section_text(view.words, "round-page", "rounds-line"),
                act=Practise("rounds"),
                key="8",
            ),
            Control(
                name="exam",
                label=view.room_text("exam"),
                sub=view.room_text("exam-line"),
                act=Practise("exam"),
                key="9",
            ),
            Control(name="somebody", label=view.text("other-trainee"), act=Practise("trainees"), key="/"),
        ),
        columns=1,
    )


def _last_practice(view: PracticeView) -> tuple[Block, ...]:
    record = view.record
    if not record.last_at:
        return ()
    facts = {"answers": str(record.answers), "right": str(record.right), "days": str(record.days)}
    return (NoteBlock(text=view.room_text("last-practice", day=view.day(record.last_at), **facts), spare=True),)


# The plan


def _minutes(seconds: int) -> int:
    return max(1, -(-seconds // 60))


def _planned_seconds(skills: tuple[Skill, ...]) -> int:
    """What questions take by experience: nine tenths of their limit, and some seconds between them."""
    return sum(skill.seconds * 9 // 10 + _SECONDS_BETWEEN for skill in skills)


def _plan_text(view: PracticeView, due: tuple[Skill, ...]) -> ScreenText:
    if due:
        return view.text("due-line", skills=str(len(due)), minutes=str(_minutes(_planned_seconds(due))))
    return view.text("nothing-due")


def _plan_blocks(view: PracticeView, due: tuple[Skill, ...]) -> tuple[Block, ...]:
    """What is due, what is new, and what was answered so far."""
    new = tuple(skill for skill in view.skills if skill.id not in view.record.skills)[:SESSION_QUESTIONS]
    panels = [
        PlanPanel(
            name=f"plan:{code}",
            title=view.room_text(f"plan-{code}"),
            lines=(view.room_text(f"plan-{code}-line", skills=str(len(skills))).first,),
            figure=view.text("minutes", minutes=str(_minutes(_planned_seconds(skills)))).first,
            framed=framed,
        )
        for code, skills, framed in (("due", due, bool(due)), ("new", new, not due))
        if skills
    ]
    begun = sum(skill.id in view.record.skills for skill in view.skills)
    panels.append(
        PlanPanel(
            name="plan:begun",
            title=view.room_text("plan-begun"),
            lines=(view.room_text("plan-begun-line", answers=str(view.record.answers)).first,),
            figure=view.room_text("of", part=str(begun), all=str(len(view.skills))).first,
        )
    )
    return HeadingBlock(text=view.room_text("plan")), PanelsBlock(panels=tuple(panels))


# The ladder


def _rung_panels(view: PracticeView, rungs: tuple[RungStanding, ...]) -> tuple[PlanPanel, ...]:
    """The first that is open and not mastered is the one to climb."""
    following = next((rung for rung in rungs if rung.is_open and not rung.is_mastered), None)
    return tuple(
        _rung_panel(view, number, rung, is_next=rung is following) for number, rung in enumerate(rungs, start=1)
    )


def _rung_panel(view: PracticeView, number: int, rung: RungStanding, *, is_next: bool) -> PlanPanel:
    """A rung once open stays open, and says what it lacks."""
    name = view.text(f"rung-{rung.rung.value}")
    title = ScreenText(f"{number} {name.first}", name.second)
    begun = view.room_text("begun-of", begun=str(rung.begun), all=str(rung.skills)).first
    if not rung.is_open:
        lines = (view.room_text("rung-shut", below=str(number - 1)).first, begun)
        return PlanPanel(name=f"rung:{rung.rung.value}", title=title, tone=Tone.OFF, lines=lines)
    meters = (
        Meter(name=view.room_text("right").first, per_cent=rung.right, reach=90, text=f"{rung.right} %"),
        Meter(name=view.room_text("in-time").first, per_cent=rung.in_time, reach=80, text=f"{rung.in_time} %"),
    )
    streak = view.room_text("streak", count=str(view.record.streaks.get(rung.rung.value, 0))).first
    return PlanPanel(
        name=f"rung:{rung.rung.value}",
        title=title,
        tone=Tone.GOOD if rung.is_mastered else Tone.PLAIN,
        meters=meters if rung.tries else (),
        lines=(streak, begun) if rung.tries else (view.text("not-seen").first, begun),
        framed=is_next,
    )


# The weakest


def _weakest_blocks(view: PracticeView) -> tuple[Block, ...]:
    """Five, or three in a small window and the others on the next page of it."""
    weakest = weakest_skills(view.skills, view.record.skills, view.utc)
    if not weakest:
        return HeadingBlock(text=view.text("weakest")), NoteBlock(text=view.text("no-weakest"))
    most = _WEAKEST_COMPACT if view.compact else _WEAKEST
    first = view.keyed.place * most
    rows = tuple(
        _weak_row(view, skill, number)
        for number, skill in enumerate(weakest, start=1)
        if first < number <= first + most
    )
    pages = -(-len(weakest) // most)
    more = Control(name="page", label=view.more_text(pages), act=Practise("page", str(pages)), key="+")
    return HeadingBlock(text=view.text("weakest")), RowsBlock(rows=rows, more=(more,) if pages > 1 else ())


def _weak_row(view: PracticeView, skill: Skill, number: int) -> ListRow:
    record = view.record.skills[skill.id]
    clause = skill.clauses[view.table.rules.book.game][0]
    lines = []
    if record.cause:
        cause = cause_text(view.words.first, Cause(record.cause))
        lines.append(view.room_text("last-wrong", cause=cause, day=view.day(record.missed)).first)
    recall = view.room_text("recall-today", recall=str(recall_per_cent(record, view.utc))).first
    right = sum(each in "rl" for each in record.first_tries)
    return ListRow(
        name=f"weak:{skill.id}",
        title=skill_name(view.words.first, skill),
        lines=(" · ".join((clause, recall, *lines)),),
        right=view.room_text("of", part=str(right), all=str(len(record.first_tries))).first,
        controls=(
            Control(
                name=f"practise:{skill.id}",
                label=view.room_text("practise-this"),
                act=Practise("skill", skill.id),
                key=str(number),
            ),
        ),
    )

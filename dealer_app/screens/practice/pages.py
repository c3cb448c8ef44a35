"""The pages of practice: who practises, home with plan, ladder and weakest, the choice of a game, the result."""

from collections import Counter

from dealer_app.practice.questions import Cause, Competency
from dealer_app.practice.schedule import RungStanding, due_skills, ladder, recall_per_cent, weakest_skills
from dealer_app.practice.skills import Skill
from dealer_app.practice.wording import cause_text, skill_name
from dealer_app.rulebooks import GAMES, load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    EntryBlock,
    GalleryBlock,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tag,
    TagsBlock,
    Tone,
)
from dealer_app.screens.practice.drill_rail import primary, side_keys
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail
from dealer_app.texts.texts import amount_text

SESSION_QUESTIONS = 12
"""What is planned for one sitting where nothing is due."""
_SECONDS_BETWEEN = 6
_TRAINEES_A_PAGE = 8
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def _rail(view: PracticeView, code: str, work: tuple[Block, ...], step: Control) -> Rail:
    return Rail(
        caption=view.text("caption"),
        since="",
        instruction=view.text(code),
        say=None,
        why=NO_TEXT,
        why_caption=NO_TEXT,
        clauses=(),
        refusal=view.notice,
        work=work,
        primary=step,
        track=(),
        tools=side_keys(view),
    )


# Who practises


def trainees_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Those who are enrolled, and a name for somebody new."""
    first = view.keyed.place * _TRAINEES_A_PAGE
    shown = view.trainees[first : first + _TRAINEES_A_PAGE]
    rows = tuple(
        ListRow(
            name=f"trainee:{each.trainee}",
            title=each.name,
            right=each.badge,
            act=Practise("trainee", each.trainee),
            key=str(number),
        )
        for number, each in enumerate(shown, start=1)
    )
    pages = -(-len(view.trainees) // _TRAINEES_A_PAGE)
    more = () if pages < 2 else (_page_key(view, pages),)
    left: list[Block] = [HeadingBlock(text=view.text("enrolled"))]
    left.append(RowsBlock(rows=rows, more=more) if rows else NoteBlock(text=view.text("nobody-yet")))
    name = view.keyed.text
    letters = (*_LETTERS, " ", "⌫")
    board = KeysBlock(
        controls=tuple(
            Control(
                name=f"letter:{letter}",
                label=ScreenText("␣" if letter == " " else letter),
                act=Practise("letter", letter),
            )
            for letter in letters
        ),
        columns=14,
    )
    right: tuple[Block, ...] = (
        HeadingBlock(text=view.text("new-trainee")),
        EntryBlock(name="name", label=view.text("name"), value=name, writing=True),
        NoteBlock(text=view.text("name-line")),
    )
    page = PageStage(title=view.text("who-practises"), columns=(tuple(left), right), foot=(board,))
    step = primary(
        "enroll", view.text("add-trainee"), Practise("enroll") if name.strip() else None, view.text("waits-name")
    )
    return page, _rail(view, "who-practises", (NoteBlock(text=view.text("who-line")), GapBlock()), step)


def _page_key(view: PracticeView, pages: int) -> Control:
    label = view.text("more", page=f"{view.keyed.place + 1}/{pages}")
    return Control(name="page", label=label, act=Practise("page", str(pages)), key="0")


# Home


def home_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Plan, ladder and the weakest five."""
    assert view.trainee is not None, "somebody practises"
    records = view.record.skills
    due = due_skills(view.skills, records, view.utc)
    weakest = weakest_skills(view.skills, records, view.utc)
    left: tuple[Block, ...] = (
        HeadingBlock(text=view.text("plan")),
        RowsBlock(rows=_plan_rows(view, due)),
        HeadingBlock(text=view.text("ladder")),
        RowsBlock(rows=tuple(_rung_row(view, rung) for rung in ladder(view.skills, records, view.record.opened))),
    )
    right: tuple[Block, ...] = (
        HeadingBlock(text=view.text("weakest")),
        RowsBlock(rows=tuple(_weak_row(view, skill, number) for number, skill in enumerate(weakest, start=1)))
        if weakest
        else NoteBlock(text=view.text("no-weakest")),
    )
    book = load_rulebook(view.table.rules.book.game).identity
    page = PageStage(
        title=ScreenText(view.trainee.name),
        sub=ScreenText(f"{book.short_name} {book.version} · {view.table.rules.layout.letter}"),
        columns=(left, right),
    )
    ways = KeysBlock(
        controls=(
            Control(name="game", label=view.text("other-game"), act=Practise("games"), key="7"),
            Control(name="somebody", label=view.text("other-trainee"), act=Practise("trainees"), key="8"),
        ),
        columns=1,
    )
    code = "begin-due" if due else "begin-new"
    step = primary("begin", view.text(code), Practise("begin"))
    return page, _rail(view, "what-to-practise", (NoteBlock(text=_plan_text(view, due)), GapBlock(), ways), step)


def _minutes(seconds: int) -> int:
    return max(1, -(-seconds // 60))


def _planned_seconds(skills: tuple[Skill, ...]) -> int:
    """What questions take by experience: nine tenths of their limit, and some seconds between them."""
    return sum(skill.seconds * 9 // 10 + _SECONDS_BETWEEN for skill in skills)


def _plan_text(view: PracticeView, due: tuple[Skill, ...]) -> ScreenText:
    if due:
        return view.text("due-line", skills=str(len(due)), minutes=str(_minutes(_planned_seconds(due))))
    return view.text("nothing-due")


def _plan_rows(view: PracticeView, due: tuple[Skill, ...]) -> tuple[ListRow, ...]:
    new = tuple(skill for skill in view.skills if skill.id not in view.record.skills)[:SESSION_QUESTIONS]
    found = []
    for code, skills in (("plan-due", due), ("plan-new", new)):
        if skills:
            minutes = view.text("minutes", minutes=str(_minutes(_planned_seconds(skills)))).first
            found.append(ListRow(name=code, title=view.text(code, skills=str(len(skills))).first, right=minutes))
    answers = view.text("answers-so-far", answers=str(view.record.answers), right=str(view.record.right)).first
    return (*found, ListRow(name="so-far", title=answers))


def _rung_row(view: PracticeView, rung: RungStanding) -> ListRow:
    """A rung once open stays open, and says what it lacks."""
    if not rung.is_open:
        return ListRow(
            name=f"rung:{rung.rung.value}",
            title=view.text(f"rung-{rung.rung.value}").first,
            right=view.text("shut").first,
            tone=Tone.OFF,
        )
    figures = view.text("rung-figures", right=str(rung.right), in_time=str(rung.in_time)).first
    return ListRow(
        name=f"rung:{rung.rung.value}",
        title=view.text(f"rung-{rung.rung.value}").first,
        right=figures if rung.tries else view.text("not-seen").first,
        tone=Tone.GOOD if rung.is_mastered else Tone.PLAIN,
        done=rung.is_mastered,
    )


def _weak_row(view: PracticeView, skill: Skill, number: int) -> ListRow:
    record = view.record.skills[skill.id]
    clause = skill.clauses[view.table.rules.book.game][0]
    figures = view.text(
        "weak-figures", right=str(record.right_per_cent), recall=str(recall_per_cent(record, view.utc))
    ).first
    return ListRow(
        name=f"weak:{skill.id}",
        title=skill_name(view.words.first, skill),
        lines=(clause,),
        right=figures,
        act=Practise("skill", skill.id),
        key=str(number),
    )


# Another game


def games_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """The four documents."""
    rows = tuple(
        ListRow(
            name=f"game:{game}",
            title=load_rulebook(game).identity.name,
            right=load_rulebook(game).identity.version,
            act=Practise("game", game),
            key=str(number),
        )
        for number, game in enumerate(GAMES, start=1)
    )
    page = PageStage(title=view.text("which-game"), columns=((RowsBlock(rows=rows),),))
    return page, _rail(view, "which-game", (GapBlock(),), primary("home", view.text("back"), Practise("home")))


def layouts_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """The painted layouts of the chosen document."""
    book = view.table.rules.book
    controls = tuple(
        Control(
            name=f"layout:{layout.letter}",
            label=ScreenText(layout.letter),
            act=Practise("layout", layout.letter),
            key=layout.letter,
            picked=layout is view.table.rules.layout,
        )
        for layout in book.layouts
    )
    page = PageStage(title=view.text("which-layout"), columns=((GalleryBlock(game=book.game, layouts=controls),),))
    step = primary("layout-stays", view.text("take-layout", layout=view.table.rules.layout.letter), Practise("home"))
    return page, _rail(view, "which-layout", (GapBlock(),), step)


# After a session


def own_rating_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """The own rating comes before the result: nothing else is on the screen."""
    given = dict(view.keyed.ratings)
    rows = []
    for competency in _seen_competencies(view):
        controls = tuple(
            Control(
                name=f"rate:{competency.value}:{grade}",
                label=ScreenText(str(grade)),
                act=Practise("rate", f"{competency.value}:{grade}"),
                picked=given.get(competency) == grade,
                key=str(grade) if competency is _next_to_rate(view) else "",
            )
            for grade in range(1, 6)
        )
        title = view.text(f"competency-{competency.value}").first
        rows.append(ListRow(name=f"rate:{competency.value}", title=title, controls=controls))
    page = PageStage(title=view.text("rate-yourself"), columns=((RowsBlock(rows=tuple(rows)),),))
    waits = NO_TEXT if _next_to_rate(view) is None else view.text("waits-rating")
    step = primary("show-result", view.text("show-result"), Practise("result") if not waits else None, waits)
    return page, _rail(view, "rate-yourself", (NoteBlock(text=view.text("rate-line")), GapBlock()), step)


def _seen_competencies(view: PracticeView) -> tuple[Competency, ...]:
    by_skill = {skill.id: skill.competency for skill in view.skills}
    seen = {by_skill[done.exercise.skill] for done in view.answered if done.exercise.skill in by_skill}
    return tuple(each for each in Competency if each in seen)


def _next_to_rate(view: PracticeView) -> Competency | None:
    given = dict(view.keyed.ratings)
    return next((each for each in _seen_competencies(view) if each not in given), None)


def result_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Own rating beside what was computed, and the errors by their cause."""
    by_skill = {skill.id: skill.competency for skill in view.skills}
    given = dict(view.keyed.ratings)
    rows = []
    for competency in _seen_competencies(view):
        done = [each for each in view.answered if by_skill.get(each.exercise.skill) is competency]
        right = sum(each.mark.right for each in done)
        rows.append(
            ListRow(
                name=f"result:{competency.value}",
                title=view.text(f"competency-{competency.value}").first,
                lines=(view.text("own-rating", grade=str(given.get(competency, "-"))).first,),
                right=view.text("of-all", right=str(right), all=str(len(done))).first,
            )
        )
    left: tuple[Block, ...] = (HeadingBlock(text=view.text("result")), RowsBlock(rows=tuple(rows)))
    page = PageStage(title=view.text("debrief"), columns=(left, _error_blocks(view)))
    missed = tuple(dict.fromkeys(each.exercise.skill for each in view.answered if not each.mark.right))
    text = view.text("practise-errors", skills=str(len(missed))) if missed else view.text("no-error-left")
    again = (Control(name="again", label=text, act=Practise("again") if missed else None, key="1", waits=text),)
    work: tuple[Block, ...] = (TagsBlock(tags=_result_tags(view)), GapBlock(), KeysBlock(controls=again, columns=1))
    return page, _rail(view, "debrief", work, primary("home", view.text("home"), Practise("home")))


def _result_tags(view: PracticeView) -> tuple[Tag, ...]:
    right = sum(each.mark.right for each in view.answered)
    late = sum(each.mark.right and each.late for each in view.answered)
    return (
        Tag(view.text("of-all", right=str(right), all=str(len(view.answered))).first, Tone.GOOD),
        Tag(view.text("late-count", late=str(late)).first, Tone.ATTENTION if late else Tone.QUIET),
    )


def _error_blocks(view: PracticeView) -> tuple[Block, ...]:
    causes: Counter[Cause] = Counter()
    money: Counter[Cause] = Counter()
    for done in view.answered:
        for cause in dict.fromkeys(slip.cause for slip in done.mark.slips):
            causes[cause] += 1
            money[cause] += abs(done.mark.money)
    if not causes:
        return (HeadingBlock(text=view.text("errors")), NoteBlock(text=view.text("no-errors"), tone=Tone.GOOD))
    rows = tuple(
        ListRow(
            name=f"cause:{cause.value}",
            title=cause_text(view.words.first, cause),
            lines=(view.text("money-of-errors", amount=amount_text(money[cause], view.words.first.decimals)).first,)
            if money[cause]
            else (),
            right=str(count),
        )
        for cause, count in causes.most_common()
    )
    return (HeadingBlock(text=view.text("errors")), RowsBlock(rows=rows))

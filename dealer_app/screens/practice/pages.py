"""The pages of practice: who practises, the choice of a game and layout, own rating and result."""

from collections import Counter
from itertools import count

from dealer_app.practice.questions import Cause, Competency
from dealer_app.practice.wording import cause_text
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
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.page_rail import close_key, letter_board, look_keys, page_rail, stop_key, trainer_key
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail
from dealer_app.texts.texts import amount_text

_TRAINEES_A_PAGE = 8


# Who practises


def trainees_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """Those who are enrolled, and a name for somebody new."""
    first = view.keyed.place * _TRAINEES_A_PAGE
    shown = view.trainees[first : first + _TRAINEES_A_PAGE]
    waits = view.waiting
    rows = tuple(
        ListRow(
            name=f"trainee:{each.trainee}",
            title=each.name,
            lines=tuple(
                filter(None, (each.group, view.room_text("exam-waits-short").first if each.trainee in waits else ""))
            ),
            right=each.badge,
            tone=Tone.ATTENTION if each.trainee in waits else Tone.PLAIN,
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
    waiting = sum(each.trainee in waits for each in view.trainees)
    right: tuple[Block, ...] = (
        HeadingBlock(text=view.text("new-trainee")),
        EntryBlock(
            name="name", label=view.text("name"), value=name, hint=ScreenText(view_next_name(view)), writing=True
        ),
        NoteBlock(text=view.text("name-line")),
        *((NoteBlock(text=view.room_text("exams-wait", exams=str(waiting)), tone=Tone.ATTENTION),) if waiting else ()),
    )
    in_room = view.room.trainer is not None
    title = view.room_text("add-people") if in_room else view.text("who-practises")
    page = PageStage(title=title, columns=(tuple(left), right), foot=(letter_board(),))
    shown_name = name.strip() or view_next_name(view)
    step = primary("enroll", view.room_text("add-name", name=shown_name), Practise("enroll"))
    work = (NoteBlock(text=view.text("who-line")), GapBlock())
    tools = (
        (close_key(view, "class"), *look_keys(view))
        if in_room
        else (stop_key(view), trainer_key(view), look_keys(view)[0])
    )
    return page, page_rail(view, title, work, step, tools=tools)


def view_next_name(view: PracticeView) -> str:
    """What somebody is called who keys no name: by keypad alone one can begin at once."""
    taken = {each.name for each in view.trainees}
    number = next(
        number for number in count(1) if view.room_text("trainee-number", number=str(number)).first not in taken
    )
    return view.room_text("trainee-number", number=str(number)).first


def _page_key(view: PracticeView, pages: int) -> Control:
    return Control(name="page", label=view.more_text(pages), act=Practise("page", str(pages)), key="0")


# Another game


def games_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """The four documents."""
    rows = tuple(
        ListRow(
            name=f"game:{game}",
            title=load_rulebook(game).identity.name,
            right=load_rulebook(game).identity.number,
            act=Practise("game", game),
            key=str(number),
        )
        for number, game in enumerate(GAMES, start=1)
    )
    page = PageStage(title=view.text("which-game"), columns=((RowsBlock(rows=rows),),))
    return page, page_rail(view, "which-game", (GapBlock(),), primary("home", view.text("back"), Practise("home")))


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
    moves = KeysBlock(
        controls=(
            Control(name="last-layout", label=view.room_text("last-layout"), act=Practise("last-layout"), key="-"),
            Control(name="next-layout", label=view.room_text("next-layout"), act=Practise("next-layout"), key="+"),
        ),
        columns=2,
    )
    return page, page_rail(view, "which-layout", (moves, GapBlock()), step)


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
    return page, page_rail(view, "rate-yourself", (NoteBlock(text=view.text("rate-line")), GapBlock()), step)


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
    return page, page_rail(view, "debrief", work, primary("home", view.text("home"), Practise("home")))


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

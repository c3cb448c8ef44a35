"""Two trainers mark the same replay blind: which one, what was done in it, the marks, and afterwards their difference.

Also here: the number of the shoe from which a class is dealt, so that everybody plays the same rounds.
"""

from dealer_app.practice.replay_marks import HIGHEST_MARK, LOWEST_MARK, Replay
from dealer_app.practice.round_session import RoundDecision
from dealer_app.practice.wording import answer_text, question_text
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
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
)
from dealer_app.screens.labels import section_text
from dealer_app.screens.practice.drill_rail import digit_pad, primary
from dealer_app.screens.practice.page_rail import close_key, look_keys, page_rail
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail

REPLAYS_A_PAGE = 9
DECISIONS_A_PAGE, DECISIONS_COMPACT = 16, 9


def mark_text(view: PracticeView, code: str, **facts: str | ScreenText) -> ScreenText:
    return section_text(view.words, "marking", code, **facts)


def replays_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """The last rounds of somebody, each with the digit that opens it."""
    person, found = view.room.person, view.room.marking.replays
    assert person is not None, "somebody's rounds are looked at"
    first = view.keyed.place * REPLAYS_A_PAGE
    rows = tuple(
        ListRow(
            name=f"replay:{each.session}",
            title=f"{view.day(each.at)} {load_rulebook(each.book).identity.short_title} · {each.layout}",
            lines=(mark_text(view, f"mode-{each.mode}").first,),
            right=mark_text(view, "marked-by", trainers=str(len(each.marks))).first,
            act=Practise("replay", str(each.session)),
            key=str(number),
        )
        for number, each in enumerate(found[first : first + REPLAYS_A_PAGE], start=1)
    )
    blocks: tuple[Block, ...] = (RowsBlock(rows=rows),) if rows else (NoteBlock(text=mark_text(view, "no-replay")),)
    page = PageStage(title=mark_text(view, "replays"), sub=ScreenText(person.name), columns=(blocks,))
    pages = -(-len(found) // REPLAYS_A_PAGE)
    more = Control(name="more-replays", label=view.room_text("next-page"), act=Practise("page", str(pages)), key="+")
    keys = (KeysBlock(controls=(more,), columns=1),) if pages > 1 else ()
    work = (NoteBlock(text=mark_text(view, "blind-line")), GapBlock(), *keys)
    step = primary("person", view.room_text("back-to-person"), Practise("person"))
    return page, page_rail(view, page.title, work, step, tools=(close_key(view, "person"), *look_keys(view)))


def replay_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """What was asked and done, beside what the book does; at the right the marks, then those of all."""
    marking, person = view.room.marking, view.room.person
    replay = marking.replay
    assert replay is not None, "a replay is looked at"
    most = DECISIONS_COMPACT if view.compact else DECISIONS_A_PAGE
    pages = max(1, -(-len(replay.decisions) // most))
    place = view.keyed.place % pages
    shown = replay.decisions[place * most : (place + 1) * most]
    rows = tuple(_decision_row(view, place * most + number, each) for number, each in enumerate(shown, start=1))
    title = mark_text(view, "replay")
    page = PageStage(
        title=title,
        sub=ScreenText("" if person is None else person.name),
        right=(view.room_text("of", part=str(place + 1), all=str(pages)).first,),
        columns=((RowsBlock(rows=rows, dense=True),), *(((_marks_table(view),),) if marking.rows else ())),
    )
    more = Control(name="more-decisions", label=view.room_text("next-page"), act=Practise("page", str(pages)), key="+")
    turn = (KeysBlock(controls=(more,), columns=1),) if pages > 1 else ()
    tools = (close_key(view, "replays"), *look_keys(view))
    if marking.rows:
        work = (*_difference_blocks(view), GapBlock(), *turn)
        step = primary("replays", view.room_text("back-to-person"), Practise("replays"))
        return page, page_rail(view, mark_text(view, "compared"), work, step, tools=tools)
    whole = len(marking.given) == len(replay.competencies)
    step = primary(
        "keep-marks",
        mark_text(view, "keep-marks"),
        Practise("keep-marks") if whole else None,
        mark_text(view, "waits-marks"),
    )
    return page, page_rail(
        view, mark_text(view, "mark-all"), (*_mark_blocks(view, replay), GapBlock(), *turn), step, tools=tools
    )


def _decision_row(view: PracticeView, number: int, decision: RoundDecision) -> ListRow:
    words = view.words.first
    given, book = (
        answer_text(words, decision.question, each) for each in (decision.answer, decision.question.right[0])
    )
    took = f"{decision.milliseconds // 1000} / {decision.asked.limit_seconds} s"
    right = decision.mark.right
    said = mark_text(view, "did" if right else "did-and-book", given=given, book=book).first
    return ListRow(
        name=f"decision:{number}",
        title=f"{number}. {question_text(words, decision.question)}",
        lines=(said,),
        right=took,
        tone=Tone.STOP if not right else Tone.ATTENTION if decision.is_late else Tone.PLAIN,
    )


def _mark_blocks(view: PracticeView, replay: Replay) -> tuple[Block, ...]:
    marking = view.room.marking
    rows = tuple(
        ListRow(
            name=f"competency:{each.value}",
            title=view.text(f"competency-{each.value}").first,
            right=str(marking.given.get(each, "–")),
            framed=number == marking.framed,
            act=Practise("frame-mark", str(number)),
        )
        for number, each in enumerate(replay.competencies)
    )
    keys = tuple(
        Control(name=f"mark:{mark}", label=ScreenText(str(mark)), act=Practise("mark", str(mark)), key=str(mark))
        for mark in range(LOWEST_MARK, HIGHEST_MARK + 1)
    )
    return (
        NoteBlock(text=mark_text(view, "mark-line")),
        RowsBlock(rows=rows, dense=True),
        KeysBlock(controls=keys, columns=len(keys)),
    )


def _difference_blocks(view: PracticeView) -> tuple[Block, ...]:
    """What the marks come to; the table of them lies on the stage."""
    marking = view.room.marking
    if len(marking.trainers) < 2:
        return (NoteBlock(text=mark_text(view, "alone")),)
    wide = [each for each in marking.rows if each.is_wide]
    text = mark_text(view, "wide" if wide else "agreed", count=str(len(wide)))
    return (NoteBlock(text=text, framed=bool(wide), tone=Tone.ATTENTION if wide else Tone.GOOD),)


def _marks_table(view: PracticeView) -> FiguresBlock:
    """Every mark beside the others; a wide difference in amber."""
    marking = view.room.marking
    several = len(marking.trainers) > 1
    headings = (*map(ScreenText, marking.trainers), *((mark_text(view, "difference"),) if several else ()))
    rows = tuple(
        FiguresRow(
            name=f"marks:{each.competency.value}",
            title=view.text(f"competency-{each.competency.value}").first,
            cells=(
                *(FigureCell(text="", grade=mark) for mark in each.marks),
                *(
                    (FigureCell(text=str(each.difference), tone=Tone.ATTENTION if each.is_wide else Tone.PLAIN),)
                    if several
                    else ()
                ),
            ),
        )
        for each in marking.rows
    )
    return FiguresBlock(headings=headings, rows=rows, title_share=34)


def shoe_page(view: PracticeView) -> tuple[PageStage, Rail]:
    """The number of the shoe from which the people of the class are dealt."""
    entry = EntryBlock(
        name="class-shoe",
        label=mark_text(view, "shoe-number"),
        value=view.keyed.digits,
        hint=mark_text(view, "shoe-hint"),
        writing=True,
    )
    lines = (HeadingBlock(text=mark_text(view, "shoe-how")), NoteBlock(text=mark_text(view, "shoe-line")))
    page = PageStage(title=mark_text(view, "class-shoe"), columns=(lines, (entry, digit_pad())))
    step = primary("give-shoe", mark_text(view, "give-shoe", people=str(len(view.room.rows))), Practise("give-shoe"))
    return page, page_rail(view, page.title, (GapBlock(),), step, tools=(close_key(view, "class"), *look_keys(view)))

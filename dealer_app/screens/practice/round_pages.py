"""The pages from which a round is begun: how it is played, a dealt round or a scenario, and the seal of an exam."""

from dealer_app.practice.scenarios import Scenario, ScenarioShelf
from dealer_app.practice_events import PracticeMode
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import (
    Block,
    Control,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.practice.drill_rail import primary
from dealer_app.screens.practice.page_rail import close_key, look_keys, page_rail
from dealer_app.screens.practice.round_view import RoundView, list_scenarios
from dealer_app.screens.practice.round_words import (
    document_text,
    own_text,
    primary_with_sub,
    round_text,
)
from dealer_app.screens.practice.view import PracticeView
from dealer_app.screens.screen import PageStage, Rail

SCENARIOS_A_PAGE = 8
MODES = (PracticeMode.GUIDED, PracticeMode.UNGUIDED, PracticeMode.FREE)


# How


def rounds_page(view: PracticeView, rounds: RoundView) -> tuple[PageStage, Rail]:
    """How a round is played, and which."""
    rows = tuple(
        ListRow(
            name=f"mode:{mode.value}",
            title=round_text(view, f"mode-{mode.value}").first,
            lines=(round_text(view, f"mode-{mode.value}-line").first,),
            act=Practise("round-mode", mode.value),
            key=str(number),
            framed=mode is rounds.keyed.mode,
            icon="tick" if mode is rounds.keyed.mode else "",
        )
        for number, mode in enumerate(MODES, start=1)
    )
    count = str(len(list_scenarios(rounds.shelf, rounds.keyed, view.table.rules.book.game)))
    which = (
        ListRow(
            name="scenarios",
            title=round_text(view, "scenarios").first,
            lines=(round_text(view, "scenarios-line", count=count).first,),
            act=Practise("scenarios"),
            key="4",
        ),
        ListRow(
            name="round-exam",
            title=round_text(view, "exam").first,
            lines=(round_text(view, "exam-line").first,),
            act=Practise("round-exam"),
            key="9",
        ),
    )
    left: tuple[Block, ...] = (HeadingBlock(text=round_text(view, "how")), RowsBlock(rows=rows))
    right: tuple[Block, ...] = (HeadingBlock(text=round_text(view, "which")), RowsBlock(rows=which))
    page = PageStage(title=round_text(view, "rounds"), sub=document_text(view), columns=(left, right))
    back = KeysBlock(
        controls=(Control(name="home", label=view.text("home"), act=Practise("home"), key="0"),), columns=1
    )
    work: tuple[Block, ...] = (NoteBlock(text=round_text(view, "dealt-line")), GapBlock(), back)
    mode = round_text(view, f"mode-{rounds.keyed.mode.value}")
    step = primary_with_sub("round-begin", round_text(view, "begin-dealt"), Practise("round-begin"), mode)
    tools = (close_key(view, "home"), *look_keys(view))
    return page, page_rail(view, round_text(view, "how-to-play"), work, step, tools=tools)


# Scenarios


def scenarios_page(view: PracticeView, rounds: RoundView) -> tuple[PageStage, Rail]:
    """The scenarios of a document, by level or by clause; a file that is faulty is named with its line."""
    keyed = rounds.keyed
    found = list_scenarios(rounds.shelf, keyed, view.table.rules.book.game)
    pages = max(1, -(-len(found) // SCENARIOS_A_PAGE))
    place = min(keyed.place, pages - 1)
    shown = found[place * SCENARIOS_A_PAGE : (place + 1) * SCENARIOS_A_PAGE]
    rows = tuple(_scenario_row(view, each, number) for number, each in enumerate(shown, start=1))
    column: list[Block] = [RowsBlock(rows=rows) if rows else NoteBlock(text=round_text(view, "no-scenario"))]
    if place == pages - 1:
        column += _fault_blocks(view, rounds.shelf)
    book = load_rulebook(keyed.book or view.table.rules.book.game).identity
    page = PageStage(
        title=round_text(view, "scenarios"),
        sub=ScreenText(book.short_title),
        right=(f"{place + 1}/{pages}",),
        columns=(tuple(column),),
    )
    faults = len(rounds.shelf.faults)
    work: tuple[Block, ...] = (
        NoteBlock(text=round_text(view, "scenario-line", count=str(len(found)))),
        *((NoteBlock(text=round_text(view, "faulty-files", count=str(faults)), tone=Tone.STOP),) if faults else ()),
        GapBlock(),
        KeysBlock(controls=_list_keys(view, rounds, pages), columns=2),
    )
    step = primary("rounds", view.text("back"), Practise("rounds"))
    tools = (close_key(view, "home"), *look_keys(view))
    return page, page_rail(view, round_text(view, "which-scenario"), work, step, tools=tools)


def _scenario_row(view: PracticeView, scenario: Scenario, number: int) -> ListRow:
    return ListRow(
        name=f"scenario:{scenario.id}",
        title=own_text(view.words.first.language, scenario.title),
        lines=(" · ".join((*scenario.clauses[:_MOST_CLAUSES], scenario.id)),),
        right=round_text(view, "level", level=str(scenario.level)).first,
        act=Practise("scenario", scenario.id),
        key=str(number),
    )


_MOST_CLAUSES = 4


def _list_keys(view: PracticeView, rounds: RoundView, pages: int) -> tuple[Control, ...]:
    level = rounds.keyed.level
    which = round_text(view, "level", level=str(level)) if level else round_text(view, "all-levels")
    order = round_text(view, "by-clause" if rounds.keyed.by_clause else "by-level")
    turns = (
        Control(
            name="scenario-page:-", label=round_text(view, "page-before"), act=Practise("round-page", "-1"), key="-"
        ),
        Control(name="scenario-page:+", label=round_text(view, "page-after"), act=Practise("round-page", "1"), key="+"),
    )
    return (
        Control(name="level", label=which, sub=round_text(view, "change-level"), act=Practise("round-level"), key="*"),
        Control(name="order", label=order, sub=round_text(view, "change-order"), act=Practise("round-order"), key="."),
        Control(name="book", label=round_text(view, "other-document"), act=Practise("round-book"), key="/"),
        *(turns if pages > 1 else ()),
    )


def _fault_blocks(view: PracticeView, shelf: ScenarioShelf) -> list[Block]:
    """What is wrong with which file: its words are those of the file, and the same in every language."""
    if not shelf.faults:
        return []
    notes = (NoteBlock(text=ScreenText(fault), framed=True, tone=Tone.STOP) for fault in shelf.faults)
    return [HeadingBlock(text=round_text(view, "faults"), tone=Tone.STOP), *notes]


# The own rating


def round_rating_page(view: PracticeView, rounds: RoundView) -> tuple[PageStage, Rail]:
    """The own rating comes before everything that was computed: nothing else is on the screen."""
    competencies = rounds.current.competencies
    given = dict(view.keyed.ratings)
    following = next((each for each in competencies if each not in given), None)
    rows = tuple(
        ListRow(
            name=f"rate:{competency.value}",
            title=view.text(f"competency-{competency.value}").first,
            controls=tuple(
                Control(
                    name=f"rate:{competency.value}:{grade}",
                    label=ScreenText(str(grade)),
                    act=Practise("rate", f"{competency.value}:{grade}"),
                    picked=given.get(competency) == grade,
                    key=str(grade) if competency is following else "",
                )
                for grade in range(1, _HIGHEST_RATING + 1)
            ),
        )
        for competency in competencies
    )
    page = PageStage(title=view.text("rate-yourself"), columns=((RowsBlock(rows=rows),),))
    waits = None if following is None else view.text("waits-rating")
    act = Practise("round-rate") if waits is None else None
    step = primary("round-rate", view.text("show-result"), act, waits or ScreenText(""))
    work: tuple[Block, ...] = (NoteBlock(text=view.text("rate-line")), GapBlock())
    tools = (close_key(view, "home"), *look_keys(view))
    return page, page_rail(view, view.text("rate-yourself"), work, step, tools=tools)


_HIGHEST_RATING = 5

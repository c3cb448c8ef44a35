"""Builds the practice screen: top bar, ribbon, and the page, or the table with its question."""

from collections.abc import Callable, Mapping

from dealer_app.domain.values import replace
from dealer_app.rulebooks import load_rulebook
from dealer_app.screens.actions import Practise
from dealer_app.screens.blocks import Control, ScreenText, Weight
from dealer_app.screens.practice.class_page import class_page, filter_page
from dealer_app.screens.practice.drill_rail import drill_rail, is_question_page
from dealer_app.screens.practice.drill_stage import drill_stage
from dealer_app.screens.practice.editor_frame import editor_bar, leaf_keys
from dealer_app.screens.practice.editor_pages import cards_page, files_page, table_page, texts_page
from dealer_app.screens.practice.editor_steps import steps_page
from dealer_app.screens.practice.editor_table import bets_stage, preview_stage
from dealer_app.screens.practice.editor_view import EditorLeaf
from dealer_app.screens.practice.exam_pages import exam_page, exam_result_page, exam_sealed_page, exam_waits_page
from dealer_app.screens.practice.home_page import home_page
from dealer_app.screens.practice.marking_pages import replay_page, replays_page, shoe_page
from dealer_app.screens.practice.page_rail import look_keys, trainer_key
from dealer_app.screens.practice.pages import games_page, layouts_page, own_rating_page, result_page, trainees_page
from dealer_app.screens.practice.person_page import erase_page, name_page, note_page, person_page, rungs_page
from dealer_app.screens.practice.round_screen import build_round_screen, is_round_asked, is_round_page, round_bar
from dealer_app.screens.practice.trainer_pages import (
    NAME_FIELD,
    grades_page,
    trainer_page,
    trainer_pin_page,
    trainers_page,
)
from dealer_app.screens.practice.trainer_panel import panel_key, panel_overlay
from dealer_app.screens.practice.view import PracticePage, PracticeView
from dealer_app.screens.screen import PageStage, Rail, Ribbon, Screen, TableStage, TopBar, TopBarCell

_PAGES: Mapping[PracticePage, Callable[[PracticeView], tuple[PageStage, Rail]]] = {
    PracticePage.TRAINEES: trainees_page,
    PracticePage.HOME: home_page,
    PracticePage.GAMES: games_page,
    PracticePage.LAYOUTS: layouts_page,
    PracticePage.OWN_RATING: own_rating_page,
    PracticePage.RESULT: result_page,
    PracticePage.EXAM: exam_page,
    PracticePage.EXAM_SEALED: exam_sealed_page,
    PracticePage.EXAM_WAITS: exam_waits_page,
    PracticePage.EXAM_RESULT: exam_result_page,
    PracticePage.TRAINER: trainer_page,
    PracticePage.TRAINER_PIN: trainer_pin_page,
    PracticePage.CLASS: class_page,
    PracticePage.FILTER: filter_page,
    PracticePage.PERSON: person_page,
    PracticePage.NOTE: note_page,
    PracticePage.NAME: name_page,
    PracticePage.ERASE: erase_page,
    PracticePage.RUNGS: rungs_page,
    PracticePage.TRAINERS: trainers_page,
    PracticePage.GRADES: grades_page,
    PracticePage.REPLAYS: replays_page,
    PracticePage.REPLAY: replay_page,
    PracticePage.SHOE: shoe_page,
}
_TEXT_PAGES = {PracticePage.TRAINEES: "name", PracticePage.NOTE: "note", PracticePage.NAME: "name"}
"""Where letters are written, so that the space bar writes a space."""


def build_practice_screen(view: PracticeView) -> Screen:
    """The whole screen; the ribbon says on each that it is practice."""
    bar, ribbon = _top_bar(view), Ribbon(text=view.text("ribbon"), controls=_ribbon_keys(view))
    if is_round_page(view):
        table_or_page, side = build_round_screen(view)
        more = _look_keys_beside(view, side)
        bar = round_bar(view, bar)
        over = panel_overlay(view)
        if over is not None:
            # What its keys mean on the panel they mean nowhere else.
            side, more = replace(side, tools=()), ()
        writes = "" if over is None else over.writes
        return Screen(
            top_bar=bar, ribbon=ribbon, stage=table_or_page, rail=side, overlay=over, keys=more, writes=writes
        )
    if is_question_page(view):
        return Screen(top_bar=bar, ribbon=ribbon, stage=drill_stage(view), rail=drill_rail(view), overlay=None)
    if view.keyed.page is PracticePage.EDITOR:
        return _editor_screen(view, bar, ribbon)
    page, rail = _PAGES[view.keyed.page](view)
    keys = [*_look_keys_beside(view, rail)]
    if view.keyed.page is PracticePage.EXAM_WAITS and view.room.trainer is None:
        keys.append(trainer_key(view))
    return Screen(
        top_bar=bar, ribbon=ribbon, stage=page, rail=rail, overlay=None, keys=tuple(keys), writes=_written_text(view)
    )


def _editor_screen(view: PracticeView, bar: TopBar, ribbon: Ribbon) -> Screen:
    """The editor has its leaves in the ribbon; what its keys mean there no other key means."""
    shown, rail = _editor_leaf(view)
    taken = {tool.key for tool in rail.tools}
    return Screen(
        top_bar=editor_bar(view, bar),
        ribbon=replace(ribbon, controls=leaf_keys(view)),
        stage=shown,
        rail=rail,
        overlay=None,
        keys=tuple(key for key in _look_keys_beside(view, rail) if key.key not in taken),
        writes="editor-text" if view.editor.keyed.is_writing else "",
    )


def _editor_leaf(view: PracticeView) -> tuple[TableStage | PageStage, Rail]:
    """The table where bets are put and where the draft is played, else a page."""
    editor = view.editor
    match editor.keyed.leaf:
        case EditorLeaf.FILES:
            return files_page(view, editor)
        case EditorLeaf.TABLE:
            return table_page(view, editor)
        case EditorLeaf.SHOE:
            return cards_page(view, editor)
        case EditorLeaf.BETS:
            return bets_stage(view, editor)
        case EditorLeaf.STEPS:
            return steps_page(view, editor)
        case EditorLeaf.TEXTS:
            return texts_page(view, editor)
        case EditorLeaf.PREVIEW:
            assert editor.preview is not None, "a look has begun"
            return preview_stage(view, editor.preview)


def _look_keys_beside(view: PracticeView, rail: Rail) -> tuple[Control, ...]:
    """Language and colours can be changed everywhere, also where they have no place."""
    there = {tool.name for tool in rail.tools}
    return tuple(key for key in look_keys(view) if key.name not in there)


def _ribbon_keys(view: PracticeView) -> tuple[Control, ...]:
    """At a round the trainer's panel; back to the demonstration from where one came, while nothing is asked."""
    if is_round_asked(view):
        return (panel_key(view),)
    if not view.is_from_demo or is_question_page(view) or is_round_asked(view) or view.room.trainer is not None:
        return ()
    label = view.room_text("to-demonstration")
    return (Control(name="demonstration", label=label, act=Practise("leave"), key="F12", weight=Weight.QUIET),)


def _written_text(view: PracticeView) -> str:
    """The text in which the keyboard writes letters; digits of a PIN or a figure are written without it."""
    if view.keyed.page is PracticePage.TRAINER:
        return "name" if view.keyed.field == NAME_FIELD else ""
    return _TEXT_PAGES.get(view.keyed.page, "")


def _top_bar(view: PracticeView) -> TopBar:
    """Of a trainee the document and the way so far, of a trainer the class; an exam says nothing of what was right."""
    if view.room.trainer is not None:
        return _room_bar(view, view.room.trainer.name)
    book = load_rulebook(view.table.rules.book.game).identity
    left = [
        _cell("game", view.text("game"), book.short_title),
        _cell("layout", view.text("layout"), view.table.rules.layout.letter),
    ]
    if is_question_page(view) and view.is_exam_sat and view.exam is not None:
        left.append(_cell("exam", view.room_text("exam"), str(view.exam.session)))
        left.append(_cell("item", view.room_text("item"), f"{view.exam_item}/{view.exam.items}"))
    elif is_question_page(view):
        right = sum(each.mark.right for each in view.answered)
        number = len(view.answered) + (view.last_answer is None)
        left.append(_cell("question", view.text("question"), str(number)))
        left.append(_cell("so-far", view.text("right-so-far"), f"{right}/{len(view.answered)}"))
    elif view.trainee is not None:
        begun = sum(skill.id in view.record.skills for skill in view.skills)
        left.append(_cell("day", view.room_text("day"), view.day(view.utc)))
        left.append(_cell("begun", view.room_text("skills-begun"), f"{begun}/{len(view.skills)}"))
    name = "" if view.trainee is None else view.trainee.name
    return TopBar(left=tuple(left), right=(_cell("trainee", view.text("trainee"), name or "-"),))


def _room_bar(view: PracticeView, trainer: str) -> TopBar:
    overview = view.room.overview
    left = [
        _cell("day", view.room_text("day"), view.day(view.utc)),
        _cell("people", view.text("enrolled"), str(len(view.trainees))),
        _cell("skills", view.room_text("skills"), str(len(view.room.skills))),
    ]
    if overview is not None:
        left.append(_cell("first-tries", view.room_text("first-tries"), f"{overview.first_tries:,}"))
    if view.room.erased:
        left.append(_cell("erased", view.room_text("deleted"), str(view.room.erased)))
    return TopBar(left=tuple(left), right=(_cell("trainer", view.room_text("trainer"), trainer),))


def _cell(name: str, caption: ScreenText, value: str) -> TopBarCell:
    return TopBarCell(name=name, caption=caption, value=value)

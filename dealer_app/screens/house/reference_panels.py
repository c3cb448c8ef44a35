"""Panels to read: a clause, the shortcuts, past rounds; and an early end of a shoe or of dice."""

from collections.abc import Iterator
from functools import cache

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.roads import OutageGap, RoundMark
from dealer_app.domain.round.visible import blind_round
from dealer_app.rulebooks.clauses import Clause, document_clauses
from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import Block, Control, HeadingBlock, ListRow, NoteBlock, RowsBlock, ScreenText, Tone
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.event_texts import event_rows, visible_events
from dealer_app.screens.house.shoe_forms import ShoeStepForm, change_dice_form, end_shoe_form
from dealer_app.screens.house.table_choices import TableChoices
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import back_step, close_control, form_next_step
from dealer_app.screens.labels import HOLD, bilingual_text, label_text, long_press_text, table_label
from dealer_app.screens.pads import next_page_key
from dealer_app.screens.recall.recall_page import open_recall
from dealer_app.screens.screen import Overlay

_CARD_KEYS = "card"
_SHORTCUTS = (
    "Enter",
    "0-9",
    "00",
    "hold .",
    "+",
    "-",
    "hold -",
    "*",
    "hold *",
    "/",
    _CARD_KEYS,
    "F1",
    "F2",
    "F3",
    "F10",
    "Esc",
    "Tab",
)


def clause_panel(context: ScreenContext) -> Overlay:
    """What the clause says, in our own words; the approved document decides."""
    number = context.input_state.clause
    book = TableChoices(context).book if context.rules is None else context.rules.book
    found = _clauses_by_number(book.game).get(number)
    text = label_text(context, "house.clause-unknown") if found is None else _summary_text(context, found)
    kind = () if found is None else (label_text(context, f"house.clause-{found.kind.value}").first,)
    return _plain_panel(
        context,
        Panel.CLAUSE,
        ScreenText(number),
        sub=ScreenText(book.identity.name),
        right=kind,
        left=(
            NoteBlock(text=text, framed=True),
            NoteBlock(text=label_text(context, "house.own-words"), tone=Tone.QUIET),
        ),
    )


def _summary_text(context: ScreenContext, clause: Clause) -> ScreenText:
    return bilingual_text(context.words, lambda words: words.clause_summary(clause))


@cache
def _clauses_by_number(game: str) -> dict[str, Clause]:
    return {each.number: each for each in document_clauses(game)}


def shortcuts_panel(context: ScreenContext) -> Overlay:
    """The sheet of shortcuts."""
    rows = tuple(
        ListRow(
            name=f"key:{key}",
            title=label_text(context, f"house.key-{_key_code(key)}").first,
            badge="",
            right=_key_face(context, key),
        )
        for key in _SHORTCUTS
        if key != _CARD_KEYS or context.rules is None or context.rules.book.dice is None
    )
    half = (len(rows) + 1) // 2
    return _plain_panel(
        context,
        Panel.KEYS,
        label_text(context, "house.keys"),
        left=(RowsBlock(rows=rows[:half], dense=True),),
        right_column=(RowsBlock(rows=rows[half:], dense=True),),
    )


def _key_code(key: str) -> str:
    held = {"hold -": "hold-minus", "hold *": "hold-star", "hold .": "hold-point"}
    return ({"+": "plus", "-": "minus", "*": "star", "/": "slash"} | held).get(key, key.lower())


def _key_face(context: ScreenContext, key: str) -> str:
    """The key as it is printed on the keypad; what is held is said."""
    if key == "00":
        return "."
    if key.startswith(HOLD):
        return long_press_text(context, key)
    return label_text(context, "house.key-a-card").first if key == _CARD_KEYS else key


def shoe_end_panel(context: ScreenContext) -> Overlay:
    """A shoe is ended before the guide asks for it."""
    return _early_change_panel(context, end_shoe_form(context), "end-of-shoe")


def dice_change_panel(context: ScreenContext) -> Overlay:
    """Dice are changed between rounds, also where the guide does not ask for it."""
    return _early_change_panel(context, change_dice_form(context), "change-of-dice")


def _early_change_panel(context: ScreenContext, work: ShoeStepForm, code: str) -> Overlay:
    return Overlay(
        name=Panel.SHOE.value,
        title=label_text(context, f"house.{code}"),
        sub=label_text(context, f"house.{code}-sub"),
        left_column=work.keys,
        right_column=work.form.rail_blocks(),
        primary=work.primary,
        close=close_control(context),
        writes=work.form.writes,
    )


def _plain_panel(  # noqa: PLR0913 - a panel with all that can stand in it
    context: ScreenContext,
    panel: Panel,
    title: ScreenText,
    *,
    left: tuple[Block, ...],
    sub: ScreenText = ScreenText(""),  # noqa: B008 - frozen
    right: tuple[str, ...] = (),
    right_column: tuple[Block, ...] = (),
) -> Overlay:
    return Overlay(
        name=panel.value,
        title=title,
        sub=sub,
        right=right,
        left_column=left,
        right_column=right_column,
        primary=back_step(context),
        close=close_control(context),
    )


_LINES_PER_PAGE, _ROUNDS_PER_PAGE = 8, 5
_PAGE_PICK, _ROUND_PICK = "told-page", "told-round"


def recall_panel(context: ScreenContext) -> Overlay:
    """At the right the rounds, the latest first; at the left what happened in the one that is touched."""
    rounds = tuple(_round_rows(context))
    pages = max(1, -(-len(rounds) // _ROUNDS_PER_PAGE))
    page = min(context.input_state.page, pages - 1)
    more = next_page_key(context, "more", SetInput(context.input_state.replace(page=(page + 1) % pages)), page, pages)
    return Overlay(
        name=Panel.RECALL.value,
        title=table_label(context, "house.recall"),
        left_column=tuple(_event_blocks(context, _round_choice(context))),
        right_column=(RowsBlock(rows=rounds[page * _ROUNDS_PER_PAGE : (page + 1) * _ROUNDS_PER_PAGE], more=more),),
        primary=_recall_step(context),
        close=close_control(context),
    )


def _recall_step(context: ScreenContext) -> Control:
    """The screens of the round that is touched, as they were; of the round that is on there are none yet."""
    if not context.can_look_back:
        return back_step(context)
    number, on = _round_choice(context), context.state.table.round
    label = label_text(context, "past.to-past")
    if number == 0 or (on is not None and on.number == number):
        return form_next_step("to-past", label, open_recall(context.input_state))
    return form_next_step("to-past", label, open_recall(context.input_state, number))


# The rounds


def _round_choice(context: ScreenContext) -> int:
    """The round that was touched, or the latest of which there is anything to show."""
    touched, last = context.input_state.pick(_ROUND_PICK), context.state.table.last
    if touched:
        return int(touched)
    return context.timeline.number or (0 if last is None else last.number)


def _round_rows(context: ScreenContext) -> Iterator[ListRow]:
    kept, on = blind_round(context.state.table), context.state.table.round
    history = context.results_history
    if on is not None and on.number not in history.marks and on.number not in history.tumbles:
        yield _round_row(context, on.number, label_text(context, "house.round-on").first, Tone.PLAIN)
    for number in sorted({*history.marks, *history.tumbles}, reverse=True):
        if number == kept:
            # Who approves a correction of it reads it first.
            yield _round_row(context, number, label_text(context, "house.read-anew").first, Tone.ATTENTION)
        elif number in history.marks:
            mark = history.marks[number]
            yield _round_row(context, number, _result_text(context, mark), _mark_tone(mark))
        else:
            dice = history.tumbles[number]
            text = (
                f"{'-'.join(map(str, dice))} = {sum(dice)}" if isinstance(dice, tuple) else _result_text(context, dice)
            )
            yield _round_row(context, number, text, Tone.PLAIN)


def _round_row(context: ScreenContext, number: int, right: str, tone: Tone) -> ListRow:
    """A round of the list; when it is touched, its events are shown beside it."""
    input_state = context.input_state.with_pick(_ROUND_PICK, str(number)).with_pick(_PAGE_PICK, "")
    return ListRow(
        name=f"round:{number}",
        title=label_text(context, "house.round", number=str(number)).first,
        right=right,
        tone=tone,
        framed=number == _round_choice(context),
        act=SetInput(input_state),
    )


def _result_text(context: ScreenContext, mark: RoundMark | OutageGap | None) -> str:
    if mark is None:
        return label_text(context, "house.void").first
    if isinstance(mark, OutageGap):
        return label_text(context, "house.gap", rounds=str(mark.rounds)).first
    winner = mark.winner.value
    return bilingual_text(context.words, lambda each: each.area(winner)).first


def _mark_tone(mark: RoundMark | OutageGap | None) -> Tone:
    if not isinstance(mark, RoundMark):
        return Tone.OFF
    return {Winner.PLAYER: Tone.PLAYER, Winner.BANKER: Tone.BANKER, Winner.TIE: Tone.TIE}[mark.winner]


# What happened in one


def _event_blocks(context: ScreenContext, number: int) -> Iterator[Block]:
    happened = visible_events(context.timeline.round_events(number))
    pages = max(1, -(-len(happened) // _LINES_PER_PAGE))
    page = min(int(context.input_state.pick(_PAGE_PICK) or 0), pages - 1)
    following = SetInput(context.input_state.with_pick(_PAGE_PICK, str((page + 1) % pages)))
    shown = event_rows(context, happened[page * _LINES_PER_PAGE : (page + 1) * _LINES_PER_PAGE])
    yield HeadingBlock(
        text=label_text(context, "house.happened-in", number=str(number)),
        right=f"{page + 1}/{pages}" if pages > 1 else "",
    )
    if not happened:
        yield NoteBlock(text=label_text(context, "house.nothing-told"), tone=Tone.QUIET)
    else:
        yield RowsBlock(rows=shown, more=next_page_key(context, "more-lines", following, page, pages), dense=True)
    yield from _blind_note(context, number)


def _blind_note(context: ScreenContext, number: int) -> Iterator[Block]:
    """For the last round: a note that no value is shown while somebody has to read a card of it again."""
    last = context.state.table.last
    if last is not None and number == last.number == blind_round(context.state.table):
        yield HeadingBlock(text=label_text(context, "house.last-round-line", number=str(number)))
        yield NoteBlock(text=label_text(context, "house.read-anew-line"), tone=Tone.ATTENTION, framed=True)

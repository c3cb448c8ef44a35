"""The checklist of the house that is due: gone through item by item, and signed by a supervisor.

A touch, or its digit, makes an item in order, and the next one not in order; what is wrong is then said in words.
Nothing is written before somebody signs.
"""

from collections.abc import Iterator

from dealer_app.domain.rulebook import RuleFamily
from dealer_app.screens.actions import SetInput, SignChecklist
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext, is_supervisor_here
from dealer_app.screens.house.forms import BADGE_PREFIX, EntryForm, Field, Pad, credential_fields, read_credentials
from dealer_app.screens.house.table_choices import TableChoices
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.kit import choice_control, close_control, form_next_step, refusal_note
from dealer_app.screens.labels import label_text, section_text
from dealer_app.screens.screen import Overlay
from dealer_app.screens.supervisor.alarms_panel import time_text
from dealer_app.station.supervisor.checklists import (
    check_closing,
    check_opening,
    due_kind,
    list_faults,
    load_checklists,
)
from dealer_app.station_events import ChecklistAnswer, ChecklistKind, ChecklistSigned

_CHECK, _WRONG, _SIGNER, _FAMILY_PICK = "check:", "wrong:", "signs-checklist", "checklist-family"
_IN_ORDER, _NOT_IN_ORDER = "yes", "no"
_NEXT_TICK = {"": _IN_ORDER, _IN_ORDER: _NOT_IN_ORDER, _NOT_IN_ORDER: ""}
_TONES = {"": Tone.PLAIN, _IN_ORDER: Tone.GOOD, _NOT_IN_ORDER: Tone.ATTENTION}
_STATES = {"": "open", _IN_ORDER: "in-order", _NOT_IN_ORDER: "not-in-order"}


def checklist_panel(context: ScreenContext) -> Overlay:
    """At the left the items, at the right what is wrong with those that are not in order, and who signs."""
    form = EntryForm(context, tuple(_fields(context)))
    return Overlay(
        name=Panel.CHECKLIST.value,
        title=checklist_title(context),
        sub=label_text(context, "checklist.sub"),
        icon="list",
        left_column=(*refusal_note(context), *_item_blocks(context)),
        right_column=(*_family_blocks(context), *form.rail_blocks(), *_signed_blocks(context)),
        primary=_sign_control(context, form),
        close=close_control(context),
        # Digits tick the items until something is written where the caret is.
        writes="",
    )


def checklist_title(context: ScreenContext) -> ScreenText:
    """Whether it is that of the opening or of the closing."""
    return label_text(context, f"checklist.title-{due_kind(context.state.table).value}")


def open_checklist(context: ScreenContext) -> SetInput:
    """What is chosen for a table that is to be opened stays."""
    return SetInput(context.input_state.replace(panel=Panel.CHECKLIST, writes="", framed="", page=0, confirming=""))


def checklist_step(context: ScreenContext) -> Control | None:
    """The next step of who opens or closes a table before its list is signed; nothing where it is not asked for."""
    state = context.state
    if due_kind(state.table) is ChecklistKind.OPENING:
        against = check_opening(state.settings, state.checklists, _family(context))
    else:
        against = check_closing(state.settings, state.checklists, state.table)
    if against is None:
        return None
    return form_next_step("open-checklist", label_text(context, "checklist.first"), open_checklist(context))


def item_text(context: ScreenContext, item: str) -> ScreenText:
    """An item in words; one of an older list, which has none any more, by its code."""
    known = item in context.words.first.sections["checklist-item"]
    return section_text(context.words, "checklist-item", item) if known else ScreenText(item)


def fault_text(context: ScreenContext, signed: ChecklistSigned) -> ScreenText:
    """What was found not to be in order."""
    notes = "; ".join(f"{item_text(context, each.item).first}: {each.note}" for each in list_faults(signed))
    return label_text(context, f"checklist.found-{signed.checklist.value}", items=notes)


def _family(context: ScreenContext) -> RuleFamily:
    """Of the open table, or of that which is to be opened."""
    if context.rules is not None:
        return context.rules.book.house
    picked = context.input_state.pick(_FAMILY_PICK)
    return next((each for each in RuleFamily if each.value == picked), TableChoices(context).book.house)


def _items(context: ScreenContext) -> tuple[str, ...]:
    return load_checklists()[due_kind(context.state.table), _family(context)]


def _tick(context: ScreenContext, item: str) -> str:
    return context.input_state.pick(_CHECK + item)


def _item_blocks(context: ScreenContext) -> tuple[Block, ...]:
    writing = bool(context.input_state.writes)
    rows = tuple(
        ListRow(
            name=_CHECK + item,
            title=item_text(context, item).first,
            lines=tuple(filter(None, (item_text(context, item).second,))),
            right=label_text(context, f"checklist.{_STATES[_tick(context, item)]}").first,
            tone=_TONES[_tick(context, item)],
            done=_tick(context, item) == _IN_ORDER,
            act=SetInput(
                context.input_state.with_pick(_CHECK + item, _NEXT_TICK[_tick(context, item)]).replace(writes="")
            ),
            key="" if writing else str(place),
        )
        for place, item in enumerate(_items(context), start=1)
    )
    return NoteBlock(text=label_text(context, "checklist.touch")), RowsBlock(rows=rows)


def _family_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """While no table is open: for which kind of table the list is."""
    if context.rules is not None:
        return ()
    keys = tuple(
        choice_control(
            context,
            each.value,
            label_text(context, f"checklist.{each.value}"),
            of=_FAMILY_PICK,
            picked=each is _family(context),
        )
        for each in RuleFamily
    )
    return (KeysBlock(controls=keys, columns=len(keys)),)


def _fields(context: ScreenContext) -> Iterator[Field]:
    """Words for each item that is not in order, and who signs where no supervisor is signed in."""
    for item in _items(context):
        if _tick(context, item) == _NOT_IN_ORDER:
            what = item_text(context, item)
            label = label_text(context, "checklist.what-is-wrong", item=what)
            yield Field(name=_WRONG + item, label=label, value=context.input_state.text(_WRONG + item), pad=Pad.LETTERS)
    if not is_supervisor_here(context):
        yield from credential_fields(context, _SIGNER, label_text(context, "house.badge-in-charge"))


def _sign_control(context: ScreenContext, form: EntryForm) -> Control:
    """Dashed until every item is answered, but back to the items from what was written; then from entry to entry, and
    at last the signature.
    """
    label, items = label_text(context, "checklist.sign-list"), _items(context)
    left = sum(not _tick(context, item) for item in items)
    if left:
        to_check = label_text(context, "checklist.left", count=str(left))
        if form.focus_field is not None and form.focus_field.is_complete:
            # What is wrong is said: the digits tick again.
            return form_next_step("back-to-items", to_check, SetInput(context.input_state.replace(writes="")))
        return form_next_step("sign-checklist", label, None, waits=to_check)
    own, by = is_supervisor_here(context), read_credentials(context, _SIGNER)
    faults = sum(_tick(context, item) == _NOT_IN_ORDER for item in items)
    sub = label_text(context, "checklist.faults", count=str(faults)) if faults else NO_TEXT
    act = None
    if own or by is not None:
        answers = tuple(_answer(context, item) for item in items)
        act = SignChecklist(
            family=_family(context), answers=answers, by=None if own else by, then=_signed_input(context.input_state)
        )
    return form.next_control(form_next_step("sign-checklist", label, act, sub=sub))


def _answer(context: ScreenContext, item: str) -> ChecklistAnswer:
    in_order = _tick(context, item) == _IN_ORDER
    note = "" if in_order else context.input_state.text(_WRONG + item).strip()
    return ChecklistAnswer(item=item, in_order=in_order, note=note)


def _signed_input(before: InputState) -> InputState:
    """The panel is closed, and what was ticked is gone; what is chosen for a table to be opened stays."""
    picks = {name: value for name, value in before.picks.items() if not name.startswith(_CHECK)}
    own = (_WRONG, BADGE_PREFIX)
    texts = {name: text for name, text in before.texts.items() if not name.startswith(own)}
    return before.replace(panel=Panel.NONE, picks=picks, texts=texts, pins={}, writes="")


def _signed_blocks(context: ScreenContext) -> tuple[Block, ...]:
    """The lists that were signed already, with what was not in order."""
    lists = context.state.checklists
    blocks: list[Block] = []
    for signed in filter(None, (lists.closing, lists.opening)):
        account = context.state.people.accounts.get(signed.by)
        name, time = signed.by if account is None else account.name, time_text(signed.at, signed.offset)
        blocks.append(HeadingBlock(text=label_text(context, f"checklist.title-{signed.checklist.value}")))
        signed_by = label_text(context, "checklist.signed", name=name, time=time)
        faulty = bool(list_faults(signed))
        blocks.append(NoteBlock(text=signed_by, tone=Tone.QUIET if faulty else Tone.GOOD))
        if faulty:
            blocks.append(NoteBlock(text=fault_text(context, signed), tone=Tone.ATTENTION, framed=True))
    return tuple(blocks)

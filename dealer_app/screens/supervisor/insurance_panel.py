"""Whether insurance is offered at this table, changed between rounds (Insurance Plus 4.2.2).

None is offered only where a guest of a private table asks for that and a notice tells all others. Who changes it says
that both are so; the rule is `domain.round.decide.insurance`.
"""

from dealer_app.domain.round import commands
from dealer_app.domain.round.table_settings import InsuranceShown
from dealer_app.screens.actions import SendCommand, SetInput, new_command
from dealer_app.screens.blocks import Block, Control, HeadingBlock, KeysBlock, ListRow, NoteBlock, RowsBlock, Tone
from dealer_app.screens.context import ScreenContext, can_decide_here
from dealer_app.screens.house.forms import EntryForm, credential_fields, read_credentials
from dealer_app.screens.house.menu import is_allowed
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import choice_control, clause_controls, close_control, form_next_step, refusal_note
from dealer_app.screens.labels import label_text
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Overlay

_SHOWN_PICK = "insurance-shown"
_TICKS = ("insurance-private", "insurance-notice")
"""What who leaves insurance out says of the table: a guest of a private table asks for it, and the notice hangs."""
_TICKED = "yes"
_DECIDER = "decides-insurance"
_DECISION = "no_insurance_at_private_table"
_COLUMNS = 2


def insurance_panel(context: ScreenContext) -> Overlay:
    """At the left what is so now and what has to be so, at the right what it becomes."""
    at, wanted = open_table(context), _wanted_shown(context)
    role, _ = at.rules.decider(_DECISION)
    own = can_decide_here(context, role)
    fields = () if own else credential_fields(context, _DECIDER, label_text(context, f"role.{role}"))
    form = EntryForm(context, fields)
    return Overlay(
        name=Panel.INSURANCE.value,
        title=label_text(context, "room.insurance"),
        sub=label_text(context, "room.insurance-sub"),
        icon="shield",
        left_column=(*refusal_note(context), *_left_blocks(context, wanted)),
        right_column=(*_choice_blocks(context, wanted), *form.rail_blocks()),
        primary=form.next_control(_change_control(context, wanted, own=own)),
        close=close_control(context),
        writes=form.writes,
    )


def _wanted_shown(context: ScreenContext) -> InsuranceShown:
    now = open_table(context).table.insurance
    picked = context.input_state.pick(_SHOWN_PICK)
    return next((each for each in InsuranceShown if each.value == picked), now)


def _is_ticked(context: ScreenContext, tick: str) -> bool:
    return context.input_state.pick(tick) == _TICKED


def _left_blocks(context: ScreenContext, wanted: InsuranceShown) -> tuple[Block, ...]:
    at = open_table(context)
    now = label_text(context, f"house.insurance-{at.table.insurance.value}").first
    clauses = clause_controls(context, at.rules.clause("no-insurance"))
    rows = RowsBlock(
        rows=(ListRow(name="insurance:now", title=label_text(context, "house.insurance").first, right=now),)
    )
    if wanted is InsuranceShown.NOT_OFFERED:
        ticks = tuple(_tick_row(context, tick) for tick in _TICKS) if wanted is not at.table.insurance else ()
        note = NoteBlock(text=label_text(context, "room.insurance-off"), framed=True, clauses=clauses)
        return rows, note, *((RowsBlock(rows=ticks),) if ticks else ())
    code = "insurance-again" if at.table.insurance is InsuranceShown.NOT_OFFERED else "insurance-on"
    return rows, NoteBlock(text=label_text(context, f"room.{code}"), framed=True, clauses=clauses)


def _tick_row(context: ScreenContext, tick: str) -> ListRow:
    ticked = _is_ticked(context, tick)
    return ListRow(
        name=tick,
        title=label_text(context, f"room.{tick}").first,
        done=ticked,
        tone=Tone.GOOD if ticked else Tone.ATTENTION,
        act=SetInput(context.input_state.with_pick(tick, "" if ticked else _TICKED)),
        key=str(_TICKS.index(tick) + 1),
    )


def _choice_blocks(context: ScreenContext, wanted: InsuranceShown) -> tuple[Block, ...]:
    keys = tuple(
        choice_control(
            context,
            each.value,
            label_text(context, f"house.insurance-{each.value}"),
            of=_SHOWN_PICK,
            picked=each is wanted,
        )
        for each in InsuranceShown
    )
    return HeadingBlock(text=label_text(context, "house.insurance")), KeysBlock(controls=keys, columns=_COLUMNS)


def _change_control(context: ScreenContext, wanted: InsuranceShown, *, own: bool) -> Control:
    """Dashed until something is to change, and both are said where insurance is left out."""
    label, waits = label_text(context, "room.insurance-change"), ""
    if not is_allowed(context, commands.ChangeInsurance):
        waits = "room.between-only"
    elif wanted is open_table(context).table.insurance:
        waits = "room.insurance-same"
    elif wanted is InsuranceShown.NOT_OFFERED and not all(_is_ticked(context, tick) for tick in _TICKS):
        waits = "room.insurance-ticks"
    if waits:
        return form_next_step("change-insurance", label, None, waits=label_text(context, waits))
    private, notice = (wanted is InsuranceShown.NOT_OFFERED and _is_ticked(context, tick) for tick in _TICKS)
    command = new_command(commands.ChangeInsurance, shown=wanted, is_private=private, has_notice=notice)
    by = None if own else read_credentials(context, _DECIDER)
    ready = own or by is not None
    act = SendCommand(command=command, by=by, then=context.input_state.close_panel()) if ready else None
    return form_next_step("change-insurance", label, act, sub=label_text(context, f"house.insurance-{wanted.value}"))

"""The panel of disputes by the law of the place: each with its steps, their times and people, and what is to be done.

A Pit Supervisor or above notes a step, at the table or later; the rule is `station.house_law`.
"""

from dealer_app.screens.actions import NoteDisputeStep, SetInput
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
from dealer_app.screens.house.forms import EntryForm, Field, Pad, credential_fields, read_credentials
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import back_step, choice_control, close_control, form_next_step
from dealer_app.screens.labels import label_text, person_name
from dealer_app.screens.recall.past_screen import local_time
from dealer_app.screens.recall.recall_page import open_recall
from dealer_app.screens.screen import Overlay
from dealer_app.station.house_law import Dispute, local_date, open_disputes, possible_steps
from dealer_app.station_events import DisputeStep

_STEP_PICK, _WORDS, _NOTER = "dispute-step", "dispute-words", "notes-dispute"
_STEP_CODES = {
    DisputeStep.NOTIFIED: "house.step-notified",
    DisputeStep.INFORMED: "house.step-informed",
    DisputeStep.REQUESTED: "house.step-requested",
    DisputeStep.ACCEPTED: "house.step-accepted",
}
_DUE_CODES = {
    DisputeStep.NOTIFIED: "house.due-notified",
    DisputeStep.INFORMED: "house.due-informed",
    DisputeStep.REQUESTED: "house.due-requested",
}


def current_disputes(context: ScreenContext) -> tuple[Dispute, ...]:
    """Those of which something is still to be done."""
    return open_disputes(context.state.law, context.moment)


def _chosen_dispute(context: ScreenContext, found: tuple[Dispute, ...]) -> Dispute | None:
    """The one that is framed, or the oldest."""
    framed = context.input_state.framed
    return next((one for one in found if str(one.number) == framed), found[0] if found else None)


def disputes_panel(context: ScreenContext) -> Overlay:
    """At the left the disputes and the steps of the one that is framed; at the right the step that is noted."""
    found = current_disputes(context)
    chosen = _chosen_dispute(context, found)
    form = EntryForm(context, () if chosen is None else _fields(context))
    back = back_step(context)
    return Overlay(
        name=Panel.DISPUTES.value,
        title=label_text(context, "house.disputes"),
        sub=label_text(context, "house.disputes-sub"),
        left_column=_left_blocks(context, found, chosen),
        right_column=() if chosen is None else (*_step_blocks(context, chosen), *form.rail_blocks()),
        primary=back if chosen is None else form.next_control(_note_control(context, chosen)),
        close=close_control(context),
        writes=form.writes,
    )


def _left_blocks(context: ScreenContext, found: tuple[Dispute, ...], chosen: Dispute | None) -> tuple[Block, ...]:
    if chosen is None:
        return (NoteBlock(text=label_text(context, "house.disputes-none")),)
    rows = tuple(
        ListRow(
            name=f"dispute:{one.number}",
            title=label_text(context, "house.dispute-row", number=str(one.number), round=str(one.round)).first,
            lines=(one.table,),
            right=f"{local_time(one.at, one.offset):%Y-%m-%d %H:%M}",
            framed=one is chosen,
            act=SetInput(context.input_state.replace(framed=str(one.number), writes="").with_pick(_STEP_PICK, "")),
        )
        for one in found
    )
    to_round = Control(
        name="dispute-round",
        label=label_text(context, "past.to-past"),
        act=open_recall(context.input_state, chosen.round) if context.can_look_back else None,
        waits=NO_TEXT if context.can_look_back else label_text(context, "past.pack-waits"),
    )
    return RowsBlock(rows=rows), *dispute_steps(context, chosen), KeysBlock(controls=(to_round,), columns=1)


def dispute_steps(context: ScreenContext, dispute: Dispute) -> tuple[Block, ...]:
    """What the law asks for, step by step: done by whom and when, or still to be done."""
    rows = tuple(_step_row(context, dispute, step) for step in _DUE_CODES)
    last = dispute.last_day
    until = NO_TEXT if last is None else label_text(context, "house.dispute-until", day=last.isoformat())
    note = () if not until else (NoteBlock(text=until, tone=Tone.QUIET),)
    return HeadingBlock(text=label_text(context, "house.dispute-steps")), RowsBlock(rows=rows, dense=True), *note


def _step_row(context: ScreenContext, dispute: Dispute, step: DisputeStep) -> ListRow:
    done = dispute.find_step(step)
    if done is None:
        return ListRow(
            name=f"step:{step.value}", title=label_text(context, _DUE_CODES[step]).first, tone=Tone.ATTENTION
        )
    said = " · ".join(filter(None, (person_name(context, done.by), done.words)))
    return ListRow(
        name=f"step:{step.value}",
        title=label_text(context, _STEP_CODES[step]).first,
        lines=(said,),
        right=f"{local_time(done.at, done.offset):%Y-%m-%d %H:%M}",
        tone=Tone.GOOD,
        done=True,
    )


def _possible(context: ScreenContext, dispute: Dispute) -> tuple[DisputeStep, ...]:
    return possible_steps(dispute, local_date(context.moment.utc, context.moment.offset))


def _picked_step(context: ScreenContext, dispute: Dispute) -> DisputeStep:
    """What was chosen, or what the law asks for first."""
    there = _possible(context, dispute)
    return next((step for step in there if step.value == context.input_state.pick(_STEP_PICK)), there[0])


def _step_blocks(context: ScreenContext, dispute: Dispute) -> tuple[Block, ...]:
    picked = _picked_step(context, dispute)
    keys = tuple(
        choice_control(
            context, step.value, label_text(context, _STEP_CODES[step]), of=_STEP_PICK, picked=step is picked
        )
        for step in _possible(context, dispute)
    )
    return (KeysBlock(controls=keys, columns=1),)


def _fields(context: ScreenContext) -> tuple[Field, ...]:
    """To whom it was said, or a reference; and who notes it, if no supervisor is signed in."""
    words = Field(
        name=_WORDS,
        label=label_text(context, "house.dispute-words"),
        value=context.input_state.text(_WORDS),
        needed=False,
        pad=Pad.LETTERS,
    )
    if is_supervisor_here(context):
        return (words,)
    return words, *credential_fields(context, _NOTER, label_text(context, "house.badge-in-charge"))


def _note_control(context: ScreenContext, dispute: Dispute) -> Control:
    own, by = is_supervisor_here(context), read_credentials(context, _NOTER)
    step = _picked_step(context, dispute)
    act = None
    if own or by is not None:
        then = context.input_state.close_panel().replace(panel=Panel.DISPUTES, framed=str(dispute.number))
        words = context.input_state.text(_WORDS).strip()
        act = NoteDisputeStep(number=dispute.number, step=step, words=words, by=None if own else by, then=then)
    return form_next_step("note-step", label_text(context, "house.note-step"), act, sub=_step_sub(context, step))


def _step_sub(context: ScreenContext, step: DisputeStep) -> ScreenText:
    return label_text(context, _STEP_CODES[step])


def disputes_key(context: ScreenContext) -> Control:
    """Opens the panel; what is open is said on it."""
    count = len(current_disputes(context))
    input_state = context.input_state.replace(panel=Panel.DISPUTES, writes="", framed="", page=0, confirming="")
    return Control(
        name=f"open:{Panel.DISPUTES.value}",
        label=label_text(context, "house.disputes"),
        sub=label_text(context, "house.disputes-open", count=str(count)) if count else NO_TEXT,
        act=SetInput(input_state),
    )

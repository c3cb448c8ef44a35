"""The rail: the guide's words, the work of the person who acts now, the one next step, and the four tools."""

from dealer_app.screens.actions import SetInput
from dealer_app.screens.blocks import NO_TEXT, Control, ScreenText
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity import menus
from dealer_app.screens.labels import (
    bilingual_text,
    clause_control,
    duration_text,
    label_text,
    refusal_text,
    section_text,
)
from dealer_app.screens.round import keypad, table_context
from dealer_app.screens.screen import Rail, RailContent, StepState, TrackStep


def build_rail(context: ScreenContext, part: RailContent) -> Rail:
    guide, words = context.guide, context.words
    instruction, why, clauses, say = part.instruction, part.why, part.clauses, part.say
    if guide is not None and not instruction:
        instruction = bilingual_text(words, lambda each: each.instruction(guide))
        why = why or bilingual_text(words, lambda each: each.reason(guide))
        clauses = clauses or (guide.why,)
        say = say or table_context.guide_announcement(context)
    refusal = context.refusal
    refused = context.notice or NO_TEXT if refusal is None else refusal_text(context, refusal)
    return Rail(
        caption=section_text(words, "play", "next-step"),
        since=duration_text(max(0, context.moment.counter - context.step_start)),
        instruction=instruction,
        say=say,
        why=why,
        why_caption=section_text(words, "play", "why"),
        clauses=tuple(clause_control(context, clause) for clause in clauses),
        refusal=refused,
        work=part.work,
        primary=part.primary,
        track=part.track,
        tools=_tool_controls(context),
        step=_step_text(context, part.track),
    )


def _step_text(context: ScreenContext, track: tuple[TrackStep, ...]) -> ScreenText:
    """Which step of how many it is."""
    now = next((place for place, step in enumerate(track, start=1) if step.state is StepState.NOW), None)
    return NO_TEXT if now is None else label_text(context, "play.step-of", step=str(now), steps=str(len(track)))


def _tool_controls(context: ScreenContext) -> tuple[Control, ...]:
    """Always there, always at the same place."""
    words, input_state, allowed = (
        context.words,
        context.input_state,
        () if context.guide is None else context.guide.allowed,
    )
    at_table = context.state.table.table is not None and context.current_account is not None

    def opens(panel: Panel, *, possible: bool) -> SetInput | None:
        return SetInput(input_state.replace(panel=panel)) if possible else None

    at = table_context.table_context(context)
    undo = None if at is None or not allowed else keypad.undo_action(at)
    supervisor, call = section_text(words, "play", "supervisor"), menus.supervisor_call_text(context)
    correct = opens(Panel.CORRECT, possible=at_table and menus.can_correct(context))
    return (
        Control(
            name="irregularity",
            label=section_text(words, "play", "irregularity"),
            act=opens(Panel.IRREGULARITIES, possible=at_table),
            key="F2",
            icon="warning",
        ),
        Control(
            name="supervisor",
            # In a small window the first line alone has room: what the lit frame means comes first.
            label=call or supervisor,
            sub=supervisor if call else NO_TEXT,
            # Before anybody is known here nobody can be called.
            act=opens(Panel.SUPERVISOR, possible=context.state.people.kind is not None),
            key="F1",
            icon="person",
        ),
        Control(name="correct", label=section_text(words, "play", "correct"), act=correct, key="F3", icon="pencil"),
        Control(
            name="undo",
            label=section_text(words, "play", "undo") if undo is None else keypad.undo_label(context),
            sub=NO_TEXT if undo is None else keypad.undo_text(context),
            act=undo,
            waits=section_text(words, "play", "nothing-to-undo"),
            icon="undo" if undo is None else "",
        ),
    )

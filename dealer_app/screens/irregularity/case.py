"""A case on the screen: for each kind of need what the rail shows, and the one next step.

Decisions of other people are keyed in a panel (`decision`); what the dealer says or does is on the rail.
"""

from functools import partial

from dealer_app.domain.round import correction_commands
from dealer_app.domain.round.engine import BARE_NEED_COMMANDS
from dealer_app.domain.round.guide import NEED_STEPS
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.needs import (
    AffectedRoundsNeeded,
    AnswerNeeded,
    ApprovalNeeded,
    AttendanceNeeded,
    CardCorrection,
    CardsAsideNeeded,
    CarriedCardNeeded,
    ChangesNeeded,
    ChipsReturnNeeded,
    ComparisonNeeded,
    DeviceFaultNeeded,
    DiceCorrection,
    InspectionNeeded,
    IntentionsNeeded,
    LateOfferNeeded,
    MissingCardNeeded,
    Need,
    OptionsNeeded,
    OrderNeeded,
    ReconstructionNeeded,
    RemovalNeeded,
    ReplacementNeeded,
    ResetNeeded,
    RoleNeed,
    RulingNeeded,
    VoidNeeded,
)
from dealer_app.domain.round.refusal import simple_refusal
from dealer_app.domain.round.state import Case, Command, last_report
from dealer_app.people.authority import person_badge
from dealer_app.screens.actions import SendCommand, new_command
from dealer_app.screens.blocks import Block, Control, KeysBlock, NoteBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.irregularity import dealer_tasks
from dealer_app.screens.irregularity.approval import chip_move_rows
from dealer_app.screens.irregularity.case_page import case_content, decider_heading, form_key, request_control
from dealer_app.screens.irregularity.dealer_tasks import RailWork
from dealer_app.screens.kit import next_step
from dealer_app.screens.labels import bilingual_text, label_text
from dealer_app.screens.round.table_context import TableContext, open_table
from dealer_app.screens.screen import RailContent
from dealer_app.texts import Words

REQUEST_CODES: dict[type[RoleNeed], str] = {
    InspectionNeeded: "ask-inspection",
    OrderNeeded: "ask-order",
    RulingNeeded: "ask-ruling",
    LateOfferNeeded: "ask-late-offer",
    IntentionsNeeded: "ask-intentions",
    AttendanceNeeded: "ask-attendance",
    RemovalNeeded: "ask-removal",
    CarriedCardNeeded: "ask-carried",
    AffectedRoundsNeeded: "ask-affected",
    DeviceFaultNeeded: "ask-device-fault",
}


def case_rail(context: ScreenContext) -> RailContent:
    """The case that was opened last comes first."""
    at = open_table(context)
    opened = context.state.table.cases[-1]
    work, next_step = _case_work(at, opened)
    return case_content(at, opened, (*work, *_withdraw_keys(context, opened)), next_step)


def _case_work(at: TableContext, case: Case) -> RailWork:
    context = at.context
    need = case.needs[0]
    match need:
        case AnswerNeeded():
            return dealer_tasks.answer_work(context, case)
        case OptionsNeeded():
            return dealer_tasks.options_work(context, case, need)
        case ReconstructionNeeded():
            return dealer_tasks.reconstruction_work(context, need)
        case ComparisonNeeded():
            return dealer_tasks.comparison_work(context, need)
        case VoidNeeded():
            return dealer_tasks.void_work(context, need)
        case CardsAsideNeeded():
            return dealer_tasks.cards_aside_work(context, need)
        case MissingCardNeeded():
            return dealer_tasks.name_missing_work(context, case)
        case ReplacementNeeded():
            return dealer_tasks.replacement_work(context, need)
        case ResetNeeded():
            return dealer_tasks.confirm_work(
                context, "device-reset", new_command(correction_commands.ConfirmReset), note="reset-line"
            )
        case ChangesNeeded():
            return dealer_tasks.changes_work(context, need)
        case ChipsReturnNeeded():
            return dealer_tasks.chips_return_work(context, need)
        case ApprovalNeeded():
            return _approval_work(at, case, need)
        case _:
            return _other_work(at, need)


def confirmation_work(context: ScreenContext, need: Need) -> RailWork:
    """A need that has no words of its own here: what to do, in the words of the step, and that it is done."""
    command, step = BARE_NEED_COMMANDS[type(need)], NEED_STEPS[type(need)]
    act = SendCommand(command=new_command(command), then=context.input_state.close_panel())
    label = bilingual_text(context.words, lambda words: words.command(command))
    note = NoteBlock(text=bilingual_text(context.words, lambda words: words.text("step", step.value)))
    return (note,), next_step(step.value, label, act=act)


def _approval_work(at: TableContext, case: Case, need: ApprovalNeeded) -> RailWork:
    context = at.context
    work: list[Block] = []
    if case.trouble == IrregularityKind.CHIPS_MOVED.value:
        work += chip_move_rows(context, case)
    work += dealer_tasks.no_options_blocks(context, case)
    later = next((kind for kind in map(type, case.needs) if kind in _CONSEQUENCES), None)
    if later is not None:
        work += dealer_tasks.consequence_blocks(context, *_CONSEQUENCES[later])
    if any(isinstance(later, ReconstructionNeeded) for later in case.needs):
        forms = (
            form_key(context, "lay-cards", label_text(context, "mending.not-what-happened")),
            form_key(context, "cannot-reconstruct", label_text(context, "mending.cannot-reconstruct"), icon="warning"),
        )
        work.append(KeysBlock(controls=forms, columns=2))
    blind = isinstance(need.applies, CardCorrection | DiceCorrection)
    work += [
        NoteBlock(text=label_text(context, "mending.approval-line" if blind else "mending.approval-line-open")),
        decider_heading(at, need.role, need.clause),
    ]
    return tuple(work), request_control(context, "ask-approval")


def _withdraw_keys(context: ScreenContext, case: Case) -> tuple[Block, ...]:
    """Who keyed a correction or a report takes it back, as keyed wrongly, while nobody has relied on it."""
    here, allowed = context.current_account, () if context.guide is None else context.guide.allowed
    if here is None or here.badge != person_badge(case.reported_by):
        return ()
    keys = tuple(
        Control(
            name=name,
            label=bilingual_text(context.words, partial(_command_word, command)),
            act=SendCommand(command=new_command(command), then=context.input_state.close_panel()),
            icon="back",
        )
        for name, command in _WITHDRAWALS.items()
        if command in allowed
    )
    if keys:
        return (KeysBlock(controls=keys[:1], columns=1),)
    memory = last_report(context.state.table)
    if memory is None or memory.before is not None:
        return ()
    # Not a key that never works: why there is none.
    stands = simple_refusal("report-turned-cards", case.clause)
    return (NoteBlock(text=bilingual_text(context.words, lambda words: words.refusal(stands))),)


_CONSEQUENCES: dict[type[Need], tuple[str, str]] = {
    VoidNeeded: ("all-go-back", "each-goes-back"),
    OptionsNeeded: ("signed-options", "each-chooses"),
}
"""What becomes of each bet once it is approved."""


def _command_word(command: type[Command], words: Words) -> str:
    return words.command(command)


_WITHDRAWALS: dict[str, type[Command]] = {
    "withdraw-correction": correction_commands.WithdrawCorrection,
    "withdraw-report": correction_commands.WithdrawReport,
}


def _other_work(at: TableContext, need: Need) -> RailWork:
    """What a person of a role decides; else it is only to be done."""
    if not isinstance(need, RoleNeed):
        return confirmation_work(at.context, need)
    code = REQUEST_CODES[type(need)]
    work = (NoteBlock(text=label_text(at.context, f"mending.{code}-line")), decider_heading(at, need.role, need.clause))
    return work, request_control(at.context, code)

"""All limits by type of bet, and a change of the sign between rounds, which two people confirm in a live house."""

from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round import commands
from dealer_app.domain.round.table_settings import smallest_chip
from dealer_app.people.events import FolderKind
from dealer_app.screens.actions import SendCommand, new_command
from dealer_app.screens.blocks import Block, Control, GapBlock, NoteBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import EntryForm, credential_fields, is_board_open, read_credentials
from dealer_app.screens.house.limit_form import LimitForm
from dealer_app.screens.house.menu import is_allowed
from dealer_app.screens.house.people_panels import clear_credentials, confirm_fields, joint_decision
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import close_control, form_next_step
from dealer_app.screens.labels import label_text
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Overlay
from dealer_app.station.two_people import ProposeLimits, limits_text

_IN_CHARGE = "in-charge"


def limits_panel(context: ScreenContext) -> Overlay:
    """What is typed here is a new sign; until somebody in charge has confirmed it the old one is in force."""
    at = open_table(context)
    rules, table = at.rules, at.table
    sign = LimitForm(context, rules.book, rules.layout, table.limits, smallest_chip(rules, table))
    wanted = sign.read_limits()
    changed = wanted is None or limits_text(wanted) != limits_text(table.limits)
    possible = is_allowed(context, commands.ChangeLimits)
    who, primary = _confirm_form(context, table.name, wanted if changed and possible else None)
    form = EntryForm(context, (*sign.fields, *who.fields)) if possible else EntryForm(context, ())
    if not changed or not possible:
        primary = form_next_step("back", label_text(context, "house.back"), close_control(context).act)
    elif wanted is None:
        primary = form_next_step(
            "change-limits",
            label_text(context, "house.change-limits"),
            None,
            waits=label_text(context, "house.limits-wrong"),
        )
    else:
        primary = who.next_control(primary)
    right: tuple[Block, ...] = (NoteBlock(text=label_text(context, "house.limits-in-a-round")),)
    if possible:
        # Whichever of them is written, none of the entries moves.
        signers = (form.entry_block(field) for field in who.fields)
        # The board of letters takes the place of the sign's own entries, which are on the left as well.
        own = () if is_board_open(form) else sign.entry_blocks(form)
        right = (*own, *form.pad_keys(), GapBlock(), *signers)
    return Overlay(
        name=Panel.LIMITS.value,
        title=label_text(context, "house.limits"),
        sub=label_text(context, "house.limits-sub", table=table.name),
        left_column=sign.row_blocks(),
        right_column=right,
        primary=primary,
        close=close_control(context),
        writes=form.writes,
    )


def _confirm_form(context: ScreenContext, table: str, wanted: TableLimits | None) -> tuple[EntryForm, Control]:
    """Who keys badge and PIN for the new sign, and what that comes to."""
    label = label_text(context, "house.change-limits")
    if wanted is None:
        return EntryForm(context, ()), form_next_step("change-limits", label, None)
    live = context.state.people.kind is FolderKind.LIVE
    if live and context.state.limits.get(table) != limits_text(wanted):
        proposal = ProposeLimits(table=table, limits=wanted)
        form = EntryForm(context, confirm_fields(context, proposal))
        done = joint_decision(context, proposal, clear_credentials(context.input_state))
        return form, form_next_step("confirm-limits", label_text(context, "house.confirm-limits"), done)
    role, _ = open_table(context).rules.decider("bet_correction")
    form = EntryForm(context, credential_fields(context, _IN_CHARGE, label_text(context, f"role.{role}")))
    by = read_credentials(context, _IN_CHARGE)
    command = new_command(commands.ChangeLimits, limits=wanted)
    act = None if by is None else SendCommand(command=command, by=by, then=context.input_state.close_panel())
    return form, form_next_step("change-limits", label, act)

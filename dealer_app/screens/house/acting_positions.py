"""Acting positions: who acts in which for how long, assigned by somebody of that position or above (RWS v4 1.17)."""

from dealer_app.people.authority import time_left
from dealer_app.people.lockout import MINUTE
from dealer_app.people.positions import Position
from dealer_app.people.state import Acting
from dealer_app.screens.actions import AssignActing, EndActing, SetInput
from dealer_app.screens.blocks import NO_TEXT, Block, Control, HeadingBlock, KeysBlock, ListRow, NoteBlock, RowsBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import EntryForm, badge_field, credential_fields, normalize_badge, read_credentials
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import choice_control, close_control, form_next_step
from dealer_app.screens.labels import label_text
from dealer_app.screens.screen import Overlay

_ACTING_BADGE, _ASSIGNER = "badge-acts", "assigns"
_POSITION, _HOURS = "acting-position", "acting-hours"
_CHOICES = ("1", "2", "4", "8", "12")
_MINUTES = 60


def assignment_panel(context: ScreenContext) -> Overlay:
    """At the left who acts now, at the right somebody who is to act, or whose acting is taken back."""
    input_state = context.input_state
    ended = input_state.framed if input_state.framed in context.state.people.acting else ""
    who = () if ended else (badge_field(context, _ACTING_BADGE, label_text(context, "house.badge-acts")),)
    form = EntryForm(
        context, (*who, *credential_fields(context, _ASSIGNER, label_text(context, "house.badge-assigns")))
    )
    return Overlay(
        name=Panel.ACTING.value,
        title=label_text(context, "house.acting"),
        sub=label_text(context, "house.acting-sub"),
        left_column=(_current_rows(context), *(() if ended else _choice_blocks(context))),
        right_column=form.rail_blocks(),
        primary=form.next_control(_assign_control(context, ended)),
        close=close_control(context),
        writes=form.writes,
    )


def _assign_control(context: ScreenContext, ended: str) -> Control:
    by, then = read_credentials(context, _ASSIGNER), context.input_state.close_panel().replace(panel=Panel.ACTING)
    if ended:
        act = None if by is None else EndActing(badge=ended, by=by, then=then)
        return form_next_step("end-acting", label_text(context, "house.end-acting", badge=ended), act)
    if by is None:
        return form_next_step("assign-acting", label_text(context, "house.assign-acting"), None)
    assigned = AssignActing(
        badge=normalize_badge(context.input_state.text(_ACTING_BADGE)),
        position=_position_choice(context),
        minutes=int(context.input_state.pick(_HOURS, _CHOICES[1])) * _MINUTES,
        by=by,
        then=then,
    )
    return form_next_step("assign-acting", label_text(context, "house.assign-acting"), assigned)


def _position_choice(context: ScreenContext) -> Position:
    return Position(context.input_state.pick(_POSITION, Position.PIT_SUPERVISOR.value))


def _current_rows(context: ScreenContext) -> Block:
    people = context.state.people
    if not people.acting:
        return NoteBlock(text=label_text(context, "house.nobody-acts"))
    return RowsBlock(rows=tuple(_assignment_row(context, badge, of) for badge, of in sorted(people.acting.items())))


def _assignment_row(context: ScreenContext, badge: str, of: Acting) -> ListRow:
    """Touched, it is to be taken back; touched again, not."""
    input_state, framed = context.input_state, context.input_state.framed == badge
    minutes = time_left(of, context.moment) // MINUTE
    return ListRow(
        name=f"acting:{badge}",
        title=context.state.people.accounts[badge].name,
        lines=(label_text(context, f"position.{of.position.value}").first,),
        right=label_text(context, "house.minutes-left", minutes=str(minutes)).first,
        framed=framed,
        act=SetInput(input_state.replace(framed="" if framed else badge, writes="")),
    )


def _choice_blocks(context: ScreenContext) -> tuple[Block, ...]:
    at_tables = context.positions.table_positions()
    positions = tuple(
        choice_control(
            context,
            each.value,
            label_text(context, f"position.{each.value}"),
            of=_POSITION,
            picked=each is _position_choice(context),
        )
        for each in Position
        if each in at_tables and each is not Position.DEALER
    )
    now = context.input_state.pick(_HOURS, _CHOICES[1])
    hours = tuple(
        choice_control(context, each, label_text(context, "house.hours", hours=each), of=_HOURS, picked=each == now)
        for each in _CHOICES
    )
    return (
        HeadingBlock(text=label_text(context, "house.acts-as")),
        KeysBlock(controls=positions, columns=2, title=NO_TEXT),
        KeysBlock(controls=hours, columns=len(hours), title=label_text(context, "house.acts-for")),
    )

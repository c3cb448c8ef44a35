"""The way into the supervisor's room by badge and PIN: a panel over the dealer's screen, or a page on its own monitor.

Who is let in is decided by the station (`station.supervisor.supervisor_desks`).
"""

from dealer_app.screens.actions import EnterRoom
from dealer_app.screens.blocks import NO_TEXT, Block, Control, HeadingBlock, NoteBlock, RowsBlock, Tone
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import EntryForm, credential_fields, read_credentials
from dealer_app.screens.house.menu import demo_ribbon
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.menus import supervisor_call_text, supervisor_rows
from dealer_app.screens.kit import close_control, form_next_step, refusal_note
from dealer_app.screens.labels import label_text, refusal_text
from dealer_app.screens.round.top_bar import build_top_bar
from dealer_app.screens.screen import Overlay, PageStage, Rail, Screen
from dealer_app.screens.supervisor.pending_items import list_needs

_WHO = "room"


def _entry_form(context: ScreenContext) -> EntryForm:
    return EntryForm(context, credential_fields(context, _WHO, label_text(context, "room.badge")))


def _enter_control(context: ScreenContext, form: EntryForm) -> Control:
    by = read_credentials(context, _WHO)
    act = None if by is None else EnterRoom(by=by, then=context.input_state.close_panel())
    return form.next_control(form_next_step("enter-room", label_text(context, "room.open"), act))


def room_panel(context: ScreenContext) -> Overlay:
    """At the left who may open the room, at the right badge and PIN."""
    form = _entry_form(context)
    return Overlay(
        name=Panel.ROOM.value,
        title=label_text(context, "room.title"),
        sub=label_text(context, "room.goes-on"),
        icon="person",
        left_column=(*refusal_note(context), *_who_blocks(context)),
        right_column=form.rail_blocks(),
        primary=_enter_control(context, form),
        close=close_control(context),
        writes=form.writes,
    )


def _who_blocks(context: ScreenContext) -> tuple[Block, ...]:
    return (
        HeadingBlock(text=label_text(context, "mending.who-may-come")),
        RowsBlock(rows=supervisor_rows(context)),
        NoteBlock(text=label_text(context, "room.closes-untouched" if context.is_monitor else "room.closes-itself")),
    )


def door_screen(context: ScreenContext) -> Screen:
    """The monitor of the room while nobody is in it: how much needs a supervisor, and no more of the table."""
    form, needs = _entry_form(context), len(list_needs(context))
    waiting = (
        label_text(context, "room.door-needs", count=str(needs)) if needs else label_text(context, "room.nothing-needs")
    )
    note = NoteBlock(text=waiting, framed=True, tone=Tone.ATTENTION if needs else Tone.GOOD)
    refusal = context.refusal
    rail = Rail(
        caption=label_text(context, "room.title"),
        since="",
        instruction=label_text(context, "room.door"),
        say=None,
        why=label_text(context, "room.door-touch"),
        why_caption=label_text(context, "play.why"),
        clauses=(),
        refusal=(context.notice or NO_TEXT) if refusal is None else refusal_text(context, refusal),
        work=form.rail_blocks(),
        primary=_enter_control(context, form),
        track=(),
        tools=(),
    )
    title = label_text(context, "room.title")
    up, down = (label_text(context, f"window.{code}").first for code in ("further-up", "further-down"))
    return Screen(
        top_bar=build_top_bar(context),
        ribbon=demo_ribbon(context),
        stage=PageStage(title=title, columns=((note, *_who_blocks(context)),)),
        rail=rail,
        overlay=None,
        writes=context.input_state.writes or form.writes,
        moves=(up, down),
        call=supervisor_call_text(context),
    )

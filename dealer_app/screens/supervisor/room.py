"""The page of the room, and the way in: what needs the supervisor, what is open, how the table runs, what happened.

The next step is for what is taken of the first part, or else its first item. In a small window each part has a tab.
"""

from collections.abc import Iterator, Sequence

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.values import replace
from dealer_app.screens.actions import GRANT_PICK, EnterRoom, Grant, SetInput, SignOut
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    GapBlock,
    HeadingBlock,
    KeysBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import EntryForm, credential_fields, read_credentials
from dealer_app.screens.house.menu import CLOSE_TABLE_KEY, demo_ribbon, is_allowed
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.menus import supervisor_call_text, supervisor_rows
from dealer_app.screens.kit import close_control, form_next_step, next_step, refusal_note
from dealer_app.screens.labels import absent_devices, duration_text, label_text, refusal_text, table_label
from dealer_app.screens.round.top_bar import build_top_bar
from dealer_app.screens.screen import Overlay, PageStage, Rail, Screen, TopBar
from dealer_app.screens.supervisor.checklist_panel import checklist_title
from dealer_app.screens.supervisor.pending_items import (
    NeedItem,
    alarm_rate_row,
    list_needs,
    list_open_matters,
    need_row,
)
from dealer_app.screens.supervisor.table_course import (
    exception_rows,
    first_event_time,
    pace_blocks,
    pace_heading,
    pace_strip,
)

_PARTS = ("needs", "stands-open", "runs", "what-happened")
_WIDE, _NARROW = 64, 36
_DIGITS = "123456789"
_TOOL_COLUMNS = 2


def room_screen(context: ScreenContext, lies_over: Overlay | None) -> Screen:
    """All of it, with the panel that is open over it."""
    needs = list_needs(context)
    up, down = (label_text(context, f"window.{code}").first for code in ("further-up", "further-down"))
    writes = "" if lies_over is None else context.input_state.writes or lies_over.writes
    return Screen(
        top_bar=room_top_bar(context),
        ribbon=demo_ribbon(context),
        stage=_page(context, needs),
        rail=_rail(context, needs),
        overlay=lies_over,
        keys=_hidden_keys(context),
        writes=writes,
        moves=(up, down),
        call=supervisor_call_text(context),
        leave=_leave_key(context),
    )


def room_top_bar(context: ScreenContext) -> TopBar:
    """In place of the dealer who is in the room, and when it closes by itself."""
    bar = build_top_bar(context)
    left = context.room_left or 0
    caption = label_text(context, "room.closes-in", left=duration_text(left))
    return replace(
        bar, right=tuple(replace(cell, caption=caption) if cell.name == "dealer" else cell for cell in bar.right)
    )


def _part(context: ScreenContext) -> int:
    """The part of which digits take an item."""
    return context.input_state.page % len(_PARTS)


def _with_digits(context: ScreenContext, part: int, rows: Sequence[ListRow]) -> tuple[ListRow, ...]:
    """The rows of the part that is chosen show the digits that take them."""
    if part != _part(context) or context.input_state.framed == TOOLS_FRAMED:
        return tuple(replace(row, key="") for row in rows)
    return tuple(
        replace(row, key=_DIGITS[place] if place < len(_DIGITS) and row.act is not None else "")
        for place, row in enumerate(rows)
    )


def _needs_blocks(context: ScreenContext, needs: tuple[NeedItem, ...]) -> tuple[Block, ...]:
    taken = _taken(context, needs)
    rows = _with_digits(
        context,
        0,
        [
            *(need_row(context, item, digit="", first=taken is not None and item.name == taken.name) for item in needs),
            alarm_rate_row(context),
        ],
    )
    heading = HeadingBlock(
        text=label_text(context, "room.needs"), right=label_text(context, "room.oldest-first").first if needs else ""
    )
    alarms = RowsBlock(rows=rows[-1:], dense=True)
    if not needs:
        nothing = NoteBlock(text=label_text(context, "room.nothing-needs"), tone=Tone.GOOD, framed=True)
        return heading, nothing, alarms
    return heading, RowsBlock(rows=rows[:-1]), alarms


def _open_blocks(context: ScreenContext) -> tuple[Block, ...]:
    rows = _with_digits(context, 1, list_open_matters(context))
    heading = HeadingBlock(text=label_text(context, "room.stands-open"), right=str(len(rows)) if rows else "")
    return heading, RowsBlock(rows=rows) if rows else NoteBlock(text=label_text(context, "room.nothing-open"))


def _happened_blocks(context: ScreenContext) -> tuple[Block, ...]:
    rows = _with_digits(context, 3, exception_rows(context))
    since = first_event_time(context)
    right = label_text(context, "room.from", time=since).first if since else ""
    heading = HeadingBlock(text=label_text(context, "room.what-happened"), right=right)
    return heading, RowsBlock(rows=rows) if rows else NoteBlock(text=label_text(context, "room.nothing-happened"))


def _runs_blocks(context: ScreenContext) -> tuple[Block, ...]:
    return pace_heading(context), *pace_blocks(context)


def _page(context: ScreenContext, needs: tuple[NeedItem, ...]) -> PageStage:
    title = label_text(context, "room.title")
    parts = (
        _needs_blocks(context, needs),
        _open_blocks(context),
        _runs_blocks(context),
        _happened_blocks(context),
    )
    if context.is_compact:
        counts = (len(needs), len(list_open_matters(context)), 0, len(exception_rows(context)))
        tabs = KeysBlock(controls=_tabs(context, counts), columns=len(_PARTS))
        strip = pace_strip(context) if _part(context) == 0 else ()
        return PageStage(title=title, head=(tabs,), columns=(parts[_part(context)],), foot=strip)
    left, right = (*parts[0], *parts[2]), (*parts[1], *parts[3])
    return PageStage(title=title, columns=(left, right), shares=(_WIDE, _NARROW))


def _tabs(context: ScreenContext, counts: tuple[int, ...]) -> tuple[Control, ...]:
    """Each with how many there are in it."""
    return tuple(
        Control(
            name=f"part:{code}",
            label=_with_count(label_text(context, f"room.{code}"), counts[place]),
            act=SetInput(context.input_state.replace(page=place, framed="")),
            picked=place == _part(context),
        )
        for place, code in enumerate(_PARTS)
    )


def _with_count(label: ScreenText, count: int) -> ScreenText:
    return replace(label, first=f"{label.first} {count}") if count else label


def _hidden_keys(context: ScreenContext) -> tuple[Control, ...]:
    """Plus and minus go through the parts; the point lets a digit take a tool."""
    state, part = context.input_state, _part(context)
    in_tools = state.framed == TOOLS_FRAMED

    def key(name: str, sign: str, page: int, framed: str) -> Control:
        then = state.replace(page=page % len(_PARTS), framed=framed)
        return Control(name=name, label=label_text(context, f"room.{name}"), act=SetInput(then), key=sign)

    return (
        key("part-on", "+", part + 1, ""),
        key("part-back", "-", part - 1, ""),
        key("take-tool", ".", part, "" if in_tools else TOOLS_FRAMED),
    )


def _taken(context: ScreenContext, needs: tuple[NeedItem, ...]) -> NeedItem | None:
    """The item that was taken, or else the first."""
    named = context.input_state.framed
    return next((item for item in needs if item.name == named), needs[0] if needs else None)


def _rail(context: ScreenContext, needs: tuple[NeedItem, ...]) -> Rail:
    item, refusal = _taken(context, needs), context.refusal
    if item is None:
        nothing = label_text(context, "room.nothing-needs")
        instruction, why, since = nothing, NO_TEXT, ""
        primary = next_step("room-next", nothing, waits=label_text(context, "room.goes-on"))
    else:
        instruction, since = label_text(context, "room.check-first"), item.since
        why = item.title
        primary = next_step("room-next", item.step, item.opens, waits=item.lines[0] if item.lines else item.title)
    said: ScreenText = (context.notice or NO_TEXT) if refusal is None else refusal_text(context, refusal)
    tools = KeysBlock(controls=tool_controls(context), columns=_TOOL_COLUMNS)
    return Rail(
        caption=label_text(context, "room.next-for-you"),
        since=since,
        instruction=instruction,
        say=None,
        why=why,
        why_caption=label_text(context, "play.why"),
        clauses=(),
        refusal=said,
        work=(HeadingBlock(text=label_text(context, "room.tools"), note=_tools_note(context)), tools, GapBlock()),
        primary=primary,
        track=(),
        tools=(_close_table_key(context), _leave_key(context)),
    )


def _tools_note(context: ScreenContext) -> str:
    chosen = context.input_state.framed == TOOLS_FRAMED
    return label_text(context, "room.digit-takes" if chosen else "room.point-first").first


def _close_table_key(context: ScreenContext) -> Control:
    """Opens the panel in which the table is closed, with two presses."""
    no_table = NO_TEXT if context.state.table.table is not None else label_text(context, "house.menu-no-table")
    act = SetInput(context.input_state.close_panel().replace(panel=Panel.CLOSING))
    return Control(
        name="tool:close-table",
        label=label_text(context, f"house.{CLOSE_TABLE_KEY}"),
        act=None if no_table else act,
        waits=no_table,
        icon="stop",
    )


def _leave_key(context: ScreenContext) -> Control:
    return Control(name="leave-room", label=label_text(context, "room.leave"), act=SignOut(), key="Esc", icon="undo")


_SECONDS = (0, 20, 30, 45, 60)
"""Betting times, one after the other."""
TOOLS_FRAMED = "tools"
"""What is framed while a digit takes a tool."""
_TOOL_DIGITS = (*_DIGITS, "0")
_TOOLS_PICK, _OTHER_TOOLS = "tools-page", "others"
_FIRST_TOOLS = 9
"""As many as there is room for in a small window; the last place turns to the others, and back."""


def tool_controls(context: ScreenContext) -> tuple[Control, ...]:
    """On two pages, each at its place at all times. After the point a digit presses one of them."""
    chosen = context.input_state.framed == TOOLS_FRAMED
    tools, others = tuple(_tools(context)), context.input_state.pick(_TOOLS_PICK) == _OTHER_TOOLS
    shown = (*(tools[_FIRST_TOOLS:] if others else tools[:_FIRST_TOOLS]), _turn_tools(context, others=others))
    return tuple(replace(each, key=_TOOL_DIGITS[place] if chosen else "") for place, each in enumerate(shown))


def _turn_tools(context: ScreenContext, *, others: bool) -> Control:
    turned = context.input_state.with_pick(_TOOLS_PICK, "" if others else _OTHER_TOOLS)
    label = label_text(context, "room.tools-first" if others else "room.tools-more")
    return Control(name="tools:turn", label=label, act=SetInput(turned))


def _tool(
    context: ScreenContext, panel: Panel, label: ScreenText, *, icon: str, waits: ScreenText = NO_TEXT
) -> Control:
    act = SetInput(context.input_state.close_panel().replace(panel=panel))
    return Control(
        name=f"tool:{panel.value}", label=label, act=None if waits else act, waits=waits, sub=waits, icon=icon
    )


def _tools(context: ScreenContext) -> Iterator[Control]:
    state = context.state.table
    no_table = NO_TEXT if state.table is not None else label_text(context, "house.menu-no-table")
    between = no_table or (NO_TEXT if state.round is None else label_text(context, "room.between-only"))
    known = context.can_look_back or context.timeline.current_events or state.last is not None
    no_rounds = NO_TEXT if known else label_text(context, "house.menu-no-rounds")
    yield _tool(context, Panel.RECALL, table_label(context, "house.menu-recall"), icon="eye", waits=no_rounds)
    yield _tool(context, Panel.REPORTS, label_text(context, "house.menu-reports"), icon="list")
    has_devices = bool(context.devices or absent_devices(context))
    no_devices = NO_TEXT if has_devices else label_text(context, "house.no-devices")
    yield _tool(context, Panel.DEVICES, label_text(context, "house.menu-devices"), icon="device", waits=no_devices)
    yield _tool(context, Panel.ACTING, label_text(context, "house.menu-acting"), icon="people")
    yield _betting_time(context)
    has_cards = context.rules is None or context.rules.baccarat is not None
    no_cards = no_table or (NO_TEXT if has_cards else label_text(context, "room.not-in-game"))
    yield _tool(context, Panel.LIVE_ODDS, label_text(context, "room.live-odds"), icon="eye", waits=no_cards or between)
    yield _tool(context, Panel.LIMITS, label_text(context, "house.menu-limits"), icon="chip", waits=between)
    yield _shoe(context, no_table)
    round_on = NO_TEXT if state.round is None or context.state.shift is None else between
    yield _tool(context, Panel.SHIFT, label_text(context, "house.menu-shift"), icon="people", waits=round_on)
    yield _method(context, between)
    insured = context.rules is not None and context.rules.book.insurance is not None
    no_insurance = between or (NO_TEXT if insured else label_text(context, "room.not-in-game"))
    yield _tool(context, Panel.INSURANCE, label_text(context, "room.insurance"), icon="shield", waits=no_insurance)
    yield _tool(context, Panel.SHOE_ORDER, label_text(context, "room.shoe-order"), icon="shield", waits=no_cards)
    yield _tool(
        context,
        Panel.CHECKLIST,
        checklist_title(context),
        icon="list",
        waits=NO_TEXT if state.round is None else between,
    )
    yield _tool(context, Panel.PEOPLE, label_text(context, "house.add-or-pin"), icon="person")


def _betting_time(context: ScreenContext) -> Control:
    """Touched, it becomes the next one; it is only shown, and closes nothing."""
    now = context.looks.countdown_seconds
    following = next((each for each in _SECONDS if each > now), _SECONDS[0])
    said = label_text(context, "house.seconds", seconds=str(now)) if now else label_text(context, "house.none")
    return Control(
        name="tool:betting-time",
        label=label_text(context, "house.countdown"),
        sub=said,
        act=SetInput(context.input_state.with_pick("looks", f"countdown={following}")),
        icon="clock",
    )


def _method(context: ScreenContext, between: ScreenText) -> Control:
    """How the cards of a hand are turned, where the document has such methods."""
    has_methods = context.rules is not None and context.rules.has_clause("methods")
    waits = between or (NO_TEXT if has_methods else label_text(context, "room.not-in-game"))
    asked = context.input_state.close_panel().replace(panel=Panel.APPROVAL).with_pick(GRANT_PICK, Grant.METHOD.value)
    return Control(
        name="tool:method",
        label=label_text(context, "house.method"),
        act=None if waits else SetInput(asked),
        waits=waits,
        sub=waits,
        icon="card",
    )


def _shoe(context: ScreenContext, no_table: ScreenText) -> Control:
    """Decks and shoe, or the dice."""
    cards = context.rules is None or context.rules.baccarat is not None
    command = commands.EndShoe if cards else correction_commands.ChangeDice
    waits = no_table or (NO_TEXT if is_allowed(context, command) else label_text(context, "room.between-only"))
    label = label_text(context, "house.menu-shoe" if cards else "house.change-of-dice")
    return _tool(context, Panel.SHOE, label, icon="device" if cards else "die", waits=waits)


# The way in

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

"""The menu, its key, the panels of the house that it opens, and the ribbon of a demonstration.

Each entry of the menu keeps its place; what is not possible now says why. What ends a session, a table or the program
takes two presses; stopping the station never Enter.
"""

from collections.abc import Iterator

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.engine import COMMANDS
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import Command
from dealer_app.domain.values import replace
from dealer_app.people.approvals import lockout_badges
from dealer_app.people.events import FolderKind
from dealer_app.screens.actions import (
    Action,
    CloseTableAction,
    GiveNotice,
    Practise,
    SendCommand,
    SetInput,
    SignOut,
    Simulate,
    StopStation,
    ToggleDisplay,
    new_command,
)
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
    Weight,
)
from dealer_app.screens.context import ScreenContext, ThemeChoice, is_supervisor_here
from dealer_app.screens.house.disputes_panel import current_disputes, disputes_key
from dealer_app.screens.house.first_run import folder_kind
from dealer_app.screens.house.forms import EntryForm, Field, Pad, credential_fields, read_credentials
from dealer_app.screens.house.table_form import looks_key
from dealer_app.screens.input_state import Panel
from dealer_app.screens.irregularity.devices_panel import open_hand_keys
from dealer_app.screens.kit import back_step, close_control, form_next_step
from dealer_app.screens.labels import absent_devices, bilingual_text, label_text, refusal_text, table_label
from dealer_app.screens.recall.past_screen import local_time
from dealer_app.screens.round.table_context import TableContext, open_table
from dealer_app.screens.screen import Overlay, Ribbon
from dealer_app.screens.supervisor.checklist_panel import checklist_step, open_checklist
from dealer_app.station.desks import open_round_refusal
from dealer_app.station.house_law import DISPUTE_LAW, is_law_on, is_notice_due
from dealer_app.station.state import may_dealer_close
from dealer_app.texts import Language

STOP_KEY, CLOSE_TABLE_KEY, SIGN_OUT_KEY = "stop-station", "close-table", "sign-out"
_MENU_COLUMNS = 3
_STOPPER = "stops"
_SECONDS = (0, 20, 30, 45, 60)
_LANGUAGE_NAMES = {Language.EN: "English", Language.ZH_HANT: "繁體中文", Language.ZH_HANS: "简体中文"}


def menu_panel(context: ScreenContext) -> Overlay:
    """Touched, each of these opens its panel, or is done at once."""
    form = EntryForm(context, _stop_fields(context))
    primary = back_step(context)
    if form.fields:
        primary = form.next_control(_stop_hint(context))
    return Overlay(
        name=Panel.MENU.value,
        title=label_text(context, "house.menu"),
        left_column=tuple(_table_blocks(context)),
        right_column=form.rail_blocks() if form.fields else tuple(_screen_blocks(context)),
        primary=primary,
        grave=_stop_control(context),
        close=close_control(context),
        writes=form.writes,
    )


def is_allowed(context: ScreenContext, command: type[Command]) -> bool:
    """Whether the table would take this command now."""
    return context.guide is not None and command in context.guide.allowed and context.current_account is not None


def _table_blocks(context: ScreenContext) -> Iterator[Block]:
    yield HeadingBlock(text=label_text(context, "house.menu-table"))
    yield KeysBlock(controls=tuple(_table_keys(context)), columns=_MENU_COLUMNS)
    yield HeadingBlock(text=label_text(context, "house.menu-people"))
    yield KeysBlock(controls=tuple(_people_keys(context)), columns=_MENU_COLUMNS)


def _table_keys(context: ScreenContext) -> Iterator[Control]:
    """Each at its place at all times; what is not possible now says why."""
    state, cards = context.state.table, _has_cards(context)
    no_table = NO_TEXT if state.table is not None else label_text(context, "house.menu-no-table")
    signed_out = no_table or _signed_out_text(context)
    yield _with_reason(_open_key(context, Panel.LIMITS), no_table)
    done = SendCommand(command=new_command(commands.CuttingCardOut), then=context.input_state.close_panel())
    yield _with_reason(
        _command_key(context, commands.CuttingCardOut, "cutting-card-out", done),
        signed_out
        or (NO_TEXT if cards else label_text(context, "house.menu-no-cards"))
        or _not_now_text(context, commands.CuttingCardOut),
    )
    change = commands.EndShoe if cards else correction_commands.ChangeDice
    shoe = _open_key(context, Panel.SHOE, label="" if cards else "house.change-of-dice")
    yield _with_reason(shoe, signed_out or _not_now_text(context, change))
    keys = open_hand_keys(context) if not signed_out else None
    by_hand = replace(_open_key(context, Panel.CARD), act=None if keys is None else SetInput(keys))
    yield _with_reason(by_hand, signed_out or (label_text(context, "house.menu-not-now") if keys is None else NO_TEXT))
    has_devices = context.devices or absent_devices(context)
    yield _with_reason(
        _open_key(context, Panel.DEVICES), NO_TEXT if has_devices else label_text(context, "house.no-devices")
    )
    played = (
        context.can_look_back
        or context.timeline.current_events
        or state.last is not None
        or context.results_history.marks
        or context.results_history.tumbles
    )
    yield _with_reason(
        replace(_open_key(context, Panel.RECALL), label=table_label(context, "house.menu-recall")),
        NO_TEXT if played else label_text(context, "house.menu-no-rounds"),
    )
    yield _open_key(context, Panel.KEYS)
    if is_law_on(context.state.settings, DISPUTE_LAW) or current_disputes(context):
        yield _with_reason(disputes_key(context), _signed_out_text(context))
    checklist = Control(name="open:checklist", label=label_text(context, "checklist.tool"), act=open_checklist(context))
    yield _with_reason(
        checklist,
        _signed_out_text(context) or (NO_TEXT if state.round is None else label_text(context, "house.round-first")),
    )
    yield _with_reason(_open_key(context, Panel.CLOSING, label=f"house.{CLOSE_TABLE_KEY}"), signed_out)


def _has_cards(context: ScreenContext) -> bool:
    """Whether the table is one of cards, or none is open."""
    return context.rules is None or context.rules.baccarat is not None


def _with_reason(control: Control, reason: ScreenText) -> Control:
    """The entry of the menu, or that it cannot be pressed now, and why."""
    return replace(control, act=None, waits=reason) if reason else control


def _signed_out_text(context: ScreenContext) -> ScreenText:
    return NO_TEXT if context.current_account is not None else label_text(context, "house.menu-signed-out")


def _not_now_text(context: ScreenContext, command: type[Command]) -> ScreenText:
    return NO_TEXT if is_allowed(context, command) else label_text(context, "house.menu-not-now")


def _people_keys(context: ScreenContext) -> Iterator[Control]:
    """Each at its place at all times; none before two people have begun the house."""
    state, signed_in = context.state, context.current_account
    if state.people.kind is None:
        return
    signed_out = _signed_out_text(context)
    no_table = NO_TEXT if state.table.table is not None else label_text(context, "house.menu-no-table")
    round_on = NO_TEXT if state.table.round is None else label_text(context, "house.round-first")
    yield _with_reason(_open_key(context, Panel.RELIEF), signed_out or no_table or round_on)
    yield _with_reason(_open_key(context, Panel.SHIFT), signed_out or (NO_TEXT if state.shift is None else round_on))
    yield _with_reason(_open_key(context, Panel.ACTING), signed_out)
    people = replace(_open_key(context, Panel.PEOPLE), label=label_text(context, "house.add-or-pin"))
    yield _with_reason(people, signed_out)
    yield _with_reason(_open_key(context, Panel.SETTINGS), signed_out)
    locked = lockout_badges(state.people, context.moment)
    yield _with_reason(
        _open_key(context, Panel.LOCKS), NO_TEXT if locked else label_text(context, "house.nobody-locked")
    )
    yield _with_reason(
        _open_key(context, Panel.BACKUPS),
        NO_TEXT if state.backups.place else label_text(context, "house.menu-no-backups"),
    )
    yield _open_key(context, Panel.REPORTS)
    yield _with_reason(_sign_out_key(context, "" if signed_in is None else signed_in.name), signed_out)


def _sign_out_key(context: ScreenContext, name: str) -> Control:
    """Pressed twice: it ends a session."""
    confirming = context.input_state.confirming == SIGN_OUT_KEY
    return Control(
        name=SIGN_OUT_KEY,
        label=label_text(context, "house.sign-out-really" if confirming else "house.sign-out"),
        sub=ScreenText(name),
        act=SignOut() if confirming else SetInput(context.input_state.replace(confirming=SIGN_OUT_KEY)),
        picked=confirming,
    )


def _screen_blocks(context: ScreenContext) -> Iterator[Block]:
    looks = context.looks
    yield HeadingBlock(text=label_text(context, "house.menu-screen"))
    for name, now in (("language", looks.first), ("second-language", looks.second)):
        languages = tuple(
            Control(
                name=f"looks:{name}:{each.value}",
                label=ScreenText(_LANGUAGE_NAMES[each]),
                act=SetInput(context.input_state.with_pick("looks", f"{name}={each.value}")),
                picked=each is now,
            )
            for each in Language
        )
        yield KeysBlock(controls=languages, columns=3, title=label_text(context, f"house.{name}"))
    yield KeysBlock(controls=tuple(_two_way_keys(context)), columns=2)
    yield KeysBlock(controls=tuple(_switch_keys(context)), columns=3, title=label_text(context, "house.switches"))
    yield KeysBlock(
        controls=tuple(_countdown_keys(context)), columns=len(_SECONDS), title=label_text(context, "house.countdown")
    )


def _countdown_keys(context: ScreenContext) -> Iterator[Control]:
    """The betting time that is shown; it closes nothing."""
    now = context.looks.countdown_seconds
    for seconds in _SECONDS:
        label = (
            label_text(context, "house.seconds", seconds=str(seconds)) if seconds else label_text(context, "house.none")
        )
        act = SetInput(context.input_state.with_pick("looks", f"countdown={seconds}"))
        yield Control(name=f"looks:countdown:{seconds}", label=label, act=act, picked=seconds == now)


def _two_way_keys(context: ScreenContext) -> Iterator[Control]:
    """Of each there are two: the key says which it is now; touched, it becomes the other."""
    looks = context.looks
    theme = ThemeChoice.BRIGHT if looks.theme is ThemeChoice.DARK else ThemeChoice.DARK
    yield _two_way_key(context, "theme", "theme", now=looks.theme.value, then=theme.value)
    for title, name, is_on in (
        ("layout-shown", "turned", looks.turned),
        ("collect", "by-area", looks.by_area),
        ("seat-order", "last-seat-first", looks.last_seat_first),
        ("bead-plate", "points-on-beads", looks.points_on_beads),
    ):
        if name == "points-on-beads" and context.rules is not None and context.rules.book.dice is not None:
            continue  # dice leave no beads
        now, then = ("on", "off") if is_on else ("off", "on")
        yield _two_way_key(context, title, name, now=now, then=then)


def _two_way_key(context: ScreenContext, title: str, name: str, *, now: str, then: str) -> Control:
    becomes = looks_key(context, name, then, picked=False)
    return replace(becomes, label=label_text(context, f"house.{title}"), sub=label_text(context, f"house.{name}-{now}"))


def _switch_keys(context: ScreenContext) -> Iterator[Control]:
    """Each is picked while it is on; touched, it becomes the other."""
    looks = context.looks
    on = {"sound": looks.sound, "motion": looks.motion, "limits-on-layout": looks.limits_on_layout}
    for name, is_on in on.items():
        value = "off" if is_on else "on"
        yield Control(
            name=f"looks:{name}:{value}",
            label=label_text(context, f"house.{name}"),
            sub=label_text(context, "house.sound-unheard")
            if name == "sound" and context.sound_fault is not None
            else NO_TEXT,
            act=SetInput(context.input_state.with_pick("looks", f"{name}={value}")),
            picked=is_on,
        )


def _open_key(context: ScreenContext, panel: Panel, *, label: str = "") -> Control:
    input_state = context.input_state.replace(panel=panel, writes="", framed="", page=0, confirming="")
    code = label or f"house.menu-{panel.value}"
    return Control(name=f"open:{panel.value}", label=label_text(context, code), act=SetInput(input_state))


def _command_key(context: ScreenContext, command: type[Command], name: str, act: Action) -> Control:
    return Control(name=name, label=bilingual_text(context.words, lambda each: each.command(command)), act=act)


def _grave_key(context: ScreenContext, name: str, act: Action) -> Control:
    """Pressed twice: the second time it says what it does."""
    confirming = context.input_state.confirming == name
    return Control(
        name=name,
        label=label_text(context, f"house.{name}-really" if confirming else f"house.{name}"),
        act=act if confirming else SetInput(context.input_state.replace(confirming=name)),
        weight=Weight.GRAVE,
    )


# The end of a table


def table_end_panel(context: ScreenContext) -> Overlay:
    """What was played at the table, and who closes it; where it cannot be closed now, the reason."""
    at = open_table(context)
    against = COMMANDS[commands.CloseTable][0](at.rules, context.state.table)
    unnoticed = is_notice_due(context.state.settings, context.state.law, context.state.table)
    own = is_supervisor_here(context) or (may_dealer_close(context.state.settings) and not unnoticed)
    reason = context.input_state.text(_REASON).strip() if unnoticed else ""
    listed = checklist_step(context) if against is None else None
    asked = () if against is not None or listed is not None else _closing_fields(context, own=own, unnoticed=unnoticed)
    form = EntryForm(context, asked)
    by = None if own else read_credentials(context, _CLOSER)
    act = CloseTableAction(by=by, reason=reason, then=context.input_state.close_panel())
    left: list[Block] = [HeadingBlock(text=label_text(context, "house.closing-summary")), _closing_summary(at)]
    if against is not None:
        note = NoteBlock(text=refusal_text(context, against), tone=Tone.ATTENTION, framed=True)
        left = [note, *_remedy_keys(context, against), *left]
    left += _law_blocks(context, unnoticed=unnoticed)
    left.append(NoteBlock(text=table_label(context, "house.closing-line" if own else "house.closing-signed")))
    back = back_step(context)
    title = label_text(context, f"house.{CLOSE_TABLE_KEY}")
    return Overlay(
        name=Panel.CLOSING.value,
        title=title,
        left_column=tuple(left),
        right_column=form.rail_blocks(),
        primary=listed or (back if against is not None else form.next_control(_closing_step(context, act))),
        # Not the usual word, which here could be meant for the table.
        close=replace(close_control(context), label=label_text(context, "house.back")),
        writes=form.writes,
    )


def _remedy_keys(context: ScreenContext, against: Refusal) -> Iterator[Block]:
    """What is still open is put right from here: kept chips are handed over, and with its shoe a sealed card ends."""
    input_state = context.input_state.close_panel()
    match against.code:
        case "winnings-unclaimed":
            act = SetInput(input_state.replace(panel=Panel.REPORT).with_pick("report", "hand-over"))
            yield KeysBlock(
                controls=(replace(_command_key(context, correction_commands.HandOver, "to-hand-over", act), key="1"),),
                columns=1,
            )
        case "sealed-card-left":
            act = SetInput(input_state.replace(panel=Panel.SHOE))
            label = label_text(context, "house.menu-shoe")
            yield KeysBlock(controls=(Control(name="to-end-shoe", label=label, act=act, key="1"),), columns=1)
        case _:
            pass


def _closing_step(context: ScreenContext, act: CloseTableAction) -> Control:
    """The one key that closes the table, pressed twice; whose PIN was keyed is known only once it is given."""
    confirming = context.input_state.confirming == CLOSE_TABLE_KEY
    return form_next_step(
        CLOSE_TABLE_KEY,
        label_text(context, f"house.{CLOSE_TABLE_KEY}-really" if confirming else f"house.{CLOSE_TABLE_KEY}"),
        act if confirming else SetInput(context.input_state.replace(confirming=CLOSE_TABLE_KEY)),
        sub=label_text(context, "house.closing-again" if confirming else "house.closing-twice"),
    )


_CLOSER, _REASON = "closer", "closing-reason"


def _closing_fields(context: ScreenContext, *, own: bool, unnoticed: bool) -> tuple[Field, ...]:
    """Why no notice was given in time, where the law of the house asks for one; and who closes the table."""
    label, value = label_text(context, "house.closing-reason"), context.input_state.text(_REASON)
    reason = (Field(name=_REASON, label=label, value=value, pad=Pad.LETTERS),) if unnoticed else ()
    return (*reason, *(() if own else _closer_fields(context)))


def _law_blocks(context: ScreenContext, *, unnoticed: bool) -> Iterator[Block]:
    """The notice that the law asks for before a table closes, and the disputes that stay open after it."""
    notice = context.state.law.notice
    if notice is not None:
        time = f"{local_time(notice.at, notice.offset):%H:%M:%S}"
        yield NoteBlock(text=label_text(context, "house.notice-given", time=time), tone=Tone.GOOD)
    if unnoticed:
        yield NoteBlock(text=label_text(context, "house.notice-missing"), tone=Tone.ATTENTION, framed=True)
        act = GiveNotice(then=context.input_state.close_panel())
        key = Control(name="give-notice", label=label_text(context, "house.give-notice"), act=act)
        yield KeysBlock(controls=(key,), columns=1)
    count = len(current_disputes(context))
    if count:
        text = label_text(context, "house.disputes-at-close", count=str(count))
        yield NoteBlock(text=text, tone=Tone.ATTENTION, framed=True)


def _closer_fields(context: ScreenContext) -> tuple[Field, ...]:
    return credential_fields(context, _CLOSER, label_text(context, "house.badge-in-charge"))


def _closing_summary(at: TableContext) -> RowsBlock:
    """Table, document, cards, and the rounds that ended since it was opened.

    What is still open of them is the reason why it cannot be closed.
    """
    context, state = at.context, at.context.state.table
    facts = (
        ("table", at.table.name),
        ("document", f"{at.rules.book.identity.short_name} · {at.rules.layout.letter}"),
        ("rounds", str(sum(past.sitting == state.sittings for past in state.history))),
        ("cards", str(state.shoe.used) if at.rules.baccarat is not None else ""),
    )
    rows = tuple(
        ListRow(name=f"closing:{name}", title=label_text(context, f"house.closing-{name}").first, right=value)
        for name, value in facts
        if value
    )
    return RowsBlock(rows=rows)


# The stop


def _stop_control(context: ScreenContext) -> Control | None:
    """Between rounds only; who is in charge stops the station, or keys a PIN for it. Enter never does."""
    if context.state.people.kind is None:
        return None
    reason = _stop_reason(context)
    if reason:
        label = label_text(context, f"house.{STOP_KEY}")
        return Control(name=STOP_KEY, label=label, waits=reason, weight=Weight.GRAVE)
    if is_supervisor_here(context):
        return _grave_key(context, STOP_KEY, StopStation())
    by = read_credentials(context, _STOPPER) if context.input_state.confirming == STOP_KEY else None
    if by is not None:
        return _grave_key(context, STOP_KEY, StopStation(by=by))
    return Control(
        name=STOP_KEY,
        label=label_text(context, f"house.{STOP_KEY}"),
        act=SetInput(context.input_state.replace(confirming=STOP_KEY, writes=f"badge-{_STOPPER}")),
        weight=Weight.GRAVE,
        picked=context.input_state.confirming == STOP_KEY,
    )


def _stop_reason(context: ScreenContext) -> ScreenText:
    round_on = open_round_refusal(context.state) is not None
    return label_text(context, "house.round-first") if round_on else _signed_out_text(context)


def _stop_fields(context: ScreenContext) -> tuple[Field, ...]:
    if context.input_state.confirming != STOP_KEY or is_supervisor_here(context) or _stop_reason(context):
        return ()
    return credential_fields(context, _STOPPER, label_text(context, "house.badge-in-charge"))


def _stop_hint(context: ScreenContext) -> Control:
    """Once badge and PIN are keyed nothing is left to Enter: the station is stopped where it was begun."""
    return form_next_step(
        "stop-now", label_text(context, f"house.{STOP_KEY}"), None, waits=label_text(context, "house.stop-again")
    )


def menu_key(context: ScreenContext) -> Control:
    """What opens the menu, at any time; what is typed elsewhere stays."""
    there = context.input_state.replace(panel=Panel.MENU, writes="", confirming="")
    return Control(name="menu", label=label_text(context, "house.menu"), act=SetInput(there), key="F10")


SHOE_SIMULATIONS = ("card", "cutting-card", "unreadable", "lost", "error", "cancel-error", "unplug", "plug")
TUMBLER_SIMULATIONS = ("tumble", "under-tumbled", "cocked-die", "unplug", "plug")
"""What the simulated devices know to do, by the names that they have for it."""
_SIMULATIONS = {"shoe": SHOE_SIMULATIONS, "tumbler": TUMBLER_SIMULATIONS}


def demo_ribbon(context: ScreenContext) -> Ribbon | None:
    """Nothing where the folder is live. What moves a demonstration is on the dealer's screen alone."""
    if not (context.is_demo or (context.state.people.kind is None and folder_kind(context) is FolderKind.DEMO)):
        return None
    return Ribbon(
        text=label_text(context, "house.demonstration"),
        controls=() if context.is_monitor else tuple(_simulation_keys(context)),
    )


def _simulation_keys(context: ScreenContext) -> Iterator[Control]:
    """Of the devices that the open table can have, and the customer display; before a table is open also practice."""
    yield Control(
        name="display",
        label=label_text(context, "house.to-display"),
        act=ToggleDisplay(),
        key="F11",
        weight=Weight.QUIET,
        picked=context.is_display_alive is not None,
    )
    rules = context.rules
    if rules is None:
        yield Control(
            name="practice",
            label=label_text(context, "house.to-practice"),
            act=Practise("open"),
            key="F12",
            weight=Weight.QUIET,
        )
        return
    wanted = "tumbler" if rules.baccarat is None else "shoe"
    for name in context.demo_devices:
        kind = context.devices.get(name, name)
        if kind != wanted:
            continue
        for what in _SIMULATIONS[kind]:
            yield Control(
                name=f"simulate:{name}:{what}",
                label=label_text(context, f"house.simulate-{what}"),
                act=Simulate(name, what),
                weight=Weight.QUIET,
            )

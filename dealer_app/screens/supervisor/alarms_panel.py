"""The alarms of a station for who is in charge: each with what to do, acknowledged or shelved here.

`alarm_rows` is also for a page that lists what needs a supervisor. Nothing of it is on the dealer's own screen.
"""

from datetime import UTC, datetime, timedelta

from dealer_app.screens.actions import AcknowledgeAlarm, RestartDisplay, SetInput, ShelveAlarm
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
from dealer_app.screens.house.forms import EntryForm, Field, Pad, number_fault, parse_number
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import back_step, close_control, form_next_step, refusal_note
from dealer_app.screens.labels import device_name_text, label_text, person_name, section_text
from dealer_app.screens.screen import Overlay
from dealer_app.station.supervisor.alarms import GRAVEST, RATE_GOAL, Alarm, alarm_rate, can_shelve, order_alarms
from dealer_app.station_events import AlarmKind

_REASON, _MINUTES = "shelve-reason", "shelve-minutes"
_MOST_MINUTES = 480
_MOST_ROWS = 6
_MICROSECONDS = 1_000_000


def time_text(utc: int, offset: int) -> str:
    """The time of day at the table."""
    return f"{datetime.fromtimestamp(utc // _MICROSECONDS, UTC) + timedelta(minutes=offset):%H:%M:%S}"


def alarm_title(context: ScreenContext, alarm: Alarm) -> ScreenText:
    """What is wrong, a device by what it is."""
    subject: ScreenText | str = alarm.subject
    if alarm.kind is AlarmKind.DEVICE_LOST:
        subject = device_name_text(context.words, context.devices.get(alarm.subject, ""), alarm.subject)
    if not alarm.subject:
        return section_text(context.words, "alarm-kind", alarm.kind.value)
    return section_text(context.words, "alarm-kind", alarm.kind.value, subject=subject)


def alarm_action(context: ScreenContext, alarm: Alarm) -> ScreenText:
    """What to do about it."""
    return section_text(context.words, "alarm-action", alarm.kind.value)


def alarm_rows(context: ScreenContext, most: int = _MOST_ROWS) -> tuple[ListRow, ...]:
    """The alarms, the gravest first; a touch opens them in their panel. None for whom they are not for."""
    if not is_supervisor_here(context):
        return ()
    shown = order_alarms(context.state.alarms, context.moment)[:most]
    return tuple(_alarm_row(context, alarm, place) for place, alarm in enumerate(shown, start=1))


def _alarm_row(context: ScreenContext, alarm: Alarm, place: int) -> ListRow:
    name = f"alarm:{alarm.number}"
    input_state = context.input_state
    opened = input_state if input_state.panel is Panel.ALARMS else input_state.close_panel()
    tone = Tone.STOP if alarm.priority == GRAVEST else Tone.ATTENTION
    return ListRow(
        name=name,
        title=alarm_title(context, alarm).first,
        lines=(alarm_grade(context, alarm).first, alarm_state(context, alarm).first),
        framed=input_state.framed == name,
        tone=Tone.QUIET if alarm.is_shelved(context.moment) or alarm.seen_by else tone,
        act=SetInput(opened.replace(panel=Panel.ALARMS, framed=name)),
        key="" if input_state.writes else str(place),
    )


def alarm_grade(context: ScreenContext, alarm: Alarm) -> ScreenText:
    """How grave it is, and since when it is there."""
    time = time_text(alarm.at, alarm.offset)
    return label_text(context, "alarms.since", priority=str(alarm.priority), time=time)


def alarm_state(context: ScreenContext, alarm: Alarm) -> ScreenText:
    """Shelved until when and why, over, or seen by whom."""
    if alarm.is_shelved(context.moment):
        return label_text(
            context,
            "alarms.shelved",
            name=person_name(context, alarm.shelved_by),
            time=time_text(alarm.until, alarm.offset),
            reason=alarm.reason,
        )
    if alarm.over:
        return label_text(context, "alarms.over")
    if alarm.seen_by:
        name, time = person_name(context, alarm.seen_by), time_text(alarm.seen_at, alarm.offset)
        return label_text(context, "alarms.seen", name=name, time=time)
    return label_text(context, "alarms.unseen")


def rate_text(context: ScreenContext) -> ScreenText:
    """How many alarms there were within the hour, beside how many there should be at most."""
    rate = alarm_rate(context.state.alarms, context.moment)
    return label_text(context, "alarms.rate", rate=str(rate), goal=str(RATE_GOAL))


def supervisors_only_panel(context: ScreenContext, panel: Panel) -> Overlay:
    """In the place of what others may not read."""
    title = label_text(context, f"alarms.{panel.value}" if panel is not Panel.ALARMS else "alarms.title")
    note = NoteBlock(text=label_text(context, "alarms.supervisors-only"), framed=True, tone=Tone.ATTENTION)
    back = back_step(context)
    return Overlay(name=panel.value, title=title, left_column=(note,), primary=back, close=close_control(context))


def alarms_panel(context: ScreenContext) -> Overlay:
    """At the left the alarms, at the right what becomes of the one that was touched."""
    title = label_text(context, "alarms.title")
    if not is_supervisor_here(context):
        return supervisors_only_panel(context, Panel.ALARMS)
    alarm = _framed_alarm(context)
    can_write = alarm is not None and can_shelve(alarm)
    form = EntryForm(context, _shelving_fields(context) if can_write else (), start=_REASON)
    primary = back_step(context)
    if alarm is not None and _is_begun(form):
        # Enter goes on with what was begun, and never acknowledges it instead.
        shelve = _shelve_key(context, alarm)
        primary = form.next_control(form_next_step(shelve.name, shelve.label, shelve.act, waits=shelve.waits))
    elif alarm is not None and (not alarm.seen_by or alarm.over):
        then = context.input_state.close_panel().replace(panel=Panel.ALARMS)
        primary = form_next_step(
            "acknowledge", label_text(context, "alarms.acknowledge"), AcknowledgeAlarm(number=alarm.number, then=then)
        )
    return Overlay(
        name=Panel.ALARMS.value,
        title=title,
        sub=label_text(context, "alarms.sub"),
        left_column=(*_list_blocks(context), *_other_pages(context)),
        right_column=(*refusal_note(context), *_alarm_blocks(context, alarm, form)),
        primary=primary,
        close=close_control(context),
        # Digits open alarms and pages until something is written where the caret is.
        writes="",
    )


def _framed_alarm(context: ScreenContext) -> Alarm | None:
    _, _, number = context.input_state.framed.partition("alarm:")
    return context.state.alarms.open.get(int(number)) if number.isdecimal() else None


def _list_blocks(context: ScreenContext) -> tuple[Block, ...]:
    rows = alarm_rows(context)
    quiet = NoteBlock(text=label_text(context, "alarms.none"), tone=Tone.GOOD)
    return (NoteBlock(text=rate_text(context)), RowsBlock(rows=rows) if rows else quiet)


def _other_pages(context: ScreenContext) -> tuple[Block, ...]:
    if context.rules is None or context.rules.baccarat is None:
        return ()
    empty = context.input_state.close_panel()
    keys = tuple(
        Control(
            name=f"open:{panel.value}",
            label=label_text(context, f"alarms.{panel.value}"),
            act=SetInput(empty.replace(panel=panel)),
            key="" if context.input_state.writes else key,
        )
        for panel, key in ((Panel.SHOE_ORDER, "7"), (Panel.LIVE_ODDS, "8"))
    )
    return (KeysBlock(controls=keys, columns=2),)


def _alarm_blocks(context: ScreenContext, alarm: Alarm | None, form: EntryForm) -> tuple[Block, ...]:
    if alarm is None:
        return (NoteBlock(text=label_text(context, "alarms.choose")),) if context.state.alarms.open else ()
    tone = Tone.STOP if alarm.priority == GRAVEST else Tone.ATTENTION
    heading = HeadingBlock(text=alarm_title(context, alarm), tone=tone)
    action: tuple[Block, ...] = (NoteBlock(text=alarm_action(context, alarm), framed=True),)
    if alarm.kind is AlarmKind.DISPLAY_LOST and not alarm.over:
        action = (*action, KeysBlock(controls=(_restart_key(context, alarm),), columns=1))
    if not can_shelve(alarm):
        return (heading, *action, NoteBlock(text=label_text(context, "alarms.not-shelvable"), tone=Tone.QUIET))
    shelve = () if _is_begun(form) else (KeysBlock(controls=(_shelve_key(context, alarm),), columns=1),)
    return (heading, *action, *form.entry_blocks(), *_pad_of(form), *shelve)


def _restart_key(context: ScreenContext, alarm: Alarm) -> Control:
    then = context.input_state.close_panel().replace(panel=Panel.ALARMS)
    return Control(
        name="restart-display",
        label=label_text(context, "alarms.restart-display"),
        act=RestartDisplay(number=alarm.number, then=then),
        key="" if context.input_state.writes else "9",
        icon="refresh",
    )


def _pad_of(form: EntryForm) -> tuple[Block, ...]:
    return form.pad_keys(titled=False) if form.focus_field is not None else ()


def _is_begun(form: EntryForm) -> bool:
    """Whether a reason or a length is keyed: then shelving is the next step."""
    return any(field.value.strip() for field in form.fields)


def _shelving_fields(context: ScreenContext) -> tuple[Field, Field]:
    """Nothing is asked for before one of them is begun."""
    minutes = context.input_state.text(_MINUTES)
    begun = bool(minutes.strip() or context.input_state.text(_REASON).strip())
    reason = Field(
        name=_REASON,
        label=label_text(context, "alarms.reason"),
        value=context.input_state.text(_REASON),
        needed=begun,
        pad=Pad.LETTERS,
    )
    length = Field(
        name=_MINUTES,
        label=label_text(context, "alarms.minutes"),
        value=minutes,
        wrong=number_fault(context, minutes),
        needed=begun,
        pad=Pad.DIGITS,
    )
    return reason, length


def _shelve_key(context: ScreenContext, alarm: Alarm) -> Control:
    reason = context.input_state.text(_REASON).strip()
    minutes = parse_number(context.input_state.text(_MINUTES)) or 0
    then = context.input_state.close_panel().replace(panel=Panel.ALARMS)
    act = ShelveAlarm(number=alarm.number, reason=reason, minutes=minutes, then=then)
    is_complete = bool(reason) and 0 < minutes <= _MOST_MINUTES
    return Control(
        name="shelve",
        label=label_text(context, "alarms.shelve"),
        act=act if is_complete else None,
        waits=NO_TEXT if is_complete else label_text(context, "alarms.reason-first"),
    )

"""The panels of settings, limits and backups: gaming day, idle times, hand dealing, the sign, state of the backups.

A manager sets the settings; in a live house two people confirm a change of the sign. A failed backup stays an alarm
until a supervisor has noted it.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from dealer_app.device_questions import REFUSED, SIMULATED_DEVICES
from dealer_app.domain.limits import TableLimits
from dealer_app.domain.round import commands
from dealer_app.domain.round.table_settings import smallest_chip
from dealer_app.journal.heads import head_text
from dealer_app.journal.records import Head
from dealer_app.people.authority import find_authority
from dealer_app.people.events import FolderKind
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.screens.actions import ChangeSetting, NoteBackupAlarm, SendCommand, SetInput, new_command
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    GapBlock,
    HeadingBlock,
    ListRow,
    NoteBlock,
    RowsBlock,
    ScreenText,
    Tone,
)
from dealer_app.screens.context import ScreenContext, is_supervisor_here
from dealer_app.screens.house.forms import (
    EntryForm,
    Field,
    Pad,
    credential_fields,
    is_board_open,
    read_credentials,
)
from dealer_app.screens.house.limit_form import LimitForm
from dealer_app.screens.house.people_panels import clear_credentials, confirm_fields, joint_decision
from dealer_app.screens.input_state import Panel
from dealer_app.screens.kit import back_step, close_control, form_next_step
from dealer_app.screens.labels import bilingual_text, label_text
from dealer_app.screens.round.table_context import open_table
from dealer_app.screens.screen import Overlay
from dealer_app.station.backups import AT_CLOSE, BackupState
from dealer_app.station.house_law import CLOSING_LAW, DEVICE_FAULT_LAW, DISPUTE_LAW, LAW_OFF, LAW_ON, LAWS, is_law_on
from dealer_app.station.state import (
    CLOSED_BY_DEALER,
    CLOSED_BY_SUPERVISOR,
    DEALER_ALONE,
    DEALER_AND_SECOND,
    GAMING_DAY,
    HAND_DEALING,
    IDLE,
    MINUTES_A_DAY,
    SHIFT_LENGTH,
    TABLE_CLOSING,
    TWO_PERSON_SETTINGS,
    day_change_minute,
    idle_minutes,
    is_valid_setting,
    list_settings,
    may_dealer_close,
    may_key_alone,
    shift_minutes,
)
from dealer_app.station.supervisor.checklists import CHECKLISTS, NEEDED, NOT_NEEDED, is_checklist_needed
from dealer_app.station.two_people import ProposeLimits, ProposeSetting, limits_text
from dealer_app.station_events import BackupFailed, NoBackup

_VALUE_ENTRY, _MANAGER, _IN_CHARGE = "setting", "manager", "in-charge"
_MINUTES_PER_HOUR, _FEWEST_DIGITS, _MOST_DIGITS = 60, 3, 4


def settings_panel(context: ScreenContext) -> Overlay:
    """At the left what is in force, at the right another value for what is framed."""
    of = context.input_state.framed if context.input_state.framed in list_settings() else GAMING_DAY
    minutes = _parse_value(of, context.input_state.text(_VALUE_ENTRY))
    form = EntryForm(context, (_value_field(context, of, minutes), *_signer_fields(context, of, minutes)))
    return Overlay(
        name=Panel.SETTINGS.value,
        title=label_text(context, "house.settings"),
        sub=label_text(context, "house.settings-sub"),
        left_column=_current_blocks(context, of),
        right_column=form.rail_blocks(),
        primary=form.next_control(_change_control(context, of, minutes)),
        close=close_control(context),
        writes=form.writes,
    )


def _current_blocks(context: ScreenContext, of: str) -> tuple[Block, ...]:
    idle = tuple(f"{IDLE}:{position.value}" for position in Position)
    nobody = (
        ()
        if _is_manager(context) or _has_managers(context)
        else (NoteBlock(text=label_text(context, "house.no-manager"), tone=Tone.ATTENTION),)
    )
    return (
        *nobody,
        RowsBlock(
            rows=tuple(
                _value_row(context, name, of)
                for name in (GAMING_DAY, SHIFT_LENGTH, HAND_DEALING, TABLE_CLOSING, CHECKLISTS, SIMULATED_DEVICES)
            )
        ),
        HeadingBlock(text=label_text(context, "house.laws")),
        RowsBlock(rows=tuple(_value_row(context, name, of) for name in LAWS)),
        *((NoteBlock(text=label_text(context, _LAW_SOURCES[of]), tone=Tone.QUIET),) if of in LAWS else ()),
        HeadingBlock(text=label_text(context, "house.idle-times")),
        RowsBlock(rows=tuple(_value_row(context, name, of) for name in idle)),
    )


def _value_row(context: ScreenContext, name: str, of: str) -> ListRow:
    """Touched, another value is keyed for it."""
    return ListRow(
        name=f"setting:{name}",
        title=_row_name(context, name).first,
        right=_value_text(context, name, _current_value(context, name)).first,
        framed=name == of,
        act=SetInput(context.input_state.with_text(_VALUE_ENTRY, "").replace(framed=name, writes=_VALUE_ENTRY)),
    )


_LAW_SOURCES = {
    DISPUTE_LAW: "house.law-disputes-source",
    CLOSING_LAW: "house.law-closing-source",
    DEVICE_FAULT_LAW: "house.law-device-fault-source",
}
_LAW_CODES = {
    DISPUTE_LAW: "house.law-disputes",
    CLOSING_LAW: "house.law-closing",
    DEVICE_FAULT_LAW: "house.law-device-fault",
}


def _row_name(context: ScreenContext, name: str) -> ScreenText:
    if name == GAMING_DAY:
        return label_text(context, "house.gaming-day-changes")
    if name == SHIFT_LENGTH:
        return label_text(context, "house.shift-length")
    if name == HAND_DEALING:
        return label_text(context, "house.hand-dealing")
    if name == TABLE_CLOSING:
        return label_text(context, "house.table-closing")
    if name == CHECKLISTS:
        return label_text(context, "house.checklists")
    if name == SIMULATED_DEVICES:
        return label_text(context, "house.simulated-devices")
    if name in LAWS:
        return label_text(context, _LAW_CODES[name])
    return label_text(context, "position." + name.removeprefix(f"{IDLE}:"))


def _current_value(context: ScreenContext, name: str) -> int:
    kept = context.state.settings
    if name == GAMING_DAY:
        return day_change_minute(kept)
    if name == SHIFT_LENGTH:
        return shift_minutes(kept)
    if name == HAND_DEALING:
        return DEALER_ALONE if may_key_alone(kept) else DEALER_AND_SECOND
    if name == TABLE_CLOSING:
        return CLOSED_BY_DEALER if may_dealer_close(kept) else CLOSED_BY_SUPERVISOR
    if name == CHECKLISTS:
        return NEEDED if is_checklist_needed(kept) else NOT_NEEDED
    if name == SIMULATED_DEVICES:
        return int(kept.get(SIMULATED_DEVICES, REFUSED))
    if name in LAWS:
        return LAW_ON if is_law_on(kept, name) else LAW_OFF
    return idle_minutes(kept, context.positions)[Position(name.removeprefix(f"{IDLE}:"))]


def _value_text(context: ScreenContext, name: str, minutes: int) -> ScreenText:
    if name == GAMING_DAY:
        return ScreenText(f"{minutes // _MINUTES_PER_HOUR:02}:{minutes % _MINUTES_PER_HOUR:02}")
    if name == HAND_DEALING:
        return label_text(context, "house.keys-alone" if minutes == DEALER_ALONE else "house.keys-with-two")
    if name == TABLE_CLOSING:
        return label_text(context, "house.dealer-closes" if minutes == CLOSED_BY_DEALER else "house.supervisor-closes")
    if name == CHECKLISTS:
        return label_text(context, "house.checklists-off" if minutes == NOT_NEEDED else "house.checklists-on")
    if name == SIMULATED_DEVICES:
        return label_text(context, "house.programs-refused" if minutes == REFUSED else "house.programs-allowed")
    if name in LAWS:
        return label_text(context, "house.law-off" if minutes == LAW_OFF else "house.law-on")
    return label_text(context, "house.minutes", minutes=str(minutes))


# What is keyed


def _parse_value(of: str, text: str) -> int | None:
    """A time of day, or a number of minutes; nothing where it is neither."""
    digits = text.strip().replace(":", "")
    if not (digits.isascii() and digits.isdecimal()) or len(digits) > _MOST_DIGITS:
        return None
    if of != GAMING_DAY:
        return int(digits) if is_valid_setting(of, int(digits)) else None
    hours, minutes = divmod(int(digits), 100)
    whole = len(digits) >= _FEWEST_DIGITS and minutes < _MINUTES_PER_HOUR
    return (
        hours * _MINUTES_PER_HOUR + minutes if whole and hours * _MINUTES_PER_HOUR + minutes < MINUTES_A_DAY else None
    )


_FAULT_CODES = {
    GAMING_DAY: "no-time",
    HAND_DEALING: "no-people",
    TABLE_CLOSING: "no-people",
    CHECKLISTS: "no-programs",
    SIMULATED_DEVICES: "no-programs",
    **dict.fromkeys(LAWS, "no-programs"),
}
_HINT_CODES = {
    GAMING_DAY: "time-hint",
    SHIFT_LENGTH: "minutes-hint",
    HAND_DEALING: "people-hint",
    TABLE_CLOSING: "people-hint",
    CHECKLISTS: "checklists-hint",
    SIMULATED_DEVICES: "programs-hint",
    **dict.fromkeys(LAWS, "programs-hint"),
}


def _value_field(context: ScreenContext, of: str, minutes: int | None) -> Field:
    text = context.input_state.text(_VALUE_ENTRY)
    lacks = NO_TEXT
    if text and minutes is None:
        lacks = label_text(context, "house." + _FAULT_CODES.get(of, "no-minutes"))
    elif minutes == _current_value(context, of):
        lacks = label_text(context, "house.so-already")
    label = (
        _row_name(context, of)
        if of in _HINT_CODES
        else label_text(context, "house.idle-of", position=_row_name(context, of))
    )
    return Field(
        name=_VALUE_ENTRY,
        label=label,
        value=text,
        lacks=lacks,
        hint=label_text(context, "house." + _HINT_CODES.get(of, "minutes-hint")),
        pad=Pad.DIGITS,
    )


# Who sets it


def _is_manager(context: ScreenContext) -> bool:
    who = context.current_account
    return who is not None and find_authority(context.state.people, who.badge, MANAGERS, context.moment) is not None


def _has_managers(context: ScreenContext) -> bool:
    people = context.state.people
    return any(
        account.enabled and find_authority(people, badge, MANAGERS, context.moment) is not None
        for badge, account in people.accounts.items()
    )


def _new_proposal(of: str, value: int) -> ProposeSetting:
    return ProposeSetting(setting=of, value=value)


def _signer_fields(context: ScreenContext, of: str, minutes: int | None) -> tuple[Field, ...]:
    if of in TWO_PERSON_SETTINGS:
        return confirm_fields(context, _new_proposal(of, minutes or 0))
    return (
        () if _is_manager(context) else credential_fields(context, _MANAGER, label_text(context, "house.badge-manager"))
    )


def _change_control(context: ScreenContext, of: str, minutes: int | None) -> Control:
    by = read_credentials(context, _MANAGER)
    label = label_text(context, "house.change-setting")
    if of in TWO_PERSON_SETTINGS:
        two = None
        if minutes is not None and minutes != _current_value(context, of):
            then = clear_credentials(context.input_state.close_panel()).replace(panel=Panel.SETTINGS, framed=of)
            two = joint_decision(context, _new_proposal(of, minutes), then)
        return form_next_step(
            "change-setting", label, two, sub=NO_TEXT if minutes is None else _value_text(context, of, minutes)
        )
    if minutes is None or (by is None and not _is_manager(context)):
        return form_next_step("change-setting", label, None)
    then = context.input_state.close_panel().replace(panel=Panel.SETTINGS, framed=of)
    act = ChangeSetting(setting=of, minutes=minutes, by=None if _is_manager(context) else by, then=then)
    return form_next_step("change-setting", label, act, sub=_value_text(context, of, minutes))


_NOTER = "notes-backup"
_MICROSECONDS = 1_000_000


def backups_panel(context: ScreenContext) -> Overlay:
    """At the left the state of the backups; at the right badge and PIN of the person who notes a fault."""
    alarm = context.state.backups.alarm
    own = is_supervisor_here(context)
    form = EntryForm(
        context,
        ()
        if own or alarm is None
        else credential_fields(context, _NOTER, label_text(context, "house.badge-in-charge")),
    )
    done = back_step(context)
    if alarm is not None:
        by = None if own else read_credentials(context, _NOTER)
        act = NoteBackupAlarm(by=by, then=context.input_state.close_panel()) if own or by is not None else None
        done = form_next_step("note-backup", label_text(context, "house.note-backup"), act)
    return Overlay(
        name=Panel.BACKUPS.value,
        title=label_text(context, "house.backups"),
        sub=label_text(context, "house.backups-sub"),
        left_column=tuple(_backup_blocks(context)),
        right_column=form.rail_blocks(),
        primary=form.next_control(done),
        close=close_control(context),
        writes=form.writes,
    )


def backup_failure_text(context: ScreenContext, failed: BackupFailed) -> ScreenText:
    """What went wrong, and what to do."""
    reason = bilingual_text(context.words, lambda each: each.no_backup(failed.why.value, failed.detail))
    return label_text(context, "alarm.backup-failed", reason=reason)


def _backup_blocks(context: ScreenContext) -> Iterator[Block]:
    planned = context.state.backups
    if planned.failed is not None:
        tone = Tone.STOP if planned.failed.why is NoBackup.DAMAGED else Tone.ATTENTION
        yield NoteBlock(text=backup_failure_text(context, planned.failed), framed=True, tone=tone)
    yield RowsBlock(rows=tuple(_backup_rows(context, planned)))


def _backup_rows(context: ScreenContext, planned: BackupState) -> Iterator[ListRow]:
    often = label_text(context, "house.backups-at-close")
    if planned.hours != AT_CLOSE:
        often = label_text(context, "house.backups-hours", hours=str(planned.hours))
    yield _backup_row(context, "often", often.first)
    yield ListRow(name="backups:place", title=label_text(context, "house.backups-place").first, lines=(planned.place,))
    yield _backup_row(context, "kept", label_text(context, "house.backups-number", number=str(planned.most)).first)
    if not planned.made or planned.tried is None:
        yield _backup_row(context, "last", label_text(context, "house.backups-none").first)
        return
    copy = planned.made[-1]
    head = head_text(Head(copy.sequence, bytes.fromhex(copy.hash)))
    title, right = label_text(context, "house.backups-last").first, ""
    if planned.failed is None:
        right = _time_text(context, planned.tried.at)
    yield ListRow(name="backups:last", title=title, lines=(head,), right=right)


def _backup_row(context: ScreenContext, code: str, value: str) -> ListRow:
    return ListRow(name=f"backups:{code}", title=label_text(context, f"house.backups-{code}").first, right=value)


def _time_text(context: ScreenContext, utc: int) -> str:
    there = datetime.fromtimestamp(utc // _MICROSECONDS, UTC) + timedelta(minutes=context.moment.offset)
    return f"{there:%Y-%m-%d %H:%M}"


# The limits of the table


def limits_panel(context: ScreenContext) -> Overlay:
    """What is typed here is a new sign; until somebody in charge has confirmed it the old one is in force."""
    at = open_table(context)
    rules, table = at.rules, at.table
    sign = LimitForm(context, rules.book, rules.layout, table.limits, smallest_chip(rules, table))
    wanted = sign.read_limits()
    changed = wanted is None or limits_text(wanted) != limits_text(table.limits)
    possible = at.is_allowed(commands.ChangeLimits) and context.current_account is not None
    who, primary = _confirm_form(context, table.name, wanted if changed and possible else None)
    form = EntryForm(context, (*sign.fields, *who.fields)) if possible else EntryForm(context, ())
    if not changed or not possible:
        primary = back_step(context)
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

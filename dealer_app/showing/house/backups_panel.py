"""The station's own backups: where, how often, the latest, and what went wrong, until who is in charge has noted it."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from dealer_app.journal.head_words import head_text
from dealer_app.journal.record import Head
from dealer_app.showing.acts import NoteBackupAlarm
from dealer_app.showing.blocks import Block, Note, Row, Rows
from dealer_app.showing.fingers import Panel
from dealer_app.showing.house.forms import Form, credential_fields, credentials
from dealer_app.showing.house.saying import back, next_step, say
from dealer_app.showing.in_charge import in_charge_here
from dealer_app.showing.lines import Line, Tone
from dealer_app.showing.screen import Overlay
from dealer_app.showing.seeing import Seeing
from dealer_app.showing.texts import line, put
from dealer_app.station.backups import AT_CLOSE, Backups
from dealer_app.station.facts import BackupFailed, NoBackup

_NOTES = "notes-backup"
_SECOND = 1_000_000


def backups(seeing: Seeing) -> Overlay:
    """At the left how it stands; at the right badge and PIN of who notes that something is wrong."""
    alarm = seeing.state.backups.alarm
    own = in_charge_here(seeing)
    form = Form(
        seeing,
        () if own or alarm is None else credential_fields(seeing, _NOTES, say(seeing, "badge-in-charge")),
    )
    done = next_step("back", say(seeing, "back"), back(seeing).act)
    if alarm is not None:
        by = None if own else credentials(seeing, _NOTES)
        act = NoteBackupAlarm(by=by, then=seeing.fingers.closed()) if own or by is not None else None
        done = next_step("note-backup", say(seeing, "note-backup"), act)
    return Overlay(
        name=Panel.BACKUPS.value,
        title=say(seeing, "backups"),
        sub=say(seeing, "backups-sub"),
        left_column=tuple(_stands(seeing)),
        right_column=form.on_the_rail(),
        primary=form.step(done),
        close=back(seeing),
        writes=form.writes,
    )


def failure_line(seeing: Seeing, failed: BackupFailed) -> Line:
    """What went wrong, and what to do."""
    reason = line(seeing.words, lambda each: each.no_backup(failed.why.value, failed.detail))
    return put(seeing.words, "alarm", "backup-failed", reason=reason)


def _stands(seeing: Seeing) -> Iterator[Block]:
    planned = seeing.state.backups
    if planned.failed is not None:
        tone = Tone.STOP if planned.failed.why is NoBackup.DAMAGED else Tone.ATTENTION
        yield Note(text=failure_line(seeing, planned.failed), framed=True, tone=tone)
    yield Rows(rows=tuple(_rows(seeing, planned)))


def _rows(seeing: Seeing, planned: Backups) -> Iterator[Row]:
    often = say(seeing, "backups-at-close")
    if planned.hours != AT_CLOSE:
        often = say(seeing, "backups-hours", hours=str(planned.hours))
    yield _fact(seeing, "often", often.first)
    yield Row(name="backups:place", title=say(seeing, "backups-place").first, lines=(planned.place,))
    yield _fact(seeing, "kept", say(seeing, "backups-number", number=str(planned.most)).first)
    if not planned.made or planned.tried is None:
        yield _fact(seeing, "last", say(seeing, "backups-none").first)
        return
    copy = planned.made[-1]
    head = head_text(Head(copy.sequence, bytes.fromhex(copy.hash)))
    title, right = say(seeing, "backups-last").first, ""
    if planned.failed is None:
        right = _time(seeing, planned.tried.at)
    yield Row(name="backups:last", title=title, lines=(head,), right=right)


def _fact(seeing: Seeing, code: str, value: str) -> Row:
    return Row(name=f"backups:{code}", title=say(seeing, f"backups-{code}").first, right=value)


def _time(seeing: Seeing, utc: int) -> str:
    there = datetime.fromtimestamp(utc // _SECOND, UTC) + timedelta(minutes=seeing.moment.offset)
    return f"{there:%Y-%m-%d %H:%M}"

"""The sign-in report: who was signed in when, PINs that were wrong, and the list of people with their rights.

No PIN and nothing that one is checked against is in it.
"""

from collections.abc import Iterator

from dealer_app.clock import Timestamp
from dealer_app.people import events as people
from dealer_app.people.authority import current_positions
from dealer_app.people.events import PinOutcome
from dealer_app.people.positions import MANAGERS, Position
from dealer_app.reports.paper_report import PaperReport, TableBlock, TableCell, TableRow, local_time
from dealer_app.reports.periods import RecordEvent
from dealer_app.reports.report_context import ReportContext, first_alone, span_text
from dealer_app.screens.blocks import NO_TEXT, ScreenText
from dealer_app.station.report_orders import ReportKind

_MICROSECONDS = 1_000_000


def build_sign_ins_report(context: ReportContext) -> PaperReport:
    """Sessions, attempts that failed, and everybody who has an account with what they may do."""
    return context.build_report(ReportKind.SIGN_INS, (_sessions(context), _attempts(context), _accounts(context)))


def _sessions(context: ReportContext) -> TableBlock:
    columns = context.columns(
        "person", "from", "until", "lasted", "ended", "terminal", wide="person", right=("lasted",)
    )
    return context.event_table(
        "sessions", "sessions", columns, _session_rows(context), empty="nobody-signed-in", counts=True
    )


def _session_rows(context: ReportContext) -> Iterator[TableRow]:
    """Those that began in the period, and those that ended in it."""
    begun: dict[int, RecordEvent] = {}
    for each in context.record.happenings:
        match each.event:
            case people.SessionBegun(number=number):
                begun[number] = each
            case people.SessionEnded(number=number) as ended:
                yield _session_row(context, ended.badge, begun.pop(number, None), each)
            case _:
                pass
    for each in begun.values():
        assert isinstance(each.event, people.SessionBegun), "kept of beginnings alone"
        yield _session_row(context, each.event.badge, each, None)


def _session_row(context: ReportContext, badge: str, begun: RecordEvent | None, ended: RecordEvent | None) -> TableRow:
    why, code = context.label("still-signed-in"), "still-signed-in"
    terminal = getattr((ended or begun or context.record.happenings[0]).event, "terminal", "")
    if ended is not None and isinstance(ended.event, people.SessionEnded):
        code = ended.event.why.value
        why = context.word("session-end", code)
    lasted = None if begun is None or ended is None else (ended.entry.utc - begun.entry.utc) // _MICROSECONDS
    return TableRow(
        cells=(
            context.person_cell(badge),
            TableCell(text=context.label("from-before"), value="before") if begun is None else context.time_cell(begun),
            TableCell(text=context.label("not-yet"), value="not-yet") if ended is None else context.time_cell(ended),
            TableCell(text=ScreenText("–" if lasted is None else span_text(lasted)), value=lasted),
            TableCell(text=why, value=code),
            TableCell(text=ScreenText(terminal), value=terminal),
        ),
        marked=ended is None,
    )


def _attempts(context: ReportContext) -> TableBlock:
    columns = context.columns("time", "person", "what", "terminal", wide="person")
    return context.event_table("attempts", "attempts", columns, _attempt_rows(context), empty="no-attempts")


def _attempt_rows(context: ReportContext) -> Iterator[TableRow]:
    for each in context.record.happenings:
        match each.event:
            case people.PinAttempted(badge=badge, outcome=tried, terminal=terminal) if tried is not PinOutcome.RIGHT:
                yield _attempt_row(context, each, badge, context.word("attempt", tried.value), tried.value, terminal)
            case people.UnknownBadgeTried(terminal=terminal):
                yield _attempt_row(context, each, "", context.label("unknown-badge"), "unknown-badge", terminal)
            case people.LockedOut(badge=badge):
                yield _attempt_row(context, each, badge, context.label("locked-out"), "locked-out", "")
            case people.LockEnded(badge=badge):
                yield _attempt_row(context, each, badge, context.label("lock-ended"), "lock-ended", "")
            case _:
                pass


def _attempt_row(
    context: ReportContext, each: RecordEvent, badge: str, text: ScreenText, code: str, terminal: str
) -> TableRow:
    who = context.person_cell(badge) if badge else TableCell(text=context.label("nobody-known"))
    return TableRow(
        cells=(
            context.time_cell(each),
            who,
            TableCell(text=text, value=code),
            TableCell(text=ScreenText(terminal), value=terminal),
        )
    )


def _accounts(context: ReportContext) -> TableBlock:
    """Everybody with an account at the end of the period, and what they may do by their positions then."""
    accounts = context.end.people.accounts
    columns = context.columns("badge", "name", "position", "account", "rights", wide="rights")
    rows = (_account_row(context, badge) for badge in sorted(accounts))
    return context.event_table("people", "people-and-rights", columns, rows, empty="no-accounts", counts=True)


def _account_row(context: ReportContext, badge: str) -> TableRow:
    account = context.end.people.accounts[badge]
    last = context.record.last
    at = Timestamp(utc=last.utc, offset=last.offset, counter=last.counter)
    held = current_positions(context.end.people, badge, at)
    acting = next((each for each in held if each.acting), None)
    more = NO_TEXT
    if acting is not None:
        until = local_time(context.end.people.acting[badge].until, last.offset).strftime("%Y-%m-%d %H:%M")
        more = context.label(
            "acts-until",
            position=context.words_text(lambda words: words.position(acting.position.value, acting=True)),
            time=until,
        )
    rights = account_rights(context, frozenset(each.position for each in held))
    state = "enabled" if account.enabled else "disabled"
    return TableRow(
        cells=(
            TableCell(text=ScreenText(badge), value=badge, strong=True),
            TableCell(text=ScreenText(account.name), value=account.name),
            TableCell(
                text=context.position(account.position),
                sub=more,
                value=account.position.value,
            ),
            TableCell(text=context.word("account", state), value=state),
            TableCell(text=first_alone(_join(context, rights)), value=" ".join(rights)),
        )
    )


def account_rights(context: ReportContext, held: frozenset[Position]) -> tuple[str, ...]:
    """What somebody in these positions may do, by the same rules by which the station judges."""
    positions = context.positions
    supervisors = positions.equal_or_higher(Position.PIT_SUPERVISOR)
    return tuple(
        code
        for code, may in (
            ("deal", positions.table_positions()),
            ("approve", supervisors),
            ("shifts", supervisors),
            ("reports", supervisors),
            ("people", MANAGERS),
            ("settings", MANAGERS),
            ("journal", frozenset({Position.TECHNICIAN})),
        )
        if held & may
    )


def _join(context: ReportContext, rights: tuple[str, ...]) -> ScreenText:
    if not rights:
        return context.label("no-rights")
    return context.words_text(
        lambda words: words.join_texts("list", *(words.text("report", f"right-{code}") for code in rights))
    )

"""The panel of reports: which report, of what and in which form; then its pages, saved or printed.

Who is signed in and may have it is asked nothing; anybody else keys badge and PIN, also while nobody is signed in.
"""

from datetime import date, timedelta

from dealer_app.domain.round.events import ClaimRaised
from dealer_app.people.authority import find_authority
from dealer_app.screens.actions import CancelReport, SetInput, ShowReport, UseReport
from dealer_app.screens.blocks import (
    NO_TEXT,
    Block,
    Control,
    HeadingBlock,
    KeysBlock,
    NoteBlock,
    PageBlock,
    ScreenText,
    TimeBlock,
    Tone,
)
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.house.forms import EntryForm, Field, Pad, credential_fields, read_credentials
from dealer_app.screens.kit import choice_control, close_control, form_next_step, refusal_note
from dealer_app.screens.labels import label_text, section_text
from dealer_app.screens.reports.report_view import PRINTER, ReportTask, ReportView, SavePlace
from dealer_app.screens.screen import Overlay
from dealer_app.station.report_orders import (
    LAST_SHIFT,
    ROUND_KINDS,
    ReportForm,
    ReportKind,
    ReportOrder,
    ReportPeriod,
    report_readers,
)

KIND_PICK, PERIOD_PICK, FORM_PICK, PLACE_PICK, NAMES_PICK = (
    "report-kind",
    "report-period",
    "report-form",
    "report-place",
    "report-names",
)
"""The choices of the panel."""
WHICH_ENTRY, READER = "report-which", "report-reader"
SHIFT, TODAY, YESTERDAY, OTHER = "shift", "today", "yesterday", "other"
_PERIODS = (SHIFT, TODAY, YESTERDAY, OTHER)
PAGE_SIZE = (794, 1123)
"""A page of A4 as it is printed, at 96 pixels an inch."""
_KIND_COLUMNS, _MOST_DIGITS = 2, 9


def reports_overlay(context: ScreenContext) -> Overlay:
    """What is chosen, or the pages once they are there."""
    view = context.report
    return _pages_panel(context, view) if view.pages and view.order is not None else _choice_panel(context, view)


# What is chosen


def kind_in_input(context: ScreenContext) -> ReportKind:
    return ReportKind(context.input_state.pick(KIND_PICK, ReportKind.SHIFT.value))


def order_in_input(context: ScreenContext) -> ReportOrder | None:
    """What is asked for; nothing while the round, the shift or the day is missing or is none."""
    kind, input_state = kind_in_input(context), context.input_state
    period = _chosen_period(context, kind)
    if period is None:
        return None
    return ReportOrder(
        kind=kind,
        period=period,
        form=ReportForm(input_state.pick(FORM_PICK, ReportForm.PDF.value)),
        languages=(context.looks.first.value, context.looks.second.value),
        names=input_state.pick(NAMES_PICK) == "yes",
    )


def _chosen_period(context: ScreenContext, kind: ReportKind) -> ReportPeriod | None:
    typed = context.input_state.text(WHICH_ENTRY).strip()
    if kind is ReportKind.CERTIFICATE:
        return ReportPeriod()
    if kind in ROUND_KINDS:
        number = _parse_number(typed) if typed else _last_round(context)
        return None if not number else ReportPeriod(round=number)
    match context.input_state.pick(PERIOD_PICK, SHIFT):
        case "today":
            return ReportPeriod(first_day=context.day_text, last_day=context.day_text)
        case "yesterday":
            before = (date.fromisoformat(context.day_text) - timedelta(days=1)).isoformat()
            return ReportPeriod(first_day=before, last_day=before)
        case "other":
            return _typed_period(typed)
        case _:
            return ReportPeriod(shift=LAST_SHIFT)


def _typed_period(typed: str) -> ReportPeriod | None:
    """The number of a shift, or a day as eight digits."""
    digits = typed.replace("-", "").replace(".", "")
    if len(digits) == len("20260131") and digits.isdecimal():
        try:
            day = date(int(digits[:4]), int(digits[4:6]), int(digits[6:])).isoformat()
        except ValueError:
            return None
        return ReportPeriod(first_day=day, last_day=day)
    number = _parse_number(typed)
    return None if not number else ReportPeriod(shift=number)


def _parse_number(typed: str) -> int | None:
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) <= _MOST_DIGITS else None


def _last_round(context: ScreenContext) -> int | None:
    """The last round that is over, or the one that is on once it is disputed."""
    table = context.state.table
    disputed = any(isinstance(one.event, ClaimRaised) for one in context.timeline.current_events)
    number = table.rounds - (0 if table.round is None or disputed else 1)
    return number or None


def may_read(context: ScreenContext, kind: ReportKind) -> bool:
    """Whether who is signed in may have it without a PIN."""
    who, readers = context.current_account, report_readers(kind, context.positions)
    return who is not None and find_authority(context.state.people, who.badge, readers, context.moment) is not None


def _choice_panel(context: ScreenContext, view: ReportView) -> Overlay:
    kind, order = kind_in_input(context), order_in_input(context)
    own = may_read(context, kind)
    form = EntryForm(context, (*_which_fields(context, kind), *_reader_fields(context, own=own)))
    by = None if own else read_credentials(context, READER)
    ready = order is not None and (own or by is not None) and view.task is None
    act = ShowReport(order=order, by=by, then=context.input_state) if ready and order is not None else None
    waits = label_text(context, "report.working") if view.task is not None else NO_TEXT
    show = form_next_step("show-report", label_text(context, "report.show-pages"), act, waits=waits)
    busy = view.task is not None
    return Overlay(
        name="reports",
        title=label_text(context, "report.panel"),
        sub=label_text(context, "report.panel-sub"),
        left_column=(*refusal_note(context), *_fault_blocks(context, view), *_kind_blocks(context, kind)),
        right_column=_working_blocks(context, view) if busy else form.rail_blocks(),
        primary=show if busy else form.next_control(show),
        close=close_control(context),
        writes="" if busy else form.writes,
    )


def _kind_blocks(context: ScreenContext, kind: ReportKind) -> tuple[Block, ...]:
    kinds = tuple(
        choice_control(
            context, each.value, label_text(context, f"report.title-{each.value}"), of=KIND_PICK, picked=each is kind
        )
        for each in ReportKind
    )
    blocks: list[Block] = [KeysBlock(controls=kinds, columns=_KIND_COLUMNS)]
    if kind is not ReportKind.CERTIFICATE and kind not in ROUND_KINDS:
        blocks.append(_period_keys(context))
    if kind is ReportKind.SHIFT:
        named = context.input_state.pick(NAMES_PICK) == "yes"
        switch = choice_control(
            context, "no" if named else "yes", label_text(context, "report.names"), of=NAMES_PICK, picked=named
        )
        blocks.append(KeysBlock(controls=(switch,), columns=_KIND_COLUMNS))
    return tuple(blocks)


def _period_keys(context: ScreenContext) -> KeysBlock:
    now = context.input_state.pick(PERIOD_PICK, SHIFT)
    keys = tuple(
        choice_control(context, code, label_text(context, f"report.period-{code}"), of=PERIOD_PICK, picked=code == now)
        for code in _PERIODS
    )
    return KeysBlock(controls=keys, columns=len(keys), title=label_text(context, "report.period"))


def _which_fields(context: ScreenContext, kind: ReportKind) -> tuple[Field, ...]:
    """The round, of which the last one is usual; or another shift or day."""
    value = context.input_state.text(WHICH_ENTRY)
    if kind in ROUND_KINDS:
        last = _last_round(context)
        wrong = bool(value) and not _parse_number(value.strip())
        return (
            Field(
                name=WHICH_ENTRY,
                label=label_text(context, "report.which-round"),
                value=value,
                lacks=label_text(context, "report.no-number") if wrong else NO_TEXT,
                needed=last is None,
                hint=NO_TEXT if last is None else label_text(context, "report.last-round", round=str(last)),
                pad=Pad.DIGITS,
            ),
        )
    if kind is ReportKind.CERTIFICATE or context.input_state.pick(PERIOD_PICK, SHIFT) != OTHER:
        return ()
    wrong = bool(value) and _typed_period(value.strip()) is None
    return (
        Field(
            name=WHICH_ENTRY,
            label=label_text(context, "report.which-shift"),
            value=value,
            lacks=label_text(context, "report.no-period") if wrong else NO_TEXT,
            hint=label_text(context, "report.shift-hint"),
            pad=Pad.DIGITS,
        ),
    )


def _reader_fields(context: ScreenContext, *, own: bool) -> tuple[Field, ...]:
    return () if own else credential_fields(context, READER, label_text(context, "report.badge-of-reader"))


# What is under way, and what went wrong


def _working_blocks(context: ScreenContext, view: ReportView) -> tuple[Block, ...]:
    task = ReportTask.SHOW if view.task is None else view.task
    blocks: list[Block] = [HeadingBlock(text=label_text(context, f"report.task-{task.value}"))]
    if view.is_slow:
        share = 100 * view.at // view.end if view.end else 0
        text = label_text(context, "report.progress", share=str(share))
        blocks.append(TimeBlock(text=text, per_mille=10 * share))
        blocks.append(KeysBlock(controls=(_cancel_control(context),), columns=1))
    return tuple(blocks)


def _cancel_control(context: ScreenContext) -> Control:
    return Control(name="cancel-report", label=label_text(context, "report.cancel"), act=CancelReport())


def _fault_blocks(context: ScreenContext, view: ReportView) -> tuple[Block, ...]:
    if not view.fault:
        return ()
    text = section_text(context.words, "report-refusal", view.fault, **dict(view.facts))
    return (NoteBlock(text=text, tone=Tone.STOP, framed=True),)


def _done_blocks(context: ScreenContext, view: ReportView) -> tuple[Block, ...]:
    if not view.place:
        return ()
    if view.place == PRINTER:
        return (NoteBlock(text=label_text(context, "report.printed"), tone=Tone.GOOD, framed=True),)
    said = label_text(context, "report.saved", file=view.place)
    return (NoteBlock(text=ScreenText(said.first), tone=Tone.GOOD, framed=True),)


# The pages


def _pages_panel(context: ScreenContext, view: ReportView) -> Overlay:
    order = view.order
    assert order is not None, "there are pages of an order only"
    page = min(max(0, context.input_state.page), len(view.pages) - 1)
    facts = {"page": str(page + 1), "pages": str(len(view.pages))}
    busy = view.task is not None
    return Overlay(
        name="reports-pages",
        title=label_text(context, f"report.title-{order.kind.value}"),
        sub=label_text(context, "report.page-of", **facts),
        left_column=(
            PageBlock(file=view.pages[page], size=PAGE_SIZE, title=label_text(context, "report.page-of", **facts)),
        ),
        right_column=(
            *_fault_blocks(context, view),
            *_done_blocks(context, view),
            *(_working_blocks(context, view) if busy else _use_blocks(context, view, page)),
        ),
        primary=_save_control(context, view),
        close=close_control(context),
    )


def _use_blocks(context: ScreenContext, view: ReportView, page: int) -> tuple[Block, ...]:
    """The page, the form, the place; and the printer."""
    input_state = context.input_state
    turn = tuple(
        Control(
            name=f"page:{code}",
            label=label_text(context, f"report.{code}"),
            act=SetInput(input_state.replace(page=to)) if 0 <= to < len(view.pages) else None,
            waits=label_text(context, "report.no-page"),
        )
        for code, to in (("page-before", page - 1), ("page-after", page + 1))
    )
    form = _chosen_form(context, view)
    forms = tuple(
        choice_control(context, each.value, ScreenText(each.name), of=FORM_PICK, picked=each is form)
        for each in _possible_forms(view)
    )
    place = _chosen_place(context, view)
    places = tuple(
        choice_control(
            context,
            each.folder,
            ScreenText(each.name) if each.name else label_text(context, "report.own-folder"),
            of=PLACE_PICK,
            picked=each == place,
        )
        for each in view.places
    )
    print_key = Control(
        name="print-report",
        label=label_text(context, "report.print"),
        act=UseReport(task=ReportTask.PRINT.value, form=ReportForm.PDF.value, place=""),
    )
    other = Control(name="other-report", label=label_text(context, "report.other"), act=CancelReport(forget=True))
    return (
        KeysBlock(controls=turn, columns=2),
        *((KeysBlock(controls=forms, columns=3, title=label_text(context, "report.form")),) if len(forms) > 1 else ()),
        KeysBlock(controls=places, columns=2, title=label_text(context, "report.place")),
        KeysBlock(controls=(print_key, other), columns=2),
    )


def _possible_forms(view: ReportView) -> tuple[ReportForm, ...]:
    """A dispute pack has a form of its own."""
    is_pack = view.order is not None and view.order.kind is ReportKind.DISPUTE_PACK
    return (ReportForm.PDF,) if is_pack else tuple(ReportForm)


def _chosen_form(context: ScreenContext, view: ReportView) -> ReportForm:
    wanted = ReportForm(context.input_state.pick(FORM_PICK, ReportForm.PDF.value))
    return wanted if wanted in _possible_forms(view) else ReportForm.PDF


def _chosen_place(context: ScreenContext, view: ReportView) -> SavePlace | None:
    """A stick, where one is plugged in, else the station's own folder."""
    wanted = context.input_state.pick(PLACE_PICK)
    return next((each for each in view.places if each.folder == wanted), view.places[0] if view.places else None)


def _save_control(context: ScreenContext, view: ReportView) -> Control:
    place = _chosen_place(context, view)
    label = label_text(context, "report.save")
    if view.task is not None:
        return form_next_step("save-report", label, None, waits=label_text(context, "report.working"))
    if place is None:
        return form_next_step("save-report", label, None, waits=label_text(context, "report.no-place"))
    act = UseReport(task=ReportTask.SAVE.value, form=_chosen_form(context, view).value, place=place.folder)
    name = ScreenText(place.name) if place.name else label_text(context, "report.own-folder")
    return form_next_step("save-report", label, act, sub=name)

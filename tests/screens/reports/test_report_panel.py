"""The panel of reports: what is asked for, of whom a PIN, and what is said of what went wrong."""

from collections.abc import Callable

import pytest

from dealer_app.domain.values import replace
from dealer_app.screens.actions import ShowReport, UseReport
from dealer_app.screens.blocks import Block, Control, KeysBlock, NoteBlock, PageBlock, TimeBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.reports.report_panel import (
    FORM_PICK,
    KIND_PICK,
    OTHER,
    PERIOD_PICK,
    PLACE_PICK,
    WHICH_ENTRY,
    order_in_input,
    reports_overlay,
)
from dealer_app.screens.reports.report_view import ReportTask, ReportView, SavePlace
from dealer_app.station.report_orders import LAST_SHIFT, ReportForm, ReportKind, ReportOrder, ReportPeriod

MakeContext = Callable[[InputState], ScreenContext]
PANEL = InputState(panel=Panel.REPORTS)
SHOWN = ReportView(
    order=ReportOrder(kind=ReportKind.SHIFT),
    pages=("one.png", "two.png"),
    places=(SavePlace("/media/STICK", "STICK"), SavePlace("/station/reports")),
)


@pytest.mark.parametrize(
    ("picks", "typed", "period"),
    [
        ({}, "", ReportPeriod(shift=LAST_SHIFT)),
        ({PERIOD_PICK: "today"}, "", ReportPeriod(first_day="2026-01-31", last_day="2026-01-31")),
        ({PERIOD_PICK: "yesterday"}, "", ReportPeriod(first_day="2026-01-30", last_day="2026-01-30")),
        ({PERIOD_PICK: OTHER}, "12", ReportPeriod(shift=12)),
        ({PERIOD_PICK: OTHER}, "20260101", ReportPeriod(first_day="2026-01-01", last_day="2026-01-01")),
        ({PERIOD_PICK: OTHER}, "20261301", None),
        ({PERIOD_PICK: OTHER}, "", None),
        ({KIND_PICK: "round"}, "40", ReportPeriod(round=40)),
        ({KIND_PICK: "round"}, "", None),
        ({KIND_PICK: "certificate"}, "", ReportPeriod()),
    ],
)
def test_what_is_chosen_is_what_is_asked_for(
    make_context: MakeContext, picks: dict[str, str], typed: str, period: ReportPeriod | None
) -> None:
    order = order_in_input(make_context(replace(PANEL, picks=picks, texts={WHICH_ENTRY: typed})))
    assert (None if order is None else order.period) == period


def test_who_is_not_signed_in_keys_badge_and_pin_before_anything_is_made(make_context: MakeContext) -> None:
    shown = reports_overlay(make_context(PANEL))
    assert shown.primary is not None
    assert shown.primary.act is None
    assert shown.writes == "badge-report-reader"
    assert not any(isinstance(control.act, ShowReport) for control in controls(shown.left_column))


def controls(blocks: tuple[Block, ...]) -> list[Control]:
    return [control for block in blocks if isinstance(block, KeysBlock) for control in block.controls]


def test_the_pages_are_turned_and_saved_on_the_stick_first(make_context: MakeContext) -> None:
    shown = reports_overlay(replace(make_context(PANEL), report=SHOWN))
    (page,) = shown.left_column
    assert isinstance(page, PageBlock)
    assert page.file == "one.png"
    assert shown.primary is not None
    assert shown.primary.act == UseReport(task="save", form="pdf", place="/media/STICK")
    later = reports_overlay(replace(make_context(replace(PANEL, page=1)), report=SHOWN))
    assert isinstance(later.left_column[0], PageBlock)
    assert later.left_column[0].file == "two.png"


def test_another_form_and_place_are_taken(make_context: MakeContext) -> None:
    picks = {FORM_PICK: ReportForm.CSV.value, PLACE_PICK: "/station/reports"}
    shown = reports_overlay(replace(make_context(replace(PANEL, picks=picks)), report=SHOWN))
    assert shown.primary is not None
    assert shown.primary.act == UseReport(task="save", form="csv", place="/station/reports")


def test_after_a_second_there_is_how_far_it_is_and_a_way_out(make_context: MakeContext) -> None:
    at_work = replace(SHOWN, task=ReportTask.SAVE)
    quick = reports_overlay(replace(make_context(PANEL), report=at_work))
    assert not any(isinstance(block, TimeBlock) for block in quick.right_column)
    slow = reports_overlay(replace(make_context(PANEL), report=replace(at_work, is_slow=True, at=50, end=200)))
    (bar,) = [block for block in slow.right_column if isinstance(block, TimeBlock)]
    assert bar.per_mille == 250
    assert "cancel-report" in str(slow.right_column)
    assert slow.primary is not None
    assert slow.primary.act is None


def test_a_fault_is_said_with_what_to_do(make_context: MakeContext) -> None:
    full = replace(SHOWN, fault="disk-full", facts=(("file", "/media/STICK/shift.pdf"), ("reason", "no space")))
    shown = reports_overlay(replace(make_context(PANEL), report=full))
    (note,) = [block for block in shown.right_column if isinstance(block, NoteBlock)]
    assert "is full. Make room or take another one." in note.text.first

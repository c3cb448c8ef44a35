"""The list has only what can have happened, and whatever is in it can be reported and is heard by the engine."""

from functools import cache

import pytest

from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.fold import fold
from dealer_app.domain.round.irregularities.kinds import REPORTABLE_KINDS, IrregularityKind
from dealer_app.domain.round.irregularities.reports import reportable_kinds
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table_settings import BetKeeping, Rules
from dealer_app.domain.values import replace
from dealer_app.screens import presenter
from dealer_app.screens.actions import Action, SendCommand, SetInput
from dealer_app.screens.blocks import Control
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity.menus import REPORT_GROUPS, report_codes, table_codes
from dealer_app.screens.irregularity.report_forms import FORMS
from tests.screens.irregularity_hands import decide_act, key_signature, panel
from tests.screens.irregularity_screens import part_controls, part_rows, touch_control
from tests.support.rounds import BACCARAT, MBS, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context
from tests.support.script_states import state_changes
from tests.support.traces import read_scripts

GAMES = (*BACCARAT, TAI_SAI)


@cache
def _different() -> tuple[tuple[Rules, TableState], ...]:
    """Of all states of all scripts one for each way in which the list can differ."""
    found: dict[object, tuple[Rules, TableState]] = {}
    for script in read_scripts():
        for rules, state in state_changes(script):
            found.setdefault(_kind(rules, state), (rules, state))
    hlga = RoundTable(MBS, hlga=True).bets(("player", 1000, 1)).close().do(commands.CuttingCardOut)
    return (*found.values(), (hlga.rules, hlga.state))


def _kind(rules: Rules, state: TableState) -> object:
    context = make_context(rules, state)
    round_ = state.round
    phase = None if round_ is None else (round_.phase, len(round_.cards), bool(round_.in_play))
    return rules.book.game, report_codes(context), phase, tuple(case.trouble for case in state.cases)


def test_the_scripts_show_every_trouble_that_can_be_reported_and_every_form() -> None:
    codes = {code for rules, state in _different() for code in report_codes(make_context(rules, state))}
    assert codes >= {trouble.value for trouble in REPORTABLE_KINDS}
    assert codes >= set(FORMS)


def test_whatever_is_possible_now_is_among_all_that_this_table_lists() -> None:
    for rules, state in _different():
        context = make_context(rules, state)
        if state.table is not None:
            assert set(report_codes(context)) <= set(table_codes(context)), rules.book.game


def test_every_row_of_the_list_can_be_told_at_the_screen() -> None:
    told = 0
    for rules, state in _different():
        for code in report_codes(make_context(rules, state)):
            context = make_context(rules, state, input_state=InputState(panel=Panel.REPORT).with_pick("report", code))
            happened = decide_act(*_filled(context))
            assert not isinstance(happened, Refusal), f"{rules.book.game} {code}: {happened}"
            fold(state, happened)
            told += 1
    assert told > 1_000


def _filled(context: ScreenContext) -> tuple[ScreenContext, Action]:
    """What the form waits for is chosen, one thing after the other."""
    for _ in range(12):
        shown = panel(context)
        assert shown.primary is not None
        if shown.primary.act is not None:
            return context, shown.primary.act
        context = _next(context, shown.primary.waits.first, tuple(part_controls(shown)))
    raise AssertionError(f"{context.input_state.pick('report')} is never whole")


def _next(context: ScreenContext, waits: str, controls: tuple[Control, ...]) -> ScreenContext:
    named = {control.name: control for control in controls}
    if "badge" in waits:
        rules = context.rules
        assert rules is not None
        return key_signature(context, "A1" if rules.has_role("assistant_casino_manager") else "G1")
    if "does not decide" in waits:
        return key_signature(context, "G1")
    if "reason" in waits.lower() or "disputed" in waits:
        return touch_control(context, next(one for name, one in named.items() if name.startswith("reason:")))
    who = "who-left:" if "who left" in waits else "who:"
    if waits == "Key in the amount":
        return touch_control(context, named["amount:5"])
    for start in (
        "bet:",
        "stage:",
        "wrong-way:",
        "place:",
        "wagers:",
        who,
        "other:",
        "area:",
        "put:",
        "lies:",
        "rank:",
        "suit:",
    ):
        left = [one for name, one in named.items() if name.startswith(start) and not one.picked]
        chosen = [one for name, one in named.items() if name.startswith(start) and one.picked]
        wanted = 2 if "two cards" in waits else 1
        if "that is elsewhere" in waits and start == "put:":
            wanted = len(chosen) + 1
        if left and len(chosen) < wanted:
            return touch_control(context, left[0])
    raise AssertionError(f"nothing is there to choose for: {waits}; {sorted(named)}")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_cards_is_listed_before_a_card_lies_there(game: str) -> None:
    table = RoundTable(game)
    of_cards = {
        IrregularityKind.EXPOSED_CARD,
        IrregularityKind.MISSED_CARD,
        IrregularityKind.TOGETHER_ORDER_LOST,
        IrregularityKind.ORDER_LOST,
    }
    assert not of_cards & set(reportable_kinds(table.rules, table.state))


def test_what_happened_twice_needs_two_cards() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H")
    assert IrregularityKind.TOGETHER_ORDER_LOST not in reportable_kinds(table.rules, table.state)
    table.deal("9S")
    assert IrregularityKind.TOGETHER_ORDER_LOST in reportable_kinds(table.rules, table.state)


def test_what_is_not_listed_any_more_is_not_shown_either() -> None:
    table = RoundTable(V4)
    context = make_context(
        table.rules, table.state, input_state=InputState(panel=Panel.REPORT).with_pick("report", "exposed-card")
    )
    assert presenter.irregularity_overlay(context) is None


def list_of(table: RoundTable, **changes: object) -> list[Control]:
    context = make_context(
        table.rules, table.state, input_state=InputState(panel=Panel.IRREGULARITIES).replace(**changes)
    )
    return [one for one in part_controls(panel(context)) if one.name.startswith("report:")]


def test_the_whole_list_is_on_one_page_the_most_frequent_first() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    listed = list_of(table)
    assert (listed[0].name, listed[0].label.first) == ("report:lay-cards", "Card on the wrong hand")
    possible = {one.name for one in listed if one.act is not None} - {"report:correct"}
    assert possible == {f"report:{code}" for code in report_codes(make_context(table.rules, table.state))}


@pytest.mark.parametrize("game", GAMES)
def test_an_entry_keeps_place_and_digit_at_every_stage(game: str) -> None:
    kept: dict[object, set[tuple[tuple[str, str], ...]]] = {}
    for rules, state in _different():
        if rules.book.game != game or state.table is None:
            continue
        table = state.table
        settings = (table.method, table.dealing, table.hlga, table.layout, rules.device_fault_voids)
        context = make_context(rules, state, input_state=InputState(panel=Panel.IRREGULARITIES))
        if context.guide is None:
            continue
        listed = tuple((one.name, one.key) for one in part_controls(panel(context)) if one.name.startswith("report:"))
        kept.setdefault(settings, set()).add(listed)
    assert kept
    assert all(len(lists) == 1 for lists in kept.values())


def test_digits_press_five_about_cards_and_four_about_bets_and_plus_goes_on_through_all() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    first = {one.key: one.name for one in list_of(table) if one.key}
    assert list(first) == [*"123456789"]
    assert [first[digit] for digit in "126"] == ["report:lay-cards", "report:excess-card", "report:late-bet"]
    seen: list[str] = []
    listed = list_of(table)
    for page in range(len(listed)):
        listed = list_of(table, page=page)
        found = [one.name for one in listed if one.key]
        if set(found) & set(seen):
            break
        seen += found
    assert sorted(seen) == sorted(one.name for one in listed)


def test_what_cannot_be_reported_says_only_that_it_is_not_its_stage_or_that_another_case_is_open() -> None:
    reasons: dict[bool, set[str]] = {True: set(), False: set()}
    for rules, state in _different():
        context = make_context(rules, state, input_state=InputState(panel=Panel.IRREGULARITIES))
        if context.guide is None or state.table is None:
            continue
        waiting = bool(state.cases) or state.claim is not None
        reasons[waiting] |= {
            one.waits.first
            for one in part_controls(panel(context))
            if one.name.startswith("report:") and one.act is None
        }
    assert reasons == {True: {"Another case is open"}, False: {"Not at this stage"}}


def test_a_report_that_cards_lie_elsewhere_names_one_that_does() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S")
    state = InputState(panel=Panel.REPORT).with_pick("report", "lay-cards")
    context = make_context(table.rules, table.state, input_state=state)
    shown = panel(context)
    assert shown.primary is not None
    assert (shown.primary.act, "elsewhere" in shown.primary.waits.first) == (None, True)
    moved = next(one for one in part_controls(shown) if one.name.startswith("put:0:") and not one.picked)
    after = panel(touch_control(context, moved))
    assert after.primary is not None
    assert after.primary.act is not None


def test_every_code_of_the_list_is_in_exactly_one_group() -> None:
    listed = [code for group in REPORT_GROUPS for code in group.codes]
    assert len(listed) == len(set(listed))
    known = (
        {kind.value for kind in REPORTABLE_KINDS}
        | set(FORMS)
        | {"late-bet", "withdrawn-bet", "moved-bet", "stake-without-value"}
    )
    assert known <= set(listed)


def test_who_left_is_chosen_before_it_is_reported() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 1000, 2)).close()
    context = make_context(
        table.rules, table.state, input_state=InputState(panel=Panel.REPORT).with_pick("report", "player-left")
    )
    shown = panel(context)
    assert shown.primary is not None
    assert (shown.primary.act, shown.primary.waits.first) == (None, "Choose who left")
    context = touch_control(context, next(one for one in part_controls(shown) if one.name.startswith("who-left:")))
    shown = panel(context)
    assert shown.primary is not None
    assert shown.primary.act is not None


@pytest.mark.parametrize("code", ["late-bet", "withdrawn-bet", "moved-bet", "stake-without-value"])
def test_a_fault_of_a_bet_is_reported_once_it_is_said_of_which_bet_or_that_it_was_not_keyed(code: str) -> None:
    """Else the approval page would name no bet, seat or amount."""
    table = RoundTable(V4).bets(("player", 1000, 1), ("banker", 1000, 2)).close()
    given = []
    for name in ("bet:2", "bet:not-keyed"):
        context = make_context(
            table.rules, table.state, input_state=InputState(panel=Panel.REPORT).with_pick("report", code)
        )
        step = panel(context).primary
        assert step is not None
        assert (step.act, step.waits.first) == (None, "Choose the bet")
        acts = {one.name: one.act for one in part_controls(panel(context))}
        acts |= {row.name: row.act for row in part_rows(panel(context))}
        act = acts[name]
        assert isinstance(act, SetInput)
        _, said = _filled(replace(context, input_state=act.input_state))
        assert isinstance(said, SendCommand)
        assert isinstance(said.command, correction_commands.ReportBet)
        given.append((said.command.number, said.command.wager is None))
    assert given == [(2, True), (None, False)]


def test_where_bets_are_not_keyed_a_late_bet_is_named_without_a_list_of_bets() -> None:
    table = RoundTable(V4, bets=BetKeeping.OFF).close()
    late = InputState(panel=Panel.REPORT).with_pick("report", "late-bet")
    shown = panel(make_context(table.rules, table.state, input_state=late))
    assert "bet:not-keyed" not in [one.name for one in part_controls(shown)]
    assert shown.primary is not None
    assert (shown.primary.act, shown.primary.waits.first) == (None, "Choose who")

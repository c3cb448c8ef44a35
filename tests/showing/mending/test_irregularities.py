"""The list has only what can have happened, and whatever is in it can be reported and is heard by the engine."""

from collections.abc import Iterator
from functools import cache

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.apply import fold
from dealer_app.domain.round.decide.reportable import reportable
from dealer_app.domain.round.refusal import Refusal
from dealer_app.domain.round.state import TableState
from dealer_app.domain.round.table import Rules
from dealer_app.domain.round.trouble import REPORTABLE, Trouble
from dealer_app.showing.acts import Act
from dealer_app.showing.blocks import Control
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.mending import overlays
from dealer_app.showing.mending.forms import FORMS
from dealer_app.showing.mending.irregularities import listed
from dealer_app.showing.seeing import Seeing
from tests.support.mending_hands import given, panel, signed
from tests.support.mending_screens import controls_of, rows_of, seen, touched, with_fingers
from tests.support.rounds import BACCARAT, MBS, TAI_SAI, V4, Seated
from tests.support.script_states import turning_points
from tests.support.traces import scripts

GAMES = (*BACCARAT, TAI_SAI)


@cache
def _different() -> tuple[tuple[Rules, TableState], ...]:
    """Of all states of all scripts one for each way in which the list can differ."""
    found: dict[object, tuple[Rules, TableState]] = {}
    for script in scripts():
        for rules, state in turning_points(script):
            found.setdefault(_kind(rules, state), (rules, state))
    hlga = Seated(MBS, hlga=True).bets(("player", 1000, 1)).close().do(commands.CuttingCardOut)
    return (*found.values(), (hlga.rules, hlga.state))


def _kind(rules: Rules, state: TableState) -> object:
    seeing = seen(rules, state)
    round_ = state.round
    phase = None if round_ is None else (round_.phase, len(round_.cards), bool(round_.in_play))
    return rules.book.game, listed(seeing), phase, tuple(case.trouble for case in state.cases)


def test_the_scripts_show_every_trouble_that_can_be_reported_and_every_form() -> None:
    codes = {code for rules, state in _different() for code in listed(seen(rules, state))}
    assert codes >= {trouble.value for trouble in REPORTABLE}
    assert codes >= set(FORMS)


def test_every_row_of_the_list_can_be_told_at_the_screen() -> None:
    told = 0
    for rules, state in _different():
        for code in listed(seen(rules, state)):
            seeing = seen(rules, state, fingers=Fingers(panel=Panel.REPORT).picked("report", code))
            happened = given(*_filled(seeing))
            assert not isinstance(happened, Refusal), f"{rules.book.game} {code}: {happened}"
            fold(state, happened)
            told += 1
    assert told > 1_000


def _filled(seeing: Seeing) -> tuple[Seeing, Act]:
    """What the form waits for is chosen, one thing after the other."""
    for _ in range(12):
        shown = panel(seeing)
        assert shown.primary is not None
        if shown.primary.act is not None:
            return seeing, shown.primary.act
        seeing = _next(seeing, shown.primary.waits.first, tuple(controls_of(shown)))
    raise AssertionError(f"{seeing.fingers.pick('report')} is never whole")


def _next(seeing: Seeing, waits: str, controls: tuple[Control, ...]) -> Seeing:
    named = {control.name: control for control in controls}
    if "badge" in waits:
        rules = seeing.rules
        assert rules is not None
        return signed(seeing, "A1" if rules.has_role("assistant_casino_manager") else "G1")
    if "does not decide" in waits:
        return signed(seeing, "G1")
    if "reason" in waits.lower() or "claimed" in waits:
        return touched(seeing, next(one for name, one in named.items() if name.startswith("reason:")))
    who = "who-left:" if "who left" in waits else "who:"
    if waits == "Key the amount":
        return touched(seeing, named["amount:5"])
    for start in ("stage:", "wrong-way:", "place:", "wagers:", who, "other:", "put:", "lies:", "rank:", "suit:"):
        left = [one for name, one in named.items() if name.startswith(start) and not one.picked]
        chosen = [one for name, one in named.items() if name.startswith(start) and one.picked]
        wanted = 2 if "two cards" in waits else 1
        if "lies elsewhere" in waits and start == "put:":
            wanted = len(chosen) + 1
        if left and len(chosen) < wanted:
            return touched(seeing, left[0])
    raise AssertionError(f"nothing is there to choose for: {waits}; {sorted(named)}")


@pytest.mark.parametrize("game", GAMES)
def test_nothing_of_cards_is_listed_before_a_card_lies_there(game: str) -> None:
    table = Seated(game)
    of_cards = {Trouble.EXPOSED_CARD, Trouble.MISSED_CARD, Trouble.TOGETHER_ORDER_LOST, Trouble.ORDER_LOST}
    assert not of_cards & set(reportable(table.rules, table.state))


def test_what_happened_twice_needs_two_cards() -> None:
    table = Seated(V4).bets(("player", 1000, 1)).close().deal("4H")
    assert Trouble.TOGETHER_ORDER_LOST not in reportable(table.rules, table.state)
    table.deal("9S")
    assert Trouble.TOGETHER_ORDER_LOST in reportable(table.rules, table.state)


def test_what_is_not_listed_any_more_is_not_shown_either() -> None:
    table = Seated(V4)
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.REPORT).picked("report", "exposed-card"))
    assert overlays.overlay(seeing) is None


def test_digits_press_the_rows_that_are_shown() -> None:
    table = Seated(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.IRREGULARITIES))
    for _ in range(3):
        shown = panel(seeing)
        keys = [control.key for control in controls_of(shown) if control.name.startswith("open:")]
        assert keys == [str(place) for place in range(1, len(keys) + 1)]
        seeing = touched(seeing, next(one for one in controls_of(shown) if one.name == "page:after"))


def test_nothing_comes_before_the_first_page() -> None:
    table = Seated(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.IRREGULARITIES))
    turns = [one for one in controls_of(panel(seeing)) if one.name == "page:before"]
    assert [one.act for one in turns] == [None] * len(turns)
    later = with_fingers(seeing, seeing.fingers.but(page=1))
    assert any(one.act for one in controls_of(panel(later)) if one.name == "page:before")


def test_who_left_is_chosen_before_it_is_reported() -> None:
    table = Seated(V4).bets(("player", 1000, 1), ("banker", 1000, 2)).close()
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.REPORT).picked("report", "player-left"))
    shown = panel(seeing)
    assert shown.primary is not None
    assert (shown.primary.act, shown.primary.waits.first) == (None, "Choose who left")
    seeing = touched(seeing, next(one for one in controls_of(shown) if one.name.startswith("who-left:")))
    shown = panel(seeing)
    assert shown.primary is not None
    assert shown.primary.act is not None


def _pages(seeing: Seeing) -> Iterator[str]:
    yield from (row.name for row in rows_of(panel(seeing)))


def test_every_page_of_the_list_together_is_the_whole_list() -> None:
    table = Seated(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C")
    seeing = seen(table.rules, table.state, fingers=Fingers(panel=Panel.IRREGULARITIES))
    found: set[str] = set()
    for page in range(6):
        found |= set(_pages(with_fingers(seeing, seeing.fingers.but(page=page))))
    assert found - {"report:correct"} == {f"report:{code}" for code in listed(seeing)}

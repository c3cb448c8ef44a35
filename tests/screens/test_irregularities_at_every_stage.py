"""The list of what can have happened, at every stage of a round and of a shoe: told, put right, and the round ends.

What is answered is left to chance. A test run takes a part of all that is listed, another one at each stage;
`make proof` takes all of it.
"""

from collections.abc import Iterator
from random import Random

import pytest

from dealer_app.domain.round.state import TableRecord, TableState, record_table
from dealer_app.domain.values import replace
from dealer_app.people.pin_work import PinWork
from dealer_app.screens.irregularity.devices_panel import EXCESS_CARD_CODE
from dealer_app.screens.irregularity.menus import report_codes
from dealer_app.station.state import StationState
from tests.screens.desk_bench import AtDesk, ByDesk, at_desk
from tests.screens.stages import COURSES, GamePlan, game_stages, plays_to_step
from tests.screens.table_snapshot import TableSnapshot
from tests.support.long_tests import mostly_long
from tests.support.screen_checks import check_screen
from tests.support.signers import QUICK
from tests.support.window_irregularities import reports_irregularity, resolves_all

every_course = pytest.mark.parametrize("course", [pytest.param(course, id=course.name) for course in COURSES])


@pytest.fixture
def pins() -> Iterator[PinWork]:
    work = PinWork(QUICK)
    yield work
    work.close()


def codes_at(pins: PinWork, kept: TableSnapshot) -> list[str]:
    found: list[str] = []

    async def looks(table: AtDesk) -> None:
        found.extend(report_codes(table.context))

    at_desk(pins, looks, kept)
    return found


@pytest.mark.parametrize("one_in", mostly_long([24, 1], keep_every=2))
@every_course
def test_whatever_is_listed_is_told_and_put_right_and_the_round_comes_to_its_end(
    pins: PinWork, course: GamePlan, one_in: int
) -> None:
    for number, (stage, kept) in enumerate(game_stages(pins, course).items()):
        for code in codes_at(pins, kept)[number % one_in :: one_in]:
            _put_right(pins, course, stage, kept, code)


def _put_right(pins: PinWork, course: GamePlan, stage: str, kept: TableSnapshot, code: str) -> None:
    where = f"{code} at {stage} of {course.name}"
    chance = Random(where)

    async def play(table: AtDesk) -> None:
        hands = ByDesk(table)
        before = table.station.state
        try:
            await reports_irregularity(hands, code, chance)
            assert table.station.state is not before, "nothing was told"
            await resolves_all(hands, chance)
            check_screen(table.screen)
            await plays_to_step(hands, None)
        except AssertionError as problem:
            raise AssertionError(f"{where}: {problem}") from problem

    at_desk(pins, play, kept)


@pytest.mark.parametrize("one_in", mostly_long([5, 1], keep_every=2))
@every_course
def test_every_report_is_closed_again_without_a_trace(pins: PinWork, course: GamePlan, one_in: int) -> None:
    """Every item at every stage is opened; Esc closes it and decides nothing."""
    seen: set[object] = set()
    for number, (stage, kept) in enumerate(game_stages(pins, course).items()):

        async def play(table: AtDesk, stage: str = stage, number: int = number) -> None:
            before, first = table.station.state, table.screen
            codes = report_codes(table.context)
            alike = (codes, table.context.guide and table.context.guide.step)
            if alike in seen:
                # Another bet, another card of the same hand.
                return
            seen.add(alike)
            for code in codes[number % one_in :: one_in]:
                await _opens(table, code)
                overlay = table.screen.overlay
                assert overlay is not None, f"{code} at {stage} opens nothing"
                assert overlay.name in ("report", "form"), f"{code} at {stage} opens {overlay.name}"
                check_screen(table.screen)
                await table.key("Esc")
            assert table.station.state is before
            assert table.screen.overlay is None
            assert (table.screen.stage, table.screen.rail.primary) == (first.stage, first.rail.primary)

        at_desk(pins, play, kept)


@pytest.mark.parametrize("one_in", mostly_long([24, 1], keep_every=2))
@every_course
def test_whatever_is_told_by_mistake_is_taken_back_and_the_table_is_as_before(
    pins: PinWork, course: GamePlan, one_in: int
) -> None:
    """The money, the hands, the bets and the phase.

    Where no case is left open nothing waits, turned cards were seen, and a card that came is there.
    """
    for number, (stage, kept) in enumerate(game_stages(pins, course).items()):
        for code in codes_at(pins, kept)[number % one_in :: one_in]:
            if code != EXCESS_CARD_CODE:
                _taken_back(pins, kept, code, f"{code} at {stage} of {course.name}")


def _taken_back(pins: PinWork, kept: TableSnapshot, code: str, where: str) -> None:
    async def play(table: AtDesk) -> None:
        hands = ByDesk(table)
        before = table.station.state.table
        await reports_irregularity(hands, code, Random(where))
        while table.station.state.listening.row:
            # The shoe asks first: a round is looked at again, and its device is.
            await hands.press("reply:nothing")
            await hands.press_next()
        told = table.station.state.table
        if told.claim is not None or len(told.cases) <= len(before.cases):
            return
        names = {touch.name for touch in table.touches()}
        key = next((name for name in ("withdraw-report", "withdraw-correction") if name in names), None)
        if key is None:
            assert (told.reports and told.reports[-1].before is None) or told.left != before.left, where
            return
        await table.press(key)
        assert _known(table.station.state.table) == _known(before), where
        check_screen(table.screen)
        assert table.fold_journal().table == table.station.state.table, where

    at_desk(pins, play, kept)


def _known(table: TableState) -> TableRecord:
    """All of a table: but no number is given twice, and what was keyed just before is no longer undone by a key."""
    return replace(record_table(table), entries=0, entered=())


async def _opens(table: AtDesk, code: str) -> None:
    await table.key("F2")
    for _ in range(8):
        names = {touch.name for touch in table.touches()}
        if f"report:{code}" in names:
            await table.press(f"report:{code}")
            return
        await table.press("page:after")
    raise AssertionError(f"{code} does not stand in the list")


@pytest.mark.parametrize("one_in", mostly_long([4, 1], keep_every=2))
@every_course
def test_the_last_card_dice_and_bet_are_corrected_wherever_they_can_be(
    pins: PinWork, course: GamePlan, one_in: int
) -> None:
    """By F3, at every stage at which it is offered, whatever of them can be."""
    corrected: set[str] = set()
    for number, (stage, kept) in enumerate(game_stages(pins, course).items()):
        for place, kind in enumerate(("card", "dice", "bet")):
            if (number + place) % one_in == 0 and _corrected(pins, kept, kind, f"{kind} at {stage} of {course.name}"):
                corrected.add(kind)
    assert corrected == ({"dice", "bet"} if course.name == "tai-sai" else {"card", "bet"})


def _corrected(pins: PinWork, kept: TableSnapshot, kind: str, where: str) -> bool:
    """Whether it could be; then it was, and the round came to its end."""
    done: list[StationState] = []

    async def play(table: AtDesk) -> None:
        hands = ByDesk(table)
        await table.key("F3")
        if f"correct:{kind}" not in {touch.name for touch in table.touches()}:
            return
        await table.press(f"correct:{kind}")
        names = [touch.name for touch in table.touches()]
        if kind == "bet":
            bets = [name for name in names if name.startswith("bet:") and name != "bet:new"]
            if not bets:
                return
            await table.press(bets[0])
        for name in _KEYED[kind]:
            await table.press(name)
        before = table.station.state
        await hands.press_next()
        assert table.station.state is not before, f"{where}: {table.describe()}"
        await resolves_all(hands, Random(where))
        await plays_to_step(hands, None)
        done.append(table.station.state)

    at_desk(pins, play, kept)
    return bool(done)


_KEYED = {
    "card": ("rank:8", "suit:D", "reason:not-the-card"),
    "dice": ("die:5", "die:5", "die:6", "reason:not-the-dice"),
    "bet": ("amount:7", "amount:00", "reason:chips-differ"),
}

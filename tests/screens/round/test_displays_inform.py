"""Displays only inform: false roads and dice change nothing that is asked, shown of the round or paid (RWS 5.15)."""

from collections.abc import Iterator, Mapping

import pytest

from dealer_app.domain.baccarat.table_of_play import Winner
from dealer_app.domain.roads import RoundMark
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.guide import Step
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.values import replace
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.results_history import ResultsHistory
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.round.top_bar import build_top_bar
from tests.support.rounds import INSURANCE, MBS, TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import table_context

CLAUSE = {V4: "5.15", INSURANCE: "5.15", MBS: "6.3", TAI_SAI: "5.11"}
WON: Mapping[str, tuple[str, int | None, int]] = {
    V4: ("player", 1, 1000),
    INSURANCE: ("player", 1, 1000),
    MBS: ("player", 1, 1000),
    TAI_SAI: ("big", None, 1000),
}
FALSE = ResultsHistory(
    marks={
        number: RoundMark(winner=Winner.BANKER, player_pair=True, banker_pair=True, natural=False)
        for number in range(1, 4)
    },
    tumbles=dict.fromkeys(range(1, 4), (1, 1, 1)),
)
"""A display of this round and of those before and after it, each of them wrong."""


def stages(book: str) -> Iterator[RoundTable]:
    """The second round of a table: dealt, announced, settled, and the next one open."""
    for end in range(4):
        if book == TAI_SAI:
            table = RoundTable(book).bet("big", 1000).close().roll(4, 5, 6).finish()
            table.begin().bet("big", 1000).close().roll(2, 5, 6)
        else:
            table = RoundTable(book).bets(("player", 1000, 1)).close().deal("9S 3H KD 4C").finish()
            table.begin().bets(("player", 1000, 1)).close().deal("9S 3H KD 4C")
        if end > 0:
            table.announce()
        if end > 1:
            table.finish()
        if end > 2:
            table.begin()
        yield table


def shown(context: ScreenContext) -> tuple[object, ...]:
    """All that the screen says, but for the roads and the dice of rounds."""
    return round_rail(context), replace(build_stage(context), past=None), build_top_bar(context)


@pytest.mark.parametrize("book", CLAUSE)
@pytest.mark.clause(V4, "5.15")
@pytest.mark.clause(INSURANCE, "5.15")
@pytest.mark.clause(MBS, "6.3")
@pytest.mark.clause(TAI_SAI, "5.11")
def test_a_display_that_is_wrong_changes_nothing_else_on_the_screen(book: str) -> None:
    for table in stages(book):
        context = table_context(table)
        false = replace(
            context,
            results_history=replace(
                FALSE, table=context.results_history.table, last_bets=context.results_history.last_bets
            ),
        )
        assert build_stage(false).past != build_stage(context).past, "the display says otherwise"
        assert shown(false) == shown(context)


@pytest.mark.parametrize("book", CLAUSE)
@pytest.mark.clause(V4, "5.15")
@pytest.mark.clause(INSURANCE, "5.15")
@pytest.mark.clause(MBS, "6.3")
@pytest.mark.clause(TAI_SAI, "5.11")
def test_once_it_is_reported_it_is_compared_and_what_lies_on_the_table_is_paid(book: str) -> None:
    area, seat, won = WON[book]
    for end, table in enumerate(stages(book)):
        if end == 3:
            # Of the round before nothing changes any more: no card or die of it lies there.
            assert not table.report(IrregularityKind.WRONG_DISPLAY).state.cases
            continue
        table.report(IrregularityKind.WRONG_DISPLAY)
        assert (table.guide.step, table.guide.why) == (Step.COMPARE, CLAUSE[book])
        assert commands.PlaceYourBets not in table.guide.allowed
        table.do(correction_commands.ConfirmComparison)
        if end < 2:
            table.finish()
        assert table.net(area, seat) == won

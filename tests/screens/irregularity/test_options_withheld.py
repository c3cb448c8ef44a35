"""Where an outcome is established bettors have no options: the rail says so, by which clause, and that bets stand."""

import pytest

from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.screens.blocks import Block, HeadingBlock, NoteBlock
from dealer_app.screens.irregularity import case
from tests.support.rounds import INSURANCE, MBS, V4, RoundTable
from tests.support.screen_contexts import make_context

WITHHELD = "no choice"


def _rail(table: RoundTable) -> tuple[Block, ...]:
    return case.case_rail(make_context(table.rules, table.state)).work


def _withheld(table: RoundTable) -> HeadingBlock | None:
    """The heading that says that options are not given."""
    headings = (block for block in _rail(table) if isinstance(block, HeadingBlock))
    return next((block for block in headings if block.right == WITHHELD), None)


def _excess(game: str) -> RoundTable:
    return RoundTable(game).bets(("player", 1000, 1), ("banker", 500, 2)).close().deal("4S QH 2D 7C").draw("KD")


@pytest.mark.clause(V4, "5.8.1")
@pytest.mark.clause(INSURANCE, "5.7.1")
@pytest.mark.parametrize(("game", "clause"), [(V4, "5.8.1"), (INSURANCE, "5.7.1")])
def test_after_a_card_in_excess_the_outcome_withholds_the_options(game: str, clause: str) -> None:
    table = _excess(game)
    assert table.case.established
    heading = _withheld(table)
    assert heading is not None
    assert [control.label.first for control in heading.clauses] == [clause]
    assert any(
        isinstance(block, NoteBlock) and block.text.first.startswith("Every bet stays.") for block in _rail(table)
    )


@pytest.mark.clause(V4, "5.9", "5.9.1")
def test_cards_on_the_wrong_hand_withhold_them_too_once_something_is_decided() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4H 9S KD 5C", put="PPBB")
    assert table.case.trouble == IrregularityKind.MISPLACED_CARDS.value
    assert table.case.established
    assert _withheld(table) is not None


def test_a_document_that_gives_none_says_nothing_of_them() -> None:
    assert _withheld(_excess(MBS)) is None


def test_where_bettors_do_choose_nothing_is_withheld() -> None:
    table = RoundTable(V4).bets(("player", 1000, 1)).close().deal("4S QH")
    table.report(IrregularityKind.TOGETHER_ORDER_LOST, places=(0, 1))
    assert not table.case.established
    assert _withheld(table) is None

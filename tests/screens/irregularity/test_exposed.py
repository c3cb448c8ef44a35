"""A card dealt face down was seen: it is said which, and that the outcome stands, before it is reported (MBS 5.7.1)."""

import pytest

from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.table_settings import Dealing
from dealer_app.screens.actions import SendCommand
from dealer_app.screens.blocks import NoteBlock
from dealer_app.screens.input_state import InputState, Panel
from tests.screens.irregularity_hands import panel, press_control, ready
from tests.screens.irregularity_screens import part_blocks
from tests.support.rounds import MBS, V4, RoundTable
from tests.support.screen_contexts import make_context


def _notes(table: RoundTable) -> list[str]:
    input_state = InputState(panel=Panel.REPORT).with_pick("report", IrregularityKind.EXPOSED_CARD.value)
    context = make_context(table.rules, table.state, input_state=input_state)
    shown = panel(context)
    assert shown.primary is not None
    assert shown.primary.act is None, "nobody has said which card"
    assert isinstance(ready(press_control(context, shown, "place:2")), SendCommand)
    return [block.text.first for block in part_blocks(shown) if isinstance(block, NoteBlock)]


def _dealt(book: str) -> RoundTable:
    return RoundTable(book, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 3)).close().deal("2S 3H")


@pytest.mark.clause("tiger-baccarat-mbs-v3", "5.7.1")
def test_the_outcome_stands() -> None:
    assert any("outcome is final" in note for note in _notes(_dealt(MBS)))


@pytest.mark.clause("tiger-buffalo-v4", "5.10")
def test_where_bettors_are_asked_that_is_not_said() -> None:
    assert not any("outcome is final" in note for note in _notes(_dealt(V4)))

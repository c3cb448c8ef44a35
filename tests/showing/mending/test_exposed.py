"""A card dealt face down was seen: it is said which, and that the outcome stands, before it is reported (MBS 5.7.1)."""

import pytest

from dealer_app.domain.round.table import Dealing
from dealer_app.domain.round.trouble import Trouble
from dealer_app.showing.acts import Give
from dealer_app.showing.blocks import Note
from dealer_app.showing.fingers import Fingers, Panel
from tests.support.mending_hands import panel, pressed, ready
from tests.support.mending_screens import blocks_of, seen
from tests.support.rounds import MBS, V4, Seated


def _notes(table: Seated) -> list[str]:
    fingers = Fingers(panel=Panel.REPORT).picked("report", Trouble.EXPOSED_CARD.value)
    seeing = seen(table.rules, table.state, fingers=fingers)
    shown = panel(seeing)
    assert shown.primary is not None
    assert shown.primary.act is None, "nobody has said which card"
    assert isinstance(ready(pressed(seeing, shown, "place:2")), Give)
    return [block.text.first for block in blocks_of(shown) if isinstance(block, Note)]


def _dealt(book: str) -> Seated:
    return Seated(book, dealing=Dealing.FACE_DOWN).bets(("player", 1000, 3)).close().deal("2S 3H")


@pytest.mark.clause("tiger-baccarat-mbs-v3", "5.7.1")
def test_the_outcome_stands() -> None:
    assert any("outcome stands" in note for note in _notes(_dealt(MBS)))


@pytest.mark.clause("tiger-buffalo-v4", "5.10")
def test_where_bettors_are_asked_that_is_not_said() -> None:
    assert not any("outcome stands" in note for note in _notes(_dealt(V4)))

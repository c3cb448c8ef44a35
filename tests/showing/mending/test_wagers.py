"""How many wagers lie on an area is changed between rounds by the person of the role (MBS 3.7.1)."""

import pytest

from dealer_app.domain.round import commands
from dealer_app.domain.round.refusal import Refusal
from dealer_app.showing.acts import Give
from dealer_app.showing.fingers import Fingers, Panel
from dealer_app.showing.mending.irregularities import listed
from tests.support.mending_hands import given, panel, pressed, signed
from tests.support.mending_screens import controls_of, seen
from tests.support.rounds import BACCARAT, MBS, Seated

OPEN = Fingers(panel=Panel.REPORT).picked("report", "allow-wagers")


@pytest.mark.parametrize("book", BACCARAT)
def test_it_is_offered_where_wagers_are_counted_and_between_rounds(book: str) -> None:
    between = Seated(book, begun=False)
    assert ("allow-wagers" in listed(seen(between.rules, between.state))) is (book == MBS)
    between.begin()
    assert "allow-wagers" not in listed(seen(between.rules, between.state))


def test_every_number_that_is_offered_is_taken() -> None:
    table = Seated(MBS, begun=False)
    most = table.rules.book.limits.most_wagers_per_area
    assert most is not None
    seeing = seen(table.rules, table.state, fingers=OPEN)
    offered = [each.name for each in controls_of(panel(seeing)) if each.name.startswith("wagers:")]
    assert offered == [f"wagers:{number}" for number in range(1, most + 1)]
    for name in offered:
        chosen = signed(pressed(seeing, panel(seeing), name), "G1")
        step = panel(chosen).primary
        assert step is not None
        assert isinstance(step.act, Give)
        assert isinstance(step.act.command, commands.AllowWagers)
        assert step.act.command.most == (None if name == f"wagers:{most}" else int(name.removeprefix("wagers:")))
        assert not isinstance(given(chosen, step.act), Refusal)


def test_it_waits_for_a_number_and_for_who_decides() -> None:
    table = Seated(MBS, begun=False)
    seeing = seen(table.rules, table.state, fingers=OPEN)
    step = panel(seeing).primary
    assert step is not None
    assert (step.act, step.waits.first) == (None, "Choose how many")
    step = panel(pressed(seeing, panel(seeing), "wagers:1")).primary
    assert step is not None
    assert step.act is None

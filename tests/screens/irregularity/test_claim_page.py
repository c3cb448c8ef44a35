"""Who decides a claim sees what lay there and what became of it, how insurance stood, and what happened when."""

import pytest

from dealer_app.domain.money import Money
from dealer_app.domain.round import commands
from dealer_app.domain.round.state import Person
from dealer_app.domain.round.table_settings import BetKeeping, InsuranceShown
from dealer_app.domain.rulebook import Side
from dealer_app.domain.wagers import SEATED
from dealer_app.screens.blocks import HeadingBlock, ListRow, NoteBlock, TagsBlock
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity import claims
from dealer_app.screens.screen import RailContent
from tests.screens.irregularity_hands import panel
from tests.screens.irregularity_screens import part_blocks, part_rows
from tests.support.rounds import INSURANCE, V4, RoundTable
from tests.support.screen_contexts import make_context

_CLAIMER = Person("Dealer 1 (D1)", "dealer")


def _claimed(table: RoundTable) -> RailContent:
    table.do(commands.HoldForClaim, by=_CLAIMER, text="the tie was his")
    return claims.claim_rail(make_context(table.rules, table.state))


def _came(rows: list[ListRow]) -> list[tuple[str, tuple[str, ...]]]:
    return [(row.title, row.lines) for row in rows if row.name.startswith("came:")]


@pytest.mark.parametrize("in_the_panel", [False, True])
def test_each_bettor_is_there_with_his_bets_and_what_they_came_to(in_the_panel: bool) -> None:
    table = RoundTable(V4).bets(("player", 1000, 1), ("tie", 2000, 3), ("banker", 500, 3)).close().deal("4S QH 2D 6C")
    shown = _claimed(table.announce())
    if in_the_panel:
        input_state = InputState(panel=Panel.APPROVAL)
        rows = list(part_rows(panel(make_context(table.rules, table.state, input_state=input_state))))
    else:
        rows = list(part_rows(shown))
    assert _came(rows) == [
        ("Seat 1 · 0", ("PLAYER 10 · back",)),
        ("Seat 3 · +160", ("TIE 20 · +160", "BANKER 5 · back")),
    ]


def test_how_far_the_round_is_and_the_chips_are_told_there() -> None:
    shown = _claimed(RoundTable(V4).bet("player", 1000, 1).close().deal("4S QH 2D 7C").announce())
    told = {row.name: row.right for row in part_rows(shown)}
    assert told["fact:chips"] == "nothing collected, nothing paid"
    assert told["fact:cards"] == "4 drawn, 4 open"


def test_how_insurance_stood_is_told_with_every_answer() -> None:
    table = RoundTable(INSURANCE, insurance=InsuranceShown.LAMMER)
    table.bets(("player", 1000, 1), ("player", 500, 5)).close().deal("KH 9C 6S 5D")
    table.do(commands.TakeInsurance, who=(1, SEATED), side=Side.PLAYER, stake=Money(400))
    table.do(commands.DeclineInsurance, who=(5, SEATED), side=Side.PLAYER).close_offers().draw("3D").announce()
    shown = _claimed(table)
    offer = next(row for row in part_rows(shown) if row.name == "offer:after_four")
    assert (offer.right, offer.lines) == ("offered and closed", ("1: PLAYER INSURANCE 4 · 5: No",))
    heading = next(one for one in part_blocks(shown) if isinstance(one, HeadingBlock) and one.text.first == "Insurance")
    assert heading.note == "by lammer"
    assert _came(list(part_rows(shown)))[0] == ("Seat 1 · 0", ("PLAYER 10 · -10", "PLAYER INSURANCE 4 · +10"))


def test_with_bets_off_the_areas_that_won_are_told_with_their_odds() -> None:
    shown = _claimed(RoundTable(V4, bets=BetKeeping.OFF).close().deal("4S QH 2D 7C").announce())
    tags = [tag.text for block in part_blocks(shown) if isinstance(block, TagsBlock) for tag in block.tags]
    assert "BANKER wins · 1 to 1" in tags
    assert any(
        isinstance(block, NoteBlock) and block.text.first == "Bets are not recorded." for block in part_blocks(shown)
    )


def test_nothing_that_is_sealed_is_told() -> None:
    table = RoundTable(V4).bet("player", 1000, 1).close().deal("4S QH 2D 7C 9H")
    while table.state.cases:
        table.resolve()
    shown = _claimed(table.announce())
    assert "9H" not in repr(shown)

"""Bets that go back in the course of a round: never shown as lost or won, named at once, ticked at the settlement."""

import pytest

from dealer_app.domain.limits import AreaLimits, TableLimits
from dealer_app.domain.money import Money
from dealer_app.domain.round import commands, correction_commands
from dealer_app.domain.round.irregularities.kinds import IrregularityKind
from dealer_app.domain.round.notation import who_word
from dealer_app.screens.blocks import HeadingBlock, ListRow, NoteBlock, RowsBlock, TagsBlock
from dealer_app.screens.context import ScreenContext
from dealer_app.screens.input_state import InputState, Panel
from dealer_app.screens.irregularity.case import case_rail as case_part
from dealer_app.screens.irregularity.decision import decision_panel
from dealer_app.screens.round.parts import round_rail
from dealer_app.screens.round.stage import build_stage
from dealer_app.screens.screen import AreaShown, AreaState
from tests.screens.round.round_screens import AtScreen
from tests.support.rounds import BANKER_HAND, INSURANCE, PIT_MANAGER, SEATED, V4, RoundTable
from tests.support.screen_contexts import table_context

LIMITS = TableLimits(general=AreaLimits(minimum=Money(10_000)), differentials={"differential": Money(5_000_000)})
ONE, TWO, THREE = (1, SEATED), (2, SEATED), (3, SEATED)


def areas(context: ScreenContext) -> dict[str, AreaShown]:
    """Those on which chips lie."""
    return {area.name: area for area in build_stage(context).table.areas if area.stakes}


def rows(context: ScreenContext) -> dict[str, ListRow]:
    return {row.name: row for block in round_rail(context).work if isinstance(block, RowsBlock) for row in block.rows}


def notes(context: ScreenContext) -> list[str]:
    return [block.text.first for block in round_rail(context).work if isinstance(block, NoteBlock)]


def chosen() -> RoundTable:
    """Seat 1 takes its bets back, seat 3 goes on (RWS v4 5.13)."""
    table = RoundTable(V4, limits=LIMITS)
    table.bets(("banker", 100_000, 1), ("tie", 10_000, 1), ("player", 50_000, 3), ("tie", 20_000, 3)).close()
    table.deal("8S 3D").report(IrregularityKind.CARD_SEEN_IN_DEVICE)
    table.do(commands.ChooseOption, who=ONE, option=commands.Option.RETURN)
    return table.do(commands.ChooseOption, who=THREE, option=commands.Option.CONTINUE)


@pytest.mark.clause(V4, "5.13.3")
def test_the_choices_say_what_is_returned_before_they_are_applied() -> None:
    assert case_part(table_context(chosen())).primary.sub.first == "Return 1: 1,100"


@pytest.mark.clause(V4, "5.13.3")
def test_while_the_round_goes_on_the_bet_is_returned_by_shape_and_word() -> None:
    context = table_context(chosen().do(commands.ApplyOptions))
    lying = areas(context)
    assert (lying["banker.seat-1"].state, lying["banker.seat-1"].word) == (AreaState.RETURNED, "returned")
    assert [(stake.seat, stake.back, stake.struck) for stake in lying["tie"].stakes] == [
        (1, True, False),
        (3, False, False),
    ]
    assert "Returned: 1: 1,100" in notes(context)
    assert not [text for text in notes(context) if text.startswith("Return ")], "it is not returned a second time"


@pytest.mark.clause(V4, "5.13.3")
@pytest.mark.parametrize("deal", ["KS KD", "9C 5D"], ids=["banker loses", "banker wins"])
def test_at_the_settlement_it_is_neither_lost_nor_won_and_is_ticked(deal: str) -> None:
    table = chosen().do(commands.ApplyOptions).deal(deal).announce()
    screen = AtScreen(table)
    box = areas(screen.context)["banker.seat-1"]
    assert (box.state, [stake.struck for stake in box.stakes]) == (AreaState.RETURNED, [False])
    row = rows(screen.context)["pay:1:seated"]
    assert (row.title, row.lines, row.right) == (
        "Check returned: 1,100",
        ("BANKER 1,000 returned", "TIE 100 returned"),
        "",
    )
    assert not row.done
    assert row.act is not None
    screen.perform(row.act)
    assert rows(screen.context)["pay:1:seated"].done
    assert table.expect_refusal(commands.TickBet, number=1).code == "no-such-bet"
    table.do(commands.SettleAll)


def neglected() -> RoundTable:
    """Banker 6 was not offered insurance and loses: the manager is asked who had meant to insure it."""
    table = RoundTable(INSURANCE, limits=LIMITS)
    table.bets(("player", 50_000, 1), ("banker", 100_000, 2), ("banker", 80_000, 3)).close().deal("4S 6D KH TC")
    return table.draw("5H").answer(False)


def named() -> RoundTable:
    """He names seat 2, whose Original Bet goes back (5.13.2)."""
    table = neglected()
    intention = correction_commands.Intention(TWO, BANKER_HAND, "said so")
    return table.do(correction_commands.NameIntentions, by=PIT_MANAGER, named=(intention,))


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_who_names_those_who_had_meant_to_insure_sees_what_is_returned_to_them() -> None:
    def told(*seats: int) -> str:
        input_state = InputState(panel=Panel.APPROVAL)
        for seat in seats:
            input_state = input_state.with_pick(f"intention:banker:{who_word((seat, SEATED))}", "said-so")
        panel = decision_panel(table_context(neglected(), role="pit_manager", input_state=input_state))
        assert panel is not None
        assert panel.primary is not None
        return panel.primary.sub.first

    assert told() == ""
    assert told(2) == "Return 2: 1,000"
    assert told(2, 3) == "Return 2: 1,000 · 3: 800"


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_an_original_bet_that_goes_back_for_missed_insurance_has_its_row() -> None:
    context = table_context(named().announce())
    assert areas(context)["banker.seat-2"].state is AreaState.RETURNED
    assert areas(context)["banker.seat-3"].state is AreaState.DIMMED
    assert rows(context)["pay:2:seated"].title == "Check returned: 1,000"
    assert rows(context)["collected"].right == "800"


@pytest.mark.clause(INSURANCE, "5.13.2")
def test_insurance_that_nobody_was_offered_does_not_stand_among_what_wins() -> None:
    table = named()
    assert table.round.settled == (), "the result is announced anew"
    work = round_rail(table_context(table)).work
    assert "These win" in [block.text.first for block in work if isinstance(block, HeadingBlock)]
    tags = [tag.text for block in work if isinstance(block, TagsBlock) for tag in block.tags]
    assert not [text for text in tags if "INSURANCE" in text]


# What chips cannot pay


def uneven(*bets: tuple[str, int, int | None]) -> RoundTable:
    """Banker wins with a natural at a table that pays in chips of 2.50; bets are cut to a maximum between two chips."""
    limits = TableLimits(general=AreaLimits(maximum=Money(33_300)))
    table = RoundTable(V4, limits=limits, unit=Money(250)).bets(*bets)
    if any(stake > 33_300 for _, stake, _ in bets):
        table.do(commands.RejectExcess)
    table.close()
    return table.deal("2S 9H KD KC").announce()


def test_a_bet_that_is_lost_is_collected_as_it_lies() -> None:
    """No chip of it goes back because the smallest chip is greater than its last part (Tai Sai 3.9)."""
    table = uneven(("player", 33_500, 5))
    collected = rows(table_context(table))["collected"]
    assert (collected.right, [tag.text for tag in collected.tags]) == ("333", ["5 PLAYER 333"])
    assert table.round.settled[0].payable == -33_300


def test_board_and_rail_pay_the_same_and_the_exact_sums_of_the_books_stand_beside() -> None:
    table = uneven(("banker", 33_500, 3), ("player", 33_500, 5))
    context = table_context(table)
    assert [stake.wins for stake in areas(context)["banker.seat-3"].stakes] == ["+335"]
    row = rows(context)["pay:3:seated"]
    assert (row.title, row.right) == ("exactly 333", "335")
    heading = next(block for block in round_rail(context).work if isinstance(block, HeadingBlock))
    assert (heading.note, heading.right) == ("House -2", "335")
    assert "Exactly: collected 333, paid 333, house 0" in notes(context)


def test_where_chips_can_pay_all_nothing_is_said_of_it() -> None:
    context = table_context(uneven(("banker", 20_000, 3)))
    assert rows(context)["pay:3:seated"].title == ""
    assert not [text for text in notes(context) if text.startswith("Exactly")]

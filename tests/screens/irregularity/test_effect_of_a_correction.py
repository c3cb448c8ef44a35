"""What a corrected bet changes is told before it is signed: what lies there, and what the bettors get."""

from dealer_app.domain.money import Money
from dealer_app.domain.round import correction_commands
from dealer_app.domain.round.state import Person
from dealer_app.domain.values import replace
from dealer_app.screens.irregularity import case
from tests.screens.irregularity_hands import panel
from tests.screens.irregularity_screens import part_rows, touch_control
from tests.support.rounds import TAI_SAI, V4, RoundTable
from tests.support.screen_contexts import make_context

ASKER = Person("Dealer 1 (D1)", "dealer")


def _effect(table: RoundTable) -> list[tuple[str, tuple[str, ...]]]:
    context = make_context(table.rules, table.state)
    rows = part_rows(panel(touch_control(context, case.case_rail(context).primary)))
    return [(row.title, row.lines) for row in rows if row.name.startswith("value:")]


def test_before_a_bet_correction_is_signed_it_is_told_what_area_and_bettors_come_to() -> None:
    table = RoundTable(V4).bets(("banker", 10_000, 1), ("banker", 500, 2), ("player", 700, 3)).close()
    table.deal("KS KH 7S 9H")
    moved = replace(table.find_bet("banker", 1).wager, stake=Money(1000), seat=3)
    table.do(correction_commands.CorrectBet, by=ASKER, number=1, wager=moved, reason="chips differ")
    assert _effect(table) == [
        (
            "Before · Seat 1 · BANKER 100",
            ("BANKER total 105 · Seat 1 total 100 · Seat 3 total 7", "Net by result: 1: +100 · 3: -7"),
        ),
        (
            "After · Seat 3 · BANKER 10",
            ("BANKER total 15 · Seat 1 total 0 · Seat 3 total 17", "Net by result: 1: 0 · 3: +3"),
        ),
    ]


def test_without_a_result_a_bet_correction_tells_the_sums_alone() -> None:
    table = RoundTable(V4).bets(("banker", 10_000, 1)).close().deal("KS")
    table.do(correction_commands.CorrectBet, by=ASKER, number=1, wager=None, reason="no chips")
    assert [lines for _, lines in _effect(table)] == [
        ("BANKER total 100 · Seat 1 total 100",),
        ("BANKER total 0 · Seat 1 total 0",),
    ]


def test_a_corrected_bet_of_dice_is_told_with_what_it_comes_to() -> None:
    table = RoundTable(TAI_SAI).bet("big", 1000, None).close().roll(2, 5, 6)
    more = replace(table.find_bet("big", None).wager, stake=Money(2000))
    table.do(correction_commands.CorrectBet, by=ASKER, number=1, wager=more, reason="chips differ")
    assert [lines[1:] for _, lines in _effect(table)] == [
        ("Net by result: Whole table: +10",),
        ("Net by result: Whole table: +20",),
    ]
